"""Which gold standard is in force: what the organizer chose, else the usual one of each kind of question."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.frozen_gold import FrozenGold
from jurybox.collection.judges import excluded_names, judges, not_people, not_people_in_english, panel_of
from jurybox.collection.kept_labels import frozen_named, golds_of
from jurybox.errors import Refused
from jurybox.gold.gold import KNOWN, Gold, names_gold
from jurybox.kinds import KINDS, GoldRule, KindName, kind_word
from jurybox.label_schemes import QUALITY
from jurybox.language import tr
from jurybox.lists import clauses, comma_list

_OF_ONE = ("assessor", "BA")
"""Standards with a single voice, which is in their name."""
PANEL_OF_GA = 4
"""Sakai et al. 2010, Table 2 maps the votes of exactly four assessors."""


def gold_named(text: str, facts: Facts) -> Gold:
    """Return the gold standard that a text names: one that was frozen under this name, else as `Gold.parse`.

    Raises Refused with the known ones for anything else, and for a frozen one that cannot be used.
    """
    name = text.strip()
    if names_gold(name) or not facts.frozen:
        return Gold.parse(text)
    if name in facts.frozen:
        return _as_chosen(frozen_named(facts, name))
    known = tr("{known}, and frozen ones: {names}", known=KNOWN, names=comma_list(sorted(facts.frozen)))
    raise Refused(tr("{text!r} is not a gold standard; choose from {known}.", text=text, known=known))


def _as_chosen(frozen: FrozenGold) -> Gold:
    return replace(Gold.parse(frozen.gold), frozen=frozen.name)


def gold_for(kind: str | None, chosen: Gold | None, catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard of one kind of question, see `gold_by`; None: that of correct and not."""
    return gold_by("binary" if kind is None else KINDS[kind].gold, chosen, catalog, facts)


def gold_by(rule: GoldRule, chosen: Gold | None, catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard of levels, or of correct and not: the chosen one if it makes such.

    Else for levels GA with a stored panel of four who judge the same answers, GAW with another panel, and without
    a panel BA (GAW where no answer is anybody's best), and the median where labels are not A, B and C; for
    correct and not `adjudicated+strict`. Of a frozen one it is the one of then.
    """
    if chosen is not None and chosen.frozen and rule not in chosen.rules:
        usual = Gold.parse(golds_of(frozen_named(facts, chosen.frozen))[rule])
        return replace(usual, frozen=chosen.frozen, for_bounds=chosen.for_bounds and rule == "binary")
    if chosen is not None and rule in chosen.rules:
        return chosen
    if rule == "graded" and not has_quality(catalog, facts):
        return Gold("median")
    if rule == "binary":
        return Gold("adjudicated", for_bounds=chosen is not None and chosen.for_bounds)
    panel = panel_of(catalog, facts)
    if not panel and catalog.answer_best.any():
        return Gold("BA")
    return Gold("GA" if takes_ga(catalog, panel) else "GAW")


def takes_ga(catalog: Catalog, panel: Sequence[int]) -> bool:
    """Return whether a panel makes GA: exactly four assessors who judge the same answers to graded questions."""
    if len(panel) != PANEL_OF_GA:
        return False
    first, *others = (catalog.assigned_to(who)[catalog.is_graded[catalog.answer_question]] for who in panel)
    return all(np.array_equal(first, each) for each in others)


def has_quality(catalog: Catalog, facts: Facts) -> bool:
    """Return whether ranked answers are labeled A, B and C alone, as the papers' standards of levels want it.

    A fourth label would count as no label at all.
    """
    return facts.graded_scheme(catalog.kinds).words == QUALITY.words


def gold_text(chosen: Gold | None, catalog: Catalog, facts: Facts) -> str:
    """Return the gold standard, and the others in force for single kinds of question, for programs.

    Such as `GA; adjudicated+strict for factoid, list`, of the kinds that the collection has. If judges whose
    labels count are not people, that is included: `majority+strict; judges include answer key gold`; and so
    is an exclusion: `majority+strict; without w009, excluded`. It is English in every language, since files
    store it and it is compared.
    """
    first, others, several = _in_force(chosen, catalog, facts)
    voters = not_people_in_english(catalog, judges(catalog, facts)) if several else ""
    excluded = excluded_names(catalog) if several else []
    parts = [first, *(f"{text} for {', '.join(kinds)}" for text, kinds in others.items())]
    parts += [f"judges include {voters}"] if voters else []
    parts += [f"without {', '.join(excluded)}, excluded"] if excluded else []
    return "; ".join(parts)


def gold_in_words(chosen: Gold | None, catalog: Catalog, facts: Facts, called: Callable[[str], str] = str) -> str:
    """Return the content of `gold_text` for people, in the language in force.

    `called`: what a gold standard is called, its name by default.
    """
    first, others, several = _in_force(chosen, catalog, facts)
    voters = not_people(catalog, judges(catalog, facts)) if several else ""
    excluded = excluded_names(catalog) if several else []
    named = (
        tr("{gold} for {kinds}", gold=called(text), kinds=comma_list(map(kind_word, kinds)))
        for text, kinds in others.items()
    )
    return clauses(
        (
            called(first),
            *named,
            tr("judges include {names}", names=voters) if voters else "",
            tr("without {names}, excluded", names=comma_list(excluded)) if excluded else "",
        )
    )


def models_in_words(chosen: Gold | None, catalog: Catalog, facts: Facts) -> str:
    """Return in a sentence that labels of models make the gold standard, alone or beside others; "" where none do."""
    golds = [gold_by(kind.gold, chosen, catalog, facts) for kind in catalog.kinds]
    voices = {catalog.assessor_named[gold.assessor] for gold in golds if gold.whose == "assessor"}
    if any(gold.whose not in _OF_ONE for gold in golds):
        voices |= {*judges(catalog, facts)}
    models = [at for at in sorted(voices) if catalog.assessors[at].kind == "model"]
    names = not_people(catalog, models)
    if not models:
        return ""
    if len(models) == len(voices):
        return tr("By the labels of {names}, not of people.", names=names)
    return tr("Labels of {names} count here beside those of people.", names=names)


def _in_force(chosen: Gold | None, catalog: Catalog, facts: Facts) -> tuple[str, dict[str, list[KindName]], bool]:
    """Return the first standard, each other one with its kinds, and whether any asks several voices of now."""
    first = str(chosen or default_gold(catalog, facts))
    golds = {kind.name: gold_by(kind.gold, chosen, catalog, facts) for kind in catalog.kinds}
    others: dict[str, list[KindName]] = {}
    for kind, gold in golds.items():
        if str(gold) != first:
            others.setdefault(str(gold), []).append(kind)
    return first, others, any(gold.whose not in _OF_ONE and not gold.frozen for gold in golds.values())


def default_gold(catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard of a collection whose organizer chose none: that of its graded questions.

    Without graded questions it is `adjudicated+strict`, which the other kinds have in any case.
    """
    return gold_by("graded" if catalog.has_graded else "binary", None, catalog, facts)


def gold_in_force(catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard that the organizer chose, else the default one.

    Raises Refused if what was chosen is not a gold standard.
    """
    return gold_named(facts.gold, facts) if facts.gold else default_gold(catalog, facts)
