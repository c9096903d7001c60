"""The labeling controller of the judging desks: whether something may be entered, and how it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.session import CHECKING
from jurybox_gui.desks.label_schemes import is_state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox.collection.entries import EntryKind
    from jurybox.commands import Command
    from jurybox.label_schemes import Label
    from jurybox.session import Session
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.judging.queue_cursor import QueueCursor


READ_ONLY_ASIDE = tr("You can read everything meanwhile.")
"""Shown after the reason why nothing can be entered."""


def why_read_only(session: Session, *, shows_check: bool = False) -> str:
    """Return why nothing can be entered in a collection, "" where it can; of damage the window itself speaks.

    The check of the file at its opening is short as a rule: it is a reason only if `shows_check`.
    """
    saving = session.saving
    reason = "" if saving.damaged else saving.read_only or ""
    return "" if reason == CHECKING and not shows_check else reason


class Labeling(QObject):
    """Runs the commands of one judging desk, the same way for labels, matches, groups and nuggets.

    It knows no widget: the desk makes the commands and shows what the signals say. `initiator` is the desk,
    which hears of its own changes; `is_shown` returns whether something is shown that can be judged.
    """

    giving = Signal(str)
    """A label or state is about to be entered; the screen shows it before anything is done about it."""
    given = Signal(bool)
    """It was entered, or (false) refused."""
    finished = Signal()
    """Something was entered after which the desk goes on by itself."""
    accepted = Signal()
    """A command was run, or a step undone."""
    refused = Signal(str)
    """A command was refused; with the sentence that says why."""

    def __init__(
        self, bridge: Bridge, cursor: QueueCursor, initiator: QObject, is_shown: Callable[[], bool]
    ) -> None:
        super().__init__(initiator)
        self._bridge = bridge
        self._cursor = cursor
        self._initiator = initiator
        self._is_shown = is_shown

    @property
    def is_writable(self) -> bool:
        """Whether something can be entered in the collection."""
        return self._bridge.session.saving.read_only is None

    def may_enter(self) -> bool:
        """Return whether something can be entered about what is shown."""
        return self.is_writable and self._is_shown()

    def give(self, word: str, command: Callable[[], Command], *, stays: bool = False) -> bool:
        """Enter a label, match or group; return whether that was done.

        `command` is asked for after the screen shows `word`, so that its time includes everything until the
        key. The desk goes on if the setting *advance* is on, unless it `stays`.
        """
        if not self.may_enter():
            return False
        self.giving.emit(word)
        done = self.execute(command())
        if done:
            self._cursor.restart_steps_back()
        self.given.emit(done)
        if done and not stays and self._bridge.settings["advance"]:
            self.finished.emit()
        return done

    def execute(self, command: Command) -> bool:
        """Run a command and return True; where it is refused, say why and return False."""
        return self.attempt(lambda: self._bridge.session.execute(command, self._initiator))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; return whether it was done."""
        try:
            act()
        except Refused as refusal:
            self.refused.emit(str(refusal))
            return False
        self.accepted.emit()
        return True

    def undo(self) -> None:
        """Undo the last step; the change that follows says what it was about."""
        self.attempt(self._bridge.session.undo)

    def may_undo(self) -> bool:
        """Return whether there is a step to undo."""
        return self._bridge.session.can_undo

    def judgment(
        self,
        answers: Sequence[int],
        word: str,
        scheme: Sequence[Label],
        kind: EntryKind = "judgment",
    ) -> Judge:
        """Return the command for a label or state of answers, "" to clear it; each took its share of time."""
        is_label = True in [not is_state(choice) for choice in scheme if choice.word == word]
        return Judge(
            tuple(answers),
            label=word if is_label else None,
            state=None if is_label else word or None,
            seconds=self.seconds(*answers),
            kind=kind,
        )

    def seconds(self, *answers: int) -> float:
        """Return the active seconds spent on each of these answers, on average, and count from 0 again."""
        return round(sum(map(self._cursor.clock.take, answers)) / max(1, len(answers)), 2)
