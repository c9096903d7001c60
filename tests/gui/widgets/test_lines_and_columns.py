"""Labels, status, progress, fields, combos, columns, banners and empty states."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.spec import Action
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import Choice, Theme
from jurybox_gui.theme.tokens import DARK, LIGHT
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.fields import Field, SearchField
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import on_lines, one_line, text_width
from jurybox_gui.widgets.probe import painted_words
from jurybox_gui.widgets.progress import ProgressBar, ProgressLine
from jurybox_gui.widgets.side_column import SideColumn
from jurybox_gui.widgets.status_line import StatusLine
from jurybox_gui.widgets.tips import set_tip

Dress = Callable[[Choice], Theme]


def ink(label: PlainLabel) -> QColor:
    return label.palette().color(QPalette.ColorRole.WindowText)


def pixels(widget: QWidget) -> set[str]:
    picture = widget.grab().toImage()
    return {picture.pixelColor(x, y).name().upper() for x in range(widget.width()) for y in range(widget.height())}


def test_labels_never_read_markup(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    label = PlainLabel("<b>bold</b> &amp;", role="text2")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>bold</b> &amp;"
    with pytest.raises(ValueError, match="plain text only"):
        label.setTextFormat(Qt.TextFormat.RichText)


def test_labels_take_the_color_of_their_role_in_every_theme(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    label = PlainLabel("words", role="text2")
    qtbot.addWidget(label)
    label.show()
    assert ink(label) == QColor(LIGHT.text2)
    dressed("dark")
    assert ink(label) == QColor(DARK.text2)
    label.set_role("bad")
    assert ink(label) == QColor(DARK.bad)


def test_a_label_that_may_be_cut_takes_no_room(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    label = PlainLabel("a long text that is cut " * 4, elide=True)
    qtbot.addWidget(label)
    assert label.minimumSizeHint().width() == 0
    label.resize(60, 20)
    assert label.is_cut()
    label.resize(2_000, 20)
    assert not label.is_cut()
    assert LIGHT.text in pixels(label) or len(pixels(label)) > 3


def test_one_line_is_one_line_and_never_a_megabyte() -> None:
    assert one_line("a\n\nb\t c") == "a b c"
    assert one_line("x" * 1_000_000) == "x" * 500 + "…"


def test_tips_are_escaped(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    set_tip(widget, '<img src="x"> & more')
    assert widget.toolTip() == "<qt>&lt;img src=&quot;x&quot;&gt; &amp; more</qt>"
    set_tip(widget, "")
    assert widget.toolTip() == ""


@pytest.mark.parametrize(("state", "color"), [("saved", LIGHT.good), ("not-saved", LIGHT.bad)])
def test_the_status_says_whether_the_label_is_safe(qtbot: QtBot, dressed: Dress, state: str, color: str) -> None:
    dressed("light")
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(700, 30)
    line.set_state(state, "Saved 14:32:07", "Entry 4,127")  # type: ignore[arg-type]
    line.set_who("Mika Aalto", "Quality A B C")
    assert line.accessibleName() == "Saved 14:32:07, Entry 4,127, Mika Aalto, Quality A B C"
    assert (line.state, line.sentence) == (state, "Saved 14:32:07")
    assert color in pixels(line)
    line.resize(90, 30)
    assert not line.grab().isNull()


def test_progress_is_shown_and_can_be_stopped(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    bar = ProgressBar()
    qtbot.addWidget(bar)
    bar.resize(100, 4)
    assert bar.share() == 0
    bar.set_progress(50, 100)
    assert bar.share() == 0.5
    picture = bar.grab().toImage()
    assert picture.pixelColor(25, 2) == QColor(LIGHT.accent)
    assert picture.pixelColor(75, 2) == QColor(LIGHT.line2)
    bar.set_progress(100, 100)
    assert bar.grab().toImage().pixelColor(50, 2) == QColor(LIGHT.good)
    line = ProgressLine()
    qtbot.addWidget(line)
    line.resize(224, 38)
    line.set_progress("Swap study, trial 412 of 1,000", 412, 1000)
    assert line.accessibleName() == "Swap study, trial 412 of 1,000, Esc stops"
    with qtbot.waitSignal(line.stop_requested):
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(215, 27))
    with qtbot.assertNotEmitted(line.stop_requested):
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(20, 27))


def test_fields_give_the_keyboard_back_on_escape(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    field = Field("Note to this answer")
    qtbot.addWidget(field)
    assert field.accessibleName() == "Note to this answer"
    qtbot.keyClicks(field, "typed")
    with qtbot.waitSignal(field.left):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "typed"


def test_placeholders_can_be_read(qtbot: QtBot, dressed: Dress) -> None:
    for choice, tokens in (("light", LIGHT), ("dark", DARK)):
        dressed(choice)  # type: ignore[arg-type]
        field = Field("Note")
        qtbot.addWidget(field)
        field.ensurePolished()
        shown = field.palette().color(QPalette.ColorRole.PlaceholderText)
        assert shown == QColor(tokens.text3)


def test_the_search_field_of_the_menu_row_only_opens(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    field = SearchField("Find a question, run, action", "Ctrl+K", opens=True)
    qtbot.addWidget(field)
    field.resize(288, 24)
    with qtbot.waitSignal(field.opened):
        qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(field.opened):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "typed")
    assert field.text() == ""
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        with qtbot.assertNotEmitted(field.opened):
            qtbot.mouseClick(field, button)
    typed = SearchField("Find in text", "/")
    qtbot.addWidget(typed)
    qtbot.keyClicks(typed, "word")
    assert typed.text() == "word"
    assert not typed.grab().isNull()


def test_combos_carry_values_and_tell_only_of_choices(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    combo = Combo("Gold standard")
    qtbot.addWidget(combo)
    with qtbot.assertNotEmitted(combo.currentIndexChanged):
        combo.set_choices([("Majority", "majority"), ("<b>GA</b>", "GA")], "GA")
    assert combo.currentData() == "GA"
    combo.choose("unheard of")
    assert combo.currentData() == "majority"
    with qtbot.waitSignal(combo.currentIndexChanged):
        combo.choose("GA")
    combo.set_choices([])
    assert combo.currentIndex() == -1
    assert combo.accessibleName() == "Gold standard"
    assert not combo.grab().isNull()


def test_sections_fold(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    column = SideColumn("Side")
    qtbot.addWidget(column)
    section = column.add_section("Guidelines", "G")
    section.add(PlainLabel("words"))
    section.set_aside("last 9")
    column.add_foot(Hairline())
    column.resize(268, 300)
    column.show()
    assert section.body.isVisible()
    with qtbot.waitSignal(section.folded_changed) as emitted:
        qtbot.mouseClick(section.head, Qt.MouseButton.LeftButton)
    assert emitted.args == [True]
    assert section.folded
    assert not section.body.isVisible()
    section.folded = False
    assert section.body.isVisible()


def test_banners_say_and_do(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    done: list[str] = []
    choices = [("Try again", "", lambda: done.append("again")), ("Save a copy", "", lambda: done.append("copy"))]
    banner = Banner("Not saved: <b>the disk</b> is full", "All earlier labels are safe.", choices, closable=True)
    qtbot.addWidget(banner)
    banner.resize(400, banner.sizeHint().height())
    banner.show()
    assert {LIGHT.bads, LIGHT.bad} <= pixels(banner)
    for button in banner.buttons:
        button.click()
    assert done == ["again", "copy"]
    banner.set_text("Saved again")
    assert banner.accessibleName() == "Saved again"
    assert not banner.aside.isVisible()
    with qtbot.waitSignal(banner.closed):
        qtbot.keyClick(banner, Qt.Key.Key_Escape)
    assert not banner.isVisible()


def test_an_empty_desk_names_the_key_that_helps(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    window = QMainWindow()
    qtbot.addWidget(window)
    registry = ActionRegistry(window)
    registry.add([Action("file.import", "Import", keys=("Ctrl+I",))])
    empty = EmptyState("No runs yet", "{file.import} imports run files", "file.import", "import")
    window.setCentralWidget(empty)
    window.resize(400, 200)
    window.show()
    assert {"Ctrl+I", "Ctrl+I imports run files"} <= set(painted_words(empty))
    registry.override_keys({"file.import": ["Ctrl+R"]})
    assert {"Ctrl+R", "Ctrl+R imports run files"} <= set(painted_words(empty))
    assert empty.accessibleDescription() == "Ctrl+R imports run files"
    cap = empty._cap.center().toPoint()
    with qtbot.waitSignal(empty.pressed):
        qtbot.mouseClick(empty, Qt.MouseButton.LeftButton, pos=cap)
    with qtbot.assertNotEmitted(empty.pressed):
        qtbot.mouseClick(empty, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    empty.set_text("Nothing left to judge")
    assert empty.accessibleName() == "Nothing left to judge"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Judge three answers, then look", {"Judge", "three", "answers,", "then", "look"}),
        ("保存の前に、「検査」の結果。", {"保", "存", "の", "前", "に、", "「検", "査」", "結", "果。"}),
        ("ROC 空間と qrels、ラン", {"ROC", "空", "間", "と", "qrels、", "ラ", "ン"}),
    ],
)
def test_lines_break_between_words_and_between_signs_of_japanese(text: str, parts: set[str], dressed: Dress) -> None:
    dressed("light")
    lines = on_lines(text, font(13), 1.0, most=100)
    assert set(lines) == parts
    assert "".join(lines) == text.replace(" ", "")
    first, last = on_lines(text, font(13), text_width(text, font(13)) * 0.6)
    assert text.startswith(first)
    assert text.endswith(last)


def test_no_sign_of_japanese_is_left_alone_on_the_last_line(dressed: Dress) -> None:
    dressed("light")
    text, face = "質問：評価なし", font(13)
    assert on_lines(text, face, text_width(text[:-1], face) + 1) == ("質問：評価", "なし")
    assert on_lines("ab c", face, text_width("ab", face) + 1) == ("ab", "c")
