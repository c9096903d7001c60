"""Who put which answer where: rankings of all runs as places in blocks, question after question.

A *slot* is something that can stand in a ranking, such as an answer; the last slot stands for nothing.
Questions whose rankings and pools are about as deep lie together in a group, as blocks of one shape
(questions, ranks, columns), filled up with nothing: gains of 0 behind the last answer change no score. So a
full pass takes a few strokes over large blocks, and one question is one small block of the same.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import ranks_to_sort_by

Positions = NDArray[np.int64]
Places = NDArray[np.int32]


class Entries(NamedTuple):
    """What runs ranked, one element each: question (from 0, within the layout), column, slot.

    `rank`: -1 where not given; `score`: NaN where not given. The order is the one received.
    """

    question: Positions
    column: Positions
    slot: Positions
    rank: Positions
    score: NDArray[np.float64]


class Group(NamedTuple):
    """Questions of about one size, side by side from place `start` on; a row of a block is a question."""

    start: int
    ranked: Places
    pooled: Places


class Layout:
    """The rankings and the pools of some questions, in groups; `order[place]` is the question at a place.

    `pool`: the slots of every question, one question after the other, with `pool_sizes` of them each.
    `least_depths`: how many ranks there are to be at least.
    """

    def __init__(
        self,
        entries: Entries,
        columns: int,
        pool: Positions,
        pool_sizes: Positions,
        nothing: int,
        least_depths: Positions,
    ) -> None:
        self.size, self.columns, self.nothing = len(pool_sizes), columns, nothing
        entries, at_rank = _in_order(entries, self.size)
        depths = np.maximum(_depths(entries, at_rank, columns, self.size), least_depths)
        shapes = np.stack((_bucket(depths), _bucket(pool_sizes)), axis=1)
        self.order = order = np.lexsort((shapes[:, 1], shapes[:, 0]))
        self.place_of = np.empty(self.size, dtype=np.int64)
        self.place_of[order] = np.arange(self.size)
        ranked, ranked_at = _filled(order, shapes[:, 0] * columns, nothing)
        ranked[ranked_at[entries.question] + at_rank * columns + entries.column] = entries.slot
        pooled, pooled_at = _filled(order, shapes[:, 1], nothing)
        pooled[np.repeat(pooled_at, pool_sizes) + _within(pool_sizes)] = pool
        self.groups: list[Group] = []
        for start, end in _stretches(shapes[order]):
            count, (depth, width) = end - start, shapes[order[start]].tolist()
            first, wide = int(ranked_at[order[start]]), int(pooled_at[order[start]])
            blocks = ranked[first : first + count * depth * columns].reshape(count, depth, columns)
            self.groups.append(
                Group(start, blocks, pooled[wide : wide + count * width].reshape(count, width))
            )
        self._starts = [group.start for group in self.groups]

    def block(self, place: int) -> tuple[Places, Places]:
        """Return what the columns ranked for the question at a place (ranks, columns), and its pool."""
        group = self.groups[bisect_right(self._starts, place) - 1]
        row = place - group.start
        return group.ranked[row], group.pooled[row]


def _in_order(entries: Entries, questions: int) -> tuple[Entries, Positions]:
    """Return the entries ranking after ranking, and their ranks from 0.

    By rank; without one by score, highest first; else as received.
    """
    lists = entries.column * questions + entries.question
    follows = np.diff(lists)
    if not ((follows > 0) | ((follows == 0) & (np.diff(entries.rank) > 0))).all():
        ranks = ranks_to_sort_by(entries.rank)
        order = np.lexsort((-entries.score, ranks, lists))
        question, column, slot, rank, score = entries
        entries = Entries(question[order], column[order], slot[order], rank[order], score[order])
        lists = lists[order]
    starts = np.flatnonzero(np.diff(lists, prepend=-1))
    sizes = np.diff(starts, append=len(lists))
    return entries, np.arange(len(lists)) - np.repeat(starts, sizes)


def _depths(entries: Entries, at_rank: Positions, columns: int, questions: int) -> Positions:
    """Return how many ranks the longest ranking of each question has."""
    lengths = np.zeros((columns, questions), dtype=np.int64)
    last = np.diff(at_rank, append=0) <= 0
    lengths[entries.column[last], entries.question[last]] = at_rank[last] + 1
    return np.asarray(lengths.max(axis=0, initial=0))


def _bucket(sizes: Positions) -> Positions:
    """Return the smallest of 1, 2, 3, 4, 6, 8, 12, 16, 24 ... that is no smaller."""
    steps = np.array(sorted({1 << at for at in range(40)} | {3 << at for at in range(40)}))
    return steps[np.searchsorted(steps, np.maximum(sizes, 1))]


def _filled(order: Positions, sizes: Positions, nothing: int) -> tuple[Places, Positions]:
    """Return an array with so many places for each question, in this order, and where each begins."""
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
