"""Views of questions in groups: categories, series, how hard they are, which ones half the runs miss."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.hardness import by_group as count_thirds
from jurybox.analysis.hardness import shares_of_zero_medians, thirds, unit_means
from jurybox.errors import Refused
from jurybox.figures import boxes_by_series, hardness_by_category
from jurybox.figures.bars import HARDNESS
from jurybox.language import tr
from jurybox.measures import USUAL, measure
from jurybox.results.columns import Column, is_better
from jurybox.results.frame import COUNTED, make_frame
from jurybox.results.provenance import Behind
from jurybox.results.question_groups import QuestionGroups, by_group, categories_of, counts_of, series_of
from jurybox.results.views import ResultView, ViewRequest, by_question, highest_of, of_submitted
from jurybox.wording import count_of

ALL = "all"
_COUNTS = 2
"""The first column of hardness that counts a third."""


def categories(request: ViewRequest) -> ResultView:
    """Return the score of every run over the questions of each category, by the main measure."""
    return _matrix(request, categories_of(request), "categories")


def series(request: ViewRequest) -> ResultView:
    """Return the score of every run on each series, and their spread as boxes."""
    return _matrix(request, series_of(request), "series")


def _matrix(request: ViewRequest, groups: QuestionGroups, name: str) -> ResultView:
    """Return a table of groups by runs, best runs first, and the spread of each group."""
    prepared = request.tested
    values, found = by_group(request, prepared, groups), prepared.found
    if found is None:
        raise Refused(tr("{main} is not scored by question here. Choose another measure.", main=request.main))
    runs = [run for run in request.ranked() if run in found.runs]
    values = values[:, [found.runs.index(run) for run in runs]]
    kept = [at for at in range(len(groups.names)) if not np.isnan(values[at]).all()]
    if not kept:
        raise Refused(
            tr("No series has a score by {measure} yet.", measure=request.main)
            if groups.unit == "series"
            else tr("No category has a score by {measure} yet.", measure=request.main)
        )
    counts, note = counts_of(request, groups)
    head = (groups.unit, *COUNTED, *request.names(runs))
    first = len(head) - len(runs)
    rows = tuple((groups.names[at], *counts[at], *values[at].tolist()) for at in kept)
    notes = request.notes(
        note,
        tr(
            "{groups} with a score; runs in the order of {main} over all, the highest of a row is bold.",
            groups=count_of(len(kept), "series")
            if groups.unit == "series"
            else count_of(len(kept), "category", "categories"),
            main=request.main,
        ),
    )
    title = (
        tr("{measure} by series", measure=request.main)
        if groups.unit == "series"
        else tr("{measure} by category", measure=request.main)
    )
    frame = make_frame(name, title, head, rows, (0,), notes, rests=request.rests(runs=runs))
    some = [groups.names[at] for at in kept]
    figure = boxes_by_series(some, values[kept].T, str(request.main), unit=groups.unit) if kept else None
    across = {(at, first + place) for at, row in enumerate(rows) for place in highest_of(row[first:])}

    def find(row: int, column: int) -> Behind:
        return of_group(groups, kept[row], found.unit, runs[column - first] if column >= first else None)

    return ResultView(frame, figure, frozenset(across), find)


def of_group(groups: QuestionGroups, place: int, unit: str, run: int | None) -> Behind:
    """Return what is behind a run's score over a group: its questions, or the score of a series."""
    if unit == "series":
        return Behind(unit=place, run=run)
    return Behind(questions=groups.questions(place), run=run)


def hardness(request: ViewRequest) -> ResultView:
    """Return how many questions of each category are easy, medium and hard (Sakai 2010, Figures 2 to 5).

    All together where questions have no category.
    """
    found = of_submitted(request, by_question(request, request.board, request.main))
    third = thirds(unit_means(found.values * is_better(request.main)))
    names, group = _categories_or_all(request, found.units.tolist())
    counts = count_thirds(third, group, len(names))
    kept = [at for at in range(len(names)) if counts[at].sum()]
    rows = tuple(
        (names[at], int(counts[at].sum()), *counts[at].tolist(), *(counts[at] / counts[at].sum()).tolist())
        for at in kept
    )
    caption = tr(
        "Thirds of {questions} by their mean {main} over {runs}",
        questions=count_of(int(counts.sum()), "question"),
        main=request.main,
        runs=count_of(len(found.runs), "run"),
    )
    caption += f"{request.out}."
    head = ("category", "questions", *HARDNESS, *(f"{one}, share" for one in HARDNESS))
    title = tr("Easy, medium and hard questions by {main}", main=request.main)
    frame = make_frame(
        "hardness", title, head, rows, (0,), request.notes(caption), rests=request.rests(runs=found.runs)
    )
    figure = hardness_by_category({names[at]: counts[at].tolist() for at in kept}, str(request.main), caption=caption)

    def find(row: int, column: int) -> Behind:
        inside = (group == kept[row]) & (third >= 0)
        if column >= _COUNTS:
            inside &= third == (column - _COUNTS) % len(HARDNESS)
        return Behind(questions=frozenset(found.units[inside].tolist()))

    return ResultView(frame, figure, behind=find)


def _categories_or_all(request: ViewRequest, questions: list[int]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the names of categories and the place of each question's; one for all where there are none."""
    try:
        groups = categories_of(request)
    except Refused:
        return (ALL,), np.zeros(len(questions), dtype=np.int64)
    return groups.names, np.array([groups.of[at] for at in questions], dtype=np.int64)


def zero_medians(request: ViewRequest) -> ResultView:
    """Return the share of questions whose median over the runs is 0, by kind and category (Voorhees 3.1)."""
    rows: list[tuple[object, ...]] = []
    behind: list[frozenset[int]] = []
    shown: list[Column] = []
    for kind in request.board.kinds:
        one = request.main if request.board.kind_of(request.main) == kind else measure(USUAL[kind][0])
        try:
            found = of_submitted(request, by_question(request, request.board, one))
        except Refused:
            continue
        shown.append(Column(one, request.board))
        for name, inside in _by_category(request, kind, found.units.tolist()):
            chosen = found.values[inside]
            ((share, count),) = shares_of_zero_medians(chosen, np.zeros(len(chosen), dtype=np.int64), 1)
            rows.append((kind, name, str(one), count, share))
            behind.append(frozenset(found.units[inside].tolist()))
    if not rows:
        raise Refused(tr("{main} is not scored question by question here. Choose another measure.", main=request.main))
    caption = tr("Share of the questions that half of the runs, or more, score 0 on{out}.", out=request.out)
    head = ("kind", "category", "measure", "questions", "share with median 0")
    title = tr("Questions with a median of 0")
    rests = request.rests(shown, request.board.stored)
    frame = make_frame("zero-medians", title, head, tuple(rows), (0, 1, 2), request.notes(caption), rests=rests)

    def find(row: int, column: int) -> Behind:
        del column
        return Behind(questions=behind[row], measure=measure(str(rows[row][2])))

    return ResultView(frame, behind=find)


def _by_category(request: ViewRequest, kind: str, units: list[int]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Yield which of these questions are of a kind, all and then by category."""
    questions = request.catalog.questions
    of_kind = np.array([questions[at].kind == kind for at in units], dtype=np.bool_)
    of = [questions[at].category for at in units]
    yield ALL, of_kind
    for name in sorted({one for one, inside in zip(of, of_kind.tolist(), strict=True) if inside and one}):
        yield name, of_kind & np.array([one == name for one in of], dtype=np.bool_)
