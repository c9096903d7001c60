"""How many of the answers that runs returned are judged, over the questions that are scored, to any depth.

Counted once in a full pass for each depth that is asked for, then brought up to date question by question.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from jurybox.scoring.results import JudgedShare
from jurybox.scoring.tallies.layout import Layout, Places, Positions

Depth = int | None
_AT_ONCE = 1 << 21
"""Places processed at once in a full pass."""


class JudgedCounts:
    """The counts of all columns by depth (None: all that was returned)."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._totals: dict[Depth, Positions] = {}
        """Answers that are judged, and all that were returned, in shape (2, columns)."""
        self.known: dict[Depth, list[JudgedShare]] = {}
        """The same by column, of depths counted since the last change."""

    def clear(self) -> None:
        """Count anew."""
        self._totals.clear()
        self.known.clear()

    def count(self, depth: Depth, is_judged: NDArray[np.bool_], is_scored: NDArray[np.bool_]) -> list[JudgedShare]:
        """Return the counts to a depth by column, `known` from then on; by slot, and by place of a question."""
        if depth not in self._totals:
            total = np.zeros((2, self._layout.columns), dtype=np.int64)
            for ranked in self._blocks(is_scored):
                total += self._counted(ranked, depth, is_judged)
            self._totals[depth] = total
        self.known[depth] = [
            JudgedShare(judged, returned, depth) for judged, returned in self._totals[depth].T.tolist()
        ]
        return self.known[depth]

    def add(self, place: int, is_judged: NDArray[np.bool_], sign: int) -> None:
        """Add the question at a place to all counts; -1: take it out before it changes."""
        if self._totals:
            self.known.clear()
            ranked = self._layout.block(place)[0][None]
            for depth in self._totals:
                self._totals[depth] += sign * self._counted(ranked, depth, is_judged)

    def _blocks(self, is_scored: NDArray[np.bool_]) -> Iterable[Places]:
        for group in self._layout.groups:
            step = max(1, _AT_ONCE // max(1, group.ranked[0].size))
            for at in range(0, len(group.ranked), step):
                some = group.ranked[at : at + step]
                yield some[is_scored[group.start + at : group.start + at + len(some)]]

    def _counted(self, ranked: Places, depth: Depth, is_judged: NDArray[np.bool_]) -> Positions:
        top = ranked[:, :depth]
        returned = np.count_nonzero(top < self._layout.nothing, axis=(0, 1))
        return np.stack((np.count_nonzero(is_judged.take(top, mode="clip"), axis=(0, 1)), returned))
