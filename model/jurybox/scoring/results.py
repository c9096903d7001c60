"""What a scoreboard answers: scores, bounds, rows of a ranking, explanations."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.measures import Measure, Score, Unit
from jurybox.measures.ranks import TIE

ON_PURPOSE = tr("the question is left unjudged on purpose")
NO_ANSWERS = tr("the question has no answers")
NOTHING_JUDGED = tr("no answer of the question is judged")

NOT_ALL = tr("not everything it depends on is judged")
UNDECIDED_THEN = tr("undecided when the gold standard was frozen")
NO_NUGGETS = tr("the question has no nuggets")
FOR_GOOD = frozenset((ON_PURPOSE, NO_NUGGETS))
"""Why a question is left out that no judging of answers brings in."""


class Unscored(NamedTuple):
    """What prevents a question from being scored.

    `answer`: a position, NIL, or "" if it is none of the answers; `is_pending`: whether judging can still
    decide it; `why`: in one clause; `what` is open: an *answer*, a *match*, the *importance* of a nugget, a *group*,
    or whatever was when the gold standard was *frozen*, and stays so.
    """

    answer: int | str
    is_pending: bool
    why: str
    what: str = "answer"

    def when_frozen(self) -> "Unscored":
        """Return the same under a frozen gold standard, by which nothing is decided any more."""
        if self.answer == "" and self.what == "answer" and not self.is_pending:
            return self  # a whole question that nothing brings in
        why = tr("{undecided} (then: {why})", undecided=UNDECIDED_THEN, why=self.why)
        return Unscored(self.answer, is_pending=False, why=why, what="frozen")


NO_SLOT = -1


class OpenSlots(NamedTuple):
    """The same of many questions, without reasons, side by side.

    A slot is an answer by its position, one beyond all answers for NIL, or `NO_SLOT` for a question that is kept out
    as a whole.
    """

    questions: NDArray[np.int64]
    slots: NDArray[np.int64]
    is_pending: NDArray[np.bool_]


class Sizes(NamedTuple):
    """How many units scores rest on, how many a missing label could still decide, how many none can."""

    units: int
    waiting: int
    left_out: int


ENOUGH = 0.9
"""The share of answers judged from which nothing is said of the others."""


class JudgedShare(NamedTuple):
    """Of the answers that a run returned, over the questions scored, how many are judged.

    `depth`: to which rank, as the measure looks; None: all.
    """

    judged: int
    returned: int
    depth: int | None

    @property
    def share(self) -> float:
        """The share judged; NaN where nothing was returned."""
        return self.judged / self.returned if self.returned else math.nan

    @property
    def is_little(self) -> bool:
        """Whether less than nine tenths is judged."""
        return self.judged < ENOUGH * self.returned


class RunScore(NamedTuple):
    """The score of a run now.

    `value` is NaN if the measure is undefined, with the `reason`. `units`: how many answers (or questions) it
    rests on; `waiting`: how many are pending; `left_out`: how many are excluded because nobody is left who
    could decide them.
    """

    value: float
    reason: str
    units: int
    waiting: int
    left_out: int

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    @property
    def result_text(self) -> str:
        """The end of a formula with numbers: the value, or that there is none and why."""
        return f"= {self.value:.4f}" if self.defined else tr("is undefined: {reason}", reason=self.reason)


def none_complete(unit: str) -> str:
    """Return why a score is undefined while all its units wait, whatever was judged of them."""
    return tr("no {unit} is complete yet", unit=unit)


def when_frozen(found: RunScore) -> RunScore:
    """Return a score under a frozen gold standard: what waited then is left out, since nothing settles it any more."""
    if not found.waiting:
        return found
    nothing_else = not (found.defined or found.units or found.left_out)
    waits = nothing_else or found.reason in map(none_complete, get_args(Unit))
    reason = UNDECIDED_THEN if waits else found.reason
    return found._replace(reason=reason, waiting=0, left_out=found.left_out + found.waiting)


def run_score(found: Score, sizes: Sizes, unit: Unit) -> RunScore:
    """Return a measure's result over this many units; if all are pending, that is the reason."""
    waits = not found.defined and not sizes.units and sizes.waiting
    return RunScore(found.value, none_complete(unit) if waits else found.reason, *sizes)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a final score, over all completions of the judging in which it is defined.

    Both ends are NaN if it stays undefined in every completion. `exact`: both ends can be reached; otherwise
    no completion is outside, but the ends may not be reached. `decided`: whether a completion also decides
    what is or becomes disputed, or leaves it so, as under an adjudication. `frozen`: whether the gold standard is
    frozen, so that nothing completes it: both ends are what the score is now.
    """

    low: float
    high: float
    exact: bool
    decided: bool = False
    frozen: bool = False

    def leave_out(self, score: float) -> bool:
        """Return whether a score is outside, as that of the judged units alone can be; never for NaN."""
        return score < self.low - TIE or score > self.high + TIE


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run in a ranking; equal values have equal ranks (1, 2, 2, 4), undefined ones have none."""

    run: int
    name: str
    rank: int | None
    score: RunScore


@dataclass(frozen=True, slots=True)
class Moved:
    """What a change did: the runs whose counts moved, the answers whose truth changed, by position."""

    runs: frozenset[int] = frozenset()
    answers: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.runs or self.answers)


@dataclass(frozen=True, slots=True)
class UnitValues:
    """What every unit that is scored counts for every run.

    `unit`: answer, question or series; `units`: their positions; `runs`: positions of runs; `values`: shape
    (units, runs), NaN where a unit is undefined for a run and stays out of its mean.
    """

    unit: Unit
    units: NDArray[np.int64]
    runs: tuple[int, ...]
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows behind a score. Columns `answer` and `question` have positions, to be shown as names."""

    head: tuple[str, ...]
    rows: tuple[tuple[int | float | str, ...], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a score came about: the formula by names, the same with this run's numbers, and the numbers.

    `counts`: name and number, in the order of the formula; `meanings`: what each name counts. `unit`: the
    position of the unit that is explained, None for the whole score; `table`: what it was added up from,
    such as the ranks of a ranking, or the values of the questions behind a mean.
    """

    measure: Measure
    formula: str
    with_numbers: str
    counts: tuple[tuple[str, int | float], ...]
    meanings: Mapping[str, str]
    score: RunScore
    unit: int | None = None
    table: Table | None = None
