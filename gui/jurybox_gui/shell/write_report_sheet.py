"""The sheet before a report is written: its gold standard, and the contact for participants."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel

CONTACT = "report_contact"


@final
class WriteReportSheet(CampaignSheet):
    """Asks for the contact of a report; `write(contact)` is called with it, "" for none.

    The contact of the campaign is proposed; without one, that of the last report, which is remembered in the
    settings.
    """

    accepts_enter = True

    def __init__(
        self, window: QWidget, settings: Settings, gold: str, contact: str, write: Callable[[str], object]
    ) -> None:
        aside = tr("An overview page, and a page and a ZIP for each team.")
        super().__init__(window, tr("Write report"), aside, tr("Choose folder…"))
        self._settings, self._write = settings, write
        self.contact = Field(tr("Such as an address: track@example.org"))
        self.contact.setText(contact or settings[CONTACT])
        self.contact.setAccessibleName(tr("Contact for participants"))
        self.contact.left.connect(self.dismiss)
        name = PlainLabel(tr("Contact for participants"), px=Px.ASIDE, role="text2")
        name.setBuddy(self.contact)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 14, MARGIN, 12)
        column.setSpacing(4)
        column.addWidget(PlainLabel(tr("Gold standard: {gold}.", gold=gold), wrap=True))
        column.addSpacing(10)
        column.addWidget(name)
        column.addWidget(self.contact)
        column.addWidget(
            PlainLabel(
                tr(
                    "Printed on the page of each team as the place to ask about a label. Without "
                    "one, the page names none. Remembered on this computer."
                ),
                px=Px.ASIDE,
                role="text2",
                wrap=True,
            )
        )
        column.addStretch(1)
        self.fill(column)

    @classmethod
    def open_for(
        cls, window: QWidget, settings: Settings, gold: str, contact: str, write: Callable[[str], object]
    ) -> WriteReportSheet:
        """Show it above a window; `contact`: that of the campaign."""
        made = cls(window, settings, gold, contact, write)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for one field and its explanation."""
        return QSize(600, 258).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the contact, to type it or accept it with Enter."""
        return self.contact

    def do(self) -> None:
        """Remember the contact, and go on to ask for the folder."""
        contact = " ".join(self.contact.text().split())
        self._settings[CONTACT] = contact
        self.dismiss()
        self._write(contact)
