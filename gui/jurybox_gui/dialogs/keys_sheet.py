"""The key sheet (`?`): every key of the desk in front, built from the actions themselves."""

from collections.abc import Sequence

from PySide6.QtCore import QMetaMethod, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from jurybox_gui.dialogs.keys_body import MARGIN, Columns, SheetBody
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

_WIDTH = 1160
_HINT = "Number pad and letters work alike. Keys rest while you type a note."


class _Glyphs(QWidget):
    """The glyphs of the labels that can be given here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: Sequence[str] = ()

    def set_labels(self, labels: Sequence[str]) -> None:
        self._labels = labels
        self.setFixedSize(QSize(22 * len(labels), 20))
        self.setVisible(bool(labels))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        for n, label in enumerate(self._labels):
            paint_label_glyph(painter, QRectF(22 * n, 1, 18, 18), label, theme().tokens)
        painter.end()


class KeysSheet(Overlay):
    """The overlay; `change_requested` when *Change keys in Settings* is pressed."""

    change_requested = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName("Keys")
        self._title = PlainLabel(px=19, weight=600)
        self._aside = PlainLabel(role="text2", elide=True)
        self._body = SheetBody()
        self._glyphs = _Glyphs()
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scrolled = self._scroll
        for part in (self._scroll, self._scroll.viewport(), self._body):
            part.setAutoFillBackground(False)
        self._change = PlainButton("Change keys in Settings", quiet=True)
        self._change.clicked.connect(self._change_clicked)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head_row())
        column.addWidget(Hairline())
        column.addWidget(self._scroll, 1)
        column.addWidget(Hairline())
        column.addLayout(self._foot_row())

    def show_keys(self, title: str, aside: str, columns: Columns, labels: Sequence[str] = ()) -> None:
        """Open it: `title` (`Keys of the Judge desk`), the groups of rows, the labels of the scheme."""
        self._title.setText(title)
        self._aside.setText(aside)
        self._body.set_columns(columns)
        self._glyphs.set_labels(labels)
        # Offered only where something answers it.
        self._change.setVisible(self.isSignalConnected(QMetaMethod.fromSignal(self.change_requested)))
        self.open_over()

    def panel_size(self, room: QSize) -> QSize:
        """Return the size that shows every row, or as many as the window has room for."""
        around = 58 + 50 + 2
        wide = min(_WIDTH, room.width())
        return QSize(wide, self._body.fit(QSize(wide, room.height() - around)) + around)

    def _head_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, 20, 0)
        row.setSpacing(32)
        row.addWidget(self._title)
        row.addWidget(self._aside, 1)
        row.addWidget(KeyCap("Esc"))
        self._title.setFixedHeight(58)
        return row

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 6, MARGIN - 8, 6)
        row.setSpacing(12)
        row.addWidget(self._glyphs)
        row.addWidget(PlainLabel(_HINT, px=Px.ASIDE, role="text2", elide=True), 1)
        row.addWidget(self._change)
        return row

    def _change_clicked(self) -> None:
        self.dismiss()
        self.change_requested.emit()
