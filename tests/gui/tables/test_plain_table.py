"""Tables of texts: every column has the room that its longest text needs, however many there are."""

from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px


def test_columns_are_as_wide_as_their_texts_also_when_there_are_more_than_before(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    model = PlainTable(parent)
    table = dress_table(model, "Numbers", parent)
    metrics = QFontMetricsF(font(Px.BASE, tabular=True))
    for columns in (3, 60, 5):
        text = f"settled within -.{columns}33 to -.060"
        model.set_rows([f"run-{n}" for n in range(columns)], [["run", *([text] * (columns - 1))]] * 2)
        widths = [table.columnWidth(column) for column in range(1, columns)]
        assert min(widths) >= metrics.horizontalAdvance(text)
        assert table.columnWidth(0) < min(widths)


def test_a_p_value_below_a_limit_is_a_number(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    model = PlainTable(parent)
    rows = [["birch", "<.001"], ["cedar", "1.000"], ["alder", ""], ["elm", "≤.004"]]
    model.set_rows(["run", "alder"], rows)
    assert [model.holds_numbers(column) for column in range(2)] == [False, True]
