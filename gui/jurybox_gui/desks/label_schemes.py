"""What every label is called: those of each kind of question from left to right, and the others."""

from collections.abc import Iterable

from jurybox.collection.entries import STATES
from jurybox.kinds import KINDS
from jurybox.label_schemes import QUESTION_QUALITY, Label

_CANNOT_TELL = Label(
    "cannot-tell",
    "Cannot tell",
    "text unusable",
    "The text is cut off, or in a language you do not read.",
    "K",
)

SCHEME_OF_KIND: dict[str, tuple[Label, ...]] = {
    kind.name: (*kind.label_scheme.labels, _CANNOT_TELL) for kind in KINDS.values()
}
"""What the keys 1, 2, 3 ... give for an answer to a question of this kind."""

GOOD = "A"
"""What a good question is called."""

LETTERS: tuple[str, ...] = tuple(
    sorted(
        {
            choice.letter
            for choices in (*SCHEME_OF_KIND.values(), QUESTION_QUALITY.labels)
            for choice in choices
        }
    )
)
"""Every letter that gives a label in some scheme."""

OPEN = frozenset(("", "conflict", "deferred"))
"""The label of an answer that waits for one, in the words of `label_of`."""

STATE_NAMES: dict[str, str] = {
    "deferred": "Deferred",
    "skipped": "Skipped",
    "junk": "Junk",
    "cannot-tell": "Cannot tell",
    "conflict": "Two labels",
}


def name_of(word: str, kind: str) -> str:
    """Return what the label of an answer or a state is called to people, for a kind of question."""
    return name_among(SCHEME_OF_KIND[kind], word)


def name_among(choices: Iterable[Label], word: str) -> str:
    """Return what one of these labels or a state is called to people."""
    names = {choice.word: choice.name for choice in choices} | STATE_NAMES
    return names.get(word, word)


def is_state(label: Label) -> bool:
    """Return whether it is given instead of a label, such as *cannot tell*."""
    return label.word in STATES
