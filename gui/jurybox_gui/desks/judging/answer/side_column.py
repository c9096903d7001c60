"""The right column: what each label means, the same answer elsewhere, the assessor's last labels."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from jurybox.label_schemes import Label
from jurybox.language import grouped, tr
from jurybox.lists import comma_list
from jurybox_gui.desks.judging.answer.answer_cache import Twin
from jurybox_gui.desks.judging.answer.history_view import ROW_HEIGHT, HistoryView
from jurybox_gui.tables.history_model import HistoryModel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.direction import is_right_to_left
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_box, paint_line, paint_text
from jurybox_gui.widgets.side_column import SideColumn, SideSection
from jurybox_gui.widgets.wrapped_text import WrappedText

_MOST_TWINS = 4
_MOST_GUIDELINES, _GUIDELINE_GLYPH = 12, 18
_LEAST_PAST, _FEWEST_PAST, _MOST_PAST, _PAST = 2, 4, 30, 90
_MARGIN = 18
_STRIP_SHARE, _ROOMY = 0.72, 1.25
"""Share of the column's height for the strip: in an open collection the audience watches the ranking."""


class AnswerSideColumn(SideColumn):
    """Guidelines, twins and history.

    Emits `answer_chosen(answer)` when one of them is clicked, `past_room_changed` when the room for the
    history changed. That room follows from the heights of the other sections, so it is computed when Qt asks
    for a layout: right after a section changed, it still has its old height.
    """

    answer_chosen = Signal(int)
    past_room_changed = Signal()

    def __init__(self, history: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Guidelines and labels"), parent)
        self.strip: SideSection | None = None
        self._strip_wants = self._strip_least = 0
        self.before = self.add_section(tr("Asked before"))
        self.before.hide()
        self.asked_rows: list[WrappedText] = []
        self._asked: tuple[str, ...] = ()
        self.guidelines = self.add_section(tr("Guidelines"), "judge.guidelines")
        self.own_guideline = WrappedText(px=Px.ASIDE, role="text2", lines=12, leading=1.3)
        self.same = self.add_section(tr("Same answer, other text"), "judge.same")
        self.past = self.add_section(tr("Your labels"), "judge.back")
        self.history = HistoryView(history)
        self.history.answer_chosen.connect(self.answer_chosen)
        self.past.layout_of_body.setContentsMargins(0, 0, 0, 8)
        self.past.layout_of_body.setSpacing(4)
        self.past.add(self.history)
        self.undo = HintButton(tr("Undo"), action="edit.undo", own_click=True)
        self.nothing = WrappedText(px=Px.ASIDE, role="text2", lines=2)
        self.nothing.set_text(tr("The labels you give appear here."))
        nothing_row = QVBoxLayout()
        nothing_row.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        nothing_row.addWidget(self.nothing)
        self.past.layout_of_body.addLayout(nothing_row)
        undo_row = QVBoxLayout()
        undo_row.setContentsMargins(_MARGIN - 4, 0, 0, 0)
        undo_row.addWidget(self.undo)
        self.past.layout_of_body.addLayout(undo_row)
        self.hidden = HiddenNote()
        self.add_foot(self.hidden)
        self._rows: list[QWidget] = []
        self.twin_rows: list[TwinRow] = []
        self._shown: object = None
        self._past = 0
        self.same.hide()
        self._inside.installEventFilter(self)

    def set_guidelines(
        self, scheme: Sequence[Label], texts: Mapping[str, str], version: str = "", glyph_of: Callable[[str], str] = str
    ) -> None:
        """Show the meanings of a scheme's labels: the collection's wording, else the default.

        Of a long scale, only the labels that are explained, and the ends.
        """
        self.guidelines.set_aside(tr("version {version}", version=version[:16]) if version else "")
        shown = tuple(
            (glyph_of(choice.word), choice.name, texts.get(choice.word) or choice.explained or choice.meaning)
            for choice in scheme
        )
        if len(shown) > _MOST_GUIDELINES:
            ends = shown[0], shown[-2]
            shown = tuple(one for one in shown if one[2] or one in ends)
        if shown == self._shown:
            return
        self._shown = shown
        for row in self._rows:
            row.deleteLater()
        self._rows = [GuidelineRow(*parts) for parts in shown]
        for row in self._rows:
            self.guidelines.add(row)
        self.guidelines.add(self.own_guideline)

    def set_own_guideline(self, text: str | None) -> None:
        """Show the guideline of this question alone."""
        self.own_guideline.set_text(text or "")
        self.own_guideline.setVisible(bool(text))

    def set_before(self, asked: Sequence[str]) -> None:
        """Show what was asked before in the same series, which later questions refer to."""
        if tuple(asked) == self._asked:
            return
        self._asked = tuple(asked)
        for row in self.asked_rows:
            row.deleteLater()
        self.asked_rows = [WrappedText(px=Px.ASIDE, role="text2", lines=2, leading=1.3) for _ in asked]
        for row, text in zip(self.asked_rows, asked, strict=True):
            row.set_text(text)
            self.before.add(row)
        self.before.setVisible(bool(asked))

    def set_twins(self, twins: Sequence[tuple[Twin, str, str]]) -> None:
        """Show answers with the same words and their labels, by glyph."""
        for row in self.twin_rows:
            row.deleteLater()
        self.twin_rows = [TwinRow(*one) for one in twins[:_MOST_TWINS]]
        for row in self.twin_rows:
            row.clicked.connect(lambda _on, answer=row.twin.answer: self.answer_chosen.emit(answer))
            self.same.add(row)
        left = len(twins) - len(self.twin_rows)
        self.same.set_aside(grouped(len(twins)) if left else "")
        self.same.setVisible(bool(twins))

    def set_past(self, shown: int, total: int) -> None:
        """Show the number of labels."""
        self.past.set_aside(tr("last {shown:,} of {total:,}", shown=shown, total=total) if total else "")
        self.history.setVisible(bool(shown))
        self.nothing.setVisible(not shown)
        if shown != self._past:
            self._past = shown
            self.history.updateGeometry()

    def set_mode(self, *, hidden: bool) -> None:
        """Show that runs and ranks are hidden, or nothing."""
        self.hidden.setVisible(hidden)

    def open_strip(self) -> SideSection:
        """Add the section of the live strip above all others, from edge to edge; it may be folded."""
        section = self.strip = self.add_section(tr("Ranking now"), "judge.strip")
        section.layout_of_body.setContentsMargins(0, 0, 0, 8)
        self._column.removeWidget(section)
        self._column.insertWidget(0, section)
        section.folded_changed.connect(lambda _: self._fit())
        return section

    def fill_strip(self, strip: QWidget) -> None:
        """Put the live strip into its section."""
        if self.strip is not None:
            self.strip.add(strip)
            self.strip.layout_of_body.setStretchFactor(strip, 1)
            self._fit()

    def set_strip_height(self, wanted: int, least: int) -> None:
        """Give the strip the height it asks for, as far as the column keeps its share.

        `least`: the height at which all of it is visible, so that guidelines below it stay in sight.
        """
        if (wanted, least) != (self._strip_wants, self._strip_least):
            self._strip_wants, self._strip_least = wanted, least
            self._fit()

    def drop_strip(self) -> None:
        """Remove the live strip for good."""
        if self.strip is not None:
            self._column.removeWidget(self.strip)
            self.strip.deleteLater()
            self.strip = None

    def show_guidelines(self) -> None:
        """Unfold the guidelines and scroll them into view."""
        self.guidelines.folded = False
        self._scroll.ensureWidgetVisible(self.guidelines, 0, 0)

    def guidelines_in_view(self) -> bool:
        """Return whether the guidelines are unfolded and at least their title is visible."""
        at = self.guidelines.mapTo(self, QPoint(0, 0)).y()
        return self.isVisible() and not self.guidelines.folded and -10 <= at < self.height() - 60

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        if self.strip is not None:
            wanted = self.strip.height_around(self._strip_wants)
            self.strip.setMinimumHeight(min(wanted, self._strip_room(self.strip)))
        room = self._past_rows()
        if room != self.history.rows:
            self.history.set_rows(room)
            self.past_room_changed.emit()

    def _strip_room(self, strip: SideSection) -> int:
        """Return the greatest height of the strip at which unfolded guidelines stay in sight, if possible.

        In a high window, so do a few labels below them.
        """
        most = round(self.height() * _STRIP_SHARE)
        if self.guidelines.isHidden() or self.guidelines.folded:
            return most
        wide = self._scroll.viewport().width()
        others = [one for one in (self.before, self.guidelines) if not one.isHidden()]
        left = self.height() - sum(_height(one, wide) for one in others) - _PAST - _FEWEST_PAST * ROW_HEIGHT
        least = strip.height_around(self._strip_least)
        return min(most, max(left, least)) if left > _ROOMY * least else min(most, least)

    def _past_rows(self) -> int:
        """Return how many labels of the history fit."""
        others = [self.guidelines, self.before, self.same, self.hidden, *([self.strip] if self.strip else [])]
        used = sum(_height(widget, self.width()) for widget in others if not widget.isHidden())
        room = (self.height() - used - _PAST) // ROW_HEIGHT
        return max(_LEAST_PAST, min(_MOST_PAST, room))


def _height(widget: QWidget, width: int) -> int:
    """Return the height that a widget takes at a width."""
    height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    return max(height if height >= 0 else widget.sizeHint().height(), widget.minimumHeight())


class GuidelineRow(QWidget):
    """A glyph, a name and its meaning; the glyph is on the right of a name written from right to left."""

    def __init__(self, glyph: str, name: str, meaning: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self._from_right = is_right_to_left(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(*((0, 0, 27, 0) if self._from_right else (27, 0, 0, 0)))
        column.setSpacing(2)
        title = PlainLabel(name, weight=600, wrap=True)
        title.setMinimumWidth(1)  # else its longest word widens the whole column
        column.addWidget(title)
        text = WrappedText(px=Px.ASIDE, role="text2", lines=12, leading=1.3)
        text.set_text(meaning)
        column.addWidget(text)
        if not meaning:
            text.hide()
            self.setMinimumHeight(_GUIDELINE_GLYPH + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        left = self.width() - _GUIDELINE_GLYPH if self._from_right else 0
        spot = QRectF(left, 1, _GUIDELINE_GLYPH, _GUIDELINE_GLYPH)
        paint_label_glyph(painter, spot, self._glyph, theme().tokens)
        painter.end()


_UNJUDGED = tr("not judged yet")


class TwinRow(PaintedButton):
    """An answer with the same words: its label, its text, its source."""

    def __init__(self, twin: Twin, label: str, glyph: str = "", parent: QWidget | None = None) -> None:
        super().__init__(twin.text, parent)
        self.twin = twin
        self.label = label
        self._glyph = glyph or label
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(comma_list((twin.text, label or _UNJUDGED, twin.source)))

    def sizeHint(self) -> QSize:
        return QSize(120, 38)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        if self.hot:
            paint_box(painter, QRectF(self.rect()), Grid.R_KEY, tokens.hover)
        glyph = "" if self.label == "conflict" else self._glyph
        paint_label_glyph(painter, QRectF(1, 2, 15, 15), glyph, tokens)
        room = QRectF(27, 0, self.width() - 29, 19)
        paint_text(painter, room, self.text(), font(Px.BASE, 500), tokens.text)
        paint_text(painter, room.translated(0, 19), self.twin.source, font(Px.ASIDE), tokens.text2)
        if self.hasFocus():
            paint_focus_ring(painter, QRectF(self.rect()).adjusted(3, 3, -3, -3), 2, tokens)
        painter.end()


class HiddenNote(QWidget):
    """States that nobody who judges sees runs and ranks."""

    TITLE = tr("Runs and ranks are hidden")
    ASIDE = tr("until the organizer opens them")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{self.TITLE} {self.ASIDE}")

    def sizeHint(self) -> QSize:
        return QSize(120, 68)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_line(painter, QPointF(0, 0.5), QPointF(self.width(), 0.5), tokens.line)
        paint_icon(painter, QRectF(14, 8, 22, 22), "eye-off", tokens.text2)
        room = QRectF(43, 6, self.width() - 48, 20)
        paint_text(painter, room, self.TITLE, font(Px.ASIDE, 600), tokens.text)
        paint_text(painter, room.translated(0, 18), self.ASIDE, font(Px.ASIDE), tokens.text2)
        painter.end()
