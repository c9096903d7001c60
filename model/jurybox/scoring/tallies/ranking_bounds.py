"""How far the scores of rankings can still go: question by question, then over the whole mean.

Where few completions of a question differ, all are scored, so its range is exact although nDCG, for one, is
not monotone in the labels. Else it is the range between two rankings that no completion leaves: a measure
that rises with the gains of a ranking (`RankForm.effect`) falls with those of the ideal one, so all gains at
their highest over an ideal of all at their lowest is as high as none can be. For measures that look at no
ideal ranking (MRR, Hit@1) both ends are completions themselves. Of a measure that does not rise it is its
range.

In `unjudged="condensed"` a ranking changes its length with a label that leaves an answer out; then the
measure's own range is all that is said. So it is for runs that are made of labels themselves.
"""

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Measure
from jurybox.scoring.bounds.mean_bounds import Ranges, mean_bounds
from jurybox.scoring.results import Bounds
from jurybox.scoring.tallies.grades import OUT, Bits

if TYPE_CHECKING:
    from jurybox.scoring.tallies.rankings import RankingTally

Values = NDArray[np.float64]
Options = list[list[float | None]]

WORTH_TRYING = 64
"""Up to so many completions of a question are all scored."""
ROUNDING = 1e-12
"""By so much a bound that is no completion is wider than worked out."""


class RankingBounds:
    """Ranges of all open questions under one measure, for all columns; worked out again where one moved.

    `low`, `high`: shape (places, columns); `can_be_out`, `exact` by place. `stale`: places to look at again.
    """

    def __init__(self, tally: "RankingTally", measure: Measure) -> None:
        self._tally, self._measure = tally, measure
        shape = tally.layout.size, tally.layout.columns
        self.low, self.high = np.full(shape, np.nan), np.full(shape, np.nan)
        self.can_be_out = np.zeros(shape[0], dtype=np.bool_)
        self.exact = np.ones(shape[0], dtype=np.bool_)
        self.stale = set(tally.open_places().tolist())

    def bounds(self, column: int) -> Bounds:
        """Return the bounds of the mean of a column."""
        self._refresh()
        places = self._tally.open_places()
        ranges = Ranges(self.low[places, column], self.high[places, column], self.can_be_out[places])
        settled = self._tally.settled_values(self._measure)[:, column]
        exact = bool(self.exact[places].all()) and (column not in self._tally.made_columns or not len(places))
        return mean_bounds(settled, ranges, exact=exact)

    def difference(self, a: int, b: int) -> Bounds:
        """Return the bounds of the mean difference of two columns."""
        self._refresh()
        places = self._tally.open_places()
        low, high = self.low[places, a] - self.high[places, b], self.high[places, a] - self.low[places, b]
        exact = self.exact[places] & ((low == high) | np.isnan(low))
        made = {a, b} & set(self._tally.made_columns)
        exact &= not made
        for at, place in enumerate(places.tolist()):
            if not made and not exact[at] and (options := self._few_options(place)) is not None:
                values = self._all_values(place, options)
                low[at], high[at] = _ends(values[a] - values[b])
                exact[at] = self.exact[place]
        settled = self._tally.settled_values(self._measure)
        between = settled[:, a] - settled[:, b]
        ranges = Ranges(low, high, self.can_be_out[places])
        return mean_bounds(between, ranges, exact=bool(exact.all()))

    def prepare(self, most: int) -> bool:
        """Look again at so many questions at most; return whether none is left to look at."""
        self._refresh(most)
        return not self.stale

    def _refresh(self, most: int | None = None) -> None:
        if not self.stale:
            return
        stale = sorted(self.stale & set(self._tally.open_places().tolist()))
        now, later = stale[:most], () if most is None else stale[most:]
        self._set_outer(np.array(now, dtype=np.int64))
        for place in now:
            if (options := self._few_options(place)) is not None:
                self._set_exact(place, options)
            self._widen_made(place)
        self.stale = set(later)

    def _widen_made(self, place: int) -> None:
        """Let runs that are made of labels range as far as the measure does; a label moves their rankings.

        A question of which somebody judged nothing stays out for them: who has labels to give has other
        bounds (`Scoreboard.bounds`).
        """
        made = self._tally.made_columns
        if made:
            known = ~np.isnan(self.low[place, made])
            known &= ~np.array([self._tally.is_silent(place, column) for column in made])
            self.low[place, made] = np.where(known, self._measure.low, np.nan)
            self.high[place, made] = np.where(known, self._measure.high, np.nan)

    # Few completions

    def _few_options(self, place: int) -> Options | None:
        """Return what each open slot of a question can come to, if all can be tried."""
        grades, slots = self._tally.grades, self._tally.open_slots(place)
        options = [grades.options(bits) for bits in grades.bits(slots).tolist()]
        gets_shorter = self._tally.unjudged == "condensed" and any(None in each for each in options)
        return None if gets_shorter or math.prod(map(len, options)) > WORTH_TRYING else options

    def _all_values(self, place: int, options: Options) -> Values:
        """Return the values of all columns under every completion, in shape (columns, completions)."""
        tally, measure = self._tally, self._measure
        ranked, pooled = tally.finished(place)
        said = np.array(list(itertools.product(*options)), dtype=np.float64)
        gains = np.repeat(tally.gain[ranked][:, :, None], len(said), axis=2)
        pool = np.repeat(tally.gain[pooled][:, None], len(said), axis=1)
        is_out = np.isnan(said).any(axis=1)
        known = np.nan_to_num(said)
        for at, slot in enumerate(tally.open_slots(place).tolist()):
            gains[ranked == slot] = known[:, at]
            pool[pooled == slot] = known[:, at]
        ideal = np.ascontiguousarray(np.sort(pool, axis=0)[::-1])
        values: Values = np.array(tally.rows(measure)(gains, ideal, **measure.options))
        if tally.unjudged == "wait":
            values[:, is_out] = np.nan
        return values

    def _set_exact(self, place: int, options: Options) -> None:
        values = self._all_values(place, options)
        self.low[place], self.high[place] = _ends(values)
        self.can_be_out[place] = np.isnan(values).any()
        self.exact[place] = not self._tally.grades.depends(self._tally.open_slots(place))

    # Many completions

    def _set_outer(self, places: NDArray[np.int64]) -> None:
        """Set the range between two rankings that no completion leaves."""
        if not len(places):
            return
        tally, options = self._tally, dict(self._measure.options)
        counts_zero = options.pop("undefined", "") == "zero"
        lowest, highest, goes_out = self._ends_of_slots()
        form = tally.form(self._measure)
        without_ideal = not form.uses_ideal
        for place in places.tolist():
            ranked, pooled = tally.finished(place)
            least, most = (np.sort(ends[pooled])[::-1, None] for ends in (lowest, highest))
            low = form.rows(lowest[ranked][:, :, None], most, **options)[:, 0]
            high = form.rows(highest[ranked][:, :, None], least, **options)[:, 0]
            never = np.isnan(low)
            is_open = np.isnan(high)
            if is_open.any():
                reach = (highest[ranked] > 0).any(axis=0)
                high = np.where(is_open, np.where(reach, self._measure.high, 0.0), high)
            if not without_ideal:
                low, high = (
                    np.maximum(low - ROUNDING, self._measure.low),
                    np.minimum(high + ROUNDING, self._measure.high),
                )
            goes = bool(goes_out[pooled].any())
            gets_shorter = goes and tally.unjudged == "condensed"
            is_unordered = gets_shorter or form.effect != "rises"
            if is_unordered:
                low, high = np.full_like(low, self._measure.low), np.full_like(high, self._measure.high)
            undefined = not without_ideal and not (lowest[pooled] > 0).any()
            if undefined and counts_zero:
                low[:], undefined = 0.0, False
            low[never] = high[never] = 0.0 if counts_zero else np.nan
            self.low[place], self.high[place] = low, high
            self.can_be_out[place] = undefined or (goes and tally.unjudged == "wait")
            self.exact[place] = (
                without_ideal and not is_unordered and not tally.grades.depends(tally.open_slots(place))
            )

    def _ends_of_slots(self) -> tuple[Values, Values, NDArray[np.bool_]]:
        """Return the lowest and the highest gain of every slot, and whether a completion leaves it out."""
        grades = self._tally.grades
        bits: Bits = grades.bits(np.arange(grades.slots))
        sets, at = np.unique(bits, return_inverse=True)
        options = [grades.options(each) for each in sets.tolist()]
        gains = [[gain or 0.0 for gain in each] or [0.0] for each in options]
        low, high = (np.array([end(each) for each in gains])[at] for end in (min, max))
        settled = ~self._tally.is_movable()
        known = self._tally.gain
        out = np.array([None in each for each in options])[at]
        return np.where(settled, known, low), np.where(settled, known, high), out & (self._tally.state != OUT)


def _ends(values: Values) -> tuple[Values, Values]:
    """Return the lowest and highest defined value along the last axis; NaN where there is none."""
    low = np.where(np.isnan(values), math.inf, values).min(axis=-1)
    high = np.where(np.isnan(values), -math.inf, values).max(axis=-1)
    return np.where(np.isinf(low), np.nan, low), np.where(np.isinf(high), np.nan, high)
