"""Sending back: the organiser asks an assessor to look at something again.

A mark is an adjudication of an answer (and a nugget) with the fact `back:` and the assessor's code. Its label
names the kind of entry and the hash of the one that is sent back, its note says why. The mark waits for as
long as that very entry stands: whatever the assessor says of the thing then, the same label included, ends
it, in every copy and whichever way files are merged, and nobody takes back what another said. Where the
assessor undoes the new label, it waits again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from jurybox.collection.board import BACK
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import ACT_CODES
from jurybox.collection.entries import Kind, Thing
from jurybox.collection.ledger import Ledger


class Returned(NamedTuple):
    """Something sent back that waits: what was said of it, as a kind of entry and its thing."""

    kind: Kind
    thing: Thing


def sent_back(catalog: Catalog, ledger: Ledger, assessor: int) -> Iterator[Returned]:
    """Yield what waits for another look of an assessor."""
    code = catalog.assessors[assessor].code.hex()
    for (answer, nugget), marks in ledger.board.sent_back.items():
        if code in marks:
            question = int(catalog.answer_question[answer])
            thing = Thing(question, answer, None if nugget < 0 else nugget)
            kind = waits(ledger, assessor, thing, marks[code])
            if kind is not None:
                yield Returned(kind, thing)


def is_sent_back(catalog: Catalog, ledger: Ledger, kind: Kind, assessor: int, thing: Thing) -> bool:
    """Return whether what an assessor says of a thing waits for another look."""
    if thing.answer is None or not ledger.board.sent_back:
        return False
    marks = ledger.board.sent_back.get((thing.answer, -1 if thing.nugget is None else thing.nugget), {})
    word = marks.get(catalog.assessors[assessor].code.hex())
    return word is not None and waits(ledger, assessor, thing, word) == kind


def mark_of(catalog: Catalog, assessor: int, thing: Thing) -> Thing:
    """Return what the mark about an assessor and a thing is about."""
    fact = BACK + catalog.assessors[assessor].code.hex()
    return Thing(thing.question, thing.answer, thing.nugget, fact)


def mark_word(kind: Kind, hash_: bytes) -> str:
    """Return the label of a mark: which entry is sent back."""
    return f"{kind}:{hash_.hex()}"


def waits(ledger: Ledger, assessor: int, thing: Thing, word: str) -> Kind | None:
    """Return the kind of entry that a mark waits for; None once it was answered."""
    kind, _, hash_ = word.partition(":")
    known: tuple[Kind, ...] = ("judgment", "match", "distinct")
    for each in known:
        if each == kind:
            for position in ledger.in_force(each, assessor, thing):
                undone = ledger.acts([position])[0][0] == ACT_CODES["undo"]
                if undone or ledger.hash_of(position).hex() == hash_:
                    return each
    return None
