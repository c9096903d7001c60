"""Rankings with intervals and marks: neighbors are tested as they stand, all pairs with Holm's correction."""

from itertools import pairwise

import numpy as np
import pytest
from worlds import Reply, World, make_catalog

from jurybox.analysis.significance import holm, mark, sign_p
from jurybox.analysis.standings import finish_pairs, prepare_tests, standings
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

SKILLS = (0.95, 0.9, 0.55, 0.5)


def world_of(units: int) -> World:
    """Return a validation collection whose runs differ in skill, judged in full by one person."""
    lot = np.random.default_rng(0)
    truth = lot.integers(0, 2, units)
    replies = [
        Reply(run, answer, int(truth[answer] if lot.random() < skill else 1 - truth[answer]))
        for run, skill in enumerate(SKILLS)
        for answer in range(units)
    ]
    catalog = make_catalog(["validation"] * units, list(range(units)), replies, runs=4, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "adjudicated")
    for answer in range(units):
        world.book.say(0, answer, "correct" if truth[answer] else "incorrect")
    return world


def board_of(world: World) -> Scoreboard:
    return Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))


@pytest.mark.parametrize("name", ["accuracy", "F1"])
def test_neighbors_are_tested_and_marked(name: str) -> None:
    world, one = world_of(80), measure(name)
    board = board_of(world)
    found = standings(board, one, draws=2000)
    assert [row.row.run for row in found] == [row.run for row in board.standing(one)]
    assert found[1].mark in ("*", "**")
    assert found[0].mark == ""
    assert (found[-1].p, found[-1].mark, found[-1].test) == (None, "", "")
    for row in found:
        assert row.interval is not None
        assert row.interval.low <= row.row.score.value <= row.interval.high
    if name == "accuracy":
        values = board.unit_values(one).values
        for upper, lower in pairwise(found):
            a, b = values[:, upper.row.run], values[:, lower.row.run]
            wins, losses = int((a > b).sum()), int((a < b).sum())
            p = sign_p(wins, losses)
            assert (upper.wins, upper.losses, upper.p, upper.mark) == (wins, losses, p, mark(wins, losses, p))
    else:
        assert {row.test for row in found[:-1]} == {"randomization"}


def test_all_pairs_are_corrected_together() -> None:
    world, one = world_of(60), measure("accuracy")
    board = board_of(world)
    runs, adjusted, test = finish_pairs(prepare_tests(board, one))
    values = board.unit_values(one).values
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
    plain = [
        sign_p(int((values[:, a] > values[:, b]).sum()), int((values[:, a] < values[:, b]).sum())) for a, b in pairs
    ]
    assert (runs, test) == ((0, 1, 2, 3), "sign")
    for (a, b), p in zip(pairs, holm(plain).tolist(), strict=True):
        assert adjusted[a, b] == adjusted[b, a] == p
    by_lot = finish_pairs(prepare_tests(board, measure("F1")), draws=200)
    assert by_lot[2] == "randomization"
    assert by_lot[1][0, 3] <= by_lot[1][0, 1] <= 1


def test_measures_without_tests_are_ranked_all_the_same() -> None:
    world = world_of(12)
    found = standings(board_of(world), measure("MRR"))
    assert [row.interval for row in found] == [None] * 4
