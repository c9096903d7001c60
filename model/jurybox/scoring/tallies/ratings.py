"""The tally of ratings: the answer that each run gives first, on the scale of the labels.

Rankings with ratings in place of gains, which may be below 0. A question is scored, waits, and ranges as under
every measure of rankings. What a run did not answer has the lowest rating of the scale, and so has what a rule for
unjudged answers counts as not relevant.
"""

import numpy as np

from jurybox.measures import Measure
from jurybox.scoring.tallies.grades import Gains, LevelGrades
from jurybox.scoring.tallies.rankings import RankingTally


class RatingGrades(LevelGrades):
    """Graded answers with the grades of their levels."""

    @property
    def worths(self) -> Gains:
        """The grades of the levels, from L0 up."""
        return np.zeros(1) if self.basis.graded is None else self.basis.graded.ratings

    @property
    def lowest(self) -> float:
        """Return the lowest rating of the scale."""
        return float(self.worths.min())


class RatingTally(RankingTally):
    """Ratings of first answers, of all columns."""

    def span(self, measure: Measure) -> tuple[float, float]:
        """Return the ends of the scale, whatever the measure."""
        del measure
        return self.grades.lowest, self.grades.highest or 0.0
