"""A vote on one nugget moves that nugget on the board of whoever votes, and no other."""

from contextlib import closing
from pathlib import Path

from demo_file import demo_file

from jurybox.commands import Vote
from jurybox.gold import Gold
from jurybox.judging.nugget_work import NuggetWork
from jurybox.session import Session, open_session


def importances(session: Session, question: int) -> dict[int, str]:
    """Return what is shown as the importance of each nugget."""
    gold = session.facts, Gold.parse("adjudicated")
    assert session.assessor is not None
    work = NuggetWork(session.catalog, session.ledger, question, session.assessor, gold=gold)
    return {row.line.nugget: row.importance for row in work.rows}


def test_a_vote_leaves_the_importance_of_other_nuggets_as_it_was(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "s.jury", "series"), assessor="visitor")) as session:
        question = next(at for at, one in enumerate(session.catalog.questions) if one.name == "s02.7")
        before = importances(session, question)
        assert set(before.values()) == {"vital", "okay"}
        for nugget, shown in before.items():
            other = "okay" if shown == "vital" else "vital"
            session.execute(Vote(nugget, other))
            assert importances(session, question) == before | {nugget: other}
            session.undo()
            assert importances(session, question) == before
