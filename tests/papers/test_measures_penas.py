"""Peñas and Rodrigo 2011: what the text says of the measures, beyond the cells of its page."""

import pytest

from jurybox.measures import Outcomes, c_at_1, rejected_estimator
from jurybox.papers.penas import QUESTIONS, TABLE_3


def test_every_run_of_table_3_answers_or_leaves_all_500_questions() -> None:
    assert {Outcomes(*counts).total for _, _, *counts in TABLE_3.values()} == {QUESTIONS}


def test_a_run_that_answers_one_question_cheats_every_rejected_estimator_but_not_c_at_1() -> None:
    assert rejected_estimator("1", 0, 0, 500) == 1.0  # section 3.2: no answer at all gets the maximum
    assert rejected_estimator("P(C|A)", 1, 0, 499) == 1.0  # section 3.4
    assert rejected_estimator("P(¬C|A)", 0, 1, 499) == pytest.approx(0.998)  # section 3.5
    assert c_at_1(0, 500, 500) == 0.0
    assert c_at_1(1, 499, 500) < 0.004
    assert c_at_1(0, 499, 500) == 0.0
