"""Columns whose borders can be dragged: widths are kept, agree, and give way in a narrow window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from jurybox.settings import Settings
from jurybox_gui.core.pending import end_pauses
from jurybox_gui.widgets.columns import Columns


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def columns(qtbot: QtBot, settings: Settings) -> Columns:
    made = made_of(settings)
    qtbot.addWidget(made)
    return made


def made_of(settings: Settings) -> Columns:
    made = Columns(settings)
    made.add_side(QWidget(), "queue", 240, 200, 480)
    made.add_middle(QWidget())
    made.add_side(QWidget(), "side", 268, 260, 520)
    made.resize(1200, 400)
    made.show()
    return made


def drag(columns: Columns, border: int, by: int) -> int:
    """Drag a border with the mouse; return how far it went."""
    before = columns.sizes()[border - 1]
    handle = columns.handle(border)
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(by, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)
    end_pauses()
    return columns.sizes()[border - 1] - before


def test_a_dragged_width_is_kept_and_taken_by_the_next(columns: Columns, settings: Settings, qtbot: QtBot) -> None:
    assert columns.sizes() == [240, 692, 268]
    went = drag(columns, 1, 60)
    assert went == pytest.approx(60, abs=4)
    assert columns.sizes() == [240 + went, 692 - went, 268]
    assert settings["panes"]["queue"] == [str(240 + went)]
    again = made_of(Settings(settings.path))
    qtbot.addWidget(again)
    assert again.sizes() == columns.sizes()
    QTest.mouseDClick(again.handle(1), Qt.MouseButton.LeftButton)
    assert again.sizes() == [240, 692, 268]


def test_the_middle_takes_what_a_larger_window_gives(columns: Columns) -> None:
    drag(columns, 2, -100)
    side = columns.sizes()[2]
    assert side > 350
    columns.resize(1290, 400)
    assert columns.sizes() == [240, 1050 - side, side]
    columns.widget(2).hide()
    assert columns.sizes() == [240, 1050, 0]
    columns.widget(2).show()
    assert columns.sizes() == [240, 1050 - side, side]


def test_widened_columns_give_way_in_a_narrow_window(columns: Columns) -> None:
    drag(columns, 1, 200)
    queue = columns.sizes()[0]
    assert queue > 420
    columns.resize(950, 400)
    assert columns.sizes() == [242, 440, 268]
    columns.resize(930, 400)
    assert columns.sizes() == [222, 440, 268]
    columns.resize(880, 400)
    assert columns.sizes() == [200, 420, 260]
    columns.resize(1200, 400)
    assert columns.sizes()[0] == queue


def test_no_column_is_dragged_away(columns: Columns) -> None:
    drag(columns, 1, -500)
    assert columns.sizes()[0] == 200
    drag(columns, 1, 900)
    assert columns.sizes()[0] == 480


@pytest.mark.parametrize("kept", [{"queue": []}, {"queue": ["wide"]}, {"queue": "300"}, {"queue": ["-4"]}])
def test_widths_that_are_none_are_not_used(settings: Settings, qtbot: QtBot, kept: dict[str, list[str]]) -> None:
    settings["panes"] = kept
    made = made_of(settings)
    qtbot.addWidget(made)
    assert made.sizes()[0] == 240


def test_columns_that_nobody_dragged_grow_in_a_very_wide_window(columns: Columns) -> None:
    columns.resize(1300, 400)
    assert columns.sizes() == [240, 792, 268]
    columns.resize(1900, 400)
    assert columns.sizes() == [390, 1092, 418]
    columns.resize(3800, 400)
    assert columns.sizes() == [480, 2800, 520]
    columns.resize(2500, 400)
    drag(columns, 1, -100)
    queue = columns.sizes()[0]
    columns.resize(3800, 400)
    assert columns.sizes()[0] == queue
    columns.resize(1200, 400)
    assert columns.sizes()[0] == queue
