"""JSON is read record by record, a piece of the file at a time, wherever the pieces end."""

import json
from pathlib import Path
from typing import Any

import pytest

from jurybox.formats import json_text
from jurybox.formats.bad_files import BadFile
from jurybox.formats.json_records import first_record
from jurybox.formats.json_text import read_records

VALUES: list[Any] = [
    {"a": 12345, "b": -1.5e-07, "c": [True, None, {}]},
    {"é": 'a \\ "b" \u2028 \n', "回答": "𝄞 😀"},
    {},
    {"long": "x" * 40, "deep": [[[["y"]]]]},
]
ESCAPED, PLAIN = ([json.dumps(one, ensure_ascii=escaped) for one in VALUES] for escaped in (True, False))
SHAPES = {
    "lines": "\n".join(PLAIN) + "\n",
    "escaped lines": "\r\n\r\n".join(ESCAPED),
    "list": " [\n" + " ,\n".join(PLAIN) + "\n]\n ",
    "one line": "[" + ",".join(ESCAPED) + "]",
    "numbers": "[1234567, 12.5e3, -0.25, false, 12]",
    "nothing": " \n",
    "no record": "[ ]",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_of_any_size_give_the_same_records(tmp_path: Path, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, text = tmp_path / "x.json", SHAPES[shape]
    path.write_bytes(text.encode("utf-8-sig" if shape == "list" else "utf-8"))
    whole = [*read_records(path)]
    expected = json.loads(text) if text.strip().startswith("[") else VALUES if text.strip() else []
    assert [value for _, _, value in whole] == expected
    for size in range(1, 70):
        monkeypatch.setattr(json_text, "PIECE", size)
        assert [*read_records(path)] == whole, size


def test_the_line_of_a_record_is_where_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    path.write_text('\n[{"a":\n1},\n\n{"b": 2}, {"c": 3},\n4]', encoding="utf-8")
    for size in (1, 3, 7, 1000):
        monkeypatch.setattr(json_text, "PIECE", size)
        assert [line for line, _, _ in read_records(path)] == [2, 5, 5, 6]


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b'{"a": 1}\n{"a": 2,\n "b" 3}\n{"a": 4}\n', 3, "not JSON"),
        (b'{"a": 1}\n{"a": "new\nline"}\n', 2, "not JSON"),
        (b'{"a": 1}\n{"a": "\\q"}\n{"a": 4}\n', 2, "not JSON"),
        (b'{"a": 1}\n{"a": 2', 2, "not JSON"),
        (b'{"a": 1}\n{"a": 2\n{"a": 3}\n', 2, "not JSON"),
        (b'{"a": 1}\n{"a":\n\n{"a": 3}\n', 4, "not JSON"),
        (b'[{"a": 1,\n "b": [1, 2\n},\n{"a": 3}]\n', 2, "not JSON"),
        (b'[{"a": 1}\n{"a": 2}]', 1, "lacks a comma"),
        (b'[{"a": 1},\n', 1, "closing bracket"),
        (b'[{"a": 1}]\n{"a": 2}', 1, "more after the end"),
        (b'\xef\xbb\xbf{"a": 1}\n{"b": "\xff"}\n', 2, "Byte 20 of the file is not UTF-8"),
        (b'{"a": 1}\n{"b": "\xc3', 2, "Byte 17 of the file is not UTF-8"),
    ],
)
def test_a_fault_is_named_with_its_line_wherever_pieces_end(
    tmp_path: Path, data: bytes, line: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    for size in (1, 2, 5, 11, 1000):
        monkeypatch.setattr(json_text, "PIECE", size)
        with pytest.raises(BadFile, match=said) as raised:
            list(read_records(path))
        assert raised.value.line == line, size


def test_the_first_record_is_read_without_the_rest(tmp_path: Path) -> None:
    """Every format looks at it: what is behind it, however long, costs nothing, and can be anything."""
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a": 1}\n' + b" " * json_text.PIECE + b"\xff")
    assert first_record(path) == {"a": 1}


def test_a_record_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}\n{"b": "' + "x" * 1000, encoding="utf-8")
    monkeypatch.setattr(json_text, "PIECE", 50)
    monkeypatch.setattr(json_text, "LARGEST_JSON", 500)
    with pytest.raises(BadFile, match="This record is longer than 500 characters") as raised:
        list(read_records(path))
    assert raised.value.line == 2
