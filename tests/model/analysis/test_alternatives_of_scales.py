"""Disagreements on a scale of a collection's own: effects under median and mean, done and scored again."""

import math
from itertools import combinations

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import Book, Reply, make_catalog

from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.disagreements.label_effects import Disagreements, disagreements
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.own_schemes import scale
from jurybox.gold import Gold
from jurybox.label_schemes import Measurement
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

GRADES = (0, 1, 2, 4, 8)
Given = list[list[int]]
"""The grade that each assessor (columns) gave each answer (rows), -1 for none."""


def world(
    labels: Given, orders: list[list[int]], measurement: Measurement = "interval", answers: int = 3
) -> tuple[Catalog, Book, Facts]:
    """Return a collection with `answers` for each question; `orders`: each run's answers, best first."""
    owner = [at // answers for at in range(len(labels))]
    replies = []
    for run, order in enumerate(orders):
        ranks: dict[int, int] = {}
        for answer in order:
            ranks[owner[answer]] = ranks.get(owner[answer], 0) + 1
            replies.append(Reply(run, answer, rank=ranks[owner[answer]]))
    people = len(labels[0])
    catalog = make_catalog(
        ["ranked"] * (len(labels) // answers), owner, replies, runs=len(orders), assessors=["person"] * people
    )
    book = Book(people, len(labels))
    for answer, row in enumerate(labels):
        for who, grade in enumerate(row):
            if grade >= 0:
                book.say(who, answer, str(grade))
    scheme = scale(GRADES, measurement=measurement)
    return catalog, book, Facts(panel=tuple(range(people)), schemes={"ranked": scheme})


def middle(gold: str, grades: list[int]) -> float:
    """Return the lower median, or the mean."""
    return sum(grades) / len(grades) if gold == "mean" else sorted(grades)[(len(grades) - 1) // 2]


def ndcg(gains: dict[int, float], orders: list[list[int]], answers: int = 3) -> list[float]:
    """Return the mean nDCG of every run, from the gains of all answers of questions that are judged."""
    questions = sorted({answer // answers for answer in gains})
    found = []
    for order in orders:
        values = []
        for question in questions:
            mine = [gains[answer] for answer in order if answer // answers == question]
            ideal = sorted((gains[at] for at in gains if at // answers == question), reverse=True)
            best = sum(gain / math.log2(at + 2) for at, gain in enumerate(ideal))
            if best:
                values.append(sum(gain / math.log2(at + 2) for at, gain in enumerate(mine)) / best)
        found.append(sum(values) / len(values) if values else math.nan)
    return found


def judged(labels: Given, answers: int = 3) -> list[int]:
    """Return the answers of the questions that everybody judged in full."""
    full = [all(grade >= 0 for grade in row) for row in labels]
    return [at for at in range(len(labels)) if all(full[at // answers * answers :][:answers])]


def turned(now: list[float], then: list[float]) -> set[tuple[int, int]]:
    """Return the pairs of runs that swap, as (now above, now below)."""
    found = set()
    for a, b in combinations(range(len(now)), 2):
        before, after = (round((one[a] - one[b]) * 1e9) for one in (now, then))
        if before * after < 0:
            found.add((a, b) if before > 0 else (b, a))
    return found


def check(gold: str, labels: Given, orders: list[list[int]]) -> Disagreements:
    """Compare every alternative with the scores of plain loops over what is left of the labels."""
    catalog, book, facts = world(labels, orders)
    board = Scoreboard(Collection(catalog, book.ledger, facts), Gold.parse(gold))
    found = disagreements(board, "ranked", measure("nDCG"))
    gains = {at: middle(gold, labels[at]) for at in judged(labels)}
    now = ndcg(gains, orders)
    listed = {(row.answer, turn.left_out): turn for row in found.answers for turn in row.turns}
    expected = {
        (answer, who)
        for answer, row in enumerate(labels)
        for who in range(len(row))
        if min(row) >= 0 and len(set(row)) > 1
    }
    assert set(listed) == expected
    for (answer, who), turn in listed.items():
        rest = [grade for at, grade in enumerate(labels[answer]) if at != who]
        then = ndcg(gains | ({answer: middle(gold, rest)} if answer in gains else {}), orders)
        assert turn.label == ""
        moved = [abs(a - b) for a, b in zip(now, then, strict=True) if not math.isnan(a - b)]
        assert turn.effect == pytest.approx(max(moved, default=0.0), abs=1e-12)
        known = not any(map(math.isnan, (*now, *then)))
        assert set(turn.pairs) == (turned(now, then) if known else set())
    for row in found.answers:
        grades = [grade for grade in labels[row.answer] if grade >= 0]
        pairs = list(combinations(grades, 2))
        apart = sum(abs(a - b) for a, b in pairs) / len(pairs) / (GRADES[-1] - GRADES[0])
        assert row.size == pytest.approx(apart, abs=1e-12)
    return found


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Given, list[list[int]]]:
    """Draw the labels of some people for six answers of two questions, and the orders of three runs."""
    people = draw(st.integers(2, 5))
    missing = draw(st.sampled_from([GRADES, (*GRADES * 2, -1)]))
    row = st.lists(st.sampled_from(missing), min_size=people, max_size=people)
    labels = draw(st.lists(row, min_size=6, max_size=6))
    return labels, [draw(st.permutations(range(6))) for _ in range(3)]


@pytest.mark.parametrize("gold", ["median", "mean"])
@given(campaigns())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_effects_are_those_of_what_is_left_of_the_labels(gold: str, campaign: tuple[Given, list[list[int]]]) -> None:
    check(gold, *campaign)


@pytest.mark.parametrize("gold", ["median", "mean"])
def test_a_label_left_out_can_swap_runs(gold: str) -> None:
    found = []
    for seed in range(12):
        lot = np.random.default_rng(seed)
        labels = lot.choice(GRADES, (6, 3)).tolist()
        found.append(check(gold, labels, [lot.permutation(6).tolist() for _ in range(4)]))
    assert sum(row.flips for one in found for row in one.answers) > 0


@pytest.mark.parametrize("gold", ["median", "mean"])
@given(campaigns())
@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_effects_are_those_of_a_collection_without_the_label(
    gold: str, campaign: tuple[Given, list[list[int]]]
) -> None:
    labels, orders = campaign
    catalog, book, facts = world(labels, orders)
    args = Collection(catalog, book.ledger, facts)
    board = Scoreboard(args, Gold.parse(gold))
    one = measure("nDCG")
    now = [board.score(one, run).value for run in board.runs]
    for row in disagreements(board, "ranked", one).answers:
        for turn in row.turns:
            before = book.ledger.labels[turn.left_out, row.answer].copy()
            book.ledger.labels[turn.left_out, row.answer] = book.ledger.codes.of("cannot-tell")
            other = Scoreboard(args, Gold.parse(gold))
            then = [other.score(one, run).value for run in board.runs]
            book.ledger.labels[turn.left_out, row.answer] = before
            moved = [abs(a - b) for a, b in zip(now, then, strict=True) if not math.isnan(a - b)]
            assert turn.effect == pytest.approx(max(moved, default=0.0), abs=1e-12)


def test_one_label_of_many_on_a_scale_whose_means_are_rounded() -> None:
    lot = np.random.default_rng(4)
    labels = np.where(lot.random((12, 7)) < 0.2, -1, lot.integers(0, 101, (12, 7)))
    labels[:, 0] = np.maximum(labels[:, 0], 0)
    labels[:, 1] = np.maximum(labels[:, 1], 0)
    catalog, book, facts = world([[-1] * 7] * 12, [list(range(12)), list(range(11, -1, -1))])
    facts = Facts(schemes={"ranked": scale(range(101), measurement="interval")})
    for answer, row in enumerate(labels.tolist()):
        for who, grade in enumerate(row):
            if grade >= 0:
                book.say(who, answer, str(grade))
    board = Scoreboard(Collection(catalog, book.ledger, facts), Gold.parse("mean"))
    found = disagreements(board, "ranked", measure("nDCG"))
    count = sum(len(row.turns) for row in found.answers)
    assert count == int((labels >= 0).sum())
    assert all(turn.effect < 0.2 for row in found.answers for turn in row.turns)
    assert max(turn.effect for row in found.answers for turn in row.turns) > 0


@pytest.mark.parametrize("measurement", ["ordinal", "interval"])
def test_the_size_follows_the_scheme_wherever_it_is_shown(measurement: Measurement) -> None:
    labels = [[0, 8], [4, 8], [0, 1], [2, 2], [0, 4], [1, 1]]
    catalog, book, facts = world(labels, [list(range(6)), list(range(5, -1, -1))], measurement)
    board = Scoreboard(Collection(catalog, book.ledger, facts), Gold.parse("median"))
    listed = disagreements(board, "ranked").answers
    steps = GRADES if measurement == "interval" else range(5)
    place = dict(zip(GRADES, steps, strict=True))
    expected = {at: abs(place[a] - place[b]) / (max(steps) - min(steps)) for at, (a, b) in enumerate(labels) if a != b}
    assert {row.answer: row.size for row in listed} == pytest.approx(expected)
    shown = find_disputes(Collection(catalog, book.ledger, facts))
    assert {each.answer: each.size for one in shown.values() for each in one.disputes} == pytest.approx(expected)
