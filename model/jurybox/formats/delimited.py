"""Reading plain text strictly: lines, rows of CSV and TSV with the line each begins in, every trouble with its place.

What begins with `read_` or `open_` reads a file in this process: the child, or the program where the file is
plain and small. `write_` is the child's; the others ask it where they must.
"""

import csv
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import StringIO, TextIOWrapper
from itertools import chain, compress, count, islice
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from jurybox.collection.findings import shown
from jurybox.disk import LARGEST_VALUE, check_regular, open_regular
from jurybox.formats.bad_files import BadFile, file_errors
from jurybox.formats.child import answered, is_read_here
from jurybox.formats.child_reader import Said, is_child, write_numbers
from jurybox.formats.names import PACKED
from jurybox.formats.not_text import HEAD, PACKED_FILES, UTF_16, ZIP, not_text
from jurybox.formats.workbooks import TableRows, is_in_workbook, lines_of_sheet, rows_of
from jurybox.language import Sentence, trf

MOST_CELLS = 16_384
"""The most cells of a row, as in a sheet of Excel."""
SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 13, 1 << 20
"""Characters read at once: few where only the first lines of a file are asked for, then more and more."""
LARGEST_TEXT = LARGEST_VALUE // 4
"""Characters of the longest text that is a whole file."""

_CHUNK = 1 << 20
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_ROWS = 1_000


class TooWide(BadFile):
    """A row has more cells than any table has columns."""


class DelimitedReader:
    """Yields (line, cells) for every row of a file, the header included; rows without cells are left out.

    `apostrophe` tells whether the row just read holds an apostrophe anywhere (see `jurybox.formats.tables`).
    Cells are apart by `separator`, by default as the file's name says; a sheet of a workbook has the numbers
    of its rows as lines. `most`: no more rows than so many are read (0: all). Raises BadFile for anything but
    UTF-8 text in rows and columns. Memory is that of the largest row.
    """

    def __init__(self, path: Path, separator: str = "", *, most: int = 0) -> None:
        self.path = path
        self.separator = separator or _delimiter(path)
        self.most = most
        self.apostrophe = False

    def __iter__(self) -> TableRows:
        rows = rows_of(self.path) if is_in_workbook(self.path) else self._rows()
        for line, cells in islice(rows, self.most or None):
            self.apostrophe = "'" in "\0".join(cells)
            yield line, cells

    def _rows(self) -> TableRows:
        if is_read_here(self.path):
            yield from read_rows(self.path, self.separator)
            return
        with answered("rows", self.path, separator=self.separator, most=self.most) as answer:
            cells = chain.from_iterable(answer.pieces("cells", "\0"))
            places = answer.numbers("places.npy").reshape(-1, 2)
            for start in range(0, len(places), LARGEST_BLOCK):
                for line, width in places[start : start + LARGEST_BLOCK].tolist():
                    yield line, list(islice(cells, width))
            if "is_too_wide" in answer.said:
                raise TooWide(Sentence(answer.said["sentence"], answer.said["code"]), answer.said["line"])
            answer.check()


def _delimiter(path: Path) -> str:
    return "\t" if ".tsv" in path.suffixes[-2:] else ","


def read_rows(path: Path, separator: str) -> TableRows:
    """Yield (line, cells) for every row of a file with any; raises BadFile behind the rows before what is wrong."""
    csv.field_size_limit(LARGEST_VALUE)
    start = 1
    with file_errors(), open_text(path) as file:
        lines = _guarded(path, file)
        lines = _with_literal_quotes(lines) if separator == "\t" else lines
        reader = csv.reader(lines, delimiter=separator, strict=True)
        try:
            for cells in reader:
                if len(cells) > MOST_CELLS:
                    message = trf(
                        "row-too-wide",
                        "This row has {cells:,} cells. Keep at most {most:,}.",
                        cells=len(cells),
                        most=MOST_CELLS,
                    )
                    raise TooWide(message, start)
                if cells:
                    yield start, cells
                start = reader.line_num + 1
        except csv.Error as error:
            raise BadFile(_sentence(str(error)), start) from error
        except UnicodeDecodeError as error:
            raise utf8_error(path) from error


def _with_literal_quotes(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines between tabs, in which quotation marks that quote nothing are doubled and quoted themselves.

    Most programs write none around the cells of TSV, so that a text may begin with one. A cell that is never
    closed in its line begins one of several lines only where the line has fewer cells than the first.
    """
    width, is_open = 0, False
    for line in lines:
        if is_open:
            is_open = line.count('"') % 2 == 0
            yield line
            continue
        mended = line
        if (line.startswith('"') or '\t"' in line) and not _is_whole_row(line):
            text = line.rstrip("\r\n")
            cells = text.split("\t")
            is_open = line.count('"') % 2 == 1 and len(cells) != width
            mended = line if is_open else "\t".join(map(_quoted, cells)) + line[len(text) :]
        width = width or line.count("\t") + 1
        yield mended


def _is_whole_row(line: str) -> bool:
    try:
        next(csv.reader([line], delimiter="\t", strict=True), None)
    except csv.Error:
        return False
    return True


def _quoted(cell: str) -> str:
    if not cell.startswith('"') or _QUOTED.fullmatch(cell):
        return cell
    return '"{}"'.format(cell.replace('"', '""'))


def write_rows(path: Path, folder: Path, said: Said, *, separator: str, most: int) -> None:
    """Write the cells of the first rows (0: of all), each ended by NUL, and line and width of each row."""
    places = array("q")
    try:
        with (folder / "cells").open("w", encoding="utf-8", newline="") as file:
            for line, cells in islice(read_rows(path, separator), most or None):
                file.write("\0".join((*cells, "")))
                places.extend((line, len(cells)))
    except TooWide:
        said["is_too_wide"] = True
        raise
    finally:
        write_numbers(folder / "places.npy", places)


def _guarded(path: Path, file: TextIO) -> Iterator[str]:
    for number in count(1):
        line = file.readline(LARGEST_VALUE + 2)
        if not line:
            return
        if len(line) > LARGEST_VALUE and not line.endswith(("\n", "\r")):
            raise BadFile(
                trf(
                    "line-too-long",
                    "This line is longer than {largest_value:,} characters. Shorten it.",
                    largest_value=LARGEST_VALUE,
                ),
                number,
            )
        if "\0" in line:
            message = trf(
                "nul-in-csv", "This line contains a NUL character: it is not plain text. Save the file as CSV in UTF-8."
            )
            raise nul_error(path, number, message)
        yield line


def first_twice(names: Sequence[str]) -> str | None:
    """Return the first name that appears again; None if each appears once."""
    counts = Counter(names)
    return next((name for name in names if counts[name] > 1), None)


def blocks_of(path: Path) -> Iterator[tuple[Sequence[int], list[str]]]:
    """Yield the lines of a file that are not blank, many at a time: their numbers, and their texts.

    A sheet of a workbook has lines of CSV. Raises BadFile behind the lines before what is wrong. Memory is that
    of a block of `LARGEST_BLOCK` characters, or of the longest line.
    """
    if is_in_workbook(path):
        lines = lines_of_sheet(path)
        while block := list(islice(lines, _ROWS)):
            yield [line for line, _ in block], [text for _, text in block]
        return
    if is_read_here(path):
        yield from read_lines(path)
        return
    with answered("lines", path) as answer:
        numbers, at = answer.numbers("numbers.npy"), 0
        for texts in answer.pieces("lines", "\n"):
            of = numbers[at : at + len(texts)]
            first, last, at = int(of[0]), int(of[-1]), at + len(texts)
            yield range(first, last + 1) if last - first + 1 == len(texts) else of.tolist(), texts
        answer.check()


def write_lines(path: Path, folder: Path, said: Said) -> None:  # noqa: ARG001 - all is in the files
    """Write the lines that are not blank, and their numbers."""
    numbers = array("q")
    try:
        with (folder / "lines").open("w", encoding="utf-8", newline="") as file:
            for of, texts in read_lines(path):
                file.write("\n".join((*texts, "")))
                numbers.extend(of)
    finally:
        write_numbers(folder / "numbers.npy", numbers)


def read_lines(path: Path) -> Iterator[tuple[Sequence[int], list[str]]]:
    """Yield the lines of a file that are not blank, many at a time: their numbers, and their texts.

    What is wrong with a file is raised behind the lines before it. Memory is that of a block of
    `LARGEST_BLOCK` characters, or of the longest line.
    """
    number = 0  # of the last line that was yielded
    try:
        with file_errors(), open_text(path, newline=None) as file:
            for texts in _whole_lines(file):
                block = _filled(number + 1, texts)
                if block[1]:
                    yield block
                number += len(texts)
        return
    except (BadFile, UnicodeDecodeError):
        pass  # is met again, behind the lines before it
    for line, text in _lines_singly(path):
        if line > number and text and not text.isspace():
            yield [line], [text]


def _whole_lines(file: TextIO) -> Iterator[list[str]]:
    """Yield the lines of a file, many at a time; raises BadFile where one of them may be refused."""
    size, begun = SMALLEST_BLOCK, list[str]()
    while part := file.read(size):
        begun.append(part)
        if "\n" in part:
            *texts, rest = "".join(begun).split("\n")
            begun = [rest]
            _check_lines(texts)
            yield texts
        elif sum(map(len, begun)) > LARGEST_VALUE:
            break
        size = min(2 * size, LARGEST_BLOCK)
    last = "".join(begun)
    _check_lines([last])
    yield [last]


def _check_lines(texts: Sequence[str]) -> None:
    if len(max(texts, key=len)) >= LARGEST_VALUE or "\0" in "".join(texts):
        raise BadFile(trf("line-unreadable", "One of these lines cannot be read."))


def _filled(first: int, texts: list[str]) -> tuple[Sequence[int], list[str]]:
    """Return numbers and texts of those lines that are not blank."""
    if all(texts) and not any(map(str.isspace, texts)):
        return range(first, first + len(texts)), texts
    if not any(texts):
        return [], []
    kept = [bool(text) and not text.isspace() for text in texts]
    return list(compress(range(first, first + len(texts)), kept)), list(compress(texts, kept))


def _lines_singly(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of every line up to the first that cannot be read, which raises BadFile."""
    with file_errors(), open_text(path, newline=None) as file:
        number = 0
        try:
            while line := file.readline(LARGEST_VALUE + 1):
                number += 1
                if len(line) > LARGEST_VALUE:
                    raise BadFile(
                        trf(
                            "line-too-long",
                            "This line is longer than {largest_value:,} characters. Shorten it.",
                            largest_value=LARGEST_VALUE,
                        ),
                        number,
                    )
                if "\0" in line:
                    message = trf("nul-in-line", "This line contains a NUL character: it is not plain text.")
                    raise nul_error(path, number, message)
                yield number, line.strip("\n")
        except UnicodeDecodeError as error:
            raise utf8_error(path) from error


def text_of(path: Path) -> str:
    """Return a whole file as one text, with line feeds at the ends of its lines. BadFile for a very long one."""
    if is_read_here(path) or is_in_workbook(path):
        return _read_text(path)
    with answered("text", path) as answer:
        answer.check()
        with (answer.folder / "text").open(encoding="utf-8", newline="") as file:
            return file.read()


def _read_text(path: Path) -> str:
    with file_errors(), open_text(path, newline=None) as file:
        try:
            text = file.read(LARGEST_TEXT)
            if file.read(1):
                raise BadFile(
                    trf(
                        "document-too-long",
                        "The text is longer than {largest_value:,} characters. Split it.",
                        largest_value=LARGEST_TEXT,
                    )
                )
        except UnicodeDecodeError as error:
            raise utf8_error(path) from error
    return text


def write_text(path: Path, folder: Path, said: Said) -> None:  # noqa: ARG001 - all is in the file
    """Write a whole file as one text in UTF-8."""
    text = _read_text(path)
    with (folder / "text").open("w", encoding="utf-8", newline="") as file:
        file.write(text)


def open_bytes(path: Path) -> BinaryIO:
    """Open a file for reading, unpacking it if its name says that it is compressed.

    Raises NotRegularError for a pipe or a device, and BadFile for an archive of several files.
    """
    if path.suffix not in PACKED:
        return open_regular(path)
    check_regular(path)
    if path.suffix == ".zip":
        return _open_member(path)
    module = import_module({".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}[path.suffix])
    return cast("BinaryIO", module.open(path))


def _open_member(path: Path) -> BinaryIO:
    """Open the only file in a ZIP archive, whose name has the ending of that file before .zip."""
    import zipfile  # in the child only

    try:
        with zipfile.ZipFile(path) as packed:
            names = [one for one in packed.namelist() if not one.endswith("/") and not one.startswith("__MACOSX/")]
            if len(names) != 1:
                raise BadFile(PACKED_FILES)
            if Path(names[0]).suffix != Path(path.stem).suffix:
                name = Path(names[0]).name
                raise BadFile(
                    trf(
                        "zip-other-name",
                        "The file in this archive is called {name}. Call the archive {name2}, to say what it is.",
                        name=shown(name),
                        name2=shown(f"{name}.zip"),
                    )
                )
            return cast("BinaryIO", packed.open(names[0]))
    except (NotImplementedError, RuntimeError) as error:  # of an unknown kind, or with a password
        raise BadFile(PACKED_FILES) from error


@contextmanager
def open_text(path: Path, *, newline: str | None = "") -> Iterator[TextIO]:
    """Open a UTF-8 file for reading, unpacking a compressed one; BadFile for what is not a file.

    A sheet of a workbook is read as CSV.
    """
    if is_in_workbook(path):
        yield StringIO("\n".join(text for _, text in lines_of_sheet(path)))
        return
    with TextIOWrapper(open_bytes(path), encoding="utf-8-sig", newline=newline) as file:
        yield file


def _sentence(problem: str) -> Sentence:
    if "field larger" in problem:
        return trf(
            "csv-cell-too-long",
            "A cell that begins in this row is longer than {largest_value:,} characters. Shorten "
            "it, or close the quotation mark that it begins with.",
            largest_value=LARGEST_VALUE,
        )
    if "unexpected end" in problem:
        return trf(
            "csv-quote-open",
            'The quotation mark (") that opens a cell of this row is never closed. Close it, or double it.',
        )
    return trf(
        "csv-quote-inside",
        'A quotation mark (") inside a quoted cell must be doubled, and nothing may follow the last one.',
    )


def head_of(path: Path) -> bytes:
    """Return the first bytes of a file, unpacked if it is compressed. Raises BadFile."""
    if path.suffix not in PACKED or is_child():
        with file_errors(), open_bytes(path) as file:
            return file.read(HEAD)
    with answered("head", path) as answer:
        answer.check()
        return str(answer.said["head"]).encode("latin-1")


def not_text_in(path: Path) -> Sentence | None:
    """Return what a file is that is not text, and what to do; None if it may be text, or cannot be read."""
    if is_in_workbook(path):
        return None
    try:
        head = head_of(path)
        if is_child() or not head.startswith(ZIP):
            return not_text(head, path)
        with answered("head", path) as answer:
            answer.check()
            kind = answer.said["kind"]
            return None if kind is None else Sentence(kind[0], kind[1])
    except BadFile:
        return None


def write_head(path: Path, folder: Path, said: Said) -> None:  # noqa: ARG001 - it is short
    """Say the first bytes of a file, and what it is if that is not text."""
    head = head_of(path)
    kind = not_text(head, path)
    said["head"] = head.decode("latin-1")
    said["kind"] = None if kind is None else [kind, kind.code]


def check_text(path: Path) -> None:
    """Raise BadFile for a file that is not text."""
    if what := not_text_in(path):
        raise BadFile(what)


def nul_error(path: Path, line: int, sentence: Sentence) -> BadFile:
    """Say what a file is that is not text; else the sentence, which is about a line with a NUL in it."""
    what = not_text_in(path)
    return BadFile(what) if what else BadFile(sentence, line)


def utf8_error(path: Path) -> BadFile:
    """Say what a file is that is not text; else find the first byte that is not UTF-8.

    The text layer knows it within its own chunk only.
    """
    offset, lines, carried = 0, 1, b""
    with open_bytes(path) as file:
        head = file.read(HEAD)
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return BadFile(UTF_16, 1)
        if what := not_text_in(path):
            return BadFile(what)
        file.seek(0)
        while chunk := file.read(_CHUNK):
            data = carried + chunk
            try:
                data.decode("utf-8")
                carried = b""
            except UnicodeDecodeError as error:
                if error.start < len(data) - 3:
                    lines += _line_ends(data[: error.start])
                    at, byte = offset + error.start + 1, data[error.start]
                    break
                carried = data[error.start :]
            done = len(data) - len(carried)
            lines += _line_ends(data[:done])
            offset += done
        else:
            at, byte = offset + 1, carried[0]
    return BadFile(
        trf(
            "not-utf-8",
            "Byte {at:,} of the file (0x{byte:02X}) is not UTF-8. Save the file as UTF-8.",
            at=at,
            byte=byte,
        ),
        lines,
    )


def _line_ends(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
