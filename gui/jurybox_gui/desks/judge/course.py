"""Where one assessor is in their queue, and what follows from each thing they say; knows no widget."""

from __future__ import annotations

from time import time_ns
from typing import TYPE_CHECKING

from jurybox.changes import Changes
from jurybox.commands import Annotate, Command, Judge
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.filters import Filter
from jurybox.judging.pace import Pace
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import Returned, sent_back
from jurybox_gui.desks.judge.of_question import OfQuestion
from jurybox_gui.desks.label_schemes import SCHEME_OF_KIND, LabelChoice
from jurybox_gui.tables.queue_model import label_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jurybox.collection.catalog import Catalog
    from jurybox.judging.clock import ActiveClock
    from jurybox.judging.past_judgments import PastJudgments
    from jurybox.session import Session


class Course:
    """The queue of the one who sits here, the answer shown, pace, active time and notes.

    `queue` is None while nobody sits here; `place` None while nothing is shown. `marked` are answers of
    the question shown that the next label goes to, all in one step; `whole` says that all answers of the
    question are shown as one, as in a reading test.
    """

    def __init__(self, session: Session, clock: ActiveClock) -> None:
        self.session = session
        self.clock = clock
        self.queue: Queue | None = None
        self.place: int | None = None
        self._catalog: Catalog | None = None
        self._facts: tuple[tuple[str, ...], float] | None = None
        self.pace = Pace()
        self.notes: dict[int, str] = {}
        self.marked: dict[int, None] = {}
        self.whole = False
        self.of_question = OfQuestion(self)

    @property
    def is_stale(self) -> bool:
        """Whether the queue belongs to another state of the collection, or to somebody else."""
        who = None if self.queue is None else self.queue.assessor
        facts = self.session.facts
        return (
            self._catalog is not self.session.catalog
            or who != self.session.assessor
            or self._facts != (facts.calibration, facts.repeats)
        )

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
    def row(self) -> int | None:
        """The row of the queue that the answer shown stands in."""
        return None if self.queue is None or self.place is None else self.queue.row_of(self.place)

    @property
    def places(self) -> range:
        """The places of the row shown."""
        return range(0) if self.queue is None or self.row is None else self.queue.places_of(self.row)

    @property
    def answers(self) -> list[int]:
        """The answers of the row shown, in their order."""
        queue, places = self.queue, self.places
        return [] if queue is None else queue.answers[places.start : places.stop].tolist()

    @property
    def scheme(self) -> tuple[LabelChoice, ...]:
        """What can be said of the answer shown, from left to right."""
        return SCHEME_OF_KIND[self.kind]

    def rebuild(self) -> None:
        """Make the queue anew, after an import or when somebody else sits down; stay where it is possible."""
        answer, old = self.answer, self.queue
        session = self.session
        self._catalog = session.catalog
        self._facts = (session.facts.calibration, session.facts.repeats)
        self.marked = {}
        if session.assessor is None:
            self.queue, self.place = None, None
            return
        queue = Queue(
            session.catalog,
            session.ledger,
            session.assessor,
            first=calibration_questions(session.catalog, session.facts),
            repeats=session.facts.repeats,
        )
        if old is None or old.assessor != session.assessor:
            self.pace, self.notes, answer = Pace(), {}, None
        else:
            queue.set_noted(self.notes, noted=True)
            queue.narrow(Filter(old.filter.show, old.filter.category))
        self.queue = queue
        self.place = None if answer is None else queue.place_of(answer)
        if self.place is None:
            self.place = self._start(queue)

    def remember(self, past: PastJudgments) -> None:
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

    @property
    def is_repeat(self) -> bool:
        """Whether the answer is shown a second time."""
        return self.queue is not None and self.place is not None and self.queue.is_repeat(self.place)

    @property
    def here(self) -> str:
        """What is said of the answer where it is shown: of its repeat where it is shown again."""
        return "" if self.queue is None or self.place is None else label_of(int(self.queue.codes[self.place]))

    @property
    def note(self) -> str:
        """The note to the answer where it is shown."""
        if self.queue is None or self.place is None or self.answer is None:
            return ""
        if self.is_repeat:
            return self.session.said(self.answer, kind="repeat").note or ""
        return self.notes.get(self.answer, "")

    def labels(self) -> list[str]:
        """Return what is said of each answer of the row shown."""
        queue, places = self.queue, self.places
        codes = [] if queue is None else queue.codes[places.start : places.stop].tolist()
        return [label_of(code) for code in codes]

    def sent_back(self, answer: int) -> Returned | None:
        """Return what the organiser sent back of an answer, else of its question itself, if anything."""
        session, who = self.session, self.session.assessor
        if who is None or not session.ledger.board.sent_back or self.is_repeat:
            return None
        question = int(session.catalog.answer_question[answer])
        found = {(one.thing.answer, one.kind): one for one in sent_back(session.catalog, session.ledger, who)
                 if one.thing.question == question}  # fmt: skip
        return found.get((answer, "judgment")) or found.get((None, "judgment"))

    def contradiction(self, answer: int) -> tuple[str, ...]:
        """Return the two or more things that are said of an answer at once; empty where nothing is wrong."""
        if self.said(answer) != "conflict":
            return ()
        return tuple(said.label or said.state or "" for said in self.session.in_conflict(answer))

    def best(self) -> frozenset[int]:
        """Return one's best answers of the row shown: all called A, where there are none all called B."""
        said = dict(zip(self.answers, self.labels(), strict=True))
        for label in ("A", "B"):
            found = frozenset(answer for answer, word in said.items() if word == label)
            if found:
                return found
        return frozenset()

    def judge(self, choice_or_state: str | None, initiator: object) -> Changes:
        """Say a label or state of the answer shown, or of all marked, with its time; None clears it."""
        targets = tuple(self.marked) or (() if self.answer is None else (self.answer,))
        if not targets:
            return Changes()
        return self.session.execute(self.command(targets, choice_or_state), initiator)

    def judge_all(self, state: str | None, initiator: object) -> Changes:
        """Say a state of all answers of the row shown, or clear what is said of them."""
        return self.session.execute(self.command(tuple(self.answers), state), initiator)

    def command(self, answers: tuple[int, ...], word: str | None) -> Command:
        """Return the command that says a word of answers, each with its share of the time they took."""
        is_label = word is not None and any(c.word == word and not c.is_state for c in self.scheme)
        times = [self.clock.take(answer) for answer in answers]
        return Judge(
            answers,
            label=word if is_label else None,
            state=None if is_label else word,
            seconds=round(sum(times) / max(1, len(times)), 2),
            kind="judgment" if self.queue is None or self.place is None else self.queue.kind_of(self.place),
        )

    def annotate(self, answer: int, note: str, initiator: object) -> Changes:
        """Write a note to an answer where it is shown; an empty one takes it away."""
        kind = "judgment" if self.queue is None or self.place is None else self.queue.kind_of(self.place)
        return self.session.execute(Annotate(answer, note or None, kind=kind), initiator)

    def take_in(self, changes: Changes) -> frozenset[int]:
        """Bring queue, pace and notes up to date and return the rows of the queue that changed."""
        queue = self.queue
        if queue is None:
            return frozenset()
        rated = [queue.row_of_question(question) for question in changes.questions]
        rows = frozenset(row for row in rated if row is not None)
        # A question itself that was sent back is met at its first answer.
        asked = changes.questions if self.session.ledger.board.sent_back else ()
        firsts = [first for question in asked if (first := queue.first_of(question)) is not None]
        if not changes.answers:
            return rows | queue.update(self.session.ledger, firsts if rows else None)
        mine = [answer for answer in changes.answers if queue.place_of(answer) is not None]
        before = {answer: self.said(answer) for answer in mine}
        rows = queue.update(self.session.ledger, {*mine, *firsts})
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

    def undone(self, changes: Changes) -> int | None:
        """Return the place of what changes are about, if they are an undo or a redo of one's own."""
        entry = self.session.just_undone(changes)
        if entry is None or entry.thing.question is None or self.queue is None:
            return None
        question, answer = entry.thing.question, entry.thing.answer
        if answer is not None:
            again = entry.kind == "repeat"
            return self.queue.repeat_of(answer) if again else self.queue.place_of(answer)
        row = self.queue.row_of_question(question)
        here = self.place is not None and question == self.question
        return self.place if here or row is None else self.queue.places_of(row).start

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
