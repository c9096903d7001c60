"""The keys of the Studies desk, as data."""

from functools import partial

from jurybox_gui.actions.spec import ActionSpec

DESK = "studies"
_ASK, _LIST, _SEE, _OUT = "A new study", "Studies", "Result", "Take away"

_spec = partial(ActionSpec.of, DESK)

ACTIONS = (
    _spec("run", "Do this study", "R", group=_ASK),
    _spec("study", "Choose the study", "S", group=_ASK),
    _spec("measure", "Choose the measures", "M", group=_ASK),
    _spec("variant", "Choose the variant", "V", group=_ASK),
    _spec("margin", "Choose what the margin is a share of", "G", group=_ASK),
    _spec("trials", "How many trials", "N", group=_ASK),
    _spec("size", "How large the sets are", "Z", group=_ASK),
    _spec("seed", "The seed of what is drawn by lot", "D", group=_ASK),
    _spec("above", "Study above", "Up", group=_LIST, row="Choose a study", repeat=True),
    _spec("below", "Study below", "Down", group=_LIST, row="Choose a study", repeat=True),
    _spec("stop", "Stop this study", "Esc", group=_LIST),
    _spec("keep", "Keep it in the collection", "K", group=_LIST),
    _spec("forget", "Take it off the list, and out of the collection", "Del", group=_LIST),
    _spec("again", "Do it again with today's judgments", "A", group=_LIST),
    _spec("table", "As a table, or as a picture", "T", group=_SEE),
    _spec("beside", "Hold it beside the others, or let it go", "P", group=_SEE),
    _spec("export", "Export the picture or its data", "E", group=_OUT),
    _spec("copy", "Copy the table as text", "Ctrl+Shift+C", group=_OUT),
    _spec("latex", "Copy the table as LaTeX", "L", group=_OUT),
)
