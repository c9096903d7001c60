"""The ranking on stage: large rows that slide to their new place, with the ranks a run rose or fell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, QTimer, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.numbers import score_text
from jurybox_gui.live_strip.ranking import more_runs
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

MOVES_SHOWN_MS = 3000
_ROW, _TIGHT = 1.7, 1.12
"""The height of a row in type sizes: the normal one, and the least before rows are left out."""
_HEAD = 1.34
"""The most that the head takes, in type sizes."""
_NOT_RANKED = tr("not ranked:")
_OF = tr(" of")
"""The end of a count when the words after it are left out: `35 of 59 questions`."""


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A run in the ranking: its rank (None: no score yet), its name and its score."""

    run: int
    name: str
    rank: int | None
    value: float
    baseline: bool = False


class StageRanking(QWidget):
    """Paints the ranking in the type size of the stage; rows that do not fit are counted at the foot."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[StagePlace, ...] = ()
        self._rose: dict[int, int] = {}
        self._head = self._aside = self._empty = ""
        self._px = 28
        self._from: dict[int, float] = {}
        self._part = 1.0
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.SLIDE_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)
        self.moves_shown_ms = MOVES_SHOWN_MS
        """How long rank changes are shown."""
        self._fade = QTimer(self, singleShot=True)
        self._fade.timeout.connect(self.clear_moves)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setAccessibleName(tr("Ranking of the runs"))

    @property
    def places(self) -> tuple[StagePlace, ...]:
        """The ranking shown, best first."""
        return self._places

    @property
    def rose(self) -> Mapping[int, int]:
        """The number of ranks by which runs are shown to have risen, negative if they fell."""
        return self._rose

    @property
    def is_moving(self) -> bool:
        """Whether rows are sliding."""
        return self._motion.state() == QVariantAnimation.State.Running

    def set_px(self, px: int) -> None:
        """Use this type size."""
        self._px = px
        self.update()

    def show_places(
        self,
        places: tuple[StagePlace, ...],
        head: str,
        aside: str = "",
        *,
        rose: Mapping[int, int] | None = None,
        empty: str = "",
    ) -> None:
        """Show a ranking by the measure `head`; `rose` for `moves_shown_ms`, if not None."""
        tops = {place.run: self._top_of(place.run) for place in self.visible_places()}
        self._places, self._head, self._aside, self._empty = places, head, aside, empty
        if rose is not None:
            self._rose = {run: by for run, by in rose.items() if by}
            self._fade.stop()
            if self._rose:
                self._fade.start(self.moves_shown_ms)
        self._motion.stop()
        self._from = tops
        moves = any(tops.get(run, top) != top for run, top in self._tops().items())
        self._part = 0.0 if moves and self.isVisible() and not theme().reduced_motion else 1.0
        if self._part < 1:
            self._motion.start()
        self.setAccessibleDescription(self.words())
        self.update()

    def clear_moves(self) -> None:
        """Stop showing rank changes."""
        self._fade.stop()
        if self._rose:
            self._rose = {}
            self.update()

    def words(self) -> str:
        """Return the ranking in words."""
        return self._empty or comma_list(
            f"{one.rank or _NOT_RANKED} {one.name} {score_text(one.value)}" for one in self._places
        )

    def visible_places(self) -> tuple[StagePlace, ...]:
        """Return the rows that fit; the last one is replaced by the number of the others."""
        room = max(1, int((self.height() + 0.5 - self._head_row) / self._row))
        return self._places if len(self._places) <= room else self._places[: max(1, room - 1)]

    def sizeHint(self) -> QSize:
        return QSize(self._px * 14, round(self._head_row + self._row * len(self._places)))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, tokens = QPainter(self), theme().tokens
        face = font(round(self._px * 0.9), 600)
        line = QRectF(0, 0, self.width(), self._head_row)
        paint_text(painter, line, self._head, face, tokens.text2, RIGHT)
        words = line.adjusted(0, 0, -text_width(self._head, face) - self._px, 0)
        paint_text(painter, words, self._fitted_aside(words.width()), font(round(self._px * 0.9)),
                   tokens.text3, LEFT)  # fmt: skip
        painter.fillRect(QRectF(0, self._head_row - 2, self.width(), 2), color(tokens.line2))
        shown = self.visible_places()
        if self._empty:
            box = QRectF(0, self._head_row, self.width(), self._row * 2)
            paint_text(painter, box, self._empty, font(self._px), tokens.text2, LEFT)
        for place in shown:
            self._paint_row(painter, place, QRectF(0, self._top_of(place.run), self.width(), self._row))
        if len(shown) < len(self._places):
            box = QRectF(0, self._head_row + self._row * len(shown), self.width(), self._row)
            more = more_runs(len(self._places) - len(shown))
            paint_text(painter, box, more, font(self._px), tokens.text3, LEFT)
        painter.end()

    def _paint_row(self, painter: QPainter, place: StagePlace, box: QRectF) -> None:
        tokens, px = theme().tokens, self._px
        rank = QRectF(box.left(), box.top(), px * 1.3, box.height())
        face = font(px, 600, tabular=True)
        paint_text(painter, rank, str(place.rank or "–"), face, tokens.text2, RIGHT)
        center = QPointF(box.left() + px * 2.05, box.center().y())
        paint_run_marker(painter, center, px * 0.72, theme().run_style(place.run))
        value = "–" if math.isnan(place.value) else score_text(place.value)
        right = box.right()
        paint_text(painter, QRectF(right - px * 3.0, box.top(), px * 3.0, box.height()), value, face,
                   tokens.text, RIGHT)  # fmt: skip
        right -= px * 3.1
        rose = self._rose.get(place.run, 0)
        if rose:
            text = f"{'▲' if rose > 0 else '▼'}{abs(rose)}"
            wide = text_width(text, face) + px * 0.3
            code = tokens.good if rose > 0 else tokens.bad
            paint_text(painter, QRectF(right - wide, box.top(), wide, box.height()), text, face, code, RIGHT)
            right -= wide
        name = QRectF(box.left() + px * 2.7, box.top(), right - box.left() - px * 2.9, box.height())
        paint_text(painter, name, place.name, font(px, 600 if place.rank == 1 else 400,
                   italic=place.baseline), tokens.text, LEFT)  # fmt: skip

    def _fitted_aside(self, width: float) -> str:
        """Return the aside, without its last words if they do not fit: `35 of 59 questions`."""
        aside, face = self._aside, font(round(self._px * 0.9))
        while " " in aside and text_width(aside, face) > width:
            aside = (aside.rpartition(", ")[0] or aside.rpartition(" ")[0]).removesuffix(_OF)
        return aside if text_width(aside, face) <= width else ""

    @property
    def _head_row(self) -> float:
        room = self.height() / (len(self._places) + 1)
        return min(max(room, self._px * _TIGHT), self._px * _HEAD)

    @property
    def _row(self) -> float:
        """The height of a row: less if all runs then fit."""
        room = (self.height() - self._head_row) / max(len(self._places), 1)
        return min(max(room, self._px * _TIGHT), self._px * _ROW)

    def _tops(self) -> dict[int, float]:
        return {place.run: self._head_row + self._row * n for n, place in enumerate(self.visible_places())}

    def _top_of(self, run: int) -> float:
        goal = self._tops().get(run, float(self.height()))
        start = self._from.get(run, goal)
        return start + (goal - start) * self._part

    def _slide(self, part: float) -> None:
        self._part = part
        self.update()
