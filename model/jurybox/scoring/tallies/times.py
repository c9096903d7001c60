"""MRRT: the mean reciprocal ranks of runs, brought down by the time they took.

A run's time is its own, else the sum over its questions; effective times are shares of the slowest of the
runs shown (Llopis et al. 2009, section 2). A run that gives both, and they differ, has no time. The score of
a run follows the tally of reciprocal ranks, and moves with every run that is shown or withdrawn.
"""

import math

from jurybox.collection.catalog import Catalog
from jurybox.language import tr
from jurybox.measures import Measure, TimedRun, measure
from jurybox.scoring.basis import Basis
from jurybox.scoring.explain import explained
from jurybox.scoring.results import Bounds, Explanation, RunScore, Table
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.whole_rankings import WholeRankings
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


class TimeTally(WholeRankings[None]):
    """MRRT of all columns over questions of one kind."""

    def __init__(self, basis: Basis, rankings: RankingTally) -> None:
        super().__init__(rankings)
        self._basis = basis
        self._read()

    def of_each(self, measure: Measure) -> Measure:
        """Return the measure that times bring down."""
        del measure
        return MRR

    def restart(self) -> None:
        """Read the times again."""
        super().restart()
        self._read()

    def _read(self) -> None:
        found = [run_seconds(self._basis.catalog, run) for run in self._basis.runs]
        self._seconds, self._reasons = [each[0] for each in found], [each[1] for each in found]
        known = [seconds for seconds in self._seconds if seconds is not None]
        self._slowest = max(known) if known else None

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score of a column now."""
        ranks = self.rankings.score(MRR, column)
        found = measure.evaluate(self._timed(column, ranks.value, ranks.units))
        reason = (self._reasons[column] or ranks.reason or found.reason) if found.reason else ""
        return ranks._replace(value=found.value, reason=reason)

    def _timed(self, column: int, mrr: float, questions: int) -> TimedRun:
        return TimedRun(mrr, self._seconds[column], self._slowest, questions)

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return nothing: MRRT only orders the runs."""
        del measure, runs, whole_questions
        return None

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of a score that rises or falls with the reciprocal ranks; as exact as theirs."""
        if measure.units is None or measure.units.effect == "either":
            return Bounds(measure.low, measure.high, exact=False)
        ranks = self.rankings.bounds(MRR, column, if_all_judged=if_all_judged)
        low, high = (measure.evaluate(self._timed(column, end, 1)).value for end in (ranks.low, ranks.high))
        if measure.units.effect == "falls":
            low, high = high, low
        return Bounds(low, high, exact=ranks.exact)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the MRR and the times behind a score; KeyError for a question, which has none of its own."""
        if unit is not None:
            raise KeyError(unit)
        score, ranks = self.score(measure, column), self.rankings.score(MRR, column)
        rows = [
            (self._basis.name_of(run), math.nan if time is None else time)
            for run, time in zip(self._basis.runs, self._seconds, strict=True)
        ]
        timed = self._timed(column, ranks.value, ranks.units)
        return explained(measure, timed, score, table=Table(("run", "seconds"), tuple(rows)))
