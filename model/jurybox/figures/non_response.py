"""The non-response space: the share of questions left unanswered against accuracy (Peñas and Rodrigo 2011).

With the share unanswered u and the accuracy a, both over all questions, a run stands in the triangle
a + u <= 1, and the share of wrong answers is 1 - a - u. Each measure has one value along a line:

* c@1 = a (1 + u)                      (equation 4)
* UF = 2 a + u - 1, UF01 = a + u / 2   (equations 1 and 2, the latter also the rejected estimator 0.5)
* rejected(0) = a, rejected(1) = a + u, rejected(P(C|A)) = a / (1 - u)
* rejected(P(¬C|A)) = a + u (1 - a - u) / (1 - u)    (equations 5 and 6)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Floats, Line, Point
from jurybox.language import tr
from jurybox.measures.non_response import REJECTED_ESTIMATORS, accuracy, c_at_1, utility
from jurybox.numbers import short_text

NON_RESPONSE_FAMILIES = ("c@1", "UF", "UF01", *(f"rejected({name})" for name in REJECTED_ESTIMATORS))
ANSWERING_ALL = tr("answering all")
_LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_UF_LEVELS = (-0.8, -0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8)
_SAMPLES = 65
_NAMES = {"rejected(0)": "accuracy", "rejected(P(C|A))": tr("acc. of answered"), "rejected(P(¬C|A))": "P(¬C|A)"}
_UNANSWERED = Axis(tr("share of questions left unanswered"))
_ACCURACY = Axis(tr("accuracy"))


@dataclass(frozen=True, slots=True)
class Answering:
    """What became of a run's questions; `kept_back` are correct candidates of questions left unanswered.

    `candidates` counts the unanswered questions with a judged candidate; the others stay unanswered when
    all candidates are given.
    """

    name: str
    run: int
    correct: int
    incorrect: int
    unanswered: int
    candidates: int = 0
    kept_back: int = 0
    baseline: bool = False

    @property
    def total(self) -> int:
        """All questions."""
        return self.correct + self.incorrect + self.unanswered


def non_response_value(family: str, unanswered: ArrayLike, correct: ArrayLike) -> Floats:
    """Return a measure at shares of all questions; NaN for the last two where nothing is answered.

    `family` is one of `NON_RESPONSE_FAMILIES` (else ValueError), `unanswered` and `correct` are shares of
    all questions with a sum of at most 1.
    """
    u, a = (np.asarray(v, dtype=np.float64) for v in (unanswered, correct))
    if family == "c@1":
        return np.asarray(a * (1 + u))
    if family == "UF":
        return np.asarray(2 * a + u - 1)
    if family in {"UF01", "rejected(0.5)"}:
        return np.asarray(a + u / 2)
    if family in {"rejected(0)", "rejected(1)"}:
        return np.asarray(a + u if family == "rejected(1)" else a + 0 * u)
    _check(family)
    answered = np.where(u < 1, 1 - u, np.nan)
    if family == "rejected(P(C|A))":
        return np.asarray(a / answered)
    return np.asarray(a + u * (1 - a / answered))


@lru_cache(maxsize=32)
def non_response_lines(family: str, levels: tuple[float, ...] | None = None) -> tuple[Line, ...]:
    """Return the lines of equal `family` inside the triangle, each with its value.

    The last estimator has two branches for a level, and at 0.5 also the upright line at u = 0.5.
    ValueError for an unknown family.
    """
    _check(family)
    chosen = levels or (_UF_LEVELS if family == "UF" else _LEVELS)
    short = _NAMES.get(family, family)
    return tuple(Line(f"{short} {short_text(c)}", x, y, value=c) for c in chosen for x, y in _branches(family, c))


def non_response_space(
    runs: Sequence[Answering], *, iso: Sequence[str] = ("c@1",), candidates: bool = True, caption: str = ""
) -> Figure:
    """Describe the non-response space: each run, and joined to it what answering all would have scored.

    A run without questions has no place. A run that left nothing unanswered, or whose candidates are not
    judged, has one point only. The lines of the first measure of `iso` are drawn through, the others
    dashed (Peñas and Rodrigo 2011, section 5).
    """
    points = [_point(run) for run in runs]
    ways: list[Line] = []
    if candidates:
        for run in runs:
            if run.candidates:
                there = _answering_all(run)
                here = points[[r.run for r in runs].index(run.run)]
                points.append(there)
                ways.append(Line.through(run.name, (here.x, there.x), (here.y, there.y), run=run.run, dashed=True))
    return Figure(
        tr("Non-response space"),
        _UNANSWERED,
        _ACCURACY,
        points=tuple(points),
        curves=tuple(ways),
        iso_lines=tuple(
            replace(line, dashed=n > 0) for n, family in enumerate(iso) for line in non_response_lines(family)
        ),
        references=(Line.through(tr("nothing answered wrongly"), (0, 1), (1, 0)),),
        caption=caption,
    )


def _check(family: str) -> None:
    if family not in NON_RESPONSE_FAMILIES:
        raise ValueError(f"no iso lines are known for {family}")


def _point(run: Answering) -> Point:
    total = run.total
    more = (("c@1", c_at_1(run.correct, run.unanswered, total)), ("UF", utility(run.correct, run.incorrect, total)))
    share = run.unanswered / total if total else math.nan
    return Point(run.name, run.run, share, accuracy(run.correct, total), run.baseline, more=more)


def _answering_all(run: Answering) -> Point:
    right, silent, total = run.correct + run.kept_back, run.unanswered - run.candidates, run.total
    more = (("c@1", c_at_1(right, silent, total)), ("UF", utility(right, total - right - silent, total)))
    return Point(
        run.name, run.run, silent / total, accuracy(right, total), run.baseline, aside=ANSWERING_ALL, more=more
    )


def _branches(family: str, c: float) -> list[tuple[Floats, Floats]]:
    """Return the pieces of a level inside the triangle as (unanswered, correct)."""
    if family == "rejected(P(¬C|A))":
        return _not_correct(c)
    if family == "c@1":
        u = _spread(0.0, math.sqrt(1 - c)) if 0 < c < 1 else _spread(0.0, 0.0)
        return _some(u, c / (1 + u))
    if family in {"UF", "UF01", "rejected(0.5)"}:
        half = (c + 1) / 2 if family == "UF" else c
        u = np.array([max(0.0, 2 * half - 2), min(1.0, 2 * half, 2 - 2 * half)])
        return _some(u, half - u / 2)
    if family == "rejected(0)":
        u = np.array([0.0, 1 - c])
        return _some(u, np.full(2, c))
    if family == "rejected(1)":
        u = np.array([0.0, c])
        return _some(u, c - u)
    u = np.array([0.0, 1.0])
    return _some(u, c * (1 - u))


def _not_correct(c: float) -> list[tuple[Floats, Floats]]:
    """Return the two branches left and right of u = 0.5, where the value is 0.5 whatever a is."""
    nearly = 1e-9
    ends = ((0.0, min(c, 1 - c, 0.5 - nearly)), (max(c, 1 - c, 0.5 + nearly), 1 - nearly))
    pieces = []
    for low, high in ends:
        u = _spread(low, high)
        pieces += _some(u, np.clip((c - u) * (1 - u) / (1 - 2 * u), 0.0, 1 - u))
    return pieces + ([(np.array([0.5, 0.5]), np.array([0.0, 0.5]))] if c == 0.5 else [])


def _spread(low: float, high: float) -> Floats:
    return np.linspace(low, high, _SAMPLES)


def _some(u: Floats, a: Floats) -> list[tuple[Floats, Floats]]:
    return [(u, a)] if u[0] < u[-1] else []
