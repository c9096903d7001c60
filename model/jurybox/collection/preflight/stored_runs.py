"""Responses of runs that the collection holds already: new questions are added, equal ones are there."""

import sqlite3

from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.stretches import STRETCH

_CREATE = (
    "CREATE TABLE stored_response (row INTEGER PRIMARY KEY, run INTEGER, question INTEGER, answer INTEGER, "
    "nil INTEGER, rank INTEGER, text TEXT, answered INTEGER, decision INTEGER, selected INTEGER, "
    "confidence REAL, score REAL)"
)
_STORED = (
    "SELECT r.id, r.run, r.question, r.answer, r.nil, r.rank, coalesce(r.text, a.text), r.answered, "
    "r.decision, "
    "r.selected, r.confidence, r.score FROM response r LEFT JOIN answer a ON a.id = r.answer "
    "WHERE r.id > ? AND r.id <= ? AND r.run IN ({runs})"
)
_EQUAL = (
    "n.answer IS o.answer AND n.nil = o.nil AND n.decision IS o.decision AND n.answered = o.answered "
    "AND n.selected = o.selected AND (n.rank IS NULL OR n.rank IS o.rank) "
    "AND (n.text IS NULL OR n.pooled OR n.text IS o.text) "
    "AND (n.confidence IS NULL OR n.confidence IS o.confidence) AND (n.score IS NULL OR n.score IS o.score)"
)


def check_stored_responses(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Put rows that are stored already into `there_responses`; what differs from the stored is an error.

    All responses of a run to one question are one list: the stored one and the imported one must be equal.
    """
    db = find.db
    for table in ("there_responses", "stored_response", "both_lists"):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    db.execute("CREATE TABLE there_responses (row INTEGER PRIMARY KEY)")
    runs = db.execute(
        "SELECT DISTINCT i.run FROM ids_responses i JOIN known_run k ON k.id = i.run WHERE k.source = "
        "'stored'"
    ).fetchall()
    if stored is None or not runs:
        return
    db.execute(_CREATE)
    _learn(find, stored, [run for (run,) in runs])
    db.execute(
        "CREATE TABLE both_lists AS SELECT n.run, n.question, n.count AS new, o.count AS old, n.first FROM "
        "(SELECT run, question, count(*) AS count, min(row) AS first FROM ids_responses GROUP BY run, "
        "question) n "
        "JOIN (SELECT run, question, count(*) AS count FROM stored_response GROUP BY run, question) o "
        "USING (run, question)"
    )
    _check(find)


def _learn(find: Finder, stored: sqlite3.Connection, runs: list[int]) -> None:
    query = _STORED.format(runs=", ".join(map(str, runs)))
    last = stored.execute("SELECT coalesce(max(id), 0) FROM response").fetchone()[0]
    for start in range(0, last, STRETCH):
        rows = stored.execute(query, (start, start + STRETCH)).fetchall()
        find.staging.watch.tell("reading stored responses", start + len(rows))
        find.db.execute("BEGIN")
        find.db.executemany(f"INSERT INTO stored_response VALUES ({', '.join('?' * 12)})", rows)
        find.db.execute("COMMIT")


def _check(find: Finder) -> None:
    names = (
        "(SELECT name FROM known_run WHERE id = b.run), "
        "(SELECT name FROM known_question WHERE id = b.question)"
    )
    find.check(
        f"SELECT s.file, s.line, {names}, b.new, b.old FROM both_lists b JOIN in_responses s ON s.row = "
        "b.first "
        "WHERE b.new <> b.old",
        lambda run, question, new, old: (
            f"Run {shown(run)} has {new} responses to question {shown(question)} here, but {old} in the "
            "collection. "
            "Leave them out, or import the run under another name."
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
        lambda run, question: (
            f"This response of run {shown(run)} to question {shown(question)} is not the one that stands in "
            "the same "
            "place in the collection. Leave it out, or import the run under another name."
        ),
    )
    find.db.execute(
        f"INSERT INTO there_responses {numbered} SELECT n.row {joined} WHERE b.new = b.old AND {_EQUAL}"
    )
