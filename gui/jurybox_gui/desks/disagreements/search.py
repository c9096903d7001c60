"""Which questions are listed: those that match the words typed, and those of one kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jurybox.kinds import KIND_NAMES

if TYPE_CHECKING:
    from jurybox.session import Session
    from jurybox_gui.desks.disagreements.sorting import DisputeFilter

KIND_MARK = "label:"
"""The prefix of a choice that stands for the labels of one kind of question."""


def filtered_by_text(session: Session, dispute_filter: DisputeFilter, typed: str) -> DisputeFilter:
    """Return the filter restricted to questions that match the words typed and the kind chosen."""
    questions = matching(session, typed)
    if dispute_filter.what.startswith(KIND_MARK):
        code = KIND_NAMES.index(dispute_filter.what.removeprefix(KIND_MARK))
        mine = frozenset((session.catalog.kind_of_question == code).nonzero()[0].tolist())
        return replace(dispute_filter, what="label", questions=mine if questions is None else mine & questions)
    return replace(dispute_filter, questions=questions)


def matching(session: Session, typed: str) -> frozenset[int] | None:
    """Return the questions whose name or text contains all the words typed; None if nothing is typed.

    Texts that have not been read yet are not searched: nothing waits for the disk.
    """
    words = typed.casefold().split()
    if not words:
        return None
    found = []
    for at, question in enumerate(session.catalog.questions):
        text = f"{question.name} {session.texts.known_question(at) or ''}".casefold()
        if all(word in text for word in words):
            found.append(at)
    return frozenset(found)
