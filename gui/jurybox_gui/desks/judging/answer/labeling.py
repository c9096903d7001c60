"""The labels of the answer on screen, of all marked answers, and of the question."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from jurybox.commands import Annotate, Command, JudgeQuestion, Together
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox_gui.actions.gate import KeyGate
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.judging.answer.answer_cache import AnswerCache, AnswerPage
from jurybox_gui.desks.judging.labeling import Labeling
from jurybox_gui.desks.judging.queue_cursor import CHOSEN, QueueCursor, ShownOption
from jurybox_gui.desks.label_schemes import DIGITS, is_state


class AnswerLabeling(Labeling):
    """The labeling controller of Judge: knows the page shown, and what digits and letters mean.

    `page` is the page of the current answer, None while it is being read; `gate` admits keys that were
    pressed after it was painted; `paused` is true while the end of a round is shown, when nothing can be
    entered; `returns` while an undo shows an answer, which is no new one then.
    """

    page_changed = Signal()
    """Emitted when another page must be shown, or none while one is read."""
    painted = Signal()
    """Emitted when the page was painted for the first time: keys count from now on."""
    failed = Signal(str)
    """The answer cannot be read; with the sentence that says why."""
    marked = Signal()
    """Other answers are marked."""
    typing = Signal(str)
    """Emitted to start typing a label of a long scale with this beginning."""

    def __init__(self, bridge: Bridge, cursor: QueueCursor, cache: AnswerCache, initiator: QObject) -> None:
        super().__init__(bridge, cursor, initiator, self._shows_page)
        self.gate = KeyGate()
        self.page: AnswerPage | None = None
        self.paused = False
        self.returns = False
        self._cache = cache
        self._shown: tuple[int | None, bool] = (None, False)
        self._is_new = False
        self._appeared: float | None = None

    # The answer on the screen

    @property
    def is_current(self) -> bool:
        """Whether the current answer is shown as it was read last."""
        answer = self._cursor.answer
        return answer is not None and self.page is not None and self._cache.get(answer) is self.page

    def show(self) -> None:
        """Show the current answer: at once if it is ready, else when it has been read."""
        answer = self._cursor.answer
        if self._shown != (answer, self._cursor.is_repeat):
            self._shown = answer, self._cursor.is_repeat
            self._is_new, self._appeared = not self.returns, None
        self.gate.shut()
        self._show(None if answer is None else self._cache.get(answer))
        if answer is not None and self.page is None:
            self._cache.want(answer)

    def page_read(self, page: AnswerPage) -> None:
        """Show a page that was waited for."""
        if page.answer == self._cursor.answer and self.page is None:
            self._show(page)

    def page_not_read(self, error: Exception) -> None:
        """Report that an answer cannot be read."""
        self.failed.emit(tr("The text of this answer cannot be read: {error}.", error=error))

    def page_painted(self) -> None:
        """Accept keys from the first painting on."""
        if not self.gate.open and self.page is not None and self.page.answer == self._cursor.answer:
            self.gate.painted_at()
            if self._is_new:
                self._is_new, self._appeared = False, self.gate.painted
            self.painted.emit()

    def has_just_appeared(self, stamp: int) -> bool:
        """Return whether a key with this time stamp was pressed too soon after a new answer was painted.

        It may have been meant for the answer before. False without a stamp: nobody knows when it was pressed.
        """
        if self._appeared is None or not stamp:
            return False
        least: int = self._bridge.settings["new_answer_ms"]
        return self.gate.pressed_at(stamp) - self._appeared < least

    # Available labels

    def may_rate(self) -> bool:
        """Return whether the question itself can be rated."""
        return self.may_enter() and KINDS[self._cursor.kind].rates_questions

    def may_give_place(self, place: int) -> bool:
        """Return whether a digit key, the first of them 0, has a meaning for what is shown."""
        if not self.may_enter():
            return self.may_type()
        if options := self._options():
            return place < len(options)
        choices = self._cursor.choices
        return choices.is_long or choices.digits[place] is not None

    def may_give_letter(self, letter: str) -> bool:
        """Return whether a letter has a meaning for what is shown; in a reading test only a state has."""
        choices = [choice for choice in self._cursor.scheme if is_state(choice) or not self._options()]
        return self.may_enter() and any(choice.letter == letter for choice in choices)

    def name_at(self, place: int) -> str:
        """Return the name of the label, or the option, that a digit key gives; "" for none."""
        if options := self._options():
            return options[place].text or options[place].name if place < len(options) else ""
        return self._cursor.choices.name_at(place)

    # Entries

    def say(self, word: str) -> None:
        """Give a label or state, "" to clear it, and go on to the next open answer.

        It goes to the answer shown, to all marked ones if there are any, and to all answers of a reading
        test.
        """
        cursor = self._cursor
        shown = () if cursor.answer is None else (cursor.answer,)
        answers = tuple(cursor.answers) if cursor.whole else tuple(cursor.marked) or shown
        if answers:
            self.give(word, lambda: self._judgment(answers, word), stays=not word)

    def give_letter(self, letter: str) -> None:
        """Give the label of the scheme that has this letter."""
        choice = self._cursor.choices.lettered(letter)
        if choice is not None:
            self.say(choice.word)

    def give_place(self, place: int) -> None:
        """Give the label of a digit key, begin to type one, or mark the option there as the right one."""
        options, choices = self._options(), self._cursor.choices
        label = choices.digits[place]
        if options:
            self.give("option", lambda: self._choice(options[place]))
        elif choices.is_long:
            self.typing.emit(DIGITS[place])
        elif label is not None:
            self.say(label.word)

    def may_type(self) -> bool:
        """Return whether the label is typed, even while the answer is still being read."""
        if self.paused or self._cursor.answer is None or not self._cursor.choices.is_long:
            return False
        return self.is_writable and not self._options()

    def rate(self, label: str) -> None:
        """Rate the question itself, "" to clear the rating; the answer stays."""
        question = self._cursor.question
        if self.may_rate() and question is not None:
            self.execute(JudgeQuestion(question, label or None))

    def annotate(self, note: str) -> None:
        """Write a note to the answer shown; an empty one removes it."""
        answer = self._cursor.answer
        if answer is not None:
            self.execute(Annotate(answer, note or None, kind=self._cursor.says))

    # Several at once

    def toggle_mark(self) -> None:
        """Mark or unmark the answer shown."""
        if self._cursor.answer is not None:
            self.mark_or_not(self._cursor.answer)

    def mark_or_not(self, answer: int) -> None:
        """Mark or unmark an answer of the question shown."""
        if self.may_enter():
            if answer in self._cursor.marked:
                del self._cursor.marked[answer]
            else:
                self._cursor.marked[answer] = None
            self.marked.emit()

    def mark(self, answers: Iterable[int]) -> None:
        """Mark these answers in addition to those already marked."""
        if self.may_enter():
            self._cursor.marked |= dict.fromkeys(answers)
            self.marked.emit()

    def unmark(self) -> None:
        """Clear all marks."""
        if self._cursor.marked:
            self._cursor.marked = {}
            self.marked.emit()

    # Internals

    def _shows_page(self) -> bool:
        return self.page is not None and not self.paused

    def _show(self, page: AnswerPage | None) -> None:
        self.page = page
        self._cursor.whole = bool(self._options())
        self.page_changed.emit()

    def _options(self) -> tuple[ShownOption, ...]:
        return () if self.page is None else self.page.options

    def _judgment(self, answers: tuple[int, ...], word: str) -> Command:
        return self.judgment(answers, word, self._cursor.scheme, self._cursor.says)

    def _choice(self, option: ShownOption) -> Command:
        """Return the command that marks an option right and the others wrong, as one step."""
        cursor = self._cursor
        right = tuple(answer for answer in cursor.answers if answer in option.answers)
        wrong = tuple(answer for answer in cursor.answers if answer not in right)
        choices = cursor.choices
        commands = [self._judgment(wrong, choices.wrong), self._judgment(right, choices.right)]
        note = None if option.answers else CHOSEN + option.name
        if cursor.question is not None and note != cursor.chosen_note():
            commands.append(JudgeQuestion(cursor.question, note=note))
        return Together(tuple(commands))
