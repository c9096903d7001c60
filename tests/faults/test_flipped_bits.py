"""Bits that a disk flips: `check` finds each that changes anything, and `rescue` never crashes.

JURYBOX_FLIPS sets how many the soak tries.
"""

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from forging import board

from jurybox.collection.check import check
from jurybox.collection.digests import DIGESTED
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.rescue import rescue
from jurybox.errors import Refused

Rows = dict[str, list[tuple[object, ...]]]


def rows_of(path: Path) -> Rows:
    tables = (*DIGESTED, "entry", "superseded")
    with closing(open_reading(path)) as db:
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def is_found(path: Path) -> str:
    """Return what opening or checking a file finds."""
    try:
        check_is_ours(path)
        with closing(open_reading(path)) as db:
            return " ".join(check(db))
    except (Refused, sqlite3.Error) as error:
        return str(error)


def flip_often(folder: Path, count: int) -> tuple[int, int, int]:
    """Flip one bit so often; return how often it was found, harmless, and too much for a rescue."""
    whole = board(folder / "whole.jury").read_bytes()
    before = rows_of(folder / "whole.jury")
    filled = [at for at in range(100, len(whole)) if whole[at]]
    dice, harmed = random.Random(count), folder / "harmed.jury"
    found = harmless = refused = 0
    for number in range(count):
        at = dice.choice(filled)
        harmed.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << dice.randrange(8))]) + whole[at + 1 :])
        if is_found(harmed):
            found += 1
        else:
            assert rows_of(harmed) == before, f"bit flip {number} at byte {at} changed something silently"
            harmless += 1
        target = folder / f"saved{number}.jury"
        try:
            told = rescue(harmed, target)
        except Refused:
            refused += 1
            assert not target.exists()
            continue
        assert is_found(target) == "", f"bit flip {number} at byte {at}: what was rescued is damaged"
        if told.is_whole and told.log_whole:
            assert rows_of(target) == before, f"bit flip {number} at byte {at}: said to be whole"
        target.unlink()
    return found, harmless, refused


def test_flipped_bits_are_found_and_rescued(tmp_path: Path) -> None:
    found, _, refused = flip_often(tmp_path, 25)
    assert found > 10
    assert refused < 20  # half of so small a file is the list of its tables, without which SQLite reads nothing


@pytest.mark.soak
def test_two_thousand_flipped_bits(tmp_path: Path) -> None:
    count = int(os.environ.get("JURYBOX_FLIPS", "2000"))
    found, harmless, refused = flip_often(tmp_path, count)
    print(f"{count:,} flips: {found:,} found, {harmless:,} change nothing, {refused:,} beyond a rescue")
