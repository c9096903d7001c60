"""Orders of runs side by side: ranks under measures and gold standards."""

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


def rank_lines(scores: Scores) -> NDArray[np.int64]:
    """Return ranks by run and order; `scores`: runs by orders (measures or gold standards), higher better."""
    return (
        np.column_stack([ranks(column) for column in scores.T])
        if scores.shape[1]
        else scores.astype(np.int64)
    )
