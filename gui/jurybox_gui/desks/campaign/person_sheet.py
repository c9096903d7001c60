"""Adding an assessor, or saying of which kind one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.campaign.people import adding, changing_kind
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS
from jurybox_gui.desks.campaign.sheet import MARGIN, Sheet
from jurybox_gui.pieces.combo import Combo
from jurybox_gui.pieces.fields import Field
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from jurybox.session import Session

    Store = Callable[[Callable[[sqlite3.Connection], int]], object]


class PersonSheet(Sheet):
    """A name and a kind; for an assessor who is there already the name stays as it is."""

    def __init__(self, window: QWidget, session: Session, store: Store, assessor: int | None = None) -> None:
        new = assessor is None
        title = "Add an assessor" if new else f"Kind of {session.catalog.assessors[assessor or 0].name}"
        super().__init__(window, title, "", "Add" if new else "Change")
        self._session, self._assessor, self._store = session, assessor, store
        self.panel_top = 120
        self.name = Field("Name of the assessor")
        self.name.left.connect(self.dismiss)
        self.name.returnPressed.connect(self.do)
        self.kind = Combo("Kind of assessor")
        now = "person" if assessor is None else session.catalog.assessors[assessor].kind
        self.kind.set_choices([(kind.title, kind.name) for kind in ASSESSOR_KINDS.values()], now)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 16, MARGIN, 16)
        column.setSpacing(8)
        if new:
            column.addWidget(PlainLabel("Name", px=Px.ASIDE, role="text2"))
            column.addWidget(self.name)
        else:
            self.name.hide()
        column.addWidget(PlainLabel("This is", px=Px.ASIDE, role="text2"))
        column.addWidget(self.kind)
        column.addStretch(1)
        self.fill(column)

    @classmethod
    def open_for(
        cls, window: QWidget, session: Session, store: Store, assessor: int | None = None
    ) -> PersonSheet:
        """Show it above a window; `store` is given the bulk work that comes of it."""
        made = cls(window, session, store, assessor)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the two."""
        return QSize(480, 270 if self._assessor is None else 220).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Let the name be typed at once."""
        return self.name if self._assessor is None else self.kind

    def do(self) -> None:
        """Store it, after a backup; stay open with the reason if it is refused."""
        kind = str(self.kind.currentData())
        try:
            if self._assessor is None:
                work = adding(self._session, self.name.text(), kind)
            else:
                work = changing_kind(self._assessor, kind)
        except Refused as error:
            self.say(str(error), bad=True)
        else:
            self.dismiss()
            self._store(work)
