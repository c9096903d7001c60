"""The tally of series: factoid accuracy, list F and Other F of each, under both weightings, and by type.

A series is made of the selected questions that belong to it, without those left unjudged on purpose. Its
formula follows from these questions alone, never from what is settled of them: it waits until all of them are
scored. It is left out, with the reason, as soon as the gold standard leaves a question of it out (disputed,
without a majority, NIL undecided): no label that is still to come brings it in. So it is without factoid
questions, or if its Other question has no score: left unjudged on purpose, without nuggets, or without a
vital one. List questions without a known instance do not count (Voorhees dropped such a one), and a series
without any other is weighed as one without list questions.
A measure that is not a mean over series (`Measure.averaged`), by type, is one score for a whole run, over all
questions with or without a series; `scores_of_parts` says over how many of each type.

Everything is read from the tallies of the three kinds of question, so a change costs what it costs there.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from jurybox.kinds import KIND_NAMES, KINDS, SERIES_KINDS, SERIES_NEEDS
from jurybox.language import tr
from jurybox.measures import Kind, Measure, Parts, Unit, measure
from jurybox.scoring.basis import Basis
from jurybox.scoring.explain import NO_LISTS, explained, explained_mean
from jurybox.scoring.results import FOR_GOOD, NOT_ALL, Bounds, Explanation, RunScore, Sizes, Table, none_complete
from jurybox.scoring.tallies.outcomes import OutcomeTally
from jurybox.scoring.tallies.question_units import (
    LEFT_OUT,
    SCORED,
    WAITING,
    QuestionUnits,
    Range,
    bounds_of,
    outer_difference,
)
from jurybox.scoring.tallies.tally import Matrix, Positions, Tallies, Tally, Touched, no_values
from jurybox.scoring.unit_table import Units


class _OfKind:
    """The present state of the tally of one kind of question.

    `value`: by scored question, for every column; `waiting`: the pending questions; `unsettled`: those that
    the gold standard leaves out, with the reason, except those never scored.
    """

    def __init__(self, tally: Tally | None, name: str) -> None:
        self.tally, self.measure = tally, measure(name)
        self.read()

    def read(self) -> None:
        """Read the tally again."""
        self.value: dict[int, list[float]] = {}
        self.waiting, self.unsettled = frozenset[int](), dict[int, str]()
        if self.tally is not None:
            questions, values = self.tally.values(self.measure)
            self.value = dict(zip(questions.tolist(), values.tolist(), strict=True))
            self.waiting = frozenset(self.tally.waiting(self.measure).tolist())
        if isinstance(self.tally, (OutcomeTally, QuestionUnits)):
            out = self.tally.left_out(self.measure)
            self.unsettled = {at: reason for at, reason in out.items() if reason not in FOR_GOOD}

    def state_of(self, questions: Iterable[int]) -> list[str]:
        """Return what is known of questions, in a form that compares NaN with NaN."""
        return [f"{at in self.waiting} {self.unsettled.get(at)} {self.value.get(at)}" for at in questions]

    def mean(self, questions: Iterable[int], column: int) -> float | None:
        """Return the mean over those of these questions that have a value; None without any."""
        found = [self.value[at][column] for at in questions if at in self.value]
        found = [value for value in found if not math.isnan(value)]
        return math.fsum(found) / len(found) if found else None

    def range(self, questions: Iterable[int], column: int) -> tuple[float, float, bool] | None:
        """Return lowest and highest mean over questions, and whether there may be none; None if none."""
        ranges = [self.range_of(at, column) for at in questions if at in self.waiting]
        settled = [self.value[at][column] for at in questions if at in self.value]
        known = np.array(settled, dtype=np.float64)
        bounds = bounds_of(known, ranges)
        if math.isnan(bounds.low):
            return None
        may_be_none = np.isnan(known).all() and all(one[2] for one in ranges)
        return bounds.low, bounds.high, bool(may_be_none)

    def range_of(self, question: int, column: int) -> Range:
        """Return lowest and highest value of a question that waits, whether it can be out, whether exact."""
        if isinstance(self.tally, (OutcomeTally, QuestionUnits)):
            return self.tally.range_of(self.measure, column, question)
        return 0.0, 1.0, True, False


class SeriesTally(Tally):
    """Scores of all columns over the series of a collection."""

    unit: Unit = "series"

    def __init__(self, basis: Basis, tallies: Tallies) -> None:
        self._basis = basis
        self._kinds = {
            kind: _OfKind(tallies.tally(measure(KINDS[kind].series_measure), kind), KINDS[kind].series_measure)
            for kind in SERIES_KINDS
        }
        self._read()

    def restart(self) -> None:
        """Read everything again."""
        for of_kind in self._kinds.values():
            of_kind.read()
        self._read()

    def _read(self) -> None:
        catalog, wanted = self._basis.catalog, self._basis.wanted
        self._questions: dict[int, dict[Kind, list[int]]] = {}
        self._of_type: dict[Kind, list[int]] = {kind: [] for kind in SERIES_KINDS}
        for at in np.flatnonzero(wanted).tolist():
            question = catalog.questions[at]
            kind = next((kind for kind in self._of_type if kind == KIND_NAMES[catalog.kind_of_question[at]]), None)
            if kind is None:
                continue
            self._of_type[kind].append(at)
            if question.series is not None:
                self._questions.setdefault(question.series, {}).setdefault(kind, []).append(at)
        self._cache: dict[str, tuple[list[int], Matrix]] = {}
        self._statuses: dict[int, int] = {}
        self._parts_of: dict[int, dict[Kind, RunScore]] = {}

    def move(self, touched: Touched) -> bool:
        """Read what the tallies of the kinds, which moved before, say now; return whether a part moved."""
        catalog = self._basis.catalog
        questions = {*touched.questions.tolist(), *catalog.answer_question[touched.turned].tolist()}
        kinds = {KIND_NAMES[catalog.kind_of_question[at]] for at in questions}
        moved = False
        for kind, of_kind in self._kinds.items():
            if kind in kinds:
                before = of_kind.state_of(questions)
                of_kind.read()
                moved |= of_kind.state_of(questions) != before
        self._parts_of.clear()
        if moved:
            self._cache.clear()
            self._statuses.clear()
        return moved

    # Units

    def parts(self, series: int, column: int) -> Parts:
        """Return the scores of a series' three types of question; None for one that is not there."""
        by_kind = self._questions[series]
        return self._parts(lambda kind: self._kinds[kind].mean(by_kind.get(kind, ()), column), by_kind)

    def _parts(self, value: Callable[[Kind], float | None], by_kind: dict[Kind, list[int]]) -> Parts:
        factoid, lists, other = (value(kind) for kind in ("factoid", "list", "other"))
        missing = {kind: math.nan if by_kind.get(kind) else None for kind in SERIES_NEEDS}
        return Parts(
            missing["factoid"] if factoid is None else factoid, lists, missing["other"] if other is None else other
        )

    def _status(self, series: int) -> int:
        """Return whether a series is scored, waits or is left out."""
        if series not in self._statuses:
            self._statuses[series] = self._status_now(series)
        return self._statuses[series]

    def _status_now(self, series: int) -> int:
        by_kind = self._questions[series]
        unsettled = any(at in self._kinds[kind].unsettled for kind, ats in by_kind.items() for at in ats)
        if unsettled or not all(map(partial(self._has, series), SERIES_NEEDS)):
            return LEFT_OUT
        waits = any(at in self._kinds[kind].waiting for kind, ats in by_kind.items() for at in ats)
        return WAITING if waits else SCORED

    def _of_status(self, status: int) -> list[int]:
        return sorted(series for series in self._questions if self._status(series) == status)

    def _has(self, series: int, kind: Kind) -> bool:
        """Return whether a series has a question of a kind with a score, or that may get one."""
        of = self._kinds[kind]
        return any(
            at in of.waiting or not all(map(math.isnan, of.value.get(at, [math.nan])))
            for at in self._questions[series].get(kind, ())
        )

    def left_out(self, measure: Measure) -> dict[int, str]:
        """Return the series that are left out, each with the reason in one clause."""
        return {series: self._why_out(measure, series) for series in self._of_status(LEFT_OUT)}

    def _why_out(self, measure: Measure, series: int) -> str:
        by_kind, questions = self._questions[series], self._basis.catalog.questions
        for kind, ats in by_kind.items():
            unsettled = self._kinds[kind].unsettled
            for at in ats:
                if at in unsettled:
                    return f"of its {KINDS[kind].noun} {questions[at].name}: {unsettled[at]}"
        other = self._kinds["other"].tally
        if self._has(series, "factoid") and isinstance(other, QuestionUnits):
            reasons = other.left_out(self._kinds["other"].measure)
            for at in by_kind.get("other", ()):
                if at in reasons:
                    return tr("of its Other question: {reasons}", reasons=reasons[at])
        return measure.evaluate(self.parts(series, 0)).reason if self._basis.submitted else tr("there is no run")

    def _scored(self, measure: Measure) -> tuple[list[int], Matrix]:
        """Return the series that are scored, and their values in shape (series, columns)."""
        if measure.name not in self._cache:
            units = self._of_status(SCORED)
            columns = range(self._basis.submitted)
            rows = [[measure.evaluate(self.parts(s, column)).value for column in columns] for s in units]
            values = np.array(rows, dtype=np.float64).reshape(len(units), len(columns))
            self._cache[measure.name] = units, values
        return self._cache[measure.name]

    # Scores

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many series (by type: questions) are scored, wait, and are left out."""
        if not measure.averaged:
            each = [of.tally.sizes(of.measure) for of in self._kinds.values() if of.tally is not None]
            return Sizes(*(sum(column) for column in zip(*each, strict=True))) if each else Sizes(0, 0, 0)
        statuses = [self._status(series) for series in self._questions]
        return Sizes(*(statuses.count(each) for each in (SCORED, WAITING, LEFT_OUT)))

    def scores_of_parts(self, column: int) -> dict[Kind, RunScore]:
        """Return the scores by type that a run's score by type is made of, of the types there are."""
        if column not in self._parts_of:
            self._parts_of[column] = {
                kind: of.tally.score(of.measure, column)
                for kind, of in self._kinds.items()
                if of.tally is not None and self._of_type[kind]
            }
        return self._parts_of[column]

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the series that are scored; by type the score of the whole run."""
        if not measure.averaged:
            found, parts = measure.evaluate(self._of_run(column)), self.scores_of_parts(column).values()
            units, waiting, left_out = (
                sum(counts) for counts in zip(*((p.units, p.waiting, p.left_out) for p in parts), strict=True)
            )
            reason = "" if found.defined else self._without_part(column) or found.reason
            return RunScore(found.value, reason, units, waiting, left_out)
        sizes = self.sizes(measure)
        _, values = self._scored(measure)
        if len(values):
            return RunScore(math.fsum(values[:, column].tolist()) / len(values), "", *sizes)
        reason = next(iter(self.left_out(measure).values()), tr("there is no series"))
        return RunScore(math.nan, none_complete("series") if sizes.waiting else reason, *sizes)

    def _without_part(self, column: int) -> str:
        """Return which type of question has no score yet, and why; "" where all types there are have one."""
        for kind, part in self.scores_of_parts(column).items():
            if not part.defined:
                return tr(
                    "no {noun} is scored ({waiting:,} pending, {left_out:,} excluded)",
                    noun=KINDS[kind].noun,
                    waiting=part.waiting,
                    left_out=part.left_out,
                )
        return ""

    def _of_run(self, column: int) -> Parts:
        return self._parts(lambda kind: self._kinds[kind].mean(self._of_type[kind], column), self._of_type)

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return the values of series as a table; None by type."""
        return super().table(measure, runs, whole_questions=whole_questions) if measure.averaged else None

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return the series that are scored, and their values; none by type."""
        if not measure.averaged:
            return no_values(self._basis.submitted)
        units, values = self._scored(measure)
        return np.array(units, dtype=np.int64), values

    def waiting(self, measure: Measure) -> Positions:
        """Return the series that wait; by type the questions of all types."""
        if not measure.averaged:
            return np.array(sorted(at for of in self._kinds.values() for at in of.waiting), dtype=np.int64)
        return np.array(self._of_status(WAITING), dtype=np.int64)

    # Bounds

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return between what a score can still end; outer bounds, exact where nothing waits."""
        if not measure.averaged:
            low, high, _, exact = self._range(measure, self._of_type, column)
            return Bounds(low, high, exact=exact)
        settled, ranges = self._scored(measure)[1][:, column], self._ranges(measure, column)
        return bounds_of(settled, ranges)

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the same for the score of column `a` minus that of column `b`."""
        gap = self.score(measure, a).value - self.score(measure, b).value
        if not self.sizes(measure).waiting:
            return Bounds(gap, gap, exact=True)
        if not measure.averaged:
            low, high, _, _ = outer_difference(*(self._range(measure, self._of_type, each) for each in (a, b)))
            return Bounds(low, high, exact=False)
        values = self._scored(measure)[1]
        pairs = zip(self._ranges(measure, a), self._ranges(measure, b), strict=True)
        return bounds_of(values[:, a] - values[:, b], [outer_difference(*pair) for pair in pairs])

    def _ranges(self, measure: Measure, column: int) -> list[Range]:
        return [self._range(measure, self._questions[one], column) for one in self._of_status(WAITING)]

    def _range(self, measure: Measure, by_kind: dict[Kind, list[int]], column: int) -> Range:
        """Return lowest and highest score of questions together, whether there may be none, whether exact."""
        whole = not measure.averaged
        found = {kind: of.range(by_kind.get(kind, ()), column) for kind, of in self._kinds.items()}
        factoid, lists, other = found["factoid"], found["list"], found["other"]
        if factoid is None or other is None or (lists is None and whole):
            return math.nan, math.nan, True, True
        list_ends: list[tuple[float | None, float | None]] = [(None, None)] if lists is None else [lists[:2]]
        if lists is not None and lists[2] and not whole:
            list_ends.append((None, None))
        ends = [measure.evaluate(Parts(factoid[at], end[at], other[at])).value for end in list_ends for at in (0, 1)]
        low, high = min(ends), max(ends)
        if measure.units is None or measure.units.effect == "either":
            low, high = measure.low, measure.high
        ranges = [
            self._kinds[kind].range_of(at, column)
            for kind, ats in by_kind.items()
            for at in ats
            if at in self._kinds[kind].waiting
        ]
        # A question that stays out excludes its series; a run's score by type is computed without it.
        can_be_out = not whole and any(one[2] for one in ranges)
        return low, high, factoid[2] or other[2] or can_be_out, not ranges

    # Explanations

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how a score came about: series by series, or the parts of one.

        KeyError for a unit of a score by type, which is one for the whole run.
        """
        if unit is None and measure.averaged:
            units, values = self.values(measure)
            return explained_mean(measure, self.score(measure, column), "series", units, values[:, column])
        if unit is None:
            return explained(measure, self._of_run(column), self.score(measure, column))
        if not measure.averaged:
            raise KeyError(unit)
        by_kind, parts = self._questions[unit], self.parts(unit, column)
        status = self._status(unit)
        value = measure.evaluate(parts).value if status == SCORED else math.nan
        reason = "" if status == SCORED else NOT_ALL if status == WAITING else self._why_out(measure, unit)
        score = RunScore(value, reason, *(int(status == each) for each in (SCORED, WAITING, LEFT_OUT)))
        value_of = {at: of.value[at][column] for of in self._kinds.values() for at in of.value}
        rows = tuple((at, kind, value_of.get(at, math.nan)) for kind, ats in by_kind.items() for at in ats)
        data = parts if status == SCORED else None
        explanation = explained(measure, data, score, unit=unit, table=Table(("question", "kind", "value"), rows))
        if data is not None and data.list_f is None and by_kind.get("list"):
            return replace(explanation, formula=f"{explanation.formula}{NO_LISTS}")
        return explanation
