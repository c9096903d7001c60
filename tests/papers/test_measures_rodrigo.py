"""Rodrigo et al. 2010: what follows from the tables beyond the cells of its page."""

import numpy as np
import pytest

from jurybox.measures import confusion, measure, precision
from jurybox.papers.rodrigo import CORRECT, INCORRECT, TABLE_2, TABLE_3, TABLE_4, counts, drawn, matrices

# how many whole-number matrices give the five printed rates
FITTING = {
    "ltqa": 2,
    "ofe": 2,
    "uaic 2": 2,
    "jota 2": 1,
    "jota 1": 2,
    "uaic 1": 9,
    "magc 2": 1,
    "magc 1": 5,
    "100 % YES": 5,
    "50 % YES": 93,
}


@pytest.mark.parametrize("run", TABLE_3)
def test_table_3_is_fitted_by_so_many_matrices(run: str) -> None:
    """More than one matrix fits most rows, so a picture of this table has to say which one it draws."""
    assert len(matrices(run)) == FITTING[run]
    assert drawn(run) in matrices(run)
    print(f"{run}: {drawn(run)} of {len(matrices(run))} matrices")


def test_what_is_drawn_is_printed_or_nearest() -> None:
    assert drawn("ofe") == (TABLE_4.tp, TABLE_4.fp)
    assert drawn("100 % YES") == (CORRECT, INCORRECT)
    assert drawn("jota 2") == (44, 306)


def test_table_4_the_confusion_matrix_of_ofe() -> None:
    truth = np.repeat([1, 0], [CORRECT, INCORRECT])
    decision = np.repeat([1, 0, 1, 0], [68, 11, 129, 811])
    assert confusion(truth, decision) == TABLE_4


def test_table_2_random_validation_has_the_precision_of_the_class_balance() -> None:
    for _, correct, incorrect in TABLE_2:
        assert precision(correct, incorrect) == correct / (correct + incorrect)
    assert round(precision(CORRECT, INCORRECT), 4) == 0.0775


def test_the_formula_of_f_is_printed_with_precision_and_recall_swapped() -> None:
    """Misprint: equation (6) has beta² recall + precision below; at beta = 1 nobody can tell."""
    p, r, square = 0.35, 0.86, 4.0
    printed = (square + 1) * r * p / (square * r + p)
    meant = (square + 1) * r * p / (square * p + r)
    assert measure("F(2)").evaluate(counts(68, 126)).value == pytest.approx(meant, abs=0.003)
    assert abs(printed - meant) > 0.2
