"""Tables below each other: a blank row between them, words at the left, numbers at the right, all apart."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView
from pytestqt.qtbot import QtBot

from jurybox.results.writing import ShownTable
from jurybox_gui.desks.table_page import dress
from jurybox_gui.tables.figure_table import FigureTable

PAIRS = ShownTable(["assessor", "kappa", "unusual"], [["Ana", ".700", "one label only"]], frozenset((0, 2)))
COUNTS = ShownTable(["label", "given"], [["correct", "12"], ["incorrect", "3"]], frozenset((0,)))


def test_tables_are_kept_apart_by_a_blank_row() -> None:
    model = FigureTable()
    model.set_tables([PAIRS, COUNTS])
    texts = [[str(model.index(row, at).data()) for at in range(3)] for row in range(model.rowCount())]
    assert texts == [
        ["assessor", "kappa", "unusual"],
        ["Ana", ".700", "one label only"],
        ["", "", ""],
        ["label", "given", ""],
        ["correct", "12", ""],
        ["incorrect", "3", ""],
    ]
    assert [row for row in range(6) if model.is_head(row)] == [0, 3]


def test_words_stand_at_the_left_and_clear_of_the_numbers_before_them(qtbot: QtBot) -> None:
    view, model = QTableView(), FigureTable()
    qtbot.addWidget(view)
    dress(view, model, "Agreement")
    model.set_tables([PAIRS])
    starts = []
    for column in range(3):
        option = QStyleOptionViewItem()
        option.rect = QRect(100, 0, 200, 26)
        view.itemDelegate().initStyleOption(option, model.index(1, column))
        is_left = bool(option.displayAlignment & Qt.AlignmentFlag.AlignLeft)
        starts.append((is_left, option.rect.left() - 100))
    assert starts[:2] == [(True, 0), (False, 0)]
    assert starts[2][0]
    assert starts[2][1] > 10
