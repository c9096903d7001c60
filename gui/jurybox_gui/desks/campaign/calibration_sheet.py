"""The calibration set: questions picked by hand, which everybody judges, and the pass mark."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import final

import numpy as np
from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout, QWidget

from jurybox.campaign.assignments import store_calibration
from jurybox.campaign.quality import known_keys
from jurybox.commands import SetFact
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.session import Session
from jurybox.wording import count_of
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.dialogs.settings.controls import NumberField
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.choices import CheckBoxDelegate
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import one_line

Store = Callable[[Callable[[sqlite3.Connection], object], Callable[[], object]], object]

_QUESTION = int(Qt.ItemDataRole.UserRole)
_SHORT, _ROW = 90, 26


@final
class CalibrationSheet(CampaignSheet):
    """Lists questions with check boxes, searchable by name, category or text; below them the pass mark."""

    def __init__(self, window: QWidget, session: Session, store: Store) -> None:
        super().__init__(
            window, tr("Calibration questions"), tr("Everyone judges them first, then the rest."), tr("Save questions")
        )
        self._session, self._store = session, store
        self.search = Field(tr("Find questions"))
        self.search.setAccessibleName(tr("Find questions"))
        self.search.left.connect(self.dismiss)
        self.model = QStandardItemModel(self)
        self._fill_model()
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self.model)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.list = QListView()
        self.list.setModel(self._found)
        self.list.setItemDelegate(CheckBoxDelegate(self.list))
        self.list.setAccessibleName(tr("Questions"))
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setProperty("ring", 2)
        self.mark = NumberField(tr("Pass mark: percent of calibration answers labeled like the key"), 0, 100)
        self.mark.setSuffix(" %")
        self.mark.setValue(round(session.facts.pass_mark * 100))
        self.effect = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self.search.textChanged.connect(self._found.setFilterFixedString)
        self.model.itemChanged.connect(lambda _item: self._show_effect())
        self._lay_out()
        self._show_effect()

    @classmethod
    def open_for(cls, window: QWidget, session: Session, store: Store) -> CalibrationSheet:
        """Show the sheet above a window; `store` gets the bulk work for a changed set and what follows it."""
        made = cls(window, session, store)
        made.open_over()
        return made

    @property
    def chosen(self) -> frozenset[int]:
        """The positions of the checked questions."""
        items = (self.model.item(row) for row in range(self.model.rowCount()))
        return frozenset(int(item.data(_QUESTION)) for item in items if item.checkState() == Qt.CheckState.Checked)

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a dozen questions."""
        return QSize(760, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the search field."""
        return self.search

    def do(self) -> None:
        """Store the set and the pass mark if they changed."""
        session, chosen = self._session, self.chosen
        mark = self.mark.value() / 100 or None

        def set_mark() -> None:
            if (mark or 0.0) != session.facts.pass_mark:
                session.execute(SetFact("pass_mark", mark))

        self.dismiss()
        if chosen == self._picked_before:
            set_mark()
        else:
            self._store(lambda db: store_calibration(db, chosen), set_mark)

    def _fill_model(self) -> None:
        catalog, texts = self._session.catalog, self._session.texts
        set_now = set(self._session.facts.calibration)
        rows = []
        for at, question in enumerate(catalog.questions):
            if not KINDS[question.kind].is_labeled or not len(catalog.answers_of(at)):
                continue
            parts = [question.name, question.category or "", texts.question(at).text]
            item = QStandardItem(one_line(" · ".join(filter(None, parts))[:_SHORT]))
            item.setData(at, _QUESTION)
            item.setCheckable(True)
            item.setSizeHint(QSize(0, _ROW))
            item.setCheckState(Qt.CheckState.Checked if question.name in set_now else Qt.CheckState.Unchecked)
            rows.append((question.name not in set_now, at, item))
        for _, _, item in sorted(rows, key=lambda row: row[:2]):
            self.model.appendRow(item)
        self._picked_before = self.chosen

    def _show_effect(self) -> None:
        """Show how many answers everybody judges, and for how many of them the key is known."""
        catalog, chosen = self._session.catalog, self.chosen
        answers = np.array(
            [at for question in sorted(chosen) for at in catalog.answers_of(question).tolist()], dtype=np.int64
        )
        known = int(np.count_nonzero(known_keys(self._session.collection, answers).codes))
        if not chosen:
            text = tr("No calibration set.")
        else:
            text = tr(
                "{questions} with {answers}. With a right label, by decision, answer key or agreement: {known:,}.",
                questions=count_of(len(chosen), "question"),
                answers=count_of(len(answers), "answer"),
                known=known,
            )
        self.effect.setText(text)
        self.effect.setAccessibleName(text)

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self.effect)
        row = QHBoxLayout()
        row.setSpacing(12)
        words = PlainLabel(tr("Pass mark, 0 for none"), px=Px.BASE)
        words.setBuddy(self.mark)
        row.addWidget(words, 1)
        row.addWidget(self.mark)
        column.addLayout(row)
        self.fill(column)
