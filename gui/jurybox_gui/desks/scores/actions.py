"""The actions of the Scores desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from jurybox.collection.catalog import Catalog
from jurybox.language import tr, tr_noop
from jurybox.measures import MEASURES, Measure, Parameter
from jurybox.results.columns import UNDER
from jurybox.results.provenance import PAIRS, TABLE
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.core.measures import kinds_of
from jurybox_gui.desks.scores.desk import ScoresDesk
from jurybox_gui.desks.scores.views import COMPARING, TESTED, TWO, VIEWS, WITHOUT
from jurybox_gui.dialogs.ask import Ask

_PANEL = ("GAW(weights=3:1:0)", "GA(gains=1:1:1:2:2:2:3:3)", "GAW(missing=rescale)", "GA(missing=rescale)")


def ask_measure(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a measure with parameters; the listed measures show how to write them."""
    hint = tr("such as nDCG@10 or F(2)")
    return Ask.open_for(window, tr("Which measure, with which parameters?"), hint, examples(catalog), then)


def ask_gold(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a gold standard with weights, gains or another treatment of missing labels."""
    names = list(_PANEL) if catalog.has_graded else []
    names += [f"{whose}+lenient" for whose in ("adjudicated", "majority")]
    hint = tr("such as GAW(weights=3:1:0) or majority+lenient")
    return Ask.open_for(window, tr("Which gold standard, with which weights?"), hint, names, then)


def ask_gold_column(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a measure under another gold standard, to show beside the one in force."""
    kinds = set(kinds_of(catalog))
    golds = ("BA", "GAW", "UFBA") if catalog.has_graded else ("majority+strict", "majority+lenient")
    names = [f"{one}{UNDER}{gold}" for gold in golds for one in MEASURES if kinds & set(one.kinds)]
    hint = tr("such as {name}", name=names[0]) if names else ""
    return Ask.open_for(window, tr("Which measure, under which gold standard?"), hint, names, then)


def examples(catalog: Catalog) -> list[str]:
    """Return measures for the kinds of question here, each parameter with a value other than its default."""
    kinds = set(kinds_of(catalog))
    found: dict[str, None] = {}
    for one in MEASURES:
        if kinds & set(one.kinds):
            found |= dict.fromkeys(_variants(one))
    return list(found)


def _variants(one: Measure) -> list[str]:
    found: list[Measure] = []
    for parameter in one.parameters:
        values = [choice for choice in parameter.choices if choice != parameter.default]
        found += [one(**{parameter.name: value}) for value in values or _another(parameter)]
    return [str(each) for each in found]


def _another(parameter: Parameter) -> list[int | float]:
    """Return a list with one allowed value of a parameter that is not its default."""
    allowed = parameter.low, parameter.high
    return [
        value
        for value in ((10, 5) if parameter.type is int else (2, 0.5))
        if value != parameter.default and allowed[0] <= value <= allowed[1]
    ][:1]


_RUN_GROUP = tr_noop("Runs")
_RUNS, _MEASURES = tr_noop("Choose a run"), tr_noop("Choose a measure")
_UNITS, _ROWS = tr_noop("Explain one question"), tr_noop("Scroll the rows")
_CELLS = tr_noop("Choose a number")
_EXPLAIN, _WHAT = tr_noop("Explain"), tr_noop("Scoring")
_VIEW, _OUT = tr_noop("Views"), tr_noop("Export")


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


def _show_view(desk: ScoresDesk, name: str) -> None:
    desk.choice.show_view(name)


def _has_graded(desk: ScoresDesk) -> bool:
    return desk.bridge.session.catalog.has_graded


def _has_cells(desk: ScoresDesk) -> bool:
    return desk.choice.view != TABLE and desk.page.sheet is not None


_ONLY_TABLE = tr("This works in the table of runs by measures; press {scores.view_table}.")
_ONLY_GRADED = tr("Only ranked answers have this choice, and there are none here.")
_NO_TABLE = tr("There is no table to copy or export yet.")

action = ActionsOf[ScoresDesk](ScoresDesk.id, here=lambda desk: desk.bridge.has_scores)

ACTIONS: tuple[Action[ScoresDesk], ...] = (
    action(
        "up", tr("Run above"), "Up", do=lambda desk: desk.live.step(-1), group=tr_noop("Runs"), row=_RUNS, repeat=True
    ),
    action(
        "down",
        tr("Run below"),
        "Down",
        do=lambda desk: desk.live.step(1),
        group=tr_noop("Runs"),
        row=_RUNS,
        repeat=True,
    ),
    action(
        "left",
        tr("Previous measure"),
        "Left",
        do=lambda desk: desk.choice.step_measure(-1),
        group=tr_noop("Measures"),
        row=_MEASURES,
        repeat=True,
    ),
    action(
        "right",
        tr("Next measure"),
        "Right",
        do=lambda desk: desk.choice.step_measure(1),
        group=tr_noop("Measures"),
        row=_MEASURES,
        repeat=True,
    ),
    action(
        "less_measures",
        tr("Remove the measure"),
        "Del",
        do=lambda desk: desk.choice.leave_out(),
        when=lambda desk: len(desk.choice.measures) > 1,
        why_not=tr("The table needs at least one measure."),
        group=tr_noop("Measures"),
    ),
    action(
        "last_unit",
        tr("Previous question"),
        ",",
        do=lambda desk: desk.live.breakdown.step(-1),
        when=lambda desk: desk.choice.view == TABLE,
        why_not=_ONLY_TABLE,
        group=_EXPLAIN,
        row=_UNITS,
        repeat=True,
    ),
    action(
        "next_unit",
        tr("Next question"),
        ".",
        do=lambda desk: desk.live.breakdown.step(1),
        when=lambda desk: desk.choice.view == TABLE,
        why_not=_ONLY_TABLE,
        group=_EXPLAIN,
        row=_UNITS,
        repeat=True,
    ),
    action(
        "show_unit",
        tr("Open the numbers behind it"),
        "Return",
        do=ScoresDesk.go_down,
        when=lambda desk: desk.choice.view != TABLE or desk.live.breakdown.unit is not None,
        group=_EXPLAIN,
    ),
    action(
        "whole",
        tr("Go back"),
        "Esc",
        do=ScoresDesk.go_back,
        when=lambda desk: desk.choice.view != TABLE or desk.live.breakdown.unit is not None or bool(desk.drill_down),
        group=_EXPLAIN,
    ),
    action(
        "cell_up",
        tr("Number above"),
        "Shift+Up",
        do=lambda desk: desk.page.step_cell(-1, 0),
        when=_has_cells,
        group=_EXPLAIN,
        row=_CELLS,
        repeat=True,
    ),
    action(
        "cell_down",
        tr("Number below"),
        "Shift+Down",
        do=lambda desk: desk.page.step_cell(1, 0),
        when=_has_cells,
        group=_EXPLAIN,
        row=_CELLS,
        repeat=True,
    ),
    action(
        "cell_left",
        tr("Number to the left"),
        "Shift+Left",
        do=lambda desk: desk.page.step_cell(0, -1),
        when=_has_cells,
        group=_EXPLAIN,
        row=_CELLS,
        repeat=True,
    ),
    action(
        "cell_right",
        tr("Number to the right"),
        "Shift+Right",
        do=lambda desk: desk.page.step_cell(0, 1),
        when=_has_cells,
        group=_EXPLAIN,
        row=_CELLS,
        repeat=True,
    ),
    action(
        "less", tr("Rows above"), "PgUp", do=lambda desk: _scroll_rows(desk, -1), group=_EXPLAIN, row=_ROWS, repeat=True
    ),
    action(
        "more",
        tr("Rows below"),
        "PgDown",
        do=lambda desk: _scroll_rows(desk, 1),
        group=_EXPLAIN,
        row=_ROWS,
        repeat=True,
    ),
    action(
        "gold",
        tr("Choose the gold standard"),
        shares=Shared.GOLD,
        do=lambda desk: desk.tools.gold.showPopup(),
        group=_WHAT,
    ),
    action(
        "beside",
        tr("Compare with another gold standard"),
        "B",
        do=lambda desk: desk.open_choice(desk.options.gold_columns),
        group=_WHAT,
    ),
    action(
        "any_beside",
        tr("Type measure and gold standard…"),
        "Shift+B",
        do=lambda desk: ask_gold_column(desk.window(), desk.bridge.session.catalog, desk.choice.toggle_gold_column),
        group=_WHAT,
    ),
    action(
        "questions",
        tr("Choose the questions"),
        shares=Shared.QUESTIONS,
        do=lambda desk: desk.tools.questions.showPopup(),
        group=_WHAT,
    ),
    action(
        "measure",
        tr("Choose a measure"),
        shares=Shared.MEASURE,
        do=lambda desk: desk.tools.measure.showPopup(),
        group=_WHAT,
    ),
    action(
        "any_measure",
        tr("Type a measure…"),
        "Shift+M",
        do=lambda desk: ask_measure(desk.window(), desk.bridge.session.catalog, desk.choice.name_measure),
        group=_WHAT,
    ),
    action(
        "any_gold",
        tr("Type a gold standard…"),
        "Shift+G",
        do=lambda desk: ask_gold(desk.window(), desk.bridge.session.catalog, desk.choice.name_gold),
        group=_WHAT,
    ),
    action(
        "unjudged",
        tr("Unjudged answers count as"),
        shares=Shared.UNJUDGED,
        do=lambda desk: desk.open_choice(desk.options.unjudged),
        when=_has_graded,
        why_not=_ONLY_GRADED,
        group=_WHAT,
    ),
    action(
        "people",
        tr("Rank judges and asker too"),
        "Shift+A",
        do=lambda desk: desk.open_choice(desk.options.people),
        when=_has_graded,
        why_not=_ONLY_GRADED,
        group=_WHAT,
    ),
    action(
        "test",
        tr("Choose the significance test"),
        "Shift+P",
        do=lambda desk: desk.open_choice(desk.options.test),
        when=lambda desk: desk.choice.view in TESTED,
        why_not=tr("The view shown has no significance test."),
        group=_WHAT,
    ),
    action(
        "correction",
        tr("Choose the correction"),
        "Shift+C",
        do=lambda desk: desk.open_choice(desk.options.correction),
        when=lambda desk: desk.choice.view == PAIRS and desk.choice.test != "tukey",
        why_not=tr("Only the table of all pairs has a correction: press {scores.view_pairs}."),
        group=_WHAT,
    ),
    action(
        "against",
        tr("Compare with the next one"),
        "X",
        do=_compare_next,
        when=lambda desk: desk.choice.view in COMPARING,
        why_not=tr("The view shown does not compare two runs."),
        group=_WHAT,
    ),
    action(
        "without",
        tr("Difficulty without the run"),
        "I",
        do=lambda desk: desk.choice.turn_without(),
        when=lambda desk: desk.choice.view in WITHOUT,
        why_not=tr("The view shown does not depend on the difficulty of questions."),
        group=_WHAT,
    ),
    action(
        "sort",
        tr("Sort the table"),
        shares=Shared.ORDER,
        do=lambda desk: desk.open_choice(desk.options.sort),
        when=lambda desk: desk.choice.view == TABLE,
        why_not=_ONLY_TABLE,
        group=_WHAT,
    ),
    action("find", tr("Find a run in the table"), shares=Shared.FIND, do=ScoresDesk.find_run, group=_RUN_GROUP),
    action("choices", tr("Show more choices"), do=lambda desk: desk.tools.more.toggle(), group=_WHAT),
    *(
        action(
            f"view_{one.name}",
            one.action,
            *filter(None, (one.key,)),
            shares=one.shares,
            do=partial(_show_view, name=one.name),
            group=_VIEW,
            row=one.title,
        )
        for one in VIEWS
    ),
    action(
        "copy",
        tr("Copy the table, unrounded"),
        "Ctrl+Shift+C",
        do=lambda desk: desk.table_export.copy("text"),
        when=lambda desk: desk.has_table,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "latex",
        tr("Copy the table as LaTeX"),
        "Ctrl+Shift+L",
        do=lambda desk: desk.table_export.copy("latex"),
        when=lambda desk: desk.has_table,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "markdown",
        tr("Copy the table as Markdown"),
        "Ctrl+Shift+M",
        do=lambda desk: desk.table_export.copy("markdown"),
        when=lambda desk: desk.has_table,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "export",
        tr("Export the table or the picture"),
        shares=Shared.EXPORT,
        do=lambda desk: desk.table_export.export(),
        when=lambda desk: desk.has_table,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
)
