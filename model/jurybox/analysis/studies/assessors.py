"""How much of an order of runs rests on who judged: gold standards of random assessors against each other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.correlations import kendall
from jurybox.analysis.data import Scores
from jurybox.analysis.draws import generator
from jurybox.analysis.studies.checks import check_trials
from jurybox.analysis.watch import Watch

ScoresBy = Callable[[tuple[int, ...]], Scores]
"""Scores of all runs (NaN where undefined) when only these assessors, in rising order, had judged."""


@dataclass(frozen=True)
class AssessorStudy:
    """Kendall's tau between the orders of runs under two random groups of assessors, trial by trial.

    `taus`: tau-b over the runs that both groups can score, NaN where there is none; `lowest`, `highest`:
    by run, the scores it got under any group drawn; `disjoint`: whether the two groups share nobody.
    """

    assessors: int
    size: int
    trials: int
    seed: int
    disjoint: bool
    taus: Scores
    lowest: Scores
    highest: Scores

    @property
    def undefined(self) -> int:
        """Trials without a tau."""
        return int(np.count_nonzero(np.isnan(self.taus)))

    @property
    def mean(self) -> float:
        """The mean tau of the trials that have one; NaN if none has."""
        known = self.taus[~np.isnan(self.taus)]
        return float(known.mean()) if len(known) else float("nan")


def assessor_study(
    score: ScoresBy,
    assessors: int,
    size: int,
    *,
    trials: int = 100,
    seed: int = 0,
    watch: Watch | None = None,
) -> AssessorStudy:
    """Draw two groups of `size` assessors per trial and compare the orders of runs under them.

    The groups are disjoint where there are enough assessors, else drawn singly. `score` is called once
    for each different group among the last few thousand. ValueError if there are not more assessors than a
    group has. After Voorhees, "Variations in relevance judgments", SIGIR 1998; Sakai et al. 2010, 3.4.
    """
    check_trials(trials)
    if not 1 <= size < assessors:
        msg = f"groups of {size} cannot differ among {assessors} assessors"
        raise ValueError(msg)
    watch = watch or Watch()
    watch.expect(trials)
    random, disjoint = generator(seed), 2 * size <= assessors
    scored = lru_cache(maxsize=4096)(score)
    taus, rows = np.full(trials, np.nan), []
    for trial in range(trials):
        one, two = (scored(group) for group in _groups(random, assessors, size, disjoint=disjoint))
        both = ~(np.isnan(one) | np.isnan(two))
        taus[trial] = kendall(one[both], two[both])
        rows += [one, two]
        watch.step(1)
    found = np.stack(rows)
    lowest, highest = np.fmin.reduce(found, axis=0), np.fmax.reduce(found, axis=0)
    return AssessorStudy(assessors, size, trials, seed, disjoint, taus, lowest, highest)


def _groups(
    random: np.random.Generator, assessors: int, size: int, *, disjoint: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    order = np.argsort(random.random(assessors))
    other = order[size:] if disjoint else np.argsort(random.random(assessors))
    return _sorted(order[:size]), _sorted(other[:size])


def _sorted(group: NDArray[np.int64]) -> tuple[int, ...]:
    return tuple(sorted(group.tolist()))
