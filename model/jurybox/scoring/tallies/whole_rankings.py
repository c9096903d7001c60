"""What the tallies share that put rankings of a run together in another way than as a mean over questions."""

from typing import Generic, TypeVar

import numpy as np

from jurybox.language import tr
from jurybox.measures import Measure, Unit
from jurybox.measures import measure as measure_named
from jurybox.scoring.bounds.difference_bounds import outer_difference
from jurybox.scoring.results import Bounds, JudgedShare, Sizes
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.tally import Matrix, Positions, Touched
from jurybox.scoring.unit_table import Units

Kept = TypeVar("Kept")


class WholeRankings(Generic[Kept]):
    """Scores made of all rankings of a run; what they are made of is kept, by measure, until a change."""

    unit: Unit = "question"

    def __init__(self, rankings: RankingTally) -> None:
        self.rankings = rankings
        self.kept: dict[str, Kept] = {}

    def restart(self) -> None:
        """Forget what was kept; the rankings are up to date."""
        self.kept.clear()

    def move(self, touched: Touched) -> bool:
        """Take in a change; the rankings say whether anything moved."""
        del touched
        self.restart()
        return False

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        return self.rankings.sizes(of_each(measure))

    def judged(self, measure: Measure, column: int) -> JudgedShare | None:
        """Return how much is judged of what the measure of one ranking looks at."""
        return self.rankings.judged(of_each(measure), column)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return no unit: the values of questions are those of the measure of one ranking."""
        del measure
        return np.empty(0, dtype=np.int64), np.empty((0, self.rankings.layout.columns))

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return what questions count for the first so many columns."""
        raise NotImplementedError

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        return self.rankings.waiting(of_each(measure))

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return between what the score of a column can still end."""
        raise NotImplementedError

    def difference(self, measure: Measure, a: int, b: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the outer bounds of the difference of two columns, which is no mean over questions."""
        first, second = (self.bounds(measure, at, if_all_judged=if_all_judged) for at in (a, b))
        return outer_difference(first, second)


def of_each(measure: Measure) -> Measure:
    """Return the measure of one ranking, with the options in force; ValueError for one that has none."""
    if measure.of_each is None:
        msg = tr("{measure} is not made of all rankings of a run", measure=measure)
        raise ValueError(msg)
    return measure_named(measure.of_each)(**measure.options)
