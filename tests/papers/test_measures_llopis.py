"""Llopis et al. 2009: what follows from the tables beyond the cells of its page."""

import math

import pytest

from jurybox.measures import TimedRun, measure, mrrt
from jurybox.papers.llopis import TABLE_1, scores


def test_the_printed_r_of_0_99_is_ln_3() -> None:
    """Misprint: at 0.99 tokyo would print 0.21, and inaoe and alicante change places."""
    printed_r = scores(0.99)
    assert round(printed_r["tokyo"], 2) == 0.21
    assert printed_r["inaoe"] > printed_r["alicante"]
    assert scores(math.log(3))["inaoe"] < scores(math.log(3))["alicante"]


def test_the_values_of_r_are_three_quarters_a_half_and_a_quarter_for_the_slowest_run() -> None:
    shrunk = {math.log(5 / 3): 0.75, math.log(3): 0.5, math.log(7): 0.25}
    for r, share in shrunk.items():
        assert mrrt(0.38, 1, r) == pytest.approx(0.38 * share, abs=1e-15)
    assert [f"{r:.2f}" for r in shrunk] == ["0.51", "1.10", "1.95"]


def test_rounded_times_would_swap_two_runs() -> None:
    """Why effective times come from seconds: 1966 / 5141 and its rounded 0.38 order the runs differently."""
    r = math.log(3)
    exact = scores(r)
    assert mrrt(0.3, 0.38, r) > mrrt(0.24, 0.02, r)
    assert exact["inaoe"] < exact["alicante"]


def test_the_named_measure_takes_seconds() -> None:
    for run, (mrr, seconds, _) in TABLE_1.items():
        score = measure("MRRT(r=0.51)").evaluate(TimedRun(float(mrr), seconds, 5141, 100))
        assert score.value == scores(0.51)[run]
        assert score.units == 100
