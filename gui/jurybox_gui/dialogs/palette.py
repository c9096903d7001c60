"""The command palette (Ctrl+K): finds any action, question or run, by keyboard alone."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from jurybox.language import tr, trc
from jurybox_gui.dialogs.palette_list import PaletteDelegate, PaletteModel
from jurybox_gui.dialogs.palette_search import Hit, Provider, search
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

_WIDTH = 660
_HEIGHT = 490
_TOP = 84
_FIELD, _ABOVE_LIST = 53, 4
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


_TABS = {int(Qt.Key.Key_Tab): 1, int(Qt.Key.Key_Backtab): -1}


class PaletteField(Field):
    """The search line; arrows, Enter and Tab belong to the list below."""

    def __init__(self, palette: "CommandPalette") -> None:
        super().__init__(tr("Find a question, run, action"), px=Px.ANSWER)
        self._palette = palette
        self.setFrame(False)
        self.setProperty("ring", -1)
        self.setStyleSheet("QLineEdit { border: none; background: transparent; padding: 0; }")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = _TABS.get(event.key())
            if step is not None:
                self._palette.next_group(step)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._palette.step(_MOVES[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._palette.do_current()
        else:
            super().keyPressEvent(event)


class CommandPalette(Overlay):
    """The overlay. `open_palette` opens it; each provider returns its items for a query."""

    def __init__(self, window: QWidget, providers: Sequence[Provider] = ()) -> None:
        super().__init__(window)
        self.setAccessibleName(tr("Find a question, run, action"))
        self.panel_top = _TOP
        self._providers = list(providers)
        self._groups: list[str] = []
        self._group = ""
        self._field = PaletteField(self)
        self._field.textChanged.connect(self._search)
        self._field.left.connect(self.dismiss)
        self._model = PaletteModel(self)
        self._list = self._make_list()
        self._only = PlainLabel(px=Px.ASIDE, weight=600, role="accent")
        self._nothing = PlainLabel(tr("Nothing found"), role="text2")
        self._note = PlainLabel(px=Px.ASIDE, role="text2", elide=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(self._head_row())
        column.addWidget(Hairline(raised=True))
        column.addSpacing(_ABOVE_LIST)
        column.addWidget(self._list, 1)
        column.addWidget(self._nothing, 1, Qt.AlignmentFlag.AlignCenter)
        column.addWidget(Hairline(raised=True))
        self._foot = self._foot_row()
        column.addLayout(self._foot)

    def open_palette(self, note: str = "", query: str = "") -> None:
        """Open it empty (or with `query`); `note` is shown at its foot."""
        self._note.setText(note)
        self._group = ""
        self._field.setText(query)
        self._search()
        self.open_over()

    def panel_size(self, room: QSize) -> QSize:
        """Return the size of the panel, the same for any number of hits; its list ends with a whole row."""
        around = _FIELD + _ABOVE_LIST + 2 + self._foot.sizeHint().height()
        rows = (min(_HEIGHT, room.height()) - around) // Grid.ROW_PALETTE
        return QSize(min(_WIDTH, room.width()), around + rows * Grid.ROW_PALETTE)

    def first_focus(self) -> QWidget:
        """Return the search line."""
        return self._field

    def step(self, step: int) -> None:
        """Select the hit this many further down (negative: up)."""
        row = self._model.step(self._list.currentIndex().row(), step)
        if row >= 0:
            index = self._model.index(row)
            self._list.setCurrentIndex(index)
            # The heading above the first hit is scrolled into view with it.
            if self._model.step(row, -1) == row:
                self._list.scrollToTop()
            else:
                self._list.scrollTo(index)

    def next_group(self, step: int) -> None:
        """Show only the next group of hits, and after the last one all of them."""
        kinds = ["", *self._groups]
        at = kinds.index(self._group) if self._group in kinds else 0
        self._group = kinds[(at + step) % len(kinds)]
        self._search()

    def do_current(self) -> None:
        """Close, then run the selected item."""
        row = self._model.row(self._list.currentIndex().row())
        if isinstance(row, Hit):
            self.dismiss()
            row.item.do()

    def current(self) -> Hit | None:
        """Return the selected item."""
        row = self._model.row(self._list.currentIndex().row())
        return row if isinstance(row, Hit) else None

    def hits(self) -> list[Hit]:
        """Return everything found, in order."""
        rows = [self._model.row(n) for n in range(self._model.rowCount())]
        return [row for row in rows if isinstance(row, Hit)]

    def _search(self) -> None:
        query = self._field.text()
        hits = search(self._providers, query, self._group)
        if not self._group:
            self._groups = list(dict.fromkeys(hit.item.group for hit in hits))
        self._model.set_hits(hits)
        self._list.setVisible(bool(hits))
        self._nothing.setVisible(not hits)
        self._only.setText(tr("{group} only", group=self._group) if self._group else "")
        self._only.setVisible(bool(self._group))
        self._list.setCurrentIndex(QModelIndex())
        self.step(1)

    def _clicked(self, index: QModelIndex) -> None:
        if isinstance(self._model.row(index.row()), Hit):
            self._list.setCurrentIndex(index)
            self.do_current()

    def _make_list(self) -> QListView:
        view = QListView()
        view.setModel(self._model)
        view.setItemDelegate(PaletteDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setSelectionMode(QListView.SelectionMode.NoSelection)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.viewport().setAutoFillBackground(False)
        view.setAccessibleName(tr("Found"))
        view.clicked.connect(self._clicked)
        return view

    def _head_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(18, 0, 16, 0)
        row.setSpacing(10)
        row.addWidget(_Magnifier())
        row.addWidget(self._field, 1)
        row.addWidget(self._only)
        row.addWidget(KeyCap("Esc"))
        self._field.setFixedHeight(_FIELD)
        return row

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(18, 7, 18, 7)
        row.setSpacing(14)
        row.addWidget(KeyCap(("Up", "Down"), tr("choose")))
        row.addWidget(KeyCap("Enter", trc("key", "run")))
        row.addWidget(KeyCap("Tab", tr("filter by type")))
        row.addWidget(self._note, 1)
        return row


class _Magnifier(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(20, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_icon(painter, QRectF(0, 0, 20, 20), "search", theme().tokens.text2)
        painter.end()
