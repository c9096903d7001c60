"""Keys at a board speak of an answer only once it was on the screen."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from jurybox_gui.actions.gate import KeyGate

Place = tuple[int | None, int | None]
"""A question and the answer of it that one is at."""


class BoardGate(QObject):
    """Shut whenever another place is shown, open when `page`, where one reads it, is painted."""

    def __init__(self, page: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._gate = KeyGate()
        self._place: Place | None = None
        page.installEventFilter(self)

    @property
    def open(self) -> bool:
        """Whether what is shown has been painted."""
        return self._gate.open

    def show(self, place: Place) -> None:
        """Say which place is shown from the next painting on."""
        if place != self._place:
            self._place = place
            self._gate.shut()
            self._page.update()

    def admits(self, place: Place, stamp: int) -> bool:
        """Return whether a key stamped so may say something of a place."""
        return place == self._place and self._gate.admits(stamp)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the painting; let everything through."""
        if event.type() == QEvent.Type.Paint:
            self._gate.painted_at()
        return super().eventFilter(watched, event)
