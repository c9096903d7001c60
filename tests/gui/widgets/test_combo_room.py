"""A narrow window cuts long choices, and no short one."""

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.widgets.combo import Combo

LONG = "of all the questions that were judged by everybody"


def test_a_short_choice_is_whole_beside_long_ones(qtbot: QtBot) -> None:
    row = QWidget()
    qtbot.addWidget(row)
    line = QHBoxLayout(row)
    combos = [Combo(name) for name in ("a", "b", "c")]
    for combo, chosen in zip(combos, ("nG@1", LONG, LONG), strict=True):
        combo.set_choices([(LONG, LONG), ("nG@1", "nG@1")], chosen)
        line.addWidget(combo)
    row.resize(300, 40)
    row.show()
    first, *others = combos
    needed = QFontMetrics(first.font()).horizontalAdvance("nG@1")
    assert first.width() >= needed + 40
    assert all(combo.width() < combo.sizeHint().width() for combo in others)
    shown = first.grab().toImage()
    first.resize(first.sizeHint().width(), first.height())
    whole = first.grab().toImage()
    ends = range(4, 8 + needed)
    assert all(shown.pixel(x, y) == whole.pixel(x, y) for x in ends for y in range(4, 22))
