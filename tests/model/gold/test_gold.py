"""Names of gold standards: what is read, what is printed, what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from worlds import make_catalog

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold, default_gold, gold_for, gold_in_force, gold_in_words, gold_text
from jurybox.kinds import KIND_NAMES

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
        ("GA", "GA"),
        ("GAW(weights=2:1:0, missing=unjudged)", "GAW"),
        (
            "GAW(missing=rescale,gains=1:1:1:2:2:2:3:3,weights=3:1:0)",
            "GAW(weights=3:1:0, gains=1:1:1:2:2:2:3:3, missing=rescale)",
        ),
        ("GA(gains=0.5:1:2.25)", "GA(gains=0.5:1:2.25)"),
        ("GA()", "GA"),
        ("GAW (weights = 3:1:0)", "GAW(weights=3:1:0)"),
        ("LOO:J 3", "LOO:J 3"),
        ("LOO:J(weights=1:1:0)", "LOO:J(weights=1:1:0)"),
        ("LOO:J+lenient", "LOO:J+lenient"),
        ("LOO:Ann (trainee)", "LOO:Ann (trainee)()"),
        ("LOO:Ann(gains=1:2)()", "LOO:Ann(gains=1:2)()"),
        ("UFBA", "UFBA"),
        ("adjudicated+lenient(gains=1:3)", "adjudicated+lenient(gains=1:3)"),
        ("assessor:Ann (x)+strict", "assessor:Ann (x)+strict"),
        ("assessor:Ann(gains=1:2)", "assessor:Ann+strict(gains=1:2)"),
        ("UFA", "UFA"),
        ("BA", "BA"),
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
    "text",
    [
        "",
        "ga",
        "majority+loose",
        "assessor:",
        "assessor:+strict",
        "Majority",
        "+strict",
        "LOO:",
        "LOO",
        "GA+strict",
        "GA:Ann",
        "GAW(foo=1)",
        "GA(",
        "BA)",
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(
        Refused, match=r"choose from assessor:NAME, majority, adjudicated and dawid.*\+strict or \+lenient"
    ):
        Gold.parse(text)


NAMES = st.text(min_size=1).map(str.strip).filter(bool)
GAINS = st.none() | st.lists(st.floats(0, 1e6), min_size=1, max_size=8).map(lambda g: tuple(sorted(g)))
WEIGHTS = st.lists(st.integers(0, 9), min_size=3, max_size=3).map(lambda w: tuple(sorted(w, reverse=True)))
PATTERNED = st.builds(
    Gold,
    st.sampled_from(["GAW", "LOO"]),
    assessor=NAMES,
    weights=WEIGHTS.filter(lambda w: w[0] > 0),
    gains=GAINS,
    missing=st.sampled_from(["unjudged", "rescale"]),
).map(lambda gold: replace(gold, assessor="" if gold.whose == "GAW" else gold.assessor))
OTHERS = st.builds(Gold, st.sampled_from(["UFA", "UFBA", "BA"])) | st.builds(
    Gold, st.just("assessor"), st.sampled_from(["strict", "lenient"]), NAMES, gains=GAINS
)


@settings(max_examples=examples(300))
@given(PATTERNED | OTHERS)
@example(Gold("LOO", assessor="a()"))
@example(Gold("LOO", assessor="a(gains=1)", gains=(1.0,)))
@example(Gold("assessor", assessor="a+lenient(missing=rescale)"))
def test_every_gold_standard_is_read_back_as_it_is_printed(gold: Gold) -> None:
    assert Gold.parse(str(gold)) == gold
    assert str(Gold.parse(str(gold))) == str(gold)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("GA(weights=2:1:0)", None),
        ("GA(weights=3:1:0)", "GA takes no weights; only GAW, LOO do"),
        ("UFA(gains=1)", "UFA takes no gains"),
        ("majority(missing=rescale)", "majority takes no missing"),
        ("GAW(weights=1:2:0)", "weights=1:2:0 does not weight the votes"),
        ("GAW(weights=2:1)", "weights=2:1 does not weight the votes"),
        ("GAW(weights=2.5:1:0)", "weights=2.5:1:0 does not weight the votes"),
        ("GAW(weights=0:0:0)", "weights=0:0:0 does not weight the votes"),
        ("GAW(weights=2:1:-1)", "weights=2:1:-1 does not weight the votes"),
        ("GAW(weights=inf:1:0)", "weights=inf:1:0 does not weight the votes"),
        ("GAW(weights=nan:nan:nan)", "weights=nan:nan:nan does not weight the votes"),
        ("GAW(gains=3:2)", "gains=3:2 is not a list of gains"),
        ("GAW(gains=-1:2)", "gains=-1:2 is not a list of gains"),
        ("GAW(gains=nan)", "gains=nan is not a list of gains"),
        ("GAW(gains=a:b)", "gains=a:b is not a list of numbers"),
        ("GAW(missing=zero)", "missing=zero is unknown"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(text: str, reason: str | None) -> None:
    if reason is None:
        assert str(Gold.parse(text)) == "GA"
        return
    with pytest.raises(Refused, match=reason):
        Gold.parse(text)


def test_kinds_of_question_it_speaks_of() -> None:
    for whose in ("GA", "GAW", "LOO:x", "UFA", "UFBA", "BA"):
        assert Gold.parse(whose).kinds == ("ranked",)
    for whose in ("majority", "adjudicated+lenient", "assessor:x"):
        assert Gold.parse(whose).kinds == KIND_NAMES


def ranked_catalog(*kinds: str, best: bool = False) -> Catalog:
    catalog = make_catalog(kinds, range(len(kinds)), assessors=["person"] * 5)
    return replace(catalog, answer_best=np.full(len(kinds), int(best), dtype=np.int8))


@pytest.mark.parametrize(
    ("panel", "best", "usual"),
    [
        ((0, 1, 2, 3), True, "GA"),
        ((0, 1, 2), True, "GAW"),
        ((0, 1, 2, 3, 4), False, "GAW"),
        ((), True, "BA"),
        ((), False, "GAW"),
    ],
)
def test_the_usual_standard_of_ranked_questions_follows_the_panel(
    panel: tuple[int, ...], best: bool, usual: str
) -> None:
    catalog, facts = ranked_catalog("ranked", "factoid", best=best), Facts(panel=panel)
    assert str(default_gold(catalog, facts)) == str(gold_in_force(catalog, facts)) == usual
    assert str(gold_for("ranked", None, catalog, facts)) == usual
    assert str(gold_for("ranked", Gold("majority"), catalog, facts)) == "majority+strict"
    assert str(gold_for("factoid", Gold("GA"), catalog, facts)) == "adjudicated+strict"
    assert gold_text(None, catalog, facts) == f"{usual}; adjudicated+strict for factoid"


@pytest.mark.parametrize(
    ("assigned", "usual"),
    [
        ([(who, answer) for who in range(4) for answer in range(2)], "GA"),
        ([(who, answer) for who in range(4) for answer in range(3)], "GA"),
        ([(who, answer) for who in range(4) for answer in range(2) if (who + answer) % 2], "GAW"),
        ([(who, 0) for who in range(4)] + [(0, 1), (1, 1)], "GAW"),
    ],
)
def test_a_panel_of_four_makes_the_standard_of_four_where_all_judge_all(
    assigned: list[tuple[int, int]], usual: str
) -> None:
    kinds = ["ranked", "ranked", "factoid"]
    catalog = make_catalog(kinds, range(3), assessors=["person"] * 5, assigned=assigned)
    assert str(default_gold(catalog, Facts(panel=(0, 1, 2, 3)))) == usual


def test_every_table_prints_which_standard_holds_for_what() -> None:
    catalog, facts = ranked_catalog("ranked", "list", "factoid"), Facts(panel=(0, 1, 2, 3))
    assert gold_text(Gold("UFA"), catalog, facts) == "UFA; adjudicated+strict for factoid, list"
    assert gold_in_words(Gold("UFA"), catalog, facts) == "UFA; adjudicated+strict for factoid, list"
    assert gold_text(Gold("majority"), catalog, facts) == "majority+strict"
    assert gold_text(Gold("GA"), ranked_catalog("ranked"), facts) == "GA"
    assert gold_text(Gold("GA"), CATALOG, Facts()) == "GA; adjudicated+strict for validation"


def test_the_default_is_adjudicated_and_the_organizer_may_choose() -> None:
    assert str(default_gold(CATALOG, Facts())) == "adjudicated+strict"
    assert str(gold_in_force(CATALOG, Facts())) == "adjudicated+strict"
    assert str(gold_in_force(CATALOG, Facts(gold="majority"))) == "majority+strict"
    with pytest.raises(Refused):
        gold_in_force(CATALOG, Facts(gold="GAA"))
