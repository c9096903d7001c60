"""Orders of runs side by side: ranks under measures and gold standards, and who moved."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import Scores
from jurybox.measures.definition import Direction


def ranks(scores: Scores, direction: Direction = "higher") -> NDArray[np.int64]:
    """Return the rank of each run, 1 the best; equal scores share a rank (1, 2, 2, 4), undefined have 0."""
    found = np.zeros(len(scores), dtype=np.int64)
    known = np.flatnonzero(~np.isnan(scores))
    values = scores[known] if direction == "lower" else -scores[known]
    found[known] = np.searchsorted(np.sort(values), values) + 1
    return found


@dataclass(frozen=True, slots=True)
class RankChange:
    """A run in two orders: its ranks (0: none)."""

    run: int
    before: int
    after: int

    @property
    def rose(self) -> int:
        """How many places it rose (negative: fell); 0 if one of the orders does not rank it."""
        return self.before - self.after if self.before and self.after else 0


def rank_changes(before: Scores, after: Scores, direction: Direction = "higher") -> tuple[RankChange, ...]:
    """Return what became of every run, by position, from one order to another over the same runs."""
    old, new = ranks(before, direction).tolist(), ranks(after, direction).tolist()
    return tuple(RankChange(run, *pair) for run, pair in enumerate(zip(old, new, strict=True)))


def rank_lines(scores: Scores) -> NDArray[np.int64]:
    """Return ranks by run and order; `scores`: runs by orders (measures or gold standards), higher better."""
    return (
        np.column_stack([ranks(column) for column in scores.T])
        if scores.shape[1]
        else scores.astype(np.int64)
    )
