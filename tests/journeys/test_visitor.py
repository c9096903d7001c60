"""The demonstrator's three minutes and the assessor's hour: judge, undo, redo, close, come back."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from person import Person, labels_in, scores_in, scores_of
from sweeps import swept

from jurybox.collection.check import check
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
WORDS = {"1": "correct", "2": "incorrect"}
KEYS = ["1", "2", "2", "1", "1", "2", "1", "2", "2", "2", "1", "1", "2", "1", "2", "1", "2", "2", "1", "2"]


def everything_agrees(person: Person, wanted: dict[int, str]) -> None:
    """The window, the session, the file and a full recount say the same."""
    bridge, path = person.program.bridge, person.session.path
    assert bridge is not None
    assert bridge.scoreboard is not None
    session = person.session
    said = {at: session.content_of(at).label for at in range(session.catalog.answer_count)}
    assert {at: label for at, label in said.items() if label} == wanted
    assert labels_in(path, "visitor") == wanted
    assert scores_of(bridge.scoreboard) == scores_in(path, bridge.gold)


@pytest.mark.parametrize("count", [8, *swept([len(KEYS)])])
def test_judge_undo_close_and_come_back(come: Come, demo: Path, count: int) -> None:
    person = come(demo)
    assert "visitor" in painted_words(person.window.status)
    given: list[tuple[int, str]] = []
    entries = person.session.saving.entries
    for key in KEYS[:count]:
        given.append((person.desk.queue_cursor.answer, WORDS[key]))
        person.press(key)
        everything_agrees(person, dict(given))
    assert len(dict(given)) == count
    assert person.session.saving.entries == entries + count

    for left in range(count - 1, count - 6, -1):
        person.press("Ctrl+Z")
        everything_agrees(person, dict(given[:left]))
    for left in (count - 4, count - 3):
        person.press("Ctrl+Y")
        everything_agrees(person, dict(given[:left]))
    person.close()

    again = come(demo)
    everything_agrees(again, dict(given[: count - 3]))
    for left in (count - 4, count - 5):
        again.press("Ctrl+Z")
        everything_agrees(again, dict(given[:left]))
    assert again.session.saving.entries == entries + count + 5 + 2 + 2
    again.close()
    with closing(sqlite3.connect(demo)) as db:
        assert check(db) == []
        acts = db.execute("SELECT act, count(*) FROM entry WHERE id > ? GROUP BY act", (entries,)).fetchall()
    assert sorted(acts) == [("do", count), ("redo", 2), ("undo", 7)]


def test_a_second_window_follows(come: Come, demo: Path) -> None:
    person = come(demo)
    person.program.second_window("spaces")
    person.settle()
    second = person.program.windows[1]
    spaces = second.desk_widget("spaces")
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)
    bridge = person.program.bridge
    assert bridge is not None
    board = bridge.scoreboard
    assert board is not None
    before = spaces.snapshot
    for key in KEYS[:6]:
        person.press(key)
        shown = spaces.snapshot
        total = board.units + board.waiting + board.left_out
        assert shown.progress == f"{board.units:,} of {total:,} judged, {board.left_out:,} excluded"
        # Pairs are counted only where areas are shown.
        decided = [replace(each, pairs=None) for each in shown.counts]
        assert decided == [replace(board.counts(run), pairs=None) for run in board.runs]
        assert shown.progress in painted_words(second)
    assert spaces.snapshot != before
    second.close()
    person.press("1")
    assert person.program.windows == [person.window]
