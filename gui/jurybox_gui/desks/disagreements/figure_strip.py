"""The agreement coefficients as large numbers in a row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import grouped, tr, trn
from jurybox.lists import clauses, comma_list, labeled
from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.painting import LEFT, kept, paint_text, text_width

if TYPE_CHECKING:
    from jurybox.results.agreement import Agreements

_HIGH, _LOW, _TILE = 92, 82, 226
_BESIDE = 16
_SHORT = {
    "alpha_nominal": tr("alpha, nominal"),
    "alpha_ordinal": tr("alpha, ordinal"),
    "alpha_interval": tr("alpha, interval"),
    "icc": tr("ICC(1)"),
}
"""Short names for tiles, where full names would be cut to the same beginning."""
_REASON_BELOW = tr("reason below")


class FigureStrip(QWidget):
    """The coefficients as large numbers, each with its interval or the reason why it is undefined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._is_low = False
        self._tiles: list[tuple[str, str, str]] = []
        self._brief: list[tuple[str, str]] = []
        """For each tile the name and the aside that are shown where those of the tiles would be cut."""

    @property
    def tiles(self) -> list[tuple[str, str, str]]:
        """The tiles shown: number, name, and interval or reason."""
        return self._tiles

    def show_figures(self, agreements: Agreements) -> None:
        """Show the coefficients over all assessors."""
        whole = agreements.report.overall
        self._tiles, self._brief = [], []
        for name, title in agreements.figures.items():
            figure, between = getattr(whole, name), agreements.report.intervals.get(name)
            known = between is not None and not math.isnan(between.low)
            aside = (
                tr("{low} to {high}", low=score_text(between.low), high=score_text(between.high))
                if between and known
                else ""
            )
            aside = aside or (tr("no interval") if between else "")
            number = tr("undefined") if math.isnan(figure.value) else score_text(figure.value)
            self._tiles.append((number, title, figure.reason or aside))
            self._brief.append((_SHORT.get(name, title), _REASON_BELOW if figure.reason else aside))
        noun = tr(agreements.report.matrix.about.noun)
        self._tiles.append(
            (grouped(whole.items), noun, trn("≥ 2 labels, {n} assessor", "≥ 2 labels, {n} assessors", whole.assessors))
        )
        self._brief.append((noun, count_of(whole.assessors, "assessor")))
        words = (comma_list(filter(None, (f"{title} {number}", aside))) for number, title, aside in self._tiles)
        self.setAccessibleName(tr("Agreement"))
        self.setAccessibleDescription(clauses(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_TILE * 5, _LOW if self._is_low else _HIGH)

    def set_low(self, low: bool) -> None:  # noqa: FBT001
        """Leave out the space above the numbers in a low window."""
        if low != self._is_low:
            self._is_low = low
            self.updateGeometry()
            self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._tiles:
            at = int(event.pos().x() // self._wide())
            number, title, aside = self._tiles[min(at, len(self._tiles) - 1)]
            return tell(event, labeled(title, comma_list(filter(None, (number, aside)))), self)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter, wide = theme().tokens, QPainter(self), self._wide()
        name_face, aside_face = font(Px.ASIDE, 600), font(Px.ASIDE)
        room_of_words = wide - _BESIDE
        # All names are short if one would be cut, so that two related alphas look alike.
        in_brief = any(text_width(title, name_face) > room_of_words for _, title, _ in self._tiles)
        with kept(painter):
            painter.translate(0, self.height() - _HIGH)
            for at, (number, title, aside) in enumerate(self._tiles):
                left = at * wide
                room = QRectF(left, 10, room_of_words, 36)
                px = 26 if number[:1] in ".-0123456789" else Px.ANSWER
                paint_text(painter, room, number, font(px, 600, tabular=True), tokens.text, LEFT)
                below = QRectF(left, 46, room_of_words, 18)
                short_title, short_aside = self._brief[at]
                shown = short_title if in_brief else title
                paint_text(painter, below, shown, name_face, tokens.text, LEFT)
                shown = aside if text_width(aside, aside_face) <= room_of_words else short_aside
                paint_text(painter, below.translated(0, 18), shown, aside_face, tokens.text2, LEFT)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), color(tokens.line))
        painter.end()

    def _wide(self) -> float:
        return self.width() / max(1, len(self._tiles))
