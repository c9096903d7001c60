"""Rankings and explanations."""

import math
import re

import pytest
from examples import examples
from hypothesis import given, settings
from worlds import Book, Reply, World, make_catalog, worlds

from jurybox.changes import changes
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import REJECTED_ESTIMATORS, CitedResponse, measure, measures_of
from jurybox.scoring import RunScore, Scoreboard, ranked

EXPLAINED = (
    *(
        each
        for each in measures_of("validation")
        if each.base != "rejected" and CitedResponse not in each.accepts  # its own counts
    ),
    *(measure(name) for name in ("F(0.5)", "F(2)")),
    *(measure(f"rejected({name})") for name in REJECTED_ESTIMATORS),
)


def score(value: float) -> RunScore:
    return RunScore(value, "" if value == value else "nothing", 1, 0, 0)


def rows(name: str, *values: float) -> list[tuple[int, str, int | None]]:
    """Run, name and rank of runs with these values."""
    told = [(at, f"run{at}", score(value)) for at, value in enumerate(values)]
    return [(row.run, row.name, row.rank) for row in ranked(measure(name), told)]


def test_equal_values_have_equal_ranks_and_undefined_come_last() -> None:
    assert rows("F1", 0.5, math.nan, 0.75, 0.5, 0.25) == [
        (2, "run2", 1), (0, "run0", 2), (3, "run3", 2), (4, "run4", 4), (1, "run1", None),
    ]  # fmt: skip


def test_a_low_rate_of_false_positives_is_better() -> None:
    assert [run for run, _, _ in rows("fpr", 0.5, 0.25, math.nan, 0.75)] == [1, 0, 3, 2]


def test_nobody_is_ranked_in_an_empty_collection() -> None:
    assert ranked(measure("F1"), []) == ()


def board(labels: str) -> tuple[Book, Scoreboard]:
    replies = [Reply(run, at, int(at % (run + 2) == 0), score=at / (run + 1)) for run in range(3) for at in range(6)]
    catalog = make_catalog(["validation"] * 6, range(6), replies, runs=3, assessors=["person"])
    book = Book(1, 6)
    for at, label in enumerate(labels):
        book.say(0, at, {"c": "correct", "i": "incorrect"}.get(label, ""))
    return book, Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("adjudicated"))


def test_a_label_moves_the_standing() -> None:
    book, live = board("ci.cii")
    before = live.standing(measure("accuracy"))
    assert [row.rank for row in before] == sorted(row.rank or 0 for row in before)
    book.say(0, 2, "incorrect")
    live.update(changes("labels", answers=frozenset([2])))
    after = live.standing(measure("accuracy"))
    was = {row.run: (row.rank, row.score.value) for row in before}
    assert {row.run for row in after if (row.rank, row.score.value) != was[row.run]} == {0, 2}
    assert after[0].score.units == 6


def arithmetic(text: str) -> float:
    """The value of what stands before the last equals sign."""
    expression = text.rsplit(" = ", 1)[0]
    assert re.fullmatch(r"[0-9. +()×÷−]+", expression)
    return eval(expression.replace("×", "*").replace("÷", "/").replace("−", "-"))


@settings(max_examples=examples(60), deadline=None)
@given(worlds(max_questions=4, max_edits=20, states=False))
def test_an_explanation_adds_up_to_the_score(world: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    shown = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    for run in shown.runs:
        for one in EXPLAINED:
            told = shown.explain(one, run)
            assert told.measure == one
            assert [name for name, _ in told.counts] == list(told.meanings)
            assert all(name in told.formula for name, _ in told.counts)
            shown_as, _, _ = told.with_numbers.partition(", with ")
            if not told.score.defined:
                assert shown_as.endswith(f"is undefined: {told.score.reason}")
            elif not ("precision" in one.name and told.score.value == 0):
                assert arithmetic(shown_as) == pytest.approx(told.score.value, abs=1e-12)
                assert shown_as.endswith(f"= {told.score.value:.4f}")


def test_an_explanation_in_words() -> None:
    told = board("cicici")[1].explain(measure("F(2)"), 0)
    assert told.formula == (
        "(1 + b²) × yes_correct ÷ ((1 + b²) × yes_correct + b² × (no_correct + silent_correct) + yes_incorrect)"
    )
    assert told.with_numbers == "(1 + 4) × 3 ÷ ((1 + 4) × 3 + 4 × (0 + 0) + 0) = 1.0000"
    assert dict(told.counts)["yes_correct"] == 3
    assert told.meanings["yes_correct"] == "correct answers validated"
    with pytest.raises(ValueError, match="nDCG is not a measure of validation questions"):
        board("c")[1].explain(measure("nDCG"), 0)
