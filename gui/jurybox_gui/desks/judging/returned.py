"""What the organizer returned, in words: what to judge again, why, and its label so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.collection.nuggets import current_nugget
from jurybox.judging.sent_back import Returned, mark_of
from jurybox.label_schemes import IMPORTANCE, QUESTION_QUALITY, SUPPORT
from jurybox.language import tr
from jurybox.results.cells import short
from jurybox_gui.desks.label_schemes import choices_of, name_among
from jurybox_gui.widgets.painting import one_line

if TYPE_CHECKING:
    from jurybox.session import Session

_ASKS = {
    "judgment": tr("The organizer asks you to look at this again."),
    "question": tr("The organizer asks you to look at the question itself again."),
    "importance": tr("The organizer asks you to check again whether this nugget is vital or okay."),
    "match": tr("The organizer asks you to check again whether this response contains the nugget."),
    "distinct": tr("The organizer asks you to check again which answers are equal to this one."),
}
_BEGINNING = 80


def asked_again(session: Session, returned: Returned) -> str:
    """Return what the organizer asks about a returned answer, and why."""
    mark = mark_of(session.catalog, session.assessor or 0, returned.subject, returned.kind)
    why = session.content_in_force("adjudication", session.assessor or 0, mark).note
    is_question = returned.kind == "judgment" and returned.subject.answer is None
    asks = _ASKS["question" if is_question else returned.kind]
    return f"{asks} {why}" if why else asks


def earlier_label(session: Session, returned: Returned) -> str:
    """Return its label so far, "" if it had none or it is a group."""
    kind, subject = returned
    content = session.content_in_force(kind, session.assessor or 0, subject)
    word = content.label or content.state or ""
    if not word or kind == "distinct":
        return ""
    if kind == "judgment":
        asked = session.catalog.questions[subject.question or 0].kind
        own = choices_of(session.facts, asked).labels
        choices = QUESTION_QUALITY.labels if subject.answer is None else own
    else:
        choices = IMPORTANCE.labels if kind == "importance" else SUPPORT.labels
    return tr("Your label: {label}.", label=tr(name_among(choices, word)))


def subject_in_words(session: Session, returned: Returned) -> str:
    """Return the beginning of the returned nugget or answer."""
    subject = returned.subject
    if subject.nugget is not None:
        line = current_nugget(session.catalog.nuggets, session.ledger.board, subject.nugget)
        return "" if line is None else tr("Nugget: {text}", text=_beginning(line.text))
    return (
        ""
        if subject.answer is None
        else tr("Answer: {text}", text=_beginning(session.texts.answer(subject.answer).text))
    )


def _beginning(text: str) -> str:
    return short(one_line(text).strip(), _BEGINNING)
