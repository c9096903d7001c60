"""While a question or a sheet is open, keys of the window wait; only those that change how it looks work."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection
from sweeps import swept

from jurybox_gui.dialogs.ask import Answers, Ask
from jurybox_gui.dialogs.help import HelpReader
from jurybox_gui.dialogs.palette import CommandPalette

Come = Callable[..., Person]


@pytest.mark.parametrize("key", ["Ctrl+2", "Ctrl+Z", *swept(["Ctrl+K", "Ctrl+,", "F1"])])
@pytest.mark.sweep
def test_no_key_of_the_window_acts_behind_an_open_question(come: Come, tmp_path: Path, key: str) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    answer = person.desk.queue_cursor.answer
    person.press("1", "Ctrl+J")
    (asked,) = person.window.findChildren(Ask)
    person.press(key)
    assert asked.is_open
    assert not any(one.is_open for one in person.window.findChildren(CommandPalette))
    assert person.window.desk == "judge"
    assert person.session.content_of(answer).label == "correct"
    person.press("Esc", "Ctrl+2")
    assert person.window.desk == "scores"


def test_light_and_dark_change_also_over_a_sheet(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    dark = person.program.theme.dark
    person.press("?", "Ctrl+D")
    assert person.program.theme.dark != dark


def test_a_typed_name_and_a_listed_one_are_taken(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    taken: list[str] = []
    Ask.open_for(person.window, "Who?", "Name", ["Ana", "Ben"], taken.append)
    person.press("Return")
    assert taken == []  # nobody sits down because Enter was pressed too early
    person.press("Up", "Return")
    assert taken == ["Ben"]
    Ask.open_for(person.window, "Which?", "", ["one", "two"], taken.append)
    person.press("Return")
    Ask.open_for(person.window, "Which?", "", ["one", "two"], taken.append)
    person.press("Down", "Return")
    assert taken == ["Ben", "one", "two"]


NAMES = ("Ana Beltrán", "Ben", "Benita", "Chie")
TYPED = [
    ("new", "Ana Belt", ["Ana Beltrán", "New: Ana Belt"], ["Return"], "Ana Beltrán"),
    ("new", "beltran", ["Ana Beltrán", "New: beltran"], ["Return"], "Ana Beltrán"),
    ("new", "Ana Belt", ["Ana Beltrán", "New: Ana Belt"], ["Down", "Return"], "Ana Belt"),
    ("new", "Ben", ["Ben", "Benita"], ["Return"], "Ben"),
    ("new", "ben", ["Ben", "Benita", "New: ben"], ["Return"], ""),
    ("new", "ben", ["Ben", "Benita", "New: ben"], ["Return", "Down", "Return"], "Benita"),
    ("new", " Dora ", ["New: Dora"], ["Return"], ""),
    ("new", "Dora", ["New: Dora"], ["Return", "Return"], "Dora"),
    ("new", "Chair", ["Chair"], ["Return"], "Chair"),
    ("new", "", list(NAMES), ["Return"], ""),
    ("known", "chi", ["Chie"], ["Return"], "Chie"),
    ("known", "Dora", [], ["Return"], "Dora"),
    ("any", "chi", list(NAMES), ["Return"], "chi"),
]
"""What may be typed, what is, the names then shown, keys, and who is taken."""


@pytest.mark.parametrize(("answers", "typed", "shown", "keys", "taken"), TYPED)
def test_typing_filters_names_and_a_new_one_is_a_choice(
    come: Come, answers: Answers, typed: str, shown: list[str], keys: list[str], taken: str
) -> None:
    person, found = come(), list[str]()
    asked = Ask.open_for(person.window, "Who?", "Name", NAMES, found.append, answers=answers, unlisted=["Chair"])
    person.settle()
    size = asked.panel.size()
    QTest.keyClicks(asked.field, typed)
    person.settle()
    items = [asked.list.item(row) for row in range(asked.list.count())]
    assert [item.text() for item in items if not item.isHidden()] == shown
    assert asked.panel.size() == size
    person.press(*keys)
    assert found == ([taken] if taken else [])


def test_a_collection_that_opens_behind_a_sheet_leaves_it_the_keyboard(come: Come, tmp_path: Path) -> None:
    person = come()
    person.press("F1")
    person.program.open_file(small_collection(tmp_path / "small.jury"), assessor="Ana")
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    (reader,) = person.window.findChildren(HelpReader)
    person.wait(lambda: reader.isAncestorOf(QApplication.focusWidget()))
    person.press("1", "F", "Return")
    assert person.session.saving.entries == 0
    assert reader.search.text() == "1f"
    person.press("Esc", "1")
    assert person.session.saving.entries == 1
