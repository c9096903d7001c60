"""Title, description, contact and days of the campaign."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from jurybox.campaign.details import setting_details
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.session import Session
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel

_DAY = "2026-11-23"
_CONTACT = tr("Contact")
_WHO = tr("Who receives returned files, such as Ana, track@example.org")


@final
class DetailsSheet(CampaignSheet):
    """Title, description, contact, first and last day; the changes are one step that can be undone."""

    def __init__(self, window: QWidget, session: Session) -> None:
        aside = tr("Shown on this page, in reports and in handed-out files.")
        super().__init__(window, tr("About the campaign"), aside, tr("Save"))
        self._session = session
        facts = session.facts
        self.title = _field(tr("Title"), tr("Title of the campaign"), facts.name)
        self.description = QPlainTextEdit()
        self.description.setPlainText(facts.description)
        self.description.setPlaceholderText(
            tr("What the campaign is about, in a few sentences. Assessors can read it.")
        )
        self.description.setFont(font(Px.BASE))
        self.description.setAccessibleName(tr("Description"))
        self.description.setTabChangesFocus(True)
        self.begins = _field(tr("First day"), _DAY, facts.begins)
        self.ends = _field(tr("Last day"), _DAY, facts.ends)
        self.contact = _field(_CONTACT, _WHO, facts.contact)
        for field in (self.title, self.contact, self.begins, self.ends):
            field.left.connect(self.dismiss)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 14, MARGIN, 12)
        column.setSpacing(4)
        column.addWidget(_named(tr("Title"), self.title))
        column.addWidget(self.title)
        column.addSpacing(6)
        column.addWidget(_named(tr("Description"), self.description))
        column.addWidget(self.description, 1)
        column.addSpacing(6)
        column.addWidget(_named(_CONTACT, self.contact))
        column.addWidget(self.contact)
        column.addSpacing(6)
        days = QHBoxLayout()
        days.setSpacing(16)
        for words, field in ((tr("First day"), self.begins), (tr("Last day"), self.ends)):
            part = QVBoxLayout()
            part.setSpacing(4)
            part.addWidget(_named(words, field))
            part.addWidget(field)
            days.addLayout(part, 1)
        column.addLayout(days)
        self.fill(column)

    @classmethod
    def open_for(cls, window: QWidget, session: Session) -> DetailsSheet:
        """Show it above a window."""
        made = cls(window, session)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for some lines of description."""
        return QSize(660, 490).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the title."""
        return self.title

    def do(self) -> None:
        """Store the changes; stay open with the reason if they are refused."""
        values = {
            "name": self.title.text(),
            "description": self.description.toPlainText(),
            "contact": self.contact.text(),
            "begins": self.begins.text(),
            "ends": self.ends.text(),
        }
        try:
            self._session.execute(setting_details(self._session.facts, values))
        except Refused as error:
            self.say(str(error), bad=True)
        else:
            self.dismiss()


def _field(name: str, placeholder: str, text: str) -> Field:
    field = Field(placeholder)
    field.setText(text)
    field.setAccessibleName(name)
    return field


def _named(words: str, field: QWidget) -> PlainLabel:
    label = PlainLabel(words, px=Px.ASIDE, role="text2")
    label.setBuddy(field)
    return label
