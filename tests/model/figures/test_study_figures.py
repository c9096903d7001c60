"""Pictures of studies: curves where the numbers are, extrapolation dashed, gaps where nothing is known."""

import math

import numpy as np
import pytest

from jurybox.figures import (
    SizeCurve,
    csv_of,
    error_rate_by_size,
    measure_by_size,
    rows_of,
    stability_curves,
    swap_curves,
)


def test_stability_has_ties_across_and_error_up() -> None:
    figure = stability_curves({"F1": ([0.1, 0.3], [0.04, 0.01]), "AUC": ([0.2, 0.5], [0.03, 0.0])})
    assert figure.x.name == "proportion of ties"
    assert figure.y.name == "error rate"
    assert [line.name for line in figure.curves] == ["F1", "AUC"]
    assert [line.look for line in figure.curves] == [0, 1]
    assert figure.curves[0].dots
    assert figure.x.high >= 0.5


def test_the_swap_curve_has_gaps_at_empty_bins_and_the_rate_asked_for() -> None:
    figure = swap_curves({"c@1": ([0.0, 0.01, 0.02], [0.2, math.nan, 0.02])}, 0.05)
    (line,) = figure.curves
    assert np.isnan(line.y[1])
    assert figure.references[0].name == "5 %"
    assert set(figure.references[0].y) == {0.05}
    assert [*rows_of(figure)[1][:4]] == ["curve", "c@1", "", 0.01]
    assert csv_of(figure).splitlines()[2] == "curve,c@1,,0.01,,"


def test_only_what_was_not_computed_is_dashed() -> None:
    sizes = [5, 20, 32]
    rates = [0.4 * math.exp(-0.05 * s) for s in sizes]
    figure = error_rate_by_size(
        [SizeCurve(0.01, 0.02, sizes, rates, 0.4, 0.05), SizeCurve(0.02, 0.03, sizes, rates)], 64, 0.05, unit="series"
    )
    dots, fitted, beyond, unfitted = figure.curves
    assert not dots.joined
    assert (fitted.x[0], fitted.x[-1], fitted.dashed) == (5, 32, False)
    assert (beyond.x[0], beyond.x[-1], beyond.dashed) == (32, 64, True)
    assert np.abs(np.interp(sizes, fitted.x, fitted.y) - rates).max() < 1e-3
    assert beyond.y[-1] == pytest.approx(0.4 * math.exp(-0.05 * 64), abs=1e-15)
    assert not unfitted.joined, "dots that are joined look like a curve that was fitted"
    assert {dots.look, fitted.look, beyond.look} == {0}
    assert dots.name == ".01 ≤ δ < .02"
    assert figure.x.label == "test-set size (series)"
    assert figure.x.high >= 64
    last = error_rate_by_size([SizeCurve(0.2, math.inf, sizes, rates)], 64, 0.05)
    assert last.curves[0].name == "δ ≥ .2"


def test_a_measure_by_size_has_a_band_of_its_spread() -> None:
    figure = measure_by_size({"ofe": ([10, 20], [0.5, 0.52], [0.4, 0.48], [0.6, 0.56])}, "F1", runs=[3])
    (band,) = figure.areas
    assert band.run == 3
    assert band.x.tolist() == [10, 20, 20, 10]
    assert band.y.tolist() == [0.4, 0.48, 0.56, 0.6]
    assert figure.curves[0].y.tolist() == [0.5, 0.52]
    assert figure.without({3}).areas == ()


@pytest.mark.parametrize(
    ("undefined", "stretches"),
    [([0], [[20, 30, 40]]), ([1], [[10], [30, 40]]), ([0, 3], [[20, 30]]), ([0, 1, 2, 3], [])],
)
def test_the_band_has_gaps_where_the_curve_has_them(undefined: list[int], stretches: list[list[int]]) -> None:
    sizes, means = [10, 20, 30, 40], np.array([0.5, 0.6, 0.7, 0.8])
    means[undefined] = math.nan
    figure = measure_by_size({"one": (sizes, means, means - 0.1, means + 0.1)}, "F1", runs=[2])
    assert [band.x.tolist() for band in figure.areas] == [[*part, *part[::-1]] for part in stretches]
    assert not any(np.isnan(band.y).any() for band in figure.areas)
    for band in figure.areas:
        half = len(band.x) // 2
        inside = [sizes.index(int(at)) for at in band.x[:half]]
        assert band.y[:half] == pytest.approx(means[inside] - 0.1)
        assert band.y[half:][::-1] == pytest.approx(means[inside] + 0.1)
