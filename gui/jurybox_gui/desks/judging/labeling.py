"""The labeling controller of the judging desks: checks whether something may be entered, and enters it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from jurybox.collection.entries import EntryKind
from jurybox.commands import Command, Judge
from jurybox.errors import Refused
from jurybox.label_schemes import Label
from jurybox.language import tr
from jurybox.session import CHECKING, Session
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.label_schemes import is_state

READ_ONLY_ASIDE = tr("You can read everything meanwhile.")
"""Appended to the reason why nothing can be entered."""


def why_read_only(session: Session, *, shows_check: bool = False) -> str:
    """Return why a collection cannot be written to, "" if it can; damage is reported by the window.

    The check of the file at opening is usually short: it counts as a reason only with `shows_check`.
    """
    saving = session.saving
    reason = "" if saving.damaged else saving.read_only or ""
    return "" if reason == CHECKING and not shows_check else reason


class Labeling(QObject):
    """Runs the commands of one judging desk, the same way for labels, matches, groups and nuggets.

    It uses no widget: the desk makes the commands and reacts to the signals. `initiator` is the desk, which
    is notified of its own changes; `is_shown` returns whether there is something to judge.
    """

    giving = Signal(str)
    """A label or state is about to be entered; the screen shows it first."""
    given = Signal(bool)
    """It was entered, or (false) refused."""
    finished = Signal()
    """An entry after which the desk advances by itself."""
    accepted = Signal()
    """A command was run, or a step undone."""
    refused = Signal(str)
    """A command was refused; with the sentence that says why."""

    def __init__(self, bridge: Bridge, cursor: QueueCursor, initiator: QObject, is_shown: Callable[[], bool]) -> None:
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
        """Return whether the current subject can get an entry."""
        return self.is_writable and self._is_shown()

    def give(self, word: str, command: Callable[[], Command], *, stays: bool = False) -> bool:
        """Enter a label, match or group; return whether it was entered.

        `command` is called after the screen shows `word`, so that its time includes everything up to the key.
        The desk advances if the setting *advance* is on, unless it `stays`.
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
        """Run a command and return True; if it is refused, emit the reason and return False."""
        return self.attempt(lambda: self._bridge.session.execute(command, self._initiator))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Try something that may be refused; return whether it was done."""
        try:
            act()
        except Refused as refusal:
            self.refused.emit(str(refusal))
            return False
        self.accepted.emit()
        return True

    def undo(self) -> None:
        """Undo the last step; the change that follows names its subject."""
        self.attempt(self._bridge.session.undo)

    def may_undo(self) -> bool:
        """Return whether there is a step to undo."""
        return self._bridge.session.can_undo

    def judgment(
        self, answers: Sequence[int], word: str, scheme: Sequence[Label], kind: EntryKind = "judgment"
    ) -> Judge:
        """Return the command for a label or state of answers, "" to clear it.

        Each gets its share of the time.
        """
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
