"""Sakai et al. 2010: what follows from the tables beyond the cells of its page."""

from itertools import product

import pytest

from jurybox.analysis.significance import sign_p
from jurybox.gold.gold import Gold
from jurybox.measures import Ranking, accuracy, hit_at_1, measure, ng_at_1
from jurybox.papers.page import agrees
from jurybox.papers.sakai import (
    HITS,
    LEVELS_OF_TABLE_2,
    LEVELS_OF_TABLE_21,
    PATTERNS,
    TABLE_24,
    answers_by_level,
    cell_of,
    hits,
    left_out_once,
    level_of,
    questions_of,
    sixths,
)
from jurybox.papers.sakai_tables import CATEGORIES, TABLE_23, TABLES


def test_ng_at_1_takes_multiples_of_a_sixth() -> None:
    values = {ng_at_1([g], [best, g]) for best in (3, 2, 1) for g in range(best + 1)}
    assert values == {0.0, 1 / 3, 1 / 2, 2 / 3, 1.0}


@pytest.mark.parametrize("number", TABLES)
def test_every_hit_column_is_a_count_over_its_questions(number: int) -> None:
    found = TABLES[number]
    for run, column in product(found.rows, HITS):
        assert hits(cell_of(found, run, column), questions_of(found, column)) is not None, (run, column)


def test_misprint_ba_hit_at_1_is_over_the_good_questions_of_a_category() -> None:
    """The columns are headed by the size of the category; 153 of 156 cells cannot be over that many."""
    differ = [TABLES[number] for number in CATEGORIES if TABLES[number].questions != TABLES[number].good]
    cells = [(found, run) for found in differ for run in found.rows]
    impossible = [hits(cell_of(found, run, "BA-Hit@1"), found.questions) for found, run in cells].count(None)
    assert (impossible, len(cells)) == (153, 156)
    assert sum(TABLES[number].good for number in CATEGORIES) == TABLES[6].questions == 1429
    print(f"BA-Hit@1 by category: {impossible} of {len(cells)} cells are not over the whole category")


@pytest.mark.parametrize("run", TABLES[5].rows)
def test_the_categories_add_up_to_all_questions(run: str) -> None:
    categories = [TABLES[number] for number in CATEGORIES]
    assert sum(part.questions for part in categories) == TABLES[5].questions == 1500
    for column in HITS:
        whole = TABLES[6 if column == "BA-Hit@1" else 5]
        parts = [hits(cell_of(part, run, column), questions_of(part, column)) for part in categories]
        assert sum(part or 0 for part in parts) == hits(cell_of(whole, run, column), whole.questions)
    parts = [sixths(cell_of(part, run, "GA-nG@1"), part.questions) for part in categories]
    assert sum(parts) == sixths(cell_of(TABLES[5], run, "GA-nG@1"), 1500)


@pytest.mark.parametrize("column", ["GA-nDCG", "GA-Q"])
def test_the_weighted_categories_average_to_all_questions(column: str) -> None:
    for run in TABLES[5].rows:
        weighted = sum(float(cell_of(TABLES[t], run, column)) * TABLES[t].questions for t in CATEGORIES)
        assert weighted / 1500 == pytest.approx(float(cell_of(TABLES[5], run, column)), abs=1e-4)


def test_table_23_counts_of_1500() -> None:
    found = {run: hits(printed, 1500) for run, printed in TABLE_23.items()}
    assert None not in found.values()
    assert found["BA"] == 1500
    # Misprint in section 3.1: MSRA+MSR-5 has the best answer first for 1,166 questions, not 1,493.
    assert found["MSRA+MSR-5"] == 1166
    assert not agrees(accuracy(1493, 1500), TABLE_23["MSRA+MSR-5"])
    for run, printed in TABLE_23.items():
        assert run not in TABLES[5].rows or cell_of(TABLES[5], run, "BA-Hit@1") == printed


def test_misprint_the_dagger_of_table_23_cannot_be() -> None:
    """Of a 0/1 score the difference of hits is that of wins and losses: who has more hits has not lost."""
    higher, lower = (hits(TABLE_23[run], 1500) for run in ("ASURA-1", "J3"))
    assert (higher, lower) == (722, 653)


def test_the_best_answers_as_a_run() -> None:
    """Section 2.2: one best answer of 1,500 is not relevant under GA, so GA-Hit@1 is 0.9993."""
    questions = [Ranking([1], [1])] * 1499 + [Ranking([0], [1])]
    score = measure("Hit@1").evaluate(questions)
    assert agrees(score.value, "0.9993")
    assert (score.units, score.left_out) == (1500, 0)


def test_the_worked_examples_of_section_2_2() -> None:
    assert ng_at_1([3], [3, 2, 1]) == 1.0
    assert ng_at_1([2], [3, 2, 1]) == pytest.approx(2 / 3)
    assert ng_at_1([1], [3, 2, 1]) == pytest.approx(1 / 3)
    assert hit_at_1([1]) == hit_at_1([3]) == 1.0
    # One answer out of R relevant ones, at rank 1 and best: Q = 1 / R.
    assert measure("Q").evaluate(Ranking([3], [3, 2, 1, 1])).value == 0.25


def test_patterns_have_the_levels_of_tables_2_and_21() -> None:
    for pattern, (_, level, weight) in PATTERNS.items():
        assert level_of(pattern, Gold("GA")) == level
        assert level_of(pattern, Gold("GAW")) == f"L{weight}"
        assert level_of(pattern, Gold("GAW", weights=(1, 1, 0))) == f"L{len(pattern)}"
    assert answers_by_level(Gold("GA")) == LEVELS_OF_TABLE_2
    assert answers_by_level(Gold("GAW")) == LEVELS_OF_TABLE_21


def test_leaving_one_out_obeys_the_law_of_consistency() -> None:
    """Of a A's, b B's, c C's and weight w, leaving each out gives a times w - 2, b times w - 1, c times w."""
    law = dict.fromkeys(TABLE_24, 0)
    for pattern, (answers, _, _) in PATTERNS.items():
        a, b = pattern.count("A"), pattern.count("B")
        weight, c = 2 * a + b, 4 - a - b
        for times, lost in ((a, 2), (b, 1), (c, 0)):
            if times:
                law[f"L{weight - lost}"] += answers * times
    assert law == {level: sum(row) for level, row in TABLE_24.items()} == left_out_once(Gold("GAW"))


def test_the_sign_test_of_the_printed_counts() -> None:
    assert sign_p(327, 274) == pytest.approx(0.033825, abs=5e-7)
    assert sign_p(324, 277) == pytest.approx(0.060513, abs=5e-7)
