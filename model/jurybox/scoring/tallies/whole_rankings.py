"""What the tallies share that put rankings of a run together in another way than as a mean over questions."""

from abc import abstractmethod
from typing import Generic, TypeVar

from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.measures import measure as measure_named
from jurybox.scoring.bounds.difference_bounds import outer_difference
from jurybox.scoring.results import Bounds, JudgedShare
from jurybox.scoring.tallies.rankings import OnRankings, RankingTally
from jurybox.scoring.tallies.tally import Matrix, Positions, Touched, no_values

Kept = TypeVar("Kept")


class WholeRankings(OnRankings, Generic[Kept]):
    """Scores made of all rankings of a run; what they are made of is kept, by measure, until a change."""

    def __init__(self, rankings: RankingTally) -> None:
        self.rankings = rankings
        self.kept: dict[str, Kept] = {}

    def of_each(self, measure: Measure) -> Measure:
        """Return the measure of one ranking, with the options in force."""
        return of_each(measure)

    def restart(self) -> None:
        """Forget what was kept; the rankings are up to date."""
        self.kept.clear()

    def move(self, touched: Touched) -> bool:
        """Take in a change; the rankings say whether anything moved."""
        del touched
        self.restart()
        return False

    def judged(self, measure: Measure, column: int) -> JudgedShare | None:
        """Return how much is judged of what the measure of one ranking looks at."""
        return self.rankings.judged(self.of_each(measure), column)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return no unit: the values of questions are those of the measure of one ranking."""
        del measure
        return no_values(self.rankings.layout.columns)

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare bounds, for this many questions at most; return whether they are ready."""
        return self.rankings.prepare_bounds(self.of_each(measure), most, if_all_judged=if_all_judged)

    @abstractmethod
    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return between what the score of a column can still end."""

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
