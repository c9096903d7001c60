"""Empty pages offer what fills them; lines that are read from the right have their full stop at the left."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from jurybox_gui.theme.fonts import font
from jurybox_gui.widgets.direction import is_right_to_left
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.painting import LEFT, RIGHT, beginning, paint_text


def test_offers_stand_side_by_side_below_the_sentence(qtbot: QtBot) -> None:
    page = EmptyState("Nothing here.")
    qtbot.addWidget(page)
    page.resize(600, 300)
    page.show()
    assert page.buttons == []
    offers = [("Import files…", "a"), ("Open help", "b")]
    page.set_text("This collection is empty.", "Import something.", offers)
    assert [one.text() for one in page.buttons] == ["Import files…", "Open help"]
    first, second = page.buttons
    assert first.geometry().right() < second.geometry().left()
    assert first.y() == second.y() > page.height() / 2
    middle = (first.geometry().left() + second.geometry().right()) / 2
    assert middle == pytest.approx(page.width() / 2, abs=2)
    page.set_text("Something else.")
    assert page.buttons == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("plain", False), ("متى بدأ العمل؟", True), ("12 של", True), ("Who is دان?", False), ("日本", False)],
)
def test_the_first_letter_says_the_direction(text: str, wanted: bool) -> None:
    assert is_right_to_left(text) is wanted
    assert beginning(text) == (RIGHT if wanted else LEFT)


@pytest.mark.parametrize("align", [LEFT, RIGHT])
def test_the_full_stop_of_an_arabic_line_is_at_its_left(qtbot: QtBot, align: object) -> None:
    """Wherever the line stands: with the full stop it grows to the left."""
    without, with_stop = ink("لا أعرف", align), ink("لا أعرف.", align)
    if align == LEFT:
        assert with_stop[1] > without[1] + 1
        assert with_stop[0] == pytest.approx(without[0], abs=3)
    else:
        assert with_stop[0] < without[0] - 1
        assert with_stop[1] == pytest.approx(without[1], abs=1)


def ink(text: str, align: object) -> tuple[int, int]:
    """Return the first and the last column with ink of a line of text in a box of 300 px."""
    image = QImage(300, 40, QImage.Format.Format_RGB32)
    image.fill("white")
    painter = QPainter(image)
    paint_text(painter, QRectF(0, 0, 300, 40), text, font(20), "#000000", align)  # type: ignore[arg-type]
    painter.end()
    columns = [x for x in range(300) if any(image.pixelColor(x, y).lightness() < 200 for y in range(40))]
    return columns[0], columns[-1]
