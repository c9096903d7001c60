"""The list desk from the keyboard: labels, groups, suggestions, known instances, dragging, undo."""

from collections.abc import Callable
from pathlib import Path

import pytest
from boards import list_collection
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.commands import AddInstance, JoinGroups, SetFact, SetGroup
from jurybox.measures import measure
from jurybox_gui.desks.judging.lists.rows import LINE_HEIGHT
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.label_button import LabelButton
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def at_list(come: Come, tmp_path: Path) -> Callable[..., Person]:
    """Return a function that opens a collection at its list question."""

    def at_list(answers: int = 9) -> Person:
        person = come(list_collection(tmp_path / "l.jury", answers=answers), assessor="Ana")
        person.program.bridge.goto(0)  # type: ignore[union-attr]
        person.settle()
        assert person.window.desk == "lists"
        return person

    return at_list


def labels(person: Person) -> list[str]:
    return [one.label for one in person.desk.work.answers]


def sets(person: Person) -> list[int]:
    return [len(one.answers) for one in person.desk.work.instances]


def test_labels_go_on_to_the_next_open_answer(at_list: Callable[..., Person]) -> None:
    person = at_list()
    first = person.desk.work.answers[0].answer
    person.desk.show_answer(first)
    person.press("1", "W", "x", "3")
    assert labels(person)[:5] == ["correct", "incorrect", "inexact", "unsupported", ""]
    assert person.desk.answer == person.desk.work.answers[4].answer
    assert sets(person) == [1]
    person.press("Ctrl+Z")
    assert labels(person)[3] == ""
    assert person.desk.answer == person.desk.work.answers[3].answer
    person.press("Z", "Z")
    assert labels(person)[:4] == ["correct", "", "", ""]


def test_the_board_is_laid_out_as_judge_is(come: Come, tmp_path: Path) -> None:
    """Queue at the left, large labels under the marked text, answer set and marked runs at the right."""
    text = "The ferry calls at Harbor Bay 1 and, in summer, at Lantern Bay 1."
    person = come(list_collection(tmp_path / "l.jury", answers=6, support=text), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    desk = person.desk
    assert person.window.width() == 1280
    assert desk.queue.isVisible()
    buttons = {one.label: one for one in desk.middle.buttons if isinstance(one, LabelButton)}
    assert list(buttons) == ["correct", "inexact", "unsupported", "incorrect"]
    assert all(one.height() >= 58 for one in buttons.values())
    desk.show_answer(desk.work.answers[0].answer)
    person.settle()
    start = text.index("Harbor Bay 1")
    (found,) = desk.middle.pane.extraSelections()
    assert (found.cursor.selectionStart(), found.cursor.selectionEnd()) == (start, start + 12)
    assert found.format.background().color().name().upper() == theme().tokens.mark
    QTest.mouseClick(buttons["correct"], Qt.MouseButton.LeftButton)
    person.settle()
    assert labels(person)[0] == "correct"
    desk.show_answer(desk.work.answers[0].answer)
    person.settle()
    assert buttons["correct"].given
    left = [widget.mapTo(desk, QPoint()).x() for widget in (desk.queue, desk.middle, desk.set)]
    assert left == sorted(left)
    below = desk.set.view.mapTo(desk, QPoint(0, desk.set.view.height())).y()
    person.press("Ins")
    assert desk.set.field.mapTo(desk, QPoint()).y() - below < 60, "one writes right under the list"
    assert desk.runs.isVisible()
    person.press("Esc")
    person.window.resize(1920, 1080)
    person.settle()
    assert desk.middle.pane.width() <= 760, "text stays in the middle, as wide as one reads"
    person.window.resize(960, 540)
    person.settle()
    buttons = {one.label: one for one in desk.middle.buttons if isinstance(one, LabelButton)}
    assert max(one.height() for one in buttons.values()) < 50
    assert buttons["correct"].given
    box = desk.middle.pane.rect_of(start)
    assert 0 <= box.top() < box.bottom() <= desk.middle.pane.viewport().height(), "the mark is in sight"


@pytest.mark.sweep
def test_a_note_goes_to_an_answer_or_to_the_last_label(at_list: Callable[..., Person]) -> None:
    person = at_list()
    first, second = (one.answer for one in person.desk.work.answers[:2])
    person.desk.be_at(first)
    assert not person.window.registry.possible("lists.note_last")
    person.press("1")
    assert person.desk.answer == second
    person.press("Shift+N")
    assert person.desk.answer == first
    QTest.keyClicks(QApplication.focusWidget(), "an older spelling")
    person.press("Return")
    assert person.desk.answer == second
    assert person.session.content_of(first).note == "an older spelling"
    assert person.session.content_of(first).label == "correct"
    assert person.session.content_of(second).note is None
    person.press("2", "Shift+N", "x", "Esc")  # left without a word
    assert person.session.content_of(second).note is None
    assert labels(person)[:3] == ["correct", "inexact", ""]
    person.press("Up", "Up", "N")
    field = QApplication.focusWidget()
    assert (person.desk.answer, field.text()) == (first, "an older spelling")
    field.clear()
    person.press("Return", "Z", "Z", "Z", "Z")
    assert labels(person)[:2] == ["", ""]
    assert not person.window.registry.possible("lists.note_last")


def test_several_answers_get_one_label_and_one_instance(at_list: Callable[..., Person]) -> None:
    person = at_list()
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("Shift+Down", "Shift+Down", "1")
    assert labels(person)[:4] == ["correct", "correct", "correct", ""]
    assert sets(person) == [1, 1, 1]
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("L", "Down", "L", "Down", "P")
    assert sets(person) == [3]
    person.press("Shift+P")
    assert sets(person) == [2, 1]
    person.press("Ctrl+Z", "Ctrl+Z")
    assert sets(person) == [1, 1, 1]
    person.press("Ctrl+Z")
    assert sets(person) == []


def test_a_key_for_an_instance_says_that_none_is_chosen(at_list: Callable[..., Person]) -> None:
    person = at_list()
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("Shift+I")
    assert person.window.status.event_text == "The answer set has no instance to choose yet."
    person.press("1", "Shift+I")
    said = person.window.status.event_text
    assert said.startswith("Choose an instance of the answer set with Ctrl+")
    person.press("Ctrl+Right", "Shift+I")
    first, second = (one.answer for one in person.desk.work.answers[:2])
    assert set(person.desk.work.members(first)) >= {first, second}


def test_what_looks_alike_is_suggested_and_joined_by_one_key_only(at_list: Callable[..., Person]) -> None:
    person = at_list()
    work = person.desk.work
    answer = work.answers[0].answer
    person.desk.show_answer(answer)
    near = work.suggested(answer, person.desk.alike)
    assert len(near) == 2
    assert f"{len(near)} similar · A to group" in person.desk.probe().text
    assert not person.session.ledger.board.groups
    person.press("A")
    assert set(person.desk.work.members(answer)) == {answer, *near}
    assert person.desk.work.suggested(answer, person.desk.alike) == ()
    person.press("A")
    assert person.desk.middle.banner is not None
    assert "No similar answer. Mark equal answers with L, then press P." in person.desk.probe().words


def test_an_answer_with_the_text_of_a_known_instance_is_proposed_and_joined_by_one_key(
    at_list: Callable[..., Person],
) -> None:
    """Whatever its letters and spaces; until then it says so, and that the set may count it twice."""
    person = at_list()
    desk, answers = person.desk, [one.answer for one in person.desk.work.answers]
    text = person.session.texts.answer(answers[1]).text
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), f"  {text.swapcase()} ")
    person.press("Return")
    assert "an answer matches" in desk.probe().words
    desk.show_answer(answers[1])
    person.settle()
    assert "known instance: A adds it" in desk.probe().words
    person.press("1")
    assert desk.answer == answers[1], "one stays where something is proposed"
    assert "2 distinct, 1 possible duplicate" in desk.probe().said
    person.press("Up")
    assert "matches a known instance" in desk.probe().words
    person.press("Down", "A")
    assert [(one.text, one.answers[0]) for one in desk.work.instances] == [(text.swapcase(), answers[1])]
    assert "1 distinct" in desk.probe().said
    assert desk.answer != answers[1], "and goes on once it is joined"
    desk.show_answer(answers[1])
    person.settle()
    person.press("Shift+P")  # by hand it is another one after all
    assert desk.work.proposed == {answers[1]: desk.work.instances[-1].name}
    person.press("Z")
    assert not desk.work.proposed


def test_answers_judged_wrong_are_proposed_for_no_known_instance(at_list: Callable[..., Person]) -> None:
    person = at_list()
    answers = [one.answer for one in person.desk.work.answers]
    person.session.execute(AddInstance(0, person.session.texts.answer(answers[0]).text))
    person.settle()
    assert set(person.desk.work.proposed) >= {answers[0]}
    for answer in person.desk.work.proposed:
        person.desk.show_answer(answer)
        person.settle()
        person.press("W")
    assert not person.desk.work.proposed
    assert "not returned" in person.desk.probe().words


def test_groups_joined_with_a_known_instance_become_that_instance(at_list: Callable[..., Person]) -> None:
    person = at_list()
    first, second, third = (one.answer for one in person.desk.work.answers[:3])
    person.session.execute(AddInstance(0, "Elsewhere"))
    person.settle()
    (known,) = (one.name for one in person.desk.work.instances)
    person.session.execute(JoinGroups((first, second)))
    person.settle()
    person.session.execute(SetGroup((third,), known))
    person.settle()
    person.session.execute(JoinGroups((first, third)))
    person.settle()
    assert {one.group for one in person.desk.work.answers[:3]} == {known}


def test_known_instances_are_entered_met_and_taken_out(at_list: Callable[..., Person]) -> None:
    person = at_list()
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), "Oak Bay 9")
    person.press("Return")
    assert [(one.text, one.answers) for one in person.desk.work.instances] == [("Oak Bay 9", ())]
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("1")
    person.desk.show_answer(person.desk.work.answers[0].answer)
    assert sets(person) == [1, 0]
    person.press("Ctrl+Right", "Ctrl+Right", "Shift+I")
    assert [(one.text, len(one.answers)) for one in person.desk.work.instances] == [("Oak Bay 9", 1)]
    person.press("Ctrl+Z")
    person.press("Ctrl+Right", "Ctrl+Right", "Del")
    assert sets(person) == [1]
    assert person.desk.work.instances[0].text == ""


def test_dropping_answers_joins_them(at_list: Callable[..., Person]) -> None:
    person = at_list()
    model = person.desk.middle.view.lines
    data = model.mimeData([model.index(3)])
    copy = Qt.DropAction.CopyAction
    assert model.dropMimeData(data, copy, -1, -1, model.index(0))
    person.settle()
    first, fourth = (person.desk.work.answers[at].answer for at in (0, 3))
    assert set(person.desk.work.members(first)) == {first, fourth}
    person.desk.show_answer(first)
    person.press("1")
    target = person.desk.set.view.lines
    assert target.dropMimeData(model.mimeData([model.index(5)]), copy, -1, -1, target.index(0))
    person.settle()
    assert len(person.desk.work.members(first)) == 3


def test_runs_are_scored_once_the_question_is_complete(at_list: Callable[..., Person]) -> None:
    person = at_list(answers=6)
    assert "No score yet: 6 unsettled answers." in person.desk.probe().text
    for at in range(6):
        person.desk.show_answer(person.desk.work.answers[at].answer)
        person.press("1" if at < 4 else "4")
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    shown = {row.name: row.values for row in person.desk.runs.rows}
    for run in board.runs:
        wanted = [board.score(measure(name), run).value for name in ("IP", "IR", "F-list")]
        assert list(shown[board.name_of(run)]) == wanted
    assert sum(values[2] > 0 for values in shown.values()) > 0
    best = theme().run_style(person.desk.runs.rows[0].run).color
    assert person.desk.runs.grab().toImage().pixelColor(21, 76).name().upper() == best.upper()


def test_one_runs_list_is_read_alone_and_unnamed(at_list: Callable[..., Person]) -> None:
    person = at_list()
    counts = []
    for _ in range(4):
        counts.append(len(person.desk.shown_answers()))
        person.press("V")
    assert counts == [9, 3, 3, 3]
    assert not any(run in person.desk.middle.place.text() for run in ("one", "two", "three"))


def test_in_judging_mode_no_run_is_there(at_list: Callable[..., Person]) -> None:
    person = at_list()
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    assert person.window.desk == "lists"
    assert not person.desk.runs.isVisible()
    assert not {"one", "two", "three"} & {word.strip() for word in person.words()}


def test_questions_are_walked_with_the_same_arrows_as_on_judge(at_list: Callable[..., Person]) -> None:
    person = at_list()
    queue = person.window.desk_widget("judge").queue_cursor.queue
    other = "Right" if queue.row_of(queue.place_of(0)) == 0 else "Left"
    back = {"Right": "Left", "Left": "Right"}[other]
    person.press(other)
    assert person.window.desk == "judge"
    person.press(back)
    assert person.window.desk == "lists"


def test_an_instance_that_no_run_returned_has_room_for_its_name(at_list: Callable[..., Person]) -> None:
    person = at_list()
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), "Farman team")
    person.press("Return")
    words = person.desk.probe().words
    assert "Farman team" in words
    assert "not returned" in words


def test_in_a_low_window_rows_are_whole_and_waiting_runs_take_no_room(at_list: Callable[..., Person]) -> None:
    person = at_list(answers=30)
    person.window.resize(960, 540)
    person.settle()
    middle, runs = person.desk.middle, person.desk.runs
    assert middle.view.viewport().height() % LINE_HEIGHT == 0
    assert middle.view.viewport().height() >= 2 * LINE_HEIGHT
    assert runs.rows
    names = {row.name for row in runs.rows}
    assert not names & set(painted_words(runs)), "a name with three dashes says nothing"
    assert "No score yet: 30 unsettled answers." in person.desk.probe().said


def test_tab_comes_to_the_labels_right_after_the_text(come: Come, tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury", answers=6, support="A text."), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    person.desk.middle.pane.setFocus()
    reached = []
    for _ in range(4):
        person.press("Tab")
        reached.append(QApplication.focusWidget())
    assert reached == [one for one in person.desk.middle.buttons if isinstance(one, LabelButton)][:4]


def test_text_and_buttons_share_a_comfortable_width(come: Come, tmp_path: Path) -> None:
    text = "The ferry calls at Harbor Bay 1 and, in summer, at Lantern Bay 1. " * 8
    person = come(list_collection(tmp_path / "l.jury", answers=6, support=text), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.window.resize(1920, 1080)
    person.settle()
    middle = person.desk.middle
    least = max(640, middle.pane.measure)
    assert middle.width() > least + 100
    assert least - 20 <= middle.labels.width() <= least + 20
    assert middle.pane.width() <= middle.labels.width()
