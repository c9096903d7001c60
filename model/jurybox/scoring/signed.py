"""The tally of K: signed confidence of all that runs returned to factoid questions.

A factoid question has one answer, so a correct one behind another correct one is a repetition. What every
question counts for every column is kept live, beside the exact means.
"""

import math

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Measure, Score, ScoredAnswers, Unit, measure
from jurybox.measures.score import undefined
from jurybox.measures.table.answering import NO_CONFIDENCE
from jurybox.scoring.basis import Basis
from jurybox.scoring.confident import Said
from jurybox.scoring.exact import ExactMeans
from jurybox.scoring.joint import apart
from jurybox.scoring.outcomes import OutcomeTally
from jurybox.scoring.rankings import LEFT_OUT, SCORED, WAITING, WORTH_ALL
from jurybox.scoring.results import Bounds, Explanation, RunScore, Sizes, Table, run_score
from jurybox.scoring.tally import Matrix, Positions, Touched

Values = NDArray[np.float64]
_K = measure("K")


class SignedTally:
    """K of all columns."""

    unit: Unit = "question"

    def __init__(self, basis: Basis, outcomes: OutcomeTally) -> None:
        self._outcomes = outcomes
        said = Said(basis, outcomes)
        self._said: dict[int, dict[int, tuple[list[int], list[float]]]] = {}
        for start, end in zip(said.starts.tolist(), said.ends.tolist(), strict=True):
            of_place = self._said.setdefault(int(said.places[start]), {})
            of_place[int(said.columns[start])] = (
                said.slots[start:end].tolist(),
                said.confidence[start:end].tolist(),
            )
        columns = outcomes.rankings.layout.columns
        self._silent = [
            bool(np.isnan(said.confidence[said.columns == column]).any())
            or not (said.columns == column).any()
            for column in range(columns)
        ]
        self.restart()

    def restart(self) -> None:
        """Score everything anew; the outcomes are up to date."""
        rankings = self._outcomes.rankings
        self._values: Values = np.full((rankings.layout.size, rankings.layout.columns), np.nan)
        for place in np.flatnonzero(rankings.status == SCORED).tolist():
            self._values[place] = self._of(place)
        self._sums = ExactMeans.of(self._values[:, None])

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a question that is scored, or was, has another value."""
        places = self._outcomes.rankings.place_of(touched.questions.tolist())
        if len(places) * WORTH_ALL > len(self._values) and len(places) > 1:
            self.restart()
            return True
        moved = False
        for place in places:
            after = self._of(place)
            if not np.array_equal(after, self._values[place], equal_nan=True):
                self._sums.change(self._values[place][None], after[None])
                self._values[place] = after
                moved = True
        return moved

    def _of(self, place: int) -> Values:
        rankings = self._outcomes.rankings
        values = np.full(rankings.layout.columns, np.nan)
        if rankings.status[place] != SCORED:
            return values
        for column in range(len(values)):
            if not self._silent[column]:
                scores, evaluations = self._evaluations(place, column)
                values[column] = _K.evaluate(ScoredAnswers(scores, evaluations)).value
        return values

    def _evaluations(self, place: int, column: int) -> tuple[list[float], list[int]]:
        slots, scores = self._said.get(place, {}).get(column, ([], []))
        right = [bool(self._outcomes.rankings.gain[slot] > 0) for slot in slots]
        return scores, [(0 if any(right[:at]) else 1) if hit else -1 for at, hit in enumerate(right)]

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        return self._outcomes.sizes(measure)

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the questions that are scored; undefined without confidence."""
        value, sizes = self._sums.means(0)[column], self.sizes(measure)
        why = NO_CONFIDENCE if self._silent[column] else "there is no question to score"
        return run_score(undefined(why) if math.isnan(value) else Score(value), sizes, self.unit)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every question counts for every column."""
        del measure
        rankings = self._outcomes.rankings
        places = np.flatnonzero(rankings.status == SCORED)
        places = places[np.argsort(rankings.asked[places])]
        return rankings.asked[places], self._values[places]

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        return self._outcomes.waiting(measure)

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the score where nothing is open, else the range of the measure."""
        value = self.score(measure, column).value
        if not len(self._outcomes.rankings.open_places()):
            return Bounds(value, value, exact=True)
        if self._silent[column]:
            return Bounds(math.nan, math.nan, exact=True)
        return Bounds(measure.low, measure.high, exact=False)

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the outer bounds of the difference of two columns."""
        return apart(self.bounds(measure, a), self.bounds(measure, b))

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the values of all questions, or the answers to one with their confidence."""
        if unit is None:
            return self._explain_all(measure, column)
        place = self._outcomes.rankings.place_of([unit])
        if not place:
            raise KeyError(unit)
        scores, evaluations = self._evaluations(place[0], column)
        value, status = float(self._values[place[0], column]), self._outcomes.rankings.status[place[0]]
        reason = NO_CONFIDENCE if self._silent[column] else "not everything returned is judged"
        if status not in (SCORED, WAITING):
            reason = self._outcomes.rankings.why_out(place[0])
        sizes = Sizes(*(int(status == one) for one in (SCORED, WAITING, LEFT_OUT)))
        score = RunScore(value, reason if math.isnan(value) else "", *sizes)
        signs: list[int | str] = [sign if status == SCORED else "?" for sign in evaluations]
        pairs = list(zip(scores, signs, strict=True))
        parts = " + ".join(f"{sure:g} × {sign}" for sure, sign in pairs) or "0"
        numbers = f"({parts}) ÷ {max(1, len(scores))} {score.told}"
        rows = tuple((rank, *pair) for rank, pair in enumerate(pairs, start=1))
        table = Table(("rank", "confidence", "counts"), rows)
        return Explanation(
            measure,
            measure.formula,
            numbers,
            (("answers", len(scores)),),
            {"answers": "answers returned"},
            score,
            unit,
            table,
        )

    def _explain_all(self, measure: Measure, column: int) -> Explanation:
        questions, values = self.values(measure)
        score = self.score(measure, column)
        rows = tuple(zip(questions.tolist(), values[:, column].tolist(), strict=True))
        total = math.fsum(value for _, value in rows if not math.isnan(value))
        numbers = f"{total:.4f} ÷ {score.units} {score.told}"
        return Explanation(
            measure,
            measure.formula,
            numbers,
            (("sum", total), ("questions", score.units)),
            {"sum": "values of the questions, added up", "questions": "questions scored"},
            score,
            None,
            Table(("question", "value"), rows),
        )
