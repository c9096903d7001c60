"""The assessor's place in the queue: every way to another answer, and the entries about the current one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import time_ns
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.changes import Changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.entries import Entry, EntryKind, Subject
from jurybox.collection.facts import Facts
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.clock import ActiveClock
from jurybox.judging.filters import Filter
from jurybox.judging.pace import Judged, Pace
from jurybox.judging.past_judgments import PastJudgments
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import Returned, sent_back
from jurybox.kinds import DISPLAY_ORDER, KINDS
from jurybox.label_schemes import Label
from jurybox_gui.desks.label_schemes import GOOD, Choices, choices_of

if TYPE_CHECKING:
    from jurybox.session import Session

CHOSEN = "Right option: "  # not shown
"""Begins the note to a reading test whose right option no run chose, so that no answer can be labeled.

The text is stored, so it is the same in every language.
"""


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option of a reading test and the answers that chose it; none if no run chose it."""

    name: str
    text: str
    answers: tuple[int, ...]


class QueueCursor(QObject):
    """The queue of the assessor at this computer and the place in it; with pace, active time and notes.

    `queue` is None while no assessor is chosen; `place` is None while nothing is shown. `marked` are answers
    of the question shown that get the next label, all in one step; `whole`: all answers of the question are
    shown as one, as in a reading test; `twins` are its answers with the same words. Every move emits
    `leaving` while `place` is still the old one, then `moved`, even if the place is the same.
    """

    leaving = Signal()
    moved = Signal()

    def __init__(self, session: Session, clock: ActiveClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.clock = clock
        self.queue: Queue | None = None
        self.answer: int | None = None
        """The answer shown."""
        self.question: int | None = None
        """The question of the answer shown."""
        self.row: int | None = None
        """The row of the queue that the answer shown stands in."""
        self._place: int | None = None
        self._catalog: Catalog | None = None
        self._choices: tuple[Facts, Catalog, int | None, Choices] | None = None
        self._facts: tuple[tuple[str, ...], float] | None = None
        self.pace = Pace()
        self.notes: dict[int, str] = {}
        self.marked: dict[int, None] = {}
        self.whole = False
        self._changed_rows: frozenset[int] = frozenset()
        self._is_behind = False
        self._preferred: Sequence[int] | None = None
        self.twins: Sequence[int] = ()
        self._steps_back = 0

    @property
    def is_stale(self) -> bool:
        """Whether the queue belongs to another state of the collection, or to another assessor."""
        who = None if self.queue is None else self.queue.assessor
        facts = self.session.facts
        return (
            self._catalog is not self.session.catalog
            or who != self.session.assessor
            or self._facts != (facts.calibration, facts.repeats)
        )

    # Where

    @property
    def place(self) -> int | None:
        """The place in the queue. Its content is looked up when it is set: every key asks for it often."""
        return self._place

    @place.setter
    def place(self, place: int | None) -> None:
        queue, catalog = self.queue, self._catalog
        self._place = self.answer = self.question = self.row = None
        if queue is not None and catalog is not None and place is not None:
            self._place, self.row = place, queue.row_of(place)
            self.answer = int(queue.answers[place])
            self.question = int(catalog.answer_question[self.answer])

    @property
    def kind(self) -> str:
        """The kind of the question shown; that of the first question while none is."""
        questions = self.session.catalog.questions
        if not questions:
            return DISPLAY_ORDER[0]
        return questions[self.question or 0].kind

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
    def scheme(self) -> tuple[Label, ...]:
        """The labels of the answer shown, from left to right."""
        return self.choices.labels

    @property
    def choices(self) -> Choices:
        """The labels of the answer shown with their keys and glyphs, in the scheme in force."""
        facts, catalog, question, known = (self.session.facts, self.session.catalog, self.question, self._choices)
        if known is None or known[0] is not facts or known[1] is not catalog or known[2] != question:
            known = self._choices = facts, catalog, question, choices_of(facts, self.kind)
        return known[3]

    def rebuild(self) -> None:
        """Build the queue again after an import or a change of assessor; keep the place if possible."""
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
        queue.prefer(self._preferred)
        self.queue = queue
        self.place = None if answer is None else queue.place_of(answer)
        if self._place is None:
            self.place = self._start(queue)

    def remember(self, past: PastJudgments) -> None:
        """Take in earlier entries, from the file and those not yet on the disk.

        A response counts once it is matched with every nugget.
        """
        known = {one[:2] for one in past.said}
        waiting: list[Judged] = [
            (entry.subject.answer, entry.at, bool(entry.content.label or entry.content.state), entry.content.seconds)
            for entry in self._entered()
            if entry.kind == "judgment" and entry.subject.answer is not None
        ]
        said = past.said + [one for one in waiting if one[:2] not in known]
        self.pace.fill(
            (answer, at, self._counts(answer) if self._is_one_of(answer, past) else given, seconds)
            for answer, at, given, seconds in said
        )
        self.notes = past.notes | self.notes
        if self.queue is not None:
            self.queue.set_noted(past.notes, noted=True)

    def prefer(self, answers: Sequence[int] | None) -> None:
        """Make the next open answer follow this order, also in later queues; None: the queue's own order."""
        self._preferred = answers
        if self.queue is not None:
            self.queue.prefer(answers)

    def coming(self, ahead: int, behind: int) -> list[int]:
        """Return the answers that may be shown next: the target of Space, then the neighbors."""
        queue, place = self.queue, self._place
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

    # Ways to another answer

    def go(self, place: int | None) -> None:
        """Go to a place of the queue and show its answer; None stays."""
        if place is None or self.queue is None:
            return
        self.leaving.emit()
        before, self.place = self.row, place
        if self.row != before:
            self.marked = {}
        self.moved.emit()

    def to_answer(self, answer: int) -> None:
        """Show an answer; an answer outside the queue is ignored."""
        if self.queue is not None:
            self.go(self.queue.place_of(answer))

    def to_answer_here(self, answer: int) -> None:
        """Show an answer of the current row, which may show it a second time."""
        places, answers = self.places, self.answers
        if answer in answers:
            self.go(places[answers.index(answer)])

    def to_shown(self) -> None:
        """Stay if the filter shows the current place, else go to the first open answer it shows."""
        queue, place = self.queue, self._place
        if queue is not None and (place is None or not queue.is_shown(place)):
            found = queue.first_open()
            self.go(queue.first() if found is None else found)

    def to_row(self, row: int) -> None:
        """Show the first answer to judge in a row of the queue."""
        if self.queue is not None:
            self.go(self.queue.enter(row))

    def by_answers(self, step: int) -> None:
        """Go to the next (1) or previous (-1) answer; from a reading test, to another question."""
        if self.whole:
            self.by_questions(step)
            return
        queue, place = self.queue, self._place
        if queue is not None and place is not None:
            self.go(queue.step(place, step))

    def by_questions(self, step: int) -> None:
        """Go to the next (1) or previous (-1) question."""
        queue, place = self.queue, self._place
        if queue is not None and place is not None:
            self.go(queue.step_question(place, step))

    def to_next_open(self) -> None:
        """Go to the next open answer."""
        queue, place = self.queue, self._place
        if queue is not None and place is not None:
            self.go(queue.next_open(place))

    def to_first_open(self) -> None:
        """Go to the first open answer."""
        if self.queue is not None:
            self.go(self.queue.first_open())

    def to_last_open(self) -> None:
        """Go to the last open answer."""
        if self.queue is not None:
            self.go(self.queue.last_open())

    def back(self, labeled: Sequence[int]) -> None:
        """Go to the answer labeled last, then to the one before it, and so on, wrapping around.

        `labeled` are the answers in the history, newest first.
        """
        others = [n for n, answer in enumerate(labeled) if answer != self.answer]
        if others:
            at = next((n for n in others if n >= self._steps_back), others[0])
            self._steps_back = at + 1
            self.to_answer(labeled[at])

    def restart_steps_back(self) -> None:
        """Make the next step back start at the newest label, after one was given."""
        self._steps_back = 0

    def to_twin(self) -> None:
        """Go to the next answer of the question with the same words, wrapping around."""
        queue, place = self.queue, self._place
        if queue is None or place is None:
            return
        places = sorted(p for p in (queue.place_of(twin) for twin in self.twins) if p is not None)
        if places:
            self.go(next((p for p in places if p > place), places[0]))

    # What is said

    def said(self, answer: int) -> str:
        """Return the label or state in force, "conflict" for two, "" for none."""
        place = None if self.queue is None else self.queue.place_of(answer)
        return "" if self.queue is None or place is None else self.queue.label_at(place)

    def _counts(self, answer: int) -> bool:
        """Return whether an answer has an entry, and counts by itself."""
        place = None if self.queue is None else self.queue.place_of(answer)
        if self.queue is None or place is None:
            return False
        return bool(self.queue.label_at(place)) and self.queue.counts_at(place)

    def _is_one_of(self, answer: int, past: PastJudgments) -> bool:
        """Return whether an answer does not count by its own entry alone: a match, or an option."""
        return answer in past.matched or int(self.session.catalog.answer_question[answer]) in (
            self.session.catalog.closed
        )

    @property
    def is_repeat(self) -> bool:
        """Whether the answer is shown a second time."""
        return self.queue is not None and self._place is not None and self.queue.is_repeat(self._place)

    @property
    def here(self) -> str:
        """The label where the answer is shown: that of its repeat if it is shown again."""
        queue, place = self.queue, self._place
        return "" if queue is None or place is None else queue.label_at(place)

    @property
    def note(self) -> str:
        """The note where the answer is shown."""
        if self.queue is None or self._place is None or self.answer is None:
            return ""
        if self.is_repeat:
            return self.session.content_of(self.answer, kind="repeat").note or ""
        return self.notes.get(self.answer, "")

    @property
    def says(self) -> EntryKind:
        """The kind of fact that a label of the answer shown is entered as: a judgment, or a repeated one."""
        return "judgment" if self.queue is None or self._place is None else self.queue.kind_of(self._place)

    def labels(self) -> list[str]:
        """Return the label of each answer of the current row."""
        queue, places = self.queue, self.places
        return [] if queue is None else list(map(queue.label_at, places))

    def sent_back(self, answer: int) -> Returned | None:
        """Return what the organizer returned of an answer, else of its question itself, if anything."""
        session, who = self.session, self.session.assessor
        if who is None or not session.ledger.board.sent_back or self.is_repeat:
            return None
        question = int(session.catalog.answer_question[answer])
        waiting = sent_back(session.catalog, session.ledger, who)
        found = {(one.subject.answer, one.kind): one for one in waiting if one.subject.question == question}
        return found.get((answer, "judgment")) or found.get((None, "judgment"))

    def contradiction(self, answer: int) -> tuple[str, ...]:
        """Return the two or more contradictory labels of an answer; empty if there is no conflict."""
        if self.said(answer) != "conflict":
            return ()
        return tuple(content.label or content.state or "" for content in self.session.in_conflict(answer))

    def best(self) -> frozenset[int]:
        """Return the best answers of the row: all with the assessor's best label, if that is relevant."""
        if not KINDS[self.kind].is_graded:
            return frozenset()
        said = dict(zip(self.answers, self.labels(), strict=True))
        for label in self.choices.scheme.relevant("lenient"):
            found = frozenset(answer for answer, word in said.items() if word == label)
            if found:
                return found
        return frozenset()

    # The question itself, and the options of a reading test

    def quality(self, question: int) -> str:
        """Return the rating of a question itself, "" for none, or for two at once."""
        if self.session.assessor is None:
            return ""
        ledger = self.session.ledger
        in_force = ledger.in_force("judgment", self.session.assessor, Subject(question))
        return ledger.codes.word(ledger.code_of(in_force[0])) if len(in_force) == 1 else ""

    def good(self) -> frozenset[int]:
        """Return the questions of the queue that the assessor rated good."""
        questions = self.session.catalog.questions
        asked = [] if self.queue is None else self.queue.questions.tolist()
        rated = (question for question in asked if KINDS[questions[question].kind].rates_questions)
        return frozenset(question for question in rated if self.quality(question) == GOOD)

    def chosen(self, options: Sequence[ShownOption]) -> list[str]:
        """Return the label of each option of the reading test shown, that of right or wrong ones or ""."""
        right, wrong = self.choices.right, self.choices.wrong
        said = dict(zip(self.answers, self.labels(), strict=True))
        done = bool(said) and all(said.values())
        found = []
        for option in options:
            mine = [said[answer] for answer in option.answers if answer in said]
            alone = done and not mine and self.chosen_note() == CHOSEN + option.name
            found.append(mine[0] if mine else right if alone else wrong if done else "")
        return found

    def chosen_note(self) -> str | None:
        """Return the note that names the right option if no run chose it."""
        who, question = self.session.assessor, self.question
        if who is None or question is None:
            return None
        note = self.session.content_in_force("judgment", who, Subject(question)).note
        return note if note and note.startswith(CHOSEN) else None

    # Changes

    def current_queue(self) -> Queue | None:
        """Return the queue, built or read again if that was put off."""
        if self.is_stale:
            self.rebuild()
        elif self._is_behind and self.queue is not None:
            self._catch_up(self.queue)
        self._is_behind = False
        return self.queue

    def put_off(self) -> None:
        """Read the queue again only when it is next needed: nobody sees it now."""
        self._is_behind = True

    def take_changed_rows(self) -> frozenset[int]:
        """Return the rows of the queue that changed since the last call."""
        rows, self._changed_rows = self._changed_rows, frozenset()
        return rows

    def take_in(self, changes: Changes) -> None:
        """Bring queue, pace and notes up to date."""
        queue = self.queue
        if queue is None:
            return
        if not changes.answers:  # a question itself was rated
            rated = (queue.row_of_question(question) for question in changes.questions)
            self._changed_rows |= frozenset(row for row in rated if row is not None)
        mine: dict[int, int] = {}
        for answer in changes.answers:
            if (place := queue.place_of(answer)) is not None:
                mine[answer] = place
        before = queue.codes[list(mine.values())]
        self._changed_rows |= queue.update(self.session.ledger, self._touched(queue, changes))
        self._take_in_notes(queue, mine)
        moved = [
            answer for (answer, place), code in zip(mine.items(), before, strict=True) if queue.codes[place] != code
        ]
        if moved:
            last = self.session.history(1)
            at = last[0].entry.at if last else time_ns() // 1_000_000
            seconds = last[0].entry.content.seconds if last and len(moved) == 1 else None
            for answer in moved:
                self.pace.note(answer, at, given=self._counts(answer), seconds=seconds)

    def _catch_up(self, queue: Queue) -> None:
        """Read the whole queue again; entries made meanwhile count from when they were made."""
        before = queue.codes.copy()
        self._changed_rows |= queue.update(self.session.ledger)
        mine = self._entered()
        at = {entry.subject.answer: entry.at for entry in mine}
        moved = dict.fromkeys(queue.answers[queue.codes != before].tolist())
        for answer in sorted(moved, key=lambda one: at.get(one, 0)):
            self.pace.note(answer, at.get(answer, time_ns() // 1_000_000), given=self._counts(answer))
        judged = {entry.subject.answer for entry in mine if entry.kind == "judgment"}
        self._take_in_notes(queue, [answer for answer in judged if answer is not None])

    def _touched(self, queue: Queue, changes: Changes) -> set[int] | None:
        """Return the answers whose labels may have changed, None for all."""
        catalog = self.session.catalog
        # A question that was itself returned is shown at its first answer.
        asked = changes.questions if self.session.ledger.board.sent_back else ()
        found = {*changes.answers, *(first for one in asked if (first := queue.first_of(one)) is not None)}
        for question in changes.questions:
            # Whether an answer is matched with every nugget also depends on the nuggets.
            if not KINDS[catalog.questions[question].kind].is_labeled:
                found.update(catalog.answers_of(question).tolist())
        if changes.answers:
            return found
        known = any(queue.row_of_question(question) is not None for question in changes.questions)
        return found if known else None

    def pending(self) -> frozenset[int]:
        """Return the answers with entries that are not yet on the disk."""
        saving, session = self.session.saving, self.session
        if not saving.pending:
            return frozenset()
        recent = session.history(min(saving.pending, 200))
        return frozenset(r.entry.subject.answer for r in recent if not r.saved and r.entry.subject.answer is not None)

    def undone(self, changes: Changes) -> int | None:
        """Return the place of the changes, if they are the assessor's own undo or redo."""
        entry = self.session.just_undone(changes)
        if entry is None or entry.subject.question is None or self.queue is None:
            return None
        question, answer = entry.subject.question, entry.subject.answer
        if answer is not None:
            again = entry.kind == "repeat"
            return self.queue.repeat_of(answer) if again else self.queue.place_of(answer)
        row = self.queue.row_of_question(question)
        here = self._place is not None and question == self.question
        return self._place if here or row is None else self.queue.places_of(row).start

    # Internals

    def _entered(self) -> list[Entry]:
        """Return the current assessor's entries since the collection was opened, oldest first."""
        who = self.session.assessor
        return [entry for entry in self.session.ledger.recent.values() if entry.assessor == who]

    @staticmethod
    def _start(queue: Queue) -> int | None:
        place = queue.first_open()
        return queue.first() if place is None else place

    def _take_in_notes(self, queue: Queue, answers: Iterable[int]) -> None:
        for answer in answers:
            note = self.session.content_of(answer).note
            if note:
                self.notes[answer] = note
            else:
                self.notes.pop(answer, None)
            queue.set_noted([answer], noted=bool(note))
