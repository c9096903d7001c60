"""Workbooks (.xlsx, .xls, .ods) and Parquet files as tables: each sheet that has rows below its first is one.

A workbook with one such sheet is a table under its own path; with several, each is under a path below the
workbook, `book.xlsx/Sheet1`, as if the workbook were a folder. Cells are texts as a CSV file would have them:
whole numbers without a point, dates and times in ISO 8601, yes and no, the stored values of formulas.
The child reads them: calamine holds the rectangle around all cells of a sheet in memory, and ends its process where
that does not fit.
"""

import csv
import datetime as dt
import io
import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TextIO
from xml.parsers import expat

from jurybox.disk import LARGEST_VALUE
from jurybox.formats.bad_files import BadFile
from jurybox.formats.child import Answer, answered
from jurybox.formats.child_reader import Said, write_numbers
from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list

if TYPE_CHECKING:
    import zipfile

    from python_calamine import CalamineSheet

ENDINGS = frozenset((".xlsx", ".xls", ".ods", ".parquet"))
MOST_CELLS = 10_000_000
"""The most cells in the rectangle around a sheet's content, each of which is looked at."""
SHEET = ", sheet "
"""The separator of a workbook and a sheet in messages."""
TableRows = Iterator[tuple[int, list[str]]]
"""Line and cells of each row of a table."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_PROTECTED = "EncryptedPackage".encode("utf-16-le")
_LONGEST_NAME = 100
_MOST_SHEETS = 1_000
_EXACT = 10**15
"""A workbook keeps 15 digits: from here on, several numbers may be one."""
_LONGEST_NUMBER = 10**30
_USUAL_WORDS = frozenset(
    (
        *("sheet", "data", "table", "result", "results", "export", "answers", "responses", "questions", "label"),
        *("labels", "judgments", "judgements", "judgment", "annotation", "annotations", "rating", "ratings", "qrels"),
        *("run", "runs", "worksheet", "tabelle", "daten", "blatt", "hoja", "datos", "feuil", "sample", "all", "final"),
    )
)
"""Words in the names of sheets that are not called as a person."""
_NOT_IN_PATHS = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f]')
_ERROR = re.compile(
    rb'<(?:\w+:)?c\s(?=[^>]*?\br="([A-Z]{1,3})([0-9]{1,7})")(?=[^>]*\bt="e")[^>]*[^>/]>'
    rb"(?:<(?:\w+:)?f(?:[^>]*/>|(?:\s[^>]*)?>[^<]*</(?:\w+:)?f>))?<(?:\w+:)?v>(#[^<]{1,20})<"
)
_SHEET_PART = re.compile(rb'<(?:\w+:)?sheet\s[^>]*\b\w+:id="([^"]+)"')
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s([^>]*)>")
_ODS_TAG = re.compile(
    rb"<table:(table|table-row|table-cell|covered-table-cell)((?:\s[^>]*)?)>(?:<text:p>(#[^<]{1,20})<)?"
)
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="([0-9]{1,9})"')
_AGAIN = tr("Open it in a spreadsheet program and save it again, or save its sheets as CSV UTF-8.")


_Errors = dict[tuple[int, int], str]
"""The errors in cells of a sheet, by row and column from 0."""


class ErrorCell(str):
    """The text of a cell that has an error in place of a value, such as #N/A."""

    __slots__ = ()


class LongNumber(ErrorCell):
    """The text of a cell with a whole number of more digits than a workbook keeps."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name, its name in paths, its number among the sheets, and how many rows have anything in them."""

    name: str
    part: str
    is_hidden: bool
    number: int
    count: int
    errors: list[int]
    """The places of cells that have an error, counted over all rows."""
    longs: list[int]
    """The places of whole numbers of more than 15 digits."""

    @property
    def is_table(self) -> bool:
        """Whether there is a row below the first."""
        return self.count > 1


def is_workbook(path: Path) -> bool:
    """Return whether a file is to be read as a workbook: by its name, and text under .xls is none."""
    ending = path.suffix.lower()
    if ending not in ENDINGS or not path.is_file():
        return False
    if ending != ".xls":
        return True
    return _first_bytes(path).startswith((_OLE, _ZIP))


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError:
        return b""


def is_in_workbook(path: Path) -> bool:
    """Return whether a path is a workbook or a sheet of one."""
    return is_workbook(path) or is_sheet(path)


def tables_in(path: Path) -> list[Path]:
    """Return the paths of the tables in a file: of the sheets of a workbook with several, else its own."""
    parts = [sheet.part for sheet in _sheets_in(path) if sheet.is_table]
    return [path / part for part in parts] if len(parts) > 1 else [path]


def person_of(path: Path) -> str:
    """Return the name of the only sheet of a workbook with rows, where it is no usual one; "" for any other file."""
    names = [sheet.name.strip() for sheet in _sheets_in(path) if sheet.is_table]
    words = {*re.findall(r"[^\W\d_]+|[0-9]", names[0].casefold())} if len(names) == 1 else set[str]()
    is_usual = not words or not words.isdisjoint(_USUAL_WORDS) or any(map(str.isdigit, words))
    return "" if is_usual else names[0]


def name_of(path: Path) -> str:
    """Return what a file or a sheet of a workbook is called in sentences."""
    return f"{path.parent.name}{SHEET}{path.name}" if is_sheet(path) else path.name


def place_of(name: str) -> PurePath:
    """Return the name of a file as a path; a sheet is below its workbook."""
    book, between, sheet = name.rpartition(SHEET)
    is_sheet = between and PurePath(book).suffix.lower() in ENDINGS
    return PurePath(book, sheet) if is_sheet else PurePath(name)


def rows_of(path: Path) -> TableRows:
    """Yield number and cells of the rows of a table; columns without anything are left out. Raises BadFile."""
    book, part = (path.parent, path.name) if is_sheet(path) else (path, "")
    with _sheets_of(book) as (answer, sheets):
        tables = [sheet for sheet in sheets if sheet.is_table and part in ("", sheet.part)]
        if not tables:
            raise BadFile(
                trf("workbook-no-table", "No sheet has a row with names of columns and a row below it. Write both.")
            )
        if len(tables) > 1:
            raise BadFile(
                trf(
                    "workbook-many-tables",
                    "There are {tables} sheets. Read each as a table of its own.",
                    tables=len(tables),
                )
            )
        cells: Iterator[str] = chain.from_iterable(answer.pieces(f"cells-{tables[0].number}", "\0"))
        if special := dict.fromkeys(tables[0].errors, ErrorCell) | dict.fromkeys(tables[0].longs, LongNumber):
            cells = (special[at](cell) if at in special else cell for at, cell in enumerate(cells))
        for line, width in answer.numbers(f"places-{tables[0].number}.npy").reshape(-1, 2).tolist():
            yield line, list(islice(cells, width))


def lines_of_sheet(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of each row of a table, as a line of CSV. Raises BadFile."""
    line = io.StringIO(newline="")
    writer = csv.writer(line, lineterminator="")
    for number, cells in rows_of(path):
        writer.writerow([" ".join(cell.splitlines()) for cell in cells])
        yield number, line.getvalue()
        line.seek(0)
        line.truncate()


def problem_of(path: Path) -> str:
    """Return why a workbook cannot be read, as a sentence with what to do; "" for any other file."""
    if path.suffix.lower() == ".xls" and "".join(_first_bytes(path).decode("utf-8-sig", "replace").split()).startswith(
        "<"
    ):
        return tr("It is a web page or XML under the name of a workbook. {again}", again=_AGAIN)
    if not is_workbook(path):
        return ""
    try:
        next(rows_of(tables_in(path)[0]), None)
    except BadFile as error:
        return error.sentence
    return ""


def notes_on(path: Path) -> Iterator[Sentence]:
    """Yield what to know of a workbook that is read: sheets that are skipped or hidden, cells not seen."""
    sheets = _sheets_in(path)
    if skipped := [sheet.name for sheet in sheets if not sheet.is_table]:
        yield trf(
            "workbook-sheets-skipped",
            "Sheets without a row below their first are skipped: {skipped}.",
            skipped=comma_list(skipped),
        )
    if hidden := [sheet.name for sheet in sheets if sheet.is_hidden and sheet.is_table]:
        yield trf("workbook-sheets-hidden", "Hidden sheets are read too: {hidden}.", hidden=comma_list(hidden))
    if sheets and path.suffix.lower() == ".xls":
        yield (
            trf(
                "workbook-old-errors",
                "In this old workbook format, cells with an error such as #N/A are read as empty. Save "
                "it as .xlsx to have them reported.",
            )
        )


def error_among(cells: Iterable[tuple[str, str]]) -> Sentence | None:
    """Return the problem of the first error cell among pairs of column and cell; None if there is none."""
    return next(
        (
            trf(
                "workbook-long-number",
                "The cell under {column} is a number of {digits} digits, and a workbook keeps only 15. Format the "
                "column as text, and write the numbers again.",
                column=column,
                digits=len(cell.lstrip("-")),
            )
            if isinstance(cell, LongNumber)
            else trf(
                "workbook-cell-error",
                "The cell under {column} has the error {cell}. Correct its formula, or write the value.",
                column=column,
                cell=cell,
            )
            for column, cell in cells
            if isinstance(cell, ErrorCell)
        ),
        None,
    )


def _sheets_in(path: Path) -> list[Sheet]:
    """Return the sheets of a workbook; none for any other file, and where reading it says why."""
    if is_workbook(path):
        with suppress(BadFile), _sheets_of(path) as (_, sheets):
            return sheets
    return []


@contextmanager
def _sheets_of(path: Path) -> Iterator[tuple[Answer, list[Sheet]]]:
    """Give what the child says of a workbook, and all its sheets, with cells in them or without. Raises BadFile."""
    with answered("sheets", path) as answer:
        answer.check()
        if len(answer.said["sheets"]) > _MOST_SHEETS:
            raise BadFile(
                trf(
                    "workbook-most-sheets",
                    "There are {sheets:,} sheets, and at most {most:,} are read. "
                    "Save those that you need as a workbook of their own.",
                    sheets=len(answer.said["sheets"]),
                    most=_MOST_SHEETS,
                )
            )
        yield answer, [Sheet(number=at, **one) for at, one in enumerate(answer.said["sheets"])]


def is_sheet(path: Path) -> bool:
    """Return whether a path is a sheet of a workbook with several."""
    return path.parent.suffix.lower() in ENDINGS and is_workbook(path.parent)


def _part_of(name: str, taken: set[str]) -> str:
    """Return the name of a sheet as the last part of a path that no other sheet has."""
    plain = _NOT_IN_PATHS.sub("_", name)[:_LONGEST_NAME].strip(" .") or "_"
    part, count = plain, 1
    while part in taken:
        count += 1
        part = f"{plain} ({count})"
    return part


def _text(value: object) -> str:
    """Return the value of a cell as a CSV file would have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _LONGEST_NUMBER else repr(value)
    if isinstance(value, dt.date | dt.time):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(value)


# In the child


def write_sheets(path: Path, folder: Path, said: Said) -> None:
    """Write the rows of each sheet that have anything in them, without columns that have nothing; raises BadFile."""
    if path.suffix.lower() == ".parquet":
        _write_parquet(path, folder, said)
        return
    import python_calamine as calamine

    errors = _errors_in(path)
    said["sheets"] = []
    try:
        with calamine.CalamineWorkbook.from_path(path) as book:
            for number, about in enumerate(book.sheets_metadata):
                if about.typ != calamine.SheetTypeEnum.WorkSheet:
                    continue
                sheet = book.get_sheet_by_index(number)
                found: Said = {
                    "name": about.name,
                    "part": _part_of(about.name, {one["part"] for one in said["sheets"]}),
                    "is_hidden": about.visible != calamine.SheetVisibleEnum.Visible,
                }
                at = len(said["sheets"])
                _check_reach(sheet)
                cells = errors[number] if number < len(errors) else {}
                with (folder / f"cells-{at}").open("w", encoding="utf-8", newline="") as file:
                    places = _write_rows(sheet, cells, file, found)
                write_numbers(folder / f"places-{at}.npy", places)
                said["sheets"].append(found)
    except calamine.PasswordError as error:
        raise _protected() from error
    except calamine.CalamineError as error:
        raise _damaged() from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which derives it from BaseException
            raise _damaged() from error
        raise


def _write_parquet(path: Path, folder: Path, said: Said) -> None:
    """Write the rows of a Parquet file, its names of columns first, as those of a workbook with one sheet."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise BadFile(
            trf("parquet-no-reader", "Parquet files are read if pyarrow is installed. Save its table as CSV UTF-8.")
        ) from error
    places, number = array("q"), 1
    try:
        with parquet.ParquetFile(path) as table, (folder / "cells-0").open("w", encoding="utf-8", newline="") as file:
            heads = [name for name in table.schema_arrow.names if not name.startswith("__index_level_")]
            rows = (row for batch in table.iter_batches(1_000, columns=heads) for row in batch.to_pylist())
            for number, texts in enumerate(chain([heads], ([_nested(row[name]) for name in heads] for row in rows)), 1):
                _check_row(number, texts)
                file.write("\0".join((*texts, "")))
                places.extend((number, len(texts)))
    except arrow.ArrowException as error:
        raise BadFile(
            trf("parquet-broken", "This is not a whole Parquet file. Write it again, or save its table as CSV UTF-8.")
        ) from error
    write_numbers(folder / "places-0.npy", places)
    said["sheets"] = [{"name": "", "part": "table", "is_hidden": False, "count": number, "errors": [], "longs": []}]


def _nested(value: object) -> str:
    """Return a value as a cell: lists and records as JSON."""
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else _text(value)


def _write_rows(sheet: "CalamineSheet", errors: _Errors, file: TextIO, said: Said) -> "array[int]":
    """Write the cells of rows with anything in them, one row after the other; return number and width of each."""
    first = (sheet.start or (0, 0))[1]
    used = {column - first for _, column in errors}
    for row in sheet.iter_rows():
        if row.count("") < len(row):
            used |= {at for at, value in enumerate(row) if not isinstance(value, str) or value.strip()}
    kept, spoiled, places = sorted(used), {row for row, _ in errors}, array("q")
    said["errors"], said["longs"] = [], []
    for number, row in enumerate(sheet.iter_rows()):
        if row.count("") == len(row) and number not in spoiled:
            continue
        texts = [_text(row[at]) if at < len(row) else "" for at in kept]
        said["longs"] += [len(places) // 2 * len(kept) + at for at in _long_numbers(row, kept)]
        if number in spoiled:
            for at, column in enumerate(kept):
                if error := errors.get((number, column + first)):
                    texts[at] = error
                    said["errors"].append(len(places) // 2 * len(kept) + at)
        _check_row(number + 1, texts)
        if any(map(str.strip, texts)):
            file.write("\0".join((*texts, "")))
            places.extend((number + 1, len(texts)))
    said["count"] = len(places) // 2
    return places


def _long_numbers(row: Sequence[object], kept: Sequence[int]) -> Iterator[int]:
    """Yield the places, among the columns kept, of whole numbers of which a workbook does not keep all digits."""
    for at, column in enumerate(kept):
        value = row[column] if column < len(row) else ""
        if isinstance(value, float) and value.is_integer() and _EXACT <= abs(value) < _LONGEST_NUMBER:
            yield at


def _check_reach(sheet: "CalamineSheet") -> None:
    """Raise BadFile for a sheet whose cells reach so far that looking at each takes too long."""
    rows, columns = (1 + last for last in sheet.end or (0, 0))
    if rows * columns > MOST_CELLS:
        raise BadFile(
            trf(
                "workbook-too-far",
                "A sheet reaches to row {rows:,} and column {columns:,}, which is more than "
                "{most_cells:,} cells. Delete what is far from the table, or save the sheet as "
                "CSV UTF-8.",
                rows=rows,
                columns=columns,
                most_cells=MOST_CELLS,
            )
        )


def _check_row(number: int, texts: list[str]) -> None:
    """Raise BadFile for texts that cannot be stored."""
    if any("\0" in text for text in texts):
        raise BadFile(trf("text-nul", "A text contains a NUL character. Remove it."), number)
    if len(max(texts, key=len, default="")) > LARGEST_VALUE:
        raise BadFile(
            trf(
                "workbook-cell-too-long",
                "A cell of this row is longer than {most:,} characters. Shorten it.",
                most=LARGEST_VALUE,
            ),
            number,
        )


def _errors_in(path: Path) -> list[_Errors]:
    """Return the errors in cells of each sheet, by row and column from 0: calamine says none. Nothing for .xls."""
    import zipfile
    import zlib

    with path.open("rb") as file:
        data = file.read(8)
        if data.startswith(_OLE):
            if path.suffix.lower() != ".xls" and _PROTECTED in file.read():
                raise _protected()
            return []
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
            if "content.xml" in names:
                if "META-INF/manifest.xml" in names and b"encryption-data" in packed.read("META-INF/manifest.xml"):
                    raise _protected()
                content = packed.read("content.xml")
                _check_well_formed(content)
                return _errors_of_ods(content)
            return [_errors_of_xlsx(packed.read(name)) if name in names else {} for name in _sheet_parts(packed)]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError) as error:
        raise _damaged() from error
    except RuntimeError as error:  # a ZIP file whose members have a password
        raise _protected() from error


def _errors_of_xlsx(content: bytes) -> _Errors:
    return {
        (int(found[2]) - 1, _column_of(found[1]) - 1): found[3].decode("utf-8", "replace")
        for found in _ERROR.finditer(content)
    }


def _check_well_formed(content: bytes) -> None:
    """Raise BadFile for an .ods file with an element that does not end: calamine would not end either."""
    try:
        expat.ParserCreate().Parse(content, True)  # noqa: FBT003 - its only form
    except expat.ExpatError as error:
        raise _damaged() from error


def _column_of(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _sheet_parts(packed: "zipfile.ZipFile") -> list[str]:
    """Return the members of an Excel workbook that have its sheets, in their order."""
    targets: dict[bytes, str] = {}
    for attributes in _RELATION.findall(packed.read("xl/_rels/workbook.xml.rels")):
        id_ = re.search(rb'\bId="([^"]+)"', attributes)
        target = re.search(rb'\bTarget="([^"]+)"', attributes)
        if id_ and target:
            text = target[1].decode("utf-8", "replace")
            targets[id_[1]] = text.removeprefix("/") if text.startswith("/") else f"xl/{text}"
    return [targets.get(id_, "") for id_ in _SHEET_PART.findall(packed.read("xl/workbook.xml"))]


def _errors_of_ods(content: bytes) -> list[_Errors]:
    found = list[_Errors]()
    row = column = rows = 0
    for kind, attributes, error in _ODS_TAG.findall(content):
        repeated = _REPEATED.search(attributes)
        times = int(repeated[1]) if repeated else 1
        if kind == b"table":
            found.append({})
            row = column = rows = 0
        elif kind == b"table-row":
            row, rows, column = row + rows, times, 0
        elif found:
            if error and b"value-type=" in attributes and b'"error"' in attributes:
                found[-1][row, column] = error.decode("utf-8", "replace")
            column += times
    return found


def _damaged() -> BadFile:
    return BadFile(trf("workbook-broken", "This is not a whole workbook. {again}", again=_AGAIN))


def _protected() -> BadFile:
    return BadFile(trf("workbook-password", "It has a password. Save it without one in a spreadsheet program."))
