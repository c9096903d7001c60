"""What the desks share at which answers are judged: the queue, active time, undo, notes on the last label."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from jurybox.errors import Refused
from jurybox.judging.clock import ActiveClock
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.judging.queue_cursor import QueueCursor

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from jurybox.collection.entries import EntryKind, Thing
    from jurybox_gui.actions.spec import AnyAction
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.theme.theme import Theme

LOOKED_BACK = 20
"""Entries among which the last label is looked for."""

Spot = tuple[int | None, int | None]
"""Where one is: the place in the queue or the answer, and the nugget where there are any."""


class JudgingDesk(Desk):
    """A desk for one kind of question or several, with the queue of the one who sits here.

    `says`: as what it is entered what is said here. A subclass says where one is, when keys count, and where
    a refusal is shown.
    """

    title: ClassVar[str] = "Judge"
    icon: ClassVar[str] = "judge"
    says: ClassVar[EntryKind]

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        clock = ActiveClock(idle=float(bridge.settings["idle_seconds"]))
        self.queue_cursor = QueueCursor(bridge.session, clock, self)
        self._back: tuple[Spot, int] | None = None

    # What a subclass says

    @property
    def here(self) -> int | None:
        """The answer one is at."""
        raise NotImplementedError

    @property
    def spot(self) -> Spot:
        """Where one is, so that `return_to` leads back."""
        raise NotImplementedError

    def return_to(self, spot: Spot) -> None:
        """Be where one was."""
        raise NotImplementedError

    def show_answer(self, answer: int) -> None:
        """Show an answer and the question it belongs to; one of another desk or queue changes nothing."""
        raise NotImplementedError

    def show_said(self, thing: Thing) -> bool:
        """Be at a thing of which something was said; return whether one is there."""
        raise NotImplementedError

    def show_refused(self, sentence: str) -> None:
        """Say why something was refused."""
        raise NotImplementedError

    def may_enter(self) -> bool:
        """Return whether something can be said of what is shown."""
        raise NotImplementedError

    def is_last(self, thing: Thing) -> bool:
        """Return whether a thing of which something was said here can be what was said last."""
        raise NotImplementedError

    def write_note(self) -> None:
        """Let the note be written to what is said of where one is; `note_over` follows."""
        raise NotImplementedError

    def is_painted_for(self, stamp: int) -> bool:
        """Return whether what is shown was painted before a key stamped so was pressed."""
        raise NotImplementedError

    # Keys and time

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Note the key as a sign of life; refuse one that judges what was not on the screen yet."""
        self.queue_cursor.clock.touch()
        return not action.judges or self.is_painted_for(event.timestamp())

    def showEvent(self, event: QShowEvent) -> None:
        """Count time again."""
        super().showEvent(event)
        self.queue_cursor.clock.show(self.here)

    def hideEvent(self, event: QHideEvent) -> None:
        """Count no time while something else is shown."""
        super().hideEvent(event)
        self.queue_cursor.clock.show(None)

    # What is said

    def tried(self, act: Callable[[], object]) -> bool:
        """Do something; where it is refused, say why and return False."""
        try:
            act()
        except Refused as refusal:
            self.show_refused(str(refusal))
            return False
        return True

    def undo(self) -> None:
        """Take the last step back; what it was about is shown."""
        self.tried(self.bridge.session.undo)

    def may_undo(self) -> bool:
        """Return whether there is a step to take back."""
        return self.bridge.session.can_undo

    # Notes

    def may_note_last(self) -> bool:
        """Return whether something was said here that a note can be written to."""
        return self.may_enter() and self._last_said() is not None

    def note_last(self) -> None:
        """Be at what was said last and write a note to it; leaving the note comes back here."""
        thing, back = self._last_said(), self.spot
        if thing is None or thing.answer is None:
            return
        if not self.show_said(thing):
            self.return_to(back)
            return
        self._back = (back, thing.answer) if self.spot != back else None
        self.write_note()

    def note_over(self) -> None:
        """Go back to where one was before a note on the last label, unless one went on meanwhile."""
        back, self._back = self._back, None
        if back is not None and back[1] == self.here:
            self.return_to(back[0])
        self.setFocus()

    def _last_said(self) -> Thing | None:
        """Return the last thing that was said here, None if nothing was."""
        session = self.bridge.session
        for past in session.history(LOOKED_BACK) if session.assessor is not None else ():
            thing = past.entry.thing
            if past.entry.kind == self.says and thing.answer is not None:
                here = desk_of_answer(session.catalog, thing.answer) == self.id
                if here and self.is_last(thing):
                    return thing
        return None
