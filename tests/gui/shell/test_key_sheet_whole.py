"""The key sheet of every desk: no name of an action is cut, whatever the window shows."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from sweeps import swept

from jurybox.demos import demo_copy
from jurybox_gui.actions.registry import SheetRow
from jurybox_gui.dialogs.keys_sheet import KeysSheet, SheetBody, line_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.keycaps import key_caps_width
from jurybox_gui.widgets.painting import text_width

Come = Callable[..., Person]


@pytest.mark.parametrize(("width", "desks"), [(1000, ("judge", "scores")), *swept([(1000, ()), (1280, ())])])
def test_no_name_is_cut_on_any_desk(come: Come, home: Path, width: int, desks: tuple[str, ...]) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    person.window.resize(width, 800)
    cut: list[str] = []
    for desk in desks or person.window.available():
        person.window.show_desk(desk)
        person.press("?")
        (body,) = person.window.findChildren(SheetBody)
        wide = body._wide(body.width())
        assert len(body.lines()) > 10
        for line in body.lines():
            room = wide - 8 - key_caps_width(list(line.keys))
            cut += [part for part in line.words if text_width(part, font(Px.ASIDE)) > room]
        person.press("Esc")
    assert cut == []


@pytest.mark.parametrize("desks", [("judge", "scores"), *swept([((),)])])
def test_a_sheet_is_one_page_and_says_little_of_what_works_everywhere(
    come: Come, home: Path, desks: tuple[str, ...]
) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    person.window.resize(1280, 800)
    for desk in desks or person.window.available():
        person.window.show_desk(desk)
        person.press("?")
        (sheet,) = person.window.findChildren(KeysSheet)
        assert sheet.scrolled.verticalScrollBar().maximum() == 0, desk
        assert len(person.window.registry.sheet(desk)["Everywhere"]) <= 12
        person.press("Esc")


def test_of_many_keys_a_narrow_row_shows_the_ends() -> None:
    row = SheetRow("Match a nugget by its number", tuple("1234567890"))
    assert line_of(row, 900).keys == row.keys
    assert line_of(row, 260).keys == ("1", "0")


def test_a_long_name_takes_a_second_line_and_gives_up_no_word() -> None:
    row = SheetRow("New nugget, from the marked words if there are any", ("Ins", "Ctrl+Shift+N"))
    line = line_of(row, 230)
    assert len(line.words) == 2
    assert " ".join(line.words) == row.text
    assert line.keys == ("Ins",)
    assert line_of(row, 900).words == (row.text,)
