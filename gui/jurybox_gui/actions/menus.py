"""Menus made from the actions: a letter that opens each with Alt, and groups apart where there are many."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QMenu, QMenuBar

    from jurybox_gui.actions.registry import ActionRegistry
    from jurybox_gui.actions.spec import ActionSpec

MOST_IN_ONE = 20
"""Actions one menu shows; where there are more, each group is a menu of its own inside."""


def fill_menus(registry: ActionRegistry, bar: QMenuBar, order: Sequence[str]) -> dict[str, QMenu]:
    """Fill `bar` with the menus named by the actions, first those in `order`; return them by name."""
    named = [spec for spec in registry.specs() if spec.menu]
    menus: dict[str, QMenu] = {}
    taken: set[str] = set()
    for name in dict.fromkeys([*order, *(spec.menu for spec in named)]):
        specs = [spec for spec in named if spec.menu == name]
        if specs:
            menus[name] = menu = bar.addMenu(with_letter(name, taken))
            menu.setObjectName(f"menu.{name}")
            _fill(registry, menu, specs)
    return menus


def with_letter(name: str, taken: set[str]) -> str:
    """Return `name` with & before its first letter that is not `taken` yet, and take that one."""
    for at, letter in enumerate(name.lower()):
        if letter.isalpha() and letter not in taken:
            taken.add(letter)
            return f"{name[:at]}&{name[at:]}"
    return name


def _fill(registry: ActionRegistry, menu: QMenu, specs: Sequence[ActionSpec]) -> None:
    ids = [spec.id for spec in specs]
    menu.aboutToShow.connect(lambda: registry.show_possible(ids))
    menu.aboutToHide.connect(lambda: registry.refresh(ids))
    apart, taken = len(specs) > MOST_IN_ONE, set[str]()
    for n, (group, found) in enumerate(itertools.groupby(specs, lambda spec: spec.group)):
        if apart:
            _add(registry, menu.addMenu(with_letter(group, taken)), found)
        else:
            if n:
                menu.addSeparator()
            _add(registry, menu, found)


def _add(registry: ActionRegistry, menu: QMenu, specs: Iterable[ActionSpec]) -> None:
    for spec in specs:
        menu.addAction(registry.action(spec.id))
