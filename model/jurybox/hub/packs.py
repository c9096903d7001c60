"""An assessor's part in transit: compressed packs identified by their digest, and the list of them.

The content of a part is decided by handing out (`jurybox.campaign.handouts`): a part is split from such a
file. A pack has one question with its options and answers, or one document; packs are the same for all
recipients, so that each is stored once and late questions are sent alone. The list, the manifest, has the
packs of the part, the assignments, and the organizer's entries in it.
"""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jurybox.collection.digests import DIGESTED, add_digests, renew_digests
from jurybox.collection.entries import SHARED_KINDS, Content, EntryKind, Subject
from jurybox.collection.file import HANDED_OUT, LARGEST_VALUE
from jurybox.collection.log import LogWriter, count_import
from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.language import tr

_QUESTION = "name, kind, text, position, category, lang, guideline, status, digest"
_ANSWER = "name, text, document, support, author, posted_at, pool, digest"
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
    if digest_of(body) != digest:
        raise Refused(tr("A part of the campaign arrived damaged. Nothing was changed; it is fetched again."))
    opened = zlib.decompressobj()
    text = opened.decompress(body, 20 * LARGEST_VALUE)
    if opened.unconsumed_tail:
        raise Refused(tr("A part of the campaign is too large to be one. Nothing was changed."))
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
        "version": 1,
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
    for content in packs.values():
        if "document" in content:
            _add_document(db, content["document"])
        else:
            _add_question(db, content)
    renew_digests(db, "question")  # the category of an existing one may have changed
    add_digests(db)
    held = json.loads(_local(db, _HELD) or "[]")
    _set_local(db, _HELD, json.dumps([*held, *(digest.hex() for digest in packs)]))


def finish(db: sqlite3.Connection, manifest: Mapping[str, Any], digest: bytes) -> bool:
    """Update assignments and the organizer's entries to those of the part, in the caller's transaction.

    Return whether more than the log changed, so that programs with the file open read it again.
    """
    changed = _assign(db, manifest["assigned"]) or _local(db, _HELD) != _local(db, _SEEN)
    _say(db, manifest["said"])
    _set_local(db, PART, digest.hex())
    _set_local(db, _SEEN, _local(db, _HELD))
    if changed:
        renew_digests(db, *DIGESTED)  # fewer stretches than there were packs
        count_import(db)
    return changed


_SEEN = "hub_packs_seen"


def _add_document(db: sqlite3.Connection, row: Sequence[object]) -> None:
    if db.execute("SELECT 1 FROM document WHERE name = ?", (row[0],)).fetchone() is None:
        db.execute("INSERT INTO document (name, text, title, url) VALUES (?, ?, ?, ?)", row)


def _add_question(db: sqlite3.Connection, content: Mapping[str, Any]) -> None:
    *fields, digest = content["question"]
    own = bytes.fromhex(digest)
    found = db.execute("SELECT id FROM question WHERE digest = ?", (own,)).fetchone()
    values = (*fields, own, _series(db, content["series"]))
    if found is None:
        if db.execute("SELECT 1 FROM question WHERE name = ?", (fields[0],)).fetchone():
            raise Refused(
                tr(
                    "The organizer changed the text of question {fields}, which you have already. "
                    "Ask the organizer to add it as a new question. What you entered is kept.",
                    fields=fields[0],
                )
            )
        marks = ", ".join("?" * len(values))
        cursor = db.execute(f"INSERT INTO question ({_QUESTION}, series) VALUES ({marks})", values)  # noqa: S608
        row = cursor.lastrowid or 0
        db.executemany(
            "INSERT INTO option (question, name, text) VALUES (?, ?, ?)", [(row, *one) for one in content["options"]]
        )
    else:
        (row,) = found
        # In an existing question only parts that do not affect its identity can have changed.
        db.execute(
            "UPDATE question SET position = ?, category = ?, lang = ?, guideline = ?, status = ?, series = ? "
            "WHERE id = ?",
            (*fields[3:], values[-1], row),
        )
    _add_under(db, row, content)


def _add_under(db: sqlite3.Connection, question: int, content: Mapping[str, Any]) -> None:
    """Add answers, nuggets and known instances of a question that are not there yet."""
    there = {one for (one,) in db.execute("SELECT digest FROM answer WHERE question = ?", (question,))}
    for *fields, pool, digest in content["answers"]:
        own = bytes.fromhex(digest)
        if own not in there:
            there.add(own)
            db.execute(
                f"INSERT INTO answer (question, {_ANSWER}, best) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",  # noqa: S608
                (question, *fields, bytes.fromhex(pool) if pool is not None else None, own),
            )
    there = {one for (one,) in db.execute("SELECT digest FROM nugget WHERE question = ?", (question,))}
    for name, digest in content["nuggets"]:
        if bytes.fromhex(digest) not in there:
            db.execute(
                "INSERT INTO nugget (question, name, digest) VALUES (?, ?, ?)", (question, name, bytes.fromhex(digest))
            )
    named = {one for (one,) in db.execute("SELECT name FROM instance WHERE question = ?", (question,))}
    for name, text in content["instances"]:
        if name not in named:
            db.execute("INSERT INTO instance (question, name, text) VALUES (?, ?, ?)", (question, name, text))


def _series(db: sqlite3.Connection, series: Sequence[object] | None) -> int | None:
    if series is None:
        return None
    found = db.execute("SELECT id FROM series WHERE name = ?", (series[0],)).fetchone()
    if found:
        return int(found[0])
    cursor = db.execute("INSERT INTO series (name, target, target_type) VALUES (?, ?, ?)", series)
    return cursor.lastrowid


def _assign(db: sqlite3.Connection, assigned: Sequence[Sequence[str | None]]) -> bool:
    """Let the assignments be these; return whether they were others."""
    query = (
        "SELECT q.digest, a.digest FROM assignment s JOIN question q ON q.id = s.question "
        "LEFT JOIN answer a ON a.id = s.answer ORDER BY s.id"
    )
    before = [[question.hex(), _hex(answer)] for question, answer in db.execute(query)]
    if before == [list(pair) for pair in assigned]:
        return False
    row_of = {
        table: {digest.hex(): row for row, digest in db.execute(f"SELECT id, digest FROM {table}")}  # noqa: S608
        for table in ("question", "answer")
    }
    db.execute("DELETE FROM assignment")
    db.executemany(
        "INSERT INTO assignment (id, assessor, question, answer) VALUES (?, 1, ?, ?)",
        [
            (row, row_of["question"][question or ""], None if answer is None else row_of["answer"][answer])
            for row, (question, answer) in enumerate(assigned, 1)
        ],
    )
    return True


def _say(db: sqlite3.Connection, said: Sequence[Sequence[Any]]) -> None:
    """Enter the organizer's new entries; clear those that they no longer make."""
    (speaker,) = db.execute("SELECT id FROM assessor WHERE name = ?", (ORGANIZER,)).fetchone()
    positions = _Positions(db)
    log = LogWriter(db)
    wanted = {positions.of(one): Content(one[5], one[6], one[7]) for one in said}
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


class _Positions:
    """Positions of questions, answers and nuggets in a file, by digest."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._of = {
            table: {digest.hex(): row - 1 for row, digest in db.execute(f"SELECT id, digest FROM {table}")}  # noqa: S608
            for table in ("question", "answer", "nugget")
        }

    def of(self, said: Sequence[Any]) -> tuple[EntryKind, Subject]:
        """Return kind and subject of something said."""
        kind, question, answer, nugget, fact, *_ = said
        return kind, Subject(
            self._at("question", question), self._at("answer", answer), self._at("nugget", nugget), fact
        )

    def _at(self, table: str, digest: str | None) -> int | None:
        return None if digest is None else self._of[table][digest]


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
