"""The panel of the answer-time space: how much time weighs, and where runs change places."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.slider import Slider
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jurybox.figures import Crossing

_PARTS = 1000
_LEAST_TOP, _MOST_TOP = 3.0, 20.0
_STEP = 0.05
_NEXT_TO = 1e-3
_TIMES = (("ln(5/3)", math.log(5 / 3), "¾"), ("ln 3", math.log(3), "½"), ("ln 7", math.log(7), "¼"))


class TimePanel(Surface):
    """A slider for r with a mark at each value where two runs change places; it says which two are next."""

    r_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("win", "top", parent)
        self._crossings: tuple[Crossing, ...] = ()
        self._names: Mapping[int, str] = {}
        self._r = 1.0
        self.slider = Slider("r, how much time weighs", ("0", "", ""))
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

    def show_crossings(self, crossings: Sequence[Crossing], names: Mapping[int, str]) -> None:
        """Mark where runs change places."""
        found = tuple(crossings)
        if (found, names) == (self._crossings, self._names):
            return
        self._crossings, self._names = found, names
        near = [one.r for one in found if one.r <= _MOST_TOP]
        self._set_top(max(_LEAST_TOP, math.ceil(2.2 * max(near, default=0.0)) / 2))
        self.slider.set_marks(tuple(one.r * _PARTS for one in found))
        self._show()

    def set_r(self, r: float) -> None:
        """Let time weigh this much, 0 at least."""
        held = min(max(r, 0.0), self.slider.maximum() / _PARTS)
        if held != self._r:
            self._r = held
            self._show()
            self.r_changed.emit(held)

    def step(self, direction: int) -> None:
        """Go a twentieth up (1) or down (-1)."""
        self.set_r((round(self._r / _STEP) + direction) * _STEP)

    def jump(self, direction: int) -> None:
        """Go just beyond the next (1) or the last (-1) value of r where two runs change places."""
        beyond = [one.r for one in self._crossings if direction * (one.r - self._r) > 0]
        if beyond:
            nearest = min(beyond) if direction > 0 else max(beyond)
            self.set_r(nearest + direction * _NEXT_TO)

    def _set_top(self, top: float) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, round(top * _PARTS))
            self.slider.setSingleStep(round(_STEP * _PARTS))
            self.slider.setPageStep(round(0.5 * _PARTS))
        ticks = tuple(float(n * _PARTS) / 2 for n in range(round(2 * top) + 1))
        self.slider.set_ends(("0", f"{top / 2:g}", f"{top:g}"), ticks)

    def _show(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(self._r * _PARTS))
        self.slider.update()
        known = next(
            (f" = {name}, slowest run counts {part}" for name, r, part in _TIMES if abs(r - self._r) < 5e-4),
            "",
        )
        self._says.setText(f"r = {self._r:.3f}{known}")
        below = [one for one in self._crossings if one.r <= self._r]
        above = [one for one in self._crossings if one.r > self._r]
        self._before.setText(f"Before: {self._sentence(below[-1])}" if below else "Before: as by MRR alone")
        self._after.setText(
            f"Next: {self._sentence(above[0])}" if above else "Next: nothing changes any more"
        )

    def _sentence(self, one: Crossing) -> str:
        ahead, behind = self._names.get(one.ahead, "?"), self._names.get(one.behind, "?")
        return f"{behind} passes {ahead} at r = {one.r:.4f}"

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.addWidget(PlainLabel("How much time weighs", weight=600))
        title.addStretch(1)
        title.addWidget(self._says)
        keys = HintRow(
            (("spaces.less", "spaces.more"), "0.05"),
            (("spaces.lower", "spaces.higher"), "where two runs change places"),
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
