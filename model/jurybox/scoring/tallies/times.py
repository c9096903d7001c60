"""MRRT: the mean reciprocal ranks of runs, brought down by the time they took.

A run's time is its own, else the sum over its questions; effective times are shares of the slowest of the
runs shown (Llopis et al. 2009, section 2). A run that gives both, and they differ, has no time. The score of
a run follows the tally of reciprocal ranks, and moves with every run that is shown or withdrawn.
"""

import math

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.language import tr
from jurybox.measures import Measure, TimedRun, Unit, measure
from jurybox.scoring.basis import Basis
from jurybox.scoring.bounds.difference_bounds import outer_difference
from jurybox.scoring.explain import explained
from jurybox.scoring.results import Bounds, Explanation, JudgedShare, RunScore, Sizes, Table
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.tally import Matrix, Positions, Touched
from jurybox.scoring.unit_table import Units

MRR = measure("MRR")
DIFFER = tr("the time of the run and the sum over its questions differ")
NOT_POSITIVE = tr("the answer time of the run is not above 0")


def run_seconds(catalog: Catalog, run: int) -> tuple[float | None, str]:
    """Return the answer time of a run in seconds, None with the reason where it has none that can be used."""
    own = catalog.runs[run].seconds if run < len(catalog.runs) else None
    each = [seconds for (who, _), seconds in catalog.run_times.items() if who == run]
    summed = math.fsum(each) if each else None
    if own is not None and summed is not None and not math.isclose(own, summed, rel_tol=1e-9):
        return None, DIFFER
    seconds = own if own is not None else summed
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        return None, NOT_POSITIVE
    return seconds, ""


class TimeTally:
    """MRRT of all columns over questions of one kind."""

    unit: Unit = "question"

    def __init__(self, basis: Basis, ranks: RankingTally) -> None:
        self._basis, self._ranks = basis, ranks
        self.restart()

    def restart(self) -> None:
        """Read the times again."""
        found = [run_seconds(self._basis.catalog, run) for run in self._basis.runs]
        self._seconds, self._reasons = [each[0] for each in found], [each[1] for each in found]
        known = [seconds for seconds in self._seconds if seconds is not None]
        self._slowest = max(known) if known else None

    def move(self, touched: Touched) -> bool:
        """Take in a change: the ranks have."""
        del touched
        return False

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions the reciprocal ranks rest on, wait, and are left out."""
        del measure
        return self._ranks.sizes(MRR)

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score of a column now."""
        ranks = self._ranks.score(MRR, column)
        found = measure.evaluate(self._timed(column, ranks.value, ranks.units))
        reason = (self._reasons[column] or ranks.reason or found.reason) if found.reason else ""
        return ranks._replace(value=found.value, reason=reason)

    def judged(self, measure: Measure, column: int) -> JudgedShare | None:
        """Return how much is judged of what reciprocal ranks look at."""
        del measure
        return self._ranks.judged(MRR, column)

    def _timed(self, column: int, mrr: float, questions: int) -> TimedRun:
        return TimedRun(mrr, self._seconds[column], self._slowest, questions)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return nothing: MRRT is not a mean over questions."""
        del measure
        return np.empty(0, dtype=np.int64), np.empty((0, len(self._seconds)))

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return nothing: MRRT only orders the runs."""
        del measure, runs, whole_questions
        return None

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        del measure
        return self._ranks.waiting(MRR)

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare bounds, for this many questions at most; return whether they are ready."""
        del measure
        return self._ranks.prepare_bounds(MRR, most, if_all_judged=if_all_judged)

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of a score that rises or falls with the reciprocal ranks; as exact as theirs."""
        if measure.units is None or measure.units.effect == "either":
            return Bounds(measure.low, measure.high, exact=False)
        ranks = self._ranks.bounds(MRR, column, if_all_judged=if_all_judged)
        low, high = (measure.evaluate(self._timed(column, end, 1)).value for end in (ranks.low, ranks.high))
        if measure.units.effect == "falls":
            low, high = high, low
        return Bounds(low, high, exact=ranks.exact)

    def difference(self, measure: Measure, a: int, b: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the outer bounds of the difference of two columns."""
        first, second = (self.bounds(measure, at, if_all_judged=if_all_judged) for at in (a, b))
        return outer_difference(first, second)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the MRR and the times behind a score; KeyError for a question, which has none of its own."""
        if unit is not None:
            raise KeyError(unit)
        score, ranks = self.score(measure, column), self._ranks.score(MRR, column)
        rows = [
            (self._basis.name_of(run), math.nan if time is None else time)
            for run, time in zip(self._basis.runs, self._seconds, strict=True)
        ]
        timed = self._timed(column, ranks.value, ranks.units)
        return explained(measure, timed, score, table=Table(("run", "seconds"), tuple(rows)))
