"""The chart below the list of assessors: who had given how many labels by the end of each day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.figures import labels_by_day
from jurybox.language import tr
from jurybox_gui.desks.campaign.people import PeopleView
from jurybox_gui.desks.campaign.words import day_text
from jurybox_gui.theme.tokens import Grid

if TYPE_CHECKING:
    from jurybox_gui.plots.curve_names import CurveNames
    from jurybox_gui.plots.view import FigureView

_LEAST, _MOST = 280, 460
"""The least height with which the chart can be read, and what is enough, px."""
_DAYS, _PEOPLE = 28, 8
"""How many days are shown at most, up to the last one; with more people, one line counts all of them."""


@final
class PeopleArea(QWidget):
    """The list of assessors, and the chart in the room that it leaves."""

    def __init__(self, people: PeopleView) -> None:
        super().__init__()
        self.setMinimumHeight(1)  # the chart never keeps the window from becoming lower
        self._people, self._chart = people, WorkChart()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(people, 1)
        column.addWidget(self._chart)

    def show_work(self, work: Sequence[tuple[str, Mapping[date, int]]]) -> None:
        """Show the labels of each person by day."""
        self._chart.show_work(work)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._chart.take_room(self.height() - self._people.content_height)


@final
class WorkChart(QWidget):
    """The chart; hidden while nothing is judged, and where the list of assessors needs the room."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(Grid.TABLE_MARGIN, 8, Grid.TABLE_MARGIN, 8)
        self._parts: tuple[FigureView, CurveNames] | None = None
        self._work: dict[str, Mapping[date, int]] = {}
        self.hide()

    def show_work(self, work: Sequence[tuple[str, Mapping[date, int]]]) -> None:
        """Take over the labels of each person by day."""
        named = {name: days for name, days in work if days}
        if named != self._work:
            self._work = named
            if self.isVisible():
                self._draw()

    def take_room(self, room: int) -> None:
        """Take this height, px, if it is enough to be read."""
        is_shown = bool(self._work) and room >= _LEAST
        if is_shown:
            self.setFixedHeight(min(room, _MOST))
            if not self.isVisible():
                self._draw()
        self.setVisible(is_shown)

    def _draw(self) -> None:
        if self._parts is None:
            from jurybox_gui.plots.curve_names import CurveNames
            from jurybox_gui.plots.view import FigureView

            self._parts = view, names = FigureView(parent=self), CurveNames(self)
            self._column.addWidget(view, 1)
            self._column.addWidget(names)
        view, names = self._parts
        last = max(max(days) for days in self._work.values())
        first = max(min(min(days) for days in self._work.values()), last - timedelta(days=_DAYS - 1))
        days = [first + timedelta(days=at) for at in range((last - first).days + 1)]
        figure = labels_by_day([day_text(day) for day in days], self._counts(days))
        view.set_figure(figure, at_once=True)
        view.setAccessibleName(figure.title)
        names.show_figure(figure)

    def _counts(self, days: Sequence[date]) -> dict[str, list[int]]:
        """Return the labels of each of these days by person; the first day has those before it, too."""
        if len(self._work) > _PEOPLE:
            shown: dict[str, list[Mapping[date, int]]] = {tr("all assessors"): list(self._work.values())}
        else:
            shown = {name: [work] for name, work in self._work.items()}
        counts = {}
        for name, works in shown.items():
            before = sum(n for work in works for day, n in work.items() if day < days[0])
            counts[name] = [sum(work.get(day, 0) for work in works) for day in days]
            counts[name][0] += before
        return counts
