"""A long list of choices has a field: words find a choice wherever they are in it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from jurybox_gui.widgets.combo import Combo


@pytest.fixture
def combo(qtbot: QtBot) -> Iterator[Combo]:
    made = Combo("Gold standard")
    qtbot.addWidget(made)
    names = [f"One assessor: w{number:03}" for number in range(1, 165)]
    made.set_choices([("Majority", "majority"), *((name, name[-4:]) for name in names)])
    made.show()
    yield made
    made.hidePopup()


def test_words_find_a_choice_of_many_and_enter_takes_it(combo: Combo) -> None:
    combo.showPopup()
    assert combo.finder is not None
    assert combo.finder.hasFocus()
    QTest.keyClicks(combo.finder, "W00 assessor")
    assert len(combo.finder.shown()) == 9
    QTest.keyClick(combo.finder, Qt.Key.Key_Down)
    chosen: list[object] = []
    combo.activated.connect(lambda _: chosen.append(combo.currentData()))
    QTest.keyClick(combo.finder, Qt.Key.Key_Return)
    assert not combo.view().isVisible()
    assert chosen == ["w002"]


def test_the_list_is_whole_again_when_it_opens_again(combo: Combo) -> None:
    combo.showPopup()
    assert combo.finder is not None
    QTest.keyClicks(combo.finder, "zebra")
    assert combo.finder.shown() == []
    QTest.keyClick(combo.finder, Qt.Key.Key_Escape)
    assert not combo.view().isVisible()
    assert combo.currentData() == "majority"
    combo.showPopup()
    assert len(combo.finder.shown()) == 165


def test_a_short_list_has_no_field(combo: Combo) -> None:
    combo.set_choices([("Majority", "majority"), ("Adjudicated", "adjudicated")])
    combo.showPopup()
    assert combo.finder is None
