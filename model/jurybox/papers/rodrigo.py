"""Rodrigo, Peñas and Verdejo 2010: answer validation in ROC space and in precision-recall space."""

from fractions import Fraction
from functools import cache

from jurybox.language import tr_noop
from jurybox.measures import Confusion, Counts, false_positive_rate, measure, precision, recall
from jurybox.papers.page import Filled, PaperPage, PaperTable, Printed, agrees, table

CORRECT, INCORRECT = 79, 940
"""The English collection of AVE 2008."""
RATES = ("fpr", "recall", "precision", "AUC-point", "F1")
# run: fp rate, recall, precision, AUC, F; 1 and 0 stand for 1.00 and 0.00, the 0.5 is meant as printed
TABLE_3: dict[str, tuple[str, ...]] = {
    "ltqa": ("0.06", "0.78", "0.54", "0.86", "0.64"),
    "ofe": ("0.14", "0.86", "0.35", "0.86", "0.49"),
    "uaic 2": ("0.58", "0.85", "0.11", "0.64", "0.19"),
    "jota 2": ("0.33", "0.56", "0.13", "0.62", "0.21"),
    "jota 1": ("0.79", "0.94", "0.09", "0.58", "0.17"),
    "uaic 1": ("0.62", "0.76", "0.09", "0.57", "0.17"),
    "magc 2": ("0.01", "0.01", "0.17", "0.50", "0.02"),
    "magc 1": ("0.01", "0.00", "0.00", "0.50", "0.00"),
    "100 % YES": ("1.00", "1.00", "0.08", "0.50", "0.14"),
    "50 % YES": ("0.5", "0.5", "0.08", "0.50", "0.13"),
}
# of the nine languages, which the paper's text names no more: answers, correct, incorrect
TABLE_2 = (
    (965, 111, 854),
    (1019, 79, 940),
    (1507, 153, 1354),
    (178, 52, 126),
    (21, 12, 9),
    (221, 44, 177),
    (955, 208, 747),
    (458, 52, 406),
    (522, 39, 483),
)
TABLE_4 = Confusion(tp=68, fp=129, fn=11, tn=811)
"""Cuadro 4, the matrix of ofe: the only one that is printed."""


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "rodrigo",
        tr_noop("Answer validation: ROC space and precision-recall space"),
        "A. Rodrigo, A. Peñas, F. Verdejo: Evaluating answer validation by ROC analysis and by precision and "
        "recall (in Spanish), 2010.",
        (_table_2(), _table_3(), _table_4(), _formula_6()),
        (
            tr_noop("Figures 1 to 6"),
            tr_noop("all run data of AVE 2008"),
            tr_noop("which of several matrices the runs had"),
        ),
    )


def counts(tp: int, fp: int) -> Counts:
    """Return the decisions of a run that validates this many correct and incorrect English answers."""
    return Counts(yes_correct=tp, no_correct=CORRECT - tp, yes_incorrect=fp, no_incorrect=INCORRECT - fp)


@cache
def matrices(run: str) -> tuple[tuple[int, int], ...]:
    """Return the (tp, fp) of every whole-number matrix that gives all five printed rates of a run."""
    printed = TABLE_3[run]
    tps = [tp for tp in range(CORRECT + 1) if agrees(recall(tp, CORRECT - tp), printed[1])]
    fps = [fp for fp in range(INCORRECT + 1) if agrees(false_positive_rate(fp, INCORRECT - fp), printed[0])]
    return tuple(
        (tp, fp)
        for tp in tps
        for fp in fps
        if all(agrees(rate, cell) for rate, cell in zip(rates(tp, fp), printed, strict=True))
    )


def rates(tp: int, fp: int) -> tuple[float, ...]:
    """Return the five rates of Cuadro 3."""
    found = counts(tp, fp)
    return tuple(measure(name).evaluate(found).value for name in RATES)


def drawn(run: str) -> tuple[int, int]:
    """Return the matrix to draw for a run: the printed one of ofe, else the nearest to the printed rates.

    Nearest: the least sum of squared differences over the five rates; of equal ones the first by tp, fp.
    """
    if run == "ofe":
        return TABLE_4.tp, TABLE_4.fp
    printed = [float(cell) for cell in TABLE_3[run]]

    def distance(matrix: tuple[int, int]) -> float:
        return sum((rate - cell) ** 2 for rate, cell in zip(rates(*matrix), printed, strict=True))

    return min(matrices(run), key=distance)


def _table_2() -> PaperTable:
    cells = []
    for at, (answers, correct, incorrect) in enumerate(TABLE_2, start=1):
        cells.append(Printed(f"language {at}", "answers", str(answers), Fraction(correct + incorrect)))
    cells.append(Printed("English", "precision of validating all", "0.08", precision(CORRECT, INCORRECT)))
    return table(tr_noop("Cuadro 2: answers by language"), tr_noop("Correct and incorrect answers added up."), cells)


def _table_3() -> PaperTable:
    cells = []
    for run, printed in TABLE_3.items():
        ours = rates(*drawn(run))
        cells += [Printed(run, name, cell, rate) for name, cell, rate in zip(RATES, printed, ours, strict=True)]
    chosen = ", ".join(f"{run} {drawn(run)[0]} + {drawn(run)[1]} of {len(matrices(run))}" for run in TABLE_3)
    return table(
        tr_noop("Cuadro 3: rates of the runs"),
        Filled(
            tr_noop(
                "From the whole-number matrix nearest to the printed rates; that of ofe is printed. "
                "Right and wrong answers validated, of how many matrices that fit: {chosen}."
            ),
            chosen=chosen,
        ),
        cells,
    )


def _table_4() -> PaperTable:
    tp, fp, fn, tn = TABLE_4
    sums = [
        ("validated", "197", tp + fp),
        ("rejected", "822", fn + tn),
        ("correct", "79", tp + fn),
        ("incorrect", "940", fp + tn),
    ]
    cells = [Printed(row, "total", printed, Fraction(ours)) for row, printed, ours in sums]
    said = (("fpr", "0.14"), ("precision", "0.35"))
    cells += [
        Printed("ofe, section 4.5", name, printed, measure(name).evaluate(counts(tp, fp)).value)
        for name, printed in said
    ]
    return table(
        tr_noop("Cuadro 4: the confusion matrix of ofe"),
        tr_noop("Its margins, and what section 4.5 says of it."),
        cells,
    )


def _formula_6() -> PaperTable:
    return table(
        tr_noop("Slips of formulas"),
        tr_noop("What is printed, and what is meant."),
        [
            Printed("formula (6), F", "below the line", "beta^2 R + P", "beta^2 P + R"),
            Printed("Figura 4, second test", "condition", "|M(x) > M(y)|", "M(x) > M(y)"),
        ],
        misprints={
            ("formula (6), F", "below the line"): tr_noop(
                "recall and precision swapped against the text; harmless at beta = 1, the only value used"
            ),
            ("Figura 4, second test", "condition"): tr_noop("absolute bars around a comparison"),
        },
    )
