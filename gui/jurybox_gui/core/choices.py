"""The choices of the tool row: gold standards, questions, iso lines and orientation, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.collection.judges import people
from jurybox.gold import Gold
from jurybox.gold.choosing import PANEL_OF_GA
from jurybox.kinds import DISPLAY_ORDER, kind_code
from jurybox.measures import MEASURES, USUAL, default_measures, measure, series_measures
from jurybox.results.columns import UNDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.collection.catalog import Catalog
    from jurybox.measures import Kind, Measure
    from jurybox.scoring import Scoreboard
    from jurybox_gui.core.live_collection import Bridge

Choices = list[tuple[str, object]]

ALL, GOOD = "all", "good"
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
_MAPPING = {"strict": "correct only", "lenient": "or inexact"}
_LABELED = ("assessor", "adjudicated", "majority")
_OF_RANKED = ("GAW", "UFA", "UFBA", "BA")


def gold_choices(catalog: Catalog, current: str, panel: Sequence[int] = ()) -> Choices:
    """Return the gold standards to choose from, by their words and names; `current` is always there.

    `panel`: the people of the stored panel, by position. Those that speak of A, B and C alone are there if
    a question is ranked, GA only for a panel of four.
    """
    members = list(panel) or people(catalog)
    kinds = {question.kind for question in catalog.questions}
    names: list[str] = []
    if "ranked" in kinds:
        names += ["GA"] if len(panel) == PANEL_OF_GA else []
        names += [name for name in _OF_RANKED if "B" not in name or catalog.answer_best.any()]
    mappings = tuple(_MAPPING) if kinds - {"ranked", "validation"} else ("strict",)
    names += [f"{whose}+{mapping}" for whose in ("adjudicated", "majority") for mapping in mappings]
    names += [f"assessor:{assessor.name}+strict" for assessor in catalog.assessors if not assessor.removed]
    if "ranked" in kinds and len(members) > 1:
        names += [f"LOO:{catalog.assessors[at].name}" for at in members]
    if current not in names:
        names.insert(0, current)
    binary = bool(kinds - {"ranked"})
    return [(gold_words(name, mapped=binary), name) for name in names]


def gold_words(name: str, *, mapped: bool = True) -> str:
    """Return a gold standard in words, such as `Majority, correct only`.

    `mapped`: say which labels count as correct, where labels are about correctness at all.
    """
    gold = Gold.parse(name)
    words = _WHOSE.get(gold.whose, gold.assessor)
    if gold.whose == "LOO":
        words = f"{words} {gold.assessor}"
    if mapped and gold.whose in _LABELED:
        words = f"{words}, {_MAPPING[gold.mapping]}"
    options = str(gold).partition("(")[2]
    return f"{words} ({options}" if options and gold.whose not in _LABELED else words


def beside_words(catalog: Catalog, name: str) -> str:
    """Return what stands beside, a gold standard or `Hit@1 under BA`, as the chooser calls it."""
    mapped = bool((catalog.kind_of_question != kind_code("ranked")).any())
    return name if UNDER in name else gold_words(name, mapped=mapped)


def question_choices(catalog: Catalog, good: frozenset[int] = frozenset()) -> Choices:
    """Return all questions, each category and each series, with how many questions they have.

    `good`: those rated A by the whole panel, offered where there are some.
    """
    choices: Choices = [(f"All, {len(catalog.questions):,}", ALL)]
    if good:
        choices.append((f"Good questions, {len(good):,}", GOOD))
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


def chosen_questions(bridge: Bridge, choice: str) -> frozenset[int] | None:
    """Return the same for the window's collection, whose panel says which questions are good."""
    return bridge.good_questions() if choice == GOOD else questions_of(bridge.session.catalog, choice)


def choice_of(
    catalog: Catalog, questions: frozenset[int] | None, good: frozenset[int] = frozenset()
) -> object:
    """Return the choice that stands for these questions, None if no choice does."""
    if questions is None:
        return ALL
    if good and questions == good:
        return GOOD
    values = (str(value) for _, value in question_choices(catalog)[1:])
    return next((value for value in values if questions_of(catalog, value) == questions), None)


def kinds_of(catalog: Catalog) -> tuple[Kind, ...]:
    """Return the kinds of question that a collection has."""
    present = {question.kind for question in catalog.questions}
    return tuple(kind for kind in DISPLAY_ORDER if kind in present)


def usual_measures(catalog: Catalog) -> tuple[Measure, ...]:
    """Return the measures that a table shows first, the one that ranks before the others."""
    kinds = kinds_of(catalog) or ("validation",)
    if {"factoid", "other"} <= set(kinds) and catalog.series:
        return tuple(series_measures(kinds))
    most = 7 if len(kinds) == 1 else 3
    return default_measures(kinds, most=most)


def measure_choices(catalog: Catalog, current: Measure) -> Choices:
    """Return every measure of the kinds of question there are, and the one in force.

    Measures of which one must be chosen come last, with all choices, such as the rejected estimators.
    """
    kinds = set(kinds_of(catalog)) or {"validation"}
    known = [one for one in MEASURES if kinds & set(one.kinds)]
    named = [(one.name, one.name) for one in known if not _variants(one)]
    named += [variant for one in known for variant in _variants(one)]
    named += [] if current.name in {name for _, name in named} else [(current.name, current.name)]
    return list(named)


def _variants(one: Measure) -> list[tuple[str, str]]:
    """Return the words and names of the variants of a measure whose name always says which choice it is."""
    return [
        (f"{one.base}: {which}", measure(f"{one.base}({which})").name)
        for parameter in one.parameters
        if parameter.shown and parameter.bare
        for which in parameter.choices
    ]


def main_measure(board: Scoreboard, kind: Kind | None = None) -> Measure:
    """Return the measure that ranks runs on a kind of question; without one on the first kind there is."""
    here = [each for each in DISPLAY_ORDER if board.kind_of(measure(USUAL[each][0])) == each]
    chosen = kind if kind in here else (here or DISPLAY_ORDER)[0]
    return measure(USUAL[chosen][0])
