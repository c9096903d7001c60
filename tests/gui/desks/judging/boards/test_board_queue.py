"""The queue beside the boards: the same questions and counts as on Judge, by mouse and by keys."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from sweeps import swept

from jurybox.commands import Judge
from jurybox_gui.tables.queue_model import QueueRole

Come = Callable[..., Person]
LEFT = Qt.MouseButton.LeftButton
KINDS = {"lists": "list", "nuggets": "other", "judge": "factoid"}


def questions_of(person: Person, desk: str) -> list[int]:
    """Return the questions of the queue that are judged at a desk, in its order."""
    catalog = person.session.catalog
    asked = person.window.desk_widget("judge").queue_cursor.queue.questions.tolist()
    return [question for question in asked if catalog.questions[question].kind == KINDS[desk]]


def question_of(person: Person, desk: str) -> int:
    """Return the first question of the queue that is judged at a desk."""
    return questions_of(person, desk)[0]


def at_board(come: Come, path: Path, desk: str, size: tuple[int, int] = (1920, 1080)) -> Person:
    """Open the demo of series at a board."""
    person = come(demo_file(path / "series.jury", "series"))
    person.window.resize(*size)
    person.program.bridge.goto(int(person.session.catalog.answers_of(question_of(person, desk))[0]))
    person.settle()
    assert person.window.desk == desk
    return person


def shown(column: Any) -> tuple[str, list[Any]]:
    """Return how much is done, and every line with its labels; Judge puts answers that are alike together."""
    model = column.model
    lines = []
    for index in map(model.index, range(model.rowCount())):
        labels = sorted(index.data(QueueRole.LABELS) or ())
        lines.append((index.data(QueueRole.NAME), labels, index.data(QueueRole.DONE), index.data(QueueRole.HEADING)))
    return column.count.text(), lines


def click(person: Person, column: Any, question: int) -> None:
    """Click the line of a question."""
    queue = column.model.queue
    index = column.model.index(column.model.line_of(queue.row_of_question(question)))
    column.list.scrollTo(index)
    spot = column.list.visualRect(index).center()
    person.qtbot.mouseClick(column.list.viewport(), LEFT, pos=spot)
    person.settle()


@pytest.mark.parametrize("desk", ["lists", *swept(["nuggets"])])
@pytest.mark.sweep
def test_the_queue_is_that_of_judge_and_follows_labels(come: Come, tmp_path: Path, desk: str) -> None:
    person = at_board(come, tmp_path, desk)
    board, asked = person.desk, question_of(person, desk)
    column = board.queue
    assert column.isVisible()
    assert column.list.currentIndex().row() == column.model.line_of(column.model.queue.row_of_question(asked))
    for key in "111" if desk == "lists" else ("Shift+X", "Left", "Ctrl+Z", "Shift+X"):
        person.press(key)
    done = int(column.count.text().split()[0])
    assert done == column.model.queue.progress.done > 0
    click(person, column, question_of(person, "judge"))
    assert person.window.desk == "judge"
    judge = person.window.desk_widget("judge").queue
    assert shown(judge) == shown(column)
    person.press("1")  # the board is not seen meanwhile
    click(person, judge, asked)
    assert person.desk is board
    assert shown(judge)[0] != f"{done} of {len(column.model.queue)}"
    assert shown(column) == shown(judge)


@pytest.mark.parametrize("desk", ["nuggets", *swept(["lists"])])
def test_a_click_goes_to_a_question_of_any_kind(come: Come, tmp_path: Path, desk: str) -> None:
    person = at_board(come, tmp_path, desk)
    board, asked = person.desk, question_of(person, desk)
    for other in (*questions_of(person, desk)[1:], asked):
        click(person, board.queue, other)
        assert board.question == other
        line = board.queue.list.currentIndex().row()
        assert line == board.queue.model.line_of(board.queue.model.queue.row_of_question(other))
    click(person, board.queue, question_of(person, "judge"))
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.question == question_of(person, "judge")


def test_keys_fold_it_show_parts_and_search(come: Come, tmp_path: Path) -> None:
    person = at_board(come, tmp_path, "lists")
    column, before = person.desk.queue, len(person.session.ledger)
    person.press("Ctrl+B")
    assert column.isHidden()
    person.press("F")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert column.isVisible()
    assert any(one.text() == "With a note" for one in menu.actions())
    next(one for one in menu.actions() if one.text() == "Judged").trigger()
    menu.close()
    person.settle()
    assert column.empty.isVisible()
    assert "Press F to show others." in person.desk.probe().heard
    person.press("F")
    QApplication.activePopupWidget().actions()[0].trigger()
    QApplication.activePopupWidget().close()
    person.press("Ctrl+F")
    assert QApplication.focusWidget() is column.search
    QTest.keyClicks(column.search, "Krakatoa")
    person.press("Return")
    person.wait(lambda: column.part.text() == "Found")
    person.settle()
    series = {one.data() for at in range(column.model.rowCount()) if (one := column.model.index(at)).data()}
    assert any("Krakatoa" in line for line in series)
    assert not any("Suez" in line for line in series)
    assert len(person.session.ledger) == before


@pytest.mark.parametrize("desk", ["nuggets", *swept(["lists"])])
def test_in_a_narrow_window_it_takes_the_place_of_a_column(come: Come, tmp_path: Path, desk: str) -> None:
    person = at_board(come, tmp_path, desk, (960, 540))
    board = person.desk
    first = board.set if desk == "lists" else board.column
    column = board.queue
    assert column.isHidden()
    assert first.isVisible()
    person.press("Ctrl+B")
    assert column.isVisible()
    assert first.isHidden()
    assert person.window.width() == 960
    assert column.list.currentIndex().isValid()
    click(person, column, board.question)
    assert column.isHidden()
    assert first.isVisible()
    person.press("Ctrl+B", "Ins")  # writing needs the column
    assert QApplication.focusWidget() is first.field
    assert column.isHidden()
    person.press("Esc")
    person.window.resize(1600, 900)
    person.settle()
    assert column.isVisible()
    assert first.isVisible()


@pytest.mark.sweep
def test_judge_knows_that_answers_are_open_again_once_there_is_another_nugget(come: Come, tmp_path: Path) -> None:
    """What is said of a question as a whole counts at every desk at once, an undo at another desk too."""
    person = at_board(come, tmp_path, "nuggets")
    board, asked = person.desk, question_of(person, "nuggets")
    person.press("Shift+X")
    column, judge = board.queue, person.window.desk_widget("judge").queue
    matched = int(column.count.text().split()[0])
    assert matched > 0
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), "a nugget that nobody thought of")
    person.press("Return", "Esc")
    assert int(column.count.text().split()[0]) < matched
    click(person, column, question_of(person, "judge"))
    assert person.window.desk == "judge"
    assert shown(judge) == shown(column)
    row = judge.model.queue.row_of_question(asked)
    places = judge.model.queue.places_of(row)
    assert judge.model.queue.next_open(places.start - 1) in places, "Space leads to it"
    person.press("Ctrl+Z")
    person.program.bridge.goto(int(person.session.catalog.answers_of(asked)[0]))
    person.settle()
    assert person.window.desk == "nuggets"
    assert int(column.count.text().split()[0]) == matched
    assert judge.model.queue.progress == column.model.queue.progress


@pytest.mark.parametrize("desk", ["lists", *swept(["nuggets"])])
def test_what_the_queue_shows_depends_on_its_height_alone(come: Come, tmp_path: Path, desk: str) -> None:
    person = at_board(come, tmp_path, desk, (1920, 640))
    column, last = person.desk.queue, questions_of(person, desk)[-1]
    scrolled = column.list.verticalScrollBar()
    person.program.bridge.goto(int(person.session.catalog.answers_of(last)[0]))
    person.settle()
    low = scrolled.value()
    assert low > 0
    found = []
    for height in (1080, 640, 800, 640):
        person.window.resize(1920, height)
        person.settle()
        found.append(scrolled.value())
        assert column.list.viewport().rect().contains(column.list.visualRect(column.list.currentIndex()))
    assert found[1] == found[3] == low
    assert found[0] < found[2] < low
    scrolled.setValue(0)  # a person looks at other questions
    person.window.resize(1920, 700)
    person.settle()
    assert scrolled.value() == 0


def choose_part(person: Person, text: str) -> None:
    """Choose a part of the queue from its menu."""
    person.press("F")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(one for one in menu.actions() if one.text() == text).trigger()
    menu.close()
    person.settle()


@pytest.mark.parametrize("desk", ["nuggets", *swept(["lists"])])
@pytest.mark.sweep
def test_a_part_of_the_queue_that_is_chosen_at_one_desk_is_that_of_all(come: Come, tmp_path: Path, desk: str) -> None:
    """What comes next is the same wherever one is: otherwise a board would lead out of the part."""
    person = at_board(come, tmp_path, desk)
    board, asked = person.desk, question_of(person, desk)
    click(person, board.queue, question_of(person, "judge"))
    judge = person.desk
    assert person.window.desk == "judge"
    person.press("1")
    choose_part(person, "Judged")
    assert judge.queue_cursor.queue.filter.show == "judged"
    person.program.bridge.goto(int(person.session.catalog.answers_of(asked)[0]))
    person.settle()
    assert person.desk is board
    assert board.queue.model.queue.filter.show == "judged"
    assert board.queue.part.text() == judge.queue.part.text()
    choose_part(person, "All answers")
    assert judge.queue_cursor.queue.filter.show == "judged", "it is not seen meanwhile"
    click(person, board.queue, question_of(person, "judge"))
    assert person.desk is judge
    assert shown(judge.queue) == shown(board.queue)
    assert judge.queue_cursor.queue.filter.show == "all"


@pytest.mark.parametrize("desk", ["lists", *swept(["nuggets"])])
@pytest.mark.sweep
def test_what_is_found_at_one_desk_is_what_all_go_through(come: Come, tmp_path: Path, desk: str) -> None:
    """After a search on Judge, Space on a board leads to the next answer that was found."""
    person = at_board(come, tmp_path, desk)
    board, asked = person.desk, question_of(person, desk)
    click(person, board.queue, question_of(person, "judge"))
    judge = person.desk
    person.press("Ctrl+F")
    QTest.keyClicks(judge.queue.search, "Krakatoa")
    person.press("Return")
    person.wait(lambda: judge.queue.part.text() == "Found")
    person.settle()
    found = shown(judge.queue)[1]
    person.program.bridge.goto(int(person.session.catalog.answers_of(asked)[0]))
    person.settle()
    assert person.desk is board
    assert shown(board.queue)[1] == found
    assert (board.queue.part.text(), board.queue.search.text()) == ("Found", "Krakatoa")
    assert board.queue.search.isVisible()
    person.press("Ctrl+F", "Esc")
    assert board.queue.part.text() == "All answers"
    click(person, board.queue, question_of(person, "judge"))
    assert person.desk is judge
    assert judge.queue.part.text() == "All answers"
    assert not judge.queue.search.isVisible()
    assert shown(judge.queue) == shown(board.queue)


@pytest.mark.sweep
def test_notes_from_before_are_in_the_part_with_notes_at_a_desk_that_is_shown_first(come: Come, tmp_path: Path) -> None:
    path = demo_file(tmp_path / "series.jury", "series")
    person = come(path)
    session, queue = person.session, person.desk.queue_cursor.queue
    asked = question_of(person, "lists")
    answer = int(queue.answers[queue.places_of(queue.row_of_question(asked)).start])
    session.execute(Judge((answer,), "correct", note="spelled in two ways"))
    person.settle()
    person.close()
    person = come(path)
    choose_part(person, "With a note")
    person.program.bridge.goto(answer)
    person.settle()
    assert person.window.desk == "lists"
    shown_rows = person.desk.queue.model.queue.rows.tolist()
    assert shown_rows == [person.desk.queue.model.queue.row_of_question(asked)]
