"""The gold standards to choose from, and what unjudged answers can count, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.collection.judges import people
from jurybox.gold import Gold
from jurybox.gold.choosing import PANEL_OF_GA
from jurybox.results.columns import UNDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.collection.catalog import Catalog
    from jurybox_gui.widgets.combo import Choices

_WHOSE = {
    "adjudicated": "Adjudicated",
    "majority": "Majority",
    "GA": "Panel of four, levels 0 to 3",
    "GAW": "Panel, votes added up",
    "LOO": "Panel without",
    "UFA": "Anybody's favorites",
    "UFBA": "Favorites and the asker's best",
    "BA": "The asker's best answer",
}
_MAPPING = {"strict": "correct only", "lenient": "correct or inexact"}
UNJUDGED_CHOICES: Choices = [
    ("waits", "wait"),
    ("counts as not relevant", "nonrelevant"),
    ("is taken out of lists", "condensed"),
]
"""What becomes of unjudged answers of ranked lists."""
_LABELED = ("assessor", "adjudicated", "majority")
_OF_PANEL, _OF_BEST_ANSWERS = ("GAW", "UFA"), ("UFBA", "BA")


def gold_choices(catalog: Catalog, current: str, panel: Sequence[int] = ()) -> Choices:
    """Return the words and names of the gold standards of a collection; `current`, if not "", is among them.

    `panel`: the people of the stored panel, by position. Gold standards of levels are offered if a
    question is graded, GA only for a panel of four, those of the asker's best answers if there are any.
    """
    members = list(panel) or people(catalog)
    names: list[str] = []
    if catalog.has_graded:
        names += ["GA"] if len(panel) == PANEL_OF_GA else []
        names += [*_OF_PANEL, *(_OF_BEST_ANSWERS if catalog.answer_best.any() else ())]
    mappings = tuple(_MAPPING) if any(kind.may_be_inexact for kind in catalog.kinds) else ("strict",)
    names += [f"{whose}+{mapping}" for whose in ("adjudicated", "majority") for mapping in mappings]
    names += [f"assessor:{assessor.name}+strict" for assessor in catalog.assessors if not assessor.removed]
    if catalog.has_graded and len(members) > 1:
        names += [f"LOO:{catalog.assessors[at].name}" for at in members]
    if current and current not in names:
        names.insert(0, current)
    return [(gold_words(name, mapped=_is_mapped(catalog)), name) for name in names]


def _is_mapped(catalog: Catalog) -> bool:
    """Return whether labels are made correct or not for some question, so that the mapping matters."""
    return not catalog.is_graded.all()


def gold_words(name: str, *, mapped: bool = True) -> str:
    """Return a gold standard in words, such as `Majority, correct only`.

    `mapped`: say which labels count as correct, for gold standards made from labels of correctness.
    """
    gold = Gold.parse(name)
    words = _WHOSE.get(gold.whose, gold.assessor)
    if gold.whose == "LOO":
        words = f"{words} {gold.assessor}"
    if mapped and gold.whose in _LABELED:
        words = f"{words}, {_MAPPING[gold.mapping]}"
    options = str(gold).partition("(")[2]
    return f"{words} ({options}" if options and gold.whose not in _LABELED else words


def comparison_words(catalog: Catalog, name: str) -> str:
    """Return a column to compare with in words: a gold standard, or a measure such as `Hit@1 under BA`."""
    return name if UNDER in name else gold_words(name, mapped=_is_mapped(catalog))
