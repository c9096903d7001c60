"""Help, settings and own keys, by keys alone; and going on where one left off."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from help_pages import headings, list_items, read_page, stretches
from person import Person
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot
from small import small_collection

from jurybox.help import measures_page, page, pages
from jurybox.language import LANGUAGES
from jurybox.measures import MEASURES
from jurybox.resources import asset
from jurybox.settings import SETTINGS
from jurybox_gui.cli import program
from jurybox_gui.dialogs.help import HelpReader, page_view, with_keys
from jurybox_gui.dialogs.help.page_view import PageView
from jurybox_gui.dialogs.settings import SettingsSheet
from jurybox_gui.dialogs.settings.controls import control_of
from jurybox_gui.dialogs.shortcuts import KeysEditor
from jurybox_gui.dialogs.shortcuts.key_edit import KeyEdit
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.probe import painted_words

EVERY_PAGE = [one for language in LANGUAGES for one in pages(language)]
Come = Callable[..., Person]


def test_every_link_of_the_help_leads_to_a_page(qtbot: QtBot) -> None:
    del qtbot
    links = [(one.name, found.link) for one in EVERY_PAGE for found in stretches(one.text) if found.link]
    assert len(links) > 5
    for name, link in links:
        assert page(link.removesuffix(".md")) is not None, (name, link)
    assert all(one.text.startswith("# ") for one in EVERY_PAGE)


def test_a_comment_at_the_end_of_an_item_leaves_the_next_one_alone(qtbot: QtBot) -> None:
    del qtbot
    text = "# A\n<!-- keys: judge -->\nOne.\n\n* a <!-- keys: fixed -->`x`<!-- keys: judge -->\n* b\n"
    assert with_keys(text, (), {}) == "# A\nOne.\n\n* a `x`\n* b\n"
    for one in EVERY_PAGE:
        items = len(re.findall(r"^ *(?:\*|\d+\.) ", one.text, re.MULTILINE))
        assert list_items(with_keys(one.text, (), {})) == items, one.name


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(each, marks=pytest.mark.sweep) for each in LANGUAGES if each != "en")]
)
def test_no_page_of_the_help_holds_html(qtbot: QtBot, language: str) -> None:
    view = shown_page(qtbot, {one.name: with_keys(one.text, (), {}) for one in pages(language)})
    for one in pages(language):
        view.show_page(one.name)
        words = read_page(with_keys(one.text, (), {})).toPlainText()
        assert view.toPlainText() == words, one.name  # what Qt took for a tag would be gone
        assert "](" not in words


def test_no_page_of_the_help_shows_the_marks_of_its_markdown(qtbot: QtBot) -> None:
    del qtbot
    for one in EVERY_PAGE:
        prose = [found.text for found in stretches(with_keys(one.text, (), {})) if not found.code]
        assert [text for text in prose if re.search(r"[*`]|^#+ |\]\(", text)] == [], one.name


def test_the_page_of_measures_is_the_table(qtbot: QtBot) -> None:
    del qtbot
    stored = asset("help/measures.md").read_text("utf-8")
    assert stored == measures_page(), "write it anew: python -m jurybox.help"
    assert headings(stored, 2) == [one.name for one in MEASURES]


def shown_page(qtbot: QtBot, texts: dict[str, str]) -> PageView:
    """Return a view of these pages, by name."""
    view = PageView(lambda name: texts.get(name, ""))
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    return view


def test_a_page_loads_nothing_but_pages_and_pictures_beside_them(qtbot: QtBot, tmp_path: Path) -> None:
    outside = tmp_path / "outside.png"
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(outside))
    (tmp_path / "secret.md").write_text("# Secret")
    view = shown_page(qtbot, {"a": "# A\n\n[b](b.md)", "b": "# B"})
    image, markdown = QTextDocument.ResourceType.ImageResource, QTextDocument.ResourceType.MarkdownResource
    for name in (outside.as_uri(), str(outside), "../icons/x.png", "http://127.0.0.1/x.png", "//host/x.png"):
        found = view.loadResource(image.value, QUrl(name))
        assert isinstance(found, QImage), name
        assert found.isNull(), name
    for name in ((tmp_path / "secret.md").as_uri(), str(tmp_path / "secret.md"), "../secret.md", "none.md"):
        assert view.loadResource(markdown.value, QUrl(name)) == ""
    view.show_page("a")
    for link in ((tmp_path / "secret.md").as_uri(), "http://127.0.0.1/", "none.md"):
        view.anchorClicked.emit(QUrl(link))
        assert view.page == "a"
    view.anchorClicked.emit(QUrl("b.md"))
    assert view.page == "b"


def test_a_picture_beside_the_pages_is_shown(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = QImage(40, 30, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    picture.save(str(tmp_path / "red.png"))
    monkeypatch.setattr(page_view, "asset", lambda _: tmp_path)
    view = shown_page(qtbot, {"a": "# A\n\n![red](red.png)\n"})
    view.show_page("a")
    found = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("red.png"))
    assert isinstance(found, QImage)
    assert (found.width(), found.height()) == (40, 30)
    qtbot.waitUntil(lambda: view.grab().toImage().pixelColor(60, 90).red() > 200 or _is_red(view))


def test_a_picture_of_the_window_is_in_its_language(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ja").mkdir()
    for folder, wide in ((tmp_path, 40), (tmp_path / "ja", 30)):
        QImage(wide, 20, QImage.Format.Format_RGB32).save(str(folder / "a.png"))
    QImage(50, 20, QImage.Format.Format_RGB32).save(str(tmp_path / "b.png"))
    monkeypatch.setattr(page_view, "asset", lambda _: tmp_path)
    view = shown_page(qtbot, {"a": "# A"})
    widths = []
    for language in ("en", "ja"):
        monkeypatch.setattr(page_view, "LANGUAGE", language)
        for name in ("a.png", "b.png"):
            picture = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name))
            assert isinstance(picture, QImage)
            widths.append(picture.width())
    assert widths == [40, 50, 30, 50]


def _is_red(view: PageView) -> bool:
    seen = view.grab().toImage()
    across, down = range(0, seen.width(), 5), range(0, seen.height(), 5)
    return any(seen.pixelColor(x, y) == QColor(Qt.GlobalColor.red) for x in across for y in down)


def test_a_picture_is_shown_in_the_colors_of_the_theme_and_fits_the_page(qtbot: QtBot) -> None:
    named = {name for one in pages() for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", one.text)}
    assert named
    files = {path.name for path in asset("help").glob("*.png")}
    assert files == named | {name.replace(".png", "-dark.png") for name in named}
    for language in LANGUAGES:
        own = {path.name for path in (asset("help") / language).glob("*.png")}
        assert own == (set() if language == "en" else files), language
    view = shown_page(qtbot, {"a": "# A"})
    for name in named:
        seen = []
        for choice in ("light", "dark"):
            theme().choose(choice)
            picture = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name))
            assert isinstance(picture, QImage)
            assert picture.deviceIndependentSize().width() <= 640
            seen.append(picture.pixelColor(2, picture.height() // 2).lightness())
        assert seen[0] > 160 > 96 > seen[1], name
    theme().choose("light")


def test_a_picture_fits_a_narrow_page(qtbot: QtBot) -> None:
    view = shown_page(qtbot, {"a": "# A\n\n![Judge](judge.png)\n\nEnd."})
    view.show_page("a")
    for width in (900, 420, 900):
        view.resize(width, 500)
        qtbot.waitUntil(lambda: 300 < view.document().idealWidth() <= view.viewport().width())
        assert view.horizontalScrollBar().maximum() == 0
        end = view.document().lastBlock().layout().position()
        assert end.y() < 0.8 * min(640, width)  # 600 by 960 pixels, a heading, and no gap below the picture


@pytest.mark.parametrize("word", ["kappa", "ndcg", "rescue", "ties", "PDF"])
@pytest.mark.sweep
def test_what_people_type_is_found_in_the_help(come: Come, demo: Path, word: str) -> None:
    person = come(demo)
    person.press("F1")
    reader = person.window.findChild(HelpReader)
    QTest.keyClicks(QApplication.focusWidget(), word)
    assert 0 < reader.list.count() < len(pages())
    assert word.lower() in reader.view.textCursor().selectedText().lower()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("puntuacion", "puntuación"),
        ("PUNTUACIÓN", "puntuación"),
        ("anade", "añade"),
        ("ガ", "ガ"),
        ("csv", "CSV"),
        ("ｃｓｖ", "CSV"),
    ],
)
def test_case_and_accents_do_not_count_in_the_search(qtbot: QtBot, typed: str, found: str) -> None:
    text = "# \N{GRINNING FACE}\n\nカ is another.\n\n| La puntuación | ガ |\n|---|---|\n| añade | CSV |\n"
    view = shown_page(qtbot, {"a": text})
    view.show_page("a")
    assert view.find_words(typed)
    assert view.textCursor().selectedText() == found
    first = view.textCursor().position()
    assert view.find_words(typed)  # from the top again
    assert view.textCursor().position() == first
    assert not view.find_words("none of it")
    assert view.textCursor().selectedText() == found


def test_links_go_to_a_heading_and_back_to_the_place(qtbot: QtBot) -> None:
    long = "\n\n".join(f"Line {n}." for n in range(200))
    view = shown_page(qtbot, {"a": f"# A\n\n{long}\n", "b": f"# B\n\n{long}\n\n## Far down\n\n{long}\n"})
    view.show_page("a")
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 500)
    bar.setValue(300)
    view.anchorClicked.emit(QUrl("b.md#far-down"))
    assert view.page == "b"
    assert bar.value() > 1000
    view.backward()
    assert view.page == "a"
    assert bar.value() == 300


def test_a_page_wears_the_theme_and_is_dressed_again_with_another(qtbot: QtBot) -> None:
    text = "# A\n\nSome `code` and a [link](b.md).\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n    alone\n"
    view = shown_page(qtbot, {"a": text, "b": "# B"})
    for dark in (False, True):
        theme().choose("dark" if dark else "light")
        view.show_page("a")
        tokens = theme().tokens
        assert colors_of(view, "link") == {QColor(tokens.accent).name()}
        assert colors_of(view, "Some ") == {QColor(tokens.text).name()}
        assert colors_of(view, "x") == {QColor(tokens.text2).name()}
    theme().choose("light")


def colors_of(view: PageView, words: str) -> set[str]:
    """Return the colors of what reads like this."""
    found = set()
    block = view.document().begin()
    while block.isValid():
        inside = block.begin()
        while not inside.atEnd():
            one = inside.fragment()
            if one.text() == words:
                found.add(one.charFormat().foreground().color().name())
            inside += 1
        block = block.next()
    return found


@pytest.mark.sweep
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
    assert reader.title == titles[min(titles.index("Judging") + 3, len(titles) - 1)]
    reader.open_page("measures")
    before = reader.view.verticalScrollBar().value()
    person.press("PgDown")
    assert reader.view.verticalScrollBar().value() > before
    person.settle()
    at = reader.view.verticalScrollBar().value()
    reader.view.anchorClicked.emit(QUrl("campaign.md"))
    assert reader.title == "A campaign with several assessors"
    assert "jurybox follow FOLDER" in reader.view.toPlainText()
    person.press("Alt+Left")
    assert reader.title == "Measures"
    assert reader.view.verticalScrollBar().value() == at
    person.press("Alt+Right")
    assert reader.title == "A campaign with several assessors"
    person.press("Esc")
    person.settle()
    assert person.window.desk == "judge"


def test_no_page_of_a_small_window_moves_sideways(come: Come, demo: Path) -> None:
    person = come(demo)
    person.window.resize(960, 540)
    person.press("F1")
    reader = person.window.findChild(HelpReader)
    for name in ("files", "measures", "worked-examples"):
        reader.open_page(name)
        person.settle()
        assert reader.view.page == name
        assert reader.view.horizontalScrollBar().maximum() == 0, name


def test_a_high_window_shows_all_settings(come: Come, demo: Path) -> None:
    person = come(demo)
    person.window.resize(1280, 1600)
    person.press("Ctrl+,")
    person.settle()
    sheet = person.window.findChild(SettingsSheet)
    bar = sheet.findChild(QScrollArea).verticalScrollBar()
    assert bar.maximum() == 0
    assert sheet.panel.height() < 1500
    person.window.resize(1280, 800)
    person.settle()
    assert sheet.panel.height() > 740
    assert bar.maximum() > 0


def test_every_declared_setting_has_its_row_and_holds_at_once(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+,")
    sheet = person.window.findChild(SettingsSheet)
    assert set(sheet.controls) == {one.key for one in SETTINGS if control_of(one, person.program.settings)}
    words = painted_words(person.window)
    assert "Theme" in words
    groups = list(dict.fromkeys(one.group for one in SETTINGS if one.key in sheet.controls))
    assert all(groups)
    seen = [word for word in words if word in groups]
    assert len(seen) > 2
    assert seen == groups[: len(seen)]
    person.press("Tab", "Tab", "Space")
    assert person.program.settings["reduced_motion"] is True
    assert person.program.theme.reduced_motion is True
    assert words.count("Off") == 1 + painted_words(person.window).count("Off")
    person.press("Tab", "Tab")
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


def test_defaults_of_settings_can_be_taken_back_until_one_is_changed(come: Come, demo: Path) -> None:
    person = come(demo)
    settings = person.program.settings
    settings["text_size"], settings["advance"] = 22, False
    person.press("Ctrl+,")
    sheet = person.window.findChild(SettingsSheet)
    sheet.defaults.click()
    assert (settings["text_size"], settings["advance"], sheet.defaults.text()) == (17, True, "Undo")
    sheet.defaults.click()
    assert (settings["text_size"], settings["advance"]) == (22, False)
    assert sheet.defaults.text() == "Restore defaults"
    sheet.defaults.click()
    sheet.controls["reduced_motion"].click()
    assert sheet.defaults.text() == "Restore defaults"


def test_esc_in_a_line_of_the_settings_saves_it_and_closes_them(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+,")
    sheet = person.window.findChild(SettingsSheet)
    sheet.controls["report_contact"].setFocus()
    QTest.keyClicks(QApplication.focusWidget(), "track@example.org")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not sheet.is_open
    assert person.program.settings["report_contact"] == "track@example.org"


def test_a_language_is_chosen_by_its_name_and_kept_by_its_code(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+,")
    combo = person.window.findChild(SettingsSheet).controls["language"]
    assert isinstance(combo, Combo)
    combo.setCurrentIndex(combo.findText("Español"))
    combo.activated.emit(combo.currentIndex())
    assert person.program.settings["language"] == "es"


def editor_of(person: Person, words: str) -> KeysEditor:
    """Open the editor from the palette and look for an action."""
    person.window.registry.trigger("edit.keys")
    person.settle()
    editor = person.window.findChild(KeysEditor)
    QTest.keyClicks(QApplication.focusWidget(), words)
    return editor


@pytest.mark.sweep
def test_a_key_is_changed_and_works_and_is_kept(come: Come, demo: Path) -> None:
    person = come(demo)
    free = person.free_letter
    editor = editor_of(person, "defer")
    assert editor.current.text.startswith("Defer")
    person.press("Return", free)
    assert person.program.settings["keys"] == {"judge.defer": [free]}
    person.press("Esc")
    answer = person.desk.queue_cursor.answer
    person.press(free)
    assert person.session.content_of(answer).state == "deferred"
    answer = person.desk.queue_cursor.answer
    person.press("D")
    assert person.session.content_of(answer).state is None
    person.close()
    again = come(demo)
    answer = again.desk.queue_cursor.answer
    again.press(free)
    assert again.session.content_of(answer).state == "deferred"


def test_a_collision_is_shown_and_taken_on_the_second_press(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    person.press("Return", "S")
    assert re.search(r"S: both .*Skip.* and .*Defer|S: both .*Defer.* and .*Skip", editor.hint.text())
    assert person.program.settings["keys"] == {}
    person.press("S")
    assert person.program.settings["keys"] == {"judge.defer": ["S"], "judge.skip": []}
    person.press("F5")
    assert person.program.settings["keys"] == {"judge.skip": []}
    editor.all.click()
    assert person.program.settings["keys"] == {}
    assert editor.all.text() == "Undo"
    editor.all.click()
    assert person.program.settings["keys"] == {"judge.skip": []}
    editor.all.click()
    person.press("Return", "Ctrl+Shift+Y")
    assert person.program.settings["keys"] == {"judge.defer": ["Ctrl+Shift+Y"]}
    assert editor.all.text() == "Reset all", "a key changed since stays"
    person.press("Return", "Esc", "Esc")
    assert not person.window.findChildren(KeysEditor) or not editor.is_open


def test_a_key_is_taken_from_another_action_after_one_was_changed(come: Come, demo: Path) -> None:
    person = come(demo)
    editor_of(person, "defer")
    person.press("Return", "Ctrl+Shift+Y")
    person.press("Return", "S", "S", "Esc")
    answer = person.desk.queue_cursor.answer
    person.press("S")
    assert person.session.content_of(answer).state == "deferred"


def test_a_key_that_the_window_has_is_shown_and_not_pressed(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    dark = person.program.theme.dark
    person.press("Return", "Ctrl+D")
    assert person.program.theme.dark == dark
    assert "Ctrl+D: both " in editor.hint.text()
    person.press("Esc")
    person.press("Ctrl+D")
    assert person.program.theme.dark != dark


@pytest.mark.parametrize(
    ("key", "held", "text", "scan", "name"),
    [
        (Qt.Key.Key_Ampersand, Qt.KeyboardModifier.NoModifier, "&", 10, "1"),  # the place of 1, in France
        (0x424, Qt.KeyboardModifier.NoModifier, "\u0444", 38, "A"),  # the place of A, in Russia
        (Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier, "?", 61, "?"),
        (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "\t", 23, "Tab"),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier, "\r", 104, "Return"),
        (Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier, "", 37, ""),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11")
def test_the_field_names_a_key_by_its_place(
    qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier, text: str, scan: int, name: str
) -> None:
    field = KeyEdit()
    qtbot.addWidget(field)
    field.show()
    taken: list[str] = []
    field.taken.connect(taken.append)
    QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, int(key), held, scan, 0, 0, text))
    assert taken == ([name] if name else [])
    portable = QKeySequence.SequenceFormat.PortableText
    assert field.keySequence().toString(portable) == name


def test_going_elsewhere_leaves_the_field_and_the_key(come: Come, demo: Path) -> None:
    person = come(demo)
    editor = editor_of(person, "defer")
    person.press("Return")
    assert isinstance(QApplication.focusWidget(), KeyEdit)
    editor.search.setFocus()
    assert editor.waiting is None
    assert not person.window.findChildren(KeyEdit) or not editor.view.indexWidget(editor.view.currentIndex())
    QTest.keyClicks(QApplication.focusWidget(), "x")
    assert editor.search.text() == "deferx"
    assert person.program.settings["keys"] == {}


def test_a_question_for_a_name_is_left_with_esc(come: Come, demo: Path) -> None:
    person = come(demo)
    answer = person.desk.queue_cursor.answer
    person.press("Ctrl+J")
    assert "Your name" in person.words()
    person.press("Esc")
    assert "Your name" not in person.words()
    person.press("1")
    assert person.session.content_of(answer).label == "correct"


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
