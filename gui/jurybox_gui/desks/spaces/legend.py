"""The legend of the lines in the spaces, and the keys of the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.language import tr, trc
from jurybox.lists import comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_row import Hint, hint_buttons
from jurybox_gui.widgets.painting import LEFT, paint_text
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox.figures import Key

_PART = 24
_HINTS: tuple[Hint, ...] = (
    (("spaces.up", "spaces.down"), trc("hint", "run")),
    ("spaces.hide", trc("hint", "hide")),
    ("spaces.only", tr("only this")),
    (("spaces.zoom-in", "spaces.zoom-out"), tr("zoom")),
    ("spaces.table", tr("table")),
    ("spaces.export", tr("export")),
)


class LineSample(QWidget):
    """A short piece of a line and its meaning."""

    def __init__(self, says: str, *, dashed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dashed = dashed
        self._run: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.say(says)

    def set_run(self, run: int | None) -> None:
        """Use the color of a run."""
        self._run = run
        self.update()

    def say(self, says: str) -> None:
        """Set the meaning of the line."""
        self._says = says
        self.setAccessibleName(says)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        code = tokens.text2 if self._dashed else tokens.line2
        if self._run is not None:
            code = theme().run_style(self._run).color
        pen = QPen(color(code), 1.0)
        if self._dashed:
            pen.setDashPattern([4.0, 4.0])
        painter.setPen(pen)
        painter.drawLine(QLineF(0, 10.5, 24, 10.5))
        room = QRectF(32, 0, self.width() - 32, 20)
        paint_text(painter, room, self._says, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()


class Hints(QWidget):
    """The keys that every picture has: two in a row, or one if the words are long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 6, 4, 10)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._hints = [hint_buttons(actions, says) for actions, says in _HINTS]
        self._columns = 0
        self._put(2)
        self._grid.setColumnStretch(1, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        # Return the height that they need; the width is that of the column.
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        frame = self._grid.contentsMargins()
        room = self.width() - frame.left() - frame.right() - self._grid.horizontalSpacing()
        left, right = (max(one.sizeHint().width() for one in self._hints[n::2]) for n in range(2))
        self._put(2 if left + right <= room else 1)

    def _put(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            for n, hint in enumerate(self._hints):
                self._grid.addWidget(hint, n // columns, n % columns, Qt.AlignmentFlag.AlignLeft)


class PartSamples(QWidget):
    """What the parts of bars mean: an inked square for each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: tuple[Key, ...] = ()
        self.hide()

    def show_parts(self, keys: tuple[Key, ...]) -> None:
        """Show these keys of a figure, or nothing."""
        self._keys = keys
        self.setVisible(bool(keys))
        self.setFixedHeight(_PART * len(keys) + 16)
        self.setAccessibleName(comma_list(key.name for key in keys))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        from jurybox_gui.plots.shapes import ink_of

        painter = QPainter(self)
        for n, key in enumerate(self._keys):
            top = 8 + _PART * n
            painter.fillRect(QRectF(14, top + 5, 14, 14), ink_of(key.strength, "surf", key.tone))
            room = QRectF(36, top, self.width() - 40, _PART)
            paint_text(painter, room, key.name, font(Px.BASE), theme().tokens.text, LEFT)
        painter.end()


class Legend(Surface):
    """The foot of the column of runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("win", "top", parent)
        self._equal = LineSample("", dashed=False)
        self._curve = LineSample(tr("chosen run, any threshold"), dashed=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(2)
        lines = QVBoxLayout()
        lines.setContentsMargins(14, 0, 8, 0)
        lines.setSpacing(2)
        for sample in (LineSample(tr("random order"), dashed=True), self._equal, self._curve):
            lines.addWidget(sample)
        column.addLayout(lines)
        column.addWidget(Hints())

    def set_equal(self, family: str | None) -> None:
        """Set what is equal along the iso lines; None for no such lines."""
        self._equal.setVisible(family is not None)
        self._equal.say(tr("equal {measure}", measure="AUC" if family == "AUC-point" else family))

    def set_curve(self, run: int | None) -> None:
        """Set whose curve is drawn, None for none."""
        self._curve.setVisible(run is not None)
        self._curve.set_run(run)
