"""The studies against plain loops: same counts on the same draws, same rates within chance on others."""

import math
from fractions import Fraction

import naive_studies as naive
import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from sweeps import swept

from jurybox.analysis.draws import draw_sets, generator
from jurybox.analysis.studies import collection_size, error_rate, stability, swap
from jurybox.measures import measure
from jurybox.scoring.order_tables import area_table, confidence_table
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.unit_table import UnitData, count_table, geometric_table, mean_table, pooled_table

DECISIONS = ("accuracy", "c@1", "UF", "UF01", "F1", "precision", "recall", "fpr", "AUC-point")
FUZZY = [Fraction(f, 100) for f in range(1, 11)]


def lists(sets: np.ndarray) -> list[list[list[int]]]:
    """Return sets (sets x trials x units) as lists of units by trial."""
    return [[np.flatnonzero(one).tolist() for one in trial] for trial in np.swapaxes(sets, 0, 1)]


class World:
    """Some runs of different quality, and every measure of them, fast and plain."""

    def __init__(self, seed: int, units: int = 40, runs: int = 6, positives: float = 0.4) -> None:
        lot = generator(seed)
        self.runs, self.units = runs, units
        self.truth = (lot.random(units) < positives).astype(int)
        skill = np.linspace(0.9, 0.2, runs)
        right = lot.random((units, runs)) < skill
        self.said = np.where(
            lot.random((units, runs)) < 0.25, 2, np.where(right, 1 - self.truth[:, None], self.truth[:, None])
        )
        self.hits = (lot.random((units, runs)) < skill).astype(int)
        self.gains = np.round(lot.random((units, runs)) ** 2, 3)
        self.scores = lot.integers(0, 12, (units, runs)) + 4.0 * self.truth[:, None]
        self.confidence = np.round(lot.random((units, runs)), 1)

    def of(self, name: str) -> tuple[UnitData, naive.Score]:
        if name in DECISIONS:
            data = count_table(measure(name), decision_columns(self.truth, self.said))
            return data, naive.of_decisions(self.truth.tolist(), self.said.tolist(), name)
        if name == "AUC":
            return area_table(self.truth, self.scores), naive.area(self.truth.tolist(), self.scores.tolist())
        if name == "CWS":
            places = np.argsort(np.argsort(-self.confidence, axis=0, kind="stable"), axis=0)
            return confidence_table(self.hits, self.confidence), naive.cws(self.hits.tolist(), places.tolist())
        if name == "AvgRec@2":
            found = np.cumsum(np.stack((self.hits, self.said == 1), axis=1), axis=1)
            most = np.stack((np.ones(self.units), 1 + self.truth), axis=1).astype(int)
            return pooled_table(measure(name), found, most), naive.pooled_of_units(found, most)
        if name == "GMAP":
            return geometric_table(self.gains, 0.00001), naive.geometric_of_units(self.gains.tolist(), 0.00001)
        values = self.hits if name == "hits" else self.gains
        return mean_table(values), naive.mean_of_units(values.tolist())


@pytest.mark.parametrize("name", [*DECISIONS, "AUC", "CWS", "GMAP", "AvgRec@2", "hits", "gains"])
@pytest.mark.parametrize(("variant", "size"), [("one-subset", 20), ("disjoint", 17)])
@pytest.mark.parametrize("larger", [True, *swept([False])])
@pytest.mark.sweep
def test_stability_counts_as_the_plain_loops_do(name: str, variant: str, size: int, larger: bool) -> None:
    data, score = World(3).of(name)
    if variant == "disjoint" and data.is_mean:
        with pytest.raises(ValueError, match="hardly varies"):
            stability(data, size, variant="disjoint")
        return
    margin = "larger-magnitude" if larger else "larger"
    found = stability(data, size, variant=variant, margin=margin, trials=30, seed=5)
    assert found.sets == (2 if variant == "disjoint" else 1)
    trials = lists(draw_sets(generator(5), 30, 40, size, found.sets))
    expected = naive.stability(score, 6, trials, FUZZY, larger_magnitude=larger)
    assert found.greater.tolist() == expected["greater"]
    assert found.lesser.tolist() == expected["lesser"]
    assert found.equal.tolist() == expected["equal"]
    assert found.skipped == expected["skipped"]
    np.testing.assert_allclose(found.error_rates, expected["rates"], rtol=1e-14)
    np.testing.assert_allclose(found.ties, expected["ties"], rtol=1e-14)


@pytest.mark.parametrize("name", [*DECISIONS, "AUC", "CWS", "hits", "gains"])
def test_swap_counts_as_the_plain_loops_do(name: str) -> None:
    data, score = World(4).of(name)
    found = swap(data, 20, trials=40, seed=9)
    expected = naive.swap(score, 6, lists(draw_sets(generator(9), 40, 40, 20, 2)))
    assert found.count.tolist() == expected["count"]
    assert found.swaps.tolist() == expected["swaps"]
    assert found.skipped == expected["skipped"]
    assert found.highest == pytest.approx(float(expected["highest"]), rel=1e-12)
    for figure in ("required", "relative", "sensitivity"):
        value = expected[figure]
        assert getattr(found, figure) == pytest.approx(math.nan if value is None else value, nan_ok=True)


@pytest.mark.parametrize("name", ["c@1", "F1", "UF", "AUC", "gains"])
def test_error_rate_counts_as_the_plain_loops_do(name: str) -> None:
    data, score = World(5).of(name)
    found = error_rate(data, (5, 8, 20), trials=12, seed=2)
    for at, size in enumerate((5, 8, 20)):
        trials = lists(draw_sets(generator(2, size), 12, 40, size, 2))
        cases, errors, skipped = naive.pair_bins(score, 6, trials)
        assert found.cases[at].tolist() == cases
        assert found.errors[at].tolist() == errors
        assert found.skipped[at] == skipped


@pytest.mark.parametrize("name", ["c@1", "F1", "precision", "AUC", "CWS", "gains"])
def test_collection_size_averages_as_the_plain_loops_do(name: str) -> None:
    data, score = World(6, positives=0.15).of(name)
    found = collection_size(data, (3, 10, 40), trials=25, seed=1)
    for at, size in enumerate((3, 10, 40)):
        expected = naive.collection_size(score, 6, lists(draw_sets(generator(1, size), 25, 40, size)))
        mean, spread, undefined = (np.array(column) for column in zip(*expected, strict=True))
        np.testing.assert_allclose(found.mean[at], mean, rtol=1e-12)
        np.testing.assert_allclose(found.spread[at], spread, rtol=1e-9, atol=1e-15)
        np.testing.assert_array_equal(found.undefined[at], undefined)
    np.testing.assert_allclose(found.spread[2], 0, atol=1e-12)


@pytest.mark.parametrize("name", ["c@1", "UF", "F1", "AUC", "gains"])
def test_rates_on_own_draws_agree_within_sampling_error(name: str) -> None:
    data, score = World(7).of(name)
    trials = 400
    ours = stability(data, 20, trials=trials, seed=11)
    theirs = naive.stability(score, 6, naive.own_trials(12, 40, 20, 1, 100), FUZZY[::5])
    # Pairs of one trial depend on each other, so a trial counts as one observation: 4 standard errors.
    margin = 4 * 0.5 / math.sqrt(100)
    for at, place in enumerate((0, 5)):
        assert abs(ours.ties[place] - theirs["ties"][at]) < margin
        assert abs(ours.error_rates[place] - theirs["rates"][at]) < margin / 2
    one = swap(data, 20, trials=trials, seed=11)
    other = naive.swap(score, 6, naive.own_trials(13, 40, 20, 2, 100))
    swapped = one.swaps.sum() / one.count.sum()
    assert abs(swapped - sum(other["swaps"]) / sum(other["count"])) < margin / 2
    found = collection_size(data, (10,), trials=trials, seed=3)
    plain = naive.collection_size(score, 6, naive.own_trials(14, 40, 10, 1, 100))
    for run, (mean, spread, _) in enumerate(plain):
        assert abs(found.mean[0, run] - mean) < 4 * spread * math.sqrt(1 / 100 + 1 / trials) + 1e-9


@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 3), st.integers(0, 9))
@settings(max_examples=examples(60), deadline=None)
def test_sets_are_disjoint_of_the_size_asked_and_the_same_in_any_pieces(
    seed: int, size: int, sets: int, spare: int
) -> None:
    units = size * sets + spare
    whole = draw_sets(generator(seed), 9, units, size, sets)
    assert (whole.sum(axis=2) == size).all()
    assert whole.sum(axis=0).max() <= 1
    random = generator(seed)
    parts = [draw_sets(random, count, units, size, sets) for count in (1, 3, 5)]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)


def test_equal_keys_still_give_sets_of_the_size_asked() -> None:
    class AllAlike:
        def integers(self, low: int, high: int, shape: tuple[int, int], dtype: type) -> np.ndarray:
            return np.zeros(shape, dtype=dtype)

    sets = draw_sets(AllAlike(), 2, 7, 2, 3)
    assert [[np.flatnonzero(one).tolist() for one in trial] for trial in np.swapaxes(sets, 0, 1)] == [
        [[0, 1], [2, 3], [4, 5]]
    ] * 2


def test_every_unit_is_drawn_equally_often() -> None:
    counts = draw_sets(generator(0), 4000, 20, 5)[0].sum(axis=0)
    assert np.abs(counts - 1000).max() < 5 * math.sqrt(4000 * 0.25 * 0.75)
