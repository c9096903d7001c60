"""The data of studies, tests and intervals: the table of units of a scoreboard, with its runs named."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.measures import Kind, Measure, TimedRun, Unit
from jurybox.scoring import Scoreboard, UnitValues
from jurybox.scoring.unit_table import Positions, Scores, UnitTable


def mean_by_group(values: Scores, group: NDArray[np.int64]) -> tuple[NDArray[np.int64], Scores]:
    """Return the groups there are, such as the questions of answers, and the mean of the rows of each.

    NaN in a row makes the mean of its group undefined.
    """
    known, place = np.unique(group, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(len(known)))
    sums = np.add.reduceat(values[order], starts, axis=0) if len(known) else values
    return known, sums / np.bincount(place, minlength=len(known))[:, None]


def by_whole_questions(found: UnitValues, catalog: Catalog) -> UnitValues:
    """Return scores of answers as the mean of each question; those of questions and series as they are."""
    if found.unit != "answer":
        return found
    questions, means = mean_by_group(found.values, catalog.answer_question[found.units].astype(np.int64))
    return UnitValues("question", questions, found.runs, means)


@dataclass(frozen=True)
class Gathered:
    """The data to draw from: `units` are positions of answers, questions or series, `runs` of runs."""

    measure: Measure
    kind: Kind
    unit: Unit
    units: Positions
    runs: tuple[int, ...]
    names: tuple[str, ...]
    data: UnitTable


def gather(board: Scoreboard, measure: Measure, *, whole_questions: bool = False) -> Gathered:
    """Return what every scored unit counts for the stored runs shown.

    The unit is the measure's own, or with `whole_questions` at least a question with all its answers, as tests and
    intervals draw them. Only units that are scored come in, the same for all runs. Refused, with the reason, for a
    measure that scores nothing here, that is ordinal (MRRT), or that is defined for whole runs only, so that no
    choice of units can be scored.
    """
    kind = board.kind_of(measure)
    runs = board.stored
    if kind is None:
        reason = board.score(measure, runs[0]).reason if runs else tr("there is no run to score")
        raise Refused(tr("{measure} scores nothing here: {reason}.", measure=measure, reason=reason))
    if TimedRun in measure.accepts:
        raise Refused(tr("{measure} only orders the runs: it has no test, interval or study.", measure=measure))
    tally = board.tally(measure, kind)
    units = None if tally is None else tally.table(measure, len(runs), whole_questions=whole_questions)
    if units is None:
        raise Refused(
            tr("{measure} is not a mean over units and has no counts, so it cannot be sampled.", measure=measure)
        )
    names = tuple(map(board.name_of, runs))
    return Gathered(measure, kind, units.unit, units.positions, runs, names, units.table)


@contextmanager
def refused_as(what: str) -> Iterator[None]:
    """Turn the ValueError of a computation into a sentence for the user."""
    try:
        yield
    except ValueError as error:
        raise Refused(tr("{what}: {error}. Nothing was changed.", what=what, error=error)) from error
