"""The Disagreements desk of a large collection: how long the window ever stands still while one decides.

python tests/speed/bench_disagreements.py [FILE]

100,000 answers judged by three, some 14,000 of them disputed, 12 runs; writing it takes minutes, so a file
that is there already can be named. Prints how long the desk takes to open, then for decisions by key: from
the key to the next thing shown, and the longest still moment of the window, and how much of it its own
thread was at work, while one decides and while all is looked for again in the background. Nothing here is a
test; no time is asserted.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import bench_score_desk as base
from common import median, p99
from PySide6.QtWidgets import QApplication

from jurybox.settings import Settings
from jurybox_gui.core.tasks import stop_all
from jurybox_gui.shell.application import Application

DECISIONS, _PATIENCE = 40, 120.0
SIZE: dict[str, Any] = {
    "kind": "validation",
    "questions": 10_000,
    "answers_per_question": 10,
    "runs": 12,
    "assessors": 3,
    "judged": 0.9,
    "correct": 0.3,
}


def main() -> None:
    """Measure the collection that is named, else one that is written for it."""
    asked = base.argparse.ArgumentParser()
    asked.add_argument("file", nargs="?", type=Path)
    named = asked.parse_args().file
    qt = QApplication([])
    with tempfile.TemporaryDirectory() as place:
        measure(qt, named or base.written(Path(place), 0, SIZE), Path(place))


def measure(qt: QApplication, path: Path, place: Path) -> None:
    """Open the desk, decide, and print times."""
    program = Application(qt, Settings(place / "settings.json"), asks=False)
    program.show(path, assessor="Chair")
    while program.bridge is None or program.bridge.session.saving.read_only:
        base.turn(0.1)
    pulse = base.Pulse()
    base.turn(1.0)
    pulse.still()
    began = time.perf_counter()
    program.window.show_desk("disagreements")
    desk = program.window.desk_widget("disagreements")
    while (desk.survey_task.busy or not desk.survey.questions) and time.perf_counter() - began < _PATIENCE:
        base.turn(0.02)
    count = sum(len(one.disputes) for one in desk.survey.questions.values())
    print(f"  {count:,} disputes there after {time.perf_counter() - began:.1f} s")
    still = {"to open the desk": pulse.still()}
    times = decide(desk)
    still["while one decides"] = pulse.still()
    rest(desk)
    still["while all is looked for again"] = pulse.still()
    desk.arrange()
    base.turn(0.1)
    still["to put all in order anew"] = pulse.still()
    desk.toggle_agreement()
    while desk.page.found is None:
        base.turn(0.05)
    still["for the figures of agreement"] = pulse.still()
    print(f"  {DECISIONS} decisions: median {median(times) * 1e3:.1f} ms, p99 {p99(times) * 1e3:.1f} ms")
    for what, text in still.items():
        print(f"  {what}: {text}")
    program.quit()
    stop_all()
    base.turn(0.2)


def decide(desk: Any) -> list[float]:
    """Decide as most say, again and again, as keys would; return the seconds of each."""
    times = []
    desk.next_open()
    for _ in range(DECISIONS):
        began = time.perf_counter()
        desk.adjudication.give_majority()
        times.append(time.perf_counter() - began)
        base.turn(0.15)
    return times


def rest(desk: Any) -> None:
    """Wait until all was looked for again."""
    began = time.perf_counter()
    base.turn(0.5)
    while (desk.survey_task.busy or desk._after.isActive()) and time.perf_counter() - began < _PATIENCE:
        base.turn(0.05)
    base.turn(0.3)


if __name__ == "__main__":
    main()
