"""Freezing the gold standard: a name for it, what is frozen, and what was frozen before."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox import results
from jurybox.analysis.kept_out import KeptOut, counted
from jurybox.campaign.freezing import free_name, freezing
from jurybox.collection.file import open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.gold import gold_in_force, gold_in_words
from jurybox.language import tr, trn
from jurybox.lists import bracketed, sentences
from jurybox.results.writing import notes_of, shown
from jurybox.session import Session
from jurybox.watch import Watch
from jurybox.wording import count_of
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.gold_choices import words_here
from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    import pandas as pd


@final
class FreezeSheet(CampaignSheet):
    """A name and a table of frozen gold standards; the main button freezes the one in force.

    `left`: the number of open labels; `disputed`: the number of unresolved disagreements; `kept`: what keeps questions
    out of the scores.
    """

    accepts_enter = True

    def __init__(
        self, window: QWidget, session: Session, left: int = 0, disputed: int = 0, kept: Sequence[KeptOut] = ()
    ) -> None:
        aside = tr("Scores, exports and reports will say whether they use it. Labels can still change.")
        super().__init__(window, tr("Freeze the gold standard"), aside, tr("Freeze"))
        self._session = session
        self.name = Field(tr("Name of the frozen gold standard"))
        self.name.setText(free_name(session.facts))
        self.name.selectAll()
        self.name.left.connect(self.dismiss)
        self.what = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        waits = [
            trn("{n} label is still open.", "{n} labels are still open.", left) if left else "",
            trn("{n} disagreement is not resolved.", "{n} disagreements are not resolved.", disputed)
            if disputed
            else "",
            *(f"{each}." for each in counted(kept)),
        ]
        self.waits = PlainLabel(sentences(waits), px=Px.ASIDE, role="mid", wrap=True)
        if not any(waits):
            self.waits.hide()
        self.notes = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self._model = PlainTable(self)
        self.table = dress_table(self._model, tr("Frozen gold standards"), self)
        label = PlainLabel(tr("Name"), px=Px.ASIDE, role="text2")
        label.setBuddy(self.name)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 14, MARGIN, 12)
        column.setSpacing(6)
        for widget in (label, self.name, self.what, self.waits, self.notes):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        self.fill(column)
        self._task = LatestTask(self, refused=self._refuse)
        self._read()

    @classmethod
    def open_for(
        cls, window: QWidget, session: Session, left: int = 0, disputed: int = 0, *, kept: Sequence[KeptOut] = ()
    ) -> FreezeSheet:
        """Show it above a window."""
        made = cls(window, session, left, disputed, kept)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the table if anything was frozen."""
        return QSize(900, 420 if self._session.facts.frozen else 260).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the name."""
        return self.name

    @property
    def busy(self) -> bool:
        """Whether the table is still being read."""
        return self._task.is_running

    def do(self) -> None:
        """Freeze the gold standard under the name; stay open with the reason if it is refused."""
        session, name = self._session, self.name.text()
        collection = session.collection.frozen()
        path = session.path

        def work(_watch: Watch) -> SetFact:
            with closing(open_reading(path)) as db:
                keys = read_answer_keys(db)
            return freezing(collection, keys, name)

        self.accept.setEnabled(False)
        self._task.start(work, self._freeze)

    def _freeze(self, command: SetFact) -> None:
        try:
            self._session.execute(command)
        except Refused as error:
            self._refuse(error)
        else:
            self.dismiss()

    def _refuse(self, error: Exception) -> None:
        self.accept.setEnabled(True)
        self.say(str(error), bad=True)

    def _read(self) -> None:
        """Show what will be frozen, and list what was frozen before."""
        session = self._session
        catalog, facts = session.catalog, session.facts
        try:
            chosen = gold_in_force(catalog, facts)
            name = words_here(catalog, facts, str(chosen))
            gold = bracketed(name, gold_in_words(chosen, catalog, facts))
        except Refused as error:
            self._refuse(error)
            self.accept.setEnabled(False)
            return
        self.what.setText(
            tr("Gold standard {gold}, of {answers}.", gold=gold, answers=count_of(catalog.answer_count, "answer"))
        )
        self.accept.setEnabled(catalog.answer_count > 0 and not session.saving.read_only)
        self.table.setVisible(bool(facts.frozen))
        if facts.frozen:
            collection = session.collection.frozen()
            self._task.start(lambda _watch: results.frozen_golds(collection), self._show)

    def _show(self, frame: pd.DataFrame) -> None:
        head, rows, *_ = shown(frame)
        self._model.set_rows(head, rows)
        self.notes.setText(notes_of(frame))
