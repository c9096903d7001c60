"""A show of hands in one line: what people type, and what cannot be understood."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.audience.hands import example_of_hands, parse_hands
from jurybox.collection.own_schemes import scheme_of_text
from jurybox.errors import Refused
from jurybox.label_schemes import CORRECTNESS, QUALITY, VALIDATION, LabelScheme

GRADES = scheme_of_text("0..3", "ranked")
BELOW = scheme_of_text("-2..2", "ranked")


@pytest.mark.parametrize(
    ("line", "scheme", "counts"),
    [
        ("17 yes, 8 no", VALIDATION, (17, 8)),
        ("17 8", VALIDATION, (17, 8)),
        ("17, 8", VALIDATION, (17, 8)),
        ("17 yes 8 no", VALIDATION, (17, 8)),
        ("8 no 17 yes", VALIDATION, (17, 8)),
        ("yes 17 no 8", VALIDATION, (17, 8)),
        ("17y 8n", VALIDATION, (17, 8)),
        ("17 c, 8 i", VALIDATION, (17, 8)),
        ("17 correct and 8 incorrect", VALIDATION, (17, 8)),
        ("17 CORRECT + 8 Incorrect", VALIDATION, (17, 8)),
        ("1=17 2=8", VALIDATION, (17, 8)),
        ("1: 17, 2: 8", VALIDATION, (17, 8)),
        ("yes=17; no=8", VALIDATION, (17, 8)),
        ("17", VALIDATION, (17, 0)),
        ("12 A 5 B 1 C", QUALITY, (12, 5, 1)),
        ("a 12 b 5 c 1", QUALITY, (12, 5, 1)),
        ("12 5 1", QUALITY, (12, 5, 1)),
        ("3 fully answers, 2 does not answer", QUALITY, (3, 0, 2)),
        ("4 r 3 x 2 u 1 w", CORRECTNESS, (4, 3, 2, 1)),
        ("4 cor, 3 ine, 1 inc", CORRECTNESS, (4, 3, 0, 1)),
        ("3=17, 0=8", GRADES, (17, 0, 0, 8)),
        ("17 8", GRADES, (17, 8, 0, 0)),
        ("-2=5, 2=1", BELOW, (1, 0, 0, 0, 5)),
    ],
)
def test_what_people_type(line: str, scheme: LabelScheme, counts: tuple[int, ...]) -> None:
    assert parse_hands(line, scheme).counts == counts


@pytest.mark.parametrize(
    ("line", "scheme", "says"),
    [
        ("", VALIDATION, "Type the counts"),
        ("yes", VALIDATION, "no count"),
        ("17 8 3", VALIDATION, "3 counts for 2 labels"),
        ("17 yes 8", VALIDATION, "Not every count"),
        ("17 yes 8 yes", VALIDATION, "counted twice"),
        ("17 maybe", VALIDATION, "'maybe' is not a label. The labels are correct and incorrect"),
        ("0 yes 0 no", VALIDATION, "All counts are 0"),
        ("10000 yes", VALIDATION, "too many hands"),
        ("9" * 90, VALIDATION, "too many hands"),
        ("9 " * 5000, VALIDATION, "too long"),
        ("3=4", VALIDATION, "no label 3"),
        ("0=4", VALIDATION, "no label 0"),
        ("17 in", CORRECTNESS, "could be inexact or incorrect"),
        ("1.5 yes", VALIDATION, "is not a label"),
    ],
)
def test_what_cannot_be_understood(line: str, scheme: LabelScheme, says: str) -> None:
    with pytest.raises(Refused, match=says):
        parse_hands(line, scheme)


@settings(max_examples=25)
@given(st.text(max_size=40), st.sampled_from([VALIDATION, QUALITY, CORRECTNESS, GRADES]))
def test_any_line_is_counted_or_refused_in_a_sentence(line: str, scheme: LabelScheme) -> None:
    said, tally = ".", None
    try:
        tally = parse_hands(line, scheme)
    except Refused as refusal:
        said = str(refusal)
    assert said.endswith(".")
    assert tally is None or tally.votes > 0


@given(st.lists(st.integers(0, 9_999), min_size=4, max_size=4).filter(any), st.permutations(range(4)))
def test_counts_with_words_come_back_in_any_order(counts: list[int], order: list[int]) -> None:
    line = ", ".join(f"{counts[at]} {CORRECTNESS.words[at]}" for at in order)
    assert parse_hands(line, CORRECTNESS).counts == tuple(counts)


def test_labels_can_be_typed_as_the_stage_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"Correct": "Correcta", "Incorrect": "Incorrecta", "yes": "sí", "no": "no"}
    for place in ("audience.hands", "label_schemes"):
        monkeypatch.setattr(f"jurybox.{place}.tr", lambda text: said.get(text, text))
    assert example_of_hands(VALIDATION) == "17 correcta, 8 incorrecta"
    for line in ("17 correcta, 8 incorrecta", "17 sí, 8 no", "8 incorr 17 Correcta", "17 correct, 8 incorrect"):
        assert parse_hands(line, VALIDATION).counts == (17, 8)
