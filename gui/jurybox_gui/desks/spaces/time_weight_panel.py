"""The panel of the answer-time space: the weight r of time, and where two runs swap (crossings)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.slider import Slider
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox.figures import Crossing

_PARTS = 1000
"""Slider steps per unit of r."""
_LEAST_TOP, _FARTHEST = 3.0, 20.0
"""The least end of the scale of r, and its greatest; crossings beyond that are listed but not on the scale.
"""
_ROOM = 1.1
"""The end of the scale, as a multiple of the last crossing on it."""
_STEP, _TICK = 0.05, 0.5
_JUST_BEYOND = 1e-3
_SAME = 0.5e-3
"""r is printed with three decimals."""
_KNOWN_R = (("ln(5/3)", math.log(5 / 3), "¾"), ("ln 3", math.log(3), "½"), ("ln 7", math.log(7), "¼"))
"""Values of r at which the slowest run's score is multiplied by a simple fraction: label, value, fraction."""


class TimeWeightPanel(Surface):
    """A slider for r with a mark at each crossing; it names the crossings before and after r."""

    r_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("win", "top", parent)
        self._crossings: tuple[Crossing, ...] = ()
        self._names: Mapping[int, str] = {}
        self._r = 1.0
        self.slider = Slider(tr("r, the weight of time"), ("0", "", ""))
        self._says = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self._before = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self._after = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.slider.valueChanged.connect(lambda value: self.set_r(value / _PARTS))
        self._set_top(_LEAST_TOP)
        self._lay_out()

    @property
    def r(self) -> float:
        """The weight of time."""
        return self._r

    @property
    def _top(self) -> float:
        return self.slider.maximum() / _PARTS

    def show_crossings(self, crossings: Sequence[Crossing], names: Mapping[int, str]) -> None:
        """Mark the crossings, on a scale that reaches the last one up to 20, and show the present r."""
        found = tuple(crossings)
        if (found, names) == (self._crossings, self._names):
            return
        self._crossings, self._names = found, names
        last = max((one.r for one in found if one.r <= _FARTHEST), default=0.0)
        top = math.ceil(max(_ROOM * last, self._r) / _TICK) * _TICK
        self._set_top(max(_LEAST_TOP, top))
        self.slider.set_marks(tuple(one.r * _PARTS for one in found if self._is_in_reach(one)))
        self._show()

    def set_r(self, r: float) -> None:
        """Set the weight of time, from 0 to the end of the scale."""
        held = min(max(r, 0.0), self._top)
        if held != self._r:
            self._r = held
            self._show()
            self.r_changed.emit(held)

    def step(self, direction: int) -> None:
        """Go a twentieth up (1) or down (-1)."""
        self.set_r((round(self._r / _STEP) + direction) * _STEP)

    def jump(self, direction: int) -> None:
        """Go just beyond the next (1) or the previous (-1) crossing on the scale."""
        ahead = [one.r for one in self._crossings if direction * (one.r - self._r) > 0]
        nearest = min(ahead, key=lambda r: abs(r - self._r), default=math.inf)
        if nearest < self._top:
            self.set_r(nearest + direction * _JUST_BEYOND)

    def _is_in_reach(self, one: Crossing) -> bool:
        return one.r < self._top

    def _set_top(self, top: float) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, round(top * _PARTS))
            self.slider.setSingleStep(round(_STEP * _PARTS))
            self.slider.setPageStep(round(_TICK * _PARTS))
        ticks = tuple(n * _TICK * _PARTS for n in range(round(top / _TICK) + 1))
        self.slider.set_ends(("0", f"{top / 2:g}", f"{top:g}"), ticks)

    def _show(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(self._r * _PARTS))
        self.slider.update()
        says = next(
            (
                tr("r = {r:.3f} = {formula}, the slowest run counts {part}", r=self._r, formula=name, part=part)
                for name, r, part in _KNOWN_R
                if abs(r - self._r) < _SAME
            ),
            f"r = {self._r:.3f}",
        )
        self._says.setText(says)
        below = [one for one in self._crossings if one.r <= self._r]
        above = [one for one in self._crossings if one.r > self._r]
        self._before.setText(
            tr("Before: {change}", change=self._sentence(below[-1]))
            if below
            else tr("Before: none, the same order as by MRR alone")
        )
        self._after.setText(
            tr("Next: {change}", change=self._sentence(above[0]))
            if above
            else tr("Next: none, the order stays as it is")
        )

    def _sentence(self, one: Crossing) -> str:
        ahead, behind = self._names.get(one.ahead, "?"), self._names.get(one.behind, "?")
        if self._is_in_reach(one):
            return tr("{behind} passes {ahead} at r = {r:.4f}", behind=behind, ahead=ahead, r=one.r)
        return tr("{behind} passes {ahead} at r = {r:.4f}, beyond this scale", behind=behind, ahead=ahead, r=one.r)

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.addWidget(PlainLabel(tr("Weight of time"), weight=600))
        title.addStretch(1)
        title.addWidget(self._says)
        keys = HintRow(
            (("spaces.less", "spaces.more"), "0.05"),
            (("spaces.lower", "spaces.higher"), tr("where two runs swap")),
            ("spaces.judged", "r = 1"),
        )
        row = QHBoxLayout()
        row.setSpacing(24)
        row.addWidget(self._before, 1)
        row.addWidget(self._after, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 20, 12)
        column.setSpacing(4)
        for part in (title, self.slider, row, keys):
            if isinstance(part, QWidget):
                column.addWidget(part)
            else:
                column.addLayout(part)
