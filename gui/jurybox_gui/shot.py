"""Pictures of desks without a display: the real window, off screen, settled before it is grabbed."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.errors import Refused

if TYPE_CHECKING:
    from PySide6.QtGui import QKeySequence, QPixmap

_PATIENCE = 60.0
_NOWHERE = Path(os.devnull) / "settings.json"
"""A place where no settings are and none can be written: a picture shows the defaults and keeps nothing."""


def take_shot(
    file: Path | None,
    desk: str,
    output: Path,
    *,
    theme: str = "light",
    size: str = "1280x800",
    assessor: str | None = None,
    keys: str = "",
) -> None:
    """Write a PNG of a desk; the collection is opened as by a person, keys are pressed as by one.

    What goes wrong behind the window is raised, and nothing is written: half a desk is no picture of it.
    """
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", size)
    if not found:
        raise Refused(f"{size!r} is no size; write it like 1280x800, of up to 9999 pixels.")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QEventLoop, QTimer, qInstallMessageHandler
    from PySide6.QtTest import QTest

    from jurybox.session import CHECKING
    from jurybox.settings import Settings
    from jurybox_gui.app import Application
    from jurybox_gui.run import qt_application, quiet
    from jurybox_gui.tasks import stop_all

    qInstallMessageHandler(quiet)
    wrong: list[BaseException] = []
    sys.excepthook = lambda _kind, error, _trace: wrong.append(error)
    pressed = _sequences(keys)
    qt = qt_application()
    app = Application(qt, Settings(_NOWHERE), asks=False)
    app.theme.choose("dark" if theme == "dark" else "light")
    app.theme.reduced_motion = True
    window = app.show(file, assessor=assessor, desk=desk)
    window.resize(int(found[1]), int(found[2]))
    loop = QEventLoop()

    def settle(milliseconds: int) -> None:
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    started = time.monotonic()
    while file is not None and (app.bridge is None or app.bridge.session.saving.read_only == CHECKING):
        settle(20)
        if time.monotonic() - started > _PATIENCE or (app.bridge is None and app.idle and app.told):
            break
    settle(400)
    for key in pressed:
        QTest.keySequence(qt.focusWidget() or window, key)
        settle(120)
    settle(300)
    opened, told = app.bridge is not None, app.told
    picture = window.grab()
    app.quit()
    stop_all()  # what is still being computed must not outlive what it reports to
    sys.excepthook = sys.__excepthook__
    if wrong:
        raise wrong[0]
    if file is not None and not opened:
        raise Refused(told or f"{file} could not be opened in time.")
    _write(picture, output)


def _sequences(keys: str) -> list[QKeySequence]:
    """Return the keys that are named, such as `1 Ctrl+Z Space`."""
    from PySide6.QtGui import QKeySequence

    found = [QKeySequence(name) for name in keys.split()]
    for name, sequence in zip(keys.split(), found, strict=True):
        if not sequence.toString():
            raise Refused(f"{name!r} is no key; write keys like: 1 Space Ctrl+Z")
    return found


def _write(picture: QPixmap, output: Path) -> None:
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror}.") from error
    if not picture.save(str(output), "PNG"):
        raise Refused(f"{output} cannot be written.")
