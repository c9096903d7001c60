"""Conflicts side by side: subjects with two contradictory entries of one assessor, or of all together."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import KIND_CODES
from jurybox.collection.entries import SHARED_KINDS, Entry, Subject
from jurybox.collection.ledger import Ledger


class ConflictSource(Protocol):
    """A collection in memory whose entries can be read: a state, or a session."""

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""

    @property
    def ledger(self) -> Ledger:
        """The log and what is in force."""

    def entry(self, position: int) -> Entry:
        """Return an entry of the log by position."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more entries in force about one subject; it counts as unjudged until there is a new one.

    `assessor`: whose they are, "" for entries made for everybody: `labels` then name who gave each.
    """

    assessor: str
    kind: str
    subject: Subject
    labels: tuple[str, ...]


def conflicts(source: ConflictSource) -> list[Conflict]:
    """Return all conflicts, in the order in which they arose.

    Two who adjudicate alike, or set a fact to the same value, agree.
    """
    shared = {KIND_CODES[kind] for kind in SHARED_KINDS}
    found = []
    for positions in sorted(source.ledger.conflicts()):
        entries = [source.entry(position) for position in positions]
        if source.ledger.kind_of(positions[0]) not in shared:
            found.append(_conflict(source, entries, ""))
        elif len({(one.content.label, one.content.state) for one in entries}) > 1:
            found.append(_conflict(source, entries, "for all"))
    return found


def _conflict(source: ConflictSource, entries: list[Entry], for_all: str) -> Conflict:
    names = [source.catalog.assessors[one.assessor].name for one in entries]
    words = [one.content.label or one.content.state or "nothing" for one in entries]
    labels = (f"{word} ({name})" if for_all else word for word, name in zip(words, names, strict=True))
    return Conflict("" if for_all else names[0], entries[0].kind, entries[0].subject, tuple(labels))


def conflict_rows(source: ConflictSource, found: list[Conflict]) -> Iterator[tuple[str, str, str, str]]:
    """Yield for each conflict the assessor, its kind of subject, the question, and the labels."""
    words = {"judgment": "label", "distinct": "group", "nugget": "wording"}
    for one in found:
        question = "" if one.subject.question is None else source.catalog.questions[one.subject.question].name
        kind = words.get(one.kind, one.kind)
        if one.kind == "judgment" and one.subject.answer is None:
            kind = "question quality"
        yield one.assessor or "for all", kind, question, " / ".join(one.labels)
