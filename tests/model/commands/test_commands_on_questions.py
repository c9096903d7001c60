"""What is said of questions, of several answers in one step, and under which guidelines."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.entries import Subject
from jurybox.collection.facts import check_fact
from jurybox.collection.log import guideline_versions
from jurybox.commands import Judge, JudgeQuestion, SetFact, SetGuidelines, Together
from jurybox.commands.facts import next_version
from jurybox.errors import Refused
from jurybox.session import Session, open_session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A small collection opened for Ana."""
    with closing(open_session(small_collection(tmp_path / "small.jury"), assessor="Ana")) as opened:
        yield opened


def quality(session: Session, question: int) -> str | None:
    assert session.assessor is not None
    return session.content_in_force("judgment", session.assessor, Subject(question)).label


def test_a_question_is_rated_and_that_is_taken_back(session: Session) -> None:
    changes = session.execute(JudgeQuestion(1, "A"))
    assert changes.questions == {1}
    assert not changes.answers
    assert quality(session, 1) == "A"
    session.execute(JudgeQuestion(1, "C", note="two questions in one"))
    session.execute(JudgeQuestion(1, "B"))
    assert session.assessor is not None
    content = session.content_in_force("judgment", session.assessor, Subject(1))
    assert (content.label, content.note) == ("B", "two questions in one")
    session.undo()
    assert quality(session, 1) == "C"
    assert quality(session, 0) is None


@pytest.mark.parametrize("wrong", [JudgeQuestion(0, "correct"), JudgeQuestion(0, "D"), JudgeQuestion(0, state="tired")])
def test_another_quality_is_refused(session: Session, wrong: JudgeQuestion) -> None:
    with pytest.raises(Refused, match="choose from"):
        session.execute(wrong)
    assert len(session.ledger) == 0


def test_several_commands_are_one_step(session: Session) -> None:
    session.execute(Together((Judge((1,), "correct"), Judge((0, 2), "incorrect"))))
    assert [session.content_of(at).label for at in range(3)] == ["incorrect", "correct", "incorrect"]
    session.undo()
    assert [session.content_of(at).label for at in range(3)] == [None, None, None]
    session.redo()
    assert session.content_of(1).label == "correct"


def test_one_that_is_refused_leaves_nothing_of_the_others(session: Session) -> None:
    with pytest.raises(Refused):
        session.execute(Together((Judge((1,), "correct"), Judge((0,), "A"))))
    assert len(session.ledger) == 0


def versions(session: Session) -> dict[int, str]:
    """Return the version under which each answer's label in force was given."""
    session.flush()
    with closing(sqlite3.connect(session.path)) as db:
        assert check(db) == []
        rows = dict(db.execute("SELECT id, answer - 1 FROM entry WHERE answer IS NOT NULL"))
        return {rows[row]: version for row, version in guideline_versions(db).items() if row in rows}


def test_labels_carry_the_version_of_the_guidelines(session: Session) -> None:
    session.execute(Judge((0,), "correct"))
    assert versions(session) == {}
    session.execute(SetFact("guideline_version", "2"))
    session.execute(Judge((1,), "correct"))
    session.execute(Judge((2, 3), "incorrect"))
    assert versions(session) == {1: "2", 2: "2", 3: "2"}
    before = len(session.ledger)
    session.execute(Judge((4,), "correct"))
    assert len(session.ledger) == before + 1
    session.execute(SetFact("guideline_version", "3"))
    session.execute(Judge((5,), state="skipped"))
    session.execute(Judge((5,), "correct"))
    assert versions(session)[5] == "3"


def test_undo_takes_a_label_back_with_its_stamp(session: Session) -> None:
    session.execute(SetFact("guideline_version", "2"))
    session.execute(Judge((0,), "correct"))
    session.undo()
    assert session.content_of(0).label is None
    session.execute(Judge((1,), "correct"))
    assert versions(session)[1] == "2"


def test_each_assessor_has_a_stamp_of_their_own(session: Session) -> None:
    session.execute(SetFact("guideline_version", "2"))
    session.execute(Judge((0,), "correct"))
    session.sit("Ben")
    session.execute(SetFact("guideline_version", None))
    session.execute(Judge((1,), "correct"))
    assert versions(session) == {0: "2"}


def test_new_guidelines_have_a_new_version(session: Session) -> None:
    session.execute(SetGuidelines({"correct": "Says so.", "incorrect": ""}))
    assert session.facts.guidelines == {"correct": "Says so."}
    assert session.facts.guideline_version == "1"
    before = len(session.ledger)
    session.execute(SetGuidelines({"correct": "Says so.", "incorrect": None}))
    assert len(session.ledger) == before
    session.execute(SetGuidelines({"correct": "Says so in words.", "incorrect": "Does not."}))
    assert session.facts.guideline_version == "2"
    session.undo()
    assert session.facts.guidelines == {"correct": "Says so."}
    assert session.facts.guideline_version == "1"


def test_versions_count_on() -> None:
    assert [next_version(one) for one in ("", "1", "9", "v1.9", "final")] == ["1", "2", "10", "v1.10", "final 2"]


def test_facts_of_a_campaign_are_checked() -> None:
    assert check_fact("guideline_version", "2") == '"2"'
    assert check_fact("calibration", ["q1", "q2"]) == '["q1", "q2"]'
    assert check_fact("repeats", 0.05) == "0.05"
    for name, value in (("calibration", "q1"), ("repeats", 0.9), ("repeats", "5 %"), ("repeats", True)):
        with pytest.raises(Refused):
            check_fact(name, value)
