"""A ranking as papers print it: scores with intervals, and a mark where a run beats the one below it.

The order of the table and the means come from the scoreboard. Marks between neighbors are uncorrected: `*`
and `**` where the upper run wins significantly more units, a dagger and a double dagger where the run below
does. A measure without scores of units is tested by swapping responses question by question.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jurybox.analysis.data import Scores
from jurybox.analysis.gather import Gathered, gather
from jurybox.analysis.intervals import Interval, intervals
from jurybox.analysis.randomization import randomization_test
from jurybox.analysis.significance import Mark, holm_matrix, mark, sign_matrix, sign_test
from jurybox.analysis.watch import Watch
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.results import RunRow

MARKS = (
    "* and **: wins significantly more units than the run below (0.05, 0.01); † and ‡: the run below does, "
    "against the means. Two-sided, uncorrected."
)
"""The caption of every table with marks."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A run in a ranking; against the run below it `p`, `wins` and `losses` (None for the last, or untested).

    `test`: sign or randomization; `interval`: None where the measure has none, as MRRT.
    """

    row: RunRow
    interval: Interval | None
    mark: Mark = ""
    p: float | None = None
    wins: int | None = None
    losses: int | None = None
    test: str = ""


def standings(
    board: Scoreboard,
    catalog: Catalog,
    measure: Measure,
    *,
    draws: int = 10_000,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[Standing, ...]:
    """Return the ranking by a measure, with intervals and marks; `draws` of intervals and randomization."""
    rows = board.standing(measure)
    try:
        found = gather(board, catalog, measure, whole_questions=True)
    except Refused:
        return tuple(Standing(row, None) for row in rows)
    between = dict(zip(found.runs, intervals(found.data, draws=draws, seed=seed, watch=watch), strict=True))
    made = [Standing(row, between.get(row.run)) for row in rows]
    values = board.unit_values(measure)
    for at, (upper, lower) in enumerate(pairwise(rows)):
        if not (upper.score.defined and lower.score.defined) or {upper.run, lower.run} - set(found.runs):
            continue
        if len(values.units):
            first, second = (values.values[:, values.runs.index(row.run)] for row in (upper, lower))
            test = sign_test(first, second, measure.direction)
            made[at] = Standing(upper, between[upper.run], test.mark, test.p, test.wins, test.losses, "sign")
        else:
            p = _swapped(found, upper.run, lower.run, draws, seed)
            made[at] = Standing(upper, between[upper.run], mark(1, 0, p), p, test="randomization")
    return tuple(made)


def corrected(
    board: Scoreboard, catalog: Catalog, measure: Measure, *, draws: int = 10_000, seed: int = 0
) -> tuple[tuple[int, ...], Scores, str]:
    """Return the runs shown, Holm's adjusted p-values of all pairs, and the test: sign or randomization.

    Refused for a measure that cannot be tested.
    """
    found = gather(board, catalog, measure, whole_questions=True)
    count = len(found.runs)
    values = board.unit_values(measure)
    p = np.full((count, count), np.nan)
    if len(values.units):
        table = sign_matrix(values.values[:, :count], measure.direction)
        p[:] = [[test.p for test in row] for row in table]
    else:
        for a in range(count):
            for b in range(a + 1, count):
                p[a, b] = p[b, a] = _swapped(found, found.runs[a], found.runs[b], draws, seed)
    return found.runs, holm_matrix(p), "sign" if len(values.units) else "randomization"


def _swapped(found: Gathered, a: int, b: int, draws: int, seed: int) -> float:
    both = found.data.paired(found.runs.index(a), found.runs.index(b))
    return randomization_test(both, draws=draws, seed=seed).p
