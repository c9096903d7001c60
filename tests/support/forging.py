"""Collections as somebody might forge them: right hashes around wrong values, and wrong values in tables.

Each forgery is a function that changes a collection with three questions (one of them Other, with a nugget).
"""

import json
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from boards import other_collection
from patience import PATIENCE

from jurybox.collection.digests import DIGESTED, renew_digests
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_writing
from jurybox.collection.log import LogWriter, new_assessor
from jurybox.collection.nuggets import new_nugget, nugget_rows

HUGE = 9 * 10**18

Forgery = Callable[[sqlite3.Connection], object]


def board(path: Path) -> Path:
    """Make the collection that is forged: Ana judged some, and worded two nuggets of the Other question."""
    other_collection(path, responses=4)
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        ana = new_assessor(db, "Ana") - 1
        new_assessor(db, "Ben")
        (digest,) = db.execute("SELECT digest FROM question WHERE id = 2").fetchone()
        nuggets = {at: new_nugget(1, digest, f"nugget {at}", "added", ana) for at in range(2)}
        nugget_rows(db, nuggets)
        log = LogWriter(db, act="do")
        log.write(ana, "judgment", Subject(0, 0), Content("correct"))
        for at in nuggets:
            log.write(ana, "nugget", Subject(1, nugget=at), Content(f"nugget {at}"))
            log.write(ana, "importance", Subject(1, nugget=at), Content("vital"))
            log.write(ana, "match", Subject(1, 1 + at, at), Content("yes"))
        db.execute("COMMIT")
    return path


def said(kind: Any, subject: Subject, content: Content, *, act: Any = "do", **more: Any) -> Forgery:
    """Return a forgery that adds an entry of Ana's with a right hash."""
    return lambda db: LogWriter(db, act=act).write(0, kind, subject, content, **more)


def fact(name: str, text: str) -> Forgery:
    """Return a forgery that sets a fact to a text that may not be JSON."""
    return said("fact", Subject(fact=name), Content(text))


def sql(*statements: str) -> Forgery:
    """Return a forgery of the tables, whose digests are right."""

    def change(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            db.execute(statement)
        with suppress(ValueError, sqlite3.Error):  # rows with numbers that no table has cannot be digested
            renew_digests(db, *DIGESTED)

    return change


DEEP = "[" * 100_000 + "]" * 100_000

ENTRIES: dict[str, Forgery] = {
    "a fact that is no JSON": fact("mode", "{"),
    "an empty fact": fact("name", ""),
    "the panel as a number": fact("panel", "7"),
    "the panel as objects": fact("panel", '[{"a": 1}]'),
    "the panel as a word": fact("panel", '"Ana"'),
    "withdrawn null": fact("withdrawn", "null"),
    "removed as lists": fact("removed", "[[]]"),
    "calibration as a number": fact("calibration", "1"),
    "repeats as a word": fact("repeats", '"half"'),
    "repeats huge": fact("repeats", "1e308"),
    "repeats not a number": fact("repeats", "NaN"),
    "pass mark infinite": fact("pass_mark", "Infinity"),
    "JSON nested deep": fact("study:x", DEEP),
    "an integer of 5,000 digits": fact("repeats", "9" * 5_000),
    "an unknown mode": fact("mode", '"closed"'),
    "a day that is none": fact("begins", '"yesterday"'),
    "an unknown way": fact("unjudged", '"guess"'),
    "the gold standard as a list": fact("gold", "[]"),
    "an unknown gold standard": fact("gold", '"gold of fools"'),
    "a scheme as a list": fact("scheme:validation", "[]"),
    "a scheme of deep labels": fact("scheme:factoid", json.dumps({"labels": [{"label": ["x"]}]})),
    "a frozen gold standard of nothing": fact("frozen:x", json.dumps({"labels": 1})),
    "a study of nothing": fact("study:x", json.dumps({"kind": [], "values": "no"})),
    "a study of wrong parts": fact("study:x", "[1]"),
    "an unknown kind of assessor": fact("kind:00", '"ghost"'),
    "a guideline as an object": fact("guideline:factoid", "{}"),
    "guidelines read as a number": fact("guidelines-read:00", "1"),
    "a fact without a name": said("fact", Subject(), Content("1")),
    "a fact about an answer": said("fact", Subject(0, 0, fact="name"), Content('"x"')),
    "an unknown fact": fact("later", '{"any": ["thing"]}'),
    "an unknown kind": said("gossip", Subject(0, 0), Content("correct")),
    "an unknown act": said("judgment", Subject(0, 0), Content("correct"), act="dream"),
    "an unknown state": said("judgment", Subject(0, 0), Content(state="asleep")),
    "an unknown label": said("judgment", Subject(0, 0), Content("banana")),
    "a label of a million characters": said("judgment", Subject(0, 0), Content("x" * 1_000_000)),
    "a time beyond the year 9999": said("judgment", Subject(0, 0), Content("correct"), at=HUGE),
    "a time before the year 1": said("judgment", Subject(0, 0), Content("correct"), at=-HUGE),
    "the last moment of 9999": said("judgment", Subject(0, 0), Content("correct"), at=253402300799999),
    "negative seconds": said("judgment", Subject(0, 0), Content("correct", seconds=-5.0)),
    "endless seconds": said("judgment", Subject(0, 0), Content("correct", seconds=float("inf"))),
    "a part of two thousand millions": said("judgment", Subject(0, 0), Content("correct"), part=2**40),
    "a negative part": said("judgment", Subject(0, 0), Content("correct"), part=-1),
    "an answer of another question": said("judgment", Subject(1, 0), Content("correct")),
    "a judgment of nothing": said("judgment", Subject(), Content("correct")),
    "a match of a nugget of another question": said("match", Subject(0, 0, 0), Content("yes")),
    "a match without a nugget": said("match", Subject(1, 1), Content("yes")),
    "a match without a question": said("match", Subject(None, 1, 0), Content("yes")),
    "a match with an unknown label": said("match", Subject(1, 1, 0), Content("hardly")),
    "a vote without a nugget": said("importance", Subject(1), Content("vital")),
    "a vote with an unknown label": said("importance", Subject(1, nugget=0), Content("urgent")),
    "a nugget that is merged into itself": said("nugget", Subject(1, nugget=0, fact="into"), Content("n-000000000000")),
    "a nugget without a nugget": said("nugget", Subject(1), Content("text")),
    "an instance without a name": said("instance", Subject(0), Content("text")),
    "a group of nothing": said("distinct", Subject(0), Content("g")),
    "sent back to nobody": said("adjudication", Subject(0, 0, fact="back:zz"), Content("zz")),
    "accepted from nobody": said("adjudication", Subject(0, fact="accepted:x"), Content("{")),
    "an entry that replaces itself": lambda db: LogWriter(db).write(
        0, "judgment", Subject(0, 0), Content("correct"), replaces={b"\1" * 32: 0}
    ),
}
"""Entries with right hashes."""

TABLES: dict[str, Forgery] = {
    "row id 9e18 of responses": sql(f"UPDATE response SET id = {HUGE} WHERE id = 3"),
    "row id 9e18 of entries": sql(f"UPDATE entry SET id = {HUGE} WHERE id = 1"),
    "row id 0 of answers": sql("UPDATE answer SET id = 0 WHERE id = 5"),
    "a negative row of questions": sql("UPDATE question SET id = -1 WHERE id = 1"),
    "a gap in answers": sql("UPDATE answer SET id = 50 WHERE id = 5"),
    "a gap in runs": sql("UPDATE run SET id = 9 WHERE id = 3"),
    "a gap in assessors": sql("UPDATE assessor SET id = 9 WHERE id = 2"),
    "a gap in nuggets": sql("UPDATE nugget SET id = 9 WHERE id = 2"),
    "a gap in entries": sql("UPDATE entry SET id = 99 WHERE id = 2"),
    "row id 9e18 of assignments": sql(f"INSERT INTO assignment VALUES ({HUGE}, 1, 1, 1)"),
    "decision 77": sql("UPDATE response SET decision = 77"),
    "decision of 9e18": sql(f"UPDATE response SET decision = {HUGE} WHERE id = 1"),
    "nil 5": sql("UPDATE response SET nil = 5"),
    "answered -1": sql("UPDATE response SET answered = -1"),
    "selected 300": sql("UPDATE response SET selected = 300"),
    "rank -7": sql("UPDATE response SET rank = -7"),
    "rank of 9e18": sql(f"UPDATE response SET rank = {HUGE}"),
    "endless confidence": sql("UPDATE response SET confidence = 9e999"),
    "endless score": sql("UPDATE response SET score = -9e999"),
    "a response of run 9999": sql("UPDATE response SET run = 9999 WHERE id = 1"),
    "a response of run 0": sql("UPDATE response SET run = 0 WHERE id = 1"),
    "a response of question 2^40": sql("UPDATE response SET question = 1099511627776 WHERE id = 1"),
    "a response of answer -3": sql("UPDATE response SET answer = -3 WHERE id = 1"),
    "a response of another question's answer": sql("UPDATE response SET question = 2, answer = 1"),
    "an answer of question 9999": sql("UPDATE answer SET question = 9999 WHERE id = 1"),
    "an answer of question 2^40": sql("UPDATE answer SET question = 1099511627776 WHERE id = 1"),
    "best 77": sql("UPDATE answer SET best = 77"),
    "an unknown kind of question": sql("UPDATE question SET kind = 'riddle' WHERE id = 1"),
    "a question of series 9999": sql("UPDATE question SET series = 9999"),
    "a question of series -1": sql("UPDATE question SET series = -1"),
    "a position of 9e18": sql(f"UPDATE question SET position = {HUGE}"),
    "nil_correct 7": sql("UPDATE question SET nil_correct = 7"),
    "entry.assessor 9999": sql("UPDATE entry SET assessor = 9999 WHERE id = 1"),
    "entry.assessor 2^40": sql("UPDATE entry SET assessor = 1099511627776 WHERE id = 1"),
    "entry.assessor 0": sql("UPDATE entry SET assessor = 0 WHERE id = 1"),
    "entry.writer 9999": sql("UPDATE entry SET writer = 9999 WHERE id = 1"),
    "entry.question 9999": sql("UPDATE entry SET question = 9999 WHERE id = 1"),
    "entry.answer 2^40": sql("UPDATE entry SET answer = 1099511627776 WHERE id = 1"),
    "entry.answer -9": sql("UPDATE entry SET answer = -9 WHERE id = 1"),
    "entry.nugget 9999": sql("UPDATE entry SET nugget = 9999 WHERE id = 2"),
    "entry.kind unknown": sql("UPDATE entry SET kind = 'gossip' WHERE id = 1"),
    "entry.act unknown": sql("UPDATE entry SET act = 'dream' WHERE id = 1"),
    "entry.hash short": sql("UPDATE entry SET hash = x'01' WHERE id = 1"),
    "entry.hash twice": sql("UPDATE entry SET hash = (SELECT hash FROM entry WHERE id = 2) WHERE id = 1"),
    "entry.replaces torn": sql("UPDATE entry SET replaces = x'0102' WHERE id = 1"),
    "entry.heads torn": sql("UPDATE entry SET heads = x'0102' WHERE id = 1"),
    "entry.at at the end": sql("UPDATE entry SET at = 9223372036854775807 WHERE id = 1"),
    "entry.at at the beginning": sql("UPDATE entry SET at = -9223372036854775808 WHERE id = 1"),
    "entry.part huge": sql(f"UPDATE entry SET part = {HUGE} WHERE id = 1"),
    "entry.label with unit separator": sql("UPDATE entry SET label = 'a' || char(31) || 'b' WHERE id = 1"),
    "superseded of row 9999": sql("INSERT INTO superseded VALUES (9999)"),
    "superseded of row -1": sql("INSERT INTO superseded VALUES (-1)"),
    "superseded without reason": sql("INSERT INTO superseded VALUES (1)"),
    "superseded of row 9e18": sql(f"INSERT INTO superseded VALUES ({HUGE})"),
    "an unknown kind of assessor": sql("UPDATE assessor SET kind = 'ghost'"),
    "an assessor without a name": sql("UPDATE assessor SET name = '' WHERE id = 1"),
    "an assessor's code empty": sql("UPDATE assessor SET code = x'' WHERE id = 1"),
    "a writer's code empty": sql("UPDATE writer SET code = x''"),
    "no assessors": sql("DELETE FROM assessor"),
    "no writers": sql("DELETE FROM writer"),
    "no questions": sql("DELETE FROM question"),
    "no answers": sql("DELETE FROM answer"),
    "no runs": sql("DELETE FROM run"),
    "a nugget of question 9999": sql("UPDATE nugget SET question = 9999"),
    "a nugget of question 0": sql("UPDATE nugget SET question = 0 WHERE id = 1"),
    "a nugget of an unknown author": sql("UPDATE nugget SET author = 9999"),
    "an endless weight": sql("UPDATE nugget SET weight = 9e999"),
    "a negative weight": sql("UPDATE nugget SET weight = -1.0"),
    "an instance of question 9999": sql("INSERT INTO instance VALUES (1, 9999, 'i', 'x', NULL)"),
    "an instance of an unknown author": sql("INSERT INTO instance VALUES (1, 1, 'i', 'x', 9999)"),
    "an option of question 9999": sql("INSERT INTO option VALUES (1, 9999, 'a', 'x')"),
    "an assignment to assessor 9999": sql("INSERT INTO assignment VALUES (1, 9999, 1, NULL)"),
    "an assignment of question 9999": sql("INSERT INTO assignment VALUES (1, 1, 9999, NULL)"),
    "an assignment of answer 9999": sql("INSERT INTO assignment VALUES (1, 1, 1, 9999)"),
    "an assignment of answer -1": sql("INSERT INTO assignment VALUES (1, 1, 1, -1)"),
    "a time of run 9999": sql("INSERT INTO run_time VALUES (1, 9999, 1, 1.0)"),
    "an endless time": sql("INSERT INTO run_time VALUES (1, 1, 1, 9e999)"),
    "endless seconds of a run": sql("UPDATE run SET seconds = 9e999"),
    "local missing": sql("DELETE FROM local"),
    "a place that was checked, of words": sql("INSERT INTO local VALUES ('checked', 'here:there')"),
    "a number of imports, of words": sql("UPDATE local SET value = 'many' WHERE name = 'imports'"),
    "handed out to nobody": sql("INSERT INTO local VALUES ('handed_out', 'Nobody')"),
    "a text that is not UTF-8": sql("UPDATE question SET text = CAST(x'ff41' AS TEXT) WHERE id = 1"),
    "a name that is not UTF-8": sql("UPDATE run SET name = CAST(x'ff41' AS TEXT) WHERE id = 1"),
    "a label that is not UTF-8": sql("UPDATE entry SET label = CAST(x'ff41' AS TEXT) WHERE id = 1"),
}
"""Values of tables that no version of the program writes."""


def forged(base: Path, path: Path, forgery: Forgery) -> Path:
    """Copy a collection, and forge the copy."""
    path.write_bytes(base.read_bytes())
    with closing(open_writing(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN IMMEDIATE")
        forgery(db)
        db.execute("COMMIT")
    return path


HARMLESS = {
    "entry: a scheme of deep labels": "a scheme that cannot be used is left out",
    "entry: a frozen gold standard of nothing": "one that cannot be read is left out",
    "entry: a study of nothing": "a record that cannot be read is left out",
    "entry: an unknown fact": "a later version may know it",
    "entry: an unknown gold standard": "the default one holds",
    "entry: an unknown label": "it counts as not judged, and check names it",
    "entry: a label of a million characters": "it counts as not judged, and check names it",
    "entry: a nugget that is merged into itself": "it names no nugget that there is",
    "entry: an instance without a name": "",
    "entry: sent back to nobody": "nobody waits for it",
    "entry: accepted from nobody": "nobody asks for it",
    "entry: an entry that replaces itself": "what it replaces may be in another file",
    "table: rank of 9e18": "",
    "table: no runs": "",
    "table: endless score": "below every number: not given",
    "table: a place that was checked, of words": "the log is checked from its beginning",
    "table: a number of imports, of words": "the file is read again",
}
"""What may be opened: forged, but nothing that is not left out follows from it."""


class WaitedTooLongError(Exception):
    """Something took longer than anybody waits."""


@contextmanager
def within(seconds: int = round(PATIENCE)) -> Iterator[None]:
    """Raise WaitedTooLongError in a block that hangs; on Windows, which has no alarms, never."""

    def late(_: int, __: FrameType | None) -> None:
        raise WaitedTooLongError

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
