"""The words that the desks paint, in the order of painting, of every demo.

The window runs in a process of its own: `python recorded_words.py FILE ASSESSOR` prints them as JSON, by desk. It has
no fonts but the bundled ones, whatever the computer has: what is cut short depends on how wide letters are.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import filterfalse
from pathlib import Path
from tempfile import TemporaryDirectory

PEOPLE = {"community": "Mirela Dobre", "series": "Elif Kaya", "validation": "Ana Beltrán"}
"""An assessor of each demo."""
DESKS = ("judge", "lists", "nuggets", "scores", "disagreements", "spaces", "studies", "campaign")
LATE = re.compile("and [0-9]+ more runs?")
"""A line below the live ranking that comes with a layout which nothing waits for."""
NO_FONTS = '<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'


def keys() -> Iterator[str]:
    """Yield demo and desk."""
    yield from (f"{demo}: {desk}" for demo in PEOPLE for desk in DESKS)


def made(key: str) -> list[str]:
    """Return the words that a desk paints; none where the demo does not have it."""
    demo, _, desk = key.partition(": ")
    return painted(demo).get(desk, [])


@cache
def painted(demo: str) -> dict[str, list[str]]:
    """Return the words of all desks of a demo."""
    from demo_file import demo_file

    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TZ": "UTC", "JURYBOX_LANGUAGE": "en"}
    environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    with TemporaryDirectory() as home:
        environ |= dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), home)
        (Path(home) / "fonts.conf").write_text(NO_FONTS, encoding="utf-8")
        environ["FONTCONFIG_FILE"] = str(Path(home) / "fonts.conf")
        words = [sys.executable, __file__, str(demo_file(Path(home) / f"{demo}.jury", demo)), PEOPLE[demo]]
        done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def main(file: Path, who: str) -> None:
    """Print the painted words of every desk that a collection has for a person, and end."""
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtTest import QTest

    from jurybox.settings import Settings
    from jurybox_gui.core.pending import end_pauses, is_pausing
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.run import qt_application, quiet
    from jurybox_gui.shell.application import Application

    qInstallMessageHandler(quiet)
    app = Application(qt_application(), Settings(Path(os.devnull) / "settings.json"), asks=False)
    app.theme.reduced_motion = True
    found = {}
    for desk in DESKS:
        window = app.show(file, assessor=who, desk=desk)  # of the size that windows have at first
        while not app.is_settled or app.bridge is None or is_pausing():
            QTest.qWait(10)
            end_pauses()
        if window.desk == desk:
            before = None
            while (shown := [*filterfalse(LATE.fullmatch, window.probe().words)]) != before:
                before = shown
                QTest.qWait(1)  # each layout that changes asks for that of what holds it
            found[desk] = shown
    json.dump(found, sys.stdout)
    sys.stdout.flush()
    app.quit()
    stop_all()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
