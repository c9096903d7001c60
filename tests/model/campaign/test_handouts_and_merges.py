"""Own files: nothing about runs in them, judged on and merged back, in any order and any number of times."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force
from patience import until
from small import small_collection

from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.campaign.folder_follower import Follower, find_files
from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.campaign.resolving import dropping, taking_back
from jurybox.campaign.withdrawals import withdraw
from jurybox.collection.check import check
from jurybox.collection.digests import renew_digests
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.nuggets import current_nuggets
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact, adjudicate
from jurybox.commands.nuggets import AddNugget
from jurybox.demos import build_demo
from jurybox.errors import Refused
from jurybox.session import Session, open_session

RUNS = ("Wombat-secret", "Quokka-secret")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of two: Ana and Ben judge half of the questions each and two of them both."""
    path = small_collection(
        tmp_path / "all.jury",
        questions=8,
        runs=RUNS,
        assessors=("Ana", "Ben", "Cid"),
        labels=[(0, at, "correct") for at in range(3)] + [(1, at, "incorrect") for at in range(24)],
    )
    with closing(open_session(path, assessor="organiser")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana",), 1, questions=frozenset(range(5)), add=True)))
        session.execute(SetFact("guideline:correct", "It says so."))
        session.execute(SetFact("gold", "assessor:Ben+strict"))
        session.execute(adjudicate((0,), "incorrect", "Ben is right"))
        withdraw(session, [RUNS[0]])
    return path


def strings_of(path: Path) -> str:
    """Return every text and blob of a file, pages that are not in use included."""
    with closing(sqlite3.connect(path)) as db:
        rows = [
            str(value if not isinstance(value, bytes) else value.hex())
            for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            for row in db.execute(f"SELECT * FROM {table}")
            for value in row
        ]
    return "\n".join(rows) + path.read_bytes().decode("latin-1")


def whole(path: Path) -> list[str]:
    """Return what is wrong with a file."""
    with closing(open_reading(path)) as db:
        return check(db)


def judge(path: Path, who: str, *labels: tuple[int, str]) -> None:
    """Let somebody judge answers of a file."""
    with closing(open_session(path, assessor=who)) as session:
        for answer, label in labels:
            session.execute(Judge((answer,), label))
        session.flush()


def test_an_own_file_holds_nothing_about_runs_or_others(path: Path, tmp_path: Path) -> None:
    told = hand_out(path, "Ana", tmp_path / "ana")
    assert told.path == tmp_path / "ana.jury"
    assert (told.questions, told.answers, told.judged) == (5, 15, 3)
    assert whole(told.path) == []
    texts = strings_of(told.path)
    for never in (*RUNS, "Ben", "assessor:Ben", "Ben is right", "withdrawn", "panel"):
        assert never not in texts
    with closing(open_session(told.path)) as session:
        catalog, facts = session.catalog, session.facts
        assert (len(catalog.runs), len(catalog.responses), len(catalog.questions)) == (0, 0, 5)
        assert [who.name for who in catalog.assessors] == ["Ana", "organiser"]
        assert (facts.mode, facts.seat, facts.gold) == ("judging", "Ana", "")
        assert facts.guidelines == {"correct": "It says so."}
        assert session.assessor == 0
        assert catalog.assigned_to(0).all()
        assert session.ledger.labels[0].tolist()[:4] == [4, 4, 4, 0]
        assert not session.ledger.adjudications.any()


def test_dropped_questions_are_dropped_in_own_files_and_only_the_organizer_takes_them_back(
    path: Path, tmp_path: Path
) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(dropping(session.collection, 1, "two readings"))
        session.execute(dropping(session.collection, 7, "not of hers"))
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    assert whole(own) == []
    assert "not of hers" not in strings_of(own)
    with closing(open_session(own)) as session:
        assert session.facts.dropped == {"q2": "two readings"}
        assert 1 not in session.catalog.answer_question[session.catalog.assigned_to(0)].tolist()
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(taking_back(session.collection, 1))
        merge_files(session, [own])
        assert session.facts.dropped == {"q8": "not of hers"}
    assert whole(path) == []


def test_answers_of_withdrawn_runs_are_not_assigned_in_own_files(path: Path, tmp_path: Path) -> None:
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE response SET run = 1 WHERE answer IN (1, 4, 5, 7, 8, 9)")
        renew_digests(db, "response")
        db.execute("COMMIT")
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    assert whole(own) == []
    with closing(open_session(own)) as session:
        names = [one.name for one in session.catalog.questions]
        assigned = session.catalog.answer_question[session.catalog.assigned_to(0)].tolist()
        # The label that she gave to the first answer stays; nothing is left of the third question.
        assert [assigned.count(at) for at in range(len(names))] == [3, 1, 0, 3, 3]
    judge(own, "Ana", (3, "correct"))
    with closing(open_session(path, assessor="organiser")) as session:
        assert merge_files(session, [own]).added == 1
    assert whole(path) == []


def test_what_comes_back_is_merged_once_however_often(path: Path, tmp_path: Path) -> None:
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    judge(own, "Ana", (3, "correct"), (0, "incorrect"), (14, "correct"))
    with closing(open_session(path, assessor="organiser")) as session:
        report = merge_files(session, [own])
        assert (report.added, report.conflicts) == (3, 0)
        assert session.ledger.labels[0, [0, 3, 14]].tolist() == [7, 4, 4]
        assert session.facts.mode == "open"
        assert session.facts.seat == ""
        after = in_force(path)
        again = merge_files(session, [own, own])
        assert (again.added, again.new_conflicts) == (0, 0)
        assert in_force(path) == after
        assert len(session.catalog.assessors) == 4
    assert whole(path) == []


def test_judged_here_and_there_is_a_conflict_until_it_is_settled(path: Path, tmp_path: Path) -> None:
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    judge(own, "Ana", (3, "correct"), (4, "correct"))
    judge(path, "Ana", (3, "incorrect"))
    with closing(open_session(path, assessor="Ana")) as session:
        report = merge_files(session, [own])
        assert (report.conflicts, report.new_conflicts, report.unjudged) == (1, 1, 1)
        assert report.lines()[-1].startswith("1 conflict, 1 of them new: both labels")
        assert session.ledger.labels[0, 3] == -9
        assert len(session.in_conflict(3)) == 2
        session.execute(Judge((3,), "correct"))
        assert merge_files(session, [own]).conflicts == 0


def test_split_and_rejoined_in_any_order_is_the_same(path: Path, tmp_path: Path) -> None:
    owns = [hand_out(path, "Ana", tmp_path / f"ana{n}.jury").path for n in range(2)]
    judge(owns[0], "Ana", (3, "correct"), (4, "incorrect"))
    judge(owns[1], "Ana", (9, "correct"))
    deeper = hand_out(owns[0], "Ana", tmp_path / "deeper.jury").path
    judge(deeper, "Ana", (5, "correct"))
    states = []
    for n, order in enumerate(([owns[0], owns[1], deeper], [deeper, owns[1], owns[0], deeper])):
        copy = tmp_path / f"copy{n}.jury"
        copy.write_bytes(path.read_bytes())
        with closing(open_session(copy, assessor="organiser")) as session:
            for one in order:
                merge_files(session, [one])
        assert whole(copy) == []
        states.append(in_force(copy))
    assert states[0] == states[1]


def test_an_assessor_who_also_set_facts_gets_a_file_without_them(path: Path, tmp_path: Path) -> None:
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("gold", "assessor:Wombat-secret"))
        session.execute(Judge((4,), "correct"))
        session.flush()
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    assert "Wombat" not in strings_of(own).replace(str(path), "")
    with closing(open_session(own)) as session:
        assert session.ledger.labels[0].tolist()[:5] == [4, 4, 4, 0, 4]
    judge(own, "Ana", (4, "incorrect"))
    with closing(open_session(path, assessor="organiser")) as session:
        assert merge_files(session, [own]).conflicts == 0
        assert session.ledger.labels[0, 4] == 7
    assert whole(path) == []


def test_hand_outs_that_cannot_be_are_refused_and_leave_nothing(path: Path, tmp_path: Path) -> None:
    for name, why in (("Dan", "no assessor"), ("organiser", "whole collection"), ("Cid", "Nothing is assigned")):
        with pytest.raises(Refused, match=why):
            hand_out(path, name, tmp_path / "own.jury")
    (tmp_path / "own.jury").write_text("mine")
    with pytest.raises(Refused, match="exists already"):
        hand_out(path, "Ana", tmp_path / "own.jury")
    with pytest.raises(Refused, match="cannot be written"):
        hand_out(path, "Ana", tmp_path / "nowhere" / "own.jury")
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith(".")) == []


def test_strangers_are_refused_whole(path: Path, tmp_path: Path) -> None:
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    judge(own, "Ana", (3, "correct"))
    other = small_collection(tmp_path / "x.jury", questions=9, answers=2, labels=[(0, 17, "correct")])
    before = in_force(path)
    with closing(open_session(path, assessor="organiser")) as session:
        with pytest.raises(Refused, match="are not here"):
            merge_files(session, [own, other])
        with pytest.raises(Refused, match="collection itself"):
            merge_files(session, [path])
    assert in_force(path) == before


@pytest.fixture
def folder(path: Path, tmp_path: Path) -> Path:
    """A folder with the collection and Ana's own file."""
    folder = tmp_path / "shared"
    folder.mkdir()
    hand_out(path, "Ana", folder / "ana.jury")
    path.rename(folder / "all.jury")
    return folder


@pytest.fixture
def follower(folder: Path) -> Iterator[Follower]:
    """Somebody who follows it."""
    made = Follower(folder)
    yield made
    made.close()


def followed(follower: Follower) -> Session:
    return open_session(follower.path, reading="Followed.")


def test_a_folder_is_followed_without_writing_to_it(folder: Path, follower: Follower) -> None:
    before = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
    assert follower.collection == folder / "all.jury"
    assert follower.first.problems == {}
    with closing(followed(follower)) as session:
        assert session.ledger.labels[0, 3] == 0
        with pytest.raises(Refused, match="Followed"):
            session.execute(Judge((0,), "correct", assessor=0))
        assert before == {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
        judge(folder / "ana.jury", "Ana", (3, "correct"))
        assert follower.look().added == 1
        assert follower.look().added == 0
        session.flush()
        until(lambda: session.ledger.labels[0, 3] == 4, session)


def test_a_file_that_cannot_be_read_is_named_and_the_rest_goes_on(folder: Path, follower: Follower) -> None:
    (folder / "torn.jury").write_bytes((folder / "ana.jury").read_bytes()[:5000])
    judge(folder / "ana.jury", "Ana", (3, "correct"))
    look = follower.look()
    assert look.added == 1
    assert list(look.problems) == ["torn.jury"]


def test_a_change_of_the_collection_itself_makes_the_copy_anew(folder: Path, follower: Follower) -> None:
    first = follower.path
    with closing(open_session(folder / "all.jury", assessor="organiser")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 2)))
    look = follower.look()
    assert look.copied_again
    assert follower.path != first
    with closing(followed(follower)) as session:
        assert session.catalog.assigned_to(1).all()


def test_what_to_follow_must_be_clear(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not a folder"):
        find_files(tmp_path / "nowhere")
    small_collection(folder / "second.jury")
    with pytest.raises(Refused, match=r"several collections: all\.jury, second\.jury"):
        find_files(folder)
    found = find_files(folder, folder / "all.jury")
    assert [one.name for one in found.others] == ["ana.jury", "second.jury"]
    (folder / "second.jury").unlink()
    (folder / "all.jury").unlink()
    with pytest.raises(Refused, match="contains no collection"):
        find_files(folder)


@pytest.mark.sweep
def test_nuggets_go_out_with_their_words_and_new_ones_come_back(tmp_path: Path) -> None:
    home = build_demo("series", tmp_path / "home.jury")
    with closing(State(home)) as state:
        board = state.ledger.board
        everybody = [who.name for who in state.catalog.assessors]
        words = {
            line.text
            for at, question in enumerate(state.catalog.questions)
            if question.kind == "other"
            for line in current_nuggets(state.catalog.nuggets, board, at)
        }
        runs = [run.name for run in state.catalog.runs]
    own = hand_out(home, everybody[0], tmp_path / "own.jury").path
    assert whole(own) == []
    assert not [run for run in runs if run in strings_of(own)]
    with closing(open_session(own)) as session:
        other = [at for at, question in enumerate(session.catalog.questions) if question.kind == "other"]
        lines = [line for at in other for line in current_nuggets(session.catalog.nuggets, session.ledger.board, at)]
        assert lines
        assert {line.text for line in lines} <= words
        session.execute(AddNugget(other[0], "Found only at home.", importance="vital"))
        session.flush()
    with closing(open_session(home, assessor="organiser")) as session:
        before = len(session.catalog.nuggets)
        assert merge_files(session, [own]).added == 2
        assert len(session.catalog.nuggets) == before + 1
        assert merge_files(session, [own]).added == 0
    assert whole(home) == []
