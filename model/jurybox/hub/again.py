"""An assessor's entries in chains that stay at the hub, entered again in a part that arrives.

A chain in which an assessor also adjudicated or set facts refers to content that a part lacks, and cannot be
split. As in handed-out files, the other entries in force are entered again, naming what they replace.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from jurybox.campaign.handouts import FOR_ALL
from jurybox.collection.entries import EntryNames, Subject
from jurybox.collection.log import LogWriter, replacing
from jurybox.collection.validity import entry_problem, homes_of
from jurybox.hub.errors import HubRefused
from jurybox.hub.wire import Chain, Read, Sent, read_sent
from jurybox.language import tr


def say_again(db: sqlite3.Connection, chains: Sequence[tuple[Chain, Sequence[Sent]]]) -> int:
    """Enter the entries in force of whole chains of the part's assessor, in the caller's transaction.

    Returns how many entries were made. Entries about subjects that are missing here stay at the hub.
    """
    said = [one for chain, sent in chains for one in _read(chain, sent)]
    if not said:
        return 0
    replaced = replacing(db)
    for one in said:
        replaced.add(one.entry.kind, 0, one.entry.replaces)
    rows = {
        table: {digest: row - 1 for row, digest in db.execute(f"SELECT id, digest FROM {table}")}  # noqa: S608
        for table in ("question", "answer", "nugget")
    }
    log, count = LogWriter(db), 0
    for one in sorted(said, key=lambda one: one.entry.at):
        entry, names = one.entry, one.names
        if entry.kind in FOR_ALL or replaced.has(entry.hash, entry.kind, 0) or not entry.content.given:
            continue
        subject = Subject(
            rows["question"].get(names.question),
            rows["answer"].get(names.answer),
            rows["nugget"].get(names.nugget),
            entry.subject.fact,
        )
        here = (subject.question, subject.answer, subject.nugget)
        if any(digest and at is None for digest, at in zip(_digests(names), here, strict=True)):
            continue
        entry = replace(entry, subject=subject)
        if problem := entry_problem(entry, homes_of(db, subject)):
            raise HubRefused(tr("What you entered elsewhere is not taken in: an entry {problem}.", problem=problem))
        log.write(0, entry.kind, subject, entry.content, at=entry.at, replaces={entry.hash: 0})
        count += 1
    return count


def _digests(names: EntryNames) -> tuple[bytes, bytes, bytes]:
    return names.question, names.answer, names.nugget


def _read(chain: Chain, sent: Sequence[Sent]) -> list[Read]:
    """Return a chain's entries up to the first that does not follow from the one before."""
    found: list[Read] = []
    head = b""
    for one in sent:
        try:
            found.append(read_sent(head, chain, one))
        except ValueError:
            break
        head = one.hash
    return found
