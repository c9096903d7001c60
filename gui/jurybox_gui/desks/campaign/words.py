"""The sentences of the Campaign page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.kinds import KINDS
from jurybox.label_schemes import IMPORTANCE, SUPPORT
from jurybox.wording import count_of

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox.collection.facts import Facts

MODES = (
    ("Judging: runs and scores hidden", "judging"),
    ("Open: everybody sees everything", "open"),
)
_NUGGET_LABELS = (*IMPORTANCE.words, *SUPPORT.words)


def labels_of(catalog: Catalog) -> tuple[str, ...]:
    """Return what can be said of answers in a collection, each label once, as their schemes order them."""
    kinds = [KINDS[name] for name in dict.fromkeys(question.kind for question in catalog.questions)]
    labels = [label for kind in kinds for label in kind.labels]
    labels += () if all(kind.is_labeled for kind in kinds) else _NUGGET_LABELS
    return tuple(dict.fromkeys([*labels, *(("cannot-tell",) if kinds else ())]))


def setup_of(catalog: Catalog, facts: Facts) -> list[tuple[str, str]]:
    """Return how the campaign is set up, as (name, value)."""
    submitted = sum(run.origin == "submitted" for run in catalog.runs)
    baselines = len(catalog.runs) - submitted
    runs = f"{submitted:,} submitted" + (f", {count_of(baselines, 'baseline')}" if baselines else "")
    return [
        ("Questions", f"{len(catalog.questions):,} with {count_of(catalog.answer_count, 'answer')}"),
        ("Assignments", "by question" if len(catalog.assigned[0]) else "none: everybody judges all"),
        ("Calibration set", _count(len(facts.calibration), "question", "none")),
        ("Repeated answers", f"{facts.repeats:.0%} of the answers" if facts.repeats else "none"),
        ("Guidelines", f"for {count_of(len(facts.guidelines), 'label')}" if facts.guidelines else "none yet"),
        ("Panel", _count(len(facts.panel), "assessor", "none: every person counts")),
        ("Runs", runs if catalog.runs else "none yet"),
    ]


def _count(number: int, what: str, none: str) -> str:
    if not number:
        return none
    return count_of(number, what)
