"""The page of a single picture: the picture, its list of runs on the right, the panel of time below."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.figures import Figure, Key, Point, keys_of
from jurybox.language import tr
from jurybox.measures.ranks import best_first
from jurybox.numbers import UNDEFINED, count_text
from jurybox_gui.desks.spaces.legend import Hints, PartSamples
from jurybox_gui.desks.spaces.run_list import RunList
from jurybox_gui.desks.spaces.time_weight_panel import TimeWeightPanel
from jurybox_gui.tables.space_runs import SpaceRow
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

_COLUMN = 232
_SHORT = {
    tr("effective time"): tr("time"),
    tr("share of questions left unanswered"): tr("silent"),
    tr("accuracy"): tr("acc."),
}
_MOST_NUMBERS = 3
_SHOWN = tr("Shown")
_SQUARE = frozenset((tr("true positive rate"), tr("false positive rate"), tr("recall")))


class OnePicture(QWidget):
    """Shows a figure with its keys; signals carry the position of the run chosen, hovered or hidden."""

    run_chosen = Signal(int)
    run_hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        from jurybox_gui.plots.view import FigureView

        super().__init__(parent)
        self.view = FigureView()
        self.rows = RunList((_SHOWN,))
        self.parts = PartSamples()
        self.time = TimeWeightPanel()
        self._caption = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self._figure: Figure | None = None
        self._lay_out()
        self.view.run_chosen.connect(self.run_chosen)
        self.rows.run_chosen.connect(self.run_chosen)
        for source in (self.view, self.rows):
            source.run_hovered.connect(self._hover)

    def show_figure(
        self, figure: Figure, chosen: int | None, hidden: frozenset[int], *, timed: bool, at_once: bool = False
    ) -> None:
        """Show a figure without its hidden parts; `timed` shows the panel for r."""
        figure = replace(figure, square=figure.x.name in _SQUARE)  # other pictures take all the room
        self._figure = figure
        self.view.set_figure(figure.without(hidden).emphasizing(chosen), at_once=at_once)
        self._caption.setText(figure.caption)
        self.time.setVisible(timed)
        heads, rows = _rows(figure)
        self.rows.set_rows(rows, chosen, heads)
        self.rows.set_hidden(hidden)
        self.rows.setVisible(bool(rows))
        self.parts.show_parts(tuple(key for key in keys_of(figure) if key.kind == "bar"))

    def hover(self, run: int | None) -> None:
        """Highlight the run hovered elsewhere."""
        self.view.set_hovered(run)
        self.rows.set_hovered(run)

    def _hover(self, run: int | None) -> None:
        self.hover(run)
        self.run_hovered.emit(run)

    def _lay_out(self) -> None:
        plot, side = Surface("surf"), Surface("win", "left")
        under = QVBoxLayout(plot)
        under.setContentsMargins(0, 0, 0, 8)
        under.setSpacing(6)
        under.addWidget(self.view, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(52, 0, 16, 0)
        foot.addWidget(self._caption, 1)
        under.addLayout(foot)
        column = QVBoxLayout(side)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.rows, 1)
        column.addWidget(self.parts)
        column.addStretch(0)
        column.addWidget(Hints())
        side.setFixedWidth(_COLUMN)
        upper = QHBoxLayout()
        upper.setSpacing(0)
        upper.addWidget(plot, 1)
        upper.addWidget(side)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(upper, 1)
        page.addWidget(self.time)
        QWidget.setTabOrder(self.view, self.rows.table)
        QWidget.setTabOrder(self.rows.table, self.time.slider)


def _rows(figure: Figure) -> tuple[tuple[str, ...], list[SpaceRow]]:
    """Return heads and rows of what a figure distinguishes: its runs with their numbers, else its lines."""
    points = [p for p in figure.points if not p.aside]
    if points:
        return _point_rows(figure, points)
    keys = [key for key in keys_of(figure) if key.kind != "bar"]
    bars = [(bar.run, bar) for bar in figure.bars if bar.run is not None]
    if bars:
        rows = [SpaceRow(bar.name, run, (_text(bar.value),)) for run, bar in bars]
        return (tr("Runs"), _short(bars[0][1].part)), rows
    return (_SHOWN,), [SpaceRow(key.name, _number(key), baseline=key.baseline, ink=key.ink) for key in keys]


def _point_rows(figure: Figure, points: list[Point]) -> tuple[tuple[str, ...], list[SpaceRow]]:
    more = [name for name, _ in points[0].more if name != "rank"][: _MOST_NUMBERS - 2]
    heads = (tr("Runs"), _short(figure.x.name), _short(figure.y.name), *more)
    order = best_first([dict(p.more).get(more[0], math.nan) if more else math.nan for p in points])
    ranked = [points[at] for at in order.tolist()]
    rows = []
    for p in ranked:
        known = dict(p.more)
        values = (p.x, p.y, *(known[name] for name in more))
        rows.append(SpaceRow(p.name, p.run, tuple(map(_text, values)), baseline=p.baseline))
    return heads, rows


def _text(value: float) -> str:
    text = count_text(value, 2)
    return "–" if text == UNDEFINED else text


def _short(name: str) -> str:
    return _SHORT.get(name, name if len(name) <= 6 else f"{name[:5]}…")


def _number(key: Key) -> int:
    return key.run if key.run is not None else -1 - (key.look or 0)
