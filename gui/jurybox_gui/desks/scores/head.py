"""The heads of the table of scores: the measure that ranks has an arrow, the range has its scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QHeaderView

from jurybox.results.cells import score_text
from jurybox.scoring.coverage import short_of
from jurybox_gui.desks.scores.cells import EDGE, INSET, paint_interval
from jurybox_gui.desks.scores.columns import ARROW_SPACE, MARK_SPACE, NAME_INSET
from jurybox_gui.tables.score_table import MAIN, ONCE_DECIDED, ONCE_JUDGED, RANGE, RANK, RUN
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_text, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from jurybox_gui.desks.scores.table import ScoreView

_HEAD = 46


class Head(QHeaderView):
    """Heads of columns; the one that ranks has an arrow, the range has its scale."""

    def __init__(self, table: ScoreView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setFixedHeight(_HEAD)

    def paintSection(self, painter: QPainter, rect: object, section: int) -> None:
        """Paint one head at the foot of its cell."""
        tokens, box = theme().tokens, QRectF(rect)  # type: ignore[call-overload]
        painter.fillRect(box, color(tokens.surf))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line2))
        line = QRectF(box.left(), box.bottom() - 25, box.width(), 20)
        if section == RANGE:
            self._paint_scale(painter, box, line)
            return
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        face, left = font(Px.ASIDE, 650 if section == MAIN else 500), section <= RUN
        last = section == self._table.table.columnCount() - 1
        inset = EDGE if last else MARK_SPACE if section == MAIN else 12
        if self._table.table.gold_of(section) is not None:
            inset = ARROW_SPACE
        room = line.adjusted(0, 0, -inset, 0)
        if section == RUN:
            room = line.adjusted(NAME_INSET, 0, 0, 0)
        elif section == RANK:
            room, left = line.adjusted(0, 0, -12, 0), False
        words += " ▾" if section == MAIN else ""
        code = tokens.text if section == MAIN else tokens.text2
        paint_text(painter, room, words, face, code, LEFT if left else RIGHT)
        each = self._table.table.coverage_of(section)
        if each:
            # Less than half of the units: the number below means less than it looks like.
            thin = any(one.is_thin for one in each)
            face = font(Px.CAP, 650 if thin else 400, tabular=True)
            code = tokens.mid if thin else tokens.text3
            paint_text(painter, room.translated(0, -18), short_of(each), face, code, RIGHT)

    def _paint_scale(self, painter: QPainter, box: QRectF, line: QRectF) -> None:
        tokens, scale = theme().tokens, self._table.painter.scale
        top = QRectF(box.left() + INSET, box.top() + 3, box.width() - 2 * INSET, 16)
        narrow = box.width() <= 320
        if scale is not None and scale.open:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tokens.line2))
            painter.drawRoundedRect(QRectF(top.left(), top.top() + 4, 20, 9), 2, 2)
            top.setLeft(top.left() + 26)
            decided = any(row.bounds.decided for row in self._table.table.rows)
            words = "bounds" if narrow else f"bounds {ONCE_DECIDED if decided else ONCE_JUDGED}"
            paint_text(painter, top, words, font(Px.CAP), tokens.text2, LEFT)
            top.setLeft(top.left() + text_width(words, font(Px.CAP)) + 16)
        if scale is not None and scale.drawn and top.width() > 90:
            stale = self._table.painter.stale
            paint_interval(painter, top.left(), top.left() + 20, top.center().y(), stale=stale)
            words = "95 %" if narrow else f"95 % interval{', a moment ago' if stale else ''}"
            paint_text(painter, top.adjusted(26, 0, 0, 0), words, font(Px.CAP), tokens.text2, LEFT)
        for tick in scale.ticks if scale else ():
            room = QRectF(scale.at(tick, line) - 20, line.top(), 40, line.height()) if scale else line
            face = font(Px.ASIDE, tabular=True)
            paint_text(painter, room, score_text(tick)[:-2] or "0", face, tokens.text3, CENTER)
