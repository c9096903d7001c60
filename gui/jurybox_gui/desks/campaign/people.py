"""The list of assessors: name, progress as a bar, pace, and expected end."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox.campaign.progress import AssessorPace, CampaignProgress
from jurybox.campaign.quality import AssessorQuality, Calibrated
from jurybox.language import grouped, tr, trc, trn
from jurybox.lists import clauses, comma_list, labeled
from jurybox.results.campaign import fast_text
from jurybox.results.cells import score_text
from jurybox_gui.desks.campaign.words import day_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.cut_tips import tell_row
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_box, paint_text, text_width
from jurybox_gui.widgets.progress import paint_bar

Index = QModelIndex | QPersistentModelIndex
ROW = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()
_TALL = 46
_MARGIN = 16
_GAP = 14
_NAMES = 220
_LONGEST_BAR = 520
_MANY = 88_888
"""The largest number of open answers that a column has room for."""
_TOO_FAST = tr("too fast")
"""The note below the time of an assessor who labels faster than anybody reads."""
_SPARE = ("aside", "conflicts", "pace")
"""Names of the columns that are dropped first where there is no room, in this order."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One assessor as listed; `progress` is None for somebody who has judged without an assignment.

    `free`: everybody judges everything, so no assignment is needed. `quality` is set while it is shown, with
    the number of judgments on each of the last `DAYS` days, newest last, and the `most` that anybody gave on
    one day.
    """

    assessor: int
    name: str
    kind: str
    in_panel: bool
    sits: bool
    progress: CampaignProgress | None = None
    free: bool = False
    quality: AssessorQuality | None = None
    days: tuple[int, ...] = ()
    most: int = 0

    @property
    def aside(self) -> str:
        """The line below the name."""
        parts = [self.kind]
        parts += [tr("on the panel")] if self.in_panel else []
        parts += [tr("current assessor")] if self.sits else []
        return comma_list(parts)

    @property
    def is_done(self) -> bool:
        """Whether everything assigned to them is judged."""
        one = self.progress
        return one is not None and not (one.open or one.sent_back)

    def cells(self) -> tuple[str, ...]:
        """Return the texts of the columns."""
        one = self.progress
        if one is None:
            return ("", tr("not started") if self.free else tr("unassigned"), "", "", "", "")
        pace = one.pace.per_hour
        return (
            "",
            trc("assessor", "done") if self.is_done else trn("{n} open", "{n} open", one.open),
            grouped(one.states) if one.states else "",
            grouped(one.conflicts) if one.conflicts else "",
            "" if pace is None else grouped(pace, ".0f"),
            _end(one),
        )

    def quality_cells(self) -> tuple[tuple[str, str], ...]:
        """Return the texts of the quality columns, each with what it rests on below it; "–" for none."""
        one = self.quality
        pace = None if self.progress is None else self.progress.pace
        if one is None:
            return (("", ""),) * len(QUALITY_COLUMNS)
        median = None if pace is None else pace.median_seconds
        done = one.calibration
        right = "" if done.share is None else tr("{done:,} of {total:,}", done=done.right, total=done.given)
        return (
            ("", ""),
            ("–" if median is None else tr("{seconds:,.1f} s", seconds=median), _pace_rests(pace)),
            (_share(one.with_others), trn("{n} shared", "{n} shared", one.shared) if one.shared else ""),
            (_share(one.with_themselves), trn("{n} again", "{n} again", one.again) if one.again else ""),
            (_share(done.share), comma_list(filter(None, [right, _outcome(done)]))),
        )

    def verdict(self, column: str) -> bool | None:
        """Return whether a value in a quality column is good or bad; None if it is neither.

        Bad: a failed calibration, or a pace at which nobody can read. Good: a passed calibration.
        """
        if column == "calibration":
            return None if self.quality is None else self.quality.calibration.passed
        pace = None if self.progress is None else self.progress.pace
        is_fast = pace is not None and bool(pace.median_seconds) and pace.fast.is_implausible
        return False if column == "time" and is_fast else None

    def _spoken_quality(self) -> str:
        cells = zip(QUALITY_COLUMNS[1:], self.quality_cells()[1:], strict=True)
        fast = "" if self.progress is None else fast_text(self.progress.pace.fast)
        said = [
            labeled(column.title, comma_list(filter(None, [value.replace("–", _NOTHING), rests])))
            for column, (value, rests) in cells
        ]
        return clauses(
            [
                self.name,
                *said,
                *filter(None, [fast]),
                tr("judged in the last {days} days: {judged:,}", days=DAYS, judged=sum(self.days)),
            ]
        )

    def spoken(self) -> str:
        """Return the row for a screen reader."""
        if self.quality is not None:
            return self._spoken_quality()
        one = self.progress
        if one is None:
            state = tr("not started") if self.free else tr("nothing is assigned")
            return comma_list([self.name, self.aside, state])
        parts = [
            self.name,
            self.aside,
            tr("{judged:,} of {assigned:,} judged", judged=one.judged, assigned=one.assigned),
        ]
        if one.sent_back:
            parts.append(trn("{n} sent back", "{n} sent back", one.sent_back))
        if one.pace.per_hour is not None:
            parts.append(tr("{count:,.0f} per hour", count=one.pace.per_hour))
        if one.ends_at and one.open:
            parts.append(tr("done by {day}", day=_end(one)))
        return comma_list(parts)


class PeopleColumn(NamedTuple):
    """A column of the list: its heading, its width in px, and its internal name."""

    title: str
    wide: int
    name: str


COLUMNS = (
    PeopleColumn(trc("campaign", "Judged"), 190, "judged"),
    PeopleColumn(trc("campaign", "Left"), 92, "left"),
    PeopleColumn(tr("Set aside"), 74, "aside"),
    PeopleColumn(tr("Conflicts"), 74, "conflicts"),
    PeopleColumn(tr("Per hour"), 68, "pace"),
    PeopleColumn(tr("Done by"), 104, "end"),
)


DAYS = 14
"""Days whose judgments are shown as bars."""
QUALITY_COLUMNS = (
    PeopleColumn(tr("Judged per day"), 168, "days"),
    PeopleColumn(tr("Time each"), 76, "time"),
    PeopleColumn(tr("With others"), 92, "others"),
    PeopleColumn(tr("With themselves"), 106, "themselves"),
    PeopleColumn(tr("Calibration"), 112, "calibration"),
)
_ASSESSOR = tr("Assessor")
_NOTHING = tr("none")


def columns_in(
    wide: float, *, quality: bool = False, absent: Collection[str] = ()
) -> tuple[tuple[int, PeopleColumn], ...]:
    """Return the columns, with their positions, that fit beside the names in a list of this width.

    `absent`: the names of progress columns to leave out because no row has a value in them.
    """
    if quality:
        return tuple(enumerate(QUALITY_COLUMNS))
    kept = [(at, _as_wide_as_texts(column)) for at, column in enumerate(COLUMNS) if column.name not in absent]
    for name in _SPARE:
        if wide - sum(column.wide + _GAP for _, column in kept) >= _NAMES:
            break
        kept = [one for one in kept if one[1].name != name]
    spare = wide - sum(column.wide + _GAP for _, column in kept) - _NAMES - 2 * _MARGIN
    bar = min(_LONGEST_BAR, COLUMNS[0].wide + max(0, int(spare * 0.6)))
    return tuple((at, column._replace(wide=bar) if not at else column) for at, column in kept)


@cache
def _as_wide_as_texts(column: PeopleColumn) -> PeopleColumn:
    """Return a column that cuts none of its texts in the language in force; bars take what there is."""
    longest = {"left": trn("{n} open", "{n} open", _MANY), "end": tr("not known yet")}.get(column.name, "")
    wide = max(text_width(column.title, font(Px.ASIDE, 500)), text_width(longest, font(Px.BASE, tabular=True)))
    return column._replace(wide=max(column.wide, math.ceil(wide)))


def absent_columns(rows: Sequence[PersonRow]) -> frozenset[str]:
    """Return the names of columns in which no row has a value."""
    cells = [row.cells() for row in rows]
    return frozenset(column.name for at, column in enumerate(COLUMNS) if at > 1 and not any(row[at] for row in cells))


def _has_states(wide: float, absent: Collection[str]) -> bool:
    """Return whether a list of this width has a column for skipped answers; if not, the bar shows them."""
    return any(column.name == "aside" for _, column in columns_in(wide, absent=absent))


def _pace_rests(pace: AssessorPace | None) -> str:
    """Return how many judgments a median rests on, or that labels came faster than anybody reads."""
    if pace is None or not pace.median_seconds:
        return ""
    return _TOO_FAST if pace.fast.is_implausible else tr("of {count:,}", count=pace.timed)


def _outcome(done: Calibrated) -> str:
    """Return the outcome of a calibration in a word or two; "" if there is none."""
    if done.passed is not None:
        return tr("passed") if done.passed else tr("failed")
    if done.open:
        return tr("{count:,} open", count=done.open)
    return tr("{count:,} without a key", count=done.unknown) if done.unknown else ""


def _share(value: float | None) -> str:
    return "–" if value is None else score_text(value)


def _end(one: CampaignProgress) -> str:
    if not one.open:
        return ""
    if one.ends_at is None:
        return tr("not known yet")
    then = datetime.fromtimestamp(one.ends_at / 1000).astimezone()
    now = datetime.now().astimezone()
    if then.date() == now.date():
        return tr("today")
    return day_text(then, year=then.year != now.year)


class PeopleModel(QAbstractListModel):
    """The rows of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[PersonRow] = []

    def set_rows(self, rows: list[PersonRow]) -> None:
        """Show these rows; if the people are the same, only repaint."""
        same = [row.assessor for row in rows] == [row.assessor for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows = rows
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        spoken = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}
        return row.spoken() if role in spoken else None


class PeopleView(QListView):
    """The list view; it keeps the focus while the page is in front."""

    def __init__(self, model: PeopleModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Assessors"))
        self._painter = _PersonDelegate(self)
        self.setItemDelegate(self._painter)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("ring", -1)
        model.modelReset.connect(self._end_with_whole_row)
        self.quality = False
        """Whether the columns of quality are shown in the place of progress."""
        self.absent: frozenset[str] = frozenset()
        """The names of columns of progress that are left out."""

    @property
    def content_height(self) -> int:
        """The height that all rows need, px."""
        return self.model().rowCount() * _TALL

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._end_with_whole_row()

    def _end_with_whole_row(self) -> None:
        room = self.height()
        rest = room % _TALL if _TALL < room < self.model().rowCount() * _TALL else 0
        if rest != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, rest)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return tell_row(event, self)
        return super().viewportEvent(event)

    def step(self, by: int) -> None:
        """Select the assessor this many rows further down."""
        self.choose(self.currentIndex().row() + by)

    def choose(self, at: int) -> None:
        """Select the assessor in a row."""
        at = max(0, min(self.model().rowCount() - 1, at))
        index = self.model().index(at, 0)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    @property
    def chosen(self) -> PersonRow | None:
        """The selected assessor."""
        row = self.currentIndex().data(ROW)
        return row if isinstance(row, PersonRow) else None


class PeopleHeads(QWidget):
    """The headings of the columns."""

    def __init__(self, view: PeopleView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setFixedHeight(32)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        face = font(Px.ASIDE, 500)
        wide = self._view.viewport().width()  # rows end before the scroll bar, and so do their heads
        right = float(wide - _MARGIN)
        columns = columns_in(wide, quality=self._view.quality, absent=self._view.absent)
        for at, column in reversed(columns):
            box = QRectF(right - column.wide, 0, column.wide, self.height())
            paint_text(painter, box, column.title, face, tokens.text2, RIGHT if at else LEFT)
            right -= column.wide + _GAP
        paint_text(painter, QRectF(_MARGIN, 0, right - _MARGIN, self.height()), _ASSESSOR, face, tokens.text2)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), tokens.line2)
        painter.end()


def _paint_days(painter: QPainter, room: QRectF, row: PersonRow) -> None:
    """Paint a bar for each day on a common scale and base line; a day without judgments has none."""
    tokens = theme().tokens
    painter.fillRect(QRectF(room.left(), room.bottom() - 1, room.width(), 1), tokens.line2)
    step = room.width() / DAYS
    for at, count in enumerate(row.days):
        if count:
            high = max(2.0, (room.height() - 2) * count / max(1, row.most))
            bar = QRectF(room.left() + at * step + 1.5, room.bottom() - 1 - high, step - 3, high)
            painter.fillRect(bar, tokens.accent)


class _PersonDelegate(QStyledItemDelegate):
    """Paints one assessor."""

    def __init__(self, view: PeopleView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(400, _TALL)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, PersonRow):
            return
        tokens, box = theme().tokens, QRectF(option.rect)
        view = self._view
        with kept(painter):
            if view.currentIndex().row() == index.row():
                painter.fillRect(box, tokens.accsoft)
                edge = QRectF(box.left(), box.top() + 6, 3, box.height() - 12)
                paint_box(painter, edge, 1.5, tokens.accent)
            left = (self._quality if view.quality else self._columns)(painter, box, row)
            name = QRectF(box.left() + _MARGIN, box.top() + 5, left - _MARGIN - 12, 20)
            paint_text(painter, name, row.name, font(Px.LEAD, 600), tokens.text)
            paint_text(painter, name.translated(0, 19), row.aside, font(Px.ASIDE), tokens.text2)
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), tokens.line)

    def _quality(self, painter: QPainter, box: QRectF, row: PersonRow) -> float:
        """Paint the quality columns from right to left; return where the leftmost begins."""
        tokens, face = theme().tokens, font(Px.BASE, tabular=True)
        small = font(Px.ASIDE, tabular=True)
        right = box.right() - _MARGIN
        cells = row.quality_cells()
        for at, column in reversed(columns_in(box.width(), quality=True)):
            room = QRectF(right - column.wide, box.top(), column.wide, box.height())
            value, rests = cells[at]
            if not at:
                _paint_days(painter, room.adjusted(0, 8, 0, -9), row)
            else:
                upper = room.adjusted(0, 5, 0, -21) if rests else room
                paint_text(painter, upper, value, face, tokens.text if rests else tokens.text3, RIGHT)
                good = row.verdict(column.name)
                ink = tokens.text2 if good is None else tokens.good if good else tokens.bad
                paint_text(painter, room.adjusted(0, 24, 0, -4), rests, small, ink, RIGHT)
            right -= column.wide + _GAP
        return right - box.left()

    def _columns(self, painter: QPainter, box: QRectF, row: PersonRow) -> float:
        """Paint the columns from right to left; return where the leftmost begins."""
        tokens, face = theme().tokens, font(Px.BASE, tabular=True)
        right = box.right() - _MARGIN
        cells = row.cells()
        absent = self._view.absent
        for at, column in reversed(columns_in(box.width(), absent=absent)):
            cell = cells[at]
            room = QRectF(right - column.wide, box.top(), column.wide, box.height())
            if column.name == "judged":
                self._bar(painter, room, row, states=not _has_states(box.width(), absent))
            else:
                ink = (
                    tokens.bad
                    if column.name == "conflicts"
                    else tokens.good
                    if column.name == "left" and row.is_done
                    else tokens.text
                )
                back = row.progress.sent_back if row.progress and column.name == "left" else 0
                paint_text(painter, room.adjusted(0, 5, 0, -21) if back else room, cell, face, ink, RIGHT)
                if back:
                    below, small = room.adjusted(0, 24, 0, -4), font(Px.ASIDE, tabular=True)
                    paint_text(painter, below, trn("{n} sent back", "{n} sent back", back), small, tokens.mid, RIGHT)
            right -= column.wide + _GAP
        return right - box.left()

    def _bar(self, painter: QPainter, room: QRectF, row: PersonRow, *, states: bool) -> None:
        one, tokens = row.progress, theme().tokens
        if one is None:
            return
        done = one.assigned - one.open
        words = tr("{done:,} of {total:,}", done=one.judged, total=one.assigned)
        if states and one.states:
            words = comma_list((words, trn("{n} set aside", "{n} set aside", one.states)))
        face = font(Px.ASIDE, tabular=True)
        paint_text(painter, QRectF(room.left(), room.top() + 7, room.width(), 16), words, face, tokens.text2)
        share = done / one.assigned if one.assigned else 0.0
        bar = QRectF(room.left(), room.top() + 28, room.width(), 5)
        paint_bar(painter, bar, share, tokens, "good" if share >= 1 else "accent")
