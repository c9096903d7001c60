"""In which order one assessor meets questions and answers.

The order follows from the assessor's code and the names alone: it is the same after a restart, and what
a late import adds falls in between without moving the rest.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import KINDS, Catalog, Ints

_SEED_BYTES = 8
_Keys = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Order:
    """Rows of questions in queue order and their answers, row after row.

    `questions[row]` may come twice: a row of answers shown again has `again[row]` set. `answers[place]`
    stands in the row `row_of[place]`.
    """

    questions: Ints
    again: NDArray[np.bool_]
    answers: Ints
    row_of: Ints


def question_keys(code: bytes, names: Sequence[str]) -> _Keys:
    """Return the beginning of sha256(code, name) for every name."""
    start = hashlib.sha256(code)
    keys = bytearray()
    for name in names:
        content = start.copy()
        content.update(name.encode("utf-8", "surrogatepass"))
        keys += content.digest()[:_SEED_BYTES]
    return np.frombuffer(bytes(keys), dtype=">u8").astype(np.uint64)


def question_order(code: bytes, names: Sequence[str]) -> NDArray[np.intp]:
    """Return the places of questions in the order of sha256(code, name), first come first where equal."""
    return np.argsort(question_keys(code, names), kind="stable")


def queue_order(catalog: Catalog, assessor: int, first: Collection[int] = ()) -> Order:
    """Return an assessor's questions in queue order, and all their answers that are assigned to them.

    The questions in `first` (a calibration round) come first. A series is met as a whole and in its own
    order, since its later questions speak of what was asked before. Answers stand in the order of the
    collection; those of a ranked question in an order seeded per assessor, since their own may be that of
    the site they come from.
    """
    answers = np.flatnonzero(catalog.assigned_to(assessor))
    owner = catalog.answer_question[answers]
    code = catalog.assessors[assessor].code
    questions = _ordered(catalog, np.unique(owner), code, first)
    rank = np.zeros(len(catalog.questions), dtype=np.int64)
    rank[questions] = np.arange(len(questions))
    order = np.lexsort((_inside(catalog, code, answers), rank[owner]))
    return Order(
        questions.astype(np.int32),
        np.zeros(len(questions), dtype=bool),
        answers[order].astype(np.int32),
        rank[owner[order]].astype(np.int32),
    )


def block_of(catalog: Catalog, question: int) -> str:
    """Return the name of what a question is met together with: its series, else only itself."""
    known = catalog.questions[question]
    return known.name if known.series is None else f"\0{catalog.series[known.series].name}"


def mixed(numbers: _Keys) -> _Keys:
    """Return numbers scattered evenly and always the same way (the finalizer of splitmix64)."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def _ordered(
    catalog: Catalog, questions: NDArray[np.int32], code: bytes, first: Collection[int]
) -> NDArray[np.int32]:
    chosen = [int(question) for question in questions]
    keys = question_keys(code, [block_of(catalog, question) for question in chosen])
    positions = np.array([catalog.questions[q].position or 0 for q in chosen], dtype=np.int64)
    series = [catalog.questions[q].series for q in chosen]
    blocks = np.array([-1 if one is None else one for one in series], dtype=np.int64)
    later = np.array([question not in first for question in chosen], dtype=bool)
    ordered: NDArray[np.int32] = questions[np.lexsort((questions, positions, blocks, keys, later))]
    return ordered


def _inside(catalog: Catalog, code: bytes, answers: NDArray[np.intp]) -> _Keys:
    """Return the key that orders answers inside their question: their place, or its mixture with the seed."""
    keys = answers.astype(np.uint64)
    kinds = catalog.kind_of_question[catalog.answer_question[answers]]
    seeded = kinds == KINDS.index("ranked")
    if seeded.any():
        seed = np.frombuffer(hashlib.sha256(code).digest()[:_SEED_BYTES], dtype=">u8").astype(np.uint64)
        keys[seeded] = mixed(keys[seeded] + seed)
    return keys
