"""`jurybox new`, `check`, `backup` and `log`."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from small import small_collection

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_writing
from jurybox.collection.log import LogWriter
from jurybox.commands import Judge, SetFact
from jurybox.session import open_session

ODD = ("with space", "ü ñ 眠", "a#b", "a?b", "a%41b", "a&b;c", "-dash", "'quote\"")


def test_new_is_empty_and_named(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "n.jury"
    told = run("new", path, "--name", "Näme")
    assert (told.status, told.out) == (0, f"{path} is ready. Next: jurybox import {path} FOLDER\n")
    assert run("check", path).out == f"{path} is intact; the log of 0 entries is unbroken.\n"
    assert run("log", path, "--format", "json").json == {"entries": []}
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT value FROM local WHERE name = 'name'").fetchone() == ("Näme",)


def test_new_never_writes_over_anything(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "n.jury"
    path.write_text("mine")
    assert run("new", path).refusal == f"{path} exists already. Nothing was changed; choose another name."
    assert path.read_text() == "mine"
    assert "cannot be created: No such file or directory." in run("new", tmp_path / "no" / "n.jury").refusal
    assert [one.name for one in tmp_path.iterdir()] == ["n.jury"]


@pytest.mark.parametrize("name", ODD)
@pytest.mark.sweep
def test_odd_paths_work_in_every_command(run: Any, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    path = small_collection(folder / f"{name}.jury", labels=[(0, 0, "correct")])
    before = path.read_bytes()
    assert run("check", path).status == 0
    assert run("score", path, "--measure", "accuracy").status == 0
    assert run("log", path).status == 0
    assert run("backup", path, "-o", folder / f"copy {name}.jury").status == 0
    assert run("export", path, "-o", folder / "tables").status == 0
    assert path.read_bytes() == before
    empty = folder / f"new {name}.jury"
    assert run("new", empty).status == 0
    assert run("import", empty, folder / "tables").status == 0
    assert run("baseline", empty, "all-yes").status == 0
    assert len(run("log", empty, "--format", "json").json["entries"]) > 0


@pytest.mark.parametrize(
    "words", [("score",), ("check",), ("log",), ("backup",), ("export", "-o", "x"), ("baseline", "all-yes")]
)
def test_a_file_that_is_no_collection_is_refused(run: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    command, *more = words
    assert run(command, tmp_path / "no.jury", *more).refusal == f"{tmp_path / 'no.jury'} does not exist."
    text = tmp_path / "text.jury"
    text.write_text("no database" * 50)
    assert run(command, text, *more).refusal == f"{text} is not a Jurybox collection."
    assert run(command, tmp_path, *more).refusal == f"{tmp_path} cannot be read: it is a folder, not a file."
    other = tmp_path / "other.jury"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE t (x)")
        db.commit()
    assert "database of another program" in run(command, other, *more).refusal
    assert "File name too long" in run(command, tmp_path / ("n" * 400), *more).refusal
    newer = small_collection(tmp_path / "newer.jury")
    with closing(sqlite3.connect(newer)) as db:
        db.execute("PRAGMA user_version = 999")
    before = newer.read_bytes()
    assert "was written by a newer Jurybox" in run(command, newer, *more).refusal
    assert newer.read_bytes() == before


def test_check_names_what_is_wrong(run: Any, small: Path) -> None:
    assert run("check", small, "--format", "json").json == {"ok": True, "problems": []}
    with closing(sqlite3.connect(small)) as db:
        db.execute("UPDATE entry SET label = 'incorrect' WHERE id = 2")
        db.commit()
    told = run("check", small, "--format", "json")
    assert told.status == 1
    assert told.json["ok"] is False
    assert told.json["problems"]
    text = run("check", small)
    assert (text.status, text.out.splitlines()) == (1, told.json["problems"])


def test_backup_goes_beside_or_where_it_is_told(run: Any, small: Path) -> None:
    told = run("backup", small)
    (made,) = small.with_name("small.jury.backups").iterdir()
    assert (told.status, told.out) == (0, f"{made} is a complete copy of {small}.\n")
    assert run("check", made).status == 0
    target = small.with_name("there.jury")
    assert run("backup", small, "-o", target).status == 0
    assert run("backup", small, "-o", target).refusal.startswith(f"{target} exists already.")
    assert "cannot be written" in run("backup", small, "-o", small.parent / "no" / "x.jury").refusal


def test_log_has_every_entry_with_what_it_replaces(run: Any, small: Path) -> None:
    with closing(open_writing(small)) as db:
        db.execute("BEGIN IMMEDIATE")
        first = db.execute("SELECT id, hash FROM entry ORDER BY id LIMIT 1").fetchone()
        content = Content("correct", note="why\nnot")
        LogWriter(db).write(0, "judgment", Subject(0, 0), content, replaces={first[1]: first[0]})
        db.execute("COMMIT")
    entries = run("log", small, "--format", "json").json["entries"]
    assert [entry["id"] for entry in entries] == list(range(1, 21))
    assert {"id", "assessor", "kind", "thing", "label", "replaces", "at"} <= set(entries[0])
    assert entries[0]["assessor"] == "Ana"
    assert (entries[0]["kind"], entries[0]["thing"], entries[0]["label"]) == ("judgment", "q1 / a1.1", "incorrect")
    assert entries[-1]["replaces"] == [first[0]]
    assert entries[-1]["note"] == "why\nnot"
    assert [e["id"] for e in run("log", small, "--last", "2", "--format", "json").json["entries"]] == [19, 20]
    mine = run("log", small, "--assessor", "Ben", "--format", "json").json["entries"]
    assert {entry["assessor"] for entry in mine} == {"Ben"}
    newest = run("log", small, "--assessor", "Ben", "--last", "2", "--format", "json").json["entries"]
    assert newest == mine[-2:]
    table = run("log", small).out.splitlines()
    assert len(table) == 21
    head = ["id", "at", "assessor", "kind", "thing", "label", "state", "act", "replaces", "note"]
    assert table[0].split() == head
    assert table[-1].split()[-2] == str(first[0])
    assert table[-1].endswith("why\\nnot")


def test_log_tells_under_which_guidelines_a_label_was_given(run: Any, small: Path) -> None:
    with closing(open_session(small, assessor="Ana")) as session:
        session.execute(SetFact("guideline_version", "2"))
        session.execute(Judge((0,), "correct"))
        session.flush()
    entries = run("log", small, "--assessor", "Ana", "--format", "json").json["entries"]
    assert entries[0]["guidelines"] is None
    assert entries[-1]["guidelines"] == "2"
    table = run("log", small).out.splitlines()
    assert table[0].split()[-1] == "guidelines"
    assert [line for line in table if "correct" in line.split()][-1].endswith(" 2")


def test_log_refuses_who_is_not_there(run: Any, small: Path) -> None:
    assert run("log", small, "--assessor", "Zoe").refusal == "There is no assessor 'Zoe'; there are: Ana, Ben."
    assert "is not in the range" in run("log", small, "--last", "0").refusal
