"""The guidelines: a text for each label, which assessors see while they judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from jurybox.commands import SetGuidelines
from jurybox.errors import Refused
from jurybox_gui.desks.campaign.sheet import MARGIN, Sheet
from jurybox_gui.desks.campaign.words import labels_of
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from jurybox.session import Session


class GuidelinesSheet(Sheet):
    """One field for each label; what changed is one step and a new version, and can be undone."""

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window, "Guidelines", "Assessors see them beside the answer.", "Keep")
        self._session = session
        self.fields: dict[str, QPlainTextEdit] = {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(6)
        for label in labels_of(session.catalog):
            name = PlainLabel(label, weight=600)
            field = _text_field(f"Guideline of {label}", session.facts.guidelines.get(label, ""))
            name.setBuddy(field)
            self.fields[label] = field
            column.addWidget(name)
            column.addWidget(field)
        if not self.fields:
            column.addWidget(PlainLabel("There are no questions yet, so there are no labels.", role="text2"))
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in (scroll, scroll.viewport(), inside):
            part.setAutoFillBackground(False)
        self.fill(scroll)

    @classmethod
    def open_for(cls, window: QWidget, session: Session) -> GuidelinesSheet:
        """Show it above a window."""
        made = cls(window, session)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a few labels; more of them scroll."""
        return QSize(620, 150 + min(5, max(1, len(self.fields))) * 104).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Let the first guideline be typed at once."""
        return next(iter(self.fields.values()), self.refuse)

    def do(self) -> None:
        """Keep what was changed."""
        try:
            texts = {label: field.toPlainText().strip() for label, field in self.fields.items()}
            self._session.execute(SetGuidelines(texts))
        except Refused as error:
            self.say(str(error), bad=True)
        else:
            self.dismiss()


def _text_field(name: str, text: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setPlainText(text)
    field.setFont(font(Px.BASE))
    field.setAccessibleName(name)
    field.setTabChangesFocus(True)
    field.setFixedHeight(64)
    return field
