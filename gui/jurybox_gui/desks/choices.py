"""The choices of the tool row: gold standards, questions, iso lines and orientation, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.gold import Gold

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog

Choices = list[tuple[str, object]]

ALL = "all"
NO_LINES = "none"
ISO_LINES: Choices = [
    ("F(1)", "F(1)"),
    ("F(2)", "F(2)"),
    ("F(0.5)", "F(0.5)"),
    ("accuracy", "accuracy"),
    ("AUC of the point", "AUC-point"),
    ("none", NO_LINES),
]
ORIENTATIONS: Choices = [("true positives upward", "usual"), ("recall across, as printed", "paper")]
_WHOSE = {"adjudicated": "Adjudicated", "majority": "Majority"}
_MAPPING = {"strict": "correct only", "lenient": "or inexact"}


def gold_choices(catalog: Catalog, current: str) -> Choices:
    """Return the gold standards to choose from, by their words and names; `current` is always there."""
    names = [f"{whose}+{mapping}" for whose in _WHOSE for mapping in _MAPPING]
    names += [f"assessor:{assessor.name}+strict" for assessor in catalog.assessors]
    if current not in names:
        names.insert(0, current)
    return [(gold_words(name), name) for name in names]


def gold_words(name: str) -> str:
    """Return a gold standard in words, such as `Majority, correct only`."""
    gold = Gold.parse(name)
    return f"{_WHOSE.get(gold.whose, gold.assessor)}, {_MAPPING[gold.mapping]}"


def question_choices(catalog: Catalog) -> Choices:
    """Return all questions, each category and each series, with how many questions they have."""
    choices: Choices = [(f"All, {len(catalog.questions):,}", ALL)]
    for category in catalog.categories:
        count = sum(q.category == category for q in catalog.questions)
        choices.append((f"{category}, {count:,}", f"category:{category}"))
    for at, series in enumerate(catalog.series):
        count = sum(q.series == at for q in catalog.questions)
        title = f"{series.name} {series.target}" if series.target else series.name
        choices.append((f"{title}, {count:,}", f"series:{at}"))
    return choices


def questions_of(catalog: Catalog, choice: str) -> frozenset[int] | None:
    """Return the questions that a choice of `question_choices` stands for, None for all."""
    kind, _, value = choice.partition(":")
    if kind == "category":
        return frozenset(at for at, q in enumerate(catalog.questions) if q.category == value)
    if kind == "series":
        return frozenset(at for at, q in enumerate(catalog.questions) if q.series == int(value))
    return None


def choice_of(catalog: Catalog, questions: frozenset[int] | None) -> object:
    """Return the choice that stands for these questions, None if no choice does."""
    if questions is None:
        return ALL
    values = (str(value) for _, value in question_choices(catalog)[1:])
    return next((value for value in values if questions_of(catalog, value) == questions), None)
