"""What the judging desks share: queue, active time, labeling, notes on the last label."""

from __future__ import annotations

import sqlite3
from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from jurybox.analysis.next_best import METHOD
from jurybox.campaign.seats import blind
from jurybox.changes import Changes
from jurybox.collection.entries import EntryKind, Subject
from jurybox.demos import demo_of
from jurybox.judging.clock import ActiveClock
from jurybox.language import tr
from jurybox.lists import labeled
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.core.bridge import WHOLE_QUEUE, Bridge
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.judging.labeling import Labeling
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.judging.queue_panel import QueuePanel
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.announce import announce, is_heard
from jurybox_gui.widgets.banner import Choice
from jurybox_gui.widgets.text_pane import TextPane

_TELL_MS = 120
"""Delay, ms, after which a label is announced: when the next answer has been shown."""
_COMES = {
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.OtherFocusReason,
}
"""How the keyboard comes to a desk on which a screen reader has not read the answer; no click of a label."""
LOOKED_BACK = 20
"""Entries searched for the last label."""

QUEUE_WIDTHS = ("queue", Grid.QUEUE, 200, 480)
SIDE_WIDTHS = ("side", Grid.SIDE, Grid.SIDE - 8, 520)
"""Columns that judging desks share: their name in the settings, and default, least and greatest width."""

Spot = tuple[int | None, int | None]
"""The current place in the queue or answer, and the nugget if there are any."""


class JudgingDesk(Desk):
    """A desk for one or several kinds of question, with the queue of the assessor at this computer.

    `says`: the kinds of fact entered here. `queue_cursor` knows the queue and the active time, `labeling`
    runs every command, `queue_panel` shows the queue. A subclass makes `labeling` and `queue_panel`, defines
    the current place, and connects its views in `connect_views`, the only place for that; it calls it at the
    end of its `__init__`.
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
        self._telling = Pause(self, _TELL_MS, self._announce)
        self._who = bridge.session.assessor

    def connect_views(self) -> None:
        """Connect the views of every judging desk."""
        self.labeling.refused.connect(self.show_refused)
        self.labeling.giving.connect(self._note_said)
        self.labeling.given.connect(self._tell_given)
        self.queue_cursor.moved.connect(self._tell_soon)
        self.bridge.next_best.changed.connect(self.follow_order)
        self.pane.size_wanted.connect(self.change_text_size)
        stop = self.bridge.settings.subscribe(lambda _key: self.apply_settings())
        self.destroyed.connect(stop)

    def change_text_size(self, step: int) -> None:
        """Make the texts of answers larger or smaller on all judging desks."""
        size = self.bridge.settings["text_size"]
        wanted = max(Px.ANSWER_MIN, min(Px.ANSWER_MAX, size + step))
        if wanted != size:
            self.bridge.settings["text_size"] = wanted
        else:
            self.nothing_done.emit(tr("Text cannot be larger.") if step > 0 else tr("Text cannot be smaller."))

    # Announcements for screen readers

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _COMES:
            self._asked = None
            self._telling.start()

    def _note_said(self, word: str) -> None:
        self._said = word

    def _tell_given(self, done: object) -> None:
        if not done:
            self._said = None
        self._tell_soon()

    def _tell_soon(self) -> None:
        if is_heard():
            self._telling.start()

    def _announce(self) -> None:
        """Announce the label given, and the answer that is now shown."""
        session, here, said = self.bridge.session, self.here, self._said
        self._said = None
        if here is None or not is_heard():
            return
        asked = int(session.catalog.answer_question[here])
        question = session.catalog.questions[asked]
        try:
            answer = _in_one_line(session.texts.answer(here).text)
        except sqlite3.Error:
            return  # the page says that it cannot be read
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

    # What a subclass defines

    @property
    @abstractmethod
    def here(self) -> int | None:
        """The current answer."""

    @property
    @abstractmethod
    def spot(self) -> Spot:
        """The current place, to which `return_to` leads back."""

    @property
    @abstractmethod
    def pane(self) -> TextPane:
        """The text that keys scroll."""

    @abstractmethod
    def return_to(self, spot: Spot) -> None:
        """Go back to a place."""

    @abstractmethod
    def show_answer(self, answer: int) -> None:
        """Show an answer and its question; an answer of another desk or queue changes nothing."""

    @abstractmethod
    def show_subject(self, subject: Subject) -> bool:
        """Go to the subject of an entry; return whether it is shown."""

    @abstractmethod
    def show_refused(self, sentence: str) -> None:
        """Show why something was refused."""

    def is_last(self, subject: Subject) -> bool:
        """Return whether a label or state of this subject is in force; a note alone is none."""
        session = self.bridge.session
        if session.assessor is None:
            return False
        content = session.content_in_force(self.says, session.assessor, subject)
        return bool(content.label or content.state)

    @abstractmethod
    def say(self, word: str) -> None:
        """Give a label or state, "" to clear it."""

    @abstractmethod
    def write_note(self) -> None:
        """Open the note to the current subject; `note_over` follows."""

    @abstractmethod
    def is_painted_for(self, stamp: int) -> bool:
        """Return whether the current answer was painted before a key with this time stamp."""

    @abstractmethod
    def to_next_open(self) -> None:
        """Go to the next open answer."""

    @abstractmethod
    def to_question(self, way: int) -> None:
        """Go to the question after (1) or before (-1) this one in the queue."""

    @abstractmethod
    def choose_part(self) -> None:
        """Open the menu of the parts of the queue."""

    @abstractmethod
    def search_queue(self) -> None:
        """Focus the search in the queue."""

    def leave_work(self) -> None:
        """Cancel unfinished steps: another assessor is at work, or another question is shown."""
        self._back = None

    def ways_on(self) -> tuple[Choice, ...]:
        """Return the buttons that lead on when everything is judged; none while scores are hidden."""
        session = self.bridge.session
        if blind(session):
            return ()
        ways: list[Choice] = []
        if session.catalog.runs:
            ways.append((tr("See the ranking"), "", "view.scores"))
        if demo_of(session.path) is not None:
            ways.append((tr("Start over"), "", "file.demo-again"))
        return tuple(ways)

    # Changes

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Cancel unfinished steps and their time when the assessor changes; redraw with the next frame."""
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
        """Go through open answers in order of information, or in the plain order."""
        next_best = self.bridge.next_best
        found = next_best.found
        self.queue_cursor.prefer(found.answers.tolist() if next_best.on and found is not None else None)
        waiting = [] if found is None else found.answers.tolist()
        proposed = next((at for at in waiting if not self.queue_cursor.said(at)), None)
        reason = "" if proposed is None else next_best.reason(proposed)
        self.queue_panel.column.show_order(
            next_best.text, METHOD if next_best.on else "", "\n".join(filter(None, [reason, next_best.certainty]))
        )

    def follow_part(self) -> None:
        """Show the part of the queue chosen at any desk."""
        self.queue_panel.follow_part()

    # Keys and time

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Count the key as a sign of life; refuse one that judges what was not yet on the screen.

        The first digit of a typed label enters nothing yet; without it, 73 typed quickly would become 3.
        """
        self.queue_cursor.clock.touch()
        if not action.judges or (action.types and self.may_type()):
            return True
        return self.is_painted_for(event.timestamp())

    def note_life(self, *_signal: object) -> None:
        """Note that the assessor is active: a key, the mouse or scrolling."""
        self.queue_cursor.clock.touch()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow_part()
        self.queue_cursor.clock.show(self.here)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.queue_cursor.clock.show(None)

    def may_type(self) -> bool:
        """Return whether the label is typed, because its scale is long."""
        return False

    # Notes

    def may_judge(self) -> bool:
        """Return whether the current subject can get a label or match, and a note."""
        return self.labeling.may_enter()

    def try_to(self, act: Callable[[], object], otherwise: str) -> None:
        """Do something; if nothing was entered by it, show the reason `otherwise`."""
        before = len(self.bridge.session.ledger)
        act()
        if len(self.bridge.session.ledger) == before:
            self.nothing_done.emit(otherwise)

    def why_nothing(self) -> str:
        """Return why the current subject cannot be judged."""
        session = self.bridge.session
        if session.saving.read_only is not None:
            return session.saving.read_only
        if session.assessor is None:
            return tr("Nobody is judging yet. Choose your name with {file.join}.")
        return tr("There is no answer to judge here.")

    def may_note_last(self) -> bool:
        """Return whether an entry made here can get a note."""
        return self.labeling.may_enter() and self._last_subject() is not None

    def note_last(self) -> None:
        """Go to the last entry and open its note; leaving the note leads back here."""
        subject, back = self._last_subject(), self.spot
        if subject is None or subject.answer is None:
            return
        if not self.show_subject(subject):
            self.return_to(back)
            return
        self._back = (back, subject.answer) if self.spot != back else None
        self.write_note()

    def note_over(self) -> None:
        """Go back to the place before a note on the last label, unless the assessor has moved on."""
        back, self._back = self._back, None
        if back is not None and back[1] == self.here:
            self.return_to(back[0])
        self.setFocus()

    def _last_subject(self) -> Subject | None:
        """Return the subject of the last label given here, None without any."""
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
