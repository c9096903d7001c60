"""Staged rows about items that the collection has already: they are equal, fill what is empty, or are an error."""

import sqlite3
from collections.abc import Iterator

from jurybox.collection.cell_types import YES_NO
from jurybox.collection.facts import SQL_KIND
from jurybox.collection.findings import shown
from jurybox.collection.import_tables import TABLES, ImportTable, noun_of
from jurybox.collection.pooling import is_pool_ref
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.table_reads import STRETCH, stretches
from jurybox.language import Sentence, tr, trc, trf


def check_stored(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Compare every row that names a stored item with it; a difference is an error that names both.

    What is empty there is completed, unless labels are bound to it: the table `completed` has the new values.
    """
    find.db.execute("DROP TABLE IF EXISTS completed")
    find.db.execute("CREATE TABLE completed (what TEXT, id INTEGER, name TEXT, value, file INTEGER, line INTEGER)")
    if stored is None:
        return
    for table in TABLES.values():
        if table.compared and find.stored(table.names):
            _compare(find, stored, table)
    _compare_series(find, stored)
    _compare_response_documents(find, stored)


def _compare(find: Finder, stored: sqlite3.Connection, table: ImportTable) -> None:
    listed = ", ".join(f's."{column}"' for column in table.compared)
    of_question = "AND k.question = i.question" if table.in_question else ""
    joined = f"JOIN ids_{table.name} i USING (row)" if table.in_question else ""
    rows = find.db.execute(
        f'SELECT s.file, s.line, k.id, s."{table.id_column}", {listed} FROM in_{table.name} s {joined} '
        f'JOIN known_{table.names} k ON k.name = s."{table.id_column}" {of_question} WHERE k.source = '
        "'stored'"
    )
    held = [SQL_KIND if (table.names, column) == ("assessor", "kind") else column for column in table.compared]
    query = f"SELECT {', '.join(held)} FROM {table.names} WHERE id = ?"
    pooled = query.replace("SELECT text", "SELECT NULL") if table.names == "answer" else query
    for file, line, row, name, *here in rows:
        is_pooled = table.names == "answer" and is_pool_ref(str(name))
        there = stored.execute(pooled if is_pooled else query, (row,)).fetchone()
        for column, new, old in zip(table.compared, here, there, strict=True):
            if new is not None and old in (None, "") and column not in _BOUND.get(table.names, ()):
                _complete(find, (table.names, row, column), new, (file, line), str(name))
            elif new is not None and new != old and not (is_pooled and column == "text"):
                yes_no = any(one.name == column and one.cell is YES_NO for one in table.columns)
                noun = noun_of(table.names)
                called = find.answer_words(row, str(name)) if is_pooled else shown(name)
                what = tr("{column} of {noun} {name}", column=_words(column), noun=noun, name=called)
                if column == "text" and old == "":
                    message = _without_text(noun, str(name))
                else:
                    message = _difference(what, new, old, yes_no=yes_no)
                find.note(file, line, message, "error", f"{table.name}.{column}")


_BOUND = {"question": ("text",), "answer": ("text", "document", "support")}
"""Columns that are part of what a label was given to."""


def _complete(find: Finder, cell: tuple[str, int, str], value: object, place: tuple[int, int], name: str) -> None:
    """Note a value for an empty cell (table, id, column); another one from another row is an error."""
    query = "SELECT value, file, line FROM completed WHERE (what, id, name) = (?, ?, ?)"
    before = find.db.execute(query, cell).fetchone()
    if before is None:
        find.db.execute("INSERT INTO completed VALUES (?, ?, ?, ?, ?, ?)", (*cell, value, *place))
    elif before[0] != value:
        message = trf(
            "completed-otherwise",
            "The {column} of {noun} {name} is {here} here and {there} in {place}. Make them equal.",
            column=_words(cell[2]),
            noun=noun_of(cell[0]),
            name=shown(name),
            here=shown(value),
            there=shown(before[0]),
            place=find.place(*before[1:]),
        )
        find.note(*place, message, "error", f"completed {cell[0]}.{cell[2]}")


def _words(column: str) -> str:
    return column.replace("_", " ")


def _without_text(noun: str, name: str) -> Sentence:
    return trf(
        "stored-without-text",
        "The collection has {noun} {name} without a text, from a file that only names it, and texts cannot be "
        "added later. Import files with texts before runs and qrels, or together with them, into a new collection.",
        noun=noun,
        name=shown(name),
    )


def _difference(what: str, here: object, there: object, *, yes_no: bool = False) -> Sentence:
    """Return a sentence that two values differ; `yes_no`: 1 and 0 are written as yes and no in files."""

    def said(value: object) -> str:
        if value is None:
            return trc("cell", "empty")
        return ("yes" if value else "no") if yes_no else shown(value)

    return trf(
        "stored-value-differs",
        "The {name} is {said} here, but {said2} in the collection. Make them equal, or give another id.",
        name=what,
        said=said(here),
        said2=said(there),
    )


def _compare_series(find: Finder, stored: sqlite3.Connection) -> None:
    rows = find.db.execute(
        "SELECT s.file, s.line, s.question, q.id, k.id, s.series, s.target, s.target_type "
        "FROM in_questions s LEFT JOIN known_question q ON q.name = s.question AND q.source = 'stored' "
        "LEFT JOIN known_series k ON k.name = s.series AND k.source = 'stored' WHERE s.series IS NOT NULL "
        "AND (k.id IS NOT NULL OR q.id IS NOT NULL)"
    )
    for file, line, name, question, series, series_name, *here in rows:
        old = stored.execute("SELECT series FROM question WHERE id = ?", (question,)).fetchone()
        if old and old[0] != series:
            there = stored.execute("SELECT name FROM series WHERE id = ?", old).fetchone()
            message = _difference(tr("series of question {name}", name=shown(name)), series_name, there and there[0])
            find.note(file, line, message, "error", "questions.series")
        held = stored.execute("SELECT target, target_type FROM series WHERE id = ?", (series,)).fetchone()
        for column, new, known in zip(("target", "target_type"), here, held or here, strict=True):
            if new is not None and new != known:
                message = _difference(
                    tr("{column} of series {name}", column=_words(column), name=shown(series_name)), new, known
                )
                find.note(file, line, message, "error", f"series.{column}")


def _compare_response_documents(find: Finder, stored: sqlite3.Connection) -> None:
    if not find.given("responses", "document", "support"):
        return
    rows = find.db.execute(
        "SELECT s.file, s.line, k.id, s.answer, s.document, s.support FROM in_responses s "
        "JOIN ids_responses i USING (row) JOIN known_answer k ON k.id = i.answer WHERE k.source = 'stored' "
        "AND NOT s.pooled AND coalesce(s.document, s.support) IS NOT NULL"
    )
    for file, line, row, name, *here in rows:
        there = stored.execute("SELECT document, support FROM answer WHERE id = ?", (row,)).fetchone()
        for column, new, old in zip(("document", "support"), here, there, strict=True):
            if new is not None and new != old:
                message = _difference(
                    tr("{column} of answer {name}", column=_words(column), name=shown(name)), new, old
                )
                find.note(file, line, message, "error", f"responses.{column}")


def learn_stored_pairs(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Copy stored times and assignments into the staging database, if any are imported."""
    for table, columns, source in (
        ("run_time", "run, question, seconds", "times"),
        ("assignment", "assessor, question, coalesce(answer, 0)", "assignments"),
    ):
        find.db.execute(f"DROP TABLE IF EXISTS stored_{table}")
        find.db.execute(f"CREATE TABLE stored_{table} (a INTEGER, question INTEGER, b)")
        if stored and source in find.staging.seen:
            for rows in _pairs(stored, table, columns):
                find.db.execute("BEGIN")
                find.db.executemany(f"INSERT INTO stored_{table} VALUES (?, ?, ?)", rows)
                find.db.execute("COMMIT")
        find.db.execute(f"CREATE INDEX stored_{table}_of ON stored_{table} (a, question, b)")
    find.check(
        "SELECT s.file, s.line, s.run, s.question, s.seconds, t.b FROM in_times s "
        "JOIN ids_times i USING (row) JOIN stored_run_time t ON t.a = i.run AND t.question = i.question "
        "WHERE t.b <> s.seconds",
        lambda run, question, here, there: _difference(
            tr("time of run {run} for question {question}", run=shown(run), question=shown(question)), here, there
        ),
    )


def _pairs(stored: sqlite3.Connection, table: str, columns: str) -> Iterator[list[tuple[object, ...]]]:
    yield from stretches(stored, table, columns)


_CREATE = (
    "CREATE TABLE stored_response (row INTEGER PRIMARY KEY, run INTEGER, question INTEGER, answer INTEGER, "
    "nil INTEGER, rank INTEGER, text TEXT, answered INTEGER, decision INTEGER, selected INTEGER, "
    "confidence REAL, score REAL)"
)
_STORED = (
    "SELECT r.id, r.run, r.question, r.answer, r.nil, r.rank, coalesce(r.text, a.text), r.answered, "
    "r.decision, r.selected, r.confidence, r.score FROM response r LEFT JOIN answer a ON a.id = r.answer "
    "WHERE r.id > ? AND r.id <= ? AND r.run IN ({runs})"
)
_EQUAL = (
    "n.answer IS o.answer AND n.nil = o.nil AND n.decision IS o.decision AND n.answered = o.answered "
    "AND n.selected = o.selected AND (n.rank IS NULL OR n.rank IS o.rank) "
    "AND (n.text IS NULL OR n.pooled OR n.text IS o.text) "
    "AND (n.confidence IS NULL OR n.confidence IS o.confidence) AND (n.score IS NULL OR n.score IS o.score)"
)


def check_stored_responses(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Put rows that are already stored into `there_responses`; differences are an error.

    All responses of a run to one question are one list: the stored one and the imported one must be equal.
    """
    db = find.db
    for table in ("there_responses", "stored_response", "both_lists"):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    db.execute("CREATE TABLE there_responses (row INTEGER PRIMARY KEY)")
    if stored is None or not find.stored("run"):
        return
    runs = db.execute(
        "SELECT DISTINCT i.run FROM ids_responses i JOIN known_run k ON k.id = i.run WHERE k.source = 'stored'"
    ).fetchall()
    if not runs:
        return
    db.execute(_CREATE)
    _learn(find, stored, [run for (run,) in runs])
    db.execute(
        "CREATE TABLE both_lists AS SELECT n.run, n.question, n.count AS new, o.count AS old, n.first "
        "FROM (SELECT run, question, count(*) AS count, min(row) AS first FROM ids_responses "
        "GROUP BY run, question) n JOIN (SELECT run, question, count(*) AS count FROM stored_response "
        "GROUP BY run, question) o USING (run, question)"
    )
    _check(find)


def _learn(find: Finder, stored: sqlite3.Connection, runs: list[int]) -> None:
    query = _STORED.format(runs=", ".join(map(str, runs)))
    last = stored.execute("SELECT coalesce(max(id), 0) FROM response").fetchone()[0]
    for start in range(0, last, STRETCH):
        rows = stored.execute(query, (start, start + STRETCH)).fetchall()
        find.staging.watch.report(tr("reading stored responses"), start + len(rows))
        find.db.execute("BEGIN")
        find.db.executemany(f"INSERT INTO stored_response VALUES ({', '.join('?' * 12)})", rows)
        find.db.execute("COMMIT")


def _check(find: Finder) -> None:
    names = "(SELECT name FROM known_run WHERE id = b.run), (SELECT name FROM known_question WHERE id = b.question)"
    find.check(
        f"SELECT s.file, s.line, {names}, b.new, b.old FROM both_lists b "
        "JOIN in_responses s ON s.row = b.first WHERE b.new <> b.old",
        lambda run, question, new, old: trf(
            "stored-responses-count",
            "Run {run} has {new} responses to question {question} here, but {old} in the "
            "collection. Leave them out, or import the run under another name.",
            run=shown(run),
            new=new,
            question=shown(question),
            old=old,
        ),
    )
    numbered = (
        "WITH n AS (SELECT i.row, i.run, i.question, i.answer, s.nil, s.rank, s.text, s.pooled, s.decision, "
        "coalesce(s.answered, 1) AS answered, coalesce(s.selected, 0) AS selected, s.confidence, s.score, "
        "s.file, "
        "s.line, row_number() OVER (PARTITION BY i.run, i.question ORDER BY i.row) AS number "
        "FROM both_lists b JOIN ids_responses i USING (run, question) JOIN in_responses s ON s.row = i.row), "
        "o AS (SELECT r.*, row_number() OVER (PARTITION BY run, question ORDER BY row) AS number "
        "FROM both_lists b JOIN stored_response r USING (run, question)) "
    )
    joined = "FROM n JOIN o USING (run, question, number) JOIN both_lists b USING (run, question)"
    find.check(
        f"{numbered} SELECT n.file, n.line, {names} {joined} WHERE b.new = b.old AND NOT ({_EQUAL})",
        lambda run, question: trf(
            "stored-response-differs",
            "This response of run {run} to question {question} is not the one that is in the "
            "same place in the collection. Leave it out, or import the run under another name.",
            run=shown(run),
            question=shown(question),
        ),
    )
    find.db.execute(f"INSERT INTO there_responses {numbered} SELECT n.row {joined} WHERE b.new = b.old AND {_EQUAL}")
