"""A score taken apart: the formula by names, the same with a run's own numbers, and what they count."""

import re

from jurybox.measures import Counts, Measure, Outcomes, Selections
from jurybox.scoring.results import Explanation, RunScore

_RECALL = "yes_correct ÷ (yes_correct + no_correct + silent_correct)"
_FORMULAS = {
    "accuracy": "correct ÷ total",
    "c@1": "(correct + unanswered × correct ÷ total) ÷ total",
    "UF": "(correct − incorrect) ÷ total",
    "UF01": "(correct + 0.5 × unanswered) ÷ total",
    "answered": "(correct + incorrect) ÷ total",
    "precision": "yes_correct ÷ (yes_correct + yes_incorrect)",
    "recall": _RECALL,
    "tpr": _RECALL,
    "fpr": "yes_incorrect ÷ (yes_incorrect + no_incorrect + silent_incorrect)",
    "F": (
        "(1 + b²) × yes_correct ÷ "
        "((1 + b²) × yes_correct + b² × (no_correct + silent_correct) + yes_incorrect)"
    ),
    "AUC-point": "(1 + yes_correct ÷ positives − yes_incorrect ÷ negatives) ÷ 2",
    "AUC": "pairs ÷ (2 × positives × negatives)",
    "qa_accuracy": "selected_right ÷ questions",
    "qa_rej_accuracy": "rejected_right ÷ questions",
    "estimated_qa": "selected_right ÷ questions × (1 + rejected_right ÷ questions)",
}
_REJECTED = {
    "0": "correct ÷ total",
    "1": "(correct + unanswered) ÷ total",
    "0.5": "(correct + 0.5 × unanswered) ÷ total",
    "P(C|A)": "correct ÷ (correct + incorrect)",
    "P(¬C|A)": "(correct + unanswered × incorrect ÷ (correct + incorrect)) ÷ total",
}
_MEANINGS = {
    "correct": "decisions that are right",
    "incorrect": "decisions that are wrong",
    "unanswered": "answers without a decision",
    "total": "answers scored",
    "yes_correct": "correct answers validated",
    "no_correct": "correct answers not validated",
    "silent_correct": "correct answers without a decision",
    "yes_incorrect": "incorrect answers validated",
    "no_incorrect": "incorrect answers not validated",
    "silent_incorrect": "incorrect answers without a decision",
    "positives": "correct answers",
    "negatives": "incorrect answers",
    "pairs": "twice the pairs with the correct answer scored above the incorrect one, and ties once",
    "selected_right": "questions whose selected answer is correct",
    "rejected_right": "questions without a correct answer, rightly rejected",
    "questions": "questions scored",
}
_OF_QUESTIONS = {
    "correct": "questions answered correctly",
    "incorrect": "questions answered incorrectly",
    "unanswered": "questions left unanswered",
    "total": "questions scored",
}
_NAME = re.compile("|".join(sorted(_MEANINGS, key=len, reverse=True)))


def explained(measure: Measure, data: Counts | Outcomes | Selections, score: RunScore) -> Explanation:
    """Return the explanation of a score that was made of these counts."""
    formula = _formula(measure)
    names = dict.fromkeys(_NAME.findall(formula))
    values = {name: getattr(data, name) for name in names}
    known = {name: value for name, value in values.items() if value is not None}
    with_numbers = _NAME.sub(lambda found: str(known.get(found[0], found[0])), formula)
    if "b" in measure.options:
        with_numbers = with_numbers.replace("b²", f"{float(measure.options['b'] or 0) ** 2:g}")
    said = _MEANINGS | _OF_QUESTIONS if isinstance(data, Outcomes) else _MEANINGS
    meanings = {name: said[name] for name in known}
    return Explanation(
        measure, formula, f"{with_numbers} {score.told}", tuple(known.items()), meanings, score
    )


def _formula(measure: Measure) -> str:
    """Return the formula of a measure of validation questions, by the names of its counts."""
    if measure.base == "rejected":
        return _REJECTED[str(measure.options["estimator"])]
    return _FORMULAS[measure.base]
