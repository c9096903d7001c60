"""All answers of the question shown: cards if they fit, else small tiles."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox.language import tr, trc
from jurybox_gui.tables.answers_model import AnswerRole, AnswersModel, ShownAnswer
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.glyphs import label_colors, paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, beginning, kept, paint_box, paint_text

_CARD, _CARD_MOST, _CARD_HEIGHT = 92, 320, 50
_TILE, _TILE_HEIGHT = 64, 28
_GAP = 6
_CARD_ROWS, _TILE_ROWS, _TILE_ROWS_FEW = 2, 5, 2
_TALL = 900
"""From this window height on, px, there is room for a second row of cards above the text."""
_GLYPH = 16
_NOW = trc("head", "now")
_STAR = 5.0
_TWO_DIGITS = 99
_SPARE = 2
"""Qt starts a new row if the last card would touch the edge."""
BEYOND = _GAP + _SPARE
"""Gap between the last card of a row and the right edge, px."""
_SCROLL = 24
"""Width left for the scroll bar and for the margin that Qt adds beside it, px."""
_Index = QModelIndex | QPersistentModelIndex


class AnswersView(QListView):
    """The answers of one question.

    Emits `answer_chosen(answer)` on a click and before a context menu, `answer_marked(answer)` with Ctrl.
    """

    answer_chosen = Signal(int)
    answer_marked = Signal(int)

    def __init__(self, model: AnswersModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self._answers = model
        self._roomy = False
        self.delegate = AnswerDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Answers of this question"))
        self.viewport().setAutoFillBackground(False)
        model.modelReset.connect(self._fit)

    def set_roomy(self, *, roomy: bool) -> None:
        """Let tiles take more rows, if the text below needs less room."""
        if roomy != self._roomy:
            self._roomy = roomy
            self._fit()

    def sizeHint(self) -> QSize:
        count = max(1, self._answers.rowCount())
        columns, cell = self._columns(count)
        rows = math.ceil(count / columns)
        roomy = self._roomy or self._is_tall()
        most = rows if self.delegate.cards else _TILE_ROWS if roomy else _TILE_ROWS_FEW
        return QSize(240, min(rows, most) * cell.height())

    def minimumSizeHint(self) -> QSize:
        # Return the same: Qt would reserve room for scroll bars.
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def dataChanged(self, first: _Index, last: _Index, roles: Sequence[int] = (), /) -> None:
        # Repaint only what changed, and keep the answer shown in view; Qt would lay out everything again.
        if first == last:
            self.update(self._answers.index(first.row()))
            self._scroll_to_shown()
        else:
            super().dataChanged(first, last, roles)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        shown = index.data(AnswerRole.SHOWN)
        if isinstance(shown, ShownAnswer) and event.button() == Qt.MouseButton.LeftButton:
            marks = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.answer_marked if marks else self.answer_chosen).emit(shown.answer)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Show the answer under the pointer; the menu itself belongs to the window.
        shown = self.indexAt(event.pos()).data(AnswerRole.SHOWN)
        if isinstance(shown, ShownAnswer):
            self.answer_chosen.emit(shown.answer)
        event.ignore()

    def _fit(self) -> None:
        count = max(1, self._answers.rowCount())
        _, cell = self._columns(count)
        self.delegate.cell = cell
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(off if self.delegate.cards else needed)
        if self.gridSize() != cell:
            self.setGridSize(cell)
        self.setFixedHeight(self.sizeHint().height())
        self._scroll_to_shown()

    def _columns(self, count: int) -> tuple[int, QSize]:
        """Return the number of tiles in a row and their size; cards if they fit into two rows."""
        room = max(_CARD, self.width())
        most = max(1, (room + _GAP) // _CARD)
        self.delegate.cards = count <= most * (_CARD_ROWS if self._is_tall() else 1)
        if self.delegate.cards:
            columns = math.ceil(count / math.ceil(count / most))
            return columns, QSize(min(_CARD_MOST, (room - _SPARE) // columns), _CARD_HEIGHT)
        columns = max(1, (room - _SCROLL) // (_TILE if count <= _TWO_DIGITS else _TILE + 10))
        return columns, QSize((room - _SCROLL) // columns, _TILE_HEIGHT)

    def _is_tall(self) -> bool:
        return self.window().height() >= _TALL

    def _scroll_to_shown(self) -> None:
        """Scroll the answer shown into view."""
        row = self._answers.row_now()
        if row is not None:
            self.scrollTo(self._answers.index(row), QListView.ScrollHint.EnsureVisible)


class AnswerDelegate(QStyledItemDelegate):
    """Paints an answer as a card (number, label, beginning) or a tile (number, label)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = True
        self.cell = QSize(_CARD, _CARD_HEIGHT)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del option, index
        return self.cell

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        shown = index.data(AnswerRole.SHOWN)
        if not isinstance(shown, ShownAnswer):
            return
        tokens = theme().tokens
        box = QRectF(option.rect).adjusted(0, 0, -_GAP, -4)
        with kept(painter):
            hot = bool(option.state & QStyle.StateFlag.State_MouseOver)
            _paint_ground(painter, box, shown, tokens, hot=hot)
            upper = box.adjusted(10, 2, -8, 0) if self.cards else box.adjusted(8, 2, -5, 0)
            upper.setHeight(22)
            face = font(Px.ASIDE, 600 if shown.now else 500, tabular=True)
            ink = tokens.accent if shown.now else tokens.text2
            wide = paint_text(painter, upper, str(index.data(AnswerRole.NUMBER)), face, ink, LEFT)
            if shown.best:
                _paint_star(
                    painter, QPointF(upper.left() + wide + 8, upper.center().y()), shown.glyph or shown.label, tokens
                )
            _paint_label(painter, upper, shown, tokens, cards=self.cards)
            if self.cards:
                lower = QRectF(upper.left(), box.top() + 23, upper.width(), 18)
                ink = tokens.text if shown.now or not shown.label else tokens.text3
                text = str(index.data(AnswerRole.TEXT) or "")
                paint_text(painter, lower, text, font(Px.ASIDE, 600 if shown.now else 400), ink, beginning(text))


def _paint_ground(painter: QPainter, box: QRectF, shown: ShownAnswer, tokens: Tokens, *, hot: bool) -> None:
    if shown.now:
        paint_box(painter, box, Grid.R_FIELD, tokens.accsoft, tokens.accent, 2)
    elif shown.marked:
        paint_box(painter, box, Grid.R_FIELD, tokens.raised, tokens.text, 1.5)
    else:
        paint_box(painter, box, Grid.R_FIELD, tokens.hover if hot else tokens.win, tokens.line)
    if shown.marked:
        corner = QPolygonF([box.topLeft(), box.topLeft() + QPointF(11, 0), box.topLeft() + QPointF(0, 11)])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(tokens.text))
        painter.drawPolygon(corner)
    if shown.alike:
        painter.fillRect(QRectF(box.left() - _GAP, box.center().y() - 1, _GAP, 2), color(tokens.ctl))


def _paint_label(painter: QPainter, upper: QRectF, shown: ShownAnswer, tokens: Tokens, *, cards: bool) -> None:
    if shown.now and not shown.label and cards:
        paint_text(painter, upper, _NOW, font(Px.ASIDE, 600), tokens.accent, RIGHT)
        return
    spot = QRectF(upper.right() - _GLYPH, round(upper.center().y() - _GLYPH / 2), _GLYPH, _GLYPH)
    paint_label_glyph(painter, spot, "" if shown.label == "conflict" else shown.glyph or shown.label, tokens)


def _paint_star(painter: QPainter, center: QPointF, label: str, tokens: Tokens) -> None:
    """Paint the mark of the assessor's best answers."""
    points = []
    for n in range(10):
        reach = _STAR if n % 2 == 0 else _STAR * 0.42
        turn = -math.pi / 2 + n * math.pi / 5
        points.append(center + QPointF(reach * math.cos(turn), reach * math.sin(turn)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(label_colors(label, tokens).color))
    painter.drawPolygon(QPolygonF(points))
