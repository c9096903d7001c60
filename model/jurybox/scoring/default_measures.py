"""Which measures are shown where none is chosen: those of the judgments that a collection has."""

from collections.abc import Iterable
from contextlib import suppress

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.kinds import kind_code
from jurybox.label_schemes import LabelScheme
from jurybox.measures import USUAL, Kind, Measure, default_measures, measure

_OF_ONE_ANSWER = ("mean", "nG@1", "Hit@1")
_OF_CITATIONS = ("citation-precision", "citation-recall", "citation-precision-strict", "citation-recall-strict")
_OF_LONG_ANSWERS = ("vital-strict", "vital", "all-strict", "all")
"""Of nuggets in answers whose sentences cite documents: their length counts for nothing there."""
SUPPORT = "support"
"""The name of the labels of citations."""


def measures_first(catalog: Catalog, facts: Facts, kind: Kind) -> tuple[str, ...]:
    """Return the names of the measures that are shown first of a kind of question, the one that ranks in front.

    The mean rating where labels are numbers and no run gives two answers to a question; citation and nugget measures
    where the support of citations is judged; else those of the kind.
    """
    if kind == "validation" and _judges_support(facts):
        return _OF_CITATIONS
    if kind == "other" and _judges_support(facts):
        return _OF_LONG_ANSWERS
    if kind == "ranked" and _is_of_numbers(facts.scheme_of(kind)) and _is_single(catalog, kind):
        return _OF_ONE_ANSWER
    return USUAL[kind]


def measures_by_default(
    catalog: Catalog, facts: Facts, kinds: Iterable[Kind], *, most: int | None = None, in_tables: bool = False
) -> tuple[Measure, ...]:
    """Return what is shown of kinds of question, each once; `most`, `in_tables`: see `default_measures`."""
    found: dict[str, Measure] = {}
    for kind in kinds:
        first = measures_first(catalog, facts, kind)
        usual = default_measures([kind], most=most, in_tables=in_tables)
        some = usual if first == USUAL[kind] else tuple(map(measure, first[:most]))
        found |= {one.name: one for one in some}
    return tuple(found.values())


def _judges_support(facts: Facts) -> bool:
    return facts.scheme_of("validation").name == SUPPORT


def _is_of_numbers(scheme: LabelScheme) -> bool:
    with suppress(ValueError):
        return all(float(word) == float(word) for word in scheme.words)
    return False


def _is_single(catalog: Catalog, kind: Kind) -> bool:
    """Return whether runs answer questions of a kind, each with one answer at most."""
    given = catalog.responses
    rows = (given.answer >= 0) & (given.answered == 1) & (catalog.kind_of_question[given.question] == kind_code(kind))
    lists = given.run[rows].astype(np.int64) * len(catalog.questions) + given.question[rows]
    return bool(len(lists)) and len(np.unique(lists)) == len(lists)
