"""P-values as tables print them."""

import pytest

from jurybox.results.cells import p_phrase, p_text


@pytest.mark.parametrize(
    ("p", "least", "text"),
    [
        (1.0, 0.0, "1.000"),
        (0.824, 0.0, ".824"),
        (0.0995, 0.0, ".100"),
        (0.0046, 0.0, ".005"),
        (7.7e-05, 0.0, "<.001"),
        (0.04996, 0.0, ".0499"),
        (0.05, 0.0, ".050"),
        (0.00999, 0.0, ".0099"),
        (1 / 501, 1 / 501, "≤.002"),
        (45 / 10_001, 45 / 10_001, "≤.004"),
        (46 / 10_001, 45 / 10_001, ".005"),
        (1 / 10_001, 1 / 10_001, "<.001"),
        (float("nan"), 0.0, "-"),
    ],
)
def test_p_values_are_printed_in_one_style_and_never_below_what_a_test_can_find(
    p: float, least: float, text: str
) -> None:
    assert p_text(p, least) == text


def test_a_small_p_value_has_one_sign_in_a_sentence() -> None:
    assert (p_phrase(0.0004), p_phrase(0.035)) == ("p < .001", "p = .035")
