"""The tables of the assessors: quality, judgments by day, progress; as the command line prints them."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox import results
from jurybox.analysis.frozen import FrozenLedger
from jurybox.campaign.progress import progress, read_paces
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.file import open_reading
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.results.writing import notes_of, shown
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.session import Session
    from jurybox.watch import Watch


_TABLES = ("Pace, agreement, calibration", "Judgments by day", "Progress")


@final
class WorkSheet(CampaignSheet):
    """One table at a time, with all that is needed to read it; the main button closes it."""

    accepts_enter = True

    def __init__(self, window: QWidget, session: Session) -> None:
        aside = "Also on the command line: jurybox assessors FILE --quality, --days or --progress."
        super().__init__(window, "Work of the assessors", aside, "Close")
        self.refuse.hide()
        self._session = session
        self.notes = PlainLabel("It is being computed.", px=Px.ASIDE, role="text2", wrap=True)
        self._model = PlainTable(self)
        self.table = dress_table(self._model, "Work of the assessors", self)
        self._frames: list[pd.DataFrame] = []
        self.which = Combo("Which table")
        self.which.set_choices([(words, at) for at, words in enumerate(_TABLES)])
        self.which.currentIndexChanged.connect(lambda _at: self._show_one())
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addWidget(self.which, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.notes)
        column.addWidget(self.table, 1)
        self.fill(column)
        self._task = LatestTask(self)
        self._read()

    @classmethod
    def open_for(cls, window: QWidget, session: Session) -> WorkSheet:
        """Show it above a window."""
        made = cls(window, session)
        made.open_over()
        return made

    @property
    def busy(self) -> bool:
        """Whether the tables are still being computed."""
        return self._task.is_running

    def panel_size(self, room: QSize) -> QSize:
        """Return room for wide tables."""
        return QSize(1060, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Let the arrows choose a table at once."""
        return self.which

    def do(self) -> None:
        """Close it."""
        self.dismiss()

    def _read(self) -> None:
        session = self._session
        path, catalog, facts = session.path, session.catalog, session.facts
        ledger = FrozenLedger(session.ledger)

        def work(watch: Watch) -> list[pd.DataFrame]:
            with closing(open_reading(path)) as db:
                paces = read_paces(db, watch)
            now, kinds = time.time_ns() // 1_000_000, tuple(ASSESSOR_KINDS)
            listed = progress(catalog, ledger, paces, now, kinds=kinds, panel=facts.panel)
            return [
                results.quality(listed, campaign_quality(catalog, ledger, facts)),
                results.labels_by_day(listed),
                results.progress(listed),
            ]

        self._task.start(work, self._show)

    def _show(self, frames: list[pd.DataFrame]) -> None:
        self._frames = frames
        self._show_one()

    def _show_one(self) -> None:
        """Show the table chosen, once there is one."""
        if not self._frames:
            return
        frame = self._frames[int(self.which.currentData())]
        head, rows, *_ = shown(frame, undefined="–")
        self._model.set_rows(head, rows)
        self.notes.setText(notes_of(frame))
