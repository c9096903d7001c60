"""Disagreements of every kind: labels, question quality, NIL, equal answers, nuggets, matches.

One `Dispute` is one item to which two people gave different labels. Its effect on the scores of runs is
computed separately (`jurybox.analysis.disagreements.effects`), since that takes longer and is repeated after
every decision.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement import label_counts
from jurybox.analysis.disagreements.dispute_kinds import DISPUTE_KINDS, NIL_RIGHT, NIL_WRONG, DisputeKind, What
from jurybox.analysis.disagreements.nuggets_and_groups import (
    AssessorLabels,
    EqualAnswers,
    group_views,
    match_views,
    vote_views,
)
from jurybox.analysis.disagreements.what_if import disagreement_sizes
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Subject
from jurybox.collection.judges import judges
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for, gold_in_force
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.label_schemes import QUESTION_QUALITY, LabelScheme
from jurybox.scoring.unit_table import Scores

Positions = NDArray[np.int64]
Content = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One alternative of an answer and the pairs of runs it swaps: (now above, now below), by position.

    `label`: the alternative label of the answer; "" if the label of the assessor `left_out` is left out.
    `now`, `then`: the scores of all ranked runs, before and after; None if nothing would change.
    """

    label: str
    left_out: int
    effect: float
    pairs: tuple[tuple[int, int], ...]
    made: int
    broken: int
    now: Scores | None = field(default=None, compare=False, repr=False)
    then: Scores | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Dispute:
    """One item that people disagree on, by positions; -1 for no answer or no nugget.

    `labels`: by assessor; for equal answers the word of `EqualAnswers`. `size`: how far they are apart, 0 to
    1. `settled`: the adjudication, "" while there is none. `turns`: the alternative decisions and their
    effect on the runs; none until computed.
    """

    what: What
    question: int
    answer: int
    nugget: int
    labels: AssessorLabels
    size: float
    settled: str = ""
    turns: tuple[Turn, ...] = ()

    @property
    def kind(self) -> DisputeKind:
        """The kind of disagreement."""
        return DISPUTE_KINDS[self.what]

    @property
    def effect(self) -> float:
        """The largest change of a run's score by one of the alternatives."""
        return max((turn.effect for turn in self.turns), default=0.0)

    @property
    def left(self) -> int:
        """Whether it is to be decided, as a number."""
        return int(not self.settled)

    @property
    def flips(self) -> int:
        """How many pairs of runs one of the alternatives turns, at most."""
        return max((len(turn.pairs) for turn in self.turns), default=0)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of runs that any of the alternatives turns: (now above, now below), each once."""
        return tuple(dict.fromkeys(pair for turn in self.turns for pair in turn.pairs))

    @property
    def made(self) -> int:
        """How many ties one of the alternatives makes, at most."""
        return max((turn.made for turn in self.turns), default=0)

    @property
    def broken(self) -> int:
        """How many ties one of the alternatives breaks, at most."""
        return max((turn.broken for turn in self.turns), default=0)

    def counts(self, scheme: Sequence[str]) -> tuple[int, ...]:
        """Return how many people gave each label of a scheme."""
        given = [word for _, word in self.labels]
        return tuple(given.count(word) for word in scheme)

    @property
    def is_disputed(self) -> bool:
        """Whether people disagree; false for unanimous rows in the table of a whole question."""
        return self.size > 0 or (not self.kind.is_grouping and len({word for _, word in self.labels}) > 1)

    @property
    def key(self) -> tuple[str, int, int, int]:
        """Its subject, the same before and after a decision."""
        return (self.what, self.question, self.answer, self.nugget)

    @property
    def words(self) -> tuple[str, ...]:
        """The distinct labels given, most frequent first; without the mark for not grouped."""
        given = [word for _, word in self.labels if word]
        return tuple(sorted(dict.fromkeys(given), key=lambda word: (-given.count(word), given.index(word))))

    @property
    def choices(self) -> tuple[str, ...]:
        """The labels given that can be decided; that an answer equals no other is always among them."""
        alone = (EqualAnswers(frozenset((self.answer,))).word,) if self.kind.is_grouping else ()
        return tuple(dict.fromkeys((*self.words, *alone)))

    @property
    def majority(self) -> str:
        """The label that more than half of them gave, "" if there is none."""
        best = self.words[0] if self.words else ""
        return best if 2 * sum(word == best for _, word in self.labels) > len(self.labels) else ""


@dataclass(frozen=True)
class QuestionDisputes:
    """One question with its disagreements.

    `agreement`: share of pairs of labels of the same answer that are equal, NaN without any; `labeled`:
    how many answers have two labels or more.
    """

    question: int
    agreement: float
    labeled: int
    disputes: tuple[Dispute, ...]

    def count_now(self) -> None:
        """Compute and cache all counts; called on a worker so that no paint event has to."""
        _ = self.settled, self.turning, self.flips

    @cached_property
    def settled(self) -> int:
        """How many of them are resolved."""
        return sum(bool(each.settled) for each in self.disputes)

    @property
    def left(self) -> int:
        """How many of them are to be decided."""
        return len(self.disputes) - self.settled

    @cached_property
    def turning(self) -> int:
        """How many of them are open and could swap two runs."""
        return sum(not each.settled and bool(each.flips) for each in self.disputes)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The distinct pairs of runs that any of them could swap."""
        return tuple(dict.fromkeys(pair for each in self.disputes for pair in each.pairs))

    @cached_property
    def flips(self) -> int:
        """The flips of all of them."""
        return sum(each.flips for each in self.disputes)


class Sortable(Protocol):
    """Something that can be sorted by how bad it is: a disagreement, or a question with its disagreements."""

    @property
    def size(self) -> float:
        """How far the people are apart, 0 to 1."""

    @property
    def effect(self) -> float:
        """The largest change of a run's score."""

    @property
    def flips(self) -> int:
        """How many pairs of runs can swap."""

    @property
    def left(self) -> int:
        """How many decisions are left, 0 for none."""


Order = Literal["flips", "effect", "size", "fewest"]
WORST_FIRST: Mapping[Order, Callable[[Sortable], tuple[float, ...]]] = {
    "flips": lambda one: (-one.flips, -one.effect, -one.size),
    "effect": lambda one: (-one.effect, -one.size),
    "size": lambda one: (-one.size, -one.effect),
    "fewest": lambda one: (one.left or math.inf, -one.effect, -one.size),
}
"""The sort keys, worst first, or by the fewest decisions that complete a question; ties keep their order."""


def find_disputes(
    collection: Collection, questions: Iterable[int] | None = None, *, undisputed: bool = False
) -> dict[int, QuestionDisputes]:
    """Return the questions (of these; None: of all) with a disagreement, by position.

    With `undisputed`, unanimous items are included, in the same order: every answer, judged or not, and
    judged nuggets, matches and groups; `Dispute.is_disputed` distinguishes them.

    The judges' labels are compared (`jurybox.collection.judges`); a state is not a label, and contradictory
    labels of one judge do not count. Questions left unjudged on purpose are skipped.
    """
    catalog, ledger, facts = collection
    wanted = range(len(catalog.questions)) if questions is None else sorted(set(questions))
    judged = [at for at in wanted if not catalog.on_purpose[at]]
    people = judges(catalog, facts)
    found: dict[int, list[Dispute]] = {}
    agreed = _labels(collection, people, judged, whole=questions is None, undisputed=undisputed)
    makers = (
        agreed.disputes,
        _qualities(ledger, people, judged, undisputed=undisputed),
        _nils(catalog, ledger, people, judged),
        _on_boards(collection, people, judged, undisputed=undisputed),
    )
    for made in makers:
        for dispute in made:
            found.setdefault(dispute.question, []).append(dispute)
    return {
        question: QuestionDisputes(question, *agreed.of(question), tuple(disputes))
        for question, disputes in sorted(found.items())
    }


class OpenDisputes(NamedTuple):
    """The number of disagreements that nobody has adjudicated, of all kinds, and of those that scores wait for.

    `effective`: a decision has an effect under the gold standard of the collection. Decisions about labels of
    answers, and about questions, have one only under an adjudicated gold standard of their kind of question.
    """

    undecided: int
    effective: int


def count_open(collection: Collection) -> OpenDisputes:
    """Return the number of open disagreements."""
    catalog, facts = collection.catalog, collection.facts
    try:
        chosen: Gold | None = gold_in_force(catalog, facts)
    except Refused:
        chosen = None  # the organizer's choice is not a gold standard here: the default one is in force
    golds = {kind.name: gold_for(kind.name, chosen, catalog, facts) for kind in catalog.kinds}
    decided = {name for name, gold in golds.items() if gold.whose == "adjudicated" and not gold.frozen}
    found = find_disputes(collection).values()
    open_ = [one for about in found for one in about.disputes if not one.settled]
    effective = [
        one
        for one in open_
        if not (one.kind.is_answer_label or one.kind.is_about_question)
        or catalog.questions[one.question].kind in decided
    ]
    return OpenDisputes(len(open_), len(effective))


class _LabelDisputes:
    """The disputed labels, and how far people agree on those of each question."""

    def __init__(self, questions: int) -> None:
        self.disputes: list[Dispute] = []
        self.pairs, self.equal, self.shared = (np.zeros(questions, dtype=np.int64) for _ in range(3))

    def of(self, question: int) -> tuple[float, int]:
        """Return the agreement on a question, and the number of answers it covers."""
        pairs = int(self.pairs[question])
        share = int(self.equal[question]) / pairs if pairs else float("nan")
        return share, int(self.shared[question])


def _labels(
    collection: Collection, people: Sequence[int], questions: Sequence[int], *, whole: bool, undisputed: bool
) -> _LabelDisputes:
    catalog, ledger, facts = collection
    found = _LabelDisputes(len(catalog.questions))
    for at, kind in enumerate(KIND_NAMES):
        mine = [one for one in questions if catalog.kind_of_question[one] == at]
        if not mine:
            continue
        if whole:
            chosen = np.zeros(len(catalog.questions), dtype=np.bool_)
            chosen[mine] = True
            answers = np.flatnonzero(chosen[catalog.answer_question] & (catalog.pooled_question >= 0))
        else:
            answers = np.concatenate([catalog.answers_of(one) for one in mine]).astype(np.int64)
        _of_kind(catalog, ledger, people, facts.scheme_of(kind), answers, found, undisputed=undisputed)
    return found


def _of_kind(
    catalog: Catalog,
    ledger: Ledger,
    people: Sequence[int],
    label_scheme: LabelScheme,
    answers: Positions,
    found: _LabelDisputes,
    *,
    undisputed: bool,
) -> None:
    scheme = label_scheme.words
    place = np.full(256, -1, dtype=np.int8)
    place[ledger.codes.of_all(scheme)] = np.arange(len(scheme))
    codes = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
    said = place[codes.view(np.uint8)]
    counts = label_counts(said, len(scheme))
    question_of_answer, size = catalog.answer_question[answers], counts.sum(axis=1)
    np.add.at(found.pairs, question_of_answer, size * (size - 1))
    np.add.at(found.equal, question_of_answer, (counts * (counts - 1)).sum(axis=1))
    np.add.at(found.shared, question_of_answer, size > 1)
    sizes = disagreement_sizes(counts, ordered=label_scheme.is_ordinal, grades=label_scheme.intervals)
    # Many at a time: a question of a thousand answers is shown side by side at once.
    listed = np.flatnonzero(np.count_nonzero(counts, axis=1) >= (0 if undisputed else 2))
    word_of = dict(zip(ledger.codes.of_all(scheme).tolist(), scheme, strict=True))
    each = answers[listed].tolist(), question_of_answer[listed].tolist(), sizes[listed].tolist()
    given, decided = codes[:, listed].T.tolist(), ledger.adjudications[answers[listed]].tolist()
    for answer, question, far, row, code in zip(*each, given, decided, strict=True):
        labels = tuple((who, word_of[one]) for who, one in zip(people, row, strict=True) if one in word_of)
        settled = ledger.codes.word(code)
        found.disputes.append(Dispute("label", question, answer, -1, labels, far, settled))


def dispute_of(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], scheme: Sequence[str], answer: int, size: float
) -> Dispute:
    """Return the labels people gave to one answer, how far they are apart, and the decision."""
    codes = ledger.labels[np.asarray(people, dtype=np.int64), answer].tolist()
    words = ((who, ledger.codes.word(code)) for who, code in zip(people, codes, strict=True))
    labels = tuple((who, word) for who, word in words if word in scheme)
    settled = ledger.codes.word(int(ledger.adjudications[answer]))
    return Dispute("label", int(catalog.answer_question[answer]), answer, -1, labels, size, settled)


def _qualities(
    ledger: Ledger, people: Sequence[int], questions: Sequence[int], *, undisputed: bool
) -> Iterator[Dispute]:
    wanted, known = set(questions), set(people)
    rated: dict[int, dict[int, str]] = {}
    settled: dict[int, str] = {}
    for position in ledger.of_questions().tolist():
        subject, who = ledger.subject_of(position), ledger.assessor_of(position)
        if subject.question not in wanted:
            continue
        for kind in ("judgment", "adjudication"):
            in_force = ledger.in_force(kind, who, Subject(subject.question))
            word = ledger.codes.word(ledger.code_of(in_force[0])) if len(in_force) == 1 else ""
            if kind == "adjudication":
                settled[subject.question] = word
            elif who in known and word in QUESTION_QUALITY.words:
                rated.setdefault(subject.question, {})[who] = word
    for question, given in sorted(rated.items()):
        labels = tuple(sorted(given.items()))
        size = _size_of("quality", labels)
        if size > 0 or undisputed:
            yield Dispute("quality", question, -1, -1, labels, size, settled.get(question, ""))


def _nils(catalog: Catalog, ledger: Ledger, people: Sequence[int], questions: Sequence[int]) -> Iterator[Dispute]:
    """Yield disagreements on NIL: one person finds a correct answer, another (or the collection) none."""
    responses = catalog.responses
    with_nil = set(np.unique(responses.question[responses.nil == 1]).tolist())
    right = LABEL_CODES["correct"]
    for question in (one for one in questions if one in with_nil):
        known, answers = catalog.questions[question], catalog.answers_of(question)
        if known.nil_correct is False or "nil" not in KINDS[known.kind].schemes:
            continue
        codes = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
        called = (codes == right).any(axis=0)
        if not called.any():
            continue
        at_work = (codes[:, called] > 0).any(axis=1)
        finds = (codes == right).any(axis=1)
        labels = tuple(
            (people[row], NIL_WRONG if finds[row] else NIL_RIGHT) for row in np.flatnonzero(at_work).tolist()
        )
        if known.nil_correct or not finds[at_work].all():
            # The collection's own statement counts like that of one more assessor.
            size = _size_of("nil", (*labels, *([(-1, NIL_RIGHT)] if known.nil_correct else [])))
            yield Dispute("nil", question, -1, -1, labels, size, _nil_settled(ledger, answers[called]))


def _nil_settled(ledger: Ledger, called: NDArray[np.int32]) -> str:
    """Return the decision on NIL from those on the answers called correct: "" until each has one."""
    decided = ledger.adjudications[called]
    if (decided == LABEL_CODES["correct"]).any():
        return NIL_WRONG
    return NIL_RIGHT if ((decided != 0) & (decided != CONFLICT)).all() else ""


def _on_boards(
    collection: Collection, people: Sequence[int], questions: Sequence[int], *, undisputed: bool
) -> Iterator[Dispute]:
    catalog, ledger, _ = collection
    for question in questions:
        schemes = KINDS[catalog.questions[question].kind].schemes
        if "match" in schemes and catalog.nuggets.of(question):
            for nugget, votes, settled in vote_views(catalog, ledger, people, question, undisputed=undisputed):
                yield Dispute("importance", question, -1, nugget, votes, _size_of("importance", votes), settled)
            matches = match_views(catalog, ledger, people, question, undisputed=undisputed)
            for answer, nugget, given, settled in matches:
                yield Dispute("match", question, answer, nugget, given, _size_of("match", given), settled)
        if "groups" in schemes:
            groups = group_views(collection, people, question, undisputed=undisputed)
            for answer, views, settled_as, size in groups:
                labels = tuple((who, view.word) for who, view in views)
                yield Dispute("distinct", question, answer, -1, labels, size, settled_as.word)


def _size_of(what: What, labels: AssessorLabels) -> float:
    kind = DISPUTE_KINDS[what]
    return size_of([label for _, label in labels], kind.labels, ordered=kind.is_ordered)


def size_of(words: Sequence[str], scheme: Sequence[str], *, ordered: bool = True) -> float:
    """Return how far labels of a scheme are apart: the mean distance of their pairs, 0 to 1."""
    counts = np.array([[words.count(word) for word in scheme]], dtype=np.int64)
    return float(disagreement_sizes(counts, ordered=ordered)[0])


def differing_from(dispute: Dispute, who: int) -> tuple[int, ...]:
    """Return the assessors whose view differs from that of `who`, by position; none if `who` has none."""
    labels = dict(dispute.labels)
    return () if who not in labels else tuple(one for one, word in dispute.labels if word != labels[who])
