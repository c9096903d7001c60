"""Choosing the labels of a kind of question: those of the papers, a scale, names or a file, with a preview."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.collection.label_keys import owner_of_letter
from jurybox.collection.own_schemes import SCHEME, SCHEME_KINDS, number_text, scheme_as_json, scheme_of_text
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.label_schemes import LabelScheme
from jurybox.language import tr
from jurybox.session import Session
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.campaign.words import scheme_words
from jurybox_gui.desks.label_schemes import choices_by
from jurybox_gui.desks.label_table import RELEVANT, LabelRow, LabelTable, name_and_word
from jurybox_gui.dialogs.files import ask_open
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

_FILES = tr("Label schemes (*.json *.csv)")
_NOW, _PAPERS, _TYPED = "now", "papers", "typed"
_WIDE = 70
_HEADS = ((tr("Key"), 64), (tr("Grade"), 64), (tr("Gain"), 64), (tr("Relevant"), 108))
"""The columns to the right of the labels and their widths, px."""


def kinds_with_labels(session: Session) -> list[str]:
    """Return the kinds of question of a collection whose labels can be chosen."""
    found = {question.kind for question in session.catalog.questions}
    return [kind for kind in SCHEME_KINDS if kind in found]


@final
class LabelsSheet(CampaignSheet):
    """The labels of one kind of question at a time; the change is one step and can be undone."""

    accepts_enter = True

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(
            window, tr("Labels"), tr("The labels that assessors choose from, best first."), tr("Set labels")
        )
        self._session = session
        self._scheme: LabelScheme | None = None
        kinds = kinds_with_labels(session)
        self.kind = Combo(tr("Kind of question"))
        self.kind.set_choices([(KINDS[kind].title, kind) for kind in kinds])
        self.kind.setVisible(len(kinds) > 1)
        self.way = Combo(tr("Which labels"))
        self.text = Field(tr("A scale such as 0..3, names such as Good, Fair, Poor, or a file (JSON or CSV)"))
        self.text.left.connect(self.dismiss)
        self.browse = PlainButton(tr("Choose file…"))
        self.browse.clicked.connect(self._ask_file)
        self.preview = LabelTable(_HEADS)
        self.why = PlainLabel(role="bad", wrap=True)
        self._lay_out()
        self.kind.activated.connect(lambda _: self._begin())
        self.way.activated.connect(lambda _: self._chosen())
        self.text.textEdited.connect(lambda _: self._read())
        self._begin()

    @classmethod
    def open_for(cls, window: QWidget, session: Session) -> LabelsSheet:
        """Show it above a window."""
        made = cls(window, session)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a handful of labels; more than that scroll."""
        return QSize(680, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the choice of labels."""
        return self.way

    def say(self, words: str, *, bad: bool = False) -> None:
        """Show a sentence below the labels, where a whole one has room."""
        self.why.set_role("bad" if bad else "text2")
        self.why.setText(words)
        self.why.setAccessibleName(words)

    def do(self) -> None:
        """Set the labels shown; stay open with the reason if they are refused."""
        kind, facts, scheme = self._kind, self._session.facts, self._scheme
        if scheme is None:
            return
        if scheme == facts.scheme_of(kind):
            self.dismiss()
            return
        papers = scheme == KINDS[kind].label_scheme
        try:
            self._session.execute(SetFact(f"{SCHEME}{kind}", None if papers else scheme_as_json(scheme)), self)
        except Refused as error:
            self.say(str(error), bad=True)
        else:
            self.dismiss()

    # Inside

    @property
    def _kind(self) -> str:
        return str(self.kind.currentData())

    def _begin(self) -> None:
        """Show the labels in force for the chosen kind."""
        facts, kind = self._session.facts, self._kind
        ways: list[tuple[str, object]] = [
            (tr("As in the papers: {labels}", labels=scheme_words(KINDS[kind].label_scheme, _WIDE)), _PAPERS),
            (tr("A scale, names, or labels from a file"), _TYPED),
        ]
        if kind in facts.schemes:
            ways.insert(0, (tr("As now: {labels}", labels=scheme_words(facts.scheme_of(kind), _WIDE)), _NOW))
        self.way.set_choices(ways)
        self.text.clear()
        self._read()

    def _chosen(self) -> None:
        self._read()
        if self.way.currentData() == _TYPED:
            self.text.setFocus()

    def _ask_file(self) -> None:
        def take(path: object) -> None:
            self.way.choose(_TYPED)
            self.text.setText(str(path))
            self._read()

        ask_open(self, tr("Labels from a file"), _FILES, take)

    def _read(self) -> None:
        """Show the chosen labels, or what is wrong with the text typed."""
        kind, way, text = self._kind, self.way.currentData(), self.text.text().strip()
        if text and self.text.hasFocus():
            self.way.choose(_TYPED)
            way = _TYPED
        self._scheme, why = None, ""
        try:
            if way == _PAPERS:
                self._scheme = KINDS[kind].label_scheme
            elif way == _NOW:
                self._scheme = self._session.facts.scheme_of(kind)
            elif text:
                self._scheme = scheme_of_text(text, kind)
            else:
                why = tr("Type a scale such as 0..3, or names, the best first, or choose a file.")
        except Refused as error:
            why = str(error)
        self.say(why, bad=bool(text))
        self.accept.setEnabled(self._scheme is not None)
        self.preview.show_rows(() if self._scheme is None else self._rows(self._scheme, kind))

    def _rows(self, scheme: LabelScheme, kind: str) -> list[LabelRow]:
        """Return a row for each label: its keys where it is given, grade, gain, whether it is relevant."""
        choices, rows = choices_by(scheme, kind), []
        for label, keyed in zip(scheme.labels, choices.labels, strict=False):
            keys = [choices.digit_of(label.word), "" if owner_of_letter(keyed.letter, kind) else keyed.letter]
            cells = (
                "  ".join(filter(None, keys)) or (tr("typed") if choices.is_long else "–"),
                number_text(label.grade),
                number_text(label.worth) if KINDS[kind].is_graded else "–",
                RELEVANT[label.relevance],
            )
            rows.append(LabelRow(choices.glyph(label.word), name_and_word(label), cells))
        return rows

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 14, MARGIN, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.kind)
        self.way.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        top.addWidget(self.way, 1)
        column.addLayout(top)
        line = QHBoxLayout()
        line.setSpacing(4)
        self.text.setMinimumHeight(29)
        line.addWidget(self.text, 1)
        line.addWidget(self.browse)
        column.addLayout(line)
        column.addWidget(scrolled(self.preview), 1)
        column.addWidget(self.why)
        self.fill(column)
