"""T7 and T8: stability and swap studies against the plain loops, and a large study with its memory.

Run by hand: python tests/speed/bench_studies.py [large | workers]. `workers` times 100,000 trials in one
process, on all cores and on a Dask cluster of this machine, next to a plain loop over a pool of processes.
"""

import sys
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context

import numpy as np
from common import median, report_ratio
from threadpoolctl import threadpool_limits

from jurybox.analysis.draws import draw_sets, generator
from jurybox.analysis.studies import stability, swap
from jurybox.analysis.studies.workers import Cluster, Cores, Here, Workers
from jurybox.measures import measure
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.unit_table import count_table, mean_table
from jurybox.watch import Watch

RUNS, UNITS, TRIALS = 44, 500, 1000
ROUNDS = 3


def outcomes(runs: int, units: int) -> np.ndarray:
    """Return 1 correct, 0 incorrect for each unit and run, better runs first."""
    lot = generator(1)
    return (lot.random((units, runs)) < np.linspace(0.7, 0.3, runs)).astype(np.float64)


def naive_stability(values: list[list[float]], sets: list[list[int]]) -> list[list[list[int]]]:
    """Count greater, lesser and equal for ten margins, as one would write it down."""
    pairs = list(combinations(range(RUNS), 2))
    margins = [f / 100 for f in range(1, 11)]
    counts = [[[0, 0, 0] for _ in margins] for _ in pairs]
    for units in sets:
        scores = [sum(column[unit] for unit in units) / len(units) for column in values]
        for at, (x, y) in enumerate(pairs):
            a, b = scores[x], scores[y]
            apart, larger = abs(a - b), max(a, b)
            for place, f in enumerate(margins):
                if apart < abs(f * larger) or a == b:
                    counts[at][place][2] += 1
                elif a > b:
                    counts[at][place][0] += 1
                else:
                    counts[at][place][1] += 1
    return counts


def naive_swap(values: list[list[float]], first: list[list[int]], second: list[list[int]]) -> list[list[int]]:
    """Count comparisons and swaps in 21 bins, as one would write it down."""
    count, swaps = [0] * 21, [0] * 21
    for one, two in zip(first, second, strict=True):
        a = [sum(column[unit] for unit in one) / len(one) for column in values]
        b = [sum(column[unit] for unit in two) / len(two) for column in values]
        for x, y in combinations(range(RUNS), 2):
            d, other = a[x] - a[y], b[x] - b[y]
            place = min(20, int(abs(d) * 100 + 1e-9))
            count[place] += 1
            if d * other < 0:
                swaps[place] += 1
    return [count, swaps]


def compare(number: str, target: float, naively: Callable[[], object], as_we_do: Callable[[], object]) -> None:
    """Time both in turn, in seconds of the processor, and print the ratio of the medians."""
    times: tuple[list[float], list[float]] = ([], [])
    as_we_do()
    for _ in range(ROUNDS):
        for work, taken, rounds in ((naively, times[0], 1), (as_we_do, times[1], 9)):
            for _ in range(rounds):
                started = time.process_time()
                work()
                taken.append(time.process_time() - started)
    naive, ours = median(times[0]), median(times[1])
    print(f"{number}: naive {naive:.2f} s, ours {ours * 1e3:.1f} ms (best {min(times[1]) * 1e3:.1f} ms)")
    report_ratio(number, "naive / ours", naive / ours, target, at_most=False)


def main() -> None:
    """Measure and print T7 and T8; the plain loops get their draws for nothing."""
    values = outcomes(RUNS, UNITS)
    data = mean_table(values)
    columns = values.T.tolist()
    sets = draw_sets(generator(0), TRIALS, UNITS, 250, 2)
    one, two = ([np.flatnonzero(row).tolist() for row in each] for each in sets)
    compare("T7", 100, lambda: naive_stability(columns, one), lambda: stability(data, 250, trials=TRIALS))
    compare("T8", 60, lambda: naive_swap(columns, one, two), lambda: swap(data, 250, trials=TRIALS))


def large() -> None:
    """Do 500 runs x 1,500 questions x 1,000 trials, and tell time and memory."""
    lot = generator(2)
    truth, said = lot.integers(0, 2, 1500), lot.integers(0, 3, (1500, 500)).astype(np.int8)
    received: list[float] = []
    for name in ("c@1", "F1"):
        data = count_table(measure(name), decision_columns(truth, said))
        for study in (lambda d, w: stability(d, 750, watch=w), lambda d, w: swap(d, watch=w)):
            tracemalloc.start()
            started = time.perf_counter()
            study(data, Watch(lambda at: received.append(at.left)))
            peak = tracemalloc.get_traced_memory()[1] / 2**20
            tracemalloc.stop()
            print(f"{name}: 500 x 1,500 x 1,000 in {time.perf_counter() - started:.1f} s, peak {peak:.0f} MiB")
    print(f"progress was reported {len(received)} times")


def naive_trials(seed: int, count: int) -> list[list[list[int]]]:
    """Do some trials as one would hand them to a pool: each block with a seed of its own."""
    sets = draw_sets(generator(seed), count, UNITS, 250)
    return naive_stability(outcomes(RUNS, UNITS).T.tolist(), [np.flatnonzero(row).tolist() for row in sets[0]])


def workers() -> None:
    """Time one study wherever it can be done, and say whether the results are the same."""
    from distributed import LocalCluster

    data, trials, plain = mean_table(outcomes(RUNS, UNITS)), 100_000, 1_000
    done = []

    def timed(name: str, who: Workers) -> None:
        started = time.perf_counter()
        done.append(stability(data, 250, trials=trials, workers=who))
        print(f"{name}: {time.perf_counter() - started:.1f} s")

    timed("one process", Here())
    timed("all cores", Cores())
    with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        timed("four Dask workers of this machine", Cluster(cluster.scheduler_address))
    started = time.perf_counter()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(naive_trials, range(8), [plain // 8] * 8))
    taken = (time.perf_counter() - started) * trials / plain
    print(f"plain loop over a pool of processes: {taken:.0f} s (from {plain:,} trials)")
    same = all((each.greater == done[0].greater).all() for each in done)
    print(f"the same counts everywhere: {same}")


if __name__ == "__main__":
    # As in the program, where jurybox asks for one thread before numpy is imported.
    with threadpool_limits(1):
        {"large": large, "workers": workers}.get(" ".join(sys.argv[1:]), main)()
