"""The judges: the people whose labels make majorities, adjudicated labels, agreement and their figures.

The panel that the organizer stored; without one, every person. An answer key, the asker and a model are
judges only if they are on the panel, or if the gold standard names them. An excluded assessor is not a judge,
on the panel or not, unless the gold standard names them. In a collection without people, such as a reading
test, the answer key judges.
"""

from collections.abc import Callable, Sequence

from jurybox.collection.catalog import Assessor, Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.organizer import ORGANIZER
from jurybox.kinds import ASSESSOR_KINDS, EXCLUDED
from jurybox.language import tr
from jurybox.lists import comma_list


def people(catalog: Catalog) -> tuple[int, ...]:
    """Return the positions of all assessors who are persons and not removed, the organizer among them."""
    return tuple(at for at, one in enumerate(catalog.assessors) if one.kind == "person" and not one.removed)


def panel_of(catalog: Catalog, facts: Facts) -> tuple[int, ...]:
    """Return the stored panel without those who are excluded, by position; empty without a panel."""
    return tuple(sorted({at for at in facts.panel if catalog.assessors[at].kind != EXCLUDED}))


def excluded_names(catalog: Catalog) -> list[str]:
    """Return the names of the assessors who are excluded."""
    return [one.name for one in catalog.assessors if one.kind == EXCLUDED and not one.removed]


def judges(catalog: Catalog, facts: Facts) -> tuple[int, ...]:
    """Return the judges, by position, in the order of the collection.

    The stored panel, else every person. If the only person is the organizer, who stands for imported files,
    and there is an answer key, the key judges alone.
    """
    if facts.panel:
        return panel_of(catalog, facts)
    persons = people(catalog)
    if any(catalog.assessors[at].name != ORGANIZER for at in persons):
        return persons
    keys = (at for at, one in enumerate(catalog.assessors) if one.kind == "key" and not one.removed)
    return tuple(keys) or persons


def stand_ins(catalog: Catalog) -> tuple[int, ...]:
    """Return who counts for the nuggets, matches and equal answers of a question without a judge.

    People; in a collection without any but the organizer, everybody, such as the model that made its nuggets.
    """
    persons = people(catalog)
    if any(catalog.assessors[at].name != ORGANIZER for at in persons):
        return persons
    return tuple(at for at, one in enumerate(catalog.assessors) if one.kind != EXCLUDED)


def not_people(catalog: Catalog, voters: Sequence[int]) -> str:
    """Return which of these voters are not people, as `answer key gold, model m1`; empty if all are."""
    found = _without_people(catalog, voters)
    return comma_list(_NAMED[one.kind](one.name) for one in found)


def not_people_in_english(catalog: Catalog, voters: Sequence[int]) -> str:
    """Return the same for programs, in every language."""
    found = _without_people(catalog, voters)
    return ", ".join(f"{ASSESSOR_KINDS[one.kind].noun} {one.name}" for one in found)


_NAMED: dict[str, Callable[[str], str]] = {
    "model": lambda name: tr("model {name}", name=name),
    "asker": lambda name: tr("asker {name}", name=name),
    "key": lambda name: tr("answer key {name}", name=name),
    EXCLUDED: lambda name: tr("excluded {name}", name=name),
}


def _without_people(catalog: Catalog, voters: Sequence[int]) -> list[Assessor]:
    return [one for at in voters if (one := catalog.assessors[at]).kind != "person"]
