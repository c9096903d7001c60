"""The queue of one assessor as a list of questions; reads the queue's arrays, copies nothing."""

from collections.abc import Iterable, Mapping
from enum import IntEnum

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from jurybox.collection.catalog import Catalog, Ints
from jurybox.collection.codes import CONFLICT
from jurybox.judging.filters import DEFERRED
from jurybox.judging.queue import Queue
from jurybox.language import tr
from jurybox_gui.core.pending import Delay
from jurybox_gui.widgets.tips import tip_text

_Index = QModelIndex | QPersistentModelIndex

TITLE_MAX = 160
"""The most characters of a question that a row can show."""
_KEPT_TITLES = 50_000
_GOOD = tr("(green dot: you rated it well asked)")


class QueueRole(IntEnum):
    """The data roles of a queue row, for its delegate."""

    NAME = Qt.ItemDataRole.UserRole + 1
    TITLE = Qt.ItemDataRole.UserRole + 2
    LABELS = Qt.ItemDataRole.UserRole + 3
    DONE = Qt.ItemDataRole.UserRole + 4
    QUESTION = Qt.ItemDataRole.UserRole + 5
    HEADING = Qt.ItemDataRole.UserRole + 6
    GOOD = Qt.ItemDataRole.UserRole + 7


class QueueModel(QAbstractListModel):
    """One line for each row of the queue that its filter shows, and a heading above each series.

    Question texts come from the file and are requested once a line is painted: `titles_wanted` is emitted
    with questions whose text is unknown, `put_titles` supplies them. Labels are represented by their glyphs,
    spelled as in the log unless `glyphs` has another, one for each answer: "" for an open one, "conflict" for
    one with two labels.
    """

    titles_wanted = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog: Catalog | None = None
        self._queue: Queue | None = None
        self._rows: Ints = np.empty(0, dtype=np.int32)
        self._headings: dict[int, str] = {}
        self._good: frozenset[int] = frozenset()
        self._glyphs: Mapping[str, Mapping[str, str]] = {}
        self._titles: dict[int, str] = {}
        self._missing: dict[int, None] = {}
        self._ask = Delay(self, 0, self._ask_now)

    @property
    def queue(self) -> Queue | None:
        """The queue shown."""
        return self._queue

    def set_queue(
        self,
        catalog: Catalog | None,
        queue: Queue | None,
        first: int = 0,
        glyphs: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Show another queue, or this one under another filter; its `first` rows are a calibration round.

        `glyphs`: by kind of question, the glyphs of labels that are not spelled like them.
        """
        self.beginResetModel()
        self._glyphs = glyphs or {}
        if catalog is not self._catalog:
            self._titles.clear()
        self._missing.clear()
        self._catalog, self._queue = catalog, queue
        self._rows, self._headings = np.empty(0, dtype=np.int32), {}
        if catalog is not None and queue is not None:
            self._rows, self._headings = lines_of(catalog, queue, first)
        self.endResetModel()

    def put_titles(self, titles: Mapping[int, str]) -> None:
        """Take in the texts of questions."""
        if len(self._titles) > _KEPT_TITLES:
            self._titles.clear()
        self._titles.update(titles)
        if self._queue is not None:
            rows = np.flatnonzero(np.isin(self._queue.questions, list(titles)))
            for row in rows.tolist():
                self._changed(self.line_of(row), [QueueRole.TITLE, Qt.ItemDataRole.DisplayRole])

    def set_good(self, questions: frozenset[int]) -> None:
        """Mark the questions that the assessor rated good."""
        changed, self._good = questions ^ self._good, questions
        for question in changed if self._queue is not None else ():
            row = self._queue.row_of_question(question) if self._queue is not None else None
            self._changed(None if row is None else self.line_of(row), [QueueRole.GOOD])

    def update_rows(self, rows: Iterable[int]) -> None:
        """Show again the rows of the queue whose labels changed."""
        for row in rows:
            self._changed(self.line_of(row), [QueueRole.LABELS, QueueRole.DONE, Qt.ItemDataRole.DisplayRole])

    def line_of(self, row: int) -> int | None:
        """Return the line of this model that shows a row of the queue; None if it is not shown."""
        at = int(self._rows.searchsorted(row, side="right")) - 1
        return at if at >= 0 and self._rows[at] == row and at not in self._headings else None

    def row_at(self, line: int) -> int | None:
        """Return the row of the queue that a line shows; None for a heading."""
        if not 0 <= line < len(self._rows) or line in self._headings:
            return None
        return int(self._rows[line])

    def flags(self, index: _Index) -> Qt.ItemFlag:
        # Return the flags of a line: a heading can be neither selected nor current.
        return Qt.ItemFlag.NoItemFlags if index.row() in self._headings else super().flags(index)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        queue, catalog, line = self._queue, self._catalog, index.row()
        if queue is None or catalog is None or not 0 <= line < len(self._rows):
            return None
        if line in self._headings:
            return self._headings[line] if role in {QueueRole.HEADING, Qt.ItemDataRole.DisplayRole} else None
        row = int(self._rows[line])
        question = int(queue.questions[row])
        match role:
            case QueueRole.NAME:
                return catalog.questions[question].name
            case QueueRole.TITLE:
                return self._title(question)
            case QueueRole.LABELS:
                glyphs = self._glyphs.get(catalog.questions[question].kind, {})
                return tuple(glyphs.get(label, label) for label in _labels(queue, row))
            case QueueRole.DONE:
                return _done(queue, row)
            case QueueRole.QUESTION:
                return question
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return self._said(row, question, as_tip=role == Qt.ItemDataRole.ToolTipRole)
            case QueueRole.GOOD:
                return self._is_good(row, question)
        return None

    def _is_good(self, row: int, question: int) -> bool:
        return question in self._good and self._queue is not None and not self._queue.again[row]

    def _said(self, row: int, question: int, *, as_tip: bool) -> str:
        """Return a row in words, for screen readers and as a tool tip."""
        good, title = self._is_good(row, question), self._title(question)
        if as_tip:
            return tip_text(f"{title} {_GOOD}" if good else title)
        labels = [] if self._queue is None else list(_labels(self._queue, row))
        name = "" if self._catalog is None else self._catalog.questions[question].name
        judged, whole = sum(bool(label) for label in labels), len(labels)
        text = tr("{name} {title}, {judged} of {whole} judged", name=name, title=title, judged=judged, whole=whole)
        return tr("{row}, well asked", row=text) if good else text

    def _title(self, question: int) -> str:
        title = self._titles.get(question)
        if title is None:
            self._missing[question] = None
            self._ask.start()
            return ""
        return title

    def _ask_now(self) -> None:
        wanted, self._missing = list(self._missing), {}
        if wanted:
            self.titles_wanted.emit(wanted)

    def _changed(self, line: int | None, roles: list[int]) -> None:
        if line is not None:
            at = self.index(line)
            self.dataChanged.emit(at, at, roles)


def lines_of(catalog: Catalog, queue: Queue, first: int) -> tuple[Ints, dict[int, str]]:
    """Return the row of the queue for each line, and the headings by line.

    A heading is a line of its own, above the first row of a series, of the `first` questions that form a
    round, and of the rows after them.
    """
    rows = queue.rows
    blocks = _blocks(catalog, queue, first)
    changes = np.flatnonzero(np.diff(blocks, prepend=-1)) if len(blocks) else np.empty(0, dtype=np.int64)
    headed = [int(at) for at in changes if blocks[at] != -1]
    lines: Ints = np.insert(rows, headed, rows[headed]) if headed else rows
    titles = (_heading(catalog, int(blocks[at])) for at in headed)
    return lines, {at + n: title for n, (at, title) in enumerate(zip(headed, titles, strict=True))}


_ROUND, _REST = -2, -3


def _blocks(catalog: Catalog, queue: Queue, first: int) -> Ints:
    """Return for every row shown its series, or -1, or whether it is in the round or after it."""
    series = np.array([-1 if q.series is None else q.series for q in catalog.questions], dtype=np.int32)
    blocks = series[queue.questions[queue.rows]]
    blocks[queue.rows < first] = _ROUND
    if first:
        blocks[(queue.rows >= first) & (blocks == -1)] = _REST
    return blocks


def _heading(catalog: Catalog, block: int) -> str:
    if block in {_ROUND, _REST}:
        return tr("First, the same for everybody") if block == _ROUND else tr("Then")
    series = catalog.series[block]
    return f"{series.name}  {series.target}" if series.target else series.name


def _labels(queue: Queue, row: int) -> tuple[str, ...]:
    return tuple(map(queue.label_at, queue.places_of(row)))


def _done(queue: Queue, row: int) -> bool:
    places = queue.places_of(row)
    return not any(code in {0, CONFLICT, DEFERRED} for code in queue.codes[places.start : places.stop].tolist())
