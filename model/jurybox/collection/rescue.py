"""Rescue: what can be read of a damaged or foreign file, copied row by row into a new collection.

Nothing in the old file is run or changed: it is opened read-only, only plain reads of plain tables are
allowed, and each has a limited time. Rows that cannot be read, or that speak of rows that cannot, are
left out and counted. A log that still holds together is copied as it is; of one that does not, what is in
force is entered anew, under a new writer.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.collection.check import verify
from jurybox.collection.entries import Said, Thing, unpack
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.schema import expected_objects
from jurybox.errors import Refused

_SECONDS = 60.0
_REFERENCES = {
    "question": "question",
    "answer": "answer",
    "nugget": "nugget",
    "series": "series",
    "run": "run",
    "assessor": "assessor",
    "author": "assessor",
    "writer": "writer",
}
_ORDER = (
    "series",
    "document",
    "question",
    "option",
    "answer",
    "run",
    "response",
    "run_time",
    "assessor",
    "assignment",
    "nugget",
    "instance",
    "writer",
)
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION}


@dataclass
class Rescued:
    """What was saved of each table, what was lost, and whether the log could be copied as it was."""

    kept: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    log_whole: bool = True

    def __str__(self) -> str:
        kept = ", ".join(f"{count:,} of {table}" for table, count in self.kept.items() if count)
        lost = ", ".join(f"{count:,} of {table}" for table, count in self.lost.items() if count)
        log = "" if self.log_whole else " The log was damaged: what is in force was written to a new log."
        return f"Rescued {kept or 'nothing'}; lost {lost or 'nothing'}.{log}"


def rescue(source: Path, target: Path) -> Rescued:
    """Copy what can be read of `source` into a new collection at `target`; refused if nothing can."""
    with closing(_open_guarded(source)) as old:
        if _count(old, "question") == 0:
            raise Refused(f"Nothing can be rescued from {source}: it has no questions that can be read.")
        create(target, name=source.stem)
        try:
            with closing(open_writing(target)) as new:
                new.execute("BEGIN IMMEDIATE")
                rescued = _copy(old, new)
                new.execute("COMMIT")
        except BaseException:
            target.unlink()
            raise
    return rescued


def _open_guarded(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000_000)
    ends = time.monotonic() + _SECONDS
    db.set_progress_handler(lambda: int(time.monotonic() > ends), 100_000)
    try:
        plain = {name for name, kind in _listed(db) if kind == "table" and name in expected_objects()}
    except Refused:
        db.close()
        raise

    def allow(action: int, table: str | None, *_: str | None) -> int:
        if action == sqlite3.SQLITE_READ and table not in plain:
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY

    db.set_authorizer(allow)
    return db


def _listed(db: sqlite3.Connection) -> list[tuple[str, str]]:
    try:
        rows = db.execute("SELECT name, type, sql FROM sqlite_schema").fetchall()
    except sqlite3.DatabaseError as error:
        raise Refused(f"Nothing can be rescued: the list of tables cannot be read ({error}).") from error
    return [(name, "virtual" if "VIRTUAL" in (sql or "").upper()[:20] else kind) for name, kind, sql in rows]


def _count(db: sqlite3.Connection, table: str) -> int:
    try:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - our own names
    except sqlite3.Error:
        return 0


def _copy(old: sqlite3.Connection, new: sqlite3.Connection) -> Rescued:
    rescued, places = Rescued(), {table: dict[int, int]() for table in (*_ORDER, "entry")}
    for table in _ORDER:
        _copy_table(old, new, table, places, rescued)
    if any(rescued.lost.values()):
        rescued.log_whole = False
    else:
        _copy_table(old, new, "entry", places, rescued)
        rescued.log_whole = not rescued.lost.get("entry") and not verify(new, whole=True)
    if rescued.log_whole:
        _mark_superseded(new)
    else:
        new.execute("DELETE FROM entry")
        _enter_anew(old, new, places, rescued)
    return rescued


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def _copy_table(
    old: sqlite3.Connection,
    new: sqlite3.Connection,
    table: str,
    places: dict[str, dict[int, int]],
    rescued: Rescued,
) -> None:
    columns = [name for name in _columns(new, table) if name != "id"]
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - our own names
    kept = lost = 0
    for row, values in _rows(old, table, columns):
        moved = None if values is None else _moved(columns, values, places)
        try:
            if moved is None:
                raise sqlite3.IntegrityError
            places[table][row] = new.execute(insert, moved).lastrowid or 0
            kept += 1
        except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeEncodeError):
            lost += 1
    rescued.kept[table], rescued.lost[table] = kept, lost


def _rows(
    db: sqlite3.Connection, table: str, columns: list[str]
) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
    """Yield every row that should be there with its values, None for one that cannot be read."""
    listed = ", ".join(f'"{name}"' for name in columns)
    query = f"SELECT {listed} FROM {table} WHERE id = ?"  # noqa: S608 - our own names
    try:
        last = int(db.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0)  # noqa: S608
    except sqlite3.Error:
        return
    for row in range(1, min(last, 100_000_000) + 1):
        try:
            yield row, db.execute(query, (row,)).fetchone()
        except sqlite3.DatabaseError:
            yield row, None


def _moved(
    columns: list[str], values: tuple[Any, ...], places: dict[str, dict[int, int]]
) -> list[Any] | None:
    """Return values with references to the new rows; None if a row is meant that was not saved."""
    moved: list[Any] = []
    for name, value in zip(columns, values, strict=True):
        table = _REFERENCES.get(name)
        if table is None or not isinstance(value, int):
            moved.append(value)
        elif value in places[table]:
            moved.append(places[table][value])
        else:
            return None
    return moved


def _mark_superseded(db: sqlite3.Connection) -> None:
    rows = {hash_: row for row, hash_ in db.execute("SELECT id, hash FROM entry")}
    blobs = db.execute("SELECT replaces FROM entry WHERE replaces IS NOT NULL").fetchall()
    gone = {rows[hash_] for (blob,) in blobs for hash_ in unpack(blob) if hash_ in rows}
    db.executemany("INSERT INTO superseded (entry) VALUES (?)", ((row,) for row in sorted(gone)))


def _enter_anew(
    old: sqlite3.Connection, new: sqlite3.Connection, places: dict[str, dict[int, int]], rescued: Rescued
) -> None:
    columns = ["hash", "assessor", "kind", "question", "answer", "nugget", "fact", "label", "state", "note"]
    columns += ["seconds", "at", "replaces"]
    readable = [values for _, values in _rows(old, "entry", columns) if values is not None]
    replaced = {hash_ for values in readable for hash_ in _hashes(values[-1])}
    kept = lost = 0
    log = LogWriter(new)
    for values in readable:
        if values[0] in replaced:
            continue
        moved = _moved(columns, values, places)
        if moved is None:
            lost += 1
            continue
        _, who, kind, question, answer, nugget, fact, label, state, note, seconds, at, _ = moved
        question, answer, nugget = (None if row is None else row - 1 for row in (question, answer, nugget))
        thing = Thing(question, answer, nugget, fact)
        log.write(who - 1, kind, thing, Said(label, state, note, seconds), at=at)
        kept += 1
    rescued.kept["entry"], rescued.lost["entry"] = kept, lost


def _hashes(blob: object) -> tuple[bytes, ...]:
    try:
        return unpack(blob if isinstance(blob, bytes) else None)
    except ValueError:
        return ()
