"""All answers of a ranked question under one roof, and the question itself."""

import pytest
from judge_bench import Asked, Given, Open
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from sweeps import swept

from jurybox.collection.entries import Subject
from jurybox.collection.facts import Facts
from jurybox_gui.tables.answers_model import AnswerRole, ShownAnswer
from jurybox_gui.tables.queue_model import QueueRole

SOUP = Asked(
    "s1", "How long does soup keep?\nIt is lentil soup.", [Given(f"Answer {n}: {n} days") for n in range(7)], "ranked"
)
BREAD = Asked(
    "b1", "Why does bread rise?", [Given("Yeast."), Given("酵母のおかげです。"), Given("بسبب الخميرة")], "ranked"
)


def strip(made: object) -> list[ShownAnswer]:
    return list(made.desk.center.answers.rows)  # type: ignore[attr-defined]


def test_all_answers_are_near_with_their_labels(bench: Open) -> None:
    made = bench([SOUP])
    view, model = made.desk.center.strip, made.desk.center.answers
    assert view.isVisible()
    assert model.rowCount() == 7
    made.qtbot.waitUntil(lambda: not model.missing())
    assert view.delegate.cards
    assert {model.index(at).data(AnswerRole.TEXT) for at in range(7)} == {given.text for given in SOUP.answers}
    made.press("2", "3", "2")
    assert [one.label for one in strip(made)] == ["B", "C", "B", "", "", "", ""]
    assert [one.best for one in strip(made)] == [True, False, True, False, False, False, False]
    made.press("A")
    assert [one.best for one in strip(made)] == [False, False, False, True, False, False, False]
    assert [at for at, one in enumerate(strip(made)) if one.now] == [4]
    assert "Answer 5 of 7, 3 left" in made.desk.probe().said
    assert "among your best" in model.index(3).data()


def test_a_click_on_a_card_shows_its_answer(bench: Open) -> None:
    made = bench([SOUP])
    view = made.desk.center.strip
    sixth = strip(made)[5].answer
    spot = view.visualRect(made.desk.center.answers.index(5)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    made.settle()
    assert made.answer == sixth
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(2, view.height() - 1)
    )
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, spot)
    assert list(made.desk.queue_cursor.marked) == [sixth]


@pytest.mark.parametrize(
    ("count", "cards"), [(1, None), (7, True), (40, False), *swept([(2, True), (5, True), (6, True), (120, False)])]
)
def test_any_number_of_answers_fits(bench: Open, count: int, cards: bool | None) -> None:
    made = bench([Asked("q", "Which?", [Given(f"a {n}") for n in range(count)], "ranked")])
    view = made.desk.center.strip
    assert view.isVisible() == (count > 1)
    if cards is None:
        return
    assert view.delegate.cards == cards
    assert view.height() <= 150
    rects = [view.visualRect(made.desk.center.answers.index(at)) for at in range(count)]
    assert max(rect.right() for rect in rects) <= view.width() + 6
    if cards:
        assert all(view.viewport().rect().contains(rect.adjusted(0, 0, -6, -4)) for rect in rects)
    made.press("End")
    last = view.visualRect(made.desk.center.answers.index(count - 1))
    assert view.viewport().rect().contains(last.center())


def test_one_key_for_each_label(bench: Open) -> None:
    made = bench([SOUP])
    keys = {"1": "A", "Pad2": "B", "Pad3": "C", "A": "A", "B": "B", "C": "C", "4": "cannot-tell"}
    for count, (key, label) in enumerate(keys.items(), 1):
        answer = made.answer
        made.press(key)
        assert made.label(answer) == label
        assert len(made.session.ledger) == count


def test_the_question_itself_is_rated_by_keys_of_its_own(bench: Open) -> None:
    made = bench([SOUP, BREAD])
    question, answer = made.desk.queue_cursor.question, made.answer
    head, model = made.desk.center.head, made.desk.queue.model
    assert head.quality.isVisible()
    made.press("Shift+B")
    assert made.answer == answer
    assert made.label(answer) is None
    assert made.desk.queue_cursor.quality(question) == "B"
    assert [label for label, button in head.quality.buttons.items() if button.given] == ["B"]
    assert not model.index(0).data(QueueRole.GOOD)
    made.press("Shift+A")
    assert made.desk.queue_cursor.quality(question) == "A"
    assert model.index(0).data(QueueRole.GOOD)
    assert not model.index(1).data(QueueRole.GOOD)
    made.press("Right")
    assert not any(button.given for button in head.quality.buttons.values())
    made.press("Left", "Shift+Backspace")
    assert made.desk.queue_cursor.quality(question) == ""
    made.press("Ctrl+Z")
    assert made.desk.queue_cursor.quality(question) == "A"
    assert made.desk.queue_cursor.question == question
    assert head.quality.buttons["A"].given
    head.quality.buttons["A"].click()
    made.settle()
    assert made.desk.queue_cursor.quality(question) == ""


def test_undo_of_a_rating_shows_its_question(bench: Open) -> None:
    made = bench([SOUP, BREAD])
    question = made.desk.queue_cursor.question
    made.press("Shift+A", "Right")
    assert made.desk.queue_cursor.question != question
    made.press("Ctrl+Z")
    assert made.desk.queue_cursor.question == question
    assert made.session.content_in_force("judgment", made.session.assessor, Subject(question)).label is None


def test_only_ranked_questions_are_rated(bench: Open) -> None:
    made = bench()
    assert not made.desk.center.head.quality.isVisible()
    assert not made.desk.center.strip.isVisible()
    made.press("Shift+A", "Shift+Backspace")
    assert len(made.session.ledger) == 0


def test_a_held_or_early_key_rates_once(bench: Open) -> None:
    made = bench([SOUP])
    made.hit("Shift+C")
    for _ in range(4):
        made.hit("Shift+C", repeat=True)
    assert len(made.session.ledger) == 1
    made.hit("1")
    made.hit("Shift+A")
    assert len(made.session.ledger) == 2


def test_marked_answers_get_one_label_in_one_step(bench: Open) -> None:
    made = bench([SOUP])
    answers = [one.answer for one in strip(made)]
    made.press("L", "Down", "Down", "L")
    assert "2 marked" in made.desk.probe().heard
    assert [one.marked for one in strip(made)] == [True, False, True, False, False, False, False]
    made.press("C")
    assert [made.label(answer) for answer in answers[:4]] == ["C", None, "C", None]
    assert not made.desk.queue_cursor.marked
    assert len(made.session.ledger) == 2
    made.press("Ctrl+Z")
    assert {made.label(answer) for answer in answers} == {None}
    made.press("L", "Esc", "A")
    assert [made.label(answer) for answer in answers].count("A") == 1


def test_marks_stay_with_their_question(bench: Open) -> None:
    made = bench([SOUP, BREAD])
    made.press("L", "Right")
    assert not made.desk.queue_cursor.marked
    made.press("Left", "L", "L")
    assert not made.desk.queue_cursor.marked


def test_the_whole_question_opens_by_a_key(bench: Open) -> None:
    made = bench([Asked("q", "Why? " * 200, [Given("a"), Given("b")], "ranked")])
    head = made.desk.center.head
    before = head.title.height()
    made.press("Shift+Q")
    made.qtbot.waitUntil(lambda: head.title.height() > before)
    made.press("Shift+Q")
    assert head.more.text() == "Whole question"


def test_no_version_no_stamp(bench: Open) -> None:
    made = bench([SOUP])
    assert made.session.facts == Facts(name="Bridges and trams")
    made.press("1")
    assert len(made.session.ledger) == 1
