"""The tally of rankings: for every question and run a value under each requested measure, and exact means.

A question is scored when everything its score depends on is judged (`jurybox.scoring.tallies.grades`); with
`unjudged` "nonrelevant" or "condensed" when anything is, and answers not judged then gain nothing in their
place, or are taken out of the rankings; a question of which nothing is judged is then left out. What nobody
labeled is settled by such a rule. Values come from the measure's own function over blocks of rankings
(`RankForm.rows`), whose additions run from rank to rank: one question alone is one small block of a full
pass.

Measures that look at what is not judged (`RankForm.sees_unjudged`) are scored on the same questions, and get
the rankings as they were submitted, with codes in place of gains: `jurybox.collection.pool` says which
answers are in no pool.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.facts import Unjudged
from jurybox.collection.pool import in_no_pool
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.measures.definition import Option
from jurybox.measures.forms import RankForm
from jurybox.measures.ranking_rows import JUDGED_OUT, LARGEST_EXPONENT, NOTHING, POOLED, UNPOOLED
from jurybox.scoring.basis import Basis, Small
from jurybox.scoring.bounds.mean_bounds import Ranges, mean_bounds
from jurybox.scoring.explain import explained_mean
from jurybox.scoring.results import (
    NO_ANSWERS,
    NO_SLOT,
    NOT_ALL,
    NOTHING_JUDGED,
    ON_PURPOSE,
    Bounds,
    Explanation,
    JudgedShare,
    OpenSlots,
    RunScore,
    Sizes,
    Table,
    Unscored,
    none_complete,
)
from jurybox.scoring.tallies.exact import ExactMeans
from jurybox.scoring.tallies.grades import OPEN, OUT, SETTLED, Grades
from jurybox.scoring.tallies.judged import JudgedCounts
from jurybox.scoring.tallies.layout import Group, Layout, Places
from jurybox.scoring.tallies.tally import Matrix, Positions, Tally, Touched

UNSELECTED, SCORED, WAITING, LEFT_OUT = range(4)

_STATUS_OF = np.array([SCORED, WAITING, LEFT_OUT], dtype=np.int8)
"""The status of a question that waits for all of its pool, by the worst state in it."""
_OF_SCALE = {"rel": attrgetter("least_relevant"), "top": attrgetter("highest")}
"""Options of measures that the scale gives where nobody chose them."""

WORTH_ALL = 8
"""If one in this many questions changes at once, all are scored again."""
STRETCH = 1 << 16
"""Places processed at once in a full pass."""

RANK_HEAD = ("rank", "answer", "said", "gain", "ideal gain", "part")
Values = NDArray[np.float64]
Options = list[list[float | None]]

WORTH_TRYING = 64
"""Up to this many completions of a question, all are scored."""
WORTH_KEEPING = 1 << 24
"""Up to this many values under completions are kept, for every pair of runs asks for them."""
_NONE: Positions = np.empty(0, dtype=np.int64)
ROUNDING = 1e-12
"""The margin by which a bound that is not a completion is widened."""


class Movable(NamedTuple):
    """What labels to come can move: a mask over slots, and the places of the selected questions with such slots."""

    slots: NDArray[np.bool_]
    places: Positions


class RankingTally(Tally):
    """Values of all columns over the questions of one kind that rankings answer.

    `question_of`: the question at every place; `status`: `UNSELECTED`, `SCORED`, `WAITING` or `LEFT_OUT` for it.
    `gain`: that of every slot, 0 while it is not known; `state`: of every slot, as in
    `jurybox.scoring.tallies.grades`.
    """

    def __init__(self, basis: Basis, grades: Grades) -> None:
        self.basis, self.grades = basis, grades
        self._sums: ExactMeans
        self._is_graded = KINDS[grades.kind].is_graded
        self._measures: dict[str, int] = {}
        self._live: list[Measure] = []
        self._ranges: dict[tuple[str, bool], RankingBounds] = {}
        self._open: dict[bool, Movable] = {}
        pool, sizes = grades.pools()
        self._pool = pool
        self.made_columns = grades.made_columns
        deep = sizes if self.made_columns else np.zeros_like(sizes)
        self.layout = Layout(grades.entries(), grades.columns, pool, sizes, grades.slots - 1, deep)
        self.question_of: Positions = grades.questions[self.layout.order]
        self._judged = JudgedCounts(self.layout)
        self._depths: dict[str, int | None] = {}
        self._on_purpose = basis.catalog.on_purpose[self.question_of]
        self._place_of = dict(zip(self.question_of.tolist(), range(len(self.question_of)), strict=True))
        self.restart()

    @property
    def unjudged(self) -> Unjudged:
        """How unjudged answers count; only graded questions have alternatives to leaving them pending."""
        return self.basis.unjudged if self._is_graded else "wait"

    def place_of(self, questions: Iterable[int]) -> list[int]:
        """Return the places of those of these questions that it has."""
        return [self._place_of[at] for at in questions if at in self._place_of]

    def few_places(self, questions: Positions | None) -> list[int] | None:
        """Return the same; None where it is no more work to count all questions again."""
        places = [] if questions is None else self.place_of(questions.tolist())
        many = questions is None or (len(places) * WORTH_ALL > self.layout.size and len(places) > 1)
        return None if many else places

    def scored_places(self) -> Positions:
        """Return the places of the questions that are scored, in the order of the collection."""
        places = np.flatnonzero(self.status == SCORED)
        found: Positions = places[np.argsort(self.question_of[places])]
        return found

    # Following

    def restart(self) -> None:
        """Score everything again."""
        self._ranges.clear()
        self._open.clear()
        self.gain = np.full(self.grades.slots, self.grades.lowest)
        self.state = np.zeros(self.grades.slots, dtype=np.int8)
        self.gain[self._pool], self.state[self._pool] = self.grades.worth(self._pool)
        self._is_judged = np.zeros(self.grades.slots, dtype=np.bool_)
        self._is_judged[self._pool] = self.grades.is_judged(self._pool, self.state[self._pool])
        self._judged.clear()
        self._unjudged_code = np.full(self.grades.slots, POOLED)
        self._unjudged_code[np.flatnonzero(in_no_pool(self.basis.catalog, self.basis.ledger))] = UNPOOLED
        if self.made_columns:
            for place in range(self.layout.size):
                self._remake(place, self.layout.block(place)[0])
        self.status = self._status_of_all()
        self._statuses = np.bincount(self.status, minlength=4).tolist()
        self._score_all()

    def track(self, measures: Iterable[Measure]) -> None:
        """Keep these measures live, all counted in one pass."""
        new = {measure.name: measure for measure in measures if measure.name not in self._measures}
        if not new:
            return
        first = len(self._live)
        for name, measure in new.items():
            self._measures[name] = len(self._live)
            self._live.append(measure)
        self._score_all(first)

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether anything that scores rest on moved."""
        places = self.few_places(touched.graded if self._is_graded else touched.questions)
        if places is None:
            self.restart()
            return True
        moved = [self._move_one(place) for place in places]
        return any(moved)

    def _forget(self, place: int) -> None:
        self._open.clear()
        for ranges in self._ranges.values():
            ranges.stale.add(place)

    def _remake(self, place: int, ranked: Places) -> bool:
        """Put in what runs rank now that are made of labels; return whether that is anything new."""
        slots = self.grades.made_rankings(int(self.question_of[place])).T
        made = np.full((len(ranked), len(self.made_columns)), self.layout.nothing)
        made[: len(slots)] = np.where(slots < 0, self.layout.nothing, slots)
        is_new = bool((made != ranked[:, self.made_columns]).any())
        ranked[:, self.made_columns] = made
        return is_new

    def _move_one(self, place: int) -> bool:
        if self.status[place] == SCORED:
            self._judged.add(place, self._is_judged, -1)
        moved = self._follow(place)
        if self.status[place] == SCORED:
            self._judged.add(place, self._is_judged, 1)
        return moved

    def _follow(self, place: int) -> bool:
        ranked, pooled = self.layout.block(place)
        worth = self.grades.worth(pooled)
        is_judged = self.grades.is_judged(pooled, worth.state)
        made = bool(self.made_columns) and self._remake(place, ranked)
        same = (worth.gain == self.gain[pooled]) & (worth.state == self.state[pooled])
        same &= is_judged == self._is_judged[pooled]
        self._is_judged[pooled] = is_judged
        is_scored = int(self.status[place]) in (UNSELECTED, SCORED)
        if not made and same.all() and (is_scored or self.unjudged == "wait"):
            self._forget(place)  # else the first label of a question can make it one that waits
            return False
        self.gain[pooled], self.state[pooled] = worth
        before = int(self.status[place])
        now = LEFT_OUT if self._on_purpose[place] else self._status_of_one(worth.state, pooled)
        if not self.basis.wanted[self.question_of[place]]:
            return False
        self._forget(place)
        self._statuses[before] -= 1
        self._statuses[now] += 1
        self.status[place] = now
        if SCORED not in (before, now):
            return False
        after = np.full(self._sums.counts.shape, np.nan)
        if now == SCORED:
            for at, rows in enumerate(self._score(ranked[None], pooled[None], self._live)):
                after[at] = rows[:, 0]
        self._sums.change(place, after)
        return True

    # Full passes

    def _status_of_all(self) -> NDArray[np.int8]:
        status = np.full(self.layout.size, UNSELECTED, dtype=np.int8)
        for group in self.layout.groups:
            end = group.start + len(group.pooled)
            status[group.start : end] = self._status_of(self.state[group.pooled], group.pooled)
        status[self._on_purpose & (status != UNSELECTED)] = LEFT_OUT
        status[~self.basis.wanted[self.question_of]] = UNSELECTED
        return status

    def _status_of_one(self, state: Small, pooled: Places) -> int:
        """Return the status of one question; by far the most often, the worst state of its pool."""
        if self.unjudged == "wait" and pooled[0] < self.layout.nothing:
            return int(_STATUS_OF[state.max()])
        return int(self._status_of(state[None], pooled[None])[0])

    def _status_of(self, state: Small, pooled: Places) -> Small:
        """Return the status of questions from the states of their pools, in shape (questions, slots)."""
        status: Small
        if self.unjudged == "wait":
            status = _STATUS_OF[state.max(axis=1)]
        else:
            judged = ((state == SETTLED) & (pooled < self.layout.nothing)).any(axis=1)
            waits = np.where(self._begun(pooled, state).any(axis=1), np.int8(WAITING), np.int8(LEFT_OUT))
            status = np.where(judged, np.int8(SCORED), waits)
        if self._is_graded:
            status[pooled[:, 0] >= self.layout.nothing] = LEFT_OUT  # its pool is empty
        return status

    def _begun(self, slots: Places | Positions, state: Small) -> NDArray[np.bool_]:
        """Return which slots in these states are undecided, and not merely unjudged: somebody labeled them."""
        begun: NDArray[np.bool_] = state == OPEN
        if begun.any():
            begun[begun] = self.grades.is_begun(slots[begun])
        return begun

    def _score_all(self, first: int = 0) -> None:
        """Score every question under the live measures from `first` on; values of those before are in force."""
        live = self._live[first:]
        scored = np.empty((self.layout.size, len(live), self.layout.columns))  # every place is in a group
        if live:
            for group in self.layout.groups:
                step = max(1, STRETCH // max(1, group.ranked[0].size))
                for at in range(0, len(group.pooled), step):
                    start, end = group.start + at, group.start + min(at + step, len(group.pooled))
                    found = self._score(group.ranked[at : at + step], group.pooled[at : at + step], live)
                    for row, values in enumerate(found):
                        scored[start:end, row] = values.T
            if self._statuses[SCORED] < self.layout.size:
                scored[self.status != SCORED] = np.nan
        self._sums = ExactMeans(np.concatenate((self._sums.values[:, :first], scored), axis=1) if first else scored)

    def _score(self, ranked: Places, pooled: Places, live: Sequence[Measure]) -> list[Values]:
        """Return the values of blocks of questions, in shape (columns, questions), for each of these measures."""
        blocks: dict[bool, tuple[Values, Values]] = {}
        found = []
        for measure in live:
            form = self.form(measure)
            if form.sees_unjudged not in blocks:
                blocks[form.sees_unjudged] = self.gains_of(ranked, form), self.ideal_of(pooled, form)
            gains, ideal = blocks[form.sees_unjudged]
            found.append(form.rows(gains, ideal, **self.options_of(measure)))
        if self.made_columns:
            # Somebody who judged nothing of a question ranked nothing there, which is not a score of 0.
            silent = np.zeros((self.layout.columns, len(ranked)), dtype=np.bool_)
            silent[self.made_columns] = (ranked[:, 0, self.made_columns] >= self.layout.nothing).T
            found = [np.where(silent, np.nan, values) for values in found]
        return found

    @staticmethod
    def form(measure: Measure) -> RankForm:
        """Return how a measure scores rankings; ValueError for one that does not."""
        if measure.ranks is None:
            msg = tr("{measure} does not score rankings", measure=measure)
            raise ValueError(msg)
        return measure.ranks

    def options_of(self, measure: Measure) -> dict[str, Option]:
        """Return the options of a measure, completed by those of the scale here."""
        left_open: dict[str, Option] = {
            name: of(self.grades) for name, of in _OF_SCALE.items() if measure.options.get(name, of) is None
        }
        return measure.options | left_open if left_open else measure.options

    def gains_of(self, ranked: Places, form: RankForm, gains: Values | None = None) -> Values:
        """Return the gains at the ranks of blocks, in shape (ranks, columns, questions); `gains` as in `seen`."""
        if gains is None and self.condenses(form):
            ranked = _without(ranked, self.state[ranked] != SETTLED)
        return self.seen(np.ascontiguousarray(ranked.transpose(1, 2, 0)), form, gains)

    def ideal_of(self, pooled: Places, form: RankForm, gains: Values | None = None) -> Values:
        """Return the gains of pools, highest first, in shape (ranks, questions)."""
        return np.ascontiguousarray(np.sort(self.seen(pooled, form, gains), axis=1)[:, ::-1].T)

    def condenses(self, form: RankForm) -> bool:
        """Return whether what is not judged is taken out of the rankings that a measure gets."""
        return self.unjudged == "condensed" and not form.sees_unjudged

    def seen(self, slots: Places | Positions, form: RankForm, gains: Values | None = None) -> Values:
        """Return the gains of slots as a measure gets them, in the shape of the slots.

        `gains`: of all slots, where these are not those in force; only what is left out is then unjudged.
        """
        found: Values = (self.gain if gains is None else gains).take(slots, mode="clip")
        if not form.sees_unjudged:
            return found
        state = self.state.take(slots, mode="clip")
        unjudged = state != SETTLED if gains is None else state == OUT
        these = slots[unjudged]
        codes, is_judged = (each.take(these, mode="clip") for each in (self._unjudged_code, self._is_judged))
        found[unjudged] = codes + JUDGED_OUT * is_judged
        found[slots >= self.layout.nothing] = NOTHING
        return found

    def unjudged_codes(self, slots: Positions) -> Values:
        """Return the codes of slots that labels leave out, for a measure that considers unjudged answers."""
        codes: Values = self._unjudged_code[slots] + JUDGED_OUT
        return codes

    def span(self, measure: Measure) -> tuple[float, float]:
        """Return the lowest and the highest value that a measure can have."""
        return measure.low, measure.high

    # Scores

    def _row(self, measure: Measure) -> int:
        if measure.name not in self._measures:
            self.track([measure])
        return self._measures[measure.name]

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        del measure
        return Sizes(*self._statuses[SCORED:])

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the mean over the questions that are scored; undefined ones are left out of it."""
        row = self._row(measure)
        value, units = self._sums.means(row)[column], int(self._sums.counts[row, column])
        _, scored, waiting, left_out = self._statuses
        left_out += scored - units
        reason = self._why(measure, column, scored, waiting) if math.isnan(value) else ""
        return RunScore(value, reason, units, waiting, left_out)

    def judged(self, measure: Measure, column: int) -> JudgedShare | None:
        """Return how much is judged of what a column returned to the depth of a measure; None without levels."""
        if not self._is_graded:
            return None
        if measure.name not in self._depths:
            cutoff = measure.options.get("cutoff")
            self._depths[measure.name] = (
                1 if self.form(measure).first_only else cutoff if isinstance(cutoff, int) else None
            )
        depth = self._depths[measure.name]
        known = self._judged.known.get(depth)
        return (known or self._judged.count(depth, self._is_judged, self.status == SCORED))[column]

    def is_silent(self, place: int, column: int) -> bool:
        """Return whether a column is made of labels and its maker labeled nothing of a question."""
        first = self.layout.block(place)[0][0, column]
        return column in self.made_columns and int(first) >= self.layout.nothing

    def why_undefined(self, measure: Measure, place: int, column: int) -> str:
        """Return why a question that is scored has no value for a column, in one clause."""
        if self.is_silent(place, column):
            return tr("{runs} ranked no answer of the question", runs=self.basis.name_of(self.basis.runs[column]))
        return self._why_of(measure)

    def _why_of(self, measure: Measure) -> str:
        """Return why a measure is undefined for a question."""
        if measure.base != "ERR" and measure.options.get("gain") == "exponential":
            highest = self.grades.highest or 0.0
            if highest > LARGEST_EXPONENT:
                return tr("2 to the power of a gain of {highest:g} is too large a number", highest=highest)
        return measure.why if isinstance(measure.why, str) else tr("it is undefined")

    def _why(self, measure: Measure, column: int, scored: int, waiting: int) -> str:
        places = np.flatnonzero(self.status == SCORED).tolist()
        if scored and all(self.is_silent(place, column) for place in places):
            name = self.basis.name_of(self.basis.runs[column])
            return tr("{name} ranked no answer of a question that is scored", name=name)
        if scored:
            why = self._why_of(measure)
            return why if scored == 1 else tr("no unit has a score; the first: {why}", why=why)
        if waiting:
            return none_complete("question")
        out = np.flatnonzero(self.status == LEFT_OUT)
        return self.why_out(int(out[0])) if len(out) else tr("there is no unit to average over")

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return the questions that are scored, in the order of the collection, and their values."""
        places = self.scored_places()
        row = self._row(measure)  # first, as it may bring new values
        return self.question_of[places], self._sums.values[places, row]

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        del measure
        return np.sort(self.question_of[self.status == WAITING])

    def left_out(self) -> list[int]:
        """Return the places of the questions that are left out."""
        return [int(place) for place in np.flatnonzero(self.status == LEFT_OUT)]

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return between what the mean of a column can still end; see `RankingBounds`."""
        return self._range(measure, if_all_judged=if_all_judged).bounds(column)

    def ranges(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> tuple[Values, Ranges, bool]:
        """Return what bounds of a column are made of: settled values, ranges of the rest, whether exact."""
        return self._range(measure, if_all_judged=if_all_judged).ranges(column)

    def difference(self, measure: Measure, a: int, b: int, *, if_all_judged: bool = False) -> Bounds:
        """Return the same for the mean of column `a` minus that of column `b`."""
        return self._range(measure, if_all_judged=if_all_judged).difference(a, b)

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare bounds, for this many questions at most; return whether they are ready."""
        return self._range(measure, if_all_judged=if_all_judged).prepare(most)

    def _range(self, measure: Measure, *, if_all_judged: bool = False) -> "RankingBounds":
        key = measure.name, if_all_judged or self.unjudged == "wait"
        if key not in self._ranges:
            self._row(measure)
            self._ranges[key] = RankingBounds(self, measure, if_all_judged=if_all_judged)
        return self._ranges[key]

    def movable(self, *, if_all_judged: bool = False) -> Movable:
        """Return what labels to come could still move.

        Where a rule says what unjudged answers count as, none are to come for them: they are settled, unless
        `if_all_judged` asks what would be if they were judged all the same.
        """
        key = if_all_judged or self.unjudged == "wait"
        if key not in self._open:
            pool, state = self._pool, self.state[self._pool]
            moves = self.grades.movable(pool, state)
            if not key:
                moves &= (state != OPEN) | self._begun(pool, state)
            slots = np.zeros(self.grades.slots, dtype=np.bool_)
            slots[pool] = moves
            found = [self._open_in(group, slots) for group in self.layout.groups]
            places = np.concatenate([np.empty(0, dtype=np.int64), *found])
            self._open[key] = Movable(slots, places[self.status[places] != UNSELECTED])
        return self._open[key]

    def open_places(self) -> Positions:
        """Return the places of selected questions that labels to come could still move."""
        return self.movable().places

    def _open_in(self, group: Group, movable: NDArray[np.bool_]) -> Positions:
        found = movable[group.pooled].any(axis=1)
        if self.unjudged == "wait":
            found &= ~(self.state[group.pooled] == OUT).any(axis=1)
        places: Positions = np.flatnonzero(found)
        return places + group.start

    def finished(self, place: int, form: RankForm, movable: Movable) -> tuple[Places, Places]:
        """Return what was ranked for a question, as it is scored when all that can move is judged; its pool."""
        ranked, pooled = self.layout.block(place)
        if self.condenses(form):
            dropped = (self.state[ranked] != SETTLED) & ~((self.state[ranked] == OPEN) & movable.slots[ranked])
            ranked = _without(ranked[None], dropped[None])[0]
        return ranked, pooled

    def open_slots(self, place: int, movable: Movable | None = None) -> Positions:
        """Return the slots of a question that labels to come could still move, or those of `movable`."""
        pooled = self.layout.block(place)[1]
        slots: Positions = pooled[(movable or self.movable()).slots[pooled]].astype(np.int64)
        return slots

    def ends_of_slots(self, movable: Movable) -> tuple[Values, Values, NDArray[np.bool_]]:
        """Return the lowest and the highest gain of every slot, and whether a completion leaves it out."""
        grades = self.grades
        sets, at = np.unique(grades.bits(np.arange(grades.slots)), return_inverse=True)
        options = [grades.options(each) for each in sets.tolist()]
        lowest = grades.lowest
        gains = [[lowest if gain is None else gain for gain in each] or [lowest] for each in options]
        low, high = (np.array([end(each) for each in gains])[at] for end in (min, max))
        settled = ~movable.slots
        out = np.array([None in each for each in options])[at]
        return (
            np.where(settled, self.gain, low),
            np.where(settled, self.gain, high),
            out & ~settled & (self.state != OUT),
        )

    @staticmethod
    def is_relevant(gains: Values, least: Option) -> NDArray[np.bool_]:
        """Return which gains are those of relevant answers; `least` None: any above 0."""
        relevant: NDArray[np.bool_] = gains >= least if isinstance(least, (int, float)) else gains > 0
        return relevant

    def settled_values(self, measure: Measure, movable: Movable) -> Values:
        """Return the values of the questions that nothing movable is in, in shape (places, columns)."""
        settled = np.ones(self.layout.size, dtype=np.bool_)
        settled[movable.places] = False
        row = self._row(measure)
        values: Values = self._sums.values[settled, row]
        return values

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how a mean, or the value of one question, came about."""
        if unit is None:
            questions, values = self.values(measure)
            score = self.score(measure, column)
            return explained_mean(measure, score, "question", questions, values[:, column], several="questions")
        return explained_ranking(self, measure, column, self._place_of[unit])

    # What explanations ask

    def ranking(self, place: int, column: int, form: RankForm) -> list[int]:
        """Return the slots that a column ranked for a question, best first, as a measure scores them."""
        slots = self.layout.block(place)[0][:, column]
        slots = slots[slots < self.layout.nothing]
        if self.condenses(form):
            slots = slots[self.state[slots] == SETTLED]
        return [int(slot) for slot in slots]

    def name_of_slot(self, slot: int) -> int | str:
        """Return the position of an answer, or NIL."""
        return slot if slot < self.basis.catalog.answer_count else "NIL"

    def why_out(self, place: int) -> str:
        """Return why a question is not scored, and will not be, in one clause."""
        if self.status[place] == UNSELECTED:
            return tr("the question is not among those that are scored")
        if self._on_purpose[place]:
            return ON_PURPOSE
        pooled = self.layout.block(place)[1]
        if self._is_graded and pooled[0] >= self.layout.nothing:
            return NO_ANSWERS
        return NOTHING_JUDGED if self._is_unjudged(place) else self.grades.why_out

    def _is_unjudged(self, place: int) -> bool:
        """Return whether a question is left out because nothing is judged, and a rule says that nothing waits."""
        open_slots = self.state[self.layout.block(place)[1]] == OPEN
        return self.unjudged != "wait" and int(self.status[place]) == LEFT_OUT and bool(open_slots.any())

    def why_not(self, question: int) -> list[Unscored]:
        """Return what keeps a question from being scored; empty for one that is scored."""
        place = self._place_of[question]
        if self.status[place] not in (WAITING, LEFT_OUT):
            return []
        pooled = self.layout.block(place)[1]
        as_a_whole = self._on_purpose[place] or self._is_unjudged(place)
        slots = [] if as_a_whole else pooled[self.state[pooled] != SETTLED].tolist()
        found = [
            Unscored(self.name_of_slot(slot), bool(self.state[slot] == OPEN), self.grades.why(slot)) for slot in slots
        ]
        return found or [Unscored("", is_pending=False, why=self.why_out(place))]

    def all_open(self) -> OpenSlots:
        """Return what `why_not` names for all questions, without the reasons."""
        found: list[tuple[Positions, Positions]] = []
        for group in self.layout.groups:
            places = np.arange(group.start, group.start + len(group.pooled))
            status, state = self.status[places], self.state[group.pooled]
            is_out = (status == WAITING) | (status == LEFT_OUT)
            by_rule = (self.unjudged != "wait") & (status == LEFT_OUT) & (state == OPEN).any(axis=1)
            is_open = (state != SETTLED) & (is_out & ~by_rule & ~self._on_purpose[places])[:, None]
            rows, columns = np.nonzero(is_open)
            whole = np.flatnonzero(is_out & ~is_open.any(axis=1))
            found.append((places[rows], group.pooled[rows, columns].astype(np.int64)))
            found.append((places[whole], np.full(len(whole), NO_SLOT)))
        at = np.concatenate([places for places, _ in found] or [_NONE])
        slots = np.concatenate([slots for _, slots in found] or [_NONE])
        return OpenSlots(self.question_of[at], slots, (slots != NO_SLOT) & (self.state[slots] == OPEN))

    def value_at(self, measure: Measure, place: int, column: int) -> tuple[float, str]:
        """Return the value of a question for a column, and "waits" or "out" if it is not scored."""
        row = self._row(measure)
        value = float(self._sums.values[place, row, column])
        status = int(self.status[place])
        return value, {SCORED: "", WAITING: "waits"}.get(status, "out")


class OnRankings(Tally):
    """A tally made of that of rankings, which says what is scored and is up to date before it."""

    rankings: RankingTally

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out."""
        return self.rankings.sizes(measure)

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        return self.rankings.waiting(measure)


def _without(ranked: Places, dropped: NDArray[np.bool_]) -> Places:
    """Return blocks of rankings in which removed items come after all others."""
    if not dropped.any():
        return ranked
    return np.take_along_axis(ranked, np.argsort(dropped, axis=1, kind="stable"), axis=1)


def explained_ranking(tally: RankingTally, measure: Measure, column: int, place: int) -> Explanation:
    """Return how the value of one question came about: what stood at each rank and what it counts."""
    ranked, pooled = tally.layout.block(place)
    form = tally.form(measure)
    gains, ideal = tally.gains_of(ranked[None], form)[:, column], tally.ideal_of(pooled[None], form)
    by_rank, divisor = form.parts(gains, ideal, **tally.options_of(measure))
    parts, below = by_rank[:, 0].tolist(), np.asarray(divisor).ravel()[0].item()
    score = _score_of_ranking(tally, measure, column, place)
    slots, least = tally.ranking(place, column, form), min(0.0, tally.grades.lowest)
    columns = zip(
        slots,
        gains[:, 0].tolist(),
        [*ideal[:, 0].tolist(), *[0.0] * len(slots)],
        [*parts, *[0.0] * len(slots)],
        strict=False,
    )
    rows = [
        (rank, tally.name_of_slot(slot), _said(tally, slot, gain), max(gain, least), max(best, least), part)
        for rank, (slot, gain, best, part) in enumerate(columns, start=1)
    ]
    return Explanation(
        measure,
        measure.formula,
        _ranking_with_numbers(parts, below, score),
        (("parts", math.fsum(parts)), ("below", below)),
        {"parts": tr("what the ranks count, added up"), "below": form.divisor},
        score,
        int(tally.question_of[place]),
        Table(RANK_HEAD, tuple(rows)),
    )


def _said(tally: RankingTally, slot: int, gain: float) -> str:
    """Return the label of a slot in words, and whether it is in no pool if the measure uses that."""
    said = tally.grades.text(slot)
    return tr("{said}, in no pool", said=said) if gain == UNPOOLED else said


def _ranking_with_numbers(parts: list[float], below: float, score: RunScore) -> str:
    if not below and score.defined:
        return tr("no answer of the question is relevant, which counts {result_text}", result_text=score.result_text)
    summed = " + ".join(f"{part:.4g}" for part in parts if part) or "0"
    return f"({summed}) ÷ {below:.4g} {score.result_text}"


def _score_of_ranking(tally: RankingTally, measure: Measure, column: int, place: int) -> RunScore:
    """Return the score of one question alone."""
    value, status = tally.value_at(measure, place, column)
    if not math.isnan(value):
        return RunScore(value, "", 1, 0, 0)
    if status == "waits":
        return RunScore(value, NOT_ALL, 0, 1, 0)
    reason = tally.why_out(place) if status else tally.why_undefined(measure, place, column)
    return RunScore(value, reason, 0, 0, 1)


class RankingBounds:
    """Ranges of all open questions under one measure, for all columns; computed again where one moved.

    Where few completions of a question differ, all are scored, so its range is exact although nDCG, for
    one, is not monotone in the labels. Else it is the range between two rankings that no completion
    leaves: a measure that rises with the gains of a ranking (`RankForm.effect`) falls with those of the
    ideal one, so all gains at their highest over an ideal of all at their lowest is as high as none can
    be. For measures that look at no ideal ranking (MRR, Hit@1) both ends are completions themselves. Of a
    measure that does not rise it is its range.

    In `unjudged="condensed"` a ranking changes its length with a label that leaves an answer out; then
    the measure's own range is all that is said. So it is for runs that are made of labels themselves.

    `low`, `high`: shape (places, columns); `can_be_out`, `exact` by place. `stale`: places to compute again.
    """

    def __init__(self, tally: RankingTally, measure: Measure, *, if_all_judged: bool = False) -> None:
        self._tally, self._measure, self._if_all_judged = tally, measure, if_all_judged
        shape = tally.layout.size, tally.layout.columns
        self.low, self.high = np.full(shape, np.nan), np.full(shape, np.nan)
        self.can_be_out = np.zeros(shape[0], dtype=np.bool_)
        self.exact = np.ones(shape[0], dtype=np.bool_)
        self.stale = set(self._movable.places.tolist())
        self._tried: dict[int, Values] = {}
        self._to_try: set[int] = set()
        self._kept = 0
        self._stacks: list[tuple[Positions, Values]] | None = None

    @property
    def _movable(self) -> Movable:
        return self._tally.movable(if_all_judged=self._if_all_judged)

    def bounds(self, column: int) -> Bounds:
        """Return the bounds of the mean of a column."""
        settled, ranges, exact = self.ranges(column)
        return mean_bounds(settled, ranges, exact=exact)

    def ranges(self, column: int) -> tuple[Values, Ranges, bool]:
        """Return the values of the questions that are settled, the ranges of the others, whether exact."""
        self._refresh()
        movable = self._movable
        places = movable.places
        ranges = Ranges(self.low[places, column], self.high[places, column], self.can_be_out[places])
        settled = self._tally.settled_values(self._measure, movable)[:, column]
        exact = bool(self.exact[places].all()) and (column not in self._tally.made_columns or not len(places))
        return settled, ranges, exact

    def difference(self, a: int, b: int) -> Bounds:
        """Return the bounds of the mean difference of two columns."""
        self._refresh()
        movable = self._movable
        places = movable.places
        low, high = self.low[places, a] - self.high[places, b], self.high[places, a] - self.low[places, b]
        exact = self.exact[places] & ((low == high) | np.isnan(low))
        if {a, b} & set(self._tally.made_columns):
            exact[:] = False
        else:
            for tried, values in itertools.chain(self._stacked(), self._tried_again()):
                at = np.searchsorted(places, tried)
                is_open = ~exact[at]
                low[at[is_open]], high[at[is_open]] = _ends(values[is_open, a] - values[is_open, b])
                exact[at] |= self.exact[tried]
        settled = self._tally.settled_values(self._measure, movable)
        between = settled[:, a] - settled[:, b]
        ranges = Ranges(low, high, self.can_be_out[places])
        return mean_bounds(between, ranges, exact=bool(exact.all()))

    def prepare(self, most: int) -> bool:
        """Recompute this many questions at most; return whether none is left."""
        self._refresh(most)
        return not self.stale

    def _refresh(self, most: int | None = None) -> None:
        if not self.stale:
            return
        stale = sorted(self.stale & set(self._movable.places.tolist()))
        now, later = stale[:most], () if most is None else stale[most:]
        self._set_outer(np.array(now, dtype=np.int64))
        for place in self.stale.difference(later):
            self._keep(place, None)
        self._stacks = None
        for place in now:
            if (options := self._few_options(place)) is not None:
                self._keep(place, self._set_exact(place, options))
            self._widen_made(place)
        self.stale = set(later)

    def _keep(self, place: int, values: Values | None) -> None:
        """Keep the values of a question under all its completions while there is room; None: it has none to keep."""
        self._to_try.discard(place)
        if place in self._tried:
            self._kept -= self._tried.pop(place).size
        if values is not None and self._kept + values.size > WORTH_KEEPING:
            self._to_try.add(place)
        elif values is not None:
            self._tried[place] = values
            self._kept += values.size

    def _tried_again(self) -> Iterator[tuple[Positions, Values]]:
        """Yield the same as `_stacked` of each question whose values had no room."""
        for place in sorted(self._to_try):
            if (options := self._few_options(place)) is not None:
                yield np.array([place], dtype=np.int64), self._all_values(place, options)[None]

    def _stacked(self) -> list[tuple[Positions, Values]]:
        """Return the places of which all completions were tried, with the values of all columns under each.

        In shape (places, columns, completions), those with as many completions together: every pair of runs asks.
        """
        if self._stacks is None:
            alike: dict[int, list[tuple[int, Values]]] = {}
            for place, values in sorted(self._tried.items()):
                alike.setdefault(values.shape[1], []).append((place, values))
            self._stacks = [
                (np.array([place for place, _ in some], dtype=np.int64), np.stack([values for _, values in some]))
                for some in alike.values()
            ]
        return self._stacks

    def _widen_made(self, place: int) -> None:
        """Let runs that are made of labels range as far as the measure does; a label moves their rankings.

        A question of which somebody judged nothing stays out for them: who has labels to give has other
        bounds (`Scoreboard.bounds`).
        """
        made = self._tally.made_columns
        if made:
            known = ~np.isnan(self.low[place, made])
            known &= ~np.array([self._tally.is_silent(place, column) for column in made])
            low, high = self._tally.span(self._measure)
            self.low[place, made] = np.where(known, low, np.nan)
            self.high[place, made] = np.where(known, high, np.nan)

    # Few completions

    def _few_options(self, place: int) -> Options | None:
        """Return the possible gains of each open slot of a question, if all can be tried."""
        grades = self._tally.grades
        bits = grades.bits(self._tally.open_slots(place, self._movable)).tolist()
        options = {each: grades.options(each) for each in set(bits)}
        if self._tally.unjudged == "condensed" and any(None in each for each in options.values()):
            return None  # the ranking would get shorter
        completions = 1
        for each in bits:
            completions *= len(options[each])
            if completions > WORTH_TRYING:
                return None  # soon, where thousands of answers are pooled: every pair of runs asks this
        return [options[each] for each in bits]

    def _all_values(self, place: int, options: Options) -> Values:
        """Return the values of all columns under every completion, in shape (columns, completions)."""
        tally, measure = self._tally, self._measure
        form = tally.form(measure)
        ranked, pooled = tally.finished(place, form, self._movable)
        said = np.array(list(itertools.product(*options)), dtype=np.float64)
        gains = np.repeat(tally.seen(ranked, form)[:, :, None], len(said), axis=2)
        pool = np.repeat(tally.seen(pooled, form)[:, None], len(said), axis=1)
        is_out = np.isnan(said).any(axis=1)
        slots = tally.open_slots(place, self._movable)
        left_out = tally.unjudged_codes(slots) if form.sees_unjudged else np.full(len(slots), tally.grades.lowest)
        known = np.where(np.isnan(said), left_out, said)
        for at, slot in enumerate(slots.tolist()):
            gains[ranked == slot] = known[:, at]
            pool[pooled == slot] = known[:, at]
        ideal = np.ascontiguousarray(np.sort(pool, axis=0)[::-1])
        values: Values = np.array(form.rows(gains, ideal, **tally.options_of(measure)))
        if tally.unjudged == "wait":
            values[:, is_out] = np.nan
        return values

    def _set_exact(self, place: int, options: Options) -> Values:
        values = self._all_values(place, options)
        self.low[place], self.high[place] = _ends(values)
        self.can_be_out[place] = np.isnan(values).any()
        self.exact[place] = not self._tally.grades.depends(self._tally.open_slots(place, self._movable))
        return values

    # Many completions

    def _set_outer(self, places: NDArray[np.int64]) -> None:
        """Set the range between two rankings that no completion leaves."""
        if not len(places):
            return
        tally, movable, options = self._tally, self._movable, dict(self._tally.options_of(self._measure))
        lowest_value, highest_value = tally.span(self._measure)
        least_relevant = options.get("rel")
        counts_zero = options.pop("undefined", "") == "zero"
        lowest, highest, goes_out = tally.ends_of_slots(movable)
        form = tally.form(self._measure)
        without_ideal = not form.uses_ideal
        for place in places.tolist():
            ranked, pooled = tally.finished(place, form, movable)
            least, most = (np.sort(ends[pooled])[::-1, None] for ends in (lowest, highest))
            low = form.rows(lowest[ranked][:, :, None], most, **options)[:, 0]
            high = form.rows(highest[ranked][:, :, None], least, **options)[:, 0]
            never = np.isnan(low)
            is_open = np.isnan(high)
            if is_open.any():
                reach = tally.is_relevant(highest[ranked], least_relevant).any(axis=0)
                high = np.where(is_open, np.where(reach, highest_value, 0.0), high)
            if not without_ideal:
                low, high = (np.maximum(low - ROUNDING, lowest_value), np.minimum(high + ROUNDING, highest_value))
            goes = bool(goes_out[pooled].any())
            gets_shorter = goes and tally.unjudged == "condensed"
            is_unordered = gets_shorter or form.effect != "rises"
            if is_unordered:
                low, high = np.full_like(low, lowest_value), np.full_like(high, highest_value)
            undefined = not without_ideal and not tally.is_relevant(lowest[pooled], least_relevant).any()
            if undefined and counts_zero:
                low[:], undefined = 0.0, False
            low[never] = high[never] = 0.0 if counts_zero else np.nan
            self.low[place], self.high[place] = low, high
            self.can_be_out[place] = undefined or (goes and tally.unjudged == "wait")
            depends = tally.grades.depends(tally.open_slots(place, movable))
            self.exact[place] = without_ideal and not is_unordered and not depends


def _ends(values: Values) -> tuple[Values, Values]:
    """Return the lowest and highest defined value along the last axis; NaN if there is none."""
    low = np.where(np.isnan(values), math.inf, values).min(axis=-1)
    high = np.where(np.isnan(values), -math.inf, values).max(axis=-1)
    return np.where(np.isinf(low), np.nan, low), np.where(np.isinf(high), np.nan, high)
