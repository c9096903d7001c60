"""Bounds against every completion: nothing lies outside, and exact ones are reached."""

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sweeps import swept
from worlds import MISSING, Book, Reply, World, make_catalog, worlds

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold, truth_of
from jurybox.measures import REJECTED_ESTIMATORS, CitedResponse, Counts, Measure, Selections, auc, measure, measures_of
from jurybox.scoring import Bounds, Scoreboard
from jurybox.scoring.bounds.area_bounds import area_bounds
from jurybox.scoring.bounds.count_bounds import count_bounds
from jurybox.scoring.pairs import dense_ranks

COUNTED = (
    *(
        each
        for each in measures_of("validation")
        if each.base not in ("rejected", "AUC") and CitedResponse not in each.accepts
    ),
    measure("F(0.5)"),
    *(measure(f"rejected({name})") for name in REJECTED_ESTIMATORS),
)
ALL = (*COUNTED, measure("AUC"))
OPEN = (3, 5, 6, 7)


def check(bounds: Bounds, values: list[float]) -> None:
    """Compare bounds with the scores of all completions."""
    defined = [value for value in values if not math.isnan(value)]
    if not defined:
        assert not bounds.exact or (math.isnan(bounds.low) and math.isnan(bounds.high))
        return
    assert bounds.low <= min(defined)
    assert max(defined) <= bounds.high
    if bounds.exact:
        assert (bounds.low, bounds.high) == (min(defined), max(defined))


def scored(one: Measure, cells: list[list[int]]) -> float:
    """The score of counts by row and outcome."""
    if Selections in one.accepts:
        return one.evaluate(Selections(cells[0][0], cells[1][0], sum(map(sum, cells)))).value
    (yes, no, silent) = cells
    return one.evaluate(Counts(yes[0], no[0], silent[0], yes[1], no[1], silent[1])).value


def outcomes_of(bits: int) -> list[int | None]:
    """The outcomes in a set: 0 correct, 1 incorrect, None left out."""
    return [at for bit, at in ((1, 0), (2, 1), (4, None)) if bits & bit]


Unit = tuple[int, int]
"""The row of a unit, and the bits of its possible outcomes."""


def check_counts(one: Measure, units: list[Unit]) -> Bounds:
    """Compare the bounds of counts with every completion of these units."""
    groups = np.zeros((3, 8), dtype=int)
    for row, bits in units:
        groups[row, bits] += 1
    kept = [(row, bits) for row, bits in units if bits]
    values = []
    for completion in itertools.product(*(outcomes_of(bits) for _, bits in kept)):
        cells = [[0, 0], [0, 0], [0, 0]]
        for (row, _), outcome in zip(kept, completion, strict=True):
            if outcome is not None:
                cells[row][outcome] += 1
        values.append(scored(one, cells))
    bounds = count_bounds(one, groups.tolist(), lambda cells: scored(one, [row[:2] for row in cells]))
    check(bounds, values)
    return bounds


def may_be(one: Measure, unit: Unit) -> bool:
    """Whether a unit occurs: a question that a run neither selects nor rejects is never won."""
    return Selections not in one.accepts or unit[0] < 2 or not unit[1] & 1


@settings(max_examples=examples(400), deadline=None)
@given(
    st.sampled_from(COUNTED),
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from(OPEN)), max_size=5),
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from((0, 1, 2, 4))), max_size=6),
)
def test_counts_reach_their_bounds(one: Measure, waiting: list[Unit], settled: list[Unit]) -> None:
    units = [unit for unit in (*waiting, *settled) if may_be(one, unit)]
    bounds = check_counts(one, units)
    assert bounds.exact or (one.name == "rejected(P(¬C|A))" and waiting)


@pytest.mark.parametrize("one", [*COUNTED[::3], *swept(one for at, one in enumerate(COUNTED) if at % 3)], ids=str)
def test_the_first_units_of_a_campaign_reach_their_bounds(one: Measure) -> None:
    """Where nearly nothing is judged, measures are undefined for many completions: every case of it."""
    rows = [(row, bits) for row in range(3) for bits in OPEN if may_be(one, (row, bits))]
    judged = [[(row, bits)] for row in range(3) for bits in (1, 2) if may_be(one, (row, bits))]
    for waiting in itertools.combinations_with_replacement(rows, 2):
        for settled in ([], *judged):
            check_counts(one, [*waiting, *settled])
    for waiting in itertools.combinations_with_replacement(rows, 3):
        check_counts(one, list(waiting))


UNITS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from((*OPEN, 1, 2, 1, 2, 4, 0))), max_size=7)


@settings(max_examples=examples(500), deadline=None)
@given(UNITS)
def test_no_area_lies_outside_its_bounds(units: list[tuple[int, int]]) -> None:
    scores = np.array([score or math.nan for score, _ in units], dtype=float)
    masks = np.array([bits for _, bits in units], dtype=np.int8)
    ranks, thresholds = dense_ranks(scores)
    check(area_bounds(ranks, len(thresholds) - 1, masks), list(areas(scores, masks)))


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from((3, 3, 3, 1, 2, 4))), max_size=8))
def test_the_area_is_exact_where_all_that_waits_must_come_in(units: list[tuple[int, int]]) -> None:
    scores = np.array([score for score, _ in units], dtype=float)
    masks = np.array([bits for _, bits in units], dtype=np.int8)
    ranks, thresholds = dense_ranks(scores)
    bounds = area_bounds(ranks, len(thresholds) - 1, masks)
    assert bounds.exact
    check(bounds, list(areas(scores, masks)))


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from((5, 6, 7))), max_size=5))
def test_a_run_in_perfect_order_may_stay_so(units: list[tuple[int, int]]) -> None:
    scores = np.array([2, 4, *(score for score, _ in units)], dtype=float)
    masks = np.array([2, 1, *(bits for _, bits in units)], dtype=np.int8)
    ranks, thresholds = dense_ranks(scores)
    top = len(thresholds) - 1
    assert area_bounds(ranks, top, masks).high == max(areas(scores, masks)) == 1.0
    ranks, thresholds = dense_ranks(-scores)
    assert area_bounds(ranks, top, masks).low == min(areas(-scores, masks)) == 0.0


@settings(max_examples=examples(200), deadline=None)
@given(st.permutations(range(6)), st.lists(st.sampled_from((7, 7, 7, 1, 2, 4)), min_size=6, max_size=6))
def test_the_area_is_exact_where_whatever_waits_may_become_anything(order: list[int], bits: list[int]) -> None:
    scores, masks = np.array(order, dtype=float), np.array(bits, dtype=np.int8)
    ranks, thresholds = dense_ranks(scores)
    bounds = area_bounds(ranks, len(thresholds) - 1, masks)
    assert bounds.exact
    check(bounds, list(areas(scores, masks)))


def areas(scores: np.ndarray, masks: np.ndarray) -> Iterator[float]:
    """The area of every completion, NaN where undefined; scores that are missing tie below all."""
    scores = np.where(np.isnan(scores), -1.0, scores)
    kept = np.flatnonzero(masks)
    for completion in itertools.product(*(outcomes_of(bits) for bits in masks[kept].tolist())):
        chosen = [(at, outcome) for at, outcome in zip(kept, completion, strict=True) if outcome is not None]
        yield auc([1 - outcome for _, outcome in chosen], [scores[at] for at, _ in chosen])


def completions(world: World, most: int) -> Iterator[Ledger]:
    """Every way to give the missing labels of a small collection, and to decide what is or becomes disputed.

    A decision can say of what several judge, and is not settled, that it is correct, incorrect or neither.
    """
    answers = range(world.catalog.answer_count)
    slots = [(who, at) for at in answers for who in world.members(at) if world.word(who, at) in MISSING]
    settled = [at for at in answers if world.adjudication(at) == "conflict"]
    assume(world.panel())
    gold = Gold.parse(world.gold)
    truth = truth_of(Collection(world.catalog, world.book.ledger, world.facts), gold).truth
    disputed = [
        at
        for at in answers
        if gold.whose == "adjudicated"
        and truth[at] < 0
        and len(world.members(at)) > 1
        and world.adjudication(at) in ("", "skipped", "deferred")
    ]
    slots = [(who, at) for who, at in slots if at not in disputed]
    assume(len(slots) + len(settled) + len(disputed) <= most)
    codes = [LABEL_CODES[label] for label in ("correct", "incorrect")]
    words = [*codes, LABEL_CODES["cannot-tell"]]
    each = [codes] * (len(slots) + len(settled)) + [words] * len(disputed)
    for chosen in itertools.product(*each):
        ledger = Ledger(*world.book.ledger.labels.shape)
        ledger.labels[:] = world.book.ledger.labels
        ledger.adjudications[:] = world.book.ledger.adjudications
        for (who, at), code in zip(slots, chosen, strict=False):
            ledger.labels[who, at] = code
        for at, code in zip((*settled, *disputed), chosen[len(slots) :], strict=True):
            ledger.adjudications[at] = code
        yield ledger


@settings(max_examples=examples(60), deadline=None)
@given(worlds(max_questions=2, max_answers=2, max_runs=2, max_edits=8))
def test_every_way_to_finish_the_judging_is_inside(world: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    gold = Gold.parse(world.gold)
    boards = [Scoreboard(Collection(world.catalog, ledger, world.facts), gold) for ledger in completions(world, 5)]
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), gold)
    for one in ALL:
        for run in board.runs:
            check(board.bounds(one, run), [each.score(one, run).value for each in boards])


def test_bounds_close_in_on_the_score() -> None:
    replies = [Reply(0, answer, int(answer < 3), score=-float(answer)) for answer in range(6)]
    catalog = make_catalog(
        ["validation"], [0] * 6, replies, runs=1, assessors=["person"], assigned=[(0, at) for at in range(6)]
    )
    book = Book(1, 6)
    widths = []
    for answer in range(6):
        book.say(0, answer, "correct" if answer % 2 else "incorrect")
        board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("adjudicated"))
        bounds = [board.bounds(measure(name), 0) for name in ("accuracy", "AUC")]
        assert all(each.exact for each in bounds)
        widths.append([each.high - each.low for each in bounds])
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == [0, 0]
    for one in ALL:
        score, bounds = board.score(one, 0), board.bounds(one, 0)
        assert bounds.exact
        assert score.value == pytest.approx(bounds.low, abs=0, nan_ok=True)
        assert score.value == pytest.approx(bounds.high, abs=0, nan_ok=True)
