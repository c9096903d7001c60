"""The rows that say who judges what: writing them, and lending open answers to somebody for a while.

An audience that votes judges in place of the demonstrator: it borrows the answers that are still open, so that
its label counts as theirs would. A row of `local` keeps who lent to whom, so that the answers come back even if
the program dies during the vote: whoever opens the file next returns them.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from pathlib import Path

from jurybox.collection.digests import changed_rows, renew_digests
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import count_import

LENT = "lent"
"""The row of `local` that says who lent open answers to whom."""
Row = tuple[int, int, int | None]
"""Assessor, question, and answer, None for all answers of the question, also those that come later."""

_OPEN = (
    "SELECT DISTINCT a.id FROM assignment x JOIN answer a ON a.question = x.question "
    "AND (x.answer IS NULL OR x.answer = a.id) WHERE x.assessor = :who AND a.id NOT IN ("
    "SELECT e.answer FROM entry e WHERE e.assessor = :who AND e.kind = 'judgment' AND e.answer IS NOT NULL "
    "AND (e.label IS NOT NULL OR e.state NOT IN ('skipped', 'deferred')) "
    "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id) GROUP BY e.answer HAVING count(*) = 1)"
)
"""The answers assigned to somebody who has not judged them; two labels in force at once are not one."""


def assignments(db: sqlite3.Connection) -> list[Row]:
    """Return who judges what, in the order of the file."""
    return list(db.execute("SELECT assessor, question, answer FROM assignment ORDER BY id"))


def rewrite_assignments(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Replace all assignments by these rows; their ids run on from 1 like those of every table."""
    db.execute("DELETE FROM assignment")
    db.executemany(
        "INSERT INTO assignment (id, assessor, question, answer) VALUES (?, ?, ?, ?)",
        ((at, *row) for at, row in enumerate(dict.fromkeys(rows), start=1)),
    )
    renew_digests(db, "assignment")


def lend(db: sqlite3.Connection, giver: int, taker: int, answers: Collection[int], *, returns: bool = False) -> None:
    """Assign answers of one assessor to another, in the caller's transaction; all are rows of their tables.

    `returns`: until `give_back`, which also happens when the file is next opened.
    """
    rows, whole = _moved(db, assignments(db), giver, taker, answers)
    if answers:
        rewrite_assignments(db, rows)
    if returns:
        codes = dict(db.execute("SELECT id, hex(code) FROM assessor WHERE id IN (?, ?)", (giver, taker)))
        kept = json.dumps({"giver": codes[giver], "taker": codes[taker], "whole": whole})
        db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (LENT, kept))


def give_back(db: sqlite3.Connection) -> None:
    """Return what is lent and still open, in the caller's transaction; judged answers stay with their judge."""
    found = db.execute("SELECT value FROM local WHERE name = ?", (LENT,)).fetchone()
    if found is None:
        return
    db.execute("DELETE FROM local WHERE name = ?", (LENT,))
    try:
        kept, codes = json.loads(found[0]), dict(db.execute("SELECT hex(code), id FROM assessor"))
        giver, taker, whole = codes[kept["giver"]], codes[kept["taker"]], frozenset(kept["whole"])
    except (ValueError, LookupError, TypeError, RecursionError):  # somebody else wrote it: nothing is known to be lent
        return
    open_now = [answer for (answer,) in db.execute(_OPEN, {"who": taker})]
    if open_now:
        rows, _ = _moved(db, assignments(db), taker, giver, open_now)
        rewrite_assignments(db, _whole_again(rows, giver, taker, whole))


def give_back_left(path: Path) -> None:
    """Return what a program that died has left lent in a checked file that may be written.

    Does nothing where the file cannot be written now, or its assignments are damaged: opening it says so.
    """
    with suppress(sqlite3.Error):
        with closing(open_reading(path)) as db:
            if db.execute("SELECT 1 FROM local WHERE name = ?", (LENT,)).fetchone() is None:
                return
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            if not any(changed_rows(db, "assignment")):
                give_back(db)
                count_import(db)
            db.execute("COMMIT")


def _moved(
    db: sqlite3.Connection, rows: list[Row], giver: int, taker: int, answers: Collection[int]
) -> tuple[list[Row], list[int]]:
    """Return the rows after answers went from one to the other, and the questions that the giver had whole."""
    lent, answers_of = set(answers), defaultdict[int, list[int]](list)
    for answer, question in db.execute("SELECT id, question FROM answer ORDER BY id"):
        answers_of[question].append(answer)
    moved, whole = list[Row](), list[int]()
    for who, question, answer in rows:
        if who != giver or lent.isdisjoint(answers_of[question] if answer is None else (answer,)):
            moved.append((who, question, answer))
            continue
        whole += [question] if answer is None else []
        several = answers_of[question] if answer is None else [answer]
        moved += ((taker if one in lent else giver, question, one) for one in several)
    return moved, whole


def _whole_again(rows: list[Row], giver: int, taker: int, whole: frozenset[object]) -> list[Row]:
    """Return rows with the questions that the giver had whole, unless the taker keeps an answer of one."""
    kept = {question for who, question, _ in rows if who == taker}
    again = whole - kept
    return [(who, q, None if who == giver and q in again else answer) for who, q, answer in rows]
