"""What every label is called: those of each kind of question from left to right, and the others."""

from collections.abc import Iterable
from dataclasses import dataclass

from jurybox.collection.entries import STATES
from jurybox.kinds import KINDS


@dataclass(frozen=True, slots=True)
class LabelChoice:
    """One label: `word` as the log spells it, and how it is shown.

    `meaning` is the line on the button, `explained` what the guidelines say where the collection says
    nothing itself. `letter` is its key beside the digit of its place. `short` is its name where buttons are
    close together, "" if that is `name`.
    """

    word: str
    name: str
    meaning: str = ""
    explained: str = ""
    letter: str = ""
    short: str = ""

    @property
    def is_state(self) -> bool:
        """Whether it is given instead of a label."""
        return self.word in STATES


_CANNOT_TELL = LabelChoice(
    "cannot-tell",
    "Cannot tell",
    "text unusable",
    "The text is cut off, or in a language you do not read.",
    "K",
)
_CORRECTNESS = {
    "correct": LabelChoice(
        "correct", "Correct", "and the text says so", "Right, complete, and the document says so.", "R"
    ),
    "inexact": LabelChoice(
        "inexact",
        "Inexact",
        "too much or too little",
        "The right answer is in it, but with words missing or too many.",
        "X",
    ),
    "unsupported": LabelChoice(
        "unsupported", "Unsupported", "right, text silent", "Right, but the document does not say so.", "U"
    ),
    "incorrect": LabelChoice("incorrect", "Incorrect", "not an answer", "Wrong.", "W"),
}
_VALIDATION = {
    "correct": LabelChoice(
        "correct",
        "Correct",
        "and the text says so",
        "Right, and this text says so. Read only what is printed here.",
        "C",
    ),
    "incorrect": LabelChoice(
        "incorrect",
        "Incorrect",
        "or not supported",
        "Wrong, or right but the text does not support it.",
        "I",
    ),
}
_QUALITY = {
    "A": LabelChoice(
        "A",
        "Fully answers",
        "nothing else needed",
        "Correct, and the asker needs nothing else.",
        "A",
        "Fully",
    ),
    "B": LabelChoice(
        "B",
        "Partly answers",
        "helps, incomplete",
        "Helps, but leaves out something asked for, or mixes right and wrong.",
        "B",
        "Partly",
    ),
    "C": LabelChoice(
        "C",
        "Does not answer",
        "wrong or off topic",
        "Wrong, off the point, a question back, or a joke.",
        "C",
        "Not",
    ),
}
_WORDS = {"correctness": _CORRECTNESS, "quality": _QUALITY, "validation": _VALIDATION}

SCHEME_OF_KIND: dict[str, tuple[LabelChoice, ...]] = {
    kind.name: (*(_WORDS[kind.label_scheme][label] for label in kind.labels), _CANNOT_TELL)
    for kind in KINDS.values()
}
"""What the keys 1, 2, 3 ... give for an answer to a question of this kind."""

QUESTION_QUALITY = (
    LabelChoice("A", "Well asked", "A good question: clear, and somebody can answer it.", letter="A"),
    LabelChoice("B", "Answerable", "Unclear or too broad, but somebody can answer it.", letter="B"),
    LabelChoice(
        "C",
        "No real question",
        "Nobody can answer it: no question at all, an advertisement, abuse.",
        letter="C",
    ),
)
"""What a question itself can be called."""

IMPORTANCE = (LabelChoice("vital", "Vital"), LabelChoice("okay", "Okay"))
"""What a nugget can be called."""

SUPPORT = (LabelChoice("yes", "Yes"), LabelChoice("partial", "Partial"), LabelChoice("no", "No"))
"""Whether a response holds a nugget."""

GOOD = "A"
"""What a good question is called."""

LETTERS: tuple[str, ...] = ("A", "B", "C", "I", "R", "X", "U", "W", "K")
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


def name_among(choices: Iterable[LabelChoice], word: str) -> str:
    """Return what one of these labels or a state is called to people."""
    names = {choice.word: choice.name for choice in choices} | STATE_NAMES
    return names.get(word, word)
