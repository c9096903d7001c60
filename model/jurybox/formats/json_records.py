"""JSON record by record: an array of objects, one object, or one object on each line."""

import json
from collections import Counter
from collections.abc import Collection, Generator, Iterable
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from jurybox.collection.findings import printable
from jurybox.formats.bad_files import BadFile
from jurybox.formats.child import answered
from jurybox.formats.delimited import head_of
from jurybox.formats.exports import RowSum, check_same
from jurybox.formats.json_text import read_records
from jurybox.language import Sentence, grouped, trf
from jurybox.lists import comma_list

_MOST_NAMED = 12
_MANY = 100

Record = dict[str, Any]


def records_of(path: Path) -> Generator[tuple[int, Any]]:
    """Yield (line, value) of each record, whichever of the three shapes a file has.

    Raises BadFile for what is not JSON in UTF-8, with the line; a record that is not an object comes too.
    """
    with answered("records", path) as answer:
        for texts in answer.pieces("records", "\n"):
            yield from map(json.loads, texts)
        answer.check()


def first_record(path: Path) -> Record:
    """Return the first record of a file that begins as JSON does; an empty one if it has none."""
    return next(iter(_first_records(path, 1)), {})


def first_fields(path: Path) -> set[str]:
    """Return the fields of the first records of a file together: some leave out what does not apply to them."""
    return {name for record in _first_records(path, _MANY) for name in record}


def _first_records(path: Path, count: int) -> list[Record]:
    """Return the first records of a file, as far as it can be read."""
    found = list[Record]()
    with suppress(BadFile, OSError):
        if path.is_file() and head_of(path).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
            with closing(records_of(path)) as records:
                found.extend(value if isinstance(value, dict) else {} for _, value in islice(records, count))
    return found


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
        listed = [f"{printable(name)} ({grouped(count)})" for name, count in self._counts.most_common()]
        named = comma_list(listed, _MOST_NAMED)
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


def plain_word(text: str) -> str:
    """Return a word of a fixed list as it is written there: small, with underscores between its parts."""
    return "_".join(text.lower().replace("-", " ").replace("_", " ").split())


def write_records(path: Path, records: Iterable[Record], *, listed: bool) -> int:
    """Write records as a list or line by line, and read them back."""
    wrote, read = RowSum(), RowSum()
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            _put_records(file, records, wrote, listed=listed)
        read.add([_line(value)] for _, _, value in read_records(path))
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
