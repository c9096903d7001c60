"""Entries as they travel: the very bytes that the chain hashes, so that everybody can check them."""

import json
import math
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from jurybox.collection.entries import (
    DIGEST_SIZE,
    Content,
    Entry,
    EntryNames,
    Subject,
    chain_content,
    chain_hash,
    unpack,
)
from jurybox.collection.log import read_entries
from jurybox.hub.schema import SHARED_FACTS
from jurybox.language import tr

Chain = tuple[bytes, bytes]
"""A chain by the codes of its assessor and its writer."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An entry as it travels: its place in its chain, its hash, and what the hash is made from."""

    place: int
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Read:
    """An entry that arrived, its subject by digests; positions and assessor are for the file to fill in."""

    entry: Entry
    names: EntryNames


def read_sent(previous: bytes, chain: Chain, sent: Sent) -> Read:
    """Read an entry that follows the one with hash `previous`. ValueError, the end of a sentence, if none does.

    Whether a file may have it is for `jurybox.collection.validity` to say.
    """
    try:
        fields = json.loads(sent.body)
        writer, assessor, kind, question, answer, nugget, fact, label, state, note, *rest = fields
        seconds, at, act, part, replaces, heads = rest
        names = EntryNames(*(bytes.fromhex(code) for code in (assessor, question, answer, nugget)))
        entry = Entry(
            hash=sent.hash,
            writer=bytes.fromhex(writer),
            assessor=0,
            kind=kind,
            subject=Subject(fact=fact),
            content=Content(label, state, note, seconds),
            at=at,
            act=act,
            part=part,
            replaces=unpack(bytes.fromhex(replaces)),
            heads=unpack(bytes.fromhex(heads)),
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(tr("not a list of fields")) from error
    if not _comes_back(entry) or len(entry.writer) != DIGEST_SIZE:
        raise ValueError(tr("not of the form in which files have it"))
    if (names.assessor, entry.writer) != chain or chain_hash(previous, names, entry) != sent.hash:
        raise ValueError(tr("not the next one of its chain"))
    return Read(entry, names)


def _comes_back(entry: Entry) -> bool:
    """Return whether a file returns these fields just as they are: a 1 that comes back as 1.0 has another hash."""
    content = entry.content
    texts = (content.label, content.state, content.note, entry.subject.fact)
    seconds = content.seconds
    return (
        all(isinstance(one, str) for one in (entry.kind, entry.act))
        and all(isinstance(one, str | None) for one in texts)
        and all(type(one) is int for one in (entry.at, entry.part))
        and (seconds is None or (type(seconds) is float and math.copysign(1, seconds) > 0))
    )


def is_shared(entry: Entry) -> bool:
    """Return whether an entry of the organizer's is a fact that every assessor may read."""
    fact = entry.subject.fact or ""
    return entry.kind == "fact" and (fact in SHARED_FACTS or fact.startswith(("guideline:", "scheme:")))


def outgoing(db: sqlite3.Connection, assessor: int, after: int, last: int) -> Iterator[tuple[int, Entry, bytes]]:
    """Yield row, entry and body of what one assessor (by row) entered, from row `after` + 1 to `last`.

    In the order of the rows, which is that of every chain.
    """
    condition = "e.id > ? AND e.id <= ? AND e.assessor = ?"
    query = (
        "SELECT e.id, s.code, coalesce(q.digest, x''), coalesce(a.digest, x''), coalesce(n.digest, x'') "  # noqa: S608
        "FROM entry e JOIN assessor s ON s.id = e.assessor LEFT JOIN question q ON q.id = e.question "
        "LEFT JOIN answer a ON a.id = e.answer LEFT JOIN nugget n ON n.id = e.nugget "
        f"WHERE {condition}"
    )
    span = (after, last, assessor)
    rows = {row: EntryNames(*names) for row, *names in db.execute(query, span)}
    for row, entry in read_entries(db, condition, span):
        yield row, entry, chain_content(rows[row], entry)
