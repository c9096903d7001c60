"""Everything that is said at the Judge desk: of the answer shown, of all that are marked, of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.errors import Refused
from jurybox_gui.desks.boards import LOOKED_BACK, desk_of_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.judge.center import Center
    from jurybox_gui.desks.judge.course import Course
    from jurybox_gui.desks.judge.display import Display
    from jurybox_gui.desks.judge.moves import Moves
    from jurybox_gui.desks.judge.pages import ShownOption


class Speech(QObject):
    """Turns keys and clicks into commands, paints what is given at once, and goes on.

    `finished` is emitted when something was said that leads to another answer, `marked` when other answers
    are marked, `left` when the keyboard is to go back to the desk.
    """

    finished = Signal()
    marked = Signal()
    left = Signal()

    def __init__(
        self, bridge: Bridge, course: Course, display: Display, center: Center, moves: Moves, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.paused = False
        self._back: tuple[int, int | None] | None = None
        self._desk = parent
        self._bridge = bridge
        self._course = course
        self._display = display
        self._center = center
        self._moves = moves
        bar = center.bar
        bar.said.connect(self._clicked)
        bar.note_written.connect(self._annotate)
        bar.note.left.connect(self._leave_note)
        bar.note.returnPressed.connect(self._leave_note)
        center.options.chosen.connect(self._clicked_option)
        center.head.quality.rated.connect(self._clicked_quality)

    def may_say(self) -> bool:
        """Return whether something can be said of the answer shown."""
        writable = self._bridge.session.saving.read_only is None
        return self._display.page is not None and writable and not self.paused

    def may_rate(self) -> bool:
        """Return whether the question itself can be rated."""
        return self.may_say() and self._course.kind == "ranked"

    def places(self) -> int:
        """Return how many digits say something of what is shown."""
        options = self._options()
        return len(options) if options else len(self._course.scheme)

    def may_give(self, letter: str) -> bool:
        """Return whether a letter says something of what is shown; of a reading test only a state does."""
        choices = [choice for choice in self._course.scheme if choice.is_state or not self._options()]
        return self.may_say() and any(choice.letter == letter for choice in choices)

    def say(self, word: str) -> None:
        """Say a label or state, "" to clear it, and go on to the next open answer.

        It is said of the answer shown, of all marked where any are, and of all answers of a reading test.
        """
        if self.may_say():
            whole = bool(self._options())
            say = self._course.judge_all if whole else self._course.judge
            self._give(word, lambda: say(word or None, self._desk))

    def give_letter(self, letter: str) -> None:
        """Give the label of the scheme that has this letter."""
        for choice in self._course.scheme:
            if choice.letter == letter:
                self.say(choice.word)

    def give_place(self, place: int) -> None:
        """Give the label at a place of the scheme, or mark the option there as the right one."""
        options = self._options()
        if not options:
            self.say(self._course.scheme[place].word)
        elif self.may_say():
            self._give("option", lambda: self._course.of_question.choose(options, place, self._desk))

    def rate(self, label: str) -> None:
        """Say how good the question itself is, "" to clear it; the answer stays."""
        if self.may_rate():
            self._done(lambda: self._course.of_question.rate(label or None, self._desk))

    def undo(self) -> None:
        """Take the last step back; the answer that it was about is shown."""
        self._done(self._bridge.session.undo)

    def edit_note(self) -> None:
        """Give the keyboard to the note."""
        self._center.bar.note.setFocus()

    def may_note_last(self) -> bool:
        """Return whether there is an answer labeled last that a note can be written to."""
        return self.may_say() and self._last_labeled() is not None

    def edit_last_note(self) -> None:
        """Show the answer labeled last and write a note to it; leaving the note comes back here."""
        last, here = self._last_labeled(), self._course.place
        if last is None:
            return
        if last != self._course.answer:
            self._moves.to_answer(last)
            self._back = last, here
        self.edit_note()

    # Several at once

    def toggle_mark(self) -> None:
        """Mark the answer shown, or take its mark away."""
        if self._course.answer is not None:
            self.mark_or_not(self._course.answer)

    def mark_or_not(self, answer: int) -> None:
        """Mark an answer of the question shown, or take its mark away."""
        if self.may_say():
            if answer in self._course.marked:
                del self._course.marked[answer]
            else:
                self._course.marked[answer] = None
            self.marked.emit()

    def mark(self, answers: Iterable[int]) -> None:
        """Mark these answers besides those that are marked."""
        if self.may_say():
            self._course.marked |= dict.fromkeys(answers)
            self.marked.emit()

    def unmark(self) -> None:
        """Take all marks away."""
        if self._course.marked:
            self._course.marked = {}
            self.marked.emit()

    # Inside

    def _options(self) -> tuple[ShownOption, ...]:
        return () if self._display.page is None else self._display.page.options

    def _give(self, word: str, say: Callable[[], object]) -> None:
        self._center.bar.flush_note()
        self._center.bar.paint_given(word)  # what the key says is seen before anything is done about it
        if not self._done(say):
            self._display.show_said()
            return
        self._moves.begin_back_anew()
        self._center.bar.set_given(self._course.here)
        self.unmark()
        if word and self._bridge.settings["advance"]:
            self.finished.emit()

    def _done(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; then say why and return False."""
        try:
            act()
        except Refused as refusal:
            self._center.notice("error", str(refusal), "Nothing was changed.")
            return False
        return True

    def _clicked(self, word: str) -> None:
        self.say(word)
        self.left.emit()

    def _clicked_option(self, place: int) -> None:
        self.give_place(place)
        self.left.emit()

    def _clicked_quality(self, label: str) -> None:
        self.rate(label)
        self.left.emit()

    def _annotate(self, note: str) -> None:
        answer = self._course.answer
        if answer is not None:
            self._done(lambda: self._course.annotate(answer, note, self._desk))

    def _leave_note(self) -> None:
        """Save the note; after one to the last label go back to the answer one was at."""
        self._center.bar.flush_note()
        back, self._back = self._back, None
        if back is not None and back[0] == self._course.answer:
            self._moves.to_place(back[1])
        self.left.emit()

    def _last_labeled(self) -> int | None:
        """Return the answer of the queue that was labeled last, None if none was."""
        queue, session = self._course.queue, self._bridge.session
        if queue is None:
            return None
        said = (past.entry for past in session.history(LOOKED_BACK))
        answers = (one.thing.answer for one in said if one.kind == "judgment")
        mine = (one for one in answers if one is not None and queue.place_of(one) is not None)
        return next((one for one in mine if desk_of_answer(session.catalog, one) == "judge"), None)
