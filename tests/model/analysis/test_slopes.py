"""Slopes show the ranks that full rescoring gives, of the runs that change places and their neighbors."""

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from jurybox.analysis.disagreements.disputes import Turn
from jurybox.analysis.disagreements.slopes import slopes
from jurybox.analysis.disagreements.what_if import find_flips
from jurybox.measures.ranks import ranks

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=9)


@given(SCORES, st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_ranks_are_competition_ranks(values: list[float], lower: bool) -> None:
    scores = np.array(values)
    expected = rankdata(scores if lower else -scores, method="min")
    assert ranks(scores, "lower" if lower else "higher").tolist() == expected.tolist()


def turn_of(now: np.ndarray, then: np.ndarray, runs: list[int]) -> Turn:
    flips = find_flips(now, then[None])
    pairs = tuple((runs[a], runs[b]) for a, b in flips.pairs.get(0, ()))
    return Turn("A", -1, float(flips.effect[0]), pairs, 0, 0, now, then)


@given(st.data())
@settings(max_examples=examples(80), deadline=None)
def test_shown_are_those_that_turn_with_their_ranks(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 12))
    values = st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=count, max_size=count)
    now, *thens = (np.array(data.draw(values)) for _ in range(3))
    runs = [at + 100 for at in range(count)]
    turns = [turn_of(now, then, runs) for then in thens]
    found = slopes(runs, turns)
    turned = {run for turn in turns for pair in turn.pairs for run in pair}
    if not turned:
        assert found is None
        return
    assert found is not None
    shown = {run for run, moved in zip(found.runs, found.moved, strict=True) if moved}
    assert shown == turned or (shown < turned and len(found.runs) == 6)
    assert min(count, 5) <= len(found.runs) <= 6
    assert list(found.ranks[:, 0]) == sorted(found.ranks[:, 0])
    for column, scores in enumerate((now, *thens)):
        expected = rankdata(-scores, method="min")
        assert found.ranks[:, column].tolist() == [expected[run - 100] for run in found.runs]
        assert found.scores[:, column].tolist() == [scores[run - 100] for run in found.runs]


def test_what_leaves_all_as_it_is_is_a_column_too_and_undefined_scores_come_last() -> None:
    now, then = np.array([0.5, 0.4, np.nan]), np.array([0.3, 0.4, np.nan])
    turn = turn_of(now, then, [7, 8, 9])
    found = slopes([7, 8, 9], [None, turn])
    assert found is not None
    assert found.runs == (7, 8)
    assert found.ranks.tolist() == [[1, 1, 2], [2, 2, 1]]
    assert found.scores[0].tolist() == pytest.approx([0.5, 0.5, 0.3])
    assert slopes([7, 8, 9], [None]) is None
