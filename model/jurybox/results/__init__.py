"""Every table that anyone is shown, each one function that returns a pandas frame.

The command line, reports, the clipboard, the window and notebooks print the same frames. `attrs` of a frame
has its caption, its notes and what its scores rest on (`jurybox.results.frame`); `jurybox.results.writing`
writes any frame as text, CSV, Markdown, LaTeX, HTML or JSON. In a notebook:

    from jurybox import results

    with results.opened("campaign.jury") as state:
        board = results.scoreboard(state)
        frame = results.runs(board, ["c@1", "nDCG"])

A function is loaded when it is first asked for, so that what only prints a number does not wait for others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jurybox.results.collection import (
        answers,
        judgments,
        names_of,
        opened,
        responses,
        scoreboard,
    )
    from jurybox.results.scores import groups, runs, tie_range, units

__all__ = [
    "answers",
    "groups",
    "judgments",
    "names_of",
    "opened",
    "responses",
    "runs",
    "scoreboard",
    "tie_range",
    "units",
]

_MODULES = {
    "collection": ("answers", "judgments", "names_of", "opened", "responses", "scoreboard"),
    "scores": ("groups", "runs", "tie_range", "units"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any function of the room
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found
