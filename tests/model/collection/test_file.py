"""Opening: only files that are ours to the letter; anything else is refused with one sentence, unharmed."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force
from examples import examples
from small import small_collection

from jurybox.collection import schema
from jurybox.collection.check import check
from jurybox.collection.file import check_is_ours, create, open_reading, place_is_passing, read_header
from jurybox.collection.migrations import migrate
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.session import open_session


def test_a_new_file_has_every_setting_and_every_table(tmp_path: Path) -> None:
    path = tmp_path / "Größe ?#%20 本.jury"
    create(path)
    assert check_is_ours(path).version == schema.VERSION
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert db.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"JURY", "big"),)
        assert schema.objects(db) == schema.expected_objects()
    with closing(open_reading(path)) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (3,)
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert db.execute("PRAGMA trusted_schema").fetchone() == (0,)
        assert db.execute("PRAGMA mmap_size").fetchone() in {(0,), None}
        assert check(db) == []


def test_creating_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "a.jury"
    path.write_text("precious")
    with pytest.raises(Refused, match="exists already"):
        create(path)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_creating_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be created: No such file or directory"):
        create(tmp_path / "nowhere" / "a.jury")


def _trigger(db: sqlite3.Connection) -> None:
    db.execute("CREATE TRIGGER t AFTER INSERT ON entry BEGIN UPDATE entry SET label = 'incorrect'; END")


def _view(db: sqlite3.Connection) -> None:
    db.execute("DROP TABLE instance")
    db.execute("CREATE VIEW instance AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c")


def _virtual(db: sqlite3.Connection) -> None:
    db.execute("CREATE VIRTUAL TABLE v USING fts5(x)")


def _index(db: sqlite3.Connection) -> None:
    db.execute("CREATE INDEX i ON entry (label)")


def _column(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE entry ADD COLUMN more TEXT")


def _generated(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE local ADD COLUMN big TEXT GENERATED ALWAYS AS (hex(zeroblob(400000000)))")


def _less(db: sqlite3.Connection) -> None:
    db.execute("DROP TABLE superseded")


def _extra(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE more (x)")


def _sql_lie(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'label TEXT', 'label ANY') WHERE name = 'entry'")


def _name_of_bytes(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_schema SET name = x'ff41' WHERE name = 'superseded'")


HOSTILE: dict[str, Callable[[sqlite3.Connection], None]] = {
    "trigger": _trigger,
    "endless view": _view,
    "virtual table": _virtual,
    "index": _index,
    "column": _column,
    "generated column": _generated,
    "table missing": _less,
    "table more": _extra,
    "schema edited": _sql_lie,
    "a name of bytes": _name_of_bytes,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_foreign_objects_are_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    path = small_collection(tmp_path / "a.jury")
    with closing(sqlite3.connect(path)) as db:
        HOSTILE[name](db)
        db.commit()
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"rescue it into a new file|Rescue it into a new file"):
        open_session(path)
    assert path.read_bytes() == before


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "is not a Jurybox collection"),
    "text": (lambda data: b"question,answer\n" * 20, "is not a Jurybox collection"),
    "other program": (lambda data: data[:68] + b"\0\0\0\1" + data[72:], "database of another program"),
    "no tables": (lambda data: data[:60] + b"\0\0\0\0" + data[64:], "unfinished"),
    "newer": (lambda data: data[:60] + b"\0\0\0\x63" + data[64:], "written by a newer Jurybox .file version 99"),
    "write-ahead": (lambda data: data[:18] + b"\2\2" + data[20:], "journal mode"),
    "cut": (_cut, "damaged"),
    "header page gone": (lambda data: data[:100] + b"\xff" * 3996 + data[4096:], "damaged"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_collection_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    path = small_collection(tmp_path / "a.jury")
    harm, told = BROKEN[name]
    path.write_bytes(harm(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(Refused, match=told) as caught:
        open_session(path).close()
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        open_session(tmp_path / "none.jury")
    with pytest.raises(Refused, match="cannot be read"):
        read_header(tmp_path)


def test_a_hot_journal_is_rolled_back_on_opening(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    state = in_force(path)
    journal = tmp_path / "a.jury-journal"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE question SET text = text || hex(randomblob(4000))")
        db.execute("UPDATE answer SET text = text || hex(randomblob(4000))")
        shutil.copy(path, tmp_path / "b.jury")
        shutil.copy(journal, tmp_path / "b.jury-journal")
        db.execute("ROLLBACK")
    session = open_session(tmp_path / "b.jury", assessor="Ana")
    session.execute(Judge((1,), "correct"))
    session.close()
    with closing(open_reading(tmp_path / "b.jury")) as db:
        assert check(db) == []
    assert len(in_force(tmp_path / "b.jury")) == len(state) + 1


def test_flipped_bits_are_found_or_change_nothing(tmp_path: Path) -> None:
    labels = [(who, answer, "correct") for who in range(2) for answer in range(12)]
    path = small_collection(tmp_path / "a.jury", labels=labels)
    whole, state = path.read_bytes(), in_force(path)
    dice = random.Random(4)
    harmed = tmp_path / "b.jury"
    silent = 0
    for _ in range(examples(300)):
        at, bit = dice.randrange(100, len(whole)), dice.randrange(8)
        harmed.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :])
        try:
            check_is_ours(harmed)
            with closing(open_reading(harmed)) as db:
                found = check(db)
        except (Refused, sqlite3.Error, UnicodeDecodeError, ValueError):
            continue
        if not found and in_force(harmed) != state:
            silent += 1
    assert silent == 0


def test_migrating_is_idempotent_and_recorded(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert migrate(db) == []
        assert db.execute("SELECT name FROM _sqlite_migrations").fetchall() == [(name,) for name, _ in schema.STEPS]


def test_an_older_file_is_backed_up_and_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jurybox.session.session as session_module

    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    later = (*schema.STEPS, ("m999_for_this_test", "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;"))
    now = schema.VERSION
    monkeypatch.setattr(schema, "STEPS", later)
    monkeypatch.setattr(schema, "VERSION", now + 1)
    monkeypatch.setattr(session_module, "VERSION", now + 1)
    schema.expected_objects.cache_clear()
    before = in_force(path)
    session = open_session(path, assessor="Ana")
    session.close()
    assert check_is_ours(path).version == now + 1
    assert in_force(path) == before
    (kept,) = (tmp_path / "a.jury.backups").iterdir()
    assert "migration" in kept.name
    assert read_header(kept).version == now
    monkeypatch.undo()
    schema.expected_objects.cache_clear()
    with pytest.raises(Refused, match="newer Jurybox"):
        open_session(path)


def test_folders_for_passing_files_are_known(tmp_path: Path) -> None:
    assert place_is_passing(Path("/tmp/mail/a.jury"))
    assert place_is_passing(Path("/home/x/AppData/INetCache/a.jury"))
    assert not place_is_passing(Path("/home/x/a.jury"))
