"""Tables of frozen gold standards: which there are, and how the one in force differs from the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jurybox.collection.collection import Collection
from jurybox.collection.frozen_gold import FrozenGold
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.gold import gold_in_force
from jurybox.gold.freezing import Keys, change_since, difference, gold_labels
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    import pandas as pd


_NONE = tr("No gold standard was frozen yet.")


def frozen_golds(collection: Collection) -> pd.DataFrame:
    """Return the gold standards that were frozen, the newest first, each against the current one.

    `unjudged`: answers without a label that could get one; `changed`: answers with another value, and
    questions whose nuggets, groups or NIL are others; `new`: answers that came since. `digest`: SHA-256 of
    the labels, in full.
    """
    catalog, facts = collection.catalog, collection.facts
    rows = []
    if facts.frozen and facts.answer_keys is not None:
        chosen = gold_in_force(catalog, facts)
        now = gold_labels(collection, chosen, facts.answer_keys)
        labeled = np.array([KINDS[question.kind].is_labeled for question in catalog.questions])
        matched = facts.answer_keys[~labeled[catalog.answer_question]]
        for one in sorted(facts.frozen.values(), key=lambda one: (-one.at, one.name)):
            found = difference(now, one, catalog)
            time = one.time.isoformat(sep=" ", timespec="seconds").removesuffix("+00:00")
            counts = len(one.labels.keys), _undecided(one, matched), len(found.answers) + len(found.questions)
            rows.append((one.name, time, one.gold, *counts, found.added, found.gone, one.digest))
    head = ("name", "frozen (UTC)", "gold standard", "answers", "unjudged", "changed", "new", "gone", "digest")
    change = change_since(collection, gold_in_force(catalog, facts))
    notes = (
        _NONE if change is None else change.text,
        tr("Changed, new and gone: in the current gold standard.") if rows else "",
    )
    return make_frame("frozen", tr("Frozen gold standards"), head, rows, (0, 1, 2, 8), notes)


def _undecided(one: FrozenGold, matched: Keys) -> int:
    """Return how many answers a frozen gold standard does not decide; those `matched` with nuggets get no label."""
    if "unjudged" not in one.labels.values:
        return 0
    unjudged = one.labels.codes == one.labels.values.index("unjudged")
    return int(np.count_nonzero(unjudged & np.isin(one.labels.keys, matched, invert=True)))


def gold_differences(state: State) -> pd.DataFrame:
    """Return the answers, and questions of boards, in which the gold standard differs from a frozen one.

    That is the one it equals, if any, else the newest. Of nuggets, groups and NIL only that they differ is
    known.
    """
    catalog, facts = state.catalog, state.facts
    change = change_since(state.collection, gold_in_force(catalog, facts))
    rows: list[tuple[str, str, str, str]] = []
    if change is not None:
        names = answer_names(state.reader)
        rows = [
            (catalog.questions[catalog.answer_question[at]].name, names[at], then, now)
            for at, then, now in change.answers
        ]
        rows += [(name, tr("(nuggets, groups or NIL)"), "", "changed") for name in change.questions]
    head = ("question", "answer", "frozen", "now")
    note = _NONE if change is None else change.text
    return make_frame(
        "gold-differences", tr("Changes since the gold standard was frozen"), head, rows, range(4), (note,)
    )
