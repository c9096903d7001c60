"""A panel below a larger one that folds to its title if both do not fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.painting import paint_text

_BAR = 26


class FoldBar(PaintedButton):
    """The title of a folded panel; a click unfolds or folds it."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def sizeHint(self) -> QSize:
        return QSize(120, _BAR)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(tokens.hover if self.hot else tokens.win))
        painter.fillRect(0, 0, self.width(), 1, color(tokens.line))
        name = "chevron-down" if self.isChecked() else "chevron-right"
        middle = round(self.height() / 2)
        paint_icon(painter, QRectF(Grid.TABLE_MARGIN, middle - 7, 14, 14), name, tokens.text2)
        room = QRectF(Grid.TABLE_MARGIN + 20, 0, self.width() - Grid.TABLE_MARGIN - 24, self.height())
        paint_text(painter, room, self.text(), font(Px.ASIDE, 600), tokens.text)
        if self.hasFocus():
            paint_focus_ring(painter, QRectF(self.rect()).adjusted(8, 4, -8, -4), Grid.R_KEY, tokens)
        painter.end()


class FoldingPanel(QWidget):
    """`upper` with all the remaining room and `lower` below it, folded in a small window.

    It folds if it would leave `upper` less than `least` px. If both fit there is no bar; otherwise a click on
    the bar shows `lower`.
    """

    def __init__(self, upper: QWidget, lower: QWidget, title: str, least: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = FoldBar(title)
        self._lower, self._least = QWidget(), least  # `lower` may be hidden for other reasons
        self._inside = lower
        inside = QVBoxLayout(self._lower)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(lower)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(upper, 1)
        column.addWidget(self.bar)
        column.addWidget(self._lower)
        self.bar.toggled.connect(lambda _on: self._fit())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._least // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # By its own size hint, not the layout's: it may be higher now because there was room.
        needed = 0 if self._inside.isHidden() else self._inside.sizeHint().height()
        roomy = self.height() >= self._least + needed
        self.bar.setVisible(not roomy)
        self._lower.setVisible(roomy or self.bar.isChecked())
