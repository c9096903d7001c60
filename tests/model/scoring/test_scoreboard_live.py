"""A scoreboard kept live through any edits is the scoreboard made anew, to the last bit."""

import struct
from typing import Any

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import Book, Edit, Reply, World, make_catalog, worlds

from jurybox.changes import changes
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold, truth_of
from jurybox.measures import REJECTED_ESTIMATORS, measure, measures_of
from jurybox.scoring import Scoreboard

MEASURES = (
    *(each for each in measures_of("validation") if each.base != "rejected"),
    *(measure(name) for name in ("F(0.5)", "F(2)")),
    *(measure(f"rejected({name})") for name in REJECTED_ESTIMATORS),
)


def bits(value: float) -> bytes:
    """The bits of a number, all NaN alike."""
    return b"nan" if value != value else struct.pack("d", value)


def everything(board: Scoreboard) -> dict[object, object]:
    """All that a scoreboard shows, comparable to the last bit."""
    shown: dict[object, object] = {
        "sizes": (board.units, board.waiting, board.left_out),
        "truth": board.truth.tolist(),
        "runs": board.runs,
    }
    for run in board.runs:
        shown["counts", run] = board.counts(run)
        for one in MEASURES:
            score, bounds = board.score(one, run), board.bounds(one, run)
            shown[one.name, run] = (
                bits(score.value),
                (score.reason, score.units, score.waiting, score.left_out),
                (bits(bounds.low), bits(bounds.high), bounds.exact),
            )
    return shown


def board_of(world: World) -> Scoreboard:
    return Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))


def told(edit: Edit) -> frozenset[int]:
    return frozenset([edit.answer])


@settings(max_examples=examples(120), deadline=None)
@given(worlds(kinds=("validation", "validation", "factoid"), max_edits=14), st.booleans(), st.data())
def test_live_is_full_after_every_edit(world: World, asked_before: bool, data: st.DataObject) -> None:
    board = board_of(world)
    questions = data.draw(st.none() | st.frozensets(st.sampled_from(range(len(world.catalog.questions)))))
    board.select(questions)
    if asked_before:
        everything(board)
    for edit in world.edits:
        before = board.truth.tolist(), {run: board.counts(run) for run in board.runs}
        edit.to(world.book)
        moved = board.update(changes("labels", answers=told(edit)))
        anew = board_of(world)
        anew.select(questions)
        assert everything(board) == everything(anew)
        after = board.truth.tolist(), {run: board.counts(run) for run in board.runs}
        assert moved.answers == {at for at, (a, b) in enumerate(zip(before[0], after[0], strict=True)) if a != b}
        assert moved.runs >= {run for run in board.runs if before[1][run] != after[1][run]}
        assert bool(moved) == bool(moved.runs or moved.answers)


@settings(max_examples=examples(40), deadline=None)
@given(worlds(max_edits=30), st.integers(1, 12), st.booleans())
def test_many_answers_at_once_and_one_by_one_are_the_same(world: World, size: int, in_one_go: bool) -> None:
    board = board_of(world)
    everything(board)
    with pytest.MonkeyPatch.context() as patch:
        if in_one_go:
            patch.setattr("jurybox.scoring.tallies.answers.FEW", 0)
        for start in range(0, len(world.edits), size):
            some = world.edits[start : start + size]
            for edit in some:
                edit.to(world.book)
            board.update(changes("labels", "adjudications", answers=frozenset(edit.answer for edit in some)))
            assert everything(board) == everything(board_of(world))


@settings(max_examples=examples(40), deadline=None)
@given(worlds(max_edits=10))
def test_undo_brings_back_every_bit(world: World) -> None:
    board = board_of(world)
    history = []
    for edit in (edit for edit in world.edits if edit.kind in ("say", "clear")):
        history.append((edit, world.word(edit.assessor, edit.answer), everything(board)))
        edit.to(world.book)
        board.update(changes("labels", answers=told(edit)))
    for edit, said_before, shown in reversed(history):
        world.book.say(edit.assessor, edit.answer, said_before)
        board.update(changes("labels", answers=told(edit)))
        assert everything(board) == shown


@settings(max_examples=examples(40), deadline=None)
@given(worlds(max_edits=10), worlds(max_edits=10))
def test_a_new_catalog_or_new_facts_are_read_whole(world: World, other: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    for edit in other.edits:
        edit.to(other.book)
    board = board_of(world)
    everything(board)

    collection = Collection(other.catalog, other.book.ledger, other.facts)
    board.update(changes("catalog"), collection)
    expected = Scoreboard(collection, Gold.parse(world.gold))
    assert everything(board) == everything(expected)


def test_a_withdrawn_run_leaves_and_comes_back_with_its_order_kept() -> None:
    replies = [Reply(run, answer, answer % 2, score=float(answer)) for run in (0, 1) for answer in range(4)]
    catalog = make_catalog(["validation"], [0] * 4, replies, runs=2, assessors=["person"])
    book = Book(1, 4)
    for answer in range(4):
        book.say(0, answer, "correct" if answer > 1 else "incorrect")

    collection = Collection(catalog, book.ledger, Facts())
    board = Scoreboard(collection, Gold("adjudicated"))
    assert board.runs == (0, 1)
    moved = board.update(changes("facts"), collection._replace(facts=Facts(withdrawn=frozenset([0]))))
    assert (board.runs, moved.runs, moved.answers) == ((1,), {1}, frozenset())
    assert board.score(measure("AUC"), 1).value == 1.0
    with pytest.raises(KeyError):
        board.score(measure("AUC"), 0)
    board.update(changes("facts"), collection)
    assert board.runs == (0, 1)
    assert board.score(measure("accuracy"), 0).value == 0.5


def test_saving_and_nuggets_move_nothing() -> None:
    board = Scoreboard(Collection(make_catalog(["validation"], [0]), Book(0, 1).ledger, Facts()), Gold("majority"))
    assert not board.update(changes("saving", answers=frozenset([0])))
    assert not board.update(changes("labels", answers=frozenset([0, 99])))


def test_a_new_member_of_the_stored_panel_brings_every_answer_back_to_waiting() -> None:
    catalog = make_catalog(["validation"], [0, 0, 0], runs=1, assessors=["person", "person"])
    book = Book(2, 3)
    for answer in range(3):
        book.say(0, answer, "correct")

    board = Scoreboard(Collection(catalog, book.ledger, Facts(panel=(0,))), Gold("adjudicated"))
    assert (board.units, board.waiting) == (3, 0)
    board.update(changes("facts"), Collection(catalog, book.ledger, Facts(panel=(0, 1))))
    assert (board.units, board.waiting) == (0, 3)
    book.say(1, 0, "correct")
    moved = board.update(changes("labels", answers=frozenset([0])))
    assert (board.units, board.waiting, moved.answers) == (1, 2, {0})


def test_who_never_labeled_an_answer_is_not_waited_for_where_nobody_planned_who_does() -> None:
    """Ten labels of each answer by other people, as crowds give them: a majority of all of them counts."""
    catalog = make_catalog(["validation"], [0] * 4, runs=1, assessors=["person"] * 6)
    book = Book(6, 4)
    for who, answer, word in ((0, 0, "correct"), (1, 0, "correct"), (2, 0, "incorrect"), (3, 1, "incorrect")):
        book.say(who, answer, word)
    book.say(4, 2, "correct")
    book.say(5, 2, "incorrect")
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    assert (board.units, board.waiting, board.left_out) == (2, 1, 1), "the last answer waits for anybody"
    assert board.truth.tolist() == [1, 0, -2, -1]
    book.say(0, 2, "correct")
    assert board.update(changes("labels", answers=frozenset([2]))).answers == {2}
    assert (board.units, board.waiting, board.left_out) == (3, 1, 0)


def test_without_anything_there_is_nothing_to_score() -> None:
    board = Scoreboard(Collection(make_catalog([], []), Book(0, 0).ledger, Facts()), Gold("majority"))
    assert (board.units, board.waiting, board.left_out, board.runs) == (0, 0, 0, ())
    catalog = make_catalog(["ranked"], [0], [Reply(0, 0, 1)], runs=1, assessors=["person"])
    board = Scoreboard(Collection(catalog, Book(1, 1).ledger, Facts()), Gold("majority"))
    for one in MEASURES:
        score, bounds = board.score(one, 0), board.bounds(one, 0)
        assert not score.defined
        assert score.reason
        assert np.isnan([bounds.low, bounds.high]).all()


def test_measures_of_other_questions_are_undefined_and_say_so() -> None:
    catalog = make_catalog(["validation"], [0], [Reply(0, 0, 1)], runs=1, assessors=["person"])
    board = Scoreboard(Collection(catalog, Book(1, 1).ledger, Facts()), Gold("majority"))
    score = board.score(measure("nDCG"), 0)
    assert (score.defined, score.reason) == (False, "nDCG is not a measure of validation questions")
    assert board.bounds(measure("MRR"), 0).low != board.bounds(measure("MRR"), 0).low


def test_an_unknown_way_to_treat_the_unjudged_is_refused() -> None:
    unknown: Any = "drop"
    with pytest.raises(Refused, match="wait, nonrelevant, condensed"):
        Scoreboard(Collection(make_catalog([], []), Book(0, 0).ledger, Facts()), Gold("majority"), unjudged=unknown)


def test_truth_is_that_of_the_gold_standard() -> None:
    catalog = make_catalog(["validation"], [0, 0], assessors=["person"])
    book = Book(1, 2)
    book.say(0, 1, "incorrect")
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    expected = truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    assert board.truth.tolist() == expected.truth.tolist() == [-1, 0]
