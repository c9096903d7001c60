"""Every point of a line of the non-response space has its value; candidates stand where they count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.figures import (
    NON_RESPONSE_FAMILIES,
    Answering,
    non_response_lines,
    non_response_space,
    non_response_value,
    text_alternative,
)
from jurybox.measures.non_response import c_at_1, rejected_estimator, utility, utility01

EXACT = 1e-12
families = st.sampled_from(NON_RESPONSE_FAMILIES)
ICIA = Answering("icia091ro", 0, 237, 156, 107, candidates=107, kept_back=31)
UAIC = Answering("uaic092ro", 1, 236, 264, 0)


@given(families, st.floats(0.01, 0.99))
def test_a_line_has_its_value_everywhere_and_lies_in_the_triangle(family: str, level: float) -> None:
    level = 2 * level - 1 if family == "UF" else level
    for line in non_response_lines(family, (level,)):
        assert line.value == level
        if family != "rejected(P(¬C|A))":
            inner = np.linspace(0, 1, 7)[:-1]
            u = line.x[0] + (line.x[-1] - line.x[0]) * inner
            a = np.interp(u, line.x, line.y) if family != "c@1" else level / (1 + u)
            assert np.abs(non_response_value(family, u, a) - level).max() <= EXACT
        known = line.x < 1
        assert np.abs(non_response_value(family, line.x[known], line.y[known]) - level).max() <= EXACT
        assert np.all((line.x >= 0) & (line.y >= 0) & (line.x + line.y <= 1 + EXACT))


@given(families, st.floats(0.05, 0.95))
def test_no_part_of_a_level_is_missing(family: str, level: float) -> None:
    """Where a column of the triangle holds the level, a line passes that column."""
    for u in (0.02, 0.31, 0.47, 0.53, 0.69, 0.93):
        column = non_response_value(family, u, np.linspace(0, 1 - u, 2001))
        crossed = column.min() + 1e-3 < level < column.max() - 1e-3
        passed = any(line.x[0] <= u <= line.x[-1] for line in non_response_lines(family, (level,)) if len(line.x))
        assert not crossed or passed


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_the_value_in_shares_is_the_measure_in_counts(right: int, wrong: int, silent: int) -> None:
    total = right + wrong + silent
    if not total:
        return
    wanted = {
        "c@1": c_at_1(right, silent, total),
        "UF": utility(right, wrong, total),
        "UF01": utility01(right, wrong, total),
    }
    for name in ("0", "1", "0.5", "P(C|A)", "P(¬C|A)"):
        wanted[f"rejected({name})"] = rejected_estimator(name, right, wrong, silent)
    for family, value in wanted.items():
        found = non_response_value(family, silent / total, right / total)
        assert found == pytest.approx(value, abs=EXACT, nan_ok=True)


def test_runs_stand_at_the_shares_of_the_paper_and_their_candidates_beside_them() -> None:
    figure = non_response_space([ICIA, UAIC])
    icia, uaic, candidates = figure.points
    assert (icia.x, icia.y) == (107 / 500, 237 / 500)
    assert dict(icia.more)["c@1"] == pytest.approx(0.575436)
    assert (uaic.x, uaic.y) == (0, 236 / 500)
    assert (candidates.x, candidates.y, candidates.aside) == (0, (237 + 31) / 500, "answering all")
    (way,) = figure.curves
    assert (way.x.tolist(), way.y.tolist(), way.dashed) == ([icia.x, 0], [icia.y, candidates.y], True)
    assert non_response_space([ICIA], candidates=False).curves == ()


def test_unanswered_questions_without_a_candidate_stay_unanswered() -> None:
    (_, there) = non_response_space([Answering("a", 0, 2, 3, 5, candidates=2, kept_back=1)]).points
    assert (there.x, there.y) == (0.3, 0.3)
    assert dict(there.more)["c@1"] == pytest.approx(c_at_1(3, 3, 10))


def test_a_run_without_questions_has_no_place_and_is_told() -> None:
    figure = non_response_space([Answering("empty", 4, 0, 0, 0)])
    assert not figure.points[0].drawn
    assert "undefined" in text_alternative(figure)


def test_rejected_estimators_can_be_shown_beside_c_at_1() -> None:
    both = non_response_space([ICIA], iso=("c@1", "rejected(1)"))
    assert {line.name[:3] for line in both.iso_lines} == {"c@1", "rej"}
    assert len(both.iso_lines) == 18
    with pytest.raises(ValueError, match="no iso lines"):
        non_response_space([ICIA], iso=("MRR",))
