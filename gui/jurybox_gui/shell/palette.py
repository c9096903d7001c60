"""What Ctrl+K searches in the open collection: questions, runs, measures and gold standards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.measures import measure
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.core.measures import measure_choices, usual_measures
from jurybox_gui.desks.boards import desk_title
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.dialogs.palette_search import PaletteItem, Provider, action_provider

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_QUESTIONS = 40
_QUESTIONS_FOUND, _RUNS_FOUND = tr("Questions"), tr("Runs")
_MEASURES_FOUND, _GOLDS_FOUND = tr("Rank by"), tr("Gold standards")
_KIND_FROM = 4
"""The least number of letters for which kinds of question are searched."""


def providers(
    registry: ActionRegistry,
    bridge: Callable[[], Bridge | None],
    show_desk: Callable[[str], object],
    first_answer: Callable[[int], int],
    rank_by: Callable[[str], object],
) -> list[Provider]:
    """Return the providers of a window's palette: its actions, and the contents of `bridge()`.

    `first_answer(question)`: the answer of it that is shown first; `rank_by(measure)`: ranks runs on Scores.
    """
    actions = action_provider(registry, desk_title)
    return [
        actions,
        lambda query: _questions(bridge(), query, first_answer),
        lambda _query: _runs(bridge(), show_desk),
        lambda query: _measures(bridge(), query, rank_by),
        lambda query: _golds(bridge(), query),
    ]


def _questions(bridge: Bridge | None, query: str, first_answer: Callable[[int], int]) -> list[PaletteItem]:
    """Return questions whose name begins with the typed text, or whose text contains its words.

    If there are none, those whose kind has that name: `list`, `nuggets`; first those in the assessor's queue.
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
    catalog, who = bridge.session.catalog, bridge.session.assessor
    mine = frozenset() if who is None else frozenset(catalog.answer_question[catalog.assigned_to(who)].tolist())
    of_kind = [at for at, question in enumerate(asked) if low in KINDS[question.kind].search]
    of_kind.sort(key=lambda at: at not in mine)
    return _as_items(bridge, of_kind, first_answer)


def _as_items(bridge: Bridge, questions: Iterable[int], first_answer: Callable[[int], int]) -> list[PaletteItem]:
    """Return items for the first questions that have an answer to go to."""
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
    """Return the runs, if scores may be seen at all."""
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


def _measures(bridge: Bridge | None, query: str, rank_by: Callable[[str], object]) -> list[PaletteItem]:
    """Return the measures of the kinds of question here, once something is typed."""
    if bridge is None or bridge.scoreboard is None or not query.strip():
        return []
    catalog = bridge.session.catalog
    usual = usual_measures(catalog, bridge.session.facts)
    return [
        PaletteItem(_MEASURES_FOUND, text, partial(rank_by, name), words=(measure(name).title,))
        for text, name in measure_choices(catalog, usual[0])
    ]


def _golds(bridge: Bridge | None, query: str) -> list[PaletteItem]:
    """Return the gold standards of the collection, once something is typed."""
    if bridge is None or bridge.scoreboard is None or not query.strip():
        return []
    session = bridge.session
    choices = gold_choices(session.catalog, bridge.gold, session.facts.panel, session.facts)
    return [
        PaletteItem(_GOLDS_FOUND, text, partial(bridge.set_gold, str(name)), words=(str(name),))
        for text, name in choices
    ]
