"""How long a frame of the stage takes: labels, pictures, sweeps of class balance and a replay, on each demo.

A frame is one turn of the window: what was worked out for it, and the painting. The longest must stay below
50 ms of the time of its thread, which does not depend on what else the computer does. Turns in which next
to nothing happened are no frames. Run by hand, three runs of each:
python tests/speed/bench_stage.py [demo ...]
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import common
from PySide6.QtCore import QCoreApplication

from jurybox.demos import build_demo
from jurybox.settings import Settings
from jurybox_gui.run import qt_application
from jurybox_gui.stage.program import StageProgram
from jurybox_gui.stage.window import StageWindow

SIZES = ((1024, 768), (1920, 1080))
MOST_MS = 50.0
IDLE_MS = 0.5
RUNS = 3


def frames(program: StageProgram, act: Callable[[int], object], rounds: int) -> list[float]:
    """Do something so many times; return the milliseconds of each turn of the window, painting included."""
    times = []
    for number in range(rounds):
        started = time.thread_time()
        act(number)
        QCoreApplication.processEvents()
        times.append((time.thread_time() - started) * 1000)
        while not program.is_settled:
            started = time.thread_time()
            QCoreApplication.processEvents()
            times.append((time.thread_time() - started) * 1000)
    return [one for one in times if one > IDLE_MS]


def measured(program: StageProgram, window: StageWindow) -> dict[str, list[float]]:
    """Return the milliseconds of the frames of each thing that a stage does."""
    director = window.director

    def label(_: int) -> None:
        if not window.enter("correct"):
            window.enter("A")
        director.next()

    def share(number: int) -> None:
        director.share = (number + 1) / 100
        director.changed.emit()

    def replay(_: int) -> None:
        if director.rewind is not None:
            director.seek(director.rewind.at + 3)

    found = {"labels": frames(program, label, 15)}
    found["pictures"] = frames(program, lambda _: director.next_picture(), 8)
    if "roc" in director.pictures():
        director.picture = "precision-recall"
        found["class balance"] = frames(program, share, 98)
        director.share = None
    window.replay.open()
    found["replay"] = frames(program, replay, 60)
    return found


def main(names: list[str]) -> None:
    """Measure each demo at each size and print the longest frames."""
    app = qt_application()
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            for size in SIZES:
                runs: dict[str, list[list[float]]] = {}
                for number in range(RUNS):
                    path = build_demo(name, Path(place) / f"{name}-{size[0]}-{number}.jury")
                    program = StageProgram(app, Settings(Path(place) / "settings.json"))
                    window = program.open(path, assessor="visitor")
                    window.resize(*size)
                    window.show()
                    while not program.is_settled:
                        QCoreApplication.processEvents()
                    for what, times in measured(program, window).items():
                        runs.setdefault(what, []).append(times)
                    program.close()
                for what, found in runs.items():
                    each = " | ".join(
                        f"{common.median(times):.1f} {common.p99(times):.1f} {max(times):.1f}" for times in found
                    )
                    text = f"{name} {size[0]}x{size[1]}, {what}: median p99 longest {each}"
                    common.report_ratio(text, "longest frame, ms", max(map(max, found)), MOST_MS)


if __name__ == "__main__":
    main(sys.argv[1:] or ["validation", "series", "community"])
