"""The page shown while no collection is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSpacerItem, QVBoxLayout, QWidget

from jurybox.demos import demos
from jurybox.language import tr, trc
from jurybox.settings import Settings
from jurybox_gui.actions.chords import chord
from jurybox_gui.actions.keyboard_layouts import Press, readings
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.start.drop_field import DropField
from jurybox_gui.desks.start.recent import describe
from jurybox_gui.desks.start.rows import INSET, RowHeads, RowText, StartRow
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import app_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import on_lines, paint_text
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.tips import set_tip

_PURPOSE = tr("Judge answers, watch the ranking move.")
_MOST = 5
_SIDE, _SIDE_LEAST = 420, 380
_LOW, _NARROW = 600, 1100
_PURPOSE_LEFT, _LINE = 77, 17
_DEMO_ICONS = {"community": "disagreements", "series": "document", "validation": "spaces"}
"""What each demo shows: people who differ, questions on one subject, two spaces."""


class StartPage(QWidget):
    """Recent collections and demos on the left, each with a digit; new, open and drop on the right."""

    collection_chosen = Signal(object)
    """Emitted with the path of the recent collection to open."""

    demo_chosen = Signal(str)
    """Emitted with the name of the demo to open."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rows: list[StartRow] = []
        self._reading = LatestTask(self)
        self._heads = RowHeads(tr("Recent collections"), tr("judged"), tr("last entry"))
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        self._below_name, self._above_demos = QSpacerItem(0, 0), QSpacerItem(0, 0)
        left = self._left()
        self._left_column, self._side = left.layout(), _DemoSide()
        self._scroll = scrolled(left)
        self._scroll.installEventFilter(self)
        across.addWidget(self._scroll, 1)
        across.addWidget(self._side)
        self._set_gaps(low=False, narrow=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_gaps(low=event.size().height() < _LOW, narrow=event.size().width() < _NARROW)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._list_recent()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Open the row of a digit key, on any keyboard; arrows move between rows.
        meant = {chord(row.row.key): row for row in self.rows if row.row.key}
        chosen = next((meant[one] for one in readings(Press.of(event)) if one in meant), None)
        if chosen is not None:
            if not event.isAutoRepeat():
                chosen.click()
        elif event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up} and self.rows:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            at = next((n for n, row in enumerate(self.rows) if row.hasFocus()), -1 if step > 0 else 0)
            row = self.rows[(at + step) % len(self.rows)]
            row.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(row)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Handle keys before the area scrolls by them: arrows move between rows.
        if watched is self._scroll and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.keyPressEvent(event)
            return event.isAccepted()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme().tokens.surf))
        painter.end()

    def _left(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setSpacing(0)
        column.addWidget(_Name())
        column.addItem(self._below_name)
        column.addWidget(self._heads)
        column.addLayout(self._recent)
        column.addItem(self._above_demos)
        column.addWidget(RowHeads(tr("Demos"), aside=tr("each opens as a private copy")))
        for at, demo in enumerate(demos()):
            icon = _DEMO_ICONS.get(demo.name, "spaces")
            row = StartRow(RowText(tr(demo.title), demo.promise or demo.description, str(6 + at), icon=icon))
            set_tip(row, tr(demo.description))
            row.clicked.connect(lambda _on, name=demo.name: self.demo_chosen.emit(name))
            self.rows.append(row)
            column.addWidget(row)
        column.addStretch(1)
        return left

    def _set_gaps(self, *, low: bool, narrow: bool) -> None:
        """Set the room around names and rows."""
        left = self._left_column
        if left is None:
            return
        around = (20, 16) if narrow else (46, 36)
        left.setContentsMargins(around[0], 18 if low else 44, around[1], 8 if low else 24)
        self._side.set_low(low=low, narrow=narrow)
        for gap, height in ((self._below_name, 12 if low else 30), (self._above_demos, 18 if low else 34)):
            gap.changeSize(0, height)
        left.invalidate()

    def _list_recent(self) -> None:
        while (item := self._recent.takeAt(0)) is not None:
            old = item.widget()
            if isinstance(old, StartRow):
                self.rows.remove(old)
            if old is not None:
                old.deleteLater()
        paths = [Path(text) for text in self._settings["recent"]][:_MOST]
        self._heads.show_columns(on=bool(paths))
        if not paths:
            none = PlainLabel(tr("No collection yet. Open a demo below, or one of your own."), role="text2", wrap=True)
            none.setContentsMargins(INSET, 10, INSET, 0)
            self._recent.addWidget(none)
        rows = []
        for at, path in enumerate(paths):
            row = StartRow(RowText(path.stem, str(path), str(at + 1)))
            row.clicked.connect(lambda _on, path=path: self.collection_chosen.emit(path))
            self._recent.addWidget(row)
            row.show()  # the layout would do it, but only in the next turn, and a key may come before that
            rows.append((row, path, str(at + 1)))
        self.rows[:0] = [row for row, _, _ in rows]
        self._reading.start(
            lambda _watch: [describe(path, key) for _, path, key in rows], lambda texts: self._tell(rows, texts)
        )

    def _tell(self, rows: list[tuple[StartRow, Path, str]], texts: list[RowText]) -> None:
        for (row, _, _), text in zip(rows, texts, strict=True):
            if row in self.rows:
                row.set_row(text)


class _Name(QWidget):
    """The program's icon, its name and its purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(64)
        self.setAccessibleName(f"Jurybox: {_PURPOSE}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(64 + _LINE * (len(self._purpose()) - 1))

    def _purpose(self) -> tuple[str, ...]:
        return on_lines(_PURPOSE, font(Px.BASE), self.width() - _PURPOSE_LEFT)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        app_icon().paint(painter, INSET - 2, 4, 44, 44)
        paint_text(painter, QRectF(76, 0, 400, 40), "Jurybox", font(30, 650), tokens.text)
        for n, words in enumerate(self._purpose()):
            line = QRectF(_PURPOSE_LEFT, 40 + n * _LINE, self.width() - _PURPOSE_LEFT, 20)
            paint_text(painter, line, words, font(Px.BASE), tokens.text2)
        painter.end()


class _DemoSide(QWidget):
    """New, open, and the place to drop files."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(_SIDE)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(2)
        self._above_field = QSpacerItem(0, 0)
        head = PlainLabel(trc("heading", "New"), weight=600)
        head.setContentsMargins(RING_ROOM, 0, 0, 4)
        column.addWidget(head)
        for text, action in (
            (tr("New collection…"), "file.new"),
            (tr("Open collection…"), "file.open"),
            (tr("Join a campaign…"), "file.join-campaign"),
        ):
            column.addWidget(PlainButton(text, action=action, wide=True))
        column.addItem(self._above_field)
        column.addWidget(DropField(), 1)
        column.addStretch()

    def set_low(self, *, low: bool, narrow: bool) -> None:
        """Leave less free in a low or narrow window, so that what can be dropped, and names, have room."""
        side = 20 if narrow else 30
        self.setFixedWidth(_SIDE_LEAST if narrow else _SIDE)
        self._column.setContentsMargins(side - RING_ROOM, 14 if low else 54, side, 8 if low else 24)
        self._above_field.changeSize(0, 2 if low else 12)
        self._column.invalidate()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.win))
        painter.fillRect(0, 0, 1, self.height(), QColor(tokens.line))
        painter.end()
