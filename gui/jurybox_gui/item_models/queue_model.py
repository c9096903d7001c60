"""The queue of one assessor as a list of questions; reads the queue's arrays, copies nothing."""

from collections.abc import Iterable, Mapping
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from jurybox.collection.catalog import Catalog
from jurybox.collection.ledger import CONFLICT, LABEL_OF_CODE
from jurybox.judging.filters import DEFERRED
from jurybox.judging.queue import Queue

_Index = QModelIndex | QPersistentModelIndex

TITLE_MAX = 160
"""Characters of a question that a row can ever show."""
_KEPT_TITLES = 50_000


class Role(IntEnum):
    """What a row of the queue says, for its delegate."""

    NAME = Qt.ItemDataRole.UserRole + 1
    TITLE = Qt.ItemDataRole.UserRole + 2
    LABELS = Qt.ItemDataRole.UserRole + 3
    DONE = Qt.ItemDataRole.UserRole + 4
    QUESTION = Qt.ItemDataRole.UserRole + 5


class QueueModel(QAbstractListModel):
    """One row for each question that the queue's filter shows.

    Question texts come from the file and are asked for once a row is looked at: `titles_wanted` names
    questions whose text is not known, `put_titles` brings them. Labels are given as they are spelt in the
    log, one for each answer: "" for an open one, "conflict" for one of which two things are said.
    """

    titles_wanted = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog: Catalog | None = None
        self._queue: Queue | None = None
        self._titles: dict[int, str] = {}
        self._missing: dict[int, None] = {}
        self._ask = QTimer(self, singleShot=True, interval=0)
        self._ask.timeout.connect(self._ask_now)

    @property
    def queue(self) -> Queue | None:
        """The queue shown."""
        return self._queue

    def set_queue(self, catalog: Catalog | None, queue: Queue | None) -> None:
        """Show another queue, or this one under another filter."""
        self.beginResetModel()
        if catalog is not self._catalog:
            self._titles.clear()
        self._missing.clear()
        self._catalog, self._queue = catalog, queue
        self.endResetModel()

    def put_titles(self, titles: Mapping[int, str]) -> None:
        """Take in the texts of questions."""
        if len(self._titles) > _KEPT_TITLES:
            self._titles.clear()
        self._titles.update(titles)
        for question in titles:
            self._changed(self.row_of_question(question), [Role.TITLE, Qt.ItemDataRole.DisplayRole])

    def update_rows(self, rows: Iterable[int]) -> None:
        """Show again the rows of the queue whose labels changed."""
        for row in rows:
            self._changed(self._model_row(row), [Role.LABELS, Role.DONE, Qt.ItemDataRole.DisplayRole])

    def row_of_question(self, question: int) -> int | None:
        """Return the row of this model that shows a question; None where it is not shown."""
        row = None if self._queue is None else self._queue.row_of_question(question)
        return None if row is None else self._model_row(row)

    def question_at(self, row: int) -> int | None:
        """Return the question that a row shows."""
        if self._queue is None or not 0 <= row < len(self._queue.rows):
            return None
        return int(self._queue.questions[self._queue.rows[row]])

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many questions the filter shows."""
        return 0 if parent.isValid() or self._queue is None else len(self._queue.rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a role says of a row."""
        queue, catalog = self._queue, self._catalog
        if queue is None or catalog is None or not 0 <= index.row() < len(queue.rows):
            return None
        row = int(queue.rows[index.row()])
        question = int(queue.questions[row])
        match role:
            case Role.NAME:
                return catalog.questions[question].name
            case Role.TITLE:
                return self._title(question)
            case Role.LABELS:
                return _labels(queue, row)
            case Role.DONE:
                return _done(queue, row)
            case Role.QUESTION:
                return question
            case Qt.ItemDataRole.DisplayRole:
                labels = _labels(queue, row)
                judged = sum(bool(label) for label in labels)
                name = catalog.questions[question].name
                return f"{name} {self._title(question)}, {judged} of {len(labels)} judged"
        return None

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

    def _model_row(self, row: int) -> int | None:
        if self._queue is None:
            return None
        at = int(self._queue.rows.searchsorted(row))
        return at if at < len(self._queue.rows) and self._queue.rows[at] == row else None

    def _changed(self, row: int | None, roles: list[int]) -> None:
        if row is not None:
            at = self.index(row)
            self.dataChanged.emit(at, at, roles)


def label_of(code: int) -> str:
    """Return a label or state as the log spells it, "conflict", or "" for nothing."""
    return "conflict" if code == CONFLICT else LABEL_OF_CODE[code]


def _labels(queue: Queue, row: int) -> tuple[str, ...]:
    places = queue.places_of(row)
    return tuple(label_of(code) for code in queue.codes[places.start : places.stop].tolist())


def _done(queue: Queue, row: int) -> bool:
    places = queue.places_of(row)
    return not any(
        code in {0, CONFLICT, DEFERRED} for code in queue.codes[places.start : places.stop].tolist()
    )
