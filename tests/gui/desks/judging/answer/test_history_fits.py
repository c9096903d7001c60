"""Times and dates of one's own labels are written whole."""

from datetime import datetime, timedelta

from PySide6.QtWidgets import QApplication

from jurybox_gui.desks.judging.answer.history_view import TIME_WIDTH, time_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import text_width


def test_every_date_has_room(qapp: QApplication) -> None:
    face = font(Px.ASIDE, tabular=True)
    days = (datetime(2024, 1, 1, 12).astimezone() + timedelta(days=day) for day in range(366))
    assert max(text_width(time_text(int(day.timestamp() * 1000)), face) for day in days) <= TIME_WIDTH
