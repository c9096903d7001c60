"""Storing what assessors said: each statement of an import becomes an entry of the log."""

import json
import sqlite3
from typing import Any

from jurybox.collection.board import CHECK
from jurybox.collection.entries import Said, Thing
from jurybox.collection.facts import ORGANISER
from jurybox.collection.log import NOTHING_REPLACED, LogWriter
from jurybox.collection.preflight.standing import MEETS
from jurybox.collection.staging import Staging

_TOLD_EVERY = 5_000


def store_said(staging: Staging, db: sqlite3.Connection) -> int:
    """Enter the panel and everything in `said` that is not said already; return how many entries."""
    log = LogWriter(db)
    count = _store_panel(staging, db, log)
    replacing = staging.db.execute("SELECT 1 FROM standing LIMIT 1").fetchone() is not None
    for row in staging.db.execute(
        "SELECT id, kind, assessor, question, answer, nugget, fact, label, state, note, seconds, at FROM "
        "said "
        "WHERE NOT there ORDER BY id"
    ):
        said, kind, assessor, question, answer, nugget, fact, label, state, note, seconds, at = row
        if count % _TOLD_EVERY == 0:
            staging.watch.tell("storing judgments", count)
        replaces, note = _replaced(staging, said, note) if replacing else (NOTHING_REPLACED, note)
        if kind == "nugget" and fact == "check":
            fact = f"{CHECK}{_code_of(db, assessor)}"
        log.write(
            assessor - 1,
            kind,
            Thing(_position(question), _position(answer), _position(nugget), fact or None),
            Said(label, state, note, seconds),
            at=at,
            replaces=replaces,
        )
        count += 1
    return count


def _code_of(db: sqlite3.Connection, assessor: int) -> str:
    (code,) = db.execute("SELECT code FROM assessor WHERE id = ?", (assessor,)).fetchone()
    return bytes(code).hex()


def _replaced(staging: Staging, said: int, note: str | None) -> tuple[dict[bytes, int], str | None]:
    """Return the entries that a new one takes the place of, and the note, kept if it brings none."""
    rows: list[tuple[Any, ...]] = staging.db.execute(
        f"SELECT t.hash, t.row, t.note FROM said s JOIN standing t ON {MEETS} WHERE s.id = ?", (said,)
    ).fetchall()
    kept = next((old for _, _, old in rows if old), None)
    return {hash_: row for hash_, row, _ in rows}, note or kept


def _store_panel(staging: Staging, db: sqlite3.Connection, log: LogWriter) -> int:
    members = [row for (row,) in staging.db.execute("SELECT assessor FROM panel ORDER BY id")]
    if not members:
        return 0
    codes = [
        db.execute("SELECT hex(code) FROM assessor WHERE id = ?", (row,)).fetchone()[0].lower()
        for row in members
    ]
    (speaker,) = staging.db.execute("SELECT id FROM known_assessor WHERE name = ?", (ORGANISER,)).fetchone()
    standing = staging.db.execute("SELECT hash, row FROM standing WHERE kind = 'fact' AND fact = 'panel'")
    log.write(
        speaker - 1, "fact", Thing(fact="panel"), Said(json.dumps(codes)), replaces=dict(standing.fetchall())
    )
    return 1


def _position(row: int) -> int | None:
    return row - 1 if row else None
