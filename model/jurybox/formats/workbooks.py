"""Workbooks (.xlsx, .xls, .ods) as tables: each sheet that has rows below its first is one.

A workbook with one such sheet is a table under its own path; with several, each is under a path below the
workbook, `book.xlsx/Sheet1`, as if the workbook were a folder. Cells are texts as a CSV file would have them:
whole numbers without a point, dates and times in ISO 8601, yes and no, the stored values of formulas. The
packed content and the extent of sheets are checked before calamine reads them: it holds the rectangle around
all cells of a sheet in memory, so two cells in opposite corners would crash the program.
"""

import csv
import datetime as dt
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath
from xml.parsers import expat

from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list

ENDINGS = frozenset((".xlsx", ".xls", ".ods"))
MOST_UNPACKED = 300_000_000
"""Bytes of a workbook as it is unpacked."""
MOST_CELLS = 10_000_000
"""The most cells in the rectangle around a sheet's content; all of it is held in memory."""
SHEET = ", sheet "
"""The separator of a workbook and a sheet in messages."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_PROTECTED = "EncryptedPackage".encode("utf-16-le")
_AT_ONCE = 1 << 20
_OLD_CELLS = {
    0x0003,
    0x0004,
    0x0005,
    0x0006,
    0x00BD,
    0x00BE,
    0x00D6,
    0x00FD,
    0x0203,
    0x0204,
    0x0205,
    0x0206,
    0x027E,
    0x0406,
}
_OLD_SEVERAL = {0x00BD, 0x00BE}
_OLD_COLUMNS = 256
_LONGEST_TAG = 1 << 16
_LONGEST_NAME = 100
_NOT_IN_PATHS = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f]')
_CELL = re.compile(
    rb'<(?:\w+:)?c\s(?=[^>]*?\br="([A-Z]{1,3})([0-9]{1,7})")([^>]*[^>/]|)>'
    rb"(?:<(?:\w+:)?f(?:[^>]*/>|(?:\s[^>]*)?>[^<]*</(?:\w+:)?f>))?(?:<(?:\w+:)?v>(#[^<]{1,20})<)?"
)
_SHEET_PART = re.compile(rb'<(?:\w+:)?sheet\s[^>]*\b\w+:id="([^"]+)"')
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s([^>]*)>")
_ODS_TAG = re.compile(
    rb"<table:(table|table-row|table-cell|covered-table-cell)((?:\s[^>]*)?)>(?:<text:p>(#[^<]{1,20})<)?"
)
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="([0-9]{1,9})"')
_AGAIN = tr("Open it in a spreadsheet program and save it again, or save its sheets as CSV UTF-8.")


class UnreadableWorkbook(Exception):  # noqa: N818 - it becomes a finding, never shown as an error
    """A workbook that cannot be read: one sentence or two, with what to do."""


class ErrorCell(str):
    """The text of a cell that has an error in place of a value, such as #N/A."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name, its name in paths, and its nonempty rows with their numbers."""

    name: str
    part: str
    is_hidden: bool
    rows: tuple[tuple[int, list[str]], ...]

    @property
    def is_table(self) -> bool:
        """Whether there is a row below the first."""
        return len(self.rows) > 1


@dataclass(slots=True)
class _Extent:
    """How far the cells of a sheet reach, and its error cells by row and column, from 0."""

    rows: int = 0
    columns: int = 0
    errors: dict[tuple[int, int], str] = field(default_factory=dict)

    def take(self, row: int, column: int) -> None:
        self.rows, self.columns = max(self.rows, row), max(self.columns, column)


def is_workbook(path: Path) -> bool:
    """Return whether a file is to be read as a workbook: by its name, and text under .xls is none."""
    ending = path.suffix.lower()
    if ending not in ENDINGS or not path.is_file():
        return False
    if ending != ".xls":
        return True
    try:
        with path.open("rb") as file:
            return file.read(8).startswith((_OLE, _ZIP))
    except OSError:
        return False


def is_in_workbook(path: Path) -> bool:
    """Return whether a path is a workbook or a sheet of one."""
    return is_workbook(path) or is_sheet(path)


def tables_in(path: Path) -> list[Path]:
    """Return the paths of the tables in a file: of the sheets of a workbook with several, else its own."""
    if not is_workbook(path):
        return [path]
    try:
        parts = [sheet.part for sheet in sheets_of(path) if sheet.is_table]
    except (UnreadableWorkbook, OSError):
        return [path]  # reading it says why
    return [path / part for part in parts] if len(parts) > 1 else [path]


def name_of(path: Path) -> str:
    """Return what a file or a sheet of a workbook is called in sentences."""
    return f"{path.parent.name}{SHEET}{path.name}" if is_sheet(path) else path.name


def place_of(name: str) -> PurePath:
    """Return the name of a file as a path; a sheet is below its workbook."""
    book, between, sheet = name.rpartition(SHEET)
    is_sheet = between and PurePath(book).suffix.lower() in ENDINGS
    return PurePath(book, sheet) if is_sheet else PurePath(name)


def rows_of(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of the rows of a table; columns without anything are left out.

    Raises UnreadableWorkbook, and OSError.
    """
    book, part = (path.parent, path.name) if is_sheet(path) else (path, "")
    tables = [sheet for sheet in sheets_of(book) if sheet.is_table and part in ("", sheet.part)]
    if not tables:
        raise UnreadableWorkbook(tr("No sheet has a row with names of columns and a row below it. Write both."))
    if len(tables) > 1:
        raise UnreadableWorkbook(tr("There are {tables} sheets. Read each as a table of its own.", tables=len(tables)))
    yield from tables[0].rows


def lines_of_sheet(path: Path) -> io.StringIO:
    """Return a table as CSV text whose lines have the numbers of its rows."""
    file, number = io.StringIO(newline=""), 1
    writer = csv.writer(file, lineterminator="\n")
    for line, cells in rows_of(path):
        file.write("\n" * (line - number))
        writer.writerow([" ".join(cell.splitlines()) for cell in cells])
        number = line + 1
    file.seek(0)
    return file


def problem_of(path: Path) -> str:
    """Return why a workbook cannot be read, as a sentence with what to do; "" for any other file."""
    if not is_workbook(path):
        return ""
    try:
        next(rows_of(tables_in(path)[0]), None)
    except UnreadableWorkbook as error:
        return str(error)
    except OSError as error:
        return tr("It cannot be read ({reason}). Check its permissions.", reason=error.strerror)
    return ""


def notes_on(path: Path) -> Iterator[Sentence]:
    """Yield what to know of a workbook that is read: sheets that are skipped or hidden, cells not seen."""
    try:
        sheets = sheets_of(path)
    except (UnreadableWorkbook, OSError):
        return
    if skipped := [sheet.name for sheet in sheets if not sheet.is_table]:
        yield trf(
            "workbook-sheets-skipped",
            "Sheets without a row below their first are skipped: {skipped}.",
            skipped=comma_list(skipped),
        )
    if hidden := [sheet.name for sheet in sheets if sheet.is_hidden and sheet.is_table]:
        yield trf("workbook-sheets-hidden", "Hidden sheets are read too: {hidden}.", hidden=comma_list(hidden))
    if path.suffix.lower() == ".xls":
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


def sheets_of(path: Path) -> tuple[Sheet, ...]:
    """Return all sheets with cells in them or without; raises UnreadableWorkbook, and OSError."""
    found = path.stat()
    return _read(str(path.resolve()), found.st_mtime_ns, found.st_size)


def forget() -> None:
    """Drop the cached sheets; an import reads them repeatedly."""
    _read.cache_clear()


@lru_cache(maxsize=16)
def _read(name: str, changed: int, size: int) -> tuple[Sheet, ...]:  # noqa: ARG001 - for the cache
    import python_calamine as calamine

    if size > MOST_UNPACKED:
        raise _too_large()
    data = Path(name).read_bytes()
    extents = _checked(data, PurePath(name).suffix.lower())
    sheets = list[Sheet]()
    try:
        with calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            for number, about in enumerate(book.sheets_metadata):
                if about.typ != calamine.SheetTypeEnum.WorkSheet:
                    continue
                grid = book.get_sheet_by_index(number).to_python(skip_empty_area=False)
                errors = extents[number].errors if number < len(extents) else {}
                part = _part_of(about.name, {sheet.part for sheet in sheets})
                is_hidden = about.visible != calamine.SheetVisibleEnum.Visible
                sheets.append(Sheet(about.name, part, is_hidden, _rows(grid, errors)))
    except calamine.PasswordError as error:
        raise _protected() from error
    except calamine.CalamineError as error:
        raise _damaged() from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which derives it from BaseException
            raise _damaged() from error
        raise
    return tuple(sheets)


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


def _rows(grid: Iterable[Iterable[object]], errors: dict[tuple[int, int], str]) -> tuple[tuple[int, list[str]], ...]:
    texts = [[_text(value) for value in row] for row in grid]
    for (row, column), text in errors.items():
        if row < len(texts) and column < len(texts[row]):
            texts[row][column] = ErrorCell(text)
    held = [(number, row) for number, row in enumerate(texts, 1) if any(cell.strip() for cell in row)]
    used = sorted({at for _, row in held for at, cell in enumerate(row) if cell.strip()})
    return tuple((number, [row[at] for at in used]) for number, row in held)


def _text(value: object) -> str:
    """Return the value of a cell as a CSV file would have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1 << 53 else repr(value)
    if isinstance(value, dt.date | dt.time):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(value)


# Inside: what is looked at before


def _checked(data: bytes, ending: str) -> list[_Extent]:
    """Return how far the sheets of a workbook reach, in their order; nothing for .xls."""
    if data.startswith(_OLE):
        if ending != ".xls" and _PROTECTED in data:
            raise _protected()
        _check_old(data)
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(info.file_size for info in packed.infolist()) > MOST_UNPACKED:
                raise _too_large()
            return _extents(packed)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, OSError) as error:
        raise _damaged() from error
    except RuntimeError as error:  # a ZIP file whose members have a password
        raise _protected() from error


def _check_old(data: bytes) -> None:
    """Look at the place of every cell of an .xls workbook (MS-CFB, MS-XLS 2.4): a damaged one is far away."""
    try:
        stream, at, extent = _stream_of_old(data), 0, _Extent()
        while at + 4 <= len(stream):
            code, length = struct.unpack_from("<HH", stream, at)
            if code in _OLD_CELLS and length >= 4:
                row, column = struct.unpack_from("<HH", stream, at + 4)
                last = struct.unpack_from("<H", stream, at + 2 + length)[0] if code in _OLD_SEVERAL else column
                if max(column, last) >= _OLD_COLUMNS:
                    raise _damaged()
                extent.take(row + 1, max(column, last) + 1)
            at += 4 + length
    except struct.error as error:
        raise _damaged() from error
    _check_reach([extent])


def _stream_of_old(data: bytes) -> bytes:
    """Return the stream of an .xls workbook; raises struct.error where its file is not whole."""
    size = 1 << min(struct.unpack_from("<H", data, 30)[0], 20)
    first, lowest = struct.unpack_from("<I4xI", data, 48)
    most = len(data) // size + 1

    def sector(number: int) -> bytes:
        return data[(number + 1) * size : (number + 2) * size]

    def numbers(of: bytes) -> tuple[int, ...]:
        return struct.unpack(f"<{len(of) // 4}I", of[: len(of) // 4 * 4])

    places = [*numbers(data[76:512])]
    more, steps = struct.unpack_from("<I", data, 68)[0], 0
    while more < most and steps < most:
        *found, more = numbers(sector(more)) or (most,)
        places += found
        steps += 1
    fat = [one for place in places if place < most for one in numbers(sector(place))]

    def chain(start: int) -> bytes:
        parts = list[bytes]()
        while start < len(fat) and len(parts) <= most:
            parts.append(sector(start))
            start = fat[start]
        return b"".join(parts)

    directory = chain(first)
    for at in range(0, len(directory) - 127, 128):
        name = directory[at : at + 64].decode("utf-16-le", "replace").partition("\0")[0]
        start, length = struct.unpack_from("<II", directory, at + 116)
        if name.lower() in {"workbook", "book"}:
            if length < lowest:
                raise _damaged()  # Excel pads its stream, so that it is never among the small ones
            return chain(start)[:length]
    raise _damaged()


def _extents(packed: zipfile.ZipFile) -> list[_Extent]:
    names = packed.namelist()
    if "content.xml" in names:
        if "META-INF/manifest.xml" in names and b"encryption-data" in packed.read("META-INF/manifest.xml"):
            raise _protected()
        of_sheets = _extents_of_ods(_well_formed(_pieces(packed, "content.xml", (b"<table:",))))
        for name in names:
            if name != "content.xml":
                _unpack(packed, name)
    else:
        found = dict[str, _Extent]()
        for name in names:
            if name.endswith(".xml"):
                found[name] = _extent_of_xlsx(_pieces(packed, name, (b"<c ", b"<row")))
            else:
                _unpack(packed, name)
        of_sheets = [found.get(name, _Extent()) for name in _sheet_parts(packed)]
        _check_reach(found.values())
    _check_reach(of_sheets)
    return of_sheets


def _check_reach(extents: Iterable[_Extent]) -> None:
    for one in extents:
        if one.rows * one.columns > MOST_CELLS:
            raise UnreadableWorkbook(
                tr(
                    "A sheet reaches to row {rows:,} and column {columns:,}, which is more than "
                    "{most_cells:,} cells. Delete what is far from the table, or save the sheet as "
                    "CSV UTF-8.",
                    rows=one.rows,
                    columns=one.columns,
                    most_cells=MOST_CELLS,
                )
            )


def _unpack(packed: zipfile.ZipFile, name: str) -> None:
    """Unpack a member to see that it is whole and no longer than the directory says."""
    for _ in _chunks(packed, name):
        pass


def _chunks(packed: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    info = packed.getinfo(name)
    said, count = info.file_size, 0
    info.file_size = MOST_UNPACKED + _AT_ONCE  # or what is beyond the size in the directory would not be seen
    try:
        with packed.open(info) as file:
            while chunk := file.read(_AT_ONCE):
                count += len(chunk)
                if count > said:
                    raise _too_large()
                yield chunk
    finally:
        info.file_size = said


def _pieces(packed: zipfile.ZipFile, name: str, begins: tuple[bytes, ...]) -> Iterator[bytes]:
    """Yield a member in pieces that end before a tag that begins so."""
    carried = b""
    for chunk in _chunks(packed, name):
        held = carried + chunk
        cut = max(held.rfind(begin) for begin in begins)
        cut = cut if cut > 0 else max(len(held) - _LONGEST_TAG, 0)
        yield held[:cut]
        carried = held[cut:]
    yield carried


def _well_formed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of an XML file; calamine never ends where an element of an .ods file does not."""
    parser = expat.ParserCreate()
    try:
        for piece in pieces:
            parser.Parse(piece, False)  # noqa: FBT003 - its only form
            yield piece
        parser.Parse(b"", True)  # noqa: FBT003
    except expat.ExpatError as error:
        raise _damaged() from error


def _extent_of_xlsx(pieces: Iterable[bytes]) -> _Extent:
    extent = _Extent()
    columns: dict[bytes, int] = {}
    for piece in pieces:
        for letters, digits, attributes, error in _CELL.findall(piece):
            column = columns.get(letters)
            if column is None:
                column = columns[letters] = _column_of(letters)
            row = int(digits)
            extent.take(row, column)
            if error and b't="e"' in attributes:
                extent.errors[row - 1, column - 1] = error.decode("utf-8", "replace")
    return extent


def _column_of(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _sheet_parts(packed: zipfile.ZipFile) -> list[str]:
    """Return the members of an Excel workbook that have its sheets, in their order."""
    targets: dict[bytes, str] = {}
    for attributes in _RELATION.findall(packed.read("xl/_rels/workbook.xml.rels")):
        id_ = re.search(rb'\bId="([^"]+)"', attributes)
        target = re.search(rb'\bTarget="([^"]+)"', attributes)
        if id_ and target:
            text = target[1].decode("utf-8", "replace")
            targets[id_[1]] = text.removeprefix("/") if text.startswith("/") else f"xl/{text}"
    return [targets.get(id_, "") for id_ in _SHEET_PART.findall(packed.read("xl/workbook.xml"))]


def _extents_of_ods(pieces: Iterable[bytes]) -> list[_Extent]:
    found = list[_Extent]()
    row = column = rows = 0
    for piece in pieces:
        for kind, attributes, error in _ODS_TAG.findall(piece):
            repeated = _REPEATED.search(attributes)
            times = int(repeated[1]) if repeated else 1
            if kind == b"table":
                found.append(_Extent())
                row = column = rows = 0
            elif kind == b"table-row":
                row, rows, column = row + rows, times, 0
            elif found:
                if b"value-type=" in attributes:
                    found[-1].take(row + rows, column + times)
                    if error and b'"error"' in attributes:
                        found[-1].errors[row, column] = error.decode("utf-8", "replace")
                column += times
    return found


def _damaged() -> UnreadableWorkbook:
    return UnreadableWorkbook(tr("This is not a whole workbook. {again}", again=_AGAIN))


def _protected() -> UnreadableWorkbook:
    return UnreadableWorkbook(tr("It has a password. Save it without one in a spreadsheet program."))


def _too_large() -> UnreadableWorkbook:
    return UnreadableWorkbook(
        tr(
            "It unpacks to more than {most_unpacked} MB, or to more than it says. Save its sheets as CSV UTF-8.",
            most_unpacked=MOST_UNPACKED // 1000000,
        )
    )
