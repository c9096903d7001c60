"""What each decision would do to the ranking: how far it moves a run, and which runs it swaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROW, _HEAD = 24, 26
_WORDS = 130
_MOST = 4
_PAIRS = 3


@dataclass(frozen=True, slots=True)
class DecisionEffect:
    """One decision: its glyph and name, the effect, and (run, name) above and below where it turns them."""

    glyph: str
    name: str
    effect: float
    pairs: tuple[tuple[tuple[int, str], tuple[int, str]], ...]
    ties: int


class DecisionEffectList(QWidget):
    """A line for each decision that would change something, under a title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._title = ""
        self.effects: tuple[DecisionEffect, ...] = ()

    def show_effects(self, title: str, effects: Sequence[DecisionEffect]) -> None:
        """Show these lines, those that turn the most first."""
        self._title = title
        self.effects = tuple(sorted(effects, key=lambda one: (-len(one.pairs), -one.effect)))
        self.setAccessibleName(title)
        self.setAccessibleDescription("; ".join(map(_in_words, effects)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for title and lines."""
        shown = sum(map(_counts, self.effects))
        return QSize(200, _HEAD + _ROW * min(_MOST, shown + (shown < len(self.effects))))

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the title, then a line for each decision."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        with kept(painter):
            title = QRectF(0, 0, self.width(), _HEAD)
            paint_text(painter, title, self._title, font(Px.BASE, 600), tokens.text, LEFT)
            shown = [effect for effect in self.effects if _counts(effect)]
            room = _MOST if len(shown) == len(self.effects) <= _MOST else _MOST - 1
            for at, effect in enumerate(shown[:room]):
                self._line(painter, QRectF(0, _HEAD + at * _ROW, self.width(), _ROW), effect)
            rest = len(self.effects) - len(shown[:room])
            if rest:
                sentence = "No other decision changes a score." if len(shown) <= room else f"and {rest} more"
                sentence = sentence if shown else "No decision changes a score."
                line = QRectF(24, _HEAD + len(shown[:room]) * _ROW, self.width() - 24, _ROW)
                paint_text(painter, line, sentence, font(Px.ASIDE), tokens.text3, LEFT)
        painter.end()

    def _line(self, painter: QPainter, box: QRectF, effect: DecisionEffect) -> None:
        tokens = theme().tokens
        left = box.left()
        if effect.glyph:
            paint_label_glyph(painter, QRectF(left, box.center().y() - 8, 16, 16), effect.glyph, tokens)
        left += 24
        name = QRectF(left, box.top(), _WORDS, box.height())
        paint_text(painter, name, effect.name, font(Px.ASIDE), tokens.text2, LEFT)
        left += _WORDS + 8
        room = QRectF(box.right() - 50, box.top(), 50, box.height())
        words = score_text(effect.effect) if effect.effect else "–"
        paint_text(painter, room, words, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
        self._pairs(painter, QRectF(left, box.top(), box.right() - 60 - left, box.height()), effect)

    def _pairs(self, painter: QPainter, box: QRectF, effect: DecisionEffect) -> None:
        tokens, face = theme().tokens, font(Px.ASIDE, 500)
        if not effect.pairs:
            ties = f", {effect.ties} {'tie' if effect.ties == 1 else 'ties'} made or broken"
            sentence = "no run changes place" + (ties if effect.ties else "")
            paint_text(painter, box, sentence, font(Px.ASIDE), tokens.text3, LEFT)
            return
        at = box.left()
        for shown, ((above, name), (below, other)) in enumerate(effect.pairs[:_PAIRS]):
            more = len(effect.pairs) - shown
            wide = 64 + text_width(name, face) + text_width(other, face)
            if at + wide > box.right() and shown:
                paint_text(painter, QRectF(at, box.top(), 70, box.height()), f"+{more}", face, tokens.text2)
                return
            for run, words, gap in ((below, other, "over"), (above, name, "")):
                middle = box.center().y()
                paint_run_marker(painter, QPointF(at + 6, middle), 10, theme().run_style(run))
                room = QRectF(at + 15, box.top(), max(0.0, box.right() - at - 15), box.height())
                at += 15 + paint_text(painter, room, words, face, tokens.text, LEFT) + 5
                if gap:
                    room = QRectF(at, box.top(), 30, box.height())
                    paint_text(painter, room, gap, font(Px.ASIDE), tokens.text3, LEFT)
                    at += text_width(gap, font(Px.ASIDE)) + 6
            at += 8


def _counts(effect: DecisionEffect) -> bool:
    """Return whether a decision would change anything."""
    return bool(effect.effect or effect.pairs or effect.ties)


def _in_words(effect: DecisionEffect) -> str:
    turns = ", ".join(f"{other} before {name}" for (_, name), (_, other) in effect.pairs)
    return f"{effect.name}: {turns or 'no run changes place'}, {score_text(effect.effect)}"
