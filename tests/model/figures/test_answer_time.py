"""Crossing values of r against a root finder, the rankings of the paper, and exact iso-ranking curves."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from jurybox.figures import Timed, answer_time_space, crossings, iso_ranking_curve, iso_ranking_lines, ranking_at
from jurybox.measures.answer_time import effective_times, mrrt

EXACT = 1e-12
CLEF = (
    ("daedalus1", 0.41, 549),
    ("tokyo", 0.38, 5141),
    ("priberam", 0.35, 56),
    ("daedalus2", 0.33, 198),
    ("inaoe", 0.30, 1966),
    ("alicante", 0.24, 76),
)
PRINTED = {
    0.0: (1, 2, 3, 4, 5, 6),
    math.log(5 / 3): (1, 4, 2, 3, 5, 6),
    math.log(3): (1, 6, 2, 3, 5, 4),
    math.log(7): (1, 6, 2, 3, 5, 4),
}
times = st.integers(1, 1000).map(lambda n: n / 1000)
rates = st.floats(0.01, 1)


def clef() -> list[Timed]:
    effective = effective_times([seconds for _, _, seconds in CLEF])
    return [Timed(name, n, x, t) for n, ((name, x, _), t) in enumerate(zip(CLEF, effective, strict=True))]


@pytest.mark.parametrize(("r", "ranks"), PRINTED.items())
def test_the_rankings_of_table_2_appear_at_their_r(r: float, ranks: tuple[int, ...]) -> None:
    found = {run.name: rank for rank, run, _ in ranking_at(clef(), r)}
    assert tuple(found[name] for name, _, _ in CLEF) == ranks


@given(st.lists(st.tuples(rates, times), min_size=2, max_size=7))
def test_crossings_are_where_a_root_finder_finds_them(pairs: list[tuple[float, float]]) -> None:
    runs = [Timed(str(n), n, x, t) for n, (x, t) in enumerate(pairs)]
    found = {(one.ahead, one.behind): one.r for one in crossings(runs)}
    for a in runs:
        for b in runs:
            if not (a.mrr > b.mrr and a.time > b.time):
                assert (a.run, b.run) not in found
                continue

            def gap(r: float, a: Timed = a, b: Timed = b) -> float:
                return math.log(a.mrr / b.mrr) + float(np.logaddexp(0, r * b.time)) - float(np.logaddexp(0, r * a.time))

            top = 4 * (math.log(a.mrr / b.mrr) + 1) / (a.time - b.time)
            root = brentq(gap, 0, top, xtol=1e-14, rtol=1e-14, maxiter=500)
            assert found[a.run, b.run] == pytest.approx(root, rel=1e-9, abs=1e-9)


@given(rates, times, rates, times)
def test_the_two_runs_change_places_exactly_there(x: float, t: float, y: float, s: float) -> None:
    runs = [Timed("a", 0, x, t), Timed("b", 1, y, s)]
    for one in crossings(runs):
        if not 1e-6 < one.r < 600:
            continue
        ahead, behind = runs[one.ahead], runs[one.behind]
        step = max(1e-6, 1e-6 * one.r)
        before = [mrrt(run.mrr, run.time, one.r - step) for run in (ahead, behind)]
        after = [mrrt(run.mrr, run.time, one.r + step) for run in (ahead, behind)]
        if abs(ahead.time - behind.time) > 1e-3:
            assert before[0] >= before[1]
            assert after[0] <= after[1]


def test_the_crossings_of_the_paper_lie_between_its_columns() -> None:
    runs = clef()
    found = {(runs[c.ahead].name, runs[c.behind].name): c.r for c in crossings(runs)}
    assert 0 < found["tokyo", "priberam"] < found["tokyo", "daedalus2"] < math.log(5 / 3)
    assert math.log(5 / 3) < found["tokyo", "inaoe"] < found["tokyo", "alicante"] < math.log(3)
    assert math.log(5 / 3) < found["inaoe", "alicante"] < math.log(3)
    assert [c.r for c in crossings(runs)] == sorted(c.r for c in crossings(runs))
    assert ("priberam", "alicante") not in found


@given(st.floats(0, 8), st.floats(0.01, 0.99), times)
def test_a_point_on_an_iso_ranking_curve_has_its_value(r: float, level: float, time: float) -> None:
    x = float(iso_ranking_curve(level, r, time))
    if x <= 1:
        assert mrrt(x, time, r) == pytest.approx(level, abs=EXACT)


@given(st.floats(0, 8), st.floats(0.3, 1))
def test_drawn_curves_stay_in_the_picture_and_have_their_value(r: float, highest: float) -> None:
    for line in iso_ranking_lines(r, highest):
        assert line.value is not None
        assert np.all(line.x <= highest + EXACT)
        assert np.all((line.y >= 0) & (line.y <= 1))
        values = 2 * line.x / (1 + np.exp(r * line.y))
        assert np.abs(values - line.value).max() <= EXACT


def test_without_time_the_curves_are_upright() -> None:
    assert all(len(set(line.x)) == 1 and line.y[-1] == 1 for line in iso_ranking_lines(0.0))
    with pytest.raises(ValueError, match="negative"):
        iso_ranking_lines(-0.1)


def test_ties_share_a_rank_and_runs_without_a_time_are_left_out() -> None:
    runs = [Timed("a", 0, 0.5, 0.5), Timed("b", 1, 0.5, 0.5), Timed("c", 2, 0.2, 1.0)]
    runs.append(Timed("d", 3, 0.9, float("nan")))
    assert [(rank, run.name) for rank, run, _ in ranking_at(runs, 1.0)] == [(1, "a"), (1, "b"), (3, "c")]
    assert crossings(runs) == []
    figure = answer_time_space(runs, 1.0)
    assert [p.drawn for p in figure.points] == [True, True, True, False]


def test_the_space_has_mrr_across_and_time_up() -> None:
    figure = answer_time_space(clef(), math.log(3))
    tokyo = figure.points[1]
    assert (tokyo.x, tokyo.y) == (0.38, 1.0)
    assert dict(tokyo.more) == {"MRRT": pytest.approx(0.19), "rank": 6.0}
    assert figure.x.name == "MRR"
    assert figure.y.label.startswith("effective time (")
