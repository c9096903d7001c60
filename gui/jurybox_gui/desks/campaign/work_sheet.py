"""The tables of a campaign, as the command line prints them: quality, days, progress, plan and setup."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, final

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox import results
from jurybox.campaign.progress import progress, read_paces
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.file import open_reading
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr
from jurybox.results.writing import notes_of, shown
from jurybox.session import Session
from jurybox.watch import Watch
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.export import TableExport, TableFile
from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    import pandas as pd


_TABLES = (
    tr("Pace, agreement, calibration"),
    tr("Judgments by day"),
    tr("Progress"),
    tr("Who judges which question"),
    tr("Assessors"),
    tr("Runs"),
    tr("Labels of answers"),
    tr("Setup"),
)


@final
class WorkSheet(CampaignSheet):
    """One table at a time, with everything needed to read it; the main button closes the sheet."""

    accepts_enter = True

    def __init__(self, window: QWidget, session: Session) -> None:
        aside = tr("Also on the command line: jurybox assessors FILE --quality, --days, --progress or --plan.")
        super().__init__(window, tr("Tables of the campaign"), aside, tr("Close"))
        self.refuse.hide()
        self._session = session
        self.notes = PlainLabel(tr("Computing…"), px=Px.ASIDE, role="text2", wrap=True)
        self._model = PlainTable(self)
        self.table = dress_table(self._model, tr("Tables of the campaign"), self)
        self._frames: list[pd.DataFrame] = []
        self.which = Combo(tr("Which table"))
        self.which.set_choices([(words, at) for at, words in enumerate(_TABLES)])
        self.which.currentIndexChanged.connect(lambda _at: self._show_one())
        self.which.installEventFilter(self)  # otherwise it would search its entries for typed letters
        self.table_export = TableExport(self, self._shown, self._all)
        self.table_export.reported.connect(self.say)
        self._keys: dict[str, Callable[[], None]] = {
            "E": self.table_export.export,
            "Ctrl+Shift+C": partial(self.table_export.copy, "text"),
            "Ctrl+Shift+L": partial(self.table_export.copy, "latex"),
            "Ctrl+Shift+M": partial(self.table_export.copy, "markdown"),
        }
        self.copy = PlainButton(tr("Copy"), "Ctrl+Shift+C")
        self.copy.clicked.connect(lambda _: self.table_export.copy("text"))
        self.export = PlainButton(tr("Export…"), "E")
        self.export.clicked.connect(lambda _: self.table_export.export())
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.which)
        top.addStretch(1)
        top.addWidget(self.copy)
        top.addWidget(self.export)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addLayout(top)
        self._notes_room = scrolled(self.notes)
        column.addWidget(self.table, 1)
        column.addWidget(self._notes_room)
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_notes()

    def _fit_notes(self) -> None:
        """Give the notes the height they need, but leave most of it to the table; long notes scroll."""
        wide = self.panel.width() - 2 * MARGIN
        self._notes_room.setFixedHeight(min(self.notes.heightForWidth(wide), self.panel.height() // 4))

    def panel_size(self, room: QSize) -> QSize:
        """Return room for wide tables."""
        return QSize(1060, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the list of tables, so that the arrow keys choose one."""
        return self.which

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take_key(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.which and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def do(self) -> None:
        """Close the sheet."""
        self.dismiss()

    def _take_key(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it has a meaning here."""
        text = QKeySequence.SequenceFormat.PortableText
        do = self._keys.get(QKeySequence(event.keyCombination()).toString(text))
        if do is not None and not event.isAutoRepeat():
            do()
        return do is not None

    def _shown(self) -> list[pd.DataFrame]:
        return self._frames[int(self.which.currentData()) :][:1]

    def _all(self) -> list[TableFile]:
        frames = [one for one in self._frames if not one.attrs["void"]]
        return [TableFile(tr("All tables of the campaign"), "campaign", lambda: frames, single=False)]

    def _read(self) -> None:
        session = self._session
        path, collection = session.path, session.collection.frozen()
        catalog, _, facts = collection

        def work(watch: Watch) -> list[pd.DataFrame]:
            with closing(open_reading(path)) as db:
                paces = read_paces(db, watch, fast=True)
            now, kinds = time.time_ns() // 1_000_000, tuple(ASSESSOR_KINDS)
            listed = progress(collection, paces, now, kinds=kinds)
            return [
                results.quality(listed, campaign_quality(collection)),
                results.labels_by_day(listed),
                results.progress(listed),
                results.assigned_questions(catalog, facts),
                results.assessors(collection),
                results.submissions(catalog, facts),
                results.label_schemes(catalog, facts),
                results.setup(collection),
            ]

        self._task.start(work, self._show)

    def _show(self, frames: list[pd.DataFrame]) -> None:
        self._frames = frames
        self._show_one()

    def _show_one(self) -> None:
        """Show the chosen table once it is computed."""
        if not self._frames:
            return
        frame = self._frames[int(self.which.currentData())]
        head, rows, *_ = shown(frame, undefined="–")
        if frame.attrs["void"]:
            self._model.set_rows((), ())
        else:
            self._model.set_rows(head, rows)
        self.notes.setText(notes_of(frame))
        self._fit_notes()
