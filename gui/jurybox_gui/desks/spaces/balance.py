"""What-if: sliders for the share of correct answers and for the threshold on the chosen run's scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_row import HintRow, hint_buttons
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.slider import Slider

if TYPE_CHECKING:
    from jurybox.measures import ScoreCurve

_KEY_STEPS = 50


class Threshold(QWidget):
    """A slider over the thresholds of one run's scores; the spaces show nothing of it until it is moved."""

    step_changed = Signal(object)
    """Number of the threshold, or None for the run's own decisions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve: ScoreCurve | None = None
        self._run: int | None = None
        self._step: int | None = None
        self.slider = Slider(tr("Threshold on the chosen run's scores"))
        self._says = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self._says.setMinimumWidth(132)
        self.slider.valueChanged.connect(self._set)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(PlainLabel(tr("Threshold"), px=Px.ASIDE, weight=600))
        line.addWidget(hint_buttons(("spaces.lower", "spaces.higher"), ""))
        line.addWidget(self.slider, 1)
        line.addWidget(self._says)

    @property
    def step(self) -> int | None:
        """The number of the threshold shown, None for none."""
        return self._step

    def follow(self, run: int | None, curve: ScoreCurve | None) -> None:
        """Use the thresholds of this run; another run starts from the beginning."""
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

    def go(self, direction: int) -> bool:
        """Go up (1) or down (-1) by a fiftieth of the thresholds; return False where there are none."""
        if self._curve is None:
            return False
        wide = max(1, self.slider.maximum() // _KEY_STEPS)
        here = self._step if self._step is not None else (0 if direction > 0 else self.slider.maximum())
        self.slider.setValue(min(max(here + direction * wide, 0), self.slider.maximum()))
        self._set(self.slider.value())
        return True

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
            self._says.setText(tr("as decided"))
            return
        at = self._curve.thresholds[self._step]
        share = (self._curve.tp[self._step] + self._curve.fp[self._step]) / max(
            1, self._curve.tp[-1] + self._curve.fp[-1]
        )
        self._says.setText(
            tr("score ≥ {threshold:.3g}, {percent:.0f} % yes", threshold=at, percent=100 * share)
            if self._step
            else tr("none validated")
        )


LOWEST, HIGHEST = 0.01, 0.99
_BESIDE = 24
"""Room around a note beside keys, px."""
_PARTS = 1000
_NOTE_BRIEF = tr("ROC points stay; precision and F move.")
_NOTE = tr("ROC points stay where they are. Precision, F, equal lines and random order move.")


class ShareSlider(Slider):
    """A slider from 1 % to 99 % in tenths of a percent; a mark shows the share as judged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Share of correct answers"), parent=parent)
        self.setRange(round(LOWEST * _PARTS), round(HIGHEST * _PARTS))
        self.setSingleStep(_PARTS // 100)
        self.setPageStep(_PARTS // 10)
        ticks = tuple(_PARTS * percent / 100 for percent in (1, *range(10, 100, 10), 99))
        self.set_ends(("1 %", "50 %", "99 %"), ticks)

    def set_judged(self, share: float) -> None:
        """Mark the share as judged, NaN for none."""
        held = min(max(share, LOWEST), HIGHEST)
        self.set_marks(() if math.isnan(share) else (held * _PARTS,))


class Balance(QWidget):
    """The panel: the share, the slider, the keys, and what moves."""

    share_changed = Signal(object)
    """A share in [0.01, 0.99], or None for the share as judged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._judged = math.nan
        self._share: float | None = None
        self._says = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.slider = ShareSlider(self)
        self.slider.valueChanged.connect(lambda value: self._set(value / _PARTS))
        title = QHBoxLayout()
        title.addWidget(PlainLabel(tr("Class balance: what if"), weight=600))
        title.addStretch(1)
        title.addWidget(self._says)
        keys = HintRow((("spaces.less", "spaces.more"), "1 %"), ("spaces.judged", tr("as judged")))
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 20, 12)
        column.setSpacing(4)
        column.addLayout(title)
        column.addWidget(self.slider)
        row = QHBoxLayout()
        self._keys, self._brief = keys, PlainLabel(_NOTE_BRIEF, px=Px.ASIDE, role="text2")
        self._brief.setContentsMargins(0, 4, 0, 0)  # as the row of keys
        self._brief.hide()
        row.addWidget(keys, 1)
        row.addWidget(self._brief)
        column.addLayout(row)
        self._note = PlainLabel(_NOTE, px=Px.ASIDE, role="text2", elide=True)
        self.threshold = Threshold()
        self.threshold.hide()
        column.addWidget(self._note)
        column.addWidget(self.threshold)
        column.addStretch(1)

    @property
    def share(self) -> float | None:
        """The hypothetical share, None for the share as judged."""
        return self._share

    def set_judged(self, share: float) -> None:
        """Set the share of correct answers as judged (NaN for none).

        The slider follows unless it was moved.
        """
        self._judged = share
        self.setEnabled(not math.isnan(share))
        self.slider.set_judged(share)
        self._show()

    def set_curve(self, run: int | None, curve: ScoreCurve | None) -> None:
        """Show the thresholds of a run instead of the note, if it gives scores."""
        self.threshold.follow(run, curve)
        self.threshold.setVisible(curve is not None)
        self._note.setVisible(curve is None)
        self._fit_brief()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_brief()

    def _fit_brief(self) -> None:
        needed = self._keys.sizeHint().width() + self._brief.sizeHint().width() + 2 * _BESIDE
        self._brief.setVisible(self._note.isHidden() and needed <= self.width())

    def step(self, percent: int) -> None:
        """Go to the next whole percent up (1) or down (-1)."""
        here = 100 * (self._judged if self._share is None else self._share)
        if math.isnan(here):
            return
        there = math.floor(here + 1e-9) + 1 if percent > 0 else math.ceil(here - 1e-9) - 1
        self._set(min(max(there / 100, LOWEST), HIGHEST))

    def reset(self) -> None:
        """Go back to the share as judged."""
        self._set(None)

    def _set(self, share: float | None) -> None:
        if share != self._share:
            self._share = share
            self._show()
            self.share_changed.emit(share)

    def _show(self) -> None:
        share = self._judged if self._share is None else self._share
        with QSignalBlocker(self.slider):
            if not math.isnan(share):
                self.slider.setValue(round(share * _PARTS))
        self.slider.update()
        if self._share is None:
            known = not math.isnan(self._judged)
            self._says.setText(tr("{n:.1f} % correct, as judged", n=100 * self._judged) if known else "")
        elif math.isnan(self._judged):
            self._says.setText(tr("{n:.1f} % correct", n=100 * self._share))
        else:
            self._says.setText(
                tr("{n:.1f} % correct (as judged: {judged:.1f} %)", n=100 * self._share, judged=100 * self._judged)
            )
