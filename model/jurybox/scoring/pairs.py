"""The pairs behind the area under the ROC curve, kept as one whole number while labels change.

2 U is twice the pairs in which a correct answer scores above an incorrect one, plus the pairs that tie.
Giving, clearing or changing one label changes it by the numbers of units below, at and above the answer's
score. Fenwick trees over the ranks of the scores find these in O(log n) steps (P. Fenwick, "A new data
structure for cumulative frequency tables", 1994); as all is whole, nothing drifts.
"""

from array import array

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
Ranks = NDArray[np.int32]
Tallies = NDArray[np.int64]
Truths = NDArray[np.int8]

_HALF = 32
_LOW = (1 << _HALF) - 1
_WORTH = {1: 1, 0: 1 << _HALF}
"""Correct answers are counted in the lower half of a tree's numbers, incorrect ones in the upper half."""


def dense_ranks(scores: Scores) -> tuple[Ranks, Scores]:
    """Return the rank of each score among the different ones, lowest first, and the score of each rank.

    Rank 1 is reserved for answers without a score (NaN), which tie below all others; scores begin at 2. Rank
    0 is unused; both represent -infinity.
    """
    given = ~np.isnan(scores)
    different, places = np.unique(scores[given], return_inverse=True)
    ranks = np.ones(len(scores), dtype=np.int32)
    ranks[given] = places + 2
    return ranks, np.concatenate((np.full(2, -np.inf), different))


def pairs_of(correct: Tallies, incorrect: Tallies) -> int:
    """Return 2 U from how many correct and incorrect answers there are at each rank, lowest rank first."""
    below = np.cumsum(incorrect) - incorrect
    return int(np.sum(correct * (2 * below + incorrect)))


class PairCount:
    """2 U of one run under changing labels; units that are neither correct nor incorrect do not count."""

    def __init__(self, scores: Scores, truth: Truths) -> None:
        self.ranks, self.thresholds = dense_ranks(scores)
        self.top = len(self.thresholds) - 1
        self._rank_of = self.ranks.data  # reads one number faster than the array itself
        self.restart(truth)

    def restart(self, truth: Truths) -> None:
        """Count all pairs again for these truths of every unit; the ranks stay."""
        correct, incorrect = self.at_ranks(truth)
        self.pairs = pairs_of(correct, incorrect)
        self._correct = int(correct.sum())
        so_far = np.cumsum(correct + (incorrect << _HALF))
        at = np.arange(self.top + 1)
        self._tree = array("q", (so_far - so_far[at & (at - 1)]).tobytes())

    def at_ranks(self, truth: Truths) -> tuple[Tallies, Tallies]:
        """Return how many correct and how many incorrect answers there are at each rank, from rank 0."""
        correct, incorrect = (np.bincount(self.ranks[truth == value], minlength=self.top + 1) for value in (1, 0))
        return correct, incorrect

    def move(self, unit: int, before: int, after: int) -> None:
        """Turn the truth of one unit from `before` into `after` (1, 0, or anything else for no truth)."""
        rank = self._rank_of[unit]
        below, tied = self._around(rank)
        change = _WORTH.get(after, 0) - _WORTH.get(before, 0)
        self.pairs -= self._won(before, below, tied)
        self._correct += (after == 1) - (before == 1)
        self.pairs += self._won(after, below, tied + change - _WORTH.get(after, 0))
        tree = self._tree
        while rank <= self.top:
            tree[rank] += change
            rank += rank & -rank

    def _won(self, truth: int, below: int, tied: int) -> int:
        """Return what a unit with this truth adds to 2 U, given the units below and at its score."""
        if truth == 1:
            return 2 * (below >> _HALF) + (tied >> _HALF)
        if truth == 0:
            ties = tied & _LOW
            return 2 * (self._correct - (below & _LOW) - ties) + ties
        return 0

    def _around(self, rank: int) -> tuple[int, int]:
        """Return what the tree counts below a rank and at it."""
        tree, inside = self._tree, 0
        at, end = rank - 1, rank & (rank - 1)
        while at != end:
            inside += tree[at]
            at &= at - 1
        below = inside
        while at:
            below += tree[at]
            at &= at - 1
        return below, tree[rank] - inside
