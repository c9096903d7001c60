"""Every point of an iso line has its value, in both spaces."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jurybox.figures import ISO_FAMILIES, Line, iso_lines, iso_value, precision_at
from jurybox.measures.validation import f_beta

EXACT = 1e-12
prevalences = st.floats(0.001, 0.999)
families = st.sampled_from((*ISO_FAMILIES, "F(2)", "F(0.5)", "F(3)"))
levels = st.floats(0.01, 0.99)
rates = st.floats(0, 1)


def on_the_way(line: Line) -> tuple[np.ndarray, np.ndarray]:
    """The two ends of a straight line and places between them."""
    part = np.linspace(0, 1, 11)
    x, y = (a[0] + (a[-1] - a[0]) * part for a in (line.x, line.y))
    return x, y


def inside_the_square(line: Line) -> bool:
    return all(np.all((a >= 0) & (a <= 1)) for a in (line.x, line.y))


@given(families, levels, prevalences)
def test_a_line_of_the_roc_space_keeps_its_value_from_end_to_end(family: str, level: float, prevalence: float) -> None:
    for line in iso_lines(family, prevalence, levels=(level,)):
        fpr, tpr = on_the_way(line)
        assert np.abs(iso_value(family, tpr, fpr, prevalence) - level).max() <= EXACT
        assert inside_the_square(line)


@given(st.sampled_from((1.0, 2.0, 0.5, 3.0)), levels, prevalences)
def test_a_line_of_equal_f_keeps_its_value_in_the_precision_recall_space(
    beta: float, level: float, prevalence: float
) -> None:
    (line,) = iso_lines(f"F({beta:g})", prevalence, space="precision-recall", levels=(level,))
    values = [f_beta(p, r, beta) for r, p in zip(line.x, line.y, strict=True)]
    assert np.abs(np.array(values) - level).max() <= EXACT
    assert line.y[0] == pytest.approx(1)
    assert line.x[-1] == pytest.approx(1)


@given(st.sampled_from(("accuracy", "AUC-point")), levels, prevalences)
def test_other_lines_keep_their_value_in_the_precision_recall_space(
    family: str, level: float, prevalence: float
) -> None:
    for line in iso_lines(family, prevalence, space="precision-recall", levels=(level,)):
        recall, precision = line.x, line.y
        some = precision > 1e-3  # the false positive rate is recovered by a division by the precision
        fpr = prevalence * recall * (1 - precision)
        fpr[some] /= precision[some] * (1 - prevalence)
        found = iso_value(family, recall[some], fpr[some], prevalence)
        assert np.abs(found - level).max(initial=0) <= 1e-9


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60), st.integers(1, 60))
def test_the_value_in_rates_is_the_measure_in_counts(tp: int, fp: int, fn: int, tn: int) -> None:
    assume(fp + tn > 0)
    prevalence = (tp + fn) / (tp + fp + fn + tn)
    tpr, fpr = tp / (tp + fn), fp / (fp + tn)
    assert precision_at(tpr, fpr, prevalence) == pytest.approx(tp / (tp + fp), abs=EXACT)
    wanted = {
        "F(1)": 2 * tp / (2 * tp + fn + fp),
        "F(2)": 5 * tp / (5 * tp + 4 * fn + fp),
        "accuracy": (tp + tn) / (tp + fp + fn + tn),
        "AUC-point": (1 + tpr - fpr) / 2,
    }
    for family, value in wanted.items():
        assert iso_value(family, tpr, fpr, prevalence) == pytest.approx(value, abs=EXACT)


@given(families, levels, prevalences)
def test_both_spaces_show_the_same_line(family: str, level: float, prevalence: float) -> None:
    for line in iso_lines(family, prevalence, levels=(level,)):
        fpr, tpr = on_the_way(line)
        some = (tpr > 1e-6) & (fpr > 1e-6)
        precision = precision_at(tpr[some], fpr[some], prevalence)
        if family.startswith("F("):
            beta = float(family[2:-1])
            found = [f_beta(p, r, beta) for p, r in zip(precision, tpr[some], strict=True)]
            assert np.abs(np.array(found) - level).max(initial=0) <= 1e-11


def test_levels_without_a_place_in_the_square_have_no_line() -> None:
    drawn = {line.value for line in iso_lines("F(1)", 0.2)}
    assert drawn == {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}
    assert [line.value for line in iso_lines("accuracy", 0.02, levels=(0.01, 0.5, 0.99))] == [0.01, 0.5, 0.99]
    assert iso_lines("F(1)", 0.2, levels=(1.0,), space="precision-recall") == ()
    assert iso_lines("AUC-point", 0.2, levels=(0.0, 1.0)) == ()


def test_names_say_the_measure_and_the_value() -> None:
    assert [line.name for line in iso_lines("F(1)", 0.2, levels=(0.8,))] == ["F .8"]
    assert [line.name for line in iso_lines("F(2)", 0.2, levels=(0.25,))] == ["F(2) .25"]
    assert [line.name for line in iso_lines("accuracy", 0.2, levels=(0.9,))] == ["acc. .9"]


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, 1.5, float("nan")])
def test_a_share_outside_the_open_interval_is_refused(prevalence: float) -> None:
    for call in (
        lambda: iso_lines("accuracy", prevalence),
        lambda: iso_value("F(1)", 0.5, 0.5, prevalence),
        lambda: precision_at(0.5, 0.5, prevalence),
    ):
        with pytest.raises(ValueError, match="share of correct answers"):
            call()


@pytest.mark.parametrize("family", ["F", "F(0)", "F(-1)", "MRR", "", "F(1"])
def test_unknown_families_are_refused(family: str) -> None:
    with pytest.raises(ValueError, match="no iso lines"):
        iso_lines(family, 0.5)


def test_an_unknown_space_is_refused() -> None:
    with pytest.raises(ValueError, match="no such space"):
        iso_lines("F(1)", 0.5, space="log")


def test_nothing_validated_has_precision_zero_and_unknown_rates_have_none() -> None:
    assert precision_at(0.0, 0.0, 0.3) == 0
    assert np.isnan(precision_at(float("nan"), 0.1, 0.3))
