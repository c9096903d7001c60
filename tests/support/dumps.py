"""What is in force in a collection, by names, so that two states can be compared whole."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from jurybox.collection.file import open_reading
from jurybox.collection.log import read_entries

State = dict[tuple[Any, ...], Any]
SHARED = {"adjudication", "fact", "nugget", "instance"}


def in_force(path: Path) -> State:
    """Return what the file says is in force, straight from the log: entries that no entry replaces.

    Nobody replaces what somebody else said, but where one entry speaks for everybody.
    """
    with closing(open_reading(path)) as db:
        people = dict(db.execute("SELECT id - 1, code FROM assessor"))
        questions = dict(db.execute("SELECT id - 1, name FROM question"))
        answers = dict(db.execute("SELECT id - 1, digest FROM answer"))
        nuggets = dict(db.execute("SELECT id - 1, digest FROM nugget"))
        entries = [entry for _, entry in read_entries(db, "1 = ?", (1,))]
    named = {(hash_, entry.assessor, entry.kind) for entry in entries for hash_ in entry.replaces}
    by_anyone = {(hash_, kind) for hash_, _, kind in named}
    by_assessor = {(hash_, assessor) for hash_, assessor, _ in named}
    state: State = {}
    for entry in entries:
        subject = entry.subject
        is_shared = entry.kind in SHARED and (entry.hash, entry.kind) in by_anyone
        if is_shared or (entry.hash, entry.assessor) in by_assessor:
            continue
        who = None if entry.kind in {"fact", "adjudication", "nugget", "instance"} else people[entry.assessor]
        question = None if subject.question is None else questions[subject.question]
        answer = None if subject.answer is None else answers[subject.answer]
        nugget = None if subject.nugget is None else nuggets[subject.nugget]
        key = (entry.kind, who, question, answer, nugget, subject.fact)
        content = entry.content
        state.setdefault(key, []).append((content.label, content.state, content.note))
    empty = [(None, None, None)]
    return {key: sorted(found, key=repr) for key, found in state.items() if found != empty}


def tables(path: Path, *names: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return whole tables of a file."""
    with closing(sqlite3.connect(path)) as db:
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}
