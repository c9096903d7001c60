"""From the id of an action to what the Scores desk does, and when it is possible."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox.reports.behind import TABLE
from jurybox.reports.forms import latex_file, markdown_file
from jurybox_gui.desks.scores.actions import DESK
from jurybox_gui.desks.scores.asking import ask_beside, ask_gold, ask_measure
from jurybox_gui.desks.scores.taking import text_of
from jurybox_gui.desks.scores.views import COMPARING, TWO, VIEWS, WITHOUT

if TYPE_CHECKING:
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import Question
    from jurybox_gui.desks.scores.desk import ScoresDesk


def handlers(desk: ScoresDesk) -> dict[str, Handler]:
    """Return what each action of the desk does."""
    tools, options, live, choice = desk.tools, desk.options, desk.live, desk.choice
    named: dict[str, Handler] = {
        "up": partial(live.step, -1),
        "down": partial(live.step, 1),
        "left": partial(choice.step_measure, -1),
        "right": partial(choice.step_measure, 1),
        "less_measures": choice.leave_out,
        "next_unit": partial(live.apart.step, 1),
        "last_unit": partial(live.apart.step, -1),
        "show_unit": desk.go_down,
        "whole": desk.go_back,
        "more": partial(_scroll_rows, desk, 1),
        "less": partial(_scroll_rows, desk, -1),
        "cell_up": partial(desk.page.step_cell, -1, 0),
        "cell_down": partial(desk.page.step_cell, 1, 0),
        "cell_left": partial(desk.page.step_cell, 0, -1),
        "cell_right": partial(desk.page.step_cell, 0, 1),
        "gold": tools.gold.showPopup,
        "beside": options.beside.showPopup,
        "questions": tools.questions.showPopup,
        "measure": tools.measure.showPopup,
        "any_measure": lambda: ask_measure(desk.window(), desk.bridge.session.catalog, choice.name_measure),
        "any_gold": lambda: ask_gold(desk.window(), desk.bridge.session.catalog, choice.name_gold),
        "any_beside": lambda: ask_beside(desk.window(), desk.bridge.session.catalog, choice.put_beside),
        "unjudged": options.unjudged.showPopup,
        "people": options.people.showPopup,
        "against": partial(_compare_next, desk),
        "without": choice.turn_without,
        "copy": partial(desk.taking.copy, text_of),
        "latex": partial(desk.taking.copy, latex_file),
        "markdown": partial(desk.taking.copy, markdown_file),
        "export": desk.taking.export,
    }
    named |= {f"view_{one.name}": partial(choice.show_view, one.name) for one in VIEWS}
    return {f"{DESK}.{name}": handler for name, handler in named.items()}


def _scroll_rows(desk: ScoresDesk, way: int) -> None:
    """Move through the rows of the explanation, or of another view."""
    if desk.choice.view == TABLE:
        desk.live.detail.panel.scroll(3 * way)
    else:
        desk.page.scroll_rows(12 * way)


def _compare_next(desk: ScoresDesk) -> None:
    """Compare with the next run, or questions by the next column."""
    if desk.choice.view == TWO:
        desk.choice.next_up()
    else:
        desk.choice.next_other([run for run in desk.live.runs if run != desk.live.chosen])


def possible(desk: ScoresDesk) -> dict[str, Question]:
    """Return when a question can be shown or left, and what another view is needed for."""
    session, choice, apart = desk.bridge.session, desk.choice, desk.live.apart
    ranked = any(question.kind == "ranked" for question in session.catalog.questions)
    found: dict[str, Question] = {
        "show_unit": lambda: choice.view != TABLE or apart.unit is not None,
        "whole": lambda: choice.view != TABLE or apart.unit is not None or bool(desk.trail),
        "less_measures": lambda: len(choice.measures) > 1,
        "against": lambda: choice.view in COMPARING,
        "without": lambda: choice.view in WITHOUT,
        "unjudged": lambda: ranked,
        "people": lambda: ranked,
    }
    for name in ("next_unit", "last_unit"):
        found[name] = lambda: choice.view == TABLE
    for name in ("cell_up", "cell_down", "cell_left", "cell_right"):
        found[name] = lambda: choice.view != TABLE and desk.page.sheet is not None
    for name in ("copy", "latex", "markdown", "export"):
        found[name] = lambda: desk.table() is not None
    return {f"{DESK}.{name}": question for name, question in found.items()}
