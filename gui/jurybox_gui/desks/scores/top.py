"""The row over the table: gold standard, questions, a measure to rank by, and how much is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.measures import MEASURES
from jurybox_gui.desks.spaces.choices import choice_of, gold_choices, question_choices
from jurybox_gui.pieces.combo import Combo
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.pieces.painting import RIGHT, paint_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px

if TYPE_CHECKING:
    from jurybox_gui.bridge import Bridge


class ScoreTools(QWidget):
    """Gold standard and questions, which hold for all desks; more is added by the desk."""

    gold_chosen = Signal(str)
    questions_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(Grid.TOOL_ROW)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 1)
        self._line.setSpacing(8)
        self.gold = self._combo("Gold standard")
        self.questions = self._combo("Questions")
        self.gold.activated.connect(lambda _: self.gold_chosen.emit(str(self.gold.currentData())))
        self.questions.activated.connect(
            lambda _: self.questions_chosen.emit(str(self.questions.currentData()))
        )

    def follow(self, bridge: Bridge) -> None:
        """Show the choices of this collection and what is in force, whoever chose it."""
        catalog = bridge.session.catalog
        self.gold.set_choices(gold_choices(catalog, bridge.gold), bridge.gold)
        self.questions.set_choices(question_choices(catalog), choice_of(catalog, bridge.questions))

    def add(self, widget: QWidget) -> None:
        """Put something after the choices."""
        self._line.addWidget(widget)

    def add_end(self, widget: QWidget) -> None:
        """Put something at the right end."""
        self._line.addStretch(1)
        self._line.addWidget(widget)

    def _combo(self, name: str) -> Combo:
        combo = Combo(name)
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


class MeasureChooser(QWidget):
    """Ranks by any measure of the table of measures that scores these questions."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.combo = Combo("Measure")
        self.combo.setMaximumWidth(240)
        label = PlainLabel("Ranked by", px=Px.ASIDE, role="text2")
        label.setBuddy(self.combo)
        line.addWidget(label)
        line.addWidget(self.combo)
        self.combo.activated.connect(lambda _: self.chosen.emit(str(self.combo.currentData())))

    def set_measures(self, current: str) -> None:
        """List the measures of validation questions."""
        known = [one for one in MEASURES if "validation" in one.kinds]
        self.combo.set_choices([(one.name, one.name) for one in known], current)

    def choose(self, name: str) -> None:
        """Show which measure ranks."""
        self.combo.choose(name)


class JudgedBar(QWidget):
    """How many answers are judged, waiting and left out, as a bar and in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._counts = (0, 0, 0)

    def show_counts(self, judged: int, waiting: int, left_out: int) -> None:
        """Show these numbers of answers."""
        self._counts = (judged, waiting, left_out)
        self.setAccessibleName(self._words())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for bar and words."""
        return QSize(330, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar in three parts, then the words."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        judged, waiting, left_out = self._counts
        total, left = max(1, sum(self._counts)), 0.0
        parts = ((judged, tokens.text2), (left_out, tokens.mid), (waiting, tokens.line2))
        for count, ink in parts:
            wide = 100 * count / total
            painter.fillRect(QRectF(left, 7, wide, 10), color(ink))
            left += wide
        paint_text(
            painter,
            QRectF(108, 0, self.width() - 108, 24),
            self._words(),
            font(Px.ASIDE),
            tokens.text2,
            RIGHT,
        )
        painter.end()

    def _words(self) -> str:
        judged, waiting, left_out = self._counts
        out = f", {left_out:,} left out" if left_out else ""
        return f"{judged:,} judged, {waiting:,} open{out}"
