"""A QR code drawn as squares at any size, black on white in both themes, as cameras need it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr

QUIET = 4
"""Light modules around the code, as its standard requires (ISO/IEC 18004)."""


def modules_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of the QR code of a text, by row, without the quiet zone.

    Error correction is of level M or better, so that the code can be read with a part of it hidden or
    blurred.
    """
    import segno

    code = segno.make_qr(text, error="m")
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


class QrCode(QWidget):
    """Shows the code of a text as a square, as large as the room allows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modules: tuple[tuple[bool, ...], ...] = ()
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("QR code of the address"))

    @property
    def text(self) -> str:
        """The text in the code."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show the code of another text."""
        if text != self._text:
            self._text = text
            self._modules = modules_of(text) if text else ()
            self.setAccessibleDescription(text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 240)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 80)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if not self._modules:
            return
        count = len(self._modules) + 2 * QUIET
        ratio = self.devicePixelRatioF()
        side = max(1, int(min(self.width(), self.height()) * ratio / count)) / ratio
        whole = side * count
        left, top = (self.width() - whole) / 2, 0.0
        path = QPainterPath()
        for y, row in enumerate(self._modules, start=QUIET):
            for x, dark in enumerate(row, start=QUIET):
                if dark:
                    path.addRect(QRectF(left + x * side, top + y * side, side, side))
        painter = QPainter(self)
        painter.fillRect(QRectF(left, top, whole, whole), QColor(Qt.GlobalColor.white))
        painter.fillPath(path, QColor(Qt.GlobalColor.black))
        painter.end()
