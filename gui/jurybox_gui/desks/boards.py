"""Which desk judges which kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jurybox.collection.catalog import Catalog


def desk_of_answer(catalog: Catalog, answer: int) -> str:
    """Return the desk at which an answer is judged."""
    from jurybox.kinds import KINDS  # not before the window is painted for the first time

    return KINDS[catalog.questions[int(catalog.answer_question[answer])].kind].desk


def first_answer_at(catalog: Catalog, answers: Iterable[int], desk: str) -> int | None:
    """Return the first of these answers that is judged at a desk, None if none is."""
    return next((answer for answer in answers if desk_of_answer(catalog, answer) == desk), None)
