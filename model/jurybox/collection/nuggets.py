"""Nuggets and known instances in the catalog; entries about them are in the log.

A nugget is identified in every copy of a collection by its digest. It gets a random name when a person adds
it, so that two copies never give one name to two nuggets; its wording, votes and matches are entries of the
log.
"""

import math
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.digests import add_digests
from jurybox.collection.entries import digest
from jurybox.collection.nugget_state import NuggetState
from jurybox.collection.table_reads import refuse_gaps

SOURCES = ("original", "edited", "added")
"""The origin of a nugget: the initial list, a new wording of one of its nuggets, or a person."""

_OPEN = [0, LABEL_CODES["skipped"], LABEL_CODES["deferred"], CONFLICT]


@dataclass(frozen=True, slots=True)
class Nugget:
    """One nugget of a question: `author` by position; `source` one of `SOURCES`, or the file's own word.

    `weight` is that of an imported pyramid, from 0 upwards.
    """

    question: int
    name: str
    author: int | None
    source: str | None
    weight: float | None
    digest: bytes


@dataclass(frozen=True, slots=True)
class KnownInstance:
    """An imported correct instance that no run returned; those added later are in the log."""

    question: int
    name: str
    text: str
    author: int | None


class Nuggets:
    """The nuggets of a collection by position. They only grow: an added nugget is available at once."""

    def __init__(self, nuggets: tuple[Nugget, ...] = ()) -> None:
        self._all: list[Nugget] = []
        self._of: dict[int, list[int]] = {}
        self._named: dict[tuple[int, str], int] = {}
        self._digests: dict[bytes, int] = {}
        for nugget in nuggets:
            self.add(nugget)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, position: int) -> Nugget:
        return self._all[position]

    def __iter__(self) -> Iterator[Nugget]:
        return iter(self._all)

    def add(self, nugget: Nugget) -> int:
        """Add a nugget and return its position; an existing one keeps its own."""
        if nugget.digest in self._digests:
            return self._digests[nugget.digest]
        position = len(self._all)
        self._all.append(nugget)
        self._of.setdefault(nugget.question, []).append(position)
        self._named[nugget.question, nugget.name] = position
        self._digests[nugget.digest] = position
        return position

    def of(self, question: int) -> tuple[int, ...]:
        """Return the nuggets of a question, also those deleted, in the order in which they were added."""
        return tuple(self._of.get(question, ()))

    def named(self, question: int, name: str) -> int | None:
        """Return the nugget of a question with this name."""
        return self._named.get((question, name))


def fresh_name(kind: str) -> str:
    """Return a unique random name, such as `n-1f0c5a7e93b2`."""
    return f"{kind}-{os.urandom(6).hex()}"


def new_nugget(question: int, question_digest: bytes, text: str, source: str, author: int) -> Nugget:
    """Return a new nugget with a unique random name."""
    name = fresh_name("n")
    return Nugget(question, name, author, source, None, digest("nugget", question_digest, name, text))


def read_nuggets(db: sqlite3.Connection) -> Nuggets:
    """Read the nuggets of an open collection file."""
    rows = db.execute("SELECT question, name, author, source, weight, digest FROM nugget ORDER BY id").fetchall()
    refuse_gaps(db, "nugget", len(rows))
    questions = db.execute("SELECT coalesce(max(id), 0) FROM question").fetchone()[0]
    for question, name, _, _, weight, _ in rows:
        if not 0 < question <= questions or not (weight is None or 0 <= weight < math.inf):
            raise ValueError(f"nugget {name!r} has a question or a weight that cannot be")
    return Nuggets(tuple(Nugget(q - 1, name, _at(author), *rest) for q, name, author, *rest in rows))


def read_instances(db: sqlite3.Connection) -> tuple[KnownInstance, ...]:
    """Read the known instances that were imported."""
    rows = db.execute("SELECT question, name, text, author FROM instance ORDER BY id").fetchall()
    refuse_gaps(db, "instance", len(rows))
    return tuple(KnownInstance(q - 1, name, text, _at(author)) for q, name, text, author in rows)


def known_instances(imported: Sequence[KnownInstance], board: NuggetState, question: int) -> dict[str, str]:
    """Return name and text of the known instances of a question, without removed ones."""
    found = {one.name: one.text for one in imported if one.question == question}
    for name, text in board.instances.get(question, {}).items():
        if text is None:
            found.pop(name, None)
        else:
            found[name] = text
    return found


def nugget_rows(db: sqlite3.Connection, nuggets: Mapping[int, Nugget]) -> dict[int, int]:
    """Return the rows of nuggets in a file, by position; missing ones are added to it."""
    return {position: _row_of(db, position, nugget) for position, nugget in nuggets.items()}


def _row_of(db: sqlite3.Connection, position: int, nugget: Nugget) -> int:
    expected = db.execute("SELECT digest FROM nugget WHERE id = ?", (position + 1,)).fetchone()
    if expected and expected[0] == nugget.digest:
        return position + 1
    found = db.execute("SELECT id FROM nugget WHERE digest = ?", (nugget.digest,)).fetchone()
    if found:
        return int(found[0])
    author = None if nugget.author is None else nugget.author + 1
    cursor = db.execute(
        "INSERT INTO nugget (question, name, author, source, weight, digest) VALUES (?, ?, ?, ?, ?, ?)",
        (nugget.question + 1, nugget.name, author, nugget.source, nugget.weight, nugget.digest),
    )
    add_digests(db, "nugget")
    return cursor.lastrowid or 0


class CurrentNugget(NamedTuple):
    """A nugget in its present form on the board: its wording, and the nuggets whose votes and matches count.

    `parts`: itself first, then those that were merged into it.
    """

    nugget: int
    text: str
    parts: tuple[int, ...]


def current_nuggets(nuggets: Nuggets, board: NuggetState, question: int) -> tuple[CurrentNugget, ...]:
    """Return the nuggets of a question on the board, in the order in which they were added.

    Those deleted, split or merged into another are excluded. If two copies of a collection merged two nuggets
    into each other, the one with the smaller digest is kept.
    """
    parts: dict[int, list[int]] = {}
    for nugget in nuggets.of(question):
        parts.setdefault(_root(nuggets, board, nugget), []).append(nugget)
    return tuple(
        CurrentNugget(root, min(board.wordings[root]), (root, *(each for each in parts[root] if each != root)))
        for root in sorted(parts)
        if board.wordings.get(root)
    )


def current_nugget(nuggets: Nuggets, board: NuggetState, nugget: int) -> CurrentNugget | None:
    """Return one nugget in its present form on the board; None if it is not there."""
    if board.merged:
        lines = current_nuggets(nuggets, board, nuggets[nugget].question)
        return next((line for line in lines if line.nugget == nugget), None)
    texts = board.wordings.get(nugget)
    return CurrentNugget(nugget, min(texts), (nugget,)) if texts else None


def given_by_line(
    board: NuggetState, question: int, lines: Sequence[CurrentNugget], answers: Sequence[int], assessor: int
) -> NDArray[np.bool_]:
    """Return whether an assessor is done with answers and nuggets, shape (answers, lines).

    True for a label, *cannot tell* or *junk*; False for skipped or deferred ones, and for two contradictory
    labels.
    """
    parts = [part for line in lines for part in line.parts]
    codes = board.matches_of(question).of(answers, parts, [assessor])[0]
    starts = np.cumsum([0, *(len(line.parts) for line in lines[:-1])])
    given: NDArray[np.bool_] = np.logical_or.reduceat(~np.isin(codes, _OPEN), starts, axis=1)
    return given


def _root(nuggets: Nuggets, board: NuggetState, nugget: int) -> int:
    path = [nugget]
    while path[-1] in board.merged:
        into = nuggets.named(nuggets[nugget].question, board.merged[path[-1]])
        if into is None:
            break
        if into in path:
            return min(path[path.index(into) :], key=lambda each: nuggets[each].digest)
        path.append(into)
    return path[-1]


def source_of(nugget: Nugget, question_digest: bytes, text: str) -> str:
    """Return the origin of a nugget's wording: `edited` if it is not the original one."""
    if digest("nugget", question_digest, nugget.name, text) != nugget.digest:
        return "edited"
    return nugget.source or "original"


def _at(row: int | None) -> int | None:
    return None if row is None else row - 1
