"""Answers that an assessor meets a second time, so that one sees whether they agree with themselves.

Which answers, and where among the later ones, follows from the assessor's code and the names alone. They
stand in rows of their own, which nothing tells from other rows.
"""

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.judging.order import Order, block_of, mixed, question_keys

NEAREST = 10
"""With fewer answers in between, a label is remembered and its repeat says nothing: it is left out."""
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


def _merged(
    order: Order, chosen: NDArray[np.bool_], repeated: NDArray[np.int32], after: NDArray[np.int64]
) -> Order:
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
