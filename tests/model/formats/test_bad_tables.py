"""Every malformed folder gives one clear sentence with its place, and nothing of it is stored."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import record
from recorded_findings import BAD

from jurybox.collection.file import create, open_writing
from jurybox.errors import Refused
from jurybox.formats.imports import prepare

EXPECTED = {
    key.removeprefix("bad "): [row for row in rows if row[0] != "note"]
    for key, rows in record.read("findings").items()
    if key.startswith("bad ")
}
"""What was recorded of each folder: severity, code, file, line and sentence."""


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
        assert [[f.severity, f.code, f.file, f.line, f.sentence] for f in told] == expected
        assert len(told) == 1
        if told[0].severity == "error":
            assert (prepared.report.ok, prepared.report.errors) == (False, 1)
            assert f"error: {told[0]}" in prepared.report.lines()
            db.execute("BEGIN IMMEDIATE")
            with pytest.raises(Refused, match="Nothing was stored"):
                prepared.store(db)
            db.execute("COMMIT")
    assert path.read_bytes() == before


def test_every_folder_is_expected() -> None:
    assert {folder.name for folder in BAD.iterdir() if folder.is_dir()} == set(EXPECTED)
    assert sum(rows[0][0] == "error" for rows in EXPECTED.values()) >= 45
