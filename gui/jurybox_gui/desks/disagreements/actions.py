"""The keys of the Disagreements desk, as data."""

from functools import partial

from jurybox_gui.actions.spec import ActionSpec
from jurybox_gui.desks.schemes import LETTERS

DESK = "disagreements"
PLACES = 10
"""Digits that decide, or choose whom something is sent back to; 0 is the tenth."""
_DECIDE, _MOVE, _SHOWN = "Label", "Move", "What is shown"


def place_action(place: int) -> str:
    """Return the id of the action that gives the choice at a place, from 0."""
    return f"{DESK}.give.{place + 1}"


def place_key(place: int) -> str:
    """Return the digit of a place, from 0; none beyond the tenth."""
    return str((place + 1) % PLACES) if place < PLACES else ""


def letter_action(letter: str) -> str:
    """Return the id of the action that gives the label with this letter."""
    return f"{DESK}.letter.{letter.lower()}"


_spec = partial(ActionSpec.of, DESK)

ACTIONS = (
    *(
        _spec(
            f"give.{n}",
            f"Decide for {n}",
            place_key(n - 1),
            group=_DECIDE,
            row="Decide, left to right",
            palette=False,
        )
        for n in range(1, PLACES + 1)
    ),
    *(
        _spec(
            f"letter.{letter.lower()}",
            f"Decide for {letter}",
            letter,
            group=_DECIDE,
            row="Decide, by letters",
            palette=False,
        )
        for letter in LETTERS
    ),
    _spec("majority", "Decide for the majority", "Return", group=_DECIDE),
    _spec("clear", "Take the decision back", "Backspace", group=_DECIDE),
    _spec("note", "Note to the decision, Esc leaves it", "N", group=_DECIDE),
    _spec("back", "Send back to an assessor", "S", group=_DECIDE),
    _spec("leave", "Leave", "Esc", group=_DECIDE),
    _spec("next", "Next open one", "Space", group=_MOVE),
    _spec("up", "Row above", "Up", group=_MOVE, row="Row above, below", repeat=True),
    _spec("down", "Row below", "Down", group=_MOVE, row="Row above, below", repeat=True),
    _spec("open", "Open the question", "Right", group=_MOVE, row="Open, close a question"),
    _spec("close", "Close the question", "Left", group=_MOVE, row="Open, close a question"),
    _spec("first", "First row", "Home", group=_MOVE, row="First, last row"),
    _spec("last", "Last row", "End", group=_MOVE, row="First, last row"),
    _spec("page_down", "Text further down", "PgDown", group=_MOVE, row="Move the text", repeat=True),
    _spec("page_up", "Text further up", "PgUp", group=_MOVE, row="Move the text", repeat=True),
    _spec("judge", "Show this answer on Judge", "J", group=_MOVE),
    _spec("order", "Choose the order", "O", group=_SHOWN),
    _spec("again", "Put everything in order anew", "F5", "Y", group=_SHOWN),
    _spec("measure", "Choose the measure", "M", group=_SHOWN),
    _spec("gold", "Choose the gold standard", "G", group=_SHOWN),
    _spec("adjudicated", "Switch to Adjudicated, where decisions count", "D", group=_SHOWN),
    _spec("questions", "Choose the questions", "Q", group=_SHOWN),
    _spec("find", "Find questions by name or words", "/", group=_SHOWN),
    _spec("state", "Open ones, settled ones or all", "F", group=_SHOWN),
    _spec("what", "Choose what kind of thing", "H", group=_SHOWN),
    _spec("one", "Only where somebody differs", "P", group=_SHOWN, row="Choose two assessors"),
    _spec("other", "from somebody", "Shift+P", group=_SHOWN, row="Choose two assessors"),
    _spec("agreement", "Agreement in figures, and back", "T", group=_SHOWN),
    _spec("part", "Another table of agreement", "L", group=_SHOWN),
    _spec("scheme", "Agreement on something else", "E", group=_SHOWN),
    _spec("sort", "Sort the figures by the next column", "V", group=_SHOWN, row="Sort the figures"),
    _spec("reverse", "the other way round", "Shift+V", group=_SHOWN, row="Sort the figures"),
)
