"""Writing a collection as tables, and reading every file back before it is called done."""

import csv
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

from jurybox.collection.cell_types import MOMENT, YES_NO, CellType, moment_text
from jurybox.collection.facts import TEXT_FACTS
from jurybox.collection.import_tables import TABLES, ImportTable
from jurybox.collection.preflight.facts import GUIDELINE, WITHDRAWN
from jurybox.errors import Refused
from jurybox.formats.cells import guard
from jurybox.formats.delimited import BadFile, DelimitedReader
from jurybox.formats.format import Written
from jurybox.formats.row_sum import RowSum
from jurybox.formats.tables_queries import QUERIES, UNJUDGED, add_tables, add_work

_BATCH = 2_000
_YES_NO = ("no", "yes")


def write_tables(
    db: sqlite3.Connection, folder: Path, *, assessor: str | None = None, anonymous: bool = False
) -> Written:
    """Write every table that has rows to a new folder: UTF-8, LF, numbers as they are.

    Importing the folder gives the same collection, the log's history apart. `assessor` leaves out what
    others said; `anonymous` gives people names made from their random codes. What assessors are to judge
    and have not judged yet is there too, without a label. Works on a copy in the folder for temporary
    files, so that others can go on judging. Raises Refused if the folder exists and holds something, if it
    cannot be written, or if what is read back differs.
    """
    _must_be_free(folder)
    try:
        with closing(sqlite3.connect("")) as copy:
            db.backup(copy)
            only = None if assessor is None else _row_of(copy, assessor)
            _make_ready(copy, only, anonymous=anonymous)
            return _write_folder(copy, folder, only)
    except OSError as error:
        raise Refused(f"{folder} cannot be written ({error.strerror}). Nothing is left of it.") from error
    except sqlite3.OperationalError as error:
        raise Refused(
            f"The collection cannot be copied for the export ({error}). Nothing was written; see that there "
            "is room in the folder for temporary files."
        ) from error


def _must_be_free(folder: Path) -> None:
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise Refused(f"{folder} exists already. Nothing was written; choose another name.")
    if not folder.parent.is_dir():
        raise Refused(f"The folder {folder.parent} does not exist. Nothing was written; make it first.")


def _row_of(db: sqlite3.Connection, assessor: str) -> int:
    found = db.execute("SELECT id FROM assessor WHERE name = ?", (assessor,)).fetchone()
    if found is None:
        raise Refused(f"There is no assessor {assessor!r} in this collection. Nothing was written.")
    return int(found[0])


def _make_ready(db: sqlite3.Connection, only: int | None, *, anonymous: bool) -> None:
    add_tables(db, only, anonymous=anonymous)
    codes = {code.hex(): row for row, code in db.execute("SELECT id, code FROM assessor")}
    db.execute("CREATE TEMP TABLE panel (assessor INTEGER UNIQUE)")
    db.execute("CREATE TEMP TABLE exported_fact (id INTEGER PRIMARY KEY, key TEXT, value TEXT)")
    panel = [codes[code] for code in _listed(db, "panel") if code in codes]
    db.executemany("INSERT OR IGNORE INTO panel VALUES (?)", [(row,) for row in panel if only is None])
    facts = [
        *_facts(db, anonymous=anonymous),
        *((f"{WITHDRAWN}{run}", "yes") for run in _listed(db, "withdrawn")),
    ]
    db.executemany("INSERT INTO exported_fact (key, value) VALUES (?, ?)", facts)
    add_work(db, only)


def _fact_rows(db: sqlite3.Connection) -> list[tuple[str, Any]]:
    rows = db.execute(
        "SELECT fact, label FROM standing WHERE kind = 'fact' AND label IS NOT NULL ORDER BY id"
    )
    return [(fact, json.loads(label)) for fact, label in rows]


def _listed(db: sqlite3.Connection, name: str) -> list[str]:
    return list(dict.fromkeys(item for fact, value in _fact_rows(db) if fact == name for item in value))


def _facts(db: sqlite3.Connection, *, anonymous: bool) -> list[tuple[str, str]]:
    rows = [(fact, str(value)) for fact, value in _fact_rows(db) if _is_single(fact)]
    local = db.execute("SELECT value FROM local WHERE name = 'name'").fetchone()
    if local and not any(fact == "name" for fact, _ in rows):
        rows.insert(0, ("name", local[0]))
    return [(fact, value) for fact, value in rows if not (anonymous and fact == "seat")]


def _is_single(fact: str) -> bool:
    return fact in (*TEXT_FACTS, "mode") or fact.startswith(GUIDELINE)


def _write_folder(db: sqlite3.Connection, folder: Path, only: int | None) -> Written:
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    try:
        counts = {}
        for table in TABLES.values():
            count = _write_table(part / f"{table.name}.csv", table, _rows_of(db, table, only))
            if count:
                counts[table.name] = count
        part.chmod(0o755)
        part.replace(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return Written(folder, counts)


def _rows_of(db: sqlite3.Connection, table: ImportTable, only: int | None) -> Iterator[list[tuple[str, ...]]]:
    """Yield the rows of a file as texts, some thousands at a time."""
    for query in [QUERIES[table.name], *([UNJUDGED] if table.name == "judgments" else [])]:
        found = db.execute(query, {"only": only} if ":only" in query else {})
        while rows := found.fetchmany(_BATCH):
            columns = zip(*rows, strict=True)
            texts = [_as_texts(of.cell, values) for of, values in zip(table.columns, columns, strict=True)]
            yield list(zip(*texts, strict=True))


def _as_texts(cell: CellType, values: Sequence[Any]) -> list[str]:
    if values.count(None) == len(values):
        return [""] * len(values)
    if cell.sql == "TEXT":
        return ["" if text is None else text if "A" <= text[:1] < "\x7f" else guard(text) for text in values]
    as_text = _YES_NO.__getitem__ if cell is YES_NO else moment_text if cell is MOMENT else repr
    return ["" if value is None else as_text(value) for value in values]


def _write_table(path: Path, table: ImportTable, rows: Iterator[list[tuple[str, ...]]]) -> int:
    count, written = 0, RowSum()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(_UnixLines(file), lineterminator="\r\n")
        writer.writerow(table.column_names)
        written.add([table.column_names])
        for batch in rows:
            writer.writerows(batch)
            written.add(batch)
            count += len(batch)
    if not count:
        path.unlink()
    elif _sum_of(path) != written.digest():
        raise Refused(
            f"{path.name} could not be read back as it was written (a text in it holds what no CSV file "
            "can). Nothing is left of the export."
        )
    return count


def _sum_of(path: Path) -> bytes | None:
    """Return the sum over all rows of a file as it is read; None if it cannot be."""
    read = RowSum()
    try:
        read.add(cells for _, cells in DelimitedReader(path))
    except BadFile:
        return None
    return read.digest()


class _UnixLines:
    """Ends rows in LF; the writer itself ends them in CR LF, so that it quotes cells that hold either."""

    def __init__(self, file: TextIO) -> None:
        self._write = file.write

    def write(self, row: str) -> int:
        """Write one row."""
        return self._write(f"{row[:-2]}\n")
