"""Progress: a thin bar, and a line for long work with its count and the key that stops it."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px, Tokens
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import paint_box, paint_text

BAR_HEIGHT = 4


def paint_bar(painter: QPainter, rect: QRectF, share: float, tokens: Tokens, ink: str = "accent") -> None:
    """Paint a progress bar filled to `share` (0 to 1, clipped) in the color of the token `ink`."""
    radius = rect.height() / 2
    paint_box(painter, rect, radius, tokens.line2)
    width = rect.width() * min(1.0, max(0.0, share))
    if width > 0:
        filled = QRectF(rect.left(), rect.top(), max(width, rect.height()), rect.height())
        paint_box(painter, filled, radius, getattr(tokens, ink))


class ProgressBar(QWidget):
    """A bar of 4 px: how much of a queue or a collection is done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._done = 0
        self._total = 0

    def set_progress(self, done: int, total: int) -> None:
        """Show `done` of `total`; a total of 0 shows an empty bar."""
        self._done, self._total = done, total
        self.setAccessibleName(tr("{done:,} of {total:,}", done=done, total=total))
        self.update()

    def share(self) -> float:
        """Return how much is done, 0 to 1."""
        return min(1.0, self._done / self._total) if self._total > 0 else 0.0

    def sizeHint(self) -> QSize:
        # Return the bar's height; it takes the width it gets.
        return QSize(80, BAR_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        done = self._total > 0 and self._done >= self._total
        box = QRectF(0, (self.height() - BAR_HEIGHT) / 2, self.width(), BAR_HEIGHT)
        paint_bar(painter, box, self.share(), tokens, "good" if done else "accent")
        painter.end()


class ProgressLine(QWidget):
    """Long work: its name, its progress, and Esc; emits `stop_requested` when the cap is clicked."""

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._text = ""
        self._done = 0
        self._total = 0
        self.stops = True

    def set_progress(self, text: str, done: int, total: int, *, stops: bool = True) -> None:
        """Show `text` (`Swap study, trial 412 of 1,000`), a bar at `done` of `total`, Esc if it `stops`."""
        self._text, self._done, self._total, self.stops = text, done, total, stops
        self.setAccessibleName(tr("{text}, Esc stops", text=text) if stops else text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(224, 38)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.stops and event.position().x() >= self._cap_left() - 4:
            self.stop_requested.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        room = QRectF(0, 0, self.width(), 18)
        paint_text(painter, room, self._text, font(Px.BASE, 600, tabular=True), tokens.text)
        cap = self._cap_left()
        share = self._done / self._total if self._total > 0 else 0.0
        paint_bar(painter, QRectF(0, 25, cap - 16, 5), share, tokens)
        if self.stops:
            paint_key_cap(painter, cap, 27, "Esc", tokens)
        painter.end()

    def _cap_left(self) -> float:
        return float(self.width() - key_cap_width("Esc"))
