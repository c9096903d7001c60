"""From the id of an action to what the Spaces desk does, and whether it is on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox_gui.desks.spaces.actions import DESK

if TYPE_CHECKING:
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import Question
    from jurybox_gui.desks.spaces.desk import SpacesDesk

_CLOSER = 1.25
SWITCHES = ("area", "hull", "candidates", "table")
"""What a key switches on and off; each is in the desk's `on` where it is on."""


def handlers(desk: SpacesDesk) -> dict[str, Handler]:
    """Return what each action of the desk does."""
    named: dict[str, Handler] = {
        "up": partial(desk.step_run, -1),
        "down": partial(desk.step_run, 1),
        "hide": lambda: desk.hide_run(desk.chosen),
        "only": lambda: desk.show_only(desk.chosen),
        "previous": partial(desk.tools.step_picture, -1),
        "next": partial(desk.tools.step_picture, 1),
        "zoom-in": partial(desk.zoom, _CLOSER),
        "zoom-out": partial(desk.zoom, 1 / _CLOSER),
        "zoom-reset": partial(desk.zoom, None),
        "turn": desk.tools.turn_roc,
        "less": partial(desk.suppose.step, -1),
        "more": partial(desk.suppose.step, 1),
        "judged": desk.suppose.as_judged,
        "lower": partial(desk.suppose.jump, -1),
        "higher": partial(desk.suppose.jump, 1),
        "export": desk.export,
        "copy": desk.copy,
    }
    named |= {name: partial(desk.switch, name) for name in SWITCHES}
    return {f"{DESK}.{name}": handler for name, handler in named.items()}


def checked(desk: SpacesDesk) -> dict[str, Question]:
    """Return whether what can be switched is on."""
    return {f"{DESK}.{name}": partial(desk.is_on, name) for name in SWITCHES}
