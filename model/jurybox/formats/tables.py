"""The `tables` format: a folder of CSV or TSV files, one for each table; also single files, also .gz."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.findings import shown
from jurybox.collection.import_tables import TABLES, ImportTable
from jurybox.collection.staging import Staging
from jurybox.errors import Refused
from jurybox.formats.cells import unguard_all
from jurybox.formats.delimited import BadFile, DelimitedReader
from jurybox.formats.format import Format, ReadOptions, Reference, Written
from jurybox.formats.reading import names_of
from jurybox.formats.tables_write import write_tables

_ENDINGS = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
_BESIDE_NAMES = ("readme", "license", "licence", "notice")
_BESIDE_ENDINGS = (".md", ".toml")
_FILES = ", ".join(f"{table}.csv" for table in TABLES)
_MOST_SNIFFED = 100
MOST_ROWS = 50_000_000
"""Rows that are read from one file, so that an endless one comes to an end before the disk is full."""


@dataclass(frozen=True, slots=True)
class _Source:
    """One file to read: what it is called in findings, and the table that it fills."""

    path: Path
    name: str
    table: str


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: a folder holds one of its files, or a file has its columns."""
    if path.is_dir():
        found = [entry.name for entry in sorted(path.iterdir()) if _table_of(entry.name)]
        return f"the folder holds {found[0]}" if found else None
    if _ending(path.name) is None:
        return None
    if _table_of(path.name):
        return "of the file's name"
    table = _table_by_columns(path)
    return f"the file has the columns of {table}" if table else None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Put the rows of folders and files into a staging database; every trouble becomes a finding there."""
    names = names_of(sources)
    files = [
        file
        for source in sources
        for file in _files(source, names[source], staging, several=len(sources) > 1)
    ]
    order = list(TABLES)
    for file in sorted(files, key=lambda file: order.index(file.table)):
        try:
            _read_file(file, staging, options)
        except BadFile as error:
            staging.refuse_file(file.table, error.sentence, file.name, error.line)


def export_tables(
    file: Path,
    target: Path,
    *,
    assessor: str | None = None,
    anonymous: bool = False,
    gold: Reference | None = None,
) -> Written:
    """Write a collection file as a new folder of tables, read back and compared (see `write_tables`)."""
    if gold:
        raise Refused("Tables hold what assessors said, not what follows from it. Leave --gold out.")
    check_is_ours(file)
    with closing(open_reading(file)) as db:
        return write_tables(db, target, assessor=assessor, anonymous=anonymous)


def _files(source: Path, name: str, staging: Staging, *, several: bool) -> Iterator[_Source]:
    if source.is_dir():
        yield from _files_of_folder(source, staging, f"{source.name}/" if several else "")
        return
    table = _table_of(source.name)
    if table is None and _ending(source.name):
        table = _table_by_columns(source)
    if table is None:
        told = (
            f"This is none of the tables. Known files are {_FILES}; or give a file with the columns of one."
        )
        staging.refuse(None, told, source.name)
    else:
        yield _Source(source, name, table)


def _files_of_folder(folder: Path, staging: Staging, before: str) -> Iterator[_Source]:
    seen: dict[str, str] = {}
    for entry in sorted(folder.iterdir()):
        table = _table_of(entry.name)
        if _stands_beside(entry.name):
            staging.findings.add(
                "This file is no table and was left alone.", before + entry.name, severity="note"
            )
        elif table is None:
            told = f"This is none of the tables. Known files are {_FILES}. Correct its name, or move it away."
            staging.refuse(None, told, before + entry.name)
        elif table in seen:
            told = f"The table {table} is there twice: also as {seen[table]}. Move one of them away."
            staging.refuse(table, told, before + entry.name)
        else:
            seen[table] = entry.name
            yield _Source(entry, before + entry.name, table)
    if not seen:
        staging.refuse(None, f"No table is in this folder. Known files are {_FILES}.", folder.name)


def _read_file(file: _Source, staging: Staging, options: ReadOptions) -> None:
    table = TABLES[file.table]
    defaults = {"run": options.run, "assessor": options.assessor}
    given = {name: text for name, text in defaults.items() if text and name in table.column_names}
    reader = DelimitedReader(file.path)
    rows = iter(reader)
    line, header = next(rows, (1, None))
    if header is None:
        raise BadFile("The file is empty: not even a header line is there. Write one, or move the file away.")
    header = [name.strip() for name in header]
    _check_header(table, header, given, line)
    texts = [_holds_text(table, name) for name in header]
    width, stripped, count = len(header), 0, 0
    with staging.sheet(table.name, file.name, header, given) as sheet:
        for line, cells in rows:
            if count == MOST_ROWS:
                raise BadFile(f"There are more than {MOST_ROWS:,} rows. Bring them in several files.", line)
            if len(cells) != width:
                _refuse_width(staging, file, line, len(cells), width)
            elif any(cells):
                held = unguard_all(cells, texts) if reader.apostrophe else cells
                stripped += held != cells
                count += 1
                sheet.row(line, held)
    _tell(staging, file, count, stripped)


def _tell(staging: Staging, file: _Source, count: int, stripped: int) -> None:
    if not count and file.table not in staging.broken:
        told = "There is no row below the header. Move the file away if that is meant."
        staging.findings.add(told, file.name, 1, severity="warning")
    if stripped:
        have = "row has" if stripped == 1 else "rows have"
        told = (
            f"{stripped:,} {have} a cell with an apostrophe before =, +, -, @ or a control character, which "
            "guards "
            "it from spreadsheets; one apostrophe was taken off."
        )
        staging.findings.add(told, file.name, severity="note")


def _refuse_width(staging: Staging, file: _Source, line: int, count: int, width: int) -> None:
    if count > width:
        advice = 'Put cells that hold the separator into quotation marks (").'
    else:
        advice = "Write the missing ones, or empty ones in their places."
    told = f"This row has {count} cells, the header {width}. {advice}"
    staging.refuse(file.table, told, file.name, line, kind=f"{file.table} width")


def _check_header(table: ImportTable, header: list[str], given: dict[str, str], line: int) -> None:
    known = ", ".join(table.column_names)
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        mark, advice = (
            (";", "Save it with commas") if ";" in header[0] else ("a tab", "Let its name end in .tsv")
        )
        raise BadFile(f"The columns are separated by {mark}. {advice}.", line)
    if "" in header:
        raise BadFile(f"Column {header.index('') + 1} has no name. Write one, or take the column out.", line)
    unknown = [name for name in header if name not in table.column_names]
    if unknown:
        listed = ", ".join(shown(name) for name in unknown[:5])
        raise BadFile(
            f"{table.name} has no column {listed}. Its columns are {known}. Correct the header, or take the "
            "column out.",
            line,
        )
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice:
        raise BadFile(f"The column {twice} is there twice. Take one of the two out.", line)
    missing = [name for name in table.required if name not in header and name not in given]
    if missing:
        raise BadFile(
            f"The column {missing[0]} is missing. Add it; {table.name} has the columns {known}.", line
        )


def _holds_text(table: ImportTable, name: str) -> bool:
    (column,) = (column for column in table.columns if column.name == name)
    return column.cell.parse is None


def _ending(name: str) -> str | None:
    return next((ending for ending in _ENDINGS if name.endswith(ending)), None)


def _table_of(name: str) -> str | None:
    ending = _ending(name)
    stem = name.removesuffix(ending) if ending else ""
    return stem if stem in TABLES else None


def _table_by_columns(path: Path) -> str | None:
    """Return the one table whose columns a file has, whatever the file is called."""
    try:
        ((_, header),) = islice(DelimitedReader(path), 1)
    except (BadFile, ValueError):
        return None
    names = {name.strip() for name in header[:_MOST_SNIFFED]}
    fitting = [
        table.name for table in TABLES.values() if set(table.required) <= names <= set(table.column_names)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _stands_beside(name: str) -> bool:
    lower = name.lower()
    return lower.startswith((".", *_BESIDE_NAMES)) or lower.endswith(_BESIDE_ENDINGS)


TABLES_FORMAT = Format("tables", "Tables (a folder of CSV files)", sniff, read, export_tables)
