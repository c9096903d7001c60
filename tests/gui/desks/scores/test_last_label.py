"""The line over the table: what the last label said and moved; finding runs; choosers behind *More*."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person, painted_words
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.results.cells import score_text
from jurybox.scoring import RunScore
from jurybox_gui.desks.scores.last_label import moved_runs
from jurybox_gui.tables.score_rows import ScoreRow

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at the scores of the validation demo."""
    return come(demo_file(tmp_path / "d.jury"), desk="scores", assessor="visitor")


def standing(person: Person) -> dict[str, tuple[int | None, str]]:
    """Return rank and score of each run as the scoreboard has them."""
    board, one = person.desk.board, person.desk.choice.one
    return {row.name: (row.rank, score_text(row.score.value)) for row in board.standing(one)}


def test_a_label_given_on_judge_is_told_with_the_runs_it_moved_and_undone(person: Person) -> None:
    before = standing(person)
    line = person.desk.live.last_label
    assert line.undo.isHidden()
    person.press("Ctrl+1")
    asked = person.session.catalog.questions[person.desk.queue_cursor.question].name
    person.press("1", "Ctrl+2")
    person.settle()
    after = standing(person)
    assert after != before
    last = line.text.last
    assert last is not None
    assert last.said == f"{asked}: correct"
    assert {one.name for one in last.moved} == {name for name in after if after[name] != before[name]} | {
        one.name for one in last.moved if after[one.name][1] == before[one.name][1]
    }
    for one in last.moved:
        assert one.rank == (before[one.name][0], after[one.name][0])
        assert tuple(map(score_text, one.score)) == (before[one.name][1], after[one.name][1])
    turned = [one for one in last.moved if one.has_new_rank]
    assert turned, "the first label of the demo turns two runs"
    assert list(last.moved[: len(turned)]) == turned, "runs with another rank come first"
    words = " ".join(painted_words(line.text))
    assert f"{asked}: correct" in words
    assert f"{turned[0].rank[0]} to {turned[0].rank[1]}" in words
    QTest.mouseClick(line.undo, Qt.MouseButton.LeftButton)
    person.settle()
    assert standing(person) == before
    assert line.text.last.said == f"{asked}: undone"
    person.press("Right")
    assert line.text.last is None, "the line is about the measure that ranks"


def row(run: int, rank: int | None, value: float) -> ScoreRow:
    return ScoreRow(run, f"run {run}", rank, 0, False, (RunScore(value, "", 1, 0, 0),), None)


def test_moved_runs_are_sorted_by_how_far_they_went() -> None:
    before = [row(0, 1, 0.9), row(1, 2, 0.5), row(2, 3, 0.4), row(3, None, float("nan")), row(4, 5, 0.1)]
    after = [row(2, 1, 0.95), row(0, 2, 0.9), row(1, 3, 0.45), replace(before[3]), row(4, 5, 0.2)]
    moved = moved_runs(before, after, 0)
    assert [one.run for one in moved] == [2, 0, 1, 4]
    assert [one.in_words("F1") for one in moved] == [
        "3 to 1, F1 .400 to .950",
        "1 to 2, F1 .900",
        "2 to 3, F1 .500 to .450",
        "F1 .100 to .200",
    ]


@pytest.mark.sweep
def test_runs_are_found_by_name_and_esc_shows_all_again(person: Person) -> None:
    desk = person.desk
    names = [row.name for row in desk.live.view.table.rows]
    ranks = {row.name: row.rank for row in desk.live.view.table.rows}
    person.press("/")
    QTest.keyClicks(QApplication.focusWidget(), "tarn")
    person.settle()
    found = desk.live.view.table.rows
    assert [row.name for row in found] == [name for name in names if "tarn" in name] != names
    assert all(ranks[row.name] == row.rank for row in found), "ranks are those among all runs"
    assert f"2 of {len(names)} runs shown." in desk.live.legend.text()
    QTest.keyClicks(QApplication.focusWidget(), " nobody")
    person.settle()
    assert desk.live.view.table.rowCount() == 0
    assert "No run matches “tarn nobody”." in desk.live.legend.text()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    person.settle()
    assert [row.name for row in desk.live.view.table.rows] == names
    assert desk.live.view.hasFocus()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # lists, off screen
@pytest.mark.sweep
def test_choosers_are_behind_more_and_open_by_their_keys(person: Person) -> None:
    desk, view = person.desk, person.desk.live.view
    assert not desk.options.isVisible()
    QTest.mouseClick(desk.tools.more, Qt.MouseButton.LeftButton)
    assert desk.options.isVisible()
    QTest.mouseClick(desk.tools.more, Qt.MouseButton.LeftButton)
    assert not desk.options.isVisible()
    person.press("O")
    combo = desk.options.sort
    person.wait(lambda: combo.view().isVisible())
    QTest.keyClick(combo.view(), Qt.Key.Key_End)
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    person.settle()
    assert view.sort == ("pending", False)
    assert combo.currentText() == "pending"
    combo.activated.emit(combo.currentIndex())
    assert view.sort == ("pending", True)
    assert combo.currentText() == "pending, reversed"
    combo.setCurrentIndex(0)
    combo.activated.emit(0)
    assert view.sort is None
    desk.choice.toggle_gold_column("majority+strict")
    person.settle()
    assert desk.tools.more.accessibleName() == "More choices (1 set)"


def test_an_empty_page_offers_to_import_runs(come: Come, tmp_path: Path) -> None:

    person = come(small_collection(tmp_path / "s.jury", runs=()), desk="scores", assessor="Ana")
    words = painted_words(person.window)
    assert "No runs to score yet" in words
    (button,) = person.desk.empty.buttons
    assert button.isVisible()
    assert button.text() == "Import files…"


def test_no_line_is_drawn_where_no_difference_could_be_shown(come: Come, tmp_path: Path) -> None:
    """Four series are scored: whatever the scores, a corrected p-value cannot come below .05."""
    person = come(demo_file(tmp_path / "d.jury", "series"), desk="scores", assessor="visitor")
    person.wait(lambda: not person.desk.live.background.is_busy)
    assert not any(row.joined for row in person.desk.live.rows)
    assert "Too little is judged to show that runs differ." in person.desk.live.legend.text()
    assert "4 series cannot show a significant difference" in person.desk.live.notes


@pytest.mark.sweep
def test_equal_coverage_is_said_once_and_other_beside_its_column(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury", "series"), desk="scores", assessor="visitor")
    table = person.desk.live.view.table
    said = {column.id: table.coverage_in_head(at) for at, column in enumerate(table.columns)}
    assert said["main"] == "4 of 12"
    assert said["measure:accuracy"] == "29 of 54"
    person.close()
    person = come(demo_file(tmp_path / "v.jury"), desk="scores", assessor="visitor")
    table = person.desk.live.view.table
    said = {column.id: table.coverage_in_head(at) for at, column in enumerate(table.columns)}
    assert said["main"] == "962 of 1,022"
    assert not any(words for id_, words in said.items() if id_ != "main")
    recall, role = table.position("measure:recall"), Qt.ItemDataRole.ToolTipRole
    tip = table.headerData(recall, Qt.Orientation.Horizontal, role)
    assert "962 of 1,022" in str(tip)
