"""Real keys over everything that can lie above a desk: only what has the keyboard hears them.

Menus and those inside them, context menus, lists of choices, sheets, file dialogs, fields. Whatever is typed
into them, nothing is entered and nothing is done at the desk behind; with all of it closed, the desk's own
key works again.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from demo_file import demo_file
from generator import write_tables
from x_input_method import japanese, missing
from x_keys import Screen
from x_person import Come, Shown, XPerson

pytestmark = pytest.mark.xkeys

LETTERS = "1234567890abcdefghijklmnopqrstuvwxyz"
IN_MENUS = (*LETTERS, "Ctrl+z", "Ctrl+2", "BackSpace", "Delete", "period", "Down", "Up")
"""Nothing that takes the chosen entry, and nothing that leaves a menu for its neighbor."""
IN_CHOICES = (*LETTERS, "Ctrl+z", "space", "Return")
_SOON = 1.0


class Desk(NamedTuple):
    """A desk: the demo and the keys that lead there, its own key and what takes that back.

    `sheets`, `fields`: keys of its own that open a sheet or a dialog, and those that open a line to type in.
    """

    demo: str
    there: tuple[str, ...]
    key: str
    back: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


DESKS = {
    "judge": Desk("series", (), "1", ("z",), (), ("n", "slash", "Ctrl+f")),
    "lists": Desk("series", ("= s02.6",), "1", ("z",), (), ("n", "i", "Ctrl+f")),
    "nuggets": Desk("series", ("= s02.7",), "1", ("z",), (), ("i", "r", "Ctrl+f")),
    "scores": Desk("validation", ("Ctrl+2",), "Down", ("Up",), ("M", "G", "e")),
    "disagreements": Desk("validation", ("Ctrl+3",), "1", ("Ctrl+z",), (), ("n", "slash")),
    "spaces": Desk("validation", ("Ctrl+4",), "r", ("r",), ("e",)),
    "studies": Desk("validation", ("Ctrl+5",), "T", ("Escape",), (), ("T", "Z", "D")),
    "campaign": Desk("validation", ("Ctrl+6",), "Down", ("Up",), ("plus", "p", "a", "b", "G", "w")),
}
EVERYWHERE = (
    "Ctrl+k",
    "Ctrl+j",
    "Ctrl+comma",
    "F1",
    "question",
    "Ctrl+n",
    "Ctrl+o",
    "Ctrl+i",
    "Ctrl+Shift+i",
    "Ctrl+e",
    "Ctrl+Shift+e",
    "Ctrl+Shift+s",
    "Ctrl+m",
    "= Change keys",
    "= Report",
)
"""What opens a sheet or a dialog on every desk; after `=` words for the palette."""
ON_START = ("Ctrl+k", "Ctrl+comma", "F1", "question", "Ctrl+n", "Ctrl+o", "= Change keys")
OWN = ("judge.", "lists.", "nuggets.", "scores.", "disagreements.", "spaces.", "studies.", "people.")


def above(shown: Shown) -> bool:
    """Return whether something other than the desk has the keyboard."""
    return any(shown[one] for one in ("popup", "overlay", "dialog", "typing", "menu_bar"))


def behind(shown: Shown) -> Shown:
    """Return what a key at the desk behind could change."""
    return {one: shown.get(one) for one in ("desk", "path", "entries", "answer", "question", "row", "done")}


def opens(person: XPerson, key: str) -> None:
    """Press a key, or find what opens by words in the palette."""
    words = key.removeprefix("= ")
    if words == key:
        person.press(key)
        return
    person.press("Ctrl+k")
    person.overlay("CommandPalette")
    for at, sign in enumerate(words, 1):  # one by one: an input method passes them on in its own time
        person.type(sign)
        person.see(lambda s, at=at: s["typed"] == words[:at])
    person.press("Return")
    person.see(lambda s: s["overlay"] != "CommandPalette")


def leave(person: XPerson) -> None:
    """Close by Escape what is open, one after the other."""
    for _ in range(9):
        now = person.look()
        if not above(now):
            return
        person.strike("Escape")
        with suppress(AssertionError):  # a dialog of its own window closes a little later
            person.see(lambda s: not above(s), patience=_SOON if now["dialog"] else 0.05)
    raise AssertionError(f"never closed: {person.look()}")


def hears_nothing(person: XPerson, name: str, opened: Callable[[], object], signs: tuple[str, ...]) -> Shown:
    """Type into what is opened, opening it again where a sign closed it; the desk behind hears none of it."""
    now: Shown | None = None
    for sign in signs:
        if now is None or not above(now):
            opened()
            now = before = person.see(above, f"{name} opened")
        if sign.lower() in now.get("letters", ()):
            continue  # chooses an entry, as it should
        now = person.strike(sign)
        assert behind(now) == behind(before), (name, sign)
    assert now
    return now


def works(person: XPerson, desk: Desk) -> None:
    """Press the desk's own key, which does something now, and take it back."""
    before = person.see(lambda s: s["saved"] and s["idle"] and s.get("painted", True) and not above(s))
    if before["desk"] == "disagreements":  # where a click left the row of a question, go to what is open
        before = person.strike("space")
    person.press(desk.key)
    enters = desk.key == "1"
    now = person.see(
        lambda s: len(s["done"]) > len(before["done"]) and s["saved"] and s["entries"] == before["entries"] + enters,
        f"{desk.key} at work again",
    )
    assert now["done"][len(before["done"]) :][0].startswith(OWN)
    person.press(*desk.back)
    person.see(
        lambda s: (
            (desk.back == ("Escape",) or len(s["done"]) > len(now["done"]))
            and not above(s)
            and s["saved"]
            and s.get("painted", True)
            and s.get("answer") == before.get("answer")
        ),
        f"{desk.back} took it back",
    )


def popups(person: XPerson) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the menus, by key and by mouse, and those inside; then the context menus."""
    places = person.where()
    for title, letter, (x, y) in places["menus"]:
        opened = partial(person.press, f"Alt+{letter}")
        yield title, opened
        opened()
        inside = person.see(lambda s: s["menus"] == 1, title)["inside"]
        leave(person)
        for one in inside:
            yield f"{title}, {one}", partial(inner, person, f"Alt+{letter}", one)
        yield f"{title} clicked", partial(person.screen.click, x, y)
    yield "F10", partial(person.press, "F10")
    context: list[tuple[str, Callable[[], object]]] = [("by its key", partial(person.press, "Menu"))]
    for name, (x, y) in [("the desk", places["desk"]), *places["areas"]]:
        beside = cycle((x, x + 12))  # two clicks in one place soon after each other are a double click

        def click(beside: Iterator[int] = beside, y: int = y) -> None:
            person.screen.click(next(beside), y, button=3)

        context.append((f"of {name}", click))
    for name, opened in context:
        opened()
        with suppress(AssertionError):
            person.see(lambda s: s["popup"], patience=_SOON)
            leave(person)
            yield f"context menu {name}", opened


def inner(person: XPerson, menu: str, letter: str) -> None:
    """Open a menu, and by its letter one inside."""
    person.press(menu)
    person.see(lambda s: s["menus"] == 1)
    person.press(letter)
    person.see(lambda s: s["menus"] == 2)


def seat(x_come: Come, tmp_path: Path, name: str, **more: str) -> XPerson:
    """Start the program and go to a desk."""
    desk = DESKS[name]
    person = x_come(demo_file(tmp_path / "demo.jury", desk.demo), **more)
    person.see(lambda s: bool(s.get("path")) and s["writable"] and s["idle"] and s["saved"])
    for key in desk.there:
        opens(person, key)
        person.see(lambda s: s["idle"] and not above(s))
    person.see(lambda s: s["desk"] == name and s["idle"], name)
    if name == "disagreements":  # all of them, and the first one chosen
        person.see(lambda s: s["rows"] > 0 and s["row"] == 0 and s["settled"])
    return person


@pytest.mark.parametrize("name", DESKS)
def test_no_desk_hears_what_is_typed_above_it(x_come: Come, tmp_path: Path, name: str) -> None:
    person, desk = seat(x_come, tmp_path, name), DESKS[name]
    works(person, desk)
    opened = 0
    for what, opener in popups(person):
        hears_nothing(person, what, opener, IN_MENUS)
        leave(person)
        works(person, desk)
        opened += 1
    assert opened > 14
    for what, spot in person.where()["choices"]:
        hears_nothing(person, what, partial(person.screen.click, *spot), IN_CHOICES)
        leave(person)
        works(person, desk)
    for key in (*EVERYWHERE, *desk.sheets):
        hears_nothing(person, key, partial(opens, person, key), (*LETTERS,))
        leave(person)
        works(person, desk)
    for key in desk.fields:
        now = hears_nothing(person, key, partial(opens, person, key), (*LETTERS,))
        assert now["typed"].endswith(LETTERS)
        person.press("Ctrl+a", "Delete")
        leave(person)
        works(person, desk)
    person.leave()


def test_the_start_page_hears_nothing_of_what_is_typed_above_it(x_come: Come) -> None:
    person = x_come()
    person.see(lambda s: s.get("desk") == "start" and s["focus"] == "StartPage")
    over = [(key, partial(opens, person, key), (*LETTERS,)) for key in ON_START]
    opened = 0
    for what, opener, signs in (*((what, one, IN_MENUS) for what, one in popups(person)), *over):
        hears_nothing(person, what, opener, signs)
        leave(person)
        person.press("Down")
        person.see(lambda s: s["focus"] == "StartRow", "a row of the page chosen")
        opened += 1
    assert opened > 16
    assert person.look()["path"] == ""
    person.press("6")
    person.opened()
    person.leave()


def test_a_tip_keeps_no_key_and_questions_keep_all(x_come: Come, tmp_path: Path) -> None:
    write_tables(
        tmp_path / "tables", kind="factoid", questions=2, answers_per_question=2, runs=2, assessors=1, judged=1.0
    )
    person, desk = seat(x_come, tmp_path, "judge"), DESKS["judge"]
    x, y = person.where()["tip"]
    for step in range(3):
        person.screen.point(x + step, y)
    person.see(lambda s: s["tip"], "a tip")
    works(person, desk)

    def alike() -> None:
        opens(person, "Ctrl+j")
        person.overlay("Ask")
        person.type("VISITOR")
        person.see(lambda s: s["typed"] == "VISITOR")
        person.press("Return")
        person.overlay("Message")

    def report() -> None:
        person.press("Ctrl+i")
        person.pick("Import a folder", tmp_path / "tables")
        person.overlay("ReportSheet")

    def choice_in_settings() -> None:
        if person.look()["overlay"] != "SettingsSheet":
            opens(person, "Ctrl+comma")
            person.overlay("SettingsSheet")
        while person.look()["focus"] != "Combo":
            person.strike("Tab")
        person.press("F4")
        person.see(lambda s: s["popup"])

    for opener in (alike, report, choice_in_settings):
        hears_nothing(person, opener.__name__, opener, (*LETTERS,))
        leave(person)
        works(person, desk)
    person.leave()


@pytest.mark.parametrize("name", ["judge", "lists", "nuggets"])
def test_what_is_composed_is_the_input_methods_alone(
    x_come: Come, screen: Screen, display: str, home: Path, tmp_path: Path, name: str
) -> None:
    if why := missing():
        pytest.skip(why)
    desk = DESKS[name]
    screen.use_layout("jp")
    with japanese(display, home) as environment:
        person = seat(x_come, tmp_path, name, **environment)
        works(person, desk)
        for n, field in enumerate((*desk.fields, "Ctrl+k")):
            opens(person, field)
            before = person.see(above)
            person.press(*("Zenkaku_Hankaku",) * (not n))  # the key that turns Japanese on
            composes(person, before)
            person.press("Escape", "Escape", "Escape")
            leave(person)
            assert behind(person.see(lambda s: not above(s)))["answer"] == before.get("answer")
            works(person, desk)
        hears_nothing(person, "a menu", partial(opens, person, "Alt+f"), IN_MENUS)
        leave(person)
        for _name, spot in person.where()["texts"]:
            screen.click(*spot)
            works(person, desk)
        person.leave()


def composes(person: XPerson, before: Shown) -> None:
    """Compose, convert, go through the candidates and choose one by its number; the desk stays as it is."""
    for sign in (*"kyouto", "space", "space", "Down", "2"):
        was = person.look()
        person.press(sign)
        if sign in "kyouto":
            person.see(lambda s, was=was: s["composed"] > was["composed"], f"{sign} composed")
        else:  # a choice among the candidates may change nothing
            with suppress(AssertionError):
                person.see(lambda s, was=was: s["composed"] > was["composed"], patience=_SOON)
        assert behind(person.look()) == behind(before), sign
    assert person.look()["composed"] > before["composed"] + len("kyouto")
