"""Conflicts, with both labels side by side; each links to its answer."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from jurybox.campaign.conflicts import Conflict, conflict_rows, conflicts
from jurybox.language import tr, trn
from jurybox.results.writing import ShownTable
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.table_page import dress
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import one_line

_HEAD = [tr("Assessor"), tr("What"), tr("Question"), tr("About"), tr("Both labels")]
_SHORT = 60
_ROWS, _AROUND_ROWS = 14, 160
"""The rows that a sheet shows before it scrolls, and the height of the rest of it, px."""
_WORDS = {
    "for all": tr("for all"),
    "label": tr("label"),
    "group": tr("group"),
    "wording": tr("wording"),
    "question quality": tr("question quality"),
}
"""The display names of what conflicts are about."""


@final
class ConflictsSheet(CampaignSheet):
    """A table of all conflicts; the main button opens the selected one at the desk where it is judged."""

    accepts_enter = True

    def __init__(self, window: QWidget, bridge: Bridge) -> None:
        aside = tr("Both labels are kept, and count as unjudged until one is judged again or adjudicated.")
        super().__init__(window, tr("Conflicts"), aside, tr("Show answer"))
        self._bridge = bridge
        self.found: list[Conflict] = conflicts(bridge.session)
        self.table = QTableView(self)
        self._model = FigureTable()
        dress(self.table, self._model, tr("Conflicts"))
        session = bridge.session
        rows = [
            [_WORDS.get(who, who), _WORDS.get(kind, kind), question, self._about(one), said]
            for one, (who, kind, question, said) in zip(self.found, conflict_rows(session, self.found), strict=True)
        ]
        self._model.set_tables([ShownTable(_HEAD, rows, frozenset(range(len(_HEAD))))])
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.selectRow(1)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.addWidget(self.table)
        self.fill(column)
        count = len(self.found)
        self.accept.setVisible(bool(count))
        self.table.setVisible(bool(count))
        if count:
            self.say(trn("{n} conflict.", "{n} conflicts.", count))
        else:
            column.addWidget(PlainLabel(tr("No conflicts."), px=Px.LEAD))

    @classmethod
    def open_for(cls, window: QWidget, bridge: Bridge) -> ConflictsSheet:
        """Show it above a window."""
        made = cls(window, bridge)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a table, for its rows if there are few."""
        rows = min(self._model.rowCount(), _ROWS) * self.table.verticalHeader().defaultSectionSize()
        return QSize(900, _AROUND_ROWS + rows).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the table, so that the arrow keys select a row; without conflicts, the button that closes."""
        return self.table if self.found else self.refuse

    def do(self) -> None:
        """Go to the answer of the selected row."""
        row = self.table.currentIndex().row() - 1
        answer = self.found[row].subject.answer if 0 <= row < len(self.found) else None
        if answer is None:
            self.say(tr("This conflict is not about a single answer. Open its question to see it."))
            return
        self.dismiss()
        self._bridge.goto(answer)

    def _about(self, one: Conflict) -> str:
        session, subject = self._bridge.session, one.subject
        if subject.answer is not None:
            return one_line(session.texts.answer(subject.answer).text[:_SHORT])
        if subject.nugget is not None:
            return one_line((session.ledger.board.wording(subject.nugget) or "")[:_SHORT])
        if subject.question is not None:
            return one_line(session.texts.question(subject.question).text[:_SHORT])
        return subject.fact or ""
