"""A label that leaves an answer out says so; the end of the queue offers ways on; nothing while blind."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person, come, demo
from PySide6.QtCore import Qt
from sweeps import swept

from jurybox.collection.codes import LABEL_CODES
from jurybox.commands import SetFact
from jurybox_gui.widgets.probe import painted_words

__all__ = ["come", "demo"]

Come = Callable[..., Person]


def others(person: Person, answer: int) -> dict[str, int]:
    """Return what the other three judges of the demo said of an answer, by name."""
    session = person.session
    return {
        session.catalog.assessors[who].name: int(session.ledger.labels[who][answer])
        for who in session.facts.panel
        if who != session.assessor and session.ledger.labels[who][answer] > 0
    }


def key_for(person: Person, *, agreeing: bool) -> str:
    """Return the key that agrees, or not, with all who judged the answer at hand; if they differ, any."""
    said = set(others(person, person.desk.queue_cursor.answer).values())
    if len(said) == 1:
        return "1" if (LABEL_CODES["correct"] in said) == agreeing else "2"
    return "1"


def to_unanimous(person: Person) -> int:
    """Go to an open answer of one's own that all others called the same; return it."""
    queue = person.desk.queue_cursor.queue
    place = next(
        at
        for at in range(len(queue))
        if len(set(others(person, int(queue.answers[at])).values())) == 1 and not queue.codes[at]
    )
    person.desk.queue_cursor.go(place)
    person.settle()
    return int(queue.answers[place])


def differing_line(person: Person) -> str:
    """Return the line over the label buttons, as it is painted."""
    line = person.desk.center.bar.outcome
    return line.text() if line.isVisible() and line.text() in painted_words(person.window) else ""


@pytest.mark.parametrize("advance", [True, *swept([False])])
def test_a_label_that_differs_says_who_and_what_it_costs(come: Come, demo: Path, advance: bool) -> None:
    person = come(demo)
    person.program.settings["advance"] = advance
    answer = to_unanimous(person)
    names = list(others(person, answer))
    board = person.program.bridge.scoreboard
    before = board.left_out
    assert differing_line(person) == ""
    person.press(key_for(person, agreeing=False))
    assert person.program.bridge.scoreboard.left_out == before + 1
    line = differing_line(person)
    assert all(name in line for name in names)
    assert "left out until adjudicated" in line
    asked = person.session.catalog.questions[person.session.catalog.answer_question[answer]].name
    assert (asked in line) == advance  # it is about an answer that is not shown any more
    person.press("Z")
    assert differing_line(person) == ""
    person.press(key_for(person, agreeing=True))
    assert differing_line(person) == ""
    assert person.program.bridge.scoreboard.left_out == before


def test_nothing_is_shown_of_others_before_you_label_or_while_blind(come: Come, demo: Path) -> None:
    person = come(demo)
    to_unanimous(person)
    person.press(key_for(person, agreeing=False))
    assert differing_line(person)
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    assert differing_line(person) == ""
    person.press(key_for(person, agreeing=False), "Up")
    assert differing_line(person) == ""
    assert not any("iffer from" in word for word in person.words())


def finish(person: Person) -> None:
    """Label everything that is open, every second answer against the others."""
    queue = person.desk.queue_cursor.queue
    for turn in range(len(queue)):
        if queue.first_open() is None:
            break
        person.press(key_for(person, agreeing=turn % 2 == 0))
    assert queue.first_open() is None


def expected(person: Person) -> int:
    """Count with a loop where the person's label is not that of all who labeled the answer."""
    session, found = person.session, 0
    for answer in range(session.catalog.answer_count):
        mine = int(session.ledger.labels[session.assessor][answer])
        theirs = [code for code in others(person, answer).values() if code > 0]
        found += mine > 0 and any(code != mine for code in theirs)
    return found


@pytest.mark.sweep
def test_the_end_of_the_queue_offers_ways_on(come: Come) -> None:
    person = come()
    person.program.open_demo("validation")
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    finish(person)
    count = expected(person)
    assert count > 5
    buttons = {one.text(): one for one in person.desk.center.banner.buttons}
    assert list(buttons) == [f"See where you differ ({count})", "See the ranking", "Start over"]
    person.qtbot.mouseClick(buttons["See the ranking"], Qt.MouseButton.LeftButton)
    assert person.window.desk == "scores"
    person.press("Ctrl+1")
    person.qtbot.mouseClick(person.desk.center.banner.buttons[0], Qt.MouseButton.LeftButton)
    person.settle()
    assert person.window.desk == "disagreements"
    assert person.desk.tools.shown.one == person.session.assessor
    assert len(person.desk.view.list.disputes) == count
    person.press("Ctrl+1")
    first = person.session.path
    person.qtbot.mouseClick(person.desk.center.banner.buttons[2], Qt.MouseButton.LeftButton)
    person.wait(lambda: person.program.bridge is not None and person.session.path != first)
    person.settle()
    assert person.desk.queue_cursor.queue.first_open() is not None
    assert first.exists()


@pytest.mark.sweep
def test_the_end_of_the_queue_offers_the_same_in_a_low_window(come: Come) -> None:
    person = come()
    person.program.open_demo("validation")
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    finish(person)
    high = [one.text() for one in person.desk.center.banner.buttons]
    room = person.desk.center.banner.height()
    labels = [one.height() for one in person.desk.center.bar.buttons.values()]
    person.window.resize(960, 540)
    person.settle()
    banner = person.desk.center.banner
    assert [one.text() for one in banner.buttons] == high
    assert banner.height() < room
    inside = banner.rect()
    assert all(inside.contains(one.geometry()) and one.isVisible() for one in banner.buttons)
    lower = [one.height() for one in person.desk.center.bar.buttons.values()]
    assert min(lower) > 0.5 * max(labels)
    person.qtbot.mouseClick(banner.buttons[1], Qt.MouseButton.LeftButton)
    assert person.window.desk == "scores"
    person.press("Ctrl+1")
    person.window.resize(1280, 800)
    person.settle()
    assert person.desk.center.banner.height() == room


@pytest.mark.sweep
def test_the_end_of_the_queue_offers_nothing_while_blind(come: Come, demo: Path) -> None:
    person = come(demo)
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    finish(person)
    assert any(word.startswith("All ") for word in person.desk.probe().said)
    assert person.desk.center.banner.buttons == []


def test_the_note_says_which_answer_it_belongs_to(come: Come, demo: Path) -> None:
    person = come(demo)
    first = person.session.catalog.questions[person.desk.queue_cursor.question].name
    assert f"to {first}" in person.desk.center.bar.note.placeholderText()
    person.press("1")
    second = person.session.catalog.questions[person.desk.queue_cursor.question].name
    assert second != first
    assert f"to {second}" in person.desk.center.bar.note.placeholderText()
    person.press("Shift+N")
    assert f"to {first}" in person.desk.center.bar.note.placeholderText()
    assert f"to {first}" in person.desk.probe().heard


def test_a_note_to_an_answer_without_a_label_is_not_the_last_label(come: Come, demo: Path) -> None:
    person = come(demo)
    first = person.session.catalog.questions[person.desk.queue_cursor.question].name
    person.press("1", "N", "x", "Esc", "Shift+N")
    assert f"to {first}" in person.desk.probe().heard
