"""In which order one assessor meets questions and answers, and which answers a second time.

The order follows from the assessor's code and the names alone: it is the same after a restart, and what
a late import adds falls in between without moving the rest. Repeated answers are in rows of their
own, which look like any others; they show how far an assessor agrees with themselves.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog, Ints

_SEED_BYTES = 8
_Keys = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Order:
    """Rows of questions in queue order and their answers, row after row.

    `questions[row]` may occur twice: a row of answers shown again has `again[row]` set. `answers[place]` is
    in the row `row_of[place]`.
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

    The questions in `first` (a calibration round) come first. A series is kept whole and in its own order,
    since its later questions refer to earlier ones. Answers are in the order of the collection; those of a
    ranked question in an order seeded per assessor, since their own may be that of the site they come from.
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


def _ordered(catalog: Catalog, questions: NDArray[np.int32], code: bytes, first: Collection[int]) -> NDArray[np.int32]:
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
    seeded = catalog.is_graded[catalog.answer_question[answers]]
    if seeded.any():
        seed = np.frombuffer(hashlib.sha256(code).digest()[:_SEED_BYTES], dtype=">u8").astype(np.uint64)
        keys[seeded] = mixed(keys[seeded] + seed)
    return keys


NEAREST = 10
"""With fewer answers in between, assessors remember the label and a repeat is uninformative: it is left out.
"""
APART = 40
"""Answers between a label and its repeat, at least, where the queue is long enough; up to thrice as many."""


def with_repeats(catalog: Catalog, order: Order, code: bytes, share: float) -> Order:
    """Return the order with a share of its answers, in [0, 1], a second time among the later ones.

    Nothing is put into the middle of a series; what would come after the end comes last.
    """
    chosen = _chosen(catalog, order, code, share)
    if not chosen.any():
        return order
    rows = len(order.questions)
    ends = np.cumsum(np.bincount(order.row_of, minlength=rows))
    repeated = np.unique(order.row_of[chosen])
    jitter = mixed(repeated.astype(np.uint64) + question_keys(code, ["repeats"])) % np.uint64(2 * APART)
    wanted = np.searchsorted(ends, ends[repeated] + APART + jitter.astype(np.int64)) + 1
    after = _block_ends(catalog, order)[np.minimum(wanted, rows) - 1]
    far = ends[after] - ends[repeated] >= NEAREST
    repeated, after = repeated[far], after[far]
    return _merged(order, chosen, repeated, after)


def _chosen(catalog: Catalog, order: Order, code: bytes, share: float) -> NDArray[np.bool_]:
    """Return which places are met again: by question and by the answer's number inside it."""
    if share <= 0:
        return np.zeros(len(order.answers), dtype=bool)
    names = [catalog.questions[question].name for question in order.questions]
    keys = question_keys(code, [f"repeat {name}" for name in names])[order.row_of]
    _, starts = np.unique(catalog.answer_question, return_index=True)
    first = np.zeros(len(catalog.questions), dtype=np.int64)
    first[catalog.answer_question[starts]] = starts
    inside = (order.answers - first[order.questions[order.row_of]]).astype(np.uint64)
    drawn = mixed(keys + mixed(inside)) >> np.uint64(11)
    chosen: NDArray[np.bool_] = drawn < np.uint64(round(share * (1 << 53)))
    return chosen


def _block_ends(catalog: Catalog, order: Order) -> NDArray[np.int64]:
    """Return for every row the last row of what it is met together with."""
    blocks = [block_of(catalog, int(question)) for question in order.questions]
    last = np.array([here != there for here, there in zip(blocks, [*blocks[1:], ""], strict=True)])
    last[-1] = True
    ends = np.flatnonzero(last)
    return ends[np.searchsorted(ends, np.arange(len(blocks)))]


def _merged(order: Order, chosen: NDArray[np.bool_], repeated: NDArray[np.int32], after: NDArray[np.int64]) -> Order:
    """Put a row of the chosen answers of each repeated row behind the row it comes after."""
    rows = len(order.questions)
    origin = np.concatenate([np.arange(rows), repeated])
    again = np.arange(len(origin)) >= rows
    behind = np.concatenate([np.arange(rows), after])
    turn = np.lexsort((origin, again, behind))
    new_row = np.empty(len(origin), dtype=np.int64)
    new_row[turn] = np.arange(len(origin))
    row_again = np.full(rows, -1)
    row_again[repeated] = new_row[rows:]
    second = chosen & (row_again[order.row_of] >= 0)
    row_of = np.concatenate([new_row[order.row_of], row_again[order.row_of[second]]])
    answers = np.concatenate([order.answers, order.answers[second]])
    places = np.argsort(row_of, kind="stable")
    return Order(
        order.questions[origin[turn]].astype(np.int32),
        again[turn],
        answers[places].astype(np.int32),
        row_of[places].astype(np.int32),
    )
