"""The assessor's last labels as a list: time, label, question, answer."""

import time

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox.language import tr, trc
from jurybox_gui.tables.history_model import HistoryModel, HistoryRole, Past
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.clicked_rows import ClickedRows
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import kept, notes_cuts, paint_box, paint_text, text_width

ROW_HEIGHT = 26
_LEFT = 18
TIME_WIDTH = 44  # of the widest date
_DATE = trc("short date", "%d %b")
_GLYPH = _LEFT + TIME_WIDTH + 4
_NAME_MOST = 70
_STAMPS = 60
_Index = QModelIndex | QPersistentModelIndex


class HistoryView(ClickedRows, QListView):
    """The last labels; emits `answer_chosen(answer)` on a click and before a context menu."""

    answer_chosen = Signal(int)

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(HistoryDelegate(self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Your last labels"))
        self.viewport().setAutoFillBackground(False)
        self._rows = 7
        self.clicked.connect(self._clicked)

    @property
    def rows(self) -> int:
        """The number of labels that fit."""
        return self._rows

    def set_rows(self, rows: int) -> None:
        """Make room for this many labels."""
        if rows != self._rows:
            self._rows = rows
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        shown = min(self._rows, max(1, self.model().rowCount()))
        return QSize(120, shown * ROW_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        # Return the same: Qt would reserve room for scroll bars.
        return self.sizeHint()

    def _clicked(self, index: QModelIndex) -> None:
        past = index.data(HistoryRole.PAST)
        if isinstance(past, Past):
            self.answer_chosen.emit(past.answer)


class HistoryDelegate(QStyledItemDelegate):
    """Paints time, glyph, question and answer in one line, once per look: a label moves all others down."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stamps: dict[tuple[object, ...], QPixmap] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del option, index
        return QSize(120, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        # Paint a row; a ring instead of the time means that the label is not saved yet.
        past = index.data(HistoryRole.PAST)
        if not isinstance(past, Past):
            return
        text, at = str(index.data(HistoryRole.TEXT) or ""), time_text(past.at)
        hot = bool(option.state & QStyle.StateFlag.State_MouseOver)
        box, scale, tokens = option.rect, painter.device().devicePixelRatioF(), theme().tokens
        if notes_cuts() or scale % 1:  # rows of a broken number of pixels have no pixels of their own
            self._row(painter, QRectF(box), past, at, text, hot=hot)
            return
        look = past, at, text, hot, box.width(), scale, tokens.dark
        stamp = self._stamps.get(look)
        if stamp is None:
            if len(self._stamps) >= _STAMPS:
                self._stamps.clear()
            self._stamps[look] = stamp = QPixmap(box.size() * scale)
            stamp.setDevicePixelRatio(scale)
            stamp.fill(color(tokens.win))  # that of the column: letters look as if painted there
            inside = QPainter(stamp)
            self._row(inside, QRectF(0, 0, box.width(), box.height()), past, at, text, hot=hot)
            inside.end()
        painter.drawPixmap(box.topLeft(), stamp)

    def _row(self, painter: QPainter, box: QRectF, past: Past, at: str, text: str, *, hot: bool) -> None:
        tokens = theme().tokens
        with kept(painter):
            if hot:
                paint_box(painter, box.adjusted(10, 1, -8, -1), Grid.R_KEY, tokens.hover)
            if past.late:
                paint_icon(painter, QRectF(_LEFT + 9, box.center().y() - 7, 14, 14), "saving", tokens.text2)
            else:
                when = QRectF(_LEFT, box.top(), TIME_WIDTH, box.height())
                paint_text(painter, when, at, font(Px.ASIDE, tabular=True), tokens.text2)
            glyph = "" if past.label == "conflict" else past.glyph or past.label
            paint_label_glyph(painter, QRectF(_GLYPH, box.center().y() - 7, 14, 14), glyph, tokens)
            bold = font(Px.BASE, 600, tabular=True)
            wide = min(text_width(past.question[:30], bold), _NAME_MOST)
            name = QRectF(_GLYPH + 23, box.top(), wide + 1, box.height())
            paint_text(painter, name, past.question, bold, tokens.text)
            room = QRectF(name.right() + 6, box.top(), max(0.0, box.right() - 16 - name.right()), box.height())
            paint_text(painter, room, text, font(Px.BASE), tokens.text2)


def time_text(at: int) -> str:
    """Return the time of day in this machine's time zone; for earlier days, the date."""
    moment = time.localtime(at / 1000)
    is_today = moment[:3] == time.localtime()[:3]
    return f"{moment.tm_hour:02}:{moment.tm_min:02}" if is_today else time.strftime(_DATE, moment)
