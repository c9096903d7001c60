"""The actions of the Spaces desk."""

from functools import partial

from PySide6.QtWidgets import QAbstractSlider, QApplication

from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.spaces.desk import SpacesDesk

_RUNS, _LOOK, _WHAT_IF, _OUT = "Runs", "Picture", "What if", "Export"
_CHOOSE, _SHARE, _STEP = "Choose a run", "Class balance, or r", "Threshold, or mark of r"
_ZOOM, _PICTURE = "Zoom in or out", "Picture before or after"
_NAME = "Move the run's name"
_CLOSER = 1.25
_STEP_OF_NAME = 0.5
"""In type sizes of the name."""

action = ActionsOf[SpacesDesk](SpacesDesk.id)

ACTIONS: tuple[Action[SpacesDesk], ...] = (
    action("up", "Run above", "Up", do=lambda desk: desk.step_run(-1), group=_RUNS, row=_CHOOSE, repeat=True),
    action(
        "down", "Run below", "Down", do=lambda desk: desk.step_run(1), group=_RUNS, row=_CHOOSE, repeat=True
    ),
    action(
        "hide", "Hide or show the run", "Shift+H", do=lambda desk: desk.hide_run(desk.chosen), group=_RUNS
    ),
    action("only", "Only this run, or all", "I", do=lambda desk: desk.show_only(desk.chosen), group=_RUNS),
    action(
        "previous",
        "Picture before",
        "Shift+P",
        do=lambda desk: desk.tools.step_picture(-1),
        group=_LOOK,
        row=_PICTURE,
    ),
    action(
        "next", "Picture after", "P", do=lambda desk: desk.tools.step_picture(1), group=_LOOK, row=_PICTURE
    ),
    action(
        "zoom-in",
        "Zoom in",
        "+",
        "=",
        do=lambda desk: desk.zoom(_CLOSER),
        group=_LOOK,
        row=_ZOOM,
        repeat=True,
    ),
    action(
        "zoom-out",
        "Zoom out",
        "-",
        do=lambda desk: desk.zoom(1 / _CLOSER),
        group=_LOOK,
        row=_ZOOM,
        repeat=True,
    ),
    action(
        "zoom-reset",
        "Show the whole picture",
        "Home",
        do=lambda desk: desk.zoom(None),
        when=lambda _desk: not isinstance(QApplication.focusWidget(), QAbstractSlider),  # its own key
        group=_LOOK,
    ),
    *(
        action(
            f"name-{key.lower()}",
            f"Move the run's name {words}",
            f"Alt+{key}",
            do=partial(SpacesDesk.nudge_name, right=right, down=down),
            group=_LOOK,
            row=_NAME,
            repeat=True,
        )
        for key, words, right, down in (
            ("Left", "left", -_STEP_OF_NAME, 0.0),
            ("Right", "right", _STEP_OF_NAME, 0.0),
            ("Up", "up", 0.0, -_STEP_OF_NAME),
            ("Down", "down", 0.0, _STEP_OF_NAME),
        )
    ),
    action("name-free", "Place the run's name automatically", "Alt+Z", do=SpacesDesk.free_name, group=_LOOK),
    action("turn", "Swap the axes of one space", "R", do=lambda desk: desk.tools.turn_roc(), group=_LOOK),
    action(
        "area",
        "Show the area under the run",
        "A",
        do=lambda desk: desk.switch("area"),
        checked=lambda desk: desk.is_on("area"),
        group=_LOOK,
    ),
    action(
        "hull",
        "Show the convex hull",
        "X",
        do=lambda desk: desk.switch("hull"),
        checked=lambda desk: desk.is_on("hull"),
        group=_LOOK,
    ),
    action(
        "candidates",
        "Show candidates that were withheld",
        "C",
        do=lambda desk: desk.switch("candidates"),
        checked=lambda desk: desk.is_on("candidates"),
        group=_LOOK,
    ),
    action(
        "table",
        "Show the picture as a table",
        shares=Shared.TABLES,
        do=lambda desk: desk.switch("table"),
        checked=lambda desk: desk.is_on("table"),
        group=_LOOK,
    ),
    action(
        "less",
        "Less: class balance or r",
        "[",
        do=lambda desk: desk.what_if.step(-1),
        group=_WHAT_IF,
        row=_SHARE,
        repeat=True,
    ),
    action(
        "more",
        "More: class balance or r",
        "]",
        do=lambda desk: desk.what_if.step(1),
        group=_WHAT_IF,
        row=_SHARE,
        repeat=True,
    ),
    action("judged", "As judged", "0", do=lambda desk: desk.what_if.as_judged(), group=_WHAT_IF),
    action(
        "lower",
        "Lower threshold, or previous rank change",
        ",",
        do=lambda desk: desk.what_if.jump(-1),
        group=_WHAT_IF,
        row=_STEP,
        repeat=True,
    ),
    action(
        "higher",
        "Higher threshold, or next rank change",
        ".",
        do=lambda desk: desk.what_if.jump(1),
        group=_WHAT_IF,
        row=_STEP,
        repeat=True,
    ),
    action("export", "Export the picture", shares=Shared.EXPORT, do=SpacesDesk.export, group=_OUT),
    action("copy", "Copy the picture", "Ctrl+Shift+C", do=SpacesDesk.copy, group=_OUT),
)
