"""Which names there are, what every staged row refers to, and what it refers to in vain.

Every table `known_x` gives a name the id that it has, or will have, in the collection; `source` is
"stored" or the staged table that adds it, `row` the row there. For each staged table, `ids_x` gives its rows
the ids of the question, answer, run, assessor and nugget that they name; NULL where the cell is empty or
nothing of that name is known.
"""

import sqlite3
from collections.abc import Mapping

from jurybox.collection.facts import ORGANISER
from jurybox.collection.findings import shown
from jurybox.collection.pooling import is_pool_ref
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.missing_matches import complete_matches
from jurybox.collection.staging import Staging
from jurybox.collection.table_reads import stretches

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


_NAMES = ("run", "question", "assessor", "answer", "nugget")
_REFERRING: dict[str, tuple[str, ...]] = {
    "options": ("question",),
    "answers": ("question",),
    "responses": ("run", "question", "answer"),
    "times": ("run", "question"),
    "assignments": ("assessor", "question", "answer"),
    "judgments": ("assessor", "question", "answer"),
    "nuggets": ("assessor", "question"),
    "matches": ("assessor", "question", "answer", "nugget"),
    "distinct": ("assessor", "question", "answer"),
    "instances": ("question",),
}
_TABLE_OF = {
    "run": "runs",
    "question": "questions",
    "assessor": "assessors",
    "answer": "answers",
    "nugget": "nuggets",
}


def resolve(find: Finder) -> int:
    """Fill the tables of ids, and of the names that belong to questions, in the order that needs them.

    Returns how many pairs of answer and nugget the staged matches leave open (see `complete_matches`).
    """
    for table in ("answers", "options", "instances", "nuggets"):
        _resolve(find, table)
        learn_of_questions(find.db, table.removesuffix("s"))
    learn_pooled(find.db)
    missing = complete_matches(find)
    for table in _REFERRING:
        if table not in ("answers", "options", "instances", "nuggets"):
            _resolve(find, table)
    return missing


def _resolve(find: Finder, table: str) -> None:
    referred = _REFERRING[table]
    find.staging.watch.tell(f"checking {table}", find.staging.found[table])
    find.db.execute(f"DROP TABLE IF EXISTS ids_{table}")
    listed = ", ".join(f"{name} INTEGER" for name in _NAMES)
    find.db.execute(f"CREATE TABLE ids_{table} (row INTEGER PRIMARY KEY, {listed})")
    joins = "".join(_join(name, table) for name in _NAMES if name in referred)
    ids = ", ".join(f"k_{name}.id" if name in referred else "NULL" for name in _NAMES)
    find.db.execute(f"INSERT INTO ids_{table} SELECT s.row, {ids} FROM in_{table} s{joins} ORDER BY s.row")
    for name in referred:
        _tell_unknown(find, table, name)


def _join(name: str, table: str) -> str:
    said = f"s.{name}"
    if name == "assessor" and table in ("nuggets", "distinct"):
        said = f"coalesce(s.assessor, '{ORGANISER}')"
    of_question = f" AND k_{name}.question = k_question.id" if name in ("answer", "nugget") else ""
    return f" LEFT JOIN known_{name} k_{name} ON k_{name}.name = {said}{of_question}"


def _tell_unknown(find: Finder, table: str, name: str) -> None:
    broken = find.staging.broken
    if _TABLE_OF[name] in broken or (name in ("answer", "nugget") and "questions" in broken):
        return
    more = " AND i.question IS NOT NULL" if name in ("answer", "nugget") else ""
    question = "s.question" if name in ("answer", "nugget") else "NULL"
    find.check(
        f"SELECT s.file, s.line, s.{name}, {question} FROM ids_{table} i JOIN in_{table} s USING (row) "
        f"WHERE i.{name} IS NULL AND s.{name} IS NOT NULL{more}",
        lambda said, question: _unknown(find, name, said, question),
    )


def _unknown(find: Finder, name: str, said: str, question: str | None) -> str:
    if name == "answer" and is_pool_ref(said):
        return (
            f"No answer of question {shown(question)} with this text, document and support is here. Its id "
            "is made from them: import the answers that were exported with this file too."
        )
    owner = question and find.text(
        "SELECT q.name FROM known_question q WHERE q.id = (SELECT question FROM "
        f"known_{name} WHERE name = ?)",
        (said,),
    )
    if owner:
        return (
            f"{name.capitalize()} {shown(said)} belongs to question {shown(owner)}, not to "
            f"{shown(question)}. Correct one of the two ids."
        )
    of = f" of question {shown(question)}" if question else ""
    return (
        f"{name.capitalize()} {shown(said)}{of} is neither in these files nor in the collection. Correct the "
        f"id, or add the {name} to the {_TABLE_OF[name]}."
    )
