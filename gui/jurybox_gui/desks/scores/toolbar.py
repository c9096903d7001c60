"""The row over the table: gold standard, questions, measure and view; and how much is judged."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.collection.catalog import Catalog
from jurybox.language import tr, trc
from jurybox.measures import Measure
from jurybox.wording import count_of
from jurybox_gui.core.measures import measure_choices
from jurybox_gui.desks.toolbar import ToolRow
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Choices
from jurybox_gui.widgets.painting import RIGHT, paint_text, text_width

_BAR, _GAP = 100, 12
_MORE = trc("more choices", "More")


class ScoreTools(ToolRow):
    """The measure that ranks, the view, and *More* for the row below."""

    measure_chosen = Signal(str)
    view_chosen = Signal(str)

    def __init__(self, views: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.measure = self.add_choice(tr("Ranked by"))
        self.view = self.add_choice(tr("View"), views)
        self.more = PlainButton(f"{_MORE} ▾", action="scores.choices", own_click=True)
        self.more.setCheckable(True)
        self.add_button(self.more)
        self.view.activated.connect(lambda _: self.view_chosen.emit(str(self.view.currentData())))
        self.measure.activated.connect(lambda _: self.measure_chosen.emit(str(self.measure.currentData())))

    def show_more(self, count: int) -> None:
        """Show on *More* how many choices below it are not the default, and whether the row is open."""
        more = tr("More ({count:,} set)", count=count) if count else _MORE
        self.more.setText(f"{more} {'▴' if self.more.isChecked() else '▾'}")
        self.more.setAccessibleName(tr("More choices ({count:,} set)", count=count) if count else tr("More choices"))
        self.more.updateGeometry()

    def show_measure(self, catalog: Catalog, current: Measure) -> None:
        """List the measures of the kinds of question here, and show which one ranks."""
        self.measure.set_choices(measure_choices(catalog, current), current.name)


class JudgedBar(QWidget):
    """How many units of the measure that ranks are complete, pending and excluded, as a bar and in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._counts, self._words = (0, 0, 0), ""

    def show_counts(self, judged: int, waiting: int, left_out: int, unit: str, *, are_judged: bool = True) -> None:
        """Show these counts of a unit; the first are judged, or else complete."""
        self._counts = (judged, waiting, left_out)
        units = count_of(judged, unit)
        done = tr("{units} judged", units=units) if are_judged else tr("{units} complete", units=units)
        self._words = (
            tr("{done}, {pending:,} pending, {excluded:,} excluded", done=done, pending=waiting, excluded=left_out)
            if left_out
            else tr("{done}, {pending:,} pending", done=done, pending=waiting)
        )
        self.setAccessibleName(self._words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width() + _BAR + _GAP, 24)

    def minimumSizeHint(self) -> QSize:
        # Return the room for the words; with no more than that, the bar is hidden.
        return QSize(round(text_width(self._words, font(Px.ASIDE))) + 2, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        judged, waiting, left_out = self._counts
        total = max(1, sum(self._counts))
        words = self.minimumSizeHint().width()
        left = float(self.width() - words - _GAP - _BAR)
        parts = ((judged, tokens.text2), (left_out, tokens.mid), (waiting, tokens.line2))
        for count, ink in parts if left >= 0 else ():
            wide = _BAR * count / total
            painter.fillRect(QRectF(left, 7, wide, 10), color(ink))
            left += wide
        room = QRectF(max(0, self.width() - words), 0, words, 24)
        paint_text(painter, room, self._words, font(Px.ASIDE), tokens.text2, RIGHT)
        painter.end()
