"""Reading CSV and TSV strictly: every row with the line it begins in, every trouble with its place."""

import csv
import gzip
import math
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import count
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from jurybox.collection.schema import LARGEST_VALUE
from jurybox.disk import NotRegularError, open_regular
from jurybox.formats.not_text import HEAD, UTF_16, not_text
from jurybox.formats.workbooks import UnreadableWorkbook, is_in_workbook, lines_of_sheet, rows_of
from jurybox.language import Sentence, tr, trf

MOST_EXPANSION = 200
"""The greatest compression ratio of a file; runs and qrels have 5 to 40."""
EXPANDS_FREELY = 500_000
"""Bytes that any file may unpack to, however well it is packed."""
MOST_UNPACKED = 20_000_000_000
"""Bytes of the largest packed file, unpacked."""

_CHUNK = 1 << 20


class BadFile(Exception):  # noqa: N818 - it is caught and becomes a finding, never shown as an error
    """A file that cannot be read further: one sentence, and the line where that is."""

    def __init__(self, sentence: Sentence, line: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line

    @property
    def with_line(self) -> str:
        """The sentence, behind the line where there is one."""
        if self.line is None:
            return self.sentence
        return tr("Line {line:,}: {sentence}", line=self.line, sentence=self.sentence)


class DelimitedReader:
    """Yields (line, cells) for every row of a file, the header included; rows without cells are left out.

    `apostrophe` tells whether the row just read holds an apostrophe anywhere (see `jurybox.formats.tables`).
    Cells are apart by `separator`, by default as the file's name says; a sheet of a workbook has the numbers
    of its rows as lines. Raises BadFile for anything but UTF-8 text in rows and columns. Memory is that of
    the largest row.
    """

    def __init__(self, path: Path, separator: str = "") -> None:
        self.path = path
        self.separator = separator or _delimiter(path)
        self.apostrophe = False
        self._lines = 0

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        if is_in_workbook(self.path):
            yield from self._rows_of_sheet()
            return
        csv.field_size_limit(LARGEST_VALUE)
        start = 1
        with file_errors(), open_text(self.path) as file:
            reader = csv.reader(self._guarded(file), delimiter=self.separator, strict=True)
            try:
                for cells in reader:
                    if cells:
                        yield start, cells
                    self.apostrophe = False
                    start = reader.line_num + 1
            except csv.Error as error:
                raise BadFile(_sentence(str(error)), start) from error
            except UnicodeDecodeError as error:
                raise utf8_error(self.path) from error

    def _rows_of_sheet(self) -> Iterator[tuple[int, list[str]]]:
        with file_errors():
            for line, cells in rows_of(self.path):
                self.apostrophe = any("'" in cell for cell in cells)
                yield line, cells

    def _guarded(self, file: TextIO) -> Iterator[str]:
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
                    "nul-in-csv",
                    "This line contains a NUL character: it is not plain text. Save the file as CSV in UTF-8.",
                )
                raise nul_error(self.path, number, message)
            if "'" in line:
                self.apostrophe = True
            yield line


def _delimiter(path: Path) -> str:
    return "\t" if ".tsv" in path.suffixes[-2:] else ","


class _Unpacked(gzip.GzipFile):
    """A packed file that closes what it unpacks, and ends a bomb instead of unpacking it."""

    def __init__(self, path: Path) -> None:
        self._packed = open_regular(path)
        super().__init__(fileobj=self._packed, mode="rb")
        self._unpacked = 0

    def read1(self, size: int = -1) -> bytes:
        """Return some bytes; raises BadFile where they are more than a file of data comes to."""
        return self._counted(super().read1(size))

    def read(self, size: int | None = -1) -> bytes:
        """Return this many bytes. BadFile if there are more than in any data file."""
        if size is not None and 0 <= size <= _CHUNK:
            return self._counted(super().read(size))
        parts, left = list[bytes](), math.inf if size is None or size < 0 else size
        while left and (part := self._counted(super().read(int(min(left, _CHUNK))))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _counted(self, part: bytes) -> bytes:
        self._unpacked += len(part)
        if self._unpacked > MOST_UNPACKED or self._unpacked > max(EXPANDS_FREELY, MOST_EXPANSION * self._packed.tell()):
            raise BadFile(
                trf(
                    "unpacks-too-large",
                    "Unpacked, the file is more than {most_expansion} times as large, or larger than "
                    "{most_unpacked} GB. If it is no mistake, unpack it yourself and give that file.",
                    most_expansion=MOST_EXPANSION,
                    most_unpacked=MOST_UNPACKED // 10**9,
                )
            )
        return part

    def close(self) -> None:
        """Close the packed file, too."""
        super().close()
        self._packed.close()


def open_bytes(path: Path) -> BinaryIO:
    """Open a file for reading, unpacking it if its name ends in .gz.

    Raises NotRegularError for a pipe or a device; reading raises BadFile where a file unpacks to too much.
    """
    return cast("BinaryIO", _Unpacked(path)) if path.suffix == ".gz" else open_regular(path)


def is_bomb(path: Path) -> bool:
    """Return whether the first part of a packed file unpacks to more than a file of data comes to."""
    if path.suffix != ".gz":
        return False
    try:
        with open_bytes(path) as file:
            for _ in range(100):
                file.read(EXPANDS_FREELY)
    except BadFile:
        return True
    except (OSError, EOFError, zlib.error):
        pass
    return False


@contextmanager
def open_text(path: Path, *, newline: str | None = "") -> Iterator[TextIO]:
    """Open a UTF-8 file for reading, unpacking it if its name ends in .gz; BadFile for what is not a file.

    A sheet of a workbook is read as CSV.
    """
    if is_in_workbook(path):
        yield lines_of_sheet(path)
        return
    with TextIOWrapper(open_bytes(path), encoding="utf-8-sig", newline=newline) as file:
        yield file


@contextmanager
def file_errors() -> Iterator[None]:
    """Turn what may befall while a file is read into a sentence."""
    try:
        yield
    except UnreadableWorkbook as error:
        raise BadFile(Sentence(str(error), "workbook-unreadable")) from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile(
            trf("gzip-broken", "This is not a whole gzip file. Pack it again, or give the unpacked file.")
        ) from error
    except NotRegularError as error:
        raise BadFile(
            trf("not-a-file", "{thing}. Put a file in its place.", thing=str(error.strerror).capitalize())
        ) from error
    except IsADirectoryError as error:
        raise BadFile(
            trf("folder-not-file", "This is a folder, not a file. Move it away, or put the file in its place.")
        ) from error
    except OSError as error:
        raise BadFile(
            trf("file-unreadable", "It cannot be read ({reason}). Check its permissions.", reason=error.strerror)
        ) from error


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


def not_text_in(path: Path) -> Sentence | None:
    """Return what a file is that is not text, and what to do; None if it may be text, or cannot be read."""
    if is_in_workbook(path):
        return None
    try:
        with file_errors(), open_bytes(path) as file:
            return not_text(file.read(HEAD), path)
    except BadFile:
        return None


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
        if what := not_text(head, path):
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
