"""The legend row of a picture: marker and name of each curve, color and name of each part of bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from jurybox.figures import Figure, Key, keys_of
from jurybox.lists import comma_list
from jurybox_gui.plots.shapes import ink_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_ROW, _MARK, _GAP = 24, 20, 18


class CurveNames(QWidget):
    """Names in as many lines as they need; nothing for a picture with a single look.

    `most`: with more curves than that, only the names under the pointer are shown.
    """

    def __init__(self, parent: QWidget | None = None, *, most: int = 100) -> None:
        super().__init__(parent)
        self._most = most
        self.keys: tuple[Key, ...] = ()
        self.hide()

    def show_figure(self, figure: Figure | None) -> None:
        """Show the legend of a picture; None hides it."""
        found = () if figure is None else keys_of(figure)
        named = tuple(key for key in found if key.look is not None or key.kind == "bar")
        self.keys = named if len(named) <= self._most else ()
        self.setVisible(bool(self.keys))
        self.setAccessibleName(comma_list(key.name for key in self.keys))
        self._fit()

    def resizeEvent(self, event: object) -> None:
        del event
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, face = QPainter(self), font(Px.ASIDE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key, (left, top) in zip(self.keys, self._places(), strict=True):
            if key.kind == "bar":
                painter.fillRect(QRectF(left, top + 7, 10, 10), ink_of(key.strength, "surf", key.tone))
            else:
                style = theme().ink_style(key.look or 0) if key.ink else theme().run_style(key.look or 0)
                paint_run_marker(painter, QPointF(left + 6, top + _ROW / 2), 10, style)
            room = QRectF(left + _MARK, top, text_width(key.name, face) + 4, _ROW)
            paint_text(painter, room, key.name, face, theme().tokens.text, LEFT)
        painter.end()

    def _places(self) -> list[tuple[float, float]]:
        left, top, found = 0.0, 0.0, []
        for key in self.keys:
            wide = _MARK + text_width(key.name, font(Px.ASIDE)) + _GAP
            if left and left + wide > self.width():
                left, top = 0.0, top + _ROW
            found.append((left, top))
            left += wide
        return found

    def _fit(self) -> None:
        self.setFixedHeight(round(max((top for _, top in self._places()), default=0.0)) + _ROW)
        self.update()
