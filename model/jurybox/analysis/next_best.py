"""The next best answer: an order of judging that settles the order of the runs soonest.

The method is that of minimal test collections (Carterette, Allan and Sitaraman 2006), for all pairs of runs
at once and for answers with gains. An answer that is not judged has an expected gain and a variance, from
how the runs placed it and how answers placed like it were judged so far. That gives every run an expected
score, and every pair of runs a chance of being in the right order. An answer is worth judging as far as it
narrows the differences of the pairs that are still open: where all runs agree about it, or where the pair
is settled anyway, nothing is gained by looking at it.

While this order is on, scores are the method's expected ones and their bounds, never plain means: what it
picks is no fair sample.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import Scores

METHOD = (
    "Minimal test collections (B. Carterette, J. Allan and R. Sitaraman, SIGIR 2006), for all pairs of runs: "
    "first the answers that most narrow the differences which can still turn."
)
"""What is said of this order wherever it is offered."""

PRIOR = 20.0
"""How many judged answers the first guess, that placing says nothing, weighs as much as."""

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Expected:
    """What is expected of every answer: the gain itself and no variance where it is judged."""

    gain: Scores
    variance: Scores


def expected_gains(gains: Scores, features: Scores, top: float) -> Expected:
    """Return expected gains of all answers, from those that are judged and how the runs placed them.

    `gains`: of every answer, NaN where it is not judged; `features`: what is known of an answer beforehand,
    shape (answers, features); `top`: the highest gain there is. Least squares with a ridge that pulls
    towards the mean; before anything is judged every answer is expected at half of the top.
    """
    judged = ~np.isnan(gains)
    count = int(np.count_nonzero(judged))
    mean = (float(gains[judged].sum()) + PRIOR * top / 2) / (count + PRIOR)
    spread = features - features.mean(axis=0)
    scale = spread.std(axis=0)
    spread = spread / np.where(scale > 0, scale, 1.0)
    known = spread[judged]
    normal = known.T @ known + PRIOR * np.eye(spread.shape[1])
    slope = np.linalg.solve(normal, known.T @ (gains[judged] - mean))
    guess = np.clip(mean + spread @ slope, 0.0, top)
    rest = float(((gains[judged] - guess[judged]) ** 2).sum())
    variance = (rest + PRIOR * top**2 / 4) / (count + PRIOR)
    # A gain between 0 and the top cannot vary more than this about its mean.
    most = guess * (top - guess)
    return Expected(
        np.where(judged, gains, guess), np.where(judged, 0.0, np.minimum(variance, np.maximum(most, 1e-12)))
    )


def chances(scores: Scores, worth: Scores, expected: Expected) -> tuple[Scores, Scores]:
    """Return for all pairs of runs the chance that the first ends above, and the variance of the difference.

    `scores`: expected, by run; `worth`: what a run's score gains with the gain of each answer (answers by
    runs). A pair without any variance left has the chance 0, 1/2 or 1.
    """
    weighed = worth * expected.variance[:, None]
    cross = worth.T @ weighed
    own = np.diag(cross)
    variance = np.maximum(own[:, None] + own[None, :] - 2 * cross, 0.0)
    apart = scores[:, None] - scores[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, apart / np.sqrt(variance), np.sign(apart) * np.inf)
    z[np.isnan(z)] = 0.0
    chance: Scores = 0.5 * (1.0 + np.vectorize(math.erf)(z / math.sqrt(2.0)))
    return chance, variance


def impacts(scores: Scores, worth: Scores, expected: Expected) -> Scores:
    """Return how much judging each answer would narrow the pairs that are open; 0 where it is judged.

    Each pair weighs p (1 - p), and an answer counts by its share of the variance of their difference.
    """
    chance, variance = chances(scores, worth, expected)
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.where(variance > 0, chance * (1.0 - chance) / variance, 0.0)
    np.fill_diagonal(weight, 0.0)
    # The sum over pairs of weight (c_a - c_b)^2 is c' L c with the Laplacian L of the weights.
    laplacian = np.diag(weight.sum(axis=1)) - weight
    found: Scores = np.einsum("ij,ij->i", worth @ laplacian, worth) * expected.variance
    return np.maximum(found, 0.0)


def next_best(scores: Scores, worth: Scores, expected: Expected, open_answers: Positions) -> Positions:
    """Return the answers that are open, the one that settles most first; ties keep their order."""
    found = impacts(scores, worth, expected)[open_answers]
    return open_answers[np.argsort(-found, kind="stable")]
