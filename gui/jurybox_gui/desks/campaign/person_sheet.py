"""Adding an assessor, or changing the name and kind of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.campaign.people import adding, alike, changing_kind, renaming
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr
from jurybox.session import Session
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel

Store = Callable[[Callable[[sqlite3.Connection], int], Callable[[], object]], object]


@final
class PersonSheet(CampaignSheet):
    """A name and a kind; an assessor with entries keeps the name. Similar names are asked about once."""

    accepts_enter = True

    def __init__(self, window: QWidget, session: Session, store: Store, assessor: int | None = None) -> None:
        new = assessor is None
        title = (
            tr("Add assessor")
            if new
            else tr("Name and kind of {name}", name=session.catalog.assessors[assessor or 0].name)
        )
        super().__init__(window, title, "", tr("Add") if new else tr("Change"))
        self._session, self._assessor, self._store = session, assessor, store
        self._asked = ""
        self.panel_top = 120
        self.name = Field(tr("Name of the assessor"))
        self.name.left.connect(self.dismiss)
        self.kind = Combo(tr("Kind of assessor"))
        now = "person" if assessor is None else session.catalog.assessors[assessor].kind
        self.kind.set_choices([(tr(kind.title), kind.name) for kind in ASSESSOR_KINDS.values()], now)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 16, MARGIN, 16)
        column.setSpacing(8)
        if assessor is not None:
            self.name.setText(session.catalog.assessors[assessor].name)
        column.addWidget(PlainLabel(tr("Name"), px=Px.ASIDE, role="text2"))
        column.addWidget(self.name)
        column.addWidget(PlainLabel(tr("This is"), px=Px.ASIDE, role="text2"))
        column.addWidget(self.kind)
        self._why = PlainLabel(role="bad", wrap=True)
        column.addWidget(self._why)
        column.addStretch(1)
        self.fill(column)

    @classmethod
    def open_for(cls, window: QWidget, session: Session, store: Store, assessor: int | None = None) -> PersonSheet:
        """Show the sheet above a window; `store` gets the resulting bulk work and what follows it."""
        made = cls(window, session, store, assessor)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the two fields, and for a sentence below them."""
        return QSize(480, 300).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the name."""
        return self.name if self._assessor is None else self.kind

    def say(self, words: str, *, bad: bool = False) -> None:
        """Show a sentence below the fields, where a whole one has room."""
        self._why.set_role("bad" if bad else "text2")
        self._why.setText(words)

    def do(self) -> None:
        """Store it, after a backup; stay open with the reason if it is refused.

        The kind changes only after the name is stored, so that a refused name changes nothing.
        """
        try:
            work, change = self._work(), self._change()
        except Refused as error:
            self.say(str(error), bad=True)
            return
        name = self.name.text().strip()
        other = alike(self._session, name)
        if other is not None and name != self._asked and not self._is_own(other):
            self._asked = name
            self.say(
                tr(
                    "There is {other} already. Press Enter again if {name} is a different person.",
                    other=other,
                    name=name,
                ),
                bad=True,
            )
            return

        def change_kind() -> None:
            if change is not None:
                self._session.execute(change)

        if work is None:
            try:
                change_kind()
            except Refused as error:
                self.say(str(error), bad=True)
                return
        self.dismiss()
        if work is not None:
            self._store(work, change_kind)

    def _is_own(self, name: str) -> bool:
        return self._session.catalog.assessor_named[name] == self._assessor

    def _work(self) -> Callable[[sqlite3.Connection], int] | None:
        """Return the bulk work for the name; None if it is unchanged."""
        name, who = self.name.text(), self._assessor
        if who is None:
            return adding(self._session, name, str(self.kind.currentData()))
        before = self._session.catalog.assessors[who].name
        return None if name.strip() == before else renaming(self._session, who, name)

    def _change(self) -> SetFact | None:
        """Return the command that changes the kind; None if it is unchanged, and for a new assessor."""
        if self._assessor is None:
            return None
        before, kind = self._session.catalog.assessors[self._assessor], str(self.kind.currentData())
        return None if kind == before.kind else changing_kind(self._session, before.name, kind)
