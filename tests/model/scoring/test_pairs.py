"""2 U kept label by label against counting every pair."""

import math

import numpy as np
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.scoring.pairs import PairCount, dense_ranks

SCORES = st.lists(
    st.sampled_from([math.nan, -math.inf, -1.0, 0.0, -0.0, 0.1, 0.5, 0.9, 7.0, math.inf]), min_size=1, max_size=40
)


def by_hand(scores: list[float], truth: list[int]) -> int:
    ranks = [-1.0 if math.isnan(score) else 1.0 + sum(other < score for other in set(scores)) for score in scores]
    correct = [rank for rank, value in zip(ranks, truth, strict=True) if value == 1]
    incorrect = [rank for rank, value in zip(ranks, truth, strict=True) if value == 0]
    return sum(2 if up > down else up == down for up in correct for down in incorrect)


@settings(max_examples=examples(150), deadline=None)
@given(SCORES, st.data())
def test_moves_keep_the_count(scores: list[float], data: st.DataObject) -> None:
    values = st.sampled_from([1, 0, -1, -2])
    truth = data.draw(st.lists(values, min_size=len(scores), max_size=len(scores)))
    pairs = PairCount(np.array(scores), np.array(truth, dtype=np.int8))
    assert pairs.pairs == by_hand(scores, truth)
    for unit, after in data.draw(st.lists(st.tuples(st.integers(0, len(scores) - 1), values), max_size=25)):
        pairs.move(unit, truth[unit], after)
        truth[unit] = after
        assert pairs.pairs == by_hand(scores, truth)
    pairs.restart(np.array(truth, dtype=np.int8))
    assert pairs.pairs == by_hand(scores, truth)


@given(SCORES)
def test_ranks_are_dense_and_keep_the_order(scores: list[float]) -> None:
    ranks, thresholds = dense_ranks(np.array(scores))
    given_scores = [score for score in scores if not math.isnan(score)]
    assert len(thresholds) == len(set(given_scores)) + 2
    for rank, score in zip(ranks.tolist(), scores, strict=True):
        assert (rank == 1) if math.isnan(score) else (rank > 1 and thresholds[rank] == score)


def test_a_long_run_of_edits_does_not_drift() -> None:
    rng = np.random.default_rng(5)
    scores, truth = rng.integers(0, 400, 2_000) / 7, rng.integers(-1, 2, 2_000)
    pairs = PairCount(scores, truth.astype(np.int8))
    for unit, after in zip(rng.integers(0, 2_000, 5_000).tolist(), rng.integers(-1, 2, 5_000).tolist(), strict=True):
        pairs.move(unit, int(truth[unit]), after)
        truth[unit] = after
    assert pairs.pairs == PairCount(scores, truth.astype(np.int8)).pairs
