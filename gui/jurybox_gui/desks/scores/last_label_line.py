"""The line over the table of scores: the last label, which runs it moved, and Undo."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.language import tr
from jurybox_gui.desks.scores.last_label import LastLabel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.painting import paint_ground, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_NOTHING = tr("The effect of your next label appears here.")
_FROZEN = tr("The gold standard is frozen: labels do not move its scores.")
_HEIGHT = 34


class LastLabelText(QWidget):
    """Paints the last label with the runs that it moved, as many as fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.last: LastLabel | None = None
        self.words = _NOTHING
        """What is said without a label."""

    def show_label(self, last: LastLabel | None, *, frozen: bool) -> None:
        """Show another label; None for none yet, or under a `frozen` gold standard, which no label moves."""
        self.last, self.words = last, _FROZEN if frozen else _NOTHING
        self.setAccessibleName(self.words if last is None else last.in_words())
        self.update()

    def sizeHint(self) -> QSize:
        # Return the height of a line; it takes the width it gets.
        return QSize(200, _HEIGHT - 6)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            words = "" if self.last is None else self.last.in_words()
            return tell(event, words, self)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter, last = theme().tokens, QPainter(self), self.last
        box = QRectF(0, 0, self.width(), self.height())
        if last is None:
            paint_text(painter, box, self.words, font(Px.ASIDE), tokens.text3)
            painter.end()
            return
        left = paint_text(painter, box, last.time, font(Px.ASIDE, tabular=True), tokens.text2) + 12
        middle = box.center().y()
        paint_icon(painter, QRectF(left, round(middle - 7), 14, 14), "saved", tokens.good)
        left += 22
        bold = font(Px.BASE, 600)
        left += paint_text(painter, box.adjusted(left, 0, 0, 0), last.said, bold, tokens.text) + 14
        if last.summary:
            face = font(Px.BASE)
            left += paint_text(painter, box.adjusted(left, 0, 0, 0), last.summary, face, tokens.text2) + 14
        self._paint_runs(painter, box, left, last)
        painter.end()

    def _paint_runs(self, painter: QPainter, box: QRectF, left: float, last: LastLabel) -> None:
        tokens, bold, face = theme().tokens, font(Px.BASE, 600), font(Px.BASE, tabular=True)
        for at, one in enumerate(last.moved):
            words, more = one.in_words(last.measure), tr("and {n:,} more", n=len(last.moved) - at)
            wide = 18 + text_width(one.name, bold) + 6 + text_width(words, face)
            last_one = at == len(last.moved) - 1
            room = box.right() - left - (0 if last_one else text_width(more, face) + 20)
            if wide > room:
                paint_text(painter, box.adjusted(left, 0, 0, 0), more, face, tokens.text2)
                return
            center = QPointF(left + 6, box.center().y())
            paint_run_marker(painter, center, 11, theme().run_style(one.run))
            left += 18
            left += paint_text(painter, box.adjusted(left, 0, 0, 0), one.name, bold, tokens.text) + 6
            left += paint_text(painter, box.adjusted(left, 0, 0, 0), words, face, tokens.text2) + 18


class LastLabelLine(QWidget):
    """The last label on the left, Undo after it, and on the right a field that finds runs in the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = LastLabelText()
        self.undo = HintButton(tr("Undo"), action="edit.undo", cap_last=True)
        self.find_field = SearchField(tr("Find a run"), action="scores.find")
        self.find_field.setMaximumWidth(190)
        self.setFixedHeight(_HEIGHT)
        line = QHBoxLayout(self)
        line.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 0)
        line.setSpacing(12)
        line.addWidget(self.text, 1)
        line.addWidget(self.undo)
        line.addWidget(self.find_field)
        self._is_frozen = False
        self.show_label(None)

    def show_label(self, last: LastLabel | None) -> None:
        """Show another label; Undo is visible while there is one."""
        self.text.show_label(last, frozen=self._is_frozen)
        self.undo.setVisible(last is not None)

    def set_frozen(self, *, frozen: bool) -> None:
        """Say without a label that none moves the scores of a frozen gold standard, or what will appear here."""
        self._is_frozen = frozen
        self.show_label(self.text.last)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        paint_ground(painter, self.rect(), tokens.surf)
        painter.end()
