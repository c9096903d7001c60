"""Freezing the gold standard: its digest, what is said of later changes, and copies that meet again."""

import hashlib
import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import list_collection, other_collection
from small import small_collection

from jurybox import results
from jurybox.campaign.freezing import free_name, freezing, frozen_problems
from jurybox.campaign.merges import merge_files
from jurybox.collection.backup import copy_to
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import create, open_reading, open_writing
from jurybox.collection.frozen_gold import GoldLabels, read_answer_keys
from jurybox.collection.log import LogWriter
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact, adjudicate
from jurybox.commands.lists import AddInstance
from jurybox.commands.nuggets import AddNugget
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.formats.tables import write_tables
from jurybox.gold import gold_in_force
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

NOON = 1_700_000_000_000
DAY = "2023-11-14"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A collection of 12 answers; Ana labeled all of them, Ben half."""
    labels = [(0, at, "correct" if at % 3 else "incorrect") for at in range(12)]
    return small_collection(tmp_path / "small.jury", labels=labels)


def freeze(path: Path, name: str, at: int = NOON) -> None:
    """Freeze the gold standard in force, as the organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        freeze_in(session, name, at)
        session.flush()


def freeze_in(session: Session, name: str, at: int = NOON) -> None:
    """Freeze the gold standard in force of an open collection."""
    with closing(open_reading(session.path)) as db:
        keys = read_answer_keys(db)
    session.execute(freezing(session.collection, keys, name, at=at))


def said(path: Path) -> str:
    """Return what tables say of the frozen gold standard."""
    with results.opened(path) as state:
        return results.scoreboard(state).frozen_text


def decide(path: Path, answer: int, label: str) -> None:
    """Decide about an answer, as the organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(adjudicate((answer,), label, ""))
        session.flush()


def test_the_digest_is_that_of_a_sorted_line_for_each_answer(path: Path) -> None:
    freeze(path, "official")
    with results.opened(path) as state:
        truth = [row[3] for row in results.answers(state, results.scoreboard(state)).itertuples(index=False)]
        digests = [digest for (digest,) in state.reader.execute("SELECT digest FROM answer ORDER BY id")]
        keyed = [(int.from_bytes(one[:8], "little"), word) for one, word in zip(digests, truth, strict=True)]
        lines = "".join(f"a {key:016x} {word}\n" for key, word in sorted(keyed))
        assert state.facts.frozen["official"].digest == hashlib.sha256(lines.encode()).hexdigest()


def test_a_digest_does_not_hang_on_the_order_of_answers() -> None:
    draw = np.random.default_rng(1)
    keys, codes = np.unique(draw.integers(0, 2**63, 50).astype(np.uint64)), np.arange(50, dtype=np.uint16) % 3
    made = GoldLabels(keys, codes, ("correct", "incorrect", "unjudged"), {"q1": "ab", "q0": "cd"})
    order = draw.permutation(50)
    moved = GoldLabels(keys[order], codes[order], made.values, {"q0": "cd", "q1": "ab"})
    assert moved.digest == made.digest
    assert replace(made, codes=np.roll(codes, 1)).digest != made.digest
    assert replace(made, questions={"q0": "cd", "q1": "xx"}).digest != made.digest


def test_later_changes_are_counted_and_a_change_back_is_none(path: Path) -> None:
    assert said(path) == ""
    freeze(path, "official")
    same = said(path)
    assert same.startswith(f"Gold standard as frozen under “official” on {DAY} (digest ")
    decide(path, 1, "incorrect")
    assert said(path) == f"Differs from gold “official”, frozen on {DAY}, in 1 answer."
    decide(path, 2, "incorrect")
    decide(path, 3, "incorrect")  # as Ana has it: no change
    assert said(path) == f"Differs from gold “official”, frozen on {DAY}, in 2 answers."
    with results.opened(path) as state:
        rows = results.gold_differences(state).reset_index().to_numpy().tolist()
    assert rows == [["q1", "a1.2", "correct", "incorrect"], ["q1", "a1.3", "correct", "incorrect"]]
    decide(path, 1, "correct")
    decide(path, 2, "correct")
    assert said(path) == same


def test_it_can_be_frozen_again_and_the_one_it_equals_is_named(path: Path) -> None:
    freeze(path, "official")
    decide(path, 1, "incorrect")
    with pytest.raises(Refused, match="was frozen as official on 2023-11-14"):
        freeze(path, " official ")
    with closing(State(path)) as state:
        assert free_name(state.facts) == "official 2"
    freeze(path, "second", NOON + 1000)
    assert "as frozen under “second”" in said(path)
    decide(path, 1, "correct")
    assert "as frozen under “official”" in said(path)
    decide(path, 2, "incorrect")
    assert said(path) == f"Differs from gold “second”, frozen on {DAY}, in 2 answers."


def test_another_gold_standard_is_compared_with_the_frozen_one(path: Path) -> None:
    freeze(path, "official")
    with results.opened(path) as state:
        ana, ben = (results.scoreboard(state, f"assessor:{who}") for who in ("Ana", "Ben"))
    assert (ana.is_frozen, ben.is_frozen) == (True, False)
    assert "in 12 answers" in ben.frozen_text


def results_board(session: Session) -> Scoreboard:
    """Return a scoreboard that follows an open collection."""
    made = session.collection
    return Scoreboard(made, gold_in_force(session.catalog, session.facts))


def test_a_live_scoreboard_follows(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        freeze_in(session, "official")
        live = results_board(session)
        assert live.frozen_text.startswith("Gold standard as frozen")
        live.update(session.execute(adjudicate((1,), "incorrect", "")), session.collection)
        assert live.frozen_text.endswith("in 1 answer.")
        session.flush()
    with results.opened(path) as state:
        assert results.scoreboard(state).frozen_text.endswith("in 1 answer.")


def test_freezing_is_undone_like_any_fact(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        freeze_in(session, "official")
        assert session.facts.frozen
        session.undo()
        assert not session.facts.frozen
        session.redo()
        assert session.facts.frozen


def test_names_and_nothing_to_freeze_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="needs a name"):
        freeze(path, "  ")
    empty = tmp_path / "empty.jury"
    create(empty)
    with pytest.raises(Refused, match="no answers yet"):
        freeze(empty, "official")
    with pytest.raises(Refused, match="not a frozen gold standard"):
        open_and(path, SetFact("frozen:x", {"gold": "GA"}))


@pytest.mark.parametrize(
    "name",
    [
        *("majority", "adjudicated", "dawid-skene", "median", "mean", "GA", "GAW", "UFA", "UFBA", "BA"),
        *("assessor", "LOO", "Majority", " ga ", "GAW(weights=3:1:0)", "GA(missing=rescale)"),
        *("assessor:Ana", "LOO:Ana", "official:2", "adjudicated+lenient", "official+2", "+", ":"),
    ],
)
def test_names_of_gold_standards_and_their_signs_are_refused(name: str, path: Path) -> None:
    with pytest.raises(Refused, match="Choose another name"):
        freeze(path, name)
    with closing(State(path)) as state:
        assert not state.facts.frozen


@pytest.mark.parametrize("name", ["official", "official 2", "majority 2026", "the mean", "final (v2)", "最終版"])
def test_other_names_are_taken(name: str, path: Path) -> None:
    freeze(path, name)
    with closing(State(path)) as state:
        assert list(state.facts.frozen) == [name]


def open_and(path: Path, command: SetFact) -> None:
    """Run a command in a collection as the organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(command)


def test_copies_that_meet_again_say_the_same_of_a_frozen_gold(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jury"
    with closing(open_reading(path)) as db:
        copy_to(db, other)
    freeze(path, "official")
    decide(other, 4, "incorrect")
    for here, there in ((path, other), (other, path)):
        with closing(open_session(here, assessor="organiser")) as session:
            merge_files(session, [there])
    assert said(path) == said(other) == f"Differs from gold “official”, frozen on {DAY}, in 1 answer."


def test_answers_that_come_later_are_said_to_be_new(path: Path, tmp_path: Path) -> None:
    freeze(path, "official")
    late = tmp_path / "late"
    late.mkdir()
    rows = "question,answer,text,support\nq1,z1,Late,Late it is.\n"
    (late / "answers.csv").write_text(rows, encoding="utf-8")
    import_into(path, [late])
    assert said(path) == f"Differs from gold “official”, frozen on {DAY}; 1 is new since."


@pytest.mark.parametrize(("make", "about"), [(other_collection, "nuggets"), (list_collection, "groups")])
def test_boards_are_a_part_of_what_is_frozen(make: Callable[[Path], Path], about: str, tmp_path: Path) -> None:
    path = make(tmp_path / "boards.jury")
    with closing(open_session(path, assessor="Ana")) as session:
        kinds = [one.kind for one in session.catalog.questions]
        question = next(at for at, kind in enumerate(kinds) if kind in {"other", "list"})
        freeze_in(session, "official")
        session.flush()
        assert said(path).startswith("Gold standard as frozen")
        new = AddNugget(question, "A new one") if about == "nuggets" else AddInstance(question, "A new one")
        session.execute(new)
        session.flush()
    assert "nuggets, groups or NIL of 1 question" in said(path)


def test_tables_that_are_exported_and_imported_keep_it(path: Path, tmp_path: Path) -> None:
    freeze(path, "official")
    decide(path, 1, "incorrect")
    with closing(open_reading(path)) as db:
        write_tables(db, tmp_path / "tables")
    again = tmp_path / "again.jury"
    create(again)
    import_into(again, [tmp_path / "tables"])
    assert said(again) == said(path) == f"Differs from gold “official”, frozen on {DAY}, in 1 answer."


def test_what_cannot_be_read_stops_no_opening_and_is_reported(path: Path) -> None:
    freeze(path, "official")
    with closing(State(path)) as state:
        record = dict(state.facts.frozen["official"].record(), digest="0" * 64)
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db)
        log.write(0, "fact", Subject(fact="frozen:later"), Content(json.dumps({"form": 9})))
        log.write(0, "fact", Subject(fact="frozen:forged"), Content(json.dumps(record)))
        db.execute("COMMIT")
    with closing(State(path)) as state:
        assert set(state.facts.frozen) == {"official", "forged"}
        assert frozen_problems(state) == [
            "The gold standard frozen as later cannot be read by this version.",
            "The labels frozen as forged do not match the digest they were frozen with.",
        ]


def test_a_record_reads_back_as_it_was(path: Path) -> None:
    freeze(path, "official")
    with closing(State(path)) as state:
        one = state.facts.frozen["official"]
        again = type(one).read("official", json.loads(json.dumps(one.record())))
        assert again == one
        assert again.is_whole
        assert again.labels.digest == one.digest


def test_judging_what_was_unjudged_is_a_change(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", assessors=("Ana",), labels=[(0, 0, "correct")])
    freeze(path, "official")
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((1,), "correct"))
        session.flush()
    with results.opened(path) as state:
        rows = results.gold_differences(state).reset_index().to_numpy().tolist()
    assert rows == [["q1", "a1.2", "unjudged", "correct"]]
