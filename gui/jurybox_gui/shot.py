"""Pictures of desks without a display: the real window, off screen, settled before it is grabbed."""

import os
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from jurybox.errors import Refused

_PATIENCE = 60.0


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
    """Write a PNG of a desk; the collection is opened as by a person, keys are pressed as by one."""
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", size)
    if not found:
        raise Refused(f"{size!r} is no size; write it like 1280x800.")
    if file is not None and not file.exists():
        raise Refused(f"{file} does not exist.")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtGui import QKeySequence
    from PySide6.QtTest import QTest

    from jurybox.settings import Settings
    from jurybox_gui.app import Application
    from jurybox_gui.run import qt_application

    qt = qt_application()
    place = TemporaryDirectory()
    settings = Settings(Path(place.name) / "settings.json")
    app = Application(qt, settings)
    app.theme.choose("dark" if theme == "dark" else "light")
    app.theme.reduced_motion = True
    window = app.show(file, assessor=assessor, desk=desk)
    window.resize(int(found[1]), int(found[2]))
    loop = QEventLoop()

    def settle(milliseconds: int) -> None:
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    started = time.monotonic()
    while file is not None and (app.bridge is None or app.bridge.session.saving.read_only):
        settle(20)
        if time.monotonic() - started > _PATIENCE or (app.bridge is None and app.idle and app.told):
            break
    settle(400)
    for key in keys.split():
        QTest.keySequence(qt.focusWidget() or window, QKeySequence(key))
        settle(120)
    settle(300)
    told = app.told
    output.parent.mkdir(parents=True, exist_ok=True)
    saved = window.grab().save(str(output))
    app.quit()
    place.cleanup()
    if file is not None and told:
        raise Refused(told)
    if not saved:
        raise Refused(f"{output} cannot be written.")
