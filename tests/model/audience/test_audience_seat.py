"""The seat of an audience in a demo: the work it takes over, whose labels stay, and agreement."""

from __future__ import annotations

import ipaddress
import json
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from patience import PATIENCE
from small import small_collection

from jurybox.audience.interfaces import interfaces
from jurybox.audience.live_agreement import jury_agreement, pair_agreement
from jurybox.audience.seat import check_seat, handing_over, taking_seat
from jurybox.audience.two_hands import SIDES
from jurybox.audience.verdict import AUDIENCE, VoteCount
from jurybox.cli.commands import Jurybox
from jurybox.collection.assigned import LENT, assignments, give_back, rewrite_assignments
from jurybox.collection.check import problems_of
from jurybox.collection.collection import Collection
from jurybox.collection.file import open_reading, open_writing
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.gold import Gold, default_gold, good_questions
from jurybox.judging.order import queue_order
from jurybox.label_schemes import VALIDATION
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jurybox.session import Session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened = open_session(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    yield opened
    opened.close()


def open_answers(session: Session, who: int) -> list[int]:
    labels = session.ledger.labels[who]
    return [at for at in queue_order(session.catalog, who).answers.tolist() if not labels[at]]


def ranking(session: Session) -> list[tuple[str, float]]:
    board = Scoreboard(session.collection, Gold.parse(session.facts.gold))
    return [(row.name, row.score.value) for row in board.standing(board.measures[0])]


def test_an_audience_takes_over_the_open_work_and_nobody_loses_a_label(session: Session) -> None:
    visitor = session.catalog.assessor_named["visitor"]
    work, before = open_answers(session, visitor), ranking(session)
    others = {at: open_answers(session, at) for at in range(len(session.catalog.assessors)) if at != visitor}
    assert len(work) > 10
    who = session.store(taking_seat(session))
    assert session.assessor == visitor
    assert session.catalog.assessors[who].name == AUDIENCE
    assert sorted(open_answers(session, who)) == sorted(work)
    assert open_answers(session, visitor) == []
    assert {at: open_answers(session, at) for at in others} == others
    assert who in session.facts.panel
    assert ranking(session) == before  # an answer that waited for the visitor waits for the audience


@pytest.mark.parametrize("demo", [pytest.param("series", marks=pytest.mark.sweep), "community"])
def test_a_ranking_is_the_same_after_the_invitation(tmp_path: Path, demo: str) -> None:
    session = open_session(demo_file(tmp_path / "demo.jury", demo), assessor="visitor")
    found = []
    for _ in range(2):
        catalog, ledger, facts = session.collection
        board = Scoreboard(
            Collection(catalog, ledger, facts), Gold.parse(facts.gold or str(default_gold(catalog, facts)))
        )
        scores = {one.name: [(r.name, r.score) for r in board.standing(one)] for one in board.measures}
        found.append((repr(scores), good_questions(Collection(catalog, ledger, facts))))
        if len(found) == 1:
            session.store(taking_seat(session))
    assert found[0] == found[1]
    session.sit(AUDIENCE)
    assert not session.can_undo  # what was taken over is nobody's step
    session.close()


@pytest.mark.sweep
def test_a_vote_moves_the_scores_as_the_label_of_the_demonstrator_would(tmp_path: Path) -> None:
    found = []
    for takes_over in (False, True):
        session = open_session(demo_file(tmp_path / f"{takes_over}.jury"), assessor="visitor")
        work = sorted(open_answers(session, session.speaker(None)))
        who = session.store(taking_seat(session)) if takes_over else session.speaker(None)
        for at, answer in enumerate(work):
            session.execute(Judge((answer,), label=VALIDATION.words[at % 2], assessor=who))
        found.append(ranking(session))
        session.close()
    assert found[0] == found[1]


def test_votes_are_undone_by_the_audience_and_given_back_at_the_end(session: Session) -> None:
    visitor = session.speaker(None)
    work = open_answers(session, visitor)
    who = session.store(taking_seat(session))
    session.sit(AUDIENCE)
    tally = VoteCount.of(VALIDATION, {"correct": 17, "incorrect": 8})
    session.execute(Judge((work[0],), label=tally.label, note=tally.note("correct")))
    assert session.content_of(work[0]).note == "Votes: correct 17, incorrect 8"
    assert session.content_of(work[0], visitor).label is None
    session.undo()
    assert session.content_of(work[0]).label is None
    session.execute(Judge((work[0],), label="correct", note=tally.note("correct")))
    session.store(handing_over(session, who, "visitor"))
    assert sorted(open_answers(session, visitor)) == sorted(work[1:])
    assert open_answers(session, who) == []
    session.sit("visitor")
    check_seat(session)  # it may go on: all its labels are votes


def assigned(path: Path) -> list[tuple[int, int, int | None]]:
    with closing(open_reading(path)) as db:
        return sorted(assignments(db), key=repr)


@pytest.mark.parametrize("demo", ["validation", "community", pytest.param("series", marks=pytest.mark.sweep)])
def test_a_collection_is_intact_during_and_after_a_vote(tmp_path: Path, demo: str) -> None:
    path = demo_file(tmp_path / "demo.jury", demo)
    before = assigned(path)
    session = open_session(path, assessor="visitor")
    session.store(taking_seat(session))
    assert problems_of(path) == []
    session.store(give_back)
    session.close()
    assert problems_of(path) == []
    assert assigned(path) == before


def test_questions_that_were_assigned_whole_are_whole_again_unless_a_vote_split_them(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", assessors=("visitor", "Ben"))
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        rewrite_assignments(db, [(1, 1, None), (1, 2, None), (2, 2, None), (1, 3, 7)])
        db.execute("COMMIT")
    session = open_session(path, assessor="visitor")
    who = session.store(taking_seat(session))
    session.sit(AUDIENCE)
    session.execute(Judge((0,), label="correct", note="Votes: correct 1, incorrect 0"))
    session.store(give_back)
    session.close()
    assert assigned(path) == [(1, 1, 2), (1, 1, 3), (1, 2, None), (1, 3, 7), (2, 2, None), (who + 1, 1, 1)]


KILLED = """
import os, signal, sys
from pathlib import Path
from jurybox.audience.seat import taking_seat
from jurybox.audience.verdict import AUDIENCE
from jurybox.commands import Judge
from jurybox.session import open_session

session = open_session(Path(sys.argv[1]), assessor="visitor")
session.store(taking_seat(session))
session.sit(AUDIENCE)
for answer in map(int, sys.argv[2:]):
    session.execute(Judge((answer,), label="correct", note="Votes: correct 3, incorrect 1"))
session.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("votes", [0, 2])
def test_a_demonstrator_who_was_killed_during_a_vote_finds_their_answers_again(tmp_path: Path, votes: int) -> None:
    path = demo_file(tmp_path / "demo.jury")
    with closing(open_session(path, assessor="visitor")) as session:
        work = open_answers(session, session.speaker(None))
    voted = work[:votes]
    words = [sys.executable, "-c", KILLED, str(path), *map(str, voted)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    copy = Path(shutil.copy(path, tmp_path / "copy.jury"))
    copy.chmod(0o444)
    with closing(open_session(copy, assessor="visitor", reading="Only looked at.")) as session:
        assert session.has_lent  # nothing is written where nothing may be
    with closing(open_session(path, assessor="visitor")) as session:
        assert open_answers(session, session.speaker(None)) == [at for at in work if at not in voted]
        audience = session.catalog.assessor_named[AUDIENCE]
        assert [session.content_of(at, audience).label for at in voted] == ["correct"] * votes
        assert not session.has_lent
    assert problems_of(path) == []


@pytest.mark.parametrize(
    "value", ["", "{", "[]", '{"giver": 1}', '{"giver": "00", "taker": "11", "whole": []}', "[" * 100_000]
)
def test_a_foreign_word_of_what_is_lent_is_passed_over(tmp_path: Path, value: str) -> None:
    path = demo_file(tmp_path / "demo.jury")
    with closing(open_writing(path)) as db:
        db.execute("INSERT INTO local VALUES (?, ?)", (LENT, value))
    before = assigned(path)
    with closing(open_session(path, assessor="visitor")) as session:
        assert not session.has_lent
    assert assigned(path) == before


def test_a_person_of_that_name_is_never_sat_upon(session: Session) -> None:
    answer = open_answers(session, session.speaker(None))[0]
    who = session.sit(AUDIENCE)
    with pytest.raises(Refused, match="is judging here now"):
        check_seat(session)
    session.sit("visitor")
    session.execute(Judge((answer,), label="correct", assessor=who))
    with pytest.raises(Refused, match="whose labels are not votes"):
        taking_seat(session)
    with pytest.raises(Refused, match="whose labels are not votes"):
        taking_seat(session, "Ana Beltrán")
    with pytest.raises(Refused, match="needs a name"):
        taking_seat(session, "  ")
    taking_seat(session, "room 3")


def printed(session: Session, *words: str) -> dict[str, object]:
    session.flush()
    done = CliRunner().invoke(Jurybox("jurybox"), ["agreement", str(session.path), *words, "--format", "json"])
    assert done.exit_code == 0, done.output
    found: dict[str, object] = json.loads(done.output)
    return found


@pytest.mark.sweep
def test_two_at_one_keyboard_agree_as_the_command_says(session: Session) -> None:
    answers = open_answers(session, session.speaker(None))[:12]
    sides = [session.sit(name) for name in SIDES]
    session.store(handing_over(session, session.catalog.assessor_named["visitor"], SIDES[0]))
    session.store(handing_over(session, session.catalog.assessor_named["visitor"], SIDES[1]))
    assert pair_agreement(session, *sides, "validation").sentence(*SIDES) == (
        "left and right have no answer in common yet"
    )
    for at, answer in enumerate(answers):
        session.execute(Judge((answer,), label=VALIDATION.words[at % 2], assessor=sides[0]))
        session.execute(Judge((answer,), label=VALIDATION.words[at % 3 != 0], assessor=sides[1]))
    live = pair_agreement(session, *sides, "validation")
    pairs = printed(session, "--draws", "0")["pairs"]
    (pair,) = [one for one in pairs if {one["a"], one["b"]} == set(SIDES)]  # type: ignore[union-attr,attr-defined]
    assert (live.items, live.kappa.value) == (pair["items"], pair["kappa"])
    assert live.equal / live.items == pair["raw"]


def test_the_audience_against_the_jury_agrees_as_the_command_says(session: Session) -> None:
    who = session.store(taking_seat(session))
    for at, answer in enumerate(open_answers(session, who)[:20]):
        session.execute(Judge((answer,), label=VALIDATION.words[at % 3 == 0], assessor=who))
    live = jury_agreement(session, who, "validation")
    each = printed(session, "--draws", "0")["each"]
    (mine,) = [one["others"] for one in each if one["assessor"] == AUDIENCE]  # type: ignore[union-attr,attr-defined]
    assert (live.items, live.kappa.value) == (mine["items"], mine["kappa"])
    assert live.sentence("You", "the jury").startswith(f"You and the jury agree on {live.equal} of {live.items} (kappa")


def test_interfaces_have_addresses_and_loopback_comes_last() -> None:
    found = interfaces()
    assert found[-1].medium == "loopback"
    assert found[-1].title == "127.0.0.1, this computer only (lo)"
    assert all(ipaddress.IPv4Address(one.address) for one in found)
    assert len({(one.name, one.address) for one in found}) == len(found)
