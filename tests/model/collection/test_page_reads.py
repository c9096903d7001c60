"""Columns are read from pages exactly as statements read them, or not at all."""

import math
import os
import random
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import until

from jurybox.collection.catalog import read_catalog
from jurybox.collection.file import Connection, journal_of, open_reading
from jurybox.collection.page_reads import plain_columns
from jurybox.collection.table_reads import LAST_ROW
from jurybox.demos import build_demo

COLUMNS = {"a": None, "b": -1, "x": math.nan}
"""Of a table whose `word` between them is not read: a number in each row, one in some, a real in some."""

NUMBERS = st.one_of(st.integers(-3, 300), st.integers(-LAST_ROW, LAST_ROW))
REALS = st.one_of(
    st.none(), st.integers(-(2**62), 2**62).map(float), st.floats(allow_nan=False), st.floats(-2, 2, width=16)
)
WORDS = st.one_of(st.none(), st.text(max_size=14), st.binary(max_size=57))
ROWS = st.lists(st.tuples(NUMBERS, st.one_of(st.none(), NUMBERS), WORDS, REALS), min_size=1, max_size=90)

Rows = Iterable[Sequence[object]]
FIXTURE = [HealthCheck.function_scoped_fixture]
PAGE = 512


def write(path: Path, rows: Rows, *, page: int = PAGE, layout: str = "page_count") -> Path:
    """Write a table, as no program would that is kept from mixing types, in a file of small pages.

    `layout` is a pragma of an empty file.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {page}")
        db.execute(f"PRAGMA {layout}")
        db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY, n)")
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, word, x REAL)")
        db.execute("BEGIN")
        for at, row in enumerate(rows):
            db.execute("INSERT INTO t (a, b, word, x) VALUES (?, ?, ?, ?)", row)
            if at % 40 == 0:
                db.execute("INSERT INTO other (n) VALUES (?)", ("between" * 60,))
        db.execute("COMMIT")
    return path


def by_pages(path: Path) -> dict[str, list[float]] | None:
    """Return the columns as pages have them; None if they are not plain."""
    with closing(open_reading(path)) as db:
        found = plain_columns(db, "t", COLUMNS)
    if found is None:
        return None
    assert [str(found[name].dtype) for name in COLUMNS] == ["int32", "int32", "float64"]
    return {name: column.tolist() for name, column in found.items()}


def by_statements(path: Path) -> dict[str, list[float]]:
    """Return the same by a statement."""
    with closing(open_reading(path)) as db:
        rows = db.execute("SELECT a, coalesce(b, -1), x FROM t ORDER BY id").fetchall()
    reals = [math.nan if x is None else float(x) for _, _, x in rows]
    return {"a": [a for a, _, _ in rows], "b": [b for _, b, _ in rows], "x": reals}


def outcome(read: Callable[[Path], object], path: Path) -> object:
    """Return what a reader returns, or the name of the error of SQLite that it raises."""
    try:
        return read(path)
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorname", repr(error))


def same(one: object, other: object) -> bool:
    """Return whether columns are equal, to the last bit and the last NaN."""
    return repr(one) == repr(other)


def some(count: int) -> list[tuple[object, ...]]:
    """Return rows of every kind of cell that is plain."""
    draw = random.Random(count)
    return [
        (
            draw.choice((0, 1, 7, -200, 70_000, -9_000_000, LAST_ROW, -LAST_ROW)),
            draw.choice((None, at, 3)),
            draw.choice((None, "ab", b"abc", "x" * 57)),
            draw.choice((None, 1 / 3, -0.0, 5, 2.0**40, at / 4, math.inf, 1e300)),
        )
        for at in range(count)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a file can be written."""
    return tmp_path / "t.db"


@settings(max_examples=examples(60), deadline=None, suppress_health_check=FIXTURE)
@given(ROWS)
def test_pages_have_what_statements_have(path: Path, rows: list[tuple[object, ...]]) -> None:
    assert same(by_pages(write(path, rows)), by_statements(path))


@pytest.mark.parametrize("page", [PAGE, *(pytest.param(n, marks=pytest.mark.sweep) for n in (4096, 65536))])
def test_large_tables_have_several_levels_and_lie_in_many_places(path: Path, page: int) -> None:
    assert same(by_pages(write(path, some(4_000), page=page)), by_statements(path))


def test_a_column_of_nothing_but_null_takes_no_memory(path: Path) -> None:
    with closing(open_reading(write(path, [(7, None, None, None)] * 900))) as db:
        found = plain_columns(db, "t", COLUMNS)
    assert found
    assert [found[name].strides for name in ("b", "x")] == [(0,), (0,)]


@pytest.mark.parametrize(
    "row",
    [
        (None, 1, "", 1.0),
        (1.5, 1, "", 1.0),
        (1, "1", "", 1.0),
        (1, b"1", "", 1.0),
        (LAST_ROW + 1, 1, "", 1.0),
        (1, -(2**63), "", 1.0),
        (1, 1, "", "x"),
        (1, 1, "x" * 58, 1.0),
        (1, 1, "x" * 9_000, 1.0),
    ],
)
def test_what_is_not_plain_is_left_to_statements(path: Path, row: tuple[object, ...]) -> None:
    assert by_pages(write(path, some(100))) is not None
    assert by_pages(write(path, [*some(100), row, *some(99)])) is None


@pytest.mark.parametrize(
    "layout", ["auto_vacuum = FULL", "auto_vacuum = INCREMENTAL", "encoding = 'UTF-16le'", "encoding = 'UTF-16be'"]
)
def test_pages_of_other_use_lie_between(path: Path, layout: str) -> None:
    write(path, [(*row[:2], None, row[3]) for row in some(4_000)], layout=layout)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for change in ("DELETE FROM other", "UPDATE t SET b = 70000 WHERE id > 2000"):
            db.execute(change)
            assert same(by_pages(path), by_statements(path))
        assert db.execute("PRAGMA freelist_count").fetchone()[0] or "FULL" in layout
        db.execute("VACUUM")
    assert same(by_pages(path), by_statements(path))


def test_bytes_kept_free_at_the_end_of_pages_are_left_to_statements(path: Path) -> None:
    free = 16
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA user_version = 1")  # so that there is a page
    empty = bytearray(path.read_bytes())
    empty[20], empty[105:107] = free, (PAGE - free).to_bytes(2, "big")
    path.write_bytes(empty)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, word, x REAL)")
        db.executemany("INSERT INTO t (a, b, word, x) VALUES (?, ?, ?, ?)", some(100))
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert path.read_bytes()[20] == free
    assert by_pages(path) is None


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM t",
        "DELETE FROM t WHERE id = 50",
        "DELETE FROM t WHERE id = 1",
        "UPDATE t SET id = 0 WHERE id = 1",
        "ALTER TABLE t ADD COLUMN y INTEGER",
        "PRAGMA journal_mode = WAL",
    ],
)
def test_tables_that_no_collection_has_are_left_to_statements(path: Path, change: str) -> None:
    with closing(sqlite3.connect(write(path, some(100)), isolation_level=None)) as db:
        db.execute(change)
        assert by_pages(path) is None


@pytest.mark.parametrize("is_open", [False, True])
def test_a_log_beside_a_file_whose_head_knows_of_none_is_left_to_statements(
    path: Path, tmp_path: Path, is_open: bool
) -> None:
    """SQLite follows a write-ahead log that lies beside any file: also one that came after it was opened."""
    alone = tmp_path / "alone.db"
    with closing(sqlite3.connect(write(path, some(100)), isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        alone.write_bytes(path.read_bytes())
        db.execute("UPDATE t SET a = 12345 WHERE id = 1")
        log = path.with_name("t.db-wal").read_bytes()
    with alone.open("r+b") as file:
        file.seek(18)
        file.write(b"\1\1")
    beside = alone.with_name("alone.db-wal")
    if not is_open:
        beside.write_bytes(log)
    with closing(open_reading(alone)) as db:
        beside.write_bytes(log)
        found = plain_columns(db, "t", COLUMNS)
        assert db.execute("SELECT a FROM t WHERE id = 1").fetchone() == (12345,)
    assert found is None


def test_what_was_not_committed_is_left_to_statements(path: Path) -> None:
    with closing(open_reading(write(path, some(100)))) as db:
        db.execute("BEGIN")
        assert plain_columns(db, "t", COLUMNS) is None


def test_another_file_in_its_place_is_never_read(path: Path, tmp_path: Path) -> None:
    with closing(open_reading(write(path, some(100)))) as db:
        os.replace(write(tmp_path / "other.db", some(90)), path)
        assert plain_columns(db, "t", COLUMNS) is None


@contextmanager
def before_each(monkeypatch: pytest.MonkeyPatch, name: str, act: Any) -> Iterator[None]:
    """Do something before each call of a method of connections."""
    real = getattr(Connection, name)

    def instead(db: Connection, *words: Any) -> Any:
        act(*words)
        return real(db, *words)

    with monkeypatch.context() as patch:
        patch.setattr(Connection, name, instead)
        yield


def test_nobody_writes_while_pages_are_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, some(4_000))
    tried = []
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as other:

        def write_to_it(*_: object) -> None:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("UPDATE t SET a = 5 WHERE id = 1")
            tried.append(1)

        with before_each(monkeypatch, "bytes_at", write_to_it):
            found = by_pages(path)
    assert len(tried) > 5
    assert same(found, by_statements(path))


@pytest.mark.parametrize("after", [1, 2, 5])
def test_what_was_written_between_pages_is_left_to_statements(
    path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    write(path, some(4_000))
    begun = []
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as other:

        def write_once(statement: str, *_: object) -> None:
            begun.append(statement)
            if begun.count("BEGIN") == after + 1 and statement == "BEGIN":
                other.execute("UPDATE t SET a = 5 WHERE id = 1")

        with before_each(monkeypatch, "execute", write_once):
            assert by_pages(path) is None
    assert same(by_pages(path), by_statements(path))


def left_half_changed(path: Path) -> tuple[bytes, bytes]:
    """Return a file, and the journal beside it, as a program leaves them that is killed while it commits."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 5")  # so that pages are written before the commit
        db.execute("BEGIN")
        db.execute("UPDATE t SET a = 5")
        found = path.read_bytes(), journal_of(path).read_bytes()
        db.execute("ROLLBACK")
    assert found[0] != path.read_bytes()
    return found


def test_a_change_left_half_made_is_never_read(path: Path) -> None:
    before = by_statements(write(path, some(4_000)))
    data, journal = left_half_changed(path)
    path.write_bytes(data)
    journal_of(path).write_bytes(journal)
    assert same(by_pages(path), before)


def test_a_change_left_half_made_meanwhile_is_told_as_by_statements(path: Path) -> None:
    data, journal = left_half_changed(write(path, some(4_000)))
    with closing(open_reading(path)) as db:
        assert plain_columns(db, "t", COLUMNS)
        path.write_bytes(data)
        journal_of(path).write_bytes(journal)
        with pytest.raises(sqlite3.OperationalError) as told:
            plain_columns(db, "t", COLUMNS)
        assert told.value.sqlite_errorname == "SQLITE_READONLY_ROLLBACK"
        assert not db.in_transaction


_WRITER = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
db.execute("PRAGMA synchronous = OFF")
db.execute("PRAGMA cache_size = 5")
for number in range(10**9):
    db.execute("UPDATE t SET a = ?, b = ?", (number, number))
    time.sleep(0.002)
"""


def test_what_another_process_changes_is_read_before_or_after(path: Path) -> None:
    write(path, [(0, 0, None, None)] * 4_000)
    seen: set[int] = set()
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)]) as writer:
        try:

            def look() -> bool:
                if found := by_pages(path):
                    assert len(found["a"]) == len(found["b"]) == 4_000
                    (number,) = {*found["a"], *found["b"]}
                    seen.add(int(number))
                return len(seen) > 5

            until(look)
        finally:
            writer.kill()


def test_a_disk_that_cannot_be_read_is_left_to_statements(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with before_each(monkeypatch, "bytes_at", fail):
        assert by_pages(write(path, some(9))) is None


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file in which a table has three levels."""
    return write(tmp_path_factory.mktemp("whole") / "t.db", some(3_000))


@pytest.mark.parametrize("at", [0, 3, 8, 12])
@pytest.mark.parametrize("value", [b"\0\0", b"\0\2", b"\2\0", b"\xff\xff"])
def test_pages_that_lead_nowhere_are_left_to_statements(path: Path, whole: Path, at: int, value: bytes) -> None:
    """Of the first page of a table its type, its number of cells, its last child or first cell is forged."""
    with closing(sqlite3.connect(whole)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 't'").fetchone()
    data = bytearray(whole.read_bytes())
    data[PAGE * (root - 1) + at : PAGE * (root - 1) + at + 2] = value
    path.write_bytes(data)
    if at == 8 and value == b"\0\0":
        assert by_pages(path) is not None, "these two bytes are zero in a small file"
    else:
        assert by_pages(path) is None


@pytest.mark.parametrize("root", ["CAST(rootpage AS TEXT)", "CAST(CAST(rootpage AS TEXT) AS BLOB)"])
def test_a_root_page_of_another_type_is_the_one_that_sqlite_takes_it_for(path: Path, root: str) -> None:
    with closing(sqlite3.connect(write(path, some(100)))) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(f"UPDATE sqlite_schema SET rootpage = {root} WHERE name = 't'")
        db.commit()
    assert same(by_pages(path), by_statements(path))


def test_pages_that_name_the_same_ones_again_and_again_take_no_memory(path: Path, whole: Path) -> None:
    """Three forged pages name 63 times the next of them: a quarter of a million times the last one."""
    with closing(sqlite3.connect(whole)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 't'").fetchone()
    data, times = bytearray(whole.read_bytes()).ljust(4_000 * PAGE, b"\0"), 62
    data[28:32] = (4_000).to_bytes(4)
    for one, below in pairwise((root, 300, 301, 302)):
        name = below.to_bytes(4)
        cells = b"".join(name + bytes((1 + at,)) for at in range(times))
        page = b"\5" + bytes(2) + times.to_bytes(2) + bytes(3) + name
        page += b"".join((PAGE - len(cells) + 5 * at).to_bytes(2) for at in range(times))
        data[PAGE * (one - 1) : PAGE * one] = page.ljust(PAGE - len(cells), b"\0") + cells
    path.write_bytes(data)
    tracemalloc.start()
    assert by_pages(path) is None
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


CHANGES = st.lists(st.tuples(st.integers(0, 2**20), st.integers(1, 255)), min_size=1, max_size=6)


@pytest.mark.parametrize("heads", [True, False])
@settings(max_examples=examples(100), deadline=None, suppress_health_check=FIXTURE)
@given(CHANGES, st.booleans())
def test_of_damaged_pages_nothing_else_is_read(
    path: Path, whole: Path, heads: bool, changes: list[tuple[int, int]], flips: bool
) -> None:
    """Changed anywhere, or in the first bytes of pages: as statements have it, or nothing."""
    data = bytearray(whole.read_bytes())
    pages = len(data) // PAGE
    for at, value in changes:
        place = PAGE * (at % pages) + at % 14 if heads else at % len(data)
        data[place] = data[place] ^ 1 << value % 8 if flips else value
    path.write_bytes(data)
    found, expected = outcome(by_pages, path), outcome(by_statements, path)
    assert found is None or same(found, expected)


@pytest.mark.parametrize(
    "name", ["community", *(pytest.param(n, marks=pytest.mark.sweep) for n in ("validation", "series"))]
)
def test_a_catalog_is_the_same_by_either_way(tmp_path: Path, name: str) -> None:
    with closing(open_reading(build_demo(name, tmp_path / "demo.jury"))) as db:
        assert plain_columns(db, "response", {"run": None})
        ours = read_catalog(db).responses
        db.execute("BEGIN")
        theirs = read_catalog(db).responses
    for column in vars(ours):
        one, other = (getattr(responses, column) for responses in (ours, theirs))
        assert one.dtype == other.dtype
        assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f"), column
