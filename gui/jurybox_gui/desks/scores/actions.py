"""The keys of the Scores desk, as data."""

from functools import partial

from jurybox_gui.actions.spec import ActionSpec
from jurybox_gui.desks.scores.views import VIEWS

DESK = "scores"
_RUNS, _MEASURES = "Choose a run", "Choose a measure"
_UNITS, _ROWS = "Take one question apart", "Move through the rows"
_CELLS = "Choose a number of another view"
_EXPLAIN, _WHAT, _VIEW, _OUT = "Explain", "What is scored", "Views", "Take away"

_spec = partial(ActionSpec.of, DESK)

ACTIONS = (
    _spec("up", "Run above", "Up", group="Runs", row=_RUNS, repeat=True),
    _spec("down", "Run below", "Down", group="Runs", row=_RUNS, repeat=True),
    _spec("left", "Measure before", "Left", group="Measures", row=_MEASURES, repeat=True),
    _spec("right", "Measure after", "Right", group="Measures", row=_MEASURES, repeat=True),
    _spec("less_measures", "Leave this measure out", "Del", group="Measures"),
    _spec("last_unit", "Question before", ",", group=_EXPLAIN, row=_UNITS, repeat=True),
    _spec("next_unit", "Next question", ".", group=_EXPLAIN, row=_UNITS, repeat=True),
    _spec(
        "show_unit",
        "Show what is behind: the question on Judge, the questions of a number",
        "Return",
        group=_EXPLAIN,
    ),
    _spec("whole", "Go back: explain the whole score again, back to the table", "Esc", group=_EXPLAIN),
    _spec("cell_up", "Number above", "Shift+Up", group=_EXPLAIN, row=_CELLS, repeat=True),
    _spec("cell_down", "Number below", "Shift+Down", group=_EXPLAIN, row=_CELLS, repeat=True),
    _spec("cell_left", "Number to the left", "Shift+Left", group=_EXPLAIN, row=_CELLS, repeat=True),
    _spec("cell_right", "Number to the right", "Shift+Right", group=_EXPLAIN, row=_CELLS, repeat=True),
    _spec("less", "Rows above", "PgUp", group=_EXPLAIN, row=_ROWS, repeat=True),
    _spec("more", "Rows below", "PgDown", group=_EXPLAIN, row=_ROWS, repeat=True),
    _spec("gold", "Choose the gold standard", "G", group=_WHAT),
    _spec("beside", "Show another gold standard beside it", "B", group=_WHAT),
    _spec("any_beside", "Type a measure under another gold standard", "Shift+B", group=_WHAT),
    _spec("questions", "Choose the questions", "Q", group=_WHAT),
    _spec("measure", "Choose a measure", "M", group=_WHAT),
    _spec("any_measure", "Type a measure with its parameters", "Shift+M", group=_WHAT),
    _spec("any_gold", "Type a gold standard with its weights", "Shift+G", group=_WHAT),
    _spec("unjudged", "Choose what unjudged answers count", "U", group=_WHAT),
    _spec("people", "Rank judges and the asker with the runs", "N", group=_WHAT),
    _spec("against", "Choose what to compare with: a run, or another measure", "X", group=_WHAT),
    _spec("without", "Leave the chosen run out of how hard questions are", "I", group=_WHAT),
    *(_spec(f"view_{one.name}", one.action, one.key, group=_VIEW) for one in VIEWS),
    _spec("copy", "Copy the table as text", "Ctrl+Shift+C", group=_OUT),
    _spec("latex", "Copy the table as LaTeX", "Ctrl+Shift+L", group=_OUT),
    _spec("markdown", "Copy the table as Markdown", "Ctrl+Shift+M", group=_OUT),
    _spec("export", "Export the table or the picture", "E", group=_OUT),
)
