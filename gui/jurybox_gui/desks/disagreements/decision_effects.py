"""What each decision would do to the ranking: how far it moves a run, and which runs it swaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROW, _HEAD, _GLYPH = 22, 24, 24
_WIDEST_NAME, _NUMBER, _MARKER = 130, 50, 15
_MOST, _MOST_IN_LOW = 4, 2
_OVER = "over"
_NO_OTHER = "No other decision changes a score."


@dataclass(frozen=True, slots=True)
class DecisionEffect:
    """One decision: its glyph and name, how far it moves a score, and what it changes in the ranking.

    `pairs`: the runs that it swaps, as (run, name) of the upper and the lower one now. `ties`: how many ties
    it makes or breaks.
    """

    glyph: str
    name: str
    effect: float
    pairs: tuple[tuple[tuple[int, str], tuple[int, str]], ...]
    ties: int

    @property
    def changes_something(self) -> bool:
        """Whether the decision moves a score, swaps two runs, or makes or breaks a tie."""
        return bool(self.effect or self.pairs or self.ties)

    @property
    def number(self) -> str:
        """How far it moves a score, in print."""
        return score_text(self.effect) if self.effect else "–"

    @property
    def without_swaps(self) -> str:
        """What it does to the ranking if it swaps no runs."""
        return f"no swap, {count_of(self.ties, 'tie')} made or broken" if self.ties else "no swap"


class DecisionEffectList(QWidget):
    """A title, and below it a line for each decision that would change something.

    Screen readers and the tip have the lines in full, in the order in which they are painted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._title = ""
        self._most = _MOST
        self.effects: tuple[DecisionEffect, ...] = ()

    def show_effects(self, title: str, effects: Sequence[DecisionEffect]) -> None:
        """Show these decisions, those with most swaps first."""
        self._title = title
        self.effects = tuple(sorted(effects, key=lambda one: (-len(one.pairs), -one.effect)))
        self._fit()

    def set_low(self, low: bool) -> None:  # noqa: FBT001
        """Show fewer lines in a low window."""
        self._most = _MOST_IN_LOW if low else _MOST
        self._fit()

    def _fit(self) -> None:
        shown, rest = self._lines
        lines = [*map(_in_words, shown), *([rest] if rest else [])]
        self.setAccessibleName(self._title)
        self.setAccessibleDescription("; ".join(lines))
        set_tip(self, "\n".join(lines))
        self.updateGeometry()
        self.update()

    @property
    def _lines(self) -> tuple[list[DecisionEffect], str]:
        """The decisions that have a line, and the sentence below them about all others ("": no others)."""
        changing = [one for one in self.effects if one.changes_something]
        if len(changing) == len(self.effects) <= self._most:
            return changing, ""
        shown = changing[: self._most - 1]
        others = len(changing) - len(shown)
        return shown, f"and {others:,} more" if others else _NO_OTHER

    def sizeHint(self) -> QSize:
        """Return the room for title and lines."""
        shown, rest = self._lines
        return QSize(200, _HEAD + _ROW * (len(shown) + bool(rest)))

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
            shown, rest = self._lines
            wide = max((text_width(one.name, font(Px.ASIDE)) for one in shown), default=0.0) + 2
            for at, effect in enumerate(shown):
                box = QRectF(0, _HEAD + at * _ROW, self.width(), _ROW)
                self._line(painter, box, effect, min(wide, _WIDEST_NAME))
            line = QRectF(_GLYPH, _HEAD + len(shown) * _ROW, self.width() - _GLYPH, _ROW)
            paint_text(painter, line, rest, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()

    def _line(self, painter: QPainter, box: QRectF, effect: DecisionEffect, wide: float) -> None:
        tokens = theme().tokens
        left = box.left()
        if effect.glyph:
            paint_label_glyph(painter, QRectF(left, box.center().y() - 8, 16, 16), effect.glyph, tokens)
        left += _GLYPH
        name = QRectF(left, box.top(), wide, box.height())
        paint_text(painter, name, effect.name, font(Px.ASIDE), tokens.text2, LEFT)
        left += wide + 10
        number = QRectF(box.right() - _NUMBER, box.top(), _NUMBER, box.height())
        paint_text(painter, number, effect.number, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
        room = QRectF(left, box.top(), number.left() - 8 - left, box.height())
        if effect.pairs:
            self._pairs(painter, room, effect)
        else:
            paint_text(painter, room, effect.without_swaps, font(Px.ASIDE), tokens.text2, LEFT)

    def _pairs(self, painter: QPainter, box: QRectF, effect: DecisionEffect) -> None:
        """Paint the pairs that there is room for, the first in any case, and how many are left out."""
        tokens, face, aside = theme().tokens, font(Px.ASIDE, 500), font(Px.ASIDE)
        over, left = text_width(_OVER, aside), box.left()
        for at, ((above, name), (below, other)) in enumerate(effect.pairs):
            others = len(effect.pairs) - at - 1
            more = text_width(f"+{others}", face) + 8 if others else 0.0
            names = [text_width(word, face) for word in (other, name)]
            marks = 2 * _MARKER + over + 10
            if at and left + marks + sum(names) + more > box.right():
                room = QRectF(left, box.top(), max(0.0, box.right() - left), box.height())
                paint_text(painter, room, f"+{others + 1}", face, tokens.text2, LEFT)
                return
            most = max(0.0, box.right() - more - left - marks)
            if sum(names) > most:
                names = [min(names[0], max(most / 2, most - names[1])), 0.0]
                names[1] = most - names[0]
            for run, word, wide in zip((below, above), (other, name), names, strict=True):
                paint_run_marker(painter, QPointF(left + 6, box.center().y()), 10, theme().run_style(run))
                left += _MARKER
                paint_text(
                    painter, QRectF(left, box.top(), wide + 1, box.height()), word, face, tokens.text, LEFT
                )
                left += wide + 5
                if run == below:
                    room = QRectF(left, box.top(), over + 1, box.height())
                    paint_text(painter, room, _OVER, aside, tokens.text2, LEFT)
                    left += over + 5
            left += 3


def _in_words(effect: DecisionEffect) -> str:
    swaps = ", ".join(f"{other} {_OVER} {name}" for (_, name), (_, other) in effect.pairs)
    return f"{effect.name}: {swaps or effect.without_swaps}, {effect.number}"
