"""Alternatives to the gold label of an answer, according to its assessors' labels.

Under an assessor, a majority or an adjudication: every other label that one of its assessors gave. Under GA,
GAW and LOO: the level without one assessor's label, the rest of the pattern scaled up to all who judge the
answer; under the median and the mean: the median or mean of the other labels; under UFA and UFBA: the levels
of the question without one label. The asker's best answer has no alternative. Only answers with a gold label
have any, and under *adjudicated* also those that assessors disagree on and nobody has decided: each label
that one of them gave, as a decision would.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges
from jurybox.gold import PANEL_OF_GA, Gold, Graded, Panel, gold_for
from jurybox.gold.by_middle import ByMean, ByMedian
from jurybox.gold.labels import LabelStandard
from jurybox.gold.patterns import Votes, outcome
from jurybox.kinds import KINDS, kind_code
from jurybox.label_schemes import QUALITY
from jurybox.measures import Kind

Positions = NDArray[np.int64]
Mask = NDArray[np.bool_]

To = Literal["given", "any"]

_LABELS = ("assessor", "majority", "adjudicated", "dawid-skene")
_PATTERNS = ("GA", "GAW", "LOO")
_MIDDLES = ("median", "mean")


@dataclass(frozen=True)
class Alternatives:
    """Alternatives of answers, one element each.

    `answers`: positions; `outcomes`: the resulting truth (1 correct, 0 incorrect) or level, -1 if it depends
    on the whole question; `codes`: the other label, 0 if one is left out; `left_out`: the assessor whose
    label is left out, -1 if it is replaced by another label; `ratings`: the resulting mean grades of the answers if
    levels are not exact, None if they are.
    """

    answers: Positions
    outcomes: Positions
    codes: NDArray[np.int8]
    left_out: Positions
    ratings: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.answers)


@dataclass(frozen=True)
class Given:
    """The labels of answers of one scheme: `counts[answer, label]` by judges."""

    answers: Positions
    scheme: tuple[str, ...]
    counts: Positions

    @property
    def disputed(self) -> Mask:
        """Whether two different labels were given."""
        disputed: Mask = np.count_nonzero(self.counts, axis=1) > 1
        return disputed


def given_labels(collection: Collection, kind: Kind) -> Given:
    """Return how often each label was given to each answer of a kind of question.

    Questions left unjudged on purpose are excluded.
    """
    catalog, ledger, facts = collection
    judged = ~catalog.on_purpose
    mine = judged & (catalog.kind_of_question == kind_code(kind))
    answers: Positions = np.flatnonzero(mine[catalog.answer_question] & (catalog.pooled_question >= 0))
    scheme = facts.scheme_of(kind).words
    counts = np.zeros((len(answers), len(scheme)), dtype=np.int64)
    for who in judges(catalog, facts):
        said = ledger.labels[who, answers]
        for at, code in enumerate(ledger.codes.of_all(scheme).tolist()):
            counts[:, at] += said == code
    return Given(answers, scheme, counts)


def alternatives(collection: Collection, chosen: Gold, kind: Kind, to: To = "given") -> Alternatives:
    """Return every alternative of the answers of a kind of question, under the gold standard of that kind.

    `to` "any": any label of the scheme is an alternative, whether or not somebody gave it; gold standards
    that leave one out use only the labels that were given.
    """
    gold = gold_for(kind, chosen, collection.catalog, collection.facts)
    given = given_labels(collection, kind)
    if gold.whose in _LABELS:
        return _other_labels(collection, gold, given, kind, to)
    if gold.whose in _PATTERNS:
        return _without_one(collection, gold, given)
    if gold.whose in _MIDDLES:
        return _other_middles(collection, gold, given)
    if gold.whose in ("UFA", "UFBA"):
        return _favorites(collection, gold, given)
    return _alternatives([])


def _other_labels(collection: Collection, gold: Gold, given: Given, kind: Kind, to: To) -> Alternatives:
    right = collection.facts.scheme_of(kind).relevant(gold.mapping)
    is_graded, top = KINDS[kind].is_graded, len(given.scheme) - 1
    # As in the gold standard: for correctness, agreement concerns only whether an answer is right.
    worth = np.array([top - at if is_graded else int(label in right) for at, label in enumerate(given.scheme)])
    alike = [np.flatnonzero(worth == one).tolist() for one in np.unique(worth)]
    labels = LabelStandard(collection, gold, given.scheme, alike).of(given.answers)
    classes = np.stack([labels.reachable[some].any(axis=0) for some in alike])
    settled = (np.count_nonzero(classes, axis=0) == 1) & ~labels.stays_out
    now = np.where(settled, labels.reachable.argmax(axis=0), -1)
    undecided = ~settled & given.disputed & (gold.whose == "adjudicated")
    rows, others = np.nonzero(((given.counts > 0) | (to == "any")) & (settled | undecided)[:, None])
    other = others != now[rows]
    rows, others = rows[other], others[other]
    codes = collection.ledger.codes.of_all(given.scheme)
    return Alternatives(given.answers[rows], worth[others], codes[others], np.full(len(rows), -1))


def _without_one(collection: Collection, gold: Gold, given: Given) -> Alternatives:
    panel = Panel(collection, gold)
    if panel.awaited:
        return _alternatives([])
    said = panel.labels(given.answers)
    members = panel.members(given.answers, said)
    codes = np.array([LABEL_CODES[label] for label in QUALITY.words], dtype=np.int8)
    counts = np.stack([np.count_nonzero((said == code) & members, axis=0) for code in codes])
    size = np.count_nonzero(members, axis=0)
    full = replace(gold, missing="rescale")

    @cache
    def level(a: int, b: int, c: int, mute: int) -> int:
        return outcome(full, Votes(a, b, c, 0, mute))[0]

    found = []
    graded = (counts.sum(axis=0) == size) & ((gold.whose != "GA") | (size == PANEL_OF_GA))
    settled = graded | (gold.missing == "rescale")
    # Any part of a one-letter pattern is the same pattern.
    for row in np.flatnonzero(settled & (np.count_nonzero(counts, axis=0) > 1)).tolist():
        pattern = counts[:, row].tolist()
        for member in np.flatnonzero(members[:, row]).tolist():
            letter = np.flatnonzero(codes == said[member, row])
            if not len(letter):
                continue
            a, b, c = (count - (at == letter[0]) for at, count in enumerate(pattern))
            then = level(a, b, c, int(size[row]) - a - b - c)
            found.append((int(given.answers[row]), then, 0, int(panel.people[member])))
    return _alternatives(found)


def _other_middles(collection: Collection, gold: Gold, given: Given) -> Alternatives:
    middle = (ByMedian if gold.whose == "median" else ByMean)(collection, gold)
    found = middle.without_one(given.answers)
    no_code = np.zeros(len(found.answers), dtype=np.int8)
    return Alternatives(found.answers, found.levels, no_code, found.people, found.ratings)


def _favorites(collection: Collection, gold: Gold, given: Given) -> Alternatives:
    people = Panel(collection, gold).people
    level = Graded(collection, gold).of_all().level
    open_ones = np.unique(collection.catalog.answer_question[given.answers[level[given.answers] < 0]])
    settled = ~np.isin(collection.catalog.answer_question[given.answers], open_ones)
    said = np.where(settled, collection.ledger.labels[people[:, None], given.answers], 0)
    members, rows = np.nonzero((said == LABEL_CODES["A"]) | (said == LABEL_CODES["B"]))
    return _alternatives(
        [(int(given.answers[row]), -1, 0, int(people[who])) for who, row in zip(members, rows, strict=True)]
    )


def _alternatives(rows: list[tuple[int, int, int, int]]) -> Alternatives:
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return Alternatives(columns[0], columns[1], columns[2].astype(np.int8), columns[3])


def by_answer(alternatives: Alternatives) -> Iterator[tuple[int, Positions]]:
    """Yield each answer once, with the rows of its alternatives."""
    order = np.argsort(alternatives.answers, kind="stable")
    answers, starts = np.unique(alternatives.answers[order], return_index=True)
    yield from zip(answers.tolist(), np.split(order, starts[1:]), strict=False)
