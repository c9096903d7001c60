"""Random choices of units, reproducible to the last digit however the work is divided.

Every trial gives each unit a random key, and a set of `size` units is the units with the smallest keys, the
next set the following ones, and so on: disjoint, and every choice as likely as any other. Of equal keys the
earlier unit has the smaller. The keys come from numpy's PCG64 in the order of trials and units, so trial
number t is the same whether trials are drawn one by one or a thousand at a time.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.watch import Watch

Sets = NDArray[np.bool_]

BUDGET = 48 << 20
"""The approximate number of bytes one piece of work may hold; limits the memory, not the result."""

PAIRS_AT_ONCE, FEWEST_AT_ONCE = 250_000, 64
"""The most comparisons of pairs in one piece, and the least number of trials in it."""


# numpy.random is loaded when something is drawn: annotations that name it are texts.
def generator(seed: int, *streams: int) -> "np.random.Generator":
    """Return the random numbers of a seed (from 0 up); its `streams` are independent of each other."""
    if seed < 0:
        msg = tr("seed = {seed} is not allowed; it must be a whole number, 0 or more", seed=seed)
        raise ValueError(msg)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *streams])))


def generator_from(trial: int, numbers: int, seed: int, *streams: int) -> "np.random.Generator":
    """Return the random numbers of a seed as they are after this many trials of `draw_sets`.

    `numbers`: the units of a trial, each of which takes one number of 32 bits.
    """
    random = generator(seed, *streams)
    before = trial * numbers
    # PCG64 makes 64 bits at a time and returns the lower half first.
    random.bit_generator.advance(before // 2)  # type: ignore[attr-defined]  # of PCG64
    if before % 2:
        random.integers(0, 2**32, 1, dtype=np.uint32)
    return random


def draw_sets(random: "np.random.Generator", trials: int, units: int, size: int, sets: int = 1) -> Sets:
    """Return which units are in each of `sets` disjoint random sets, shape (sets, trials, units)."""
    keys = random.integers(0, 2**32, (trials, units), dtype=np.uint32)
    ends = np.arange(1, sets + 1) * size - 1
    limits = np.sort(keys, axis=1)[:, ends]
    chosen = np.empty((sets, trials, units), dtype=np.bool_)
    for at in range(sets):
        np.less_equal(keys, limits[:, at : at + 1], out=chosen[at])
        if at:
            chosen[at] &= keys > limits[:, at - 1 : at]
    wrong = np.flatnonzero((np.count_nonzero(chosen, axis=2) != size).any(axis=0))
    for trial in wrong.tolist():
        order = np.argsort(keys[trial], kind="stable")
        chosen[:, trial] = False
        for at in range(sets):
            chosen[at, trial, order[at * size : (at + 1) * size]] = True
    return chosen


def draw_bootstrap(random: "np.random.Generator", draws: int, units: int) -> NDArray[np.int16]:
    """Return how often each unit is in each bootstrap sample, shape (draws, units)."""
    picked = random.integers(0, units, (draws, units))
    picked += np.arange(draws)[:, None] * units
    return np.bincount(picked.ravel(), minlength=draws * units).reshape(draws, units).astype(np.int16)


def pieces(total: int, bytes_each: int, pairs: int, watch: Watch) -> Iterator[int]:
    """Yield the number of trials to do next until all are done, within the budget; steps the watch.

    `pairs` of runs are compared in a trial: pieces are short enough to report progress, and to stop, often.
    """
    quick = max(FEWEST_AT_ONCE, PAIRS_AT_ONCE // max(1, pairs))
    most = max(1, min(1024, BUDGET // max(1, bytes_each), quick))
    done = 0
    while done < total:
        count = min(most, total - done)
        yield count
        done += count
        watch.step(count)
