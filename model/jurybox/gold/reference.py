"""A gold standard as exports take it: one level for every answer of a collection."""

from contextlib import closing
from pathlib import Path

import numpy as np

from jurybox.collection.collection import Collection
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.format import Reference
from jurybox.gold.choosing import gold_named, gold_text
from jurybox.gold.gold import Gold
from jurybox.gold.graded import Graded
from jurybox.gold.truth import truth_of
from jurybox.language import tr


def reference_of(collection: Collection, gold: Gold) -> Reference:
    """Return the level of each answer under a gold standard, or the usual one where it does not speak.

    Graded answers have levels from L0; answers of other questions 1 for correct and 0 for not. -1 is not
    decided yet, -2 left out. Raises Refused where the standard cannot be made from this panel.
    """
    catalog, facts = collection.catalog, collection.facts
    levels = np.full(catalog.answer_count, -1, dtype=np.int16)
    if not catalog.is_graded.all():
        levels[:] = truth_of(collection, gold).truth
    if catalog.has_graded:
        where = catalog.is_graded[catalog.answer_question]
        graded = Graded(collection, gold)
        if graded.gold.whose == "mean":
            raise Refused(
                tr(
                    "A mean can fall between labels, so files of labels or grades cannot "
                    "store it. Export the median, or the labels of the assessors."
                )
            )
        levels[where] = graded.of_all().level[where]
    return Reference(gold_text(gold, catalog, facts), tuple(levels.tolist()))


def reference_in(path: Path, gold: str) -> Reference:
    """Return the same for a collection file and a gold standard by name. Refused for an unknown one."""
    with closing(State(path)) as state:
        chosen = gold_named(gold, state.facts)
        return reference_of(state.collection, chosen)
