"""Points that the definitions leave open, each with a small case: who cannot tell, names, what is dropped."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from series import series_collection
from worlds import Book, Reply, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.commands import Judge, Match, MatchRest, SetFact, SetGroup, Vote
from jurybox.gold import Gold, Graded, truth_of
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

LIST, OTHER = 1, 2
L, ANSWERS = (2, 3, 4, 5), (6, 7, 8)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return the collection of series, opened for Ana."""
    opened = open_session(series_collection(tmp_path / "series.jury"), assessor="Ana")
    yield opened
    opened.close()


def board(session: Session, gold: str) -> Scoreboard:
    """Return a new scoreboard."""
    return Scoreboard(session.collection, Gold.parse(gold))


@pytest.mark.parametrize(
    ("words", "majority", "adjudicated"),
    [
        (("correct", "correct", "cannot-tell"), 1, -2),
        (("correct", "cannot-tell", "cannot-tell"), -2, -2),
        (("correct", "incorrect", "junk"), -2, -2),
        (("correct", "correct", "correct"), 1, 1),
        (("correct", "cannot-tell", "skipped"), -1, -2),
        (("junk", "junk", "deferred"), -2, -2),
    ],
)
def test_who_cannot_tell_is_one_of_those_who_judge(words: tuple[str, ...], majority: int, adjudicated: int) -> None:
    catalog = make_catalog(["validation"], [0], assessors=["person"] * 3)
    book = Book(3, 1)
    for who, word in enumerate(words):
        book.say(who, 0, word)
    facts = Facts(panel=(0, 1, 2))
    assert truth_of(Collection(catalog, book.ledger, facts), Gold("majority")).truth.tolist() == [majority]
    assert truth_of(Collection(catalog, book.ledger, facts), Gold("adjudicated")).truth.tolist() == [adjudicated]


def test_an_answer_of_which_nobody_can_tell_is_left_out_and_is_no_favorite_either() -> None:
    catalog = make_catalog(["ranked"], [0, 0, 0], assessors=["person"] * 2)
    catalog.answer_best[0] = 1
    book = Book(2, 3)
    for who, words in enumerate((("cannot-tell", "A", "C"), ("junk", "B", "cannot-tell"))):
        for answer, word in enumerate(words):
            book.say(who, answer, word)
    made = Collection(catalog, book.ledger, Facts(panel=(0, 1)))
    levels = {gold: Graded(made, Gold.parse(gold)).of_all().level.tolist() for gold in ("UFA", "UFBA")}
    assert levels == {"UFA": [-2, 1, 0], "UFBA": [1, 1, 0]}


def test_who_cannot_tell_what_matters_makes_a_nugget_no_more_vital(session: Session) -> None:
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:2]]))
    for who in (0, 1):
        for answer in ANSWERS:
            session.execute(MatchRest(answer, "yes", assessor=who))
    for nugget, word in enumerate(("okay", "vital", "vital")):
        session.execute(Vote(nugget, word, assessor=1))
    recall = measure("nugget-recall")
    assert dict(board(session, "majority").explain(recall, 0, OTHER).counts)["vital"] == 2
    session.execute(Vote(1, state="cannot-tell", assessor=1))
    assert dict(board(session, "majority").explain(recall, 0, OTHER).counts)["vital"] == 1
    session.execute(Vote(1, state="skipped", assessor=1))
    assert board(session, "majority").score(recall, 0).waiting == 1


def test_a_list_question_without_known_instances_is_dropped_whatever_was_returned(tmp_path: Path) -> None:
    made = open_session(series_collection(tmp_path / "s.jury", instances=""), assessor="Ana")
    made.execute(Judge(L, "incorrect"))
    full = board(made, "adjudicated")
    made.close()
    for name in ("F-list", "IP", "IR"):
        for run in (0, 1):
            score = full.score(measure(name), run)
            assert math.isnan(score.value)
            assert (score.units, score.waiting, score.left_out) == (0, 0, 1)
            assert score.reason == "the question has no known instance"


def test_a_ranked_question_without_a_best_answer_is_left_out_under_ba_and_says_why() -> None:
    catalog = make_catalog(
        ["ranked", "ranked"], [0, 0, 1], [Reply(0, 0, rank=1), Reply(0, 2, rank=1)], runs=1, assessors=["person"]
    )
    catalog.answer_best[:] = 0
    catalog.answer_best[0] = 1
    full = Scoreboard(Collection(catalog, Book(1, 3).ledger, Facts()), Gold("BA"))
    hit = measure("Hit@1")
    score = full.score(hit, 0)
    assert (score.value, score.units, score.waiting, score.left_out) == (1.0, 1, 0, 1)
    told = full.explain(hit, 0, 1).score
    assert (told.units, told.waiting, told.left_out) == (0, 0, 1)
    assert told.reason == "the asker chose no best answer of the question"
    full.select(frozenset({1}))
    assert full.score(hit, 0).reason == "the asker chose no best answer of the question"


def instances(session: Session, gold: str = "adjudicated") -> int:
    """Return how many instances of the list question are known, Chicago being one that nobody returned."""
    return dict(board(session, gold).explain(measure("F-list"), 0, LIST).counts)["known"]


def test_names_of_settled_groups_are_everybodys_and_other_names_are_not(session: Session) -> None:
    for who in (0, 1, 2):
        session.execute(Judge(L, "correct", assessor=who))
    session.execute(SetGroup((L[0], L[1]), "LA", assessor=0))
    session.execute(SetGroup((L[2],), "LA", assessor=1))
    assert instances(session) == 5
    for who in (1, 2):
        session.execute(SetGroup((L[0],), "LA", assessor=who))
    session.execute(SetGroup((L[3],), "LA", settle=True))
    assert instances(session) == 4
    session.execute(SetGroup((L[2],), "chi", settle=True))
    assert instances(session) == 3
    assert instances(session, "assessor:Ana") == 4


def test_confidence_that_is_missing_of_one_answer_is_not_said_to_be_missing_of_all() -> None:
    replies = [Reply(0, 0, rank=1, confidence=0.5), Reply(0, 1, rank=1)]
    catalog = make_catalog(["factoid", "factoid"], [0, 1], replies, runs=1, assessors=["person"])
    book = Book(1, 2)
    book.say(0, 0, "correct")
    book.say(0, 1, "correct")
    full = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    for name in ("K", "K1", "confidence-correlation"):
        score = full.score(measure(name), 0)
        assert math.isnan(score.value)
        assert score.reason == "the run does not say of every answer how confident it is"


def test_an_adjudicated_match_without_a_label_settles_nothing(session: Session) -> None:
    for answer in ANSWERS:
        session.execute(MatchRest(answer, "yes"))
    before = board(session, "adjudicated").score(measure("nugget-recall"), 0)
    session.execute(Match(ANSWERS[0], 1, state="cannot-tell", kind="adjudication"))
    assert board(session, "adjudicated").score(measure("nugget-recall"), 0) == before
