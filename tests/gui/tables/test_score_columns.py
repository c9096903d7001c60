"""Columns of the live table of Scores: one declaration is all that the table, its heads and its file need."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from read_frame import read
from small import small_collection

from jurybox.collection.state import State
from jurybox.measures import measure
from jurybox.results import opened, scoreboard
from jurybox.scoring import RunScore
from jurybox_gui.desks.scores.columns import column_widths
from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.tables.score_columns import Exported, ScoreColumn, score_columns, score_frame
from jurybox_gui.tables.score_rows import NO_BOUNDS, ScoreRow, read_rows, with_gold_scores

MEASURES = (measure("F1"), measure("accuracy"))
GOLD = "assessor:Ana+strict"
Rows = Callable[..., list[ScoreRow]]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    """Return a function that reads the rows of a small collection, with the measures that are ready."""
    said = ["correct" if answer % 3 else "incorrect" for answer in range(8)]
    labels = [(who, answer, label) for who in (0, 1) for answer, label in enumerate(said)]

    def rows(*, ready: tuple[str, ...] = ("F1", "accuracy"), gold_scores: bool = True) -> list[ScoreRow]:
        path = tmp_path / "s.jury"
        if not path.exists():
            small_collection(path, labels=labels)
        with opened(path) as state:
            return _read(state, ready, gold_scores=gold_scores)

    return rows


def _read(state: State, ready: tuple[str, ...], *, gold_scores: bool) -> list[ScoreRow]:
    board, names = scoreboard(state), [(run.name, False) for run in state.catalog.runs]
    found = read_rows(board, MEASURES, 0, names, ready, RunScore(float("nan"), "", 0, 0, 0))
    there = [(scoreboard(state, gold=GOLD), MEASURES[0])] if gold_scores else []
    return with_gold_scores(found, there, board, MEASURES[0], lambda _run: True)


def columns_of(rows: list[ScoreRow]) -> tuple[ScoreColumn, ...]:
    return score_columns(MEASURES, 0, (GOLD,), str, lambda _one, _run: NO_BOUNDS, lambda _: (0.0, 1.0), rows)


def test_a_made_up_column_needs_its_declaration_only(qapp: QApplication, qtbot: QtBot, rows: Rows) -> None:
    made_up = ScoreColumn(
        "letters",
        "letters of the name",
        lambda row: str(len(row.name)),
        lambda row: f"{len(row.name)} letters",
        tip="How long the name of the run is.",
        tone="count",
        exports=(Exported(lambda row: len(row.name)),),
    )
    found = rows()
    view = ScoreView()
    qtbot.addWidget(view)
    for place in range(len(columns_of(found)) + 1):
        usual = columns_of(found)
        columns = (*usual[:place], made_up, *usual[place:])
        view.show_rows(found, columns, 0, found[0].run)
        view.resize(1200, 300)
        with qtbot.waitExposed(view):
            view.show()
        view.grab()
        at = view.table.position("letters")
        assert at == place
        assert view.table.headerData(at, Qt.Orientation.Horizontal) == "letters of the name"
        tip = view.table.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert "How long the name" in str(tip)
        assert view.table.index(0, at).data() == str(len(found[0].name))
        assert view.table.words(view.table.index(0, at)) == f"{len(found[0].name)} letters"
        widths = column_widths(view.table, 1200)
        assert widths[at] > widths[view.table.position("move")]
        assert sum(widths) == max(1200, sum(column_widths(view.table, 0)))
        table = read(score_frame(columns, found, ()))
        assert table.head[0] == "run"
        assert [row[table.head.index("letters of the name")] for row in table.rows] == [len(row.name) for row in found]


def test_columns_are_equal_where_they_show_the_same(rows: Rows) -> None:
    found = rows()
    assert columns_of(found) == columns_of(found)
    other = score_columns(MEASURES, 1, (GOLD,), str, lambda _one, _run: NO_BOUNDS, lambda _: (0.0, 1.0), found)
    assert other != columns_of(found)
    renamed = score_columns(
        MEASURES, 0, (GOLD,), lambda _: "Anna", lambda _one, _run: NO_BOUNDS, lambda _: (0.0, 1.0), found
    )
    assert renamed != columns_of(found)


def test_a_table_is_exported_before_all_of_it_is_computed(rows: Rows) -> None:
    found = rows(ready=("F1",), gold_scores=False)
    table = read(score_frame(columns_of(found), found, ("A note.",)))
    assert table.rows
    for row in table.rows:
        cells = dict(zip(table.head, row, strict=True))
        assert cells[f"F1 ({GOLD})"] is None
        assert cells[f"rank change under {GOLD}"] is None
        assert cells["interval from"] is None
    complete = rows()
    table = read(score_frame(columns_of(complete), complete, ()))
    cells = {row[0]: dict(zip(table.head, row, strict=True)) for row in table.rows}
    for each in complete:
        assert cells[each.name][f"F1 ({GOLD})"] == each.gold_scores[0].score.value
        assert cells[each.name][f"rank change under {GOLD}"] == each.gold_scores[0].rose
        assert cells[each.name]["accuracy"] == each.scores[1].value


def test_a_file_has_every_column_but_lines_places_moved_and_pending_units(rows: Rows) -> None:
    found = rows()
    columns = columns_of(found)
    assert {column.id for column in columns if not column.exports} == {"joined", "move", "pending"}
    table = read(score_frame(columns, found, ()))
    assert [row[table.head.index("silent")] for row in table.rows] == [row.silent for row in found]


def test_only_submitted_runs_are_without_brackets(rows: Rows) -> None:
    found = rows()
    people = [replace(found[0], is_person=True), *found[1:]]
    assert [row[0] for row in read(score_frame(columns_of(people), people, ())).rows] == [
        f"({found[0].name})",
        *(row.name for row in found[1:]),
    ]
