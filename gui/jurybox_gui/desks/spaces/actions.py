"""The keys of the Spaces desk, as data."""

from jurybox_gui.actions.spec import ActionSpec

_RUNS, _LOOK, _WHAT_IF, _OUT = "Runs", "Picture", "What if", "Take away"
_CHOOSE, _SHARE, _STEP = "Choose a run", "Class balance, or r", "Threshold, or mark of r"
_ZOOM, _PICTURE = "Zoom in or out", "Picture before or after"


def _spec(
    name: str,
    text: str,
    keys: tuple[str, ...],
    group: str,
    row: str = "",
    *,
    repeat: bool = False,
    on: bool = False,
) -> ActionSpec:
    return ActionSpec(
        f"spaces.{name}", text, "spaces", keys, group=group, row=row, repeat=repeat, checkable=on
    )


ACTIONS = (
    _spec("up", "Run above", ("Up",), _RUNS, _CHOOSE, repeat=True),
    _spec("down", "Run below", ("Down",), _RUNS, _CHOOSE, repeat=True),
    _spec("hide", "Hide or show the run", ("H",), _RUNS),
    _spec("only", "Only this run, or all", ("I",), _RUNS),
    _spec("previous", "Picture before", ("Shift+P",), _LOOK, _PICTURE),
    _spec("next", "Picture after", ("P",), _LOOK, _PICTURE),
    _spec("zoom-in", "Zoom in", ("+", "="), _LOOK, _ZOOM, repeat=True),
    _spec("zoom-out", "Zoom out", ("-",), _LOOK, _ZOOM, repeat=True),
    _spec("zoom-reset", "Show all of the picture", ("Z",), _LOOK),
    _spec("turn", "Turn the picture over", ("O",), _LOOK),
    _spec("area", "Area under the chosen run", ("A",), _LOOK, on=True),
    _spec("hull", "Convex hull of all runs", ("X",), _LOOK, on=True),
    _spec("candidates", "Candidates that were kept back", ("C",), _LOOK, on=True),
    _spec("table", "Picture as a table", ("T",), _LOOK, on=True),
    _spec("less", "Less: class balance or r", ("[",), _WHAT_IF, _SHARE, repeat=True),
    _spec("more", "More: class balance or r", ("]",), _WHAT_IF, _SHARE, repeat=True),
    _spec("judged", "As judged", ("0",), _WHAT_IF),
    _spec("lower", "Threshold down, or change of places before", (",",), _WHAT_IF, _STEP, repeat=True),
    _spec("higher", "Threshold up, or change of places after", (".",), _WHAT_IF, _STEP, repeat=True),
    _spec("export", "Export the picture", ("E",), _OUT),
    _spec("copy", "Copy the picture", ("Ctrl+Shift+C",), _OUT),
)
