"""The window lives while scores are read: off its thread at first, in a few steps with each label.

Nothing here looks at a clock. Steps are calls that the window's thread makes; they depend on the work alone.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from generator import write_tables
from patience import PATIENCE
from person import Person
from PySide6.QtCore import QTimer

from jurybox.analysis.standings import with_intervals
from jurybox.collection.file import create
from jurybox.commands import Judge
from jurybox.formats.imports import import_into
from jurybox.scoring import Scoreboard
from jurybox_gui.desks.scores import background_scores

Come = Callable[..., Person]


def collection(folder: Path, questions: int, runs: int = 6) -> Path:
    """Return a validation collection that one assessor has judged nearly all of."""
    tables, path = folder / f"{questions}", folder / f"{questions}.jury"
    write_tables(tables, kind="validation", questions=questions, runs=runs, assessors=1, correct=0.4)
    create(path)
    import_into(path, [tables])
    return path


@contextmanager
def steps() -> Iterator[list[int]]:
    """Count the calls that this thread makes meanwhile."""
    made = [0]

    def count(_frame: FrameType, event: str, _of: object) -> None:
        made[0] += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        yield made
    finally:
        sys.setprofile(None)


def relabel(person: Person, answer: int) -> None:
    now = person.session.content_of(answer, 0).label
    person.session.execute(Judge((answer,), "incorrect" if now == "correct" else "correct", assessor=0))


def steps_of_labels(person: Person) -> int:
    """Return how many steps the desk takes to follow five labels."""
    desk = person.desk
    relabel(person, 0)
    desk.catch_up()
    with steps() as made:
        for answer in range(1, 6):
            relabel(person, answer)
            desk.catch_up()
    return made[0]


@pytest.mark.sweep
def test_a_label_costs_as_many_steps_in_a_collection_ten_times_as_large(come: Come, tmp_path: Path) -> None:
    small = come(collection(tmp_path, 30), desk="scores", assessor="a1")
    few = steps_of_labels(small)
    small.close()
    large = come(collection(tmp_path, 300), desk="scores", assessor="a1")
    assert large.desk.live.breakdown.bars is not None
    assert len(large.desk.live.breakdown.bars.units) == 300
    assert steps_of_labels(large) < 1.02 * few


def test_first_scores_are_read_off_the_windows_thread(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    made = Scoreboard.__init__

    def noted(*given: object, **how: object) -> None:
        threads.append(threading.get_ident())
        made(*given, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Scoreboard, "__init__", noted)
    person = come(collection(tmp_path, 20), desk="scores", assessor="a1")
    assert person.desk.live.rows
    assert threads
    assert threading.get_ident() not in threads


@pytest.mark.sweep
def test_labels_are_shown_while_intervals_are_drawn(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go, drawing, beats = threading.Event(), threading.Event(), [0]

    def held(*given: object, **how: object) -> object:
        drawing.set()
        assert may_go.wait(PATIENCE)
        return with_intervals(*given, **how)  # type: ignore[arg-type]

    person = come(collection(tmp_path, 20), assessor="a1")
    monkeypatch.setattr(background_scores, "with_intervals", held)
    person.window.show_desk("scores")
    desk = person.desk
    pulse = QTimer(interval=0)
    pulse.timeout.connect(lambda: beats.__setitem__(0, beats[0] + 1))
    pulse.start()
    try:
        person.wait(drawing.is_set)
        assert "omputing intervals" in desk.probe().heard
        board = desk.board
        for answer in range(5):
            before, ticked = board.score(desk.choice.one, 0), beats[0]
            relabel(person, answer)
            person.wait(lambda ticked=ticked: beats[0] > ticked + 2)  # type: ignore[misc]
            desk.catch_up()
            assert board.score(desk.choice.one, 0) != before
            shown = {row.run: row.scores[desk.choice.main] for row in desk.live.rows}
            assert shown == {run: board.score(desk.choice.one, run) for run in board.runs}
            assert not desk.live.background.standings
    finally:
        may_go.set()
        pulse.stop()
    person.settle()
    assert {run for run, _ in desk.live.background.standings.items()} == set(board.runs)
    assert "intervals: bootstrap" in desk.probe().heard
    assert "are drawn" not in desk.probe().heard


def test_what_comes_later_leaves_a_sentence_to_be_read(come: Come, tmp_path: Path) -> None:
    person = come(collection(tmp_path, 20), desk="scores", assessor="a1")
    desk = person.desk
    person.press("Ctrl+Shift+C")
    said = "The table is on the clipboard, with unrounded numbers."
    assert said in desk.probe().said
    desk.live.background.moved_on.emit()
    desk.live.background.changed.emit()
    assert said in desk.probe().said
    relabel(person, 0)
    person.settle()
    assert said not in desk.probe().heard
