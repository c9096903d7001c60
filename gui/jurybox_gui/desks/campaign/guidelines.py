"""The guidelines: a text for each label, which assessors see while they judge."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from jurybox.commands import SetGuidelines
from jurybox.commands.facts import next_version
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.session import Session
from jurybox_gui.desks.campaign.examples import Examples, agreement_text, differences, example_of, meaning_of
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.campaign.words import labels_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled


@final
class GuidelinesSheet(CampaignSheet):
    """One field for each label; the changes are one step, which makes a new version and can be undone.

    Above the fields is the agreement in the calibration round; beside them are the answers that assessors
    labeled differently, which can be added as examples.
    """

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window, tr("Guidelines"), _aside(session), tr("Save guidelines"))
        self._session = session
        self.fields: dict[str, QPlainTextEdit] = {}
        self.examples: Examples | None = None
        body = QHBoxLayout()
        body.setSpacing(14)
        body.addWidget(self._of_labels(), 3)
        found = differences(session)
        if found:
            self.examples = Examples(session, found)
            self.examples.wanted.connect(self._quote)
            body.addWidget(self.examples, 2)
        whole = QVBoxLayout()
        self.agreement = agreement = PlainLabel(agreement_text(session), wrap=True)
        whole.setSpacing(0)
        agreement.setContentsMargins(MARGIN, 12, MARGIN, 0)
        agreement.setVisible(False)
        whole.addWidget(agreement)
        whole.addLayout(body, 1)
        self.fill(whole)
        agreement.setVisible(bool(agreement.text()))  # inside the panel by now; before, it would be a window

    def _of_labels(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(6)
        for label in labels_of(self._session.catalog, self._session.facts):
            called, explained = meaning_of(self._session, label)
            name = PlainLabel(called, weight=600)
            field = _text_field(tr("Guideline of {label}", label=called), self._session.facts.guidelines.get(label, ""))
            field.setPlaceholderText(explained)
            name.setBuddy(field)
            self.fields[label] = field
            column.addWidget(name)
            column.addWidget(field)
        if not self.fields:
            column.addWidget(PlainLabel(tr("No questions yet, so no labels."), role="text2"))
        column.addStretch(1)
        self._scroll = scrolled(inside)
        return self._scroll

    def _quote(self, label: str, answer: int) -> None:
        """Add an answer to the guideline of a label as an example, with the cursor after it to type why."""
        field = self.fields.get(label)
        if field is None:
            return
        quoted = example_of(self._session, answer)
        before = field.toPlainText().rstrip()
        if quoted not in before:
            example = tr("{quoted}, because ", quoted=quoted)
            field.setPlainText(f"{before}\n{example}" if before else example)
        field.moveCursor(QTextCursor.MoveOperation.End)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(field, 0, 20)

    @classmethod
    def open_for(cls, window: QWidget, session: Session) -> GuidelinesSheet:
        """Show it above a window."""
        made = cls(window, session)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a few labels; more than that scroll."""
        wide = 620 if self.examples is None else 1040
        line = 36 if self.agreement.text() else 0
        return QSize(wide, 150 + line + min(5, max(1, len(self.fields))) * 104).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the first guideline."""
        return next(iter(self.fields.values()), self.refuse)

    def do(self) -> None:
        """Store the changes."""
        try:
            texts = {label: field.toPlainText().strip() for label, field in self.fields.items()}
            self._session.execute(SetGuidelines(texts))
        except Refused as error:
            self.say(str(error), bad=True)
        else:
            self.dismiss()


def _aside(session: Session) -> str:
    """Show who sees the guidelines, and which version labels carry now and after the change."""
    version = session.facts.guideline_version
    carry = (
        tr(
            "Labels record version {version}; once you save these, {next_version}.",
            version=version,
            next_version=next_version(version),
        )
        if version
        else (tr("Once you save them, labels record version 1."))
    )
    return tr("Assessors see them beside the answer. {carry}", carry=carry)


def _text_field(name: str, text: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setPlainText(text)
    field.setFont(font(Px.BASE))
    field.setAccessibleName(name)
    field.setTabChangesFocus(True)
    field.setFixedHeight(64)
    return field
