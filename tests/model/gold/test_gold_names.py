"""Names of gold standards: what is read, what is printed, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import make_catalog

from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold, default_gold, gold_in_force

CATALOG = make_catalog(["validation"], [0])


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("majority", "majority+strict"),
        ("adjudicated+lenient", "adjudicated+lenient"),
        (" adjudicated ", "adjudicated+strict"),
        ("assessor:Ann", "assessor:Ann+strict"),
        ("assessor:Ann+lenient", "assessor:Ann+lenient"),
        ("assessor:C++", "assessor:C+++strict"),
        ("assessor:Ann+lenient+strict", "assessor:Ann+lenient+strict"),
        ("assessor:majority", "assessor:majority+strict"),
    ],
)
def test_a_name_is_printed_in_full(text: str, printed: str) -> None:
    assert str(Gold.parse(text)) == printed


@given(
    st.sampled_from(["majority", "adjudicated", "assessor"]),
    st.sampled_from(["strict", "lenient"]),
    st.text(min_size=1),
)
def test_what_is_printed_is_read_back(whose: str, mapping: str, name: str) -> None:
    gold = Gold.parse(f"{whose}{':' + name.strip() + '.' if whose == 'assessor' else ''}+{mapping}")
    assert Gold.parse(str(gold)) == gold
    assert gold.mapping == mapping


@pytest.mark.parametrize(
    "text", ["", "GA", "majority+loose", "assessor:", "assessor:+strict", "Majority", "+strict"]
)
def test_an_unknown_name_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(
        Refused, match=r"known are assessor:NAME, majority and adjudicated.*\+strict or \+lenient"
    ):
        Gold.parse(text)


def test_the_default_is_adjudicated_and_the_organiser_may_choose() -> None:
    assert str(default_gold(CATALOG, Facts())) == "adjudicated+strict"
    assert str(gold_in_force(CATALOG, Facts())) == "adjudicated+strict"
    assert str(gold_in_force(CATALOG, Facts(gold="majority"))) == "majority+strict"
    with pytest.raises(Refused):
        gold_in_force(CATALOG, Facts(gold="GA"))
