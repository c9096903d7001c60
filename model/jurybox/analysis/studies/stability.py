"""Stability and discrimination of a measure (Buckley and Voorhees), in both variants of the papers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.draws import BUDGET, draw_sets, generator_from, pieces
from jurybox.analysis.studies.checks import check_runs, check_size, check_trials
from jurybox.analysis.studies.workers import Here, TrialBlock, Workers
from jurybox.language import tr
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch

Variant = Literal["one-subset", "disjoint"]
Margin = Literal["larger", "larger-magnitude"]
Counts = NDArray[np.int64]

FUZZINESS = tuple(range(1, 11))
_SLACK = 1e-13
"""A difference reaches a margin if it is within this share of it; no two counts below 100,000 are closer."""
_NEVER = 1e-300
"""Added to the larger score, so that 0 against 0 is a tie and anything against 0 is not."""


@dataclass(frozen=True)
class Stability:
    """How often pairs of runs swap, and how often they tie, from one choice of units to another.

    `fuzziness`: the margins, in hundredths of the larger score. `greater[pair, f]`, `lesser`, `equal`: in how
    many trials the first run of a pair was better, worse, within the margin; pairs in the order (0, 1), (0,
    2), ..., (1, 2), ... `skipped`: comparisons of pairs in which a score was undefined. `error_rates` and
    `ties`: their shares over all pairs, one for each fuzziness; NaN if all were skipped.
    """

    variant: Variant
    margin: Margin
    size: int
    sets: int
    fuzziness: tuple[int, ...]
    greater: Counts
    lesser: Counts
    equal: Counts
    skipped: int

    @property
    def error_rates(self) -> Scores:
        """Sum of min(greater, lesser) over the sum of all comparisons."""
        return self._share(np.minimum(self.greater, self.lesser))

    @property
    def ties(self) -> Scores:
        """Sum of equal over the sum of all comparisons."""
        return self._share(self.equal)

    def _share(self, counts: Counts) -> Scores:
        compared = (self.greater + self.lesser + self.equal).sum(axis=0)
        with np.errstate(invalid="ignore"):
            shares: Scores = counts.sum(axis=0) / compared
        return shares


def disjoint_sets(data: UnitData, size: int) -> int:
    """Return how many disjoint sets of `size` units a trial of the variant `disjoint` has.

    ValueError, with the reason, if fewer than one fits, or if the score is a plain mean over units and the
    sets hold more than half of all: their mean over the sets is then nearly the same in every trial.
    """
    check_size(data, size)
    sets = data.units // size
    if data.is_mean and sets * size > data.units / 2:
        msg = tr(
            "a plain mean over {sets} disjoint sets of {size} of {units} units hardly varies, so "
            "the variant disjoint says nothing here; use one-subset",
            sets=sets,
            size=size,
            units=data.units,
        )
        raise ValueError(msg)
    return sets


def stability(
    data: UnitData,
    size: int,
    *,
    variant: Variant = "one-subset",
    margin: Margin = "larger",
    fuzziness: Sequence[int] = FUZZINESS,
    trials: int = 1000,
    seed: int = 0,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> Stability:
    """Compare every pair of runs on random choices of `size` units.

    `variant`: one random subset per trial (Peñas), or as many disjoint ones as fit, over which scores are
    averaged (Rodrigo; see `disjoint_sets`). A pair ties if its scores are equal or differ by less than
    |f max(M(x), M(y))|, with `margin` larger-magnitude by less than f max(|M(x)|, |M(y)|). `fuzziness` is
    in whole hundredths. A trial in which a score is undefined is skipped for the pairs of that run and
    counted. ValueError for fewer than two runs and for sizes that do not fit.

    Memory: about 50 MB for a piece of work, and 16 (max fuzziness + 1) bytes for each pair of runs.
    Source: Peñas and Rodrigo 2011, section 4.2, equations (7) and (8); Rodrigo et al. 2010, figure 4.
    """
    check_runs(data)
    check_trials(trials)
    margins = _margins(fuzziness)
    if variant not in get_args(Variant) or margin not in get_args(Margin):
        msg = tr("variant {variant!r} with margin {margin!r} is not known", variant=variant, margin=margin)
        raise ValueError(msg)
    check_size(data, size)
    sets = disjoint_sets(data, size) if variant == "disjoint" else 1
    watch = watch or Watch()
    watch.expect(trials)
    work = _StabilityTrials(data, size, sets, max(margins), margin, seed)
    pairs = work.nothing()
    for _, found in (workers or Here()).each(work, [TrialBlock(0, 0, trials)], watch):
        pairs.merge(found)
    greater, lesser, equal = pairs.counts(margins)
    return Stability(variant, margin, size, sets, margins, greater, lesser, equal, pairs.skipped)


def _margins(fuzziness: Sequence[int]) -> tuple[int, ...]:
    for f in fuzziness:
        if f not in range(1, 101):
            msg = tr("fuzziness = {value!r} is not allowed; it must be in whole hundredths from 1 to 100", value=f)
            raise ValueError(msg)
    if not fuzziness:
        msg = tr("no fuzziness was asked for")
        raise ValueError(msg)
    return tuple(fuzziness)


@dataclass(frozen=True)
class _StabilityTrials:
    """Trials of a stability study: draws the sets, scores all runs on them and compares every pair."""

    data: UnitData
    size: int
    sets: int
    top: int
    margin: Margin
    seed: int

    def nothing(self) -> "_PairLevels":
        """Return the counts of no trial."""
        return _PairLevels(self.data.runs, self.top, by_magnitude=self.margin == "larger-magnitude")

    def __call__(self, part: TrialBlock, watch: Watch) -> "_PairLevels":
        """Return the counts of some trials."""
        data, sets, pairs = self.data, self.sets, self.nothing()
        random = generator_from(part.start, data.units, self.seed)
        bytes_each = (8 + 5 * sets) * data.units + 8 * (sets + 9) * data.runs
        for count in pieces(part.trials, bytes_each, data.runs**2 // 2, watch):
            chosen = draw_sets(random, count, data.units, self.size, sets)
            scores = [data.evaluate(one) for one in chosen]
            pairs.add(scores[0] if sets == 1 else sum(scores[1:], start=scores[0]) / sets)
        return pairs


class _PairLevels:
    """For every pair, how often its difference was this many hundredths of the larger score, either way.

    `_seen[first][second, top + level]`, level = 100 (a - b) / max(a, b) without its fraction, from -top to
    top: the pair is apart at a fuzziness f if the level is at least f, or at most -f. One pass serves all.
    """

    def __init__(self, runs: int, top: int, *, by_magnitude: bool) -> None:
        self._top = top
        self._by_magnitude = by_magnitude
        self._seen = [np.zeros((runs - at - 1, 2 * top + 1), dtype=np.int64) for at in range(runs - 1)]
        self.skipped = 0

    def add(self, scores: Scores) -> None:
        """Count the pairs of some trials, scores by trial and run."""
        by_run = np.ascontiguousarray(scores.T)
        undefined = bool(np.isnan(by_run).any())
        hundredth = (np.abs(by_run) if self._by_magnitude else by_run) * ((1.0 - _SLACK) / 100.0)
        signed = bool((hundredth < 0).any())
        if not signed:
            hundredth += _NEVER
        most = max(1, BUDGET // 8 // (8 * by_run.shape[1] * 4))
        for first, seen in enumerate(self._seen):
            for start in range(0, len(seen), most):
                others = slice(first + 1 + start, min(first + 1 + start + most, len(by_run)))
                larger = np.maximum(hundredth[first], hundredth[others])
                if signed:
                    np.abs(larger, out=larger)
                    larger += _NEVER
                difference = by_run[first] - by_run[others]
                self._count(seen[start : start + most], difference, larger, undefined=undefined)

    def merge(self, other: "_PairLevels") -> None:
        """Add the counts of other trials."""
        for mine, theirs in zip(self._seen, other._seen, strict=True):
            np.add(mine, theirs, out=mine)
        self.skipped += other.skipped

    def _count(self, seen: Counts, difference: Scores, larger: Scores, *, undefined: bool) -> None:
        difference /= larger
        if undefined:
            missing = np.isnan(difference)
            difference[missing] = 0.0
            self.skipped += int(np.count_nonzero(missing))
        np.clip(difference, -self._top, self._top, out=difference)
        code = difference.astype(np.int64)
        code += np.arange(len(code))[:, None] * seen.shape[1] + self._top
        found = code[~missing] if undefined else code.ravel()
        seen += np.bincount(found, minlength=seen.size).reshape(seen.shape)

    def counts(self, margins: Sequence[int]) -> tuple[Counts, Counts, Counts]:
        """Return greater, lesser and equal by pair and margin."""
        seen = np.concatenate(self._seen)
        sums = np.cumsum(seen, axis=1)
        lesser = sums[:, [self._top - f for f in margins]]
        greater = sums[:, -1:] - sums[:, [self._top + f - 1 for f in margins]]
        return greater, lesser, sums[:, -1:] - lesser - greater
