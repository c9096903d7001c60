"""Iso lines: where a measure of yes/no decisions has one value, exact in both spaces.

With the share p of correct answers, the true positive rate t and the false positive rate f, every
measure here is constant on a straight line t = a + s f of the ROC space:

* F(b) = (1 + b^2) p t / (p t + b^2 p + (1 - p) f)   (Rodrigo 2010, formula 6, written in rates)
* accuracy = p t + (1 - p)(1 - f)                     (Rodrigo 2010, formula 1)
* AUC of the point = (1 + t - f) / 2                  (Rodrigo 2010, section 2)

In the precision-recall space F(b) does not depend on p: with u = (1 + b^2) R - c b^2 and
v = (1 + b^2) P - c its line of value c is the hyperbola u v = c^2 b^2. The other lines are carried
over from the ROC space, point by point.
"""

import re
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.parts import Floats, Line
from jurybox.language import tr
from jurybox.numbers import short_text

ISO_FAMILIES = ("F(1)", "accuracy", "AUC-point")
LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_SAMPLES = 129
_ANY = 0.5
"""The share of correct answers for lines that are the same for all."""
_F = re.compile(r"F\((\d+(?:\.\d+)?)\)")
_SHORT = {"accuracy": tr("acc."), "AUC-point": "AUC"}


def precision_at(tpr: ArrayLike, fpr: ArrayLike, prevalence: float) -> Floats:
    """Return the precision of operating points at a share of correct answers in (0, 1).

    precision = t p / (t p + f (1 - p)); 0 where nothing is validated (t = f = 0), as Rodrigo 2010
    section 3 says; NaN where a rate is. ValueError for a share outside (0, 1).
    """
    _check_prevalence(prevalence)
    right = np.asarray(tpr, dtype=np.float64) * prevalence
    wrong = np.asarray(fpr, dtype=np.float64) * (1 - prevalence)
    said_yes = right + wrong
    return np.divide(right, said_yes, out=np.where(said_yes == 0, 0.0, np.nan), where=said_yes > 0)


def iso_value(family: str, tpr: ArrayLike, fpr: ArrayLike, prevalence: float) -> Floats:
    """Return the measure `family` (`F(b)`, `accuracy`, `AUC-point`) at rates in [0, 1].

    ValueError for another family or a share of correct answers outside (0, 1).
    """
    _check_prevalence(prevalence)
    t, f = np.asarray(tpr, dtype=np.float64), np.asarray(fpr, dtype=np.float64)
    wrong = (1 - prevalence) * f
    if family == "accuracy":
        return np.asarray(prevalence * t + (1 - prevalence - wrong))
    if family == "AUC-point":
        return np.asarray((1 + t - f) / 2)
    b2 = _beta(family) ** 2
    return np.asarray((1 + b2) * prevalence * t / (prevalence * (t + b2) + wrong))


def iso_lines(
    family: str, prevalence: float, *, space: str = "roc", levels: tuple[float, ...] = LEVELS
) -> tuple[Line, ...]:
    """Return the lines of equal `family` inside the unit square, each with its value.

    `space` is `roc` (x = fpr, y = tpr; two points each, the lines are straight) or
    `precision-recall` (x = recall, y = precision). A level that has no point in the square has no
    line. ValueError for an unknown family or space, or a share of correct answers outside (0, 1).
    """
    if space not in {"roc", "precision-recall"}:
        raise ValueError(f"no such space: {space}")
    _check_prevalence(prevalence)
    is_free = space == "precision-recall" and family.startswith("F(")
    return _lines(family, _ANY if is_free else prevalence, space, levels)


@lru_cache(maxsize=64)
def _lines(family: str, prevalence: float, space: str, levels: tuple[float, ...]) -> tuple[Line, ...]:
    draw = _roc_line if space == "roc" else _precision_recall_line
    drawn = [(level, draw(family, level, prevalence)) for level in levels]
    short = _SHORT.get(family, "F" if family == "F(1)" else family)
    return tuple([Line(f"{short} {short_text(c)}", *xy, value=c) for c, xy in drawn if xy is not None])


def _check_prevalence(prevalence: float) -> None:
    if not 0 < prevalence < 1:
        raise ValueError(f"the share of correct answers must be between 0 and 1: {prevalence}")


def _beta(family: str) -> float:
    found = _F.fullmatch(family)
    if found is None or float(found[1]) == 0:
        raise ValueError(f"no iso lines are known for {family}")
    return float(found[1])


def _straight(family: str, level: float, prevalence: float) -> tuple[float, float]:
    """Return a and s of t = a + s f."""
    p, c = prevalence, level
    if family == "accuracy":
        return (c - (1 - p)) / p, (1 - p) / p
    if family == "AUC-point":
        return 2 * c - 1, 1.0
    b2 = _beta(family) ** 2
    return c * b2 / (1 + b2 - c), c * (1 - p) / (p * (1 + b2 - c))


def _roc_line(family: str, level: float, prevalence: float) -> tuple[Floats, Floats] | None:
    _check_prevalence(prevalence)
    a, s = _straight(family, level, prevalence)
    low, high = max(0.0, -a / s), min(1.0, (1 - a) / s)
    if not low < high:
        return None
    f = np.array([low, high])
    return f, np.clip(a + s * f, 0.0, 1.0)


def _precision_recall_line(family: str, level: float, prevalence: float) -> tuple[Floats, Floats] | None:
    if family.startswith("F("):
        return _hyperbola(level, _beta(family) ** 2)
    ends = _roc_line(family, level, prevalence)
    if ends is None:
        return None
    f, t = (np.linspace(end[0], end[1], _SAMPLES) for end in ends)
    some = (f > 0) | (t > 0)
    return t[some], precision_at(t[some], f[some], prevalence)


@lru_cache(maxsize=64)
def _hyperbola(level: float, b2: float) -> tuple[Floats, Floats] | None:
    """Return recall and precision on F(b) = level, spaced evenly along the bend."""
    if not 0 < level < 1:
        return None
    product = level * level * b2
    first, last = product / (1 + b2 - level), 1 + b2 - level * b2
    u = np.geomspace(first, last, _SAMPLES)
    recall, precision = (u + level * b2) / (1 + b2), (product / u + level) / (1 + b2)
    return np.clip(recall, 0.0, 1.0), np.clip(precision, 0.0, 1.0)
