"""What holds at every judging desk: the setting *advance*, reasons, active time, pace, the queue by notes."""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards import list_collection, other_collection
from demo_file import demo_file
from generator import write_tables
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from sweeps import swept

from jurybox.changes import Changes
from jurybox.collection.file import create
from jurybox.commands.nuggets import AddNugget
from jurybox.formats.imports import import_into
from jurybox.judging.clock import ActiveClock
from jurybox.kinds import KINDS

Come = Callable[..., Person]
REASON = "The file is on a disk that cannot be written."


@pytest.fixture(params=["lists", *swept(["nuggets"])])
def at_board(request: pytest.FixtureRequest, come: Come, tmp_path: Path) -> Person:
    """Open a collection at one of the boards, with something to judge."""
    desk = request.param
    make = list_collection if desk == "lists" else other_collection
    person = come(make(tmp_path / f"{desk}.jury"), assessor="Ana")
    if desk == "nuggets":
        for at in range(3):
            person.session.execute(AddNugget(1, f"Nugget {at}", importance="vital"))
        person.settle()
    go(person, desk)
    return person


def go(person: Person, desk: str) -> None:
    """Go to the first question of the queue that is judged at a desk."""
    asked, queue = person.session.catalog.questions, person.window.desk_widget("judge").queue_cursor.queue
    kinds = [KINDS[asked[question].kind].desk for question in queue.questions.tolist()]
    person.program.bridge.goto(int(queue.answers[queue.enter(kinds.index(desk))]))
    person.settle()
    assert person.window.desk == desk


def key(person: Person) -> str:
    """Return a key that judges at the board one is at."""
    return "1" if person.window.desk == "lists" else "Y"


def where(person: Person) -> tuple[Any, Any]:
    """Return the answer and the nugget one is at."""
    return person.desk.here, person.desk.nugget


def pace(person: Person) -> tuple[tuple[str, str], ...]:
    """Return the three figures at the foot of the queue."""
    row = person.desk.queue.pace
    assert row.isVisible()
    found: tuple[tuple[str, str], ...] = row.figures
    return found


@pytest.mark.parametrize("advance", [True, False])
@pytest.mark.sweep
def test_a_judging_key_goes_on_as_the_settings_say(at_board: Person, advance: bool) -> None:
    person = at_board
    person.program.settings["advance"] = advance
    before = where(person)
    person.press(key(person))
    assert (where(person) != before) is advance


def test_reading_only_says_why_and_lets_nothing_in(at_board: Person) -> None:
    person, session = at_board, at_board.session
    person.wait(lambda: not session.saving.pending)
    entries = len(session.ledger)
    session.saver.status = replace(session.saving, read_only=REASON)
    person.program.bridge.changed.emit(Changes(frozenset(("saving",))), None)
    person.settle()
    assert REASON in person.desk.probe().said
    person.press(key(person), "N", "Ins", "Z")
    assert len(session.ledger) == entries
    session.saver.status = replace(session.saving, read_only=None)
    person.program.bridge.changed.emit(Changes(frozenset(("saving",))), None)
    person.settle()
    assert person.desk.middle.lasting is None
    person.press(key(person))
    assert len(session.ledger) == entries + 1


def test_a_click_matches_nothing_while_all_responses_are_read(come: Come, tmp_path: Path) -> None:
    person = come(other_collection(tmp_path / "o.jury"), assessor="Ana")
    person.session.execute(AddNugget(1, "Lit in 1890", importance="vital"))
    person.settle()
    go(person, "nuggets")
    board = person.desk.column.board
    box = board.visualRect(board.model().index(1, 0))
    spot = QPoint(box.right() - 20, box.center().y())
    person.press("Shift+T")
    entries = len(person.session.ledger)
    person.qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    person.settle()
    assert len(person.session.ledger) == entries  # which response would it be?
    person.press("Shift+T")
    person.qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert person.desk.work.matched(0, 0) == "yes"


def test_the_idle_limit_follows_the_settings(at_board: Person) -> None:
    person = at_board
    person.program.settings["idle_seconds"] = 20
    assert person.desk.queue_cursor.clock.idle == 20


def test_the_mouse_over_the_text_is_a_sign_of_life(at_board: Person) -> None:
    person, now = at_board, [0.0]
    person.desk.queue_cursor.clock = clock = ActiveClock(idle=20, now=lambda: now[0])
    clock.show(person.desk.here)
    text = person.desk.middle.page
    for step in range(4):
        now[0] += 15
        QTest.mouseMove(text, QPoint(20 + step, 20 + step))
        person.see()
    now[0] += 100
    assert clock.seconds(person.desk.here) == 4 * 15 + 20


def test_nobody_takes_the_time_of_another(at_board: Person) -> None:
    person = at_board
    clock, here = person.desk.queue_cursor.clock, person.desk.here
    person.wait(lambda: clock.seconds(here) > 0)
    person.session.sit("Ben")
    assert person.desk.queue_cursor.clock.seconds(here) < 0.5
    person.settle()


def test_nobody_takes_the_time_of_another_on_judge(come: Come, tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury"), assessor="Ana")
    go(person, "judge")
    clock, here = person.desk.queue_cursor.clock, person.desk.here
    person.wait(lambda: clock.seconds(here) > 0.5)
    person.session.sit("Ben")
    assert person.desk.queue_cursor.clock.seconds(here) < 0.5
    person.settle()


@pytest.mark.sweep
def test_the_pace_is_that_of_judge_also_after_opening_again(come: Come, tmp_path: Path) -> None:
    path = demo_file(tmp_path / "series.jury", "series")
    person = come(path)
    person.window.resize(1920, 1080)
    go(person, "lists")
    person.wait(lambda: pace(person)[0][0] != "")
    at_first = int(pace(person)[0][0])
    person.press("1", "1", "1")
    assert pace(person)[0] == (str(at_first + 3), "today")
    go(person, "judge")
    person.press("1")
    assert pace(person)[0] == (str(at_first + 4), "today")
    go(person, "nuggets")
    person.press("Shift+X")
    shown = pace(person)
    assert shown[0] == (str(at_first + 5), "today")
    go(person, "lists")
    assert pace(person) == shown
    go(person, "judge")
    assert pace(person)[0] == shown[0]
    person.close()
    again = come(path)
    again.window.resize(1920, 1080)
    for desk in ("judge", "lists", "nuggets"):
        go(again, desk)
        again.wait(lambda: pace(again)[0] == shown[0])


def test_the_queue_shows_answers_with_a_note(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    person.window.resize(1920, 1080)
    go(person, "lists")
    person.press("N")
    QTest.keyClicks(QApplication.focusWidget(), "A note")
    person.press("Return", "F")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(one for one in menu.actions() if one.text() == "With a note").trigger()
    menu.close()
    person.settle()
    queue = person.desk.queue.model.queue
    assert queue.questions[queue.rows].tolist() == [person.desk.question]


@pytest.mark.parametrize("size", [(960, 540), *swept([((1920, 1080),)])])
@pytest.mark.sweep
def test_a_board_leads_on_in_the_order_that_settles_most(come: Come, tmp_path: Path, size: tuple[int, int]) -> None:
    path = list_collection(tmp_path / "l.jury", answers=3)
    write_tables(tmp_path / "t", kind="validation", questions=30, runs=5, assessors=1, judged=0.5)
    (tmp_path / "t" / "assignments.csv").unlink()  # everybody judges everything
    import_into(path, [tmp_path / "t"])
    person = come(path, assessor="a1")
    person.window.resize(*size)
    go(person, "judge")
    judge = person.desk
    person.press("O")
    person.wait(lambda: person.program.bridge.next_best.found is not None)
    person.settle()
    go(person, "lists")
    said = "Most informative answers for F1 first (Carterette et al. 2006). O{}: plain order"
    assert judge.queue.order.text() == said.format("")
    if person.desk.queue.isVisible():
        assert said.format(" on Judge") in person.desk.probe().said
    person.press("4", "4", "4")
    person.settle()
    order = person.program.bridge.next_best.found.answers.tolist()
    person.press("Space")
    assert person.desk is judge
    assert judge.here == next(answer for answer in order if not judge.queue_cursor.said(answer))


@pytest.mark.parametrize(("desk", "kind"), [("lists", "list"), ("nuggets", "other")])
def test_a_long_question_leaves_room_and_is_shown_whole_on_request(
    come: Come, tmp_path: Path, desk: str, kind: Any
) -> None:
    write_tables(tmp_path / "tables", kind=kind, questions=1, answers_per_question=3, runs=2, assessors=1)
    questions = tmp_path / "tables" / "questions.csv"
    long = "Who built the bridge that everybody in the valley still speaks of, and who paid for it? " * 5
    rows = [*csv.reader(questions.read_text(encoding="utf-8").splitlines())]
    rows[1][2] = long.strip()
    with questions.open("w", encoding="utf-8", newline="") as page:
        csv.writer(page).writerows(rows)
    create(tmp_path / "long.jury")
    import_into(tmp_path / "long.jury", [tmp_path / "tables"])
    person = come(tmp_path / "long.jury", assessor="a1")
    go(person, desk)
    person.window.resize(960, 540)
    person.settle()
    title, more = person.desk.middle.title, person.desk.middle.more
    assert title.is_cut
    assert more.isVisible()
    assert title.height() >= title.heightForWidth(title.width()), "lines are cut"
    low = title.height()
    person.press("Shift+Q")
    assert not title.is_cut
    assert title.height() > low
    more.click()
    person.settle()
    assert title.is_cut
    assert title.height() == low
