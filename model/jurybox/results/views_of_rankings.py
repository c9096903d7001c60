"""One ranking for each category or series, with marks against the run below."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.standings import Standing, affordable_swaps, marks_notes, prepare_tests, with_marks
from jurybox.language import tr
from jurybox.results.columns import Column
from jurybox.results.frame import COUNTED, make_frame
from jurybox.results.provenance import Behind
from jurybox.results.question_groups import (
    QuestionGroups,
    by_group,
    categories_of,
    counts_of,
    groups_of_units,
    series_of,
)
from jurybox.results.views import ResultView, ViewRequest, best_of
from jurybox.results.views_of_groups import ALL, of_group
from jurybox.scoring import RunScore
from jurybox.scoring.ranking import ranked

Cells = NDArray[np.float64]

_NO_UNITS = np.empty(0, dtype=np.int64)
_MARK = 3
"""The column of marks; the other columns of scores follow it."""


def category_tables(request: ViewRequest) -> ResultView:
    """Return one ranking for each category below that of all questions, as Sakai 2010, Tables 5 to 20.

    Runs by the main measure, with marks against the run below; the other columns beside it.
    """
    return _rankings(request, categories_of(request))


def series_tables(request: ViewRequest) -> ResultView:
    """Return the same for each series."""
    return _rankings(request, series_of(request))


def _rankings(request: ViewRequest, groups: QuestionGroups) -> ResultView:
    by_group(request, request.tested, groups)  # says why, where the main measure has no scores of groups
    columns = request.columns
    found = [_grouped(request, one, groups) for one in columns]
    whole = request.rests()[0].least
    of_groups, differing = counts_of(request, groups)
    counts = [(whole.units, whole.pending, whole.excluded), *of_groups]
    rows: list[tuple[object, ...]] = []
    behind: list[tuple[int | None, int]] = []
    strong: frozenset[tuple[int, int]] = frozenset()
    tests: set[str] = set()
    swaps = affordable_swaps(request.tested, (len(groups.names) + 1) * max(1, len(request.board.runs) - 1))
    for at, standings in _standings(request, groups, found[0], [units for units, *_ in counts], swaps):
        title = groups.names[at] if at is not None else ALL
        block: list[tuple[object, ...]] = []
        for one in standings:
            place = request.board.runs.index(one.row.run)
            rest = (values[_line(at), place].item() for values in found[1:])
            block.append((title, one.row.name, one.row.score.value, one.mark, *rest, *counts[_line(at)]))
            behind.append((at, one.row.run))
        strong |= best_of(block, (2, *range(_MARK + 1, _MARK + len(columns))), len(rows))
        rows += block
        tests |= {one.test for one in standings} - {""}
    heads = [one.head for one in columns]
    head = (groups.unit, "run", heads[0], "", *heads[1:], *COUNTED)
    unit = "" if request.tested.found is None else request.tested.found.unit

    def find(row: int, column: int) -> Behind:
        at, run = behind[row]
        below = Behind(run=run) if at is None else of_group(groups, at, unit, run)
        one = columns[min(column - _MARK, len(columns) - 1)] if column > _MARK else columns[0]
        return Behind(questions=below.questions, unit=below.unit, run=run, measure=one.measure, gold=one.gold or None)

    title = (
        tr("Each series as a ranking by {main}", main=request.main)
        if groups.unit == "series"
        else tr("Each category as a ranking by {main}", main=request.main)
    )
    counted = tr("Units, pending and excluded are those of {heads}.", heads=heads[0])
    notes = request.notes(
        tr("The highest score of each column is bold."), *marks_notes(request.main, tests, swaps), counted, differing
    )
    rests = request.rests(columns)
    frame = make_frame(f"{groups.unit}-tables", title, head, tuple(rows), (0, 1, 3), notes, rests=rests, index=2)
    return ResultView(frame, None, strong, find)


def _line(at: int | None) -> int:
    """Return where the scores of a group are: after those of all questions."""
    return 0 if at is None else at + 1


def _grouped(request: ViewRequest, column: Column, groups: QuestionGroups) -> Cells:
    """Return a column over all questions and each group, by place of the run."""
    runs = column.board.runs
    values = np.full((len(groups.names) + 1, len(runs)), np.nan)
    values[0] = column.scores(runs)
    prepared = prepare_tests(column.board, column.measure)
    found = prepared.found
    if found is None or (found.unit == "series" and groups.unit != "series"):
        return values
    values[1:, [runs.index(run) for run in found.runs]] = by_group(request, prepared, groups)
    return values


def _standings(
    request: ViewRequest, groups: QuestionGroups, values: Cells, counts: list[int], swaps: int
) -> Iterator[tuple[int | None, tuple[Standing, ...]]]:
    """Yield the ranking of all questions (None) and of each group that has scores, with marks."""
    prepared, board = request.tested, request.board
    each, found = board.unit_values(request.main), prepared.found
    drawn = _NO_UNITS if found is None else groups_of_units(request, groups, found.unit, found.units)
    scored = groups_of_units(request, groups, each.unit, each.units)
    some: list[int | None] = [None]
    some += [at for at in range(len(groups.names)) if not np.isnan(values[at + 1]).all()]
    request.watch.expect(len(some))
    for at in some:
        cells = zip(board.runs, values[_line(at)].tolist(), strict=True)
        rows = ranked(
            request.main,
            [(run, board.name_of(run), RunScore(cell, "", counts[_line(at)], 0, 0)) for run, cell in cells],
        )
        inside = prepared.part(rows, _inside(drawn, at), _inside(scored, at))
        stop = request.watch.quiet()
        yield at, with_marks(inside, [Standing(row, None) for row in rows], swaps=swaps, watch=stop)
        request.watch.step(1)


def _inside(place: NDArray[np.int64], at: int | None) -> NDArray[np.bool_]:
    """Return which units are in a group, all for None."""
    return np.ones(len(place), dtype=np.bool_) if at is None else place == at
