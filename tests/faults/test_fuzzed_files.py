"""Readers never crash: files with something wrong in their structure give findings or one sentence.

JURYBOX_FUZZ sets how many files the soak reads; it begins where JURYBOX_FUZZ_FROM says.
"""

import os
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from fuzzing import SEEDS, Reader, mutated

SLOWEST = 5.0
FOUND = (("pyevall", 47),)
"""What once led to a traceback, and stays in the suite."""


def read_many(folder: Path, first: int, count: int) -> Counter[str]:
    """Read so many files of every format, each 20th with all checks; return how many were refused."""
    refused = Counter[str]()
    for name in SEEDS:
        for start in range(first, first + count, 500):
            with closing(Reader(name, folder)) as reader:
                for number in range(start, min(start + 500, first + count)):
                    data, began = mutated(name, number), time.monotonic()
                    try:
                        told = reader.prepare(data) if number % 20 == 0 else reader.read(data)
                    except Exception as error:
                        error.add_note(f"format {name}, number {number}: {data[:2_000]!r}")
                        raise
                    assert time.monotonic() - began < SLOWEST, (name, number)
                    refused[name] += bool(told)
    return refused


def test_a_thousand_broken_files(tmp_path: Path) -> None:
    read_many(tmp_path, 0, 1_000 // len(SEEDS))


@pytest.mark.parametrize(("name", "number"), FOUND)
def test_what_was_found_stays_mended(tmp_path: Path, name: str, number: int) -> None:
    with closing(Reader(name, tmp_path)) as reader:
        reader.read(mutated(name, number))
        reader.prepare(mutated(name, number))


def test_a_mutation_changes_the_file_and_is_the_same_again() -> None:
    for name, seed in SEEDS.items():
        files = [mutated(name, number) for number in range(40)]
        assert files == [mutated(name, number) for number in range(40)]
        assert sum(data != seed for data in files) > 30


@pytest.mark.soak
def test_a_million_broken_files(tmp_path: Path) -> None:
    count = int(os.environ.get("JURYBOX_FUZZ", "1000000"))
    first = int(os.environ.get("JURYBOX_FUZZ_FROM", "100000"))
    began = time.process_time()
    read_many(tmp_path, first, count // len(SEEDS))
    print(f"{count:,} files, {count / (time.process_time() - began):,.0f} a second, no traceback")
