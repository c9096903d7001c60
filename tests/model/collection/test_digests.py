"""Digests: every byte of what was imported is looked after, also in files of an earlier version."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.digests import DIGESTED, add_digests, changed_rows, renew_digests, without_digest
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.demos import build_demo
from jurybox.session import open_session


def earlier(path: Path) -> Path:
    """Turn a collection into one of the version before digests."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE digest")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm002_digests'")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    assert check_is_ours(path).version == 1
    return path


def rows_of(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in DIGESTED}


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """Return a collection with a row in every table that is digested."""
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO document VALUES (1, 'd1', 'A text.', 'Title', NULL)")
        db.execute("INSERT INTO series (name, target) VALUES ('s', 'Louis Armstrong')")
        db.execute("INSERT INTO option (question, name, text) VALUES (1, 'a', 'yes')")
        db.execute("INSERT INTO run_time (run, question, seconds) VALUES (1, 1, 0.1)")
        db.execute("INSERT INTO assignment (assessor, question) VALUES (1, 1)")
        db.execute("INSERT INTO nugget (question, name, digest) VALUES (1, 'n', x'00')")
        db.execute("INSERT INTO instance (question, name, text) VALUES (1, 'i', 'trumpet')")
        add_digests(db)
        db.commit()
    return path


def test_every_column_of_every_table_is_looked_after(full: Path) -> None:
    with closing(sqlite3.connect(full)) as db:
        assert list(changed_rows(db)) == []
        for table, columns in DIGESTED.items():
            found = db.execute(f"PRAGMA table_info({table})").fetchall()
            assert [name for _, name, *_ in found if name != "id"] == columns.split(", "), table
            for _, column, kind, *_ in found:
                if column == "id":
                    continue
                other = {"TEXT": "'#other'", "BLOB": "x'0102'", "INTEGER": "77", "REAL": "0.7000000000000001"}
                db.execute("SAVEPOINT before")
                db.execute(f"UPDATE {table} SET {column} = {other[kind]} WHERE id = 1")
                assert list(changed_rows(db)), (table, column)
                db.execute("ROLLBACK TO before")
        assert list(changed_rows(db)) == []


def test_the_last_bit_of_a_number_is_looked_after(full: Path) -> None:
    with closing(sqlite3.connect(full)) as db:
        db.execute("UPDATE run_time SET seconds = ?", (0.1 + 2**-56,))
        (problem,) = changed_rows(db)
    assert problem == "Table run_time, row 1: changed or damaged after writing."


def test_a_digest_is_the_same_in_every_version_of_python_and_sqlite(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "fixed")) as db:
        db.executescript(
            "PRAGMA user_version = 2; CREATE TABLE digest (part, first, last, digest);"
            "CREATE TABLE run_time (id INTEGER PRIMARY KEY, run, question, seconds);"
            "INSERT INTO run_time VALUES (1, 1, 2147483648, 0.1), (2, -1, NULL, 1e300), "
            "(3, 'Größe 本', x'00ff', 2.0)"
        )
        add_digests(db, "run_time")
        (digest,) = db.execute("SELECT hex(digest) FROM digest").fetchone()
    assert digest == "B7CC0C6697D8C16F4CA60FBBC440D3EB4AC6B37D73DB56AA10D319AED1F64557"


def test_a_file_of_an_earlier_version_says_so_and_gets_digests_when_it_is_opened(full: Path) -> None:
    path = earlier(full)
    with closing(open_reading(path)) as db:
        assert check(db) == []
        assert without_digest(db).startswith("Written by an earlier version, without digests: 1 series, ")
    open_session(path).close()
    with closing(open_reading(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        assert check(db) == []
        assert without_digest(db) == ""
        assert {part for (part,) in db.execute("SELECT part FROM digest")} == set(DIGESTED)


def test_an_import_leaves_nothing_without_a_digest(tmp_path: Path) -> None:
    path = build_demo("community", tmp_path / "a.jury")
    with closing(open_reading(path)) as db:
        assert without_digest(db) == ""
        assert db.execute("SELECT max(last) FROM digest WHERE part = 'response'").fetchone() == (
            db.execute("SELECT count(*) FROM response").fetchone()
        )


def test_a_missing_digest_is_found(full: Path) -> None:
    with closing(sqlite3.connect(full)) as db:
        db.execute("INSERT INTO run_time (run, question, seconds) VALUES (1, 1, 0.2)")
        add_digests(db)
        db.execute("DELETE FROM digest WHERE part = 'run_time' AND first = 1")
        assert list(changed_rows(db)) == ["Table run_time, row 1: the digest is missing."]
        renew_digests(db, "run_time")
        assert list(changed_rows(db)) == []


def test_flipped_bits_are_found_or_change_nothing_anywhere(full: Path, tmp_path: Path) -> None:
    whole, dice = full.read_bytes(), random.Random(9)
    filled = [at for at in range(100, len(whole)) if whole[at]]
    with closing(open_reading(full)) as db:
        before = rows_of(db)
    harmed, told = tmp_path / "b.jury", 0
    for _ in range(200):
        at, bit = dice.choice(filled), dice.randrange(8)
        harmed.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :])
        try:
            with closing(open_reading(harmed)) as db:
                if check(db):
                    told += 1
                else:
                    assert rows_of(db) == before
        except sqlite3.Error:
            told += 1
    assert told > 100
