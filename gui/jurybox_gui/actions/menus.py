"""Menus made from the actions: access letters for menus and entries, and submenus for large groups.

Entries of the desks have no letters: a key pressed in their menus by habit would enter something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from jurybox.language import tr
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar, QWidget


MOST_IN_ONE = 20
"""The most actions in one menu; with more, each group becomes a submenu."""
NESTED = frozenset(("Copies", "Zoom"))
"""Groups that are always submenus, so that their menu fits a low screen."""


def fill_menus(registry: ActionRegistry, bar: QMenuBar, order: Sequence[str] = ()) -> dict[str, QMenu]:
    """Fill `bar` with the menus named by the actions, first those in `order`; return them by name."""
    named = [spec for spec in registry.specs() if spec.menu]
    menus: dict[str, QMenu] = {}
    taken: set[str] = set()
    for name in dict.fromkeys([*order, *(spec.menu for spec in named)]):
        specs = [spec for spec in named if spec.menu == name]
        if specs:
            menus[name] = menu = bar.addMenu(with_letter(name, taken))
            menu.setObjectName(f"menu.{name}")
            _give_letters(registry, specs)
            fill_menu(registry, menu, specs)
    return menus


def menu_of_desk(registry: ActionRegistry, parent: QWidget) -> QMenu:
    """Return a menu of everything that can be done now at the desk in front, with lines between groups."""
    return menu_of(registry, parent, [spec.id for spec in registry.specs() if spec.desk == registry.desk])


def menu_of(registry: ActionRegistry, parent: QWidget, ids: Iterable[str]) -> QMenu:
    """Return a menu of those of some actions that can be done now; it is deleted once it is closed."""
    menu = QMenu(parent)
    fill_menu(registry, menu, [registry.spec(one) for one in ids if registry.possible(one) and registry.name(one)])
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _give_letters(registry: ActionRegistry, specs: Sequence[AnyAction]) -> None:
    """Give the entries of a menu letters of their own, submenus first."""
    taken: set[str] = set()
    for group in NESTED & {spec.group for spec in specs}:
        with_letter(group, taken)
    for spec in specs:
        if spec.desk == EVERYWHERE and spec.group not in NESTED:
            registry.set_menu_text(spec.id, entry_with_letter(spec.text, spec.id.rpartition(".")[2], taken))


def entry_with_letter(text: str, name: str, taken: set[str]) -> str:
    """Return the text of an entry with & before a letter not in `taken`, and add the letter to it.

    The first letters of words are tried before the others. A text without Latin letters gets a letter of its
    English `name` after it in brackets.
    """
    shown = text.replace("&", "&&")
    letters = [(at > 0 and shown[at - 1] != " ", at) for at in range(len(shown))]
    for _, at in sorted(letters):
        letter = shown[at].lower()
        if _can_be_key(letter, taken):
            taken.add(letter)
            return f"{shown[:at]}&{shown[at:]}"
    for letter in name if not any(map(_is_latin, shown)) else "":
        if _can_be_key(letter, taken):
            taken.add(letter)
            bare = shown.removesuffix("…")
            return f"{bare}(&{letter.upper()}){shown[len(bare) :]}"
    return shown


def with_letter(name: str, taken: set[str]) -> str:
    """Return the name of a menu in the language in force, with & before the letter that opens it.

    That is the first letter not in `taken`, to which it is added. A name without Latin letters gets a letter
    of its English name after it in brackets, as is usual in such menus.
    """
    shown = tr(name)
    for at, letter in enumerate(shown.lower()):
        if _can_be_key(letter, taken):
            taken.add(letter)
            return f"{shown[:at]}&{shown[at:]}"
    for letter in name.lower() if not any(map(_is_latin, shown)) else "":
        if _can_be_key(letter, taken):
            taken.add(letter)
            return f"{shown}(&{letter.upper()})"
    return shown


def _can_be_key(letter: str, taken: set[str]) -> bool:
    return _is_latin(letter) and letter not in taken


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()


def fill_menu(registry: ActionRegistry, menu: QMenu, specs: Sequence[AnyAction]) -> None:
    """Fill a menu with the actions of `specs` that belong to the desk in front, each time it opens.

    If none does, as on Scores for the menu of the judging desks, it shows those of the first desk, grayed.
    """
    _fill(registry, menu, specs)
    menu.aboutToShow.connect(lambda: _show(registry, menu, specs))
    menu.aboutToHide.connect(lambda: registry.refresh([spec.id for spec in specs]))


def _show(registry: ActionRegistry, menu: QMenu, specs: Sequence[AnyAction]) -> None:
    if menu.property("desk") != registry.desk:
        for inside in menu.findChildren(QMenu):
            inside.deleteLater()
        menu.clear()
        _fill(registry, menu, specs)
    registry.show_possible([spec.id for spec in specs])


def _fill(registry: ActionRegistry, menu: QMenu, specs: Sequence[AnyAction]) -> None:
    menu.setProperty("desk", registry.desk)
    here = {EVERYWHERE, registry.desk}
    if specs and not any(spec.desk in here for spec in specs):
        here.add(specs[0].desk)
    specs = [spec for spec in specs if spec.desk in here]
    apart, taken = len(specs) > MOST_IN_ONE, set[str]()
    groups: dict[str, list[AnyAction]] = {}
    for spec in specs:
        groups.setdefault(spec.group, []).append(spec)
    for n, (group, found) in enumerate(groups.items()):
        if apart or group in NESTED:
            _add(registry, menu.addMenu(with_letter(group, taken)), found)
        else:
            if n:
                menu.addSeparator()
            _add(registry, menu, found)


def _add(registry: ActionRegistry, menu: QMenu, specs: Iterable[AnyAction]) -> None:
    for spec in specs:
        menu.addAction(registry.action(spec.id))
