"""The buttons of one set of labels have one form: no name is smaller than another, and no meaning is cut."""

from collections.abc import Sequence

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget, QWidgetItem
from pytestqt.qtbot import QtBot

from jurybox_gui.desks.judging.answer.label_bar import LabelBar
from jurybox_gui.desks.judging.label_grid import Form, LabelGrid, form_for
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.label_button import LabelButton

QUALITY = (
    ("A", "Responde del todo", "no hace falta nada más", "1"),
    ("B", "Responde en parte", "ayuda, incompleta", "2"),
    ("C", "No responde", "errónea o fuera de tema", "3"),
)
FACTOID = (
    ("correct", "正しい", "本文に裏付けがある", "1"),
    ("inexact", "不正確", "過不足がある", "2"),
    ("unsupported", "裏付けなし", "正しいが本文にない", "3"),
    ("incorrect", "誤り", "答えではない", "4"),
)
SETS = (QUALITY, FACTOID, (*FACTOID, ("X", "Other", "none of these", "5")))


def made(qtbot: QtBot, labels: Sequence[tuple[str, str, str, str]], *, brief: bool = False) -> list[LabelButton]:
    buttons = [LabelButton(*one, brief=brief) for one in labels]
    for button in buttons:
        qtbot.addWidget(button)
    return buttons


@pytest.mark.parametrize("labels", SETS, ids=len)
def test_a_meaning_is_whole_or_in_the_tip_and_no_button_stands_alone(
    qtbot: QtBot, labels: Sequence[tuple[str, str, str, str]]
) -> None:
    buttons = made(qtbot, labels)
    most, seen = len(buttons), set()
    for room in range(4000, 100, -20):
        form = form_for(buttons, room)
        wide = (room - 4 * (form.columns - 1)) / form.columns
        if form.lines:
            assert all(button.fits(wide, form.px, form.lines) for button in buttons)
            assert form.columns == len(buttons) or len(buttons) % form.columns != 1
        seen.add(form.lines)
        most = min(most, form.columns)
    assert form_for(buttons, 4000) == Form(len(buttons), Px.LEAD, 1)
    assert seen == {0, 1, 2}
    assert form_for(buttons, 100).lines == 0


def test_names_beside_each_other_have_one_size(qtbot: QtBot) -> None:
    buttons = made(qtbot, QUALITY)
    grid = LabelGrid()
    qtbot.addWidget(grid)
    grid.set_buttons(buttons)
    for room in range(1200, 300, -30):
        grid.resize(room, 80)
        form = form_for(buttons, room)
        wide = (room - 4 * (form.columns - 1)) / form.columns
        larger = [px for px in (Px.LEAD, Px.BASE, Px.ASIDE) if px > form.px]
        for px in larger:
            assert not all(button.fits(wide, px, form.lines) for button in buttons)


def test_in_little_room_a_button_is_lower_and_has_no_meaning(qtbot: QtBot) -> None:
    (brief,), (usual,) = made(qtbot, QUALITY[:1], brief=True), made(qtbot, QUALITY[:1])
    assert brief.sizeHint().height() < usual.sizeHint().height()
    assert not brief.explains
    assert usual.explains
    assert brief.accessibleDescription() == "no hace falta nada más"
    usual.set_form(Px.LEAD, 2)
    assert usual.sizeHint().height() > made(qtbot, QUALITY[:1])[0].sizeHint().height()


def test_names_stand_at_one_height_beside_a_meaning_of_two_lines(qtbot: QtBot) -> None:
    def top_of_name(button: LabelButton) -> int:
        button.set_form(Px.LEAD, 2)
        button.resize(180, 74)
        picture = button.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        inside = range(50, picture.width() - 50)
        ground = picture.pixel(50, 8)
        rows = range(8, picture.height() - 8)
        return next(y for y in rows if any(picture.pixel(x, y) != ground for x in inside))

    one, two = made(qtbot, [("A", "Name", "short", "1"), ("A", "Name", "a meaning of two lines", "1")])
    assert two.fits(180, Px.LEAD, 2)
    assert not two.fits(180, Px.LEAD, 1)
    assert top_of_name(one) == top_of_name(two)


def test_hints_that_are_printed_only_where_there_is_room_ask_for_none(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = LabelBar(window)
    window.resize(1300, 200)
    window.show()
    least = []
    for width in (900, 300, 900, 270):
        bar.resize(width, 160)
        qtbot.wait(1)
        least.append(QWidgetItem(bar).minimumSize().width())
    assert len(set(least)) == 1, "else the columns depend on how wide the window was before"


def test_meanings_are_shown_if_each_name_needs_a_row_of_its_own(qtbot: QtBot) -> None:
    long = "Vollst\u00e4ndig und richtig beantwortet"
    labels = [(sign, f"{long} {sign}", "says what was asked", sign) for sign in "12345"]
    for more in ((), (("6", "Off topic", "", "6"),)):
        assert form_for(made(qtbot, [*labels, *more]), 520) == Form(1, Px.LEAD, 1)
