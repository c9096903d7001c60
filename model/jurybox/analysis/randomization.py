"""The paired randomization test, which lets two runs swap their responses."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.data import Scores, UnitData
from jurybox.analysis.draws import generator, pieces
from jurybox.analysis.watch import Watch

_EQUAL = 1e-12
"""A difference of swapped runs counts as reached if it falls short by no more than rounding."""


@dataclass(frozen=True, slots=True)
class RandomizationTest:
    """The observed difference of two scores, and how likely one as large is by swapping responses.

    `skipped`: draws in which a score was undefined; `p` is NaN if the difference itself is.
    """

    difference: float
    p: float
    draws: int
    skipped: int
    seed: int


def randomization_test(
    both: UnitData, *, draws: int = 10_000, seed: int = 0, watch: Watch | None = None
) -> RandomizationTest:
    """Swap the responses of two runs at random, unit by unit, and compute both scores anew each time.

    `both`: one run with twice the units, those of the first run and then the same units of the second
    (`paired` of the data of a measure). p = (1 + draws with a difference at least as large) / (1 + draws),
    two-sided. Serves every measure, with or without scores of units.
    Source: E. Noreen, "Computer-intensive methods for testing hypotheses", 1989; B. Efron and
    R. Tibshirani, "An introduction to the bootstrap", 1993, chapter 15.
    """
    units = both.units // 2
    difference = float(_difference(both, np.zeros((1, units), dtype=np.int8))[0])
    watch = watch or Watch()
    watch.expect(draws)
    random, reached, skipped = generator(seed), 0, 0
    for count in pieces(draws, 48 * units, units // 4, watch):
        apart = _difference(both, random.integers(0, 2, (count, units), dtype=np.int8))
        skipped += int(np.count_nonzero(np.isnan(apart)))
        reached += int(np.count_nonzero(np.abs(apart) >= abs(difference) - _EQUAL))
    p = (1 + reached) / (1 + draws - skipped) if difference == difference else float("nan")
    return RandomizationTest(difference, p, draws, skipped, seed)


def _difference(both: UnitData, swapped: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> Scores:
    first, second = (
        both.evaluate(np.hstack((1 - swapped, swapped))),
        both.evaluate(np.hstack((swapped, 1 - swapped))),
    )
    apart: Scores = first[:, 0] - second[:, 0]
    return apart
