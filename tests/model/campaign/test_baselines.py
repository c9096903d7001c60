"""Baseline runs: what they say, that a seed repeats them, and what they score."""

import pytest
from worlds import Book, Reply, make_catalog

from jurybox.campaign.baselines import (
    BaselineRow,
    all_yes,
    baseline_rows,
    half_yes,
    longest_first,
    newest_first,
    random_order,
)
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

MIXED = make_catalog(["validation", "ranked", "factoid", "validation"], [0, 1, 1, 1, 2, 0, 3])
MANY = make_catalog(["validation"], [0] * 1_019)


def scored(rows: list[BaselineRow], correct: int) -> dict[str, float]:
    """Scores of a baseline on a collection in which the first answers are correct."""
    count = len(rows)
    replies = [
        Reply(0, row.answer, row.decision, score=float("nan") if row.score is None else row.score) for row in rows
    ]
    catalog = make_catalog(["validation"], [0] * count, replies, runs=1, assessors=["person"])
    book = Book(1, count)
    for answer in range(count):
        book.say(0, answer, "correct" if answer < correct else "incorrect")
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("adjudicated"))
    return {name: board.score(measure(name), 0).value for name in ("precision", "recall", "F1", "AUC", "AUC-point")}


def test_all_yes_is_the_line_of_the_paper() -> None:
    rows = all_yes(MANY)
    assert [(row.answer, row.decision) for row in rows] == [(at, 1) for at in range(1_019)]
    value = scored(rows, 79)
    assert (value["precision"], value["recall"], value["AUC-point"]) == (79 / 1_019, 1.0, 0.5)
    assert round(value["F1"], 2) == 0.14


@pytest.mark.parametrize("seed", range(5))
def test_half_yes_validates_half(seed: int) -> None:
    rows = half_yes(MANY, seed)
    assert [row.answer for row in rows] == list(range(1_019))
    assert sum(row.decision for row in rows) == 510
    assert rows == half_yes(MANY, seed)
    assert rows != half_yes(MANY, seed + 1)
    assert abs(scored(rows, 79)["recall"] - 0.5) < 0.25


def test_half_yes_draws_every_answer_alike() -> None:
    small = make_catalog(["validation"], [0] * 4)
    chosen = [0] * 4
    for seed in range(400):
        for row in half_yes(small, seed):
            chosen[row.answer] += row.decision
    assert sum(chosen) == 800
    assert all(160 < each < 240 for each in chosen)


def test_decisions_are_for_validation_questions_only() -> None:
    assert [(row.question, row.answer) for row in all_yes(MIXED)] == [(0, 0), (0, 5), (3, 6)]
    assert [row.answer for row in half_yes(MIXED)] == [0, 5, 6]


def test_random_ranks_and_scores_at_random() -> None:
    rows = random_order(MIXED, 3)
    assert rows == random_order(MIXED, 3)
    assert [(row.question, row.rank) for row in rows] == [(0, None), (0, None), (1, 1), (1, 2), (1, 3), (3, None)]
    assert {row.answer for row in rows if row.question == 1} == {1, 2, 3}
    assert all(row.score is not None and 0 <= row.score < 1 and row.decision == -1 for row in rows)
    ranked_scores = [row.score or 0 for row in rows if row.question == 1]
    assert ranked_scores == sorted(ranked_scores, reverse=True)
    assert abs(scored(random_order(MANY, 1), 300)["AUC"] - 0.5) < 0.1
    firsts = {next(row.answer for row in random_order(MIXED, seed) if row.rank == 1) for seed in range(40)}
    assert firsts == {1, 2, 3}


def test_longer_answers_come_first_and_ties_as_in_the_collection() -> None:
    rows = [row for row in longest_first(MIXED, [9, 5, 8, 5, 0, 0, 0]) if row.rank]
    assert [(row.answer, row.rank, row.score) for row in rows] == [(2, 1, 8.0), (1, 2, 5.0), (3, 3, 5.0)]


def test_newer_answers_come_first_and_undated_ones_last() -> None:
    rows = [row for row in newest_first(MIXED, [None, None, -5.0, 7.0, None, 1.0, 2.0]) if row.rank]
    assert [(row.answer, row.score) for row in rows] == [(3, 7.0), (2, -5.0), (1, None)]


def test_baselines_by_name() -> None:
    assert baseline_rows("all-yes", MIXED) == all_yes(MIXED)
    assert baseline_rows("half-yes", MIXED, 4) == half_yes(MIXED, 4)
    assert baseline_rows("random", MIXED, 4) == random_order(MIXED, 4)
    with pytest.raises(Refused, match="choose from all-yes, half-yes, random"):
        baseline_rows("length", MIXED)
