"""A view that a collection cannot have says why, and offers the way back to the table."""

from collections.abc import Callable
from pathlib import Path

from demo_file import demo_file
from person import Person, come
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.probe import painted_words

__all__ = ["come"]


def test_a_refused_view_offers_the_table(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "community"), desk="scores")
    person.press("Shift+S")
    assert "No question of this collection belongs to a series." in person.desk.probe().words
    (back,) = [
        one
        for one in person.desk.findChildren(PlainButton)
        if one.isVisible() and one.text() == "Show runs by measures"
    ]
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    person.settle()
    assert {"alder-1", "Rank"} <= set(painted_words(person.desk))
    person.press("C")
    assert not back.isVisible(), "categories are shown, and nothing is refused"
