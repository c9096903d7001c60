"""Asking for a measure or a gold standard by name, with parameters that no list of choices can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.measures import MEASURES, measure
from jurybox.results.columns import UNDER
from jurybox_gui.core.choices import kinds_of
from jurybox_gui.dialogs.ask import Ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from jurybox.collection.catalog import Catalog
    from jurybox.measures import Measure

_PANEL = ("GAW(weights=3:1:0)", "GA(gains=1:1:1:2:2:2:3:3)", "GAW(missing=rescale)", "GA(missing=rescale)")


def ask_measure(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a measure with parameters; those listed show how they are written."""
    hint = "such as nDCG(cutoff=10) or F(2)"
    return Ask.open_for(window, "Which measure, with which parameters?", hint, examples(catalog), then)


def ask_gold(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a gold standard with weights, gains or another way to treat what is missing."""
    names = list(_PANEL) if any(question.kind == "ranked" for question in catalog.questions) else []
    names += [f"{whose}+lenient" for whose in ("adjudicated", "majority")]
    hint = "such as GAW(weights=3:1:0) or majority+lenient"
    return Ask.open_for(window, "Which gold standard, with which weights?", hint, names, then)


def ask_beside(window: QWidget, catalog: Catalog, then: Callable[[str], object]) -> Ask:
    """Ask for a measure under another gold standard, to stand beside the one in force."""
    kinds = set(kinds_of(catalog))
    golds = ("BA", "GAW", "UFBA") if "ranked" in kinds else ("majority+strict", "majority+lenient")
    names = [f"{one}{UNDER}{gold}" for gold in golds for one in MEASURES if kinds & set(one.kinds)]
    hint = f"such as {names[0]}" if names else ""
    return Ask.open_for(window, "Which measure, under which gold standard?", hint, names, then)


def examples(catalog: Catalog) -> list[str]:
    """Return measures of the kinds of question there are, each parameter with another value than usual."""
    kinds = set(kinds_of(catalog))
    found: dict[str, None] = {}
    for one in MEASURES:
        if kinds & set(one.kinds):
            found |= dict.fromkeys(_variants(one))
    return list(found)


def _variants(one: Measure) -> list[str]:
    found = []
    for parameter in one.parameters:
        values = [choice for choice in parameter.choices if choice != parameter.default] or (
            ["10"] if parameter.type is int else ["2"]
        )
        found += [f"{one.base}({'' if parameter.bare else f'{parameter.name}='}{value})" for value in values]
    return [str(measure(name)) for name in found]
