"""Own files of boards: known instances and the list's own importance go out, and nothing counts twice."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.collection.check import check
from jurybox.collection.file import create, open_reading
from jurybox.commands import AddInstance, EditNugget, JoinGroups, Judge, Match, RemoveInstance, SetFact, SetGroup, Vote
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.judging.list_work import ListWork
from jurybox.judging.nugget_work import NuggetWork
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

CITIES = {
    "assessors": "assessor,kind,panel\nAna,person,yes\nBen,person,no",
    "questions": "question,kind,text\n1.3,list,Which cities?",
    "instances": "question,group,text\n1.3,austin,Austin\n1.3,boston,Boston",
    "responses": "run,question,rank,answer,text\nr1,1.3,1,,Austin\nr1,1.3,2,,BOSTON\nr1,1.3,3,,Austin TX",
}
"""A list question with two known instances; answers 0 and 1 have their texts, in other letters."""


FACTS = {
    "assessors": "assessor,kind,panel\nAna,person,yes\nBen,person,no",
    "questions": "question,kind,text\n1.4,other,Other",
    "nuggets": "question,nugget,text,importance\n1.4,n1,It is red,vital\n1.4,n2,It is old,okay",
    "responses": "run,question,rank,answer,text\nr1,1.4,1,,It is red and old",
}
"""An Other question with an imported list of two nuggets, one of them vital."""


def made(path: Path, tables: Mapping[str, str]) -> Path:
    """Make a collection of tables."""
    folder = path.with_suffix("")
    folder.mkdir()
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text + "\n", encoding="utf-8")
    create(path)
    import_into(path, [folder])
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The collection of two cities."""
    return made(tmp_path / "cities.jury", CITIES)


def lists(session: Session) -> ListWork:
    """What Ana sees of the list question."""
    answers = session.catalog.answers_of(0).tolist()
    return ListWork(session.catalog, session.ledger, 0, session.catalog.assessor_named["Ana"], answers)


def found(path: Path, name: str, gold: str = "adjudicated+strict") -> str:
    """The parts of a measure of the only run, under a gold standard."""
    with closing(open_session(path, assessor="organiser")) as session:
        board = Scoreboard(session.collection, Gold.parse(gold))
        one = measure(name)
        score = board.score(one, board.runs[0])
        return f"{score.value:.3f}"


def do(path: Path, who: str, *commands: object) -> None:
    """Let somebody do something in a file."""
    with closing(open_session(path, assessor=who)) as session:
        for command in commands:
            session.execute(command)  # type: ignore[arg-type]
        session.flush()


def whole(path: Path) -> list[str]:
    """What is wrong with a file."""
    with closing(open_reading(path)) as db:
        return check(db)


def merge(home: Path, own: Path) -> list[str]:
    """Merge an own file; return what is said of it."""
    with closing(open_session(home, assessor="organiser")) as session:
        return merge_files(session, [own]).lines()


def test_known_instances_go_out_and_are_the_same_when_the_file_comes_back(home: Path, tmp_path: Path) -> None:
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    with closing(open_session(own)) as session:
        known = {one.name: one.text for one in lists(session).instances}
        assert known == {"austin": "Austin", "boston": "Boston"}
        session.execute(Judge((0, 1, 2), "correct"))
        session.execute(SetGroup((0, 2), "austin"))
        session.execute(SetGroup((1,), "boston"))
        session.flush()
    assert "joined" not in " ".join(merge(home, own))
    assert found(home, "IR") == "1.000"
    assert found(home, "IP") == "0.667"
    assert whole(own) == whole(home) == []


def test_instances_that_others_added_or_took_out_go_out_so(home: Path, tmp_path: Path) -> None:
    do(home, "Ben", AddInstance(0, "Chicago"), RemoveInstance(0, "boston"))
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    with closing(open_session(own)) as session:
        assert sorted(one.text for one in lists(session).instances) == ["Austin", "Chicago"]
        assert [who.name for who in session.catalog.assessors] == ["Ana", "organiser"]
    assert merge(home, own)[0] == "own.jury: 0 entries new, 0 known."
    assert whole(own) == []


def without_instances(own: Path) -> Path:
    """An own file as versions before wrote it."""
    with closing(sqlite3.connect(own)) as db, db:
        db.execute("DELETE FROM instance")
    return own


GROUPED: Mapping[str, tuple[object, ...]] = {
    "alone": (),
    "grouped": (JoinGroups((0, 2)),),
    "boston in another spelling": (JoinGroups((2, 1)),),
}


@pytest.mark.parametrize("how", GROUPED)
def test_a_file_handed_out_without_known_instances_doubles_none(how: str, home: Path, tmp_path: Path) -> None:
    own = without_instances(hand_out(home, "Ana", tmp_path / "own.jury").path)
    do(own, "Ana", Judge((0, 1, 2), "correct"), *GROUPED[how])
    with closing(open_session(own)) as session:
        distinct = len(lists(session).instances)
    told = merge(home, own)
    assert told[1].endswith("joined to known instances with the same text, which own.jury lacks.")
    with closing(open_session(home, assessor="organiser")) as session:
        assert len(lists(session).instances) == distinct
        assert not session.ledger.conflicts()
    assert found(home, "IR") == "1.000"
    assert len(merge(home, own)) == 2, "merging twice changes nothing"
    assert whole(home) == []


def test_lenient_labels_of_an_own_scheme_join_known_instances(home: Path, tmp_path: Path) -> None:
    """What the papers call inexact is wrong here, and another label is the lenient one."""
    labels = [
        {"label": "correct", "grade": 3, "relevant": "strict"},
        {"label": "close", "grade": 2, "relevant": "lenient"},
        {"label": "inexact", "grade": 1, "relevant": "no"},
        {"label": "incorrect", "grade": 0, "relevant": "no"},
    ]
    do(home, "Ben", SetFact("scheme:list", {"labels": labels}))
    own = without_instances(hand_out(home, "Ana", tmp_path / "own.jury").path)
    do(own, "Ana", Judge((0,), "close"), Judge((1,), "inexact"))
    report = merge(home, own)
    assert report[1] == "1 answer was joined to known instances with the same text, which own.jury lacks."
    with closing(open_session(home, assessor="organiser")) as session:
        assert [one.group for one in lists(session).answers] == ["austin", "", ""]
    assert whole(home) == []


def test_going_on_in_a_file_without_known_instances_doubles_none(home: Path, tmp_path: Path) -> None:
    own = without_instances(hand_out(home, "Ana", tmp_path / "own.jury").path)
    do(own, "Ana", Judge((0, 1, 2), "correct"))
    merge(home, own)
    do(own, "Ana", JoinGroups((2, 0)))
    assert merge(home, own)[-1] == "No conflicts."
    with closing(open_session(home, assessor="organiser")) as session:
        assert [one.group for one in lists(session).answers] == ["austin", "boston", "austin"]
        assert len(lists(session).instances) == 2
    assert whole(home) == []


def test_a_group_that_is_another_instance_by_hand_stays_so(home: Path, tmp_path: Path) -> None:
    """What one said of known instances is never overruled by equal texts."""
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    do(own, "Ana", Judge((0,), "correct"), SetGroup((0,), "boston"))
    merge(home, without_instances(own))
    with closing(open_session(home, assessor="organiser")) as session:
        assert lists(session).answers[0].group == "boston"


def importance(path: Path) -> dict[str, str]:
    """What Ana sees as importance of each nugget, by its text."""
    with closing(open_session(path, assessor="Ana")) as session:
        who = session.catalog.assessor_named["Ana"]
        rows = NuggetWork(session.catalog, session.ledger, 0, who).rows
        return {row.line.text: row.importance for row in rows}


def test_own_files_show_the_imported_importance_and_nobody_elses_vote(tmp_path: Path) -> None:
    home = made(tmp_path / "facts.jury", FACTS)
    do(home, "Ben", Vote(1, "vital"))
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    assert importance(own) == importance(home) == {"It is red": "vital", "It is old": "okay"}
    do(own, "Ana", Match(0, 0, "yes"), Match(0, 1, "yes"))
    assert merge(home, own) == ["own.jury: 2 entries new, 0 known.", "No conflicts."]
    assert found(home, "nugget-recall") == "1.000"
    assert whole(own) == []


def test_votes_that_take_the_place_of_imported_importance_are_counted(tmp_path: Path) -> None:
    home = made(tmp_path / "facts.jury", FACTS)
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    do(own, "Ana", Vote(0, "okay"))
    assert importance(own) == {"It is red": "okay", "It is old": "okay"}
    told = merge(home, own)
    assert told[1] == ("Votes of the panel now replace the imported importance of 1 nugget; others keep theirs.")
    assert len(merge(home, own)) == 2, "once"


def test_a_nugget_that_somebody_else_worded_keeps_its_text_in_an_own_file(tmp_path: Path) -> None:
    """Marks on matches of another wording do not take the place of the wording."""
    home = made(tmp_path / "facts.jury", FACTS)
    do(home, "Ana", Match(0, 0, "yes"))
    do(home, "Ben", EditNugget(0, "It is bright red"))
    own = hand_out(home, "Ana", tmp_path / "own.jury").path
    assert importance(own) == importance(home) == {"It is bright red": "vital", "It is old": "okay"}
    with closing(open_session(own)) as session:
        assert session.ledger.board.checks


def test_under_one_assessor_the_list_is_vital_where_they_did_not_vote(tmp_path: Path) -> None:
    """Nobody asked them to vote: what they matched completely is scored, and a vote of their own wins."""
    home = made(tmp_path / "facts.jury", FACTS)
    do(home, "Ana", Match(0, 0, "no"), Match(0, 1, "yes"))
    do(home, "Ben", Vote(1, "vital"))
    assert found(home, "nugget-recall", "assessor:Ana") == "0.000"
    do(home, "Ana", Vote(1, "vital"))
    assert found(home, "nugget-recall", "assessor:Ana") == "0.500"
