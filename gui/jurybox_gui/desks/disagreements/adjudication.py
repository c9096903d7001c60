"""What is said of the thing one looks at: a decision, a note to it, and sending it back to an assessor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.commands.base import KEEP
from jurybox.errors import Refused
from jurybox_gui.desks.disagreements.formatting import called_correct, decision, options_of

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.disputes import Dispute, What
    from jurybox.commands import Command
    from jurybox.commands.base import Keep
    from jurybox_gui.desks.disagreements.desk import DisagreementsDesk


NO_MAJORITY: dict[What, str] = {
    "label": "No label has more than half of the votes.",
    "quality": "No label has more than half of the votes.",
    "nil": "Neither view has more than half of the assessors.",
    "distinct": "No group has a majority.",
    "importance": "Neither importance has more than half of the votes.",
    "match": "No match has more than half of the votes.",
}


class Adjudication:
    """Speaks for the desk; `sending` while one chooses to whom something goes back, `receiver` once one did.

    `receiver` is a place among those who spoke; `count` the decisions since the rows were put in order.
    """

    def __init__(self, desk: DisagreementsDesk) -> None:
        self._desk = desk
        self.count = 0
        self.sending = False
        self.receiver: int | None = None

    @property
    def _dispute(self) -> Dispute | None:
        return self._desk.dispute

    def give_place(self, place: int) -> None:
        """Decide for the choice at a place; while something is sent back, choose to whom."""
        if self.sending:
            self.pick(place)
        elif self._dispute is not None:
            self.decide(options_of(self._desk.bridge.session, self._dispute)[place].word)

    def give_letter(self, letter: str) -> None:
        """Decide for the label with this letter."""
        if self._dispute is not None:
            options = options_of(self._desk.bridge.session, self._dispute)
            self.decide(next(one.word for one in options if one.letter == letter))

    def give_majority(self) -> None:
        """Decide as most of the assessors say; on a question's row go to its first open thing."""
        if self._dispute is None:
            self._desk.next_open()
        elif self._dispute.majority:
            self.decide(self._dispute.majority)
        else:
            self._desk.detail.notice(NO_MAJORITY[self._dispute.what], "Choose one.", "note")

    def decide(self, word: str) -> None:
        """Settle the thing looked at ("" takes the decision back) and go to the next open one."""
        dispute = self._dispute
        if dispute is not None and self.may_decide() and self._settle(dispute, word, KEEP) and word:
            self._desk.next_open()

    def execute(self, command: Command) -> bool:
        """Run a command; tell why it was refused and return False."""
        desk = self._desk
        try:
            desk.bridge.session.execute(command, desk)
        except Refused as refusal:
            desk.detail.notice(str(refusal))
            return False
        desk.detail.notice("")
        self.count += 1
        desk.catch_up()
        return True

    # Notes and sending back

    def ask_note(self) -> None:
        """Let the note to the decision be written."""
        if self._dispute is not None:
            said = self._desk.presenter.settled(self._dispute)
            placeholder = "Note to the decision; Enter keeps it, Esc leaves it"
            self._desk.detail.ask_note(placeholder, said.note or "")

    def write_note(self, note: str) -> None:
        """Take in what was written: why something is sent back, else why it was decided so."""
        dispute, detail = self._dispute, self._desk.detail
        if dispute is not None and self.sending and self.receiver is not None:
            if self.execute(self._desk.presenter.send(dispute, self.receiver, note)):
                told = f"Sent back to {self._name(dispute, self.receiver)}."
                detail.notice(told, "It is open in their queue again.", "good")
        elif dispute is not None and not dispute.settled:
            detail.notice("Decide first, then write why.", kind="note")
        elif dispute is not None:
            self._settle(dispute, dispute.settled, note or None)
        self.leave()

    def send_back(self) -> None:
        """Ask to whom the thing looked at goes back."""
        if self._dispute is not None:
            self.sending = True
            told = "Who should look at it again? Press the key before the name; {disagreements.leave} leaves."
            self._desk.detail.notice(told, kind="note")
            self._desk.show_all()

    def pick(self, place: int) -> None:
        """Choose to whom it goes back, and let the reason be written."""
        dispute = self._dispute
        if self.sending and dispute is not None and place < len(dispute.said):
            self.receiver = place
            name = self._name(dispute, place)
            self._desk.detail.notice("")
            self._desk.detail.ask_note(f"What should {name} look at again? Enter sends it, Esc leaves", "")

    def leave(self) -> None:
        """Leave what was begun."""
        if self.sending and self.receiver is None:
            self._desk.detail.notice("")
        self.begin()
        self._desk.setFocus()
        self._desk.show_all()

    def begin(self) -> None:
        """Begin with another thing: nothing is sent, nothing written."""
        self.sending, self.receiver = False, None
        self._desk.detail.note.hide()

    # When it is possible

    def may_decide(self) -> bool:
        """Return whether something can be said of the thing looked at."""
        desk = self._desk
        writable = desk.bridge.session.saving.read_only is None
        return not desk.agreement.shown and self._dispute is not None and writable

    def may_give(self, place: int) -> bool:
        """Return whether there is anything to choose at a place."""
        dispute = self._dispute
        if not self.may_decide() or dispute is None:
            return False
        choices = dispute.said if self.sending else options_of(self._desk.bridge.session, dispute)
        return place < len(choices)

    def may_letter(self, letter: str) -> bool:
        """Return whether a choice has this letter."""
        if not self.may_decide() or self._dispute is None or self.sending:
            return False
        return any(one.letter == letter for one in options_of(self._desk.bridge.session, self._dispute))

    def _settle(self, dispute: Dispute, word: str, note: str | Keep | None) -> bool:
        session = self._desk.bridge.session
        called = called_correct(session, dispute.question) if dispute.what == "nil" else ()
        return self.execute(decision(session, dispute, word, note, called))

    def _name(self, dispute: Dispute, place: int) -> str:
        return self._desk.bridge.session.catalog.assessors[dispute.said[place][0]].name
