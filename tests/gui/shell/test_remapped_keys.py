"""Keys that the user changed are printed everywhere: on caps, in tooltips and in sentences."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person

from jurybox.collection.file import create

Come = Callable[..., Person]
NEW = {
    "edit.find": ["Ctrl+F2"],
    "judge.search": ["Ctrl+F3"],
    "disagreements.find": ["Ctrl+F4"],
    "view.judge": ["Ctrl+F6"],
    "view.scores": ["Ctrl+F7"],
    "view.disagreements": ["Ctrl+F8"],
    "view.spaces": ["Ctrl+F9"],
    "view.studies": ["Shift+F7"],
    "campaign.page": ["Shift+F8"],
    "help.keys": ["Shift+F9"],
    "file.new": ["Shift+F2"],
    "file.open": ["Shift+F3"],
    "file.join": ["Shift+F4"],
    "file.import": ["Shift+F5"],
    "file.import-files": ["Shift+F6"],
    "judge.undo": ["Ctrl+F12"],
}
OLD = re.compile(r"Ctrl\+[KF1-6NOJI](?![\w])")


def old_keys(person: Person) -> set[str]:
    """Return what is shown or said anywhere with one of the keys that were given away."""
    return {word for word in person.words() if OLD.search(word)}


def remap(person: Person) -> None:
    """Give the actions that are known other keys, as the editor of keys does."""
    person.window.load_actions()
    person.program.settings["keys"] = NEW
    person.settle()
    assert person.window.registry.keys("edit.find") == ("Ctrl+F2",)


@pytest.mark.sweep
def test_no_desk_prints_a_key_that_was_given_away(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"))
    for desk in ("judge", "scores", "disagreements", "spaces", "studies", "campaign", "start"):
        person.window.show_desk(desk)
        person.settle()
    assert any("Ctrl+K" in word for word in person.words())
    remap(person)
    for desk in ("judge", "scores", "disagreements", "spaces", "studies", "campaign", "start"):
        person.window.show_desk(desk)
        person.settle()
        assert old_keys(person) == set(), desk
    assert any("Ctrl+F2" in word for word in person.words())
    assert any("(Ctrl+F7)" in word for word in person.words())


@pytest.mark.sweep
def test_hints_and_empty_pages_name_the_new_keys(come: Come, tmp_path: Path) -> None:
    create(tmp_path / "empty.jury")
    person = come(tmp_path / "empty.jury")
    assert {"Ctrl+I", "Ctrl+Shift+I"} <= set(person.words())
    remap(person)
    assert old_keys(person) == set()
    assert {"Shift+F5", "Shift+F6"} <= set(person.words())
    person.program.open_demo("validation")
    person.wait(lambda: person.session.path.name.startswith("validation"))
    person.settle()
    person.press("1")
    assert any("Press Ctrl+F12 to undo your last label" in word for word in person.words())


def test_a_label_button_names_the_key_that_one_gave_it(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"))
    button = next(iter(person.desk.center.bar.buttons.values()))
    assert button.accessibleName().endswith("key 1")
    person.program.settings["keys"] = {"judge.label.1": [";"]}
    person.settle()
    assert button.accessibleName().endswith("key ;")
