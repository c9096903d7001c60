"""Which gold standard is in force: what the organizer chose, else the usual one of each kind of question."""

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges, not_people
from jurybox.gold.gold import Gold
from jurybox.kinds import KIND_NAMES, kind_code

_OF_ONE = ("assessor", "BA")
"""Standards that ask one voice, which their name says."""
PANEL_OF_GA = 4
"""Sakai et al. 2010, Table 2 maps the votes of exactly four assessors."""


def gold_for(kind: str, chosen: Gold | None, catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard of one kind of question: the chosen one if it speaks of that kind.

    Else for ranked questions GA with a stored panel of four, GAW with another panel, and without a panel
    BA (GAW where no answer is anybody's best); for the others `adjudicated+strict`.
    """
    if chosen is not None and kind in chosen.kinds:
        return chosen
    if kind != "ranked":
        return Gold("adjudicated", awaits_decisions=chosen is not None and chosen.awaits_decisions)
    panel = len(set(facts.panel))
    if not panel and catalog.answer_best.any():
        return Gold("BA")
    return Gold("GA" if panel == PANEL_OF_GA else "GAW")


def gold_text(chosen: Gold | None, catalog: Catalog, facts: Facts) -> str:
    """Return what a table prints: the gold standard, and which other ones hold for which kinds of question.

    Such as `GA; adjudicated+strict for factoid, list`, of the kinds that the collection has. Where judges
    whose labels count are not people, it says so: `majority+strict; judges include answer key gold`.
    """
    present = sorted(set(catalog.kind_of_question.tolist()))
    standing = {KIND_NAMES[kind]: str(gold_for(KIND_NAMES[kind], chosen, catalog, facts)) for kind in present}
    first = str(chosen or default_gold(catalog, facts))
    others = dict.fromkeys(text for text in standing.values() if text != first)
    named = [f"{text} for {', '.join(k for k, t in standing.items() if t == text)}" for text in others]
    several = any(Gold.parse(text).whose not in _OF_ONE for text in standing.values())
    others_say = not_people(catalog, judges(catalog, facts)) if several else ""
    return "; ".join([first, *named, *([f"judges include {others_say}"] if others_say else [])])


def default_gold(catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard of a collection whose organizer chose none: that of its ranked questions.

    Without ranked questions it is `adjudicated+strict`, which the other kinds have in any case.
    """
    has_ranked = bool((catalog.kind_of_question == kind_code("ranked")).any())
    return gold_for("ranked" if has_ranked else "factoid", None, catalog, facts)


def gold_in_force(catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard that the organizer chose, else the default one.

    Raises Refused if what was chosen is no gold standard.
    """
    return Gold.parse(facts.gold) if facts.gold else default_gold(catalog, facts)
