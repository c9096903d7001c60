"""The key sheet (`?`): every key of the desk in front, built from the actions themselves."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from PySide6.QtCore import QEvent, QMetaMethod, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox.lists import clauses, comma_list, labeled
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.actions.registry import SheetRow
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import (
    CAP_GAP,
    CAP_HEIGHT,
    KeyCap,
    key_cap_width,
    key_caps_width,
    paint_key_cap,
    paint_key_caps,
    press_key,
)
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.painting import CENTER, on_lines, paint_box, paint_line, paint_text, text_width

Columns = Mapping[str, Sequence[SheetRow]]
_Column = list[tuple[str, Sequence[SheetRow]]]
"""The groups of a column with their titles; what continues the column before has none."""

MARGIN = 26
_MARGIN_ABOVE = 6
_GUTTER = 22
_COLUMNS = 4
_ROW = 39
_ROW_LEAST = CAP_HEIGHT + 2
_LINE = 15
_PADDING = 4
"""Above and below the words of a row of several lines, at least."""
_LEAST_GAP = 10
_CAPS_LINE = CAP_HEIGHT + 4
_DASH = 16
"""Between the two ends of a range."""


def stack(columns: Columns, tall: Callable[[Sequence[SheetRow]], int] = lambda rows: len(rows) + 2) -> list[_Column]:
    """Arrange groups of rows in at most four columns, so that the longest column is short.

    `tall` returns the height of a group. The longest groups are placed first. Columns, and the groups in a
    column, come in the order given; a last group called `Everywhere` starts the last column.
    """
    groups = [(title, rows) for title, rows in columns.items() if rows]
    everywhere = tr("Everywhere")
    rest = [at for at, (title, _) in enumerate(groups) if title != everywhere]
    last = [at for at in range(len(groups)) if at not in rest]
    laid: list[list[int]] = [[] for _ in range(min(_COLUMNS, len(groups)) - len(last))]
    laid += [[at] for at in last]
    heights = [tall(rows) for _, rows in groups]
    for at in sorted(rest, key=lambda at: -heights[at]):
        min(laid, key=lambda column: sum(heights[one] for one in column)).append(at)
    ordered = sorted([*filter(None, laid)], key=lambda column: (not {*last}.isdisjoint(column), min(column)))
    return [[groups[at] for at in sorted(column, key=lambda at: (at in rest, at))] for column in ordered]


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A row as shown in a column of some width: its words on up to three lines, and its keys on lines.

    `is_range`: there are two keys, which stand for all from the first to the last.
    """

    words: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    is_range: bool = False

    @property
    def keys_wide(self) -> int:
        """The width of the longest line of keys, in pixels."""
        if self.is_range:
            return sum(map(key_cap_width, self.keys[0])) + _DASH
        return max(map(key_caps_width, self.keys))

    def height(self, row: int) -> int:
        """Return its height in pixels in a sheet whose rows of one line are `row` high."""
        words = max(row, _LINE * len(self.words) + max(_PADDING, (row - _LINE) // 2))
        return max(words, row + _CAPS_LINE * (len(self.keys) - 1))


@dataclass(frozen=True, slots=True)
class Spacing:
    """How close rows are: the height of one line of them, and what follows from it, in pixels."""

    row: int

    @property
    def head(self) -> int:
        """The height of the name of a group."""
        return min(36, self.row + 4)

    @property
    def between(self) -> int:
        """The space between two groups of a column."""
        return min(14, self.row - 16)

    def of_group(self, title: str, lines: Iterable[KeyLine]) -> int:
        """Return the height of a group, or of a part of it that has no title."""
        return (self.head if title else 0) + sum(line.height(self.row) for line in lines)

    def of_column(self, groups: Sequence[tuple[str, Sequence[KeyLine]]]) -> int:
        """Return the height of a column."""
        return sum(self.of_group(*group) for group in groups) + self.between * (len(groups) - 1)


def flow(columns: Columns, room: int, tall: Mapping[SheetRow, int], spacing: Spacing) -> list[_Column]:
    """Fill columns of a height one after the other; the rest of a group continues in the next one."""
    laid, left = list[list[tuple[str, list[SheetRow]]]]([[]]), room
    for title, rows in columns.items():
        begins = spacing.head + sum(tall[row] for row in rows[:2]) + (spacing.between if laid[-1] else 0)
        if laid[-1] and begins > left:
            laid.append([])
            left = room
        left -= spacing.head + (spacing.between if laid[-1] else 0)
        laid[-1].append((title, []))
        for row in rows:
            if tall[row] > left and laid[-1][-1][1]:
                laid.append([("", [])])
                left = room
            laid[-1][-1][1].append(row)
            left -= tall[row]
    return [list(column) for column in laid]


def line_of(row: SheetRow, wide: float) -> KeyLine:
    """Lay out a row as low as possible, with every key and every word.

    Three or more consecutive keys may be written as the first and the last with a dash.
    """
    return min(_ways(row, wide), key=lambda way: (way[0], way[1].height(_ROW)))[1]


def _ways(row: SheetRow, wide: float) -> Iterator[tuple[bool, KeyLine]]:
    """Return the ways to lay out a row, best looking first, and whether something is cut."""
    keys, face = row.keys, font(Px.ASIDE)
    ways = [KeyLine((), (keys,))]
    if len(keys) > 2 and _follow(keys):
        ways.append(KeyLine((), ((keys[0], keys[-1]),), is_range=True))
    for lines in range(2, len(keys) + 1):
        each = ceil(len(keys) / lines)
        ways.append(KeyLine((), tuple(keys[at : at + each] for at in range(0, len(keys), each))))
    for way in ways:
        room = wide - _LEAST_GAP - way.keys_wide
        words = on_lines(row.text, face, room, most=3)
        yield any(text_width(part, face) > room for part in words), replace(way, words=words)


def _follow(keys: Sequence[str]) -> bool:
    """Return whether keys differ by a digit at their end that goes up by one: Ctrl+1 Ctrl+2 Ctrl+3."""
    digits = [key[-1] for key in keys]
    alike = len({key[:-1] for key in keys}) == 1
    return alike and "".join(digits) in "1234567890"


class SheetBody(QWidget):
    """The painted columns; rows come closer together in a low window.

    A click on a cap emits `pressed(key)`.
    """

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hot: tuple[str, QRectF] | None = None
        self.setMouseTracking(True)
        self._columns: list[_Column] = []
        self._groups: Columns = {}
        self._spacing = Spacing(_ROW)

    def set_columns(self, columns: Columns) -> None:
        """Show these groups of rows."""
        self._groups = {title: rows for title, rows in columns.items() if rows}
        spoken = [labeled(row.text, comma_list(map(cap_text, row.keys))) for g in columns.values() for row in g]
        self.setAccessibleName(tr("Keys"))
        self.setAccessibleDescription(clauses(spoken))
        self.update()

    def fit(self, room: QSize) -> int:
        """Choose columns and row height for a room of that size; return the height then needed, px."""
        inside, least = room.height() - 2 * _MARGIN_ABOVE, Spacing(_ROW_LEAST)
        lines = self._lines(_column_width(room.width(), min(_COLUMNS, len(self._groups))))
        columns = stack(self._groups, lambda rows: least.of_group(" ", map(lines.__getitem__, rows)))
        shown = [[(title, [lines[row] for row in rows]) for title, rows in column] for column in columns]
        for tall in range(_ROW, _ROW_LEAST - 1, -1):
            self._spacing = Spacing(tall)
            needed = max(map(self._spacing.of_column, shown), default=0)
            if needed <= inside:
                break
        else:
            # As low as it gets, and still too high: let groups continue in the next column.
            narrow = self._lines(_column_width(room.width(), _COLUMNS))
            heights = {row: line.height(_ROW_LEAST) for row, line in narrow.items()}
            for height in range(inside // 2, inside + 1, 4):
                flowed = flow(self._groups, height, heights, least)
                if len(flowed) == _COLUMNS:
                    columns, needed = flowed, height
                    break
        self._columns = columns
        self.setMinimumHeight(needed + 2 * _MARGIN_ABOVE)
        return needed + 2 * _MARGIN_ABOVE

    def _lines(self, wide: float) -> dict[SheetRow, KeyLine]:
        return {row: line_of(row, wide) for rows in self._groups.values() for row in rows}

    def lines(self) -> list[KeyLine]:
        """Return every row as shown at the present width."""
        wide = self._wide(self.width())
        return [line_of(row, wide) for column in self._columns for _, rows in column for row in rows]

    def caps(self) -> Iterator[tuple[str, QRectF]]:
        """Return each printed key, and where its cap is."""
        for box, line in self._boxes():
            for middle, keys in _middles(box, line):
                left, gap = _left_of(box, line, keys), _DASH if line.is_range else CAP_GAP
                for key in keys:
                    cap = QRectF(left, middle - CAP_HEIGHT / 2, key_cap_width(key), CAP_HEIGHT)
                    yield key, cap
                    left = cap.right() + gap

    def cap_at(self, spot: QPointF) -> tuple[str, QRectF] | None:
        """Return the key whose cap is at a place, and where that cap is."""
        return next(((key, cap) for key, cap in self.caps() if cap.contains(spot)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hot = self.cap_at(event.position())
        if hot != self._hot:
            self._hot = hot
            self.update()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hot = None
        self.update()
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self.cap_at(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(found[0])
            return
        super().mouseReleaseEvent(event)

    def _boxes(self) -> Iterator[tuple[QRectF, KeyLine]]:
        """Return where each row is, and its content."""
        wide = self._wide(self.width())
        for n, column in enumerate(self._columns):
            left, top = MARGIN + n * (wide + _GUTTER), float(_MARGIN_ABOVE)
            for title, rows in column:
                top += self._spacing.head if title else 0
                for row in rows:
                    line = line_of(row, wide)
                    tall = line.height(self._spacing.row)
                    yield QRectF(left, top, wide, tall), line
                    top += tall
                top += self._spacing.between

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        wide = self._wide(self.width())
        for n, column in enumerate(self._columns):
            self._paint_column(painter, MARGIN + n * (wide + _GUTTER), wide, column)
        if self._hot is not None:
            paint_box(painter, self._hot[1].adjusted(-1, -1, 1, 1), Grid.R_KEY, None, theme().tokens.accent)
        painter.end()

    def _wide(self, width: int) -> float:
        """Return the width of one column in a sheet of some width."""
        return _column_width(width, len(self._columns))

    def _paint_column(self, painter: QPainter, left: float, wide: float, column: _Column) -> None:
        tokens = theme().tokens
        top = float(_MARGIN_ABOVE)
        for title, rows in column:
            if title:
                head = QRectF(left, top, wide, self._spacing.head)
                paint_text(painter, head, title, font(Px.BASE, 600), tokens.text)
                top += self._spacing.head
            for row in rows:
                edge = round(top) + 0.5
                paint_line(painter, QPointF(left, edge), QPointF(left + wide, edge), tokens.rule)
                line = line_of(row, wide)
                tall = line.height(self._spacing.row)
                _paint_line(painter, QRectF(left, top, wide, tall), line)
                top += tall
            top += self._spacing.between


def _column_width(width: int, shown: int) -> float:
    return (width - 2 * MARGIN - _GUTTER * (shown - 1)) / max(shown, 1)


def _middles(box: QRectF, line: KeyLine) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Return the lines of keys of a row in its box, each with the height of its middle."""
    first = box.center().y() - _CAPS_LINE * (len(line.keys) - 1) / 2
    return ((first + n * _CAPS_LINE, keys) for n, keys in enumerate(line.keys))


def _left_of(box: QRectF, line: KeyLine, keys: Sequence[str]) -> float:
    """Return where a line of keys begins in the box of its row."""
    return box.right() - (line.keys_wide if line.is_range else key_caps_width(keys))


def _paint_line(painter: QPainter, box: QRectF, line: KeyLine) -> None:
    tokens = theme().tokens
    right = box.right() - line.keys_wide
    for middle, keys in _middles(box, line):
        if line.is_range:
            dash = paint_key_cap(painter, right, middle, keys[0], tokens)
            paint_text(
                painter, QRectF(dash, box.top(), _DASH, box.height()), "\u2013", font(Px.ASIDE), tokens.text2, CENTER
            )
            paint_key_cap(painter, dash + _DASH, middle, keys[-1], tokens)
        else:
            paint_key_caps(painter, box.right(), middle, keys, tokens)
    first = box.center().y() - _LINE * len(line.words) / 2
    for n, words in enumerate(line.words):
        room = QRectF(box.left(), first + n * _LINE, max(0.0, right - 8 - box.left()), _LINE)
        paint_text(painter, room, words, font(Px.ASIDE), tokens.text)


_WIDTH = 1160
_AROUND = 58, 50
_AROUND_LOW = 40, 36
"""The heights of title and foot, also where room is short."""
_HINT = tr("While you type, keys are text. The menus show all other keys.")


class _Glyphs(QWidget):
    """The glyphs of the labels that can be given at the desk."""

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
        self.setAccessibleName(tr("Keys"))
        self._title = PlainLabel(px=19, weight=600)
        self._aside = PlainLabel(role="text2", elide=True)
        self._body = SheetBody()
        self._body.pressed.connect(self._press)
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
        self._change = PlainButton(tr("Change keys in Settings"), quiet=True)
        self._change.clicked.connect(self._change_clicked)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head_row())
        column.addWidget(Hairline(raised=True))
        column.addWidget(self._scroll, 1)
        column.addWidget(Hairline(raised=True))
        column.addLayout(self._foot_row())

    def show_keys(self, title: str, aside: str, columns: Columns, labels: Sequence[str] = ()) -> None:
        """Open it: `title` (`Keys of the Judge desk`), the groups of rows, the labels of the scheme."""
        self._title.setText(title)
        self._aside.setText(aside)
        self._body.set_columns(columns)
        self._glyphs.set_labels(labels)
        # Shown only if something is connected to it.
        self._change.setVisible(self.isSignalConnected(QMetaMethod.fromSignal(self.change_requested)))
        self.open_over()

    def panel_size(self, room: QSize) -> QSize:
        """Return the size that shows every row, or as many as the window can hold."""
        wide, (head, foot) = min(_WIDTH, room.width()), _AROUND
        needed = self._body.fit(QSize(wide, room.height() - head - foot - 2))
        if needed + head + foot + 2 > room.height():
            head, foot = _AROUND_LOW
            needed = self._body.fit(QSize(wide, room.height() - head - foot - 2))
        self._title.setFixedHeight(head)
        self._change.setFixedHeight(foot)
        return QSize(wide, needed + head + foot + 2)

    def _head_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, 20, 0)
        row.setSpacing(32)
        row.addWidget(self._title)
        row.addWidget(self._aside, 1)
        row.addWidget(KeyCap("Esc"))
        return row

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, MARGIN - 8, 0)
        row.setSpacing(12)
        row.addWidget(self._glyphs)
        row.addWidget(PlainLabel(_HINT, px=Px.ASIDE, role="text2", elide=True), 1)
        row.addWidget(self._change)
        return row

    def _press(self, key: str) -> None:
        """Close the sheet, and press a key for the desk."""
        self.dismiss()
        press_key(self, key)

    def _change_clicked(self) -> None:
        self.dismiss()
        self.change_requested.emit()
