"""Views of categories and series: rankings with marks, how hard questions are, medians of 0."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from demo_file import demo_file
from read_frame import read
from view_requests import Ask, request_of

from jurybox.analysis.standings import standings
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.results import views_of_rankings
from jurybox.results.views import ViewRequest
from jurybox.results.views_of_groups import categories, hardness, series, zero_medians
from jurybox.results.views_of_rankings import category_tables, series_tables
from jurybox.scoring.coverage import coverage

SWAPS = 200
FACTOID = {"kind": "factoid", "questions": 126, "runs": 4}


def groups(request: ViewRequest, unit: str) -> dict[str, frozenset[int]]:
    """Return the questions of each category or series."""
    found: dict[str, set[int]] = {}
    for at, question in enumerate(request.catalog.questions):
        if unit == "category":
            found.setdefault(question.category or "(none)", set()).add(at)
        elif question.series is not None:
            found.setdefault(request.catalog.series[question.series].name, set()).add(at)
    return {name: frozenset(some) for name, some in found.items()}


@pytest.mark.parametrize(
    ("names", "how", "unit"),
    [
        (("nG@1", "nDCG"), {"questions": 48, "correct": 0.3}, "category"),
        (("accuracy", "UF"), FACTOID, "series"),
        (("accuracy",), FACTOID, "category"),
        (("c@1",), FACTOID, "category"),
        (("CWS",), FACTOID, "series"),
        (("F1", "AUC"), {"kind": "validation", "questions": 60, "runs": 3}, "category"),
        (("AUC",), {"kind": "validation", "questions": 60, "runs": 3}, "category"),
    ],
)
@pytest.mark.sweep
def test_every_group_is_ranked_and_marked_as_if_it_were_alone(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], how: dict[str, Any], unit: str
) -> None:
    monkeypatch.setattr(views_of_rankings, "affordable_swaps", lambda *_: SWAPS)
    request = ask(*names, how=how, gold_columns=("GAW",) if "nG@1" in names else ())
    view = category_tables if unit == "category" else series_tables
    table = read(view(request).frame)
    every = groups(request, unit)
    other = request.frozen.board(Gold.parse("GAW")) if "nG@1" in names else None
    marks = []
    for name, some in {"all": None, **every}.items():
        block = [row for row in table.rows if row[0] == name]
        board = request.frozen.board()
        board.select(some)
        expected = standings(board, request.main, draws=SWAPS)
        scored = [one for one in expected if one.row.score.defined]
        if not scored:
            assert not block
            continue
        assert [row[2] for row in block] == pytest.approx([one.row.score.value for one in scored], abs=1e-12)
        assert {row[1]: row[3] for row in block} == {one.row.name: one.mark for one in expected}
        marks += [row[3] for row in block]
        least = min((coverage(board, request.main, run) for run in board.runs), key=lambda one: one.units)
        assert {row[-3:] for row in block} == {(least.units, least.pending, least.excluded)}
        if other is not None:
            other.select(some)
            told = {row[1]: row[table.head.index("nG@1 (GAW)")] for row in block}
            for one in expected:
                value = other.score(request.main, one.row.run).value
                assert told[one.row.name] == pytest.approx(value, abs=1e-12)
    assert any(marks), "a trivial collection"
    by_lot = request.main.base in {"c@1", "CWS", "AUC", "F"}
    assert ("randomization" in table.notes) == by_lot
    assert ("† and ‡" in table.notes) != by_lot


def test_scores_of_series_are_ranked_over_the_series_that_are_complete(tmp_path: Path) -> None:
    request = request_of(demo_file(tmp_path / "series.jury", "series"), "series", "accuracy")
    found = request.board.unit_values(request.main)
    assert 0 < len(found.units) < len(request.catalog.series)
    sheet = series_tables(request)
    table = read(sheet.frame)
    names = [request.catalog.series[at].name for at in found.units.tolist()]
    assert {row[0] for row in table.rows} == {"all", *names}
    told = {(row[0], row[1]): row for row in table.rows}
    for at, name in enumerate(names):
        for run in found.runs:
            row = told[name, request.board.name_of(run)]
            assert row[2] == found.values[at, found.runs.index(run)]
            assert row[-3:] == (1, 0, 0), "units, pending, excluded"
    whole = request.board.score(request.main, 0)
    assert {row[-3:] for row in table.rows if row[0] == "all"} == {tuple(whole)[2:]}
    ranking = standings(request.board, request.main, draws=50)
    assert {row[1]: row[3] for row in table.rows if row[0] == "all"} == {one.row.name: one.mark for one in ranking}
    below = sheet.behind(len(table.rows) - 1, 2)
    assert below is not None
    assert request.catalog.series[below.unit or 0].name == table.rows[-1][0]


def test_a_cell_of_a_group_leads_to_its_questions_and_run(ask: Ask) -> None:
    request = ask("nG@1", "nDCG", gold_columns=("Hit@1 under BA",))
    every = groups(request, "category")
    table = categories(request)
    for row, cells in enumerate(read(table.frame).rows):
        for column, run in enumerate(request.ranked(), start=4):
            below = table.behind(row, column)
            assert below is not None
            assert (below.questions, below.run) == (every[str(cells[0])], run)
            board = request.frozen.board()
            board.select(below.questions)
            assert board.score(request.main, run).value == pytest.approx(cells[column])
    rankings = category_tables(request)
    for row, cells in enumerate(read(rankings.frame).rows):
        below = rankings.behind(row, 5)
        assert below is not None
        assert (str(below.measure), below.gold) == ("Hit@1", "BA")
        assert below.questions == every.get(str(cells[0]))
        assert request.board.name_of(below.run or 0) == cells[1]


def test_thirds_are_of_all_questions_where_none_has_a_category(ask: Ask) -> None:
    request = ask("nG@1")
    known = read(hardness(request).frame)
    bare = tuple(_without_category(question) for question in request.catalog.questions)
    object.__setattr__(request.catalog, "questions", bare)
    table = read(hardness(request).frame)
    assert [row[0] for row in table.rows] == ["all"]
    assert table.rows[0][1:5] == tuple(sum(int(str(row[at])) for row in known.rows) for at in range(1, 5))
    means = np.nanmean(request.board.unit_values(request.main).values, axis=1)
    easy = hardness(request).behind(0, 2)
    hard = hardness(request).behind(0, 7)
    assert easy is not None
    assert hard is not None
    assert easy.questions
    assert hard.questions
    units = request.board.unit_values(request.main).units.tolist()
    value = dict(zip(units, means.tolist(), strict=True))
    assert min(value[at] for at in easy.questions) >= max(value[at] for at in hard.questions)
    with pytest.raises(Refused):
        categories(request)


def _without_category(question: Any) -> Any:
    from dataclasses import replace

    return replace(question, category=None)


def test_a_run_left_out_is_told_and_left_out(ask: Ask) -> None:
    for view in (hardness, zero_medians):
        assert "left out" not in read(view(ask("nG@1", run=2)).frame).notes
        assert "run-3 left out" in read(view(ask("nG@1", run=2, without=True)).frame).notes
    kept = ask("nG@1", run=2, without=True)
    values = kept.board.unit_values(kept.main).values[:, [0, 1, 3, 4]]
    share = float((np.median(values, axis=1) == 0).mean())
    assert read(zero_medians(kept).frame).rows[0][4] == share


def test_series_need_series(ask: Ask) -> None:
    for view in (series, series_tables):
        with pytest.raises(Refused, match="belongs to a series"):
            view(ask("nG@1"))
