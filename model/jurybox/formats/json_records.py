"""Reading JSON record by record: an array of objects, one object, or one object on each line."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from jurybox.collection.findings import printable
from jurybox.formats.delimited import BadFile, file_errors, open_bytes
from jurybox.formats.exports import RowSum, check_same
from jurybox.language import grouped, tr
from jurybox.lists import and_more

LARGEST_JSON = 500_000_000
_LOOKED_AT = 4_096
_MOST_NAMED = 12
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()

Record = dict[str, Any]


def records_of(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line, value) of each record, whichever of the three shapes a file has.

    Raises BadFile for what is not JSON in UTF-8, with the line; a record that is not an object comes too.
    """
    text = _text_of(path)
    at, line, done = _after_space(text, 0), 1, 0
    if text[at : at + 1] not in ("", "[", "{"):
        raise BadFile(tr("This is not JSON: it begins neither with a list nor with an object."), line)
    listed = text[at : at + 1] == "["
    at += listed
    while True:
        at = _after_space(text, at)
        if (listed and text[at : at + 1] == "]") or at == len(text):
            break
        line, done = line + text.count("\n", done, at), at
        value, at = _value(text, at, line)
        yield line, value
        at = _after_space(text, at)
        if text[at : at + 1] == ",":
            at += 1
        elif listed and text[at : at + 1] != "]":
            raise BadFile(tr("The list ends without a closing bracket (]), or lacks a comma."), line)
    if listed and at == len(text):
        raise BadFile(tr("The list ends without a closing bracket (])."), line)
    if _after_space(text, at + listed) != len(text):
        raise BadFile(tr("There is more after the end of the list. Remove it."), line)


def first_record(path: Path) -> Record:
    """Return the first record of a file that begins as JSON does; an empty one if it has none."""
    if not path.is_file() or not _begins_as_json(path):
        return {}
    try:
        _, value = next(records_of(path), (0, None))
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
    def sentence(self) -> str:
        """Return which fields are left out, and of how many records each; "" if there is none."""
        listed = [
            f"{printable(name)} ({grouped(count)})" for name, count in self._counts.most_common(_MOST_NAMED)
        ]
        named = and_more(listed, len(self._counts) - len(listed))
        return tr("Fields that are left out: {named}.", named=named) if listed else ""


def text_under(record: Record, *names: str) -> str | None:
    """Return what stands under the first of some names as a text; None where it is missing or no text.

    Whole numbers are given as they are written; other numbers are none, since an id such as 1.10 is lost
    once it was read as a number.
    """
    for name in names:
        value = record.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None


def _value(text: str, at: int, line: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise BadFile(tr("This is not JSON ({msg}). Repair it.", msg=error.msg), error.lineno) from error
    except RecursionError as error:
        raise BadFile(tr("Lists or objects lie too deep inside each other."), line) from error
    except ValueError as error:
        raise BadFile(tr("A number has too many digits."), line) from error


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _text_of(path: Path) -> str:
    with file_errors(), open_bytes(path) as file:
        data = file.read(LARGEST_JSON + 1)
    if len(data) > LARGEST_JSON:
        raise BadFile(
            tr("The file is larger than {largest_json:,} bytes. Split it.", largest_json=LARGEST_JSON)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = tr(
            "Byte {start:,} of the file is not UTF-8. Save the file as UTF-8.", start=error.start + 1
        )
        raise BadFile(message, line) from error


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
