"""Analysis of variance of runs and questions (randomized blocks), and Tukey's HSD test of all pairs.

Every run is scored on the same questions, so that a question is a block: the score of a run on a question is
the overall mean, plus the effect of the run, plus the effect of the question, plus an error. With one score
in each cell, the interaction of runs and questions is part of the error. scipy's own `tukey_hsd` is for
groups that share no questions; here its distribution, the studentized range, is used with the error of the
blocks (Sakai 2018, "Laboratory experiments in information retrieval", chapters 4 and 5).
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from jurybox.language import tr
from jurybox.measures.ranks import TIE
from jurybox.scoring.unit_table import Scores
from jurybox.watch import Watch

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class VarianceSource:
    """A source of variance; `f` and `p`: NaN for the error, and if that is 0."""

    squares: float
    df: int
    f: float = math.nan
    p: float = math.nan

    @property
    def mean_square(self) -> float:
        """The sum of squares over the degrees of freedom; NaN without any."""
        return self.squares / self.df if self.df else math.nan


@dataclass(frozen=True, eq=False)
class Anova:
    """The variance of scores by run, question and error; `means`: of each run over the questions.

    `size`: the number of questions it rests on; `left_out`: the number undefined for one of the runs;
    `reason`: why nothing can be tested, empty if it can.
    """

    runs: VarianceSource
    questions: VarianceSource
    error: VarianceSource
    means: Scores
    size: int
    left_out: int
    reason: str = ""

    @property
    def spread(self) -> float:
        """The standard deviation of differences of two runs that the error expects, sqrt(2 MS)."""
        return math.sqrt(2 * self.error.mean_square) if not self.reason else math.nan


def two_way_anova(values: Scores) -> Anova:
    """Return the analysis of variance of scores by question (rows) and run (columns), without replication.

    Questions that are undefined (NaN) for any of the runs are left out. Nothing is tested, and the reason
    given, for fewer than two runs or two questions, and if run and question explain the scores completely, as
    when all runs are equal. Source: R. Fisher, "The design of experiments", 1935, chapter 4.
    """
    known = values[~np.isnan(values).any(axis=1)]
    (questions, runs), left_out = known.shape, len(values) - len(known)
    if questions < 2 or runs < 2:
        reason = tr("two questions that are defined for all runs are needed, and there is none")
        if questions:
            reason = tr("two questions that are defined for all runs are needed, and there is one")
        if runs < 2:
            reason = tr("two runs are needed")
        nothing, means = VarianceSource(math.nan, 0), known.mean(axis=0) if questions else np.empty(0)
        return Anova(nothing, nothing, nothing, means, questions, left_out, reason)
    of_runs, of_questions, mean = known.mean(axis=0), known.mean(axis=1), known.mean()
    rest = known - of_runs - of_questions[:, None] + mean
    rest[np.abs(rest) <= TIE] = 0.0
    error = VarianceSource(float((rest**2).sum()), (runs - 1) * (questions - 1))
    run = VarianceSource(questions * float(((of_runs - mean) ** 2).sum()), runs - 1)
    question = VarianceSource(runs * float(((of_questions - mean) ** 2).sum()), questions - 1)
    if not error.squares:
        reason = tr("all runs differ by the same amount on every question, so there is no error to test by")
        return Anova(run, question, error, of_runs, questions, left_out, reason)
    return Anova(_tested(run, error), _tested(question, error), error, of_runs, questions, left_out)


def _tested(part: VarianceSource, error: VarianceSource) -> VarianceSource:
    from scipy.special import fdtrc

    f = part.mean_square / error.mean_square
    return replace(part, f=f, p=float(fdtrc(part.df, error.df, f)))


def tukey_p(found: Anova, watch: Watch | None = None) -> Scores:
    """Return the p-value of each pair of runs by Tukey's HSD test, corrected for all pairs.

    NaN on the diagonal. Shape (runs, runs). All NaN if nothing can be tested. Source: J. Tukey, "The problem
    of multiple comparisons", 1953.
    """
    runs = len(found.means)
    p = np.full((runs, runs), np.nan)
    watch = watch or Watch()
    watch.expect(runs * (runs - 1) // 2)
    if found.reason:
        return p
    from scipy.stats import studentized_range

    for a in range(runs):
        for b in range(a + 1, runs):
            q = abs(found.means[a] - found.means[b]) / _error_of_mean(found)
            p[a, b] = p[b, a] = min(1.0, max(0.0, float(studentized_range.sf(q, runs, found.error.df))))
            watch.step(1)
    return p


def tukey_reach(found: Anova, level: float = LEVEL) -> float:
    """Return the half-width of the simultaneous intervals of all differences; NaN if untested."""
    if found.reason:
        return math.nan
    from scipy.stats import studentized_range

    q = float(studentized_range.isf(level, len(found.means), found.error.df))
    return q * _error_of_mean(found)


def _error_of_mean(found: Anova) -> float:
    return math.sqrt(found.error.mean_square / found.size)
