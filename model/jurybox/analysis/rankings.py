"""Orders of runs side by side: ranks under measures and gold standards."""

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import Scores
from jurybox.measures.definition import Direction
from jurybox.measures.ranks import ranks_of


def ranks(scores: Scores, direction: Direction = "higher") -> NDArray[np.int64]:
    """Return the rank of each run, 1 the best; equal scores share a rank (1, 2, 2, 4), undefined have 0."""
    return np.nan_to_num(ranks_of(scores, direction)).astype(np.int64)


def rank_lines(scores: Scores) -> NDArray[np.int64]:
    """Return ranks by run and order; `scores`: runs by orders (measures or gold standards), higher better."""
    return (
        np.column_stack([ranks(column) for column in scores.T])
        if scores.shape[1]
        else scores.astype(np.int64)
    )
