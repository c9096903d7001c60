"""Entries as they travel: the very bytes that the chain hashes, so that everybody can check them."""

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from jurybox.collection.entries import (
    HASH_SIZE,
    STATES,
    Act,
    Content,
    Entry,
    EntryKind,
    EntryNames,
    Subject,
    chain_content,
    chain_hash,
    unpack,
)
from jurybox.collection.log import read_entries
from jurybox.hub.schema import SHARED_FACTS

Chain = tuple[bytes, bytes]
"""A chain by the codes of its assessor and its writer."""

_KINDS, _ACTS = frozenset(get_args(EntryKind)), frozenset(get_args(Act))
_DIGEST = re.compile(r"(?:[0-9a-f]{32})?\Z")
_HASHES = re.compile(rf"(?:[0-9a-f]{{{2 * HASH_SIZE}}})*\Z")


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
    """Read an entry that follows the one with hash `previous`. ValueError if Jurybox did not make it."""
    try:
        fields = json.loads(sent.body)
        writer, assessor, kind, question, answer, nugget, fact, label, state, note, *rest = fields
        seconds, at, act, part, replaces, heads = rest
    except (TypeError, RecursionError) as error:
        raise ValueError("not a list of fields") from error
    _check(fields)
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
    if (names.assessor, entry.writer) != chain or chain_hash(previous, names, entry) != sent.hash:
        raise ValueError("not the next one of its chain")
    return Read(entry, names)


def _check(fields: Sequence[Any]) -> None:
    """Raise ValueError for a field that no program of ours writes."""
    writer, assessor, kind, question, answer, nugget, *texts, seconds, at, act, part, replaces, heads = fields
    digests = (writer, assessor, question, answer, nugget)
    right = (
        all(isinstance(one, str) and _DIGEST.match(one) for one in digests)
        and kind in _KINDS
        and act in _ACTS
        and all(one is None or isinstance(one, str) for one in texts)
        and (texts[2] is None or texts[2] in STATES)
        and (seconds is None or (type(seconds) is float and 0 <= seconds < float("inf")))
        and type(at) is int
        and abs(at) < 2**62
        and type(part) is int
        and 0 <= part < 2**31
        and all(isinstance(one, str) and _HASHES.match(one) for one in (replaces, heads))
    )
    if not right:
        raise ValueError("a field that does not belong there")
    for text in texts:
        (text or "").encode()


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
