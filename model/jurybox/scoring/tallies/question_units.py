"""Common parts of the tallies of list questions and of Other questions: a sheet per question, exact means.

A sheet is made from all entries about one question; a change rebuilds only the sheets of the questions it
touched. Values come from the measure itself, so live equals full to the last bit.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import UNJUDGED, Gold, gold_for
from jurybox.kinds import kind_code
from jurybox.language import tr
from jurybox.measures import Input, Kind, Measure
from jurybox.scoring.basis import Basis
from jurybox.scoring.bounds.mean_bounds import Ranges, mean_bounds
from jurybox.scoring.explain import explained, explained_mean
from jurybox.scoring.results import (
    FOR_GOOD,
    NOT_ALL,
    Bounds,
    Explanation,
    RunScore,
    Sizes,
    Table,
    Unscored,
    none_complete,
)
from jurybox.scoring.tallies.exact import ExactMeans
from jurybox.scoring.tallies.tally import Matrix, Positions, Tally, Touched


class Submissions(NamedTuple):
    """The responses of the columns to one question: column and answer of each, and its length.

    `rank` is -1 where there is none, `decision` as in `Responses`.
    """

    column: Positions
    answer: Positions
    length: Positions
    rank: Positions
    decision: Positions


def submissions(basis: Basis, questions: Iterable[int]) -> dict[int, Submissions]:
    """Return what was returned to questions; responses left unanswered, and NIL, return nothing."""
    responses = basis.catalog.responses
    column = np.full(len(basis.catalog.runs), -1, dtype=np.int64)
    for run, at in basis.column_of.items():
        if run < len(column):
            column[run] = at
    wanted = np.isin(responses.question, list(questions)) & (responses.answered == 1) & (responses.answer >= 0)
    rows = np.flatnonzero(wanted & (column[responses.run] >= 0)) if len(column) else np.empty(0, dtype=np.int64)
    rows = rows[np.argsort(responses.question[rows], kind="stable")]
    each_question, starts = np.unique(responses.question[rows], return_index=True)
    length = responses.length if len(responses.length) else np.zeros(len(responses), dtype=np.int32)
    return {
        int(question): Submissions(
            column[responses.run[each]],
            responses.answer[each].astype(np.int64),
            length[each].astype(np.int64),
            responses.rank[each].astype(np.int64),
            responses.decision[each].astype(np.int64),
        )
        for question, each in zip(each_question, np.split(rows, starts[1:])[: len(each_question)], strict=True)
    }


NOTHING = Submissions(*(np.empty(0, dtype=np.int64) for _ in range(5)))


SCORED, WAITING, LEFT_OUT = range(3)
Values = NDArray[np.float64]


class Ends(NamedTuple):
    """The worst and the best completion of a unit for a column; None: unknown.

    `can_be_out`: whether a completion leaves it out or undefined; `never`: whether all do. `exact`: both are
    reached.
    """

    worst: Input | None
    best: Input | None
    can_be_out: bool
    exact: bool
    never: bool = False


class QuestionSheet(ABC):
    """All that the scores of one question rest on."""

    reason: str = ""
    """Why it is left out, in one clause."""

    @abstractmethod
    def status(self, measure: Measure) -> int:
        """Return whether it is scored, waits or is left out."""

    @abstractmethod
    def data(self, measure: Measure, column: int) -> Input:
        """Return what a measure scores; only of a question that is scored."""

    @abstractmethod
    def key(self, measure: Measure, column: int) -> object:
        """Return what equals that of another sheet only if the data of a column are equal."""

    @abstractmethod
    def ends(self, measure: Measure, column: int) -> Ends:
        """Return between what it can end; only of a question that waits."""

    @abstractmethod
    def table(self, measure: Measure, column: int) -> Table:
        """Return the contents of the question and a column's share of them, for explanations."""


class QuestionUnits(Tally):
    """The tally of one kind of question, made of sheets."""

    def __init__(self, basis: Basis, kind: Kind) -> None:
        self._basis, self.kind = basis, kind
        self._columns = basis.submitted
        of_kind = np.flatnonzero(basis.catalog.kind_of_question == kind_code(kind))
        self._all: list[int] = of_kind.tolist()
        self._returned = submissions(basis, self._all)
        self.restart()

    @property
    def gold(self) -> Gold:
        """The gold standard of this kind of question."""
        return gold_for(self.kind, self._basis.gold, self._basis.catalog, self._basis.facts)

    def returned(self, question: int) -> Submissions:
        """Return what the columns returned to a question."""
        return self._returned.get(question, NOTHING)

    def is_on_purpose(self, question: int) -> bool:
        """Return whether a question is left unjudged on purpose."""
        return bool(self._basis.catalog.on_purpose[question])

    @abstractmethod
    def prepare(self) -> None:
        """Make ready what sheets are made with, after everything may have changed."""

    @abstractmethod
    def sheet(self, question: int) -> QuestionSheet:
        """Return the present sheet of a question."""

    @abstractmethod
    def why_open(self, question: int) -> list[Unscored]:
        """Return what is not settled about a question."""

    def why_not(self, question: int, measure: Measure) -> list[Unscored]:
        """Return what keeps a question from being scored by a measure; empty for one that is scored."""
        sheet = self._sheets[self._place[question]]
        status = sheet.status(measure)
        if status == SCORED:
            return []
        found = [] if sheet.reason in FOR_GOOD else self.why_open(question)
        return found or [Unscored("", status == WAITING, sheet.reason or NOT_ALL)]

    # Following

    def restart(self) -> None:
        """Make every sheet again."""
        self.prepare()
        self._asked = [question for question in self._all if self._basis.wanted[question]]
        self._place = {question: at for at, question in enumerate(self._asked)}
        self._sheets = [self.sheet(question) for question in self._asked]
        self._kept: dict[str, tuple[Measure, ExactMeans]] = {}

    def move(self, touched: Touched) -> bool:
        """Make the sheets of the touched questions again; return whether a score moved."""
        turned = self._basis.catalog.answer_question[touched.turned].tolist()
        questions = {*touched.questions.tolist(), *turned}
        moved = [self._move_one(self._place[at]) for at in sorted(questions) if at in self._place]
        return any(moved)

    def _move_one(self, place: int) -> bool:
        before = self._sheets[place]
        self._sheets[place] = now = self.sheet(self._asked[place])
        moved = any(before.status(each) != now.status(each) for each, _ in self._kept.values())
        for measure, means in self._kept.values():
            values = self._changed(measure, before, now, means.values[place, 0])
            moved |= means.change(place, values[None])
        return moved

    def _changed(self, measure: Measure, before: QuestionSheet, now: QuestionSheet, old: Values) -> Values:
        """Return the values of a question, where those of most columns stay."""
        if SCORED not in (before.status(measure), now.status(measure)):
            return old
        if before.status(measure) != now.status(measure):
            return self._row(measure, now)
        values = old.copy()
        for column in range(self._columns):
            if before.key(measure, column) != now.key(measure, column):
                values[column] = measure.evaluate(now.data(measure, column)).value
        return values

    def _means(self, measure: Measure) -> ExactMeans:
        """Return the values of a measure and their means, from then on kept up to date."""
        if measure.name not in self._kept:
            rows = [self._row(measure, sheet) for sheet in self._sheets]
            values = np.array(rows, dtype=np.float64).reshape(len(rows), 1, self._columns)
            self._kept[measure.name] = measure, ExactMeans(values)
        return self._kept[measure.name][1]

    def _row(self, measure: Measure, sheet: QuestionSheet) -> Values:
        if sheet.status(measure) != SCORED:
            return np.full(self._columns, np.nan)
        inputs = (sheet.data(measure, column) for column in range(self._columns))
        return np.array([measure.evaluate(one).value for one in inputs], dtype=np.float64)

    # Scores

    def _statuses(self, measure: Measure) -> list[int]:
        return [sheet.status(measure) for sheet in self._sheets]

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        statuses = self._statuses(measure)
        return Sizes(*(statuses.count(each) for each in (SCORED, WAITING, LEFT_OUT)))

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the questions that are scored; undefined ones among them are left out."""
        means = self._means(measure)
        value, units = means.means(0)[column], int(means.counts[0, column])
        scored, waiting, left_out = self.sizes(measure)
        reason = self._why(measure, column, scored, waiting) if math.isnan(value) else ""
        return RunScore(value, reason, units, waiting, left_out + scored - units)

    def _why(self, measure: Measure, column: int, scored: int, waiting: int) -> str:
        if scored:
            sheets = (sheet for sheet in self._sheets if sheet.status(measure) == SCORED)
            return measure.evaluate([sheet.data(measure, column) for sheet in sheets]).reason
        if waiting:
            return none_complete("question")
        # The most frequent reason, so that the order of the questions does not choose one.
        reasons = Counter(sheet.reason for sheet in self._sheets if sheet.reason)
        return min(reasons, key=lambda each: (-reasons[each], each), default=tr("there is no unit to average over"))

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return the questions that are scored, and their values in shape (questions, columns)."""
        rows = np.flatnonzero(np.array(self._statuses(measure), dtype=np.int64) == SCORED)
        return np.array(self._asked, dtype=np.int64)[rows], self._means(measure).values[rows, 0]

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        pairs = zip(self._asked, self._statuses(measure), strict=True)
        return np.array([question for question, status in pairs if status == WAITING], dtype=np.int64)

    def left_out(self, measure: Measure) -> dict[int, str]:
        """Return the questions that are left out, each with the reason in one clause."""
        pairs = zip(self._asked, self._sheets, strict=True)
        return {at: sheet.reason for at, sheet in pairs if sheet.status(measure) == LEFT_OUT}

    # Bounds

    def range_of(self, measure: Measure, column: int, question: int) -> tuple[float, float, bool, bool]:
        """Return lowest and highest value of a question that waits, whether it can be out, whether exact."""
        ends = self._sheets[self._place[question]].ends(measure, column)
        if ends.never:
            return math.nan, math.nan, True, ends.exact
        if ends.worst is None or ends.best is None:
            return measure.low, measure.high, ends.can_be_out, False
        if measure.units is None or measure.units.effect == "either":
            return measure.low, measure.high, ends.can_be_out, False
        low, high = (measure.evaluate(end).value for end in (ends.worst, ends.best))
        if measure.units.effect == "falls":
            low, high = high, low
        return low, high, ends.can_be_out, ends.exact

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return between what the mean of a column can still end."""
        _, settled = self.values(measure)
        ranges = [self.range_of(measure, column, at) for at in self.waiting(measure).tolist()]
        return bounds_of(settled[:, column], ranges)

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the same for the mean of column `a` minus that of column `b`; exact while nothing waits."""
        waiting = self.waiting(measure).tolist()
        if not waiting:
            gap = self.score(measure, a).value - self.score(measure, b).value
            return Bounds(gap, gap, exact=True)
        _, settled = self.values(measure)
        ranges = [outer_difference(self.range_of(measure, a, at), self.range_of(measure, b, at)) for at in waiting]
        return bounds_of(settled[:, a] - settled[:, b], ranges)

    # Explanations

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how the mean of a column, or its value on one question, came about."""
        if unit is None:
            questions, values = self.values(measure)
            score = self.score(measure, column)
            return explained_mean(measure, score, "question", questions, values[:, column])
        sheet = self._sheets[self._place[unit]]
        if sheet.status(measure) != SCORED:
            waits = sheet.status(measure) == WAITING
            reason = NOT_ALL if waits else sheet.reason
            score = RunScore(math.nan, reason, 0, int(waits), int(not waits))
            return explained(measure, None, score, unit=unit, table=sheet.table(measure, column))
        data = sheet.data(measure, column)
        found = measure.evaluate(data)
        score = RunScore(found.value, found.reason, int(found.defined), 0, int(not found.defined))
        return explained(measure, data, score, unit=unit, table=sheet.table(measure, column))


def answers_open(basis: Basis, question: int) -> list[Unscored]:
    """Return the answers of a question that are neither correct nor incorrect."""
    return [
        Unscored(answer, bool(basis.truth[answer] == UNJUDGED), basis.standard.why(answer))
        for answer in basis.catalog.answers_of(question).tolist()
        if basis.truth[answer] < 0
    ]


Range = tuple[float, float, bool, bool]


def bounds_of(settled: Values, ranges: Sequence[Range]) -> Bounds:
    """Return the bounds of a mean over units that are settled, and units with ranges of their own."""
    low, high = (np.array([one[at] for one in ranges], dtype=np.float64) for at in (0, 1))
    can_be_out = np.array([one[2] for one in ranges], dtype=np.bool_)
    exact = all(one[3] for one in ranges)
    return mean_bounds(settled, Ranges(low, high, can_be_out), exact=exact)


def outer_difference(a: Range, b: Range) -> Range:
    """Return the range of the difference of two columns on one unit; an outer one."""
    return a[0] - b[1], a[1] - b[0], a[2] or b[2], False
