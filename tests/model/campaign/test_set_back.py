"""What an assessor says for everybody in an own file does not hold in the collection; their labels do."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.collection.check import problems_of
from jurybox.collection.entries import Content, EntryKind, Subject
from jurybox.collection.file import open_writing
from jurybox.collection.log import LogWriter
from jurybox.commands import Judge, SetFact, adjudicate
from jurybox.session import open_session

Said = tuple[EntryKind, Subject, Content]
MODE, GOLD = Subject(fact="mode"), Subject(fact="gold")
SETTLED = Subject(1, 4)


def home(folder: Path, mode: str) -> Path:
    """Make a collection with a gold standard, a settled answer and a mode."""
    path = small_collection(folder / "home.jury", assessors=["Ana", "Ben"])
    with closing(open_session(path, assessor="Ben")) as session:
        session.execute(Judge((4,), "correct"))
        session.execute(adjudicate((4,), "correct"))
        session.execute(SetFact("gold", "median"))
        session.execute(SetFact("mode", mode))
    return path


def returned(path: Path, said: Sequence[Said]) -> Path:
    """Return Ana's own file, in which she gave a label and said more."""
    target = path.with_name("ana.jury")
    hand_out(path, "Ana", target)
    with closing(open_session(target, assessor="Ana")) as session:
        session.execute(Judge((0,), "incorrect"))
    with closing(open_writing(target)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db, act="do")
        for kind, subject, content in said:
            log.write(0, kind, subject, content)
        db.execute("COMMIT")
    return target


@pytest.mark.parametrize("mode", ["judging", "open"])
@pytest.mark.parametrize(
    ("said", "put_back"),
    [
        ([], ()),
        ([("fact", GOLD, Content('"mean"'))], ("the setting gold",)),
        ([("fact", GOLD, Content())], ("the setting gold",)),
        ([("fact", MODE, Content('"open"'))], ("the setting mode",)),
        ([("fact", Subject(fact="title"), Content('"Mine"'))], ("the setting title",)),
        ([("adjudication", SETTLED, Content("incorrect"))], ("a decision on question q2",)),
        ([("adjudication", Subject(0, 1), Content("incorrect"))], ("a decision on question q1",)),
    ],
)
def test_settings_and_decisions_of_an_own_file_do_not_hold(
    tmp_path: Path, mode: str, said: list[Said], put_back: tuple[str, ...]
) -> None:
    path = home(tmp_path, mode)
    file = returned(path, said)
    may = mode == "open" and any(kind == "adjudication" for kind, _, _ in said)
    with closing(open_session(path)) as session:
        before = session.facts, session.ledger.adjudications.tolist()
        for expected in ((() if may else put_back), ()):
            report = merge_files(session, [file])
            assert report.files[0].set_back == expected
            assert any("only organizers decide" in line for line in report.lines()) == bool(expected)
            assert session.ledger.labels[0, 0] != 0
            assert session.facts == before[0]
            assert (session.ledger.adjudications.tolist() == before[1]) != may
    assert problems_of(path) == []


def test_what_an_organizer_said_in_a_whole_copy_holds(tmp_path: Path) -> None:
    path, copy = home(tmp_path, "judging"), tmp_path / "copy.jury"
    copy.write_bytes(path.read_bytes())
    with closing(open_session(copy, assessor="Ben")) as session:
        session.execute(SetFact("gold", "mean"))
    with closing(open_session(path)) as session:
        assert merge_files(session, [copy]).files[0].set_back == ()
        assert session.facts.gold == "mean"
