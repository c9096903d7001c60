"""One score for a series, or for a whole run, out of factoid accuracy, list F and Other F.

Conventions
    Weights 0.5, 0.25 and 0.25. A series without list questions weighs what is left: 0.67 and 0.33 as
    printed, or exactly 2/3 and 1/3. Parts that do not exist are None, parts that are undefined NaN.
    A series without factoid questions or without a judged Other question is undefined; a run's score is
    the mean over its series. By type, each question of a type weighs the same across all series.

Reference
    E. Voorhees, "Using Question Series to Evaluate Question Answering System Effectiveness", HLT/EMNLP
    2005, section 2.4.

Functions
    series_score, by_type_score
"""

from jurybox.measures.checks import NAN, one_of, share

WEIGHTS = ("printed", "exact")
"""How a series without list questions is weighed: 0.67 and 0.33 as in the paper, or 2/3 and 1/3."""


def series_score(
    factoid_accuracy: float | None, list_f: float | None, other_f: float | None, *, weights: str = "printed"
) -> float:
    """Return the weighted score of one series.

    `factoid_accuracy`: of its factoid questions; `list_f`: mean F of its list questions, None if it
    has none; `other_f`: F of its Other question. All in [0, 1]. `weights`: see `WEIGHTS`.
    Range [0, 1]; NaN if the factoid or the Other part is missing or undefined, or the list part is
    undefined.
    """
    one_of("weights", weights, WEIGHTS)
    if list_f is not None:
        return by_type_score(factoid_accuracy, list_f, other_f)
    factoid, other = _part("factoid_accuracy", factoid_accuracy), _part("other_f", other_f)
    if weights == "printed":
        return 0.67 * factoid + 0.33 * other
    return (2.0 * factoid + other) / 3.0


def by_type_score(factoid_accuracy: float | None, list_f: float | None, other_f: float | None) -> float:
    """Return the score of a run from its three types of question, weighed 0.5, 0.25 and 0.25.

    Each part in [0, 1], averaged over all questions of the type. Range [0, 1]; NaN if a type is
    missing (None) or undefined (NaN).
    """
    factoid, other = _part("factoid_accuracy", factoid_accuracy), _part("other_f", other_f)
    return 0.5 * factoid + 0.25 * _part("list_f", list_f) + 0.25 * other


def _part(name: str, value: float | None) -> float:
    return NAN if value is None else share(name, value, undefined=True)
