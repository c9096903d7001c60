"""The layout of a window: the row of menus, the rail on the left, the bars above and below the desks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr, trc
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.cut_tips import TipsOfCutLines
from jurybox_gui.widgets.rail import RailEntry

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

RAIL = (
    RailEntry("judge", tr("Judge"), "judge", "view.judge", short=trc("rail", "Judge")),
    RailEntry("scores", tr("Scores"), "scores", "view.scores", short=trc("rail", "Scores")),
    RailEntry(
        "disagreements", tr("Disagreements"), "disagreements", "view.disagreements", short=trc("rail", "Disagree")
    ),
    RailEntry("spaces", tr("Spaces"), "spaces", "view.spaces", short=trc("rail", "Spaces")),
    RailEntry("studies", tr("Studies"), "studies", "view.studies", short=trc("rail", "Studies")),
    RailEntry("campaign", tr("Campaign"), "person", "campaign.page", short=trc("rail", "Campaign")),
)
"""The desks that the rail shows, from the top."""
LEAST_DESK = (640, 340)
"""The least size of a desk, px; in less room it is cut off, as in a window made very small on purpose."""


def top_row(menus: QMenuBar, file_label: QWidget, search: QWidget) -> QWidget:
    """Return the row with the menus on the left, the name of the file and the search on the right."""
    row = QWidget()
    row.setFixedHeight(Grid.MENU_ROW)
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 8, 0)
    line.setSpacing(12)
    line.addWidget(menus)
    line.addStretch(1)
    line.addWidget(file_label)
    line.addWidget(search)
    return row


def middle(rail: QWidget, right: Sequence[QWidget], below: Sequence[QWidget]) -> QWidget:
    """Return everything below the menus; the last widget at the `right` takes the remaining room."""
    whole = TipsOfCutLines()
    column = _bare(QVBoxLayout(whole))
    across = _bare(QHBoxLayout())
    across.addWidget(rail)
    desks = _bare(QVBoxLayout())
    for widget in right:
        desks.addWidget(widget)
    desks.setStretchFactor(right[-1], 1)
    across.addLayout(desks, 1)
    column.addLayout(across, 1)
    for widget in below:
        column.addWidget(widget)
    return whole


def add_above_foot(whole: QWidget, bar: QWidget) -> None:
    """Insert a bar above the lowest widget of the layout that `middle` made."""
    column = whole.layout()
    if isinstance(column, QVBoxLayout):
        column.insertWidget(column.count() - 1, bar)


def _bare(box: QBoxLayout) -> QBoxLayout:
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(0)
    return box
