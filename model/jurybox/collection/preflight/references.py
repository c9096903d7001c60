"""The names in an import, the row each staged row refers to, and references to missing rows.

Every table `known_x` maps a name to its present or future id in the collection; `source` is "stored", the
staged table that adds it, or `NOWHERE`; `row` is the row there. For each staged table, `ids_x` maps its rows
to the ids of the question, answer, run, assessor and nugget that they name; NULL if the cell is empty or the
name is unknown.
"""

import sqlite3
from collections.abc import Collection

from jurybox.collection.findings import shown
from jurybox.collection.import_tables import TABLE_OF, TABLES, ImportTable, noun_of
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.pooling import SQL_POOL_REF, is_pool_ref
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.judgments import are_plain_judgments
from jurybox.collection.preflight.missing_matches import complete_matches
from jurybox.collection.preflight.rules import are_plain_lists
from jurybox.collection.staging import Staging
from jurybox.collection.table_reads import stretches
from jurybox.language import Sentence, trf
from jurybox.wording import capitalized

STORED = "stored"
NOWHERE = ""
"""The source of the organizer, who is not named in files: stored with the import, but not counted as found.
"""

_NAMED = "name TEXT UNIQUE, source TEXT, row INTEGER"
_NAMED_IN_QUESTION = "question INTEGER, name TEXT, source TEXT, row INTEGER, UNIQUE (question, name)"
_ADDED_COLUMNS = {"question": ("kind", "nil_correct")}
"""The columns of the tables of names besides the name, by the kind of item."""
_REF = f"coalesce(name, {SQL_POOL_REF}, 'row:' || id)"
_REFERENCES = ("run", "question", "assessor", "answer", "nugget")
_NOT_SAID = (
    " AND (s.line IS NULL OR (s.file, s.line) NOT IN (SELECT a.file, a.line FROM ids_answers j "
    "JOIN in_answers a USING (row) WHERE j.question IS NULL AND a.question IS NOT NULL AND a.line IS NOT NULL))"
)
"""Rows of lines that name the same answer, too, of which an unknown question was said already."""
_IN_QUESTION = tuple(table for table in TABLES.values() if table.in_question)


def learn_names(staging: Staging, stored: sqlite3.Connection | None) -> None:
    """Fill the tables of names that can be resolved without another name."""
    db = staging.db
    _create_known(staging, stored, "series", _NAMED)
    for table in TABLES.values():
        if table.in_question:
            _create_known(staging, stored, table.names, _NAMED_IN_QUESTION)
        elif table.names:
            added = "".join(f"{column}, " for column in _ADDED_COLUMNS.get(table.names, ()))
            _create_known(staging, stored, table.names, added + _NAMED)
            _learn_named(db, table.names, table.name, table.id_column)
    _learn_named(db, "series", "questions", "series")
    for owner in ("run", "assessor"):
        named_by_files = staging.named_by_files if owner == "assessor" else ()
        for table in TABLES.values():
            if owner in table.refers and (TABLE_OF[owner] not in staging.seen or named_by_files):
                _learn_mentioned(staging, owner, table.name, named_by_files)
    if _needs_organizer(db):
        db.execute("INSERT OR IGNORE INTO known_assessor (name, source) VALUES (?, ?)", (ORGANIZER, NOWHERE))


def _create_known(staging: Staging, stored: sqlite3.Connection | None, what: str, columns: str) -> None:
    staging.db.execute(f"DROP TABLE IF EXISTS known_{what}")
    staging.db.execute(f"CREATE TABLE known_{what} (id INTEGER PRIMARY KEY, {columns})")
    if stored:
        _learn_stored(staging, stored, what)


def _learn_named(db: sqlite3.Connection, what: str, source: str, column: str) -> None:
    added = "".join(f", {each}" for each in _ADDED_COLUMNS.get(what, ()))
    db.execute(
        f"INSERT OR IGNORE INTO known_{what} (name{added}, source, row) "
        f"SELECT {column}{added}, '{source}', row FROM in_{source} WHERE {column} IS NOT NULL ORDER BY row"
    )


def learn_in_question(db: sqlite3.Connection, table: ImportTable) -> None:
    """Fill a table whose names belong to a question, once its rows have their questions."""
    db.execute(
        f"INSERT OR IGNORE INTO known_{table.names} (question, name, source, row) "
        f"SELECT i.question, s.\"{table.id_column}\", '{table.name}', s.row FROM in_{table.name} s "
        f"JOIN ids_{table.name} i USING (row) WHERE i.question IS NOT NULL ORDER BY s.row"
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
    of_question = ("question",) if any(each.names == table for each in _IN_QUESTION) else ()
    columns = ("id", *_ADDED_COLUMNS.get(table, ()), *of_question)
    names = ", ".join((*columns, "name"))
    marks = ", ".join("?" * (len(columns) + 1))
    for rows in stretches(stored, table, ", ".join((*columns, _REF if table == "answer" else "name"))):
        staging.watch.report("reading the collection", rows[-1][0])
        staging.db.execute("BEGIN")
        staging.db.executemany(f"INSERT INTO known_{table} ({names}, source) VALUES ({marks}, '{STORED}')", rows)
        staging.db.execute("COMMIT")


def _learn_mentioned(staging: Staging, owner: str, source: str, named_by_files: Collection[str]) -> None:
    """Add the runs or assessors that rows of a table name; beside a table of theirs only those of their files."""
    if owner == "run" and source == "responses":
        names = [run for _, run in staging.runs]
    elif source == "judgments" and staging.judged:
        names = [judge for _, judge in staging.judged.judges]
    else:
        first = f"SELECT {owner} FROM in_{source} WHERE {owner} IS NOT NULL GROUP BY {owner} ORDER BY min(row)"
        names = [name for (name,) in staging.db.execute(first)]
    if TABLE_OF[owner] in staging.seen:
        names = [name for name in names if name in named_by_files]
    staging.db.executemany(
        f"INSERT OR IGNORE INTO known_{owner} (name, source) VALUES (?, '{source}')", ((name,) for name in names)
    )


def _needs_organizer(db: sqlite3.Connection) -> bool:
    (needed,) = db.execute(
        "SELECT EXISTS (SELECT 1 FROM in_nuggets WHERE assessor IS NULL) "
        "OR EXISTS (SELECT 1 FROM in_distinct WHERE assessor IS NULL) "
        "OR EXISTS (SELECT 1 FROM in_collection c WHERE value IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM local_name l WHERE c.key = 'name' AND c.value = l.value)) "
        "OR EXISTS (SELECT 1 FROM in_assessors WHERE panel = 1)"
    ).fetchone()
    return bool(needed)


def resolve(find: Finder) -> int:
    """Fill the tables of ids, and of names that belong to questions, in order of dependency.

    Returns the number of pairs of answer and nugget that the staged matches leave open (see
    `complete_matches`).
    """
    if find.staging.named:
        _settle_columns(find)
    for table in _IN_QUESTION:
        _resolve(find, table)
        learn_in_question(find.db, table)
    if find.given("responses", "pooled"):
        learn_pooled(find.db)
    if find.staging.skip_bad_lines:
        _resolve(find, TABLES["matches"])  # leaves out rows that would prevent the completion of matches
    missing = complete_matches(find)
    if not find.staging.named:
        _settle_columns(find)
    for table in TABLES.values():
        if table.refers and table not in _IN_QUESTION:
            _resolve(find, table)
    return missing


def _settle_columns(find: Finder) -> None:
    """Find the ids of what is staged as columns, or make it rows of the tables where one needs a check."""
    staging = find.staging
    as_columns = {table for table, rows in staging.as_columns.items() if rows}
    if as_columns and not (
        (not staging.named or _are_all(find, as_columns))
        and staging.met.resolve(find.db, staging.named.numbers())
        and (not staging.ranked or are_plain_lists(find))
        and (not staging.judged or are_plain_judgments(find))
    ):
        staging.spread()


def _are_all(find: Finder, as_columns: set[str]) -> bool:
    """Return whether no row of a table names an answer."""
    naming = {table.name for table in TABLES.values() if table.name == "answers" or "answer" in table.refers}
    return not (naming & find.staging.seen) - as_columns


def _resolve(find: Finder, table: ImportTable) -> None:
    name = table.name
    find.staging.watch.report(f"checking {name}", find.staging.found[name])
    find.db.execute(f"DROP TABLE IF EXISTS ids_{name}")
    listed = ", ".join(f"{one} INTEGER" for one in _REFERENCES)
    find.db.execute(f"CREATE TABLE ids_{name} (row INTEGER PRIMARY KEY, {listed})")
    joins = "".join(_join(one, name) for one in _REFERENCES if one in table.refers)
    ids = ", ".join(f"k_{one}.id" if one in table.refers else "NULL" for one in _REFERENCES)
    find.db.execute(f"INSERT INTO ids_{name} SELECT s.row, {ids} FROM in_{name} s{joins} ORDER BY s.row")
    for one in table.refers:
        _note_unknown(find, name, one)


def _join(name: str, table: str) -> str:
    said = f"s.{name}"
    if name == "assessor" and table in ("nuggets", "distinct"):
        said = f"coalesce(s.assessor, '{ORGANIZER}')"
    of_question = f" AND k_{name}.question = k_question.id" if name in ("answer", "nugget") else ""
    return f" LEFT JOIN known_{name} k_{name} ON k_{name}.name = {said}{of_question}"


def _note_unknown(find: Finder, table: str, name: str) -> None:
    broken = find.staging.broken
    if TABLE_OF[name] in broken or (name in ("answer", "nugget") and "questions" in broken):
        return
    if not find.number(f"SELECT EXISTS (SELECT 1 FROM ids_{table} WHERE {name} IS NULL)"):
        return
    more = " AND i.question IS NOT NULL" if name in ("answer", "nugget") else ""
    question = "s.question" if name in ("answer", "nugget") else "NULL"
    unknown = f"FROM ids_{table} i JOIN in_{table} s USING (row) WHERE i.{name} IS NULL AND s.{name} IS NOT NULL{more}"
    if find.staging.skip_bad_lines:
        found = find.db.execute(f"SELECT row, s.file, s.line, s.{name}, {question} {unknown}").fetchall()
        rows = [(row, file, line, _unknown(find, name, *said)) for row, file, line, *said in found]
        find.leave_out(table, rows, f"unknown {name} of {table}")
        return
    voice = "s.assessor" if "assessor" in TABLES[table].refers else "NULL"
    for who, count in find.db.execute(f"SELECT {voice}, count(*) {unknown} GROUP BY 1").fetchall():
        find.left_out[table, who or ""] += count
    is_said = name == "question" and TABLES[table] not in _IN_QUESTION
    find.check(
        f"SELECT s.file, s.line, s.{name}, {question} {unknown}{_NOT_SAID if is_said else ''}",
        lambda said, question: _unknown(find, name, said, question),
    )


def _unknown(find: Finder, name: str, said: str, question: str | None) -> Sentence:
    if name == "answer" and is_pool_ref(said):
        return trf(
            "pooled-answer-unknown",
            "No answer of question {question} with this text, document and support is here. Its "
            "id is made from them: import the answers that were exported with this file too.",
            question=shown(question),
        )
    owner = question and find.text(
        f"SELECT q.name FROM known_question q WHERE q.id = (SELECT question FROM known_{name} WHERE name = ?)", (said,)
    )
    if owner:
        return trf(
            "name-of-another-question",
            "{thing} {said} belongs to question {owner}, not to {question}. Correct one of the two ids.",
            thing=capitalized(noun_of(name)),
            said=shown(said),
            owner=shown(owner),
            question=shown(question),
        )
    noun = noun_of(name)
    if question:
        return trf(
            "name-unknown-in-question",
            "{thing} {said} of question {question} is neither in these files nor in the collection. "
            "Correct the id, or add the {noun} to the {table}.",
            thing=capitalized(noun),
            said=shown(said),
            question=shown(question),
            noun=noun,
            table=TABLE_OF[name],
        )
    return trf(
        "name-unknown",
        "{thing} {said} is neither in these files nor in the collection. Correct the id, or add the {noun} "
        "to the {table}.",
        thing=capitalized(noun),
        said=shown(said),
        noun=noun,
        table=TABLE_OF[name],
    )
