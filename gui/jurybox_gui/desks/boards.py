"""Which desk judges an answer, and the display names of desks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jurybox.language import trc

if TYPE_CHECKING:
    from jurybox.campaign.seats import Seated
    from jurybox.collection.catalog import Catalog

BOARDS = ("lists", "nuggets")
"""The desks of the kinds of question that are not judged answer by answer."""
AT_JUDGE = ("judge", *BOARDS)
"""The desks that are the Judge desk of some kinds of question; the rail shows them as one."""
_TITLES = {
    "judge": trc("desk", "Judge"),
    "scores": trc("desk", "Scores"),
    "disagreements": trc("desk", "Disagreements"),
    "spaces": trc("desk", "Spaces"),
    "studies": trc("desk", "Studies"),
    "campaign": trc("desk", "Campaign"),
    "start": trc("desk", "Start"),
}


def desk_of_answer(catalog: Catalog, answer: int) -> str:
    """Return the desk at which an answer is judged."""
    from jurybox.kinds import KINDS  # not before the window is painted for the first time

    return KINDS[catalog.questions[int(catalog.answer_question[answer])].kind].desk


def is_queued(session: Seated, answer: int) -> bool:
    """Return whether an answer is in the present assessor's queue; on a board, any answer of its question.

    True without an assessor, who has no queue.
    """
    catalog, who = session.catalog, session.assessor
    if who is None:
        return True
    on_board = desk_of_answer(catalog, answer) in BOARDS
    answers = catalog.answers_of(int(catalog.answer_question[answer])) if on_board else [answer]
    return bool(catalog.assigned_to(who)[answers].any())


def first_answer_at(catalog: Catalog, answers: Iterable[int], desk: str) -> int | None:
    """Return the first of these answers that is judged at a desk, None if there is none."""
    return next((answer for answer in answers if desk_of_answer(catalog, answer) == desk), None)


def desk_title(desk: str) -> str:
    """Return the display name of a desk or of the start page; "" is no desk.

    All Judge desks share one name.
    """
    return _TITLES["judge"] if desk in AT_JUDGE else _TITLES.get(desk, "")
