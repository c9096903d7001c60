"""The lowest story of a session: the collection as it is held in memory, and what is said in it now."""

from dataclasses import dataclass
from pathlib import Path

from jurybox.changes import Changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.entries import Entry, Kind, Said, Thing
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.collection.nuggets import source_of
from jurybox.collection.state import State
from jurybox.collection.texts import Texts
from jurybox.commands import answer_thing

_STEP = 4
"""Entries that are looked at for the thing that an undo was about: a stamp may stand beside it."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """An entry of the log as the history shows it."""

    position: int
    entry: Entry
    saved: bool


class Opened:
    """A collection in memory, and who sits before it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.assessor: int | None = None
        self._state = State(path)
        self.texts = Texts(path)

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""
        return self._state.catalog

    @property
    def ledger(self) -> Ledger:
        """The log and what is in force."""
        return self._state.ledger

    @property
    def facts(self) -> Facts:
        """What the organiser set for the collection."""
        return self._state.facts

    # What is said

    def said(self, answer: int, assessor: int | None = None, kind: Kind = "judgment") -> Said:
        """Return what an assessor (the one who sits here, if none is named) says of an answer now."""
        who = self.assessor if assessor is None else assessor
        return Said() if who is None else self.now_said(kind, who, answer_thing(self.catalog, answer))

    def now_said(self, kind: Kind, assessor: int, thing: Thing) -> Said:
        """Return what is in force; nothing if nothing is, or if two contradict each other."""
        return self._state.said(kind, assessor, thing)

    def contradicts_itself(self, kind: Kind, assessor: int, thing: Thing) -> bool:
        """Return whether two or more entries about a thing are in force at once."""
        return len(self.ledger.in_force(kind, assessor, thing)) > 1

    def entry(self, position: int) -> Entry:
        """Return an entry of the log by position."""
        return self._state.entry(position)

    def in_conflict(self, answer: int, assessor: int | None = None) -> tuple[Said, ...]:
        """Return what contradicts itself in an assessor's judgments of an answer; empty if nothing does."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return ()
        standing = self.ledger.in_force("judgment", who, answer_thing(self.catalog, answer))
        return tuple(self._state.entry(p).said for p in standing) if len(standing) > 1 else ()

    def just_undone(self, changes: Changes) -> Entry | None:
        """Return the entry that changes are about, if they are an undo or a redo of the one who sits here.

        Asked while the changes are told, before they are saved: what others say meanwhile is none.
        """
        for remembered in self.history(_STEP):
            entry, thing = remembered.entry, remembered.entry.thing
            is_told = thing.fact is not None or thing.question in changes.questions
            if entry.act not in {"undo", "redo"} or remembered.saved or not is_told:
                return None
            if thing.question is not None:
                return entry
            if not entry.part:
                return None
        return None

    def nugget_history(self, nugget: int) -> list[Remembered]:
        """Return all that was ever said of a nugget itself, oldest first: wordings, merges, votes."""
        positions = self.ledger.of_nugget(nugget).tolist()
        return [Remembered(p, self._state.entry(p), bool(self.ledger.rows[p])) for p in positions]

    def nugget_source(self, nugget: int) -> str:
        """Return where the wording of a nugget comes from: original, edited or added (or a file's word)."""
        made = self.catalog.nuggets[nugget]
        texts = self.ledger.board.wordings.get(nugget) or ("",)
        return source_of(made, self.texts.question(made.question).digest, min(texts))

    def history(self, count: int, assessor: int | None = None) -> list[Remembered]:
        """Return the last entries of an assessor, newest first."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return []
        positions = self.ledger.of_assessor(who)[::-1][:count].tolist()
        return [Remembered(p, self._state.entry(p), bool(self.ledger.rows[p])) for p in positions]
