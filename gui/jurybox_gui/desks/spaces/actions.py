"""The keys of the Spaces desk, as data."""

from functools import partial

from jurybox_gui.actions.spec import ActionSpec

DESK = "spaces"
_RUNS, _LOOK, _WHAT_IF, _OUT = "Runs", "Picture", "What if", "Take away"
_CHOOSE, _SHARE, _STEP = "Choose a run", "Class balance, or r", "Threshold, or mark of r"
_ZOOM, _PICTURE = "Zoom in or out", "Picture before or after"

_spec = partial(ActionSpec.of, DESK)

ACTIONS = (
    _spec("up", "Run above", "Up", group=_RUNS, row=_CHOOSE, repeat=True),
    _spec("down", "Run below", "Down", group=_RUNS, row=_CHOOSE, repeat=True),
    _spec("hide", "Hide or show the run", "H", group=_RUNS),
    _spec("only", "Only this run, or all", "I", group=_RUNS),
    _spec("previous", "Picture before", "Shift+P", group=_LOOK, row=_PICTURE),
    _spec("next", "Picture after", "P", group=_LOOK, row=_PICTURE),
    _spec("zoom-in", "Zoom in", "+", "=", group=_LOOK, row=_ZOOM, repeat=True),
    _spec("zoom-out", "Zoom out", "-", group=_LOOK, row=_ZOOM, repeat=True),
    _spec("zoom-reset", "Show all of the picture", "Z", group=_LOOK),
    _spec("turn", "Turn the picture over", "O", group=_LOOK),
    _spec("area", "Area under the chosen run", "A", group=_LOOK, checkable=True),
    _spec("hull", "Convex hull of all runs", "X", group=_LOOK, checkable=True),
    _spec("candidates", "Candidates that were kept back", "C", group=_LOOK, checkable=True),
    _spec("table", "Picture as a table", "T", group=_LOOK, checkable=True),
    _spec("less", "Less: class balance or r", "[", group=_WHAT_IF, row=_SHARE, repeat=True),
    _spec("more", "More: class balance or r", "]", group=_WHAT_IF, row=_SHARE, repeat=True),
    _spec("judged", "As judged", "0", group=_WHAT_IF),
    _spec("lower", "Threshold down, or change of places before", ",", group=_WHAT_IF, row=_STEP, repeat=True),
    _spec("higher", "Threshold up, or change of places after", ".", group=_WHAT_IF, row=_STEP, repeat=True),
    _spec("export", "Export the picture", "E", group=_OUT),
    _spec("copy", "Copy the picture", "Ctrl+Shift+C", group=_OUT),
)
