"""The row of choosers over a desk: in as few lines as can be, none alone, and all on one middle line."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.desks.toolbar import ChoiceRow
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.side_note import SideNote


def row_of(qtbot: QtBot, choices: int) -> tuple[ChoiceRow, list[Combo]]:
    row = ChoiceRow()
    qtbot.addWidget(row)
    return row, [row.add_choice(f"Choice {at}", [(f"value {at}", at)]) for at in range(choices)]


def at_width(row: ChoiceRow, width: int) -> None:
    row.resize(width, row.heightForWidth(width))
    row.show()
    for _ in range(2):
        QApplication.sendPostedEvents()
        row.resize(width, row.heightForWidth(width))


def place(widget: QWidget, row: ChoiceRow) -> QRect:
    return QRect(widget.mapTo(row, QPoint(0, 0)), widget.size())


def lines(combos: list[Combo], row: ChoiceRow) -> list[int]:
    tops = [place(one, row).top() for one in combos]
    return [tops.count(top) for top in sorted(set(tops))]


def least_of(row: ChoiceRow, combos: list[Combo], gap: int) -> int:
    groups = [one.parentWidget().minimumSizeHint().width() for one in combos]
    return sum(groups) + gap * (len(groups) - 1) + 2 * Grid.TABLE_MARGIN + 16


def test_gaps_shrink_before_a_chooser_takes_a_second_line(qtbot: QtBot) -> None:
    row, combos = row_of(qtbot, 5)
    at_width(row, least_of(row, combos, 16) - 4)
    assert lines(combos, row) == [5]


def test_no_chooser_is_left_alone_on_a_second_line(qtbot: QtBot) -> None:
    row, combos = row_of(qtbot, 5)
    at_width(row, least_of(row, combos, 8) - 4)
    assert lines(combos, row) == [3, 2]


def test_no_hint_is_left_alone_on_a_second_line(qtbot: QtBot) -> None:
    row = HintRow()
    qtbot.addWidget(row)
    hints = [row.put(PlainButton(f"Hint {at}")) for at in range(6)]
    wide = sum(one.minimumSizeHint().width() for one in hints) + 5 * 8
    for narrower, counts in ((20, {6}), (40, {4, 2})):
        row.resize(wide - narrower, row.heightForWidth(wide - narrower))
        row.show()
        QApplication.sendPostedEvents()
        tops = [one.y() for one in hints]
        assert {tops.count(top) for top in tops} == counts


@pytest.mark.parametrize("width", [800, 1200])
def test_choosers_button_and_field_have_one_middle(qtbot: QtBot, width: int) -> None:
    row, combos = row_of(qtbot, 2)
    button, field = PlainButton("More ▾"), SearchField("Find questions")
    row.add_button(button)
    row.add_end(field)
    at_width(row, width)
    middles = {place(one, row).center().y() for one in (*combos, button, field)}
    assert max(middles) - min(middles) <= 1
    assert button.height() - 2 * RING_ROOM == combos[0].height()


def test_a_note_takes_two_lines_where_that_saves_the_choosers_a_line(qtbot: QtBot) -> None:
    row, combos = row_of(qtbot, 4)
    note = SideNote()
    row.add_note(note)
    note.set_text("962 de 1022 juzgadas, 31 excluidas")
    least = least_of(row, combos, 8)
    at_width(row, least + note.least_width + 2)
    assert lines(combos, row) == [4]
    assert note.width() == note.least_width < note.whole_width
    at_width(row, least + note.whole_width + 40)
    assert note.width() == note.whole_width
    at_width(row, 500)
    assert len(lines(combos, row)) > 1
    assert note.width() == note.whole_width
