"""Going on where one left off: file, desk, answer and the size of the window, kept in the settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from jurybox.campaign.seats import organizes

if TYPE_CHECKING:
    from jurybox.settings import Settings
    from jurybox_gui.shell.application import Application
    from jurybox_gui.shell.window import Window

_LEAST = (720, 480)


@dataclass(frozen=True, slots=True)
class LastSession:
    """What was open last: the collection, who sat there, the desk in front and the answer shown."""

    path: Path
    assessor: str | None
    desk: str
    answer: int | None


def last_session(settings: Settings) -> LastSession | None:
    """Return what to go on with; None if that is not wanted, or the file is gone."""
    kept = settings["session"]
    path = Path(_first(kept, "file"))
    if not settings["restore"] or not _first(kept, "file") or not path.is_file():
        return None
    answer = _first(kept, "answer")
    return LastSession(
        path,
        _first(kept, "assessor") or None,
        _first(kept, "desk") or "judge",
        int(answer) if answer.isdecimal() else None,
    )


def remember_session(app: Application, window: Window) -> None:
    """Keep what a window shows: when it is closed, and before, in case that the program does not end well."""
    size = f"{window.width()}x{window.height()}"
    kept: dict[str, list[str]] = {"size": ["full"] if window.isMaximized() else [size]}
    bridge = app.bridge
    if bridge is not None and app.organizing.follower is None:
        session = bridge.session
        # The organizer sits down anew each time: at the same computer somebody else may judge blind.
        who = None if organizes(session) else session.assessor
        kept |= {
            "file": [str(session.path.absolute())],
            "desk": [window.desk],
            "assessor": [] if who is None else [session.catalog.assessors[who].name],
            "answer": [str(at) for at in (_answer(window),) if at is not None],
        }
    app.settings["session"] = kept


def restore_size(window: Window, settings: Settings) -> None:
    """Give the window the size it had, as far as the screen has room for it."""
    size = _first(settings["session"], "size")
    if size == "full":
        window.setWindowState(window.windowState() | window.windowState().WindowMaximized)
        return
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size)
    if not found:
        return
    room = window.screen().availableSize()
    wide, tall = (int(number) for number in found.groups())
    window.resize(min(max(_LEAST[0], wide), room.width()), min(max(_LEAST[1], tall), room.height()))


def fit_to_screen(window: Window) -> None:
    """Fill the screen with a window that would be larger than it, its title included.

    Pictures that are made off screen are as large as they are wanted.
    """
    if QGuiApplication.platformName() in {"offscreen", "minimal"}:
        return
    room, frame = window.screen().availableGeometry(), window.frameGeometry()
    if frame.width() > room.width() or frame.height() > room.height():
        window.showMaximized()


def go_on(app: Application, last: LastSession) -> None:
    """Open the collection of last time where one was in it.

    It is let be at the next start if the program does not survive to open it.
    """
    app.settings["session"] = {"size": app.settings["session"].get("size", [])}

    def then() -> None:
        bridge, window = app.bridge, app.window
        if bridge is not None and window.desk == "judge" and last.answer is not None:
            judge: Any = window.desk_widget("judge")
            judge.catch_up()
            if last.answer < bridge.session.catalog.answer_count:
                judge.show_answer(last.answer)

    app.open_file(last.path, assessor=last.assessor, desk=last.desk, then=then)


def _answer(window: Window) -> int | None:
    if window.desk != "judge":
        return None
    judge: Any = window.desk_widget("judge")
    answer: int | None = judge.here
    return answer


def _first(kept: dict[str, list[str]], name: str) -> str:
    values = kept.get(name)
    return str(values[0]) if isinstance(values, list) and values else ""
