"""Llopis et al. 2009, tables 1 and 2."""

import math

import pytest
from papers.measures_printed import compare

from jurybox.measures import TimedRun, effective_times, measure, mrrt

# run: MRR, seconds, effective time
TABLE_1 = {
    "daedalus1": ("0.41", 549, "0.10"),
    "tokyo": ("0.38", 5141, "1.00"),
    "priberam": ("0.35", 56, "0.01"),
    "daedalus2": ("0.33", 198, "0.03"),
    "inaoe": ("0.3", 1966, "0.38"),
    "alicante": ("0.24", 76, "0.02"),
}
# printed r: MRRT and rank for each run in the order of table 1
R_MEANT = {"0": 0.0, "0.51": 0.51, "0.99": math.log(3), "1.95": 1.95}
TABLE_2 = {
    "0": [("0.41", 1), ("0.38", 2), ("0.35", 3), ("0.33", 4), ("0.30", 5), ("0.24", 6)],
    "0.51": [("0.40", 1), ("0.28", 4), ("0.35", 2), ("0.33", 3), ("0.27", 5), ("0.24", 6)],
    "0.99": [("0.39", 1), ("0.19", 6), ("0.35", 2), ("0.32", 3), ("0.23", 5), ("0.24", 4)],
    "1.95": [("0.37", 1), ("0.09", 6), ("0.35", 2), ("0.32", 3), ("0.19", 5), ("0.24", 4)],
}
MISPRINTS_1 = {
    "daedalus1": "549 / 5141; no single rounding rule gives all three of these cells",
    "daedalus2": "198 / 5141; no single rounding rule gives all three of these cells",
    "alicante": "76 / 5141; no single rounding rule gives all three of these cells",
}
MISPRINTS_2 = {
    "tokyo r=0.51": "r is ln(5/3) rounded: 0.38 * 3/4 = 0.285",
    "inaoe r=0.99": "r is ln 3; no r gives all six cells of this column",
}


def _times() -> list[float]:
    return effective_times([seconds for _, seconds, _ in TABLE_1.values()]).tolist()


def _scores(r: float) -> dict[str, float]:
    return {
        run: mrrt(float(mrr), time, r)
        for (run, (mrr, _, _)), time in zip(TABLE_1.items(), _times(), strict=True)
    }


def test_table_1() -> None:
    cells = {run: (time, row[2]) for (run, row), time in zip(TABLE_1.items(), _times(), strict=True)}
    compare("Llopis, table 1", cells, MISPRINTS_1)


def test_table_2_scores() -> None:
    cells = {}
    for column, printed in TABLE_2.items():
        for (run, value), (cell, _) in zip(_scores(R_MEANT[column]).items(), printed, strict=True):
            cells[f"{run} r={column}"] = (value, cell)
    compare("Llopis, table 2", cells, MISPRINTS_2)


@pytest.mark.parametrize("column", TABLE_2)
def test_table_2_ranks(column: str) -> None:
    scores = _scores(R_MEANT[column])
    order = sorted(scores, key=lambda run: -scores[run])
    assert [order.index(run) + 1 for run in TABLE_1] == [rank for _, rank in TABLE_2[column]]


def test_the_printed_r_of_0_99_is_ln_3() -> None:
    """Misprint: at 0.99 tokyo would print 0.21, and inaoe and alicante change places."""
    printed_r = _scores(0.99)
    assert round(printed_r["tokyo"], 2) == 0.21
    assert printed_r["inaoe"] > printed_r["alicante"]
    assert _scores(math.log(3))["inaoe"] < _scores(math.log(3))["alicante"]


def test_the_values_of_r_are_three_quarters_a_half_and_a_quarter_for_the_slowest_run() -> None:
    shrunk = {math.log(5 / 3): 0.75, math.log(3): 0.5, math.log(7): 0.25}
    for r, share in shrunk.items():
        assert mrrt(0.38, 1, r) == pytest.approx(0.38 * share, abs=1e-15)
    assert [f"{r:.2f}" for r in shrunk] == ["0.51", "1.10", "1.95"]


def test_rounded_times_would_swap_two_runs() -> None:
    """Why effective times come from seconds: 1966 / 5141 and its rounded 0.38 order the runs differently."""
    r = math.log(3)
    exact = _scores(r)
    assert mrrt(0.3, 0.38, r) > mrrt(0.24, 0.02, r)
    assert exact["inaoe"] < exact["alicante"]


def test_the_named_measure_takes_seconds() -> None:
    for run, (mrr, seconds, _) in TABLE_1.items():
        score = measure("MRRT(r=0.51)").evaluate(TimedRun(float(mrr), seconds, 5141, 100))
        assert score.value == _scores(0.51)[run]
        assert score.units == 100
