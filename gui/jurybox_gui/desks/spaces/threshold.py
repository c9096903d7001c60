"""The threshold row: where the chosen run would stand if it validated all answers down to another score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_row import hint_buttons
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.slider import Slider

if TYPE_CHECKING:
    from jurybox.measures import ScoreCurve

_KEY_STEPS = 50


class Threshold(QWidget):
    """A slider over the thresholds of one run's scores; nothing is shown in the spaces until it is moved."""

    step_changed = Signal(object)
    """Number of the threshold, or None for the run's own decisions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve: ScoreCurve | None = None
        self._run: int | None = None
        self._step: int | None = None
        self.slider = Slider("Threshold on the chosen run's scores")
        self._says = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self._says.setMinimumWidth(132)
        self.slider.valueChanged.connect(self._set)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(PlainLabel("Threshold", px=Px.ASIDE, weight=600))
        line.addWidget(self.slider, 1)
        line.addWidget(self._says)
        line.addWidget(hint_buttons(("spaces.lower", "spaces.higher"), ""))

    @property
    def step(self) -> int | None:
        """The number of the threshold shown, None for none."""
        return self._step

    def follow(self, run: int | None, curve: ScoreCurve | None) -> None:
        """Go over the thresholds of this run; another run begins anew."""
        if run != self._run:
            self._step = None
        self._run, self._curve = run, curve
        if curve is not None:
            with QSignalBlocker(self.slider):
                self.slider.setRange(0, len(curve.thresholds) - 1)
                if self._step is not None:
                    self._step = min(self._step, self.slider.maximum())
                    self.slider.setValue(self._step)
        self._show()

    def go(self, direction: int) -> None:
        """Go one key's step up (1) or down (-1): a fiftieth of the thresholds."""
        if self._curve is not None:
            wide = max(1, self.slider.maximum() // _KEY_STEPS)
            here = self._step if self._step is not None else (0 if direction > 0 else self.slider.maximum())
            self.slider.setValue(min(max(here + direction * wide, 0), self.slider.maximum()))
            self._set(self.slider.value())

    def reset(self) -> None:
        """Show the run's own decisions only."""
        if self._step is not None:
            self._step = None
            self._show()
            self.step_changed.emit(None)

    def _set(self, value: int) -> None:
        if value != self._step:
            self._step = value
            self._show()
            self.step_changed.emit(value)

    def _show(self) -> None:
        if self._curve is None or self._step is None:
            self._says.setText("as decided")
            return
        at = self._curve.thresholds[self._step]
        share = (self._curve.tp[self._step] + self._curve.fp[self._step]) / max(
            1, self._curve.tp[-1] + self._curve.fp[-1]
        )
        self._says.setText(f"score ≥ {at:.3g}, {100 * share:.0f} % yes" if self._step else "none validated")
