"""Collections in memory, filled from tables of texts, and read back by names so that two can be compared."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from jurybox.collection.findings import Report
from jurybox.collection.import_store import store_import
from jurybox.collection.preflight import preflight
from jurybox.collection.schema import STEPS
from jurybox.collection.staging import OnContradiction, Staging

Rows = Sequence[Mapping[str, str]]

_ANSWER = "coalesce(a.name, hex(a.pool))"
_QUERIES = {
    "series": "SELECT name, target, target_type FROM series ORDER BY id",
    "document": "SELECT name, text, title, url FROM document ORDER BY id",
    "question": (
        "SELECT q.name, kind, text, s.name, position, category, nil_correct, lang, guideline, status, digest "
        "FROM question q LEFT JOIN series s ON s.id = q.series ORDER BY q.id"
    ),
    "option": ("SELECT q.name, o.name, o.text FROM option o JOIN question q ON q.id = o.question ORDER BY o.id"),
    "answer": (
        "SELECT q.name, a.name, a.text, a.document, a.support, a.author, a.posted_at, a.best, a.pool, "
        "a.digest "
        "FROM answer a JOIN question q ON q.id = a.question ORDER BY a.id"
    ),
    "run": "SELECT name, team, description, lang, seconds, origin FROM run ORDER BY id",
    "response": (
        f"SELECT r.name, q.name, {_ANSWER}, p.nil, p.rank, p.text, p.answered, p.decision, p.selected, "
        "p.confidence, p.score FROM response p JOIN run r ON r.id = p.run JOIN question q ON q.id = "
        "p.question "
        "LEFT JOIN answer a ON a.id = p.answer ORDER BY p.id"
    ),
    "run_time": (
        "SELECT r.name, q.name, t.seconds FROM run_time t JOIN run r ON r.id = t.run "
        "JOIN question q ON q.id = t.question ORDER BY t.id"
    ),
    "assessor": "SELECT name, kind FROM assessor ORDER BY id",
    "assignment": (
        f"SELECT s.name, q.name, {_ANSWER} FROM assignment g JOIN assessor s ON s.id = g.assessor "
        "JOIN question q ON q.id = g.question LEFT JOIN answer a ON a.id = g.answer ORDER BY g.id"
    ),
    "nugget": (
        "SELECT q.name, n.name, s.name, n.source, n.weight, n.digest FROM nugget n "
        "JOIN question q ON q.id = n.question LEFT JOIN assessor s ON s.id = n.author ORDER BY n.id"
    ),
    "instance": ("SELECT q.name, i.name, i.text FROM instance i JOIN question q ON q.id = i.question ORDER BY i.id"),
    "said": (
        f"SELECT e.kind, s.name, q.name, {_ANSWER}, n.name, e.fact, e.label, e.state, e.note, "
        "CASE WHEN e.kind IN ('nugget', 'fact') THEN NULL ELSE e.seconds END, "
        "CASE WHEN e.kind IN ('nugget', 'fact') THEN NULL ELSE e.at END FROM entry e "
        "JOIN assessor s ON s.id = e.assessor LEFT JOIN question q ON q.id = e.question "
        "LEFT JOIN answer a ON a.id = e.answer LEFT JOIN nugget n ON n.id = e.nugget "
        "WHERE e.id NOT IN (SELECT entry FROM superseded) ORDER BY 1, 2, 3, 4, 5, 6"
    ),
}


@contextmanager
def new_collection() -> Iterator[sqlite3.Connection]:
    """Give an empty collection in memory, closed in the end."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for _, statements in STEPS:
            db.executescript(statements)
        db.execute("INSERT INTO local (name, value) VALUES ('collection', '0123456789abcdef')")
        yield db


def staged(
    tables: Mapping[str, Rows], *, skip_bad_lines: bool = False, on_contradiction: OnContradiction | None = None
) -> Staging:
    """Return a staging database filled from rows of texts; the first row of a table is in line 2."""
    staging = Staging(skip_bad_lines=skip_bad_lines, on_contradiction=on_contradiction)
    for table, rows in tables.items():
        columns = list(dict.fromkeys(name for row in rows for name in row))
        with staging.sheet(table, f"{table}.csv", columns) as sheet:
            for line, row in enumerate(rows, start=2):
                sheet.row(line, [row.get(name, "") for name in columns])
    return staging


def add(
    db: sqlite3.Connection, tables: Mapping[str, Rows], *, on_contradiction: OnContradiction | None = None
) -> Report:
    """Check rows against a collection and store them if nothing is wrong; return the report."""
    with staged(tables, on_contradiction=on_contradiction) as staging:
        report = preflight(staging, db)
        if report.ok:
            db.execute("BEGIN")
            store_import(staging, db)
            db.execute("COMMIT")
        return report


def rows(text: str) -> list[dict[str, str]]:
    """Return rows from lines of plain comma separated cells, the first line being the header."""
    header, *lines = (line.strip().split(",") for line in text.strip().splitlines())
    return [dict(zip(header, cells, strict=True)) for cells in lines]


def by_names(db: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything in a collection but random codes and the history of its log, by names."""
    people = {code.hex(): name for code, name in db.execute("SELECT code, name FROM assessor")}
    rows = {table: db.execute(query).fetchall() for table, query in _QUERIES.items()}
    rows["said"] = sorted((_without_codes(row, people) for row in rows["said"]), key=repr)
    return rows


def sentences(report: Report, severity: str = "error") -> list[str]:
    """Return place and sentence of the findings of a severity."""
    return [str(found) for found in report.findings if found.severity == severity]


def _without_codes(row: tuple[Any, ...], people: Mapping[str, str]) -> tuple[Any, ...]:
    kind, *about, fact, label = row[:7]
    if fact != "panel":
        return row
    members: Iterable[str] = json.loads(label)
    return (kind, *about, fact, tuple(people[code] for code in members), *row[7:])
