"""Disputed things in words: what they are called, what can be decided, and the commands that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.disputes import NIL_RIGHT, NIL_WRONG
from jurybox.analysis.disagreements.nuggets_and_groups import NOT_GROUPED, EqualAnswers, settled_name
from jurybox.collection.entries import Thing
from jurybox.collection.nuggets import current_nugget, fresh_name, known_instances
from jurybox.commands import Judge, Match
from jurybox.commands.base import KEEP
from jurybox.commands.labels import JudgeQuestion, adjudicate
from jurybox.commands.lists import SetGroup
from jurybox.commands.nuggets import Vote
from jurybox.gold import Gold, gold_for
from jurybox_gui.desks.label_schemes import QUESTION_QUALITY, SCHEME_OF_KIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.analysis.disagreements.disputes import Dispute, What
    from jurybox.collection.entries import EntryKind
    from jurybox.commands import Command
    from jurybox.commands.base import Keep
    from jurybox.session import Session

WHAT_NAMES: dict[What, tuple[str, str]] = {
    "label": ("label", "labels"),
    "quality": ("question quality", "question quality"),
    "nil": ("NIL", "NIL"),
    "distinct": ("equal answers", "equal answers"),
    "importance": ("nugget", "nuggets"),
    "match": ("match", "matches"),
}
"""What one and several disputed things are called."""

KIND_SAID: dict[What, EntryKind] = {
    "label": "judgment",
    "quality": "judgment",
    "distinct": "distinct",
    "importance": "importance",
    "match": "match",
    "nil": "judgment",
}
"""The kind of entry by which an assessor says it."""

SHORT_NAMES = {"A": "Fully", "B": "Partly", "C": "Not"}
"""Where the buttons stand close together."""

_MEMBERS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be decided: `word` as it is said, its glyph, its name and its letter, if any."""

    word: str
    name: str
    glyph: str = ""
    letter: str = ""


def thing_of(dispute: Dispute) -> Thing:
    """Return what the entries of the assessors are about."""
    return Thing(
        dispute.question,
        None if dispute.answer < 0 else dispute.answer,
        None if dispute.nugget < 0 else dispute.nugget,
    )


def said_things(session: Session, dispute: Dispute, who: int) -> tuple[Thing, ...]:
    """Return what an assessor spoke of; where NIL is disputed, the answers that somebody calls correct."""
    if dispute.what != "nil":
        return (thing_of(dispute),)
    called = (Thing(dispute.question, answer) for answer in called_correct(session, dispute.question))
    return tuple(thing for thing in called if session.now_said("judgment", who, thing).given)


def options_of(session: Session, dispute: Dispute) -> tuple[Option, ...]:
    """Return what can be decided about a thing, in the order of the keys."""
    kind = session.catalog.questions[dispute.question].kind
    match dispute.what:
        case "label":
            return tuple(
                Option(one.word, SHORT_NAMES.get(one.word, one.name), one.word, one.letter)
                for one in SCHEME_OF_KIND[kind]
            )
        case "quality":
            return tuple(Option(label, name, label, label) for label, name, _ in QUESTION_QUALITY)
        case "importance":
            return (Option("vital", "Vital", "vital"), Option("okay", "Okay", "okay"))
        case "match":
            return (
                Option("yes", "Holds it", "yes"),
                Option("partial", "In part", "partial"),
                Option("no", "Does not", "no"),
            )
        case "nil":
            return (Option(NIL_RIGHT, "No answer is right", "no"), Option(NIL_WRONG, "One is", "yes"))
        case _:
            return tuple(Option(word, view_name(session, dispute, word)) for word in dispute.choices)


def view_name(session: Session, dispute: Dispute, word: str) -> str:
    """Return equal answers in words, as seen from one of them: the known instance, then the other answers."""
    if word == NOT_GROUPED:
        return "not grouped"
    chosen = EqualAnswers.of_word(word)
    others = sorted(chosen.answers - {dispute.answer})
    texts = [session.texts.answer(answer).text for answer in others[:_MEMBERS_SHOWN]]
    if chosen.instance:
        board = session.ledger.board
        known = known_instances(session.catalog.instances, board, dispute.question)
        texts.insert(0, f"known: {known.get(chosen.instance) or chosen.instance}")
    if not texts:
        return "Alone"
    more = f" +{len(others) - _MEMBERS_SHOWN}" if len(others) > _MEMBERS_SHOWN else ""
    return "= " + "; ".join(" ".join(text.split())[:40] for text in texts) + more


def word_name(session: Session, dispute: Dispute, word: str) -> str:
    """Return what somebody said in words, in full."""
    if dispute.what == "nil":
        return "finds a correct answer" if word == NIL_WRONG else "finds no correct answer"
    if dispute.what == "distinct":
        return view_name(session, dispute, word)
    return next((one.name for one in options_of(session, dispute) if one.word == word), word)


def text_of(session: Session, dispute: Dispute) -> str:
    """Return the text that is disputed: of the answer, else of the nugget or the question."""
    if dispute.answer >= 0:
        return session.texts.answer(dispute.answer).text
    if dispute.what == "importance":
        line = current_nugget(session.catalog.nuggets, session.ledger.board, dispute.nugget)
        return "" if line is None else line.text
    return session.texts.question(dispute.question).text


def aside_of(session: Session, dispute: Dispute) -> str:
    """Return what is to be known beside the text: the nugget that is matched, what NIL means here."""
    match dispute.what:
        case "match":
            line = current_nugget(session.catalog.nuggets, session.ledger.board, dispute.nugget)
            return f"Nugget: {'' if line is None else line.text}"
        case "importance":
            return "Is this nugget vital, or only okay?"
        case "quality":
            return "How well is this question asked?"
        case "distinct":
            return "Which other answers say the same as this one?"
        case "nil":
            known = session.catalog.questions[dispute.question].nil_correct
            told = "The collection says that no answer is known. " if known else ""
            return f"{told}Is “no answer” (NIL) right for this question?"
        case _:
            text = session.texts.answer(dispute.answer)
            return text.document or ""


def decision(
    session: Session, dispute: Dispute, word: str, note: str | Keep | None, others: Sequence[int] = ()
) -> Command:
    """Return the command that settles a thing ("" takes what was settled back); `others`: answers of NIL.

    Where answers are equal, all that are said to belong together are settled into one group, that of the
    known instance if they are said to be one.
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
            said = {NIL_RIGHT: "incorrect", NIL_WRONG: "correct"}.get(word)
            return adjudicate(tuple(others), said, KEEP)
        case _:
            chosen = EqualAnswers.of_word(word or str(dispute.answer))
            name = settled_name(session.ledger.board, dispute.answer, chosen) or fresh_name("g")
            return SetGroup(tuple(sorted(chosen.answers)), name if word else None, settle=True)


def decisions_count(session: Session, chosen: str, dispute: Dispute) -> bool:
    """Return whether a decision about an answer's label moves scores under the gold standard chosen."""
    kind = session.catalog.questions[dispute.question].kind
    return gold_for(kind, Gold.parse(chosen), session.catalog, session.facts).whose == "adjudicated"


def called_correct(session: Session, question: int) -> tuple[int, ...]:
    """Return the answers of a question that somebody calls correct."""
    from jurybox.collection.codes import LABEL_CODES

    answers = session.catalog.answers_of(question)
    called = (session.ledger.labels[:, answers] == LABEL_CODES["correct"]).any(axis=0)
    return tuple(answers[called].tolist())
