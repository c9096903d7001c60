"""The scoreboard: every run's scores under one gold standard, kept live label by label.

Judgments become truth (`jurybox.gold`), truth becomes counts and values in the tallies, one for each family
of units (`jurybox.scoring.tallies.tally`), and a measure makes a score of them. A change goes the same way
for what it names and no more; as sums are kept exactly, the scores are those of a full pass to the last bit.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jurybox.changes import Changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import UNJUDGED_WAYS, Facts, Unjudged
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for, gold_in_force, gold_in_words, gold_named, gold_text, models_in_words
from jurybox.gold.freezing import GoldChange, change_since
from jurybox.gold.panel import has_labeled
from jurybox.gold.unjudged import unjudged_under
from jurybox.kinds import DISPLAY_ORDER, KINDS, SERIES_NEEDS, kind_word
from jurybox.language import tr, trn
from jurybox.lists import comma_list, or_list, sentences
from jurybox.measures import (
    USUAL,
    Counts,
    Kind,
    Measure,
    Parts,
    Ranking,
    ScoreCurve,
    measure,
    measures_of,
    series_measures,
)
from jurybox.scoring.basis import Basis
from jurybox.scoring.default_measures import measures_by_default
from jurybox.scoring.ranking import ranked
from jurybox.scoring.results import (
    Bounds,
    Explanation,
    JudgedShare,
    Moved,
    RunRow,
    RunScore,
    UnitValues,
    Unscored,
    when_frozen,
)
from jurybox.scoring.tallies.answers import AnswerTally
from jurybox.scoring.tallies.geometric import GeometricTally
from jurybox.scoring.tallies.outcomes import OutcomeTally
from jurybox.scoring.tallies.pooled import PooledTally
from jurybox.scoring.tallies.question_units import QuestionUnits, answers_open
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.registry import FAMILIES, family_of
from jurybox.scoring.tallies.series import SeriesTally
from jurybox.scoring.tallies.submitted import Positions, Scores, Small
from jurybox.scoring.tallies.tally import Family, Tally, Touched
from jurybox.scoring.tallies.times import TimeTally

_REBUILD = frozenset(("catalog", "facts", "assignments"))
_DECIDED = tuple(kind for kind in KINDS.values() if kind.decides)


class Scoreboard:
    """The scores of all runs that are not withdrawn, by run position.

    A unit enters when what is missing can no longer change it, and then for all runs at once; until then it
    waits, and only bounds move. A measure of several kinds of question scores the first of its own kinds
    that is among the selected questions (`kind_of`). Raises Refused for a gold standard whose assessor is
    not there.
    """

    def __init__(
        self, collection: Collection, gold: Gold, *, unjudged: Unjudged = "wait", humans: bool = False
    ) -> None:
        if unjudged not in UNJUDGED_WAYS:
            raise Refused(
                tr(
                    "{unjudged!r} is not a way to treat unjudged units; choose from {unjudged_ways}.",
                    unjudged=unjudged,
                    unjudged_ways=comma_list(UNJUDGED_WAYS),
                )
            )
        self._basis = Basis(collection, gold, unjudged, humans=humans)
        self._tallies: dict[tuple[str, Kind | None], Tally] = {}
        self._scoring: dict[str, tuple[Tally | None, int]] = {}
        self._bounds: dict[tuple[str | int, ...], Bounds] = {}
        self._kinds = self._basis.kinds()
        self._decided: AnswerTally | None = None
        self._deciding: Scoreboard | None = None
        self._frozen: tuple[int, Facts, GoldChange | None] | None = None
        self._unseen = Changes()

    # What is shown

    @property
    def gold(self) -> Gold:
        """The gold standard that was chosen."""
        return self._basis.gold

    @property
    def unjudged(self) -> Unjudged:
        """What unjudged answers of ranked lists count as."""
        return self._basis.unjudged

    @property
    def questions(self) -> frozenset[int] | None:
        """The selected questions; None: all."""
        return self._basis.questions

    @property
    def collection(self) -> Collection:
        """The collection that is scored, as it is now."""
        return self._basis.given

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors as they are scored."""
        return self._basis.catalog

    @property
    def runs(self) -> tuple[int, ...]:
        """The runs shown, by position; those withdrawn are not among them."""
        return self._basis.shown

    @property
    def stored(self) -> tuple[int, ...]:
        """The runs shown that are stored in the collection."""
        return self._basis.stored

    def is_made(self, run: int) -> bool:
        """Return whether a run was made of labels: a judge's own ranking, or the asker's best answer."""
        return self._basis.column_of[run] >= self._basis.submitted

    def name_of(self, run: int) -> str:
        """Return the name of a run."""
        return self._basis.name_of(run)

    @property
    def truth(self) -> Small:
        """1 correct, 0 incorrect, -1 unjudged, -2 left out, for every answer of the collection."""
        return self._basis.truth

    @property
    def units(self) -> int:
        """How many selected validation answers are scored."""
        return self._decisions.sizes().units

    @property
    def waiting(self) -> int:
        """How many selected validation answers a missing label could still decide."""
        return 0 if self.is_closed else self._decisions.sizes().waiting

    @property
    def left_out(self) -> int:
        """How many selected validation answers no missing label can decide."""
        sizes = self._decisions.sizes()
        return sizes.left_out + sizes.waiting - self.waiting

    @property
    def levels(self) -> NDArray[np.int16]:
        """The level of every answer of ranked questions, -1 unjudged, -2 left out; empty without such."""
        return self._basis.levels

    @property
    def gold_text(self) -> str:
        """The gold standard for programs, with those of other kinds of question beside it: English."""
        return gold_text(self.gold, self._basis.catalog, self._basis.facts)

    @property
    def gold_words(self) -> str:
        """The same as a table prints it for people."""
        return gold_in_words(self.gold, self._basis.catalog, self._basis.facts)

    @property
    def models_text(self) -> str:
        """That labels of models make the gold standard, alone or beside others; "" where none do."""
        return models_in_words(self.gold, self._basis.catalog, self._basis.facts)

    @property
    def change_since_frozen(self) -> GoldChange | None:
        """How the gold standard differs from the frozen one it is nearest to; None where none was frozen.

        A full pass over the gold labels, once for a state of the log.
        """
        basis = self._basis
        if not basis.facts.frozen:
            return None
        state = len(basis.ledger), basis.facts
        if self._frozen is None or self._frozen[0] != state[0] or self._frozen[1] is not state[1]:
            self._frozen = (*state, change_since(basis.collection, self.gold))
        return self._frozen[2]

    @property
    def frozen_text(self) -> str:
        """Which frozen gold standard this is, or how it differs from the newest; "" where none was frozen.

        Under one that is chosen by its name also how many answers it does not know.
        """
        change = self.change_since_frozen
        late = self._basis.late_returned()
        if change is None or not late:
            return "" if change is None else change.text
        said = trn(
            "{n} answer that nobody had judged by then counts as wrong.",
            "{n} answers that nobody had judged by then count as wrong.",
            late,
        )
        return sentences((change.text, said))

    @property
    def is_closed(self) -> bool:
        """Whether a gold standard was chosen by the name it was frozen as: nothing waits, and nothing can change."""
        return bool(self._basis.gold.frozen)

    @property
    def is_frozen(self) -> bool:
        """Whether it is equal to a gold standard that was frozen."""
        change = self.change_since_frozen
        return change is not None and change.is_none

    @property
    def gains_text(self) -> str:
        """Under the mean, that the gains which labels name do not count; "" where that changes nothing."""
        basis = self._basis
        if basis.graded is None or basis.graded.gold.whose != "mean":
            return ""
        labels = basis.facts.graded_scheme(basis.catalog.kinds).labels
        if all(label.worth == max(0.0, label.grade) for label in labels):
            return ""
        return tr("Under mean an answer gains the mean grade of its labels; gains that labels name do not count.")

    @property
    def unchanged_text(self) -> str:
        """Where one person is left out, on how many selected questions that changes nothing; else ""."""
        basis = self._basis
        if basis.graded is None or basis.graded.gold.whose != "LOO":
            return ""
        name = basis.graded.gold.assessor
        labeled = has_labeled(basis.ledger.labels[basis.catalog.assessor_named[name]])
        ranked = basis.is_graded & basis.wanted
        labeled_questions = np.zeros(len(ranked), dtype=np.bool_)
        labeled_questions[basis.catalog.answer_question[labeled]] = True
        count, total = int(np.count_nonzero(ranked & ~labeled_questions)), int(np.count_nonzero(ranked))
        if not count:
            return ""
        return tr(
            "{count:,} of {total:,} ranked questions have no label of {name}: leaving it out changes nothing there.",
            count=count,
            total=total,
            name=name,
        )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the selected questions."""
        return self._kinds

    @property
    def has_series(self) -> bool:
        """Whether the kinds are selected without which no series has a score, and a question of a series."""
        return set(self._kinds) >= set(SERIES_NEEDS) and self._basis.in_series()

    @property
    def has_decisions(self) -> bool:
        """Whether a question is selected about whose answers runs decide."""
        return any(KINDS[kind].decides for kind in self._kinds)

    @property
    def has_graded(self) -> bool:
        """Whether a question is selected whose answers get levels."""
        return any(KINDS[kind].is_graded for kind in self._kinds)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that make sense for the selected questions, the default ones of each kind first."""
        named = [name for kind in self._kinds for name in USUAL[kind]]
        found = [measure(name) for name in named] + [each for kind in self._kinds for each in measures_of(kind)]
        known = {each.name: each for each in found if self._family(each) is not None}
        return tuple(known.values())

    def select(self, questions: frozenset[int] | None) -> None:
        """Score only these questions, such as those of a category or a series; None: all."""
        self._basis.select(questions)
        self._restart()
        self._deciding = None

    # Changes

    def update(self, changes: Changes, collection: Collection | None = None) -> Moved:
        """Bring the scores up to date; only what the changes name is read again.

        After a change of the catalog, of facts or of assignments everything is read again, from `collection`
        where it is given, since the session then has a new catalog or new facts.
        """
        if changes.what & _REBUILD:
            return self._rebuild(collection or self._basis.given)
        if not changes.what - {"saving"}:
            return Moved()
        if self._deciding is not None:
            self._unseen |= changes  # examined when bounds are requested, not with the key
        answers = np.array(sorted(changes.answers), dtype=np.int64)
        return self._follow(answers[answers < len(self._basis.truth)], changes.questions)

    def _rebuild(self, collection: Collection) -> Moved:
        self._deciding = None
        basis = self._basis
        before, runs, responses, asked = basis.truth, basis.runs, basis.catalog.responses, basis.catalog.questions
        basis.read(collection)
        if responses is not basis.catalog.responses or runs != basis.runs or asked != basis.catalog.questions:
            self._tallies.clear()
        self._restart()
        same = len(before) == len(basis.truth)
        changed = np.flatnonzero(before != basis.truth) if same else np.arange(len(basis.truth))
        return Moved(frozenset(self.runs), frozenset(changed.tolist()))

    def _restart(self) -> None:
        self._kinds = self._basis.kinds()
        self._bounds.clear()
        self._scoring.clear()
        self._decided = None
        for tally in self._tallies.values():
            tally.restart()

    def _follow(self, answers: Positions, questions: frozenset[int]) -> Moved:
        """Judge the touched answers again (all, if the panel changed) and pass on what became of them."""
        possible, turned = self._basis.judge(answers)
        moved_questions = self._basis.questions_of(questions, answers, possible)
        touched = Touched(answers, possible, moved_questions, self._basis.grade(answers, moved_questions))
        moved = [tally.move(touched) for tally in self._tallies.values()]
        self._bounds.clear()
        return Moved(frozenset(self.runs if any(moved) else ()), frozenset(turned.tolist()))

    # Scores

    def kind_of(self, measure: Measure) -> Kind | None:
        """Return the kind of question that a measure scores here; None if none of its kinds is selected."""
        for kind in measure.kinds:
            if kind in self._kinds:
                return kind
        return None

    def is_of_decisions(self, measure: Measure) -> bool:
        """Return whether a measure scores here what runs decide about answers, not responses as a whole."""
        kind = self.kind_of(measure)
        if kind is None or not KINDS[kind].decides:
            return False
        return not isinstance(self.tally(measure, kind), QuestionUnits)

    def tally(self, measure: Measure, kind: Kind) -> Tally | None:
        """Return the live tally that scores a measure on a kind of question; None if there is none."""
        family = family_of(measure, kind)
        return None if family is None else self.of_family(family.name, kind)

    def of_family(self, name: str, kind: Kind) -> Tally:
        """Return the live tally of a family, whether measures of this kind are scored by it or not."""
        family = FAMILIES[name]
        key = name, None if family.of_several else kind
        if key not in self._tallies:
            made = family.make(self._basis, self, kind)
            self._tallies[key] = made
        return self._tallies[key]

    def track(self, measures: Iterable[Measure]) -> None:
        """Get ready to score these measures: those of rankings are all counted in one pass."""
        ranked_kinds: dict[Kind, list[Measure]] = {}
        for each in measures:
            kind = self.kind_of(each)
            if kind is not None and Ranking in each.accepts:
                ranked_kinds.setdefault(kind, []).append(each)
        for kind, some in ranked_kinds.items():
            cast("RankingTally", self.tally(some[0], kind)).track(some)

    def _family(self, measure: Measure) -> Family | None:
        kind = self.kind_of(measure)
        return None if kind is None else family_of(measure, kind)

    def _of(self, measure: Measure, *runs: int) -> Tally | None:
        """Return the tally of a measure; None if there is none, or none of runs made of labels."""
        tally, columns = self._scoring.get(measure.name) or self._find(measure)
        column_of = self._basis.column_of
        return None if any(column_of[run] >= columns for run in runs) else tally

    def _find(self, measure: Measure) -> tuple[Tally | None, int]:
        """Return the tally of a measure, if there is one, and how many columns it scores; remember both."""
        kind = self.kind_of(measure)
        tally = None if kind is None else self.tally(measure, kind)
        graded = kind is not None and KINDS[kind].is_graded
        found = tally, len(self._basis.column_of) if graded else self._basis.submitted
        self._scoring[measure.name] = found
        return found

    def score(self, measure: Measure, run: int) -> RunScore:
        """Return the score of a run now; undefined with the reason for a measure of other questions.

        Raises KeyError for a run that is not shown.
        """
        # Every score of a table is asked for here after each label: nothing is called on the way to it.
        column = self._basis.column_of[run]
        tally, columns = self._scoring.get(measure.name) or self._find(measure)
        if tally is None or column >= columns:
            return RunScore(math.nan, self._why_not(measure, run), 0, 0, 0)
        return when_frozen(tally.score(measure, column)) if self.is_closed else tally.score(measure, column)

    def judged(self, measure: Measure, run: int) -> JudgedShare | None:
        """Return how much of what a score of ranked lists rests on is judged; None for any other score.

        Raises KeyError for a run that is not shown.
        """
        column = self._basis.column_of[run]
        tally, columns = self._scoring.get(measure.name) or self._find(measure)
        return tally.judged(measure, column) if isinstance(tally, _OF_RANKINGS) and column < columns else None

    def decided_share(self, measure: Measure, run: int) -> JudgedShare | None:
        """Return how much of what a run returned a frozen gold standard decides; None under any other.

        Over all answers to the selected questions that the measure scores. The others count as wrong if they came
        later (`Catalog.late`). Raises KeyError for a run that is not shown.
        """
        if not self.gold.frozen or self._basis.column_of[run] >= self._basis.submitted:
            return None
        kinds = [kind for kind in measure.kinds if kind in self._kinds]
        kinds = kinds if Parts in measure.accepts else kinds[:1]
        return JudgedShare(*self._basis.decided_share(run, kinds), None)

    def parts(self, measure: Measure, run: int) -> dict[Kind, RunScore]:
        """Return the scores by type of question that the score of a run puts together; empty: it does not."""
        tally = self._of(measure, run)
        if not isinstance(tally, SeriesTally):
            return {}
        parts = tally.scores_of_parts(self._basis.column_of[run])
        return {kind: when_frozen(one) for kind, one in parts.items()} if self.is_closed else parts

    def bounding(self, measure: Measure) -> "Scoreboard":
        """Return the board whose units wait that bounds of a measure range over: this one, or one beside it.

        Under an adjudication a dispute is excluded from scores, and so is what can become one once labels
        differ; a decision can still bring it in. So it can change nuggets, groups and whether NIL is correct,
        whoever's labels count. By Dawid and Skene a label that is missing can change what is scored already.
        So bounds are those of a board of its own, on which such units wait. Under a frozen gold standard none does.
        """
        basis, kinds = self._basis, [kind for kind in measure.kinds if kind in self._kinds]
        if (
            self.is_closed
            or self.gold.for_bounds
            or not any(map(self._is_decided, kinds if Parts in measure.accepts else kinds[:1]))
        ):
            return self
        if self._deciding is None:
            open_gold = replace(self.gold, for_bounds=True)
            self._deciding = Scoreboard(basis.collection, open_gold, unjudged=self.unjudged, humans=basis.humans)
            self._deciding.select(self.questions)
            self._unseen = Changes()
        if self._unseen:
            unseen, self._unseen = self._unseen, Changes()
            self._deciding.update(unseen)
        return self._deciding

    def _is_decided(self, kind: Kind) -> bool:
        """Return whether decisions, or an estimate, can change what is scored or excluded of a kind of question."""
        basis = self._basis
        gold = gold_for(kind, self.gold, basis.catalog, basis.facts)
        if KINDS[kind].is_labeled and (gold.whose == "adjudicated" or gold.is_estimated):
            return True
        if KINDS[kind].gold == "graded":
            return False
        is_of_boards = not {"groups", "match"}.isdisjoint(KINDS[kind].schemes)
        return kind in basis.nil_open or (is_of_boards and gold.whose != "assessor")

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare the bounds of a measure, for this many questions at most; return whether they are ready.

        For a window that must not block; if nothing has to be prepared, it always returns True.
        """
        tally = self.bounding(measure)._of(measure)
        if isinstance(tally, _OF_RANKINGS) and self._ranges(measure, if_all_judged=if_all_judged):
            return tally.prepare_bounds(measure, most, if_all_judged=if_all_judged)
        return True

    def bounds(self, measure: Measure, run: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of the final score of a run; see `Bounds`, also for exactness.

        Over all labels that are missing, all decisions on matches, importance and groups without a majority and on
        NIL, and under an adjudication on labels that are or become disputed; what is settled already, which
        nuggets and known instances there are stay as they are. Where a rule says what unjudged answers of ranked
        lists count as, no label is missing of an answer that nobody labeled; `if_all_judged`: over the labels of
        these answers, too.
        A judge as a run who has labels to give can still end anywhere: they change the ranking itself. Under a frozen
        gold standard they are the score itself, but for what would be `if_all_judged`.
        Kept until the next change. Raises KeyError for a run that is not shown.
        """
        return self._bounded(measure, (run,), if_all_judged=if_all_judged)

    def difference(self, measure: Measure, a: int, b: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the bounds of the score of run `a` minus that of run `b`, over completions of both at once.

        Two runs can still swap exactly if 0 is between the bounds. `if_all_judged`: as in `bounds`. Cached
        until the next change. Raises KeyError for a run that is not shown.
        """
        return self._bounded(measure, (a, b), if_all_judged=if_all_judged)

    def _bounded(self, measure: Measure, runs: tuple[int, ...], *, if_all_judged: bool) -> Bounds:
        """Return the bounds of the score of a run, or of the difference of two; kept until the next change."""
        if not self._ranges(measure, if_all_judged=if_all_judged):
            values = [self.score(measure, run).value for run in runs]
            now = values[0] - values[1] if len(values) > 1 else values[0]
            return Bounds(now, now, exact=True, frozen=True)
        board = self.bounding(measure)
        if board is not self:
            complete = not any(board.score(measure, run).waiting for run in runs)
            return self._beside(board._bounded(measure, runs, if_all_judged=if_all_judged), complete=complete)
        columns = [self._basis.column_of[run] for run in runs]
        if len(runs) > len(set(runs)):
            of_one = self._bounded(measure, runs[:1], if_all_judged=if_all_judged)
            return Bounds(0.0, 0.0, exact=True) if of_one.low < math.inf else _NO_BOUNDS
        key: tuple[str | int, ...] = (measure.name, *columns, if_all_judged)
        if key not in self._bounds:
            tally = self._of(measure, *runs)
            low, high = self.span(measure)
            low, high = (low, high) if len(runs) == 1 else (low - high, high - low)
            if tally is not None and any(self._basis.ranks_more(at, if_all_judged=if_all_judged) for at in columns):
                self._bounds[key] = Bounds(low, high, exact=False)
            elif tally is None:
                self._bounds[key] = _NO_BOUNDS
            else:
                options = {"if_all_judged": if_all_judged} if isinstance(tally, _OF_RANKINGS) else {}
                bounds: Callable[..., Bounds] = tally.bounds if len(runs) == 1 else tally.difference
                self._bounds[key] = bounds(measure, *columns, **options)
        return self._bounds[key]

    def _ranges(self, measure: Measure, *, if_all_judged: bool) -> bool:
        """Return whether there is anything for bounds to range over: not under a frozen gold standard.

        But for what a rule says of unjudged answers, which asks what would be if they were judged.
        """
        kind = self.kind_of(measure)
        has_rule = self.unjudged != "wait" and kind is not None and KINDS[kind].is_graded
        return not self.is_closed or (if_all_judged and has_rule)

    def _beside(self, bounds: Bounds, *, complete: bool) -> Bounds:
        """Return bounds of the board beside this one; under an adjudication they range over decisions too.

        Without bounds, there is nothing to range over. By Dawid and Skene they are outer ones unless all is
        `complete`: there need be no labels by which every answer gets its worst or best outcome.
        """
        if self.gold.is_estimated:
            return replace(bounds, exact=bounds.exact and complete)
        return replace(bounds, decided=not math.isnan(bounds.low))

    def span(self, measure: Measure) -> tuple[float, float]:
        """Return the lowest and the highest value that a measure can have here.

        A measure without a range of its own has that of the labels.
        """
        tally = self._of(measure)
        return tally.span(measure) if isinstance(tally, RankingTally) else (measure.low, measure.high)

    def standing(self, measure: Measure) -> tuple[RunRow, ...]:
        """Return the runs best first, undefined ones last; equal values have equal ranks."""
        basis = self._basis
        return ranked(measure, [(run, basis.name_of(run), self.score(measure, run)) for run in basis.shown])

    def unit_values(self, measure: Measure) -> UnitValues:
        """Return the scores of all runs on every unit that is scored; none where there is no such mean."""
        tally = self._of(measure)
        if tally is None:
            nothing = np.empty(0, np.int64), self.runs, np.empty((0, len(self.runs)))
            return UnitValues(measure.unit, *nothing)
        units, values = tally.values(measure)
        runs, column_of = self.runs, self._basis.column_of
        columns = [at for at in map(column_of.__getitem__, runs) if at < values.shape[1]]
        values = values if len(columns) == values.shape[1] else values[:, columns]
        return UnitValues(tally.unit, units, runs[: len(columns)], values)

    def waiting_units(self, measure: Measure) -> Positions:
        """Return the positions of the selected units (answers, questions, series) that wait."""
        tally = None if self.is_closed else self._of(measure)
        return np.empty(0, dtype=np.int64) if tally is None else tally.waiting(measure)

    def explain(self, measure: Measure, run: int, unit: int | None = None) -> Explanation:
        """Return how the score of a run came about, or its score on one unit (by position).

        Raises ValueError for a measure of other questions, KeyError for a run that is not shown and for an
        unknown unit.
        """
        column, tally = self._basis.column_of[run], self._of(measure, run)
        if tally is None:
            raise ValueError(self._why_not(measure, run))
        found = tally.explain(measure, column, unit)
        if not self.is_closed:
            return found
        score = when_frozen(found.score)
        with_numbers = found.with_numbers.replace(found.score.result_text, score.result_text)
        return replace(found, score=score, with_numbers=with_numbers)

    def answers_open(self, question: int) -> list[Unscored]:
        """Return the answers of a question that are neither correct nor incorrect."""
        return answers_open(self._basis, question)

    def with_candidates(self, measure: Measure, run: int) -> RunScore:
        """Return what a run would score if it had answered questions with the candidates it kept back.

        For measures of outcomes (accuracy, c@1, UF ...). A question whose candidate is not judged waits. The
        score itself for a measure of anything else. Raises KeyError for a run that is not shown.
        """
        tally, column = self._of(measure, run), self._basis.column_of[run]
        if not isinstance(tally, OutcomeTally):
            return self.score(measure, run)
        found = tally.with_candidates(measure, column, self._basis.candidates(run))
        return when_frozen(found) if self.is_closed else found

    def _why_not(self, measure: Measure, run: int) -> str:
        if self.is_made(run) and self.kind_of(measure) is not None:
            return tr("judges and the asker are runs on ranked questions only")
        kinds = or_list([kind_word(kind) for kind in self._kinds])
        return (
            tr("{measure} is not a measure of {kinds} questions", measure=measure, kinds=kinds)
            if kinds
            else tr("there is no question to score")
        )

    # Decisions on validation answers

    @property
    def _decisions(self) -> AnswerTally:
        """The tally of the first selected kind of question about whose answers runs decide."""
        if self._decided is None:
            kind = next((each for each in _DECIDED if each.name in self._kinds), _DECIDED[0])
            self._decided = cast("AnswerTally", self.tally(measure(kind.measures[0]), kind.name))
        return self._decided

    def counts(self, run: int, *, pairs: bool = True) -> Counts:
        """Return a run's decisions by truth; KeyError for a run that is not shown.

        `pairs`: with 2 U of its scores, which costs a sorting of them when it is first asked for.
        """
        return self._decisions.data(self._basis.column_of[run], with_pairs=pairs)

    def counts_of_runs(self) -> tuple[Counts, ...]:
        """Return the same of all runs shown, in the order of `runs`, with 2 U where it was counted."""
        decisions = self._decisions
        return tuple([decisions.data(column) for column in range(len(self.runs))])

    def units_of(self, run: int) -> list[tuple[int, int | None]]:
        """Return every answer that is scored, with 1 if the run decides it rightly, 0 if not, None if silent.

        Answers by position, in the order of the collection. KeyError for a run that is not shown.
        """
        answers, values = (part.tolist() for part in self.decided(run))
        return [(answer, None if value < 0 else value) for answer, value in zip(answers, values, strict=True)]

    def decided(self, run: int) -> tuple[Positions, Small]:
        """Return the same as two arrays: the answers, and 1 right, 0 wrong, -1 silent."""
        return self._decisions.decided(self._basis.column_of[run])

    def submitted(self) -> tuple[Positions, Small]:
        """Return all validation answers, scored or not, and what the stored runs shown say of each.

        Decisions have a column for each run, in the order of `runs`: 0 yes, 1 no, 2 silent.
        """
        answers, decisions = self._decisions.submitted
        return answers, decisions[:, [self._basis.column_of[run] for run in self.stored]]

    def decided_rightly(self) -> tuple[Positions, Positions]:
        """Return every answer that is scored, and how many of the runs shown decide it rightly."""
        return self._decisions.decided_rightly()

    def curve(self, run: int) -> ScoreCurve | None:
        """Return the counts at every threshold on a run's scores; None if it gives none.

        Answers without a score pass the threshold -infinity last. One pass, no sorting.
        """
        return self._decisions.curve(self._basis.column_of[run])

    def scores(self, run: int) -> Scores | None:
        """Return a run's scores by answer, NaN where it gives none; None without any (see `Submitted`)."""
        return self._decisions.given(self._basis.column_of[run])


_OF_RANKINGS = (RankingTally, GeometricTally, PooledTally, TimeTally)
"""The tallies whose bounds depend on what unjudged answers of ranked lists count as."""
_NO_BOUNDS = Bounds(math.nan, math.nan, exact=True)


def usual_measures(board: Scoreboard) -> list[Measure]:
    """Return the measures to show if none is chosen: the default ones of every selected kind.

    Where there are series, the score of series comes first, as in the track (Voorhees 2005).
    """
    if board.has_series:
        return series_measures(board.kinds)
    catalog, _, facts = board.collection
    return list(measures_by_default(catalog, facts, board.kinds or DISPLAY_ORDER[:1], in_tables=True))


def scoreboard_of(collection: Collection, gold: str | None = None) -> Scoreboard:
    """Return a scoreboard of its own under a gold standard by name; else under the one in force.

    Raises Refused for an unknown gold standard, and where the one in force does not apply.
    """
    chosen = gold_named(gold, collection.facts) if gold else gold_in_force(collection.catalog, collection.facts)
    return Scoreboard(collection, chosen, unjudged=unjudged_under(chosen, collection))
