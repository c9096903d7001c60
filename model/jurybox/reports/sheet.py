"""What one view of the scores is asked for and what it shows: a table, and a picture where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.data import MeanData
from jurybox.analysis.gather import gather
from jurybox.analysis.standings import prepare_tests
from jurybox.analysis.watch import Watch
from jurybox.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from jurybox.analysis.frozen import Frozen
    from jurybox.analysis.standings import ToTest
    from jurybox.collection.catalog import Catalog
    from jurybox.figures import Figure
    from jurybox.gold import Gold
    from jurybox.measures import Measure
    from jurybox.reports.forms import Table
    from jurybox.scoring import Scoreboard, UnitValues

NO_CATEGORY = "(none)"


@dataclass(frozen=True)
class Sheet:
    """A table with its caption, and a picture of the same numbers, or None.

    `strong`: (row, column) of the cells that stand out, such as the highest of a column.
    """

    table: Table
    figure: Figure | None = None
    strong: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, eq=False)
class Asked:
    """The judgments of one moment, and what is to be shown of them.

    `main`: the measure that ranks, one of `measures`; `golds`: further gold standards; `run`: the run that is
    taken apart; `other`: the run it is compared with, None for the one below it; `without`: whether the run
    stays out of how hard questions are.
    """

    frozen: Frozen
    measures: tuple[Measure, ...]
    main: Measure
    golds: tuple[Gold, ...] = ()
    run: int | None = None
    other: int | None = None
    without: bool = False
    watch: Watch = field(default_factory=Watch)

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""
        return self.frozen.catalog

    @cached_property
    def board(self) -> Scoreboard:
        """The scores under the gold standard in force."""
        board = self.frozen.board()
        board.track(self.measures)
        return board

    @cached_property
    def boards(self) -> tuple[tuple[str, Scoreboard], ...]:
        """The scores under all gold standards shown, by name, the one in force first."""
        others = tuple((str(gold), self.frozen.board(gold)) for gold in self.golds)
        return ((str(self.board.gold), self.board), *others)

    @cached_property
    def tested(self) -> ToTest:
        """The ranking by the main measure, ready for tests; Refused, with the reason, without any."""
        gather(self.board, self.catalog, self.main, whole_questions=True)
        return prepare_tests(self.board, self.catalog, self.main)

    def names(self, runs: Sequence[int]) -> tuple[str, ...]:
        """Return the names of runs."""
        return tuple(map(self.board.name_of, runs))

    def ranked(self) -> tuple[int, ...]:
        """Return the runs in the order of the table."""
        return tuple(row.run for row in self.board.standing(self.main))

    def caption(self, *parts: str) -> str:
        """Return a caption that ends with the gold standard, and what unjudged answers count."""
        told = "" if self.board.unjudged == "wait" else f" Unjudged answers: {self.board.unjudged}."
        return " ".join(part for part in (*parts, f"Gold standard: {self.board.gold_text}.{told}") if part)


def by_question(asked: Asked, board: Scoreboard, one: Measure) -> UnitValues:
    """Return a measure's scores of each question, answers of a question averaged.

    Refused for a measure that is no mean, or one over series.
    """
    from jurybox.scoring import UnitValues

    found = board.unit_values(one)
    if found.unit == "series" or not len(found.units):
        unit = "by series" if found.unit == "series" else "for whole runs"
        raise Refused(f"{one} is scored {unit} only here, not question by question. Choose another measure.")
    if found.unit == "question":
        return found
    questions, group = np.unique(asked.catalog.answer_question[found.units], return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(len(questions)))
    sums = np.add.reduceat(found.values[order], starts, axis=0)
    means = sums / np.bincount(group)[:, None]
    return UnitValues("question", questions.astype(np.int64), found.runs, means)


def of_submitted(asked: Asked, found: UnitValues) -> UnitValues:
    """Return the scores of submitted runs only: judges and the asker do not make questions hard."""
    kept = [at for at, run in enumerate(found.runs) if run < len(asked.catalog.runs)]
    runs = tuple(found.runs[at] for at in kept)
    return replace(found, runs=runs, values=found.values[:, kept])


def by_group(
    asked: Asked, made: ToTest, group: Callable[[int], int | None], groups: int
) -> NDArray[np.float64]:
    """Return the score of every run (columns) over the questions of each group, NaN where it is undefined.

    `group` tells the group of a question. The measure is computed anew over the questions of a group; Refused
    for one over series.
    """
    found = made.found
    if found is None or found.unit == "series":
        raise Refused(f"{made.measure} is not scored by question here. Choose another measure.")
    weights = np.zeros((groups, found.data.units), dtype=np.int8)
    for at, question in enumerate(found.units.tolist()):
        place = group(question)
        if place is not None:
            weights[place, at] = 1
    asked.watch.expect(1)
    return found.data.evaluate(weights)


def categories_of(asked: Asked) -> tuple[tuple[str, ...], Callable[[int], int]]:
    """Return the categories of the questions that are scored, and which one a question has, by position."""
    questions, wanted = asked.catalog.questions, asked.frozen.questions
    some = range(len(questions)) if wanted is None else sorted(wanted)
    found = dict.fromkeys(questions[at].category or NO_CATEGORY for at in some)
    names = (*sorted(name for name in found if name != NO_CATEGORY), *(n for n in found if n == NO_CATEGORY))
    if not names or names == (NO_CATEGORY,):
        raise Refused("No question has a category.")
    place = {name: at for at, name in enumerate(names)}
    return names, lambda at: place[questions[at].category or NO_CATEGORY]


def questions_scored(made: ToTest) -> list[int]:
    """Return the questions that are scored for some run; none for a measure over series."""
    found = made.found
    if found is None or found.unit == "series":
        return []
    if isinstance(found.data, MeanData):
        return [int(at) for at in found.units[~np.isnan(found.data.values).all(axis=1)]]
    return [int(at) for at in found.units]


def best_of(
    rows: Sequence[Sequence[object]], columns: Iterable[int], first: int = 0
) -> frozenset[tuple[int, int]]:
    """Return where the highest score of each of these columns stands; rows are counted from `first`."""
    found = set()
    for column in columns:
        scores = [row[column] for row in rows]
        known = [score for score in scores if isinstance(score, float) and score == score]
        highest = max(known, default=None)
        found |= {(first + at, column) for at, score in enumerate(scores) if known and score == highest}
    return frozenset(found)


def is_better(one: Measure) -> float:
    """Return 1 if higher scores of a measure are better, else -1."""
    return 1.0 if one.direction == "higher" else -1.0
