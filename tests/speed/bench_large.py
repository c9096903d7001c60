"""A collection of the size of a campaign, opened and scored: by hand, `python tests/speed/bench_large.py`.

T16  1,000,000 responses of 20 runs, 200,000 answers, 75,000 judgments: from asking for the file to the first
     painted label, `jurybox score`, and the peak memory of that command

Processor time and time by the clock, processes of their own, medians. Nothing here is a test.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_import import make
from common import PATHS, ROOT, median, report_ratio

ROUNDS = 5


def build(folder: Path) -> Path:
    """Import 20 runs, and qrels of 75,000 of their answers."""
    from jurybox.collection.file import create
    from jurybox.formats.imports import import_into

    runs, path = folder / "runs", folder / "large.jury"
    runs.mkdir()
    make(runs, "trec-run", 20, 500, 100)
    create(path, name="large")
    import_into(path, [runs], as_format="trec-run")
    draw, pools = random.Random(2), dict[str, set[str]]()
    for file in sorted(runs.iterdir()):
        for line in file.read_text().splitlines():
            question, _, answer, *_ = line.split()
            pools.setdefault(question, set()).add(answer)
    qrels = folder / "Ana.qrels"
    with qrels.open("w") as out:
        for question, answers in pools.items():
            for answer in draw.sample(sorted(answers), 150):
                out.write(f"{question} 0 {answer} {draw.choice((0, 0, 0, 1, 1, 2))}\n")
    import_into(path, [qrels], as_format="trec-qrels", assessor="Ana")
    return path


def open_window(path: Path) -> None:
    """Print the seconds from asking for the file to the first painted label, and those of the processor."""
    from PySide6.QtGui import QPaintEvent

    from jurybox.settings import Settings
    from jurybox_gui.run import qt_application
    from jurybox_gui.shell.application import Application
    from jurybox_gui.widgets.label_button import LabelButton

    qt = qt_application()
    with tempfile.TemporaryDirectory() as home:
        app = Application(qt, Settings(Path(home) / "settings.json"), asks=False)
        started, worked, paint = time.perf_counter(), time.process_time(), LabelButton.paintEvent

        def painted(button: LabelButton, event: QPaintEvent) -> None:
            paint(button, event)
            if app.bridge:
                print(json.dumps([time.perf_counter() - started, time.process_time() - worked]), flush=True)
                os._exit(0)

        LabelButton.paintEvent = painted  # type: ignore[method-assign]
        app.show(path, assessor="Ana")
        qt.exec()


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        path = build(Path(place))
        ways = {
            "open to the first painted label": [__file__, str(path)],
            "jurybox score": ["-m", "jurybox_gui", "score", str(path)],
        }
        walls: dict[str, list[float]] = {way: [] for way in ways}
        works: dict[str, list[float]] = {way: [] for way in ways}
        environ = os.environ | {"PYTHONPYCACHEPREFIX": place, "PYTHONDONTWRITEBYTECODE": ""}
        environ |= {
            "PYTHONPATH": os.pathsep.join((*PATHS, str(Path(__file__).parent))),
            "XDG_CONFIG_HOME": place,
            "XDG_DATA_HOME": place,
        }
        for number in range(-1, ROUNDS):
            for way, words in ways.items():
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                started = time.perf_counter()
                command = [sys.executable, *words]
                done = subprocess.run(command, check=True, capture_output=True, env=environ, cwd=ROOT)
                wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
                work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                if way.startswith("open"):
                    wall, work = json.loads(done.stdout)
                if number >= 0:
                    walls[way].append(wall)
                    works[way].append(work)
        for (way, times), target in zip(walls.items(), (1.5, 1.0), strict=True):
            report_ratio("T16", f"{way}, seconds of the processor", median(works[way]), target)
            print(f"     {median(times):.2f} s by the clock")
        peak = ["-c", PEAK.format(words=ways["jurybox score"][2:])]
        done = subprocess.run([sys.executable, *peak], check=True, capture_output=True, env=environ, cwd=ROOT)
        report_ratio("T16", "peak memory of jurybox score, MB", float(done.stderr.split()[-1]), 150)


PEAK = """
import sys
from jurybox_gui.cli import main
sys.argv[1:] = {words}
try:
    main()
finally:
    from common import peak_memory
    print(peak_memory(), file=sys.stderr)
"""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        open_window(Path(sys.argv[1]))
    else:
        main()
