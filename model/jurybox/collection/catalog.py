"""The catalog: questions, answers, runs and responses of a collection as immutable arrays.

Read once when a collection is opened and again after an import; texts stay in the file (see
`jurybox.collection.texts`). The row with id n of a table is at position n - 1 everywhere.
"""

import math
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.nuggets import KnownInstance, Nuggets, read_instances, read_nuggets
from jurybox.collection.page_reads import plain_columns
from jurybox.collection.table_reads import LAST_ROW, floats, integers, refuse_gaps, small_integers
from jurybox.collection.validity import ImpossibleValueError, refuse_infinite, refuse_outside, refuse_row
from jurybox.kinds import KINDS, QuestionKind, in_sql, kind_code

Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]
_Value = TypeVar("_Value", np.int8, np.int32, np.float64)

DECISION_YES, DECISION_NO, DECISION_NONE = 1, 0, -1
DROPPED_STATUS = "dropped"
"""The status of a question that the organizer took out of all scores; files have only *unjudged*."""
NO_GROUP = "(none)"
"""The heading for questions without a category or series."""


@dataclass(frozen=True, slots=True)
class Question:
    """The data of a question apart from its text."""

    name: str
    kind: str
    series: int | None
    position: int | None
    category: str | None
    nil_correct: bool | None
    lang: str | None
    status: str | None


@dataclass(frozen=True, slots=True)
class Series:
    """A TREC question series about one target."""

    name: str
    target: str | None
    target_type: str | None


@dataclass(frozen=True, slots=True)
class Run:
    """A submitted run, or one made by the organizers (`origin` is then "baseline")."""

    name: str
    team: str | None
    description: str | None
    lang: str | None
    seconds: float | None
    origin: str


@dataclass(frozen=True, slots=True)
class Assessor:
    """Who judges: `kind` is person, model, asker or key; `code` is the random id used in the chains.

    `removed`: added by mistake, and left out of all choices (`jurybox.campaign.people`).
    """

    name: str
    kind: str
    code: bytes
    removed: bool = False


def ranks_to_sort_by(rank: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
    """Return ranks with which responses without one (-1) sort last; shape and dtype as given."""
    # The largest number of the same type: that of a wider type would wrap around to -1 and sort them first.
    return np.where(rank >= 0, rank, np.iinfo(rank.dtype).max)


@dataclass(frozen=True)
class Responses:
    """All responses of all runs, in the order received; every array has one element per response.

    `answer` is -1 where the run left the question without a candidate or said NIL (`nil` 1);
    `decision` is 1 yes, 0 no, -1 none; `rank` is -1 and `confidence`, `score` are NaN where not given.
    `length` counts the characters of the run's own text, without white space; -1 outside Other questions.
    """

    run: Ints
    question: Ints
    answer: Ints
    nil: Bytes
    rank: Ints
    answered: Bytes
    decision: Bytes
    selected: Bytes
    confidence: Floats
    score: Floats
    length: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int32))

    def __len__(self) -> int:
        return len(self.run)

    @cached_property
    def _by_run(self) -> tuple[Ints, Ints | None]:
        """The runs of the responses in rising order, and the indices of these responses.

        None: in stored order.
        """
        if (self.run[1:] >= self.run[:-1]).all():
            return self.run, None
        order = np.argsort(self.run, kind="stable").astype(np.int32)
        return self.run[order], order

    def of_run(self, run: int) -> slice | Ints:
        """Return an index of a run's responses in the arrays, in the order received."""
        runs, order = self._by_run
        # The same type: otherwise numpy would widen the whole array first.
        start, end = np.searchsorted(runs, np.array((run, run + 1), dtype=runs.dtype)).tolist()
        return slice(start, end) if order is None else order[start:end]


@dataclass(frozen=True, slots=True)
class Late:
    """What runs that came after a frozen gold standard can return, and what it counts as.

    By answer: `unknown`, those that were not in the pool then; `right`, of those that no run shown then had returned
    the correct ones; `wrong`, the unknown and the others of these; `unjudged`, the wrong ones that nobody had
    decided; `unpooled`, the unknown and those in no pool (`jurybox.collection.pool.in_no_pool`). By question: `nil`,
    those of which no run shown then said NIL. `gone`: the runs shown then that are withdrawn by now: what waited for
    their answers still waits.
    """

    unknown: NDArray[np.bool_]
    right: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    unjudged: NDArray[np.bool_]
    unpooled: NDArray[np.bool_]
    nil: NDArray[np.bool_]
    gone: tuple[int, ...] = ()


@dataclass(frozen=True)
class Catalog:
    """Everything that judging and scoring need to know about a collection, apart from texts and labels.

    `answer_question[a]` is the question of answer a; `answer_best[a]` is 1 for the asker's best answer.
    `assigned` holds (assessor, answer) pairs as two arrays, assignments by question already spread over
    the question's answers; empty means that everyone judges everything.
    `nuggets` grows while a collection is open; nothing else does. `closed` are the questions with a
    closed list of options, of which one is correct.
    `unasked` are answers that nobody is to judge, `outside` those of them that are not in the pool either, see
    `jurybox.collection.pool`; None for none.
    `late`: what a frozen gold standard does not decide; only in the catalog that `as_frozen` returns.
    """

    questions: tuple[Question, ...]
    series: tuple[Series, ...]
    runs: tuple[Run, ...]
    assessors: tuple[Assessor, ...]
    answer_question: Ints
    answer_best: Bytes
    responses: Responses
    assigned: tuple[Ints, Ints]
    run_times: dict[tuple[int, int], float] = field(default_factory=dict)
    nuggets: Nuggets = field(default_factory=Nuggets)
    instances: tuple[KnownInstance, ...] = ()
    closed: frozenset[int] = frozenset()
    unasked: NDArray[np.bool_] | None = None
    outside: NDArray[np.bool_] | None = None
    late: Late | None = None

    @property
    def answer_count(self) -> int:
        """Number of answers, in the pool or not."""
        return len(self.answer_question)

    @cached_property
    def pooled_question(self) -> Ints:
        """The question of every answer of the pool, as `answer_question` has it; -1 for answers outside."""
        if self.outside is None:
            return self.answer_question
        return np.where(self.outside, np.int32(-1), self.answer_question)

    @cached_property
    def to_judge(self) -> tuple[Ints, Ints]:
        """The pairs in `assigned` without those of answers that nobody is to judge."""
        who, answers = self.assigned
        if self.unasked is None:
            return self.assigned
        asked = ~self.unasked[answers]
        return who[asked], answers[asked]

    @cached_property
    def _by_question(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.pooled_question, kind="stable").astype(np.int32)
        starts = np.searchsorted(self.pooled_question[order], np.arange(len(self.questions) + 1))
        return order, starts.astype(np.int32)

    def answers_of(self, question: int) -> Ints:
        """Return the pooled answers of a question, in the order of the collection."""
        order, starts = self._by_question
        return order[starts[question] : starts[question + 1]]

    @cached_property
    def kind_of_question(self) -> Bytes:
        """The kind of every question as its position in `KIND_NAMES` of `jurybox.kinds`."""
        return np.array([kind_code(q.kind) for q in self.questions], dtype=np.int8)

    @cached_property
    def kinds(self) -> tuple[QuestionKind, ...]:
        """The kinds of question that there are, in the order of `KINDS` of `jurybox.kinds`."""
        present = set(self.kind_of_question.tolist())
        return tuple(kind for code, kind in enumerate(KINDS.values()) if code in present)

    def asks(self, wanted: Callable[[QuestionKind], bool]) -> NDArray[np.bool_]:
        """Return for every question whether its kind meets a condition."""
        return np.array([wanted(kind) for kind in KINDS.values()], dtype=np.bool_)[self.kind_of_question]

    @cached_property
    def kinds_in_lists(self) -> frozenset[str]:
        """The kinds of question to which a run returned more than one answer."""
        given = self.responses
        lists, counts = np.unique(given.run.astype(np.int64) * len(self.questions) + given.question, return_counts=True)
        asked = np.unique(lists[counts > 1] % max(1, len(self.questions)))
        return frozenset(self.questions[at].kind for at in asked.tolist())

    @cached_property
    def is_graded(self) -> NDArray[np.bool_]:
        """Whether the answers of a question get levels, one element per question."""
        return self.asks(lambda kind: kind.is_graded)

    @cached_property
    def is_matched(self) -> NDArray[np.bool_]:
        """Whether the answers of a question are matched with nuggets, one element per question."""
        return self.asks(lambda kind: not kind.is_labeled)

    @cached_property
    def on_purpose(self) -> NDArray[np.bool_]:
        """Whether a question is left unjudged on purpose, by its file or dropped, one element per question."""
        return np.array([q.status in ("unjudged", DROPPED_STATUS) for q in self.questions], dtype=np.bool_)

    @property
    def has_graded(self) -> bool:
        """Whether there is a question whose answers get levels."""
        return any(kind.is_graded for kind in self.kinds)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The categories that occur, in the order of their first question."""
        return tuple(dict.fromkeys(q.category for q in self.questions if q.category))

    @cached_property
    def question_named(self) -> dict[str, int]:
        """Positions of questions by name."""
        return {q.name: at for at, q in enumerate(self.questions)}

    @cached_property
    def run_named(self) -> dict[str, int]:
        """Positions of runs by name."""
        return {r.name: at for at, r in enumerate(self.runs)}

    @cached_property
    def assessor_named(self) -> dict[str, int]:
        """Positions of assessors by name."""
        return {a.name: at for at, a in enumerate(self.assessors)}

    def assigned_to(self, assessor: int) -> NDArray[np.bool_]:
        """Return for every answer whether this assessor should judge it (all, without assignments)."""
        mask = np.zeros(self.answer_count, dtype=bool)
        if not len(self.assigned[0]):
            mask[:] = True if self.unasked is None else ~self.unasked
        else:
            who, answers = self.to_judge
            mask[answers[who == assessor]] = True
        return mask


def read_catalog(db: sqlite3.Connection) -> Catalog:
    """Read the catalog of an open collection file, in one read transaction of the caller's."""
    owner, best = integers(db, "answer", "question", "best")
    questions = tuple(_questions(db))
    refuse_outside("The question of answer", owner, 1, len(questions))
    refuse_outside("Whether it is the best, of answer", best, 0, 1)
    answer_question = (owner - 1).astype(np.int32)
    series = tuple(Series(*row) for row in _rows(db, "series", "name, target, target_type"))
    runs = tuple(Run(*row) for row in _rows(db, "run", "name, team, description, lang, seconds, origin"))
    assessors = tuple(Assessor(*row) for row in _rows(db, "assessor", "name, kind, code"))
    _refuse_words(questions, len(series), runs, assessors)
    refuse_gaps(db, "answer", len(owner))
    return Catalog(
        questions=questions,
        series=series,
        runs=runs,
        assessors=assessors,
        answer_question=answer_question,
        answer_best=best.astype(np.int8),
        responses=_responses(db, len(runs), len(questions), answer_question),
        assigned=_assigned(db, answer_question, len(questions), len(assessors)),
        run_times=_run_times(db, len(runs), len(questions)),
        nuggets=read_nuggets(db),
        instances=read_instances(db),
        closed=frozenset(q - 1 for (q,) in db.execute("SELECT DISTINCT question FROM option")),
    )


def _refuse_words(
    questions: tuple[Question, ...], series: int, runs: tuple[Run, ...], assessors: tuple[Assessor, ...]
) -> None:
    """Raise ImpossibleValueError for words and numbers that no version of the program writes."""
    for one in questions:
        refuse_row("question", {"kind": one.kind, "position": one.position}, f"question {one.name!r}")
        if not (one.series is None or 0 <= one.series < series):
            raise ImpossibleValueError(f"the series of question {one.name!r} does not exist")
    for run in runs:
        if run.seconds is not None and not 0 <= run.seconds < math.inf:
            raise ImpossibleValueError(f"run {run.name!r} took {run.seconds} seconds")
    for who in assessors:
        refuse_row("assessor", {"name": who.name, "kind": who.kind}, f"assessor {who.name!r}")


def _rows(db: sqlite3.Connection, table: str, columns: str) -> list[tuple[Any, ...]]:
    rows = db.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()  # noqa: S608 - our own names
    refuse_gaps(db, table, len(rows))
    return rows


def _questions(db: sqlite3.Connection) -> Iterator[Question]:
    columns = "name, kind, series, position, category, nil_correct, lang, status"
    for name, kind, series, position, category, nil, lang, status in _rows(db, "question", columns):
        refuse_row("question", {"nil_correct": nil}, f"question {name!r}")
        yield Question(
            name,
            kind,
            None if series is None else series - 1,
            position,
            category,
            None if nil is None else bool(nil),
            lang,
            status,
        )


_RESPONSE = {
    "run": None,
    "question": None,
    "answer": 0,
    "rank": -1,
    "nil": None,
    "answered": None,
    "decision": -1,
    "selected": None,
    "confidence": math.nan,
    "score": math.nan,
}
"""The numbers of a response, and what stands for those that it does not give."""


def _responses(db: sqlite3.Connection, runs: int, questions: int, answer_question: Ints) -> Responses:
    columns = response_columns(db)
    run, question, answer = (columns[name] - 1 for name in ("run", "question", "answer"))
    rank, confidence, score = (columns[name] for name in ("rank", "confidence", "score"))
    refuse_gaps(db, "response", len(run))
    for what, values, low, high in (
        ("run", run, 0, runs - 1),
        ("question", question, 0, questions - 1),
        ("answer", answer, -1, len(answer_question) - 1),
        ("rank", rank, -1, LAST_ROW),
        ("nil", columns["nil"], 0, 1),
        ("answered", columns["answered"], 0, 1),
        ("decision", columns["decision"], DECISION_NONE, 1),
        ("selected", columns["selected"], 0, 1),
    ):
        refuse_outside(f"The {what} of response", values, low, high)
    refuse_infinite("The confidence of response", confidence)
    refuse_infinite("The score of response", score)
    of_answer = answer >= 0
    if (answer_question[answer[of_answer]] != question[of_answer]).any():
        raise ImpossibleValueError("a response has the answer of another question")
    return Responses(
        run=run,
        question=question,
        answer=answer,
        rank=rank,
        **{name: columns[name].astype(np.int8) for name in ("nil", "answered", "decision", "selected")},
        confidence=confidence,
        score=score,
        length=_lengths(db, len(run)),
    )


def response_columns(db: sqlite3.Connection) -> dict[str, NDArray[Any]]:
    """Return the numbers of all stored responses: those of rows from 1 on, 0 for no answer, -1 and NaN for nothing."""
    return plain_columns(db, "response", _RESPONSE) or _by_statements(db)


def _by_statements(db: sqlite3.Connection) -> dict[str, NDArray[Any]]:
    """Return the columns of `_RESPONSE` of a table that is not plain."""
    names = ("run", "question", "coalesce(answer, 0)", "coalesce(rank, -1)")
    found: list[NDArray[Any]] = [*small_integers(db, "response", *names)]
    if _has_response(db, _SAYS_MORE):
        found += small_integers(db, "response", "nil", "answered", "coalesce(decision, -1)", "selected")
    else:
        found += (_all_alike(len(found[0]), np.int8(value)) for value in (0, 1, -1, 0))
    found += (
        floats(db, "response", name)
        if _has_response(db, f"{name} IS NOT NULL")
        else _all_alike(len(found[0]), np.float64(np.nan))
        for name in ("confidence", "score")
    )
    return dict(zip(_RESPONSE, found, strict=True))


_SAYS_MORE = "nil <> 0 OR answered <> 1 OR decision IS NOT NULL OR selected <> 0"
"""Columns that go beyond the answer's identity: in most very large collections they are empty."""


def _has_response(db: sqlite3.Connection, where: str) -> bool:
    return bool(db.execute(f"SELECT EXISTS (SELECT 1 FROM response WHERE {where})").fetchone()[0])  # noqa: S608


def _all_alike(count: int, value: _Value) -> NDArray[_Value]:
    """Return a column with a single value that takes no memory."""
    return np.broadcast_to(np.array(value), count)


def _lengths(db: sqlite3.Connection, count: int) -> Ints:
    """Read the length of each response that is matched with nuggets; other texts are not read."""
    matched = in_sql(kind for kind in KINDS.values() if not kind.is_labeled)
    if not db.execute(f"SELECT 1 FROM question WHERE kind IN {matched} LIMIT 1").fetchone():  # noqa: S608
        return _all_alike(count, np.int32(-1))
    lengths = np.full(count, -1, dtype=np.int32)
    for row, text in db.execute(
        "SELECT r.id, coalesce(r.text, a.text, '') FROM response r LEFT JOIN answer a ON a.id = r.answer "  # noqa: S608
        f"WHERE r.question IN (SELECT id FROM question WHERE kind IN {matched})"
    ):
        lengths[row - 1] = len("".join(text.split()))
    return lengths


def _run_times(db: sqlite3.Connection, runs: int, questions: int) -> dict[tuple[int, int], float]:
    found = {}
    for run, question, seconds in _rows(db, "run_time", "run, question, seconds"):
        if not (0 < run <= runs and 0 < question <= questions and 0 <= seconds < math.inf):
            raise ImpossibleValueError(f"run {run} took {seconds} seconds for question {question}")
        found[run - 1, question - 1] = seconds
    return found


def _assigned(db: sqlite3.Connection, answer_question: Ints, questions: int, assessors: int) -> tuple[Ints, Ints]:
    """Read who judges what; an assignment of a question is spread over its answers."""
    who, question, answer = integers(db, "assignment", "assessor", "question", "coalesce(answer, 0)")
    refuse_gaps(db, "assignment", len(who))
    refuse_outside("The assessor of assignment", who, 1, assessors)
    refuse_outside("The question of assignment", question, 1, questions)
    refuse_outside("The answer of assignment", answer, 0, len(answer_question))
    if not len(who):
        return who.astype(np.int32), answer.astype(np.int32)
    whole = answer == 0
    counts = np.bincount(answer_question, minlength=questions)
    starts = np.concatenate(([0], np.cumsum(counts)))
    order = np.argsort(answer_question, kind="stable")
    rows = question[whole] - 1
    many = counts[rows]
    ends = np.cumsum(many)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - many, many)
    spread = order[np.repeat(starts[rows], many) + within]
    judges = np.concatenate([who[~whole] - 1, np.repeat(who[whole] - 1, many)])
    answers = np.concatenate([answer[~whole] - 1, spread])
    pairs = np.unique(judges * max(1, len(answer_question)) + answers)
    found, at = np.divmod(pairs, max(1, len(answer_question)))
    return found.astype(np.int32), at.astype(np.int32)
