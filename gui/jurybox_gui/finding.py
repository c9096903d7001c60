"""What Ctrl+K finds in the open collection: questions by number or words, runs by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox_gui.dialogs.palette_search import PaletteItem, Provider, action_provider

if TYPE_CHECKING:
    from jurybox_gui.window import Window

_QUESTIONS = 40
_DESKS = {"judge": "Judge", "scores": "Scores", "spaces": "Spaces", "campaign": "Campaign", "start": "Start"}


def providers(window: Window) -> list[Provider]:
    """Return the providers of the palette of one window."""
    actions = action_provider(window.registry, lambda desk: _DESKS.get(desk, ""))
    return [actions, lambda query: _questions(window, query), lambda _query: _runs(window)]


def _questions(window: Window, query: str) -> list[PaletteItem]:
    """Return questions whose name begins with what was typed, or whose text has its words."""
    bridge = window.app.bridge
    if bridge is None or not query.strip():
        return []
    session = bridge.session
    low, found = query.strip().lower(), []
    for at, question in enumerate(session.catalog.questions):
        known = session.texts.known_question(at)
        if not (question.name.lower().startswith(low) or (known and low in known.lower())):
            continue
        answers = session.catalog.answers_of(at)
        if len(answers):
            first = int(answers[0])
            found.append(
                PaletteItem(
                    "Questions",
                    known or question.name,
                    partial(bridge.goto, first),
                    detail=question.category or "",
                    lead=question.name,
                    words=(question.name,),
                )
            )
            if len(found) >= _QUESTIONS:
                break
    return found


def _runs(window: Window) -> list[PaletteItem]:
    """Return the runs, where scores may be seen at all."""
    bridge = window.app.bridge
    if bridge is None or bridge.scoreboard is None:
        return []

    def show(run: int) -> None:
        window.show_desk("scores")
        bridge.select_run(run)

    return [
        PaletteItem("Runs", run.name, partial(show, at), detail=run.team or "")
        for at, run in enumerate(bridge.session.catalog.runs)
        if at not in bridge.session.facts.withdrawn
    ]
