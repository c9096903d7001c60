"""The tally of recall pooled over questions: at each rank what was found over what can be, then the mean.

Both are added up over the questions that are scored, in whole numbers, so that a sum is the same in any order.
"""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.measures.ranking_rows import down_to
from jurybox.scoring.results import Bounds, Explanation, RunScore, Table
from jurybox.scoring.tallies.layout import Places
from jurybox.scoring.tallies.rankings import SCORED, STRETCH, RankingTally
from jurybox.scoring.tallies.tally import Positions
from jurybox.scoring.tallies.whole_rankings import WholeRankings, of_each
from jurybox.scoring.unit_table import Units, pooled_form, pooled_table

Sums = NDArray[np.float64]


class _RecallSums(NamedTuple):
    """What was found, in shape (ranks, columns), and what can be, in shape (ranks, columns) or (ranks, 1)."""

    found: Sums
    most: Sums


class _PooledScores(NamedTuple):
    scores: Sums
    parts: _RecallSums


class PooledTally(WholeRankings[_PooledScores]):
    """Recall over all questions at once, for all columns."""

    def __init__(self, rankings: RankingTally) -> None:
        super().__init__(rankings)
        self._ends: dict[tuple[str, bool], tuple[Sums, Sums, bool]] = {}

    def restart(self) -> None:
        """Forget what was kept; the rankings are up to date."""
        super().restart()
        self._ends.clear()

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score; its units are the questions that have a relevant answer."""
        found = self.rankings.score(of_each(measure), column)
        if math.isnan(found.value):
            return found
        value = float(self._now(measure).scores[column])
        return found._replace(value=found.value if math.isnan(value) else value)

    def _now(self, measure: Measure) -> _PooledScores:
        if measure.name not in self.kept:
            scored = np.flatnonzero(self.rankings.status == SCORED)
            parts = self._added(measure, (each for _, each in self._blocks(measure, scored)))
            self.kept[measure.name] = _PooledScores(pooled_form(measure).compute(*parts), parts)
        return self.kept[measure.name]

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return what was found of each question and what can be, at each rank."""
        del whole_questions
        places = np.flatnonzero(self.rankings.status == SCORED)
        depth, columns = int(measure.options["cutoff"] or 0), self.rankings.layout.columns
        found, most = np.zeros((len(places), depth, columns)), np.zeros((len(places), depth))
        for at, (here, possible) in self._blocks(measure, places):
            rows = np.searchsorted(places, at)
            found[rows], most[rows] = here.transpose(2, 0, 1), possible[:, 0].T
        order = np.argsort(self.rankings.question_of[places])
        return Units(
            self.unit,
            self.rankings.question_of[places][order],
            pooled_table(measure, found[order, :, :runs], most[order]),
        )

    def _blocks(self, measure: Measure, places: Positions) -> Iterator[tuple[Positions, _RecallSums]]:
        """Yield some of these places at a time, with what their questions add, the questions last."""
        form, of = pooled_form(measure), of_each(measure)
        ranks, options = self.rankings.form(of), self.rankings.options_of(of)
        for at, ranked, pooled in self._stretches(places):
            gains, ideal = self.rankings.gains_of(ranked, ranks), self.rankings.ideal_of(pooled, ranks)
            found, most = form.sums(gains, ideal, **options)
            yield at, _RecallSums(found, most[:, None])

    def _added(self, measure: Measure, parts: Iterable[_RecallSums]) -> _RecallSums:
        """Return what questions add together, zeros for none."""
        depth = int(measure.options["cutoff"] or 0)
        added = _RecallSums(np.zeros((depth, self.rankings.layout.columns)), np.zeros((depth, 1)))
        for found, most in parts:
            added = _RecallSums(added.found + found.sum(axis=-1), added.most + most.sum(axis=-1))
        return added

    def _stretches(self, places: Positions) -> Iterator[tuple[Positions, Places, Places]]:
        for group in self.rankings.layout.groups:
            inside = places[(places >= group.start) & (places < group.start + len(group.pooled))]
            step = max(1, STRETCH // max(1, group.ranked[0].size))
            for first in range(0, len(inside), step):
                at = inside[first : first + step]
                yield at, group.ranked[at - group.start], group.pooled[at - group.start]

    # Bounds

    def prepare_bounds(self, measure: Measure, most: int, *, if_all_judged: bool = False) -> bool:
        """Prepare the bounds, all at once; return True."""
        del most
        self._range(measure, if_all_judged=if_all_judged)
        return True

    def bounds(self, measure: Measure, column: int, *, if_all_judged: bool = False) -> Bounds:
        """Return outer bounds: at each rank alone every label that is missing is the best or the worst for it."""
        low, high, exact = self._range(measure, if_all_judged=if_all_judged)
        return Bounds(float(low[column]), float(high[column]), exact=exact)

    def _range(self, measure: Measure, *, if_all_judged: bool) -> tuple[Sums, Sums, bool]:
        key = measure.name, if_all_judged
        if key not in self._ends:
            self._ends[key] = self._ends_of(measure, if_all_judged=if_all_judged)
        return self._ends[key]

    def _ends_of(self, measure: Measure, *, if_all_judged: bool) -> tuple[Sums, Sums, bool]:
        rankings, form = self.rankings, pooled_form(measure)
        movable = rankings.movable(if_all_judged=if_all_judged)
        places = movable.places
        if not len(places):
            scores = np.array([self.score(measure, at).value for at in range(rankings.layout.columns)])
            return scores, scores, True
        if rankings.unjudged == "condensed":  # a label can make a ranking shorter
            full = np.ones(rankings.layout.columns)
            return full * measure.low, full * measure.high, False
        scored = np.flatnonzero(rankings.status == SCORED)
        settled = [each for _, each in self._blocks(measure, np.setdiff1d(scored, places))]
        stretches = self._stretches(places)
        blocks = [self._ends_of_block(measure, *block, if_all_judged=if_all_judged) for _, *block in stretches]
        low, high = (self._added(measure, [*settled, *(each[at] for each in blocks)]) for at in (0, 1))
        possible = high.found.any() or low.most.any() or measure.options.get("undefined") == "zero"
        least = float(bool(possible))  # where nothing can be found by some labels, others decide
        values = [form.compute(found, np.maximum(most, least)) for found, most in (low, high)]
        for ends, end in zip(values, (measure.low, measure.high), strict=True):
            ends[rankings.made_columns] = end  # a label moves these rankings themselves
        return values[0], values[1], False

    def _ends_of_block(
        self, measure: Measure, ranked: Places, pooled: Places, *, if_all_judged: bool
    ) -> tuple[_RecallSums, _RecallSums]:
        """Return what questions add at worst and at best, the questions last.

        One more relevant answer down to a rank raises the ratio there, which is at most 1, even if it counts
        among those that can be found; one further down lowers it.
        """
        lowest, highest, goes_out = self.rankings.ends_of_slots(self.rankings.movable(if_all_judged=if_all_judged))
        options = self.rankings.options_of(of_each(measure))
        least, depth = options.get("rel"), int(options["cutoff"] or 0)
        sure, can = (self.rankings.is_relevant(ends, least) for ends in (lowest, highest))
        here, most_here = (down_to(which[ranked].transpose(1, 2, 0), depth) for which in (sure, can))
        ranks = np.arange(1.0, depth + 1.0)[:, None, None]
        few, many = sure[pooled].sum(axis=1), can[pooled].sum(axis=1)
        worst = _RecallSums(here, np.minimum(ranks, many - (most_here - here)))
        best = _RecallSums(most_here, np.minimum(ranks, few + (most_here - here)))
        if self.rankings.unjudged == "wait":
            out = goes_out[pooled].any(axis=1)
            worst = _RecallSums(np.where(out, 0.0, worst.found), worst.most)
            best = _RecallSums(best.found, np.where(out, best.found, best.most))
        return worst, best

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return the sums at each rank and their ratio; KeyError for a question alone."""
        if unit is not None:
            raise KeyError(unit)
        score, (_, parts) = self.score(measure, column), self._now(measure)
        found, most = parts.found[:, column].tolist(), parts.most[:, 0].tolist()
        shares, _ = pooled_form(measure).measure(parts.found[:, column], parts.most[:, 0])
        ratios = np.nan_to_num(shares).tolist()
        rows = zip(range(1, len(found) + 1), found, most, ratios, strict=True)
        total = math.fsum(ratios)
        return Explanation(
            measure,
            measure.formula,
            f"{total:.4f} ÷ {len(found)} {score.result_text}",
            (("sum", total), ("ranks", len(found))),
            {
                "sum": tr("relevant answers found down to each rank ÷ the most there can be, added up"),
                "ranks": tr("ranks"),
            },
            score,
            None,
            Table(("rank", "found", "possible", "share"), tuple(rows)),
        )
