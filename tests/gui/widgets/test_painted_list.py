"""A list of painted lines shows whole lines only, wherever it is scrolled to; the chosen one always."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from jurybox_gui.widgets.painted_list import LineModel, PaintedList


def test_no_part_of_a_line_is_painted(qtbot: QtBot) -> None:
    painted: dict[int, QRectF] = {}

    def paint(_painter: QPainter, box: QRectF, at: int, _chosen: bool) -> None:
        painted[at] = box

    model: LineModel[int] = LineModel(str, lambda line: line)
    shown = PaintedList("Lines", model, paint, lambda at: 36 if at == 0 else 46)
    qtbot.addWidget(shown)
    model.set_lines(range(20))
    shown.resize(300, 230)
    shown.show()
    for scrolled in (0, 7, 46, 300, shown.verticalScrollBar().maximum()):
        shown.verticalScrollBar().setValue(scrolled)
        painted.clear()
        shown.viewport().grab()
        assert painted
        assert all(box.top() >= 0 and box.bottom() <= shown.viewport().height() for box in painted.values())
    shown.verticalScrollBar().setValue(7)
    shown.setCurrentIndex(model.index(0))
    shown.verticalScrollBar().setValue(7)
    painted.clear()
    shown.viewport().grab()
    assert painted[0].top() < 0
