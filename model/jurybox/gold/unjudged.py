"""What unjudged answers of ranked lists count as: the rule in force, and its words."""

import numpy as np

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Unjudged
from jurybox.collection.kept_labels import frozen_named, unjudged_of
from jurybox.gold.gold import Gold
from jurybox.gold.panel import has_labeled
from jurybox.language import tr

UNJUDGED_MEANS: dict[Unjudged, str] = {
    "wait": tr("questions with unjudged answers wait"),
    "nonrelevant": tr("unjudged answers count as not relevant, as in trec_eval"),
    "condensed": tr("unjudged answers are removed from the lists"),
}
"""What unjudged answers of ranked lists count as, in words, beside every number made of them."""


def unjudged_in_force(collection: Collection) -> Unjudged:
    """Return what unjudged answers of ranked lists count as: the collection's choice, or the default.

    By default they count as not relevant, as trec_eval has it, if judgments of pooled answers were imported
    first and nobody is to judge the rest: nobody is assigned or on a stored panel. Otherwise their questions
    are pending. A label alone never changes the rule; what does is announced with `said_of_rule`.
    """
    catalog, ledger, facts = collection
    if facts.unjudged:
        return facts.unjudged
    graded = np.flatnonzero(catalog.is_graded[catalog.answer_question])
    if not len(graded) or len(catalog.assigned[0]) or facts.panel or not ledger.begins_with_import:
        return "wait"
    judged = has_labeled(ledger.labels[:, graded]).any(axis=0)
    return "nonrelevant" if judged.any() and not judged.all() else "wait"


def unjudged_under(gold: Gold, collection: Collection) -> Unjudged:
    """Return the same under a gold standard: under a frozen one it is the rule of then."""
    if gold.frozen:
        return unjudged_of(frozen_named(collection.facts, gold.frozen))
    return unjudged_in_force(collection)


def said_of_rule(before: Unjudged, now: Unjudged) -> str:
    """Return the sentence for whoever made another rule for unjudged answers come into force."""
    return tr(
        "All scores follow another rule now: {now}. Before, {before}.",
        now=UNJUDGED_MEANS[now],
        before=UNJUDGED_MEANS[before],
    )
