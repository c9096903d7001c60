"""Collections with rows in every table, damaged in the ways of disks, sticks and hubs; and what must survive it.

`LABELS` of a damaged file are worked out by SQLite alone: what it still returns, by row ids and by reading tables
from both ends, and what is on pages that the damage left as they were.
"""

import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, get_args

from forging import ENTRIES, TABLES, forged

from jurybox.collection.digests import DIGESTED, add_digests
from jurybox.collection.entries import Content, EntryKind, Subject, answer_digest, digest, question_digest
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter, enter_facts, new_assessor

PAGE = 4096
KINDS = ("factoid", "list", "other")
KINDS_OF_ENTRIES = get_args(EntryKind)
EVERY_TABLE = (*DIGESTED, "writer", "entry", "superseded", "local", "digest")
LONG = "It is long, and goes on in further pages. " * 150


def full_collection(path: Path, *, questions: int = 24, answers: int = 4) -> Path:
    """Create a collection with rows in every table, and notes that take several pages."""
    create(path, name="Full")
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO local VALUES ('imports', '1')")
        for at in range(questions // 3):
            db.execute("INSERT INTO series (name, target) VALUES (?, ?)", (f"s{at}", f"Target {at}"))
            db.execute("INSERT INTO document (name, text) VALUES (?, ?)", (f"d{at}", LONG))
        for name in ("one", "two", "three"):
            db.execute("INSERT INTO run (name, team, origin) VALUES (?, 'Team', 'submitted')", (name,))
        for name in ("Ana", "Ben"):
            new_assessor(db, name)
        _rows(db, questions, answers)
        log = LogWriter(db, act="do")
        _labels(log, questions, answers)
        enter_facts(db, {"description": "All of it", "mode": "open"})
        add_digests(db)
        db.execute("COMMIT")
    _change_some(path)
    return path


def _rows(db: sqlite3.Connection, questions: int, answers: int) -> None:
    for q in range(questions):
        kind, text = KINDS[q % 3], f"What is {q}, and why is it so?"
        asked = question_digest(f"q{q}", kind, text)
        db.execute(
            "INSERT INTO question (name, kind, text, series, position, digest) VALUES (?, ?, ?, ?, ?, ?)",
            (f"q{q}", kind, text, q // 3 + 1, q % 3 + 1, asked),
        )
        db.execute("INSERT INTO option (question, name, text) VALUES (?, 'A', 'An option')", (q + 1,))
        db.execute("INSERT INTO instance (question, name, text) VALUES (?, ?, 'An instance')", (q + 1, f"i{q}"))
        found = digest("nugget", asked, f"n{q}", "A nugget")
        db.execute(
            "INSERT INTO nugget (question, name, author, source, weight, digest) VALUES (?, ?, 1, 'added', 1.0, ?)",
            (q + 1, f"n{q}", found),
        )
        for a in range(answers):
            at = q * answers + a + 1
            said = answer_digest(asked, f"a{at}", f"Answer {at}", f"d{q % 8}", None)
            db.execute(
                "INSERT INTO answer (question, name, text, document, author, best, digest) "
                "VALUES (?, ?, ?, ?, 'Somebody', 0, ?)",
                (q + 1, f"a{at}", f"Answer {at}", f"d{q % 8}", said),
            )
            db.execute(
                "INSERT INTO response (run, question, answer, nil, rank, answered, selected, confidence, score) "
                "VALUES (?, ?, ?, 0, ?, 1, 0, ?, 2.0)",
                (at % 3 + 1, q + 1, at, a + 1, at / 1000),
            )
            db.execute("INSERT INTO assignment (assessor, question, answer) VALUES (?, ?, ?)", (at % 2 + 1, q + 1, at))
        for run in range(3):
            db.execute("INSERT INTO run_time (run, question, seconds) VALUES (?, ?, ?)", (run + 1, q + 1, q + 0.5))


def _labels(log: LogWriter, questions: int, answers: int) -> None:
    for q in range(questions):
        for a in range(answers):
            at = q * answers + a
            for who in range(2):
                label = ("correct", "incorrect")[(at + who) % 2]
                note = LONG if at % 17 == 0 else f"Note of {who} on {at}, in a few words"
                log.write(who, "judgment", Subject(q, at), Content(label, note=note, seconds=float(at % 5)))
            if q % 3 == 2:
                log.write(at % 2, "match", Subject(q, at, q), Content("yes"))
            if q % 3 == 1:
                log.write(at % 2, "distinct", Subject(q, at), Content(f"group {at % 3}"))
        log.write(q % 2, "nugget", Subject(q, nugget=q), Content(f"Wording {q}"))
        log.write(q % 2, "importance", Subject(q, nugget=q), Content("vital"))
        log.write(0, "adjudication", Subject(q, q * answers), Content("correct"))
        log.write(1, "instance", Subject(q, fact=f"i-{q}"), Content("Another instance"))


def _change_some(path: Path) -> None:
    """Replace some entries, under other writers, as people do who judge again."""
    for part in range(2):
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            found = db.execute(
                "SELECT hash, id, assessor - 1, question - 1, answer - 1 FROM entry WHERE kind = 'judgment' "
                "AND id % 7 = ? AND id NOT IN (SELECT entry FROM superseded)",
                (part,),
            ).fetchall()
            log = LogWriter(db, act="do")
            for hash_, row, who, q, a in found:
                log.write(who, "judgment", Subject(q, a), Content("inexact"), replaces={hash_: row})
            db.execute("COMMIT")


# ---- damage


class Damage(NamedTuple):
    """A way to damage a file: its name, and a function that does it with dice."""

    name: str
    do: Callable[[Path, random.Random], object]


def _statement(path: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA foreign_keys = OFF")
        with suppress(sqlite3.IntegrityError):
            db.execute(statement, values)


def _row(table: str) -> Callable[[Path, random.Random], None]:
    """Return a damage of one row of a table: a cell with a wrong value, a moved row, or one that is gone."""

    def damage(path: Path, dice: random.Random) -> None:
        with closing(sqlite3.connect(path)) as db:
            columns = [(name, kind) for _, name, kind, _, _, _ in db.execute(f"PRAGMA table_info({table})")]
            key = {"digest": "first", "local": "name", "superseded": "entry"}.get(table, "id")
            row = dice.choice(db.execute(f"SELECT {key} FROM {table}").fetchall())[0]
        way = dice.randrange(8)
        if way == 0:
            _statement(path, f"DELETE FROM {table} WHERE {key} = ?", (row,))
        elif way == 1 and key == "id":
            _statement(path, f"UPDATE {table} SET id = ? WHERE id = ?", (dice.choice([0, -3, 9 * 10**18, 99_999]), row))
        else:
            name, kind = dice.choice([one for one in columns if one[0] != "id"])
            values: dict[str, list[object]] = {
                "INTEGER": [77, -1, 2**40, 9 * 10**18, 0, 3],
                "REAL": [-5.0, float("inf"), 1e300],
                "TEXT": ["x", "", "\0", "\N{SNOWMAN}" * 50],
                "BLOB": [b"", b"\1", bytes(32), bytes(16)],
            }
            _statement(path, f"UPDATE {table} SET {name} = ? WHERE {key} = ?", (dice.choice(values[kind]), row))

    return damage


def _bytes(change: Callable[[bytearray, random.Random, int], object]) -> Callable[[Path, random.Random], None]:
    def damage(path: Path, dice: random.Random) -> None:
        data = bytearray(path.read_bytes())
        change(data, dice, dice.randrange(len(data) // PAGE) * PAGE)
        path.write_bytes(data)

    return damage


def _zero(count: int, at: int = 0) -> Callable[[bytearray, random.Random, int], None]:
    def change(data: bytearray, _: random.Random, page: int) -> None:
        data[page + at : page + at + count] = bytes(count)

    return change


def _noise(data: bytearray, dice: random.Random, page: int) -> None:
    data[page : page + PAGE] = dice.randbytes(PAGE)


def _flips(data: bytearray, dice: random.Random, page: int) -> None:
    for _ in range(dice.randint(1, 40)):
        data[page + dice.randrange(PAGE)] ^= 1 << dice.randrange(8)


def _exchange(data: bytearray, dice: random.Random, page: int) -> None:
    other = dice.randrange(len(data) // PAGE) * PAGE
    data[page : page + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[page : page + PAGE]


def _twice(data: bytearray, dice: random.Random, page: int) -> None:
    other = dice.randrange(len(data) // PAGE) * PAGE
    data[page : page + PAGE] = data[other : other + PAGE]


def _cut(data: bytearray, dice: random.Random, _: int) -> None:
    del data[dice.randrange(len(data) // 5, len(data)) :]


def _head(data: bytearray, dice: random.Random, _: int) -> None:
    data[:100] = dice.choice([bytes(100), dice.randbytes(100)])


def _first_page(data: bytearray, dice: random.Random, _: int) -> None:
    _zero(dice.choice([512, PAGE]))(data, dice, 0)


def _free_list(data: bytearray, dice: random.Random, _: int) -> None:
    data[32:40] = dice.randrange(1, len(data) // PAGE).to_bytes(4, "big") + (9).to_bytes(4, "big")


def _two_pages(data: bytearray, dice: random.Random, page: int) -> None:
    for at in (page, dice.randrange(len(data) // PAGE) * PAGE):
        _zero(PAGE)(data, dice, at)


def _spoiled(path: Path, dice: random.Random) -> None:
    forgery = dice.choice([*ENTRIES.values(), *TABLES.values()])
    base = path.with_suffix(".base")
    path.rename(base)
    with suppress(sqlite3.IntegrityError):
        forged(base, path, forgery)


DAMAGES = (
    *(Damage(f"a row of {table}", _row(table)) for table in EVERY_TABLE),
    Damage("a page zeroed", _bytes(_zero(PAGE))),
    Damage("the first 512 bytes of a page zeroed", _bytes(_zero(512))),
    Damage("the middle of a page zeroed", _bytes(_zero(512, 2048))),
    Damage("two pages zeroed", _bytes(_two_pages)),
    Damage("a page of noise", _bytes(_noise)),
    Damage("bits of a page flipped", _bytes(_flips)),
    Damage("two pages exchanged", _bytes(_exchange)),
    Damage("a page in the place of another", _bytes(_twice)),
    Damage("the end cut off", _bytes(_cut)),
    Damage("the head of the file", _bytes(_head)),
    Damage("the first page", _bytes(_first_page)),
    Damage("the list of free pages", _bytes(_free_list)),
    Damage("spoiled by a hub", _spoiled),
)

# ---- what must survive

Label = tuple[object, ...]


def _all_rows(db: sqlite3.Connection, table: str) -> dict[int, tuple[Any, ...]]:
    """Return every row that SQLite returns: from the first, from the last, and by its id."""
    found: dict[int, tuple[Any, ...]] = {}
    for order in ("", " ORDER BY rowid DESC"):
        with suppress(sqlite3.Error, UnicodeError):
            for row in db.execute(f"SELECT rowid, * FROM {table} NOT INDEXED{order}"):
                found.setdefault(row[0], row[1:])
    for at in range(1, max(found, default=0) + 50 if max(found, default=0) < 10**6 else 2_000):
        with suppress(sqlite3.Error, UnicodeError):
            row = db.execute(f"SELECT rowid, * FROM {table} WHERE rowid = ?", (at,)).fetchone()
            if row:
                found.setdefault(row[0], row[1:])
    return found


def _pages_of(path: Path, table: str) -> dict[int, set[int]]:
    """Return on which pages each row of a whole file is, by its id."""
    with closing(sqlite3.connect(path)) as db:
        leaves = db.execute(
            "SELECT pageno, path, pagetype FROM dbstat WHERE name = ? AND pagetype <> 'internal'", (table,)
        ).fetchall()
    rows: dict[int, set[int]] = {}
    data = path.read_bytes()
    more: dict[str, set[int]] = {}
    for number, place, kind in leaves:
        if kind == "overflow":
            more.setdefault(place.partition("+")[0], set()).add(number)
    for number, place, kind in leaves:
        if kind == "leaf":
            page = data[(number - 1) * PAGE : number * PAGE]
            for cell in range(int.from_bytes(page[3:5], "big")):
                at = int.from_bytes(page[8 + 2 * cell : 10 + 2 * cell], "big")
                at = _varint_end(page, at)[1]
                row = _varint_end(page, at)[0]
                rows[row] = {number} | more.get(f"{place}{cell:03x}", set())
    return rows


def _varint_end(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | page[at] & 0x7F
        at += 1
        if page[at - 1] < 0x80:
            return value, at


class Whole:
    """A whole collection, and what each of its rows is."""

    def __init__(self, path: Path) -> None:
        self.path, self.data = path, path.read_bytes()
        with closing(sqlite3.connect(path)) as db:
            self.rows = {table: _all_rows(db, table) for table in EVERY_TABLE if table != "digest"}
        self.pages = _pages_of(path, "entry")
        self.replaced = set(self.rows["superseded"])

    def changed_pages(self, damaged: bytes) -> set[int]:
        """Return the pages that a damage changed or cut off."""
        count = len(self.data) // PAGE
        spans = [slice(at * PAGE, (at + 1) * PAGE) for at in range(count)]
        return {at + 1 for at, span in enumerate(spans) if self.data[span] != damaged[span]}

    def labels(self, damaged: Path) -> dict[int, list[Label]]:
        """Return, by their rows, the labels in force that must be in force in what is rescued, in all their forms.

        A label has two where the damage is in the entry itself: as it is read now, and as it was.
        """
        data = damaged.read_bytes()
        rows: dict[int, tuple[Any, ...]] = {}
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"{damaged.as_uri()}?immutable=1", uri=True)) as db:
            db.text_factory = lambda raw: raw.decode("utf-8", "replace")
            rows = _all_rows(db, "entry")
        changed = self.changed_pages(data)
        found: dict[int, list[Label]] = {}
        for row, cells in self.rows["entry"].items():
            if row in self.replaced:
                continue
            here = [rows[row]] if row in rows and rows[row][4] in KINDS_OF_ENTRIES else []
            if here or not (self.pages[row] & changed):
                found[row] = [label_of(one) for one in (*here, cells)]
        return found


def label_of(cells: tuple[Any, ...]) -> Label:
    """Return a label: whose, of which kind, about what, and what it says, by the rows of an entry."""
    return tuple(cells[at] for at in (3, 4, 5, 6, 7, 8, 9, 10))


def rescued_labels(whole: Whole, path: Path) -> Iterator[Label]:
    """Yield the labels in force in a rescued file, their subjects as the rows of the whole one."""
    with closing(sqlite3.connect(path)) as db:
        back = {table: dict(_rows_back(db, whole, table)) for table in ("assessor", "question", "answer", "nugget")}
        entries = db.execute("SELECT * FROM entry WHERE id NOT IN (SELECT entry FROM superseded)").fetchall()
    for cells in entries:
        there = list(cells)
        for at, table in ((3, "assessor"), (5, "question"), (6, "answer"), (7, "nugget")):
            there[at] = back[table].get(cells[at], f"new {table} {cells[at]}" if cells[at] else None)
        yield label_of(tuple(there))


def _rows_back(db: sqlite3.Connection, whole: Whole, table: str) -> Iterator[tuple[int, int]]:
    names = [one[1] for one in db.execute(f"PRAGMA table_info({table})")]
    name, proof = names.index("name"), names.index("code" if table == "assessor" else "digest")
    by_name = {cells[name]: row for row, cells in whole.rows[table].items()}
    text = names.index("text") if table == "answer" else name
    by_text = {cells[text]: row for row, cells in whole.rows[table].items()}
    by_proof = {cells[proof]: row for row, cells in whole.rows[table].items()}
    for cells in db.execute(f"SELECT * FROM {table}"):
        placeholder = re.match(r"unreadable-[a-z]+-(\d+)", str(cells[name]))
        row = by_proof.get(cells[proof]) or by_text.get(cells[text]) or by_name.get(cells[name])
        if row is None and placeholder:
            row = int(placeholder[1])
        if row is None:  # the name itself was damaged
            row = cells[0]
        yield cells[0], row
