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

from jurybox.language import tr, trc
from jurybox.measures import Input, Measure
from jurybox.scoring.results import Explanation, RunScore, Table

_WITH = ", with "
"""The separator between a formula and the meaning of its letters."""
NO_LISTS = ", as none of its list questions has a score"
"""Behind the formula of a series that leaves its lists out."""


@cache
def _names() -> dict[str, str]:
    """Return the names of numbers in formulas as people read them; JSON and the code have them in English."""
    return {
        "allowance": trc("formula", "allowance"),
        "below": trc("formula", "below"),
        "citations": trc("formula", "citations"),
        "correct": trc("formula", "correct"),
        "distinct": trc("formula", "distinct"),
        "estimate": trc("formula", "estimate"),
        "factoid_accuracy": trc("formula", "factoid_accuracy"),
        "full": trc("formula", "full"),
        "incorrect": trc("formula", "incorrect"),
        "known": trc("formula", "known"),
        "length": trc("formula", "length"),
        "list_f": trc("formula", "list_f"),
        "matched": trc("formula", "matched"),
        "negatives": trc("formula", "negatives"),
        "no_correct": trc("formula", "no_correct"),
        "no_incorrect": trc("formula", "no_incorrect"),
        "okay": trc("formula", "okay"),
        "okay_matched": trc("formula", "okay_matched"),
        "okay_partial": trc("formula", "okay_partial"),
        "other_f": trc("formula", "other_f"),
        "pairs": trc("formula", "pairs"),
        "partial": trc("formula", "partial"),
        "partly": trc("formula", "partly"),
        "parts": trc("formula", "parts"),
        "positives": trc("formula", "positives"),
        "questions": trc("formula", "questions"),
        "rejected_right": trc("formula", "rejected_right"),
        "returned": trc("formula", "returned"),
        "seconds": trc("formula", "seconds"),
        "selected_right": trc("formula", "selected_right"),
        "sentences": trc("formula", "sentences"),
        "series": trc("formula", "series"),
        "silent_correct": trc("formula", "silent_correct"),
        "silent_incorrect": trc("formula", "silent_incorrect"),
        "slowest": trc("formula", "slowest"),
        "sum": trc("formula", "sum"),
        "supported": trc("formula", "supported"),
        "total": trc("formula", "total"),
        "unanswered": trc("formula", "unanswered"),
        "units": trc("formula", "units"),
        "vital": trc("formula", "vital"),
        "vital_matched": trc("formula", "vital_matched"),
        "vital_partial": trc("formula", "vital_partial"),
        "weight": trc("formula", "weight"),
        "weight_matched": trc("formula", "weight_matched"),
        "yes_correct": trc("formula", "yes_correct"),
        "yes_incorrect": trc("formula", "yes_incorrect"),
    }


@cache
def _phrases() -> dict[str, str]:
    """Return the text between the names in formulas assembled from them."""
    return {
        NO_LISTS: trc("formula", ", as none of its list questions has a score"),
        ", averaged over questions": trc("formula", ", averaged over questions"),
        ", averaged over series": trc("formula", ", averaged over series"),
        ", averaged": trc("formula", ", averaged"),
        ", 0 if nothing is validated": trc("formula", ", 0 if nothing is validated"),
        ", 0 without citations": trc("formula", ", 0 without citations"),
        ", 0 without sentences": trc("formula", ", 0 without sentences"),
        "(0 for an empty list)": trc("formula", "(0 for an empty list)"),
        ", with answers that the run gives no score below all others": trc(
            "formula", ", with answers that the run gives no score below all others"
        ),
        "P and R precision and recall of decisions, or of nuggets; of decisions": trc(
            "formula", "P and R precision and recall of decisions, or of nuggets; of decisions"
        ),
        "weights of matched nuggets ÷ all weights": trc("formula", "weights of matched nuggets ÷ all weights"),
        "pairs with the correct answer above": trc("formula", "pairs with the correct answer above"),
        "pairs that tie": trc("formula", "pairs that tie"),
        "incorrect answers": trc("formula", "incorrect answers"),
        "confidence of correct answers": trc("formula", "confidence of correct answers"),
        "confidence of incorrect answers": trc("formula", "confidence of incorrect answers"),
        " without list questions": trc("formula", " without list questions"),
        ", or ": trc("formula", ", or "),
        _WITH: trc("formula", ", with "),
    }


@cache
def _parts() -> re.Pattern[str]:
    """Return what finds phrases, the longest first, and names."""
    longest = sorted(_phrases(), key=len, reverse=True)
    return re.compile("|".join([*map(re.escape, longest), "[a-z_]{3,}"]))


def formula_in_words(formula: str) -> str:
    """Return a formula, or the name of one of its numbers, in the language in force."""
    whole = _names().get(formula) or tr(formula)
    if whole != formula:
        return whole
    words = _names() | _phrases()
    return _parts().sub(lambda found: words.get(found[0], found[0]), formula)


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
