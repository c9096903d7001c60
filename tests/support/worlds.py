"""Collections made from arrays in memory, and random ones, for tests of gold standards and scores."""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from hypothesis import strategies as st

from jurybox.collection.catalog import Assessor, Catalog, Question, Responses, Run
from jurybox.collection.codes import CONFLICT, LABEL_OF_CODE
from jurybox.collection.entries import Content, Entry, EntryKind, Subject
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold
from jurybox.kinds import KINDS

NAN = math.nan
LABELED = ("correct", "inexact", "unsupported", "incorrect", "A", "B", "C", "conflict")
MISSING = ("", "skipped", "deferred", "conflict")


@dataclass(frozen=True)
class Reply:
    """One response of a run to an answer; `decision` 1 yes, 0 no, -1 none.

    `answer` -1: none, then `question` says to which, and `nil` whether it is NIL.
    """

    run: int
    answer: int
    decision: int = -1
    score: float = NAN
    confidence: float = NAN
    selected: bool = False
    rank: int = -1
    answered: bool = True
    nil: bool = False
    question: int = -1


def make_catalog(
    kinds: Sequence[str],
    answer_question: Sequence[int],
    replies: Sequence[Reply] = (),
    *,
    runs: int = 0,
    assessors: Sequence[str] = (),
    assigned: Iterable[tuple[int, int]] = (),
    statuses: Sequence[str | None] | None = None,
    categories: Sequence[str | None] | None = None,
) -> Catalog:
    """Build a catalog; `assessors` are kinds (names A0, A1, ...), `assigned` (assessor, answer) pairs."""
    pairs = sorted(set(assigned))
    statuses = statuses or [None] * len(kinds)
    categories = categories or [None] * len(kinds)
    owner = np.array(answer_question, dtype=np.int32)
    return Catalog(
        questions=tuple(
            Question(f"q{at}", kind, None, None, category, None, None, status)
            for at, (kind, status, category) in enumerate(zip(kinds, statuses, categories, strict=True))
        ),
        series=(),
        runs=tuple(Run(f"run{at}", None, None, None, None, "submitted") for at in range(runs)),
        assessors=tuple(Assessor(f"A{at}", kind, at.to_bytes(2)) for at, kind in enumerate(assessors)),
        answer_question=owner,
        answer_best=np.zeros(len(owner), dtype=np.int8),
        responses=Responses(
            run=np.array([r.run for r in replies], dtype=np.int32),
            question=np.array([owner[r.answer] if r.answer >= 0 else r.question for r in replies], dtype=np.int32),
            answer=np.array([r.answer for r in replies], dtype=np.int32),
            nil=np.array([r.nil for r in replies], dtype=np.int8),
            rank=np.array([r.rank for r in replies], dtype=np.int32),
            answered=np.array([r.answered for r in replies], dtype=np.int8),
            decision=np.array([r.decision for r in replies], dtype=np.int8),
            selected=np.array([r.selected for r in replies], dtype=np.int8),
            confidence=np.array([r.confidence for r in replies], dtype=np.float64),
            score=np.array([r.score for r in replies], dtype=np.float64),
        ),
        assigned=(
            np.array([who for who, _ in pairs], dtype=np.int32),
            np.array([answer for _, answer in pairs], dtype=np.int32),
        ),
    )


class Book:
    """A ledger to which labels are said one by one, as a session would enter them."""

    def __init__(self, assessors: int, answers: int) -> None:
        self.ledger = Ledger(assessors, answers)
        self._number = itertools.count(1)

    def say(
        self, assessor: int, answer: int, word: str = "", *, kind: EntryKind = "judgment", beside: bool = False
    ) -> None:
        """Enter a label or a state ("" clears); `beside` replaces nothing, which makes a conflict."""
        subject = Subject(0, answer)
        standing = () if beside else self.ledger.in_force(kind, assessor, subject)
        states = ("skipped", "deferred", "cannot-tell", "junk")
        content = Content(state=word) if word in states else Content(label=word or None)
        number = next(self._number)
        self.ledger.add(
            Entry(
                hash=number.to_bytes(32, "big"),
                writer=b"w",
                assessor=assessor,
                kind=kind,
                subject=subject,
                content=content,
                at=0,
                replaces=tuple(self.ledger.hash_of(position) for position in standing),
            )
        )

    def adjudicate(self, answer: int, word: str = "", *, beside: bool = False) -> None:
        """Enter an adjudication."""
        self.say(0, answer, word, kind="adjudication", beside=beside)


@dataclass(frozen=True)
class Edit:
    """One thing that happens to a ledger."""

    kind: str
    assessor: int
    answer: int
    word: str

    def to(self, book: Book) -> None:
        """Let it happen."""
        if self.kind == "adjudicate":
            book.adjudicate(self.answer, self.word)
        elif self.kind == "adjudicate twice":
            book.adjudicate(self.answer, self.word, beside=True)
        else:
            book.say(self.assessor, self.answer, self.word, beside=self.kind == "contradict")


@dataclass
class World:
    """A random collection: its catalog, facts and the edits that fill its ledger."""

    catalog: Catalog
    facts: Facts
    edits: list[Edit]
    gold: str
    book: Book = field(init=False)

    def __post_init__(self) -> None:
        self.book = Book(len(self.catalog.assessors), self.catalog.answer_count)

    def scheme(self, answer: int) -> tuple[str, ...]:
        """Return the labels that an answer may get."""
        return KINDS[self.catalog.questions[self.catalog.answer_question[answer]].kind].labels

    def word(self, assessor: int, answer: int) -> str:
        """Return what an assessor says of an answer, "conflict" for a contradiction."""
        return _word(int(self.book.ledger.labels[assessor, answer]))

    def adjudication(self, answer: int) -> str:
        """Return the adjudication of an answer."""
        return _word(int(self.book.ledger.adjudications[answer]))

    def panel(self) -> list[int]:
        """Return the people whose labels make the gold standard, by its definition."""
        gold = Gold.parse(self.gold)
        if gold.whose == "assessor":
            return [int(gold.assessor.removeprefix("A"))]
        if self.facts.panel:
            return list(self.facts.panel)
        assigned = {int(who) for who in self.catalog.assigned[0]}
        return [
            at
            for at, one in enumerate(self.catalog.assessors)
            if one.kind == "person" and (at in assigned or self._labeled_anywhere(at))
        ]

    def members(self, answer: int, without: int = -1) -> list[int]:
        """Return the panel members who are to judge an answer, or did, `without` one who is left out.

        Where nobody is named, stored or assigned: who said something of it, everybody where nobody has.
        """
        pairs = list(zip(*(part.tolist() for part in self.catalog.assigned), strict=True))
        panel = [who for who in self.panel() if who != without]
        if pairs:
            return [who for who in panel if (who, answer) in pairs or self.word(who, answer) in LABELED]
        if self.facts.panel or self.gold.startswith(("assessor", "GA(")) or self.gold == "GA":
            return panel
        return [who for who in panel if self.word(who, answer)] or panel

    def _labeled_anywhere(self, who: int) -> bool:
        return any(self.word(who, answer) in LABELED for answer in range(self.catalog.answer_count))


def _word(code: int) -> str:
    return "conflict" if code == CONFLICT else LABEL_OF_CODE[code]


GOLDS = ("adjudicated", "majority", "assessor:A0")
STATES = ("skipped", "deferred", "cannot-tell", "junk")


@st.composite
def worlds(
    draw: st.DrawFn,
    *,
    kinds: Sequence[str] = ("validation",),
    max_questions: int = 3,
    max_answers: int = 3,
    max_assessors: int = 3,
    max_runs: int = 3,
    max_edits: int = 12,
    states: bool = True,
) -> World:
    """Draw a collection: several assessors, panels, assignments, runs that abstain and tie, and edits."""
    asked = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=max_questions))
    owner = [at for at in range(len(asked)) for _ in range(draw(st.integers(1, max_answers)))]
    people = draw(
        st.lists(st.sampled_from(["person", "person", "person", "model"]), min_size=1, max_size=max_assessors)
    )
    cells = [(who, answer) for who in range(len(people)) for answer in range(len(owner))]
    assigned = draw(st.one_of(st.just([]), st.lists(st.sampled_from(cells), max_size=len(cells))))
    statuses = draw(st.lists(st.sampled_from([None, None, None, "unjudged"]), min_size=len(asked), max_size=len(asked)))
    runs = draw(st.integers(1, max_runs))
    catalog = make_catalog(
        asked, owner, draw(_replies(runs, owner)), runs=runs, assessors=people, assigned=assigned, statuses=statuses
    )
    facts = Facts(
        panel=tuple(draw(st.sets(st.sampled_from(range(len(people)))))),
        withdrawn=frozenset(draw(st.sets(st.sampled_from(range(runs)), max_size=1))),
    )
    world = World(catalog, facts, [], draw(golds()))
    actions = ["say"] * 8 + ["adjudicate", "clear"] + (["contradict", "adjudicate twice"] if states else [])
    for _ in range(draw(st.integers(0, max_edits))):
        kind = draw(st.sampled_from(actions))
        who, answer = draw(st.sampled_from(cells))
        words = [*world.scheme(answer) * 3, *(STATES if states else ())]
        world.edits.append(Edit(kind, who, answer, "" if kind == "clear" else draw(st.sampled_from(words))))
    return world


def golds() -> st.SearchStrategy[str]:
    """Draw the name of a gold standard."""
    return st.builds("{}+{}".format, st.sampled_from(GOLDS), st.sampled_from(["strict", "lenient"]))


@st.composite
def _replies(draw: st.DrawFn, runs: int, owner: Sequence[int]) -> list[Reply]:
    levels = st.sampled_from([NAN, 0.1, 0.25, 0.5, 0.75, 0.9])
    replies = []
    for run in range(runs):
        scored = draw(st.booleans())
        chosen: set[int] = set()
        for answer, question in enumerate(owner):
            if draw(st.integers(0, 7)) == 0:
                continue
            selected = question not in chosen and draw(st.booleans())
            chosen |= {question} if selected else set()
            reply = Reply(run, answer, draw(st.sampled_from([1, 1, 0, 0, -1])), selected=selected)
            replies.append(replace(reply, **{"score" if scored else "confidence": draw(levels)}))
    return replies
