"""Real keys in menus, on every desk: what is open has them, and the desk behind it stays as it is."""

from pathlib import Path

import pytest
from demo_file import demo_file
from x_person import Come, Shown, XPerson

pytestmark = pytest.mark.xkeys

DESKS = {
    "judge": "Ctrl+1",
    "scores": "Ctrl+2",
    "disagreements": "Ctrl+3",
    "spaces": "Ctrl+4",
    "studies": "Ctrl+5",
    "campaign": "Ctrl+6",
}
OWN = ("judge.", "scores.", "disagreements.", "spaces.", "studies.", "people.")
"""How the actions of the desks begin."""
SIGNS = ("Down", "space", "Return", *"123450abcdefghijklmnopqrstuvwxyz")


def stays(person: XPerson, before: Shown, menu: str) -> None:
    """Press every sign in a menu, opening it again where an entry was taken; nothing is entered."""
    for sign in SIGNS:
        person.press(menu, sign, "Escape", "Escape", "Escape")
        shown = person.look()
        assert [one for one in shown["done"] if one.startswith(OWN)] == [], (menu, sign)
        assert shown["entries"] == before["entries"], (menu, sign)
        assert shown.get("answer") == before.get("answer"), (menu, sign)


@pytest.mark.parametrize("desk", DESKS)
def test_the_keys_of_a_menu_enter_nothing_behind_it(x_come: Come, tmp_path: Path, desk: str) -> None:
    person = x_come(demo_file(tmp_path / "demo.jury"))
    person.opened()
    person.press(DESKS[desk])
    before = person.see(lambda s: s["desk"] == desk and s["saved"] and s["idle"])
    stays(person, before, "Alt+h")
    person.press("Alt+j", "Down", "Escape", "Escape", "Escape")
    after = person.look()
    assert (after["entries"], after["desk"]) == (before["entries"], desk)
    person.leave()
