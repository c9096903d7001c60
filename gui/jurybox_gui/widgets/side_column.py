"""The side column: foldable sections one below the other, each with its key."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.cut_tips import TellsCutLines
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import RIGHT, paint_line, paint_text, text_width

_HEAD = 36
_ABOVE = 4
_MARGIN = 16


class SectionHead(TellsCutLines, PaintedButton):
    """The title row of a section: chevron, title, an aside or its key; a click folds the section.

    If not everything fits, the aside is cut.
    """

    def __init__(self, title: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, parent, action=action, own_click=True)
        self._key = ""
        self._aside = ""
        self.setCheckable(True)
        self.setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print the first of these keys, or none."""
        self._key = keys[0] if keys else ""
        self.update()

    def show_possible(self) -> None:
        """Stay enabled: a section folds even if its key's action is impossible."""

    def set_aside(self, aside: str) -> None:
        """Show a few words at the right, such as `last 9 of 1,118`."""
        self._aside = aside
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, _HEAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        middle = self.height() / 2
        name = "chevron-down" if self.isChecked() else "chevron-right"
        paint_icon(painter, QRectF(_MARGIN - 2, round(middle - 7), 14, 14), name, tokens.text2)
        right = self.width() - float(_MARGIN)
        if self._key:
            right -= key_cap_width(self._key)
            paint_key_cap(painter, right, middle, self._key, tokens)
            right -= 8
        left, face = _MARGIN + 16.0, font(Px.BASE, 600)
        title = min(text_width(self.text(), face) + 1, max(0.0, right - left))
        paint_text(painter, QRectF(left, 0, title, self.height()), self.text(), face, tokens.text)
        if self._aside:
            room = QRectF(left + title + 8, 0, max(0.0, right - left - title - 8), self.height())
            paint_text(painter, room, self._aside, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
        if self.hasFocus():
            inside = QRectF(self.rect()).adjusted(8, 5, -8, -5)
            paint_focus_ring(painter, inside, Grid.R_KEY, tokens)
        painter.end()


class SideSection(QWidget):
    """A part of the side column with a title; its content goes into `body`'s layout.

    `folded_changed(bool)` is emitted when it folds or unfolds, by a click or by setting `folded`.
    """

    folded_changed = Signal(bool)

    def __init__(self, title: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, action, self)
        self.body = QWidget(self)
        self.layout_of_body = QVBoxLayout(self.body)
        self.layout_of_body.setContentsMargins(_MARGIN, 0, _MARGIN, 12)
        self.layout_of_body.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, _ABOVE, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.head.toggled.connect(lambda _on: self._toggled())

    @property
    def folded(self) -> bool:
        """Whether only the title is shown."""
        return not self.head.isChecked()

    @folded.setter
    def folded(self, folded: bool) -> None:
        self.head.setChecked(not folded)

    def set_aside(self, aside: str) -> None:
        """Show a few words at the right of the title."""
        self.head.set_aside(aside)

    def height_around(self, content: int) -> int:
        """Return the height that leaves `content` px to the content; folded, that of the title."""
        inner = self.layout_of_body.contentsMargins()
        return _ABOVE + _HEAD + (0 if self.folded else inner.top() + content + inner.bottom())

    def add(self, widget: QWidget) -> None:
        """Add a widget at the end of the section."""
        self.layout_of_body.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        foot = self.height() - 0.5
        paint_line(painter, QPointF(0, foot), QPointF(self.width(), foot), theme().tokens.line)
        painter.end()

    def _toggled(self) -> None:
        self.body.setVisible(not self.folded)
        self.folded_changed.emit(self.folded)


class SideColumn(QFrame):
    """A column of sections that scrolls; widgets added to the foot stay at the lower end."""

    def __init__(self, name: str, parent: QWidget | None = None, *, width: int = Grid.SIDE) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFixedWidth(width)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self._scroll.setWidget(self._inside)
        self._foot = QVBoxLayout()
        self._foot.setContentsMargins(0, 0, 0, 0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._scroll, 1)
        outer.addLayout(self._foot)

    def add_section(self, title: str, action: str = "") -> SideSection:
        """Add a section below the others and return it; its title prints the key of an `action`."""
        section = SideSection(title, action)
        self._column.insertWidget(self._column.count() - 1, section)
        return section

    def add_foot(self, widget: QWidget) -> None:
        """Add a widget that stays at the lower end."""
        self._foot.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens.win)
        paint_line(painter, QPointF(0.5, 0), QPointF(0.5, self.height()), tokens.line)
        painter.end()
