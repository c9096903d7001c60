"""The tally of geometric means over questions, made of the values that the tally of rankings keeps."""

import math

import numpy as np

from jurybox.language import tr
from jurybox.measures import Measure, geometric_mean
from jurybox.measures.forms import GeometricForm
from jurybox.measures.ranking_rows import logs_of, of_mean_log
from jurybox.scoring.bounds.mean_bounds import Ranges, mean_bounds
from jurybox.scoring.results import Bounds, Explanation, RunScore, Table
from jurybox.scoring.tallies.whole_rankings import WholeRankings, of_each
from jurybox.scoring.unit_table import Units, geometric_table


class GeometricTally(WholeRankings[list[float]]):
    """Geometric means of a measure of rankings; the means are kept until a change."""

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the geometric mean over the questions that are scored; undefined ones are left out of it."""
        of = of_each(measure)
        found = self.rankings.score(of, column)
        if math.isnan(found.value):
            return found
        if measure.name not in self.kept:
            columns, floor = self.rankings.values(of)[1].T.tolist(), _form(measure).floor
            self.kept[measure.name] = [geometric_mean(values, floor) for values in columns]
        return found._replace(value=self.kept[measure.name][column])

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return the values of questions under the measure of one ranking, as a table of their geometric mean."""
        del whole_questions
        questions, values = self.rankings.values(of_each(measure))
        return Units(self.unit, questions, geometric_table(values[:, :runs], _form(measure).floor))

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of a score: those of the mean of logarithms, as exact as its questions' are."""
        floor = _form(measure).floor
        settled, ranges, exact = self.rankings.ranges(of_each(measure), column, if_all_judged=if_all_judged)
        logs = Ranges(logs_of(ranges.low, floor), logs_of(ranges.high, floor), ranges.can_be_out)
        found = mean_bounds(logs_of(settled, floor), logs, exact=exact)
        low, high = (float(of_mean_log(end, floor)) for end in (found.low, found.high))
        return Bounds(low, high, exact=exact)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the values of all questions and their logarithms; KeyError for a question alone."""
        if unit is not None:
            raise KeyError(unit)
        of, floor, score = of_each(measure), _form(measure).floor, self.score(measure, column)
        questions, values = self.rankings.values(of)
        logs = logs_of(values[:, column], floor)
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
