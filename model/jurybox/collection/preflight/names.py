"""Which names there are: those of the collection first, then those that the import adds.

Every table `known_x` gives a name the id that it has, or will have, in the collection; `source` is
"stored" or the staged table that adds it, `row` the row there.
"""

import sqlite3
from collections.abc import Mapping

from jurybox.collection.facts import ORGANISER
from jurybox.collection.preflight.stretches import stretches
from jurybox.collection.staging import Staging

STORED = "stored"

_NAMED = "name TEXT UNIQUE, source TEXT, row INTEGER"
_NAMED_IN_QUESTION = "question INTEGER, name TEXT, source TEXT, row INTEGER, UNIQUE (question, name)"
_TABLES = {
    "series": _NAMED,
    "document": _NAMED,
    "question": f"kind TEXT, nil_correct INTEGER, {_NAMED}",
    "run": _NAMED,
    "assessor": _NAMED,
    "option": _NAMED_IN_QUESTION,
    "answer": _NAMED_IN_QUESTION,
    "nugget": _NAMED_IN_QUESTION,
    "instance": _NAMED_IN_QUESTION,
}
_STORED_COLUMNS = {
    "question": ("kind", "nil_correct", "name"),
    "answer": ("question", "REF"),
    "option": ("question", "name"),
    "nugget": ("question", "name"),
    "instance": ("question", "name"),
}
_REF = "coalesce(name, 'pool:' || lower(hex(pool)), 'row:' || id)"
_SPOKEN_BY = ("assignments", "judgments", "nuggets", "matches", "distinct")
_ALONE: Mapping[str, tuple[str, str, str]] = {
    "series": ("questions", "name", "series"),
    "question": ("questions", "name, kind, nil_correct", "question, kind, nil_correct"),
    "document": ("documents", "name", "document"),
    "run": ("runs", "name", "run"),
    "assessor": ("assessors", "name", "assessor"),
}
_OF_QUESTION = {
    "answer": ("answers", "ref"),
    "option": ("options", "option"),
    "nugget": ("nuggets", "nugget"),
    "instance": ("instances", '"group"'),
}


def learn_names(staging: Staging, stored: sqlite3.Connection | None) -> None:
    """Fill the tables of names that need no other name to be found."""
    db = staging.db
    for table, columns in _TABLES.items():
        db.execute(f"DROP TABLE IF EXISTS known_{table}")
        db.execute(f"CREATE TABLE known_{table} (id INTEGER PRIMARY KEY, {columns})")
        if stored:
            _learn_stored(staging, stored, table)
    for table, (source, names, columns) in _ALONE.items():
        db.execute(
            f"INSERT OR IGNORE INTO known_{table} ({names}, source, row) "
            f"SELECT {columns}, '{source}', row FROM in_{source} WHERE {columns.split(',')[0]} IS NOT NULL "
            "ORDER BY row"
        )
    if "runs" not in staging.seen:
        for source in ("responses", "times"):
            _learn_mentioned(db, "run", source)
    if "assessors" not in staging.seen:
        for source in _SPOKEN_BY:
            _learn_mentioned(db, "assessor", source)
    if _needs_organiser(db):
        db.execute("INSERT OR IGNORE INTO known_assessor (name, source) VALUES (?, '')", (ORGANISER,))


def learn_of_questions(db: sqlite3.Connection, table: str) -> None:
    """Fill one of the tables whose names belong to a question, once its rows know their questions."""
    source, column = _OF_QUESTION[table]
    db.execute(
        f"INSERT OR IGNORE INTO known_{table} (question, name, source, row) "
        f"SELECT i.question, s.{column}, '{source}', s.row FROM in_{source} s JOIN ids_{source} i USING "
        "(row) "
        "WHERE i.question IS NOT NULL ORDER BY s.row"
    )


def learn_pooled(db: sqlite3.Connection) -> None:
    """Add the answers that runs gave as texts alone."""
    db.execute(
        "INSERT OR IGNORE INTO known_answer (question, name, source, row) "
        "SELECT q.id, s.answer, 'responses', s.row FROM in_responses s JOIN known_question q ON q.name = "
        "s.question "
        "WHERE s.pooled ORDER BY s.row"
    )


def _learn_stored(staging: Staging, stored: sqlite3.Connection, table: str) -> None:
    columns = ("id", *_STORED_COLUMNS.get(table, ("name",)))
    names = ", ".join(columns).replace("REF", "name")
    marks = ", ".join("?" * len(columns))
    for rows in stretches(stored, table, ", ".join(columns).replace("REF", _REF)):
        staging.watch.tell("reading the collection", rows[-1][0])
        staging.db.execute("BEGIN")
        staging.db.executemany(
            f"INSERT INTO known_{table} ({names}, source) VALUES ({marks}, '{STORED}')",
            rows,
        )
        staging.db.execute("COMMIT")


def _learn_mentioned(db: sqlite3.Connection, table: str, source: str) -> None:
    db.execute(
        f"INSERT OR IGNORE INTO known_{table} (name, source, row) "
        f"SELECT {table}, '{source}', min(row) FROM in_{source} WHERE {table} IS NOT NULL "
        f"GROUP BY {table} ORDER BY min(row)"
    )


def _needs_organiser(db: sqlite3.Connection) -> bool:
    (needed,) = db.execute(
        "SELECT EXISTS (SELECT 1 FROM in_nuggets WHERE assessor IS NULL) "
        "OR EXISTS (SELECT 1 FROM in_distinct WHERE assessor IS NULL) "
        "OR EXISTS (SELECT 1 FROM in_collection c WHERE value IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM local_name l WHERE c.key = 'name' AND c.value = l.value)) "
        "OR EXISTS (SELECT 1 FROM in_assessors WHERE panel = 1)"
    ).fetchone()
    return bool(needed)
