"""The gold standards to choose from, and the ways to count unjudged answers, in words."""

from __future__ import annotations

from collections.abc import Sequence

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.judges import people
from jurybox.gold import Gold
from jurybox.gold.choosing import has_quality, takes_ga
from jurybox.gold.gold import names_gold
from jurybox.language import tr
from jurybox.lists import bracketed, comma_list, labeled
from jurybox.results.columns import UNDER
from jurybox_gui.widgets.combo import Choices

_WHOSE = {
    "adjudicated": tr("Adjudicated"),
    "majority": tr("Majority"),
    "dawid-skene": "Dawid-Skene",
    "GA": tr("Panel of four, levels 0 to 3"),
    "GAW": tr("Panel, votes added up"),
    "UFA": tr("Anybody's favorites"),
    "UFBA": tr("Favorites and the asker's best"),
    "BA": tr("The asker's best answer"),
    "median": tr("Median of the panel"),
    "mean": tr("Mean of the panel's grades"),
}
_MAPPING = {"strict": tr("correct only"), "lenient": tr("correct or inexact")}
_OWN_MAPPING = {"strict": tr("strict"), "lenient": tr("lenient")}
"""Used if the collection defines which of its labels are relevant, and for which of the two."""
UNJUDGED_CHOICES: Choices = [
    (tr("waits"), "wait"),
    (tr("counts as not relevant"), "nonrelevant"),
    (tr("is removed from lists"), "condensed"),
]
"""What unjudged answers of ranked lists count as."""
_LABELED = ("assessor", "adjudicated", "majority", "dawid-skene")
_CROWD = 3
"""From this number of judges on, errors can be estimated for each judge from the labels."""
_OF_PANEL, _OF_BEST_ANSWERS = ("GAW", "UFA"), ("UFBA", "BA")
_OF_PAPERS_BY_NAME = ("GA", *_OF_PANEL, *_OF_BEST_ANSWERS)
"""Known in the field, in notes of tables and on the command line by their names, which are shown, too."""

_OF_PAPERS = Facts()
"""Used for a collection without label schemes of its own."""


def gold_choices(catalog: Catalog, current: str, panel: Sequence[int] = (), facts: Facts = _OF_PAPERS) -> Choices:
    """Return the words and names of a collection's gold standards; `current`, if not "", is among them.

    `panel`: the people of the stored panel, by position. Gold standards of levels are offered if a question
    is graded, those of the papers if its labels are A, B and C, the median if the collection has labels of
    its own and the mean if these are an interval scale, GA only for a panel of four who judge everything, those
    of the asker's best answers if there are any; lenient ones if a label in force counts as correct only under
    them; those that were frozen by their names.
    """
    members = list(panel) or people(catalog)
    names: list[str] = []
    letters = catalog.has_graded and has_quality(catalog, facts)
    best = catalog.has_graded and bool(catalog.answer_best.any())
    own = [facts.schemes[kind.name] for kind in catalog.kinds if kind.is_graded and kind.name in facts.schemes]
    if own:
        names += ["median", "mean"] if all(scheme.intervals for scheme in own) else ["median"]
    if letters:
        names += ["GA"] if takes_ga(catalog, panel) else []
        names += [*_OF_PANEL, *(_OF_BEST_ANSWERS if best else ())]
    elif best:
        names.append("BA")
    kinds = [facts.kind(kind.name) for kind in catalog.kinds]
    mappings = tuple(_MAPPING) if any(kind.may_be_inexact for kind in kinds) else ("strict",)
    wholes = ("adjudicated", "majority", *(["dawid-skene"] if len(members) >= _CROWD else []))
    names += [f"{whose}+{mapping}" for whose in wholes for mapping in mappings]
    names += [f"assessor:{assessor.name}+strict" for assessor in catalog.assessors if not assessor.removed]
    if letters and len(members) > 1:
        names += [f"LOO:{catalog.assessors[at].name}" for at in members]
    names += [one.name for one in facts.frozen.values() if one.kept and not names_gold(one.name)]
    if current and current not in names:
        names.insert(0, current)
    return [(words_here(catalog, facts, name), name) for name in names]


def _is_mapped(catalog: Catalog) -> bool:
    """Return whether some question's labels are mapped to correct or not, so that the mapping matters."""
    return not catalog.is_graded.all()


def words_here(catalog: Catalog, facts: Facts, name: str) -> str:
    """Return a gold standard in words that fit a collection."""
    own = any(not kind.is_graded and kind.name in facts.schemes for kind in catalog.kinds)
    return gold_words(name, mapped=_is_mapped(catalog), own=own, facts=facts)


def gold_words(name: str, *, mapped: bool = True, own: bool = False, facts: Facts = _OF_PAPERS) -> str:
    """Return a gold standard in words, such as `Majority, correct only`.

    `mapped`: include which labels count as correct, for gold standards made from labels of correctness;
    `own`: such labels are the collection's own, and it defines strict and lenient itself; `facts`: with the names
    of frozen ones.
    """
    if name in facts.frozen and not names_gold(name):
        return tr("“{name}”, as frozen", name=name)
    gold = Gold.parse(name)
    words = _WHOSE.get(gold.whose, gold.assessor)
    if gold.whose == "LOO":
        words = tr("Panel without {assessor}", assessor=gold.assessor)
    if gold.whose in _OF_PAPERS_BY_NAME:
        words = labeled(gold.whose, words)
    if mapped and gold.whose in _LABELED:
        words = comma_list((words, (_OWN_MAPPING if own else _MAPPING)[gold.mapping]))
    options = str(gold).partition("(")[2]
    return bracketed(words, options.removesuffix(")")) if options and gold.whose not in _LABELED else words


def comparison_words(catalog: Catalog, facts: Facts, name: str) -> str:
    """Return the column to compare with in words: a gold standard, or a measure such as `Hit@1 under BA`."""
    return name if UNDER in name else words_here(catalog, facts, name)
