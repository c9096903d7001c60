"""Sakai et al. 2010: what follows from the printed tables alone, the run data being unpublished.

A mean of Hit@1 over n questions is a whole number of hits over n, and one of nG@1 with gains 3, 2, 1 a
whole number of sixths over n. So every cell tells how many hits it stands for, and the categories, which
share out the questions, must add up to the table of all questions.
"""

from fractions import Fraction
from itertools import product

import pytest
from papers.measures_printed import agrees, rounded
from papers.sakai_tables import CATEGORIES, COLUMNS, TABLE_23, TABLES, Table

from jurybox.measures import Ranking, accuracy, hit_at_1, measure, ng_at_1

HITS = ("BA-Hit@1", "GA-Hit@1", "UFA-Hit@1", "UFBA-Hit@1")
# Cells of nG@1 that no number of sixths gives, table and run: each is half a unit off, as it is when the
# scores of the questions are rounded to four decimals (0.6667) before they are averaged.
ROUNDED_TWICE = {
    (12, "BASELINE-3"),
    (14, "LILY-3"),
    (14, "LILY-2"),
    (14, "LILY-1"),
    (15, "BASELINE-3"),
    (16, "MSRA+MSR-4"),
    (16, "MSRA+MSR-2"),
    (20, "MSRA+MSR-3"),
    (20, "MSRA+MSR-5"),
}


def _cell(table: Table, run: str, column: str) -> str:
    return table.rows[run][COLUMNS.index(column)]


def _over(table: Table, column: str) -> int:
    return table.good if column == "BA-Hit@1" else table.questions


def _hits(printed: str, n: int) -> int | None:
    """Return the number of hits that a printed mean stands for, None if there is none."""
    near = round(float(printed) * n)
    fits = [k for k in (near - 1, near, near + 1) if 0 <= k <= n and agrees(accuracy(k, n), printed)]
    assert len(fits) <= 1
    return fits[0] if fits else None


def _sixths(printed: str, n: int) -> int:
    return round(float(printed) * 6 * n)


def test_ng_at_1_takes_multiples_of_a_sixth() -> None:
    values = {ng_at_1([g], [best, g]) for best in (3, 2, 1) for g in range(best + 1)}
    assert values == {0.0, 1 / 3, 1 / 2, 2 / 3, 1.0}


@pytest.mark.parametrize("number", TABLES)
def test_every_hit_column_is_a_count_over_its_questions(number: int) -> None:
    table = TABLES[number]
    cells = [(run, column) for run, column in product(table.rows, HITS)]
    for run, column in cells:
        assert _hits(_cell(table, run, column), _over(table, column)) is not None, (run, column)
    print(f"table {number}, {table.name}: {len(cells)} cells of Hit@1")


@pytest.mark.parametrize("number", TABLES)
def test_the_column_of_ng_at_1_is_a_count_of_sixths(number: int) -> None:
    table, off = TABLES[number], set()
    for run in table.rows:
        printed = _cell(table, run, "GA-nG@1")
        near = Fraction(_sixths(printed, table.questions), 6 * table.questions)
        if rounded(near, printed) != rounded(float(printed), printed):
            off.add((number, run))
            assert abs(float(near) - float(printed)) < 0.56e-4
    assert off == {cell for cell in ROUNDED_TWICE if cell[0] == number}
    print(f"table {number}, {table.name}: {len(table.rows)} cells of nG@1, {len(off)} rounded twice")


def test_misprint_ba_hit_at_1_is_over_the_good_questions_of_a_category() -> None:
    """The columns are headed by the size of the category; 153 of 156 cells cannot be over that many."""
    differ = [TABLES[number] for number in CATEGORIES if TABLES[number].questions != TABLES[number].good]
    cells = [(table, run) for table in differ for run in table.rows]
    impossible = [_hits(_cell(table, run, "BA-Hit@1"), table.questions) for table, run in cells].count(None)
    assert (impossible, len(cells)) == (153, 156)
    assert sum(TABLES[number].good for number in CATEGORIES) == TABLES[6].questions == 1429
    print(f"BA-Hit@1 by category: {impossible} of {len(cells)} cells are not over the whole category")


@pytest.mark.parametrize("run", TABLES[5].rows)
def test_the_categories_add_up_to_all_questions(run: str) -> None:
    categories = [TABLES[number] for number in CATEGORIES]
    assert sum(part.questions for part in categories) == TABLES[5].questions == 1500
    for column in HITS:
        whole = TABLES[6 if column == "BA-Hit@1" else 5]
        parts = [
            _hits(_cell(TABLES[number], run, column), _over(TABLES[number], column)) for number in CATEGORIES
        ]
        assert sum(part or 0 for part in parts) == _hits(_cell(whole, run, column), whole.questions)
    parts = [
        _sixths(_cell(TABLES[number], run, "GA-nG@1"), TABLES[number].questions) for number in CATEGORIES
    ]
    assert sum(parts) == _sixths(_cell(TABLES[5], run, "GA-nG@1"), 1500)


@pytest.mark.parametrize("column", ["GA-nDCG", "GA-Q"])
def test_the_weighted_categories_average_to_all_questions(column: str) -> None:
    for run in TABLES[5].rows:
        weighted = sum(float(_cell(TABLES[t], run, column)) * TABLES[t].questions for t in CATEGORIES) / 1500
        assert weighted == pytest.approx(float(_cell(TABLES[5], run, column)), abs=1e-4)


def test_table_23_counts_of_1500() -> None:
    hits = {run: _hits(printed, 1500) for run, printed in TABLE_23.items()}
    assert None not in hits.values()
    assert hits["BA"] == 1500
    # Misprint in section 3.1: MSRA+MSR-5 has the best answer first for 1,166 questions, not 1,493.
    assert hits["MSRA+MSR-5"] == 1166
    assert not agrees(accuracy(1493, 1500), TABLE_23["MSRA+MSR-5"])
    for run, printed in TABLE_23.items():
        assert run not in TABLES[5].rows or _cell(TABLES[5], run, "BA-Hit@1") == printed


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
