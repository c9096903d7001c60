"""What a generated collection is to be: its options, the headers of its tables, and its hidden truth."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from generator_texts import Text
from numpy.typing import NDArray

Kind = Literal["validation", "factoid", "list", "other", "ranked"]
Grades = NDArray[np.int64]

STRETCH = 50_000
"""Answers drawn at a time."""
NIL_EVERY = 10
"""Of so many factoid questions, the last has no known answer."""
PURPOSES = ("truth", "looks", "silence", "labels", "adjudication", "times", "nuggets", "matches")
LABELS: dict[Kind, tuple[str, ...]] = {
    "validation": ("incorrect", "correct"),
    "factoid": ("incorrect", "unsupported", "inexact", "correct"),
    "list": ("incorrect", "unsupported", "inexact", "correct"),
    "other": ("no", "yes"),
    "ranked": ("C", "B", "A"),
}
"""What the grades 0, 1, ... of answers are called; in "other" questions, whether a nugget is matched."""

_COMMON = {
    "runs": "run,team,description",
    "assessors": "assessor,kind,panel",
    "assignments": "assessor,question,answer",
}
_JUDGED = {"judgments": "assessor,question,answer,label,state,note,seconds_active,judged_at,kind"}
_SERIES = {
    "questions": "question,kind,text,series,target,target_type,position,category,nil_correct,lang",
    "answers": "question,answer,text,document,support",
    "responses": "run,question,rank,answer,answered,confidence,score",
    **_COMMON,
}
HEADERS: dict[Kind, dict[str, str]] = {
    "validation": {
        "questions": "question,kind,text,category,lang",
        "answers": "question,answer,text,document,support",
        "responses": "run,question,rank,answer,decision,selected,confidence,score",
        **_COMMON,
        **_JUDGED,
    },
    "factoid": {**_SERIES, **_JUDGED, "times": "run,question,seconds"},
    "list": {**_SERIES, **_JUDGED, "distinct": "question,answer,group", "instances": "question,group,text"},
    "other": {
        **_SERIES,
        "nuggets": "question,nugget,text,importance,assessor",
        "matches": "assessor,question,answer,nugget,support",
    },
    "ranked": {
        "questions": "question,kind,text,category,lang",
        "answers": "question,answer,text,author,posted_at,best",
        "responses": "run,question,rank,answer,answered,confidence,score",
        **_COMMON,
        **_JUDGED,
    },
}
"""The tables of a collection of each kind, with their header lines."""


class Stretch(NamedTuple):
    """Questions that are drawn together: which stretch it is, its first question, how many it has."""

    at: int
    first: int
    size: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The options of a collection; shares are in [0, 1], counts not negative, ValueError otherwise.

    `judged` is the share of labels given, `correct` that of right answers, `abstain` that of answers or
    questions on which a run keeps silent.
    """

    kind: Kind = "validation"
    questions: int = 100
    answers_per_question: int = 6
    runs: int = 4
    assessors: int = 3
    judged: float = 0.9
    correct: float = 0.08
    seed: int = 0
    abstain: float = 0.0
    text: Text = "short"

    def __post_init__(self) -> None:
        for name, known in (("kind", get_args(Kind)), ("text", get_args(Text))):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is one of {', '.join(known)}, not {getattr(self, name)!r}")
        for name in ("questions", "runs", "assessors", "seed"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is 0 or more, not {getattr(self, name)}")
        if self.answers_per_question < 1:
            raise ValueError(f"answers_per_question is 1 or more, not {self.answers_per_question}")
        for name in ("judged", "correct", "abstain"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a share from 0 to 1, not {getattr(self, name)}")

    def stretches(self) -> Iterator[Stretch]:
        """Cut the questions into stretches of about equally many answers."""
        size = max(1, STRETCH // self.answers_per_question)
        for at, first in enumerate(range(0, self.questions, size)):
            yield Stretch(at, first, min(size, self.questions - first))

    def draws(self, purpose: str, *where: int) -> np.random.Generator:
        """Open the random numbers of one purpose at one place."""
        return np.random.default_rng([self.seed, PURPOSES.index(purpose), *where])

    def truth(self, stretch: Stretch) -> Grades:
        """Return the grade of every answer of a stretch, one row for each question (see `LABELS`).

        The highest grade has the share `correct`, each one between it and the lowest half as much.
        """
        top = len(LABELS[self.kind]) - 1
        shares = np.cumsum([self.correct, *[self.correct / 2] * (top - 1)])
        drawn = self.draws("truth", stretch.at).random((stretch.size, self.answers_per_question))
        grades = np.maximum(top - np.searchsorted(shares, drawn, side="right"), 0)
        if self.kind == "factoid":
            grades[nil_correct(np.arange(stretch.first, stretch.first + stretch.size))] = 0
        return grades


def nil_correct(questions: Grades) -> NDArray[np.bool_]:
    """Return which factoid questions have no known answer, so that NIL is correct."""
    last: NDArray[np.bool_] = questions % NIL_EVERY == NIL_EVERY - 1
    return last
