"""A combo box of the tool rows: its choices are plain text, its arrow a chevron."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
    QWidget,
)

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.combo_finder import ComboFinder
from jurybox_gui.widgets.tips import tip_text

COMBO_HEIGHT, _INSIDE = 27, 2
_AROUND = 8 + 26 + 2 + 2 * _INSIDE  # padding and border, as in the style sheet, and the margin of the label

_MOST = 240
"""A choice longer than this, px, may be cut in a narrow window."""

_LONG = 24
"""Lists with more choices than this have a search field."""

Choices = list[tuple[str, object]]
"""The text and the value of each item to choose."""


class Combo(QComboBox):
    """A choice of one. Items carry a value (`currentData()`); the wheel changes nothing by accident."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFont(font(Px.BASE, 500))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMaxVisibleItems(16)
        self.currentIndexChanged.connect(lambda _: self.updateGeometry())
        self.finder: ComboFinder | None = None
        # The combo's own delegate paints menu items and ignores the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))

    def showPopup(self) -> None:
        # Open the list; a long one with a search field.
        super().showPopup()
        if self.count() > _LONG:
            if self.finder is None:
                self.finder = ComboFinder(self)
            self.finder.begin()
        elif self.finder is not None:
            self.finder.hide()

    def set_choices(self, choices: Sequence[tuple[str, object]], current: object = None) -> None:
        """Show these (text, value) pairs and choose the one of value `current`, else the first.

        No signal is emitted: nobody chose.
        """
        with QSignalBlocker(self):
            self.clear()
            for text, value in choices:
                self.addItem(text, value)
            self.choose(current)
        self.updateGeometry()

    def choose(self, value: object) -> None:
        """Choose the item of this value; the first one if there is none."""
        values = [self.itemData(n) for n in range(self.count())]
        self.setCurrentIndex(values.index(value) if value in values else min(0, self.count() - 1))

    def sizeHint(self) -> QSize:
        # Qt measures the ink of a text, and full-width brackets have none in their outer half.
        shown = self.fontMetrics().horizontalAdvance(self.currentText()) + _AROUND + 1
        return QSize(max(shown, super().sizeHint().width() + 4), COMBO_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        # Return room for the present choice, up to a limit: rows wrap before they cut one.
        shown = self.fontMetrics().horizontalAdvance(self.currentText()) + _AROUND + 1
        return QSize(min(shown, _MOST, self.sizeHint().width()), COMBO_HEIGHT)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            cut = self._shown(self._styled()) != self.currentText()
            QToolTip.showText(event.globalPos(), tip_text(self.currentText()) if cut else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, option = theme().tokens, self._styled()
        option.currentText = self._shown(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        spot = QRectF(self.width() - 22, round(self.height() / 2 - 7), 14, 14)
        paint_icon(painter, spot, "chevron-down", tokens.text2 if self.isEnabled() else tokens.ctl)
        painter.end()

    def _styled(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option

    def _shown(self, option: QStyleOptionComboBox) -> str:
        """Return the displayed choice, cut with an ellipsis if it is too long."""
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        wide = room.width() - 2 * _INSIDE
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, wide)
