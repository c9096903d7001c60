"""Decisions about disagreements: the commands that decide, annotate and send back, and whether they count."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from jurybox.analysis.disagreements.dispute_kinds import NIL_RIGHT, NIL_WRONG, What
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers, settled_name
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.entries import STATES, Thing
from jurybox.collection.nugget_state import GROUP
from jurybox.collection.nuggets import current_nugget, fresh_name
from jurybox.commands import (
    AnnotateDecisions,
    Command,
    Judge,
    JudgeQuestion,
    Match,
    SendBack,
    SetGroup,
    Together,
    Vote,
    adjudicate,
    answer_thing,
)
from jurybox.commands.base import CommandView
from jurybox.gold import Gold, gold_for


def decision(view: CommandView, dispute: Dispute, label: str) -> Command:
    """Return the command that decides a disagreement; the label "" withdraws the decision. Notes stay.

    Equal answers: all answers that the label puts together become one group, that of the known instance if
    it names one. NIL: every answer that somebody calls correct is decided.
    """
    return _DECISIONS[dispute.what](view, dispute, label)


def annotation(view: CommandView, dispute: Dispute, note: str) -> Command:
    """Return the command that changes the note to the decision in force, and nothing else of it."""
    return AnnotateDecisions(_decided(view, dispute), note or None)


def note_to_decision(view: CommandView, dispute: Dispute) -> str:
    """Return the note to the decision in force, "" without one; where notes differ, all of them."""
    notes = (view.now_said("adjudication", 0, thing).note for thing in _decided(view, dispute))
    return "; ".join(dict.fromkeys(filter(None, notes)))


def send_back(view: CommandView, dispute: Dispute, place: int, note: str) -> Command:
    """Return the command that sends a disagreement back to the assessor at a place of `dispute.said`."""
    who, kind = dispute.said[place][0], dispute.kind.entry
    things = things_judged(view, dispute, who)
    return Together(tuple(SendBack(thing, (who,), note or None, kind) for thing in things))


def is_ignored(view: CommandView, gold: str, dispute: Dispute) -> bool:
    """Return whether a gold standard ignores decisions about the label that is disputed."""
    kind = view.catalog.questions[dispute.question].kind
    return dispute.kind.is_answer_label and not gold_uses_decisions(view, gold, kind)


def gold_uses_decisions(view: CommandView, gold: str, kind: str) -> bool:
    """Return whether decisions about labels of a kind of question move scores under a gold standard."""
    return gold_for(kind, Gold.parse(gold), view.catalog, view.facts).whose == "adjudicated"


def thing_of(dispute: Dispute) -> Thing:
    """Return what the entries of the assessors are about."""
    return Thing(
        dispute.question,
        None if dispute.answer < 0 else dispute.answer,
        None if dispute.nugget < 0 else dispute.nugget,
    )


def things_judged(view: CommandView, dispute: Dispute, who: int) -> tuple[Thing, ...]:
    """Return what an assessor judged; of NIL, the answers judged by them that somebody calls correct."""
    if not dispute.kind.is_derived:
        return (thing_of(dispute),)
    called = (answer_thing(view.catalog, answer) for answer in _called_correct(view, dispute.question))
    return tuple(thing for thing in called if view.now_said("judgment", who, thing).given)


def _decided(view: CommandView, dispute: Dispute) -> tuple[Thing, ...]:
    """Return what the entries of the decision in force are about; empty where nothing is decided."""
    if dispute.kind.is_derived:
        things = [answer_thing(view.catalog, answer) for answer in _called_correct(view, dispute.question)]
    elif dispute.kind.is_grouping:
        things = [Thing(dispute.question, dispute.answer, fact=GROUP)]
    elif dispute.nugget >= 0:
        # What was decided of a nugget that was merged into this one may be what is in force.
        line = current_nugget(view.catalog.nuggets, view.ledger.board, dispute.nugget)
        parts = (dispute.nugget,) if line is None else line.parts
        things = [replace(thing_of(dispute), nugget=part) for part in parts]
    else:
        things = [thing_of(dispute)]
    return tuple(thing for thing in things if view.now_said("adjudication", 0, thing).given)


def _called_correct(view: CommandView, question: int) -> tuple[int, ...]:
    """Return the answers of a question that somebody calls correct."""
    answers = view.catalog.answers_of(question)
    called = (view.ledger.labels[:, answers] == LABEL_CODES["correct"]).any(axis=0)
    return tuple(answers[called].tolist())


def _label(view: CommandView, dispute: Dispute, label: str) -> Command:
    del view
    if label in STATES:
        return Judge((dispute.answer,), state=label, kind="adjudication")
    return adjudicate((dispute.answer,), label or None)


def _quality(view: CommandView, dispute: Dispute, label: str) -> Command:
    del view
    return JudgeQuestion(dispute.question, label or None, kind="adjudication")


def _nil(view: CommandView, dispute: Dispute, label: str) -> Command:
    given = {NIL_RIGHT: "incorrect", NIL_WRONG: "correct"}.get(label)
    return adjudicate(_called_correct(view, dispute.question), given)


def _equal_answers(view: CommandView, dispute: Dispute, label: str) -> Command:
    if not label:
        return SetGroup((dispute.answer,), None, settle=True)
    chosen, board = EqualAnswers.of_word(label), view.ledger.board
    # The decision in force keeps its name: to decide the same again changes nothing.
    same = board.settled_groups.get(dispute.answer) if label == dispute.settled else None
    name = same or settled_name(board, dispute.answer, chosen) or fresh_name("g")
    return SetGroup(tuple(sorted(chosen.answers)), name, settle=True)


def _importance(view: CommandView, dispute: Dispute, label: str) -> Command:
    del view
    return Vote(dispute.nugget, label or None, kind="adjudication")


def _match(view: CommandView, dispute: Dispute, label: str) -> Command:
    del view
    return Match(dispute.answer, dispute.nugget, label or None, kind="adjudication")


_DECISIONS: Mapping[What, Callable[[CommandView, Dispute, str], Command]] = {
    "label": _label,
    "quality": _quality,
    "nil": _nil,
    "distinct": _equal_answers,
    "importance": _importance,
    "match": _match,
}
