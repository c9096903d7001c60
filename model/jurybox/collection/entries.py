"""Entries of the append-only log, and the hash that chains them.

A log entry is one assessor's statement about one subject: a label, a state, a note, or a fact about the
collection. It is never changed or removed; a later entry *replaces* it by naming its hash. Entries in force
are those that no entry replaces. Nothing depends on clocks or on the order of the rows, so the union of two
logs gives the same state whichever way and however often they are merged.

Every entry carries ``sha256(previous hash of its chain + its own content)``. A chain belongs to one *writer*
(a random code made when an opened file is first written to, never used again) and one assessor. The content
identifies subjects by digests of their content, assessors by random codes, so that an entry means the same in
every copy of a collection and can be exported without a name.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from jurybox.errors import Refused
from jurybox.language import tr

EntryKind = Literal[
    "judgment", "adjudication", "repeat", "importance", "match", "distinct", "nugget", "instance", "fact"
]
"""The subject of an entry: an answer or a question's quality, its adjudication, a repeat for
self-consistency, a nugget vote, a nugget match, a distinctness group, a nugget's own text, a known instance,
or a fact about the collection."""

State = Literal["skipped", "cannot-tell", "deferred", "junk"]
STATES: tuple[State, ...] = ("skipped", "cannot-tell", "deferred", "junk")

Act = Literal["do", "undo", "redo", "import"]
"""How an entry was made; undo and redo are restored from these after a restart."""

LONGEST_TEXT = 1_000_000
"""The most characters of a note or other text that a person may enter."""

LISTED = "in the pool, not judged"
"""The note that alone makes the entry of an answer that a file of judgments lists without judging it."""

HASH_SIZE = 32
DIGEST_SIZE = 16

SHARED_KINDS: frozenset[EntryKind] = frozenset(("adjudication", "nugget", "instance", "fact"))
"""Kinds with one entry in force per subject, whoever made it; other kinds have one per assessor."""

TEXT_KINDS: frozenset[EntryKind] = frozenset(("distinct", "nugget", "instance", "fact"))
"""Kinds of entries whose label is a text: a group, the text of a nugget or instance, JSON of a fact.

So is the label of any entry that names a fact.
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an entry, by positions in the catalog; `fact` names a fact or a known instance.

    For a nugget or a group, `fact` identifies one of several subjects: see `jurybox.collection.nugget_state`.
    """

    question: int | None = None
    answer: int | None = None
    nugget: int | None = None
    fact: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What an entry states about its subject; if everything is empty, the entry clears it.

    `label` is one of the scheme's labels, a group's name, a nugget's text or a fact's JSON value; `state` is
    set if no label was given; `seconds` is active time without idle time.
    """

    label: str | None = None
    state: str | None = None
    note: str | None = None
    seconds: float | None = None

    @property
    def given(self) -> bool:
        """Whether a label or a state is given (a note alone is neither)."""
        return self.label is not None or self.state is not None


NOTHING = Content()


def kept_note(note: str | None) -> str | None:
    """Return the note that a new label keeps of an older entry: what was listed as not judged, is now."""
    return None if note == LISTED else note


_JSON = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: `writer` by its random code, `assessor` by position."""

    hash: bytes
    writer: bytes
    assessor: int
    kind: EntryKind
    subject: Subject
    content: Content
    at: int
    act: Act = "do"
    part: int = 0
    replaces: tuple[bytes, ...] = ()
    heads: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryNames:
    """The names, the same in every copy of a collection, from which the hash of an entry is made."""

    assessor: bytes
    question: bytes = b""
    answer: bytes = b""
    nugget: bytes = b""


def may_replace(kind: str, assessor: int, earlier_kind: str, earlier_assessor: int) -> bool:
    """Return whether an entry replaces an earlier one that it names.

    It does if both are of one assessor, or of one kind that has a single entry for everybody. Otherwise the
    earlier one stays in force: nobody takes back what somebody else entered.
    """
    return assessor == earlier_assessor or (kind == earlier_kind and kind in SHARED_KINDS)


class Replacing:
    """The hashes that entries replace, each with kind and assessor of those that name it.

    They are kept since the same must be in force whether an entry or the one that it names comes first.
    """

    def __init__(self) -> None:
        self._by: dict[bytes, set[tuple[str, int]]] = {}

    def add(self, kind: str, assessor: int, hashes: Iterable[bytes]) -> None:
        """Note the hashes that an entry names."""
        for hash_ in hashes:
            self._by.setdefault(hash_, set()).add((kind, assessor))

    def has(self, hash_: bytes, kind: str, assessor: int) -> bool:
        """Return whether an entry of this hash, kind and assessor is replaced."""
        return any(may_replace(*by, kind, assessor) for by in self._by.get(hash_, ()))

    def take(self, hash_: bytes, kind: str, assessor: int) -> bool:
        """Return the same, and forget the hash."""
        is_replaced = self.has(hash_, kind, assessor)
        self._by.pop(hash_, None)
        return is_replaced

    def keep(self, wanted: Callable[[bytes], bool]) -> None:
        """Forget the hashes that are not wanted any more."""
        self._by = {hash_: by for hash_, by in self._by.items() if wanted(hash_)}


def check_text(text: str) -> None:
    """Refuse a text that the file cannot hold: one with a lone surrogate, or one of excessive length."""
    if len(text) > LONGEST_TEXT:
        raise Refused(
            tr(
                "A text of {text:,} characters is too long (at most {longest_text:,}); nothing was changed.",
                text=len(text),
                longest_text=LONGEST_TEXT,
            )
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        shown = f"U+{ord(text[error.start]):04X}"
        raise Refused(
            tr("The text contains {shown}, half of a character; nothing was changed.", shown=shown)
        ) from error


def storable(content: Content) -> Content:
    """Return content as the file will return it, so that its hash holds; refuse what it cannot hold.

    Seconds become a float (a file knows no -0.0); they are finite and not below zero.
    """
    for text in (content.label, content.state, content.note):
        if text:
            check_text(text)
    if content.seconds is None:
        return content
    seconds = float(content.seconds) + 0.0
    if not (math.isfinite(seconds) and seconds >= 0):
        raise Refused(tr("{seconds!r} is not a number of seconds; nothing was changed.", seconds=content.seconds))
    return replace(content, seconds=seconds)


def digest(*parts: str | bytes | None) -> bytes:
    """Return a digest of 16 bytes for these parts, in this order; None differs from the empty text."""
    return digest_of(digested(*parts))


def digested(*parts: str | bytes | None) -> bytes:
    """Return the bytes that `digest` hashes: those of some parts, followed by others already joined."""
    total = b""
    for part in parts:
        if part is None:
            total += b"-"
        else:
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            total += b"%d:%b" % (len(data), data)
    return total


def digest_of(data: bytes) -> bytes:
    """Return the digest of what `digested` returns."""
    return hashlib.sha256(data).digest()[:DIGEST_SIZE]


def question_digest(name: str, kind: str, text: str) -> bytes:
    """Return the digest that identifies a question in another copy of the collection."""
    return digest("question", name, kind, text)


def answer_digest(question: bytes, name: str | None, text: str, document: str | None, support: str | None) -> bytes:
    """Return the digest that identifies an answer in another copy of the collection."""
    return digest_of(answers_digested(question) + digested(name, text, document, support))


def answers_digested(question: bytes) -> bytes:
    """Return the common beginning of the bytes hashed for all answers of a question."""
    return digested("answer", question)


def answer_digests(questions: Iterable[bytes], names: Iterable[str | None], said: Iterable[bytes]) -> list[bytes]:
    """Return the digests of many answers from `answers_digested`, names, and the rest as `digested`."""
    return [
        hashlib.sha256(
            question
            + (b"-" if name is None else b"%d:%b" % (len(data := name.encode("utf-8", "surrogatepass")), data))
            + rest
        ).digest()[:DIGEST_SIZE]
        for question, name, rest in zip(questions, names, said, strict=False)
    ]


def chain_hash(previous: bytes, names: EntryNames, entry: Entry) -> bytes:
    """Return the hash of an entry that follows the one with hash `previous` (empty: it begins a chain)."""
    return hashlib.sha256(previous + chain_content(names, entry)).digest()


def chain_content(names: EntryNames, entry: Entry) -> bytes:
    """Return the content of an entry, without its own hash, as the bytes that the chain hashes."""
    content = entry.content
    about = (names.question.hex(), names.answer.hex(), names.nugget.hex(), entry.subject.fact)
    said = (content.label, content.state, content.note, content.seconds)
    replaces, heads = b"".join(entry.replaces).hex(), b"".join(entry.heads).hex()
    who = (entry.writer.hex(), names.assessor.hex(), entry.kind)
    made = (entry.at, entry.act, entry.part, replaces, heads)
    return f"[{as_hashed(*who, *about, *said, *made)}]".encode("ascii")


def as_hashed(*fields: str | float | None) -> str:
    """Return fields of an entry in their hashed form: JSON in ASCII without blanks or the outer brackets."""
    return _JSON.encode(fields)[1:-1]


def pack(hashes: Iterable[bytes]) -> bytes | None:
    """Return hashes as one blob for the file; None for none."""
    return b"".join(hashes) or None


def unpack(blob: bytes | None) -> tuple[bytes, ...]:
    """Return the hashes in a blob of the file; a blob of another length than a multiple of 32 is an error."""
    if not blob:
        return ()
    if len(blob) % HASH_SIZE:
        raise ValueError(f"{len(blob)} bytes are not a list of hashes")
    return tuple(blob[at : at + HASH_SIZE] for at in range(0, len(blob), HASH_SIZE))
