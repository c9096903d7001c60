"""The answers of every question: drawn from its own passage, from its neighbors and from elsewhere."""

import unicodedata
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from demo_validation.source import LongText, Passage, compose, stream

T = TypeVar("T")

RIGHT_QUESTIONS = 75
"""Questions among whose answers the right one is found; systems missed it for the others."""
SECOND_RIGHT = 5
"""Questions with the right answer in two wordings."""
SIZES = (5, 6, 6, 6, 7, 7, 8)
"""How many answers a question gets, drawn evenly."""

LONGEST_PROSE = 2000
"""Longer passages stay with their own question."""


@dataclass(frozen=True)
class Candidate:
    """An answer before it is chosen; `kind` says how it came about and is never exported."""

    kind: str
    text: str
    document: str
    support: str


@dataclass(frozen=True)
class Answer:
    """One answer of the demo with the text that is to support it."""

    question: str
    name: str
    text: str
    document: str
    support: str
    kind: str
    asked: str
    lang: str
    visitor: bool

    @property
    def correct(self) -> bool:
        """Whether the answer is right, given its text."""
        return self.kind == "right"


def shuffled(items: list[T], rng: Random) -> list[T]:
    """Mix the items (by sorted draws, which every Python version does alike)."""
    keys = [rng.random() for _ in items]
    return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]


def question_order(passages: list[Passage]) -> dict[str, Passage]:
    """Question names V001, V002, ... in a mixed order, each with the passage that answers it."""
    mixed = shuffled(passages, stream("question order"))
    return {f"V{number:03d}": passage for number, passage in enumerate(mixed, start=1)}


def build_answers(passages: list[Passage], long_texts: list[LongText]) -> list[Answer]:
    """All answers, question by question, in the order in which they stand in the tables."""
    found = _found_questions(passages, long_texts)
    answers: list[Answer] = []
    for name, passage in question_order(passages).items():
        rng = stream(f"answers of {passage.key}")
        chosen = [_long_candidate(item, passages) for item in long_texts if item.key == passage.key]
        chosen += _choose(passage, passages, found.get(passage.key, 0), len(chosen), rng)
        for number, candidate in enumerate(shuffled(chosen, rng), start=1):
            answers.append(_answer(f"{name}-{number}", name, passage, candidate))
    return answers


def _answer(name: str, question: str, passage: Passage, candidate: Candidate) -> Answer:
    own = candidate.support == passage.text
    return Answer(
        question=question,
        name=name,
        text=candidate.text,
        document=candidate.document,
        support=candidate.support,
        kind=candidate.kind,
        asked=passage.question,
        lang=passage.lang,
        visitor=own and candidate.text in passage.visitor,
    )


def _found_questions(passages: list[Passage], long_texts: list[LongText]) -> dict[str, int]:
    """Count the right wordings in the pool by question; the visitor's and the long text's are fixed."""
    shown = [p.key for p in passages if set(p.visitor) & set(p.right)]
    shown += [item.key for item in long_texts if item.kind == "right"]
    hidden = {p.key for p in passages if p.visitor} | {item.key for item in long_texts}
    rest = [p for p in shuffled(passages, stream("found")) if p.key not in hidden]
    found = dict.fromkeys(shown + [p.key for p in rest[: RIGHT_QUESTIONS - len(shown)]], 1)
    twice = [p.key for p in rest if p.key in found and len(p.right) > 1]
    return found | dict.fromkeys(twice[:SECOND_RIGHT], 2)


def _choose(passage: Passage, passages: list[Passage], rights: int, there: int, rng: Random) -> list[Candidate]:
    """Choose one question's answers: all that were written for it, then others up to its size."""
    size = SIZES[int(rng.random() * len(SIZES))] - there
    wordings = [text for text in passage.right if text in passage.visitor] or list(passage.right)
    chosen = [_own(passage, "right", text) for text in wordings[:rights]]
    chosen += [_own(passage, kind, text) for kind, text in passage.wrong]
    for candidate in _borrowed(passage, passages, rng):
        if len(chosen) >= size:
            break
        if not any((candidate.text, candidate.support) == (c.text, c.support) for c in chosen):
            chosen.append(candidate)
    return chosen


def _own(passage: Passage, kind: str, text: str) -> Candidate:
    return Candidate(kind, text, passage.document, passage.text)


def _borrowed(passage: Passage, passages: list[Passage], rng: Random) -> list[Candidate]:
    """Answer with other texts: right but unsupported, of the same type elsewhere, a sister's, a stray one."""
    sisters = shuffled([p for p in passages if p.document == passage.document and p is not passage], rng)
    prose = [p for p in passages if p.lang == passage.lang and len(p.text) < LONGEST_PROSE]
    others = [p for p in prose if p.document != passage.document]
    alike = shuffled([p for p in others if p.category == passage.category] or others, rng)
    near = sorted(alike, key=lambda p: overlap(passage.question, p.question))[-4:]
    right = passage.right[int(rng.random() * len(passage.right))]
    unsupported = [Candidate("unsupported", right, p.document, p.text) for p in sisters]
    rest = [_own(p, "far", p.right[0]) for p in near[-2:]]
    rest += [_own(p, "far", p.wrong[0][1]) for p in near[:-1]]
    rest.append(Candidate("stray", right, alike[-1].document, alike[-1].text))
    rest += unsupported[1:2] if rng.random() < 0.25 else []
    rest += [_own(sisters[-1], "sibling", sisters[-1].right[0])] if rng.random() < 0.35 else []
    rest = shuffled(rest, rng)
    return unsupported[:1] + rest if rng.random() < 0.75 else rest


def folded(text: str) -> str:
    """Compose the text and forget its case."""
    return unicodedata.normalize("NFC", text).casefold()


def overlap(question: str, text: str) -> float:
    """Return the share of the question's three-letter pieces that stand in the text, in any script."""
    asked = folded(question)
    pieces = {asked[i : i + 3] for i in range(len(asked) - 2)}
    there = folded(text)
    return sum(piece in there for piece in pieces) / len(pieces)


def _long_candidate(item: LongText, passages: list[Passage]) -> Candidate:
    return Candidate(item.kind, item.answer, item.document, compose(passages, item.chapters, item.title))


def summary(answers: list[Answer]) -> str:
    """Count the answers for the person who makes the demo."""
    kinds = Counter(answer.kind for answer in answers)
    lines = [f"{kind:12} {count}" for kind, count in kinds.most_common()]
    return "\n".join([f"{len(answers)} answers", *lines])
