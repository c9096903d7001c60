"""The tallies of answers to factoid questions with confidence: CWS, K1, the correlation, and K.

A run's answers are ordered most confident first, ties as submitted, and without any confidence all as
submitted; unanswered questions come last and are not correct. Scored are the questions that their outcomes
are scored for, all runs alike. K scores all that a run returned to a question: a factoid question has one
answer, so a correct one behind another correct one is a repetition; what every question counts is kept live,
beside the exact means.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import ranks_to_sort_by
from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.language import tr
from jurybox.measures import Confidences, Measure, Score, ScoredAnswers
from jurybox.measures.confidence import cws_parts
from jurybox.measures.forms import Chances, ConfidenceForm
from jurybox.measures.score import undefined
from jurybox.measures.table.answering import NO_CONFIDENCE
from jurybox.scoring.basis import Basis
from jurybox.scoring.explain import explained_mean
from jurybox.scoring.order_tables import confidence_table
from jurybox.scoring.results import Bounds, Explanation, RunScore, Sizes, Table, run_score
from jurybox.scoring.tallies.exact import ExactMeans
from jurybox.scoring.tallies.outcomes import CORRECT, OutcomeTally
from jurybox.scoring.tallies.rankings import LEFT_OUT, SCORED, WAITING, OnRankings
from jurybox.scoring.tallies.tally import Matrix, Positions, Touched, no_values
from jurybox.scoring.unit_table import Units

Values = NDArray[np.float64]


class ConfidentResponses:
    """The responses of the runs shown with their confidence, ranking after ranking, in rank order."""

    def __init__(self, basis: Basis, outcomes: OutcomeTally) -> None:
        grades, responses = outcomes.rankings.grades, basis.catalog.responses
        every = [*grades.entries()]
        at = np.arange(len(responses))
        rows = np.concatenate([at[:0], *(at[entries.rows] for entries in every)])
        slots = np.concatenate([at[:0], *(entries.slot for entries in every)])
        question = np.concatenate([at[:0], *(entries.question for entries in every)])
        columns = np.repeat(np.arange(len(every)), [len(entries.slot) for entries in every])
        places = outcomes.rankings.layout.place_of[question]
        order = np.lexsort((-responses.score[rows], ranks_to_sort_by(responses.rank[rows]), places, columns))
        self.rows, self.columns, self.places = rows[order], columns[order], places[order]
        self.slots = slots[order]
        self.confidence: Values = responses.confidence[self.rows]
        lists = self.columns * outcomes.rankings.layout.size + self.places
        self.starts = np.flatnonzero(np.diff(lists, prepend=-1))
        self.ends = self.starts + np.diff(self.starts, append=len(lists))


class ConfidenceTally(OnRankings):
    """First answers by confidence; lists are put together when asked for, and kept until a change."""

    def __init__(self, basis: Basis, outcomes: OutcomeTally) -> None:
        self._outcomes, self.rankings = outcomes, outcomes.rankings
        said = ConfidentResponses(basis, outcomes)
        first = said.starts
        confidence, columns = said.confidence[first], said.columns[first]
        order = np.lexsort((said.rows[first], -confidence, columns))
        self._places, self._confidence = said.places[first][order], confidence[order]
        self._begins = np.searchsorted(columns[order], np.arange(outcomes.rankings.layout.columns + 1))
        self._data: dict[int, Confidences] = {}

    def restart(self) -> None:
        """Forget what was put together; the outcomes are up to date."""
        self._data.clear()

    def move(self, touched: Touched) -> bool:
        """Take in a change; the outcomes say whether anything moved."""
        del touched
        self._data.clear()
        return False

    def _mine(self, column: int) -> tuple[Positions, Values]:
        """Return the places of the questions that a column answers, most confident first, and its confidence."""
        mine = slice(self._begins[column], self._begins[column + 1])
        return self._places[mine], self._confidence[mine]

    def _answered(self, column: int) -> tuple[Positions, Values]:
        """Return the same of the questions that are scored."""
        places, confidence = self._mine(column)
        kept = self._outcomes.scored[places]
        return places[kept], confidence[kept]

    def data(self, column: int) -> Confidences:
        """Return the answers of a column by confidence; none is given if one answer has none."""
        if column not in self._data:
            places, confidence = self._answered(column)
            correct = self._outcomes.outcomes[places, column] == CORRECT
            self._data[column] = self._confidences(column, correct, confidence)
        return self._data[column]

    def _silent(self, column: int) -> bool:
        """Return whether a column gives no confidence anywhere, scored or not."""
        return bool(np.isnan(self._mine(column)[1]).all())

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return the questions that are scored, in the order of confidence, or what each counts where that is enough.

        Confidence is -1 where none is given, NaN where a question is unanswered; the place in the order of the
        column settles ties.
        """
        if _form(measure).choices is None:
            if self._outcomes.kind not in measure.averaged:
                return None
            return super().table(measure, runs, whole_questions=whole_questions)
        scored = self.rankings.scored_places()
        shape = self.rankings.layout.size, self.rankings.layout.columns
        confidence, place = np.full(shape, np.nan), np.full(shape, shape[0], dtype=np.int64)
        for column in range(shape[1]):
            places, given = self._answered(column)
            confidence[places, column] = np.where(np.isnan(given), -1.0, given)
            place[places, column] = np.arange(len(places))
        right = (self._outcomes.outcomes == CORRECT)[scored] & ~np.isnan(confidence[scored])
        table = confidence_table(right[:, :runs], confidence[scored, :runs], place[scored, :runs], measure)
        return Units(self.unit, self.rankings.question_of[scored], table)

    def _confidences(self, column: int, correct: NDArray[np.bool_], confidence: Values) -> Confidences:
        total = int(np.count_nonzero(self._outcomes.scored))
        given = None if np.isnan(confidence).any() or self._silent(column) else confidence.tolist()
        return Confidences(correct.astype(int).tolist(), given, total)

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score of a column now."""
        return run_score(measure.evaluate(self.data(column)), self.sizes(measure), self.unit)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every question counts; none if the score is not a mean over questions."""
        columns, worth = self.rankings.layout.columns, _form(measure).worth
        if worth is None or self.rankings.grades.kind not in measure.averaged:
            return no_values(columns)
        values = np.zeros((len(self._outcomes.scored), columns))
        for column in range(columns):
            places, confidence = self._answered(column)
            right = self._outcomes.outcomes[places, column] == CORRECT
            without = self.data(column).confidence is None
            values[places, column] = worth(right, confidence)
            if without:
                values[:, column] = np.nan
        places = self.rankings.scored_places()
        return self.rankings.question_of[places], values[places]

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the bounds of a score: exact where no open question can stay out.

        CWS and K1 rise with every correct answer while the questions stay the same; where some can stay out,
        outer bounds over all numbers of questions.
        """
        rankings, bits, form = self.rankings, self._outcomes.bits, _form(measure)
        if not len(rankings.open_places()):
            value = self.score(measure, column).value
            return Bounds(value, value, exact=True)
        can_stay_out = bool((bits[rankings.open_places()] & CAN_STAY_OUT).any())
        if form.effect == "either" or can_stay_out:
            bounds = self._outer(measure, column)
            return replace(bounds, exact=bounds.exact or not (can_stay_out or self._outcomes.depends))
        rises = form.effect == "rises"
        ends = [self._end(measure, column, best=best) for best in (not rises, rises)]
        if math.isnan(ends[0]):
            return Bounds(math.nan, math.nan, exact=True)
        return Bounds(ends[0], ends[1], exact=not self._outcomes.depends)

    def _outer(self, measure: Measure, column: int) -> Bounds:
        """Return outer bounds where open questions can stay out."""
        form = _form(measure)
        if form.ends is None:
            return Bounds(measure.low, measure.high, exact=False)
        places, confidence = self._mine(column)
        bits = self._outcomes.bits[:, column]
        counts = bits & (CAN_BE_CORRECT | CAN_BE_INCORRECT) != 0
        silent = counts & (form.effect != "either")
        silent[places] = False
        kept = counts[places]
        said = bits[places[kept]]
        none = np.zeros(int(np.count_nonzero(silent)), dtype=np.bool_)
        chances = Chances(
            np.concatenate((said & CAN_BE_INCORRECT == 0, none)),
            np.concatenate((said & CAN_BE_CORRECT != 0, none)),
            np.concatenate((said, bits[silent])) & CAN_STAY_OUT != 0,
        )
        sure = None if self._silent(column) else np.concatenate((confidence[kept], none))
        low, high = form.ends(chances, sure)
        return Bounds(low, high, exact=math.isnan(low))

    def _end(self, measure: Measure, column: int, *, best: bool) -> float:
        """Return the score where every open answer is correct, or none is that need not be."""
        places, confidence = self._mine(column)
        bits = self._outcomes.bits[places, column]
        kept = bits & (CAN_BE_CORRECT | CAN_BE_INCORRECT) != 0
        correct = (bits & CAN_BE_CORRECT != 0) if best else bits == CAN_BE_CORRECT
        sure = confidence[kept]
        given = None if np.isnan(sure).any() or self._silent(column) else sure.tolist()
        total = int(np.count_nonzero(self._outcomes.bits[:, column] & (CAN_BE_CORRECT | CAN_BE_INCORRECT)))
        return measure.evaluate(Confidences(correct[kept].astype(int).tolist(), given, total)).value

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the answers by confidence, and what each adds; KeyError for a question alone."""
        if unit is not None:
            raise KeyError(unit)
        data, score = self.data(column), self.score(measure, column)
        places, confidence = self._answered(column)
        shares = cws_parts(np.ones((1, len(places))), np.array(data.correct, dtype=np.float64))[0][0]
        questions = self.rankings.question_of[places].tolist()
        columns = questions, confidence.tolist(), data.correct, shares.tolist()
        rows = [(place, *row) for place, row in enumerate(zip(*columns, strict=True), start=1)]
        counts = (("answered", len(rows)), ("correct", int(sum(data.correct))), ("questions", data.total))
        meanings = {
            "answered": tr("questions answered, most confident first"),
            "correct": tr("of them answered correctly"),
            "questions": "questions scored",
        }
        head = ("place", "question", "confidence", "correct", tr("correct up to here ÷ place"))
        return Explanation(
            measure,
            measure.formula,
            f"{_form(measure).numbers(data)} {score.result_text}",
            counts,
            meanings,
            score,
            None,
            Table(head, tuple(rows)),
        )


def _form(measure: Measure) -> ConfidenceForm:
    """Return how a measure scores answers by confidence; ValueError for one that does not."""
    if measure.confidences is None:
        msg = tr("{measure} does not score answers by confidence", measure=measure)
        raise ValueError(msg)
    return measure.confidences


class SignedTally(OnRankings):
    """K, and whatever else scores all answers with confidence, of all columns."""

    def __init__(self, basis: Basis, outcomes: OutcomeTally) -> None:
        self.rankings = outcomes.rankings
        said = ConfidentResponses(basis, outcomes)
        self._said: dict[int, dict[int, tuple[list[int], list[float]]]] = {}
        for start, end in zip(said.starts.tolist(), said.ends.tolist(), strict=True):
            of_place = self._said.setdefault(int(said.places[start]), {})
            of_place[int(said.columns[start])] = (said.slots[start:end].tolist(), said.confidence[start:end].tolist())
        columns = outcomes.rankings.layout.columns
        self._silent = [
            bool(np.isnan(said.confidence[said.columns == column]).any()) or not (said.columns == column).any()
            for column in range(columns)
        ]
        self.restart()

    def restart(self) -> None:
        """Score everything again; the outcomes are up to date."""
        self._kept: dict[str, tuple[Measure, ExactMeans]] = {}

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a question that is scored, or was, has another value."""
        places = self.rankings.few_places(touched.questions)
        if places is None:
            self.restart()
            return True
        kept = self._kept.values()
        moved = [means.change(place, self._of(one, place)[None]) for one, means in kept for place in places]
        return any(moved)

    def _means(self, measure: Measure) -> ExactMeans:
        """Return the values of a measure and their means, counted when they are first asked for."""
        if measure.name not in self._kept:
            layout = self.rankings.layout
            values: Values = np.full((layout.size, 1, layout.columns), np.nan)
            for place in self.rankings.scored_places().tolist():
                values[place] = self._of(measure, place)
            self._kept[measure.name] = measure, ExactMeans(values)
        return self._kept[measure.name][1]

    def _of(self, measure: Measure, place: int) -> Values:
        rankings = self.rankings
        values = np.full(rankings.layout.columns, np.nan)
        if rankings.status[place] != SCORED:
            return values
        for column in range(len(values)):
            if not self._silent[column]:
                values[column] = measure.evaluate(ScoredAnswers(*self._evaluations(place, column))).value
        return values

    def _evaluations(self, place: int, column: int) -> tuple[list[float], list[int]]:
        slots, scores = self._said.get(place, {}).get(column, ([], []))
        right = [bool(self.rankings.gain[slot] > 0) for slot in slots]
        return scores, [(0 if any(right[:at]) else 1) if hit else -1 for at, hit in enumerate(right)]

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the questions that are scored; undefined without confidence."""
        value, sizes = self._means(measure).means(0)[column], self.sizes(measure)
        why = NO_CONFIDENCE if self._silent[column] else tr("there is no question to score")
        return run_score(undefined(why) if math.isnan(value) else Score(value), sizes, self.unit)

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every question counts for every column."""
        places = self.rankings.scored_places()
        return self.rankings.question_of[places], self._means(measure).values[places, 0]

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the score where nothing is open, else the range of the measure."""
        value = self.score(measure, column).value
        if not len(self.rankings.open_places()):
            return Bounds(value, value, exact=True)
        if self._silent[column]:
            return Bounds(math.nan, math.nan, exact=True)
        return Bounds(measure.low, measure.high, exact=False)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the values of all questions, or the answers to one with their confidence."""
        if unit is None:
            questions, values = self.values(measure)
            score = self.score(measure, column)
            return explained_mean(measure, score, "question", questions, values[:, column], several="questions")
        place = self.rankings.place_of([unit])
        if not place:
            raise KeyError(unit)
        scores, evaluations = self._evaluations(place[0], column)
        value, status = (float(self._means(measure).values[place[0], 0, column]), self.rankings.status[place[0]])
        reason = NO_CONFIDENCE if self._silent[column] else tr("not everything returned is judged")
        if status not in (SCORED, WAITING):
            reason = self.rankings.why_out(place[0])
        sizes = Sizes(*(int(status == one) for one in (SCORED, WAITING, LEFT_OUT)))
        score = RunScore(value, reason if math.isnan(value) else "", *sizes)
        signs: list[int | str] = [sign if status == SCORED else "?" for sign in evaluations]
        numbers = measure.formula
        if status == SCORED and measure.units is not None and measure.units.numbers is not None:
            numbers = measure.units.numbers(ScoredAnswers(scores, evaluations))
        numbers = f"{numbers} {score.result_text}"
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
