"""The queue as a column: what stands on the screen is what it would paint anew."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid


def on_screen(person: Person) -> QImage:
    """Return what stands on the screen where the list is."""
    window, shown = person.window, person.desk.queue.list.viewport()
    part = QRect(shown.mapTo(window, shown.rect().topLeft()), shown.size())
    return window.screen().grabWindow(window.winId()).toImage().copy(part)


def test_the_list_paints_only_what_is_new_and_nothing_old_stays(come: Callable[..., Person], demo: Path) -> None:
    person = come(demo)
    person.window.resize(1280, 560)
    person.settle()
    shown = person.desk.queue.list
    scrolled = shown.verticalScrollBar()
    assert scrolled.maximum() > 0
    before = scrolled.value()

    def is_true() -> bool:
        person.settle()
        seen = on_screen(person)
        return seen == shown.viewport().grab().toImage().convertToFormat(seen.format())

    for _ in range(12):
        person.press("1")
        assert is_true()
    assert scrolled.value() > before, "a row came into view, and the others moved"
    scrolled.setValue(before)
    assert is_true()
    theme().toggle()
    assert is_true()


def test_typed_words_are_searched_by_a_click_too(come: Callable[..., Person], demo: Path) -> None:
    person = come(demo)
    queue = person.desk.queue
    rows = queue.model.rowCount()
    person.press("Ctrl+F")
    assert not queue.run_search.isVisible()
    QTest.keyClicks(queue.search, "school")
    assert queue.run_search.isVisible()
    assert queue.part.text() == "All answers"
    QTest.mouseClick(queue.run_search, Qt.MouseButton.LeftButton)
    person.wait(lambda: queue.part.text() == "Found")
    person.settle()
    assert 0 < queue.model.rowCount() < rows
    assert not queue.run_search.isVisible()


@pytest.mark.sweep
def test_the_list_ends_with_a_whole_row(come: Callable[..., Person], demo: Path) -> None:
    person = come(demo)
    shown = person.desk.queue.list
    for height in (540, 551, 562, 573):
        person.window.resize(1280, height)
        person.settle()
        seen = shown.viewport().height()
        assert shown.verticalScrollBar().maximum() > 0
        assert seen % Grid.ROW_QUEUE == 0
        assert shown.height() - seen < Grid.ROW_QUEUE, "as many as have room"
