"""Labels, states and notes, given by keys and clicks as an assessor gives them."""

import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from judge_bench import Asked, Given, Open, say_twice, write_collection
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from sweeps import swept

from jurybox.changes import Changes
from jurybox.commands import Judge
from jurybox.judging.clock import ActiveClock


def test_a_digit_labels_and_the_next_open_answer_is_shown(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    assert made.label(first) == "correct"
    assert made.answer != first
    assert made.given() == ""
    assert "1 of 6" in made.desk.probe().said
    second = made.answer
    made.press("2")
    assert made.label(second) == "incorrect"
    third = made.answer
    made.press("3")
    assert made.label(third) == "cannot-tell"


def test_cannot_tell_is_shown_as_given_on_the_button_that_is_seen(bench: Open) -> None:
    made = bench()
    bar = made.desk.center.bar
    made.press("3", "H")
    assert made.label(made.answer) == "cannot-tell"
    button = bar.buttons["cannot-tell"]
    assert button.isVisible()
    assert button.given
    bar.set_pending(pending=True)
    assert bar.mark.isVisible()
    assert button.geometry().intersects(bar.mark.geometry())
    bar.set_pending(pending=False)
    assert not bar.mark.isVisible()
    made.press("1", "H")
    assert not button.given


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("Pad1", "correct"),
        ("C", "correct"),
        ("K", "cannot-tell"),
        *swept([("I", "incorrect"), ("D", "deferred"), ("S", "skipped"), ("J", "junk")]),
    ],
)
def test_every_printed_key_says_what_it_prints(bench: Open, key: str, label: str) -> None:
    made = bench()
    first = made.answer
    made.press(key)
    assert made.label(first) == label
    assert made.answer != first
    made.press("Up")
    made.desk.show_answer(first)
    made.settle()
    assert made.given() == label


def test_keys_of_other_schemes_do_nothing(bench: Open) -> None:
    made = bench()
    made.press("4", "5", "9", "A", "B", "X", "R", "U", "W", "P")
    assert len(made.session.ledger) == 0


def test_clearing_stays_where_one_is(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    made.desk.show_answer(first)
    made.settle()
    assert made.given() == "correct"
    made.press("Backspace")
    assert made.answer == first
    assert made.given() == ""
    assert made.label(first) is None
    assert "0 of 6" in made.desk.probe().said


def test_without_going_on_the_label_stays_in_view(bench: Open) -> None:
    made = bench()
    made.settings["advance"] = False
    first = made.answer
    made.press("2")
    assert made.answer == first
    assert made.given() == "incorrect"
    made.press("1")
    assert made.given() == "correct"


def test_a_held_key_labels_once(bench: Open) -> None:
    made = bench()
    made.hit("1")
    made.settle()
    for _ in range(5):
        made.hit("1", repeat=True)
        made.settle()
    assert len(made.session.ledger) == 1


def test_a_key_before_the_answer_is_painted_is_no_label(bench: Open) -> None:
    made = bench()
    made.hit("1")
    made.hit("1")
    assert len(made.session.ledger) == 1
    made.settle()
    made.hit("1")
    assert len(made.session.ledger) == 2


def test_a_key_stamped_before_the_painting_is_no_label(bench: Open) -> None:
    made = bench()
    made.settings["new_answer_ms"] = 0
    now = time.monotonic_ns() // 1_000_000
    made.hit("1", stamp=now)
    made.settle()
    assert len(made.session.ledger) == 1
    made.hit("1", stamp=now)
    assert len(made.session.ledger) == 1
    made.hit("1", stamp=time.monotonic_ns() // 1_000_000 + 1)
    assert len(made.session.ledger) == 2


def test_a_click_labels_and_leaves_the_keyboard_to_the_desk(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.click(made.desk.center.bar.buttons["incorrect"])
    made.settle()
    assert made.label(first) == "incorrect"
    assert QApplication.focusWidget() is made.desk
    second = made.answer
    made.click(made.desk.center.bar.states["junk"])
    assert made.label(second) == "junk"


def test_undo_and_redo_show_the_answer_they_are_about(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    second = made.answer
    made.press("2", "Right", "Right")
    made.press("Z")
    assert (made.answer, made.given(), made.label(second)) == (second, "", None)
    made.press("Ctrl+Z")
    assert (made.answer, made.given(), made.label(first)) == (first, "", None)
    made.press("Ctrl+Y")
    assert (made.answer, made.given()) == (first, "correct")
    made.press("Ctrl+Y")
    assert (made.answer, made.given()) == (second, "incorrect")


def test_undo_reaches_over_a_restart(bench: Open, tmp_path: Path) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    made.session.flush()
    made.close()
    again = bench(path=tmp_path / "judge.jury")
    assert again.answer != first
    again.press("Z")
    assert again.answer == first
    assert again.given() == ""


def test_active_seconds_go_with_the_label(bench: Open) -> None:
    made = bench()
    now = [100.0]
    made.desk.queue_cursor.clock = ActiveClock(idle=60, now=lambda: now[0])
    made.press("Down", "Up")
    first = made.answer
    now[0] += 7.25
    made.press("1")
    assert made.session.content_of(first).seconds == 7.25
    second = made.answer
    now[0] += 5000
    made.press("2")
    assert made.session.content_of(second).seconds == 60


def test_a_note_is_typed_saved_and_left(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.desk.center.bar.draft.setInterval(20)
    made.press("N")
    assert QApplication.focusWidget() is made.desk.center.bar.note
    made.type_text("1 cut off, 2 pages")
    made.qtbot.waitUntil(lambda: made.session.content_of(first).note == "1 cut off, 2 pages")
    assert made.label(first) is None
    made.press("Esc")
    assert QApplication.focusWidget() is made.desk
    made.press("1")
    assert made.session.content_of(first).note == "1 cut off, 2 pages"
    assert made.label(first) == "correct"
    assert made.desk.center.bar.note.text() == ""
    made.desk.show_answer(first)
    made.settle()
    assert "1 cut off, 2 pages" in made.desk.probe().said


def test_a_note_being_typed_is_saved_when_one_moves_on_or_closes(bench: Open, tmp_path: Path) -> None:
    made = bench()
    first = made.answer
    made.press("N")
    made.type_text("left with Enter")
    made.press("Enter")
    assert made.session.content_of(first).note == "left with Enter"
    made.press("Down")
    second = made.answer
    made.press("N")
    made.type_text("window closed")
    made.window.close()
    assert made.session.content_of(second).note == "window closed"
    made.close()
    again = bench(path=tmp_path / "judge.jury")
    again.desk.show_answer(second)
    again.settle()
    again.qtbot.waitUntil(lambda: again.desk.center.bar.note.text() == "window closed")


def test_an_undone_note_leaves_the_field(bench: Open) -> None:
    made = bench()
    made.press("N")
    made.type_text("no")
    made.press("Enter", "Z")
    assert made.desk.center.bar.note.text() == ""


def test_two_labels_of_one_answer_are_shown_and_settled(bench: Open, tmp_path: Path) -> None:
    path = write_collection(tmp_path / "merged.jury", [Asked("q1", "Who?", [Given("Ann", "Ann did.")])])
    with closing(sqlite3.connect(path)) as db:
        before = db.execute("SELECT count(*) FROM entry").fetchone()[0]
    say_twice(path, 0, 0, 0, ("correct", "incorrect"))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone()[0] == before + 2
    made = bench(path=path)
    text = made.desk.probe().heard
    assert "two labels" in text
    assert "Correct" in text
    assert "Incorrect" in text
    made.press("2")
    assert made.label(0) == "incorrect"
    assert "two labels" not in made.desk.probe().heard


def test_reading_only_says_why_and_lets_no_label_in(bench: Open) -> None:
    made = bench()
    session = made.session
    session.saver.status = replace(session.saving, read_only="The file is on a disk that cannot be written.")
    made.bridge.changed.emit(Changes(frozenset(("saving",))), None)
    made.settle()
    assert "The file is on a disk that cannot be written." in made.desk.probe().said
    assert not any(button.isEnabled() for button in made.desk.center.bar.buttons.values())
    made.press("1", "D", "N", "Down")
    assert len(session.ledger) == 0
    session.saver.status = replace(session.saving, read_only=None)
    made.bridge.changed.emit(Changes(frozenset(("saving",))), None)
    made.settle()
    assert "cannot be written" not in made.desk.probe().heard
    assert all(button.isEnabled() for button in made.desk.center.bar.buttons.values())
    made.press("1")
    assert len(session.ledger) == 1


def test_a_label_the_disk_is_slow_with_is_marked(bench: Open, tmp_path: Path) -> None:
    made = bench()
    made.settings["advance"] = False
    mark = made.desk.center.bar.mark
    with closing(sqlite3.connect(tmp_path / "judge.jury", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        made.hit("1")
        assert made.given() == "correct"
        assert not mark.isVisible()
        made.qtbot.waitUntil(mark.isVisible)
        assert [past.late for past in made.desk.panels.history.rows] == [True]
        other.execute("ROLLBACK")
    made.qtbot.waitUntil(lambda: not mark.isVisible())
    made.qtbot.waitUntil(lambda: not made.desk.panels.history.rows[0].late)


def test_what_another_desk_says_is_shown_here(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.session.execute(Judge((first,), "incorrect"), initiator="another desk")
    made.settle()
    assert made.answer == first
    assert made.given() == "incorrect"
    assert "1 of 6" in made.desk.probe().said


def test_when_all_is_done_it_says_so(bench: Open) -> None:
    made = bench()
    made.press("D", "1", "1", "1", "1", "1")
    assert "deferred" in made.desk.center.banner.sentence.text()
    made.press("Space", "2")
    assert "All 6 answers are done." in made.desk.probe().said
    assert made.given() == "incorrect"


@pytest.mark.parametrize("leave", ["Return", "Escape"])
def test_a_note_on_the_last_label_goes_to_that_answer_and_comes_back(bench: Open, leave: str) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    second = made.answer
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert made.answer == first
    note = made.desk.center.bar.note
    assert QApplication.focusWidget() is note
    QTest.keyClicks(note, "1 sure")
    QTest.keyClick(note, Qt.Key[f"Key_{leave}"])
    made.settle()
    assert made.answer == second
    assert made.session.content_of(first).note == "1 sure"
    assert made.session.content_of(second).note is None
    made.press("2")
    assert made.label(second) == "incorrect"
