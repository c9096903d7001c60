"""Every command of nuggets and lists does, undoes and redoes whole; copies and other programs agree."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force, tables
from patience import until
from series import series_collection
from sweeps import swept

from jurybox.collection.check import check
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.entries import Subject
from jurybox.collection.file import open_reading
from jurybox.collection.nugget_state import SETTLED
from jurybox.collection.nuggets import current_nuggets
from jurybox.commands import (
    AddInstance,
    AddNugget,
    ApplyToGroup,
    Command,
    DeleteNugget,
    EditNugget,
    JoinGroups,
    Judge,
    JudgeQuestion,
    Match,
    MatchRest,
    MergeNuggets,
    RemoveInstance,
    SendBack,
    SetGroup,
    SplitGroup,
    SplitNugget,
    Vote,
)
from jurybox.errors import Refused
from jurybox.session import Session, open_session

LIST, OTHER = 1, 2
L1, L2, L3, L4 = 2, 3, 4, 5
O1, O2, O3 = 6, 7, 8
YES, PARTIAL, NO = (LABEL_CODES[word] for word in ("yes", "partial", "no"))

COMMANDS: dict[str, Command] = {
    "add a nugget": AddNugget(OTHER, "wear blue"),
    "add a vital nugget": AddNugget(OTHER, "wear blue", importance="vital"),
    "edit": EditNugget(1, "greet with C'z Up"),
    "split": SplitNugget(1, ("use a greeting", "say C'z Up")),
    "merge": MergeNuggets((0, 1), "greeting and slang"),
    "merge three": MergeNuggets((2, 0, 1)),
    "delete": DeleteNugget(1),
    "vote": Vote(0, "vital", seconds=1.5),
    "take a vote back": Vote(0),
    "vote state": Vote(1, state="deferred"),
    "settle a vote": Vote(0, "vital", kind="adjudication"),
    "match": Match(O2, 0, "partial", note="half of it"),
    "match anew": Match(O1, 0, "no"),
    "take a match back": Match(O1, 0),
    "settle a match": Match(O1, 0, "no", kind="adjudication"),
    "match the rest": MatchRest(O1),
    "group": SetGroup((L1, L2), "LA"),
    "ungroup": SetGroup((L3,), None),
    "settle a group": SetGroup((L1, L2), "LA", settle=True),
    "join": JoinGroups((L1, L3)),
    "split a group": SplitGroup((L3, L4)),
    "apply to group": ApplyToGroup(L3, "correct", seconds=2),
    "add an instance": AddInstance(LIST, "Oakland"),
    "remove an instance": RemoveInstance(LIST, "chi"),
    "question quality": JudgeQuestion(LIST, "B"),
    "send a match back": SendBack(Subject(OTHER, O2, 1), (1,), "look again", "match"),
    "send a vote back": SendBack(Subject(OTHER, nugget=0), (0,), None, "importance"),
    "send a group back": SendBack(Subject(LIST, L3), (0, 1), None, "distinct"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a collection of series in which Ana has matched and grouped something."""
    made = series_collection(tmp_path / "series.jury")
    session = open_session(made, assessor="Ana")
    for command in (Match(O1, 0, "yes"), Match(O2, 1, "yes"), SetGroup((L3, L4), "west"), Match(O2, 2, "no")):
        session.execute(command)
    session.sit("Ben")
    session.execute(Match(O2, 1, "partial"))
    session.close()
    return made


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """Return the collection opened for Ana."""
    opened = open_session(path, assessor="Ana")
    yield opened
    opened.close()


def lines(session: Session) -> list[str]:
    """Return the wordings on the board."""
    return [line.text for line in current_nuggets(session.catalog.nuggets, session.ledger.board, OTHER)]


def board(session: Session) -> object:
    """Return all that the board holds, empty drawers left out."""
    held, nuggets = session.ledger.board, range(len(session.catalog.nuggets))
    matches = held.matches_of(OTHER)
    people = range(-1, len(session.catalog.assessors))
    codes = {
        (who, answer, nugget): int(code)
        for who in people
        for answer in (O1, O2, O3)
        for nugget in nuggets
        if (code := matches.of([answer], [nugget], [who])[0, 0, 0])
    }
    drawers = (held.votes, held.groups, held.instances)
    kept = [{key: dict(value) for key, value in drawer.items() if value} for drawer in drawers]
    wordings = {nugget: texts for nugget, texts in held.wordings.items() if texts}
    back = {about: tuple(marks.items()) for about, marks in held.sent_back.items()}
    flat = (held.merged, held.settled_votes, held.settled_groups, back)
    return codes, kept, wordings, set(held.checks), [dict(drawer) for drawer in flat]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.sweep
def test_every_command_does_undoes_and_redoes_whole(session: Session, name: str) -> None:
    before, shown = in_force(session.path), board(session)
    session.execute(COMMANDS[name])
    session.flush()
    after, changed = in_force(session.path), board(session)
    assert after != before
    assert changed != shown or name in ("apply to group", "question quality")
    for _ in range(2):
        assert session.undo()
        session.flush()
        assert (in_force(session.path), board(session)) == (before, shown)
        assert session.redo()
        session.flush()
        assert (in_force(session.path), board(session)) == (after, changed)
    with closing(open_reading(session.path)) as db:
        assert check(db) == []


@pytest.mark.parametrize("name", list(COMMANDS)[::4])
@pytest.mark.sweep
def test_undo_and_redo_reach_over_restarts(path: Path, name: str) -> None:
    def once(work: Callable[[Session], object]) -> tuple[object, object]:
        opened = open_session(path, assessor="Ana")
        work(opened)
        opened.close()
        again = open_session(path, assessor="Ana")
        shown = board(again)
        again.close()
        return in_force(path), shown

    before = once(lambda s: None)
    after = once(lambda s: s.execute(COMMANDS[name]))
    assert once(lambda s: s.undo()) == before
    assert once(lambda s: s.redo()) == after
    assert once(lambda s: s.undo()) == before


def test_a_nugget_added_stands_at_once_and_its_row_is_written_with_its_entry(session: Session) -> None:
    session.execute(AddNugget(OTHER, "wear blue"))
    assert lines(session)[-1] == "wear blue"
    session.flush()
    rows = tables(session.path, "nugget", "entry")
    (row,) = (row for row in rows["nugget"] if row[0] == 4)
    assert row[4] == "added"
    assert rows["entry"][-1][7] == 4


def test_editing_keeps_the_matches_and_marks_them_to_be_checked(session: Session) -> None:
    session.execute(EditNugget(1, "greet with C'z Up"))
    held = session.ledger.board
    assert held.matches_of(OTHER).of([O2], [1], [0, 1])[:, 0, 0].tolist() == [YES, PARTIAL]
    assert {(answer, nugget) for answer, nugget, _ in held.checks} == {(O2, 1)}
    assert len(held.checks) == 2
    session.execute(Match(O2, 1, "yes"))
    codes = {code for _, _, code in held.checks}
    assert codes == {session.catalog.assessors[1].code.hex()}
    assert session.nugget_source(1) == "edited"
    assert session.nugget_source(0) == "original"


def test_the_history_of_a_nugget_says_who_worded_it_when_and_how_it_was_voted(session: Session) -> None:
    session.execute(EditNugget(1, "once"))
    session.execute(Vote(1, "okay", assessor=1))
    session.execute(Match(O1, 1, "yes"))
    session.sit("Ben")
    session.execute(EditNugget(1, "twice"))
    session.execute(DeleteNugget(1))
    session.undo()
    told = [
        (session.catalog.assessors[one.entry.assessor].name, one.entry.kind, one.entry.content.label)
        for one in session.nugget_history(1)
    ]
    assert told == [
        ("Ana", "nugget", "use greeting C'z Up"),
        ("Ana", "importance", "vital"),
        ("Ana", "nugget", "once"),
        ("Ben", "importance", "okay"),
        ("Ben", "nugget", "twice"),
        ("Ben", "nugget", None),
        ("Ben", "nugget", "twice"),
    ]
    assert all(one.entry.at > 0 for one in session.nugget_history(1))
    session.execute(AddNugget(OTHER, "new"))
    assert session.nugget_source(len(session.catalog.nuggets) - 1) == "added"


def test_splitting_asks_for_votes_and_matches_again(session: Session) -> None:
    session.execute(SplitNugget(1, ("use a greeting", "say C'z Up")))
    assert lines(session) == ["Crips slang for Bloods", "founded in 1969", "use a greeting", "say C'z Up"]
    held = session.ledger.board
    assert not held.matches_of(OTHER).of([O1, O2, O3], [3, 4], [0, 1]).any()
    assert not held.votes.get(3)


def test_merging_unites_the_matches_and_a_new_match_replaces_them_all(session: Session) -> None:
    session.execute(MergeNuggets((0, 1)))
    (first, _) = current_nuggets(session.catalog.nuggets, session.ledger.board, OTHER)
    assert first.parts == (0, 1)
    matches = session.ledger.board.matches_of(OTHER)
    assert matches.of([O2], first.parts, [0])[0, 0].tolist() == [0, YES]
    session.execute(Match(O2, 0, "no"))
    assert matches.of([O2], first.parts, [0])[0, 0].tolist() == [NO, 0]
    with pytest.raises(Refused, match="no longer on the board"):
        session.execute(Match(O2, 1, "no"))


def test_nuggets_that_two_copies_merged_into_each_other_are_one(session: Session, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jury"
    session.flush()
    shutil.copy(session.path, copy)
    with closing(open_session(copy, assessor="Ben")) as there:
        there.execute(MergeNuggets((1, 0)))
    session.execute(MergeNuggets((0, 1)))
    session.flush()
    session.merge(copy)
    assert len(lines(session)) == 2
    assert len(current_nuggets(session.catalog.nuggets, session.ledger.board, OTHER)[0].parts) == 2


def test_the_rest_of_an_answer_is_matched_in_one_step(session: Session) -> None:
    session.execute(MatchRest(O1))
    matches = session.ledger.board.matches_of(OTHER)
    assert matches.of([O1], [0, 1, 2], [0])[0, 0].tolist() == [YES, NO, NO]
    session.undo()
    assert matches.of([O1], [0, 1, 2], [0])[0, 0].tolist() == [YES, 0, 0]


def test_groups_join_split_and_take_labels_together(session: Session) -> None:
    groups = session.ledger.board.groups
    session.execute(JoinGroups((L1, L3)))
    assert {answer: groups[answer].get(0) for answer in (L1, L3, L4)} == {L1: "west", L3: "west", L4: "west"}
    session.execute(SplitGroup((L4,)))
    assert groups[L4] == {}
    session.execute(ApplyToGroup(L1, "correct"))
    assert [session.content_of(answer).label for answer in (L1, L2, L3, L4)] == ["correct", None, "correct", None]
    with pytest.raises(Refused, match="one question"):
        session.execute(SetGroup((L1, O1), "x"))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (AddNugget(LIST, "x"), "only Other questions"),
        (AddNugget(OTHER, "  "), "needs a wording"),
        (AddNugget(OTHER, "x", source="mine"), "no source"),
        (Vote(0, "yes"), "no importance"),
        (Match(O1, 0, "vital"), "no match"),
        (Match(L1, 0, "yes"), "two questions"),
        (MergeNuggets((0,)), "Two or more"),
        (SplitNugget(0, ("x",)), "two or more"),
        (RemoveInstance(LIST, "nowhere"), "no known instance"),
        (AddInstance(OTHER, "x"), "not a list"),
        (AddInstance(LIST, ""), "needs a text"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(session: Session, command: Command, told: str) -> None:
    entries = len(session.ledger)
    with pytest.raises(Refused, match=told):
        session.execute(command)
    assert len(session.ledger) == entries


def test_copies_that_each_added_nuggets_merge_whole(session: Session, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jury"
    session.flush()
    shutil.copy(session.path, copy)
    session.execute(AddNugget(OTHER, "mine", importance="okay"))
    with closing(open_session(copy, assessor="Ben")) as there:
        for text in ("theirs", "theirs too"):
            there.execute(AddNugget(OTHER, text, importance="vital"))
        there.execute(Match(O3, len(there.catalog.nuggets) - 1, "yes"))
    merged = session.merge(copy)
    assert merged.added == 5
    assert sorted(lines(session)[3:]) == ["mine", "theirs", "theirs too"]
    (line,) = (
        ln for ln in current_nuggets(session.catalog.nuggets, session.ledger.board, OTHER) if ln.text == "theirs too"
    )
    assert session.ledger.board.matches_of(OTHER).of([O3], [line.nugget], [1])[0, 0, 0] == YES
    assert session.merge(copy).added == 0
    with closing(open_reading(session.path)) as db:
        assert check(db) == []


def test_two_programs_that_add_nuggets_at_once_agree(path: Path) -> None:
    first, second = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    for number in range(5):
        first.execute(AddNugget(OTHER, f"first {number}", importance="vital"))
        second.execute(AddNugget(OTHER, f"second {number}", importance="okay"))
        second.execute(Match(O3, len(second.catalog.nuggets) - 1, "yes"))
    first.flush()
    second.flush()
    until(lambda: len(lines(first)) == len(lines(second)) == 13, first, second)
    assert sorted(lines(first)) == sorted(lines(second))
    assert len(lines(first)) == 13
    first.close()
    second.close()
    with closing(open_session(path, assessor="Ana")) as again, closing(open_reading(path)) as db:
        assert check(db) == []
        held = again.ledger.board
        for line in current_nuggets(again.catalog.nuggets, held, OTHER):
            theirs = line.text.startswith("second")
            assert (held.matches_of(OTHER).of([O3], [line.nugget], [1]) == YES).all() == theirs
            if line.text.startswith(("first", "second")):
                assert held.votes[line.nugget] == ({1: LABEL_CODES["okay"]} if theirs else {0: LABEL_CODES["vital"]})


def test_a_copy_holds_nuggets_that_could_not_be_saved(session: Session, tmp_path: Path) -> None:
    away, copy = tmp_path / "away.jury", tmp_path / "copy.jury"
    session.path.rename(away)
    session.execute(AddNugget(OTHER, "unsaved", importance="vital"))
    session.save_copy(copy)
    with closing(open_session(copy, assessor="Ana")) as there:
        assert lines(there)[-1] == "unsaved"
    with closing(open_reading(copy)) as db:
        assert check(db) == []
    away.rename(session.path)


def test_settled_matches_stand_beside_those_of_people(session: Session) -> None:
    session.execute(Match(O1, 0, "no", kind="adjudication"))
    assert session.ledger.board.matches_of(OTHER).at(O1, 0)[SETTLED + 1] == NO
    session.execute(Judge((L1,), "correct"))
    assert session.ledger.board.matches_of(OTHER).at(O1, 0)[1] == YES


def test_two_wordings_of_two_copies_are_a_conflict_until_one_is_settled(session: Session, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jury"
    session.flush()
    shutil.copy(session.path, copy)
    with closing(open_session(copy, assessor="Ben")) as there:
        there.execute(EditNugget(1, "a second wording"))
    session.execute(EditNugget(1, "the first wording"))
    session.flush()
    session.merge(copy)
    assert session.ledger.board.wordings[1] in (
        ("a second wording", "the first wording"),
        ("the first wording", "a second wording"),
    )
    assert "a second wording" in lines(session)
    assert len(session.ledger.conflicts()) == 1
    session.execute(EditNugget(1, "settled"))
    assert not session.ledger.conflicts()
    assert lines(session)[1] == "settled"


def by_digest(path: Path) -> object:
    """Return what a board holds with nuggets by digest, the same in every copy."""
    with closing(open_session(path)) as opened:
        held, nuggets = opened.ledger.board, opened.catalog.nuggets
        codes = [one.code for one in opened.catalog.assessors]
        names = {at: one.digest for at, one in enumerate(nuggets)}
        matches = held.matches_of(OTHER)
        cells = {
            (answer, names[nugget], codes[who]): int(matches.of([answer], [nugget], [who])[0, 0, 0])
            for answer in (O1, O2, O3)
            for nugget in nuggets.of(OTHER)
            for who in range(len(codes))
        }
        return (
            {key: code for key, code in cells.items() if code},
            {names[n]: {codes[who]: code for who, code in votes.items()} for n, votes in held.votes.items()},
            {names[n]: set(texts) for n, texts in held.wordings.items() if texts},
            {names[n]: name for n, name in held.merged.items()},
            {answer: {codes[who]: name for who, name in said.items()} for answer, said in held.groups.items()},
            {(answer, names[nugget], code) for answer, nugget, code in held.checks},
            held.instances,
            held.sent_back,
            sorted(line.text for line in current_nuggets(nuggets, held, OTHER)),
        )


@pytest.mark.parametrize("seed", [0, *swept(range(1, 3))])
def test_copies_worked_on_apart_come_to_the_same_whichever_is_merged_first(path: Path, seed: int) -> None:
    dice, copies = random.Random(seed), [path, path.with_name("b.jury"), path.with_name("c.jury")]
    for copy in copies[1:]:
        shutil.copy(path, copy)
    for copy, who in zip(copies, ("Ana", "Ana", "Ben"), strict=True):
        with closing(open_session(copy, assessor=who)) as opened:
            for _ in range(12):
                known = current_nuggets(opened.catalog.nuggets, opened.ledger.board, OTHER)
                one, two = (line.nugget for line in dice.sample(known, 2))
                made: tuple[Command, ...] = (
                    AddNugget(OTHER, f"{copy.name} {dice.random()}", importance="vital"),
                    EditNugget(one, f"edited {dice.random()}"),
                    Match(dice.choice((O1, O2, O3)), one, dice.choice(("yes", "no", None))),
                    Vote(one, dice.choice(("vital", "okay"))),
                    SetGroup((dice.choice((L1, L2)),), dice.choice(("LA", "west"))),
                    AddInstance(LIST, f"{dice.random()}"),
                    SendBack(Subject(LIST, dice.choice((L1, L2))), (0,), f"{dice.random()}", "distinct"),
                    MergeNuggets((one, two)) if len(known) > 4 else SplitNugget(one, ("a half", "a half more")),
                )
                opened.execute(dice.choice(made))
                if dice.random() < 0.2:
                    opened.undo()
    ends = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        target = path.with_name(f"merged{order[0]}.jury")
        shutil.copy(copies[order[0]], target)
        with closing(open_session(target)) as opened:
            for at in (*order[1:], *order):
                opened.merge(copies[at])
        with closing(open_reading(target)) as db:
            assert check(db) == []
        ends.append(by_digest(target))
    assert ends[0] == ends[1] == ends[2]
