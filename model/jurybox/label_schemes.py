"""Label schemes: the labels of an answer, a question or a nugget, with all their properties.

Nothing here imports other modules of Jurybox, so that files, gold standards, agreement and desks can all use
it. The schemes below are those of the papers: quality A, B, C (Sakai et al. 2010), correctness R, X, U, W
(Voorhees 2005), validation (Rodrigo et al. 2010), vital and okay nuggets and their matches (Voorhees 2005). A
collection may have others of its own (`jurybox.collection.own_schemes`).
"""

from dataclasses import dataclass, replace
from typing import Literal

from jurybox.language import tr, tr_noop, trc

Relevance = Literal["strict", "lenient", "no"]
Measurement = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True)
class Label:
    """One label: `word` as files and the log spell it, `name` as people read it.

    `grade`: what files of grades write for it; differences of interval scales are those of grades. `gain`:
    what an answer with it is worth in a ranking, from 0; None: its grade, 0 for a grade below 0. `relevance`:
    whether it counts as correct, or relevant, for a strict and a lenient gold standard, only for a lenient
    one, or never. `meaning` is the line on its button, `explained` its default guideline if the collection
    has none. `letter` is its key besides the digit of its position. `short` is its name on crowded buttons,
    "" if it is `name`.
    """

    word: str
    name: str
    meaning: str = ""
    explained: str = ""
    letter: str = ""
    short: str = ""
    grade: float = 0
    gain: float | None = None
    relevance: Relevance = "no"

    @property
    def worth(self) -> float:
        """Its gain in a ranking, from 0."""
        return max(0.0, float(self.grade)) if self.gain is None else self.gain


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """Labels of which one is given to a thing, the best first.

    `measurement`: nominal labels are alike or not; ordinal ones are steps of one scale, so that A and C are
    further apart than A and B; of interval ones the grades say how far.
    """

    name: str
    labels: tuple[Label, ...]
    measurement: Measurement = "nominal"

    @property
    def words(self) -> tuple[str, ...]:
        """The labels as files and the log spell them, the best first."""
        return tuple([label.word for label in self.labels])

    @property
    def is_ordinal(self) -> bool:
        """Whether its labels are steps of one scale."""
        return self.measurement != "nominal"

    @property
    def grades(self) -> tuple[float, ...]:
        """What files of grades write, label by label."""
        return tuple(float(label.grade) for label in self.labels)

    @property
    def intervals(self) -> tuple[float, ...]:
        """The grades of an interval scale, by which its labels are apart; empty for any other."""
        return self.grades if self.measurement == "interval" else ()

    def relevant(self, mapping: Literal["strict", "lenient"]) -> tuple[str, ...]:
        """Return the labels that count as correct for a strict or a lenient gold standard."""
        counts = ("strict",) if mapping == "strict" else ("strict", "lenient")
        return tuple(label.word for label in self.labels if label.relevance in counts)


CORRECTNESS = LabelScheme(
    "correctness",
    (
        Label(
            "correct",
            tr_noop("Correct"),
            tr_noop("and the text says so"),
            tr_noop("Right, complete, and the document says so."),
            letter="R",
            grade=1,
            relevance="strict",
        ),
        Label(
            "inexact",
            tr_noop("Inexact"),
            tr_noop("too much or too little"),
            tr_noop("The right answer is in it, but with words missing or too many."),
            letter="X",
            relevance="lenient",
        ),
        Label(
            "unsupported",
            tr_noop("Unsupported"),
            tr_noop("right, but not in the text"),
            tr_noop("Right, but the document does not say so."),
            letter="U",
        ),
        Label("incorrect", tr_noop("Incorrect"), tr_noop("not an answer"), tr_noop("Wrong."), letter="W"),
    ),
)
VALIDATION = LabelScheme(
    "validation",
    (
        Label(
            "correct",
            tr_noop("Correct"),
            tr_noop("and the text says so"),
            tr_noop("Right, and this text says so. Read only what is printed here."),
            letter="C",
            grade=1,
            relevance="strict",
        ),
        Label(
            "incorrect",
            tr_noop("Incorrect"),
            tr_noop("or not supported"),
            tr_noop("Wrong, or right but the text does not support it."),
            letter="I",
        ),
    ),
)
QUALITY = LabelScheme(
    "quality",
    (
        Label(
            "A",
            tr_noop("Fully answers"),
            tr_noop("nothing else needed"),
            tr_noop("Correct, and the asker needs nothing else."),
            letter="A",
            short=tr_noop("Fully"),
            grade=2,
            relevance="strict",
        ),
        Label(
            "B",
            tr_noop("Partly answers"),
            tr_noop("helps, incomplete"),
            tr_noop("Helps, but leaves out something asked for, or mixes right and wrong."),
            letter="B",
            short=tr_noop("Partly"),
            grade=1,
            relevance="strict",
        ),
        Label(
            "C",
            tr_noop("Does not answer"),
            tr_noop("wrong or off topic"),
            tr_noop("Wrong, off the point, a question back, or a joke."),
            letter="C",
            short=tr_noop("Not"),
        ),
    ),
    "ordinal",
)
QUESTION_QUALITY = LabelScheme(
    "question-quality",
    (
        Label(
            "A",
            tr_noop("Well asked"),
            tr_noop("A good question: clear, and somebody can answer it."),
            letter="A",
            grade=2,
        ),
        Label(
            "B",
            tr_noop("Answerable"),
            tr_noop("Unclear or too broad, but somebody can answer it."),
            letter="B",
            grade=1,
        ),
        Label(
            "C",
            tr_noop("No real question"),
            tr_noop("Nobody can answer it: no question at all, an advertisement, abuse."),
            letter="C",
        ),
    ),
    "ordinal",
)
IMPORTANCE = LabelScheme("importance", (Label("vital", tr_noop("Vital")), Label("okay", tr_noop("Okay"))))
SUPPORT = LabelScheme(
    "match", (Label("yes", tr_noop("Yes")), Label("partial", tr_noop("Partial")), Label("no", tr_noop("No"))), "ordinal"
)

ANSWER_LABELS: tuple[str, ...] = tuple(
    dict.fromkeys(word for scheme in (QUALITY, CORRECTNESS, VALIDATION) for word in scheme.words)
)
"""Every label that an answer of some kind of question can be given, each once."""

_OF_THE_PROGRAM = frozenset(
    label
    for scheme in (CORRECTNESS, VALIDATION, QUALITY, QUESTION_QUALITY, IMPORTANCE, SUPPORT)
    for label in scheme.labels
)


def shown_label(label: Label) -> Label:
    """Return a label with its texts in the language in force; those of a collection's own stay as typed."""
    if label not in _OF_THE_PROGRAM:
        return label
    return replace(
        label, name=tr(label.name), meaning=tr(label.meaning), explained=tr(label.explained), short=tr(label.short)
    )


_IN_SENTENCES = {
    "correct": trc("label", "correct"),
    "inexact": trc("label", "inexact"),
    "unsupported": trc("label", "unsupported"),
    "incorrect": trc("label", "incorrect"),
    "vital": trc("label", "vital"),
    "okay": trc("label", "okay"),
    "yes": trc("label", "yes"),
    "partial": trc("label", "partial"),
    "no": trc("label", "no"),
}


def label_word(word: str) -> str:
    """Return a label as sentences say it: one of the program's in the language in force, others as typed."""
    return _IN_SENTENCES.get(word, word)
