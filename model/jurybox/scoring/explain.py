"""A score taken apart: the formula by names, the same with a run's own numbers, and what was added up.

Formulas are in English, as in JSON; `formula_in_words` has them in the language in force. Formulas, numbers
and their meanings are those of the measure (`Measure.formula_of`) and of its input
(`jurybox.measures.inputs`).
"""

import math
import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr, tr_formula, trc_found
from jurybox.measures import Input, Measure
from jurybox.scoring.results import Explanation, RunScore, Table

_NAMES = tr_formula(
    "allowance",
    "below",
    "citations",
    "correct",
    "distinct",
    "estimate",
    "factoid_accuracy",
    "full",
    "incorrect",
    "known",
    "length",
    "list_f",
    "matched",
    "negatives",
    "no_correct",
    "no_incorrect",
    "okay",
    "okay_matched",
    "okay_partial",
    "other_f",
    "pairs",
    "partial",
    "partly",
    "parts",
    "positives",
    "questions",
    "rejected_right",
    "returned",
    "seconds",
    "selected_right",
    "sentences",
    "series",
    "silent_correct",
    "silent_incorrect",
    "slowest",
    "sum",
    "supported",
    "total",
    "unanswered",
    "units",
    "vital",
    "vital_matched",
    "vital_partial",
    "weight",
    "weight_matched",
    "yes_correct",
    "yes_incorrect",
)
"""The names of numbers in formulas as JSON and the code have them; people read them in the language in force."""

_PHRASES = tr_formula(
    ", as none of its list questions has a score",
    ", averaged over questions",
    ", averaged over series",
    ", averaged",
    ", 0 if nothing is validated",
    ", 0 without citations",
    ", 0 without sentences",
    "(0 for an empty list)",
    ", with answers that the run gives no score below all others",
    "P and R precision and recall of decisions, or of nuggets; of decisions",
    "weights of matched nuggets ÷ all weights",
    "pairs with the correct answer above",
    "pairs that tie",
    "incorrect answers",
    "confidence of correct answers",
    "confidence of incorrect answers",
    " without list questions",
    ", or ",
    ", with ",
)
"""The text between the names in formulas assembled from them."""
NO_LISTS, *_, _WITH = _PHRASES
"""Behind the formula of a series that leaves its lists out; the separator between a formula and its letters."""


@cache
def _parts() -> re.Pattern[str]:
    """Return what finds phrases, the longest first, and names."""
    longest = sorted(_PHRASES, key=len, reverse=True)
    return re.compile("|".join([*map(re.escape, longest), "[a-z_]{3,}"]))


def formula_in_words(formula: str) -> str:
    """Return a formula, or the name of one of its numbers, in the language in force."""
    whole = trc_found("formula", formula) if formula in _NAMES else tr(formula)
    if whole != formula:
        return whole
    return _parts().sub(lambda found: trc_found("formula", found[0]), formula)


def explained(
    measure: Measure, data: Input | None, score: RunScore, *, unit: int | None = None, table: Table | None = None
) -> Explanation:
    """Return how a score was made of the numbers of an input; `data` None for a unit that has none yet."""
    formula = measure.formula_of(data)
    numbers = {} if data is None else data.numbers
    used = {name: numbers[name] for name in dict.fromkeys(re.findall(r"\w+", formula)) if name in numbers}
    main, mark, rest = with_numbers(measure, formula, used).partition(_WITH)
    meanings = {} if data is None else {name: data.meanings[name] for name in used}
    numbers_text = f"{main} {score.result_text}{mark}{rest}"
    return Explanation(measure, formula, numbers_text, tuple(used.items()), meanings, score, unit, table)


def with_numbers(measure: Measure, formula: str, numbers: dict[str, int | float]) -> str:
    """Return a formula with numbers, and with options that are numbers, in place of their names."""
    known: dict[str, str] = {name: _number(value) for name, value in numbers.items()}
    for name, option in measure.options.items():
        if isinstance(option, (int, float)):
            known |= {name: f"{option:g}", f"{name}²": f"{float(option) ** 2:g}"}
    return re.sub(r"\w+", lambda name: known.get(name[0], name[0]), formula)


def explained_mean(
    measure: Measure,
    score: RunScore,
    unit: str,
    units: NDArray[np.int64],
    values: NDArray[np.float64],
    *,
    several: str = "units",
) -> Explanation:
    """Return how a mean came about: the sum over `several` units, and the value of each."""
    rows = tuple(zip(units.tolist(), values.tolist(), strict=True))
    total = math.fsum(value for _, value in rows if not math.isnan(value))
    numbers = f"{total:.4f} ÷ {score.units} {score.result_text}"
    counts = (("sum", total), (several, score.units))
    meanings = {
        "sum": tr("values of the {several}, added up", several=several),
        several: tr("{several} that are scored and have a value", several=several),
    }
    table = Table((unit, "value"), rows)
    return Explanation(measure, measure.formula, numbers, counts, meanings, score, None, table)


def _number(value: int | float) -> str:  # noqa: PYI041 - whole numbers are shown as such
    """Return a number with four digits, and at least three behind the point if it has them."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.{max(4, len(str(int(abs(value)))) + 3)}g}"
