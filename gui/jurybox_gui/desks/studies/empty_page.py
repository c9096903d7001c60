"""The Studies desk before the first study: its purpose, and the studies to choose from."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.analysis.studies.requests import STUDIES
from jurybox.language import tr
from jurybox_gui.desks.studies.captions import ABOUT, TITLES
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.surface import Surface

_WIDE, _INSET = 620, 8
_BELOW_ABOUT = 10
"""Space that separates one study from the next, px: each name belongs to the sentence below it."""


class NoStudyPage(Surface):
    """Names the five studies; a click on one chooses it (`study_wanted`) in the form, which runs it."""

    study_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        title = PlainLabel(tr("How far can these scores be trusted?"), px=Px.QUESTION, weight=600, wrap=True)
        aside = tr("A study draws sets of questions at random and shows how much scores and ranks change.")
        about = PlainLabel(aside, px=Px.BASE, role="text2", wrap=True)
        for label in (title, about):
            label.setContentsMargins(_INSET, 0, 0, 2)
            column.addWidget(label)
        column.addSpacing(10)
        self.buttons = {}
        for study in STUDIES:
            button = PlainButton(TITLES[study], quiet=True, wide=True)
            button.clicked.connect(lambda _=False, study=study: self.study_wanted.emit(study))
            self.buttons[study] = button
            column.addWidget(button)
            about = PlainLabel(ABOUT[study], px=Px.ASIDE, role="text2", wrap=True)
            about.setContentsMargins(_INSET, 0, 0, _BELOW_ABOUT)
            column.addWidget(about)
        column.addStretch(1)
        words = QWidget()
        words.setLayout(column)
        words.setMaximumWidth(_WIDE)
        inside = QWidget()
        across = QHBoxLayout(inside)
        across.setContentsMargins(24, 14, 24, 8)
        across.addWidget(words, 1)
        across.addStretch(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(inside))
