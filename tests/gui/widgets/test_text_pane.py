"""The pane shows any text as it is stored, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextCursor, QTextDocument, QTextOption
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import Choice, Theme
from jurybox_gui.theme.tokens import DARK, LIGHT
from jurybox_gui.widgets import coverage
from jurybox_gui.widgets.coverage import GlyphCoverage, missing_names, missing_sentence
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_spans import Span, span_format
from jurybox_gui.widgets.whole_lines import slice_top

LONG = "\n".join(f"Line {n} of a long answer, with a needle now and then." for n in range(400))
Dress = Callable[[Choice], Theme]


@pytest.fixture
def pane(qtbot: QtBot, dressed: Dress) -> TextPane:
    dressed("light")
    made = TextPane("Answer")
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def selected(pane: TextPane, number: int) -> str:
    selections = pane.extraSelections()
    return selections[number].cursor.selectedText()


def ground(pane: TextPane) -> QColor:
    selections = pane.extraSelections()
    return selections[0].format.background().color()


@pytest.mark.parametrize(
    "text",
    [
        '<img src="file:///{place}">',
        "if a<b> then <s>strike</s> <script>1</script>",
        "a < b and c > d",
        "# no *markdown* [here](x)",
        "<unk> &lt; &amp;",
    ],
)
def test_markup_is_shown_letter_by_letter(pane: TextPane, text: str, tmp_path: Path) -> None:
    canary = tmp_path / "canary.png"
    picture = QImage(2, 2, QImage.Format.Format_RGB32)
    assert picture.save(str(canary))
    text = text.replace("{place}", str(canary))
    pane.set_text(text)
    assert pane.document().toPlainText() == text
    assert pane.stored_text == text
    kind = QTextDocument.ResourceType.ImageResource.value
    loaded = pane.loadResource(kind, QUrl.fromLocalFile(str(canary)))
    assert isinstance(loaded, QImage)
    assert loaded.isNull()


def test_links_lead_nowhere_and_nothing_can_be_typed(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text("http://127.0.0.1/ text")
    assert not pane.openLinks()
    assert pane.isReadOnly()
    assert not pane.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    qtbot.keyClicks(pane, "typed")
    assert pane.document().toPlainText() == "http://127.0.0.1/ text"


def test_spans_cover_stored_offsets(pane: TextPane) -> None:
    text = "🦔 one\r\ntwo 冷凍 three"
    pane.set_text(text)
    words = ["one", "two", "冷凍"]
    pane.set_spans([Span(text.index(word), text.index(word) + len(word)) for word in words])
    assert [selected(pane, n) for n in range(3)] == words


def test_spans_take_the_colors_of_the_theme(pane: TextPane, dressed: Dress) -> None:
    pane.set_text("some text")
    pane.set_spans([Span(0, 4)])
    assert ground(pane) == color(LIGHT.mark)
    dressed("dark")
    assert ground(pane) == color(DARK.mark)
    dressed("light")
    assert span_format("partial").background().style() == Qt.BrushStyle.NoBrush
    assert span_format("partial").fontUnderline()


def test_steps_go_round_the_spans(pane: TextPane) -> None:
    pane.set_text(LONG)
    starts = [LONG.index(f"Line {n} ") for n in (5, 200, 390)]
    pane.set_spans([Span(start, start + 4) for start in starts])
    assert pane.step_span(-1) == 2
    assert 0 <= pane.rect_of(starts[2]).top() <= pane.viewport().height()
    assert [pane.step_span(1) for _ in range(3)] == [0, 1, 2]
    assert pane.step_span(-1) == 1
    assert 0 <= pane.rect_of(starts[1]).top() <= pane.viewport().height()
    pane.set_spans([])
    assert pane.step_span(1) == -1


def test_a_far_place_is_reached_at_once(pane: TextPane) -> None:
    text = "\n".join(f"{n} words of a line" for n in range(5_000))
    pane.set_text(text)
    pane.reveal(text.index("4990 words"))
    assert 0 <= pane.rect_of(text.index("4990 words")).top() <= pane.viewport().height()


def test_search_counts_and_goes_round(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LONG)
    with qtbot.waitSignal(pane.find_changed) as emitted:
        assert pane.find_text("LINE 39") == 11
    assert emitted.args == [1, 11]
    assert selected(pane, 0) == "Line 39"
    assert pane.find_step(-1) == 11
    assert pane.find_step(1) == 1
    with qtbot.waitSignal(pane.find_changed) as emitted:
        assert pane.find_text("nowhere") == 0
    assert emitted.args == [0, 0]
    assert pane.find_step(1) == 0
    assert pane.extraSelections() == []


def test_a_long_text_is_cut_until_all_is_wanted(pane: TextPane, qtbot: QtBot) -> None:
    text = "word " * 60_000 + "the end"
    pane.set_text(text)
    assert pane.is_cut
    assert pane.document().characterCount() == 200_001
    button = pane._all
    assert button.isVisible()
    assert "300,007" in button.text()
    with qtbot.waitSignal(pane.show_all_requested):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not pane.is_cut
    assert not button.isVisible()
    assert pane.find_text("the end") == 1
    assert selected(pane, 0) == "the end"
    pane.set_text("short")
    assert not pane.is_cut


def test_a_word_without_end_breaks_anywhere(pane: TextPane) -> None:
    pane.set_text("x" * 5_000)
    assert pane.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    pane.set_text("ordinary words")
    assert pane.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def test_arabic_stands_at_the_right(pane: TextPane) -> None:
    pane.set_text("left\nنص عربي")
    arabic = pane.document().lastBlock()
    line = arabic.layout().lineAt(0)
    assert line.naturalTextRect().left() > 300
    latin = pane.document().firstBlock().layout().lineAt(0)
    assert latin.naturalTextRect().left() == 0


def test_lines_keep_one_rhythm_and_empty_lines_are_low(pane: TextPane) -> None:
    pane.set_text("latin\n冷凍すれば\n\nlast")
    tops = [pane.rect_of(pane.stored_text.index(word)).center().y() for word in ("latin", "冷凍", "last")]
    assert tops[1] - tops[0] == pytest.approx(17 * 1.585, abs=1.5)
    assert tops[2] - tops[1] == pytest.approx(17 * (1.585 + 0.7), abs=2)


def test_lines_are_at_most_78_characters_unless_wide(pane: TextPane) -> None:
    pane.resize(1400, 300)
    pane.set_text("some ordinary words of English text " * 40)
    line = pane.document().firstBlock().layout().lineAt(0)
    assert 60 <= line.textLength() <= 84
    pane.set_wide(wide=True)
    line = pane.document().firstBlock().layout().lineAt(0)
    assert line.textLength() > 120


def test_type_grows_from_14_to_28(pane: TextPane) -> None:
    pane.set_text("some text")
    assert pane.px == 17
    assert pane.set_px(40) == 28
    assert pane.document().defaultFont().pixelSize() == 28
    assert pane.set_px(3) == 14


def test_lines_stand_further_apart_as_they_are_set(pane: TextPane) -> None:
    pane.set_text("one\ntwo\nthree")
    usual = pane.rect_of(8).top() - pane.rect_of(4).top()
    pane.set_spacing(200)
    assert pane.rect_of(8).top() - pane.rect_of(4).top() == pytest.approx(usual * 200 / 131, abs=1)
    assert pane.line_px == pytest.approx(17 * 1.21 * 2)


def test_pages_scroll_and_tell_how_much_is_below(pane: TextPane) -> None:
    pane.set_text("\n".join(f"Line {n} of an answer" for n in range(400)))
    below = pane.more_lines()
    assert below == pytest.approx(400 - pane.viewport().height() / 27, abs=1)
    pane.scroll_page(1)
    assert pane.more_lines() < below
    pane.scroll_page(-9)
    assert pane.more_lines() == below
    pane.set_text("one line")
    assert pane.more_lines() == 0


def test_the_selection_is_shown_and_copied_from_the_stored_text(pane: TextPane) -> None:
    text = "🦔 one\u00a0word\r\nnext"
    pane.set_text(text)
    assert pane.selection() is None
    cursor = pane.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    pane.setTextCursor(cursor)
    assert pane.selection() == (0, len(text))
    copied = pane.createMimeDataFromSelection()
    assert copied.text() == text
    assert not copied.hasHtml()


def test_words_are_marked_with_the_keyboard(pane: TextPane) -> None:
    pane.set_text("one two three")
    pane.extend_selection(2)
    assert pane.selection() == (0, 8)
    pane.extend_selection(-1)
    assert pane.selection() == (0, 4)


def test_missing_characters_are_counted(pane: TextPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "_has_glyph", lambda sign, face: sign != "\u4e00")
    with qtbot.waitSignal(pane.missing_changed) as emitted:
        pane.set_text("\u4e00 two \u4e00 three")
    assert emitted.args[0] == "2 characters cannot be shown on this computer: U+4E00"
    assert emitted.args[1].startswith("U+4E00 CJK UNIFIED IDEOGRAPH-4E00\nInstall a font")
    assert missing_sentence({"x": 1}) == "1 character cannot be shown on this computer: U+0078"
    assert missing_sentence(dict.fromkeys("abcd", 1)).endswith("U+0061, U+0062, U+0063 and 1 more")
    assert (missing_sentence({}), missing_names({})) == ("", "")


def test_a_private_character_has_no_glyph_and_letters_have(qapp: object) -> None:
    looked = GlyphCoverage(font(17))
    assert looked.missing("plain é text\u200b\n\t") == {}
    assert looked.missing("\U0010fffd and \U0010fffd") == {"\U0010fffd": 2}


def test_a_click_sets_no_cursor_that_can_type(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LONG)
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    assert pane.selection() is None


def test_a_pane_ends_with_a_whole_line_and_its_lines_before_the_edge(qtbot: QtBot) -> None:
    made = TextPane("Answer", edge=14)
    qtbot.addWidget(made)
    made.set_wide(wide=True)
    made.set_text(LONG)
    made.show()
    for height in range(200, 240, 7):
        made.resize(400, height)
        assert made.viewport().height() % made.line_px < 1
        assert made.height() - made.viewport().height() < made.line_px
        assert made.lineWrapColumnOrWidth() <= 400 - 14
    made.set_text("One line.")
    assert made.viewport().height() == made.height(), "what fits needs no room below it"


def test_a_place_in_paragraphs_is_shown_with_whole_lines_only(pane: TextPane) -> None:
    text = "\n\n".join(f"Paragraph {n} jumps, quickly, over {'a lazy dog and ' * 12}on." for n in range(60))
    pane.set_text(text)
    view = pane.viewport()
    sliced = 0
    for n in range(3, 50, 4):
        pane.reveal(text.index(f"Paragraph {n} "))
        first = pane.view(0).start
        assert pane.rect_of(first).top() >= 0, "the first line is whole"
        shown = view.grab().toImage()
        plain = view.palette().base().color()
        foot = {shown.pixelColor(x, shown.height() - 1).name() for x in range(shown.width())}
        assert foot == {plain.name()}, "no line reaches over the foot"
        sliced += slice_top(pane) is not None
    assert sliced, "some line would have been cut"


@pytest.mark.parametrize("rest", [0.1, 0.3, 0.5, 0.7])
def test_an_empty_line_at_the_foot_covers_nothing_of_the_line_above(pane: TextPane, rest: float) -> None:
    pane.set_text("One jumps\n\ntwo jumps\n\nthree")
    pane.resize(500, 500)
    QApplication.processEvents()
    foot = pane.rect_of(0).bottom() + 1
    whole = pane.viewport().grab().toImage().copy(0, 0, 300, foot)
    pane.resize(500, foot + round(rest * pane.line_px / 2))
    QApplication.processEvents()
    assert pane.viewport().grab().toImage().copy(0, 0, 300, foot) == whole


def test_a_line_that_is_covered_counts_as_below(pane: TextPane) -> None:
    pane.set_text("One\n\ntwo\n\nthree\n\nfour")
    pane.resize(500, round(5.2 * pane.line_px))
    QApplication.processEvents()
    assert slice_top(pane) is not None, "a third of the last line has no room"
    assert pane.more_lines() == 1


@pytest.mark.parametrize("height", [120, 131, 142, 153, 164])
def test_the_last_line_is_reached_by_pages_and_by_going_there(pane: TextPane, height: int) -> None:
    text = "\n\n".join(f"Paragraph {n}\nin two lines" for n in range(20)) + "\nEND"
    pane.set_text(text)
    pane.resize(500, height)
    QApplication.processEvents()
    for _ in range(40):
        pane.scroll_page(1)
    assert pane.more_lines() == 0
    assert slice_top(pane) is None
    pane.to_start()
    pane.reveal(text.index("END"))
    QApplication.processEvents()
    seen = pane.rect_of(text.index("END"))
    assert 0 <= seen.top() < seen.bottom() <= pane.viewport().height() + 1
    assert slice_top(pane) is None or seen.bottom() <= slice_top(pane)
