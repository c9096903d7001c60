"""Reading JSON record by record: an array of objects, one object, or one object on each line."""

import codecs
import json
import re
from collections import Counter
from collections.abc import Collection, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from jurybox.collection.findings import printable
from jurybox.formats.delimited import BadFile, file_errors, not_text_in, open_bytes
from jurybox.formats.exports import RowSum, check_same
from jurybox.language import Sentence, grouped, trf
from jurybox.lists import and_more

LARGEST_JSON = 500_000_000
"""Characters of the longest record."""
PIECE = 1 << 20
"""Bytes read at once: many records, or a part of one."""
_LONGEST_TOKEN = 16
"""A record cut off within this many characters of the end of the buffer is not an error of the file."""
_MARK = "\ufeff"
_LOOKED_AT = 4_096
_MOST_NAMED = 12
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()

Record = dict[str, Any]


def records_of(path: Path) -> Generator[tuple[int, Any]]:
    """Yield (line, value) of each record, whichever of the three shapes a file has, as it is read.

    Raises BadFile for what is not JSON in UTF-8, with the line; a record that is not an object comes too.
    """
    if what := not_text_in(path):
        raise BadFile(what)
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
            yield line, text.value()
            if not text.skip(",") and listed and text.next() != "]":
                raise BadFile(
                    trf("json-list-broken", "The list ends without a closing bracket (]), or lacks a comma."), line
                )
        if listed and not text.skip("]"):
            raise BadFile(trf("json-list-open", "The list ends without a closing bracket (])."), line)
        if text.next():
            raise BadFile(trf("json-after-list", "There is more after the end of the list. Remove it."), line)


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

    def value(self) -> Any:  # noqa: ANN401 - whatever JSON has
        """Return the value that begins at the place, and go behind it."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if not self._may_go_on(error):
                    line = self.line + self._held.count("\n", self._at, error.pos)
                    raise BadFile(
                        trf("json-broken", "This is not JSON ({msg}). Repair it.", msg=error.msg), line
                    ) from error
            except RecursionError as error:
                raise BadFile(trf("json-too-deep", "Lists or objects are nested too deeply."), self.line) from error
            except ValueError as error:
                raise BadFile(trf("json-number-too-long", "A number has too many digits."), self.line) from error
            else:
                if end + _LONGEST_TOKEN < len(self._held) or not self._more:  # a number may continue
                    self._at = end
                    return value
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


def first_record(path: Path) -> Record:
    """Return the first record of a file that begins as JSON does; an empty one if it has none."""
    if not path.is_file() or not _begins_as_json(path):
        return {}
    try:
        with closing(records_of(path)) as records:
            _, value = next(records, (0, None))
    except (BadFile, OSError):
        return {}
    return value if isinstance(value, dict) else {}


def _begins_as_json(path: Path) -> bool:
    """Return whether the first character of a file that is no blank is a bracket or a brace."""
    try:
        with file_errors(), open_bytes(path) as file:
            return file.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    except BadFile:
        return False


class UnreadFields:
    """Counts the fields of records that a reader does not know, so that none is left out without a word."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, record: object, known: Collection[str], under: str = "") -> None:
        """Count the fields of a record that are none of those known; `under` is where the record is."""
        if isinstance(record, dict):
            self._counts.update(f"{under}{name}" for name in record if name not in known)

    @property
    def sentence(self) -> Sentence | None:
        """Return which fields are left out, and of how many records each; None if there are none."""
        listed = [f"{printable(name)} ({grouped(count)})" for name, count in self._counts.most_common(_MOST_NAMED)]
        named = and_more(listed, len(self._counts) - len(listed))
        return trf("json-fields-left-out", "Fields that are left out: {named}.", named=named) if listed else None


def text_under(record: Record, *names: str) -> str | None:
    """Return the value of the first of some names as a text; None if it is missing or not a text.

    Whole numbers are returned as written; other numbers are not accepted, since an id such as 1.10 is lost
    once it is read as a number.
    """
    for name in names:
        value = record.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None


def write_records(path: Path, records: Iterable[Record], *, listed: bool) -> int:
    """Write records as a list or line by line, and read them back."""
    wrote, read = RowSum(), RowSum()
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            _put_records(file, records, wrote, listed=listed)
        read.add([_line(value)] for _, value in records_of(path))
    except (BadFile, UnicodeEncodeError):
        read = RowSum()
    check_same(path, (wrote.count, wrote.digest()), (read.count, read.digest()))
    return wrote.count


def _put_records(file: TextIO, records: Iterable[Record], wrote: RowSum, *, listed: bool) -> None:
    file.write("[\n" if listed else "")
    for record in records:
        line = _line(record)
        file.write((",\n" if listed and wrote.count else "") + line + ("" if listed else "\n"))
        wrote.add([[line]])
    file.write("\n]\n" if listed else "")


def _line(record: Any) -> str:  # noqa: ANN401 - whatever is read back
    return json.dumps(record, ensure_ascii=False)
