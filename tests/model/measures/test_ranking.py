"""Measures of rankings: values, edges, refusals, and the published samples."""

import math
import random
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from sweeps import swept

from jurybox.measures import (
    Ranking,
    average_precision,
    average_recall,
    binary_preference,
    expected_reciprocal_rank,
    geometric_mean,
    hit_at_1,
    inferred_average_precision,
    judged_at_k,
    mean_reciprocal_rank,
    measure,
    ndcg,
    ng_at_1,
    precision_at_k,
    q_measure,
    r_precision,
    rank_biased_precision,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)

NAMES = (
    *("nG@1", "nDCG", "Q", "AP", "MRR", "Hit@1", "ERR"),
    *("Success@2", "P@5", "R@5", "Rprec", "AP@5", "RBP(p=0.8)", "RBP(p=0.5, gain=linear)"),
)

# NTCIREVAL's own sample: levels of the judged answers, and the levels in a run's rank order (None: unjudged)
SAMPLE_IDEAL = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0]
SAMPLE_RUN = [0, 3, None, 2]


def test_a_geometric_mean_has_the_floor_of_trec_eval() -> None:
    assert geometric_mean([0.25, 0.01]) == pytest.approx(0.05, abs=1e-15)
    assert geometric_mean([1, 0]) == pytest.approx(math.sqrt(0.00001), abs=1e-15)
    assert geometric_mean([0.5, math.nan]) == 0.5, "what is undefined is left out"
    assert geometric_mean([0, 0]) == 0.00001
    assert math.isnan(geometric_mean([math.nan]))


def test_the_ntcireval_sample() -> None:
    gains = [level or 0 for level in SAMPLE_RUN]
    relevant = [int(gain > 0) for gain in gains]
    assert reciprocal_rank(relevant) == 0.5
    assert average_precision(relevant, 10) == pytest.approx(0.1, abs=5e-5)
    assert q_measure(gains, SAMPLE_IDEAL) == pytest.approx(0.0967, abs=5e-5)
    assert ndcg(gains, SAMPLE_IDEAL) == pytest.approx(0.2760, abs=5e-5)


def test_the_ntcireval_sample_with_a_cutoff_divides_q_by_the_smaller() -> None:
    gains = [level or 0 for level in SAMPLE_RUN]
    assert q_measure(gains, SAMPLE_IDEAL, cutoff=2, normalise="min") == pytest.approx(0.25, abs=5e-5)
    assert ndcg(gains, SAMPLE_IDEAL, cutoff=2) == pytest.approx(0.3869, abs=5e-5)
    assert q_measure(gains, SAMPLE_IDEAL, cutoff=2) == pytest.approx(0.05, abs=1e-15)  # over R = 10


def test_the_ntcireval_sample_condensed() -> None:
    gains = [level for level in SAMPLE_RUN if level is not None]
    assert average_precision([0, 1, 1], 10) == pytest.approx(0.1167, abs=5e-5)
    assert q_measure(gains, SAMPLE_IDEAL) == pytest.approx(0.1083, abs=5e-5)
    assert ndcg(gains, SAMPLE_IDEAL) == pytest.approx(0.2899, abs=5e-5)


def test_the_ntcireval_sample_with_other_gains() -> None:
    gain = {None: 0, 0: 0, 1: 1, 2: 4, 3: 9}
    gains, ideal = [gain[level] for level in SAMPLE_RUN], [gain[level] for level in SAMPLE_IDEAL]
    assert q_measure(gains, ideal) == pytest.approx(0.0929, abs=5e-5)
    assert ndcg(gains, ideal) == pytest.approx(0.2947, abs=5e-5)


def test_by_hand() -> None:
    """Gains 1, 0, 3 of a question that offers 3, 2, 1."""
    gains, ideal = [1, 0, 3], [1, 2, 3]
    assert hit_at_1(gains) == 1.0
    assert ng_at_1(gains, ideal) == 1 / 3
    dcg, best = 1 + 3 / 2, 3 + 2 / math.log2(3) + 1 / 2
    assert ndcg(gains, ideal) == pytest.approx(dcg / best, abs=1e-15)
    assert q_measure(gains, ideal) == pytest.approx(((1 + 1) / (1 + 3) + (2 + 4) / (3 + 6)) / 3, abs=1e-15)
    assert average_precision([1, 0, 1], 3) == pytest.approx((1 + 2 / 3) / 3, abs=1e-15)


def test_measures_at_a_rank_by_hand() -> None:
    """Relevant at ranks 1 and 3 of four returned; five answers are relevant."""
    relevant = [1, 0, 1, 0]
    assert [precision_at_k(relevant, k) for k in (1, 2, 3, 8)] == [1, 1 / 2, 2 / 3, 2 / 8]
    assert [recall_at_k(relevant, 5, k) for k in (1, 2, 3, 8)] == [1 / 5, 1 / 5, 2 / 5, 2 / 5]
    assert [success_at_k([0, *relevant], k) for k in (1, 2, 9)] == [0, 1, 1]
    assert r_precision(relevant, 5) == 2 / 5
    assert r_precision(relevant, 2) == 1 / 2
    assert average_precision(relevant, 5, cutoff=2) == 1 / 5
    assert math.isnan(recall_at_k([0], 0, 1))


def test_average_recall_is_pooled_over_questions_and_averaged_over_ranks() -> None:
    relevant, totals = [[0, 1, 0, 0, 1], [1, 1], [], [0]], [4, 2, 3, 0]
    for k in (1, 2, 5, 10):
        found = [sum(sum(each[:rank]) for each in relevant) for rank in range(1, k + 1)]
        most = [sum(min(rank, total) for total in totals) for rank in range(1, k + 1)]
        ratios = [one / other for one, other in zip(found, most, strict=True)]
        assert average_recall(relevant, totals, k) == pytest.approx(sum(ratios) / k, abs=1e-15)
    assert average_recall([[1]], [1]) == 1
    assert average_recall([[]], [3]) == 0
    assert math.isnan(average_recall([[0, 0]], [0]))
    assert math.isnan(average_recall([], []))
    assert measure("AvgRec") == measure("AvgRec@10")
    with pytest.raises(ValueError, match="2 is more than total_relevant = 1"):
        average_recall([[1, 1]], [1])
    with pytest.raises(ValueError, match="is shorter than"):
        average_recall([[1, 1]], [])


def test_measures_of_nothing() -> None:
    assert math.isnan(r_precision([], 0))
    assert success_at_k([], 3) == precision_at_k([], 3) == rank_biased_precision([]) == 0.0


@pytest.mark.parametrize("step", [6, *swept([1])])
def test_rank_biased_precision_by_hand(step: int) -> None:
    assert rank_biased_precision([1, 0, 2], 0.5) == 0.5 + 0.125
    assert rank_biased_precision([1, 0, 2], 0.5, top=4) == 0.5 * 1 / 4 + 0.125 * 2 / 4
    assert rank_biased_precision([1, 0, 8], 0.5, top=4) == 0.125 + 0.125, "a gain above the top counts as much"
    assert rank_biased_precision([1, 0, 2], 0.5, cutoff=2) == 0.5
    assert rank_biased_precision([0, 1], 0) == 0.0
    every = [rank_biased_precision([1] * 3000, at / 200) for at in range(0, 190, step)]
    assert max(every) == 1.0, "no rounding brings it above 1"
    assert rank_biased_precision([0], top=0) == 0.0


def test_bpref_and_judged_by_hand() -> None:
    """Ranks: not relevant, relevant, unjudged, not relevant, relevant; R = 3 of 2 + 2 judged nonrelevant."""
    relevant, judged = [0, 1, 0, 0, 1], [1, 1, 0, 1, 1]
    assert binary_preference(relevant, judged, 3, 4) == ((1 - 1 / 3) + (1 - 2 / 3)) / 3
    assert binary_preference(relevant, judged, 3, 2) == ((1 - 1 / 2) + (1 - 2 / 2)) / 3, "over the smaller"
    assert binary_preference([1, 1], [1, 1], 2, 0) == 1.0
    assert binary_preference([0, 0, 1], [1, 1, 1], 1, 9) == 0.0, "only the first R count"
    assert math.isnan(binary_preference([0], [1], 0, 1))
    assert binary_preference([], [], 2, 1) == 0.0
    assert [judged_at_k(judged, k) for k in (1, 3, 5, 9, None)] == [1, 2 / 3, 4 / 5, 4 / 5, 4 / 5]
    assert judged_at_k([], 5) == 0.0
    data = Ranking([0, 2, 0, 0, 1], [2, 1, 1, 0, 0, 0, 0], judged)
    assert measure("Bpref").evaluate(data).value == binary_preference(relevant, judged, 3, 4)
    assert measure("Judged@3").evaluate(data).value == 2 / 3
    assert measure("Bpref(rel=2)").evaluate(data).value == 0.0, "one relevant answer, and one above it"
    assert measure("Judged").evaluate(Ranking([0, 0], [0])).value == 1.0, "all are judged unless it is said"


def test_inferred_average_precision_by_hand() -> None:
    """Relevant, in the pool but not judged, in no pool, relevant; nearly half of the pool above counts."""
    relevant, judged, pooled = [1, 0, 0, 1], [1, 0, 0, 1], [1, 1, 0, 1]
    last = (1 + 2 * (1 + 1e-5) / (1 + 2e-5)) / 4
    assert inferred_average_precision(relevant, judged, 2, pooled) == pytest.approx((1 + last) / 2, abs=1e-15)
    assert inferred_average_precision([1, 0, 1], [1, 1, 1], 2) == pytest.approx(5 / 6, abs=1e-5)
    assert math.isnan(inferred_average_precision([0], [1], 0))
    data = Ranking([2, 0, 0, 1], [2, 1], judged, pooled)
    assert measure("infAP").evaluate(data).value == inferred_average_precision(relevant, judged, 2, pooled)
    assert measure("infAP(rel=2)").evaluate(data).value == 1.0, "one relevant answer, at rank 1"
    everything = measure("infAP").evaluate(replace(data, pooled=None)).value
    assert everything == inferred_average_precision(relevant, judged, 2)
    assert everything == pytest.approx((1 + 1) / 2, abs=1e-4), "all above the last count as relevant"


def test_expected_reciprocal_rank_by_hand() -> None:
    """Grades 0, 2, 3, 1 of a scale up to 3: chances 0, 3/8, 7/8, 1/8 of being satisfied."""
    by_hand = 3 / 8 / 2 + 5 / 8 * 7 / 8 / 3 + 5 / 8 * 1 / 8 * 1 / 8 / 4
    assert expected_reciprocal_rank([0, 2, 3, 1], 3) == pytest.approx(by_hand, abs=1e-15)
    assert expected_reciprocal_rank([0, 2, 3, 1], 3, cutoff=2) == 3 / 16
    assert expected_reciprocal_rank([2, 1], 3, gain="linear") == pytest.approx(2 / 4 + 2 / 4 * 1 / 4 / 2, abs=1e-15)
    assert measure("ERR").evaluate(Ranking([0, 2, 3, 1], [3, 2, 1, 0])).value == pytest.approx(by_hand, abs=1e-15)
    assert measure("ERR(top=4)").evaluate(Ranking([4], [4])).value == 15 / 16
    assert measure("ERR(top=2)").evaluate(Ranking([4], [4])).value == 3 / 4, "a gain above counts as much as the top"
    assert expected_reciprocal_rank([], 3) == expected_reciprocal_rank([0, 0], 0) == 0.0
    assert expected_reciprocal_rank([2000], 2000) == 1.0, "no power of two is too large"


def test_exponential_gains_by_hand() -> None:
    gains, ideal = [1, 0, 2], [3, 2, 1]
    dcg, best = 1 + 3 / 2, 7 + 3 / math.log2(3) + 1 / 2
    assert ndcg(gains, ideal, gain="exponential") == pytest.approx(dcg / best, abs=1e-15)
    assert ng_at_1(gains, ideal, gain="exponential") == 1 / 7
    by_hand = ((1 + 1) / (1 + 7) + (2 + 4) / (3 + 11)) / 3
    assert q_measure(gains, ideal, gain="exponential") == pytest.approx(by_hand, abs=1e-15)
    assert measure("Q(gain=exponential, rel=2)").evaluate(Ranking(gains, ideal)).value == pytest.approx(
        (1 + 3) / (3 + 10) / 2, abs=1e-15
    ), "what is relevant is asked of the gain itself"
    assert ndcg([0.5], [0.5, 0.25], gain="exponential", cutoff=1) == 1.0
    assert math.isnan(ndcg([2000], [2000], gain="exponential"))


def test_the_ideal_gain_of_q_stays_beyond_the_last_judged_answer() -> None:
    """Two unjudged answers come before the two that are relevant."""
    gains, ideal = [0.0, 0.0, 3.0, 1.0], [3.0, 1.0]
    by_hand = ((1 + 3) / (3 + 4) + (2 + 4) / (4 + 4)) / 2
    assert q_measure(gains, ideal) == pytest.approx(by_hand, abs=1e-15)
    dcg, best = 3 / 2 + 1 / math.log2(5), 3 + 1 / math.log2(3)
    assert ndcg(gains, ideal) == pytest.approx(dcg / best, abs=1e-15)


def test_ndcg_is_not_monotone_in_unjudged_labels() -> None:
    """The example of the bounds: ranks 1, 0, u with u = 0 to 3."""
    values = [round(ndcg([1, 0, u], [1, 0, u]), 2) for u in range(4)]
    assert values == [1.0, 0.92, 0.76, 0.69]


def test_beta_of_q() -> None:
    gains, ideal = [2, 0, 1, 3], [3, 3, 2, 1]
    relevant = [1, 0, 1, 1]
    assert q_measure(gains, ideal, beta=0) == pytest.approx(average_precision(relevant, 4), abs=1e-15)
    cumulated, best = [2, 2, 3, 6], [3, 6, 8, 9]
    ratios = [c / b for c, b, hit in zip(cumulated, best, relevant, strict=True) if hit]
    assert q_measure(gains, ideal, beta=1e12) == pytest.approx(sum(ratios) / 4, abs=1e-9)


def test_questions_without_relevant_answers() -> None:
    for gains in ([], [0], [0, 0]):
        assert math.isnan(ng_at_1(gains, [0, 0]))
        assert math.isnan(ndcg(gains, []))
        assert math.isnan(q_measure(gains, [0]))
        assert math.isnan(average_precision(gains, 0))
        assert hit_at_1(gains) == 0.0
        assert reciprocal_rank(gains) == 0.0
    score = measure("nDCG").evaluate(Ranking([0], [0]))
    assert (score.reason, score.units, score.left_out) == ("the question has no relevant answer", 0, 1)


def test_empty_rankings_score_zero_and_stay_in_the_mean() -> None:
    for name in ("MRR", "Hit@1", "nG@1", "nDCG", "Q", "AP", "nDCG(cutoff=3)", "Q(cutoff=3, normalise=min)"):
        assert measure(name).evaluate(Ranking([], [3, 1])).value == 0.0
        score = measure(name).evaluate([Ranking([3, 1], [3, 1]), Ranking([], [3, 1])])
        assert (score.value, score.units, score.left_out) == (0.5, 2, 0)


def test_mrr() -> None:
    assert mean_reciprocal_rank([[0, 1], [1], [], [0, 0]]) == (0.5 + 1) / 4
    assert math.isnan(mean_reciprocal_rank([]))
    assert measure("MRR(cutoff=1)").evaluate(Ranking([0, 1], [1])).value == 0.0
    assert measure("MRR(cutoff=2)").evaluate(Ranking([0, 1], [1])).value == 0.5


def test_a_cutoff_beyond_the_ranking_changes_nothing() -> None:
    gains, ideal = [0, 3, 0, 2], [3, 2, 1]
    for function in (ndcg, q_measure):
        assert function(gains, ideal, cutoff=4) <= function(gains, ideal) + 1e-15
        assert function(gains, ideal, cutoff=99) == function(gains, ideal)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: ndcg([-1], [1]), "-1"),
        (lambda: ndcg([1], [math.nan]), "nan"),
        (lambda: ndcg([math.inf], [1]), "inf"),
        (lambda: ndcg([3, 3], [3, 2]), "3 is returned more often"),
        (lambda: q_measure([1, 1, 1], [1, 1]), "1 is returned more often"),
        (lambda: ndcg([1], [1], cutoff=0), "cutoff = 0"),
        (lambda: ndcg([1], [1], cutoff=-2), "cutoff = -2"),
        (lambda: q_measure([1], [1], beta=-0.5), "beta = -0.5"),
        (lambda: q_measure([1], [1], normalise="max"), "max"),
        (lambda: ndcg([[1, 2]], [1]), "(1, 2)"),
        (lambda: ndcg([1], [1], gain="square"), "square"),
        (lambda: expected_reciprocal_rank([3], 2), "top = 2 is less than a gain of 3"),
        (lambda: expected_reciprocal_rank([1], -1), "top = -1"),
        (lambda: expected_reciprocal_rank([-1], 1), "-1"),
        (lambda: reciprocal_rank([0, 2]), "2"),
        (lambda: average_precision([1, 1], 1), "2 is more than total_relevant = 1"),
        (lambda: average_precision([1], -1), "total_relevant = -1"),
        (lambda: recall_at_k([1, 1], 1, 5), "2 is more than total_relevant = 1"),
        (lambda: r_precision([1, 2], 3), "2"),
        (lambda: precision_at_k([1], 0), "cutoff = 0"),
        (lambda: rank_biased_precision([1], 1), "p = 1 is not allowed"),
        (lambda: rank_biased_precision([1], -0.5), "p = -0.5"),
        (lambda: rank_biased_precision([-1]), "-1"),
        (lambda: binary_preference([0, 0], [1, 1], 1, 1), "2 is more than total_nonrelevant = 1"),
        (lambda: binary_preference([1], [0], 1, 1), "relevant and not judged"),
        (lambda: judged_at_k([1, 2]), "2"),
        (lambda: Ranking([1, 0], [1], [1]), "judged"),
        (lambda: Ranking([1], [-1]), "gain = -1"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call()


def _plain(gains: list[float], ideal: list[float], cutoff: int | None) -> tuple[float, float]:
    """Return nDCG and Q added up in plain floats from rank to rank."""
    dcg = best = 0.0
    for rank, gain in enumerate(gains[:cutoff], start=1):
        dcg += gain / math.log2(rank + 1)
    for rank, gain in enumerate(ideal[:cutoff], start=1):
        best += gain / math.log2(rank + 1)
    hits = cumulated = ideal_cumulated = total = 0.0
    for rank, gain in enumerate(gains[:cutoff], start=1):
        cumulated += gain
        ideal_cumulated += ideal[rank - 1] if rank <= len(ideal) else 0.0
        if gain > 0:
            hits += 1
            total += (hits + cumulated) / (rank + ideal_cumulated)
    relevant = sum(gain > 0 for gain in ideal)
    return dcg / best, total / relevant


@pytest.mark.parametrize("cutoff", [None, 3])
@pytest.mark.sweep
def test_one_question_many_questions_and_plain_addition_agree_to_the_last_bit(cutoff: int | None) -> None:
    """Many questions, one question of all runs, one ranking and plain floats: the same bits."""
    rng = random.Random(11)
    questions = []
    for _ in range(60):
        ideal = sorted((rng.choice([0, 0.1, 1 / 3, 1, 2, 3]) for _ in range(rng.randint(1, 19))), reverse=True)
        ideal[0] = ideal[0] or 1.0
        questions.append(([rng.sample(ideal, len(ideal)) for _ in range(5)], ideal))
    deepest = max(len(ideal) for _, ideal in questions)
    gains_of_all, ideals = np.zeros((deepest, 5, len(questions))), np.zeros((deepest, len(questions)))
    for at, (runs, ideal) in enumerate(questions):
        gains_of_all[: len(ideal), :, at], ideals[: len(ideal), at] = np.array(runs).T, ideal
    for name in (*NAMES, *(f"{name}(gain=exponential)" for name in ("nG@1", "nDCG", "Q")), "ERR(gain=linear)"):
        one = measure(name)
        if cutoff and "cutoff" in one.options:
            one = one(cutoff=cutoff)
        assert one.ranks is not None
        many = one.ranks.rows(gains_of_all, ideals, **one.options)
        wide = one.ranks.rows(np.tile(gains_of_all, (1, 60, 1)), ideals, **one.options)
        assert many.shape == (5, len(questions))
        assert np.array_equal(wide, np.tile(many, (60, 1)), equal_nan=True)
        for number, (runs, ideal) in enumerate(questions):
            edit = one.ranks.rows(np.array(runs).T, np.array(ideal)[:, None], **one.options)
            for run, gains in enumerate(runs):
                alone = one.evaluate(Ranking(gains, ideal)).value
                assert alone == many[run, number] == edit[run]
                if name in ("nDCG", "Q"):
                    assert alone == _plain(gains, ideal, cutoff)[name == "Q"]


def test_rows_without_relevant_answers_are_nan_in_the_middle_of_others() -> None:
    gains = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
    ideal = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0]])
    for name in ("nG@1", "nDCG", "Q"):
        form = measure(name).ranks
        assert form
        values = form.rows(gains, ideal)
        assert values[0] == 1.0
        assert np.isnan(values[1])
        assert values[2] < 1.0
    hit, first = measure("Hit@1").ranks, measure("MRR").ranks
    assert hit
    assert first
    assert hit.rows(np.zeros((0, 3)), ideal).tolist() == [0.0, 0.0, 0.0]
    assert first.rows(gains, ideal).tolist() == [1.0, 0.0, 0.5]
