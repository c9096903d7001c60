"""Nuggets scored: who decides on matches and votes, weights of files, and bounds that completions reach."""

import random
from itertools import product
from pathlib import Path

import pytest
from series import ITEMS, OTHER, scoreboard, series_collection

from jurybox.collection.entries import Subject
from jurybox.commands import Match, MatchRest, MergeNuggets, SetFact, Together, Vote
from jurybox.measures import measure
from jurybox.session import Session, open_session

HELD = {0: (ITEMS[0], ITEMS[1]), 1: (ITEMS[2],)}
LENGTH = {0: 30, 1: 12}


@pytest.mark.parametrize("seed", range(6))
def test_nugget_bounds_are_what_completions_reach(session: Session, seed: int) -> None:
    dice = random.Random(seed)
    words, given = ("yes", "partial", "no"), {}
    for answer, nugget in product(ITEMS, range(3)):
        if dice.random() < 0.6:
            given[answer, nugget] = dice.choice(words)
            session.execute(Match(answer, nugget, given[answer, nugget]))
    live, beta, allowance = scoreboard(session), measure("F(3, allowance=10)"), 10
    open_ = [cell for cell in product(ITEMS, range(3)) if cell not in given]
    for run in (0, 1):
        reached = []
        mine = [cell for cell in open_ if cell[0] in HELD[run]]
        for labels in product(words, repeat=len(mine)):
            said = given | dict(zip(mine, labels, strict=True))
            held = {n for n in range(3) if any(said.get((a, n)) == "yes" for a in HELD[run])}
            found = len(held & {1, 2})
            length, fits = LENGTH[run], min(allowance * len(held), LENGTH[run])
            below = 9 * fits * 2 + found * length
            reached.append(10 * fits * found / below if found else 0.0)
        bounds = live.bounds(beta, run)
        assert bounds.exact
        assert (bounds.low, bounds.high) == pytest.approx((min(reached), max(reached)))
        if not open_:
            assert live.score(beta, run).value == pytest.approx(reached[0])


def state(session: Session) -> tuple[float, int]:
    """Return recall of the first run and how many Other questions wait."""
    score = scoreboard(session).score(measure("nugget-recall"), 0)
    return score.value, score.waiting


def test_matches_need_more_than_half_and_wait_for_those_who_are_missing(session: Session) -> None:
    for answer in ITEMS:
        session.execute(MatchRest(answer))
    assert state(session) == (0.0, 0)
    session.execute(Match(ITEMS[1], 1, "yes"))
    assert state(session) == (0.5, 0)
    session.execute(Match(ITEMS[1], 0, "no", assessor=1))
    assert state(session)[1] == 1, "who began an answer is waited for on all nuggets of it"
    for answer in ITEMS:
        session.execute(MatchRest(answer, assessor=1))
    assert state(session) == (0.0, 0)
    session.execute(Match(ITEMS[1], 1, "yes", assessor=1))
    assert state(session) == (0.5, 0)
    session.execute(Match(ITEMS[1], 1, "no", assessor=1))
    session.execute(Match(ITEMS[1], 1, "yes", kind="adjudication"))
    assert state(session) == (0.5, 0)
    session.execute(SetFact("gold", "assessor:Ben"))
    assert state(session) == (0.0, 0), "Ben has not voted: importance is that of the list"
    session.execute(SetFact("gold", "assessor:Ana"))
    assert state(session) == (0.5, 0)


def test_votes_of_a_panel_decide_and_weigh(session: Session) -> None:
    codes = [one.code.hex() for one in session.catalog.assessors[:3]]
    session.execute(SetFact("panel", codes))
    for who, answer in product(range(3), ITEMS):
        session.execute(MatchRest(answer, assessor=who))
    live, pyramid = scoreboard(session), measure("F-pyramid(3)")
    session.subscribe(lambda changes, _: live.update(changes, session.collection))
    assert live.score(pyramid, 0).waiting == 0
    session.execute(Vote(0, "vital", assessor=1))
    assert live.score(pyramid, 0).waiting == 1
    for nugget, who, word in ((1, 1, "okay"), (2, 1, "vital"), (0, 2, "vital"), (1, 2, "okay"), (2, 2, "vital")):
        session.execute(Vote(nugget, word, assessor=who))
    assert live.score(pyramid, 0).waiting == 0
    counts = dict(live.explain(pyramid, 0, OTHER).counts)
    assert counts["weight"] == pytest.approx((2 + 1 + 3) / 3)
    rows = live.explain(measure("F(3)"), 0, OTHER).table
    assert rows is not None
    assert [row[1] for row in rows.rows] == ["vital", "okay", "vital"]


def test_weights_of_a_file_win_and_are_scaled_to_one(tmp_path: Path) -> None:
    nuggets = (
        "question,nugget,text,importance,assessor,weight\n"
        "1.3,1,slang,okay,Ana,0.5\n1.3,2,greeting,vital,Ana,2\n1.3,3,founded,vital,Ana,1\n"
    )
    made = open_session(series_collection(tmp_path / "w.jury", nuggets=nuggets), assessor="Ana")
    for answer in ITEMS:
        made.execute(MatchRest(answer, "yes"))
    counts = dict(scoreboard(made).explain(measure("F-pyramid(3)"), 0, OTHER).counts)
    made.close()
    assert counts["weight"] == pytest.approx(0.25 + 1 + 0.5)


def test_a_pyramid_of_a_file_is_scored_without_votes(tmp_path: Path) -> None:
    nuggets = "question,nugget,text,importance,weight\n1.3,1,slang,,0.5\n1.3,2,greeting,,1\n"
    made = open_session(series_collection(tmp_path / "p.jury", nuggets=nuggets), assessor="Ana")
    made.execute(Match(ITEMS[0], 0, state="cannot-tell"))
    made.execute(Match(ITEMS[0], 1, state="deferred"))
    for answer in ITEMS:
        made.execute(MatchRest(answer, "yes"))
    live = scoreboard(made)
    assert made.content_in_force("match", 0, Subject(OTHER, ITEMS[0], 0)).state == "cannot-tell"
    made.close()
    assert live.score(measure("F-pyramid(3)"), 0).units == 1
    assert live.score(measure("F-pyramid(3)"), 0).value == pytest.approx(1.0)
    assert live.score(measure("F(3)"), 0).waiting == 1


def test_what_an_assessor_says_of_merged_nuggets_counts_once(session: Session) -> None:
    for answer in ITEMS:
        session.execute(MatchRest(answer))
    session.execute(Match(ITEMS[0], 1, "yes"))
    session.execute(Match(ITEMS[1], 2, "yes"))
    assert state(session) == (1.0, 0)
    session.execute(MergeNuggets((1, 2)))
    counts = dict(scoreboard(session).explain(measure("F(3)"), 0, OTHER).counts)
    assert (counts["vital"], counts["vital_matched"]) == (1, 1)


def test_bounds_range_over_decisions_on_matches_and_importance_without_a_majority(session: Session) -> None:
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:2]]))
    for who, answer in product(range(2), ITEMS):
        session.execute(MatchRest(answer, assessor=who))
    recall = measure("nugget-recall")

    def shown() -> tuple[float, float, float, bool]:
        live = scoreboard(session)
        bounds = live.bounds(recall, 0)
        return live.score(recall, 0).value, bounds.low, bounds.high, live.difference(recall, 0, 1).low > 0

    assert shown() == (0, 0, 0, False)
    session.execute(Match(ITEMS[0], 1, "yes", assessor=0))
    assert shown() == (0, 0, 0.5, False), "one says yes and one says no"
    session.execute(Match(ITEMS[0], 1, "yes", kind="adjudication"))
    assert shown() == (0.5, 0.5, 0.5, True)
    session.execute(Match(ITEMS[0], 1, "partial", kind="adjudication"))
    assert shown() == (0, 0, 0, False)
    session.execute(Match(ITEMS[0], 1, "yes", kind="adjudication"))
    session.execute(Together(tuple(Vote(0, word, assessor=who) for who, word in enumerate(("vital", "okay")))))
    for nugget, who in product((1, 2), range(2)):
        session.execute(Vote(nugget, "vital", assessor=who))
    assert shown() == (0.5, pytest.approx(1 / 3), 0.5, True), "nugget 0, which no run has, may be vital"
    session.execute(Vote(0, "vital", kind="adjudication"))
    assert shown() == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3), True)
    session.execute(SetFact("gold", "assessor:Ana"))
    assert shown() == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3), True)
