"""The actions of the Spaces desk."""

from functools import partial

from PySide6.QtWidgets import QAbstractSlider, QApplication

from jurybox.language import tr, tr_noop
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.spaces.desk import SpacesDesk

_RUNS, _LOOK, _WHAT_IF, _OUT = tr_noop("Runs"), tr_noop("Picture"), tr_noop("What if"), tr_noop("Export")
_CHOOSE, _SHARE = tr_noop("Choose a run"), tr_noop("Class balance, or r")
_STEP = tr_noop("Threshold, or rank change")
_ZOOM, _PICTURE = tr_noop("Zoom in or out"), tr_noop("Previous or next picture")
_NAME = tr_noop("Move the run's name")
_CLOSER = 1.25
_STEP_OF_NAME = 0.5
"""In units of the name's type size."""


def _has_run(desk: SpacesDesk) -> bool:
    return desk.chosen is not None


_NO_RUN = tr("No run is chosen. Choose one with {spaces.down}.")
action = ActionsOf[SpacesDesk](SpacesDesk.id, here=lambda desk: desk.bridge.has_scores)

ACTIONS: tuple[Action[SpacesDesk], ...] = (
    action("up", tr("Run above"), "Up", do=lambda desk: desk.step_run(-1), group=_RUNS, row=_CHOOSE, repeat=True),
    action("down", tr("Run below"), "Down", do=lambda desk: desk.step_run(1), group=_RUNS, row=_CHOOSE, repeat=True),
    action(
        "hide",
        tr("Hide or show the run"),
        "Shift+H",
        do=lambda desk: desk.hide_run(desk.chosen),
        when=_has_run,
        why_not=_NO_RUN,
        group=_RUNS,
    ),
    action(
        "only",
        tr("Only this run, or all"),
        "I",
        do=lambda desk: desk.show_only(desk.chosen),
        when=_has_run,
        why_not=_NO_RUN,
        group=_RUNS,
    ),
    action(
        "previous",
        tr("Previous picture"),
        "Shift+P",
        do=lambda desk: desk.tools.step_picture(-1),
        group=_LOOK,
        row=_PICTURE,
    ),
    action("next", tr("Next picture"), "P", do=lambda desk: desk.tools.step_picture(1), group=_LOOK, row=_PICTURE),
    action("zoom-in", tr("Zoom in"), "+", "=", do=lambda desk: desk.zoom(_CLOSER), group=_LOOK, row=_ZOOM, repeat=True),
    action(
        "zoom-out", tr("Zoom out"), "-", do=lambda desk: desk.zoom(1 / _CLOSER), group=_LOOK, row=_ZOOM, repeat=True
    ),
    action(
        "zoom-reset",
        tr("Show the whole picture"),
        "Home",
        do=lambda desk: desk.zoom(None),
        when=lambda _desk: not isinstance(QApplication.focusWidget(), QAbstractSlider),  # its own key
        group=_LOOK,
    ),
    *(
        action(
            f"name-{key.lower()}",
            words,
            f"Alt+{key}",
            do=partial(SpacesDesk.nudge_name, right=right, down=down),
            when=_has_run,
            why_not=_NO_RUN,
            group=_LOOK,
            row=_NAME,
            repeat=True,
        )
        for key, words, right, down in (
            ("Left", tr("Move the run's name left"), -_STEP_OF_NAME, 0.0),
            ("Right", tr("Move the run's name right"), _STEP_OF_NAME, 0.0),
            ("Up", tr("Move the run's name up"), 0.0, -_STEP_OF_NAME),
            ("Down", tr("Move the run's name down"), 0.0, _STEP_OF_NAME),
        )
    ),
    action(
        "name-free",
        tr("Place the run's name automatically"),
        "Alt+Z",
        do=SpacesDesk.free_name,
        when=_has_run,
        why_not=_NO_RUN,
        group=_LOOK,
    ),
    action(
        "turn",
        tr("Swap the axes of one space"),
        "R",
        do=lambda desk: desk.tools.turn_roc(),
        when=lambda desk: desk.tools.has_roc,
        why_not=tr("The picture shown is not an ROC space."),
        group=_LOOK,
    ),
    action(
        "area",
        tr("Show the area under the run"),
        "A",
        do=lambda desk: desk.switch_mark("area"),
        checked=lambda desk: desk.is_on("area"),
        group=_LOOK,
    ),
    action(
        "hull",
        tr("Show the convex hull"),
        "X",
        do=lambda desk: desk.switch_mark("hull"),
        checked=lambda desk: desk.is_on("hull"),
        group=_LOOK,
    ),
    action(
        "candidates",
        tr("Show candidates that were withheld"),
        "C",
        do=lambda desk: desk.switch_mark("candidates"),
        checked=lambda desk: desk.is_on("candidates"),
        group=_LOOK,
    ),
    action(
        "table",
        tr("Show the picture as a table"),
        shares=Shared.TABLES,
        do=lambda desk: desk.switch("table"),
        checked=lambda desk: desk.is_on("table"),
        group=_LOOK,
    ),
    action(
        "less",
        tr("Less: class balance or r"),
        "[",
        do=lambda desk: desk.what_if.step(-1),
        group=_WHAT_IF,
        row=_SHARE,
        repeat=True,
    ),
    action(
        "more",
        tr("More: class balance or r"),
        "]",
        do=lambda desk: desk.what_if.step(1),
        group=_WHAT_IF,
        row=_SHARE,
        repeat=True,
    ),
    action("judged", tr("As judged"), "0", do=lambda desk: desk.what_if.as_judged(), group=_WHAT_IF),
    action(
        "lower",
        tr("Lower threshold, or previous rank change"),
        ",",
        do=lambda desk: desk.what_if.jump(-1),
        group=_WHAT_IF,
        row=_STEP,
        repeat=True,
    ),
    action(
        "higher",
        tr("Higher threshold, or next rank change"),
        ".",
        do=lambda desk: desk.what_if.jump(1),
        group=_WHAT_IF,
        row=_STEP,
        repeat=True,
    ),
    action("export", tr("Export the picture"), shares=Shared.EXPORT, do=SpacesDesk.export, group=_OUT),
    action("copy", tr("Copy the picture"), "Ctrl+Shift+C", do=SpacesDesk.copy, group=_OUT),
)
