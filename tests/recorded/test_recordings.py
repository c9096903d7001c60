"""The program does what it was recorded to do: `tests/support/record.py` says how, and records anew."""

import copy
import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
import record
from finding_codes import codes
from recorded_files import VERSIONS, first_scores, jurybox, unpacked
from recorded_ratios import ratios_in

NAMES = ("findings", "lists", "demos", "campaigns", "files", "words")
SOON: dict[str, Callable[[str], bool]] = {
    "findings": lambda key: key.startswith(("bad a", "example ")) or key.endswith(" 7"),
    "lists": lambda key: True,
    "demos": lambda key: key.endswith(
        (": score --format table", "series: score --format json", "labels --format json")
    ),
    "campaigns": lambda key: key in {"seed 3", "seed 11"},
    "files": lambda key: key.startswith(("version series-version1", "handouts")),
}
"""The entries that are compared in the suite; the sweep compares all."""
BLOCKS = 8


def keys_of(name: str) -> list[str]:
    return list(record.recordings()[name].names())


def check(name: str, keys: list[str]) -> None:
    """Compare entries; fail with what differs, and with what to do."""
    found = list(islice(record.differences(name, keys), 30))
    assert not found, "python tests/support/record.py --write " + name + " records this:\n" + "\n".join(found)


@pytest.mark.parametrize("name", SOON)
def test_some_of_what_was_recorded_is_so(name: str) -> None:
    keys = [key for key in keys_of(name) if SOON[name](key)]
    assert keys
    check(name, keys)


@pytest.mark.sweep
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("name", NAMES)
def test_all_that_was_recorded_is_so(name: str, block: int) -> None:
    keys = keys_of(name)
    size = -(-len(keys) // BLOCKS)
    check(name, keys[block * size : (block + 1) * size])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_recorded_that_is_not_there_any_more(name: str) -> None:
    now = [key for key in keys_of(name) if not record.is_beside(key)]
    assert [key for key in record.read(name) if not record.is_beside(key)] == now


def test_every_code_of_a_finding_is_recorded() -> None:
    assert record.read("lists")["finding codes"] == dict(codes())


@pytest.mark.parametrize(
    ("then", "now", "told"),
    [
        (0.5, 0.5 + 1e-13, []),
        (0.5, 0.5 + 1e-11, [": was 0.5, is 0.50000000001"]),
        (0.123456, 0.123456 - 1e-16, []),
        (0.00005, 0.00005 - 1e-13, [": was 5e-05, is 4.99999e-05"]),
        (3, 3.0, [": was 3, is 3.0"]),
        (True, 1, [": was True, is 1"]),
        (None, 0.0, [": was None, is 0.0"]),
        ("Scores", "Score", [": was 'Scores', is 'Score'"]),
        ({"a": [1, 2]}, {"a": [1, 3]}, [", a, 2: was 2, is 3"]),
        ({"a": 1}, {"b": 1}, [", a: was 1, is 'nothing'", ", b: was 'nothing', is 1"]),
        (["x"], ["x", "y"], [", 2: was 'nothing', is 'y'"]),
    ],
)
def test_what_differs_is_named_with_its_place(then: Any, now: Any, told: list[str]) -> None:
    found = list(record.compared(then, now))
    assert len(found) == len(told)
    assert all(one.startswith(said[:20]) for one, said in zip(found, told, strict=True))


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where texts and numbers are in a value."""
    if isinstance(value, dict):
        return [found for key in value for found in places(value[key], (*place, key))]
    if isinstance(value, list):
        return [found for at, one in enumerate(value) for found in places(one, (*place, at))]
    return [place] if isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != "" else []


@pytest.mark.parametrize("name", NAMES)
def test_one_character_that_changes_anywhere_is_found(name: str) -> None:
    """In a score, a finding, the label of a table, a painted word: one character or digit at a time."""
    for key, value in islice(record.read(name).items(), 0, None, 97 if name == "findings" else 29):
        for place in places([value])[::211]:
            changed = copy.deepcopy([value])
            holder = changed
            for part in place[:-1]:
                holder = holder[part]
            old = holder[place[-1]]
            holder[place[-1]] = f"{old[:-1]}{chr(ord(old[-1]) ^ 1)}" if isinstance(old, str) else old + 1
            assert len(list(record.compared([value], json.loads(json.dumps(changed))))) == 1, (name, key, place)


@pytest.mark.parametrize("demo", ["community", "series", "validation"])
@pytest.mark.sweep
def test_scores_of_the_first_release_are_still_printed(demo: str, tmp_path: Any) -> None:
    """A measure is still called as it was then, or by another name; its scores are those of then."""
    path = unpacked(VERSIONS / f"{demo}-version1.jury.gz", tmp_path)
    then = list(first_scores(demo))
    measures = list(dict.fromkeys(measure for _, measure, _ in then))
    asked = [word for one in measures for word in ("--measure", one)]
    table = jurybox("score", path, *asked).splitlines()
    heads = table[0].split()
    now = {
        (row[0], head): cell
        for row in map(str.split, table[1:])
        for head, cell in zip(heads[1:], row[1:], strict=False)
    }
    assert len(then) > 20
    assert [(run, one, cell, now.get((run, one))) for run, one, cell in then if now.get((run, one)) != cell] == []


def test_ratios_are_read_as_benchmarks_print_them() -> None:
    printed = "T1  p99 commit / plain: 1.23  (target <= 1.5)  met\nelse\nT12a  key: 3.00  (target >= 2)  NOT MET\n"
    assert ratios_in(printed) == [
        ("T1", "p99 commit / plain", "1.23", "<=", "1.5", "met"),
        ("T12a", "key", "3.00", ">=", "2", "NOT MET"),
    ]
