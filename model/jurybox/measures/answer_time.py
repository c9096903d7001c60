"""MRRT: the mean reciprocal rank, brought down by the time a run took to answer.

`MRRT(x, t) = 2 x / (1 + exp(r t))` with x the MRR and t the effective time, a run's seconds over those of
the slowest run compared. r says how much time weighs: 0 not at all.

Conventions
    Only the order of runs is claimed to mean something. Adding or leaving out a slow run changes every t.
    Effective times come from seconds, never from rounded ones. Refused: an MRR outside [0, 1], a time of
    0 or less or missing, an effective time above 1, r below 0.

Reference
    F. Llopis, A. Escapa, S. Navarro, A. Ferrández and E. Noguera, "How long can you wait for your QA
    system?", SIGIR Workshop on the Future of IR Evaluation, 2009.

Functions
    mrrt, effective_times
"""

import math
from collections.abc import Iterable

import numpy as np

from jurybox.language import tr
from jurybox.measures.checks import Floats, not_negative, positive, share


def mrrt(mrr: float, effective_time: float, r: float) -> float:
    """Return the MRR times 2 / (1 + exp(r t)).

    `mrr` in [0, 1], `effective_time` in (0, 1], `r` at least 0. Range [0, mrr]; with r = 0 the MRR
    itself. Never overflows, however large r is.
    Source: Llopis et al. 2009, equation (1).
    """
    x, t = share("mrr", mrr), share("effective_time", positive("effective_time", effective_time))
    shrink = math.exp(-not_negative("r", r) * t)
    return 2.0 * x * shrink / (1.0 + shrink)


def effective_times(seconds: Iterable[float | None]) -> Floats:
    """Return each run's seconds over those of the slowest run, an array in (0, 1].

    A single run gets 1. Refuses a time that is 0 or less, infinite or missing (NaN or None).
    Source: Llopis et al. 2009, section 2.
    """
    times = np.array([_seconds(value) for value in seconds], dtype=np.float64)
    return times / times.max() if times.size else times


def _seconds(value: float | None) -> float:
    if value is None:
        msg = tr("seconds contains None: the time of a run is missing")
        raise ValueError(msg)
    return positive("seconds", value)
