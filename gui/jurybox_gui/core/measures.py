"""The measures that the window lists for a collection, those it shows first, and the one that ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.kinds import DISPLAY_ORDER, SERIES_NEEDS
from jurybox.lists import labeled
from jurybox.measures import MEASURES, USUAL, Kind, Measure, measure, series_measures

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox.collection.facts import Facts
    from jurybox.scoring import Scoreboard


def kinds_of(catalog: Catalog) -> tuple[Kind, ...]:
    """Return the kinds of question that a collection has."""
    present = {kind.name for kind in catalog.kinds}
    return tuple(kind for kind in DISPLAY_ORDER if kind in present)


def usual_measures(catalog: Catalog, facts: Facts) -> tuple[Measure, ...]:
    """Return the measures that a table shows first; the first of them ranks the runs."""
    from jurybox.scoring.default_measures import measures_by_default  # loads numpy

    kinds = kinds_of(catalog) or DISPLAY_ORDER[:1]
    if set(SERIES_NEEDS) <= set(kinds) and catalog.series:
        return tuple(series_measures(kinds))
    most = 7 if len(kinds) == 1 else 3
    return measures_by_default(catalog, facts, kinds, most=most)


def measure_choices(catalog: Catalog, current: Measure) -> list[tuple[str, str]]:
    """Return the words and names of all measures of the kinds of question here, and of `current`.

    Measures with a parameter that is always named, such as rejected estimators, come last, with each value.
    """
    kinds = set(kinds_of(catalog) or DISPLAY_ORDER[:1])
    known = [one for one in MEASURES if kinds & set(one.kinds)]
    named = [(one.name, one.name) for one in known if not _variants(one)]
    named += [variant for one in known for variant in _variants(one)]
    named += [] if current.name in {name for _, name in named} else [(current.name, current.name)]
    return named


def _variants(one: Measure) -> list[tuple[str, str]]:
    """Return the words and names of the variants of a measure whose name always has a parameter."""
    return [
        (labeled(one.base, which), measure(f"{one.base}({which})").name)
        for parameter in one.parameters
        if parameter.shown and parameter.bare
        for which in parameter.choices
    ]


def main_measure(board: Scoreboard, kind: Kind | None = None) -> Measure:
    """Return the measure that ranks runs on a kind of question; without a kind, on the first one here."""
    from jurybox.scoring.default_measures import measures_first  # loads numpy

    here = [each for each in DISPLAY_ORDER if board.kind_of(measure(USUAL[each][0])) == each]
    chosen = kind if kind in here else (here or DISPLAY_ORDER)[0]
    catalog, _, facts = board.collection
    return measure(measures_first(catalog, facts, chosen)[0])
