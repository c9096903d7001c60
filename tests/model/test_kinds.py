"""Each kind of question is known to every part of the model that deals with kinds, and to none by halves."""

import re
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from jurybox.analysis.label_matrix import SCHEMES
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.facts import Facts
from jurybox.collection.import_tables import TABLES
from jurybox.gold import Gold, gold_for
from jurybox.help import page
from jurybox.kinds import (
    ASSESSOR_KINDS,
    DISPLAY_ORDER,
    KIND_NAMES,
    KINDS,
    SERIES_KINDS,
    SERIES_NEEDS,
    KindName,
    QuestionKind,
    kind_code,
)
from jurybox.measures import (
    MEASURES,
    Confidences,
    Counts,
    Kind,
    Outcomes,
    Ranking,
    Rankings,
    ScoredAnswers,
    TimedRun,
    measure,
)
from jurybox.scoring.tallies.registry import TALLIES, family_of, input_of

EVERY = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


def cell_words(table: str, column: str) -> list[str]:
    """Return the words that a cell of an imported table may hold."""
    (found,) = (one for one in TABLES[table].columns if one.name == column)
    return found.cell.wants.removeprefix("one of ").split(", ")


def test_lists_of_kinds_hold_the_same_names() -> None:
    assert get_args(Kind) == get_args(KindName) == KIND_NAMES == tuple(KINDS)
    assert sorted(DISPLAY_ORDER) == sorted(KIND_NAMES)
    assert [kind_code(name) for name in KIND_NAMES] == list(range(len(KIND_NAMES)))
    assert cell_words("questions", "kind") == list(KIND_NAMES)
    assert cell_words("assessors", "kind") == list(ASSESSOR_KINDS)
    assert {name for one in MEASURES for name in one.kinds} == set(KIND_NAMES)
    assert {name for kind in KINDS.values() for name in kind.tallies} == {family.name for family in TALLIES}
    assert set(SERIES_NEEDS) < set(SERIES_KINDS)
    assert all(scheme.kinds for scheme in SCHEMES.values())
    assert {name for scheme in SCHEMES.values() for name in scheme.kinds} == set(KIND_NAMES)


@EVERY
def test_labels_have_codes_and_a_scheme_of_agreement(kind: QuestionKind) -> None:
    assert set(kind.labels) <= set(LABEL_CODES)
    assert set(kind.labels) <= set(cell_words("judgments", "label"))
    assert SCHEMES[kind.label_scheme.name].words == kind.labels
    assert kind.label_scheme.name in kind.schemes
    for name in kind.schemes:
        assert kind.name in SCHEMES[name].kinds
    assert {name for name, scheme in SCHEMES.items() if kind.name in scheme.kinds} == set(kind.schemes)


@EVERY
def test_measures_and_tally_score_the_kind(kind: QuestionKind) -> None:
    assert kind.measures
    assert sorted(kind.table_measures or kind.measures) == sorted(kind.measures)
    named = (*kind.measures, *filter(None, (kind.typical, kind.series_measure)))
    for name in named:
        assert kind.name in measure(name).kinds, name
    for one in MEASURES:
        if kind.name in one.kinds:
            assert family_of(one, kind.name) is not None, one.name
    families = (family_of(measure(name), kind.name) for name in kind.measures)
    assert kind.tallies[0] in {family.name for family in families if family is not None}
    assert bool(kind.series_measure) == (kind.name in SERIES_KINDS) == ("series" in kind.tallies)


@EVERY
def test_the_properties_of_a_kind_fit_each_other(kind: QuestionKind) -> None:
    assert kind.is_graded == kind.is_ordinal == (kind.label_scheme.name == "quality"), "levels are made of A B C"
    of_answers = input_of(measure(kind.measures[0]), kind.name) is Counts
    assert kind.decides == of_answers == (not kind.typical), "decisions are counted answer by answer"
    of_rankings = {Ranking, Rankings, Outcomes, Confidences, ScoredAnswers, TimedRun}
    assert kind.is_ordered == any(input_of(one, kind.name) in of_rankings for one in MEASURES)
    assert kind.is_labeled != ("nuggets" in kind.tallies)
    assert ("groups" in kind.schemes) == ("lists" in kind.tallies)


@EVERY
def test_a_gold_standard_speaks_of_the_kind(kind: QuestionKind) -> None:
    catalog: Any = SimpleNamespace(kinds=(kind,), answer_best=SimpleNamespace(any=lambda: False))
    found = gold_for(kind.name, None, catalog, Facts())
    assert kind.name in found.kinds
    assert (kind.gold == "graded") == (kind.name in Gold.parse("GAW").kinds)


@EVERY
def test_the_help_names_the_kind_where_it_explains_the_tables(kind: QuestionKind) -> None:
    files = page("files")
    assert files is not None
    (row,) = re.findall(r"^\| `questions\.csv` .*$", files.text, re.MULTILINE)
    assert re.search(rf"\b{kind.name}\b", row)
