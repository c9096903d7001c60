"""Peñas and Rodrigo 2011, table 3, and what the text says of the measures."""

import pytest
from papers.measures_printed import compare

from jurybox.measures import Outcomes, c_at_1, measure, rejected_estimator

# run: c@1, accuracy, n_ac, n_aw, n_u
TABLE_3 = {
    "icia091ro": ("0.58", "0.47", 237, 156, 107),
    "uaic092ro": ("0.47", "0.47", 236, 264, 0),
    "loga092de": ("0.44", "0.37", 187, 230, 83),
    "base092de": ("0.38", "0.38", 189, 311, 0),
}


def test_table_3() -> None:
    cells = {}
    for run, (c1, accuracy, *counts) in TABLE_3.items():
        outcomes = Outcomes(*counts)
        assert outcomes.total == 500
        cells[f"{run} c@1"] = (measure("c@1").evaluate(outcomes).value, c1)
        cells[f"{run} accuracy"] = (measure("accuracy").evaluate(outcomes).value, accuracy)
    compare("Peñas, table 3", cells)


def test_a_run_that_answers_one_question_cheats_every_rejected_estimator_but_not_c_at_1() -> None:
    assert rejected_estimator("1", 0, 0, 500) == 1.0  # section 3.2: no answer at all gets the maximum
    assert rejected_estimator("P(C|A)", 1, 0, 499) == 1.0  # section 3.4
    assert rejected_estimator("P(¬C|A)", 0, 1, 499) == pytest.approx(0.998)  # section 3.5
    assert c_at_1(0, 500, 500) == 0.0
    assert c_at_1(1, 499, 500) < 0.004
    assert c_at_1(0, 499, 500) == 0.0


def test_the_conclusion_says_answered_but_means_all_questions() -> None:
    """Misprint: "accuracy over the answered questions" is n_ac / n in equation (4)."""
    n_ac, n_aw, n_u = 237, 156, 107
    over_answered = (n_ac + n_u * n_ac / (n_ac + n_aw)) / 500
    assert round(over_answered, 2) == 0.6
    assert round(c_at_1(n_ac, n_u, 500), 2) == 0.58
