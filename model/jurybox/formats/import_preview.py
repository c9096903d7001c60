"""What an import would bring, before it is stored: files in the order of reading, first rows, runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.collection.cell_types import MOMENT, YES_NO, moment_text
from jurybox.collection.findings import FoundRun, printable, shown
from jurybox.collection.import_tables import TABLES, ImportTable
from jurybox.collection.pooling import is_pool_ref
from jurybox.collection.staging import Staging, in_name
from jurybox.formats.evidence import Evidence
from jurybox.formats.recognition import ImportPlan
from jurybox.formats.source_files import files_of
from jurybox.language import tr, tr_cell
from jurybox.lists import comma_list

FIRST_ROWS = 20
POOLED = tr("(by its text)")
"""Placeholder for the id of an answer without one: equal texts are one answer."""
LONGEST_CELL = 300
"""Characters of a cell that a preview shows."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One file: `format` it is read as ("": not read) and why, and how many rows of which table it has."""

    path: Path
    name: str
    format: str
    evidence: Evidence
    rows: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FirstRows:
    """The first rows of one table that a file fills: columns that are not empty, and the texts in them."""

    table: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int


def files_of_plan(staging: Staging, planned: ImportPlan) -> tuple[FoundFile, ...]:
    """Return the files in the order in which they are read, and those that are not read at the end."""
    counts: dict[str, dict[str, int]] = {}
    names = dict(staging.db.execute("SELECT id, name FROM file"))
    for table in TABLES:
        rows = staging.db.execute(f"SELECT file, count(*) FROM {in_name(table)} GROUP BY file")  # noqa: S608 - our own names
        columns = staging.as_columns.get(table)
        for number, count in (*rows, *(columns.rows.of_file.items() if columns else ())):
            counts.setdefault(names[number], {})[table] = count
    found = [
        FoundFile(
            one.path, one.name, part.format.name, part.of_file.get(one.path, part.evidence), counts.get(one.name, {})
        )
        for part in planned.parts
        for one in files_of(part.sources)
    ]
    not_read = (
        (tr("answer patterns"), planned.patterns),
        (tr("unknown format"), planned.unknown),
        (tr("left out"), planned.left_out),
    )
    return (*found, *(FoundFile(one.path, one.name, "", Evidence(why)) for why, of in not_read for one in of))


def first_rows(staging: Staging, file: FoundFile, count: int = FIRST_ROWS) -> list[FirstRows]:
    """Return the first rows that a file brings, table by table, with as much of each cell as is shown."""
    found = staging.db.execute("SELECT id FROM file WHERE name = ?", (file.name,)).fetchone()
    tables = [table for table in TABLES.values() if table.name in file.rows] if found else []
    return [_first_of(staging, table, found[0], count, file.rows[table.name]) for table in tables]


def in_words(file: FoundFile, tables: Sequence[FirstRows], most: int = 3) -> Iterator[str]:
    """Yield a sentence for each of the first rows of a file: `x.csv brings judgments: label 'correct', ...`."""
    for table in tables:
        for row in table.rows[:most]:
            cells = (f"{name} {shown(cell)}" for name, cell in zip(table.columns, row, strict=True) if cell)
            yield tr(
                "{file} brings {table}: {cells}.", file=printable(file.name), table=table.table, cells=comma_list(cells)
            )


def runs_found(staging: Staging, *, is_known: bool = False) -> tuple[FoundRun, ...]:
    """Return for each run of the files how many questions it has rows of, and what is in these rows.

    `is_known`: the pre-flight found everything that the rows name.
    """
    if staging.ranked:
        return tuple(FoundRun(run, *counts, 0, 0) for run, counts in staging.ranked.runs().items())
    silent = {("responses", "nil"), ("responses", "answered")} & staging.given
    query = (
        "SELECT run, count(DISTINCT question), sum(answer IS NOT NULL AND coalesce(answered, 1)), sum(nil), "
        "sum(NOT nil AND (answer IS NULL OR coalesce(answered, 1) = 0)) FROM in_responses "
        "WHERE run IS NOT NULL GROUP BY run ORDER BY min(row)"
    )
    if is_known and not silent and ("responses", "answer") not in staging.left_empty:
        query = (
            "SELECT k.name, count(DISTINCT i.question), count(*), 0, 0 FROM ids_responses i "
            "JOIN known_run k ON k.id = i.run GROUP BY i.run ORDER BY min(i.row)"
        )
    return tuple(FoundRun(*row) for row in staging.db.execute(query))


def _first_of(staging: Staging, table: ImportTable, number: int, count: int, total: int) -> FirstRows:
    db, where = staging.db, f"FROM {in_name(table.name)} WHERE file = ?"
    columns = ", ".join(
        f'substr("{column.name}", 1, {LONGEST_CELL + 1})' if column.cell.sql == "TEXT" else f'"{column.name}"'
        for column in table.columns
    )
    nil = "nil" if table.name == "responses" else "0"
    rows = db.execute(f"SELECT {nil}, {columns} {where} ORDER BY row LIMIT ?", (number, count)).fetchall()
    if as_columns := staging.as_columns.get(table.name):
        first = as_columns.first(number, count)
        rows = [(0, *(row.get(column.name) for column in table.columns)) for row in first]
    texts = [
        [
            "NIL" if is_nil and column.name == "answer" else _text(value, column.cell)
            for column, value in zip(table.columns, values, strict=True)
        ]
        for is_nil, *values in rows
    ]
    kept = [at for at in range(len(table.columns)) if any(row[at] for row in texts)]
    return FirstRows(
        table.name,
        tuple(table.column_names[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in texts),
        total,
    )


def _text(value: object, cell: object) -> str:
    if value is None:
        return ""
    if cell is YES_NO:
        return tr_cell("yes" if value else "no")
    if cell is MOMENT and isinstance(value, int):
        return moment_text(value)
    text = str(value)
    if is_pool_ref(text):
        return POOLED
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}\u2026"
