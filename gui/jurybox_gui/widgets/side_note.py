"""A short note at the right end of a row: on one line, or on two if there is less room."""

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import Role
from jurybox_gui.widgets.painting import RIGHT, on_lines, paint_text, text_width

_LINE, _STEP = 15, 4


class SideNote(QWidget):
    """A note that is never cut; an empty one takes no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._role: Role = "text2"
        self._is_narrow = False
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """Its text."""
        return self._text

    def set_text(self, text: str, role: Role = "text2") -> None:
        """Change the text, in the color of a role."""
        if (text, role) != (self._text, self._role):
            self._text, self._role = text, role
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    def set_narrow(self, *, narrow: bool) -> None:
        """Break it into two lines, or show it on one."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self.updateGeometry()

    @property
    def whole_width(self) -> int:
        """The width of the whole text on one line, px."""
        return round(text_width(self._text, font(Px.ASIDE, tabular=True))) + 4 if self._text else 0

    @property
    def least_width(self) -> int:
        """The least width at which two lines hold it, px."""
        return _least(self._text)

    def sizeHint(self) -> QSize:
        return QSize(self.least_width if self._is_narrow else self.whole_width, 2 * _LINE)

    def minimumSizeHint(self) -> QSize:
        # Return the same: a cut note would mislead.
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        face, wide = font(Px.ASIDE, tabular=True), float(self.width())
        lines = on_lines(self._text, face, wide)
        painter, top = QPainter(self), (self.height() - len(lines) * _LINE) / 2
        for n, words in enumerate(lines):
            room = QRectF(0, top + n * _LINE, wide, _LINE)
            paint_text(painter, room, words, face, getattr(theme().tokens, self._role), RIGHT)
        painter.end()


@lru_cache(maxsize=16)
def _least(text: str) -> int:
    face = font(Px.ASIDE, tabular=True)
    whole = round(text_width(text, face))
    for wide in range(whole // 2, whole, _STEP):
        if all(text_width(words, face) <= wide for words in on_lines(text, face, wide)):
            return wide + 4
    return whole + 4 if text else 0
