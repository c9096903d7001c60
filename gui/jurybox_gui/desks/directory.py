"""The desks: what each is called, where it is found, and at which one an answer is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jurybox.collection.catalog import Catalog

DESKS: dict[str, str] = {
    "judge": "jurybox_gui.desks.judging.answer:JudgeDesk",
    "lists": "jurybox_gui.desks.judging.lists:ListDesk",
    "nuggets": "jurybox_gui.desks.judging.nuggets:NuggetDesk",
    "scores": "jurybox_gui.desks.scores:ScoresDesk",
    "disagreements": "jurybox_gui.desks.disagreements:DisagreementsDesk",
    "spaces": "jurybox_gui.desks.spaces:SpacesDesk",
    "studies": "jurybox_gui.desks.studies:StudiesDesk",
    "campaign": "jurybox_gui.desks.campaign:CampaignDesk",
}
"""Desks by id: where each is found; they are loaded when first shown."""
START = "start"
"""What is in front where no collection is open."""
BOARDS = ("lists", "nuggets")
"""Those of kinds of question that are not judged answer by answer."""
AT_JUDGE = ("judge", *BOARDS)
"""The desks that are the Judge desk of some kinds of question; the rail shows them as one."""


def desk_title(desk: str) -> str:
    """Return what a desk, or the start page, is called; those of the Judge desk are one."""
    return "Judge" if desk in AT_JUDGE else desk.capitalize()


def desk_of_answer(catalog: Catalog, answer: int) -> str:
    """Return the desk at which an answer is judged."""
    from jurybox.kinds import KINDS  # not before the window is painted for the first time

    return KINDS[catalog.questions[int(catalog.answer_question[answer])].kind].desk


def first_answer_at(catalog: Catalog, answers: Iterable[int], desk: str) -> int | None:
    """Return the first of these answers that is judged at a desk, None if none is."""
    return next((answer for answer in answers if desk_of_answer(catalog, answer) == desk), None)
