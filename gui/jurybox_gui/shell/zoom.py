"""Zoom of the whole window: a factor on top of the desktop's own scale, kept in the settings.

Qt reads its scale once, when a program starts. So another zoom restarts the program, which takes about a
second: every label is on the disk by then, and the window comes back as it was.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jurybox.settings import Settings

if TYPE_CHECKING:
    from PySide6.QtCore import QSize


STEPS = (70, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
"""The available zooms, in percent."""
LEAST_ROOM = (960, 540)
"""The size, in px of the window, that fits every desk: no zoom leaves less of the screen."""
REOPEN = "JURYBOX_REOPEN"
"""Set in the environment of a restarted program: it reopens what was open, whatever the settings."""
_USUAL, _SCALE = 100, "QT_SCALE_FACTOR"


def zoom_of(settings: Settings) -> int:
    """Return the chosen zoom, in percent; 100 for an unknown one."""
    kept = settings["display"].get("zoom")
    found = str(kept[0]) if isinstance(kept, list) and kept else ""
    return int(found) if found.isdecimal() and int(found) in STEPS else _USUAL


def keep_zoom(settings: Settings, zoom: int) -> None:
    """Store a zoom for this window and the next ones."""
    settings["display"] = {**settings["display"], "zoom": [str(zoom)]}


def stepped(zoom: int, way: int) -> int:
    """Return the next larger (1) or smaller (-1) zoom, unchanged at the ends; 100 for 0."""
    if way == 0:
        return _USUAL
    return STEPS[max(0, min(STEPS.index(zoom) + way, len(STEPS) - 1))]


def largest(screen: QSize, zoom: int) -> int:
    """Return the largest zoom at which every desk fits a screen whose size is measured at `zoom`."""
    wide, tall = LEAST_ROOM
    most = min(screen.width() * zoom / wide, screen.height() * zoom / tall)
    return max([one for one in STEPS if one <= most], default=STEPS[0])


@contextmanager
def scaled(zoom: int) -> Iterator[None]:
    """Apply a zoom to a QApplication made in this block, but to no program that this one starts."""
    before = os.environ.get(_SCALE)
    if zoom != _USUAL:
        os.environ[_SCALE] = str(_number(before) * zoom / 100)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_SCALE, None)
        else:
            os.environ[_SCALE] = before


def begin_again() -> int:
    """Replace this program, whose windows are closed, by a fresh one that reopens what was open."""
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "jurybox_gui"]
    environment = os.environ | {REOPEN: "1"}
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execve(command[0], command, environment)  # noqa: S606 - this program itself
    import subprocess

    subprocess.Popen(command, env=environment)  # noqa: S603 - this program itself
    return 0


def _number(text: str | None) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 1.0
