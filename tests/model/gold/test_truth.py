"""Truth and possible outcomes against a second reading of the definitions, written without arrays."""

import itertools
from collections import Counter

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from worlds import MISSING, Book, World, make_catalog, worlds

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold, Standard, Truth, truth_of


def settled(world: World, answer: int, words: list[str], adjudication: str) -> str | None:
    """The label that the gold standard gives to an answer, None if none."""
    gold, scheme = Gold.parse(world.gold), world.scheme(answer)
    right = ("correct", "inexact") if world.gold.endswith("+lenient") else ("correct",)
    if gold.whose == "assessor":
        return words[0] if words and words[0] in scheme else None
    if gold.whose == "majority":
        votes = Counter(word in right for word in words if word in scheme)
        most = next((is_right for is_right, count in votes.items() if count > len(words) / 2), None)
        return next((word for word in words if word in scheme and (word in right) == most), None)
    if adjudication not in ("", "skipped", "deferred"):
        return adjudication if adjudication in scheme else None
    agree = bool(words) and set(words) <= set(scheme) and len({word in right for word in words}) == 1
    return words[0] if agree else None


def truth_by_hand(world: World, answer: int) -> tuple[int, int]:
    """Truth and possible outcomes of one answer, the outcomes by trying every completion."""
    question = world.catalog.questions[world.catalog.answer_question[answer]]
    scheme = world.scheme(answer)
    if "correct" not in scheme or question.status == "unjudged":
        return -2, 4
    gold = Gold.parse(world.gold)
    right = ("correct",) if gold.mapping == "strict" else ("correct", "inexact")
    words = [world.word(who, answer) for who in world.members(answer)]
    if not world.panel():
        words = [""]
    adjudication = world.adjudication(answer)
    of_words = [scheme if word in MISSING else (word,) for word in words]
    of_adjudication = scheme if adjudication == "conflict" else (adjudication,)
    possible = 0
    for *completed, adjudged in itertools.product(*of_words, of_adjudication):
        label = settled(world, answer, list(completed), adjudged)
        possible |= 4 if label is None else 1 if label in right else 2
    now = settled(world, answer, words, adjudication)
    if now is not None:
        return int(now in right), possible
    return (-2 if possible == 4 else -1), possible


def judged(world: World) -> Truth:
    return truth_of(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))


@settings(max_examples=examples(400), deadline=None)
@given(worlds(kinds=("validation", "validation", "factoid", "ranked"), max_assessors=4, max_edits=16))
@pytest.mark.sweep
def test_every_answer_is_judged_as_the_definitions_say(world: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    truth, possible = judged(world)
    expected = [truth_by_hand(world, answer) for answer in range(world.catalog.answer_count)]
    assert list(zip(truth.tolist(), possible.tolist(), strict=True)) == expected


@settings(max_examples=examples(150), deadline=None)
@given(worlds(kinds=("validation", "factoid"), max_edits=16))
def test_a_touched_answer_judged_again_is_a_full_pass(world: World) -> None:
    standard = Standard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    truth, possible = standard.of_all()
    for edit in world.edits:
        edit.to(world.book)
        touched = np.array([edit.answer])
        if standard.follow(touched):
            truth, possible = standard.of_all()
        else:
            truth[touched], possible[touched] = standard.of(touched)
        everything = judged(world)
        assert truth.tolist() == everything.truth.tolist()
        assert possible.tolist() == everything.possible.tolist()


@settings(max_examples=examples(100), deadline=None)
@given(worlds(max_edits=16))
def test_what_is_decided_by_majority_stays_whatever_the_rest_say(world: World) -> None:
    world.gold = "majority+strict"
    for edit in world.edits:
        edit.to(world.book)
    truth, possible = judged(world)
    assert ((truth >= 0) == np.isin(possible, (1, 2))).all()
    for answer in np.flatnonzero(truth >= 0).tolist():
        for who in world.members(answer):
            if world.word(who, answer) in MISSING:
                world.book.say(who, answer, "incorrect" if truth[answer] else "correct")
                assert judged(world).truth[answer] == truth[answer]


@settings(max_examples=examples(150), deadline=None)
@given(worlds(kinds=("validation", "factoid", "list"), max_assessors=4, max_edits=16))
def test_a_majority_settles_whatever_is_unanimous(world: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    for mapping in ("strict", "lenient"):
        world.gold = f"adjudicated+{mapping}"
        unanimous = judged(world).truth
        alone = np.array([not world.adjudication(answer) for answer in range(len(unanimous))])
        world.gold = f"majority+{mapping}"
        settled_so = (unanimous >= 0) & alone
        assert (judged(world).truth[settled_so] == unanimous[settled_so]).all()


def test_two_of_three_who_say_wrong_are_a_majority() -> None:
    catalog = make_catalog(["factoid"], [0] * 4, assessors=["person"] * 3)
    book = Book(3, 4)
    for answer, words in enumerate(
        (
            ("incorrect", "unsupported", "correct"),
            ("correct", "inexact", "incorrect"),
            ("incorrect", "unsupported", ""),
            ("correct", "incorrect", "cannot-tell"),
        )
    ):
        for who, word in enumerate(words):
            if word:
                book.say(who, answer, word)
    panel = Facts(panel=(0, 1, 2))
    strict, lenient = (Gold("majority", mapping) for mapping in ("strict", "lenient"))
    assert truth_of(Collection(catalog, book.ledger, panel), strict).truth.tolist() == [0, 0, 0, -2]
    assert truth_of(Collection(catalog, book.ledger, panel), lenient).truth.tolist() == [0, 1, 0, -2]


def test_stretches_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = make_catalog(["validation"], [0] * 23, assessors=["person"] * 3)
    book = Book(3, 23)
    for answer in range(23):
        for who in range(answer % 4):
            book.say(who, answer, "correct" if answer % 5 else "incorrect")
    whole = truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    monkeypatch.setattr("jurybox.gold.truth.STRETCH", 12)
    parts = truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    assert whole.truth.tolist() == parts.truth.tolist()
    assert set(whole.truth.tolist()) >= {0, 1, -1}


def test_nobody_yet_means_that_everything_waits() -> None:
    catalog = make_catalog(["validation"], [0, 0], assessors=["person", "model"])
    empty = truth_of(Collection(catalog, Book(2, 2).ledger, Facts()), Gold("adjudicated"))
    assert (empty.truth.tolist(), empty.possible.tolist()) == ([-1, -1], [3, 3])


def test_an_answer_given_to_nobody_is_left_out() -> None:
    catalog = make_catalog(["validation"], [0, 0], assessors=["person"], assigned=[(0, 0)])
    assert truth_of(Collection(catalog, Book(1, 2).ledger, Facts()), Gold("majority")).truth.tolist() == [-1, -2]


def test_an_assessor_who_is_not_there_is_refused() -> None:
    catalog = make_catalog(["validation"], [0], assessors=["person"])
    with pytest.raises(Refused, match=r"no assessor 'Zoe'.*known: A0"):
        truth_of(Collection(catalog, Book(1, 1).ledger, Facts()), Gold("assessor", assessor="Zoe"))


def test_an_empty_collection_has_no_truth() -> None:
    truth, possible = truth_of(Collection(make_catalog([], []), Book(0, 0).ledger, Facts()), Gold("majority"))
    assert truth.size == possible.size == 0


def test_incorrect_and_unsupported_are_no_dispute_where_both_are_wrong() -> None:
    catalog = make_catalog(["factoid"], [0] * 4, assessors=["person"] * 2)
    book = Book(2, 4)
    pairs = (("incorrect", "unsupported"), ("correct", "inexact"), ("inexact", "incorrect"), ("correct", ""))
    for answer, words in enumerate(pairs):
        for who, word in enumerate(words):
            if word:
                book.say(who, answer, word)
    panel = Facts(panel=(0, 1))
    assert truth_of(Collection(catalog, book.ledger, panel), Gold("adjudicated")).truth.tolist() == [0, -2, 0, -1]
    lenient = Gold("adjudicated", "lenient")
    assert truth_of(Collection(catalog, book.ledger, panel), lenient).truth.tolist() == [0, 1, -2, -1]
