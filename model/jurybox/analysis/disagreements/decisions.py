"""Decisions about disagreements: commands that decide, annotate and return, and whether they count."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from jurybox.analysis.disagreements.dispute_kinds import NIL_RIGHT, NIL_WRONG, What
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers, settled_name
from jurybox.analysis.disagreements.side_by_side import Acceptance
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.entries import STATES, Subject
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
    subject_of_answer,
)
from jurybox.commands.accepting import RecordAcceptance
from jurybox.commands.base import CommandView
from jurybox.gold import gold_for, gold_named


def decision(view: CommandView, dispute: Dispute, label: str) -> Command:
    """Return the command that decides a disagreement; the label "" withdraws the decision. Notes stay.

    Equal answers: all answers that the label puts together become one group, that of the known instance if
    it names one. NIL: every answer that somebody calls correct is decided.
    """
    return _DECISIONS[dispute.what](view, dispute, label)


def accept(view: CommandView, acceptance: Acceptance) -> Command:
    """Return the command that accepts a column: all its decisions as one step, with whose labels they are.

    Each new group of answers gets a name of its own, or that of its known instance: decided one by one, two
    groups could get the same name.
    """
    each = acceptance.decided
    groups = dict.fromkeys(word for dispute, word in each if dispute.kind.is_grouping)
    others = (decision(view, dispute, word) for dispute, word in each if not dispute.kind.is_grouping)
    joined = (
        SetGroup(tuple(sorted(chosen.answers)), chosen.instance or fresh_name("g"), settle=True)
        for chosen in map(EqualAnswers.of_word, groups)
    )
    return Together((*others, *joined, RecordAcceptance(acceptance.question, acceptance.source)))


def annotation(view: CommandView, dispute: Dispute, note: str) -> Command:
    """Return the command that changes only the note to the decision in force."""
    return AnnotateDecisions(_decided(view, dispute), note or None)


def notes_to_decision(view: CommandView, dispute: Dispute) -> tuple[str, ...]:
    """Return the distinct notes to the decision in force; several if those of its answers differ."""
    notes = (view.content_in_force("adjudication", 0, subject).note for subject in _decided(view, dispute))
    return tuple(dict.fromkeys(filter(None, notes)))


def send_back(view: CommandView, dispute: Dispute, place: int, note: str) -> Command:
    """Return the command that returns a disagreement to the assessor at a position of `dispute.labels`."""
    who, kind = dispute.labels[place][0], dispute.kind.entry
    subjects = subjects_judged(view, dispute, who)
    return Together(tuple(SendBack(subject, (who,), note or None, kind) for subject in subjects))


def is_ignored(view: CommandView, gold: str, dispute: Dispute) -> bool:
    """Return whether a gold standard ignores decisions about the disputed subject.

    That is possible for decisions that adjudicate labels of answers: of one answer, or for NIL of each that
    somebody calls correct.
    """
    kind = view.catalog.questions[dispute.question].kind
    of_labels = dispute.kind.is_answer_label or dispute.kind.is_derived
    return of_labels and not gold_uses_decisions(view, gold, kind)


def gold_uses_decisions(view: CommandView, gold: str, kind: str) -> bool:
    """Return whether decisions about labels of a kind of question move scores under a gold standard."""
    chosen = gold_for(kind, gold_named(gold, view.facts), view.catalog, view.facts)
    return chosen.whose == "adjudicated" and not chosen.frozen


def subject_of(dispute: Dispute) -> Subject:
    """Return the subject of the assessors' entries."""
    return Subject(
        dispute.question, None if dispute.answer < 0 else dispute.answer, None if dispute.nugget < 0 else dispute.nugget
    )


def subjects_judged(view: CommandView, dispute: Dispute, who: int) -> tuple[Subject, ...]:
    """Return the subjects an assessor judged; for NIL, their judged answers that somebody calls correct."""
    if not dispute.kind.is_derived:
        return (subject_of(dispute),)
    called = (subject_of_answer(view.catalog, answer) for answer in _called_correct(view, dispute.question))
    return tuple(subject for subject in called if view.content_in_force("judgment", who, subject).given)


def _decided(view: CommandView, dispute: Dispute) -> tuple[Subject, ...]:
    """Return the subjects of the entries of the decision in force; empty if nothing is decided."""
    if dispute.kind.is_derived:
        subjects = [subject_of_answer(view.catalog, answer) for answer in _called_correct(view, dispute.question)]
    elif dispute.kind.is_grouping:
        subjects = [Subject(dispute.question, dispute.answer, fact=GROUP)]
    elif dispute.nugget >= 0:
        # A decision on a nugget merged into this one may be in force.
        line = current_nugget(view.catalog.nuggets, view.ledger.board, dispute.nugget)
        parts = (dispute.nugget,) if line is None else line.parts
        subjects = [replace(subject_of(dispute), nugget=part) for part in parts]
    else:
        subjects = [subject_of(dispute)]
    return tuple(subject for subject in subjects if view.content_in_force("adjudication", 0, subject).given)


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
    # The decision in force keeps its name: the same decision again changes nothing.
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
