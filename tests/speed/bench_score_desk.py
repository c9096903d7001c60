"""The Scores desk of a large collection while labels come in: how long the window ever stands still.

python tests/speed/bench_score_desk.py [--large]

13 runs x 1,500 ranked questions under two gold standards, and with --large 60 runs x 100,000 validation
answers, which takes minutes to write. Prints how long the desk takes to open, then for labels that come in
ten a second: from the label to the repainted table, and the longest still moment of the window.
Nothing here is a test; no time is asserted.
"""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from common import median, p99
from generator import write_tables
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from jurybox.collection.file import create
from jurybox.commands import Judge
from jurybox.formats.importing import import_into
from jurybox.settings import Settings
from jurybox_gui.app import Application
from jurybox_gui.tasks import stop_all

LABELS, _PATIENCE = 60, 60.0
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
        self._last, self._longest = self._now(), 0.0
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def longest(self) -> float:
        """Return the longest still moment in milliseconds, and begin anew."""
        self._beat()
        found, self._longest = self._longest, 0.0
        return found * 1e3

    @staticmethod
    def _now() -> float:
        return time.perf_counter()

    def _beat(self) -> None:
        now = self._now()
        self._longest = max(self._longest, now - self._last)
        self._last = now


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
    pulse.longest()
    program.window.show_desk("scores")
    desk = program.window.desk_widget("scores")
    began = time.perf_counter()
    while (
        desk.live.later.is_busy or not desk.live.later.standings
    ) and time.perf_counter() - began < _PATIENCE:
        turn(0.02)
    opened = time.perf_counter() - began
    told = "not there yet" if desk.live.later.is_busy else "there"
    print(f"  bounds, marks and intervals: {told} after {opened:.1f} s; still for {pulse.longest():.0f} ms")
    if any(question.kind == "ranked" for question in session.catalog.questions):
        desk.choice.put_beside("GAW")
        turn(1.0)
        print(f"  another gold standard beside it: still for {pulse.longest():.0f} ms")
    labels(program, desk, pulse, "live table")
    desk.choice.show_view("pairs")
    turn(3.0)
    print(f"  all pairs tested: still for {pulse.longest():.0f} ms")
    labels(program, desk, pulse, "all pairs")
    program.quit()
    stop_all()
    turn(0.2)


def labels(program: Application, desk: Any, pulse: Pulse, what: str) -> None:
    """Let labels come in as from another assessor, ten a second."""
    assert program.bridge is not None
    session, times = program.bridge.session, []
    for number in range(LABELS):
        answer = (number * 7919) % len(session.catalog.answer_question)
        kind = session.catalog.questions[int(session.catalog.answer_question[answer])].kind
        first, second = ("A", "B") if kind == "ranked" else ("correct", "incorrect")
        label = second if session.said(answer, 0).label == first else first
        started = time.perf_counter()
        session.execute(Judge((answer,), label, assessor=0))
        desk.catch_up()
        times.append(time.perf_counter() - started)
        turn(0.1)
    turn(0.5)
    print(
        f"  {LABELS} labels, {what}: from label to table median {median(times) * 1e3:.1f} ms, "
        f"p99 {p99(times) * 1e3:.1f} ms; still for {pulse.longest():.0f} ms"
    )


def turn(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
