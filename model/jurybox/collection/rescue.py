"""Rescue: readable parts of a damaged or foreign file, copied row by row into a new collection.

Nothing in the old file is executed or changed: it is opened read-only, only plain reads of plain tables are
allowed, and each has a time limit. Rows that cannot be read, or that refer to such rows, are left out and
counted. An intact log is copied unchanged; from a broken one, the entries in force are entered again, under a
new writer.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.collection.check import verify
from jurybox.collection.digests import add_digests, changed_rows
from jurybox.collection.entries import HASH_SIZE, Content, Entry, Subject, answer_digest, question_digest, unpack
from jurybox.collection.file import copy_with_journal, create, journal_of, open_writing, put_in_place
from jurybox.collection.log import LogWriter, replaced_rows
from jurybox.collection.schema import expected_objects
from jurybox.collection.validity import entry_problem, row_problem
from jurybox.disk import check_regular, part_prefix, private_folder, sweep
from jurybox.errors import NotOurs, Refused
from jurybox.language import tr, tr_noop
from jurybox.lists import comma_list

_SECONDS = 60.0
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
_ORDER = (
    "series",
    "document",
    "question",
    "option",
    "answer",
    "run",
    "response",
    "run_time",
    "assessor",
    "assignment",
    "nugget",
    "instance",
    "writer",
)
_DIGESTS = ("question", "answer")
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION}


_NOUNS = {
    "series": tr_noop("series"),
    "document": tr_noop("documents"),
    "question": tr_noop("questions"),
    "option": tr_noop("options"),
    "answer": tr_noop("answers"),
    "run": tr_noop("runs"),
    "response": tr_noop("responses"),
    "run_time": tr_noop("times of runs"),
    "assessor": tr_noop("assessors"),
    "assignment": tr_noop("assignments"),
    "nugget": tr_noop("nuggets"),
    "instance": tr_noop("instances"),
    "writer": tr_noop("writers of the log"),
    "entry": tr_noop("log entries"),
}
_UNREADABLE = (sqlite3.Error, UnicodeError, OverflowError)
"""What reading a damaged row raises; SQLite's own message about it may not be text either."""
_MOST_NAMED = 20
_LEAST_ROW = 10
"""The least bytes of a row, which limits the number of rows in a file."""
_STEP = 16
"""The step, in rows, of the search for the last row if the end of a table cannot be read; most pages have
more rows."""


@dataclass
class Rescued:
    """What was saved and lost of each table, and whether the log could be copied unchanged.

    `lost` counts rows that could not be read and rows that refer to such rows. Where the end of a table
    could not be read (`open_ended`), what is known from other tables is counted: there were at least as many.
    `damaged`: sentences about rows that were saved though they are not what they were.
    `earlier` counts entries of a damaged log that later ones replaced, which are not carried over;
    `outdated` those of them whose replacement is among the lost: what they were about is open again.
    """

    kept: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    open_ended: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    log_whole: bool = True
    earlier: int = 0
    outdated: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing at all was lost."""
        return not (any(self.lost.values()) or self.open_ended or self.outdated or self.damaged)

    def lines(self) -> list[str]:
        """Return what was saved and lost as sentences; losses table by table."""
        kept = comma_list(
            tr("{count:,} {noun}", count=count, noun=tr(_NOUNS[table])) for table, count in self.kept.items() if count
        )
        lines = [tr("Saved: {kept}.", kept=kept) if kept else tr("Nothing was saved.")]
        lines += filter(None, map(self._lost_of, _NOUNS))
        lines += self.damaged[:_MOST_NAMED]
        if len(self.damaged) > _MOST_NAMED:
            lines.append(tr("And {damaged:,} more such places.", damaged=len(self.damaged) - _MOST_NAMED))
        if self.is_whole:
            lines.append(tr("Nothing was lost."))
        if not self.log_whole:
            lines.append(tr("The log was damaged: the current entries were written to a new log."))
            if self.earlier:
                lines.append(
                    tr("{earlier:,} earlier entries, replaced by later ones, are not in it.", earlier=self.earlier)
                )
        if self.lost.get("entry") or "entry" in self.open_ended:
            lines.append(
                tr(
                    "Judgments, matches, groups and decisions may be among the lost entries: what "
                    "they were about is open again. A backup or the assessors' own files may still "
                    "have them."
                )
            )
        if self.outdated:
            lines.append(
                tr(
                    "For {outdated:,} changed entries only the earlier state can be read: these are open again, too.",
                    outdated=self.outdated,
                )
            )
        return lines

    def _lost_of(self, table: str) -> str:
        count, more, noun = self.lost.get(table, 0), table in self.open_ended, tr(_NOUNS[table])
        if count and more:
            return tr("Lost: at least {count:,} {noun}.", count=count, noun=noun)
        if count:
            return tr("Lost: {count:,} of {whole:,} {noun}.", count=count, whole=self._all(table), noun=noun)
        return tr("Lost: an unknown number of {noun}.", noun=noun) if more else ""

    def _all(self, table: str) -> int:
        both = self.kept.get(table, 0) + self.lost[table]
        return both + self.earlier if table == "entry" else both

    def __str__(self) -> str:
        return "\n".join(self.lines())


def rescue(source: Path, target: Path) -> Rescued:
    """Copy what can be read of `source` into a new collection at `target`. Refused if nothing can."""
    limit = _TimeLimit()
    try:
        check_regular(source)
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {reason}.", path=source, reason=error.strerror)) from error
    with ExitStack() as opened:
        readable = _without_half_change(source, opened)
        old = opened.enter_context(closing(_open_guarded(readable, limit)))
        if _count(old, "question") == 0:
            raise Refused(
                tr("Nothing can be rescued from {source}: it has no questions that can be read.", source=source)
            )
        if target.exists():
            raise Refused(tr("{target} exists already. Nothing was changed; choose another name.", target=target))
        try:
            sweep(target.parent)
            folder = tempfile.TemporaryDirectory(prefix=part_prefix(), suffix=".part", dir=target.parent)
        except OSError as error:
            raise Refused(tr("{target} cannot be created: {reason}.", target=target, reason=error.strerror)) from error
        part = Path(opened.enter_context(folder)) / target.name
        create(part, name=source.stem, shown=target)
        with closing(open_writing(part)) as new:
            new.execute("BEGIN IMMEDIATE")
            rescued = _Copying(old, readable.stat().st_size, new, limit.begin).copy()
            new.execute("COMMIT")
        put_in_place(part, target)
    return rescued


def _without_half_change(source: Path, opened: ExitStack) -> Path:
    """Return the file, or a copy of it with an interrupted change rolled back.

    If it cannot be rolled back, because the journal is damaged too, the file is read as it is.
    """
    if journal_of(source).is_file():
        folder = private_folder()
        with suppress(sqlite3.Error, OSError, UnicodeError, NotOurs):
            return copy_with_journal(source, Path(opened.enter_context(folder)))
    return source


class _TimeLimit:
    """Stops the reading of a table that takes excessively long."""

    def __init__(self) -> None:
        self._ends = 0.0
        self.begin()

    def begin(self) -> None:
        """Give the next table its time."""
        self._ends = time.monotonic() + _SECONDS

    def is_over(self) -> int:
        """Return whether the time is over, as SQLite's progress handler."""
        return int(time.monotonic() > self._ends)


def _open_guarded(path: Path, limit: _TimeLimit) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000_000)
    db.set_progress_handler(limit.is_over, 100_000)
    try:
        plain = {name for name, kind in _listed(db) if kind == "table" and name in expected_objects()}
    except Refused:
        db.close()
        raise

    def allow(action: int, table: str | None, *_: str | None) -> int:
        if action == sqlite3.SQLITE_READ and table not in plain:
            return sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_PRAGMA and table == "user_version":
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY

    db.set_authorizer(allow)
    return db


def _listed(db: sqlite3.Connection) -> list[tuple[str, str]]:
    try:
        rows = db.execute("SELECT name, type, sql FROM sqlite_schema").fetchall()
    except _UNREADABLE as error:
        raise Refused(
            tr("Nothing can be rescued: the list of tables cannot be read ({error}).", error=error)
        ) from error
    return [(name, "virtual" if "VIRTUAL" in str(sql).upper()[:20] else kind) for name, kind, sql in rows]


def _count(db: sqlite3.Connection, table: str) -> int:
    try:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - our own names
    except _UNREADABLE:
        return 0


class _Copying:
    """Copies tables in the order of their references; `places` maps old rows to new ones.

    `named` is, for each table, the highest row that other rows refer to, a lower bound of its size.
    """

    def __init__(self, old: sqlite3.Connection, size: int, new: sqlite3.Connection, begin: Callable[[], None]) -> None:
        self._old, self._size, self._new, self._begin = old, size, new, begin
        self._places = {table: dict[int, int]() for table in (*_ORDER, "entry")}
        self._named = dict.fromkeys((*_ORDER, "entry"), 0)
        self._last: dict[str, int] = {}
        self._far: dict[str, int] = {}
        self.rescued = Rescued()

    def copy(self) -> Rescued:
        """Copy everything; the log unchanged if it is intact."""
        rescued = self.rescued
        rescued.damaged += self._changed()
        for table in _ORDER:
            self._copy_table(table)
        if not (any(rescued.lost.values()) or rescued.open_ended):
            self._copy_table("entry")
            rescued.log_whole = not rescued.lost["entry"] and not verify(self._new, whole=True)
        if rescued.log_whole:
            _mark_superseded(self._new)
        else:
            self._new.execute("DELETE FROM entry")
            self._enter_again()
        add_digests(self._new)
        for table in rescued.open_ended:
            rescued.lost[table] += max(0, self._named[table] - self._last[table])
        return rescued

    def _changed(self) -> list[str]:
        """Return which stretches of rows have changed since they were written."""
        try:
            return list(changed_rows(self._old))
        except _UNREADABLE:
            return []  # what cannot be read is counted below

    def _copy_table(self, table: str) -> None:
        columns = [name for name in _columns(self._new, table) if name != "id"]
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - our own names
        kept = lost = 0
        for row, values in self._rows(table, columns):
            moved = None if values is None else self._moved(columns, values)
            try:
                if moved is None or not self._can_be(table, dict(zip(columns, moved, strict=True))):
                    raise sqlite3.IntegrityError
                if table in _DIGESTS:
                    moved[-1] = self._digest(table, row, dict(zip(columns, moved, strict=True)))
                self._places[table][row] = self._new.execute(insert, moved).lastrowid or 0
                kept += 1
            except _UNREADABLE:
                lost += 1
        self.rescued.kept[table], self.rescued.lost[table] = kept, lost + self._far.get(table, 0)

    def _can_be(self, table: str, values: dict[str, Any]) -> bool:
        """Return whether any version writes such a row; references are those in the new file."""
        if table == "entry":
            return True  # the log is checked as a whole
        if row_problem(table, values):
            return False
        answer = values.get("answer")
        return answer is None or self._question_of("answer", answer) == values["question"]

    def _question_of(self, table: str, row: int) -> int | None:
        query = f"SELECT question FROM {table} WHERE id = ?"  # noqa: S608 - our own names
        found = self._new.execute(query, (row,)).fetchone()
        return int(found[0]) if found else None

    def _digest(self, table: str, row: int, values: dict[str, Any]) -> bytes:
        """Return the digest that identifies a question or an answer; changed ones are reported."""
        kept: bytes = values["digest"]
        if table == "question":
            now = question_digest(values["name"], values["kind"], values["text"])
        else:
            (asked,) = self._new.execute("SELECT digest FROM question WHERE id = ?", (values["question"],)).fetchone()
            texts = (values[name] for name in ("name", "text", "document", "support"))
            now = answer_digest(asked, *texts)
        if now != kept:
            named = values["name"] or row
            self.rescued.damaged.append(
                tr("Changed or damaged, and saved as it is: {table} {named}.", table=table, named=named)
            )
        return now

    def _rows(self, table: str, columns: list[str]) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
        """Yield every expected row with its values, None for an unreadable one.

        Ids run without a gap, so a missing row was lost too.
        """
        query = f"SELECT * FROM {table} WHERE rowid = ?"  # noqa: S608 - our own names
        places = self._places_of(table, columns)
        last = self._last[table] = self._last_of(table)
        most = self._size // _LEAST_ROW
        if last > most:
            self._far[table] = _greatest(
                self._old,
                f"SELECT count(*) FROM {table} WHERE id > ?",  # noqa: S608 - our own names
                most,
            )
        self._begin()
        for row in range(1, min(last, most) + 1):
            try:
                found = self._old.execute(query, (row,)).fetchone()
                yield row, None if found is None else tuple(found[place] for place in places)
            except _UNREADABLE:
                yield row, None

    def _places_of(self, table: str, columns: list[str]) -> list[int]:
        """Return the column indices of a row in the old file, where a column's name may be damaged.

        They are not selected by name: SQLite reads a quoted name that a table lacks as a text.
        """
        names = _columns(self._new, table)
        try:
            found = self._old.execute(f"SELECT * FROM {table} LIMIT 0").description  # noqa: S608 - our own names
        except _UNREADABLE:
            found = ()
        there = [column[0] for column in found]
        known = there if set(columns) <= set(there) else names
        return [known.index(name) for name in columns]

    def _last_of(self, table: str) -> int:
        """Return the last row of a table; if its end cannot be read, the last known one."""
        try:
            return int(self._old.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0)  # noqa: S608
        except _UNREADABLE:
            self.rescued.open_ended.add(table)
        known = _count(self._old, table)  # from an index, where the table has one
        if table == "entry":
            known = max(known, _greatest(self._old, "SELECT max(entry) FROM superseded"))
        there = f"SELECT 1 FROM {table} WHERE id = ?"  # noqa: S608 - our own names
        last = 0
        for row in range(1, self._size // _LEAST_ROW, _STEP):
            if _greatest(self._old, there, row):
                last = row
        while _greatest(self._old, there, last + 1):
            last += 1
        return max(known, last)

    def _moved(self, columns: list[str], values: tuple[Any, ...]) -> list[Any] | None:
        """Return values with references to the new rows; None if a referenced row was not saved."""
        moved: list[Any] = []
        missing = False
        for name, value in zip(columns, values, strict=True):
            table = _REFERENCES.get(name)
            if table is None or not isinstance(value, int):
                moved.append(value)
                continue
            self._named[table] = max(self._named[table], value)
            moved.append(self._places[table].get(value))
            missing |= value not in self._places[table]
        return None if missing else moved

    def _enter_again(self) -> None:
        """Write the entries in force to a new log; what unreadable entries replaced is unknown."""
        columns = ["hash", "assessor", "kind", "question", "answer", "nugget", "fact", "label", "state", "note"]
        columns += ["seconds", "at", "replaces"]
        self.rescued.open_ended.discard("entry")
        rows = list(self._rows("entry", columns))
        readable = {row: values for row, values in rows if values is not None}
        replaced = {hash_ for values in readable.values() for hash_ in _hashes(values[-1])}
        superseded = _superseded(self._old)
        kept, lost, earlier, outdated = 0, len(rows) - len(readable), 0, 0
        log = LogWriter(self._new)
        for row, values in readable.items():
            if values[0] in replaced:
                earlier += 1
                continue
            if row in superseded:
                outdated += 1
                continue
            moved = self._moved(columns, values)
            if moved is None or not isinstance(moved[1], int):
                lost += 1
                continue
            _, who, kind, question, answer, nugget, fact, label, state, note, seconds, at, _ = moved
            homes = [
                self._question_of(table, place)
                for table, place in (("answer", answer), ("nugget", nugget))
                if place is not None
            ]
            mixed = any(home != question for home in homes)
            question, answer, nugget = (None if place is None else place - 1 for place in (question, answer, nugget))
            subject = Subject(question, answer, nugget, fact)
            content = Content(label, state, note, seconds)
            entry = Entry(b"\0" * HASH_SIZE, b"", who - 1, kind, subject, content, at)
            if mixed or entry_problem(entry):
                lost += 1
                continue
            log.write(who - 1, kind, subject, content, at=at)
            kept += 1
        self.rescued.kept["entry"], self.rescued.lost["entry"] = kept, lost
        self.rescued.earlier, self.rescued.outdated = earlier + outdated, outdated


def _greatest(db: sqlite3.Connection, query: str, *values: int) -> int:
    """Return the number that a query finds; 0 for none and if it cannot be read."""
    try:
        found = db.execute(query, values).fetchone()
    except _UNREADABLE:
        return 0
    return int(found[0] or 0) if found else 0


def _superseded(db: sqlite3.Connection) -> set[int]:
    """Return the replaced entries, as far as the file's own list of them can be read."""
    found: set[int] = set()
    try:
        found.update(row for (row,) in db.execute("SELECT entry FROM superseded"))
    except _UNREADABLE:
        return found
    return found


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def _mark_superseded(db: sqlite3.Connection) -> None:
    db.executemany("INSERT INTO superseded (entry) VALUES (?)", ((row,) for row in sorted(replaced_rows(db))))


def _hashes(blob: object) -> tuple[bytes, ...]:
    try:
        return unpack(blob if isinstance(blob, bytes) else None)
    except ValueError:
        return ()
