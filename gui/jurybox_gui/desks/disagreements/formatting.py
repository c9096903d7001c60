"""Disagreements in words: what they are called, what can be decided, what their texts are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.disputes import NIL_RIGHT, NIL_WRONG
from jurybox.analysis.disagreements.nuggets_and_groups import NOT_GROUPED, EqualAnswers
from jurybox.collection.nuggets import current_nugget, known_instances
from jurybox_gui.desks.label_schemes import QUESTION_QUALITY, SCHEME_OF_KIND

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.disputes import Dispute, What
    from jurybox.session import Session

WHAT_NAMES: dict[What, tuple[str, str]] = {
    "label": ("label", "labels"),
    "quality": ("question quality", "question quality"),
    "nil": ("NIL", "NIL"),
    "distinct": ("equal answers", "equal answers"),
    "importance": ("nugget", "nuggets"),
    "match": ("match", "matches"),
}
"""What one disagreement and several of its kind are called."""

SHORT_NAMES = {"A": "Fully", "B": "Partly", "C": "Not"}
"""Where the buttons stand close together."""

_MEMBERS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Option:
    """One possible decision: `word` as it is stored, its name, and its glyph and letter if it has them."""

    word: str
    name: str
    glyph: str = ""
    letter: str = ""


def options_of(session: Session, dispute: Dispute) -> tuple[Option, ...]:
    """Return the possible decisions, in the order of the keys."""
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
    """Return what somebody said in full words."""
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
    """Return the line above the text: the nugget that is matched, what is asked, or the document."""
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
            prefix = "The collection says that no answer is known. " if known else ""
            return f"{prefix}Is “no answer” (NIL) right for this question?"
        case _:
            text = session.texts.answer(dispute.answer)
            return text.document or ""
