"""The tables of a collection file, as a sequence of migration steps.

Each step of `STEPS` is applied once, in one transaction, and never edited after a release. A file is opened
only if every object in it equals what these steps make exactly (`jurybox.collection.file`).

Rows are never deleted and their ids run 1, 2, 3, ... without a gap, so that the row with id n is at position
n - 1 in every array of the catalog. Only what queries need is indexed: texts are read by row id, and
everything else is read once into arrays.
"""

import sqlite3
from contextlib import closing
from functools import cache

APPLICATION_ID = 0x4A555259
"""The four bytes "JURY" in the header of the file."""
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""How SQLite begins a journal, and ends one that names another."""

FIRST_TABLES = """
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    target TEXT,
    target_type TEXT
) STRICT;

CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    title TEXT,
    url TEXT
) STRICT;

CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    series INTEGER REFERENCES series (id),
    position INTEGER,
    category TEXT,
    nil_correct INTEGER,
    lang TEXT,
    guideline TEXT,
    status TEXT,
    digest BLOB NOT NULL
) STRICT;

CREATE TABLE option (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT,
    text TEXT NOT NULL,
    document TEXT,
    support TEXT,
    author TEXT,
    posted_at TEXT,
    best INTEGER NOT NULL,
    pool BLOB,
    digest BLOB NOT NULL
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    team TEXT,
    description TEXT,
    lang TEXT,
    seconds REAL,
    origin TEXT NOT NULL
) STRICT;

CREATE TABLE response (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    question INTEGER NOT NULL REFERENCES question (id),
    answer INTEGER REFERENCES answer (id),
    nil INTEGER NOT NULL,
    rank INTEGER,
    text TEXT,
    answered INTEGER NOT NULL,
    decision INTEGER,
    selected INTEGER NOT NULL,
    confidence REAL,
    score REAL
) STRICT;

CREATE TABLE run_time (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    question INTEGER NOT NULL REFERENCES question (id),
    seconds REAL NOT NULL
) STRICT;

CREATE TABLE assessor (
    id INTEGER PRIMARY KEY,
    code BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT;

CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    assessor INTEGER NOT NULL REFERENCES assessor (id),
    question INTEGER NOT NULL REFERENCES question (id),
    answer INTEGER REFERENCES answer (id)
) STRICT;

CREATE TABLE nugget (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    author INTEGER REFERENCES assessor (id),
    source TEXT,
    weight REAL,
    digest BLOB NOT NULL
) STRICT;

CREATE TABLE instance (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    author INTEGER REFERENCES assessor (id)
) STRICT;

CREATE TABLE writer (
    id INTEGER PRIMARY KEY,
    code BLOB NOT NULL UNIQUE
) STRICT;

CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,
    writer INTEGER NOT NULL REFERENCES writer (id),
    assessor INTEGER NOT NULL REFERENCES assessor (id),
    kind TEXT NOT NULL,
    question INTEGER REFERENCES question (id),
    answer INTEGER REFERENCES answer (id),
    nugget INTEGER REFERENCES nugget (id),
    fact TEXT,
    label TEXT,
    state TEXT,
    note TEXT,
    seconds REAL,
    at INTEGER NOT NULL,
    act TEXT NOT NULL,
    part INTEGER NOT NULL,
    replaces BLOB,
    heads BLOB
) STRICT;

CREATE TABLE superseded (
    entry INTEGER PRIMARY KEY REFERENCES entry (id)
) STRICT;

CREATE TABLE local (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
"""

DIGEST_TABLE = """
CREATE TABLE digest (
    part TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (part, first)
) STRICT, WITHOUT ROWID;
"""

STEPS: tuple[tuple[str, str], ...] = (("m001_first_tables", FIRST_TABLES), ("m002_digests", DIGEST_TABLE))
"""Name and SQL of every step from an empty file to today's."""

VERSION = len(STEPS)
"""`user_version` of today's files: the number of steps taken."""

OUR_TABLES = tuple(line.split()[2] for line in FIRST_TABLES.splitlines() if line.startswith("CREATE TABLE"))
"""The tables that we write; the others belong to the migration library."""

MIGRATION_RECORD = {
    "_sqlite_migrations": (
        "CREATE TABLE _sqlite_migrations ( id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT )"
    ),
    "idx__sqlite_migrations_migration_set_name": (
        "CREATE UNIQUE INDEX idx__sqlite_migrations_migration_set_name ON _sqlite_migrations ( migration_set, name )"
    ),
}
"""What the migration library keeps in the file, in the plain form of `plain`."""


@cache
def expected_objects(version: int = VERSION) -> dict[str, str]:
    """Return name and SQL, in plain form, of every object that a file of this version holds."""
    with closing(sqlite3.connect(":memory:")) as db:
        for _, statements in STEPS[:version]:
            db.executescript(statements)
        return objects(db) | MIGRATION_RECORD


def objects(db: sqlite3.Connection) -> dict[str, str]:
    """Return name and SQL, in plain form, of every object in a file, those made by SQLite itself left out."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return {name: plain(sql or type_) for type_, name, sql in rows if sql or not name.startswith("sqlite_autoindex_")}


def plain(sql: str) -> str:
    """Return SQL with quotes around names dropped and every token set apart by one space."""
    for mark in "(),":
        sql = sql.replace(mark, f" {mark} ")
    return " ".join(sql.replace('"', "").split()).replace(" , ", ", ")
