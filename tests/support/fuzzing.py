"""Files like good ones, with something wrong in their structure: what a reader of any format may meet.

A mutation knows lines, fields and JSON: it puts odd values where a reader expects a name or a number. The
same number gives the same file on every computer.
"""

import copy
import json
import random
from pathlib import Path
from typing import Any

from jurybox.collection.staging import Staging
from jurybox.errors import Refused
from jurybox.formats.imports import prepare
from jurybox.formats.read_options import ReadOptions
from jurybox.formats.registry import FORMATS
from jurybox.formats.source_files import FormatImport

SEEDS: dict[str, bytes] = {name: known.example[1].encode() for name, known in FORMATS.items() if known.read}
"""A good file of each format that is read."""

ODD_VALUES: tuple[Any, ...] = (
    None, True, [], {}, "", " ", [[]], [{}], {"a": {}}, 0, -1, 10**30, 1e308, float("nan"), float("-inf"),
    "\ud800", "\0", "\x1f", "NIL", "null", "x" * 5_000, "é\u2028", ["a", 1], {"id": []}, "1e999", "٣",
)  # fmt: skip
ODD_FIELDS = (
    b"", b" ", b"NIL", b"-1", b"1e999", b"nan", b"9" * 400, b"\xff", b"\0", b"\x1f", b'"', b"''",
    b"\xe2\x80\xa8", b"null", b"0x10", b"1_000", "٣".encode(), b"\xed\xa0\x80", b"<", b"&x;", b"]]>", b"{",
    b"x" * 3_000, b"_", b"#",
)  # fmt: skip
SEPARATORS = (b"\t", b",", b" ", b"|", b"=", b">")


def mutated(name: str, number: int) -> bytes:
    """Return the broken file of a format with this number."""
    dice, data = random.Random(f"{name} {number}"), SEEDS[name]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        data = _one(dice, data)
    return data


def _one(dice: random.Random, data: bytes) -> bytes:
    if data.lstrip()[:1] in (b"{", b"[") and dice.random() < 0.7:
        changed = _json(dice, data)
        if changed is not None:
            return changed
    return dice.choice((_field, _field, _field, _line, _bytes))(dice, data)


def _json(dice: random.Random, data: bytes) -> bytes | None:
    """Replace, remove or double one node of JSON; None for what is none."""
    try:
        if data.lstrip()[:1] == b"{" and data.count(b"\n") > 1:
            lines = [json.loads(line) for line in data.splitlines() if line.strip()]
            changed = _node(dice, lines)
            if not isinstance(changed, list):
                return None
            return b"\n".join(json.dumps(one).encode() for one in changed) + b"\n"
        return json.dumps(_node(dice, json.loads(data))).encode()
    except ValueError:
        return None


def _node(dice: random.Random, value: Any) -> Any:
    value = copy.deepcopy(value)
    places: list[tuple[Any, Any]] = []

    def walk(one: Any) -> None:
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        for key in keys:
            places.append((one, key))
            walk(one[key])

    walk(value)
    if not places:
        return dice.choice(ODD_VALUES)
    holder, key = dice.choice(places)
    what = dice.random()
    if what < 0.7:
        holder[key] = copy.deepcopy(dice.choice(ODD_VALUES))
    elif what < 0.8:
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[dice.choice(("id", "name", "\ud800", ""))] = copy.deepcopy(holder[key])
    return value


def _field(dice: random.Random, data: bytes) -> bytes:
    """Replace, remove, double or swap one field of one line."""
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    separator = dice.choice([one for one in SEPARATORS if one in lines[at]] or [b" "])
    fields = lines[at].split(separator)
    where, what = dice.randrange(len(fields)), dice.randrange(6)
    if what < 3:
        fields[where] = dice.choice(ODD_FIELDS)
    elif what == 3:
        del fields[where]
    elif what == 4:
        fields.insert(where, fields[dice.randrange(len(fields))])
    else:
        other = dice.randrange(len(fields))
        fields[where], fields[other] = fields[other], fields[where]
    lines[at] = separator.join(fields)
    return b"\n".join(lines)


def _line(dice: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    what = dice.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, lines[other])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(at, dice.choice(ODD_FIELDS))
    return dice.choice((b"\n", b"\r\n", b"\n")).join(lines)


def _bytes(dice: random.Random, data: bytes) -> bytes:
    at = dice.randrange(len(data) + 1)
    end = min(len(data), at + dice.choice((0, 1, 1, 4)))
    return data[:at] + dice.choice((*ODD_FIELDS, dice.randbytes(2))) + data[end:]


class Reader:
    """Reads files as a format, many into one staging database: nothing between rows is looked at."""

    def __init__(self, name: str, folder: Path) -> None:
        self._format = FORMATS[name]
        self._path = folder / self._format.example[0]
        self._staging = Staging()

    def close(self) -> None:
        """Throw away what was read."""
        self._staging.close()

    def read(self, data: bytes) -> str:
        """Return the refusal of a file, "" if there is none; any other error is raised."""
        self._path.write_bytes(data)
        assert self._format.read
        try:
            self._format.read(FormatImport(self._staging, ReadOptions()), [self._path])
        except Refused as error:
            return str(error)
        return ""

    def prepare(self, data: bytes) -> str:
        """Do the same with all that an import does before it stores anything."""
        self._path.write_bytes(data)
        try:
            with prepare([self._path], as_format=self._format.name) as prepared:
                str(prepared.report)
        except Refused as error:
            return str(error)
        return ""
