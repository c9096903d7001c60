"""Where one assessor is in their queue, and what follows from each thing they say; knows no widget."""

from __future__ import annotations

from time import time_ns
from typing import TYPE_CHECKING

from jurybox.changes import Changes
from jurybox.commands import Annotate, Judge
from jurybox.judging.filters import Filter
from jurybox.judging.pace import Pace
from jurybox.judging.queue import Queue
from jurybox_gui.desks.judge.schemes import SCHEME_OF_KIND, LabelChoice
from jurybox_gui.item_models.queue_model import label_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jurybox.collection.catalog import Catalog
    from jurybox.judging.clock import ActiveClock
    from jurybox.judging.past import Past
    from jurybox.session import Session


class Course:
    """The queue of the one who sits here, the answer shown, pace, active time and notes.

    `queue` is None while nobody sits here; `place` None while nothing is shown.
    """

    def __init__(self, session: Session, clock: ActiveClock) -> None:
        self.session = session
        self.clock = clock
        self.queue: Queue | None = None
        self.place: int | None = None
        self._catalog: Catalog | None = None
        self.pace = Pace()
        self.notes: dict[int, str] = {}

    @property
    def is_stale(self) -> bool:
        """Whether the queue belongs to another state of the collection, or to somebody else."""
        who = None if self.queue is None else self.queue.assessor
        return self._catalog is not self.session.catalog or who != self.session.assessor

    # Where

    @property
    def answer(self) -> int | None:
        """The answer shown."""
        if self.queue is None or self.place is None:
            return None
        return int(self.queue.answers[self.place])

    @property
    def question(self) -> int | None:
        """The question of the answer shown."""
        answer = self.answer
        return None if answer is None else int(self.session.catalog.answer_question[answer])

    @property
    def kind(self) -> str:
        """The kind of the question shown; that of the first question while none is."""
        questions = self.session.catalog.questions
        if not questions:
            return "validation"
        return questions[self.question or 0].kind

    @property
    def scheme(self) -> tuple[LabelChoice, ...]:
        """What can be said of the answer shown, from left to right."""
        return SCHEME_OF_KIND[self.kind]

    def rebuild(self) -> None:
        """Make the queue anew, after an import or when somebody else sits down; stay where it is possible."""
        answer, old = self.answer, self.queue
        session = self.session
        self._catalog = session.catalog
        if session.assessor is None:
            self.queue, self.place = None, None
            return
        queue = Queue(session.catalog, session.ledger, session.assessor)
        if old is None or old.assessor != session.assessor:
            self.pace, self.notes, answer = Pace(), {}, None
        else:
            queue.set_noted(self.notes, noted=True)
            queue.narrow(Filter(old.filter.show, old.filter.category))
        self.queue = queue
        self.place = None if answer is None else queue.place_of(answer)
        if self.place is None:
            self.place = self._start(queue)

    def remember(self, past: Past) -> None:
        """Take in what was entered before the collection was opened."""
        self.pace.fill(past.said)
        self.notes = past.notes | self.notes
        if self.queue is not None:
            self.queue.set_noted(past.notes, noted=True)

    def around(self, ahead: int, behind: int) -> list[int]:
        """Return the answers that may be shown next: where Space leads, then the neighbors."""
        queue, place = self.queue, self.place
        if queue is None or place is None:
            return []
        found: dict[int, None] = {}
        at: int | None = place
        for _ in range(ahead):
            at = None if at is None else queue.next_open(at)
            if at is not None and at != place:
                found[at] = None
        for step, count in ((1, ahead), (-1, behind)):
            at = place
            for _ in range(count):
                at = None if at is None else queue.step(at, step)
                if at is not None:
                    found[at] = None
        return [int(queue.answers[n]) for n in found]

    # What is said

    def said(self, answer: int) -> str:
        """Return the label or state in force, "conflict" for two, "" for none."""
        place = None if self.queue is None else self.queue.place_of(answer)
        return "" if self.queue is None or place is None else label_of(int(self.queue.codes[place]))

    def contradiction(self, answer: int) -> tuple[str, ...]:
        """Return the two or more things that are said of an answer at once; empty where nothing is wrong."""
        if self.said(answer) != "conflict":
            return ()
        return tuple(said.label or said.state or "" for said in self.session.in_conflict(answer))

    def judge(self, choice_or_state: str | None, initiator: object) -> Changes:
        """Say a label or state of the answer shown (None clears it) and keep the time it took."""
        answer = self.answer
        if answer is None:
            return Changes()
        word = choice_or_state
        is_label = word is not None and any(c.word == word and not c.is_state for c in self.scheme)
        command = Judge(
            (answer,),
            label=word if is_label else None,
            state=None if is_label else word,
            seconds=self.clock.take(answer),
        )
        return self.session.execute(command, initiator)

    def annotate(self, answer: int, note: str, initiator: object) -> Changes:
        """Write a note to an answer; an empty one takes it away."""
        return self.session.execute(Annotate(answer, note or None), initiator)

    def take_in(self, changes: Changes) -> frozenset[int]:
        """Bring queue, pace and notes up to date and return the rows of the queue that changed."""
        queue = self.queue
        if queue is None:
            return frozenset()
        if not changes.answers:
            return queue.update(self.session.ledger)
        mine = [answer for answer in changes.answers if queue.place_of(answer) is not None]
        before = {answer: self.said(answer) for answer in mine}
        rows = queue.update(self.session.ledger, mine)
        self._take_in_notes(queue, mine)
        moved = [answer for answer in mine if self.said(answer) != before[answer]]
        if moved:
            last = self.session.history(1)
            at = last[0].entry.at if last else time_ns() // 1_000_000
            for answer in moved:
                self.pace.note(answer, at, given=bool(self.said(answer)))
        return rows

    def pending(self) -> frozenset[int]:
        """Return the answers of which something was said that is not on the disk yet."""
        saving, session = self.session.saving, self.session
        if not saving.pending:
            return frozenset()
        recent = session.history(min(saving.pending, 200))
        return frozenset(
            r.entry.thing.answer for r in recent if not r.saved and r.entry.thing.answer is not None
        )

    def undone(self) -> int | None:
        """Return the answer of the last entry if it was an undo or a redo."""
        last = self.session.history(1)
        return last[0].entry.thing.answer if last and last[0].entry.act in {"undo", "redo"} else None

    # Inside

    @staticmethod
    def _start(queue: Queue) -> int | None:
        place = queue.first_open()
        return queue.first() if place is None else place

    def _take_in_notes(self, queue: Queue, answers: Iterable[int]) -> None:
        for answer in answers:
            note = self.session.said(answer).note
            if note:
                self.notes[answer] = note
            else:
                self.notes.pop(answer, None)
            queue.set_noted([answer], noted=bool(note))
