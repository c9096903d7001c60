"""The text of a JSON file, record by record: an array of objects, one object, or one object on each line."""

import codecs
import json
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, BinaryIO

from jurybox.formats.bad_files import BadFile, file_errors
from jurybox.formats.child_reader import Said
from jurybox.formats.delimited import check_text, open_bytes
from jurybox.language import trf

LARGEST_JSON = 500_000_000
"""Characters of the longest record."""
PIECE = 1 << 20
"""Bytes read at once: many records, or a part of one."""
_DEEPEST = 200
"""Levels of lists and objects in each other; the stack of a thread may be too small for more."""
_TOO_DEEP = trf("json-too-deep", "Lists or objects are nested too deeply.")
_LONGEST_TOKEN = 16
"""A record cut off within this many characters of the end of the buffer is not an error of the file."""
_MARK = "\ufeff"
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def read_records(path: Path) -> Generator[tuple[int, str, Any]]:
    """Yield line, text and value of each record, whichever of the three shapes a file has, as it is read.

    Raises BadFile for what is not JSON in UTF-8, with the line; a record that is not an object comes too.
    """
    check_text(path)
    with file_errors(), open_bytes(path) as file:
        text = _JsonText(file)
        first, line = text.next(), text.line
        if first not in ("", "[", "{"):
            raise BadFile(
                trf("json-no-list", "This is not JSON: it begins neither with a list nor with an object."), line
            )
        listed = text.skip("[")
        while text.next() and not (listed and text.next() == "]"):
            line = text.line
            yield line, *text.value()
            if not text.skip(",") and listed and text.next() != "]":
                raise BadFile(
                    trf("json-list-broken", "The list ends without a closing bracket (]), or lacks a comma."), line
                )
        if listed and not text.skip("]"):
            raise BadFile(trf("json-list-open", "The list ends without a closing bracket (])."), line)
        if text.next():
            raise BadFile(trf("json-after-list", "There is more after the end of the list. Remove it."), line)


def write_records(path: Path, folder: Path, said: Said) -> None:  # noqa: ARG001 - all is in the file
    """Write each record on a line: its own line in the file, and its text."""
    with (folder / "records").open("w", encoding="utf-8", newline="") as file:
        for line, text, _ in read_records(path):
            file.write(f"[{line},{text.replace(chr(10), ' ')}]\n")  # JSON has these between values only


class _JsonText:
    """The text of a file from a position on.

    Only a part of it, and the record that begins there, is in memory.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._bytes = self._at = self._counted = 0
        self._line = 1
        self._held, self._more = "", True
        while self._more and not self._held:
            self._read()
        self._at = int(self._held.startswith(_MARK))

    @property
    def line(self) -> int:
        """The line of the place."""
        self._line += self._held.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def next(self) -> str:
        """Go to the next character that is no blank, and return it; "" at the end."""
        while True:
            found = _SPACE.match(self._held, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._held) or not self._more:
                return self._held[self._at : self._at + 1]
            self._read()

    def skip(self, character: str) -> bool:
        """Go behind the next character that is no blank if it is this one; return whether it is."""
        is_next = self.next() == character
        self._at += is_next
        return is_next

    def value(self) -> tuple[str, Any]:
        """Return text and value of what begins at the place, and go behind it."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if not self._may_go_on(error):
                    before = self._held[self._at : error.pos].rstrip()  # where what is met does not belong
                    line = self.line + before.count("\n")
                    raise BadFile(
                        trf("json-broken", "This is not JSON ({msg}). Repair it.", msg=error.msg), line
                    ) from error
            except RecursionError as error:
                raise BadFile(_TOO_DEEP, self.line) from error
            except ValueError as error:
                raise BadFile(trf("json-number-too-long", "A number has too many digits."), self.line) from error
            else:
                if end + _LONGEST_TOKEN < len(self._held) or not self._more:  # a number may continue
                    if _is_too_deep(value):
                        raise BadFile(_TOO_DEEP, self.line)
                    start, self._at = self._at, end
                    return self._held[start:end], value
            self._read()

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        """Return whether a value may be right with what follows in the file."""
        is_at_end = error.pos + _LONGEST_TOKEN > len(self._held) or error.msg.startswith("Unterminated")
        return self._more and is_at_end

    def _read(self) -> None:
        """Hold more of what follows: at least as much again, so that a long record is not read too often."""
        self._line, self._held = self.line, self._held[self._at :]
        self._at = self._counted = 0
        if len(self._held) > LARGEST_JSON:
            too_long = trf(
                "json-record-too-long", "This record is longer than {largest:,} characters.", largest=LARGEST_JSON
            )
            raise BadFile(too_long, self._line)
        data = self._file.read(max(PIECE, len(self._held)))
        self._more = bool(data)
        try:
            self._held += self._decode(data, final=not data)
        except UnicodeDecodeError as error:
            start = self._bytes - len(error.object) + len(data) + error.start
            line = self._line + self._held.count("\n") + error.object.count(b"\n", 0, error.start)
            message = trf(
                "not-utf-8-json", "Byte {start:,} of the file is not UTF-8. Save the file as UTF-8.", start=start + 1
            )
            raise BadFile(message, line) from error
        self._bytes += len(data)


def _is_too_deep(value: object) -> bool:
    """Return whether lists and objects are in each other too many times for what reads them."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, list | dict)
            for inner in (one if isinstance(one, list) else one.values())
        ]
        if not level:
            return False
    return True
