"""What the desks share at which answers are judged: queue, active time, labeling, notes on the last label."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from jurybox.analysis.next_best import METHOD
from jurybox.campaign.seats import blind
from jurybox.demos import demo_of
from jurybox.judging.clock import ActiveClock
from jurybox.language import tr
from jurybox.lists import labeled
from jurybox_gui.core.bridge import WHOLE_QUEUE
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.announce import announce, is_heard

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from jurybox.changes import Changes
    from jurybox.collection.entries import EntryKind, Subject
    from jurybox_gui.actions.spec import AnyAction
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.judging.labeling import Labeling
    from jurybox_gui.desks.judging.queue_panel import QueuePanel
    from jurybox_gui.theme.theme import Theme
    from jurybox_gui.widgets.banner import Choice
    from jurybox_gui.widgets.text_pane import TextPane

_TELL_MS = 120
"""How long after a label, ms, it is told: when the next answer has been shown."""
LOOKED_BACK = 20
"""Entries among which the last label is looked for."""

QUEUE_WIDTHS = ("queue", Grid.QUEUE, 200, 480)
SIDE_WIDTHS = ("side", Grid.SIDE, Grid.SIDE - 8, 520)
"""Of the columns that judging desks share: their name in the settings, usual, least and greatest width."""

Spot = tuple[int | None, int | None]
"""Where one is: the place in the queue or the answer, and the nugget where there are any."""


class JudgingDesk(Desk):
    """A desk for one kind of question or several, with the queue of the one who sits here.

    `says`: as what it is entered what is said here. `queue_cursor` knows the queue and the active time,
    `labeling` runs every command, `queue_panel` shows the queue. A subclass makes `labeling` and
    `queue_panel`, says where one is, and connects its views in `connect_views`, the only place where that
    is done; it calls that at the end of its `__init__`.
    """

    icon: ClassVar[str] = "judge"
    says: ClassVar[EntryKind]
    labeling: Labeling
    queue_panel: QueuePanel

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        clock = ActiveClock(idle=float(bridge.settings["idle_seconds"]))
        self.queue_cursor = QueueCursor(bridge.session, clock, self)
        self._back: tuple[Spot, int] | None = None
        self._said: str | None = None
        self._asked: int | None = None
        self._telling = Pause(self, _TELL_MS, self._tell)
        self._who = bridge.session.assessor

    def connect_views(self) -> None:
        """Connect what every judging desk has."""
        self.labeling.refused.connect(self.show_refused)
        self.labeling.giving.connect(self._note_said)
        self.labeling.given.connect(self._tell_given)
        self.queue_cursor.moved.connect(self._tell_soon)
        self.bridge.next_best.changed.connect(self.follow_order)
        self.pane.size_wanted.connect(self.change_text_size)
        stop = self.bridge.settings.subscribe(lambda _key: self.apply_settings())
        self.destroyed.connect(stop)

    def change_text_size(self, step: int) -> None:
        """Make the texts of answers larger or smaller, here and on the other judging desks."""
        size = self.bridge.settings["text_size"] + step
        self.bridge.settings["text_size"] = max(Px.ANSWER_MIN, min(Px.ANSWER_MAX, size))

    # What is told to who hears the screen

    def _note_said(self, word: str) -> None:
        self._said = word

    def _tell_given(self, done: object) -> None:
        if not done:
            self._said = None
        self._tell_soon()

    def _tell_soon(self) -> None:
        if is_heard():
            self._telling.start()

    def _tell(self) -> None:
        """Say what was given, and the answer that is shown now."""
        session, here, said = self.bridge.session, self.here, self._said
        self._said = None
        if here is None:
            return
        asked = int(session.catalog.answer_question[here])
        question, answer = session.catalog.questions[asked], _in_one_line(session.texts.answer(here).text)
        shown = labeled(question.name, answer)
        if asked != self._asked:
            self._asked = asked
            shown = tr(
                "{question}. {text} Answer: {answer}",
                question=question.name,
                text=_in_one_line(session.texts.question(asked).text),
                answer=answer,
            )
        if said is None:
            announce(self, shown)
        else:
            given = name_of(session.facts, said, question.kind) if said else tr("Cleared")
            announce(self, tr("{given}. Now {shown}", given=given, shown=shown))

    # What a subclass says

    @property
    @abstractmethod
    def here(self) -> int | None:
        """The answer one is at."""

    @property
    @abstractmethod
    def spot(self) -> Spot:
        """Where one is, so that `return_to` leads back."""

    @property
    @abstractmethod
    def pane(self) -> TextPane:
        """The text that is read, which keys scroll."""

    @abstractmethod
    def return_to(self, spot: Spot) -> None:
        """Be where one was."""

    @abstractmethod
    def show_answer(self, answer: int) -> None:
        """Show an answer and the question it belongs to; one of another desk or queue changes nothing."""

    @abstractmethod
    def show_subject(self, subject: Subject) -> bool:
        """Be at a subject of which something was said; return whether one is there."""

    @abstractmethod
    def show_refused(self, sentence: str) -> None:
        """Say why something was refused."""

    @abstractmethod
    def is_last(self, subject: Subject) -> bool:
        """Return whether a subject of which something was said here can be what was said last."""

    @abstractmethod
    def say(self, word: str) -> None:
        """Give a label or state, "" to clear it."""

    @abstractmethod
    def write_note(self) -> None:
        """Let the note be written to what is said of where one is; `note_over` follows."""

    @abstractmethod
    def is_painted_for(self, stamp: int) -> bool:
        """Return whether what is shown was painted before a key stamped so was pressed."""

    @abstractmethod
    def to_next_open(self) -> None:
        """Go to what is to be judged next."""

    @abstractmethod
    def to_question(self, way: int) -> None:
        """Go to the question after (1) or before (-1) this one in the queue."""

    @abstractmethod
    def choose_part(self) -> None:
        """Let a part of the queue be chosen."""

    @abstractmethod
    def search_queue(self) -> None:
        """Give the keyboard to the search in the queue."""

    def leave_work(self) -> None:
        """Leave what was begun: another assessor is at work, or another question is shown."""
        self._back = None

    def ways_on(self) -> tuple[Choice, ...]:
        """Return the buttons that show where to go when all is judged; none while scores are hidden."""
        session = self.bridge.session
        if blind(session):
            return ()
        ways: list[Choice] = []
        if session.catalog.runs:
            ways.append((tr("See the ranking"), "", "view.scores"))
        if demo_of(session.path) is not None:
            ways.append((tr("Start over"), "", "file.demo-again"))
        return tuple(ways)

    # What changed

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Leave what was begun, and its time, when somebody else sits down; redraw with the next frame."""
        if self.bridge.session.assessor != self._who:
            self._who = self.bridge.session.assessor
            self.bridge.queue_part = WHOLE_QUEUE
            self.leave_work()
            self.queue_cursor.clock.forget()
        super().on_changes(changes, initiator)

    def apply_settings(self) -> None:
        """Count active time as the settings say."""
        self.queue_cursor.clock.idle = float(self.bridge.settings["idle_seconds"])

    def follow_order(self) -> None:
        """Go through open answers the most informative first, or in the plain order."""
        next_best = self.bridge.next_best
        found = next_best.found
        self.queue_cursor.prefer(found.answers.tolist() if next_best.on and found is not None else None)
        waiting = [] if found is None else found.answers.tolist()
        proposed = next((at for at in waiting if not self.queue_cursor.said(at)), None)
        reason = "" if proposed is None else next_best.reason(proposed)
        self.queue_panel.column.show_order(
            next_best.text,
            METHOD if next_best.on else "",
            "\n".join(filter(None, [reason, next_best.certainty])),
        )

    def follow_part(self) -> None:
        """Show the part of the queue that was chosen, wherever that was."""
        self.queue_panel.follow_part()

    # Keys and time

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Note the key as a sign of life; refuse one that judges what was not on the screen yet.

        The first digit of a label that is typed says nothing yet: without it, 73 typed at once would be 3.
        """
        self.queue_cursor.clock.touch()
        if not action.judges or (action.types and self.may_type()):
            return True
        return self.is_painted_for(event.timestamp())

    def note_life(self, *_signal: object) -> None:
        """Note that somebody is at work: typed, moved the mouse or scrolled."""
        self.queue_cursor.clock.touch()

    def showEvent(self, event: QShowEvent) -> None:
        """Count time again, in the part of the queue that another desk may have shown meanwhile."""
        super().showEvent(event)
        self.follow_part()
        self.queue_cursor.clock.show(self.here)

    def hideEvent(self, event: QHideEvent) -> None:
        """Count no time while something else is shown."""
        super().hideEvent(event)
        self.queue_cursor.clock.show(None)

    def may_type(self) -> bool:
        """Return whether the label of what is shown is typed: its scale is long."""
        return False

    # Notes

    def may_judge(self) -> bool:
        """Return whether a label or match of what is shown can be given, and a note written to it."""
        return self.labeling.may_enter()

    def try_to(self, act: Callable[[], object], otherwise: str) -> None:
        """Do something; where nothing was entered by it, say why: `otherwise`."""
        before = len(self.bridge.session.ledger)
        act()
        if len(self.bridge.session.ledger) == before:
            self.nothing_done.emit(otherwise)

    def why_nothing(self) -> str:
        """Say why nothing can be said of what is shown."""
        session = self.bridge.session
        if session.saving.read_only is not None:
            return session.saving.read_only
        if session.assessor is None:
            return tr("Nobody is judging yet. Choose your name with {file.join}.")
        return tr("No answer is shown that could be judged.")

    def may_note_last(self) -> bool:
        """Return whether something was said here that a note can be written to."""
        return self.labeling.may_enter() and self._last_subject() is not None

    def note_last(self) -> None:
        """Be at what was said last and write a note to it; leaving the note comes back here."""
        subject, back = self._last_subject(), self.spot
        if subject is None or subject.answer is None:
            return
        if not self.show_subject(subject):
            self.return_to(back)
            return
        self._back = (back, subject.answer) if self.spot != back else None
        self.write_note()

    def note_over(self) -> None:
        """Go back to where one was before a note on the last label, unless one went on meanwhile."""
        back, self._back = self._back, None
        if back is not None and back[1] == self.here:
            self.return_to(back[0])
        self.setFocus()

    def _last_subject(self) -> Subject | None:
        """Return what the last label given here is about, None without any."""
        session = self.bridge.session
        for past in session.history(LOOKED_BACK) if session.assessor is not None else ():
            subject = past.entry.subject
            if past.entry.kind == self.says and subject.answer is not None:
                here = desk_of_answer(session.catalog, subject.answer) == self.id
                if here and self.is_last(subject):
                    return subject
        return None


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
