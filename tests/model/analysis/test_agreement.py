"""Agreement beside krippendorff, statsmodels and scikit-learn, on made labels and on 8,000 real ones."""

import csv
import itertools
import math
import tracemalloc
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score, confusion_matrix
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
from statsmodels.stats.proportion import proportion_confint

from jurybox.analysis.agreement import (
    AgreementData,
    LabelAlphas,
    agreement,
    cohen_kappa,
    confusion,
    drift,
    figures_of,
    kappa_interval,
    label_agreements,
    label_counts,
    leave_one_out,
    majority,
    pair_agreements,
    self_consistency,
    weighted_kappa,
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
    assert cohen_kappa(table).value == pytest.approx(cohen_kappa_score(settled[known], gold[known]), rel=1e-12)


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
    lambda items: st.lists(st.lists(st.integers(-1, 3), min_size=items, max_size=items), min_size=2, max_size=5)
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
        expected = krippendorff.alpha(reliability(labels), level_of_measurement=level, value_domain=[0, 1, 2, 3])
        assert getattr(found, f"alpha_{level}").value == pytest.approx(expected, abs=1e-9)


@st.composite
def scales(draw: st.DrawFn) -> tuple[np.ndarray, list[float]]:
    """Draw labels of two to eight kinds, some missing, and grades of an interval scale, the best first."""
    kinds = draw(st.integers(2, 8))
    grades = draw(st.lists(st.integers(-50, 50), min_size=kinds, max_size=kinds, unique=True))
    part = draw(st.sampled_from([1.0, 0.25]))
    items, people = draw(st.integers(1, 30)), draw(st.integers(2, 6))
    lot = np.random.default_rng(draw(st.integers(0, 10_000)))
    missing = lot.random((people, items)) < draw(st.sampled_from([0.0, 0.2, 0.6]))
    labels = np.where(missing, -1, lot.integers(0, kinds, (people, items)))
    return labels, [grade * part for grade in sorted(grades, reverse=True)]


def graded(labels: np.ndarray, grades: list[float]) -> np.ndarray:
    return np.where(labels < 0, np.nan, np.array(grades)[labels])


@given(scales())
@settings(max_examples=examples(120), deadline=None)
def test_alphas_of_any_scale_are_those_of_krippendorff(scale: tuple[np.ndarray, list[float]]) -> None:
    labels, grades = scale
    found = agreement(labels, len(grades), grades)
    shared = (labels >= 0).sum(axis=0) >= 2
    if len(np.unique(labels[:, shared][labels[:, shared] >= 0])) < 2:
        assert found.alpha_interval is not None
        assert math.isnan(found.alpha_interval.value)
        assert found.alpha_interval.reason
        return
    for level in ("nominal", "ordinal", "interval"):
        expected = krippendorff.alpha(graded(labels, grades), level_of_measurement=level, value_domain=sorted(grades))
        assert getattr(found, f"alpha_{level}").value == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert agreement(labels, len(grades)).alpha_interval is None


@given(scales())
@settings(max_examples=examples(80), deadline=None)
def test_weighted_kappa_is_that_of_scikit_learn(scale: tuple[np.ndarray, list[float]]) -> None:
    labels, grades = scale
    kinds = len(grades)
    places = [float(kinds - at) for at in range(kinds)]
    for pair in pair_agreements(labels, kinds, np.arange(labels.shape[1]), places):
        both = (labels[pair.a] >= 0) & (labels[pair.b] >= 0)
        one, other = labels[pair.a, both], labels[pair.b, both]
        for name, figure in (("linear", pair.linear), ("quadratic", pair.quadratic)):
            assert figure is not None
            if len({*one, *other}) == 1:
                assert math.isnan(figure.value)
                assert "all labels are the same" in figure.reason
                continue
            expected = cohen_kappa_score(one, other, labels=list(range(kinds)), weights=name)
            assert figure.value == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(scales())
@settings(max_examples=examples(40), deadline=None)
def test_weighted_kappa_of_intervals_goes_by_grades(scale: tuple[np.ndarray, list[float]]) -> None:
    labels, grades = scale
    one, other = (row[(labels[:2] >= 0).all(axis=0)] for row in labels[:2])
    table = confusion(one, other, len(grades))
    for name, power in (("linear", 1), ("quadratic", 2)):
        found = weighted_kappa(table, grades, name)
        pairs = [abs(grades[a] - grades[b]) ** power for a, b in zip(one, other, strict=True)]
        by_chance = [abs(grades[a] - grades[b]) ** power for a in one for b in other]
        if not sum(by_chance):
            assert found.reason
            continue
        assert found.value == pytest.approx(1 - np.mean(pairs) / np.mean(by_chance), abs=1e-12)
    doubled = [2 * grade + 7 for grade in grades]
    assert weighted_kappa(table, doubled, "linear").value == pytest.approx(
        weighted_kappa(table, grades, "linear").value, abs=1e-12, nan_ok=True
    )


@pytest.mark.parametrize(("things", "people", "units"), [(300, 6, 40), (6_000, 2, 6_000)])
def test_draws_of_a_long_scale_are_those_of_what_is_drawn(things: int, people: int, units: int) -> None:
    """Of 40 questions all pairs of labels are held as a matrix, of 6,000 only those that occur."""
    lot = np.random.default_rng(7)
    labels = np.clip(lot.integers(0, 101, things) + lot.integers(-20, 21, (people, things)), 0, 100)
    grades = [float(100 - at) for at in range(101)]
    group = np.arange(things) * units // things
    data = AgreementData(label_counts(labels, 101), group, units, grades)
    weights = np.array([np.bincount(lot.integers(0, units, units), minlength=units) for _ in range(2)])
    for weight, found in zip(weights, data.evaluate(weights), strict=True):
        drawn = np.repeat(labels, weight[group], axis=1)
        whole = agreement(drawn, 101, grades)
        for at, level in ((1, "nominal"), (2, "ordinal"), (3, "interval")):
            assert found[at] == pytest.approx(getattr(whole, f"alpha_{level}").value, rel=1e-9), level
            if units < 100:
                expected = krippendorff.alpha(
                    graded(drawn, grades), level_of_measurement=level, value_domain=grades[::-1]
                )
                assert found[at] == pytest.approx(expected, rel=1e-9), level


def test_alphas_of_labels_are_drawn_together_as_one_by_one() -> None:
    lot = np.random.default_rng(2)
    labels = np.where(lot.random((4, 90)) < 0.2, -1, lot.integers(0, 5, (4, 90)))
    counts, question = label_counts(labels, 5), np.arange(90) // 3
    together = intervals(LabelAlphas(counts, question, 30), draws=200, seed=1)
    for kind, found in enumerate(together):
        two = np.column_stack((counts[:, kind], counts.sum(axis=1) - counts[:, kind]))
        assert found == intervals(AgreementData(two, question, 30), draws=200, seed=1)[1]


@pytest.mark.sweep
def test_a_long_scale_takes_little_memory() -> None:
    """The coincidences of 4,000 things on 0 to 100, held as matrices, are 326 million bytes."""
    lot = np.random.default_rng(3)
    labels = np.clip(lot.integers(0, 101, 4_000) + lot.integers(-9, 10, (3, 4_000)), 0, 100).astype(np.int8)
    grades = [float(100 - at) for at in range(101)]
    tracemalloc.start()
    try:
        found = agreement(labels, 101, grades)
        pair_agreements(np.repeat(labels[:, :200], 12, axis=0), 101, np.arange(200), grades)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 100 << 20
    assert found.alpha_interval is not None
    expected = krippendorff.alpha(graded(labels, grades), level_of_measurement="interval")
    assert found.alpha_interval.value == pytest.approx(expected, abs=1e-9)


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


def test_ac1_of_the_papers_table() -> None:
    # Gwet 2002: 118 and 0 alike, 5 and 2 not; kappa is -.023 where nearly all labels are alike.
    labels = np.array([[0] * 123 + [1] * 2, [0] * 118 + [1] * 5 + [0] * 2])
    found = agreement(labels, 2)
    assert found.gwet_ac1.value == pytest.approx(0.9408, abs=5e-5)
    assert cohen_kappa(confusion(labels[0], labels[1], 2)).value == pytest.approx(-0.0234, abs=5e-5)


@given(scales())
@settings(max_examples=examples(80), deadline=None)
def test_ac1_is_that_of_loops_over_things(scale: tuple[np.ndarray, list[float]]) -> None:
    labels, grades = scale
    kinds, found = len(grades), agreement(labels, len(grades)).gwet_ac1
    things = [[one for one in column if one >= 0] for column in labels.T.tolist()]
    things = [one for one in things if len(one) > 1]
    if not things:
        assert (math.isnan(found.value), found.reason) == (True, "nothing was labeled by two assessors")
        return
    alike = [np.mean([a == b for a, b in itertools.permutations(one, 2)]) for one in things]
    given = [np.mean([one.count(kind) / len(one) for one in things]) for kind in range(kinds)]
    chance = sum(share * (1 - share) for share in given) / (kinds - 1)
    assert found.value == pytest.approx((np.mean(alike) - chance) / (1 - chance), abs=1e-9)
    assert found.value <= 1
    assert not found.reason


def test_icc_of_the_papers_table() -> None:
    # Shrout and Fleiss 1979, tables 2 and 4: ICC(1,1) = .17.
    grades = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    found = agreement(10 - np.array(grades).T, 11, [float(10 - at) for at in range(11)]).icc
    assert found is not None
    assert found.value == pytest.approx(0.1657, abs=5e-5)


@given(scales())
@settings(max_examples=examples(80), deadline=None)
def test_icc_follows_from_the_analysis_of_variance_of_scipy(scale: tuple[np.ndarray, list[float]]) -> None:
    labels, grades = scale
    found = agreement(labels, len(grades), grades).icc
    assert found is not None
    assert agreement(labels, len(grades)).icc is None
    of_things = [column[~np.isnan(column)] for column in graded(labels, grades).T]
    of_things = [one for one in of_things if len(one) > 1]
    every = np.concatenate(of_things) if of_things else np.empty(0)
    if len(of_things) < 2 or len(np.unique(every)) < 2:
        assert math.isnan(found.value)
        assert found.reason
        return
    sizes = np.array([len(one) for one in of_things])
    if all(np.ptp(one) == 0 for one in of_things):
        assert found.value == pytest.approx(1.0)
        return
    ratio = stats.f_oneway(*of_things).statistic
    size = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(sizes) - 1)
    assert found.value == pytest.approx((ratio - 1) / (ratio + size - 1), abs=1e-6)
    shifted = agreement(labels, len(grades), [3 * grade + 50 for grade in grades]).icc
    assert shifted is not None
    assert shifted.value == pytest.approx(found.value, abs=1e-6)


def test_ac1_and_icc_of_draws_are_those_of_what_is_drawn() -> None:
    lot = np.random.default_rng(4)
    labels = np.where(lot.random((4, 60)) < 0.3, -1, lot.integers(0, 5, (4, 60)))
    grades, group = [4.0, 3.0, 2.0, 1.0, 0.0], np.arange(60) // 3
    data = AgreementData(label_counts(labels, 5), group, 20, grades)
    weights = np.array([np.bincount(lot.integers(0, 20, 20), minlength=20) for _ in range(3)])
    for weight, found in zip(weights, data.evaluate(weights), strict=True):
        whole = agreement(np.repeat(labels, weight[group], axis=1), 5, grades)
        assert whole.icc is not None
        assert found[5:].tolist() == pytest.approx([whole.gwet_ac1.value, whole.icc.value], abs=1e-9)


def test_ac1_and_icc_without_variation_say_what_they_can() -> None:
    same = agreement(np.zeros((3, 9), dtype=int), 3, [2.0, 1.0, 0.0])
    assert (same.gwet_ac1.value, same.gwet_ac1.reason) == (1.0, "")
    assert same.icc is not None
    assert "all labels are the same" in same.icc.reason
    single = agreement(np.array([[0, -1], [1, 2]]), 3, [2.0, 1.0, 0.0]).icc
    assert single is not None
    assert (math.isnan(single.value), "only one item" in single.reason) == (True, True)
    alike = agreement(np.array([[0, 1, 2], [0, 1, 2]]), 3, [2.0, 1.0, 0.0])
    assert alike.icc is not None
    assert (alike.gwet_ac1.value, alike.icc.value) == pytest.approx((1.0, 1.0))
    thirds = label_counts(np.array([list(range(5)) * 6] * 3), 5)
    drawn = intervals(AgreementData(thirds, grades=[0.7, 0.55, 0.3, 0.1, 0.0]), draws=50)
    assert {one.method for one in drawn} == {"no variation"}, "complete agreement bounds nothing"
    apart = agreement(np.array([[0, 0], [2, 2]]), 3, [2.0, 1.0, 0.0])
    assert apart.icc is not None
    assert apart.icc.value == pytest.approx(-1.0), "below 0 where things differ less than labels of one thing"


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
def test_the_interval_of_kappa_is_that_of_statsmodels_and_none_has_no_width(pairs: list[tuple[int, int]]) -> None:
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
    assert "same number of labels" in uneven.fleiss_kappa.reason
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
    for figure, one in zip(figures_of(()), found, strict=True):
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
