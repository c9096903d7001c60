"""Decisions by key and button: making them, adding notes, and returning answers to an assessor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.disagreements.decisions import annotation, decision, notes_to_decision, send_back
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.changes import Changes
from jurybox.commands import Command
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.session import Session
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.disagreements.detail_panel import NOTE_PLACEHOLDER, DetailPanel
from jurybox_gui.desks.disagreements.wording import WORDING, keyed, options_of, typed_choices
from jurybox_gui.desks.label_schemes import DIGITS, Choices

_NOTES_DIFFER = tr("The answers have different notes; yours replaces them")


class Adjudication(QObject):
    """Decides the disagreement shown, writes notes to decisions, and returns answers to assessors.

    `viewed` returns that disagreement, None if nothing can be decided. `decided` is emitted when the next one
    should be shown, `changed` when this one should be redrawn. `count`: the decisions made since the rows
    were sorted. `sending`: an assessor to return it to is being chosen; `receiver`: the one chosen, a
    position in the list of views. `paused`: a whole column is being chosen; digits and Enter then choose
    columns, and no single decision is made.
    """

    decided = Signal()
    changed = Signal()

    def __init__(self, desk: Desk, panel: DetailPanel, viewed: Callable[[], Dispute | None]) -> None:
        super().__init__(desk)
        self._desk, self._panel, self._viewed = desk, panel, viewed
        self.count = 0
        self._has_said = False
        self.sending = self.paused = False
        self.receiver: int | None = None
        self._asked = ""  # the note to the decision as it was opened

    @property
    def _session(self) -> Session:
        return self._desk.bridge.session

    def give_place(self, place: int) -> None:
        """Decide for the choice at a position; while an answer is returned, choose the assessor there."""
        dispute = self._viewed()
        if self.sending:
            self.pick(place)
        elif dispute is not None:
            if typed_choices(self._session, dispute) is not None:
                self._panel.scale.begin(DIGITS[place])
            else:
                self.decide(keyed(options_of(self._session, dispute))[DIGITS[place]].label)

    def give_letter(self, letter: str) -> None:
        """Decide for the label with this letter."""
        dispute = self._viewed()
        if dispute is not None:
            options = options_of(self._session, dispute)
            self.decide(next(one.label for one in options if one.letter == letter))

    def give_majority(self) -> None:
        """Decide for the majority of the assessors; show a message if there is none."""
        dispute = self._viewed()
        if dispute is not None and dispute.majority:
            self.decide(dispute.majority)
        elif dispute is not None:
            self._panel.notice(WORDING[dispute.what].no_majority, tr("Choose one."), "note")

    def decide(self, label: str) -> None:
        """Decide and go to the next open disagreement; "" withdraws the decision and stays."""
        dispute = self._viewed()
        if dispute is None or not self.may_decide():
            return
        changes = self.execute(decision(self._session, dispute, label))
        if changes is not None and label:
            self.count += bool(changes)
            self.decided.emit()

    def execute(self, command: Command) -> Changes | None:
        """Run a command and return what changed; if it is refused, show why and return None."""
        try:
            changes = self._session.execute(command, self._desk)
        except Refused as refusal:
            self._panel.notice(str(refusal))
            return None
        self._panel.notice("")
        self._desk.catch_up()
        return changes

    def undo(self) -> None:
        """Undo the last step; if it is refused, show why."""
        try:
            self._session.undo()
        except Refused as refusal:
            self._panel.notice(str(refusal))

    def say(self, sentence: str, aside: str) -> None:
        """Show what was done above the buttons."""
        self._panel.notice(sentence, aside, "good")
        self._has_said = True

    def stop_saying(self) -> None:
        """Remove the message about the last decision: it was undone, or something else is shown."""
        if self._has_said:
            self._panel.notice("")
        self._has_said = False

    # Notes and sending back

    def ask_note(self) -> None:
        """Open the note to the decision; an empty line if the notes of its answers differ."""
        dispute = self._viewed()
        if dispute is not None:
            notes = notes_to_decision(self._session, dispute)
            self._asked = notes[0] if len(notes) == 1 else ""
            hint = _NOTES_DIFFER if len(notes) > 1 else NOTE_PLACEHOLDER
            self._panel.ask_note(hint, self._asked, tr("Save"))

    def write_note(self, note: str) -> None:
        """Store a note: the reason for returning the answer if that was asked for, else that of the decision.

        A note that was only viewed is not written: it could replace the notes of single answers.
        """
        dispute = self._viewed()
        if dispute is not None and self.sending and self.receiver is not None:
            if self.execute(send_back(self._session, dispute, self.receiver, note)) is not None:
                sentence = tr("Sent back to {name}.", name=self._name(dispute, self.receiver))
                self.say(sentence, tr("It is open in their queue again."))
        elif dispute is not None and not dispute.settled:
            self._panel.notice(tr("Decide first, then add a note."), kind="note")
        elif dispute is not None and note != self._asked:
            self.execute(annotation(self._session, dispute, note))
        self.leave()

    def send_back(self) -> None:
        """Ask which assessor should judge again."""
        if self._viewed() is not None:
            self.sending = True
            self._panel.notice(
                tr("Who should look again? Click a name or press its key; {disagreements.leave} cancels."), kind="note"
            )
            self.changed.emit()

    def pick(self, place: int) -> None:
        """Choose the assessor to return the answer to, and ask for the reason."""
        dispute = self._viewed()
        if self.sending and dispute is not None and place < len(dispute.labels):
            self.receiver = place
            name = self._name(dispute, place)
            self._panel.notice("")
            self._panel.ask_note(tr("Reason for {name}", name=name), "", tr("Send back"))

    def leave(self) -> None:
        """Close the note, and stop returning the answer."""
        if self.sending and self.receiver is None:
            self._panel.notice("")
        self.begin()
        self._desk.setFocus()
        self.changed.emit()

    def begin(self) -> None:
        """Start on another disagreement: nothing is being returned or written."""
        self.sending, self.receiver = False, None
        self._panel.hide_note()

    # When it is possible

    def may_decide(self) -> bool:
        """Return whether the disagreement can be decided; not while a receiver or a column is chosen."""
        return self._may_write() and not self.sending and not self.paused

    def may_give(self, place: int) -> bool:
        """Return whether there is a choice at a position."""
        dispute = self._viewed()
        if dispute is None or self.paused or not self._may_write():
            return False
        if self.sending:
            return place < len(dispute.labels)
        if typed_choices(self._session, dispute) is not None:
            return True
        return DIGITS[place] in keyed(options_of(self._session, dispute))

    def name_at(self, place: int) -> str:
        """Return the name of the decision of a digit key; "" if it is typed, and while an answer is returned."""
        dispute = self._viewed()
        if dispute is None or self.sending or typed_choices(self._session, dispute) is not None:
            return ""
        option = keyed(options_of(self._session, dispute)).get(DIGITS[place])
        return "" if option is None else option.name

    def name_by(self, letter: str) -> str:
        """Return the name of the decision with this letter, "" if a digit key gives it, too."""
        dispute = self._viewed()
        options = () if dispute is None else options_of(self._session, dispute)
        by_digits = keyed(options).values()
        return next((one.name for one in options if one.letter == letter and one not in by_digits), "")

    def may_type(self) -> bool:
        """Return whether the decision can be typed."""
        return self._typed() is not None

    def may_type_below(self) -> bool:
        """Return whether the decision can be typed, and can be a number below 0."""
        choices = self._typed()
        return choices is not None and choices.goes_below_zero

    def may_letter(self, letter: str) -> bool:
        """Return whether a choice has this letter."""
        dispute = self._viewed()
        if dispute is None or not self.may_decide():
            return False
        return any(one.letter == letter for one in options_of(self._session, dispute))

    def _typed(self) -> Choices | None:
        """Return the labels that can be typed now, None if none can."""
        dispute = self._viewed()
        return None if dispute is None or not self.may_decide() else typed_choices(self._session, dispute)

    def _may_write(self) -> bool:
        return self._viewed() is not None and self._session.saving.read_only is None

    def _name(self, dispute: Dispute, place: int) -> str:
        return self._session.catalog.assessors[dispute.labels[place][0]].name
