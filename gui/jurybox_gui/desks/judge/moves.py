"""Every way to another answer; each ends in one call that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox_gui.desks.judge.course import Course
    from jurybox_gui.desks.judge.pages import Twin
    from jurybox_gui.tables.history_model import HistoryModel


class Moves:
    """Moves through a course; `go(place)` shows a place of the queue and ignores None."""

    def __init__(self, course: Course, history: HistoryModel, go: Callable[[int | None], None]) -> None:
        self._course = course
        self._history = history
        self._go = go
        self._steps_back = 0
        self.twins: Sequence[Twin] = ()

    def to_place(self, place: int | None) -> None:
        """Show a place of the queue; None stays."""
        self._go(place)

    def to_answer(self, answer: int) -> None:
        """Show an answer; one that is not in the queue is let be."""
        if self._course.queue is not None:
            self._go(self._course.queue.place_of(answer))

    def to_answer_here(self, answer: int) -> None:
        """Show an answer of the row one is in, where it may be shown a second time."""
        places, answers = self._course.places, self._course.answers
        if answer in answers:
            self._go(places[answers.index(answer)])

    def to_shown(self) -> None:
        """Stay where one is if the filter shows that, else go to the first open answer it shows."""
        queue, place = self._course.queue, self._course.place
        if queue is not None and (place is None or not queue.is_shown(place)):
            found = queue.first_open()
            self._go(queue.first() if found is None else found)

    def to_row(self, row: int) -> None:
        """Show the answer with which one begins a row of the queue."""
        if self._course.queue is not None:
            self._go(self._course.queue.enter(row))

    def by_answers(self, step: int) -> None:
        """Go to the next (1) or previous (-1) answer; from a reading test, to another question."""
        if self._course.whole:
            self.by_questions(step)
            return
        queue, place = self._course.queue, self._course.place
        if queue is not None and place is not None:
            self._go(queue.step(place, step))

    def by_questions(self, step: int) -> None:
        """Go to the next (1) or previous (-1) question."""
        queue, place = self._course.queue, self._course.place
        if queue is not None and place is not None:
            self._go(queue.step_question(place, step))

    def to_next_open(self) -> None:
        """Go to the next answer that waits for a label."""
        queue, place = self._course.queue, self._course.place
        if queue is not None and place is not None:
            self._go(queue.next_open(place))

    def to_first_open(self) -> None:
        """Go to the first answer that waits for a label."""
        if self._course.queue is not None:
            self._go(self._course.queue.first_open())

    def to_last_open(self) -> None:
        """Go to the last answer that waits for a label."""
        if self._course.queue is not None:
            self._go(self._course.queue.last_open())

    def back(self) -> None:
        """Go to the label given last, then to the one before it, and so on; round after the oldest shown."""
        answers = [past.answer for past in self._history.rows]
        others = [n for n, answer in enumerate(answers) if answer != self._course.answer]
        if others:
            at = next((n for n in others if n >= self._steps_back), others[0])
            self._steps_back = at + 1
            self.to_answer(answers[at])

    def begin_back_anew(self) -> None:
        """Let the next step back begin with the newest label, after one was given."""
        self._steps_back = 0

    def to_twin(self) -> None:
        """Go to the next answer of the question with the same words, round after the last."""
        queue, place = self._course.queue, self._course.place
        if queue is None or place is None:
            return
        places = sorted(p for p in (queue.place_of(twin.answer) for twin in self.twins) if p is not None)
        if places:
            self._go(next((p for p in places if p > place), places[0]))
