"""A measure by the size of the collection (Rodrigo): where its mean stabilizes, and its spread."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.draws import draw_sets, generator_from, pieces
from jurybox.analysis.studies.checks import check_size, check_trials
from jurybox.analysis.studies.workers import Here, TrialBlock, Workers
from jurybox.language import tr
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch

STEP = 50


@dataclass(frozen=True)
class CollectionSize:
    """Scores over random collections of growing size; every array has shape (sizes, runs).

    `mean` and `spread` (standard deviation over the trials, with n - 1) of the defined scores, their
    2.5 % and 97.5 % points `low` and `high`; NaN where none is defined, or fewer than two for the
    spread. `undefined`: in how many trials there was no score.
    """

    sizes: tuple[int, ...]
    mean: Scores
    spread: Scores
    low: Scores
    high: Scores
    undefined: NDArray[np.int64]


def collection_size(
    data: UnitData,
    sizes: Sequence[int] | None = None,
    *,
    trials: int = 200,
    seed: int = 0,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> CollectionSize:
    """Score all runs on `trials` random collections of each size.

    By default sizes are 50, 100, ... up to all units; with fewer than 100 units, ten steps. The draws of a
    size do not depend on the other sizes. ValueError for a size above the number of units, and if there is no
    run. Memory: 8 bytes for each trial, run and size, and about 50 MB. Source: Rodrigo et al. 2010, section
    6, figures 6 and 7.
    """
    check_trials(trials)
    if not data.runs:
        msg = tr("there is no run to score")
        raise ValueError(msg)
    step = STEP if data.units >= 2 * STEP else max(1, data.units // 10)
    chosen = tuple(range(step, data.units + 1, step) if sizes is None else sizes)
    for size in chosen or (1,):
        check_size(data, size)
    watch = watch or Watch()
    watch.expect(trials * len(chosen))
    scores = np.empty((len(chosen), trials, data.runs))
    parts = [TrialBlock(at, 0, trials) for at in range(len(chosen))]
    for part, some in (workers or Here()).each(_SizeTrials(data, chosen, seed), parts, watch):
        scores[part.at, part.start : part.start + part.trials] = some
    rows = [_spread(each) for each in scores]
    mean, spread, low, high, undefined = (np.stack(column) for column in zip(*rows, strict=True))
    return CollectionSize(chosen, mean, spread, low, high, undefined.astype(np.int64))


@dataclass(frozen=True)
class _SizeTrials:
    """Trials of one size: draws a collection and scores all runs on it."""

    data: UnitData
    sizes: tuple[int, ...]
    seed: int

    def __call__(self, part: TrialBlock, watch: Watch) -> Scores:
        """Return the scores of all runs, by trial and run."""
        data, size = self.data, self.sizes[part.at]
        random = generator_from(part.start, data.units, self.seed, size)
        bytes_each, work = 13 * data.units + 24 * data.runs, data.runs * data.units // 8
        return np.concatenate(
            [
                data.evaluate(draw_sets(random, count, data.units, size)[0])
                for count in pieces(part.trials, bytes_each, work, watch)
            ]
        )


def _spread(scores: Scores) -> tuple[Scores, Scores, Scores, Scores, Scores]:
    """Return mean, standard deviation, 2.5 % and 97.5 % points and undefined count of each column."""
    known = ~np.isnan(scores)
    count = known.sum(axis=0)
    filled = np.where(known, scores, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(count > 0, filled.sum(axis=0) / count, np.nan)
        squares = np.where(known, (filled - mean) ** 2, 0.0).sum(axis=0)
        spread = np.where(count > 1, np.sqrt(squares / (count - 1)), np.nan)
    low, high = np.full((2, scores.shape[1]), np.nan)
    some = count > 0
    if some.any():
        low[some], high[some] = np.nanquantile(scores[:, some], (0.025, 0.975), axis=0)
    return mean, spread, low, high, len(scores) - count
