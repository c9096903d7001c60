"""Stretches of a ranking without a significant difference, against all stretches tried one by one."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from jurybox.analysis.stretches import lanes_of, not_shown_to_differ


def tried(p: np.ndarray, level: float) -> list[tuple[int, int]]:
    """Return the stretches by their definition: all are tried, and those within others thrown away."""
    good = [
        (first, last)
        for first, last in combinations(range(len(p)), 2)
        if all(p[a, b] >= level for a, b in combinations(range(first, last + 1), 2))
    ]
    return [one for one in good if not any(a <= one[0] and one[1] <= b for a, b in good if (a, b) != one)]


def test_lines_drawn_by_hand_come_back_from_their_p_values() -> None:
    # Two runs differ significantly where no line has both.
    names = "AFGDCBE"
    lines = ("AF", "FGDC", "GDCBE")
    p = np.full((7, 7), 0.01)
    for line in lines:
        for a, b in combinations(map(names.index, line), 2):
            p[a, b] = p[b, a] = 0.2
    found = ["".join(names[first : last + 1]) for first, last in not_shown_to_differ(p)]
    assert found == list(lines)


@pytest.mark.parametrize("seed", range(30))
def test_they_are_those_of_the_definition(seed: int) -> None:
    draw = np.random.default_rng(seed)
    p = draw.choice([0.001, 0.049, 0.05, 0.3, math.nan], size=(9, 9), p=[0.1, 0.05, 0.3, 0.5, 0.05])
    p = np.triu(p, 1) + np.triu(p, 1).T
    stretches = not_shown_to_differ(p)
    assert list(stretches) == tried(p, 0.05)
    lanes = lanes_of(stretches)
    for lane in set(lanes):
        here = [one for one, at in zip(stretches, lanes, strict=True) if at == lane]
        assert all(one[1] < other[0] for one, other in pairwise(here))
    assert set(lanes) == set(range(max(lanes, default=-1) + 1))


def test_without_runs_or_with_one_there_is_no_line() -> None:
    assert not_shown_to_differ(np.empty((0, 0))) == ()
    assert not_shown_to_differ(np.full((1, 1), math.nan)) == ()
