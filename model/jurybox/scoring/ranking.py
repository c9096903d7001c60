"""Rankings of runs by a measure."""

import math
from collections.abc import Iterable

import numpy as np

from jurybox.measures import Measure
from jurybox.measures.ranks import ranks_of
from jurybox.scoring.results import RunRow, RunScore


def ranked(measure: Measure, scores: Iterable[tuple[int, str, RunScore]]) -> tuple[RunRow, ...]:
    """Return rows best first, in the measure's own direction; undefined ones last, without a rank.

    `scores`: run, name and score. Runs with tied values (`jurybox.measures.ranks`) have equal ranks, the next
    rank skips as many; among themselves they keep the order given.
    """
    rows = list(scores)
    ranks = ranks_of([score.value for _, _, score in rows], measure.direction)
    places = [None if math.isnan(rank) else int(rank) for rank in ranks.tolist()]
    ordered = [RunRow(run, name, place, score) for (run, name, score), place in zip(rows, places, strict=True)]
    return tuple([ordered[at] for at in np.argsort(ranks, kind="stable").tolist()])  # NaN is last


def ranks_differ(rows: Iterable[RunRow]) -> bool:
    """Return whether a ranking is meaningful: two of its runs have different ranks."""
    return len({row.rank for row in rows if row.rank is not None}) > 1
