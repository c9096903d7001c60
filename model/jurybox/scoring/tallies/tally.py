"""Scores of one family of units: what all families share, and their register.

A family is a kind of question with one form of input to its measures: decisions on answers, rankings of
questions, list responses. The scoreboard makes the tally of a family when a measure of it is first requested,
notifies it of every change, and reads its scores. A tally reads its input from the `Basis`, which the
scoreboard renews in place; it keeps whole numbers, so that live equals full to the last bit.

To add a family: write a class that is a `Tally`, name it in `jurybox.scoring.tallies.registry.TALLIES` and in
the `tallies` of the kinds of question that it scores (`jurybox.kinds`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Input, Kind, Measure, Unit
from jurybox.measures.forms import Form
from jurybox.scoring.basis import Basis
from jurybox.scoring.bounds.difference_bounds import outer_difference
from jurybox.scoring.results import Bounds, Explanation, RunScore, Sizes
from jurybox.scoring.unit_table import Units, mean_table

Positions = NDArray[np.int64]
Matrix = NDArray[np.float64]


class Touched(NamedTuple):
    """What a change touched, as positions in rising order.

    `answers`: all answers it names; `turned`: those answers whose possible outcomes of correctness
    (`Basis.possible`) moved; `questions`: all questions it names, and those of both; `graded`: those
    of them that are ranked and were graded again, None if all were.
    """

    answers: Positions
    turned: Positions
    questions: Positions
    graded: Positions | None


class Tally(ABC):
    """The scores of all columns (the runs shown, `Basis.runs`) over one family of units.

    A unit that is not selected (`Basis.wanted`) is as good as not there. A selected one is scored, waits
    while a missing label could bring it in, or is left out if none can; for all columns alike. Its units are
    `unit`: positions below are positions of answers, questions or series.
    """

    unit: Unit = "question"

    @abstractmethod
    def restart(self) -> None:
        """Count everything again from the basis; who made the gold standard or what is selected changed.

        Runs and responses are the ones it was made with; else it is made again.
        """

    @abstractmethod
    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether anything that scores rest on moved."""

    @abstractmethod
    def sizes(self, measure: Measure) -> Sizes:
        """Return how many selected units are scored, wait, and are left out."""

    @abstractmethod
    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score of a column now."""

    @abstractmethod
    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return the units that are scored, and their scores in shape (units, columns).

        NaN where a unit is undefined. No unit at all for a measure that exists for a whole run only.
        """

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return what every scored unit counts for the first so many columns; None: no choice of units has a score.

        By default that is the values, of which a score is the plain mean. `whole_questions`: of a measure of
        answers, what questions with all their answers count.
        """
        del whole_questions
        units, values = self.values(measure)
        return Units(self.unit, units, mean_table(values[:, :runs]))

    @abstractmethod
    def waiting(self, measure: Measure) -> Positions:
        """Return the selected units that wait."""

    @abstractmethod
    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return between what the score of a column can still end, over all completions."""

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the same for the score of column `a` minus that of column `b`; by default outer bounds."""
        return outer_difference(self.bounds(measure, a), self.bounds(measure, b))

    @abstractmethod
    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how the score of a column, or its score on one unit, came about; KeyError: no such unit."""


def no_values(columns: int) -> tuple[Positions, Matrix]:
    """Return the values of a measure that exists for a whole run only."""
    return np.empty(0, dtype=np.int64), np.empty((0, columns))


class Tallies(Protocol):
    """Where a tally that is made of others, such as that of series, finds them."""

    def tally(self, measure: Measure, kind: Kind) -> Tally | None:
        """Return the live tally that scores a measure on a kind of question; None if there is none."""

    def of_family(self, name: str, kind: Kind) -> Tally:
        """Return the live tally of a family, whether measures of this kind are scored by it or not."""


class Family(NamedTuple):
    """One entry of the register.

    `accepts`: forms of input to measures. A measure that shares one of them, and has the `form`, if any, is
    scored by this family on the kinds of question that name it in their `tallies` (`jurybox.kinds`). `make`
    gets the basis, all tallies and the kind to score; `of_several`: one tally scores all kinds together,
    whichever was asked for.
    """

    name: str
    accepts: tuple[type[Input], ...]
    make: Callable[[Basis, Tallies, Kind], Tally]
    of_several: bool = False
    form: type[Form] | None = None
