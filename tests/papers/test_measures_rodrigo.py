"""Rodrigo et al. 2010, tables 2, 3 and 4 (the English collection of AVE 2008)."""

import numpy as np
import pytest
from papers.measures_printed import agrees, compare

from jurybox.measures import Confusion, Counts, confusion, false_positive_rate, measure, precision, recall

P, N = 79, 940
# run: fp rate, recall, precision, AUC, F; a whole-number matrix (tp, fp) near them; how many matrices fit
TABLE_3 = {
    "ltqa": (("0.06", "0.78", "0.54", "0.86", "0.64"), (62, 52), 2),
    "ofe": (("0.14", "0.86", "0.35", "0.86", "0.49"), (68, 129), 2),
    "uaic 2": (("0.58", "0.85", "0.11", "0.64", "0.19"), (67, 543), 2),
    "jota 2": (("0.33", "0.56", "0.13", "0.62", "0.21"), (44, 306), 1),
    "jota 1": (("0.79", "0.94", "0.09", "0.58", "0.17"), (74, 738), 2),
    "uaic 1": (("0.62", "0.76", "0.09", "0.57", "0.17"), (60, 583), 9),
    "magc 2": (("0.01", "0.01", "0.17", "0.50", "0.02"), (1, 5), 1),
    "magc 1": (("0.01", "0", "0", "0.50", "0"), (0, 9), 5),
    "100 % YES": (("1", "1", "0.08", "0.50", "0.14"), (79, 940), 5),
    "50 % YES": (("0.5", "0.5", "0.08", "0.50", "0.13"), (39, 466), 93),
}
# 1 and 0 stand for 1.00 and 0.00; the 0.5 of the random run is printed, and meant, with one decimal
TABLE_3 = {
    run: (tuple({"1": "1.00", "0": "0.00"}.get(cell, cell) for cell in printed), *rest)
    for run, (printed, *rest) in TABLE_3.items()
}
COLUMNS = ("fpr", "recall", "precision", "AUC-point", "F1")
# language: correct, incorrect answers
TABLE_2 = [
    (111, 854),
    (79, 940),
    (153, 1354),
    (52, 126),
    (12, 9),
    (44, 177),
    (208, 747),
    (52, 406),
    (39, 483),
]
ANSWERS = [965, 1019, 1507, 178, 21, 221, 955, 458, 522]


def _counts(tp: int, fp: int) -> Counts:
    return Counts(yes_correct=tp, no_correct=P - tp, yes_incorrect=fp, no_incorrect=N - fp)


def test_table_3() -> None:
    cells = {}
    for run, (printed, (tp, fp), _) in TABLE_3.items():
        counts = _counts(tp, fp)
        for column, cell in zip(COLUMNS, printed, strict=True):
            cells[f"{run} {column}"] = (measure(column).evaluate(counts).value, cell)
    compare("Rodrigo, table 3", cells)


@pytest.mark.parametrize("run", TABLE_3)
def test_table_3_is_fitted_by_so_many_matrices(run: str) -> None:
    """More than one matrix fits most rows, so a picture of this table has to say which one it draws."""
    printed, _, expected = TABLE_3[run]
    tps = [tp for tp in range(P + 1) if agrees(recall(tp, P - tp), printed[1])]
    fps = [fp for fp in range(N + 1) if agrees(false_positive_rate(fp, N - fp), printed[0])]
    fitting = [
        (tp, fp)
        for tp in tps
        for fp in fps
        if all(
            agrees(measure(column).evaluate(_counts(tp, fp)).value, cell)
            for column, cell in zip(COLUMNS[2:], printed[2:], strict=True)
        )
    ]
    assert len(fitting) == expected
    print(f"{run}: {len(fitting)} matrices")


def test_table_4_the_confusion_matrix_of_ofe() -> None:
    truth = np.repeat([1, 0], [P, N])
    decision = np.repeat([1, 0, 1, 0], [68, 11, 129, 811])
    matrix = confusion(truth, decision)
    assert matrix == Confusion(tp=68, fp=129, fn=11, tn=811)
    assert (matrix.tp + matrix.fp, matrix.fn + matrix.tn) == (197, 822)
    assert (matrix.tp + matrix.fn, matrix.fp + matrix.tn) == (79, 940)
    values = [measure(column).evaluate(_counts(matrix.tp, matrix.fp)).value for column in COLUMNS]
    assert [round(value, 2) for value in values] == [0.14, 0.86, 0.35, 0.86, 0.49]


def test_table_2_random_validation_has_the_precision_of_the_class_balance() -> None:
    assert [sum(row) for row in TABLE_2] == ANSWERS
    for correct, incorrect in TABLE_2:
        everything = precision(correct, incorrect)
        assert everything == correct / (correct + incorrect)
    assert round(precision(79, 940), 4) == 0.0775


def test_the_formula_of_f_is_printed_with_precision_and_recall_swapped() -> None:
    """Misprint: equation (6) has beta² recall + precision below; at beta = 1 nobody can tell."""
    p, r, square = 0.35, 0.86, 4.0
    printed = (square + 1) * r * p / (square * r + p)
    meant = (square + 1) * r * p / (square * p + r)
    counts = _counts(68, 126)
    assert measure("F(2)").evaluate(counts).value == pytest.approx(meant, abs=0.003)
    assert abs(printed - meant) > 0.2
