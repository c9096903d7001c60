"""The row over a desk: gold standard and questions, which apply to all desks, and the desk's own choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.collection.judges import panel_of
from jurybox.language import tr
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.desks.question_choices import choice_of, question_choices
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import COMBO_HEIGHT, Choices, Combo
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.named import named
from jurybox_gui.widgets.side_note import SideNote

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_ABOVE, _GAP, _TIGHT = 4, 16, 8


class ChoiceRow(QWidget):
    """A row of choices by name over a desk, with something at the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self.setSizePolicy(wraps)
        line = QHBoxLayout(self)
        line.setContentsMargins(Grid.TABLE_MARGIN, _ABOVE, Grid.TABLE_MARGIN, _ABOVE + 1)
        line.setSpacing(_GAP)
        self._choices = FlowLayout(gap=_GAP, leading=6, tight=_TIGHT)
        self._choices.setContentsMargins(0, RING_ROOM, 0, RING_ROOM)
        # The widget at the end is centered on the first line of choices, however many lines there are.
        ends = QWidget()
        ends.setFixedHeight(COMBO_HEIGHT + 2 * RING_ROOM)
        self._ends = QHBoxLayout(ends)
        self._ends.setContentsMargins(0, 0, 0, 0)
        line.addLayout(self._choices, 1)
        line.addWidget(ends, 0, Qt.AlignmentFlag.AlignTop)
        self._groups: dict[Combo, QWidget] = {}
        self._note: SideNote | None = None

    def add_choice(self, name: str, choices: Choices | None = None) -> Combo:
        """Add a choice after the others."""
        combo = Combo(name)
        if choices:
            combo.set_choices(choices)
        combo.setMaximumWidth(240)
        self._groups[combo] = named(name, combo)
        self._choices.addWidget(self._groups[combo])
        return combo

    def show_choice(self, combo: Combo, *, shown: bool) -> None:
        """Show a choice with its name, or neither."""
        self._groups[combo].setVisible(shown)

    def add_button(self, button: PlainButton) -> None:
        """Add a button after the choices, with their height."""
        button.setFixedHeight(COMBO_HEIGHT + 2 * RING_ROOM)
        self._choices.add_ringed(button, RING_ROOM)

    def take_choice(self, combo: Combo) -> QWidget:
        """Return a choice with its name, removed from the row to be used elsewhere."""
        group = self._groups.pop(combo)
        self._choices.removeWidget(group)
        return group

    def put_choice(self, group: QWidget) -> None:
        """Insert a choice with its name before the others."""
        self._choices.insert_widget(0, group)

    def add_note(self, note: SideNote) -> None:
        """Add a note at the right end; it takes two lines if that saves the choices a line."""
        self._note = note
        self.add_end(note)

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._note is not None:
            free = self.width() - 2 * Grid.TABLE_MARGIN - _GAP - self._choices.least_line()
            self._note.set_narrow(narrow=self._note.least_width <= free < self._note.whole_width)
        return super().event(event)

    def add_end(self, widget: QWidget) -> None:
        """Add a widget at the right end."""
        self._ends.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(tokens.win))
        painter.fillRect(0, self.height() - 1, self.width(), 1, color(tokens.line))
        painter.end()


class ToolRow(ChoiceRow):
    """Gold standard and questions; a desk adds its own choices after them, and a widget at the end."""

    gold_chosen = Signal(str)
    questions_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gold = self.add_choice(tr("Gold standard"))
        self.questions = self.add_choice(tr("Questions"))
        self.gold.activated.connect(lambda _: self.gold_chosen.emit(str(self.gold.currentData())))
        self.questions.activated.connect(self._questions_activated)

    def follow(self, bridge: Bridge) -> None:
        """Show the choices of this collection and those in force, whoever made them."""
        catalog = bridge.session.catalog
        facts = bridge.session.facts
        self.gold.set_choices(gold_choices(catalog, bridge.gold, panel_of(catalog, facts), facts), bridge.gold)
        good = bridge.good_questions()
        choices = question_choices(catalog, good)
        now = choice_of(catalog, bridge.questions, good)
        if now is None and bridge.questions is not None:
            choices.append((tr("as chosen elsewhere, {count:,}", count=len(bridge.questions)), None))
        self.questions.set_choices(choices, now)

    def _questions_activated(self, _at: int) -> None:
        chosen = self.questions.currentData()
        if chosen is not None:
            self.questions_chosen.emit(str(chosen))
