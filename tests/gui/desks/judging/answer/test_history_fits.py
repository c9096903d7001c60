"""Times and dates of one's own labels are written whole, and a row looks as what it says now."""

from dataclasses import replace
from datetime import datetime, timedelta

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox_gui.desks.judging.answer.history_view import ROW_HEIGHT, TIME_WIDTH, HistoryView, time_text
from jurybox_gui.tables.history_model import HistoryModel, Past
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import text_width


def test_every_date_has_room(qapp: QApplication) -> None:
    face = font(Px.ASIDE, tabular=True)
    days = (datetime(2024, 1, 1, 12).astimezone() + timedelta(days=day) for day in range(366))
    assert max(text_width(time_text(int(day.timestamp() * 1000)), face) for day in days) <= TIME_WIDTH


def test_a_row_looks_as_it_stands_wherever_it_stood_before(qtbot: QtBot) -> None:
    noon = int(datetime(2024, 2, 3, 12).astimezone().timestamp() * 1000)
    model = HistoryModel()
    view = HistoryView(model)
    qtbot.addWidget(view)
    view.resize(280, 3 * ROW_HEIGHT)
    one, other = Past(1, "Q1", "correct", noon), Past(2, "Q2", "incorrect", noon + 60_000)

    def rows() -> list[QImage]:
        seen = view.viewport().grab().toImage()
        return [seen.copy(0, at * ROW_HEIGHT, 280, ROW_HEIGHT) for at in range(2)]

    model.set_rows((one, other))
    first = rows()
    model.set_rows((other, one))
    assert rows() == first[::-1]
    model.put_texts({1: "in the garden"})
    assert rows()[0] == first[1]
    assert rows()[1] != first[0]
    for change in (replace(one, label="inexact"), replace(one, late=True), replace(one, question="Q3")):
        before = rows()
        model.set_rows((other, change))
        assert rows()[0] == before[0]
        assert rows()[1] != before[1]
    light = rows()
    theme().choose("dark")
    assert all(now != before for now, before in zip(rows(), light, strict=True))
    theme().choose("light")
    assert rows() == light
