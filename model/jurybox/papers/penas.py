"""Peñas and Rodrigo 2011: c@1, a measure that rewards leaving questions unanswered."""

from fractions import Fraction

from jurybox.language import tr_noop
from jurybox.measures import Outcomes, c_at_1, measure, rejected_estimator
from jurybox.papers.page import PaperPage, PaperTable, Printed, table

QUESTIONS = 500
# run: c@1, accuracy, n_ac, n_aw, n_u
TABLE_3: dict[str, tuple[str, str, int, int, int]] = {
    "icia091ro": ("0.58", "0.47", 237, 156, 107),
    "uaic092ro": ("0.47", "0.47", 236, 264, 0),
    "loga092de": ("0.44", "0.37", 187, 230, 83),
    "base092de": ("0.38", "0.38", 189, 311, 0),
}


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "penas",
        tr_noop("Leaving questions unanswered: c@1"),
        "A. Peñas, A. Rodrigo: A Simple Measure to Assess Non-response. ACL-HLT 2011, 1415-1424.",
        (_table_3(), _degenerate_runs(), _slips()),
        (tr_noop("Table 2 (the swap method)"), tr_noop("Figures 1 to 3"), tr_noop("all run data of ResPubliQA")),
    )


def _table_3() -> PaperTable:
    cells = []
    for run, (c1, accuracy, *counts) in TABLE_3.items():
        outcomes = Outcomes(*counts)
        cells += [
            Printed(run, "c@1", c1, measure("c@1").evaluate(outcomes).value),
            Printed(run, "accuracy", accuracy, measure("accuracy").evaluate(outcomes).value),
            Printed(run, "questions", str(QUESTIONS), Fraction(outcomes.total)),
        ]
    return table(
        tr_noop("Table 3: two pairs of runs"),
        tr_noop("From the numbers of answers correct, wrong and left out."),
        cells,
    )


def _degenerate_runs() -> PaperTable:
    """Compare section 3's statements on runs that answer nothing, or one question, by every estimator."""
    # estimator, correct, wrong, printed: the limits that the text names
    said = [
        ("0", 0, 0, "0", "accuracy of no answers"),
        ("1", 0, 0, "1", "the maximum for no answers"),
        ("0.5", 0, 0, "0.5", "half for no answers"),
        ("P(C|A)", 1, 0, "1", "the maximum for one correct answer"),
    ]
    cells = [
        Printed(
            f"P(C|¬A) = {estimator}",
            what,
            printed,
            rejected_estimator(estimator, correct, wrong, QUESTIONS - correct - wrong),
        )
        for estimator, correct, wrong, printed, what in said
    ]
    cells.append(Printed("c@1", "nothing for no answers", "0", c_at_1(0, QUESTIONS, QUESTIONS)))
    return table(
        tr_noop("Section 3: runs that answer next to nothing"), tr_noop("The limits named in the text."), cells
    )


def _slips() -> PaperTable:
    n_ac, n_aw, n_u = TABLE_3["icia091ro"][2:]
    over_answered = (n_ac + n_u * Fraction(n_ac, n_ac + n_aw)) / QUESTIONS
    cells = [
        Printed("icia091ro", "c@1 by formula (4)", "0.58", c_at_1(n_ac, n_u, QUESTIONS)),
        Printed("icia091ro", "c@1 as the conclusion words it", "0.58", over_answered),
    ]
    reason = tr_noop("the conclusion says accuracy over the answered questions; formula (4) has n_ac / n, over all")
    return table(
        tr_noop("The wording of the conclusion"),
        tr_noop("Unanswered questions weighted by accuracy over all, and over the answered ones."),
        cells,
        misprints={("icia091ro", "c@1 as the conclusion words it"): reason},
    )
