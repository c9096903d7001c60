"""The tally of geometric means over questions, made of the values that the tally of rankings keeps."""

import math

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.measures import Measure, Unit, geometric_mean
from jurybox.measures import measure as measure_named
from jurybox.measures.forms import GeometricForm
from jurybox.scoring.bounds.difference_bounds import outer_difference
from jurybox.scoring.bounds.mean_bounds import Ranges, mean_bounds
from jurybox.scoring.results import Bounds, Explanation, JudgedShare, RunScore, Sizes, Table
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.tally import Matrix, Positions, Touched

Values = NDArray[np.float64]


class GeometricTally:
    """Geometric means of a measure of rankings; the means are kept until a change."""

    unit: Unit = "question"

    def __init__(self, rankings: RankingTally) -> None:
        self._rankings = rankings
        self._means: dict[str, list[float]] = {}

    def restart(self) -> None:
        """Forget the means; the rankings are up to date."""
        self._means.clear()

    def move(self, touched: Touched) -> bool:
        """Take in a change; the rankings say whether anything moved."""
        del touched
        self._means.clear()
        return False

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        return self._rankings.sizes(_averaged(measure))

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the geometric mean over the questions that are scored; undefined ones are left out of it."""
        of = _averaged(measure)
        found = self._rankings.score(of, column)
        if math.isnan(found.value):
            return found
        if measure.name not in self._means:
            columns, floor = self._rankings.values(of)[1].T.tolist(), _form(measure).floor
            self._means[measure.name] = [geometric_mean(values, floor) for values in columns]
        return found._replace(value=self._means[measure.name][column])

    def judged(self, measure: Measure, column: int) -> JudgedShare | None:
        """Return how much is judged of what the measure that is averaged looks at."""
        return self._rankings.judged(_averaged(measure), column)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return no unit: the values of questions are those of the measure that is averaged."""
        del measure
        return np.empty(0, dtype=np.int64), np.empty((0, self._rankings.layout.columns))

    def values_of_questions(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return the questions that are scored, and their values under the measure that is averaged."""
        return self._rankings.values(_averaged(measure))

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        return self._rankings.waiting(_averaged(measure))

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare bounds, for this many questions at most; return whether they are ready."""
        return self._rankings.prepare_bounds(_averaged(measure), most, if_all_judged=if_all_judged)

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of a score: those of the mean of logarithms, as exact as its questions' are."""
        floor = _form(measure).floor
        settled, ranges, exact = self._rankings.ranges(_averaged(measure), column, if_all_judged=if_all_judged)
        logs = Ranges(_logs(ranges.low, floor), _logs(ranges.high, floor), ranges.can_be_out)
        found = mean_bounds(_logs(settled, floor), logs, exact=exact)
        low, high = (
            end if math.isnan(end) else min(measure.high, max(measure.low, math.exp(end)))
            for end in (found.low, found.high)
        )
        return Bounds(low, high, exact=exact)

    def difference(self, measure: Measure, a: int, b: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the outer bounds of the difference of two columns, which is no mean over questions."""
        first, second = (self.bounds(measure, at, if_all_judged=if_all_judged) for at in (a, b))
        return outer_difference(first, second)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the values of all questions and their logarithms; KeyError for a question alone."""
        if unit is not None:
            raise KeyError(unit)
        of, floor, score = _averaged(measure), _form(measure).floor, self.score(measure, column)
        questions, values = self._rankings.values(of)
        logs = _logs(values[:, column], floor)
        total = math.fsum(logs[~np.isnan(logs)].tolist())
        rows = zip(questions.tolist(), values[:, column].tolist(), logs.tolist(), strict=True)
        return Explanation(
            measure,
            measure.formula_of(None),
            f"e^({total:.4f} ÷ {score.units}) {score.result_text}",
            (("sum", total), ("questions", score.units)),
            {
                "sum": tr("natural logarithms of {of} added up, of {floor:.5f} where it is lower", of=of, floor=floor),
                "questions": tr("questions that are scored and have a value"),
            },
            score,
            None,
            Table(("question", str(of), "logarithm"), tuple(rows)),
        )


def _form(measure: Measure) -> GeometricForm:
    """Return how a measure is a geometric mean; ValueError for one that is not."""
    if measure.geometric is None:
        msg = tr("{measure} is not a geometric mean", measure=measure)
        raise ValueError(msg)
    return measure.geometric


def _averaged(measure: Measure) -> Measure:
    """Return the measure that is averaged, with the options in force."""
    return measure_named(_form(measure).of)(**measure.options)


def _logs(values: Values, floor: float) -> Values:
    """Return natural logarithms, of `floor` where a value is lower; NaN stays NaN."""
    found: Values = np.log(np.maximum(values, floor))
    return found
