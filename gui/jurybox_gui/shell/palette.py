"""What Ctrl+K finds in the open collection: questions by number or words, runs by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox_gui.desks.boards import desk_title
from jurybox_gui.dialogs.palette_search import PaletteItem, Provider, action_provider

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jurybox_gui.actions.registry import ActionRegistry
    from jurybox_gui.core.bridge import Bridge

_QUESTIONS = 40
_QUESTIONS_FOUND, _RUNS_FOUND = tr("Questions"), tr("Runs")
_KIND_FROM = 4
"""Letters from which on a kind of question is looked for."""


def providers(
    registry: ActionRegistry,
    bridge: Callable[[], Bridge | None],
    show_desk: Callable[[str], object],
    first_answer: Callable[[int], int],
) -> list[Provider]:
    """Return what the palette of a window finds: its actions, and questions and runs of `bridge()`.

    `first_answer(question)`: the answer that is shown of it first.
    """
    actions = action_provider(registry, desk_title)
    return [
        actions,
        lambda query: _questions(bridge(), query, first_answer),
        lambda _query: _runs(bridge(), show_desk),
    ]


def _questions(bridge: Bridge | None, query: str, first_answer: Callable[[int], int]) -> list[PaletteItem]:
    """Return questions whose name begins with what was typed, or whose text has its words.

    Where that finds none, those whose kind is called so: `list`, `nuggets`.
    """
    if bridge is None or not query.strip():
        return []
    low, texts = query.strip().lower(), bridge.session.texts
    asked = bridge.session.catalog.questions
    found = (
        at
        for at, question in enumerate(asked)
        if question.name.lower().startswith(low) or low in (texts.known_question(at) or "").lower()
    )
    items = _as_items(bridge, found, first_answer)
    if items or len(low) < _KIND_FROM:
        return items
    of_kind = (at for at, question in enumerate(asked) if low in KINDS[question.kind].search)
    return _as_items(bridge, of_kind, first_answer)


def _as_items(
    bridge: Bridge, questions: Iterable[int], first_answer: Callable[[int], int]
) -> list[PaletteItem]:
    """Return the rows of the first questions that have an answer to go to."""
    catalog, texts, items = bridge.session.catalog, bridge.session.texts, list[PaletteItem]()
    for at in questions:
        answers, question = catalog.answers_of(at), catalog.questions[at]
        if len(answers):
            items.append(
                PaletteItem(
                    _QUESTIONS_FOUND,
                    texts.known_question(at) or question.name,
                    partial(_go_to, bridge, first_answer, at),
                    detail=question.category or KINDS[question.kind].title,
                    lead=question.name,
                    words=(question.name, KINDS[question.kind].search),
                )
            )
            if len(items) >= _QUESTIONS:
                break
    return items


def _go_to(bridge: Bridge, first_answer: Callable[[int], int], question: int) -> None:
    bridge.goto(first_answer(question))


def _runs(bridge: Bridge | None, show_desk: Callable[[str], object]) -> list[PaletteItem]:
    """Return the runs, where scores may be seen at all."""
    if bridge is None or bridge.scoreboard is None:
        return []

    def show(run: int) -> None:
        show_desk("scores")
        bridge.select_run(run)

    return [
        PaletteItem(_RUNS_FOUND, run.name, partial(show, at), detail=run.team or "")
        for at, run in enumerate(bridge.session.catalog.runs)
        if at not in bridge.session.facts.withdrawn
    ]
