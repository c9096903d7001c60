"""Each assessor's label in a disagreement, with the time it took and the note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import clauses, comma_list, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, one_line, paint_text, text_width

PLACES = 10
"""Digits that decide, or choose the assessor to return an answer to; 0 is the tenth."""


def place_action(place: int) -> str:
    """Return the id of the action that gives the choice at a position, from 0."""
    return f"disagreements.give.{place + 1}"


ROW = 27
"""Height of an assessor's line, px."""

_NO_NOTE = tr("no note")
_NAME, _NAME_MOST, _SECONDS = 120, 200, 46


@dataclass(frozen=True, slots=True)
class Voice:
    """One assessor's view: glyph, words if it has no glyph, seconds, note."""

    assessor: int
    name: str
    glyph: str
    words: str
    seconds: float | None
    note: str
    aside: bool = False


class PeopleList(QWidget):
    """A line for each assessor; `numbered`: with the key that chooses each. Emits `chosen(n)` on a click."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Who said what"))
        self.voices: tuple[Voice, ...] = ()
        self.numbered = False
        self._words = KeyedWords(self, self.update)
        self._name = _NAME

    def show_voices(self, voices: Sequence[Voice], *, numbered: bool = False) -> None:
        """Show these views."""
        if (tuple(voices), numbered) == (self.voices, self.numbered):
            return
        self.voices, self.numbered = tuple(voices), numbered
        widths = [text_width(one.name, font(Px.BASE, 600)) + 4 for one in self.voices]
        self._name = min(_NAME_MOST, max(_NAME, *map(round, widths))) if widths else _NAME
        words = (labeled(one.name, comma_list(filter(None, (one.words, one.note)))) for one in voices)
        self.setAccessibleDescription(clauses(words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, ROW * max(1, len(self.voices)))

    def minimumSizeHint(self) -> QSize:
        # Return the height of all lines; the column scrolls.
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = theme().tokens, QPainter(self)
        first = max(0, event.rect().top() // ROW)
        last = min(len(self.voices), event.rect().bottom() // ROW + 1)
        with kept(painter):
            for at in range(first, last):
                self._line(painter, QRectF(0, at * ROW, self.width(), ROW), at)
        painter.fillRect(QRectF(0, 0, self.width(), 1), color(tokens.line))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            at = event.pos().y() // ROW
            note = self.voices[at].note if 0 <= at < len(self.voices) else ""
            return tell(event, note, self)
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = int(event.position().y()) // ROW
        if event.button() == Qt.MouseButton.LeftButton and 0 <= at < len(self.voices):
            self.chosen.emit(at)

    def _line(self, painter: QPainter, box: QRectF, at: int) -> None:
        tokens, voice, left = theme().tokens, self.voices[at], 0.0
        painter.fillRect(QRectF(0, box.bottom() - 1, box.width(), 1), color(tokens.line))
        key = self._words.key(place_action(at)) if at < PLACES else ""
        if self.numbered and key and not voice.aside:
            paint_key_cap(painter, 0, box.center().y(), key, tokens)
            left = key_cap_width(key) + 8.0
        if voice.glyph:
            spot = QRectF(left, round(box.center().y() - 9), 18, 18)
            paint_label_glyph(painter, spot, voice.glyph, tokens, gray=voice.aside)
        left += 28
        name = QRectF(left, box.top(), self._name, box.height())
        code = tokens.text2 if voice.aside else tokens.text
        paint_text(painter, name, voice.name, font(Px.BASE, 600, italic=voice.aside), code, LEFT)
        left += self._name + 4
        if voice.seconds is not None:
            room = QRectF(left, box.top(), _SECONDS, box.height())
            words = tr("{seconds:,.0f} s", seconds=voice.seconds)
            paint_text(painter, room, words, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
        left += _SECONDS + 14
        said = voice.note or ("" if voice.glyph else voice.words) or _NO_NOTE
        if voice.note and not voice.glyph:
            said = f"{voice.words}. {voice.note}"
        ink = tokens.text2 if voice.note or not voice.glyph else tokens.text3
        room = QRectF(left, box.top(), box.width() - left, box.height())
        paint_text(painter, room, one_line(said), font(Px.BASE), ink, LEFT)
