"""The ranking now and after each possible decision, as lines that cross where two runs swap."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr, trc
from jurybox.lists import clauses, comma_list
from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px, RunStyle
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.slopes import Slopes

_TITLE, _OVER, _HEAD, _ROW, _FOOT = 26, 18, 24, 22, 20
_NAMES, _SCORES, _RANK, _AFTER_NAMES, _UNDER_NOW = 148, 44, 22, 14, 30
_MARK, _TIED, _BETWEEN = 10.0, 9.0, 3
"""Size of a marker; distance between two runs that are tied in every column; gap between two heads, px."""
_EDGE = 1
"""Room to the right of a score, px: a bold digit is painted slightly wider than it is measured."""
_MOVES, _NOW, _SCORE = tr("moves a score by"), trc("head", "now"), trc("chart", "score")
_WITHOUT = trc("chart", "without")


@dataclass(frozen=True, slots=True)
class SlopeColumn:
    """A decision over its column: glyph, or a name if it has none, and how far it moves a score.

    `without`: the assessor who is left out, if that is the decision; their name then heads the column.
    """

    glyph: str
    name: str
    effect: float
    without: str = ""


class SlopeChart(QWidget):
    """Names and ranks now on the left, present scores on the right, a column for each decision between."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title = ""
        self.slopes: Slopes | None = None
        self.columns: tuple[SlopeColumn, ...] = ()
        self.names: tuple[str, ...] = ()

    def show_slopes(
        self,
        title: str = "",
        slopes: Slopes | None = None,
        columns: tuple[SlopeColumn, ...] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        """Show the rows of `slopes` under these names, or nothing."""
        self.title, self.slopes, self.columns, self.names = title, slopes, columns, names
        self.setAccessibleName(title)
        self.setAccessibleDescription(self.in_words())
        self.updateGeometry()
        self.update()

    def in_words(self) -> str:
        """Return the chart in words, a sentence for each run that changes places."""
        if self.slopes is None:
            return ""
        sentences = []
        for name, ranks, moved in zip(self.names, self.slopes.ranks, self.slopes.moved, strict=True):
            if moved:
                now, *then = (int(rank) for rank in ranks)
                after = (
                    tr("{rank} if {name}", rank=rank, name=one.name)
                    for one, rank in zip(self.columns, then, strict=True)
                )
                sentences.append(tr("{name}: now {now}, {after}", name=name, now=now, after=comma_list(after)))
        return clauses(sentences)

    def _row(self) -> float:
        """Return the height of a row: less in a low window, so that no rows overlap."""
        rows = 1 if self.slopes is None else max(1, len(self.slopes.runs))
        return min(float(_ROW), (self.height() - self._top() - _FOOT) / rows)

    def sizeHint(self) -> QSize:
        rows = 0 if self.slopes is None else len(self.slopes.runs)
        return QSize(200, self._top() + _ROW * rows + _FOOT)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return tell(event, self.in_words().replace("; ", "\n"), self)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        slopes, tokens, painter = self.slopes, theme().tokens, QPainter(self)
        if slopes is not None:
            with kept(painter):
                title = QRectF(0, 0, self.width(), _TITLE)
                paint_text(painter, title, self.title, font(Px.BASE, 600), tokens.text, LEFT)
                self._heads(painter)
                for row in sorted(range(len(slopes.runs)), key=lambda row: slopes.moved[row]):
                    self._run(painter, slopes, row)
        painter.end()

    def _heads(self, painter: QPainter) -> None:
        tokens, face, line = theme().tokens, font(Px.ASIDE), self._top() - _HEAD
        room = QRectF(self._across(0) - 40, line, 80, _HEAD)
        paint_text(painter, room, _NOW, face, tokens.text2, CENTER)
        score = QRectF(self.width() - 80, line, 80 - _EDGE, _HEAD)
        paint_text(painter, score, _SCORE, face, tokens.text2, RIGHT)
        foot = self.height() - _FOOT
        moves = QRectF(0, foot, self._names() + _UNDER_NOW, _FOOT)
        paint_text(painter, moves, _MOVES, face, tokens.text2, LEFT)
        self._without(painter)
        heads = self._head_words()
        for at, column in enumerate(self.columns, start=1):
            middle, wide = self._across(at), self._step() - _BETWEEN
            if column.glyph:
                spot = QRectF(round(middle - 8), line + 3, 16, 16)
                paint_label_glyph(painter, spot, column.glyph, tokens)
            else:
                most, words = self._room_of_head(heads, at), heads[at]
                room = QRectF(middle - most / 2, line, most, _HEAD)
                middle_out = Qt.TextElideMode.ElideMiddle  # names often differ only at their ends
                fits = text_width(words, face) <= most
                paint_text(painter, room, words, face if fits else font(Px.CAP), tokens.text2, CENTER, middle_out)
            words = score_text(column.effect) if column.effect else "–"
            room = QRectF(middle - wide / 2, foot, wide, _FOOT)
            paint_text(painter, room, words, font(Px.ASIDE, tabular=True), tokens.text2, CENTER)

    def _head_words(self) -> list[str]:
        """Return the text at the head of each column, *now* first."""
        wide = self._step() - _BETWEEN
        return [_NOW, *("" if one.glyph else self._head_of(one, wide) for one in self.columns)]

    def _room_of_head(self, heads: list[str], at: int) -> float:
        """Return the width of a head: that of its column, or more if its neighbors leave room."""
        step, face = self._step(), font(Px.ASIDE)
        beside = (heads[at - 1], heads[at + 1] if at + 1 < len(heads) else _SCORE)
        taken = max(min(text_width(words, face), step - _BETWEEN) for words in beside)
        return max(step - _BETWEEN, 2 * (step - _BETWEEN - taken / 2))

    def _head_of(self, column: SlopeColumn, wide: float) -> str:
        """Return the head of a column; if it does not fit, a first name that nobody shares."""
        whole = column.without or column.name
        first = [one.without.split(" ")[0] for one in self.columns]
        short = whole.split(" ")[0]
        is_cut = text_width(whole, font(Px.ASIDE)) > wide
        return short if column.without and is_cut and first.count(short) == 1 else whole

    def _without(self, painter: QPainter) -> None:
        """Return the words that all columns that leave an assessor out share, written once over them."""
        left_out = [at for at, column in enumerate(self.columns, start=1) if column.without]
        if left_out:
            start = self._across(left_out[0]) - self._step() / 2
            end = self._across(left_out[-1]) + self._step() / 2
            room = QRectF(start, _TITLE, end - start, _OVER)
            paint_text(painter, room, _WITHOUT, font(Px.ASIDE), theme().tokens.text2, CENTER)

    def _run(self, painter: QPainter, slopes: Slopes, row: int) -> None:
        tokens, moved, high = theme().tokens, slopes.moved[row], self._row()
        style = theme().run_style(slopes.runs[row])
        if not moved:
            style = RunStyle(tokens.ctl, style.marker, style.filled)
        face = font(Px.ASIDE, 600 if moved else 400, tabular=True)
        ink = tokens.text if moved else tokens.text2
        top = self._top() + row * high
        rank = int(slopes.ranks[row, 0])
        paint_text(painter, QRectF(0, top, _RANK, high), str(rank) if rank else "–", face, ink, LEFT)
        name = QRectF(_RANK, top, self._names() - _RANK - 8, high)
        paint_text(painter, name, self.names[row], face, ink, LEFT)
        score = slopes.scores[row, 0]
        words = "–" if math.isnan(score) else score_text(float(score))
        paint_text(painter, QRectF(self.width() - _SCORES, top, _SCORES - _EDGE, high), words, face, ink, RIGHT)
        columns = range(len(self.columns) + 1)
        spots = [QPointF(self._across(at), self._height(slopes, row, at)) for at in columns]
        painter.setPen(QPen(color(style.color), 2.0 if moved else 1.2))
        for start, end in pairwise(spots):
            painter.drawLine(start, end)
        for spot in spots:
            paint_run_marker(painter, spot, _MARK if moved else _MARK - 2, style)

    def _height(self, slopes: Slopes, row: int, column: int) -> float:
        """Return the vertical position of a run in a column: by its rank among those shown."""
        ranks = slopes.ranks[:, column].tolist()
        order = sorted(range(len(ranks)), key=lambda at: (ranks[at] == 0, ranks[at], at))
        # Tied runs meet at one height: crossing lines would mean that one passes the other.
        tied = [place for place, at in enumerate(order) if ranks[at] == ranks[row] and (ranks[at] or at == row)]
        place = sum(tied) / len(tied)
        # Runs that are tied in every column would coincide, and their markers would be a blot.
        always = [at for at in range(len(ranks)) if (slopes.ranks[at] == slopes.ranks[row]).all()]
        beside = (always.index(row) - (len(always) - 1) / 2) * _TIED if ranks[row] else 0.0
        return self._top() + (place + 0.5) * self._row() + beside

    def _top(self) -> int:
        """Return where the runs begin: below one line of heads, or two if an assessor is left out."""
        return _TITLE + _HEAD + (_OVER if any(column.without for column in self.columns) else 0)

    def _step(self) -> float:
        return (self.width() - self._names() - _SCORES) / max(1, len(self.columns) + 1)

    def _names(self) -> float:
        """Return the width of ranks and names: no more than they need, to leave room for the heads."""
        face = font(Px.ASIDE, 600, tabular=True)
        names = max((text_width(name, face) for name in self.names), default=0.0)
        # Heads below may extend to the right: no score change is shown there.
        moves = text_width(_MOVES, font(Px.ASIDE)) - _UNDER_NOW
        return min(max(_RANK + names, moves) + _AFTER_NAMES, float(_NAMES))

    def _across(self, column: int) -> float:
        return self._names() + (column + 0.5) * self._step()
