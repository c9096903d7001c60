"""The tally of K: signed confidence of all that runs returned to factoid questions.

A factoid question has one answer, so a correct one behind another correct one is a repetition. What every
question counts for every column is kept live, beside the exact means.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Measure, Score, ScoredAnswers, Unit
from jurybox.measures.score import undefined
from jurybox.measures.table.answering import NO_CONFIDENCE
from jurybox.scoring.basis import Basis
from jurybox.scoring.confident import Said
from jurybox.scoring.exact import ExactMeans
from jurybox.scoring.explaining import explained_mean
from jurybox.scoring.joint import apart
from jurybox.scoring.outcomes import OutcomeTally
from jurybox.scoring.rankings import LEFT_OUT, SCORED, WAITING, WORTH_ALL
from jurybox.scoring.results import Bounds, Explanation, RunScore, Sizes, Table, run_score
from jurybox.scoring.tally import Matrix, Positions, Touched

Values = NDArray[np.float64]


class _Kept(NamedTuple):
    """What every question counts for every column (places x columns) under a measure, and the means."""

    measure: Measure
    values: Values
    sums: ExactMeans


class SignedTally:
    """K, and whatever else scores all answers with confidence, of all columns."""

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
        self._kept: dict[str, _Kept] = {}

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a question that is scored, or was, has another value."""
        places = self._outcomes.rankings.place_of(touched.questions.tolist())
        if len(places) * WORTH_ALL > self._outcomes.rankings.layout.size and len(places) > 1:
            self.restart()
            return True
        moved = False
        for kept in self._kept.values():
            for place in places:
                after = self._of(kept.measure, place)
                if not np.array_equal(after, kept.values[place], equal_nan=True):
                    kept.sums.change(kept.values[place][None], after[None])
                    kept.values[place] = after
                    moved = True
        return moved

    def _track(self, measure: Measure) -> "_Kept":
        """Return the values of a measure, counted when they are first asked for."""
        if measure.name not in self._kept:
            rankings = self._outcomes.rankings
            values: Values = np.full((rankings.layout.size, rankings.layout.columns), np.nan)
            for place in np.flatnonzero(rankings.status == SCORED).tolist():
                values[place] = self._of(measure, place)
            self._kept[measure.name] = _Kept(measure, values, ExactMeans.of(values[:, None]))
        return self._kept[measure.name]

    def _of(self, measure: Measure, place: int) -> Values:
        rankings = self._outcomes.rankings
        values = np.full(rankings.layout.columns, np.nan)
        if rankings.status[place] != SCORED:
            return values
        for column in range(len(values)):
            if not self._silent[column]:
                values[column] = measure.evaluate(self._data(place, column)).value
        return values

    def _data(self, place: int, column: int) -> ScoredAnswers:
        return ScoredAnswers(*self._evaluations(place, column))

    def _evaluations(self, place: int, column: int) -> tuple[list[float], list[int]]:
        slots, scores = self._said.get(place, {}).get(column, ([], []))
        right = [bool(self._outcomes.rankings.gain[slot] > 0) for slot in slots]
        return scores, [(0 if any(right[:at]) else 1) if hit else -1 for at, hit in enumerate(right)]

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        return self._outcomes.sizes(measure)

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the questions that are scored; undefined without confidence."""
        value, sizes = self._track(measure).sums.means(0)[column], self.sizes(measure)
        why = NO_CONFIDENCE if self._silent[column] else "there is no question to score"
        return run_score(undefined(why) if math.isnan(value) else Score(value), sizes, self.unit)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every question counts for every column."""
        rankings = self._outcomes.rankings
        places = np.flatnonzero(rankings.status == SCORED)
        places = places[np.argsort(rankings.asked[places])]
        return rankings.asked[places], self._track(measure).values[places]

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
            questions, values = self.values(measure)
            score = self.score(measure, column)
            return explained_mean(
                measure, score, "question", questions, values[:, column], several="questions"
            )
        place = self._outcomes.rankings.place_of([unit])
        if not place:
            raise KeyError(unit)
        scores, evaluations = self._evaluations(place[0], column)
        value, status = (
            float(self._track(measure).values[place[0], column]),
            self._outcomes.rankings.status[place[0]],
        )
        reason = NO_CONFIDENCE if self._silent[column] else "not everything returned is judged"
        if status not in (SCORED, WAITING):
            reason = self._outcomes.rankings.why_out(place[0])
        sizes = Sizes(*(int(status == one) for one in (SCORED, WAITING, LEFT_OUT)))
        score = RunScore(value, reason if math.isnan(value) else "", *sizes)
        signs: list[int | str] = [sign if status == SCORED else "?" for sign in evaluations]
        numbers = measure.formula
        if status == SCORED and measure.units is not None and measure.units.numbers is not None:
            numbers = measure.units.numbers(ScoredAnswers(scores, evaluations))
        numbers = f"{numbers} {score.told}"
        rows = tuple((rank, *pair) for rank, pair in enumerate(zip(scores, signs, strict=True), start=1))
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
