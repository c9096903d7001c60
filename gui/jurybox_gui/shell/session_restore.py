"""The last session: file, desk, answer and the size of the window, stored in the settings."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QGuiApplication

from jurybox.settings import Settings
from jurybox_gui.shell.zoom import REOPEN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


_LEAST = (720, 480)


class LastSession(NamedTuple):
    """The last session: the collection, its assessor, the desk in front and the answer shown."""

    path: Path
    assessor: str | None
    desk: str
    answer: int | None


def last_session(settings: Settings) -> LastSession | None:
    """Return what to open again; None if that is switched off, or the file is gone."""
    kept = settings["session"]
    path = Path(_first(kept, "file"))
    wanted = settings["restore"] or REOPEN in os.environ
    if not wanted or not _first(kept, "file") or not path.is_file():
        return None
    answer = _first(kept, "answer")
    return LastSession(
        path,
        _first(kept, "assessor") or None,
        _first(kept, "desk") or "judge",
        int(answer) if answer.isdecimal() else None,
    )


def remember_session(settings: Settings, window: QWidget, shown: LastSession | None, window_zoom: int = 100) -> None:
    """Store what a window shows, and its size without zoom; None forgets the collection."""
    part = window_zoom / 100
    size = f"{round(window.width() * part)}x{round(window.height() * part)}"
    kept: dict[str, list[str]] = {"size": ["full"] if window.isMaximized() else [size]}
    if shown is not None:
        kept |= {
            "file": [str(shown.path.absolute())],
            "desk": [shown.desk],
            "assessor": [] if shown.assessor is None else [shown.assessor],
            "answer": [] if shown.answer is None else [str(shown.answer)],
        }
    settings["session"] = kept


def restore_size(window: QWidget, settings: Settings, window_zoom: int = 100) -> None:
    """Restore the window's size, at any zoom, as far as the screen allows."""
    size = _first(settings["session"], "size")
    if size == "full":
        window.setWindowState(window.windowState() | window.windowState().WindowMaximized)
        return
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size)
    if not found:
        return
    room = window.screen().availableSize()
    wide, tall = (round(int(number) * 100 / window_zoom) for number in found.groups())
    window.resize(min(max(_LEAST[0], wide), room.width()), min(max(_LEAST[1], tall), room.height()))


def fit_to_screen(window: QWidget) -> None:
    """Fill the screen with a window that would be larger than it, including its title bar.

    Pictures made off screen have the requested size.
    """
    if QGuiApplication.platformName() in {"offscreen", "minimal"}:
        return
    room, frame = window.screen().availableGeometry(), window.frameGeometry()
    if frame.width() > room.width() or frame.height() > room.height():
        window.showMaximized()


def _first(kept: dict[str, list[str]], name: str) -> str:
    values = kept.get(name)
    return str(values[0]) if isinstance(values, list) and values else ""
