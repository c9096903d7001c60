"""Questions in groups, such as categories and series, and the scores of runs over each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.standings import ToTest
from jurybox.collection.catalog import NO_GROUP
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.results.views import ViewRequest
from jurybox.scoring.coverage import resting

COUNTED_NOTE = tr("Where runs differ, units, pending and excluded are those of the run with the fewest units.")


@dataclass(frozen=True, eq=False)
class QuestionGroups:
    """Groups of the questions that are selected; `of`: the group of a question, which may have none."""

    unit: Literal["category", "series"]
    names: tuple[str, ...]
    of: Mapping[int, int]

    @property
    def many(self) -> str:
        """The word for several of them."""
        return "series" if self.unit == "series" else "categories"

    def questions(self, place: int) -> frozenset[int]:
        """Return the questions of a group."""
        return frozenset(question for question, at in self.of.items() if at == place)


def categories_of(request: ViewRequest) -> QuestionGroups:
    """Return the categories, those without one last; Refused if no question has any."""
    found = {at: request.catalog.questions[at].category or NO_GROUP for at in _selected(request)}
    some = dict.fromkeys(found.values())
    names = (*sorted(name for name in some if name != NO_GROUP), *(n for n in some if n == NO_GROUP))
    if not names or names == (NO_GROUP,):
        raise Refused(tr("No question has a category."))
    place = {name: at for at, name in enumerate(names)}
    return QuestionGroups("category", names, {question: place[name] for question, name in found.items()})


def series_of(request: ViewRequest) -> QuestionGroups:
    """Return the series; Refused if the questions are in none."""
    known = request.catalog.series
    if not known:
        raise Refused(tr("No question of this collection belongs to a series."))
    found = {at: request.catalog.questions[at].series for at in _selected(request)}
    of = {question: place for question, place in found.items() if place is not None}
    return QuestionGroups("series", tuple(one.name for one in known), of)


def _selected(request: ViewRequest) -> list[int]:
    wanted = request.frozen.questions
    return list(range(len(request.catalog.questions))) if wanted is None else sorted(wanted)


def by_group(request: ViewRequest, prepared: ToTest, groups: QuestionGroups) -> NDArray[np.float64]:
    """Return the score of every run (columns) over the questions of each group, NaN where it is undefined.

    The measure is computed again over the questions of a group, and one of series is that of each. Refused
    for a measure of series by category, and for one that is of whole runs only.
    """
    found = prepared.found
    if found is None or (found.unit == "series" and groups.unit != "series"):
        raise Refused(tr("{measure} is not scored by question here. Choose another measure.", measure=prepared.measure))
    if found.unit == "series":
        values = np.full((len(groups.names), len(found.runs)), np.nan)
        values[found.units] = prepared.values
        return values
    weights = np.zeros((len(groups.names), found.data.units), dtype=np.int8)
    place = groups_of_units(request, groups, found.unit, found.units)
    inside = np.flatnonzero(place >= 0)
    weights[place[inside], inside] = 1
    request.watch.expect(1)
    return found.data.evaluate(weights)


def groups_of_units(
    request: ViewRequest, groups: QuestionGroups, unit: str, units: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the group of each unit (answer, question or series), -1 for one without."""
    if unit == "series":
        return units if groups.unit == "series" else np.full(len(units), -1)
    questions = request.catalog.answer_question[units] if unit == "answer" else units
    return np.array([groups.of.get(at, -1) for at in questions.tolist()], dtype=np.int64)


def counts_of(request: ViewRequest, groups: QuestionGroups) -> tuple[list[tuple[int, int, int]], str]:
    """Return how many units of each group are scored, pending and excluded, as `score --by` counts them.

    For the run with the fewest units, if runs differ; the second part then mentions it.
    """
    board, before = request.board, request.board.questions
    found, note = [], ""
    request.watch.expect(len(groups.names))
    try:
        for at in range(len(groups.names)):
            board.select(groups.questions(at))
            rests = resting(board, request.main, board.runs)
            least = rests.least
            note = COUNTED_NOTE if any(one.total and one != least for one in rests.each) else note
            found.append((least.units, least.pending, least.excluded))
            request.watch.step(1)
    finally:
        board.select(before)
    return found, note
