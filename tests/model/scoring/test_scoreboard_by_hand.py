"""Factoid and ranked questions by hand: NIL, what is kept back, times, judges as runs, explanations."""

import math
import statistics
from dataclasses import replace

import pytest
from worlds import Book, Reply, World, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.not_scored import not_scored

ADJUDICATED = Gold.parse("adjudicated")


def factoids() -> World:
    """Run 0 answers a0, NIL and nothing; run 1 answers a1, a2 and keeps a3 back. a0, a2 are correct."""
    replies = [
        Reply(0, 0, rank=1, confidence=0.9),
        Reply(0, -1, rank=1, nil=True, question=1, confidence=0.2),
        Reply(1, 1, rank=1, confidence=0.5),
        Reply(1, 2, rank=1, confidence=0.5),
        Reply(1, 3, answered=False),
    ]
    catalog = make_catalog(["factoid"] * 3, [0, 0, 1, 2], replies, runs=2, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "adjudicated")
    for answer, word in enumerate(("correct", "incorrect", "correct")):
        world.book.say(0, answer, word)
    return world


def board_of(world: World) -> Scoreboard:
    return Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), ADJUDICATED)


def test_nil_is_wrong_once_an_answer_is_right_and_the_unanswered_stay_in() -> None:
    board = board_of(factoids())
    assert [board.score(measure("accuracy"), run).value for run in (0, 1)] == [1 / 3, 1 / 3]
    assert board.score(measure("c@1"), 0).value == (1 + 1 * 1 / 3) / 3
    assert board.score(measure("UF"), 1).value == 0
    assert board.score(measure("K1"), 0).value == pytest.approx((0.9 - 0.2) / 3)
    assert board.score(measure("CWS"), 0).value == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert board.score(measure("accuracy"), 0)[2:] == (3, 0, 0)


@pytest.mark.parametrize("gold", ["adjudicated", "majority"])
def test_bounds_range_over_what_can_still_be_said_of_nil(gold: str) -> None:
    world = factoids()
    accuracy, before = measure("accuracy"), (1 / 3, 2 / 3)
    world.book.say(0, 2, "incorrect")  # no answer to the question is correct, and nobody states that NIL is
    for stated, score in ((None, 1 / 2), (True, 2 / 3), (False, 1 / 3)):
        questions = [
            replace(each, nil_correct=stated if at == 1 else None) for at, each in enumerate(world.catalog.questions)
        ]
        catalog = replace(world.catalog, questions=tuple(questions))
        board = Scoreboard(Collection(catalog, world.book.ledger, world.facts), Gold.parse(gold))
        bounds = board.bounds(accuracy, 0)
        assert board.score(accuracy, 0).value == pytest.approx(score)
        assert (bounds.low, bounds.high) == (before if stated is None else pytest.approx((score, score)))
    assert board_of(factoids()).bounds(accuracy, 0).low == board_of(factoids()).bounds(accuracy, 0).high, "decided"


def test_a_candidate_kept_back_enters_no_score_and_no_question_waits_for_it() -> None:
    world = factoids()
    board = board_of(world)
    assert board.score(measure("accuracy"), 1).waiting == 0
    kept = board.with_candidates(measure("accuracy"), 1)
    assert (kept.value, kept.units, kept.waiting) == (1 / 2, 2, 1)
    world.book.say(0, 3, "correct")
    board = board_of(world)
    assert board.with_candidates(measure("accuracy"), 1).value == 2 / 3
    assert board.score(measure("accuracy"), 1).value == 1 / 3
    assert board.with_candidates(measure("accuracy"), 0) == board.score(measure("accuracy"), 0)


def test_a_question_waits_for_all_runs_while_one_answer_is_open() -> None:
    world = factoids()
    world.book.say(0, 1, "")
    board = board_of(world)
    assert [board.score(measure("accuracy"), run)[2:] for run in (0, 1)] == [(2, 1, 0)] * 2
    assert board.waiting_units(measure("accuracy")).tolist() == [0]
    assert board.waiting_units(measure("MRR")).tolist() == [0]
    low, high = (getattr(board.bounds(measure("accuracy"), 1), end) for end in ("low", "high"))
    assert (low, high) == (1 / 3, 2 / 3)
    apart = board.difference(measure("accuracy"), 0, 1)
    assert (apart.low, apart.high, apart.exact) == (-1 / 3, 0.0, True)


def test_times_are_the_runs_own_or_summed_and_two_that_differ_are_none() -> None:
    world = factoids()
    runs = tuple(replace(run, seconds=seconds) for run, seconds in zip(world.catalog.runs, (10.0, None), strict=True))
    times = {(1, 0): 15.0, (1, 1): 5.0}
    world.catalog = replace(world.catalog, runs=runs, run_times=times)
    board, one = board_of(world), measure("MRRT(r=1)")
    mrr = [board.score(measure("MRR"), run).value for run in (0, 1)]
    assert board.score(one, 0).value == pytest.approx(2 * mrr[0] / (1 + math.exp(0.5)))
    assert board.score(one, 1).value == pytest.approx(2 * mrr[1] / (1 + math.e))
    world.catalog = replace(world.catalog, run_times={**times, (0, 0): 11.0})
    board = board_of(world)
    assert board.score(one, 0).reason == "the time of the run and the sum over its questions differ"
    assert math.isnan(board.bounds(one, 0).low)
    assert "exp(1 × 20 ÷ 20)" in board.explain(one, 1).with_numbers


def ranked() -> World:
    """Two judges, three answers; run 0 ranks all, run 1 only the last one."""
    replies = [*(Reply(0, answer, rank=answer + 1) for answer in range(3)), Reply(1, 2, rank=1)]
    catalog = make_catalog(["ranked"], [0, 0, 0], replies, runs=2, assessors=["person"] * 2)
    best = catalog.answer_best.copy()
    best[1] = 1
    world = World(replace(catalog, answer_best=best), Facts(panel=(0, 1)), [], "GAW")
    for answer, words in enumerate(("BC", "AA", "CA")):
        for who, word in enumerate(words):
            world.book.say(who, answer, word)
    return world


def test_judges_and_the_asker_are_runs_and_their_rankings_follow_their_labels() -> None:
    world = ranked()
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("GAW"), humans=True)
    assert [board.name_of(run) for run in board.runs] == ["run0", "run1", "judge A0", "judge A1", "asker"]
    one = measure("nDCG")
    best = [board.explain(one, run, 0).table for run in board.runs]
    assert [[row[1] for row in table.rows] for table in best if table] == [[0, 1, 2], [2], [1, 0, 2], [1, 2, 0], [1]]
    assert board.score(one, 3).value == 1.0
    from jurybox.changes import changes

    world.book.say(1, 2, "C")
    board.update(changes("labels", answers=frozenset([2])))
    anew = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("GAW"), humans=True)
    assert [board.score(one, run) for run in board.runs] == [anew.score(one, run) for run in anew.runs]
    assert [row[1] for row in board.explain(one, 3, 0).table.rows] == [1, 0, 2]  # type: ignore[union-attr]


def test_made_runs_have_no_score_on_other_questions() -> None:
    world = factoids()
    best = world.catalog.answer_best.copy()
    best[0] = 1
    world.catalog = replace(world.catalog, answer_best=best)
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), ADJUDICATED, humans=True)
    asker = board.runs[-1]
    score = board.score(measure("accuracy"), asker)
    assert score.reason == "judges and the asker are runs on ranked questions only"
    assert math.isnan(board.bounds(measure("MRR"), asker).low)
    with pytest.raises(ValueError, match="ranked questions only"):
        board.explain(measure("MRR"), asker)
    assert board.unit_values(measure("accuracy")).runs == (0, 1)


@pytest.mark.parametrize(
    "name", ["MRR", "Hit@1", "nG@1", "nDCG", "Q", "Q(cutoff=1, normalise=min)", "AP", "nDCG(cutoff=2)"]
)
def test_the_parts_of_an_explanation_add_up_to_the_score(name: str) -> None:
    world = ranked()
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("GAW"))
    for run in board.runs:
        told = board.explain(measure(name), run, 0)
        counts = dict(told.counts)
        assert counts["parts"] / counts["below"] == pytest.approx(told.score.value, abs=1e-12)
        assert told.score.value == board.unit_values(measure(name)).values[0, run]
        assert f"{told.score.value:.4f}" in told.with_numbers
        assert told.table is not None
        assert sum(row[5] for row in told.table.rows if isinstance(row[5], float)) == pytest.approx(counts["parts"])
    whole = board.explain(measure(name), 0)
    assert dict(whole.counts)["questions"] == 1
    with pytest.raises(KeyError):
        board.explain(measure(name), 0, 7)


def test_a_geometric_mean_is_explained_question_by_question() -> None:
    """AP is 1, 1/2 and 0, which counts 0.00001 as in trec_eval; the cube root of their product."""
    replies = [Reply(0, 0, rank=1), Reply(0, 2, rank=1), Reply(0, 1, rank=2), Reply(0, 4, rank=1)]
    catalog = make_catalog(["ranked"] * 3, [0, 1, 1, 2, 2], replies, runs=1, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "GAW")
    for answer, label in enumerate("AACAC"):
        world.book.say(0, answer, label)
    board = board_of(world)
    gmap = measure("GMAP")
    found = board.explain(gmap, 0)
    expected = (1 * 0.5 * 0.00001) ** (1 / 3)
    assert board.score(gmap, 0).value == pytest.approx(expected, abs=1e-15)
    assert found.score == board.score(gmap, 0)
    assert math.exp(dict(found.counts)["sum"] / dict(found.counts)["questions"]) == pytest.approx(expected)
    assert found.table is not None
    assert found.table.head == ("question", "AP", "logarithm")
    assert [row[:2] for row in found.table.rows] == [(0, 1.0), (1, 0.5), (2, 0.0)]
    assert not len(board.unit_values(gmap).units)
    with pytest.raises(KeyError):
        board.explain(gmap, 0, 1)


def test_recall_is_pooled_as_in_semeval() -> None:
    """Two questions with one and three relevant answers, at ranks 1, and 2, 3 and 5."""
    replies = [Reply(0, at, rank=1 + at % 5) for at in range(10)]
    catalog = make_catalog(["ranked"] * 3, [0] * 5 + [1] * 5, replies, runs=1, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "GAW")
    for answer, label in enumerate("ACCCCCAAC"):
        world.book.say(0, answer, label)
    board, one = board_of(world), measure("AvgRec@10")
    low, high = (
        statistics.mean([1 / 2, 2 / 3, 3 / 3, 3 / 3, *[3 / 3] * 6]),
        statistics.mean([1 / 2, 2 / 3, 3 / 4, 3 / 4, *[4 / 4] * 6]),
    )
    bounds = board.bounds(one, 0)
    assert bounds.low <= high <= low <= bounds.high
    assert not bounds.exact
    world.book.say(0, 9, "A")
    done = board_of(world)
    assert done.score(one, 0).value == pytest.approx(26 / 30, abs=1e-15)
    bounds = done.bounds(one, 0)
    assert (bounds.low, bounds.high, bounds.exact) == (done.score(one, 0).value,) * 2 + (True,)
    assert dict(done.explain(one, 0).counts) == {"sum": pytest.approx(26 / 3), "ranks": 10}
    with pytest.raises(KeyError):
        done.explain(one, 0, 1)


def test_a_geometric_mean_says_which_questions_it_leaves_out() -> None:
    replies = [Reply(0, at, rank=1) for at in range(3)]
    catalog = make_catalog(["ranked"] * 3, [0, 1, 2], replies, runs=1, assessors=["person"])
    world = World(catalog, Facts(panel=(0,)), [], "GAW")
    world.book.say(0, 0, "A")
    world.book.say(0, 1, "C")
    board = board_of(world)
    score, rows = board.score(measure("GMAP"), 0), not_scored(board, measure("GMAP"), 0).rows
    assert (score.value, score.units, score.waiting, score.left_out) == (1.0, 1, 1, 1)
    assert [(row[0], row[2], row[3]) for row in rows] == [
        (1, "excluded", "the question has no relevant answer"),
        (2, "pending", "A0 has not judged it"),
    ]


def test_measures_offered_are_those_that_can_be_scored() -> None:
    board = board_of(factoids())
    names = [one.name for one in board.measures]
    assert names[:5] == ["accuracy", "c@1", "UF", "MRR", "CWS"]
    assert "nDCG" not in names
    assert board.score(measure("nDCG"), 0).reason == "nDCG is not a measure of factoid questions"
    assert board.kinds == ("factoid",)
    book = Book(1, 0)
    empty = Scoreboard(Collection(make_catalog([], []), book.ledger, Facts()), ADJUDICATED)
    assert (empty.measures, empty.kinds) == ((), ())
    assert empty.score(measure("nDCG"), 0).reason if empty.runs else True
