"""Patterns of votes and their levels: Sakai et al. 2010, Tables 2 and 21, for any number of assessors.

An answer that n assessors judge has a pattern of n letters; C is a vote for nothing, a missing label is not a
letter at all. All numbers here are computed for one pattern; `jurybox.gold.graded` does so once for each
pattern that occurs, and stores the `Levels` of all answers as arrays.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.gold.gold import Gold, Weights
from jurybox.language import tr
from jurybox.lists import comma_list

UNJUDGED, LEFT_OUT = -1, -2
OUT_BIT = 62
"""Possible levels are bits of a whole number; this one means that no level is a possible outcome."""
FITS = OUT_BIT - 1
"""The highest level whose bits fit into 64; larger panels have sets of any length (`Bits`)."""
HIGHEST_LEVEL = int(np.iinfo(np.int16).max)
"""The highest level of all, as `Levels.level` holds it."""
SIZE_OF_GA = 4
LETTERS = "ABC?-"
"""A pattern in letters: votes, a label that is missing, a state that gives none."""
_AT_ONCE = 500_000
LONG_PATTERN = 12
"""The most letters that can be counted by eye."""


class Votes(NamedTuple):
    """What the assessors who judge an answer said: labels, those missing, and states that give no label."""

    a: int
    b: int
    c: int
    missing: int = 0
    mute: int = 0

    @property
    def given(self) -> int:
        """How many gave a label."""
        return self.a + self.b + self.c

    @property
    def members(self) -> int:
        """How many judge the answer."""
        return self.given + self.missing + self.mute


def pattern_text(pattern: str) -> str:
    """Return a pattern for people to read: `AAAB` as it is, a long one counted: `141 A, 45 B, 14 C`.

    That of other labels is counted already.
    """
    if len(pattern) <= LONG_PATTERN or set(pattern) - set(LETTERS):
        return pattern
    counted = ((pattern.count(letter), letter) for letter in LETTERS)
    return comma_list(f"{many} {letter}" for many, letter in counted if many)


def ga_level(a: int, b: int) -> int:
    """Return the level 0 to 3 of a votes A and b votes B among four assessors (Sakai, Table 2).

    Fewer than two votes are nothing, two or three are L1, as is BBBB.
    """
    if a + b < SIZE_OF_GA:
        return int(a + b > 1)
    return 3 if a >= SIZE_OF_GA - 1 else 2 if a else 1


def weighted_level(a: int, b: int, c: int, weights: Weights) -> int:
    """Return the weight of a pattern, which is its level (Sakai, Table 21, weights 2, 1, 0)."""
    return a * weights[0] + b * weights[1] + c * weights[2]


def scaled(a: int, b: int, c: int, size: int) -> tuple[int, int, int]:
    """Return the pattern of `size` letters most like this one: whole shares first, then largest remainders.

    Equal remainders go to the lower label. At least one vote, at most `size`; the votes given all stay.
    """
    given = a + b + c
    shares = [count * size // given for count in (a, b, c)]
    remainders = [count * size % given for count in (a, b, c)]
    by_remainder = sorted((2, 1, 0), key=lambda at: -remainders[at])
    for at in by_remainder[: size - sum(shares)]:
        shares[at] += 1
    return shares[0], shares[1], shares[2]


def outcome(gold: Gold, votes: Votes) -> tuple[int, int]:
    """Return the level of a pattern and, as bits, the levels that its completions have.

    `UNJUDGED` while a label is missing, unless the gold standard scales such patterns up; `LEFT_OUT` if no
    completion has a level. The second: see `bits_of`.
    """
    possible = _possible(gold, votes)
    if possible == 1 << OUT_BIT:
        return LEFT_OUT, possible
    if votes.missing and (gold.missing == "unjudged" or not votes.given):
        return UNJUDGED, possible
    now = _settled(gold, votes)
    return (UNJUDGED if now is None else now), possible


def pattern_level(pattern: str, gold: Gold, *, judges: int | None = None) -> int:
    """Return the level of a pattern of votes such as `AABB` under GA, GAW or leaving one out.

    Letters in any order: A, B, C; `?` for a missing label, `-` for *cannot tell*. `judges`: how many judge
    the answer, if there are fewer letters than people, as in the papers, which leave out the C's; None: four
    for GA, else the number of letters. Returns -1 (unjudged) while a missing label can decide it, -2 (left
    out) if none can. Raises ValueError for another letter or too many. Sakai et al. 2010, Tables 2 and 21.
    """
    unknown = set(pattern) - set(LETTERS)
    if unknown:
        raise ValueError(
            tr(
                "pattern = {pattern!r} contains {letter!r}; a vote is one of {letters}",
                pattern=pattern,
                letter=min(unknown),
                letters=comma_list(LETTERS),
            )
        )
    most = SIZE_OF_GA if gold.whose == "GA" else len(pattern)
    hidden = (most if judges is None else judges) - len(pattern)
    if hidden < 0:
        raise ValueError(
            tr(
                "pattern = {pattern!r} has {votes} votes of {people} people",
                pattern=pattern,
                votes=len(pattern),
                people=len(pattern) + hidden,
            )
        )
    if gold.whose not in ("GA", "GAW", "LOO"):
        raise ValueError(tr("gold = {gold} has no levels for patterns; GA, GAW and LOO have", gold=gold))
    a, b, c, missing, mute = (pattern.count(letter) for letter in LETTERS)
    level, _ = outcome(gold, Votes(a, b, c + hidden, missing, mute))
    return level


def bits_of(levels: Iterable[int | None]) -> int:
    """Return a set of levels as bits: bit n for level n, bit `OUT_BIT` for None, no level.

    From that bit's number on, levels are shifted by one bit.
    """
    bits = 0
    for level in levels:
        bits |= 1 << (OUT_BIT if level is None else level + (level >= OUT_BIT))
    return bits


def levels_in(bits: int) -> list[int | None]:
    """Return the levels of such a set from L0 up, None at the end for a completion without a level."""
    low, high = bits & ((1 << OUT_BIT) - 1), bits >> (OUT_BIT + 1) << OUT_BIT
    both = low | high
    levels: list[int | None] = [at for at in range(both.bit_length()) if both >> at & 1]
    return levels + [None] * (bits >> OUT_BIT & 1)


def _possible(gold: Gold, votes: Votes) -> int:
    """Return the levels of all completions of a pattern, as bits."""
    if gold.whose == "GA":
        return bits_of({_settled(gold, completion) for completion in _completions(votes)})
    if votes.mute and gold.missing == "rescale" and votes.given + votes.missing:
        return _as_bits(_scaled_levels(votes, gold.weights))
    if votes.mute or not votes.members:
        return 1 << OUT_BIT
    # Every missing vote adds one of three weights: sums of m votes from those of m - 1, all at once.
    sums = 1 << weighted_level(votes.a, votes.b, votes.c, gold.weights)
    for _ in range(votes.missing):
        sums = sums << gold.weights[0] | sums << gold.weights[1] | sums << gold.weights[2]
    return _as_bits(sums)


def _as_bits(levels: int) -> int:
    """Return a set of levels, bit n for level n, as `bits_of` has it: with a bit left out for no level."""
    return levels & ((1 << OUT_BIT) - 1) | (levels >> OUT_BIT << (OUT_BIT + 1))


def _scaled_levels(votes: Votes, weights: Weights) -> int:
    """Return the levels of all completions of a pattern scaled up to its members: bit n for level n.

    m missing labels have (m + 1)(m + 2) / 2 completions, too many to go through one by one for a panel of
    hundreds. They are computed as arrays of at most `_AT_ONCE` or one row, with the formula of `scaled`.
    """
    size, given, missing = votes.members, votes.given + votes.missing, votes.missing
    found = np.zeros(size * max(weights) + 1, dtype=np.bool_)
    to_b = np.arange(missing + 1)[None, :]
    rows = max(1, _AT_ONCE // (missing + 1))
    for start in range(0, missing + 1, rows):
        to_a = np.arange(start, min(start + rows, missing + 1))[:, None]
        which = np.nonzero(to_a + to_b <= missing)
        a, b = votes.a + start + which[0], votes.b + which[1]
        parts = [np.divmod(count * size, given) for count in (a, b, given - a - b)]
        (share_a, rest_a), (share_b, rest_b), (share_c, rest_c) = parts
        left = size - share_a - share_b - share_c
        # Whose remainder is among the `left` largest; of equal ones, that of the lower label.
        share_a += 0 + (rest_b >= rest_a) + (rest_c >= rest_a) < left
        share_b += 0 + (rest_a > rest_b) + (rest_c >= rest_b) < left
        share_c += 0 + (rest_a > rest_c) + (rest_b > rest_c) < left
        found[share_a * weights[0] + share_b * weights[1] + share_c * weights[2]] = True
    return int.from_bytes(np.packbits(found, bitorder="little").tobytes(), "little")


def _completions(votes: Votes) -> Iterator[Votes]:
    """Yield the pattern with every missing label given, each way once."""
    for to_a in range(votes.missing + 1):
        for to_b in range(votes.missing - to_a + 1):
            to_c = votes.missing - to_a - to_b
            yield Votes(votes.a + to_a, votes.b + to_b, votes.c + to_c, 0, votes.mute)


def _settled(gold: Gold, votes: Votes) -> int | None:
    """Return the level of the letters given, scaled up where some are not there; None if they have none."""
    size = SIZE_OF_GA if gold.whose == "GA" else votes.members
    a, b, c = votes.a, votes.b, votes.c
    if not votes.given or votes.given > size:
        return None
    if votes.given < size:
        if gold.missing != "rescale":
            return None
        a, b, c = scaled(a, b, c, size)
    return ga_level(a, b) if gold.whose == "GA" else weighted_level(a, b, c, gold.weights)


Grades = NDArray[np.int16]
Bits = NDArray[np.int64] | NDArray[np.object_]
"""Sets of levels, see `bits_of`: int64, or whole numbers of Python where a level is above `FITS`."""

OUT = np.int64(1) << OUT_BIT
"""Possible levels of an answer that no completion grades."""


class Levels(NamedTuple):
    """For each answer asked for: its level, and the levels that completions can give it, as bits.

    `level`: L0 and up, -1 unjudged (a missing label could decide it), -2 left out (none can). `possible`: as
    in `bits_of`; bit 62 for a completion that leaves the answer out. An incomplete pattern is unjudged even
    where one level alone is possible; scaled up, it has a level while others are still possible.
    """

    level: Grades
    possible: Bits


def level_of(possible: Bits, top: int) -> Grades:
    """Return the level where only one is possible, else that it is unjudged, or left out."""
    level = np.full(len(possible), UNJUDGED, dtype=np.int16)
    for each in range(top + 1):
        level[possible == 1 << each] = each
    level[possible == OUT] = LEFT_OUT
    return level


def levels_of_labels(reachable: NDArray[np.bool_], stays_out: NDArray[np.bool_]) -> Levels:
    """Return levels of answers from the possible labels of each, and whether it can stay without.

    `reachable`: shape (labels, answers), the best label first; the last one is level 0.
    """
    top = len(reachable) - 1
    many = np.count_nonzero(reachable, axis=0)
    level = np.where(many == 1, top - reachable.argmax(axis=0), UNJUDGED).astype(np.int16)
    level[stays_out] = np.where(many[stays_out] == 0, LEFT_OUT, UNJUDGED)
    if top <= FITS:
        bits: Bits = np.int64(1) << np.arange(top, -1, -1, dtype=np.int64)
        return Levels(level, bits @ reachable + stays_out * OUT)
    sets = [
        bits_of([*(top - np.flatnonzero(labels)).tolist(), *([None] if out else [])])
        for labels, out in zip(reachable.T, stays_out.tolist(), strict=True)
    ]
    return Levels(level, np.array(sets, dtype=np.object_))
