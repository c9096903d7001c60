"""Scores of list questions, Other questions and series taken apart: formula, numbers, what they count."""

import dataclasses
import math
import re

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Input, Measure, Parts, WeightedNuggets
from jurybox.scoring.results import Explanation, RunScore, Table

Told = tuple[tuple[str, ...], tuple[tuple[int | float | str, ...], ...]]

_MEANINGS = {
    "distinct": "correct answers returned that are different from each other",
    "returned": "responses returned",
    "known": "correct instances known, those that no run returned included",
    "vital": "vital nuggets of the question",
    "okay": "okay nuggets of the question",
    "vital_matched": "vital nuggets that the response holds in full",
    "okay_matched": "okay nuggets that the response holds in full",
    "vital_partial": "vital nuggets that it holds in part",
    "okay_partial": "okay nuggets that it holds in part",
    "length": "characters of the response, white space apart",
    "weight": "weights of all nuggets of the question, added up",
    "weight_matched": "weights of the nuggets that the response holds, added up",
    "matched": "nuggets that the response holds in full",
    "factoid_accuracy": "share of the factoid questions answered correctly",
    "list_f": "mean F of the list questions",
    "other_f": "F of the Other question",
    "sum": "values of the units, added up",
    "units": "units that are scored and have a value",
}
_NAME = re.compile(r"\b(" + "|".join(sorted(_MEANINGS, key=len, reverse=True)) + r")\b")
_BARE = re.compile(r",? (averaged over questions|averaged over series|averaged)$")
_WITH = ", with "
"""Between a formula and what its letters stand for."""

Counts = dict[str, int | float]


def explained_mean(
    measure: Measure, score: RunScore, unit: str, units: NDArray[np.int64], values: NDArray[np.float64]
) -> Explanation:
    """Return how a mean came about: the sum over units, and the value of each."""
    rows = tuple(zip(units.tolist(), values.tolist(), strict=True))
    total = math.fsum(value for _, value in rows if not math.isnan(value))
    numbers = f"{total:.4f} ÷ {score.units}"
    counts: Counts = {"sum": total, "units": score.units}
    return _made(measure, measure.formula, numbers, counts, score, None, Table((unit, "value"), rows))


def explained_unit(
    measure: Measure, data: Input | None, score: RunScore, unit: int | None, told: Told
) -> Explanation:
    """Return how the value of one unit came about; `data` None where it has none yet."""
    formula, counts = _formula(measure, data)
    with_numbers = _NAME.sub(lambda name: _number(counts.get(name[0], name[0])), formula)
    beta, allowance = measure.options.get("b"), measure.options.get("allowance")
    if isinstance(beta, (int, float)):
        with_numbers = with_numbers.replace("b²", f"{beta**2:g}")
    if isinstance(allowance, (int, float)):
        with_numbers = with_numbers.replace("allowance", f"{allowance:g}")
    used = {name: counts[name] for name in dict.fromkeys(_NAME.findall(formula)) if name in counts}
    return _made(measure, formula, with_numbers, used, score, unit, Table(*told) if told[0] else None)


def _made(
    measure: Measure,
    formula: str,
    numbers: str,
    counts: Counts,
    score: RunScore,
    unit: int | None,
    table: Table | None,
) -> Explanation:
    meanings = {name: _MEANINGS[name] for name in counts}
    known = tuple(counts.items())
    main, mark, rest = numbers.partition(_WITH)
    told = f"{main} {score.told}{mark}{rest}"
    return Explanation(measure, formula, told, known, meanings, score, unit, table)


def _formula(measure: Measure, data: Input | None) -> tuple[str, Counts]:
    """Return the formula of a unit by the names of its counts, and the counts."""
    counts = _counts(data)
    if measure.base in ("F", "F-pyramid"):
        weighted = measure.base == "F-pyramid"
        recall = "weight_matched ÷ weight" if weighted else "vital_matched ÷ vital"
        matched = "matched" if weighted else "(vital_matched + okay_matched)"
        precision = f"min(1, allowance × {matched} ÷ length)"
        return f"(b² + 1) × P × R ÷ (b² × P + R){_WITH}P = {precision}, R = {recall}", counts
    if isinstance(data, Parts) and measure.base == "series":
        with_lists, without = _BARE.sub("", measure.formula).split(", or ")
        if data.list_f is not None:
            return with_lists, counts
        exact = measure.options.get("weights") == "exact"
        plain = "(2 × factoid_accuracy + other_f) ÷ 3"
        return plain if exact else without.removesuffix(" without list questions"), counts
    return _BARE.sub("", measure.formula), counts


def _counts(data: Input | None) -> Counts:
    if data is None:
        return {}
    if isinstance(data, WeightedNuggets):
        held = [weight for weight, hit in zip(data.weights, data.matched, strict=True) if hit]
        sums = {"weight": math.fsum(data.weights), "weight_matched": math.fsum(held)}
        return sums | {"matched": len(held), "length": data.length}
    found = {field.name: getattr(data, field.name) for field in dataclasses.fields(data)}
    return {
        name: value
        for name, value in found.items()
        if isinstance(value, (int, float)) and not math.isnan(value)
    }


def _number(value: float | str) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
