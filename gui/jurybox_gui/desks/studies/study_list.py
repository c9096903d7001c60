"""The list of studies: what they are of, how far they are, whether they are kept or out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox_gui.pieces.painting import LEFT, RIGHT, kept, one_line, paint_text
from jurybox_gui.pieces.progress import paint_bar
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPainter

    from jurybox_gui.desks.studies.work import Item

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROW, _MARGIN = 62, 16


class Studies(QAbstractListModel):
    """The studies as an item model."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Item] = []

    def set_items(self, items: Sequence[Item]) -> None:
        """Show other studies."""
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of studies."""
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a study in words, for those who hear it too."""
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        item = self.items[index.row()]
        return f"{item.title}, {item.measures}: {item.state}"


class StudyList(QListView):
    """Paints the studies; `item_chosen` tells which is clicked."""

    item_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studies = Studies(self)
        self.setModel(self.studies)
        self._painter = _Rows(self, self.currentIndex)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Studies")
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(lambda index: self.item_chosen.emit(self.studies.items[index.row()]))

    def show_items(self, items: Sequence[Item], chosen: Item | None) -> None:
        """Show the studies, one of them as chosen."""
        if list(items) != self.studies.items:
            self.studies.set_items(items)
        at = self.studies.items.index(chosen) if chosen in self.studies.items else -1
        if at >= 0 and at != self.currentIndex().row():
            self.setCurrentIndex(self.studies.index(at))
            self.scrollTo(self.studies.index(at))
        self.viewport().update()


class _Rows(QStyledItemDelegate):
    """Paints one study: its title, its measures, and how it stands."""

    def __init__(self, parent: QWidget, current: Callable[[], QModelIndex]) -> None:
        super().__init__(parent)
        self._current = current

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a study."""
        del index
        return QSize(option.rect.width(), _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one study."""
        model = index.model()
        if isinstance(model, Studies):
            with kept(painter):
                _paint(
                    painter, QRectF(option.rect), model.items[index.row()], chosen=self._current() == index
                )


def _paint(painter: QPainter, box: QRectF, item: Item, *, chosen: bool) -> None:
    tokens = theme().tokens
    if chosen:
        painter.fillRect(box.adjusted(6, 0, -6, -1), color(tokens.accsoft))
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
    line = QRectF(box.left() + _MARGIN, box.top() + 5, box.width() - 2 * _MARGIN, 18)
    paint_text(painter, line, item.title, font(Px.BASE, 600 if chosen else 500), tokens.text, LEFT)
    if item.held:
        paint_text(painter, line, "held", font(Px.CAP), tokens.text3, RIGHT)
    second = line.translated(0, 18)
    paint_text(painter, second, one_line(item.measures), font(Px.ASIDE), tokens.text2, LEFT)
    third = line.translated(0, 34)
    code = tokens.bad if item.problem else tokens.mid if item.stale else tokens.text2
    paint_text(painter, third, one_line(item.state), font(Px.ASIDE, tabular=True), code, LEFT)
    if item.is_running:
        bar = QRectF(third.left(), box.bottom() - 6, third.width(), 4)
        paint_bar(painter, bar, item.done / item.total if item.total else 0.0, tokens, "accent")
    elif not chosen:
        painter.fillRect(QRectF(line.left(), box.bottom() - 1, line.width(), 1), color(tokens.line))
