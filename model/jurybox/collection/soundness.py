"""Whether a file and its log are as they were written: SQLite's own check, the chains, the digests, and their marks."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from jurybox.collection.codes import KIND_CODES
from jurybox.collection.digests import changed_rows
from jurybox.collection.entries import HASH_SIZE, EntryNames, answer_digest, chain_hash, question_digest
from jurybox.collection.log import noted_end, read_entries, replaced_rows
from jurybox.collection.schema import OUR_TABLES
from jurybox.collection.table_reads import last_row
from jurybox.collection.validity import KIND_WORD, Homes, entry_problem, newer_kind
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import comma_list

_SQLITE_DAMAGE = tr("SQLite finds damage")
_STRETCH = 2_000
_STEPS = 20_000
"""Steps of SQLite's virtual machine, well below a millisecond, between checks whether to continue."""
_TORN = "SELECT id FROM entry WHERE id > ? AND id <= ? AND (length(replaces) % ? OR length(heads) % ?)"
_WORTH_REMEMBERING = 5_000
"""Number of checked entries after which the position is stored, so that the next opening starts there."""


class GivenUp(Exception):  # noqa: N818 - no error: nobody needs the result of the check any more
    """The check of a file was given up before its end."""


def verify(db: sqlite3.Connection, stopped: Callable[[], bool] = lambda: False, *, whole: bool = False) -> list[str]:
    """Return the problems of a file and its log; an empty list means that there are none.

    This is the only test of a log, for opening, merging, copying, rescuing and checking. It reads the entries
    added since the log was last found correct; with `whole`, all of them. Damage found by SQLite is reported
    alone. Raises GivenUp soon after `stopped` returns True, which is checked often.
    """
    db.set_progress_handler(stopped, _STEPS)
    try:
        found = db.execute("PRAGMA integrity_check(5)").fetchall()
        if found != [("ok",)]:
            return _sqlite_damage(db, (text for (text,) in found))
        after = 0 if whole else _checked_until(db)
        chains = _chain_problems(db, after, last_row(db, "entry"), _all_heads(db, after), stopped)
        return [*_lost_end(db), *chains]
    except sqlite3.OperationalError as error:
        if stopped():
            raise GivenUp from error
        raise
    except sqlite3.DatabaseError as error:
        return _sqlite_damage(db, [str(error)])
    except (LookupError, TypeError, ValueError) as error:
        return [tr("The log cannot be followed ({error}).", error=error)]
    finally:
        db.set_progress_handler(None, 0)


def arrived_problems(
    db: sqlite3.Connection, after: int, stopped: Callable[[], bool] = lambda: False
) -> tuple[list[str], int]:
    """Return the problems of the entries after a row, and the last row checked.

    For entries that another program adds to an open file: earlier ones were checked already. SQLite's own
    errors are raised, and GivenUp soon after `stopped` returns True.
    """
    count, last = db.execute("SELECT count(*), coalesce(max(id), ?) FROM entry WHERE id > ?", (after, after)).fetchone()
    if count != last - after:
        return [
            tr(
                "After log entry {after} there are {count} more, but the last one is number {last}.",
                after=after,
                count=count,
                last=last,
            )
        ], after
    try:
        return list(_chain_problems(db, after, last, _HeadsAskedFor(db, after), stopped)), last
    except (LookupError, TypeError, ValueError) as error:
        return [tr("The log cannot be followed ({error}).", error=error)], after


def of_newer_program(db: sqlite3.Connection) -> str:
    """Return what in a file is of a kind that only a newer program knows, and right otherwise; "" for nothing.

    A kind that was damaged does not fit its digest or its chain.
    """
    known = ", ".join("?" * len(KINDS))
    rows = db.execute(f"SELECT name, kind, text, digest FROM question WHERE kind NOT IN ({known})", (*KINDS,))  # noqa: S608
    for name, kind, text, digest in rows:
        if question_digest(name, kind, text) == digest and KIND_WORD.fullmatch(kind):
            return tr("question {name} {newer}", name=name, newer=newer_kind(kind))
    known = ", ".join("?" * len(KIND_CODES))
    for (row,) in db.execute(f"SELECT id FROM entry WHERE kind NOT IN ({known}) LIMIT 1", (*KIND_CODES,)):  # noqa: S608
        span = (row - 1, row)
        heads, link = _HeadsAskedFor(db, row - 1), _links(db, span)[row]
        ((_, entry),) = read_entries(db, "e.id > ? AND e.id <= ?", span)
        if chain_hash(heads[link.chain], link.names, entry) == entry.hash and KIND_WORD.fullmatch(entry.kind):
            return tr("log entry {row} {newer}", row=row, newer=newer_kind(entry.kind))
    return ""


def remember_checked(db: sqlite3.Connection) -> None:
    """Store that the whole log was found correct, if that saves the next opening some time."""
    last = db.execute("SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1").fetchone()
    if last and last[0] - _checked_until(db) >= _WORTH_REMEMBERING:
        db.execute("INSERT OR REPLACE INTO local VALUES ('checked', ?)", (f"{last[0]}:{last[1].hex()}",))


def unsound(db: sqlite3.Connection) -> list[str]:
    """Return the problems of a file: of its pages, its tables, the chains of its log, and what follows from these."""
    of_log = verify(db, whole=True)
    if any(problem.startswith(_SQLITE_DAMAGE) for problem in of_log):
        return of_log
    problems = [
        tr(
            "Table {table}, row {row}: what it names in table {parent} does not exist.",
            table=table,
            row=row,
            parent=parent,
        )
        for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall()
    ]
    for part in (_gaps, _contents, changed_rows, _superseded, _lost_writers, _lost_name):
        problems.extend(part(db))
    # The chains cover a value in the log as well.
    return list(dict.fromkeys(problems + of_log))


_Heads = dict[tuple[int, int], bytes]
"""The hash that each chain ends with, by the rows of writer and assessor, never by positions."""


class _HeadsAskedFor(_Heads):
    """The heads of chains up to a row, each looked up when it is needed; b"" for a new chain."""

    def __init__(self, db: sqlite3.Connection, until: int) -> None:
        super().__init__()
        self._db, self._until = db, until

    def __missing__(self, chain: tuple[int, int]) -> bytes:
        found = self._db.execute(
            "SELECT hash FROM entry WHERE writer = ? AND assessor = ? AND id <= ? ORDER BY id DESC LIMIT 1",
            (*chain, self._until),
        ).fetchone()
        return found[0] if found else b""


def _all_heads(db: sqlite3.Connection, until: int) -> _Heads:
    """Return the heads of all chains up to a row; b"" for a new chain."""
    rows = db.execute(
        "SELECT writer, assessor, hash FROM entry WHERE id IN "
        "(SELECT max(id) FROM entry WHERE id <= ? GROUP BY writer, assessor)",
        (until,),
    )
    return defaultdict(bytes, {(writer, assessor): hash_ for writer, assessor, hash_ in rows})


def _chain_problems(
    db: sqlite3.Connection, after: int, last: int, heads: _Heads, stopped: Callable[[], bool]
) -> Iterator[str]:
    """Yield a sentence for each entry between two rows whose hash does not follow from its predecessor.

    Raises GivenUp at the next batch of the log once `stopped` returns True.
    """
    for start in range(after, last, _STRETCH):
        if stopped():
            raise GivenUp
        span = (start, min(last, start + _STRETCH))
        torn = db.execute(_TORN, (*span, HASH_SIZE, HASH_SIZE)).fetchone()
        if torn:
            yield tr("Log entry {torn} cannot be read: what it names is not a list of hashes.", torn=torn[0])
            return
        links = _links(db, span)
        for row, entry in read_entries(db, "e.id > ? AND e.id <= ?", span):
            chain, names, homes = links[row]
            if problem := entry_problem(entry, homes):
                yield tr("Log entry {row} {problem}.", row=row, problem=problem)
            if chain_hash(heads[chain], names, entry) != entry.hash:
                yield tr("Log entry {row} does not follow from the one before it: it was changed or damaged.", row=row)
            heads[chain] = entry.hash


class _ChainLink(NamedTuple):
    """The chain of an entry, as rows of writer and assessor, the names that its hash covers, and where it belongs."""

    chain: tuple[int, int]
    names: EntryNames
    homes: Homes


def _links(db: sqlite3.Connection, span: tuple[int, int]) -> dict[int, _ChainLink]:
    rows = db.execute(
        "SELECT e.id, e.writer, e.assessor, q.id - 1, a.question - 1, n.question - 1, s.code, "
        "coalesce(q.digest, x''), coalesce(a.digest, x''), coalesce(n.digest, x'') "
        "FROM entry e JOIN assessor s ON s.id = e.assessor "
        "LEFT JOIN question q ON q.id = e.question LEFT JOIN answer a ON a.id = e.answer "
        "LEFT JOIN nugget n ON n.id = e.nugget WHERE e.id > ? AND e.id <= ?",
        span,
    )
    return {
        row: _ChainLink((writer, assessor), EntryNames(*rest[3:]), Homes(*rest[:3]))
        for row, writer, assessor, *rest in rows
    }


def _checked_until(db: sqlite3.Connection) -> int:
    """Return the last row that an earlier check found correct; 0 if that row has changed."""
    found = db.execute("SELECT value FROM local WHERE name = 'checked'").fetchone()
    if not found:
        return 0
    row, _, hash_ = found[0].partition(":")
    same = db.execute("SELECT 1 FROM entry WHERE id = ? AND hex(hash) = upper(?)", (row, hash_)).fetchone()
    return int(row) if same else 0


def _sqlite_damage(db: sqlite3.Connection, said: Iterable[str]) -> list[str]:
    """Return what SQLite says, after the tables of which not all can be read, if any: it names pages only."""
    db.set_progress_handler(None, 0)
    tables = []
    for table in OUR_TABLES:
        try:
            db.execute(f"SELECT count(*) FROM {table} NOT INDEXED").fetchone()  # noqa: S608 - our own names
        except sqlite3.DatabaseError:
            tables.append(tr("the log") if table == "entry" else tr("table {table}", table=table))
    lines = [line for text in said for line in text.splitlines() if not line.startswith("***")]
    if tables:
        lines.insert(0, tr("not all rows of {tables} can be read.", tables=comma_list(tables)))
    return [f"{_SQLITE_DAMAGE}: {line}" for line in lines]


def _lost_name(db: sqlite3.Connection) -> Iterator[str]:
    if db.execute("SELECT 1 FROM local WHERE name = 'collection'").fetchone() is None:
        yield tr("The file does not say which collection it is, so that nothing can be saved in it: rescue it.")


def _lost_end(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence if entries are missing where the chains do not tell: at the end of the log, or all of them."""
    noted = noted_end(dict(db.execute("SELECT name, value FROM local")))
    last = last_row(db, "entry")
    if noted is None:
        if not last and last_row(db, "writer"):
            yield tr("The log is empty, but entries were written to it: they are missing.")
    elif noted[0] > last:
        yield tr(
            "The log has {last:,} entries, but {noted:,} were written to it: those at its end are missing.",
            last=last,
            noted=noted[0],
        )
    elif db.execute("SELECT 1 FROM entry WHERE id = ? AND hash = ?", noted).fetchone() is None:
        yield tr("Log entry {row} is not the one that was written there: entries are missing.", row=noted[0])


def _lost_writers(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence if all entries of a writer are missing: it is added with its first one."""
    query = "SELECT count(*) FROM writer WHERE id NOT IN (SELECT writer FROM entry)"
    (count,) = db.execute(query).fetchone()
    if count and last_row(db, "entry"):
        yield tr(
            "Entries are missing in the log: it has none of {count:,} of the programs that wrote to it.", count=count
        )


def _gaps(db: sqlite3.Connection) -> Iterator[str]:
    for table in OUR_TABLES:
        if table in {"superseded", "local"}:
            continue
        count, last = db.execute(f"SELECT count(*), coalesce(max(id), 0) FROM {table}").fetchone()  # noqa: S608
        if count != last:
            yield tr(
                "Table {table} has {count} rows, but its last one is number {last}.",
                table=table,
                count=count,
                last=last,
            )


def _contents(db: sqlite3.Connection) -> Iterator[str]:
    rows: Any = db.execute("SELECT id, name, kind, text, digest FROM question")
    for row, name, kind, text, digest in rows:
        if question_digest(name, kind, text) != digest:
            yield tr("Question {name} (row {row}) was changed after it was imported.", name=name, row=row)
    rows = db.execute(
        "SELECT a.id, q.digest, a.name, a.text, a.document, a.support, a.digest "
        "FROM answer a JOIN question q ON q.id = a.question"
    )
    for row, question, name, text, document, support, digest in rows:
        if answer_digest(question, name, text, document, support) != digest:
            yield tr("Answer {name} (row {row}) was changed after it was imported.", name=name or row, row=row)


def _superseded(db: sqlite3.Connection) -> Iterator[str]:
    if db.execute(_TORN, (0, 2**62, HASH_SIZE, HASH_SIZE)).fetchone():
        return  # reported with the chains
    replaced = replaced_rows(db)
    marked = {row for (row,) in db.execute("SELECT entry FROM superseded")}
    for row in sorted(replaced ^ marked):
        message = (
            tr("is replaced unmarked") if row in replaced else tr("is marked as replaced, but no entry replaces it")
        )
        yield tr("Log entry {row} {message}.", row=row, message=message)
    twice = db.execute("SELECT hash, count(*) FROM entry GROUP BY hash HAVING count(*) > 1").fetchall()
    for hash_, count in twice:
        yield tr("Log entry {entry} is in the log {count} times.", entry=hash_.hex()[:12], count=count)
