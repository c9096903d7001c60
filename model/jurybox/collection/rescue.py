"""Rescue: readable parts of a damaged or foreign file, copied row by row into a new collection.

The old file is never changed, and nothing in it is executed: its rows are read from its pages. A row that cannot be
read, but that labels or responses refer to, gets a placeholder, so that they keep their place; a cell with a value
that no version writes is replaced; both are counted and named. The log is copied unchanged if its chains hold
afterwards; otherwise the entries in force are entered again, under a new writer.
"""

import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, closing
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, get_args

from jurybox.collection.cell_types import FIRST_MOMENT, LAST_MOMENT
from jurybox.collection.check import check
from jurybox.collection.digests import DIGESTED, StretchCheck, add_digests
from jurybox.collection.entries import (
    HASH_SIZE,
    STATES,
    Act,
    Content,
    Entry,
    EntryKind,
    EntryNames,
    Replacing,
    Subject,
    answer_digest,
    chain_hash,
    digest,
    question_digest,
    unpack,
)
from jurybox.collection.facts import READ
from jurybox.collection.file import HANDED_OUT, HUB, create, open_writing, put_in_place, refuse_too_long, settled_copy
from jurybox.collection.log import LogWriter, note_end, noted_end, replaced_rows
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.rescue_pages import DamagedFile, StoredColumn, as_text
from jurybox.collection.rescue_report import EARLIER, TABLES, UNREADABLE, Compared, Rescued, kind_of_entries
from jurybox.collection.schema import FIRST_TABLES, OUR_TABLES
from jurybox.collection.soundness import verify
from jurybox.collection.validity import entry_problem, row_problem
from jurybox.disk import check_regular, part_prefix, private_folder, sweep
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS, KINDS
from jurybox.label_schemes import ANSWER_LABELS, IMPORTANCE, QUESTION_QUALITY, SUPPORT
from jurybox.language import tr

_REFERENCES = {
    "question": "question",
    "answer": "answer",
    "nugget": "nugget",
    "series": "series",
    "run": "run",
    "assessor": "assessor",
    "author": "assessor",
    "writer": "writer",
}
_REFERRED = frozenset(_REFERENCES.values())
_UNREADABLE_TEXT = "[unreadable]"
_KINDS = get_args(EntryKind)
_LABELS = (*ANSWER_LABELS, *QUESTION_QUALITY.words, *IMPORTANCE.words, *SUPPORT.words, None)
"""Labels that an entry may have had, whatever the kind of its question."""
_Values = dict[str, Any]
_Cell = TypeVar("_Cell", int, bytes)


def rescue(source: Path, target: Path) -> Rescued:
    """Copy what can be read of `source` into a new collection at `target`. Refused if nothing can."""
    refuse_too_long(target)
    try:
        check_regular(source)
        with ExitStack() as opened:
            folder = Path(opened.enter_context(private_folder()))
            readable, remarks = settled_copy(source, folder)
            old = DamagedFile(readable, _columns())
            return _rescued(source, old, target, remarks)
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {reason}.", path=source, reason=error.strerror)) from error


def _rescued(source: Path, old: DamagedFile, target: Path, remarks: list[str]) -> Rescued:
    if not any(old.has(table) for table in (*TABLES, "entry")):
        raise Refused(
            tr(
                "Nothing can be rescued from {source}: it has no questions that can be read, and nothing else "
                "of a collection.",
                source=source,
            )
        )
    if target.exists():
        raise Refused(tr("{target} exists already. Nothing was changed; choose another name.", target=target))
    try:
        sweep(target.parent)
        folder = tempfile.TemporaryDirectory(prefix=part_prefix(), suffix=".part", dir=target.parent)
    except OSError as error:
        raise Refused(tr("{target} cannot be created: {reason}.", target=target, reason=error.strerror)) from error
    with folder:
        part = Path(folder.name) / target.name
        create(part, name=source.stem, shown=target)
        try:
            with closing(open_writing(part)) as new:
                new.execute("BEGIN IMMEDIATE")
                rescued = _Copying(old, new).copy()
                new.execute("COMMIT")
                rescued.damaged += check(new)
            put_in_place(part, target)
        except sqlite3.OperationalError as error:
            raise Refused(tr("{target} cannot be written: {error}.", target=target, error=error)) from error
    rescued.remarks += remarks
    return rescued


def _columns() -> dict[str, list[StoredColumn]]:
    """Return the columns of every table of a collection."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(FIRST_TABLES)
        return {
            table: [
                StoredColumn(name, type_, bool(required) or bool(key), is_id=type_ == "INTEGER" and bool(key))
                for _, name, type_, required, _, key in db.execute(f"PRAGMA table_info({table})")
            ]
            for table in OUR_TABLES
        }


class _Copying:
    """Copies tables in the order of their references; `places` maps old rows to new ones."""

    def __init__(self, old: DamagedFile, new: sqlite3.Connection) -> None:
        self._old, self._new = old, new
        self._columns = _columns()
        self._places = {table: dict[int, int]() for table in _REFERRED}
        self._expected: dict[str, int] = {}
        self._digests: dict[str, list[tuple[int, int, bytes]]] = {table: [] for table in DIGESTED}
        for table, first, last, found in old.keyed_rows(("TEXT", "INTEGER", "INTEGER", "BLOB")):
            if table in self._digests and 0 < first <= last <= old.most_rows:
                self._digests[table].append((first, last, found))
        self.rescued = Rescued()

    def copy(self) -> Rescued:
        """Copy everything; the log unchanged if its chains hold afterwards."""
        for table in (*TABLES, "writer"):
            self._copy_table(table)
        self._copy_local()
        if not self._copy_log():
            self._new.execute("DELETE FROM superseded")
            self._new.execute("DELETE FROM entry")
            self._new.execute("DELETE FROM writer")
            self.rescued.log_whole = False
            _Reentry(self, self._old, self._new).enter()
        for table in TABLES:
            count = self.rescued.of(table)
            count.source = max(count.source, self._expected[table])
        add_digests(self._new)
        return self.rescued

    def _copy_table(self, table: str) -> None:
        count = self.rescued.of(table) if table in TABLES else Compared()
        stretches = StretchCheck(table, sorted(self._digests.get(table, ())))
        last = unreadable = 0
        for row, cells in self._old.rows(table):
            if cells is None:
                unreadable += 1
                continue
            count.readable += 1
            if 0 < row <= self._old.most_rows:
                last = max(last, row)
            else:
                self._say(table, row, "id", "?")
            stretches.add(cells)
            count.saved += self._save(table, row, dict(zip(self._names(table), cells, strict=True)))
        named = max(self._old.bound(table), stretches.last)
        self._expected[table] = max(last, named)
        count.source = max(last, named, count.readable + unreadable)
        # Rows get their digest when they are added, so that these say where a table ends.
        count.at_least = self._old.is_open_ended(table) and stretches.last < count.source
        if table in TABLES:
            self.rescued.damaged += stretches.problems()

    def _names(self, table: str) -> list[str]:
        return [one.name for one in self._columns[table]]

    # ---- rows

    def _save(self, table: str, row: int, values: _Values) -> bool:
        """Write a row; return False for one that cannot be in any collection."""
        del values["id"]
        if not self._refer(table, row, values):
            return False
        self._replace_impossible(table, row, values)
        if table in {"question", "answer"}:
            self._identify(table, row, values)
        for again in (False, True):
            try:
                place = self._insert(table, values)
            except sqlite3.IntegrityError:  # two rows of one name, of which one was damaged
                if again or "name" not in values:
                    return False
                values["name"] = self._free_name(table, f"{values['name']} ({row})")
                if table == "assessor":
                    values["code"] = os.urandom(16)
                self._say(table, row, "name", values["name"])
            else:
                if table in self._places:
                    self._places[table].setdefault(row, place)
                return True
        return False

    def _insert(self, table: str, values: _Values) -> int:
        marks = ", ".join("?" * len(values))
        insert = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"  # noqa: S608 - our own names
        return self._new.execute(insert, list(values.values())).lastrowid or 0

    def _say(self, table: str, row: int, column: str, value: object) -> None:
        self.rescued.damaged.append(
            tr(
                "Table {table}, row {row}: {column} is damaged; saved as {value!r}.",
                table=table,
                row=row,
                column=column,
                value=value,
            )
        )

    def _refer(self, table: str, row: int, values: _Values) -> bool:
        """Make references those of the new rows; return False if something that is needed cannot be."""
        asked = values.get("question")
        home = None
        if values.get("answer") in self._places["answer"]:
            home = self.question_of("answer", self._places["answer"][values["answer"]])
        numbers = [one.name for one in self._columns[table] if one.type == "INTEGER" and one.name in _REFERENCES]
        for name in sorted(numbers, key=lambda name: name != "question"):
            if name == "question" and home is not None:
                if asked is None or self._places["question"].get(asked) != home:
                    self._say(table, row, name, home)
                values[name] = home
            elif isinstance(values[name], int):
                there = self.place(_REFERENCES[name], values[name], values.get("question"))
                if there is None and name in {"series", "author"}:
                    self._say(table, row, name, None)
                elif there is None or (name == "answer" and self.question_of(name, there) != values["question"]):
                    return False
                values[name] = there
        return True

    def place(self, table: str, row: int, question: int | None = None) -> int | None:
        """Return the new row of one that others refer to; a placeholder if that row is lost.

        `question`: the new question of an answer or a nugget. None if there was no such row.
        """
        places = self._places[table]
        if row not in places:
            most = self._old.most_rows if self._old.is_open_ended(table) else self._expected[table]
            if not 0 < row <= most or (table in {"answer", "nugget"} and question is None):
                return None
            places[row] = self._placeholder(table, row, question)
            self._expected[table] = max(self._expected[table], row)
            self.rescued.places[table] = self.rescued.places.get(table, 0) + 1
        return places[row]

    def question_of(self, table: str, row: int) -> int | None:
        """Return the question of a new answer or nugget."""
        query = f"SELECT question FROM {table} WHERE id = ?"  # noqa: S608 - our own names
        found = self._new.execute(query, (row,)).fetchone()
        return int(found[0]) if found else None

    def _placeholder(self, table: str, row: int, question: int | None) -> int:
        name = self._free_name(table, f"unreadable-{table}-{row}") if table != "writer" else ""
        asked = self._new.execute("SELECT digest FROM question WHERE id = ?", (question,)).fetchone()
        if table == "question":
            kind = self._kind_said(row)
            found = question_digest(name, kind, _UNREADABLE_TEXT)
            values: _Values = {"name": name, "kind": kind, "text": _UNREADABLE_TEXT, "digest": found}
        elif table == "answer":
            found = answer_digest(asked[0], name, _UNREADABLE_TEXT, None, None)
            values = {"question": question, "name": name, "text": _UNREADABLE_TEXT, "best": 0, "digest": found}
        elif table == "nugget":
            found = digest("nugget", asked[0], name, _UNREADABLE_TEXT)
            values = {"question": question, "name": name, "digest": found}
        elif table == "assessor":
            if row in self._organizers and self._free_name(table, ORGANIZER) == ORGANIZER:
                name = ORGANIZER
            values = {"code": os.urandom(16), "name": name, "kind": "person"}
        elif table == "run":
            values = {"name": name, "origin": "submitted"}
        else:
            values = {"code": os.urandom(16)} if table == "writer" else {"name": name}
        return self._insert(table, values)

    def _free_name(self, table: str, name: str) -> str:
        query = f"SELECT 1 FROM {table} WHERE name = ?"  # noqa: S608 - our own names
        while self._new.execute(query, (name,)).fetchone():
            name += "+"
        return name

    def _replace_impossible(self, table: str, row: int, values: _Values) -> None:
        """Replace the values of cells that no version writes, and say so."""
        for one in self._columns[table]:
            if one.is_id:
                continue
            value = values[one.name]
            if isinstance(value, str) and one.fits(value):
                values[one.name] = as_text(value)
            elif not one.fits(value) or row_problem("", {one.name: value}):
                values[one.name] = self._instead(table, row, one)
            if values[one.name] is not value and values[one.name] != value:
                self._say(table, row, one.name, values[one.name])
        every: Mapping[str, Collection[str]] = {"question": KINDS, "assessor": ASSESSOR_KINDS}
        kinds = every.get(table)
        if kinds is not None and values["kind"] not in kinds:
            values["kind"] = self._kind_of(row, values) if table == "question" else "person"
            self._say(table, row, "kind", values["kind"])
        if table == "assessor" and not str(values["name"]).strip():
            values["name"] = self._free_name(table, f"unreadable-{table}-{row}")
            self._say(table, row, "name", values["name"])

    def _instead(self, table: str, row: int, column: StoredColumn) -> object:
        if not column.required:
            return None
        if column.name == "name" and table in {*_REFERRED, "document"}:
            return self._free_name(table, f"unreadable-{table}-{row}")
        if column.type == "BLOB":
            return os.urandom(16)
        return {"INTEGER": 0, "REAL": 0.0}.get(column.type, _UNREADABLE_TEXT)

    def _identify(self, table: str, row: int, values: _Values) -> None:
        """Renew the digest that identifies a question or an answer; a changed one is reported."""
        kept = values["digest"]
        if table == "question":
            now = question_digest(values["name"], values["kind"], values["text"])
        else:
            asked = self._new.execute("SELECT digest FROM question WHERE id = ?", (values["question"],)).fetchone()
            now = answer_digest(asked[0], *(values[name] for name in ("name", "text", "document", "support")))
        if now != kept:
            named = values["name"] or row
            self.rescued.damaged.append(
                tr("Changed or damaged, and saved as it is: {table} {named}.", table=table, named=named)
            )
        values["digest"] = now

    # ---- kinds of questions

    def _kind_of(self, row: int, values: _Values) -> str:
        """Return the kind of a question whose kind is damaged: the one that its digest covers, or the likely one."""
        for kind in KINDS:
            if question_digest(values["name"], kind, values["text"]) == values["digest"]:
                return kind
        return self._kind_said(row)

    def _kind_said(self, row: int) -> str:
        """Return the likely kind of a question, by what was entered about it and by the other questions."""
        said = self._said.get(row, set())
        labels = {label for kind, label in said if kind == "judgment" and label is not None}
        has_nuggets = not {"match", "importance", "nugget"}.isdisjoint(kind for kind, _ in said)
        for name in (*self._kinds_there, *KINDS):
            if labels <= set(KINDS[name].labels) and has_nuggets <= (not KINDS[name].is_labeled):
                return name
        return self._kinds_there[0] if self._kinds_there else next(iter(KINDS))

    @cached_property
    def _kinds_there(self) -> list[str]:
        """The kinds of the questions that can be read, the most frequent first."""
        at = self._names("question").index("kind")
        counts = Counter(cells[at] for _, cells in self._old.rows("question") if cells is not None)
        return [kind for kind, _ in counts.most_common() if kind in KINDS]

    @cached_property
    def _said(self) -> dict[int, set[tuple[str, str | None]]]:
        """Kinds and labels of the entries about each question."""
        names = self._names("entry")
        places = [names.index(name) for name in ("question", "kind", "label")]
        found: dict[int, set[tuple[str, str | None]]] = {}
        for _, cells in self._old.rows("entry"):
            if cells is not None and isinstance(cells[places[0]], int):
                found.setdefault(cells[places[0]], set()).add((cells[places[1]], cells[places[2]]))
        return found

    @cached_property
    def _organizers(self) -> set[int]:
        """The assessors who entered facts that only the organizer enters."""
        names = self._names("entry")
        who, kind, fact = (names.index(name) for name in ("assessor", "kind", "fact"))
        return {
            cells[who]
            for _, cells in self._old.rows("entry")
            if cells is not None and cells[kind] == "fact" and not str(cells[fact]).startswith(READ)
        }

    def _copy_local(self) -> None:
        """Keep the name of the collection, and to whom it was handed out."""
        found = {cells[0]: cells[1] for _, cells in self._old.rows("local") if cells is not None}
        for name in ("name", HANDED_OUT):
            if isinstance(found.get(name), str) and (name == "name" or self._is_assessor(found[name])):
                self._new.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (name, found[name]))
        if HUB in found:
            self.rescued.remarks.append(tr("The link to the hub was not copied: join the hub again."))

    def _is_assessor(self, name: str) -> bool:
        return self._new.execute("SELECT 1 FROM assessor WHERE name = ?", (name,)).fetchone() is not None

    # ---- the log

    def _copy_log(self) -> bool:
        """Copy the log unchanged; return False where its chains do not hold afterwards."""
        if self._old.is_broken("entry"):
            return False
        names, last = self._names("entry"), 0
        for row, cells in self._old.rows("entry"):
            if cells is None or row != last + 1:
                return False
            last = row
            values = dict(zip(names, cells, strict=True))
            for name, table in _REFERENCES.items():
                if values.get(name) is not None:
                    values[name] = self._places[table].get(values[name])
                    if values[name] is None:
                        return False
            try:
                self._insert("entry", values)
            except (sqlite3.IntegrityError, UnicodeError):  # a cell that must not be empty, or is no text
                return False
        if (last, False) != _end_of_log(self._old) or verify(self._new, whole=True):
            return False
        note_end(self._new)
        _mark_superseded(self._new)
        query = "SELECT kind, count(*) FROM entry e WHERE {} EXISTS (SELECT 1 FROM superseded WHERE entry = e.id)"
        for kind, number in self._new.execute(f"{query.format('NOT')} GROUP BY kind"):
            self.rescued.kinds[kind_of_entries(kind)] = Compared(number, number, number)
        (number,) = self._new.execute("SELECT count(*) FROM superseded").fetchone()
        self.rescued.kinds[EARLIER] = Compared(number, number, number)
        return True


class _Reentry:
    """Enters the entries in force again; what unreadable entries replaced is unknown."""

    def __init__(self, copying: _Copying, old: DamagedFile, new: sqlite3.Connection) -> None:
        self._copying, self._old, self._new = copying, old, new
        self._rescued = copying.rescued
        self._names = [one.name for one in _columns()["entry"]]
        self._digests = {
            table: self._cells(table, "code" if table in {"assessor", "writer"} else "digest", bytes)
            for table in ("question", "answer", "nugget", "assessor", "writer")
        }
        self._questions = {table: self._cells(table, "question", int) for table in ("answer", "nugget")}
        self._heads: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._unreadable = 0
        self._log = LogWriter(new)
        self._waited_for: set[bytes] = set()
        self._written: dict[bytes, tuple[bytes, int]] = {}

    def enter(self) -> None:
        """Write what can be read to a new log, each entry after those that it replaces, and count it by kind."""
        replaced = Replacing()
        for _, values in self._entries():
            replaced.add(*_by_whom(values), _hashes(values["replaces"]))
        earlier = {values["hash"] for _, values in self._entries() if replaced.has(values["hash"], *_by_whom(values))}
        self._waited_for = set(earlier)
        superseded = {row for row, cells in self._old.rows("superseded") if cells is not None}
        readable, last, waiting = set[int](), 0, list[_Values]()
        for row, values in self._entries():
            missing = min(row, last + 1) - 1 - len(readable)
            readable.add(row)
            last = max(last, row if row <= self._old.most_rows else 0)
            doubt = self._doubt(values, missing)
            values |= {"doubt": doubt, "earlier": values["hash"] in earlier}
            if row in superseded and not values["earlier"]:
                self._rescued.outdated += 1
                self._count(EARLIER)
            elif self._waited_for.isdisjoint(_hashes(values["replaces"])):
                self._write(values)
            else:
                waiting.append(values)
        while waiting:
            ready = [one for one in waiting if self._waited_for.isdisjoint(_hashes(one["replaces"]))]
            for values in ready or waiting:  # the latter only where entries replace each other
                self._write(values)
            waiting = [one for one in waiting if one not in ready] if ready else []
        end, may_be_more = _end_of_log(self._old)
        last = max(last, end)
        missing = max(last, len(readable) + self._unreadable) - len(readable)
        unread = len([row for row in superseded if 0 < row <= last and row not in readable])
        self._rescued.of(EARLIER).source += min(unread, missing)
        unreadable = self._rescued.of(UNREADABLE)
        unreadable.source += missing - min(unread, missing)
        unreadable.at_least = may_be_more or self._old.is_open_ended("entry")
        if missing - unread > 0 and self._old.is_broken("superseded"):
            self._rescued.remarks.append(
                tr(
                    "The list of replaced entries is damaged, too: a label may be in force again that an unreadable "
                    "entry had replaced."
                )
            )

    def _write(self, values: _Values) -> None:
        """Enter one again, in the place of those that it replaced."""
        old, entry = values["hash"], self._entry(values)
        self._waited_for.discard(old)
        kind = EARLIER if values["earlier"] else values["kind"]
        count = self._count(kind_of_entries(kind) if kind in (*_KINDS, EARLIER) else UNREADABLE)
        if entry is None:
            return
        if values["doubt"] == "damaged":
            self._rescued.changed.append(
                tr("Changed or damaged, and entered again as it is: log entry {row}.", row=values["id"])
            )
        self._rescued.unchecked += values["doubt"] == "unchecked"
        replaces = dict(self._written[hash_] for hash_ in _hashes(values["replaces"]) if hash_ in self._written)
        self._log.write(entry.assessor, entry.kind, entry.subject, entry.content, at=entry.at, replaces=replaces)
        if values["earlier"]:
            row, hash_ = self._new.execute("SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1").fetchone()
            self._written[old] = (hash_, row)
        count.entered += 1

    def _entries(self) -> Iterator[tuple[int, _Values]]:
        self._unreadable = 0
        for row, cells in self._old.rows("entry"):
            if cells is None:
                self._unreadable += 1
            else:
                yield row, dict(zip(self._names, cells, strict=True))

    def _count(self, kind: str) -> Compared:
        count = self._rescued.of(kind)
        count.source += 1
        count.readable += kind != UNREADABLE
        return count

    def _cells(self, table: str, name: str, kind: type[_Cell]) -> dict[int, _Cell]:
        """Return one cell of each readable row of a table, if it is of this kind."""
        at = [one.name for one in _columns()[table]].index(name)
        rows = ((row, cells[at]) for row, cells in self._old.rows(table) if cells is not None)
        return {row: cell for row, cell in rows if isinstance(cell, kind)}

    # ---- whether an entry is what it was

    def _doubt(self, values: _Values, missing: int) -> str:
        """Return "" for an entry that follows from the one before it in its chain, else why it cannot be relied on.

        "unchecked" where that one or something it is about is unreadable; "damaged" where nothing is missing. One
        cell that the hash proves to have been another is restored. `missing`: how many earlier rows are unreadable.
        """
        chain = (values["writer"], values["assessor"])
        try:
            if self._follows(values):
                return ""
            head_missing = self._heads.get(chain, (b"", 0))[1]
            if self._entry_names(values) is not None and head_missing != missing:
                return "unchecked"
            for name, value in self._candidates(values):
                if self._follows(values | {name: value}):
                    values[name] = value
                    self._rescued.changed.append(
                        tr(
                            "Log entry {row}: {column} was changed or damaged; restored as its hash proves: {value!r}.",
                            row=values["id"],
                            column=name,
                            value=value,
                        )
                    )
                    return ""
            return "damaged" if self._entry_names(values) is not None else "unchecked"
        finally:
            self._heads[values["writer"], values["assessor"]] = (values["hash"], missing)

    def _follows(self, values: _Values) -> bool:
        names, writer = self._entry_names(values), self._digests["writer"].get(values["writer"])
        if names is None or writer is None:
            return False
        head = self._heads.get((values["writer"], values["assessor"]), (b"", 0))[0]
        content = Content(values["label"], values["state"], values["note"], values["seconds"])
        entry = Entry(
            hash=values["hash"],
            writer=writer,
            assessor=0,
            kind=values["kind"],
            subject=Subject(fact=values["fact"]),
            content=content,
            at=values["at"],
            act=values["act"],
            part=values["part"],
            replaces=_hashes(values["replaces"]),
            heads=_hashes(values["heads"]),
        )
        try:
            return chain_hash(head, names, entry) == entry.hash
        except (TypeError, UnicodeError):  # bytes in place of a text
            return False

    def _entry_names(self, values: _Values) -> EntryNames | None:
        found = []
        for table in ("assessor", "question", "answer", "nugget"):
            row = values[table]
            name = b"" if row is None and table != "assessor" else self._digests[table].get(row)
            if name is None:
                return None
            found.append(name)
        return EntryNames(*found)

    def _candidates(self, values: _Values) -> Iterator[tuple[str, object]]:
        """Yield what single cells may have been."""
        for name, known in (
            ("kind", get_args(EntryKind)),
            ("act", get_args(Act)),
            ("label", _LABELS),
            ("state", (None, *STATES)),
            ("assessor", self._digests["assessor"]),
            ("writer", self._digests["writer"]),
        ):
            yield from ((name, value) for value in known if value != values[name])
        for table in ("answer", "nugget"):
            if values[table] in self._questions[table]:
                yield "question", self._questions[table][values[table]]
            yield table, None
            yield from ((table, row) for row, home in self._questions[table].items() if home == values["question"])

    def _say(self, values: _Values, name: str) -> None:
        self._rescued.damaged.append(
            tr(
                "Log entry {row}: {column} is damaged; saved as {value!r}.",
                row=values["id"],
                column=name,
                value=values[name],
            )
        )

    # ---- the new entry

    def _entry(self, values: _Values) -> Entry | None:
        """Return what an entry says of rows of the new file; None if no version says such a thing."""
        self._replace_impossible(values)
        here = self._places(values)
        if here is None:
            return None
        who, question, answer, nugget = (None if row is None else row - 1 for row in here)
        entry = Entry(
            hash=b"\0" * HASH_SIZE,
            writer=b"",
            assessor=-1 if who is None else who,
            kind=values["kind"],
            subject=Subject(question, answer, nugget, values["fact"]),
            content=Content(values["label"], values["state"], values["note"], values["seconds"]),
            at=values["at"],
        )
        return None if entry_problem(entry) else entry

    def _replace_impossible(self, values: _Values) -> None:
        """Replace what is known to be wrong in an entry and does not matter to what it says."""
        for name in ("label", "state", "note", "fact", "kind"):
            read = values[name]
            if isinstance(read, str | bytes):
                values[name] = as_text(read) if isinstance(read, str) else read.decode("utf-8", "replace")
                if values[name] != read:
                    self._say(values, name)
        instead: _Values = {}
        if values["kind"] not in _KINDS and (close := get_close_matches(str(values["kind"]), _KINDS, 1)):
            instead["kind"] = close[0]
        if values["state"] not in (None, *STATES) and values["label"] is not None:
            instead["state"] = None
        if row_problem("", {"seconds": values["seconds"]}):
            instead["seconds"] = None
        if not isinstance(values["at"], int) or not FIRST_MOMENT <= values["at"] <= LAST_MOMENT:
            instead["at"] = 0
        values |= instead
        for name in instead:
            self._say(values, name)

    def _places(self, values: _Values) -> list[int | None] | None:
        """Return the new rows of assessor, question, answer and nugget; None if there are no such rows together."""
        here: dict[str, int | None] = {}
        for table in ("assessor", "question", "answer", "nugget"):
            row = values[table]
            place = self._copying.place(table, row, here.get("question")) if isinstance(row, int) else None
            if place is None and (row is not None or table == "assessor"):
                return None
            here[table] = place
            if place is not None and table in {"answer", "nugget"}:
                home = self._copying.question_of(table, place)
                if here["question"] is None:
                    self._say(values | {"question": home}, "question")
                    here["question"] = home
                elif home != here["question"]:
                    return None
        return list(here.values())


def _end_of_log(old: DamagedFile) -> tuple[int, bool]:
    """Return the number of the last entry that anything in a file names, and whether there may have been more.

    A writer is added with its first entry, and the last entry is noted; files of earlier versions have no such note.
    """
    names = [one.name for one in _columns()["entry"]]
    hash_, writer = (names.index(name) for name in ("hash", "writer"))
    last, last_hash, wrote = 0, b"", set[object]()
    for row, cells in old.rows("entry"):
        if cells is not None:
            wrote.add(cells[writer])
            if last < row <= old.most_rows:
                last, last_hash = row, cells[hash_]
    noted = noted_end(dict(cells for _, cells in old.rows("local") if cells is not None))
    end = max(last, old.bound("entry"))
    if noted is None:
        marked = (row for row, cells in old.rows("superseded") if cells is not None and row <= old.most_rows)
        unused = any(row not in wrote for row, cells in old.rows("writer") if cells is not None)
        return max([end, *marked]), unused
    if noted[1] == last_hash:  # the number may be damaged
        return end, False
    return (max(end, noted[0]), False) if noted[0] <= old.most_rows else (end, True)


def _by_whom(values: _Values) -> tuple[str, int]:
    """Return kind and assessor of an entry as it is stored."""
    return values["kind"], values["assessor"]


def _mark_superseded(db: sqlite3.Connection) -> None:
    db.executemany("INSERT INTO superseded (entry) VALUES (?)", ((row,) for row in sorted(replaced_rows(db))))


def _hashes(blob: object) -> tuple[bytes, ...]:
    try:
        return unpack(blob if isinstance(blob, bytes) else None)
    except ValueError:
        return ()
