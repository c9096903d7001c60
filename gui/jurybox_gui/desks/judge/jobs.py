"""What the Judge desk reads in the background: question texts, the past, twins, search in the queue."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from jurybox.collection.catalog import Catalog
from jurybox.collection.file import open_reading
from jurybox.judging.likeness import Alike, read_alike
from jurybox.judging.past_judgments import PastJudgments, read_past_judgments
from jurybox_gui.core.tasks import Task
from jurybox_gui.desks.judge.pages import TextSource, find_twins
from jurybox_gui.desks.queue_side import QueueJobs
from jurybox_gui.tables.queue_model import TITLE_MAX


class Jobs(QueueJobs):
    """Starts each kind of work anew whenever it is asked for, and drops what is outdated.

    Results arrive as `texts(dict)`, `past(Past)`, `twins(answer, list)`, `strip(dict)` and `alike(dict)`
    besides those for the queue.
    """

    texts = Signal(object)
    past = Signal(object)
    twins = Signal(int, object)
    strip = Signal(object)
    alike = Signal(object)

    def __init__(self, path: Path, texts: TextSource, parent: QObject | None = None) -> None:
        super().__init__(path, texts, parent)
        self._source = texts

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

    def _beginnings(self, answers: Sequence[int]) -> Callable[[Task], dict[int, str]]:
        source = self._source

        def work(task: Task) -> dict[int, str]:
            return {
                answer: source.answer(answer).text[:TITLE_MAX] for answer in answers if not task.cancelled
            }

        return work
