"""What the benchmarks share: interleaved rounds, medians and p99, and a line for each ratio."""

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(ROOT / folder) for folder in ("model", "gui", "tests", "tests/support")]
sys.path[:0] = PATHS
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, which numpy must not come before


def interleaved(rounds: int, *works: Callable[[int], object], warm: int = 20) -> list[list[float]]:
    """Time several works in turn, A B A B ..., and return the seconds of each."""
    times: list[list[float]] = [[] for _ in works]
    for number in range(-warm, rounds):
        order = range(len(works)) if number % 2 else reversed(range(len(works)))
        for at in order:
            started = time.perf_counter()
            works[at](number)
            taken = time.perf_counter() - started
            if number >= 0:
                times[at].append(taken)
    return times


def median(times: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(times)


def p99(times: Sequence[float]) -> float:
    """Return the value that one in a hundred is above."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def report_ratio(number: str, quantity: str, ratio: float, target: float, *, at_most: bool = True) -> None:
    """Print one ratio with its target and whether it is met."""
    met = ratio <= target if at_most else ratio >= target
    sign = "<=" if at_most else ">="
    print(f"{number}  {quantity}: {ratio:.2f}  (target {sign} {target})  {'met' if met else 'NOT MET'}")


def peak_memory() -> float:
    """Return the peak memory of this process in MB, never that of its parent, as `resource` may."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
