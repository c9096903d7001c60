"""The next best answers: what settles nothing is left for last, and expected scores end as the scores."""

import numpy as np
import pytest
from worlds import Reply, World, make_catalog

from jurybox.analysis.next_best import Expected, chances, expected_gains, impacts, next_best, next_best_answers
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import Kind, measure
from jurybox.scoring import Scoreboard


def test_answers_that_all_runs_treat_alike_settle_nothing() -> None:
    worth = np.array([[0.5, 0.5, 0.5], [0.9, 0.1, 0.5], [0.6, 0.4, 0.5], [0.9, 0.1, 0.5]])
    expected = Expected(np.full(4, 0.5), np.array([0.25, 0.25, 0.25, 0.0]))
    found = impacts(np.zeros(3), worth, expected)
    assert found[0] == pytest.approx(0.0, abs=1e-12)
    assert found[3] == 0.0
    assert next_best(np.zeros(3), worth, expected, np.array([0, 1, 2])).tolist() == [1, 2, 0]


def test_impacts_are_sums_over_pairs_written_out() -> None:
    lot = np.random.default_rng(0)
    worth, variance, scores = lot.random((7, 4)), lot.random(7), lot.random(4)
    expected = Expected(np.zeros(7), variance)
    chance, spread = chances(scores, worth, expected)
    for x in range(7):
        by_hand = sum(
            chance[a, b] * (1 - chance[a, b]) / spread[a, b] * (worth[x, a] - worth[x, b]) ** 2 * variance[x]
            for a in range(4)
            for b in range(a + 1, 4)
        )
        assert impacts(scores, worth, expected)[x] == pytest.approx(by_hand)
    for a in range(4):
        for b in range(4):
            assert spread[a, b] == pytest.approx(((worth[:, a] - worth[:, b]) ** 2 * variance).sum(), abs=1e-12)
            assert chance[a, b] + chance[b, a] == pytest.approx(1.0)


def test_settled_pairs_have_no_say() -> None:
    worth = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.9]])
    expected = Expected(np.full(2, 0.5), np.full(2, 0.01))
    found = impacts(np.array([9.0, 0.0, 0.0]), worth, expected)
    assert found[1] > 1e6 * found[0]
    chance, _ = chances(np.array([0.3, 0.3, 0.1]), worth, Expected(np.zeros(2), np.zeros(2)))
    assert chance.tolist() == [[0.5, 0.5, 1.0], [0.5, 0.5, 1.0], [0.0, 0.0, 0.5]]


def test_expected_gains_start_in_the_middle_and_learn_from_how_answers_are_placed() -> None:
    features = np.linspace(0, 1, 200)[:, None]
    nothing = expected_gains(np.full(200, np.nan), features, 3.0)
    assert np.unique(nothing.gain).tolist() == [1.5]
    gains = np.full(200, np.nan)
    gains[::2] = np.round(3 * features[::2, 0])
    learned = expected_gains(gains, features, 3.0)
    assert (learned.gain[::2] == gains[::2]).all()
    assert (learned.variance[::2] == 0).all()
    assert learned.gain[3] < 0.7 < 2.3 < learned.gain[197]
    assert learned.variance[101] < nothing.variance[101]


def dense(kind: Kind, judged: int) -> World:
    lot = np.random.default_rng(3)
    replies = []
    for run in range(3):
        for question in range(6):
            for rank, answer in enumerate((lot.permutation(3) + 3 * question).tolist(), start=1):
                replies.append(Reply(run, answer, int(lot.integers(-1, 2)), rank=rank))
    catalog = make_catalog([kind] * 6, [q for q in range(6) for _ in range(3)], replies, runs=3, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "adjudicated")
    for answer in range(judged):
        world.book.say(0, answer, str(lot.choice(world.scheme(answer))))
    return world


@pytest.mark.parametrize(("kind", "name"), [
    ("ranked", "nDCG"), ("ranked", "Q"), ("ranked", "nG@1"), ("factoid", "MRR"), ("validation", "F1"),
    ("validation", "c@1"), ("validation", "fpr"), ("validation", "accuracy"),
])  # fmt: skip
def test_expected_scores_end_as_the_scores_and_open_answers_are_listed(kind: Kind, name: str) -> None:
    for judged in (0, 7, 18):
        world = dense(kind, judged)
        board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("adjudicated"))
        found = next_best_answers(board, measure(name))
        assert sorted(found.answers.tolist()) == list(range(judged, 18))
        assert not np.isnan(found.scores).any()
        pairs = [(a, b) for a in range(3) for b in range(a)]
        sure = [max(found.chance[a, b], found.chance[b, a]) for a, b in pairs]
        assert found.pairs == (sum(bool(found.certain[pair]) for pair in pairs), 3)
        assert all(found.certain[pair] for pair, chance in zip(pairs, sure, strict=True) if chance >= 0.95)
        least = found.least_certain
        assert (least is None) == bool(found.certain.all())
        if least is not None:
            assert least[2] == min(c for pair, c in zip(pairs, sure, strict=True) if not found.certain[pair])
            assert found.chance[found.runs.index(least[0]), found.runs.index(least[1])] == least[2]
    assert found.pairs == (3, 3), "nothing is left to judge"
    assert found.least_certain is None
    expected = [board.score(measure(name), run).value for run in found.runs]
    assert found.scores.tolist() == pytest.approx(expected)
    sign = -1 if name == "fpr" else 1
    for a in range(3):
        for b in range(3):
            order = np.sign(sign * (round(expected[a], 12) - round(expected[b], 12)))
            assert found.chance[a, b] == (0.5 + order / 2) or abs(expected[a] - expected[b]) < 1e-12


def test_the_pair_that_an_answer_narrows_most_is_named() -> None:
    """Runs 0 and 2 say the same of all but one answer, so no other answer separates them."""
    says = [[True, False, True]] * 3 + [[True, False, False]]
    answers = tuple(range(4))
    replies = [Reply(run, at, int(says[at][run])) for at in answers for run in range(3)]
    world = World(
        make_catalog(["validation"], [0] * 4, replies, runs=3, assessors=["person"]), Facts(panel=(0,)), [], "majority"
    )
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("majority"))
    found = next_best_answers(board, measure("accuracy"))
    assert set(found.narrows[3]) in ({0, 2}, {0, 1})
    assert all(set(found.narrows[at]) != {0, 2} for at in (0, 1, 2))


def test_measures_without_this_order_are_refused() -> None:
    world = dense("validation", 3)
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("adjudicated"))
    with pytest.raises(Refused, match="This order works for rankings and decisions, not for AUC"):
        next_best_answers(board, measure("AUC"))


@pytest.mark.parametrize(("kind", "name"), [("ranked", "nDCG"), ("factoid", "MRR"), ("validation", "F1")])
def test_questions_without_any_answer_leave_nothing_to_judge_next(kind: Kind, name: str) -> None:
    world = World(make_catalog([kind] * 2, [], runs=2, assessors=["person"]), Facts(panel=(0,)), [], "majority")
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("majority"))
    found = next_best_answers(board, measure(name))
    assert found.answers.tolist() == []
    assert found.runs == (0, 1)
    assert found.chance.tolist() == [[0.5, 0.5], [0.5, 0.5]]
