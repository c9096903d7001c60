"""The scoreboard: every run's scores under one gold standard, kept live label by label.

Judgments become truth (`jurybox.gold`), truth becomes counts (the tallies), and a measure makes a score of
counts. A change of labels goes the same way for the answers it names and no others; as all that is kept
are whole numbers, the scores are those of a full count to the last bit.

In this version units are the answers of validation questions, and the questions that these belong to.
"""

import math
from typing import Literal, Protocol

import numpy as np

from jurybox.changes import Changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import Gold, Standard, Truth
from jurybox.measures import Counts, Measure, ScoreCurve, Selections
from jurybox.measures.checks import NAN
from jurybox.scoring.answers import AnswerTally
from jurybox.scoring.area_bounds import area_bounds
from jurybox.scoring.completions import Cells, count_bounds
from jurybox.scoring.explaining import explained
from jurybox.scoring.results import Bounds, Explanation, Moved, RunRow, RunScore
from jurybox.scoring.selections import SelectionTally
from jurybox.scoring.standing import ranked
from jurybox.scoring.submitted import SILENT, YES, Positions, Scores, Small, Submitted

Unjudged = Literal["wait", "nonrelevant", "condensed"]
UNJUDGED: tuple[Unjudged, ...] = ("wait", "nonrelevant", "condensed")
"""What becomes of units that are not judged yet; only ranked lists know anything but to wait."""

_REBUILD = frozenset(("catalog", "facts", "assignments"))
_LABELS = frozenset(("labels", "adjudications"))


class Source(Protocol):
    """Where catalog, ledger and facts are read from again, such as the session."""

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""

    @property
    def ledger(self) -> Ledger:
        """What is in force."""

    @property
    def facts(self) -> Facts:
        """What the organiser set."""


class Scoreboard:
    """The scores of all runs that are not withdrawn, by run position.

    A unit enters when what is missing can no longer change it, and then for all runs at once; until then it
    waits, and only bounds move. Raises Refused for a gold standard whose assessor is not there.
    """

    def __init__(
        self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold, *, unjudged: Unjudged = "wait"
    ) -> None:
        if unjudged not in UNJUDGED:
            raise Refused(f"{unjudged!r} is no way to treat unjudged units; known are {', '.join(UNJUDGED)}.")
        self.gold, self.unjudged = gold, unjudged
        self.questions: frozenset[int] | None = None
        self._bounds: dict[tuple[str, int], Bounds] = {}
        self._read(catalog, ledger, facts)
        self._count()

    def _read(self, catalog: Catalog, ledger: Ledger, facts: Facts) -> None:
        self._catalog, self._ledger, self._facts = catalog, ledger, facts
        self._standard = Standard(catalog, ledger, facts, self.gold)
        self._truth, self._possible = self._standard.of_all()

    def _choose(self) -> None:
        """Mark the units of the questions that are selected."""
        units = self._submitted.units
        self._selected = np.ones(len(units), dtype=np.bool_)
        if self.questions is not None:
            wanted = np.isin(np.arange(len(self._catalog.questions)), list(self.questions))
            self._selected = wanted[self._catalog.answer_question[units]]

    def _count(self) -> None:
        """Read what the runs said and count it."""
        self._submitted = Submitted(self._catalog, self._facts.withdrawn)
        self._choose()
        self._bounds.clear()
        self._answers = AnswerTally(self._submitted, self._outcomes())
        self._selections: SelectionTally | None = None

    def _recount(self) -> None:
        """Count again what the runs said, which stays, as does the order of their scores."""
        self._choose()
        self._bounds.clear()
        self._answers.restart(self._outcomes())
        if self._selections is not None:
            self._selections.restart(self._outcomes())

    def _outcomes(self) -> Small:
        """Return what is possible for every unit, 0 for units that are not selected."""
        return np.where(self._selected, self._possible[self._submitted.units], 0).astype(np.int8)

    # What is shown

    @property
    def runs(self) -> tuple[int, ...]:
        """The runs shown, by position; those withdrawn are not among them."""
        return self._submitted.runs

    @property
    def truth(self) -> Small:
        """1 correct, 0 incorrect, -1 unjudged, -2 left out, for every answer of the collection."""
        return self._truth

    @property
    def units(self) -> int:
        """How many selected answers are scored."""
        return self._answers.sizes.units

    @property
    def waiting(self) -> int:
        """How many selected answers a missing label could still decide."""
        return self._answers.sizes.waiting

    @property
    def left_out(self) -> int:
        """How many selected answers no missing label can decide."""
        return self._answers.sizes.left_out

    def select(self, questions: frozenset[int] | None) -> None:
        """Score only the answers of these questions, such as those of a category or a series; None: all."""
        self.questions = questions
        self._recount()

    # Changes

    def update(self, changes: Changes, source: Source | None = None) -> Moved:
        """Bring the scores up to date; only what the changes name is looked at again.

        After a change of the catalog, of facts or of assignments everything is read again, from `source`
        where it is given, since the session then has a new catalog or new facts.
        """
        if changes.what & _REBUILD:
            return self._rebuild(source or _Kept(self._catalog, self._ledger, self._facts))
        if not changes.what & _LABELS:
            return Moved()
        touched = np.array(sorted(changes.answers), dtype=np.int64)
        return self._follow(touched[touched < len(self._truth)])

    def _rebuild(self, source: Source) -> Moved:
        before = self._truth
        self._read(source.catalog, source.ledger, source.facts)
        if self._submitted.is_of(self._catalog, self._facts.withdrawn):
            self._recount()
        else:
            self._count()
        same = len(before) == len(self._truth)
        changed = np.flatnonzero(before != self._truth) if same else np.arange(len(self._truth))
        return Moved(frozenset(self.runs), frozenset(changed.tolist()))

    def _follow(self, touched: Positions) -> Moved:
        """Judge the touched answers again (all, if the panel changed) and pass on what became of them."""
        if self._standard.follow(touched):
            touched = np.arange(len(self._truth))
        judged = self._standard.of(touched) if len(touched) < len(self._truth) else self._standard.of_all()
        changed = judged.possible != self._possible[touched]
        touched, judged = touched[changed], Truth(judged.truth[changed], judged.possible[changed])
        turned = touched[judged.truth != self._truth[touched]]
        self._truth[touched], self._possible[touched] = judged
        units = self._submitted.unit_of[touched]
        counted = units >= 0
        counted[counted] = self._selected[units[counted]]
        moved = self._move(units[counted].astype(np.int64), judged.possible[counted])
        return Moved(frozenset(self.runs if moved else ()), frozenset(turned.tolist()))

    def _move(self, units: Positions, outcomes: Small) -> bool:
        if not len(units):
            return False
        self._bounds.clear()
        if self._selections is not None:
            self._selections.move(units, outcomes)
        return self._answers.move(units, outcomes)

    # Scores

    def counts(self, run: int) -> Counts:
        """Return a run's decisions by truth, with 2 U of its scores; KeyError for a run that is not shown."""
        return self._answers.data(self._submitted.column_of[run], with_pairs=True)

    def score(self, measure: Measure, run: int) -> RunScore:
        """Return the score of a run now; undefined with the reason for a measure of other questions.

        Raises KeyError for a run that is not shown.
        """
        column, tally = self._submitted.column_of[run], self._tally(measure)
        if tally is None:
            return RunScore(NAN, f"{measure} is no measure of validation questions", 0, 0, 0)
        score = measure.evaluate(_data(tally, measure, column))
        return RunScore(score.value, score.reason, *tally.sizes)

    def bounds(self, measure: Measure, run: int) -> Bounds:
        """Return between what the score of a run can still end; see `Bounds`.

        Exact for all measures but AUC and `rejected(P(¬C|A))`, which say whether they are. Kept until the
        next change. Raises KeyError for a run that is not shown.
        """
        key = (measure.name, run)
        if key not in self._bounds:
            self._bounds[key] = self._bounds_of(measure, self._submitted.column_of[run])
        return self._bounds[key]

    def standing(self, measure: Measure) -> tuple[RunRow, ...]:
        """Return the runs best first, undefined ones last; equal values have equal ranks."""
        named = ((run, self._catalog.runs[run].name) for run in self.runs)
        return ranked(measure, [(run, name, self.score(measure, run)) for run, name in named])

    def explain(self, measure: Measure, run: int) -> Explanation:
        """Return how the score of a run came about, down to its counts.

        Raises ValueError for a measure of other questions and KeyError for a run that is not shown.
        """
        column, tally = self._submitted.column_of[run], self._tally(measure)
        if tally is None:
            raise ValueError(f"{measure} is no measure of validation questions")
        return explained(measure, _data(tally, measure, column), self.score(measure, run))

    def units_of(self, run: int) -> list[tuple[int, int | None]]:
        """Return every answer that is scored, with 1 if the run decides it rightly, 0 if not, None if silent.

        Answers by position, in the order of the collection. KeyError for a run that is not shown.
        """
        answers, values = (part.tolist() for part in self.decided(run))
        return [(answer, None if value < 0 else value) for answer, value in zip(answers, values, strict=True)]

    def decided(self, run: int) -> tuple[Positions, Small]:
        """Return the same as two arrays: the answers, and 1 right, 0 wrong, -1 silent."""
        decisions = self._submitted.decisions[:, self._submitted.column_of[run]]
        scored = np.flatnonzero(self._answers.truth >= 0)
        said, truths = decisions[scored], self._answers.truth[scored]
        right = np.where(said == YES, truths, 1 - truths)
        return self._submitted.units[scored], np.where(said == SILENT, -1, right).astype(np.int8)

    def curve(self, run: int) -> ScoreCurve | None:
        """Return the counts at every threshold on a run's scores; None if it gives none.

        Answers without a score pass the threshold -infinity last. One pass, no sorting.
        """
        column = self._submitted.column_of[run]
        pairs = self._answers.pairs(column)
        if pairs is None:
            return None
        correct, incorrect = (at[::-1] for at in pairs.at_ranks(self._answers.truth))
        used = np.flatnonzero(correct + incorrect)
        tp, fp = (np.concatenate(([0], np.cumsum(at)[used])) for at in (correct, incorrect))
        return ScoreCurve(np.concatenate(([np.inf], pairs.thresholds[::-1][used])), tp, fp)

    def scores(self, run: int) -> Scores | None:
        """Return a run's scores by answer, NaN where it gives none; None without any (see `Submitted`)."""
        given = self._submitted.scores(self._submitted.column_of[run])
        if given is None:
            return None
        scores = np.full(len(self._truth), np.nan)
        scores[self._submitted.units] = given
        return scores

    def _tally(self, measure: Measure) -> AnswerTally | SelectionTally | None:
        if "validation" not in measure.kinds:
            return None
        if Counts in measure.accepts:
            return self._answers
        if Selections not in measure.accepts:
            return None
        if self._selections is None:
            asked = self._catalog.answer_question[self._submitted.units].astype(np.int64)
            self._selections = SelectionTally(self._submitted, asked, self._outcomes())
        return self._selections

    def _bounds_of(self, measure: Measure, column: int) -> Bounds:
        tally = self._tally(measure)
        if tally is None:
            return Bounds(math.nan, math.nan, exact=True)
        if measure.base == "AUC":
            pairs = self._answers.pairs(column)
            if pairs is None:
                return Bounds(math.nan, math.nan, exact=True)
            return area_bounds(pairs.ranks, pairs.top, self._answers.outcomes)
        groups = tally.groups[column].tolist()
        data = _selections if isinstance(tally, SelectionTally) else _counts
        return count_bounds(measure, groups, lambda cells: measure.evaluate(data(cells)).value)


class _Kept:
    """A source that has what was read before; the ledger shows what changed in it."""

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts) -> None:
        self.catalog, self.ledger, self.facts = catalog, ledger, facts


def _data(tally: AnswerTally | SelectionTally, measure: Measure, column: int) -> Counts | Selections:
    if isinstance(tally, SelectionTally):
        return tally.data(column)
    return tally.data(column, with_pairs=measure.base == "AUC")


def _counts(cells: Cells) -> Counts:
    yes, no, silent = cells
    return Counts(yes[0], no[0], silent[0], yes[1], no[1], silent[1])


def _selections(cells: Cells) -> Selections:
    selects, rejects, _ = cells
    return Selections(selects[0], rejects[0], sum(row[0] + row[1] for row in cells))
