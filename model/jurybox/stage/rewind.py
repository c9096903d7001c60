"""A recorded judging that is played from any place, forward and back, in memory: nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.changes import changes
from jurybox.collection.entries import Entry
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard, ranks_differ, unjudged_in_force

if TYPE_CHECKING:
    from jurybox.session import Session

_STOPS = 60


@dataclass(frozen=True, slots=True)
class Moment:
    """The last entry: its assessor, question and answer (None: none), the label or ""."""

    name: str
    question: int | None
    answer: int | None
    label: str


class Rewind:
    """The log of a session up to a place, with the scores of that moment.

    Facts are those of today. Raises Refused where nothing was judged.
    """

    def __init__(self, session: Session, gold: Gold) -> None:
        self._session, self._gold = session, gold
        self._entries: list[Entry] = []
        self._read = 0
        self._load()
        if not self._entries:
            raise Refused(tr("Nothing was judged in this collection yet, so there is nothing to play back."))
        self.at = 0
        self._restart()

    def __len__(self) -> int:
        return len(self._entries)

    def _load(self) -> None:
        session, self._read = self._session, len(self._session.ledger)
        entries = (session.entry(at) for at in range(self._read))
        self._entries = sorted((one for one in entries if one.kind != "fact"), key=lambda entry: entry.at)

    def catch_up(self) -> bool:
        """Take in what was said since the log was read, and stay at the same moment; False if nothing was.

        Entries that came late, as from an import, are where they belong in time: they can be behind the
        moment, so that it is then built up again.
        """
        if len(self._session.ledger) == self._read:
            return False
        place, now = self.at, self._entries[self.at - 1] if self.at else None
        self._load()
        self._restart()
        self.seek(place if now is None else self._entries.index(now) + 1)
        return True

    def _restart(self) -> None:
        collection = self._session.collection
        catalog = collection.catalog
        self._ledger = Ledger(len(catalog.assessors), catalog.answer_count)
        unjudged = unjudged_in_force(collection)
        self.board = Scoreboard(collection._replace(ledger=self._ledger), self._gold, unjudged=unjudged)
        self.at = 0

    def seek(self, place: int) -> None:
        """Go to the moment after this many entries, 0 for the beginning."""
        place = min(max(place, 0), len(self._entries))
        if place < self.at:
            self._restart()
        part = self._entries[self.at : place]
        for entry in part:
            self._ledger.add(entry)
        self.at = place
        if part:
            answers = frozenset(e.subject.answer for e in part if e.subject.answer is not None)
            questions = frozenset(e.subject.question for e in part if e.subject.question is not None)
            self.board.update(changes("labels", "adjudications", answers=answers, questions=questions))

    @property
    def moment(self) -> Moment | None:
        """What was said last, None at the beginning."""
        if self.at == 0:
            return None
        entry = self._entries[self.at - 1]
        name = self._session.catalog.assessors[entry.assessor].name
        return Moment(name, entry.subject.question, entry.subject.answer, entry.content.label or "")

    def first_move(self, measure: Measure) -> int:
        """Return the first of some stops at which two runs have different ranks; go there.

        Before that, the audience would see an empty ranking.
        """
        for stop in range(1, _STOPS + 1):
            self.seek(len(self) * stop // _STOPS)
            if ranks_differ(self.board.standing(measure)):
                break
        return self.at
