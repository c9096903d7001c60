"""The paired randomization test, which lets two runs swap their responses."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.data import Pair, Weights
from jurybox.analysis.draws import generator, pieces
from jurybox.analysis.watch import Watch
from jurybox.measures.ranks import TIE


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
    both: Pair, *, draws: int = 10_000, seed: int = 0, watch: Watch | None = None
) -> RandomizationTest:
    """Swap the responses of two runs at random, unit by unit, and compute both scores anew each time.

    A difference that falls short by no more than tied scores are apart (`jurybox.measures.ranks`) counts as
    reached. Of units that are all alike it is drawn how many are swapped, which is the same. p = (1 + draws
    with a difference at least as large) / (1 + draws), two-sided. Serves every measure, with or without
    scores of units. Source: E. Noreen, "Computer-intensive methods for testing hypotheses", 1989; B. Efron
    and R. Tibshirani, "An introduction to the bootstrap", 1993, chapter 15.
    """
    units = both.units
    difference = float(both.apart(np.zeros((1, units), dtype=np.int8))[0])
    watch = watch or Watch()
    watch.expect(draws)
    random, reached, skipped = generator(seed), 0, 0
    for count in pieces(draws, 48 * units, units // 4, watch):
        apart = both.apart(_swapped(random, both, count))
        skipped += int(np.count_nonzero(np.isnan(apart)))
        reached += int(np.count_nonzero(np.abs(apart) >= abs(difference) - TIE))
    p = (1 + reached) / (1 + draws - skipped) if difference == difference else float("nan")
    return RandomizationTest(difference, p, draws, skipped, seed)


def _swapped(random: np.random.Generator, both: Pair, count: int) -> Weights:
    """Return how many copies of each unit are swapped in each draw."""
    if both.copies is None:
        return random.integers(0, 2, (count, both.units), dtype=np.int8)
    return random.binomial(both.copies, 0.5, (count, both.units))
