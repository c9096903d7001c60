"""Starting Qt and the first window."""

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from jurybox.errors import Refused


def qt_application() -> QApplication:
    """Return the one QApplication, ready for our own painting."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    app = QApplication(["jurybox"])
    app.setApplicationName("jurybox")
    app.setApplicationDisplayName("Jurybox")
    app.setDesktopFileName("org.jurybox.Jurybox")
    return app


def run_window(file: Path | None, *, assessor: str | None = None, desk: str = "judge") -> int:
    """Show the window until it is closed; refused, with a way out, where there is no display."""
    needs_display = sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM")
    if needs_display and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Refused(
            "There is no display, so no window can be shown. For a picture of a desk use: "
            "jurybox shot FILE --desk judge -o judge.png"
        )
    from jurybox_gui.app import Application
    from jurybox_gui.crash import install

    app = qt_application()
    qInstallMessageHandler(quiet)
    shell = Application(app)
    install(shell)
    shell.show(file, assessor=assessor, desk=desk)
    _let_ctrl_c_through(app, shell)
    return app.exec()


def _let_ctrl_c_through(app: QApplication, shell: object) -> None:
    """Close as from the menu when the terminal says stop; a slow tick lets Python see the signal."""
    signal.signal(signal.SIGINT, lambda *_: shell.quit())  # type: ignore[attr-defined]
    tick = QTimer(app, interval=500)
    tick.timeout.connect(lambda: None)
    tick.start()


def quiet(kind: QtMsgType, _context: object, message: str) -> None:
    """Show only what Qt finds serious."""
    if kind in {QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}:
        sys.stderr.write(f"{message}\n")
