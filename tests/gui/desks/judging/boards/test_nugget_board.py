"""The nugget board from the keyboard: nuggets written, voted, matched, split, merged, undone."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from boards import other_collection, response_text
from person import Person
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox.collection.entries import Subject
from jurybox.commands import SetFact
from jurybox.commands.nuggets import AddNugget, Vote
from jurybox.measures import measure
from jurybox_gui.desks.judging.nuggets import result_panel
from jurybox_gui.desks.judging.nuggets.response_row import ResponseRow
from jurybox_gui.desks.judging.nuggets.result_panel import scale_of
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def at_board(come: Come, tmp_path: Path) -> Callable[..., Person]:
    """Return a function that opens a collection at its Other question."""

    def at_board(responses: int = 4, nuggets: int = 0, **how: Any) -> Person:
        person = come(other_collection(tmp_path / "o.jury", responses=responses), assessor="Ana", **how)
        for at in range(nuggets):
            importance = "vital" if at % 3 == 0 else "okay"
            person.session.execute(AddNugget(1, f"Nugget {at}", importance=importance))
        person.settle()
        person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
        person.settle()
        assert person.window.desk == "nuggets"
        return person

    return at_board


def type_line(person: Person, text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)
    person.press("Return")


def rows(person: Person) -> list[tuple[str, str, int]]:
    return [(row.line.text, row.importance, row.matched) for row in person.desk.work.rows]


@pytest.mark.sweep
def test_nuggets_are_written_voted_on_and_matched(at_board: Callable[..., Person]) -> None:
    person = at_board()
    assert "Lantern  \u00b7  Other" in person.desk.probe().said
    person.press("Ins")
    type_line(person, "Lit in 1890")
    person.press("I")
    type_line(person, "Painted red")
    assert rows(person) == [("Lit in 1890", "", 0), ("Painted red", "", 0)]
    assert person.desk.current == 1
    person.press("Up", "V")
    assert rows(person)[0] == ("Lit in 1890", "vital", 0)
    person.press("Down", "V", "V")
    assert rows(person)[1][1] == "okay"
    person.press("Up", "Y", "X")
    assert [person.desk.work.matched(0, at) for at in (0, 1)] == ["yes", "no"]
    person.press("1", "1")
    assert person.desk.work.matched(0, 0) == "no"
    person.press("Ctrl+Z", "Z")
    assert person.desk.work.matched(0, 0) == "yes"
    person.press("Down", "Backspace", "N")
    assert "A note belongs to a match. Choose yes, partial or no first." in person.desk.probe().words
    person.press("Y")
    assert person.desk.middle.banner is None
    person.press("Space")
    assert person.desk.response == 1


def test_a_note_goes_to_the_last_match(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    assert not person.window.registry.possible("nuggets.note_last")
    person.press("Y")
    matched = person.desk.work.rows[0].line
    assert person.desk.current == 1
    person.press("Right", "Down")
    here = person.desk.response, person.desk.current
    person.press("Shift+N")
    assert (person.desk.response, person.desk.current) == (0, 0)
    assert matched.text in QApplication.focusWidget().accessibleName()
    type_line(person, "in the first sentence")
    assert (person.desk.response, person.desk.current) == here
    content = person.session.content_in_force(
        "match", person.session.assessor, Subject(1, person.desk.work.answers[0], matched.nugget)
    )
    assert (content.label, content.note) == ("yes", "in the first sentence")
    person.press("Shift+N", "Esc")
    assert (person.desk.response, person.desk.current) == here


def test_marked_words_become_a_nugget_and_the_quote_of_a_match(at_board: Callable[..., Person]) -> None:
    person = at_board()
    for _ in range(4):
        person.press("Shift+Right")
    marked = person.desk.middle.marked_text()
    assert response_text(0).startswith(marked)
    assert len(marked.split()) == 4
    person.press("Ins")
    assert QApplication.focusWidget() is person.desk.column.field
    person.press("Return")
    assert [row[0] for row in rows(person)] == [marked]
    person.press("1")
    in_force = person.session.content_in_force
    nugget = person.desk.work.rows[0].line.nugget
    match = in_force("match", person.session.assessor, Subject(1, person.desk.answer, nugget))
    assert (match.label, match.note) == ("yes", marked)
    assert person.desk.middle.pane._spans[0][:2] == (0, len(marked))


def test_the_scores_shown_are_those_of_the_measures(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=6)
    person.press("1", "3", "3")
    desk = person.desk
    counts = desk.work.counts(0, desk.response_length(0))
    assert (counts.vital, counts.okay, counts.vital_matched, counts.okay_partial) == (2, 4, 1, 1)
    result = desk.middle.results.result
    assert result.value == measure("F(3)").evaluate(counts).value
    assert result.allowance == 100
    assert counts.length == sum(not mark.isspace() for mark in response_text(0))
    person.press("B")
    assert desk.middle.results.result.name == "F1"
    assert desk.middle.results.result.value == measure("F(1)").evaluate(counts).value
    words = desk.probe().text
    assert "recall" in words
    assert "1 / 2" in words


def test_nuggets_are_edited_split_merged_and_deleted(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    person.press("1", "R")
    person.desk.column.field.clear()
    type_line(person, "Anew")
    assert [row[0] for row in rows(person)] == ["Anew", "Nugget 1", "Nugget 2"]
    assert person.desk.work.to_check(0, 0)
    person.press("L", "Down", "L")
    assert [row[0] for row in rows(person)] == ["Anew", "Nugget 2"]
    assert person.desk.work.matched(0, 0) == "yes"
    person.press("Shift+S")
    person.desk.column.field.clear()
    type_line(person, "Left | Right")
    assert {row[0] for row in rows(person)} == {"Left", "Right", "Nugget 2"}
    person.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert [row[0] for row in rows(person)] == ["Nugget 0", "Nugget 1", "Nugget 2"]
    person.press("Del")
    assert len(rows(person)) == 2


@pytest.mark.sweep
def test_a_draft_stays_over_a_restart(at_board: Callable[..., Person], come: Come) -> None:
    person = at_board()
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), "half a nug")
    person.press("Esc")
    assert not person.desk.column.writes
    person.press("Ins")
    assert "half a nug" in person.desk.probe().said
    path, settings = person.path, person.program.settings
    person.press("Esc")
    person.close()
    again = come(path, assessor="Ana")
    assert again.program.settings["drafts"] == settings["drafts"] != {}
    again.program.bridge.goto(int(again.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    again.settle()
    again.press("Ins")
    assert "half a nug" in again.desk.probe().said
    again.press("Return", "Ins")
    assert again.desk.column.field.text() == ""


def test_a_finished_board_hands_on_to_the_next_open_question(at_board: Callable[..., Person]) -> None:
    person = at_board(responses=3, nuggets=2)
    for at in range(3):
        assert (person.window.desk, person.desk.response) == ("nuggets", at)
        person.press("Shift+X")
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.question == 0
    assert person.window.rail.button("judge").isChecked()
    person.press("1")
    assert person.desk.queue_cursor.queue.progress.open == 0


def test_clicks_do_what_keys_do(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    board = person.desk.column.board
    index = board.board.index(board.board.at_place(2))
    box = board.visualRect(index)
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(board.viewport(), left, pos=QPoint(box.right() - 20, box.center().y()))
    person.settle()
    assert person.desk.work.matched(0, 2) == "yes"
    QTest.mouseClick(board.viewport(), left, pos=QPoint(box.left() + 60, box.center().y()))
    QTest.mouseClick(person.desk.middle.tiles, left, pos=QPoint(80, 15))
    person.settle()
    assert person.desk.response == 1


def test_all_responses_can_be_read_in_one_list(at_board: Callable[..., Person]) -> None:
    person = at_board(responses=3)
    person.press("Shift+T")
    assert all(response_text(at) in person.desk.middle.pane.stored_text for at in range(3))
    person.press("Y")
    assert not person.desk.work.codes.any()
    person.press("Shift+Right", "Shift+Right", "Ins", "Return", "Shift+T")
    assert len(rows(person)) == 1
    assert person.desk.middle.pane.stored_text == response_text(0)


def test_in_judging_mode_others_votes_and_names_are_not_there(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=1)
    person.session.sit("Ben")
    person.session.execute(AddNugget(1, "Hidden vote", importance="vital"))
    person.session.sit("Ana")
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    person.settle()
    assert person.window.desk == "nuggets"
    assert {row.line.text: row.importance for row in person.desk.work.rows} == {"Nugget 0": "vital", "Hidden vote": ""}
    assert not any("Ben" in word for word in person.words())


@pytest.mark.sweep
def test_the_history_and_the_votes_of_a_nugget_are_shown(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=1)
    person.press("V", "R")
    person.desk.column.field.clear()
    type_line(person, "Worded anew, in many more words than have room in a line of the narrow board " * 2)
    nugget = person.desk.work.rows[0].line.nugget
    person.session.sit("Ben")
    person.session.execute(Vote(nugget, "vital"))
    person.session.sit("Ana")
    person.settle()
    assert "votes: 1 vital, 1 okay" in person.desk.probe().heard
    person.press("H")
    banner = person.desk.middle.banner
    assert "History of this nugget" in person.desk.probe().said
    text = banner.aside.text()
    assert "wording “Worded anew, in" in text
    assert "Ben: voted vital" in text
    assert text.index("Ben: voted vital") < text.index("wording “Nugget 0”")
    for height in (800, 540):
        person.window.resize(960, height)
        person.settle()
        person.press("H")
        banner = person.desk.middle.banner
        assert banner.aside.height() >= banner.aside.heightForWidth(banner.aside.width()), "no line is cut"
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    person.press("H")
    assert "Ben" not in person.desk.probe().heard
    assert "Ben" not in person.desk.probe().heard


def quote(person: Person, words: int) -> str:
    """Mark the next words of the response, as with Shift and the arrow; return them."""
    for _ in range(words):
        person.press("Shift+Right")
    return str(person.desk.middle.marked_text())


def test_numbers_in_the_margin_tie_words_to_nuggets(at_board: Callable[..., Person]) -> None:
    """Each number stands at the line of its words, follows the list, and chooses its nugget on a click."""
    person = at_board(nuggets=3)
    desk, numbers = person.desk, person.desk.middle.numbers
    first = quote(person, 3)
    person.press("2")
    second = quote(person, 3)
    person.press("3")
    shown = [(one.number, one.solid, one.span.start) for one in numbers.quotes]
    text = response_text(0)
    assert shown == [("2", False, 0), ("3", False, text.index(second))]
    assert text.startswith(first)
    boxes = numbers.boxes()
    line = desk.middle.pane.rect_of(0)
    assert abs(boxes[0][0].center().y() - line.center().y()) <= 2
    assert boxes[1][0].top() >= boxes[0][0].bottom(), "two of one line stand below each other"
    QTest.mouseClick(numbers, Qt.MouseButton.LeftButton, pos=boxes[0][0].center().toPoint())
    person.settle()
    assert desk.current == 1
    assert {one.number: one.span.kind for one in numbers.quotes} == {"2": "current", "3": "mark"}
    person.press("Right")
    assert numbers.quotes == ()


def test_quoted_words_stay_marked_when_nuggets_are_merged(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    quote(person, 3)
    person.press("2")
    quote(person, 3)
    person.press("3", "L", "Up")
    assert person.desk.column.merging.isVisible()
    assert "keeps its wording" in person.desk.probe().heard
    person.press("L")
    assert not person.desk.column.merging.isVisible()
    assert [row[0] for row in rows(person)] == ["Nugget 0", "Nugget 2"]
    assert [one.number for one in person.desk.middle.numbers.quotes] == ["2", "2"]
    assert len(person.desk.middle.pane.extraSelections()) == 2


def test_the_panel_says_what_the_last_key_did_to_the_score(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    panel, f = person.desk.middle.results, measure("F(3)")
    assert panel.result.change is None
    before = panel.result.value
    person.press("1")
    counts = person.desk.work.counts(0, person.desk.response_length(0))
    change = panel.result.change
    assert (change.by, change.nugget) == (f.evaluate(counts).value - before, "1")
    assert change.by > 0
    assert any("up" in word.split() and "by nugget 1" in word for word in person.desk.probe().said)
    person.press("1")
    assert panel.result.change.by < 0
    person.press("1")
    assert panel.result.change is None, "partial and no are worth the same"
    person.press("1", "Right")
    assert panel.result.change is None, "another response"


@pytest.mark.sweep
def test_a_response_that_nobody_has_matched_has_no_score(at_board: Callable[..., Person]) -> None:
    person = at_board(nuggets=3)
    panel = person.desk.middle.results
    assert "not judged yet" in person.desk.probe().heard
    assert "3 open" in person.desk.probe().heard
    words = person.desk.probe().words
    assert ".000" not in words, "neither in the panel nor on the tile"
    assert "3 open" in words
    person.press("1")
    assert "2 open" in person.desk.probe().words, "the score rests on one nugget of three"
    person.press("2", "3")
    assert "open" not in panel.accessibleName()


def test_the_length_has_a_scale_in_round_steps() -> None:
    assert [scale_of(most) for most in (1, 54, 300, 756, 1040, 99_999)] == [
        (1, 1),
        (20, 60),
        (100, 300),
        (200, 800),
        (500, 1500),
        (20_000, 100_000),
    ]


@pytest.mark.parametrize("length", [9, 54, 756, 2069, 99_999])
def test_the_numbers_of_the_scale_never_touch(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    panel = result_panel.ResultPanel()
    qtbot.addWidget(panel)
    boxes: list[QRectF] = []

    def note(_painter: object, box: QRectF, text: str, *_look: object) -> None:
        if text[:1].isdigit():
            boxes.append(box)

    monkeypatch.setattr(result_panel, "paint_text", note)
    panel.show_result(result_panel.ResponseResult(length=length, allowance=None))
    for wide in range(320, 900, 20):
        panel.resize(wide, 98)
        boxes.clear()
        panel.grab()
        scale = [box for box in boxes if box.top() > 40 and box.right() < wide - 200]
        assert len(scale) >= 2
        assert all(after.left() - box.right() >= 4 for box, after in pairwise(scale))


def test_ticks_count_responses(at_board: Callable[..., Person]) -> None:
    """There is one tick for each response, and so many are filled as hold the nugget."""
    person = at_board(responses=3, nuggets=2)
    person.press("1")
    board, tokens = person.desk.column.board, theme().tokens
    box = board.visualRect(board.board.index(board.board.at_place(0)))
    image, middle = board.viewport().grab().toImage(), box.center().y()
    row = [image.pixelColor(x, middle).name().upper() for x in range(box.width() // 2, box.width())]
    ticks = [code for code, after in pairwise(row) if code != after]
    assert ticks.count(tokens.text2) == 1
    assert ticks.count(tokens.line2) == 2


def test_every_response_has_a_tile_or_dots_say_that_some_are_left_out(qtbot: QtBot) -> None:
    row = ResponseRow(lambda _n: 0.5)
    qtbot.addWidget(row)
    row.show()
    row.resize(700, 32)
    row.show_row(10, 0, lambda _n: False)
    assert row.shown == tuple(range(10))
    one = row.height()
    row.resize(480, row.height())
    assert row.shown == tuple(range(10)), "in two rows"
    assert row.height() == 2 * one
    row.set_low(low=True)
    assert row.shown == tuple(range(10)), "narrow ones in a low window"
    assert row.height() == one
    for current in range(200):
        row.show_row(200, current, lambda _n: False)
        assert {0, current, 199} <= set(row.shown)
        assert list(row.shown) == sorted(set(row.shown))
        assert "…" in painted_words(row)
    chosen: list[int] = []
    row.response_chosen.connect(chosen.append)
    row.show_row(200, 100, lambda _n: False)
    for x in range(2, row.width(), 3):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(x, 15))
    assert set(chosen) == set(row.shown)
