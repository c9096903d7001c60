"""An assessor's part in transit: compressed packs identified by their digest, and the list of them.

The content of a part is decided by handing out (`jurybox.campaign.handouts`): a part is split from such a
file. A pack has one question with its options and answers, or one document; packs are the same for all
recipients, so that each is stored once and late questions are sent alone. The list, the manifest, has the
packs of the part, the assignments, and the organizer's entries in it.

What arrives is made by somebody else's program. Before the first row of it is written it is checked like a file
that is opened (`jurybox.collection.validity`): rows and their digests, entries, references, sizes.
"""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from jurybox.collection.digests import DIGESTED, add_digests, renew_digests
from jurybox.collection.entries import (
    DIGEST_SIZE,
    HASH_SIZE,
    SHARED_KINDS,
    Content,
    Entry,
    EntryKind,
    Subject,
    answer_digest,
    question_digest,
)
from jurybox.collection.file import HANDED_OUT
from jurybox.collection.log import LogWriter, count_import
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.own_schemes import stored_schemes, too_many_labels
from jurybox.collection.snapshot import first_impossible
from jurybox.collection.validity import ImpossibleValueError, entry_problem, homes_of, refuse_row
from jurybox.hub.errors import PartRefused
from jurybox.language import tr

_LARGEST = 100_000_000
"""Bytes of a pack or a manifest; a manifest with a million assignments has as many."""
_VERSION = 1
_QUESTION = "name, kind, text, position, category, lang, guideline, status, digest"
_ANSWER = "name, text, document, support, author, posted_at, pool, digest"
_BLOBS = frozenset(("code", "digest", "pool"))
_PACK_DIGEST = 32
_STANDS = "NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"


@dataclass(frozen=True)
class AssessorPart:
    """An assessor's part: the manifest, and the bodies of its packs by digest."""

    manifest: bytes
    packs: Mapping[bytes, bytes] = field(default_factory=dict)

    @property
    def digest(self) -> bytes:
        """What the part is known by."""
        return digest_of(self.manifest)


def digest_of(body: bytes) -> bytes:
    """Return what a pack or a manifest is known by."""
    return hashlib.sha256(body).digest()


def pack_up(content: object) -> bytes:
    """Return content as it travels: JSON, compressed."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def unpack(body: bytes, digest: bytes) -> Any:  # noqa: ANN401 - JSON
    """Return the content of a pack; refused if it is not the one that the digest names."""
    with _checking():
        if digest_of(body) != digest:
            raise ImpossibleValueError(tr("it arrived damaged"))
        opened = zlib.decompressobj()
        text = opened.decompress(body, _LARGEST)
        if opened.unconsumed_tail:
            raise ImpossibleValueError(tr("it is too large to be one"))
        return json.loads(text.decode("utf-8", "surrogatepass"))


# Cutting


def cut(db: sqlite3.Connection) -> AssessorPart:
    """Cut the part of an open file that was handed out."""
    packs: dict[bytes, bytes] = {}

    def put(content: object) -> str:
        body = pack_up(content)
        packs[digest_of(body)] = body
        return digest_of(body).hex()

    questions = [put(one) for one in _questions(db)]
    documents = [
        put({"document": list(row)}) for row in db.execute("SELECT name, text, title, url FROM document ORDER BY id")
    ]
    people = {row: (code, name, kind) for row, code, name, kind in db.execute("SELECT * FROM assessor")}
    manifest = {
        "version": _VERSION,
        "collection": _local(db, "collection"),
        "name": _local(db, "name"),
        "assessor": [people[1][0].hex(), *people[1][1:]],
        "organizer": [people[2][0].hex(), *people[2][1:]],
        "questions": questions,
        "documents": documents,
        "assigned": [
            [question.hex(), answer.hex() if answer else None]
            for question, answer in db.execute(
                "SELECT q.digest, a.digest FROM assignment s JOIN question q ON q.id = s.question "
                "LEFT JOIN answer a ON a.id = s.answer ORDER BY s.id"
            )
        ],
        "said": _said(db, 2),
    }
    return AssessorPart(pack_up(manifest), packs)


def _questions(db: sqlite3.Connection) -> Iterator[dict[str, object]]:
    series = {row: list(rest) for row, *rest in db.execute("SELECT id, name, target, target_type FROM series")}
    columns = f"SELECT id, series, {_QUESTION} FROM question ORDER BY id"  # noqa: S608 - our own names
    for row, in_series, *question, digest in db.execute(columns).fetchall():
        answers = db.execute(f"SELECT {_ANSWER} FROM answer WHERE question = ? ORDER BY id", (row,))  # noqa: S608
        yield {
            "question": [*question, digest.hex()],
            "series": series.get(in_series),
            "options": _listed(db, "option", "name, text", row),
            "answers": [[*rest, _hex(pool), own.hex()] for *rest, pool, own in answers],
            "nuggets": [
                [name, own.hex()]
                for name, own in db.execute("SELECT name, digest FROM nugget WHERE question = ? ORDER BY id", (row,))
            ],
            "instances": _listed(db, "instance", "name, text", row),
        }


def _listed(db: sqlite3.Connection, table: str, columns: str, question: int) -> list[list[object]]:
    query = f"SELECT {columns} FROM {table} WHERE question = ? ORDER BY id"  # noqa: S608 - our own names
    return [list(row) for row in db.execute(query, (question,))]


def _said(db: sqlite3.Connection, speaker: int) -> list[list[object]]:
    """Return one assessor's present entries (by row) here, subjects by digests."""
    rows = db.execute(
        "SELECT e.kind, lower(hex(q.digest)), lower(hex(a.digest)), lower(hex(n.digest)), e.fact, e.label, "  # noqa: S608
        "e.state, e.note FROM entry e LEFT JOIN question q ON q.id = e.question "
        "LEFT JOIN answer a ON a.id = e.answer LEFT JOIN nugget n ON n.id = e.nugget "
        f"WHERE e.assessor = ? AND {_STANDS} AND (e.label IS NOT NULL OR e.state IS NOT NULL) ORDER BY e.id",
        (speaker,),
    )
    return [[None if at in {1, 2, 3} and not one else one for at, one in enumerate(row)] for row in rows]


# What arrives


@contextmanager
def _checking() -> Iterator[None]:
    """Turn whatever is wrong with a part into one sentence; only checks are inside, nothing is written."""
    try:
        yield
    except ImpossibleValueError as error:
        why = str(error)
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError, zlib.error):
        why = tr("it is not of the form that Jurybox gives it")
    else:
        return
    raise PartRefused(tr("The part of the campaign at the hub is not taken in: {why}. Nothing was changed.", why=why))


def checked_manifest(content: Any, identity: str, code: bytes | None) -> Mapping[str, Any]:  # noqa: ANN401 - JSON
    """Return a manifest: of this collection and this assessor, its lists and people of the right form."""
    with _checking():
        if content["version"] > _VERSION:
            raise ImpossibleValueError(tr("it was made by a newer Jurybox: update this one"))
        people = [_row("assessor", "code, name, kind", content[one]) for one in ("assessor", "organizer")]
        if people[1]["name"] != ORGANIZER or any(people[0][key] == people[1][key] for key in ("code", "name")):
            raise ImpossibleValueError(tr("it names the wrong organizer"))
        if content["collection"] != identity or people[0]["code"] != code:
            raise ImpossibleValueError(tr("it is the part of somebody else, or of another collection"))
        refuse_row("local", {"name": "name", "value": content["name"]}, tr("the part"))
        for digest in (*_list(content["questions"]), *_list(content["documents"])):
            _bytes(digest, _PACK_DIGEST)
        for question, answer in _list(content["assigned"]):
            _bytes(question)
            _bytes(answer or question)
        _list(content["said"])
        return dict(content)


def _checked_pack(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the rows of a pack by what they are; each a row that a file may have, with the digest of its content."""
    if "document" in content:
        return {"document": _row("document", "name, text, title, url", content["document"])}
    question = _row("question", _QUESTION, content["question"])
    _check_digest(question, question_digest(question["name"], question["kind"], question["text"]))
    answers = [_row("answer", _ANSWER, one) for one in _list(content["answers"])]
    for one in answers:
        said = (one[name] for name in ("name", "text", "document", "support"))
        _check_digest(one, answer_digest(question["digest"], *said))
    series = content["series"]
    return {
        "question": question,
        "series": None if series is None else _row("series", "name, target, target_type", series),
        "answers": answers,
        **{
            f"{table}s": [_row(table, columns, one) for one in _list(content[f"{table}s"])]
            for table, columns in (("option", "name, text"), ("nugget", "name, digest"), ("instance", "name, text"))
        },
    }


def _row(table: str, columns: str, values: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return a row by its columns, bytes as such; refused if no file may have it."""
    row = dict(zip(columns.split(", "), _list(values), strict=True))
    for name in _BLOBS.intersection(row):
        row[name] = None if row[name] is None else _bytes(row[name])
    refuse_row(table, row, f"{table} {str(row['name'])[:60]!r}" if "name" in row else table)
    return row


def _check_digest(row: Mapping[str, Any], digest: bytes) -> None:
    if row["digest"] != digest:
        raise ImpossibleValueError(tr("the digest of {name!r} is not that of its content", name=str(row["name"])[:60]))


def _list(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    if not isinstance(value, list):
        raise TypeError
    return value


def _bytes(text: Any, size: int = DIGEST_SIZE) -> bytes:  # noqa: ANN401 - JSON
    found = bytes.fromhex(text)
    if len(found) != size:
        raise ValueError
    return found


# Putting together


def missing(db: sqlite3.Connection, manifest: Mapping[str, Any]) -> list[bytes]:
    """Return the digests of the packs that a file needs for this part and lacks."""
    held = {bytes.fromhex(one) for one in json.loads(_local(db, _HELD) or "[]")}
    named = [bytes.fromhex(one) for one in (*manifest["documents"], *manifest["questions"])]
    return [one for one in dict.fromkeys(named) if one not in held]


_HELD = "hub_packs"
PART = "hub_part"
"""The name under which `local` of a file stores the digest of its part's manifest."""


def begin(db: sqlite3.Connection, manifest: Mapping[str, Any]) -> None:
    """Enter who is who in a new, empty file, in the caller's transaction."""
    for row, who in enumerate((manifest["assessor"], manifest["organizer"]), 1):
        code, name, kind = who
        db.execute("INSERT INTO assessor VALUES (?, ?, ?, ?)", (row, bytes.fromhex(code), name, kind))
    for key, value in (
        (HANDED_OUT, manifest["assessor"][1]),
        ("collection", manifest["collection"]),
        ("name", manifest["name"]),
    ):
        db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (key, value))
    add_digests(db)


def add_packs(db: sqlite3.Connection, packs: Mapping[bytes, Any]) -> None:
    """Add the content of packs to a file, in the caller's transaction; what is there already stays."""
    with _checking():
        checked = [_checked_pack(content) for content in packs.values()]
    for pack in checked:
        if "document" in pack:
            _insert(db, "INSERT OR IGNORE", "document", pack["document"])
        else:
            _add_question(db, pack)
    renew_digests(db, "question")  # the category of an existing one may have changed
    add_digests(db)
    held = json.loads(_local(db, _HELD) or "[]")
    _set_local(db, _HELD, json.dumps([*held, *(digest.hex() for digest in packs)]))


def finish(db: sqlite3.Connection, manifest: Mapping[str, Any], digest: bytes) -> bool:
    """Update assignments and the organizer's entries to those of the part, in the caller's transaction.

    Return whether more than the log changed, so that programs with the file open read it again. The last check
    is that of opening: the transaction is refused if the file could not be opened after it.
    """
    with _checking():
        assigned = _assigned(db, manifest["assigned"])
        wanted = _wanted(db, manifest["said"])
    changed = _assign(db, assigned) or _local(db, _HELD) != _local(db, _SEEN)
    _say(db, wanted)
    _set_local(db, PART, digest.hex())
    _set_local(db, _SEEN, _local(db, _HELD))
    if changed:
        renew_digests(db, *DIGESTED)  # fewer stretches than there were packs
        count_import(db)
    with _checking():
        if problem := too_many_labels(stored_schemes(db).values()) or first_impossible(db):
            raise ImpossibleValueError(problem.rstrip("."))
    return changed


_SEEN = "hub_packs_seen"


def _insert(db: sqlite3.Connection, how: str, table: str, row: Mapping[str, Any]) -> int:
    marks = ", ".join("?" * len(row))
    statement = f"{how} INTO {table} ({', '.join(row)}) VALUES ({marks})"
    return db.execute(statement, tuple(row.values())).lastrowid or 0


def _add_question(db: sqlite3.Connection, pack: Mapping[str, Any]) -> None:
    question = {**pack["question"], "series": _series(db, pack["series"])}
    found = db.execute("SELECT id FROM question WHERE digest = ?", (question["digest"],)).fetchone()
    if found is None:
        if db.execute("SELECT 1 FROM question WHERE name = ?", (question["name"],)).fetchone():
            raise PartRefused(
                tr(
                    "The organizer changed the text of question {fields}, which you have already. "
                    "Ask the organizer to add it as a new question. What you entered is kept.",
                    fields=question["name"],
                )
            )
        row = _insert(db, "INSERT", "question", question)
        for one in pack["options"]:
            _insert(db, "INSERT", "option", {"question": row, **one})
    else:
        (row,) = found
        # In an existing question only parts that do not affect its identity can have changed.
        changed = ("position", "category", "lang", "guideline", "status", "series")
        db.execute(
            f"UPDATE question SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?",  # noqa: S608
            (*(question[name] for name in changed), row),
        )
    _add_under(db, row, pack)


def _add_under(db: sqlite3.Connection, question: int, pack: Mapping[str, Any]) -> None:
    """Add answers, nuggets and known instances of a question that are not there yet."""
    for table, key, more in (("answer", "digest", {"best": 0}), ("nugget", "digest", {}), ("instance", "name", {})):
        query = f"SELECT {key} FROM {table} WHERE question = ?"  # noqa: S608 - our own names
        there = {one for (one,) in db.execute(query, (question,))}
        for one in pack[f"{table}s"]:
            if one[key] not in there:
                there.add(one[key])
                _insert(db, "INSERT", table, {"question": question, **one, **more})


def _series(db: sqlite3.Connection, series: Mapping[str, Any] | None) -> int | None:
    if series is None:
        return None
    found = db.execute("SELECT id FROM series WHERE name = ?", (series["name"],)).fetchone()
    return int(found[0]) if found else _insert(db, "INSERT", "series", series)


def _assigned(db: sqlite3.Connection, assigned: Sequence[Sequence[str | None]]) -> list[tuple[int, int | None]]:
    """Return the rows of questions, and of single answers, that are assigned."""
    questions = {digest.hex(): row for row, digest in db.execute("SELECT id, digest FROM question")}
    answers = {
        (question, digest.hex()): row for row, question, digest in db.execute("SELECT id, question, digest FROM answer")
    }
    rows = ((questions[question or ""], answer) for question, answer in assigned)
    return [(row, None if answer is None else answers[row, answer]) for row, answer in rows]


def _assign(db: sqlite3.Connection, assigned: Sequence[tuple[int, int | None]]) -> bool:
    """Let the assignments be these; return whether they were others."""
    if db.execute("SELECT question, answer FROM assignment ORDER BY id").fetchall() == assigned:
        return False
    db.execute("DELETE FROM assignment")
    db.executemany(
        "INSERT INTO assignment (id, assessor, question, answer) VALUES (?, 1, ?, ?)",
        [(row, *one) for row, one in enumerate(assigned, 1)],
    )
    return True


_Wanted = dict[tuple[EntryKind, Subject], Content]


def _wanted(db: sqlite3.Connection, said: Sequence[Sequence[Any]]) -> _Wanted:
    """Return what the organizer enters in a part; each an entry with which a file can be opened."""
    at: dict[str, dict[str | None, int | None]] = {
        table: {None: None, **{digest.hex(): row - 1 for row, digest in db.execute(f"SELECT id, digest FROM {table}")}}  # noqa: S608
        for table in ("question", "answer", "nugget")
    }
    found: _Wanted = {}
    for one in said:
        kind, question, answer, nugget, fact, label, state, note = _list(one)
        subject = Subject(at["question"][question], at["answer"][answer], at["nugget"][nugget], fact)
        content = Content(label, state, note)
        entry = Entry(bytes(HASH_SIZE), b"", 0, kind, subject, content, at=0)
        if problem := entry_problem(entry, homes_of(db, subject)):
            raise ImpossibleValueError(tr("an entry of the organizer {problem}", problem=problem))
        found[kind, subject] = content
    return found


def _say(db: sqlite3.Connection, wanted: _Wanted) -> None:
    """Enter the organizer's new entries; clear those that they no longer make."""
    (speaker,) = db.execute("SELECT id FROM assessor WHERE name = ?", (ORGANIZER,)).fetchone()
    log = LogWriter(db)
    before = dict(_entered(db, speaker))
    for about, content in wanted.items():
        if before.get(about) != content:
            log.write(speaker - 1, *about, content, replaces=_replaced(db, about, speaker))
    for about, content in before.items():
        if about not in wanted and content.given:
            replaces = _replaced(db, about, speaker, own=True)
            if replaces:
                log.write(speaker - 1, *about, Content(), replaces=replaces)


def _entered(db: sqlite3.Connection, speaker: int) -> Iterator[tuple[tuple[EntryKind, Subject], Content]]:
    """Yield what one assessor (by row) ever entered here, the latest of a subject last."""
    for kind, question, answer, nugget, fact, *content in db.execute(
        "SELECT kind, question - 1, answer - 1, nugget - 1, fact, label, state, note FROM entry "
        "WHERE assessor = ? ORDER BY id",
        (speaker,),
    ).fetchall():
        yield (kind, Subject(question, answer, nugget, fact)), Content(*content)


def _replaced(
    db: sqlite3.Connection, about: tuple[EntryKind, Subject], speaker: int, *, own: bool = False
) -> dict[bytes, int]:
    """Return hash and row of what is in force of a subject: of all, where they speak with one voice."""
    kind, subject = about
    places = (None if at is None else at + 1 for at in (subject.question, subject.answer, subject.nugget))
    rows = db.execute(
        "SELECT e.hash, e.id, e.assessor FROM entry e WHERE e.kind = ? AND e.fact IS ? AND e.question IS ? "  # noqa: S608
        f"AND e.answer IS ? AND e.nugget IS ? AND {_STANDS}",
        (kind, subject.fact, *places),
    )
    shared = kind in SHARED_KINDS and not own
    return {hash_: row for hash_, row, assessor in rows if shared or assessor == speaker}


def _hex(blob: bytes | None) -> str | None:
    return None if blob is None else blob.hex()


def _local(db: sqlite3.Connection, name: str) -> str:
    found = db.execute("SELECT value FROM local WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found else ""


def _set_local(db: sqlite3.Connection, name: str, value: str) -> None:
    db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (name, value))
