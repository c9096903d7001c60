"""What the organizer sent back, in words: what is to be looked at again, why, and what was said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.collection.nuggets import current_nugget
from jurybox.judging.sent_back import mark_of
from jurybox_gui.desks.label_schemes import QUESTION_QUALITY, name_of

if TYPE_CHECKING:
    from jurybox.judging.sent_back import Returned
    from jurybox.session import Session

_ABOUT = {
    "judgment": "this",
    "question": "the question itself",
    "importance": "whether this nugget is vital or okay",
    "match": "whether this response holds the nugget",
    "distinct": "which answers are equal to this one",
}
_WORDS = {"vital": "vital", "okay": "okay", "yes": "it holds it", "partial": "in part", "no": "it does not"}
_BEGINNING = 80


def asked_again(session: Session, returned: Returned) -> str:
    """Return what the organizer asks about something that was sent back, and why."""
    mark = mark_of(session.catalog, session.assessor or 0, returned.thing, returned.kind)
    why = session.now_said("adjudication", session.assessor or 0, mark).note
    is_question = returned.kind == "judgment" and returned.thing.answer is None
    about = _ABOUT["question" if is_question else returned.kind]
    return f"The organizer asks you to look at {about} again." + (f" {why}" if why else "")


def said_before(session: Session, returned: Returned) -> str:
    """Return what was said of it so far, "" where nothing was or where it is a group."""
    kind, thing = returned
    said = session.now_said(kind, session.assessor or 0, thing)
    word = said.label or said.state or ""
    if not word or kind == "distinct":
        return ""
    if thing.question is not None and kind == "judgment":
        asked = session.catalog.questions[thing.question].kind
        rated = next((name for label, name, _ in QUESTION_QUALITY if label == word), word)
        return f"You said: {rated if thing.answer is None else name_of(word, asked)}."
    return f"You said: {_WORDS.get(word, word)}."


def thing_in_words(session: Session, returned: Returned) -> str:
    """Return how the nugget or answer begins that was sent back."""
    thing = returned.thing
    if thing.nugget is not None:
        line = current_nugget(session.catalog.nuggets, session.ledger.board, thing.nugget)
        return "" if line is None else f"Nugget: {_short(line.text)}"
    return "" if thing.answer is None else f"Answer: {_short(session.texts.answer(thing.answer).text)}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _BEGINNING else f"{words[: _BEGINNING - 1]}…"
