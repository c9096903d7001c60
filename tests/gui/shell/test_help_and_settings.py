"""Help, settings and own keys, by keys alone; and going on where one left off."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from person import Person, painted_words
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.help import measures_page, page, pages
from jurybox.measures import MEASURES
from jurybox.resources import asset
from jurybox.settings import SETTINGS
from jurybox_gui.cli import program
from jurybox_gui.dialogs.help import HelpReader
from jurybox_gui.dialogs.help.markdown import blocks
from jurybox_gui.dialogs.settings import SettingsSheet
from jurybox_gui.dialogs.settings.controls import control_of
from jurybox_gui.dialogs.shortcuts import KeysEditor

Come = Callable[..., Person]


def test_every_link_and_every_key_of_the_help_exists() -> None:
    for one in pages():
        for block in blocks(one.text):
            for cell in block.cells:
                for span in cell:
                    assert not span.link or page(span.link) is not None, (one.name, span.link)
    assert all(one.text.startswith("# ") for one in pages())


def test_the_page_of_measures_is_the_table() -> None:
    stored = asset("help/measures.md").read_text("utf-8")
    assert stored == measures_page(), "write it anew: python -m jurybox.help"
    headings = [block.text for block in blocks(stored) if block.kind == "heading" and block.level == 2]
    assert headings == [one.name for one in MEASURES]


def test_markdown_that_is_not_ours_stays_text() -> None:
    found = blocks(
        "# One **two**\n\n<b>no</b> <img src='file:///x'>\n\n| a | b |\n|---|---|\n| `1` | [x](y.md) |\n"
    )
    assert [block.kind for block in found] == ["heading", "text", "row", "row"]
    assert found[1].text == "<b>no</b> <img src='file:///x'>"
    assert found[2].head
    assert found[3].cells[1][0].link == "y"
    assert [block.kind for block in blocks("* a\n* b\n  c\n\n    code\n")] == ["bullet", "bullet", "code"]
    assert blocks("* a\n* b\n  c\n")[1].text == "b c"
    (line,) = blocks("2 * 3 is *six*, **5** is not")
    assert [(span.text, span.bold, span.slanted) for span in line.cells[0] if span.bold or span.slanted] == [
        ("six", False, True),
        ("5", True, False),
    ]


def test_help_is_found_and_read_by_keys(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("F1")
    reader = person.window.findChild(HelpReader)
    assert reader.title == "Judging"
    QTest.keyClicks(QApplication.focusWidget(), "own file")
    titles = [reader.list.item(at).text().strip() for at in range(reader.list.count())]
    assert "A campaign with several assessors" in titles
    assert len(titles) < len(pages())
    person.press("Down", "Down", "Down")
    assert reader.title == titles[min(3, len(titles) - 1)]
    reader.open_page("measures")
    before = reader.view.verticalScrollBar().value()
    person.press("PgDown")
    assert reader.view.verticalScrollBar().value() > before
    reader.view.page_wanted.emit("campaign")
    assert reader.title == "A campaign with several assessors"
    assert "jurybox follow FOLDER" in reader.view.toPlainText()
    person.press("Esc")
    person.settle()
    assert person.window.desk == "judge"


def test_every_declared_setting_has_its_row_and_holds_at_once(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+,")
    sheet = person.window.findChild(SettingsSheet)
    assert set(sheet.controls) == {one.key for one in SETTINGS if control_of(one, person.program.settings)}
    words = painted_words(person.window)
    assert "Colors" in words
    person.press("Tab", "Space")
    assert person.program.settings["reduced_motion"] is True
    assert person.program.theme.reduced_motion is True
    person.press("Tab")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert person.program.settings["text_size"] == 18
    person.press("Ctrl+A")
    QTest.keyClicks(QApplication.focusWidget(), "22")
    assert person.program.settings["text_size"] == 22
    sheet.defaults.click()
    assert person.program.settings["text_size"] == 17
    assert person.program.theme.reduced_motion is False
    person.press("Esc")
    assert person.window.findChild(SettingsSheet) is None or not sheet.is_open


def editor_of(person: Person, words: str) -> KeysEditor:
    """Open the editor from the palette and look for an action."""
    person.window.registry.trigger("edit.keys")
    person.settle()
    editor = person.window.findChild(KeysEditor)
    QTest.keyClicks(QApplication.focusWidget(), words)
    return editor


def test_a_key_is_changed_and_works_and_is_kept(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    assert editor.current.text.startswith("Defer")
    person.press("Return", "Y")
    assert person.program.settings["keys"] == {"judge.defer": ["Y"]}
    person.press("Esc")
    answer = person.desk.queue_cursor.answer
    person.press("Y")
    assert person.session.said(answer).state == "deferred"
    answer = person.desk.queue_cursor.answer
    person.press("D")
    assert person.session.said(answer).state is None
    person.close()
    again = come(demo)
    answer = again.desk.queue_cursor.answer
    again.press("Y")
    assert again.session.said(answer).state == "deferred"


def test_a_collision_is_told_and_taken_on_the_second_press(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    person.press("Return", "S")
    assert re.search(r"S: both .*Skip.* and .*Defer|S: both .*Defer.* and .*Skip", editor.told.text())
    assert person.program.settings["keys"] == {}
    person.press("S")
    assert person.program.settings["keys"] == {"judge.defer": ["S"], "judge.skip": []}
    person.press("F5")
    assert person.program.settings["keys"] == {"judge.skip": []}
    editor.all.click()
    assert person.program.settings["keys"] == {}
    person.press("Return", "Ctrl+Shift+Y")
    assert person.program.settings["keys"] == {"judge.defer": ["Ctrl+Shift+Y"]}
    person.press("Return", "Esc", "Esc")
    assert not person.window.findChildren(KeysEditor) or not editor.is_open


def test_a_key_that_the_window_has_is_told_of_and_not_pressed(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    dark = person.program.theme.dark
    person.press("Return", "Ctrl+D")
    assert person.program.theme.dark == dark
    assert "Ctrl+D: both " in editor.told.text()
    person.press("Esc")
    person.press("Ctrl+D")
    assert person.program.theme.dark != dark


def test_a_question_for_a_name_is_left_with_esc(come: Come, demo: Path) -> None:
    person = come(demo)
    answer = person.desk.queue_cursor.answer
    person.press("Ctrl+J")
    assert "Who judges here?" in person.words()
    person.press("Esc")
    assert "Who judges here?" not in person.words()
    person.press("1")
    assert person.session.said(answer).label == "correct"


def test_one_goes_on_where_one_left_off(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury")
    person = come(path, assessor="Ben")
    person.press("1", "Down", "Down")
    answer = person.desk.queue_cursor.answer
    person.window.resize(760, 640)
    person.settle()
    size = person.window.size()
    assert size.width() < 800
    person.close()
    again = come()
    assert again.session.path == path
    assert again.session.catalog.assessors[again.session.assessor].name == "Ben"
    assert again.desk.queue_cursor.answer == answer
    assert again.window.size() == size
    again.program.settings["restore"] = False
    again.close()
    third = come()
    assert third.window.desk == "start"
    assert third.program.bridge is None


@pytest.mark.parametrize("kept", [{}, {"file": ["/nowhere/x.jury"]}, {"size": ["huge"], "file": []}])
def test_what_was_kept_wrongly_does_no_harm(come: Come, home: Path, kept: dict[str, list[str]]) -> None:
    import json

    (home / "settings.json").write_text(json.dumps({"session": kept}))
    person = come()
    assert person.window.desk == "start"


def test_the_page_of_the_command_line_names_every_command() -> None:
    shown = page("command-line")
    assert shown is not None
    context = click.Context(program)
    for name in program.list_commands(context):
        assert name == "open" or re.search(rf"(jurybox|`,) `?{name}\b|jurybox {name}\b", shown.text), name
