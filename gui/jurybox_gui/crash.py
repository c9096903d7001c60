"""Our own bugs: a report that can be saved, and a window that keeps running; no label is lost."""

from __future__ import annotations

import faulthandler
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from jurybox import __version__
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.paths import data_folder
from jurybox_gui.core.poster import Poster
from jurybox_gui.shell.application import Application
from jurybox_gui.shell.window import Window

if TYPE_CHECKING:
    from jurybox_gui.stage.program import StageProgram

_OURS = tr("Something went wrong in Jurybox itself. Everything shown as saved is saved; you can continue.")


def install(app: Application) -> None:
    """Catch what nothing else caught, on every thread, and log a trace of hard crashes."""

    def show(sentence: str, report: Path | None = None) -> None:
        if app.windows:
            window = app.window
            ways = [(tr("Save the report…"), "", lambda: ask_save_text(window, report))] if report else ()
            window.tell(sentence, _where(report), ways)

    _catch(app, app.poster, app.quit, show)


def install_on_stage(program: StageProgram) -> None:
    """Catch the same on a stage of its own, with the sentence at its foot."""

    def show(sentence: str, report: Path | None = None) -> None:
        if program.window is not None:
            program.window.say(" ".join(filter(None, (sentence, _where(report)))))

    _catch(program, program.poster, program.close_window, show)


def _catch(
    parent: QObject, poster: Poster, leave: Callable[[], object], show: Callable[[str, Path | None], None]
) -> None:
    reported: set[str] = set()

    def caught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QTimer.singleShot(0, parent, leave)
            return
        sentence = _world(error)
        if sentence is not None:
            poster.post(lambda: show(sentence, None))
            return
        traceback.print_exception(kind, error, trace)
        place = "".join(traceback.format_tb(trace))
        if place not in reported:  # an error that recurs with every painting is reported once
            reported.add(place)
            report = write_report(error, trace)
            poster.post(lambda: show(_OURS, report))

    sys.excepthook = caught
    threading.excepthook = lambda args: caught(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        faulthandler.enable((folder / "hard-crash.txt").open("a", encoding="utf-8"))
    except OSError:
        faulthandler.enable()


def write_report(error: BaseException, trace: TracebackType | None) -> Path | None:
    """Write a report of the error to a file in this user's folder and return its path; nothing is sent."""
    import platform
    from datetime import UTC, datetime

    lines = [
        f"Jurybox {__version__}, Python {platform.python_version()}, {platform.platform()}",
        datetime.now(UTC).isoformat(timespec="seconds"),
        *traceback.format_exception(type(error), error, trace),
    ]
    path = data_folder() / f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), encoding="utf-8")
    except OSError:
        return None
    return path


def ask_save_text(window: Window, report: Path) -> None:
    """Ask where to put a copy of a report, and put it there."""
    from jurybox_gui.dialogs.files import ask_save

    ask_save(window, "Save the report", "Text files (*.txt)", lambda path: copy_report(window, report, path))


def copy_report(window: Window, report: Path, path: Path) -> None:
    """Write a copy of a report, and show where it is."""
    try:
        path.write_bytes(report.read_bytes())
    except OSError as error:
        window.tell(
            tr("{path} cannot be written: {reason}.", path=path, reason=error.strerror),
            tr("The report is still at {report}.", report=report),
        )
    else:
        window.tell(tr("{path} is the report.", path=path.name), tr("Nothing was sent anywhere."), kind="good")


def _world(error: BaseException) -> str | None:
    """Return the sentence of an error of the world (bad file, full disk); None for a bug."""
    if isinstance(error, Refused):
        return str(error)
    import sqlite3

    if isinstance(error, sqlite3.Error):
        return tr(
            "The collection cannot be read: {error}. What was shown as saved is saved; check the file.", error=error
        )
    return None


def _where(report: Path | None) -> str:
    return tr("A report was written to {report}; it stays on this computer.", report=report) if report else ""
