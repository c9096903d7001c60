"""The Scores desk of a large collection while labels come in: how long the window ever stands still.

python tests/speed/bench_score_desk.py [--large]

13 runs x 1,500 ranked questions under two gold standards, and with --large 60 runs x 100,000 validation
answers, which takes minutes to write. Prints for the live table and for every other view how long it takes to
come and the longest still moment of the window meanwhile, then the same while labels come in seven a second.
A still moment counts twice: as it passed, with all else that the machine does, and in the window's own time
of the processor. Nothing here is a test; no time is asserted.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import median, p99
from generator import write_tables
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from jurybox.collection.file import create
from jurybox.commands import Judge
from jurybox.formats.imports import import_into
from jurybox.settings import Settings
from jurybox_gui.core.pending import is_pausing
from jurybox_gui.core.tasks import stop_all
from jurybox_gui.desks.scores.views import VIEWS
from jurybox_gui.shell.application import Application

LABELS, APART, _PATIENCE = 20, 0.15, 60.0
SIZES: dict[str, dict[str, Any]] = {
    "13 runs x 1,500 ranked questions": {
        "kind": "ranked",
        "questions": 1500,
        "answers_per_question": 5,
        "runs": 13,
        "assessors": 4,
        "judged": 0.97,
        "correct": 0.4,
    },
    "60 runs x 100,000 validation answers": {
        "kind": "validation",
        "questions": 10_000,
        "answers_per_question": 10,
        "runs": 60,
        "judged": 0.9,
        "correct": 0.3,
    },
}


class Pulse:
    """Beats every millisecond; tells the longest time between two beats since it was last asked."""

    def __init__(self) -> None:
        self._last, self._longest = self._now(), (0.0, 0.0)
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def still(self) -> str:
        """Return the longest still moment in words, and begin anew."""
        self._beat()
        (passed, own), self._longest = self._longest, (0.0, 0.0)
        return f"still for {passed * 1e3:.0f} ms, {own * 1e3:.0f} ms of them at work"

    def _beat(self) -> None:
        now = self._now()
        gap = tuple(new - old for new, old in zip(now, self._last, strict=True))
        self._longest = max(self._longest[0], gap[0]), max(self._longest[1], gap[1])
        self._last = now

    @staticmethod
    def _now() -> tuple[float, float]:
        return time.perf_counter(), time.thread_time()


def main() -> None:
    """Measure the collections asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true")
    parser.add_argument("files", nargs="*", type=Path, help="collections that are there already")
    asked = parser.parse_args()
    qt = QApplication([])
    with tempfile.TemporaryDirectory() as place:
        found = {file.name: file for file in asked.files}
        for name in () if found else list(SIZES)[: 2 if asked.large else 1]:
            found[name] = written(Path(place), len(found), SIZES[name])
        for name, path in found.items():
            print(name)
            measure(qt, path, Path(place))


def written(place: Path, number: int, size: dict[str, Any]) -> Path:
    """Write a collection."""
    write_tables(place / f"tables{number}", **size)
    path = place / f"{number}.jury"
    create(path)
    import_into(path, [place / f"tables{number}"])
    return path


def measure(qt: QApplication, path: Path, place: Path) -> None:
    """Open the desk, let labels come in, and print times."""
    program = Application(qt, Settings(place / "settings.json"), asks=False)
    program.show(path, assessor="a1")
    while program.bridge is None or program.bridge.session.saving.read_only:
        turn(0.1)
    session, pulse = program.bridge.session, Pulse()
    turn(1.0)
    pulse.still()
    program.window.show_desk("scores")
    desk = program.window.desk_widget("scores")
    took = until(lambda: is_complete(program) and bool(desk.live.background.standings))
    print(f"  live table with bounds, marks and intervals: {took}; {pulse.still()}")
    if any(question.kind == "ranked" for question in session.catalog.questions):
        desk.choice.toggle_gold_column("GAW")
        took = until(lambda: is_complete(program))
        print(f"  another gold standard beside it: {took}; {pulse.still()}")
    for view in VIEWS:
        desk.choice.show_view(view.name)
        took = until(lambda: is_complete(program))
        shown = view.make is None or desk.page.sheet is not None
        text = "" if shown else f" ({desk.page.notes.text()})"
        print(f"  {view.title}{text}: {took}; {pulse.still()}", flush=True)
        if shown:
            labels(program, desk, pulse)
    program.quit()
    stop_all()
    turn(0.2)


def is_complete(program: Application) -> bool:
    """Whether nothing is still to come, not even after a pause."""
    return program.is_settled and not is_pausing()


def until(there: Callable[[], bool]) -> str:
    """Wait for something, for a minute at most; return in words how long it took."""
    began = time.perf_counter()
    turn(0.05)
    while not there() and time.perf_counter() - began < _PATIENCE:
        turn(0.02)
    took = time.perf_counter() - began
    return f"there after {took:.1f} s" if there() else f"not there after {took:.0f} s"


def labels(program: Application, desk: Any, pulse: Pulse) -> None:
    """Let labels come in as from another assessor."""
    assert program.bridge is not None
    session, times = program.bridge.session, []
    for number in range(LABELS):
        answer = (number * 7919) % len(session.catalog.answer_question)
        kind = session.catalog.questions[int(session.catalog.answer_question[answer])].kind
        first, second = ("A", "B") if kind == "ranked" else ("correct", "incorrect")
        label = second if session.content_of(answer, 0).label == first else first
        started = time.perf_counter()
        session.execute(Judge((answer,), label, assessor=0))
        desk.catch_up()
        times.append(time.perf_counter() - started)
        turn(APART)
    print(
        f"    {LABELS} labels: followed in {median(times) * 1e3:.1f} ms, p99 {p99(times) * 1e3:.1f} ms; "
        f"{pulse.still()}",
        flush=True,
    )


def turn(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
