"""What the Judge desk reads in the background: question texts, the past, twins, search in the queue."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from jurybox.collection.catalog import Catalog
from jurybox.collection.file import open_reading
from jurybox.judging.filters import Mask
from jurybox.judging.likeness import Alike, read_alike
from jurybox.judging.past_judgments import PastJudgments, read_past_judgments
from jurybox.judging.search import answer_reader, question_reader, search
from jurybox_gui.desks.judge.pages import WORLDLY, TextSource, find_twins
from jurybox_gui.item_models.queue_model import TITLE_MAX
from jurybox_gui.tasks import Task


class Jobs(QObject):
    """Starts each kind of work anew whenever it is asked for, and drops what is outdated.

    Results arrive as `titles(dict)`, `texts(dict)`, `past(Past)`, `twins(answer, list)`,
    `hits(mask of answers)`, `strip(dict)` and `alike(dict)`; `searching(text, done, total)` tells how far
    a search is.
    """

    titles = Signal(object)
    texts = Signal(object)
    past = Signal(object)
    twins = Signal(int, object)
    hits = Signal(object)
    strip = Signal(object)
    alike = Signal(object)
    searching = Signal(str, int, int)

    def __init__(self, path: Path, texts: TextSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._source = texts
        self._running: dict[str, Task] = {}

    def read_titles(self, questions: Sequence[int]) -> None:
        """Read how questions begin; every wish is fulfilled."""
        source = self._source

        def work(task: Task) -> dict[int, str]:
            return {
                question: source.question(question).text[:TITLE_MAX]
                for question in questions
                if not task.cancelled
            }

        task = Task(work, self)
        task.done.connect(self.titles.emit)
        task.failed.connect(_raise_bug)
        task.start()

    def read_texts(self, answers: Sequence[int]) -> None:
        """Read how answers of the history begin."""
        self._start("texts", self._beginnings(answers)).done.connect(self.texts.emit)

    def read_strip(self, answers: Sequence[int]) -> None:
        """Read how the answers of the question shown begin."""
        self._start("strip", self._beginnings(answers)).done.connect(self.strip.emit)

    def read_alike(self, catalog: Catalog, questions: Sequence[int]) -> None:
        """Look which answers of these questions are alike."""
        path = self._path

        def work(task: Task) -> dict[int, Alike]:
            found: dict[int, Alike] = {}
            with closing(open_reading(path)) as db:
                for part in read_alike(db, catalog, questions, lambda: task.cancelled):
                    found |= part
            return found

        task = self._start("alike", work)
        task.done.connect(self.alike.emit)
        task.failed.connect(lambda _error: self.alike.emit({}))

    def read_past(self, assessor: int) -> None:
        """Read what an assessor entered before."""
        path = self._path

        def work(task: Task) -> PastJudgments:
            with closing(open_reading(path)) as db:
                return read_past_judgments(db, assessor, lambda: task.cancelled)

        self._start("past", work).done.connect(self.past.emit)

    def read_twins(self, answer: int, among: Sequence[int]) -> None:
        """Look for answers with the same words."""
        source = self._source
        task = self._start("twins", lambda _task: find_twins(source, answer, among))
        task.done.connect(lambda found: self.twins.emit(answer, found))

    def search(self, catalog: Catalog, query: str) -> None:
        """Look for a text in questions, answers and supporting texts."""
        path = self._path
        task = self._start("search", lambda task: find_hits(path, catalog, query, task))
        task.progress.connect(self.searching)
        task.failed.connect(lambda error: self.searching.emit(f"Not searched: {error}", 0, 0))
        task.done.connect(self.hits.emit)

    def stop(self, kind: str) -> None:
        """Drop the work of a kind: texts, past, twins or search."""
        task = self._running.pop(kind, None)
        if task is not None:
            task.cancel()

    def _beginnings(self, answers: Sequence[int]) -> Callable[[Task], dict[int, str]]:
        source = self._source

        def work(task: Task) -> dict[int, str]:
            return {
                answer: source.answer(answer).text[:TITLE_MAX] for answer in answers if not task.cancelled
            }

        return work

    def _start(self, kind: str, work: Callable[[Task], object]) -> Task:
        self.stop(kind)
        task = self._running[kind] = Task(work, self)
        task.failed.connect(_raise_bug)
        return task.start()


def _raise_bug(error: Exception) -> None:
    """Let a bug be reported; a text that the disk does not give is told of where it is to be judged."""
    if not isinstance(error, WORLDLY):
        raise error


def find_hits(path: Path, catalog: Catalog, query: str, task: Task) -> Mask:
    """Return for every answer whether it, or its question, holds every word of a query."""
    hits = np.zeros(catalog.answer_count, dtype=bool)
    questions, answers = len(catalog.questions), catalog.answer_count
    seen = 0
    with closing(open_reading(path)) as db:
        for found in search(question_reader(db), questions, query, lambda: task.cancelled):
            for question in found:
                hits[catalog.answers_of(question)] = True
        for found in search(answer_reader(db), answers, query, lambda: task.cancelled):
            hits[found] = True
            seen += 1
            task.report("Searching", seen, 0)
    return hits
