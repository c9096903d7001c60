"""How soon the order of runs is settled: the next best answers against random and plain order, over 20 seeds.

Run by hand: python tests/speed/bench_next_best.py [SEEDS]

Each seed draws a collection of the size of NTCIR-8's: 1,500 questions with 2 to 19 answers, 13 runs that rank
all of them. All three orders show the method's own expected scores (nDCG with expected gains).
"""

import sys

import common
import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.correlations import kendall
from jurybox.analysis.next_best import METHOD, Expected, expected_gains, next_best
from jurybox.analysis.significance import sign_matrix
from jurybox.measures import measure

QUESTIONS, RUNS, TOP, STEPS = 1500, 13, 3.0, 50
ORDERS = ("next best", "random", "plain")
Floats = NDArray[np.float64]
_FORM = measure("nDCG").ranks


class World:
    """Answers with gains, and runs of different skill that rank them; `slots` is one past the last answer."""

    def __init__(self, seed: int) -> None:
        lot = np.random.default_rng(seed)
        sizes = np.clip(lot.geometric(0.25, QUESTIONS) + 1, 2, 19)
        self.answers = int(sizes.sum())
        begins = np.cumsum(sizes) - sizes
        self.question = np.repeat(np.arange(QUESTIONS), sizes)
        self.gain = lot.choice([0.0, 1.0, 2.0, 3.0], self.answers, p=[0.25, 0.3, 0.25, 0.2])
        skill = lot.uniform(0.0, 1.2, RUNS)
        depth = int(sizes.max())
        self.ranked = np.full((QUESTIONS, depth, RUNS), self.answers)
        common_noise = lot.normal(0, 0.6, self.answers)
        self.rank = np.empty((self.answers, RUNS), dtype=np.int64)
        for run in range(RUNS):
            liking = skill[run] * self.gain + common_noise + lot.normal(0, 1, self.answers)
            order = np.lexsort((-liking, self.question))
            place = np.arange(self.answers) - begins[self.question[order]]
            self.rank[order, run] = place
            self.ranked[self.question[order], place, run] = order
        self.pooled = np.sort(self.ranked[:, :, 0], axis=1)
        self.discount = 1.0 / np.log2(self.rank + 2.0)
        spread = self.discount.mean(axis=1), self.discount.max(axis=1), 1.0 / sizes[self.question]
        self.features = np.column_stack(spread)

    def values(self, gains: Floats) -> Floats:
        """Return nDCG by run and question for these gains."""
        wide = np.append(gains, 0.0)
        at_ranks = np.ascontiguousarray(wide[self.ranked].transpose(1, 2, 0))
        ideal = np.ascontiguousarray(np.sort(wide[self.pooled], axis=1)[:, ::-1].T)
        assert _FORM is not None
        found: Floats = _FORM.rows(at_ranks, ideal, cutoff=None)
        return found

    def worth(self, expected: Expected) -> Floats:
        """Return what a run's mean gains with the gain of each answer, the ideal held as it is expected."""
        wide = np.append(expected.gain, 0.0)
        falling = np.sort(wide[self.pooled], axis=1)[:, ::-1]
        ideal = (falling / np.log2(np.arange(falling.shape[1]) + 2.0)).sum(axis=1)
        return self.discount / np.maximum(ideal, 1e-9)[self.question, None] / QUESTIONS


def settled(world: World, order: str, seed: int) -> tuple[float, float]:
    """Return the share of judgments from which all significant pairs stand, and the area under tau-b."""
    final = world.values(world.gain)
    means = np.nanmean(final, axis=1)
    table = sign_matrix(final.T)
    pairs = [(a, b) for a in range(RUNS) for b in range(RUNS) if means[a] > means[b] and table[a][b].p < 0.05]
    gains = np.full(world.answers, np.nan)
    shuffled = np.random.default_rng(seed + 1000).permutation(world.answers)
    plain = np.arange(world.answers)
    stands_from, taus, shares = 0.0, [], []
    batch = -(-world.answers // STEPS)
    for step in range(STEPS + 1):
        expected = expected_gains(gains, world.features, TOP)
        scores = np.nanmean(world.values(expected.gain), axis=1)
        share = float(np.mean(~np.isnan(gains)))
        taus.append(kendall(scores, means))
        shares.append(share)
        if not all(scores[a] > scores[b] for a, b in pairs):
            stands_from = min(1.0, (step + 1) / STEPS)
        waiting = np.flatnonzero(np.isnan(gains))
        if order == "next best":
            chosen = next_best(scores, world.worth(expected), expected, waiting)[:batch]
        else:
            whole = shuffled if order == "random" else plain
            chosen = whole[step * batch : (step + 1) * batch]
        gains[chosen] = world.gain[chosen]
    return stands_from, float(np.trapezoid(np.nan_to_num(taus), shares))


def main(seeds: int) -> None:
    """Measure and print."""
    print(METHOD)
    found: dict[str, list[tuple[float, float]]] = {order: [] for order in ORDERS}
    for seed in range(seeds):
        world = World(seed)
        for order in ORDERS:
            found[order].append(settled(world, order, seed))
    for order in ORDERS:
        shares, areas = zip(*found[order], strict=True)
        print(
            f"{order:>10}: significant pairs stand from {common.median(shares):.0%} of the judgments "
            f"(median of {seeds}; mean {np.mean(shares):.1%}, {min(shares):.0%} to {max(shares):.0%}), "
            f"area under tau-b {common.median(areas):.4f} (mean {np.mean(areas):.4f})"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
