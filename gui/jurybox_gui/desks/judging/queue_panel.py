"""The queue beside the answer: the column, kept in step with a queue, and the background reads for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import time_ns
from typing import Protocol, TypeVar, cast

import numpy as np
from PySide6.QtCore import QObject, Signal

from jurybox.collection.catalog import Catalog
from jurybox.collection.file import open_reading
from jurybox.collection.texts import QuestionText
from jurybox.errors import Refused
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.filters import Filter, Mask, Show
from jurybox.judging.past_judgments import PastJudgments, read_past_judgments
from jurybox.judging.queue import Queue
from jurybox.judging.search import answer_reader, question_reader, search
from jurybox.language import tr
from jurybox.watch import Watch
from jurybox_gui.core.bridge import Bridge, QueuePart
from jurybox_gui.core.tasks import LatestTask, Task
from jurybox_gui.desks.judging.queue_column import QueueColumn
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.label_schemes import choices_of
from jurybox_gui.tables.queue_model import TITLE_MAX, QueueModel

_T = TypeVar("_T")

WORLDLY = (Refused, sqlite3.Error, OSError)
"""Errors of the file and the disk; any other is a bug, and is raised where it gets reported."""


class QuestionSource(Protocol):
    """Provides the texts of questions, from any thread."""

    def question(self, question: int) -> QuestionText:
        """Return the texts of a question."""


class QueueJobs(QObject):
    """Restarts each kind of work whenever it is requested, and drops outdated results.

    Results arrive as `titles(dict)`, `hits(mask of answers)` and `past(PastJudgments)`; `searching(text)`
    reports the progress of a search.
    """

    titles = Signal(object)
    hits = Signal(object)
    past = Signal(object)
    searching = Signal(str)

    def __init__(self, path: Path, texts: QuestionSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._questions = texts
        self._latest: dict[str, LatestTask] = {}

    def read_titles(self, questions: Sequence[int]) -> None:
        """Read the beginnings of questions; every request is carried out, so none replaces another."""
        source = self._questions

        def work(watch: Watch) -> dict[int, str]:
            return {
                question: source.question(question).text[:TITLE_MAX] for question in questions if not watch.cancelled()
            }

        task = Task(work, self)
        task.done.connect(self.titles.emit)
        task.failed.connect(_raise_bug)
        task.start()

    def read_past(self, assessor: int) -> None:
        """Read an assessor's earlier entries."""
        path = self._path

        def work(watch: Watch) -> PastJudgments:
            with closing(open_reading(path)) as db:
                return read_past_judgments(db, assessor, watch)

        self._start("past", work, self.past.emit)

    def search(self, catalog: Catalog, query: str) -> None:
        """Look for a text in questions, answers and supporting texts."""
        path = self._path
        self._start(
            "search",
            lambda watch: find_hits(path, catalog, query, watch),
            self.hits.emit,
            lambda error: self.searching.emit(tr("Not searched: {error}", error=error)),
        )

    def stop(self, kind: str) -> None:
        """Drop the work of a kind, such as a search."""
        if kind in self._latest:
            self._latest[kind].cancel()

    def _start(
        self,
        kind: str,
        work: Callable[[Watch], _T],
        done: Callable[[_T], object],
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        if kind not in self._latest:
            self._latest[kind] = LatestTask(
                self, progress=lambda progress: self.searching.emit(progress.what), failed=failed, refusals=WORLDLY
            )
        self._latest[kind].start(work, done)


def _raise_bug(error: Exception) -> None:
    """Raise bugs; a text that cannot be read from the disk is reported where it is judged."""
    if not isinstance(error, WORLDLY):
        raise error


def find_hits(path: Path, catalog: Catalog, query: str, watch: Watch) -> Mask:
    """Return for every answer whether it or its question contains every word of a query."""
    hits = np.zeros(catalog.answer_count, dtype=bool)
    questions, answers = len(catalog.questions), catalog.answer_count
    seen = 0
    with closing(open_reading(path)) as db:
        for found in search(question_reader(db), questions, query, watch):
            for question in found:
                hits[catalog.answers_of(question)] = True
        for found in search(answer_reader(db), answers, query, watch):
            hits[found] = True
            seen += 1
            watch.report(tr("Searching"), seen)
    return hits


def _same(one: Filter, other: Filter) -> bool:
    """Return whether two filters show the same part, found by the same search."""
    return (one.show, one.category) == (other.show, other.category) and one.hits is other.hits


class QueuePanel(QObject):
    """The column of a cursor's queue, with the actions of `desk` for its parts and its search.

    `narrowed` is emitted when another part of the queue is shown, `remembered` when the entries of earlier
    sessions are known.
    """

    narrowed = Signal()
    remembered = Signal()

    def __init__(self, bridge: Bridge, desk: str, jobs: QueueJobs, cursor: QueueCursor, parent: QObject) -> None:
        super().__init__(parent)
        self.column = QueueColumn(QueueModel(self), desk)
        self._bridge = bridge
        self._jobs = jobs
        self._cursor = cursor
        self._past_of: int | None = None
        self._query = ""
        self.column.model.titles_wanted.connect(jobs.read_titles)
        self.column.filter_chosen.connect(self._filter)
        self.column.searched.connect(self._search)
        jobs.titles.connect(self.column.model.put_titles)
        jobs.hits.connect(self._show_hits)
        jobs.past.connect(self._remember)
        jobs.searching.connect(self.column.show_searching)

    def show_collection(self) -> None:
        """Show another queue: a collection was opened or changed, or the assessor changed."""
        names = [question.name for question in self._bridge.session.catalog.questions[:2000]]
        self.column.list.delegate.measure(names)
        self._take_part()
        self.show_queue()
        self._read_past()

    def show_queue(self) -> None:
        """Show the queue, or another part of it."""
        session, queue = self._bridge.session, self._queue()
        round_ = calibration_questions(session.catalog, session.facts)
        first = 0 if queue is None else sum(queue.row_of_question(one) is not None for one in round_)
        glyphs = {kind: choices_of(session.facts, kind).glyphs for kind in session.facts.schemes}
        self.column.model.set_queue(session.catalog, queue, first, glyphs)
        self.column.show_queue(queue, session.catalog.categories, session.facts.name, self._bridge.queue_part.query)
        self.show_good()

    def follow_part(self) -> None:
        """Show the part of the queue chosen at another desk: both lead to the same answers."""
        if self._take_part():
            self.show_queue()

    def show_good(self) -> None:
        """Mark the questions that the assessor rated good."""
        self.column.model.set_good(self._cursor.good())

    def show_place(self, row: int | None, changed: Iterable[int] = ()) -> None:
        """Show the current row, how much is done and the pace; the labels of rows `changed`."""
        queue, pace = self._queue(), self._cursor.pace
        progress = None if queue is None else queue.progress
        self.column.model.update_rows(changed)
        self.column.show_row(row)
        self.column.show_progress(progress)
        left = 0 if progress is None else progress.open + progress.deferred
        now = time_ns() // 1_000_000
        self.column.pace.set_pace(pace.today(now), pace.per_hour(), pace.seconds_left(left))

    def _take_part(self) -> bool:
        """Restrict the queue to the part chosen and searched, unless it shows that already."""
        queue, part = self._queue(), self._bridge.queue_part.filter
        if queue is None or _same(queue.filter, part):
            return False
        queue.narrow(part)
        self._read_past()  # which answers have a note, also while the queue is folded
        return True

    def _read_past(self) -> None:
        queue = self._queue()
        if queue is not None and queue.assessor != self._past_of:
            self._past_of = queue.assessor
            self._jobs.read_past(queue.assessor)

    def _queue(self) -> Queue | None:
        return self._cursor.current_queue()

    def _remember(self, past: PastJudgments) -> None:
        self._cursor.remember(past)
        queue = self._queue()
        if queue is not None and queue.filter.show == "noted":  # which answers have one is known only now
            queue.narrow(queue.filter)
            self.show_queue()
        self.remembered.emit()

    def _filter(self, show: str, category: str | None) -> None:
        queue = self._queue()
        if queue is not None:
            part = replace(queue.filter, show=cast("Show", show), category=category)
            self._narrow(queue, part, self._bridge.queue_part.query)

    def _search(self, query: str) -> None:
        queue = self._queue()
        self._jobs.stop("search")
        self._query = query
        if query:
            self._jobs.search(self._bridge.session.catalog, query)
        elif queue is not None and queue.filter.hits is not None:
            self._narrow(queue, replace(queue.filter, hits=None))

    def _show_hits(self, hits: Mask) -> None:
        queue = self._queue()
        if queue is not None and len(hits) == self._bridge.session.catalog.answer_count:
            self._narrow(queue, replace(queue.filter, hits=hits), self._query)

    def _narrow(self, queue: Queue, to: Filter, query: str = "") -> None:
        self._bridge.queue_part = QueuePart(to, query)
        queue.narrow(to)
        self.show_queue()
        self.narrowed.emit()
