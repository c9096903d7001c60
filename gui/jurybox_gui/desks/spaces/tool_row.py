"""The row over the spaces: gold standard, questions, iso lines, orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox_gui.desks.spaces.choices import (
    ISO_LINES,
    NO_LINES,
    ORIENTATIONS,
    Choices,
    choice_of,
    gold_choices,
    question_choices,
)
from jurybox_gui.pieces.combo import Combo
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px

if TYPE_CHECKING:
    from jurybox.figures import Orientation
    from jurybox_gui.bridge import Bridge

_OTHER = "as chosen elsewhere"


class ToolRow(QWidget):
    """Four choices. Gold standard and questions hold for all desks, the other two for this one."""

    gold_chosen = Signal(str)
    questions_chosen = Signal(str)
    look_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(Grid.TOOL_ROW)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 1)
        self._line.setSpacing(8)
        self.gold = self._add("Gold standard")
        self.questions = self._add("Questions")
        self.iso = self._add("Iso lines", ISO_LINES)
        self.orientation = self._add("Orientation", ORIENTATIONS)
        self._progress = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True, elide=True)
        self._progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line.addWidget(self._progress, 1)
        self.gold.activated.connect(lambda _: self.gold_chosen.emit(str(self.gold.currentData())))
        self.questions.activated.connect(self._questions_activated)
        self.iso.currentIndexChanged.connect(lambda _: self.look_chosen.emit())
        self.orientation.currentIndexChanged.connect(lambda _: self.look_chosen.emit())

    @property
    def iso_family(self) -> str | None:
        """The measure of the iso lines, None for none."""
        family = str(self.iso.currentData())
        return None if family == NO_LINES else family

    @property
    def facing(self) -> Orientation:
        """How the ROC space is turned."""
        return "paper" if self.orientation.currentData() == "paper" else "usual"

    def set_progress(self, progress: str) -> None:
        """Say at the right how much is judged."""
        self._progress.setText(progress)

    def follow(self, bridge: Bridge) -> None:
        """Show the choices of this collection and what is in force, whoever chose it."""
        catalog = bridge.session.catalog
        self.gold.set_choices(gold_choices(catalog, bridge.gold), bridge.gold)
        choices = question_choices(catalog)
        now = choice_of(catalog, bridge.questions)
        if now is None and bridge.questions is not None:
            choices.append((f"{_OTHER}, {len(bridge.questions):,}", None))
        self.questions.set_choices(choices, now)

    def _questions_activated(self, _at: int) -> None:
        chosen = self.questions.currentData()
        if chosen is not None:
            self.questions_chosen.emit(str(chosen))

    def _add(self, name: str, choices: Choices | None = None) -> Combo:
        combo = Combo(name)
        if choices:
            combo.set_choices(choices)
        combo.setMaximumWidth(240)
        label = PlainLabel(name, px=Px.ASIDE, role="text2")
        label.setBuddy(combo)
        self._line.addWidget(label)
        self._line.addWidget(combo)
        self._line.addSpacing(8)
        return combo

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline below."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(tokens.win))
        painter.fillRect(0, self.height() - 1, self.width(), 1, color(tokens.line))
        painter.end()
