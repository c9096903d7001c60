"""Tables of texts: every column has the room that its longest text needs, however many there are."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtTest import QTest
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


def test_numbers_as_names_are_at_the_left_and_words_keep_away_from_numbers(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    model = PlainTable(parent)
    table = dress_table(model, "Numbers", parent)
    model.set_rows(["question", "score", "category"], [["2.1", "1.000", "person"], ["17.2", ".500", "date"]])
    aligned = [model.index(0, at).data(Qt.ItemDataRole.TextAlignmentRole) for at in range(3)]
    assert [bool(one & int(Qt.AlignmentFlag.AlignRight)) for one in aligned] == [False, True, False]
    table.resize(400, 120)
    table.show()
    row = table.visualRect(model.index(0, 2)).translated(0, table.viewport().y())
    ink = table.grab(row).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    ground = ink.pixelColor(1, 1).value()
    first = next(
        x
        for x in range(ink.width())
        if any(abs(ink.pixelColor(x, y).value() - ground) > 60 for y in range(4, ink.height() - 4))
    )
    assert first >= 14


def test_one_long_name_of_a_run_leaves_the_numbers_beside_the_others(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    model = PlainTable(parent)
    table = dress_table(model, "Numbers", parent)
    runs = {"lcc1": 0, "universidad-nacional-de-educacion-a-distancia-run-with-reranker-v2.1-final": 1}
    model.set_rows(["run", "F1"], [[name, ".500"] for name in runs], runs=runs)
    assert table.columnWidth(0) <= 240
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_the_first_column_stays_in_sight_while_the_others_scroll(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(500, 300)
    model = PlainTable(parent)
    table = dress_table(model, "Numbers", parent)
    table.resize(500, 300)
    names = [f"run-{at}" for at in range(66)]
    model.set_rows(["run", *names], [[name, *["1.000"] * 66] for name in names])
    parent.show()
    qtbot.waitExposed(parent)
    wide, high = table.columnWidth(0), table.horizontalHeader().height()
    name = QRect(0, high, wide - 1, table.rowHeight(0))
    before = table.grab(name).toImage()
    table.scrollTo(model.index(0, 60))
    assert table.visualRect(model.index(0, 0)).right() < 0, "it is scrolled away"
    assert table.grab(name).toImage() == before, "and still seen"
    for column in range(60, 0, -1):
        table.scrollTo(model.index(0, column))
        assert table.visualRect(model.index(0, column)).left() >= (wide if column > 1 else 0), column
    table.scrollTo(model.index(0, 60))
    table.scrollTo(model.index(65, 60))
    row = table.visualRect(model.index(65, 60))
    at = table.childAt(QPoint(5, high + row.center().y()))
    assert at is not None
    QTest.mouseClick(at, Qt.MouseButton.LeftButton, pos=QPoint(5, row.center().y()))
    assert table.currentIndex() == model.index(65, 0)
