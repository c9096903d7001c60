"""A text of any length is read part by part, and nothing of it is out of reach."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sweeps import swept

from jurybox_gui.theme.theme import Choice, Theme
from jurybox_gui.widgets import text_parts
from jurybox_gui.widgets.text_map import TextMap
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_spans import Span

COST = 20_000
LINES = "".join(f"Line {n} of a text that is long\n" for n in range(3_000))
TEXTS = {
    "lines": LINES,
    "no space": "".join(f"{n:07}" for n in range(9_000)),
    "newlines": "\n" * 9_000,
    "Japanese": "冷凍すれば長く保存できます。" * 500,
    "emoji": "🦔🎉" * 4_000,
    "Arabic": "نص عربي طويل " * 500,
    "marks": "e\u0301o\u0308" * 8_000,
}
FEW = ("no space", "Japanese", "emoji")
Dress = Callable[[Choice], Theme]


@pytest.fixture
def pane(qtbot: QtBot, dressed: Dress, monkeypatch: pytest.MonkeyPatch) -> TextPane:
    dressed("light")
    monkeypatch.setattr(text_parts, "PART_COST", COST)
    monkeypatch.setattr(text_parts, "PART_LINES", 400)
    made = TextPane("Answer")
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def marked(pane: TextPane) -> list[str]:
    return [selection.cursor.selectedText() for selection in pane.extraSelections()]


def in_view(pane: TextPane, offset: int) -> bool:
    return pane.part.start <= offset <= pane.part.end and pane.viewport().rect().intersects(pane.rect_of(offset))


def turn(qtbot: QtBot) -> None:
    qtbot.wait(1)


def walk(pane: TextPane, qtbot: QtBot, way: int) -> Iterator[tuple[int, int]]:
    """Scroll to the edge of part after part until there is no further."""
    bar = pane.verticalScrollBar()
    while True:
        yield tuple(pane.part)
        before = pane.part
        bar.setValue(bar.maximum() if way > 0 else 0)
        for _ in range(3):
            turn(qtbot)
        if pane.part == before:
            return


@pytest.mark.parametrize("kind", [*FEW, *swept(kind for kind in TEXTS if kind not in FEW)])
def test_every_character_can_be_reached(pane: TextPane, qtbot: QtBot, kind: str) -> None:
    text = TEXTS[kind]
    pane.set_text(text)
    assert pane.is_cut
    read = 0
    for start, end in walk(pane, qtbot, 1):
        assert start <= read < end
        assert pane.document().characterCount() == len(TextMap(text[start:end]).shown.encode("utf-16-le")) // 2 + 1
        assert pane.document().toPlainText() == text[start:end]
        assert end - start <= COST
        read = end
    assert read == len(text)
    assert not pane.is_cut
    for start, end in walk(pane, qtbot, -1):
        assert start < read <= end or read == len(text)
        read = start
    assert read == 0


@pytest.mark.parametrize("kind", ["lines", "no space"])
def test_the_line_that_is_read_stays_where_it_is(pane: TextPane, qtbot: QtBot, kind: str) -> None:
    pane.set_text(TEXTS[kind])
    bar = pane.verticalScrollBar()
    bar.setValue(pane._settled() - 40)
    top, first = pane.view(0).start, pane.part
    seen = [pane.rect_of(top).top(), pane.rect_of(top + 50).top()]
    turn(qtbot)
    turn(qtbot)
    assert pane.part.end > first.end
    assert [pane.rect_of(top).top(), pane.rect_of(top + 50).top()] == pytest.approx(seen, abs=1)


def test_reading_past_the_first_part_is_to_want_all(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    hint, first = pane._hint, pane.part
    assert hint.isVisible()
    assert hint.text() == f"Characters 1 to {first.end:,} of {len(LINES):,}"
    with qtbot.waitSignal(pane.show_all_requested):
        for _ in range(100):
            pane.scroll_page(1)
    assert not pane.is_cut
    assert pane.part.start > 0
    assert hint.text().startswith(f"Characters {pane.part.start + 1:,} to ")
    pane.set_text("short")
    assert not hint.isVisible()
    assert pane.viewport().height() == pane.height()


@pytest.mark.sweep
def test_pages_go_on_over_the_parts_and_back(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    below = pane.more_lines()
    assert below == pytest.approx(3_000, rel=0.1)
    seen = [pane.view(0)]
    while pane.part.end < len(LINES):
        pane.scroll_page(1)
        turn(qtbot)
        seen.append(pane.view(0))
    # Each page begins where the last one ended, or within it.
    assert all(before.start < after.start <= before.end for before, after in pairwise(seen))
    assert pane.more_lines() < below / 4
    while pane.part.start > 0:
        pane.scroll_page(-1)
        turn(qtbot)


def test_the_keys_home_and_end_lead_to_the_ends_of_the_text(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    qtbot.keyClick(pane, Qt.Key.Key_End)
    assert pane.part.end == len(LINES)
    assert in_view(pane, len(LINES))
    assert pane.more_lines() == 0
    qtbot.keyClick(pane, Qt.Key.Key_Home)
    assert pane.part.start == 0
    assert in_view(pane, 0)


def test_the_wheel_goes_on_where_the_bar_cannot(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    bar = pane.verticalScrollBar()
    bar.blockSignals(True)
    bar.setValue(bar.maximum())
    bar.blockSignals(False)
    none, at = QPoint(), QPointF(50, 50)
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    down = QWheelEvent(at, at, none, QPoint(0, -120), buttons, keys, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(pane.viewport(), down)
    turn(qtbot)
    assert pane.part.start > 0


def test_a_part_stays_while_somebody_selects_in_it(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    first, bar = pane.part, pane.verticalScrollBar()
    pane._settled()
    qtbot.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    bar.setValue(bar.maximum())
    turn(qtbot)
    assert pane.part == first
    qtbot.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    turn(qtbot)
    assert pane.part != first


def test_spans_are_stepped_through_over_the_parts(pane: TextPane) -> None:
    starts = [LINES.index(f"Line {n} ") for n in (3, 1_500, 2_990)]
    pane.set_text(LINES)
    pane.set_spans([Span(start, start + 4) for start in starts])
    for n, start in enumerate(starts):
        assert pane.step_span(1) == n
        assert in_view(pane, start)
        assert marked(pane) == ["Line"]
    pane.set_spans([Span(start, start + 4) for start in starts])
    assert pane.step_span(1) == 0
    assert in_view(pane, starts[0])
    pane.to_start()
    assert pane.step_span(-1) == 2


def test_the_search_is_over_the_whole_text(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    with qtbot.waitSignal(pane.show_all_requested):
        assert pane.find_text("line 2999") == 1
    assert marked(pane) == ["Line 2999"]
    assert in_view(pane, LINES.index("Line 2999"))
    assert pane.find_text("line 150 ") == 1
    assert pane.find_text("LINE 7") == 111
    for n in range(1, 111):
        assert pane.find_step(1) == n + 1
    assert in_view(pane, LINES.index("Line 799"))


def test_a_selection_is_kept_over_the_parts(pane: TextPane) -> None:
    pane.set_text(LINES)
    pane.extend_selection(3)
    chosen = pane.selection()
    assert chosen is not None
    pane.to_end()
    assert pane.selection() == chosen
    assert not pane.textCursor().hasSelection()
    pane.to_start()
    assert pane.selection() == chosen
    assert pane.textCursor().hasSelection()


def test_words_are_marked_over_the_edge_of_a_part(pane: TextPane) -> None:
    text = "word " * 12_000
    pane.set_text(text)
    edge = pane.part.end
    for _ in range(50):
        pane.extend_selection(100)
    assert pane.selection() == (0, 25_000)
    assert edge < 25_000
    pane.extend_selection(-4_000)
    assert pane.selection() == (0, 5_000)


def test_all_is_selected_and_copied_and_a_click_ends_it(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text(LINES)
    qtbot.keyClick(pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert pane.selection() == (0, len(LINES))
    assert pane.createMimeDataFromSelection().text() == LINES
    pane.to_end()
    assert pane.selection() == (0, len(LINES))
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert pane.selection() is None


def test_many_spans_are_painted_where_they_are_seen(pane: TextPane, qtbot: QtBot) -> None:
    text = "word " * 3_000
    pane.set_text(text)
    pane.set_spans([Span(n * 5, n * 5 + 4) for n in range(2_000)])
    assert 0 < len(marked(pane)) <= 250
    bar = pane.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    view = pane.view(0)
    cursors = [selection.cursor.selectionStart() for selection in pane.extraSelections()]
    assert set(range(-(-view.start // 5) * 5, min(view.end, 10_000) - 5, 5)) <= set(cursors)
    pane.find_text("word")
    assert len(marked(pane)) <= 251


def test_type_of_another_size_keeps_the_line_at_the_top(pane: TextPane) -> None:
    pane.set_text(LINES)
    pane.reveal(LINES.index("Line 1500 "))
    top, part = pane.view(0).start, pane.part
    pane.set_px(24)
    assert pane.part == part
    assert pane.view(0).start == pytest.approx(top, abs=60)
