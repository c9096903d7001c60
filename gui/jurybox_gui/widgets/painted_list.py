"""A quiet list with painted lines: no frame, no focus; the painter marks the selected line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox_gui.widgets.painting import kept

Paint = Callable[[QPainter, QRectF, int, bool], None]
"""Paints the line of a number into a box; the flag says that it is the chosen one."""

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
T = TypeVar("T")


class LineModel(QAbstractListModel, Generic[T]):
    """Lines as an item model; while all `key`s stay the same, only changed lines are signaled."""

    def __init__(self, words: Callable[[T], str], key: Callable[[T], Hashable], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[T] = []
        self._words = words
        self._key = key

    def set_lines(self, lines: Sequence[T]) -> None:
        """Show other lines."""
        before, now = self.lines, list(lines)
        if [self._key(line) for line in now] != [self._key(line) for line in before]:
            self.beginResetModel()
            self.lines = now
            self.endResetModel()
            return
        self.lines = now
        for at, (old, new) in enumerate(zip(before, now, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at), self.index(at))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        return self._words(self.lines[index.row()])


class PaintedList(QListView):
    """Shows a model with lines painted by `paint`, each as high as `height` returns for its number."""

    def __init__(
        self,
        name: str,
        model: QAbstractListModel,
        paint: Paint,
        height: Callable[[int], int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        model.setParent(self)
        self.setModel(model)
        self._painter = _ListPainter(self, paint, height)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)

    def choose_line(self, at: int) -> None:
        """Select a line and scroll it into view; -1 selects none."""
        if at < 0:
            self.setCurrentIndex(QModelIndex())
        elif at != self.currentIndex().row():
            self.setCurrentIndex(self.model().index(at, 0))
            self.scrollTo(self.currentIndex())
        self.viewport().update()


class _ListPainter(QStyledItemDelegate):
    """Passes painting on to the list."""

    def __init__(self, view: QListView, paint: Paint, height: Callable[[int], int]) -> None:
        super().__init__(view)
        self._view = view
        self._paint = paint
        self._height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(option.rect.width(), self._height(index.row()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # Paint one line, unless only a part of it is in sight: a list begins and ends with a whole line.
        chosen, box = self._view.currentIndex() == index, option.rect
        whole = self._view.viewport().rect().contains(box.adjusted(1, 0, -1, 0))
        if not whole and not chosen and box.height() <= self._view.viewport().height():
            return
        with kept(painter):
            self._paint(painter, QRectF(box), index.row(), chosen)
