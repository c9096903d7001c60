"""The keys of the nugget board, as data."""

from functools import partial

from jurybox_gui.actions.spec import Action, AnyAction

DESK = "nuggets"
DIGITS = tuple("1234567890")
_MOVE, _RESPONSES, _MATCH, _NUGGETS, _TEXT = "Nuggets", "Responses", "Match", "The list", "Text"


def match_action(digit: str) -> str:
    """Return the id of the action that matches the nugget with this number, 0 for the tenth."""
    return f"{DESK}.match{digit}"


_spec = partial(Action.of, DESK, menu="Judge")

ACTIONS: tuple[AnyAction, ...] = (
    _spec("above", "Nugget above", "Up", group=_MOVE, row="Choose a nugget", repeat=True),
    _spec("below", "Nugget below", "Down", group=_MOVE, row="Choose a nugget", repeat=True),
    _spec("unmatched", "Next nugget without a match", "Tab", group=_MOVE),
    _spec("yes", "The response holds it", "Y", group=_MATCH),
    _spec("partial", "It holds a part of it", "P", group=_MATCH),
    _spec("no", "It does not hold it", "X", group=_MATCH),
    _spec("clear", "Take the match back", "Backspace", group=_MATCH),
    _spec("undo", "Undo the last step", "Z", group=_MATCH),
    _spec("keep", "Keep what was sent back as it is", "O", group=_MATCH),
    *(
        Action(
            match_action(digit),
            f"Match nugget {digit}: yes, partial, no",
            DESK,
            (digit,),
            group=_MATCH,
            row="Match a nugget by its number",
            palette=False,
        )
        for digit in DIGITS
    ),
    _spec("note", "Note to this match", "N", group=_MATCH),
    _spec("note_last", "Note on the last match", "Shift+N", group=_MATCH),
    _spec("next", "Next open response", "Space", group=_RESPONSES),
    _spec("rest", 'Mark the rest "no" and continue', "Shift+X", group=_MATCH),
    _spec("right", "Next response", "Right", group=_RESPONSES, row="Go through the responses", repeat=True),
    _spec("left", "Previous response", "Left", group=_RESPONSES, row="Go through the responses", repeat=True),
    _spec("next_question", "Next question", "Ctrl+Down", group=_RESPONSES, row="Go to another question"),
    _spec("last_question", "Previous question", "Ctrl+Up", group=_RESPONSES, row="Go to another question"),
    _spec("new", "New nugget, from the marked words if there are any", "Ins", "I", group=_NUGGETS),
    _spec("vote", "Vital or okay", "V", group=_NUGGETS),
    _spec("edit", "Word this nugget anew", "E", group=_NUGGETS),
    _spec("split", "Split this nugget", "S", group=_NUGGETS),
    _spec("merge", "Mark this nugget, then merge it with another", "M", group=_NUGGETS),
    _spec("delete", "Take this nugget off the list", "Del", group=_NUGGETS),
    _spec("history", "What happened to this nugget", "H", group=_NUGGETS),
    _spec("more_words", "Mark more words", "Shift+Right", group=_TEXT, row="Mark words", repeat=True),
    _spec("fewer_words", "Mark fewer words", "Shift+Left", group=_TEXT, row="Mark words", repeat=True),
    _spec("words_on", "Begin to mark further on", "Ctrl+Right", group=_TEXT, row="Mark words", repeat=True),
    _spec(
        "words_back", "Begin to mark further back", "Ctrl+Left", group=_TEXT, row="Mark words", repeat=True
    ),
    _spec("queue", "Queue beside the board", "Ctrl+B", group=_RESPONSES, words=("sidebar",)),
    _spec("filter", "Show a part of the queue", "F", group=_RESPONSES, words=("filter",)),
    _spec("search", "Search the queue", "Ctrl+F", group=_RESPONSES, icon="search", words=("find",)),
    _spec("page_down", "Text further down", "PgDown", group=_TEXT, row="Move the text", repeat=True),
    _spec("page_up", "Text further up", "PgUp", group=_TEXT, row="Move the text", repeat=True),
    _spec("all", "All responses in one list, or one at a time", "T", group=_TEXT),
    _spec("beta", "Another beta for F", "B", group=_TEXT, help="How much recall weighs: 3 as in the paper."),
    _spec("leave", "Leave what was begun", "Esc", group=_TEXT),
)

_NOT_SAID = frozenset(f"{DESK}.{name}" for name in ("undo", "note", "note_last"))
LABELING = frozenset({spec.id for spec in ACTIONS if spec.group == _MATCH} - _NOT_SAID)
"""Actions that say something of the response shown: their keys count only once it is painted."""
