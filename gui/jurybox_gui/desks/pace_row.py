"""The foot of the queue: how fast one judges."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import paint_line, paint_text

_MARGIN = 14
_SECONDS_OF_HOUR = 3600


class PaceRow(QWidget):
    """Three figures at the foot: judged today, labels an hour, time left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._figures: tuple[tuple[str, str], ...] = ()

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """What is shown, as (figure, what it counts)."""
        return self._figures

    def set_pace(self, today: int, per_hour: float | None, seconds_left: float | None) -> None:
        """Show the pace; what is not known is a dash."""
        self._figures = (
            (f"{today:,}", "today"),
            ("–" if per_hour is None else f"{per_hour:,.0f}", "an hour"),
            ("–" if seconds_left is None else time_told(seconds_left), "left"),
        )
        self.setAccessibleName(", ".join(" ".join(pair) for pair in self._figures))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of two lines."""
        return QSize(Grid.QUEUE, 70)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline and the figures below it."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_line(painter, QPointF(0, 0.5), QPointF(self.width(), 0.5), tokens.line)
        step = (self.width() - 2 * _MARGIN) / 3
        for n, (figure, words) in enumerate(self._figures):
            room = QRectF(_MARGIN + n * step, 9, step, 20)
            paint_text(painter, room, figure, font(Px.FIGURE, 600, tabular=True), tokens.text)
            paint_text(painter, room.translated(0, 20), words, font(Px.ASIDE), tokens.text2)
        painter.end()


def time_told(seconds: float) -> str:
    """Return a time as people say it: `40 min`, `2.1 h`, `44 h`."""
    if seconds < _SECONDS_OF_HOUR:
        return f"{max(1, round(seconds / 60))} min" if seconds else "0"
    hours = seconds / _SECONDS_OF_HOUR
    return f"{hours:.1f} h" if hours < 10 else f"{hours:,.0f} h"
