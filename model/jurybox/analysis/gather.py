"""From a scoreboard to the data of studies, tests and intervals: what every unit that is scored counts.

The unit is the measure's own (answer, question, series), or with `whole_questions` at least a question with
all its answers, as tests and intervals draw them. Only units that are scored come in, the same for all runs.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.counted import CountData, decision_columns, form_of, outcome_columns, summed
from jurybox.analysis.data import MeanData, Scores
from jurybox.analysis.ordered import AreaData, ConfidenceData
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.measures import Counts, Kind, Measure, Outcomes, Selections, TimedRun, Unit, measure
from jurybox.scoring import Scoreboard

if TYPE_CHECKING:
    from jurybox.scoring.tallies.confidence import ConfidenceTally

Positions = NDArray[np.int64]
Data = MeanData | CountData | AreaData | ConfidenceData

_UF, _SELECTED, _REJECTED = measure("UF"), measure("qa_accuracy"), measure("qa_rej_accuracy")
_SILENT = 2


@dataclass(frozen=True)
class Gathered:
    """What is drawn from: `units` are positions of answers, questions or series, `runs` of runs."""

    measure: Measure
    kind: Kind
    unit: Unit
    units: Positions
    runs: tuple[int, ...]
    names: tuple[str, ...]
    data: Data


def gather(
    board: Scoreboard, catalog: Catalog, measure: Measure, *, whole_questions: bool = False
) -> Gathered:
    """Return what every unit that is scored counts for the stored runs shown.

    Refused, with the reason, for a measure that scores nothing here, that is ordinal (MRRT), or that
    exists for whole runs only in a way that no choice of units can be scored by.
    """
    kind = board.kind_of(measure)
    runs = tuple(run for run in board.runs if run < len(catalog.runs))
    if kind is None:
        told = board.score(measure, runs[0]).reason if runs else "there is no run to score"
        raise Refused(f"{measure} scores nothing here: {told}.")
    if TimedRun in measure.accepts:
        raise Refused(f"{measure} only says which run is before which: it has no test, interval or study.")
    unit, units, data = _found(board, catalog, measure, kind, runs, whole=whole_questions)
    return Gathered(measure, kind, unit, units, runs, tuple(map(board.name_of, runs)), data)


@contextmanager
def told_as(what: str) -> Iterator[None]:
    """Turn what a computation refuses (ValueError) into a sentence for a person."""
    try:
        yield
    except ValueError as error:
        raise Refused(f"{what}: {error}. Nothing was changed.") from error


def _found(
    board: Scoreboard,
    catalog: Catalog,
    measure: Measure,
    kind: Kind,
    runs: tuple[int, ...],
    *,
    whole: bool,
) -> tuple[Unit, Positions, Data]:
    if kind == "validation" and Counts in measure.accepts:
        return _of_decisions(board, catalog, measure, runs, whole=whole)
    if kind == "validation" and Selections in measure.accepts:
        won, turned_down = board.unit_values(_SELECTED), board.unit_values(_REJECTED)
        columns = {"selected_right": won.values, "rejected_right": turned_down.values}
        return "question", won.units, CountData(measure, columns | {"questions": _ones(len(won.units))})
    if kind == "factoid" and Outcomes in measure.accepts:
        found = board.unit_values(_UF)
        outcomes = np.array([0, -1, 1])[found.values[:, : len(runs)].astype(np.int64) + 1]
        return "question", found.units, CountData(measure, outcome_columns(outcomes))
    if kind == "factoid" and measure.confidences is not None and measure.confidences.choices is not None:
        tally = cast("ConfidenceTally", board.tally(measure, kind))
        asked, right, confidence, place = tally.by_question()
        return "question", asked, ConfidenceData(right, confidence, place, measure)
    if kind not in measure.averaged:
        raise Refused(f"{measure} is no mean over units and has no counts, so it cannot be drawn from.")
    found = board.unit_values(measure)
    return found.unit, found.units, MeanData(found.values[:, : len(runs)])


def _of_decisions(
    board: Scoreboard, catalog: Catalog, measure: Measure, runs: tuple[int, ...], *, whole: bool
) -> tuple[Unit, Positions, Data]:
    decided = [board.decided(run) for run in runs]
    answers = decided[0][0] if decided else np.empty(0, dtype=np.int64)
    truth = board.truth[answers]
    questions, group = np.unique(catalog.answer_question[answers], return_inverse=True)
    units: Positions = questions.astype(np.int64) if whole else answers
    unit: Unit = "question" if whole else "answer"
    form = form_of(measure)
    if form.of_pairs:
        columns = scores_given(board, runs, answers)
        return unit, units, AreaData(truth, columns, group if whole else None, len(units), measure)
    needed = decision_columns(truth, said_of(decided, truth), form.columns)
    return unit, units, CountData(measure, summed(needed, group, len(units)) if whole else needed)


def said_of(
    decided: Sequence[tuple[Positions, NDArray[np.int8]]], truth: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return decisions by answer and run, from what the scoreboard says was decided rightly (`decided`)."""
    right = np.column_stack([row for _, row in decided]) if decided else np.empty((0, 0), dtype=np.int8)
    return np.where(right < 0, _SILENT, right != truth[:, None]).astype(np.int8)


def scores_given(board: Scoreboard, runs: Sequence[int], answers: Positions) -> Scores:
    """Return scores by answer and run: -infinity where a run gives none, NaN if it gives none at all."""
    columns = [board.scores(run) for run in runs]
    filled = [
        np.full(len(answers), np.nan)
        if one is None
        else np.where(np.isnan(one[answers]), -np.inf, one[answers])
        for one in columns
    ]
    return np.column_stack(filled) if filled else np.empty((0, 0))


def _ones(count: int) -> NDArray[np.int8]:
    return np.ones((count, 1), dtype=np.int8)
