"""The list of the command palette: headings and hits, and how they are painted."""

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from jurybox_gui.dialogs.palette_search import Hit
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.keycaps import paint_key_caps
from jurybox_gui.widgets.painting import RIGHT, kept, one_line, paint_box, paint_text, text_width

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
ROW = int(Qt.ItemDataRole.UserRole)


class PaletteModel(QAbstractListModel):
    """Rows of the list: a heading (a string) before each group, then its hits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[str | Hit] = []

    def set_hits(self, hits: Sequence[Hit]) -> None:
        """Show these hits below the headings of their groups."""
        self.beginResetModel()
        self._rows = []
        group = None
        for hit in hits:
            if hit.item.group != group:
                group = hit.item.group
                self._rows.append(group)
            self._rows.append(hit)
        self.endResetModel()

    def row(self, number: int) -> str | Hit | None:
        """Return the content of a row, None outside."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def step(self, start: int, step: int) -> int:
        """Return the row of a hit `step` hits from `start`, stopping at the ends; -1 if there is none."""
        hits = [n for n, row in enumerate(self._rows) if isinstance(row, Hit)]
        if not hits:
            return -1
        at = hits.index(start) if start in hits else -1 if step > 0 else 0
        return hits[max(0, min(len(hits) - 1, at + step))]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row())
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole and isinstance(row, Hit):
            return " ".join(filter(None, (row.item.lead, row.text)))
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.text if isinstance(row, Hit) else row
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.row(index.row()), Hit):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.NoItemFlags


class PaletteDelegate(QStyledItemDelegate):
    """Paints headings and hits, with matched letters in the accent color."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Return the height of a row: the same for headings, so that the list ends with a whole row.
        del option, index
        return QSize(100, Grid.ROW_PALETTE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        box = QRectF(option.rect)
        with kept(painter):
            if isinstance(row, Hit):
                view = self.parent()
                current = isinstance(view, QListView) and view.currentIndex() == index
                self._paint_hit(painter, box, row, current=current)
            elif isinstance(row, str):
                line = box.adjusted(17, 4, -16, 0)
                paint_text(painter, line, row, font(Px.ASIDE, 500), theme().tokens.text2)

    def _paint_hit(self, painter: QPainter, box: QRectF, hit: Hit, *, current: bool) -> None:
        tokens = theme().tokens
        if current:
            ground = box.adjusted(7, 0, -7, 0)
            paint_box(painter, ground, Grid.R_FIELD, tokens.accsoft)
            bar = QRectF(ground.left(), ground.top() + 6, 3, ground.height() - 12)
            paint_box(painter, bar, 1.5, tokens.accent)
        right = box.right() - 20
        if hit.item.keys:
            right = paint_key_caps(painter, right, box.center().y(), hit.item.keys, tokens) - 8
        if hit.item.detail:
            wide = min(text_width(one_line(hit.item.detail), font(Px.ASIDE)), box.width() / 3)
            room = QRectF(right - wide, box.top(), wide, box.height())
            paint_text(painter, room, hit.item.detail, font(Px.ASIDE), tokens.text2, RIGHT)
            right -= wide + 12
        left = box.left() + 19
        if hit.item.lead:
            room = QRectF(left, box.top(), max(0.0, right - left), box.height())
            face = font(Px.BASE, tabular=True)
            left += paint_text(painter, room, hit.item.lead, face, tokens.text2) + 8
        self._paint_words(painter, QRectF(left, box.top(), right - left, box.height()), hit, current=current)

    def _paint_words(self, painter: QPainter, room: QRectF, hit: Hit, *, current: bool) -> None:
        tokens = theme().tokens
        plain = font(Px.BASE, 600 if current else 400)
        strong = font(Px.BASE, 600)
        text = hit.text
        cuts = [0, *(place for part in hit.parts for place in part), len(text)]
        left = room.left()
        for n, (start, end) in enumerate(itertools.pairwise(cuts)):
            wide = room.right() - left
            if wide <= 0 or start == end:
                continue
            matched = n % 2 == 1
            face, code = (strong, tokens.accent) if matched else (plain, tokens.text)
            piece = text[start:end]
            paint_text(painter, QRectF(left, room.top(), wide, room.height()), piece, face, code)
            left += text_width(piece, face)
