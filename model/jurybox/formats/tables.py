"""The `tables` format: a folder of CSV or TSV files, one for each table; also single files, also compressed."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from jurybox.collection.cell_types import MOMENT, YES_NO, CellType, moment_text
from jurybox.collection.facts import DROPPED, FROZEN, NIL, SINGLE_FACTS
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.findings import shown
from jurybox.collection.frozen_gold import KEPT
from jurybox.collection.import_tables import TABLES, ImportTable
from jurybox.collection.own_schemes import SCHEME, schemes_among
from jurybox.collection.preflight.facts import CALIBRATION, GUIDELINE, WITHDRAWN
from jurybox.collection.staging import Staging
from jurybox.csv_files import csv_writer, guard, unguard, with_point
from jurybox.errors import Refused
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import DelimitedReader, first_twice, read_rows
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import RowSum, copying, making
from jurybox.formats.format import Format, How, Written
from jurybox.formats.names import unpacked
from jurybox.formats.read_options import Cells, ReadOptions
from jurybox.formats.source_files import FormatImport, names_of
from jurybox.formats.tables_queries import QUERIES, TO_LABEL, add_tables, add_work
from jurybox.formats.workbooks import error_among, is_in_workbook, tables_in
from jurybox.language import tr, trf, trnf
from jurybox.lists import comma_list


def unguard_all(cells: Sequence[str], where: Sequence[bool]) -> list[str]:
    """Return the texts of a row; only columns marked in `where` hold texts."""
    return [unguard(cell) if text else cell for cell, text in zip(cells, where, strict=True)]


_BATCH = 2_000
_YES_NO = ("no", "yes")


def write_tables(
    db: sqlite3.Connection, folder: Path, *, assessor: str | None = None, anonymous: bool = False
) -> Written:
    """Write every table that has rows to a new folder: UTF-8, LF, numbers as they are.

    Importing the folder gives the same collection, the log's history apart. `assessor` leaves out others'
    entries; `anonymous` gives people names made from their random codes. Assigned answers without a label are
    included, without a label. Works on a copy in the folder for temporary files, so that others can go on
    judging. Raises Refused if the folder exists and is not empty, if it cannot be written, or if the result
    of reading it back differs.
    """
    with making(folder, folder=True) as part, copying() as copy:
        db.backup(copy)
        only = None if assessor is None else _row_of(copy, assessor)
        _make_ready(copy, only, anonymous=anonymous)
        return _write_folder(copy, folder, part, only)


def _row_of(db: sqlite3.Connection, assessor: str) -> int:
    found = db.execute("SELECT id FROM assessor WHERE name = ?", (assessor,)).fetchone()
    if found is None:
        raise Refused(
            tr("There is no assessor {assessor!r} in this collection. Nothing was written.", assessor=assessor)
        )
    return int(found[0])


def _make_ready(db: sqlite3.Connection, only: int | None, *, anonymous: bool) -> None:
    add_tables(db, only, anonymous=anonymous)
    codes = {code.hex(): row for row, code in db.execute("SELECT id, code FROM assessor")}
    db.execute("CREATE TEMP TABLE panel (assessor INTEGER UNIQUE)")
    db.execute("CREATE TEMP TABLE exported_fact (id INTEGER PRIMARY KEY, key TEXT, value TEXT)")
    panel = [codes[code] for code in _listed(db, "panel") if code in codes]
    db.executemany("INSERT OR IGNORE INTO panel VALUES (?)", [(row,) for row in panel if only is None])
    db.execute("CREATE TEMP TABLE removed (assessor INTEGER UNIQUE)")
    removed = [(codes[code],) for code in _listed(db, "removed") if code in codes]
    db.executemany("INSERT OR IGNORE INTO removed VALUES (?)", removed)
    db.execute("DELETE FROM removed WHERE assessor IN (SELECT assessor FROM assignment)")
    facts = [
        *_facts(db, anonymous=anonymous, whole=only is None and not anonymous),
        *((f"{WITHDRAWN}{run}", "yes") for run in _listed(db, "withdrawn")),
        *((f"{CALIBRATION}{question}", "yes") for question in _listed(db, "calibration")),
    ]
    db.executemany("INSERT INTO exported_fact (key, value) VALUES (?, ?)", facts)
    add_work(db, only)


def _fact_rows(db: sqlite3.Connection) -> list[tuple[str, Any]]:
    rows = db.execute("SELECT fact, label FROM standing WHERE kind = 'fact' AND label IS NOT NULL ORDER BY id")
    return [(fact, json.loads(label)) for fact, label in rows]


def _listed(db: sqlite3.Connection, name: str) -> list[str]:
    return list(dict.fromkeys(item for fact, value in _fact_rows(db) if fact == name for item in value))


def _facts(db: sqlite3.Connection, *, anonymous: bool, whole: bool) -> list[tuple[str, str]]:
    """Return the facts that have one value; `whole`: frozen gold standards with everybody's names and labels."""
    values = ((fact, value if whole else _without_labels(fact, value)) for fact, value in _fact_rows(db))
    rows = [(fact, _fact_text(value)) for fact, value in values if _is_single(fact)]
    local = db.execute("SELECT value FROM local WHERE name = 'name'").fetchone()
    if local and not any(fact == "name" for fact, _ in rows):
        rows.insert(0, ("name", local[0]))
    return [(fact, value) for fact, value in rows if not (anonymous and fact == "seat")]


def _without_labels(fact: str, value: Any) -> Any:  # noqa: ANN401 - of the type that the fact has
    """Return the value of a fact; of a frozen gold standard only what is told apart by its digest."""
    if not fact.startswith(FROZEN) or not isinstance(value, dict):
        return value
    return {name: one for name, one in value.items() if name not in KEPT}


def _is_single(fact: str) -> bool:
    return fact in SINGLE_FACTS or fact.startswith((GUIDELINE, SCHEME, FROZEN, NIL, DROPPED))


def _fact_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def _write_folder(db: sqlite3.Connection, folder: Path, part: Path, only: int | None) -> Written:
    counts = {}
    for table in TABLES.values():
        count = _write_table(part / f"{table.name}.csv", table, _rows_of(db, table, only))
        if count:
            counts[table.name] = count
    unlabeled = db.execute(f"SELECT count(*) FROM ({TO_LABEL})", {"only": only}).fetchone()[0]
    return Written(folder, counts, unlabeled=unlabeled)


def _rows_of(db: sqlite3.Connection, table: ImportTable, only: int | None) -> Iterator[list[Cells]]:
    """Yield the rows of a file as texts, some thousands at a time."""
    for query in [QUERIES[table.name], *([TO_LABEL] if table.name == "judgments" else [])]:
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


def _write_table(path: Path, table: ImportTable, rows: Iterator[list[Cells]]) -> int:
    count, written = 0, RowSum()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv_writer(file)
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
            tr(
                "{path} could not be read back as it was written (a text in it contains "
                "what no CSV file can hold). The export was removed.",
                path=path.name,
            )
        )
    return count


def _sum_of(path: Path) -> bytes | None:
    """Return the sum over all rows of a file as it is read; None if it cannot be."""
    read = RowSum()
    try:
        read.add(cells for _, cells in read_rows(path, ","))
    except BadFile:
        return None
    return read.digest()


_ENDINGS = (".csv", ".tsv")
_EXTRA_NAMES = ("readme", "license", "licence", "notice")
_EXTRA_ENDINGS = (".md", ".toml")
_FILES = comma_list(f"{table}.csv" for table in TABLES)
_MATCH = tr("match the columns of this file: under Read as in the window, or with --columns")
_MOST_SNIFFED = 100
MOST_ROWS = 50_000_000
"""Rows that are read from one file, so that an endless one comes to an end before the disk is full."""


@dataclass(frozen=True, slots=True)
class _SourceTable:
    """One file to read: what it is called in findings, and the table that it fills."""

    path: Path
    name: str
    table: str


def table_in(path: Path) -> str | None:
    """Return in words which of the tables a folder holds, or a file has the name or the columns of; None for others."""
    if path.is_dir():
        found = [entry.name for entry in sorted(path.iterdir()) if _table_of(entry.name)]
        return tr("the folder contains {found}", found=found[0]) if found else None
    if _ending(path.name) is None and not is_in_workbook(path):
        return None
    if (named := _table_of(path.name)) and _has_column_of(path, named):
        return "of the file's name"
    table = _table_by_columns(path)
    return tr("the file has the columns of {table}", table=table) if table else None


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Put the rows of folders and files into a staging database; every trouble becomes a finding there."""
    staging = reading.staging
    sources = [table for source in sources for table in tables_in(source)]
    names = names_of(sources)
    files = [file for source in sources for file in _files(source, names[source], staging, several=len(sources) > 1)]
    order = list(TABLES)
    for file in sorted(files, key=lambda file: (file.table != "collection", order.index(file.table))):
        try:
            _read_file(file, staging, reading.options)
            if file.table == "collection":
                _learn_schemes(staging)
        except BadFile as error:
            staging.refuse_file(file.table, error.sentence, file.name, error.line)


def export_tables(file: Path, target: Path, **how: Unpack[How]) -> Written:
    """Write a collection file as a new folder of tables, read back and compared (see `write_tables`)."""
    if how.get("gold"):
        raise Refused(tr("Tables contain the labels of assessors, not what is computed from them. Leave --gold out."))
    check_is_ours(file)
    with closing(open_reading(file)) as db:
        return write_tables(db, target, assessor=how.get("assessor"), anonymous=how.get("anonymous", False))


def _files(source: Path, name: str, staging: Staging, *, several: bool) -> Iterator[_SourceTable]:
    if source.is_dir():
        yield from _files_of_folder(source, staging, f"{source.name}/" if several else "")
        return
    table = _table_of(source.name)
    if (_ending(source.name) or is_in_workbook(source)) and not (table and _has_column_of(source, table)):
        table = _table_by_columns(source) or table
    if table is None:
        message = trf(
            "table-unknown-columns",
            "This is not one of the tables. Use one of the names {files}, or a file with the columns of one.",
            files=_FILES,
        )
        staging.refuse(None, message, source.name)
    else:
        yield _SourceTable(source, name, table)


def _files_of_folder(folder: Path, staging: Staging, before: str) -> Iterator[_SourceTable]:
    seen: dict[str, str] = {}
    for entry in sorted(folder.iterdir()):
        table = _table_of(entry.name)
        if _is_extra_file(entry.name):
            staging.findings.add(
                trf("file-no-table", "This file is not a table and was ignored."), before + entry.name, severity="note"
            )
        elif table is None:
            message = trf(
                "table-unknown-name",
                "This is not one of the tables. Use one of the names {files}, or move the file elsewhere.",
                files=_FILES,
            )
            staging.refuse(None, message, before + entry.name)
        elif table in seen:
            message = trf(
                "table-twice",
                "The table {table} appears twice: also as {seen}. Move one of them elsewhere.",
                table=table,
                seen=seen[table],
            )
            staging.refuse(table, message, before + entry.name)
        else:
            seen[table] = entry.name
            yield _SourceTable(entry, before + entry.name, table)
    if not seen:
        staging.refuse(
            None,
            trf("folder-no-table", "There is no table in this folder. Tables have the names {files}.", files=_FILES),
            folder.name,
        )


def _read_file(file: _SourceTable, staging: Staging, options: ReadOptions) -> None:
    table = TABLES[file.table]
    defaults = {"run": options.run, "assessor": options.assessor}
    given = {name: text for name, text in defaults.items() if text and name in table.column_names}
    reader = _reader(file.path)
    rows = iter(reader)
    line, header = next(rows, (1, None))
    if header is None:
        raise BadFile(
            trf(
                "table-empty",
                "The file is empty: it has not even a header line. Write one, or move the file elsewhere.",
            )
        )
    header = [name.strip() for name in header]
    _check_header(table, header, given, line)
    texts = [_holds_text(table, name) for name in header]
    width, stripped, count = len(header), 0, 0
    with staging.sheet(table.name, file.name, header, given) as sheet:
        for line, cells in rows:
            if count == MOST_ROWS:
                raise BadFile(
                    trf(
                        "too-many-rows",
                        "There are more than {most_rows:,} rows. Import them as several files.",
                        most_rows=MOST_ROWS,
                    ),
                    line,
                )
            if len(cells) != width:
                _refuse_width(staging, file, line, len(cells), width)
                inside = cells[:width]
                sheet.skipped(unguard_all(inside, texts[: len(inside)]) if reader.apostrophe else inside)
            elif trouble := error_among(zip(map(shown, header), cells, strict=True)):
                staging.refuse(file.table, trouble, file.name, line)
                sheet.skipped(cells)
            elif any(cells):
                held = unguard_all(cells, texts) if reader.apostrophe else cells
                if reader.separator == ";":
                    held = [cell if text else with_point(cell) for cell, text in zip(held, texts, strict=True)]
                stripped += held != cells
                count += 1
                sheet.row(line, held)
    _tell(staging, file, count, stripped)


def _reader(path: Path, *, most: int = 0) -> DelimitedReader:
    """Return a reader of what stands between commas, or tabs, as the file's name says; else as its first line does."""
    named = DelimitedReader(path, most=1)
    header = next((cells for _, cells in named), [])
    other = next((sign for sign in (";", "\t", ",") if len(header) == 1 and sign in header[0]), named.separator)
    return DelimitedReader(path, other, most=most)


def _learn_schemes(staging: Staging) -> None:
    """Take in the label schemes that were read, which labels are checked by; bad ones are found later."""
    rows = staging.db.execute("SELECT key, value FROM in_collection WHERE key LIKE 'scheme:%'").fetchall()
    values: dict[str, object] = {}
    for key, text in rows:
        with suppress(ValueError):
            values[key] = json.loads(text or "null")
    staging.schemes |= schemes_among(values)


def _tell(staging: Staging, file: _SourceTable, count: int, stripped: int) -> None:
    if not count and file.table not in staging.broken:
        message = trf("table-no-rows", "There is no row below the header. Move the file elsewhere if that is intended.")
        staging.findings.add(message, file.name, 1, severity="warning")
    if stripped:
        message = trnf(
            "apostrophes-removed",
            "{n} row has a cell with an apostrophe before =, +, -, @ or a control character, which "
            "guards it from spreadsheets; one apostrophe was removed.",
            "{n} rows have a cell with an apostrophe before =, +, -, @ or a control character, which "
            "guards it from spreadsheets; one apostrophe was removed.",
            stripped,
        )
        staging.findings.add(message, file.name, severity="note")


def _refuse_width(staging: Staging, file: _SourceTable, line: int, count: int, width: int) -> None:
    if count > width:
        advice = tr('Put cells that contain the separator into quotation marks (").')
    else:
        advice = tr("Write the missing ones, or empty ones in their places.")
    message = trf(
        "row-width", "This row has {count} cells, the header {width}. {advice}", count=count, width=width, advice=advice
    )
    staging.refuse(file.table, message, file.name, line, kind=f"{file.table} width")


def _check_header(table: ImportTable, header: list[str], given: dict[str, str], line: int) -> None:
    known = comma_list(table.column_names)
    if "" in header:
        raise BadFile(
            trf(
                "column-unnamed",
                "Column {index} has no name. Write one, or remove the column.",
                index=header.index("") + 1,
            ),
            line,
        )
    unknown = [name for name in header if name not in table.column_names]
    if unknown:
        listed = comma_list(shown(name) for name in unknown[:5])
        raise BadFile(
            trf(
                "column-unknown",
                "{table} has no column {listed}. Its columns are {known}. Correct the header, remove "
                "the column, or {match}.",
                table=table.name,
                listed=listed,
                known=known,
                match=_MATCH,
            ),
            line,
        )
    twice = first_twice(header)
    if twice:
        raise BadFile(
            trf("column-twice", "The column {twice} appears twice. Remove one of the two.", twice=twice), line
        )
    missing = [name for name in table.required if name not in header and name not in given]
    if missing:
        raise BadFile(
            trf(
                "column-missing",
                "The column {missing} is missing. Add it ({table} has the columns {known}), or {match}.",
                missing=missing[0],
                table=table.name,
                known=known,
                match=_MATCH,
            ),
            line,
        )


def _holds_text(table: ImportTable, name: str) -> bool:
    (column,) = (column for column in table.columns if column.name == name)
    return column.cell.parse is None


def _ending(name: str) -> str | None:
    return next((ending for ending in _ENDINGS if unpacked(name).endswith(ending)), None)


def _table_of(name: str) -> str | None:
    ending = _ending(name)
    stem = unpacked(name).removesuffix(ending) if ending else ""
    return stem if stem in TABLES else None


def _table_by_columns(path: Path) -> str | None:
    """Return the one table whose columns a file has, whatever the file is called."""
    try:
        ((_, header),) = _reader(path, most=1)
    except (BadFile, ValueError):
        return None
    names = {name.strip() for name in header[:_MOST_SNIFFED]}
    fitting = [table.name for table in TABLES.values() if set(table.required) <= names <= set(table.column_names)]
    return fitting[0] if len(fitting) == 1 else None


def _has_column_of(path: Path, table: str) -> bool:
    """Return whether the first line of a file has a column of a table, or cannot be read to see."""
    try:
        ((_, header),) = _reader(path, most=1)
    except (BadFile, ValueError):
        return True
    return any(name.strip() in TABLES[table].column_names for name in header[:_MOST_SNIFFED])


def _is_extra_file(name: str) -> bool:
    lower = name.lower()
    return lower.startswith((".", *_EXTRA_NAMES)) or lower.endswith(_EXTRA_ENDINGS)


FORMAT = Format(
    "tables",
    tr("Tables (a folder of CSV files)"),
    Signs(place=table_in, of_folder=True),
    stage="tables",
    shape=tr("a folder of CSV or TSV files, see above"),
    imports=tr("everything"),
    exports=tr("a folder; everything but the history of the log"),
    example=("answers.csv", "question,answer,text\nq1,a1,Paris\n"),
    read=read,
    write=export_tables,
)
