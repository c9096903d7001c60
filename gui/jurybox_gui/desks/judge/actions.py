"""The actions of the Judge desk as data: text, key, menu and the column of the key sheet."""

from functools import partial

from jurybox_gui.actions.spec import Action, AnyAction
from jurybox_gui.desks.label_schemes import LETTERS, QUESTION_QUALITY

_DESK = "judge"
_MENU = "Judge"
PLACES = 9
"""Digits that give a label, or in a reading test mark an option."""
QUALITIES = tuple(label for label, _, _ in QUESTION_QUALITY)
"""What a question itself can be called, each by its letter with Shift."""


def label_action(place: int) -> str:
    """Return the id of the action that gives the label at a place, from 0, of the scheme in use."""
    return f"judge.label.{place + 1}"


def letter_action(letter: str) -> str:
    """Return the id of the action that gives the label with this letter."""
    return f"judge.letter.{letter.lower()}"


def quality_action(label: str) -> str:
    """Return the id of the action that calls the question itself so."""
    return f"judge.question.{label.lower()}"


_spec = partial(Action.of, _DESK, menu=_MENU)

_LABELS: tuple[AnyAction, ...] = tuple(
    _spec(f"label.{n}", f"Give label {n}", str(n), group="Label", row="Labels, left to right", menu="")
    for n in range(1, PLACES + 1)
)
_BY_LETTER: tuple[AnyAction, ...] = tuple(
    _spec(
        f"letter.{letter.lower()}",
        f"Give label {letter}",
        letter,
        group="Label",
        row="Cannot tell" if letter == "K" else "Labels, by their letters",
        menu="",
        palette=False,
    )
    for letter in LETTERS
)
_OF_QUESTION: tuple[AnyAction, ...] = (
    *(
        _spec(
            f"question.{label.lower()}",
            f"Question: {name.lower()}",
            f"Shift+{label}",
            group="Question",
            words=("quality", "rate", "good question", label),
        )
        for label, name, _ in QUESTION_QUALITY
    ),
    _spec("question.clear", "Question: no rating", "Shift+Backspace", group="Question"),
    _spec("whole", "Whole question, or less", "Q", group="Question", words=("open", "more")),
)
_SEVERAL: tuple[AnyAction, ...] = (
    _spec("mark", "Mark this answer", "M", group="Several", words=("group",)),
    _spec("mark-alike", "Mark all like it", "Shift+M", group="Several", words=("group",)),
    _spec("unmark", "Take marks away", "Esc", group="Several", words=("group",)),
)
_SAID: tuple[AnyAction, ...] = (
    _spec("defer", "Defer: come back to it at the end", "D", group="Label", icon="defer", words=("later",)),
    _spec("skip", "Skip: leave it to others", "S", group="Label", icon="skip"),
    _spec("junk", "Junk: no answer at all", "J", group="Label", icon="junk", words=("spam",)),
    _spec("clear", "Clear the label", "Backspace", group="Label"),
    _spec("undo", "Undo the last label", "Z", group="Label", icon="undo", menu=""),
    _spec("note", "Note, Esc leaves it", "N", group="Label", icon="note"),
    _spec("note-last", "Note on the last label", "Shift+N", group="Label", icon="note"),
)
_MOVES: tuple[AnyAction, ...] = (
    _spec("next-open", "Next unjudged answer", "Space", group="Move"),
    _spec("next", "Next answer", "Down", group="Move", row="Next, previous answer", repeat=True),
    _spec("previous", "Previous answer", "Up", group="Move", row="Next, previous answer", repeat=True),
    _spec(
        "next-question", "Next question", "Right", group="Move", row="Next, previous question", repeat=True
    ),
    _spec(
        "previous-question",
        "Previous question",
        "Left",
        group="Move",
        row="Next, previous question",
        repeat=True,
    ),
    _spec("first-open", "First open answer", "Home", group="Move", row="First, last open"),
    _spec("last-open", "Last open answer", "End", group="Move", row="First, last open"),
    _spec("back", "Your labels, step back", "H", group="Move", words=("history",)),
    _spec("same", "Same answer, other text", "E", group="Move"),
    _spec("filter", "Show a part of the queue", "F", group="Move", words=("filter", "category", "deferred")),
    _spec(
        "settle",
        "Settle the ranking soonest",
        "O",
        group="Move",
        checkable=True,
        words=("next best answer", "order", "minimal test collections"),
    ),
    _spec("search", "Search the queue", "Ctrl+F", group="Move", icon="search", words=("find",)),
)
_READS: tuple[AnyAction, ...] = (
    _spec("larger", "Text larger", "+", group="Read", row="Text larger, smaller", repeat=True),
    _spec("smaller", "Text smaller", "-", group="Read", row="Text larger, smaller", repeat=True),
    _spec("page-down", "Scroll down", "PgDn", group="Read", row="Scroll the text", menu="", repeat=True),
    _spec("page-up", "Scroll up", "PgUp", group="Read", row="Scroll the text", menu="", repeat=True),
    _spec("find", "Find in the text", "/", group="Read", icon="search"),
    _spec("next-hit", "Next occurrence", ".", group="Read", row="Next, previous occurrence", repeat=True),
    _spec(
        "previous-hit", "Previous occurrence", ",", group="Read", row="Next, previous occurrence", repeat=True
    ),
    _spec("document", "Whole document", "T", group="Read", icon="document", checkable=True),
    _spec("wide", "Wider text column", "V", group="Read", checkable=True),
    _spec("guidelines", "Guidelines", "G", group="Read", checkable=True),
    _spec(
        "patterns",
        "Propose labels by answer patterns\u2026",
        group="Read",
        checkable=True,
        words=("regular expression", "regex"),
    ),
    _spec("strip", "Ranking beside the answer", "L", group="Read", checkable=True, words=("live", "strip")),
)

JUDGE_ACTIONS: tuple[AnyAction, ...] = (
    *_LABELS,
    *_BY_LETTER,
    *_SAID,
    *_OF_QUESTION,
    *_SEVERAL,
    *_MOVES,
    *_READS,
)

LABELING: frozenset[str] = frozenset(
    spec.id
    for spec in (*_LABELS, *_BY_LETTER, *_SAID, *_OF_QUESTION, *_SEVERAL)
    if spec.id not in {"judge.undo", "judge.note", "judge.note-last", "judge.whole", "judge.unmark"}
)
"""Actions that say something of the answer shown: their keys count only once it is painted."""
