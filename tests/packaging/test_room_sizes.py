"""Rooms do not grow unnoticed: each is held to its row of `packaging/room_sizes.csv`, and 1 % more."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "packaging"))

from code_figures import (  # noqa: E402 - found after the path is set
    DECISIONS,
    GREW,
    SIZES,
    Size,
    grown,
    nodes_of,
    read_sizes,
    room_of,
    rooms,
    settled,
    unexplained,
    written,
)


@pytest.mark.sweep  # reading all modules takes seconds
def test_no_room_is_larger_than_its_row_allows() -> None:
    known = read_sizes(SIZES.read_text("utf-8"))
    assert len(known) > 30
    assert grown(rooms(ROOT), known) == []


def test_every_raised_row_has_its_reason() -> None:
    assert unexplained(read_sizes(SIZES.read_text("utf-8")), DECISIONS.read_text("utf-8")) == []


def test_nodes_are_counted_whatever_the_layout() -> None:
    plain = "def f(a, b):\n    return a + b\n"
    assert nodes_of(plain) == nodes_of("def f(\n    a, b,\n):\n    'What it does.'\n    # why\n    return a + b\n")
    assert nodes_of(plain) < nodes_of(plain.replace("a + b", "a + b + 1"))


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("model/jurybox/disk.py", "jurybox"),
        ("model/jurybox/collection/preflight/rules.py", "jurybox/collection"),
        ("gui/jurybox_gui/desks/judging/answer/desk.py", "jurybox_gui/desks"),
        ("tests/packaging/test_house.py", "tests"),
    ],
)
def test_a_file_has_a_room(path: str, room: str) -> None:
    assert room_of(Path(path)) == room


@pytest.mark.parametrize(("nodes", "fails"), [(999, False), (1010, False), (1011, True)])
def test_a_room_may_grow_by_one_percent(nodes: int, fails: bool) -> None:
    assert bool(grown({"a": nodes}, {"a": Size(1000)})) == fails
    assert grown({"new": 1}, {}) != []


@pytest.mark.parametrize(
    ("nodes", "held", "raised", "then"),
    [
        (900, Size(1000), False, Size(900)),
        (1005, Size(1000), False, Size(1000)),
        (1100, Size(1000), False, Size(1000)),
        (1100, Size(1000), True, Size(1100, 1000)),
        (1200, Size(1100, 1000), True, Size(1200, 1000)),
        (1050, Size(1100, 1000), False, Size(1050, 1000)),
        (990, Size(1100, 1000), False, Size(990)),
        (990, Size(1000), True, Size(990)),
    ],
)
def test_rows_are_lowered_and_only_raised_on_request(nodes: int, held: Size, raised: bool, then: Size) -> None:
    known = settled({"a": nodes}, {"a": held, "gone": Size(5)}, ["a"] if raised else [])
    assert known == {"a": then}
    assert read_sizes(written(known)) == known


def test_a_raised_row_without_a_reason_is_named() -> None:
    known = {"a": Size(1200, 1000), "b": Size(7)}
    line = "* `a`, 1,000 to 1,200: it reads one more format."
    assert unexplained(known, f"{GREW}\n\n{line}\n\n## Next\n") == []
    for text in (
        "",
        f"{GREW}\n\n## Next\n{line}\n",
        f"{GREW}\n* `a`, 1,000 to 1,200: \n",
        f"{GREW}\n* `b`, 7 to 8: so.\n",
    ):
        (sentence,) = unexplained(known, text)
        assert "* `a`, 1,000 to 1,200: ..." in sentence


def test_an_unknown_room_is_not_raised() -> None:
    with pytest.raises(SystemExit, match="There is no room b"):
        settled({"a": 1}, {}, ["b"])
