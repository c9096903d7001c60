"""Every malformed folder gives one clear sentence with its place, and nothing of it is stored."""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from jurybox.collection.file import create, open_writing
from jurybox.errors import Refused
from jurybox.formats.imports import prepare

BAD = Path(__file__).parents[2] / "support" / "bad"

with (BAD / "expected.csv").open(encoding="utf-8", newline="") as _file:
    EXPECTED = {row["folder"]: row for row in csv.DictReader(_file)}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """One empty collection for all cases: none of them may change it."""
    path = tmp_path_factory.mktemp("empty") / "c.jury"
    create(path)
    with closing(open_writing(path)) as db:
        yield path, db


@pytest.mark.parametrize("folder", EXPECTED)
def test_one_sentence_names_file_and_line(folder: str, empty: tuple[Path, sqlite3.Connection]) -> None:
    path, db = empty
    before, expected = path.read_bytes(), EXPECTED[folder]
    with prepare([BAD / folder], as_format="tables", into=path) as prepared:
        told = [found for found in prepared.report.findings if found.severity != "note"]
        assert [(f.severity, f.place, f.sentence) for f in told] == [
            (expected["severity"], expected["place"], expected["sentence"])
        ]
        if expected["severity"] == "error":
            assert (prepared.report.ok, prepared.report.errors) == (False, 1)
            assert f"error: {told[0]}" in prepared.report.lines()
            db.execute("BEGIN IMMEDIATE")
            with pytest.raises(Refused, match="Nothing was stored"):
                prepared.store(db)
            db.execute("COMMIT")
    assert path.read_bytes() == before


def test_every_folder_is_expected() -> None:
    assert {folder.name for folder in BAD.iterdir() if folder.is_dir()} == set(EXPECTED)
    assert sum(row["severity"] == "error" for row in EXPECTED.values()) >= 45
