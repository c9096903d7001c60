"""The questions to choose: all, those rated good, and those of a category or a series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.language import grouped, tr
from jurybox.lists import comma_list
from jurybox_gui.widgets.combo import Choices

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox_gui.core.bridge import Bridge

ALL, GOOD = "all", "good"


def question_choices(catalog: Catalog, good: frozenset[int] = frozenset()) -> Choices:
    """Return all questions, each category, language and series, with how many questions they have.

    `good`: those rated A by the whole panel, offered if there are any.
    """
    choices: Choices = [(tr("All, {count:,}", count=len(catalog.questions)), ALL)]
    if good:
        choices.append((tr("Good questions, {count:,}", count=len(good)), GOOD))
    for category in catalog.categories:
        count = sum(q.category == category for q in catalog.questions)
        choices.append((comma_list((category, grouped(count))), f"category:{category}"))
    languages = dict.fromkeys(q.lang for q in catalog.questions if q.lang)
    for language in languages if len(languages) > 1 else ():
        count = sum(q.lang == language for q in catalog.questions)
        choices.append((tr("Language {language}, {count:,}", language=language, count=count), f"language:{language}"))
    for at, series in enumerate(catalog.series):
        count = sum(q.series == at for q in catalog.questions)
        title = f"{series.name} {series.target}" if series.target else series.name
        choices.append((comma_list((title, grouped(count))), f"series:{at}"))
    return choices


def questions_of(catalog: Catalog, choice: str, good: frozenset[int] = frozenset()) -> frozenset[int] | None:
    """Return the questions of a choice, None for all. ValueError for an unknown choice.

    `good`: those rated A by the whole panel, which the catalog does not know.
    """
    kind, _, value = choice.partition(":")
    match kind:
        case "all":
            return None
        case "good":
            return good
        case "category":
            return frozenset(at for at, q in enumerate(catalog.questions) if q.category == value)
        case "language":
            return frozenset(at for at, q in enumerate(catalog.questions) if q.lang == value)
        case "series":
            return frozenset(at for at, q in enumerate(catalog.questions) if q.series == int(value))
        case _:
            raise ValueError(f"no questions can be chosen by {choice!r}")


def chosen_questions(bridge: Bridge, choice: str) -> frozenset[int] | None:
    """Return the questions of a choice in the window's collection, None for all."""
    good = bridge.good_questions() if choice == GOOD else frozenset()
    return questions_of(bridge.session.catalog, choice, good)


def choice_of(catalog: Catalog, questions: frozenset[int] | None, good: frozenset[int] = frozenset()) -> object:
    """Return the choice that stands for these questions, None if there is none."""
    if questions is None:
        return ALL
    if good and questions == good:
        return GOOD
    values = (str(value) for _, value in question_choices(catalog)[1:])
    return next((value for value in values if questions_of(catalog, value) == questions), None)
