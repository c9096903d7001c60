"""Scores against scikit-learn, and what must not matter: order, names, other questions, other runs."""

import math
import warnings

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import Book, Reply, World, make_catalog, worlds

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import CitedResponse, auc, measure, measures_of
from jurybox.scoring import Scoreboard

MEASURES = measures_of("validation")
NAMES = [each.name for each in MEASURES]


def judged(replies: list[Reply], truths: list[int | None], runs: int = 1) -> Scoreboard:
    """A board on which one assessor judged every answer: 1 correct, 0 incorrect, None junk."""
    count = len(truths)
    catalog = make_catalog(["validation"] * count, list(range(count)), replies, runs=runs, assessors=["person"])
    book = Book(1, count)
    for answer, truth in enumerate(truths):
        book.say(0, answer, "junk" if truth is None else "correct" if truth else "incorrect")
    return Scoreboard(Collection(catalog, book.ledger, Facts(panel=(0,))), Gold("adjudicated"))


@settings(max_examples=examples(80), deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0, 1, None]), st.sampled_from([1, 0, -1]), st.integers(0, 6)),
        min_size=1,
        max_size=40,
    )
)
def test_scores_are_those_of_scikit_learn(rows: list[tuple[int | None, int, int]]) -> None:
    from sklearn import metrics

    board = judged(
        [Reply(0, at, decision, score=score / 7) for at, (_, decision, score) in enumerate(rows)],
        [truth for truth, _, _ in rows],
    )
    kept = [row for row in rows if row[0] is not None]
    assert (board.units, board.left_out) == (len(kept), len(rows) - len(kept))
    y, yes, scores = ([row[0] for row in kept], [row[1] == 1 for row in kept], [row[2] / 7 for row in kept])
    value = {name: board.score(measure(name), 0).value for name in NAMES}
    if not any(y):
        assert math.isnan(value["recall"])
        assert math.isnan(value["F1"])
    if not any(y) or all(y):
        assert math.isnan(value["AUC"])
        assert math.isnan(value["AUC-point"])
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        p, r, f, _ = metrics.precision_recall_fscore_support(y, yes, average="binary", zero_division=0)
        f3 = metrics.fbeta_score(y, yes, beta=3, zero_division=0)
    assert value["precision"] == pytest.approx(p, abs=1e-15)
    assert value["recall"] == value["tpr"] == pytest.approx(r, abs=1e-15)
    assert value["F1"] == pytest.approx(f, abs=1e-15)
    assert value["F(3)"] == pytest.approx(f3, abs=1e-14)
    assert value["AUC-point"] == pytest.approx(metrics.roc_auc_score(y, yes), abs=1e-12)
    assert value["AUC"] == pytest.approx(metrics.roc_auc_score(y, scores), abs=1e-12)
    assert value["AUC"] == auc(y, scores)
    curve = board.curve(0)
    assert curve is not None
    fpr, tpr, thresholds = metrics.roc_curve(y, scores, drop_intermediate=False)
    ours = curve.roc()
    assert np.allclose(ours.fpr, fpr, atol=1e-15)
    assert np.allclose(ours.tpr, tpr, atol=1e-15)
    assert ours.thresholds.tolist() == thresholds.tolist()
    assert curve.auc() == value["AUC"]


@settings(max_examples=examples(60), deadline=None)
@given(worlds(max_questions=4, max_edits=14), st.randoms(use_true_random=False))
def test_order_and_names_do_not_matter(world: World, chance: st.DrawFn) -> None:
    """The same collection with answers, runs, assessors and questions in another order."""
    old = world.catalog
    orders = []
    for size in (old.answer_count, len(old.runs), len(old.assessors), len(old.questions)):
        order = list(range(size))
        chance.shuffle(order)
        orders.append(order)
    answers, runs, people, questions = orders
    replies = [
        Reply(
            runs[old.responses.run[at]],
            answers[old.responses.answer[at]],
            int(old.responses.decision[at]),
            float(old.responses.score[at]),
            float(old.responses.confidence[at]),
            bool(old.responses.selected[at]),
        )
        for at in range(len(old.responses))
    ]
    chance.shuffle(replies)
    by_new = [0] * old.answer_count
    for at, place in enumerate(answers):
        by_new[place] = questions[old.answer_question[at]]
    kinds = ["person"] * len(people)
    for at, place in enumerate(people):
        kinds[place] = old.assessors[at].kind
    statuses: list[str | None] = [None] * len(questions)
    for at, place in enumerate(questions):
        statuses[place] = old.questions[at].status
    pairs = zip(*(part.tolist() for part in old.assigned), strict=True)
    new = make_catalog(
        ["validation"] * len(questions),
        by_new,
        replies,
        runs=len(runs),
        assessors=kinds,
        assigned=[(people[who], answers[answer]) for who, answer in pairs],
        statuses=statuses,
    )
    facts = Facts(
        panel=tuple(people[who] for who in world.facts.panel),
        withdrawn=frozenset(runs[run] for run in world.facts.withdrawn),
    )
    gold = world.gold.replace("A0", f"A{people[0]}")
    moved = World(new, facts, [], gold)
    for edit in world.edits:
        edit.to(world.book)
        type(edit)(edit.kind, people[edit.assessor], answers[edit.answer], edit.word).to(moved.book)
    board = Scoreboard(Collection(old, world.book.ledger, world.facts), Gold.parse(world.gold))
    other = Scoreboard(Collection(new, moved.book.ledger, facts), Gold.parse(gold))
    assert (board.units, board.waiting, board.left_out) == (other.units, other.waiting, other.left_out)
    for run in board.runs:
        for one in MEASURES:
            assert repr(board.score(one, run)) == repr(other.score(one, runs[run]))
            assert repr(board.bounds(one, run)) == repr(other.bounds(one, runs[run]))


@settings(max_examples=examples(40), deadline=None)
@given(worlds(max_questions=4, max_edits=14), st.data())
def test_a_selection_is_a_collection_of_its_own(world: World, data: st.DataObject) -> None:
    for edit in world.edits:
        edit.to(world.book)
    old, gold = world.catalog, Gold.parse(world.gold)
    wanted = data.draw(st.frozensets(st.sampled_from(range(len(old.questions)))))
    board = Scoreboard(Collection(old, world.book.ledger, world.facts), gold)
    board.select(wanted)
    statuses = [about.status for about in old.questions]
    for question in range(len(old.questions)):
        if question not in wanted:
            statuses[question] = "unjudged"
    replies = [
        Reply(
            int(old.responses.run[at]),
            int(old.responses.answer[at]),
            int(old.responses.decision[at]),
            float(old.responses.score[at]),
            float(old.responses.confidence[at]),
            bool(old.responses.selected[at]),
        )
        for at in range(len(old.responses))
    ]
    smaller = make_catalog(
        ["validation"] * len(statuses),
        old.answer_question.tolist(),
        replies,
        runs=len(old.runs),
        assessors=[one.kind for one in old.assessors],
        assigned=zip(*(part.tolist() for part in old.assigned), strict=True),
        statuses=statuses,
    )
    other = Scoreboard(Collection(smaller, world.book.ledger, world.facts), gold)
    assert (board.units, board.waiting) == (other.units, other.waiting)
    for run in board.runs:
        for one in MEASURES:
            assert repr(board.score(one, run).value) == repr(other.score(one, run).value)
            assert repr(board.bounds(one, run)) == repr(other.bounds(one, run))
    board.select(None)
    whole = Scoreboard(Collection(old, world.book.ledger, world.facts), gold)
    assert [board.counts(run) for run in board.runs] == [whole.counts(run) for run in whole.runs]


def test_other_runs_do_not_matter() -> None:
    replies = [Reply(run, at, (at + run) % 2, score=(at * 3 + run) % 5) for run in range(3) for at in range(7)]
    truths: list[int | None] = [1, 0, 0, 1, None, 0, 1]
    together, alone = judged(replies, truths, 3), judged([r for r in replies if r.run == 0], truths)
    for one in MEASURES:
        if CitedResponse in one.accepts:  # scored on questions for which any run cites something
            continue
        assert repr(together.score(one, 0)) == repr(alone.score(one, 0))


def test_answers_without_a_score_tie_below_all_others() -> None:
    scores = [0.5, math.nan, -3.0, math.nan, 0.5]
    truths: list[int | None] = [1, 1, 0, 0, 0]
    board = judged([Reply(0, at, 1, score=score) for at, score in enumerate(scores)], truths)
    low = [-math.inf if math.isnan(score) else score for score in scores]
    assert board.score(measure("AUC"), 0).value == auc([1, 1, 0, 0, 0], low)
    no_reply = judged([Reply(0, at, 1, score=scores[at]) for at in (0, 2, 4)], truths)
    assert no_reply.counts(0).pairs == board.counts(0).pairs
    curve = board.curve(0)
    assert curve is not None
    assert curve.thresholds.tolist() == [math.inf, 0.5, -3.0, -math.inf]
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 1, 1, 2], [0, 1, 2, 3])


@pytest.mark.parametrize("first", ["curve", "score", "bounds", "scores"])
def test_the_area_does_not_depend_on_what_was_asked_before(first: str) -> None:
    truths: list[int | None] = [1, 0, 1, 0]
    board = judged([Reply(0, at, 1, score=at / 4) for at in range(4)], truths)
    assert board.counts(0, pairs=False).unanswered == 0  # counts without pairs, as Scores asks for
    asked = {
        "curve": lambda: board.curve(0),
        "score": lambda: board.score(measure("F1"), 0),
        "bounds": lambda: board.bounds(measure("AUC"), 0),
        "scores": lambda: board.scores(0),
    }
    asked[first]()
    assert board.score(measure("AUC"), 0).value == auc([1, 0, 1, 0], [0, 0.25, 0.5, 0.75])
    assert board.counts(0).pairs is not None


def test_confidence_is_in_the_decision_and_scores_come_first() -> None:
    truths: list[int | None] = [1, 0, 1, 0]
    sure = [Reply(0, 0, 1, confidence=0.75), Reply(0, 1, 0, confidence=1.0), Reply(0, 2, 0, confidence=0.5)]
    board = judged(sure, truths)
    assert board.score(measure("AUC"), 0).value == auc([1, 0, 1, 0], [0.75, 0.0, 0.5, -1.0])
    given_scores = board.scores(0)
    assert given_scores is not None
    assert np.array_equal(given_scores, [0.75, 0.0, 0.5, math.nan], equal_nan=True)
    silent = judged([Reply(0, at, -1, confidence=0.5) for at in range(4)], truths)
    score = silent.score(measure("AUC"), 0)
    assert (score.defined, score.reason) == (False, "the answers of this run have neither score nor confidence")
    assert silent.curve(0) is silent.scores(0) is None
    mixed = judged(
        [Reply(0, 0, 1, score=0.1, confidence=0.9), *(Reply(0, at, 1, confidence=0.99) for at in (1, 2, 3))], truths
    )
    assert mixed.score(measure("AUC"), 0).value == auc([1, 0, 1, 0], [0.1, -1, -1, -1])


def test_the_first_of_two_responses_counts() -> None:
    twice = [Reply(0, 0, 1, score=2.0), Reply(0, 1, 0, score=1.0), Reply(0, 0, 0, score=0.0)]
    board = judged(twice, [1, 0])
    assert board.score(measure("accuracy"), 0).value == board.score(measure("AUC"), 0).value == 1.0


def test_units_tell_right_wrong_and_silent() -> None:
    replies = [Reply(0, 0, 1), Reply(0, 1, 1), Reply(0, 2, 0), Reply(0, 3, 0), Reply(0, 4, -1), Reply(0, 5, 1)]
    board = judged(replies, [1, 0, 1, 0, 0, None])
    assert board.units_of(0) == [(0, 1), (1, 0), (2, 0), (3, 1), (4, None)]


def test_how_many_runs_decide_an_answer_rightly_is_what_each_run_tells() -> None:
    draw = np.random.default_rng(7)
    replies = [Reply(run, at, int(draw.integers(-1, 2))) for run in range(4) for at in range(9)]
    board = judged(replies, [1, 0, 1, 0, 0, None, 1, None, 0], runs=4)
    each = [dict(board.units_of(run)) for run in board.runs]
    answers, rightly = board.decided_rightly()
    assert answers.tolist() == list(each[0])
    assert rightly.tolist() == [sum(one[at] == 1 for one in each) for at in each[0]]


def test_a_question_is_won_by_selecting_or_by_rejecting_rightly() -> None:
    owner = [0, 0, 1, 1, 2, 2, 3, 4, 4]
    truths = ["correct", "incorrect", "incorrect", "incorrect", "correct", "incorrect", "incorrect", "correct", "junk"]
    replies = [
        Reply(0, 0, 1, selected=True), Reply(0, 1, 0),
        Reply(0, 2, 0), Reply(0, 3, 0),
        Reply(0, 4, 0), Reply(0, 5, 1, selected=True),
        Reply(0, 7, 1, selected=True), Reply(0, 8, 0),
    ]  # fmt: skip
    catalog = make_catalog(["validation"] * 5, owner, replies, runs=1, assessors=["person"])
    book = Book(1, 9)
    for answer, word in enumerate(truths):
        book.say(0, answer, word)
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("adjudicated"))
    score = board.score(measure("qa_accuracy"), 0)
    assert (score.value, score.units, score.waiting, score.left_out) == (0.25, 4, 0, 1)
    assert board.score(measure("qa_rej_accuracy"), 0).value == 0.25
    assert board.score(measure("estimated_qa"), 0).value == 0.25 + 0.25 * 0.25
