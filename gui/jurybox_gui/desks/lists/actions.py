"""The keys of the list desk, as data."""

from functools import partial

from jurybox_gui.actions.spec import Action, AnyAction
from jurybox_gui.desks.label_schemes import SCHEME_OF_KIND

DESK = "lists"
SCHEME = SCHEME_OF_KIND["list"]
_LABEL, _EQUAL, _MOVE, _KNOWN = "Label", "Equal answers", "Move", "Answer set"

_spec = partial(Action.of, DESK, menu="Judge")

ACTIONS: tuple[AnyAction, ...] = (
    *(
        Action(
            f"{DESK}.label.{place}",
            choice.name,
            DESK,
            (str(place), choice.letter),
            group=_LABEL,
            palette=False,
        )
        for place, choice in enumerate(SCHEME, start=1)
    ),
    _spec("clear", "Take the label back", "Backspace", group=_LABEL),
    _spec("undo", "Undo the last step", "Z", group=_LABEL),
    _spec("keep", "Keep what was sent back as it is", "O", group=_LABEL),
    _spec("defer", "Come back to it later", "D", group=_LABEL),
    _spec("junk", "Junk", "J", group=_LABEL),
    _spec("note", "Note to this answer", "N", group=_LABEL),
    _spec("note_last", "Note on the last label", "Shift+N", group=_LABEL),
    _spec("above", "Answer above", "Up", group=_MOVE, row="Choose an answer", repeat=True),
    _spec("below", "Answer below", "Down", group=_MOVE, row="Choose an answer", repeat=True),
    _spec("next", "Next open answer", "Space", group=_MOVE),
    _spec("next_question", "Next question", "Right", "Ctrl+Down", group=_MOVE, row="Go to another question"),
    _spec("last_question", "Previous question", "Left", "Ctrl+Up", group=_MOVE, row="Go to another question"),
    _spec("queue", "Queue beside the board", "Ctrl+B", group=_MOVE, words=("sidebar",)),
    _spec("filter", "Show a part of the queue", "F", group=_MOVE, words=("filter", "category", "deferred")),
    _spec("search", "Search the queue", "Ctrl+F", group=_MOVE, icon="search", words=("find",)),
    _spec("page_down", "Text further down", "PgDown", group=_MOVE, row="Move the text", repeat=True),
    _spec("page_up", "Text further up", "PgUp", group=_MOVE, row="Move the text", repeat=True),
    _spec("one_list", "One run's whole list at a time, unnamed", "V", group=_MOVE),
    _spec("mark", "Mark or unmark this answer", "M", group=_EQUAL),
    _spec("mark_below", "Mark on, going down", "Shift+Down", group=_EQUAL, row="Mark on", repeat=True),
    _spec("mark_above", "Mark on, going up", "Shift+Up", group=_EQUAL, row="Mark on", repeat=True),
    _spec("join", "They are one instance", "G", group=_EQUAL),
    _spec("accept", "Join with what looks alike", "A", group=_EQUAL),
    _spec("split", "Take out of the group", "S", group=_EQUAL),
    _spec("leave", "Unmark all", "Esc", group=_EQUAL),
    _spec("add", "Add an instance that no run returned", "Ins", "I", group=_KNOWN),
    _spec(
        "instance_below", "Next instance", "Ctrl+Right", group=_KNOWN, row="Choose an instance", repeat=True
    ),
    _spec(
        "instance_above",
        "Previous instance",
        "Ctrl+Left",
        group=_KNOWN,
        row="Choose an instance",
        repeat=True,
    ),
    _spec("into", "This answer is the chosen instance", "E", group=_KNOWN),
    _spec("remove", "Take the chosen instance out", "Del", group=_KNOWN),
)

_JOINS = frozenset(f"{DESK}.{name}" for name in ("join", "accept", "split", "into"))
_NOT_SAID = frozenset(f"{DESK}.{name}" for name in ("undo", "note", "note_last"))
LABELING = (_JOINS | {spec.id for spec in ACTIONS if spec.group == _LABEL}) - _NOT_SAID
"""Actions that say something of the answer one is at: their keys count only once it is painted."""
