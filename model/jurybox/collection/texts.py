"""The texts of questions, answers and documents, read when they are shown and cached while there is room.

Texts are returned exactly as they were received. The window requests upcoming texts in advance, so that no
key waits for the disk.
"""

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from jurybox.collection.entries import EntryNames, Subject
from jurybox.collection.file import file_at, is_left_half_changed, open_reading, reopened
from jurybox.collection.nuggets import Nuggets
from jurybox.collection.spare import Spare

BUDGET = 64_000_000
"""The most characters of text kept in memory."""
_MOST_MS = 60_000
_PAUSE = 0.05
_LEFT = 0.5
"""Seconds after which an idle journal counts as abandoned; writing one takes milliseconds."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QuestionOption:
    """One of the options of a reading test."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question as shown, and its digest in the log.

    A factoid question with `options` is a reading test: one of them is right.
    """

    text: str
    guideline: str | None
    digest: bytes
    options: tuple[QuestionOption, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerText:
    """An answer as shown; `document_text` is the whole document if the collection has it."""

    name: str | None
    text: str
    document: str | None
    support: str | None
    author: str | None
    posted_at: str | None
    document_title: str | None
    document_text: str | None
    digest: bytes

    @property
    def size(self) -> int:
        """Characters held in memory."""
        return len(self.text) + len(self.support or "") + len(self.document_text or "")


class Texts:
    """Reads texts by position, or from the spare of a destroyed file; safe to use from several threads."""

    def __init__(self, path: Path, spare: Spare | None = None) -> None:
        self._path = path
        self._spare = spare or Spare(path)
        self._db = _patient(open_reading(path))
        self._file = file_at(path)
        self._lock = threading.Lock()
        self._answers: OrderedDict[int, AnswerText] = OrderedDict()
        self._questions: OrderedDict[int, QuestionText] = OrderedDict()
        self._options: dict[int, tuple[QuestionOption, ...]] | None = None
        self._size = 0
        self._ahead = ThreadPoolExecutor(max_workers=1, thread_name_prefix="texts")

    def question(self, question: int) -> QuestionText:
        """Return the text of a question."""
        with self._lock:
            found = self._questions.get(question)
            if found is None:
                text, guideline, hash_ = self._when_quiet(lambda db: _read_question(db, question))
                options = self._when_quiet(self._known_options).get(question, ())
                found = self._questions[question] = QuestionText(text, guideline, hash_, options)
                if len(self._questions) > 20_000:
                    self._questions.popitem(last=False)
            return found

    def known_question(self, question: int) -> str | None:
        """Return the text of a question if it is in memory."""
        found = self._questions.get(question)
        return None if found is None else found.text

    def read_questions(self, most: int = 20_000) -> None:
        """Read the texts of the first questions in the background, so that they can be searched."""
        self._ahead.submit(self._fetch_questions, most)

    def answer(self, answer: int) -> AnswerText:
        """Return the text of an answer, with its supporting text and document."""
        with self._lock:
            found = self._answers.get(answer)
            if found is not None:
                self._answers.move_to_end(answer)
                return found
            found = self._when_quiet(lambda db: _read_answer(db, answer))
            self._answers[answer] = found
            self._size += found.size
            while self._size > BUDGET and len(self._answers) > 1:
                _, oldest = self._answers.popitem(last=False)
                self._size -= oldest.size
            return found

    def prefetch(self, answers: Iterable[int]) -> None:
        """Read answers in the background that will be shown soon."""
        wanted = [answer for answer in answers if answer not in self._answers]
        if wanted:
            self._ahead.submit(self._fetch, wanted)

    def names(self, assessor: bytes, subject: Subject, nuggets: Nuggets) -> EntryNames:
        """Return the names from which the hash of an entry about a subject is made."""
        question = b"" if subject.question is None else self.question(subject.question).digest
        answer = b"" if subject.answer is None else self.answer(subject.answer).digest
        nugget = b"" if subject.nugget is None else nuggets[subject.nugget].digest
        return EntryNames(assessor, question, answer, nugget)

    def forget(self) -> None:
        """Read everything again, after an import."""
        with self._lock:
            self._answers.clear()
            self._questions.clear()
            self._options = None
            self._size = 0
            self._db = _patient(reopened(self._db, self._path))
            self._file = file_at(self._path)

    def close(self) -> None:
        """Stop reading ahead and release the file, after a read in progress."""
        self._ahead.shutdown(wait=True, cancel_futures=True)
        with self._lock:
            self._db.close()

    def _fetch(self, answers: list[int]) -> None:
        # A text that cannot be read ahead is read, and any problem reported, when it is shown.
        with suppress(sqlite3.Error):
            for answer in answers:
                self.answer(answer)

    def _fetch_questions(self, most: int) -> None:
        with suppress(sqlite3.Error):
            for start in range(0, most, 500):
                with self._lock:
                    rows = self._db.execute(
                        "SELECT id, text, guideline, digest FROM question WHERE id > ? AND id <= ?",
                        (start, start + 500),
                    ).fetchall()
                    options = self._known_options(self._db)
                if not rows:
                    return
                for row, text, guideline, digest in rows:
                    found = QuestionText(text, guideline, digest, options.get(row - 1, ()))
                    self._questions.setdefault(row - 1, found)

    def _when_quiet(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Return what is read, once no other program is writing.

        Its journal may also belong to another file at the path from which ours was moved. If ours is still
        there, a remaining journal was left by a disk that reports errors.
        """
        began = monotonic()
        while True:
            try:
                return read(self._db)
            except (sqlite3.DatabaseError, TypeError) as error:  # the latter: a row no longer exists
                if isinstance(error, TypeError) or not is_left_half_changed(error):
                    return self._spare.read(read, error)
                passed = monotonic() - began
                if not is_left_half_changed(error) or passed > _MOST_MS / 1000:
                    raise
                if passed > _LEFT and file_at(self._path) == self._file:
                    self._db = _patient(reopened(self._db, self._path))
                sleep(_PAUSE)

    def _known_options(self, db: sqlite3.Connection) -> dict[int, tuple[QuestionOption, ...]]:
        """Return the options of all reading tests, read when first asked for; under the lock."""
        if self._options is None:
            found: dict[int, list[QuestionOption]] = {}
            for owner, name, text in db.execute("SELECT question, name, text FROM option ORDER BY id"):
                found.setdefault(owner - 1, []).append(QuestionOption(name, text))
            self._options = {owner: tuple(options) for owner, options in found.items()}
        return self._options


def _patient(db: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection that waits for a slow disk: what is shown cannot be refused."""
    db.execute(f"PRAGMA busy_timeout = {_MOST_MS}")
    return db


def _read_question(db: sqlite3.Connection, question: int) -> tuple[str, str | None, bytes]:
    row = db.execute("SELECT text, guideline, digest FROM question WHERE id = ?", (question + 1,)).fetchone()
    text, guideline, digest = row
    return text, guideline, digest


def _read_answer(db: sqlite3.Connection, answer: int) -> AnswerText:
    row = db.execute(
        "SELECT a.name, a.text, a.document, a.support, a.author, a.posted_at, d.title, d.text, a.digest "
        "FROM answer a LEFT JOIN document d ON d.name = a.document WHERE a.id = ?",
        (answer + 1,),
    ).fetchone()
    return AnswerText(*row)
