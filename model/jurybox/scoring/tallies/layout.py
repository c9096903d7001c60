"""The layout of all runs' rankings: the answer at each place, in blocks, question after question.

A *slot* is an item of a ranking, such as an answer; the last slot is empty. Questions whose rankings and
pools have about the same depth are stored together in a group, as blocks of one shape (questions, ranks,
columns), padded with the empty slot: gains of 0 behind the last answer change no score. So a full pass takes
a few strokes over large blocks, and one question is one small block of the same.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import ranks_to_sort_by

Positions = NDArray[np.int64]
Places = NDArray[np.int32]
Rows = slice | Places


class Entries(NamedTuple):
    """What one run ranked, one element each: question (from 0, within the layout), and slot.

    `rank`: -1 where not given; `score`: NaN where not given. The order is the one received. `rows`: what
    picks them out of the responses.
    """

    rows: Rows
    question: Places
    slot: Places
    rank: Places
    score: NDArray[np.float64]

    def order(self) -> Positions | None:
        """Return the order question after question, and by rank; None where they are in it already.

        Without a rank by score, highest first; else as received.
        """
        follows = self.question[1:] > self.question[:-1]
        follows |= (self.question[1:] == self.question[:-1]) & (self.rank[1:] > self.rank[:-1])
        if follows.all():
            return None
        return np.lexsort((-self.score, ranks_to_sort_by(self.rank), self.question))


class _RankedSlots(NamedTuple):
    """What one run ranked, question after question: the slots, best first, and of each question how many."""

    slots: Places
    lengths: Positions

    @classmethod
    def of(cls, entries: Entries, questions: int) -> "_RankedSlots":
        order = entries.order()
        slots = entries.slot if order is None else entries.slot[order]
        return cls(slots, np.bincount(entries.question, minlength=questions))


class Group(NamedTuple):
    """Questions of about one size, side by side from place `start` on; a row of a block is a question."""

    start: int
    ranked: Places
    pooled: Places


class Layout:
    """The rankings and the pools of some questions, in groups; `order[place]` is the question at a place.

    `entries`: of each run that ranks something, the first columns; what is ranked in the others comes later.
    `pool`: the slots of every question, one question after the other, with `pool_sizes` of them each.
    `least_depths`: how many ranks there are to be at least.
    """

    def __init__(
        self,
        entries: Iterable[Entries],
        columns: int,
        pool: Positions,
        pool_sizes: Positions,
        nothing: int,
        least_depths: Positions,
    ) -> None:
        self.size, self.columns, self.nothing = len(pool_sizes), columns, nothing
        rankings = [_RankedSlots.of(each, self.size) for each in entries]
        depths = np.maximum.reduce([least_depths, *(each.lengths for each in rankings)])
        shapes = np.stack((_bucket(depths), _bucket(pool_sizes)), axis=1)
        self.order = order = np.lexsort((shapes[:, 1], shapes[:, 0]))
        self.place_of = np.empty(self.size, dtype=np.int64)
        self.place_of[order] = np.arange(self.size)
        ranked, ranked_at = _filled(order, shapes[:, 0] * columns, nothing)
        for column, each in enumerate(rankings):
            starts = np.cumsum(each.lengths) - each.lengths
            places = np.repeat(ranked_at - starts * columns, each.lengths)
            places += np.arange(column, column + len(places) * columns, columns)
            ranked[places] = each.slots
        pooled, pooled_at = _filled(order, shapes[:, 1], nothing)
        pooled[np.repeat(pooled_at, pool_sizes) + _within(pool_sizes)] = pool
        self.groups: list[Group] = []
        for start, end in _stretches(shapes[order]):
            count, (depth, width) = end - start, shapes[order[start]].tolist()
            first, wide = int(ranked_at[order[start]]), int(pooled_at[order[start]])
            blocks = ranked[first : first + count * depth * columns].reshape(count, depth, columns)
            self.groups.append(Group(start, blocks, pooled[wide : wide + count * width].reshape(count, width)))
        self._starts = [group.start for group in self.groups]

    def block(self, place: int) -> tuple[Places, Places]:
        """Return what the columns ranked for the question at a place (ranks, columns), and its pool."""
        group = self.groups[bisect_right(self._starts, place) - 1]
        row = place - group.start
        return group.ranked[row], group.pooled[row]


def _bucket(sizes: Positions) -> Positions:
    """Return the smallest of 1, 2, 3, 4, 6, 8, 12, 16, 24 ... that is no smaller."""
    steps = np.array(sorted({1 << at for at in range(40)} | {3 << at for at in range(40)}))
    return steps[np.searchsorted(steps, np.maximum(sizes, 1))]


def _filled(order: Positions, sizes: Positions, nothing: int) -> tuple[Places, Positions]:
    """Return an array with this many places for each question, in this order, and where each begins."""
    begins = np.empty(len(order), dtype=np.int64)
    ends = np.cumsum(sizes[order])
    begins[order] = ends - sizes[order]
    return np.full(int(ends[-1]) if len(ends) else 0, nothing, dtype=np.int32), begins


def _within(sizes: Positions) -> Positions:
    """Return 0, 1, ... again for each size."""
    ends = np.cumsum(sizes)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - sizes, sizes)


def _stretches(shapes: Positions) -> Iterator[tuple[int, int]]:
    """Yield where rows of equal shape begin and end."""
    new = np.flatnonzero(np.any(np.diff(shapes, axis=0, prepend=-1) != 0, axis=1)).tolist()
    yield from pairwise([*new, len(shapes)])
