"""The two windows of the benchmark of a key: one that only paints, and the Judge desk."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "model"), str(ROOT / "gui"), str(ROOT / "tests"), str(ROOT / "tests/support")]

from PySide6.QtCore import QPoint, QTimer  # noqa: E402
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402


def say(*words: object) -> None:
    """Tell the measuring process something."""
    print(*words, flush=True)


class PaintOnly(QWidget):
    """Paints its small middle in another color with every key, and does nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self._on = False
        self.resize(1280, 800)
        self.move(0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change the color."""
        del event
        self._on = not self._on
        self.update(100, 70, 100, 60)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor("white"))
        painter.fillRect(100, 70, 100, 60, QColor("green" if self._on else "orange"))
        painter.end()


def paint_only() -> None:
    """Show the window that only paints."""
    app = QApplication([])
    window = PaintOnly()
    window.show()
    window.activateWindow()
    QTimer.singleShot(500, lambda: say("ready", *window.mapToGlobal(QPoint(150, 100)).toTuple()))
    app.exec()


def judge(path: str, settings: str, assessor: str = "") -> None:
    """Show the Judge desk; it stays on the answer, so that the buttons show the label."""
    from jurybox.settings import Settings
    from jurybox_gui.core.pending import is_pausing
    from jurybox_gui.run import qt_application
    from jurybox_gui.shell.application import Application
    from jurybox_gui.widgets.label_button import LabelButton

    qt = qt_application()
    stored = Settings(Path(settings))
    stored["advance"] = False
    app = Application(qt, stored, asks=False)
    window = app.show(Path(path), assessor=assessor or None)
    window.move(0, 0)
    window.activateWindow()  # no window manager hands the keyboard on from a window that is gone
    saved = {"entries": 0}

    def changed(_changes: object, _initiator: object) -> None:
        saving = app.bridge.session.saving if app.bridge else None
        if saving and not saving.pending and saving.entries > saved["entries"]:
            saved["entries"] = saving.entries
            say("saved")
            app.hub.wake()  # where there is a hub: so that it is asked and told without a pause

    def begin() -> None:
        buttons = [b for b in window.findChildren(LabelButton) if b.label == "correct" and b.isVisible()]
        quiet = app.is_settled and not is_pausing()
        if app.bridge is None or not buttons or not quiet or not buttons[0].isEnabled():
            QTimer.singleShot(100, begin)
            return
        button = buttons[0]
        saved["entries"] = app.bridge.session.saving.entries
        app.bridge.changed.connect(changed)
        spot = button.mapToGlobal(QPoint(button.width() // 2, button.height() - 8))
        say("ready", *spot.toTuple())

    QTimer.singleShot(1500, begin)
    qt.exec()


if __name__ == "__main__":
    judge(*sys.argv[2:]) if sys.argv[1] == "judge" else paint_only()
