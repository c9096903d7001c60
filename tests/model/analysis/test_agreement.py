"""Agreement beside krippendorff, statsmodels and scikit-learn, on made labels and on 8,000 real ones."""

import csv
import math
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, confusion_matrix
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
from statsmodels.stats.proportion import proportion_confint

from jurybox.analysis.agreement import (
    AgreementData,
    agreement,
    cohen_kappa,
    confusion,
    drift,
    kappa_interval,
    label_agreements,
    label_counts,
    leave_one_out,
    majority,
    pair_agreements,
    self_consistency,
)
from jurybox.analysis.agreement.assessors import wilson
from jurybox.analysis.intervals import intervals

RTE = Path(__file__).resolve().parents[4] / "shared/data/rte1_mturk/rte_labels.tsv"


def reliability(labels: np.ndarray) -> np.ndarray:
    return np.where(labels < 0, np.nan, labels.astype(float))


@pytest.fixture(scope="module")
def rte() -> tuple[np.ndarray, np.ndarray]:
    """Return the labels of 164 assessors of 800 pairs, and the experts' labels."""
    if not RTE.exists():
        pytest.skip("the real files are not beside the project")
    with RTE.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    items = {name: at for at, name in enumerate(dict.fromkeys(row["item"] for row in rows))}
    workers = {name: at for at, name in enumerate(dict.fromkeys(row["worker"] for row in rows))}
    labels, gold = np.full((len(workers), len(items)), -1, dtype=np.int8), np.zeros(len(items), dtype=int)
    for row in rows:
        labels[workers[row["worker"]], items[row["item"]]] = int(row["response"])
        gold[items[row["item"]]] = int(row["gold"])
    return labels, gold


@pytest.mark.needs_data
def test_real_labels_agree_with_the_libraries(rte: tuple[np.ndarray, np.ndarray]) -> None:
    labels, _ = rte
    assert labels.shape == (164, 800)
    found = agreement(labels, 2)
    counts = label_counts(labels, 2)
    assert (counts.sum(axis=1) == 10).all()
    assert (found.items, found.assessors, sum(found.labels)) == (800, 164, 8000)
    assert found.fleiss_kappa.value == pytest.approx(fleiss_kappa(counts), rel=1e-11)
    for level in ("nominal", "ordinal"):
        expected = krippendorff.alpha(reliability(labels), level_of_measurement=level, value_domain=[0, 1])
        assert getattr(found, f"alpha_{level}").value == pytest.approx(expected, rel=1e-9)
    settled = majority(counts)
    assert int((settled == -1).sum()) == 65
    assert int((counts[:, 1] == 5).sum()) == 65
    assert [int((settled == one).sum()) for one in (0, 1)] == [
        int((counts[:, 1] < 5).sum()), int((counts[:, 1] > 5).sum())
    ]  # fmt: skip


@pytest.mark.needs_data
def test_real_pairs_agree_with_scikit_learn(rte: tuple[np.ndarray, np.ndarray]) -> None:
    labels, gold = rte
    pairs = pair_agreements(labels, 2, np.arange(labels.shape[1]))
    shared = (labels >= 0).astype(int) @ (labels >= 0).astype(int).T
    assert len(pairs) == np.count_nonzero(np.triu(shared, 1))
    for pair in pairs[:: len(pairs) // 60]:
        both = (labels[pair.a] >= 0) & (labels[pair.b] >= 0)
        one, other = labels[pair.a, both], labels[pair.b, both]
        assert pair.items == both.sum()
        assert pair.raw.value == pytest.approx(np.mean(one == other))
        if len({*one, *other}) > 1:
            expected = cohen_kappa_score(one, other)
            assert pair.kappa.value == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)
        else:
            assert math.isnan(pair.kappa.value)
            assert pair.kappa.reason
        assert (
            confusion(labels[pair.a], labels[pair.b], 2).tolist()
            == confusion_matrix(one, other, labels=[0, 1]).tolist()
        )
    settled = majority(label_counts(labels, 2))
    table = confusion(settled, gold, 2)
    known = settled >= 0
    assert cohen_kappa(table).value == pytest.approx(
        cohen_kappa_score(settled[known], gold[known]), rel=1e-12
    )


@pytest.mark.needs_data
def test_real_leave_one_out_is_the_majority_of_the_other_nine(rte: tuple[np.ndarray, np.ndarray]) -> None:
    labels, _ = rte
    found = leave_one_out(labels, 2)
    for row in range(0, 164, 20):
        table = np.zeros((2, 2), dtype=int)
        for item in np.flatnonzero(labels[row] >= 0):
            others = [labels[at, item] for at in range(164) if at != row and labels[at, item] >= 0]
            table[labels[row, item], int(sum(others) * 2 > len(others))] += 1
        assert found[row].table.tolist() == table.tolist()


LABELS = st.integers(1, 6).flatmap(
    lambda items: st.lists(
        st.lists(st.integers(-1, 3), min_size=items, max_size=items), min_size=2, max_size=5
    )
)


@given(LABELS)
@settings(max_examples=examples(80), deadline=None)
def test_alpha_is_that_of_krippendorff(rows: list[list[int]]) -> None:
    labels = np.array(rows)
    found = agreement(labels, 4)
    shared = (labels >= 0).sum(axis=0) >= 2
    seen = np.unique(labels[:, shared][labels[:, shared] >= 0])
    if len(seen) < 2:
        assert math.isnan(found.alpha_nominal.value)
        assert ("two assessors" if not shared.any() else "all labels") in found.alpha_nominal.reason
        return
    for level in ("nominal", "ordinal"):
        expected = krippendorff.alpha(
            reliability(labels), level_of_measurement=level, value_domain=[0, 1, 2, 3]
        )
        assert getattr(found, f"alpha_{level}").value == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=12))
@settings(max_examples=examples(60), deadline=None)
def test_fleiss_is_that_of_statsmodels(items: list[list[int]]) -> None:
    labels = np.array(items).T
    found = agreement(labels, 3).fleiss_kappa
    if len(np.unique(labels)) < 2:
        assert math.isnan(found.value)
        return
    assert found.value == pytest.approx(fleiss_kappa(label_counts(labels, 3)), abs=1e-9)
    pairs = [(a, b) for a in range(3) for b in range(a + 1, 3)]
    raw = np.mean([np.mean(labels[a] == labels[b]) for a, b in pairs])
    assert agreement(labels, 3).raw.value == pytest.approx(raw)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=20))
@settings(max_examples=examples(80), deadline=None)
def test_cohen_is_that_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    a, b = np.array(pairs).T
    found = cohen_kappa(confusion(a, b, 4))
    if len({*a, *b}) == 1:
        assert math.isnan(found.value)
        assert "all labels are the same" in found.reason
    else:
        assert found.value == pytest.approx(cohen_kappa_score(a, b), abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=40))
@settings(max_examples=examples(80), deadline=None)
def test_the_interval_of_kappa_is_that_of_statsmodels_and_none_has_no_width(
    pairs: list[tuple[int, int]],
) -> None:
    a, b = np.array(pairs).T
    table = confusion(a, b, 3)
    low, high = kappa_interval(table)
    if cohen_kappa(table).reason:
        assert math.isnan(low)
        assert math.isnan(high)
        return
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = cohens_kappa(table)
    if expected.var_kappa < 1e-12:
        assert math.isnan(low)
        assert math.isnan(high)
        return
    reach = 1.959963984540054 * math.sqrt(expected.var_kappa)
    # An error of nothing but rounding has a root that is a million times as large.
    assert low == pytest.approx(max(-1.0, expected.kappa - reach), abs=1e-6)
    assert high == pytest.approx(min(1.0, expected.kappa + reach), abs=1e-6)


def test_what_is_undefined_says_why() -> None:
    alone = agreement(np.array([[0, -1], [-1, 1]]), 2)
    assert (alone.items, alone.assessors, alone.raw.reason) == (0, 0, "nothing was labeled by two assessors")
    same = agreement(np.zeros((2, 3), dtype=int), 2)
    assert same.raw.value == 1.0
    assert "all labels are the same" in same.alpha_ordinal.reason
    uneven = agreement(np.array([[0, 1], [0, 1], [1, -1]]), 2)
    assert "different numbers" in uneven.fleiss_kappa.reason
    assert not math.isnan(uneven.alpha_nominal.value)
    assert cohen_kappa(np.zeros((2, 2), dtype=np.int64)).reason == "nothing was labeled by two assessors"


def test_each_label_has_its_own_agreement() -> None:
    labels = np.array([[0, 0, 1, 2], [0, 1, 1, 2]])
    (own, alpha), (other, _), (third, perfect) = label_agreements(labels, 3)
    assert own.value == pytest.approx(2 / 3)
    assert other.value == pytest.approx(2 / 3)
    assert (third.value, perfect.value) == (1.0, 1.0)
    two = np.where(labels == 0, 0, 1)
    assert alpha.value == pytest.approx(krippendorff.alpha(reliability(two), level_of_measurement="nominal"))
    assert label_agreements(labels, 4)[3][0].reason


def test_intervals_of_alpha_draw_questions_and_not_labels() -> None:
    lot = np.random.default_rng(0)
    truth = lot.integers(0, 2, 120)
    labels = np.where(lot.random((4, 120)) < 0.8, truth, 1 - truth)
    counts, question = label_counts(labels, 2), np.arange(120) // 3
    data = AgreementData(counts, question, 40)
    found = intervals(data, draws=400, seed=1)
    now = agreement(labels, 2)
    for figure, one in zip(("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa"), found, strict=True):
        assert one.low < getattr(now, figure).value < one.high
    weights = np.array([[2, 0, 1] + [0] * 37])
    chosen = np.concatenate([labels[:, :3], labels[:, :3], labels[:, 6:9]], axis=1)
    alpha = krippendorff.alpha(reliability(chosen), level_of_measurement="nominal", value_domain=[0, 1])
    assert data.evaluate(weights)[0, 1] == pytest.approx(alpha, abs=1e-9)


def test_drift_goes_by_stretches_of_time_and_repeats_show_consistency() -> None:
    labels = np.array([0] * 50 + [1] * 50)
    found = drift(labels, np.array([0] * 100), 2, stretches=4)
    assert [(each.first, each.last, each.raw.value) for each in found] == [
        (0, 24, 1.0), (25, 49, 1.0), (50, 74, 0.0), (75, 99, 0.0)
    ]  # fmt: skip
    assert found[0].shares == (1.0, 0.0)
    assert (found[0].low, found[0].high) == pytest.approx(proportion_confint(25, 25, method="wilson"))
    assert wilson(3, 17) == pytest.approx(proportion_confint(3, 17, method="wilson"))
    assert drift(labels[:2], np.array([-1, 0]), 2)[0].raw.reason
    assert drift(labels[:0], labels[:0], 2) == ()
    again = self_consistency(np.array([0, 0, 1, 1]), np.array([0, 1, 1, -1]), 2)
    assert (again.items, again.raw.value, again.table.tolist()) == (3, pytest.approx(2 / 3), [[1, 1], [0, 1]])
    assert "shown to this assessor again" in self_consistency(labels[:1], np.array([-1]), 2).raw.reason
