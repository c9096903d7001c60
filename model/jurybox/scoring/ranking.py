"""Rankings of runs by a measure, and what moved between two of them."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from jurybox.measures import Measure
from jurybox.measures.ranks import ranks_of
from jurybox.scoring.results import Move, RunRow, RunScore


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


def moves(before: Sequence[RunRow], after: Sequence[RunRow]) -> tuple[Move, ...]:
    """Return the runs whose rank or value differs between two rankings, in the order of the later one.

    Runs that are gone come last. Undefined then and now is not a move.
    """
    old, new = {row.run: row for row in before}, {row.run: row for row in after}
    compared = (_move(old.get(run), new.get(run)) for run in (*new, *(run for run in old if run not in new)))
    return tuple(move for move in compared if move is not None)


def _move(old: RunRow | None, new: RunRow | None) -> Move | None:
    row = new or old
    if row is None:
        return None
    then, now = (math.nan if each is None else each.score.value for each in (old, new))
    same_value = then == now or (math.isnan(then) and math.isnan(now))
    ranks = (old.rank if old else None), (new.rank if new else None)
    if same_value and ranks[0] == ranks[1] and old is not None and new is not None:
        return None
    return Move(row.run, row.name, *ranks, then, now)
