"""Decisions: the one in force, the commands that decide or send back, and the keys that give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.disagreements.disputes import NIL_RIGHT, NIL_WRONG
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers, settled_name
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.entries import Thing
from jurybox.collection.nuggets import fresh_name
from jurybox.commands import Judge, Match, SendBack, Together
from jurybox.commands.base import KEEP
from jurybox.commands.labels import JudgeQuestion, adjudicate
from jurybox.commands.lists import SetGroup
from jurybox.commands.nuggets import Vote
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for
from jurybox_gui.desks.disagreements.detail_panel import NOTE_PLACEHOLDER
from jurybox_gui.desks.disagreements.formatting import options_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from jurybox.analysis.disagreements.disputes import Dispute, What
    from jurybox.collection.entries import EntryKind, Said
    from jurybox.commands import Command
    from jurybox.commands.base import Keep
    from jurybox.session import Session
    from jurybox_gui.desks.desk import Desk
    from jurybox_gui.desks.disagreements.detail_panel import DetailPanel


ENTRY_KINDS: dict[What, EntryKind] = {
    "label": "judgment",
    "quality": "judgment",
    "distinct": "distinct",
    "importance": "importance",
    "match": "match",
    "nil": "judgment",
}
"""The kind of entry that holds what an assessor says of it."""

NO_MAJORITY: dict[What, str] = {
    "label": "No label has more than half of the votes.",
    "quality": "No label has more than half of the votes.",
    "nil": "Neither view has more than half of the assessors.",
    "distinct": "No group has a majority.",
    "importance": "Neither importance has more than half of the votes.",
    "match": "No match has more than half of the votes.",
}


class Adjudication(QObject):
    """Decides about the disagreement that is shown, writes notes to decisions, and sends answers back.

    `viewed` returns that disagreement, None where nothing can be decided. `decided` is emitted when the next
    one should be shown, `changed` when this one should be shown again. `count`: the decisions since the rows
    were sorted. `sending` while the person chooses an assessor to send it back to, `receiver` once they did:
    a position in what the assessors said.
    """

    decided = Signal()
    changed = Signal()

    def __init__(self, desk: Desk, panel: DetailPanel, viewed: Callable[[], Dispute | None]) -> None:
        super().__init__(desk)
        self._desk, self._panel, self._viewed = desk, panel, viewed
        self.count = 0
        self.sending = False
        self.receiver: int | None = None

    @property
    def _session(self) -> Session:
        return self._desk.bridge.session

    def give_place(self, place: int) -> None:
        """Decide for the choice at a place; while something is sent back, choose the assessor there."""
        dispute = self._viewed()
        if self.sending:
            self.pick(place)
        elif dispute is not None:
            self.decide(options_of(self._session, dispute)[place].word)

    def give_letter(self, letter: str) -> None:
        """Decide for the label with this letter."""
        dispute = self._viewed()
        if dispute is not None:
            options = options_of(self._session, dispute)
            self.decide(next(one.word for one in options if one.letter == letter))

    def give_majority(self) -> None:
        """Decide for the majority of the assessors; on a question's row go to its first open disagreement."""
        dispute = self._viewed()
        if dispute is None:
            self.decided.emit()
        elif dispute.majority:
            self.decide(dispute.majority)
        else:
            self._panel.notice(NO_MAJORITY[dispute.what], "Choose one.", "note")

    def decide(self, word: str) -> None:
        """Decide and go to the next open disagreement; "" withdraws the decision and stays."""
        dispute = self._viewed()
        if dispute is not None and self.may_decide() and self._settle(dispute, word, KEEP) and word:
            self.decided.emit()

    def execute(self, command: Command) -> bool:
        """Run a command; where it is refused, show why and return False."""
        try:
            self._session.execute(command, self._desk)
        except Refused as refusal:
            self._panel.notice(str(refusal))
            return False
        self._panel.notice("")
        self.count += 1
        self._desk.catch_up()
        return True

    # Notes and sending back

    def ask_note(self) -> None:
        """Open the note to the decision."""
        dispute = self._viewed()
        if dispute is not None:
            self._panel.ask_note(NOTE_PLACEHOLDER, decision_in_force(self._session, dispute).note or "")

    def write_note(self, note: str) -> None:
        """Store a note: the reason for sending back while that is asked for, else that of the decision."""
        dispute = self._viewed()
        if dispute is not None and self.sending and self.receiver is not None:
            if self.execute(send_back(self._session, dispute, self.receiver, note)):
                sentence = f"Sent back to {self._name(dispute, self.receiver)}."
                self._panel.notice(sentence, "It is open in their queue again.", "good")
        elif dispute is not None and not dispute.settled:
            self._panel.notice("Decide first, then write why.", kind="note")
        elif dispute is not None:
            self._settle(dispute, dispute.settled, note or None)
        self.leave()

    def send_back(self) -> None:
        """Ask which assessor should judge again."""
        if self._viewed() is not None:
            self.sending = True
            self._panel.notice(
                "Who should look at it again? Press the key before the name; {disagreements.leave} leaves.",
                kind="note",
            )
            self.changed.emit()

    def pick(self, place: int) -> None:
        """Choose the assessor who gets it back, and ask for the reason."""
        dispute = self._viewed()
        if self.sending and dispute is not None and place < len(dispute.said):
            self.receiver = place
            name = self._name(dispute, place)
            self._panel.notice("")
            self._panel.ask_note(f"What should {name} look at again? Enter sends it, Esc leaves", "")

    def leave(self) -> None:
        """Close the note, and stop sending back."""
        if self.sending and self.receiver is None:
            self._panel.notice("")
        self.begin()
        self._desk.setFocus()
        self.changed.emit()

    def begin(self) -> None:
        """Begin with another disagreement: nothing is being sent back or written."""
        self.sending, self.receiver = False, None
        self._panel.note.hide()

    # When it is possible

    def may_decide(self) -> bool:
        """Return whether something can be decided about what is shown."""
        return self._viewed() is not None and self._session.saving.read_only is None

    def may_give(self, place: int) -> bool:
        """Return whether there is anything to choose at a place."""
        dispute = self._viewed()
        if not self.may_decide() or dispute is None:
            return False
        return place < len(dispute.said if self.sending else options_of(self._session, dispute))

    def may_letter(self, letter: str) -> bool:
        """Return whether a choice has this letter."""
        dispute = self._viewed()
        if not self.may_decide() or dispute is None or self.sending:
            return False
        return any(one.letter == letter for one in options_of(self._session, dispute))

    def _settle(self, dispute: Dispute, word: str, note: str | Keep | None) -> bool:
        return self.execute(decision(self._session, dispute, word, note))

    def _name(self, dispute: Dispute, place: int) -> str:
        return self._session.catalog.assessors[dispute.said[place][0]].name


def thing_of(dispute: Dispute) -> Thing:
    """Return what the entries of the assessors are about."""
    return Thing(
        dispute.question,
        None if dispute.answer < 0 else dispute.answer,
        None if dispute.nugget < 0 else dispute.nugget,
    )


def things_judged(session: Session, dispute: Dispute, who: int) -> tuple[Thing, ...]:
    """Return what an assessor judged; where NIL is disputed, the answers that somebody calls correct."""
    if dispute.what != "nil":
        return (thing_of(dispute),)
    called = (Thing(dispute.question, answer) for answer in _called_correct(session, dispute.question))
    return tuple(thing for thing in called if session.now_said("judgment", who, thing).given)


def decision_in_force(session: Session, dispute: Dispute) -> Said:
    """Return the decision in force, with its note."""
    thing = thing_of(dispute)
    if dispute.what == "distinct":
        thing = Thing(dispute.question, dispute.answer, fact="group")
    return session.now_said("adjudication", session.assessor or 0, thing)


def gold_uses_decisions(session: Session, gold: str, kind: str) -> bool:
    """Return whether decisions about labels of a kind of question move scores under a gold standard."""
    return gold_for(kind, Gold.parse(gold), session.catalog, session.facts).whose == "adjudicated"


def decision(session: Session, dispute: Dispute, word: str, note: str | Keep | None) -> Command:
    """Return the command that decides a disagreement; the word "" withdraws the decision.

    Equal answers: all answers that the word puts together become one group, that of the known instance if
    it names one. NIL: every answer that somebody calls correct is decided.
    """
    label: str | None = word or None
    match dispute.what:
        case "label":
            if word == "cannot-tell":
                return Judge((dispute.answer,), state="cannot-tell", note=note, kind="adjudication")
            return adjudicate((dispute.answer,), label, note)
        case "quality":
            return JudgeQuestion(dispute.question, label, note=note, kind="adjudication")
        case "importance":
            return Vote(dispute.nugget, label, note=note, kind="adjudication")
        case "match":
            return Match(dispute.answer, dispute.nugget, label, note=note, kind="adjudication")
        case "nil":
            given = {NIL_RIGHT: "incorrect", NIL_WRONG: "correct"}.get(word)
            return adjudicate(_called_correct(session, dispute.question), given, KEEP)
        case _:
            chosen = EqualAnswers.of_word(word or str(dispute.answer))
            name = settled_name(session.ledger.board, dispute.answer, chosen) or fresh_name("g")
            return SetGroup(tuple(sorted(chosen.answers)), name if word else None, settle=True)


def send_back(session: Session, dispute: Dispute, place: int, note: str) -> Command:
    """Return the command that sends a disagreement back to the assessor at a place of `dispute.said`."""
    who, kind = dispute.said[place][0], ENTRY_KINDS[dispute.what]
    things = things_judged(session, dispute, who)
    return Together(tuple(SendBack(thing, (who,), note or None, kind) for thing in things))


def _called_correct(session: Session, question: int) -> tuple[int, ...]:
    """Return the answers of a question that somebody calls correct."""
    answers = session.catalog.answers_of(question)
    called = (session.ledger.labels[:, answers] == LABEL_CODES["correct"]).any(axis=0)
    return tuple(answers[called].tolist())
