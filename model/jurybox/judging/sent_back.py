"""Returned answers: the organizer asks an assessor to judge something again.

A mark is an adjudication of the subject (an answer, a question itself, a nugget, an answer and a nugget) with
the fact `back:` and the assessor's code; of the group that an answer is in, `:group` follows, so that its
label can be sent back beside it. Its label has the kind of entry and the hash of the returned one (none if
there never was an entry about a group: the answer is alone), its note the reason. The mark is open as long as
that very entry is in force: any new entry of the assessor about the subject, even with the same label, ends
it, in every copy and however files are merged, and nobody clears another's entry. If the assessor undoes the
new label, it is open again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import ACT_CODES
from jurybox.collection.entries import EntryKind, Subject
from jurybox.collection.ledger import Ledger
from jurybox.collection.nugget_state import BACK

_KINDS: tuple[EntryKind, ...] = ("judgment", "match", "distinct", "importance")
_GROUP = ":group"


class Returned(NamedTuple):
    """An open returned subject: the kind of the entry about it and its subject."""

    kind: EntryKind
    subject: Subject


def sent_back(catalog: Catalog, ledger: Ledger, assessor: int) -> Iterator[Returned]:
    """Yield what waits for another look of an assessor."""
    for about, marks in ledger.board.sent_back.items():
        subject = _subject(about)
        for word in _words(catalog, assessor, marks):
            kind = waits(ledger, assessor, subject, word)
            if kind is not None:
                yield Returned(kind, subject)


def is_sent_back(catalog: Catalog, ledger: Ledger, kind: EntryKind, assessor: int, subject: Subject) -> bool:
    """Return whether an assessor's entry about a subject was returned and is open."""
    marks = ledger.board.sent_back
    if not marks or kind not in _KINDS:
        return False
    answer, nugget = (-1 if at is None else at for at in (subject.answer, subject.nugget))
    about = (subject.question or 0, answer, nugget)
    words = _words(catalog, assessor, marks.get(about, {}))
    return any(waits(ledger, assessor, subject, word) == kind for word in words)


def mark_of(catalog: Catalog, assessor: int, subject: Subject, kind: EntryKind = "judgment") -> Subject:
    """Return what the mark about an assessor and a subject is about."""
    fact = f"{BACK}{catalog.assessors[assessor].code.hex()}{_GROUP if kind == 'distinct' else ''}"
    return Subject(subject.question, subject.answer, subject.nugget, fact)


def marks_of(code: bytes) -> tuple[str, ...]:
    """Return the facts under which anything of an assessor can be sent back."""
    return (f"{BACK}{code.hex()}", f"{BACK}{code.hex()}{_GROUP}")


def mark_word(kind: EntryKind, hash_: bytes) -> str:
    """Return the label of a mark: which entry is sent back."""
    return f"{kind}:{hash_.hex()}"


def waits(ledger: Ledger, assessor: int, subject: Subject, word: str) -> EntryKind | None:
    """Return the kind of entry that a mark waits for; None once it was answered."""
    name, _, hash_ = word.partition(":")
    kind = next((each for each in _KINDS if each == name), None)
    if kind is None:
        return None
    in_force = ledger.in_force(kind, assessor, subject)
    for position in in_force:
        undone = ledger.acts([position])[0][0] == ACT_CODES["undo"]
        if undone or ledger.hash_of(position).hex() == hash_:
            return kind
    return None if in_force or hash_ else kind


def _words(catalog: Catalog, assessor: int, marks: dict[str, str]) -> list[str]:
    code = catalog.assessors[assessor].code.hex()
    return [marks[name] for name in (code, f"{code}{_GROUP}") if name in marks]


def _subject(about: tuple[int, int, int]) -> Subject:
    question, answer, nugget = about
    return Subject(question, None if answer < 0 else answer, None if nugget < 0 else nugget)
