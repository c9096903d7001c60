"""The qtbot of this suite: as that of pytest-qt, with one patience for everything it waits for."""

from collections.abc import Callable
from typing import Any

from patience import PATIENCE, looks
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.core.pending import end_pauses, is_drawing, is_pausing
from jurybox_gui.core.tasks import any_under_way

_MS = round(1000 * PATIENCE)


class PatientBot(QtBot):
    """Waits for what is to come as long as it takes; works without pytest, too, with None as the request."""

    def __init__(self, request: Any) -> None:
        super().__init__(request)
        self._kept: list[Any] = []

    def addWidget(self, widget: Any, **how: Any) -> None:
        """Close a widget when the test is over; until then keep it from the garbage collector."""
        self._kept.append(widget)
        super().addWidget(widget, **how)

    def wait(self, ms: int) -> None:
        """Let the window work for a while."""
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def hover(self, widget: QWidget, at: QPoint) -> None:
        """Move the pointer over a widget, no button held.

        The event goes to the widget itself: a platform whose pointer is there already, or in a window
        that another test left, reports no move.
        """
        none, place = Qt.MouseButton.NoButton, QPointF(at)
        moved = QMouseEvent(
            QEvent.Type.MouseMove, place, widget.mapToGlobal(place), none, none, Qt.KeyboardModifier.NoModifier
        )
        QCoreApplication.sendEvent(widget, moved)

    def rest(self) -> None:
        """Let the window work until nothing is under way, waits to be drawn or is put off for a pause."""
        self.waitUntil(lambda: not (any_under_way() or is_drawing()))
        while is_pausing():
            end_pauses()
            self.waitUntil(lambda: not (any_under_way() or is_drawing()))
        for _ in range(2):  # what was posted may post once more
            QCoreApplication.sendPostedEvents()
            QCoreApplication.processEvents()

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = _MS) -> None:
        """Let the window work until `callback` returns something true, or asserts nothing that is wrong."""
        trouble: AssertionError | None = None
        for look in looks(timeout / 1000):
            try:
                result, trouble = callback(), None
            except AssertionError as error:
                result, trouble = False, error
            if result or result is None:
                return
            self.wait(round(1000 * look))
        raise TimeoutError(f"{callback} did not come true in {timeout / 1000:.0f} s") from trouble

    def waitSignal(self, signal: Any, *, timeout: int = _MS, **how: Any) -> Any:
        """Return a context manager that waits for a signal."""
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitExposed(self, widget: Any, *, timeout: int = _MS) -> Any:
        """Return a context manager that waits until a window is shown."""
        return super().waitExposed(widget, timeout=timeout)
