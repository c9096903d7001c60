"""The page of the two spaces: ROC and precision-recall side by side, the list of runs, outcomes, what-if."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.figures import (
    Figure,
    Line,
    OperatingPoint,
    Orientation,
    at_threshold,
    curve_area,
    hull_area,
    hull_in_precision_recall,
    point_area,
    precision_recall_line,
    precision_recall_space,
    roc_line,
    roc_space,
)
from jurybox.language import tr
from jurybox.measures import ScoreCurve
from jurybox.pictures import PictureOptions, moved_names, picture, resting_on
from jurybox.scoring import Scoreboard
from jurybox.wording import count_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.spaces.balance import Balance
from jurybox_gui.desks.spaces.drawing import source_of
from jurybox_gui.desks.spaces.legend import Legend
from jurybox_gui.desks.spaces.outcomes import MeasureRows, OutcomeMosaic, measure_rows
from jurybox_gui.desks.spaces.run_list import RunList
from jurybox_gui.live_strip.snapshot import Snapshot, ranking
from jurybox_gui.widgets.folding import FoldingPanel
from jurybox_gui.widgets.surface import Surface

_COLUMN, _MIDDLE_COLUMN, _WIDE_COLUMN = 232, 256, 320
_MIDDLE, _WIDE = 1150, 1500
_NARROW = 940
_PANEL, _PLOTS = 160, 330


@dataclass(frozen=True)
class SpaceOptions:
    """How the spaces are drawn: measure of the iso lines, orientation, and what is filled."""

    iso: str | None = "F(1)"
    orientation: Orientation = "usual"
    area: bool = False
    hull: bool = False


class TwoSpaces(QWidget):
    """Both spaces, linked: one hover, one chosen run, one set of colors."""

    run_chosen = Signal(int)
    name_moved = Signal(str, int, object)
    """The picture, the run, and the new position of its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        from jurybox_gui.plots.view import FigureView

        super().__init__(parent)
        self.roc, self.precision_recall = FigureView(), FigureView()
        self.runs = RunList()
        self.legend = Legend()
        self.outcomes, self.measures, self.balance = OutcomeMosaic(), MeasureRows(), Balance()
        self.plots, self._column = Surface("surf"), Surface("win", "left")
        self._hull: tuple[Snapshot, tuple[int, ...], Line] | None = None
        self._lay_out()
        for source in (self.roc, self.precision_recall, self.runs):
            source.run_chosen.connect(self.run_chosen)
            source.run_hovered.connect(self.hover)
        for view, name in ((self.roc, "roc"), (self.precision_recall, "precision-recall")):
            view.name_moved.connect(partial(self.name_moved.emit, name))

    @property
    def figures(self) -> list[Figure]:
        """The figures of both spaces."""
        return [view.figure for view in (self.roc, self.precision_recall) if view.figure is not None]

    def draw(
        self, bridge: Bridge, snapshot: Snapshot, chosen: int | None, hidden: frozenset[int], options: SpaceOptions
    ) -> None:
        """Draw the runs as judged or hypothetically; unchanged parts are not drawn again."""
        points = snapshot.at_share(self.balance.share)
        board = bridge.scoreboard
        curve = None if board is None or chosen is None else board.curve(chosen)
        self.balance.set_curve(chosen, curve)
        self._draw_spaces(bridge, snapshot, points, chosen, hidden, options, curve)
        self.runs.set_points(ranking(points), chosen)
        self.runs.set_hidden(hidden)
        self._draw_outcomes(snapshot, points, chosen)

    def hover(self, run: int | None) -> None:
        """Highlight the hovered run everywhere."""
        for view in (self.roc, self.precision_recall):
            view.set_hovered(run)
        self.runs.set_hovered(run)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width()
        column = _WIDE_COLUMN if wide >= _WIDE else _MIDDLE_COLUMN if wide >= _MIDDLE else _COLUMN
        self._column.setFixedWidth(column)
        self._column.setVisible(self.width() >= _NARROW)

    # --- drawing -------------------------------------------------------------------------------

    def _draw_spaces(
        self,
        bridge: Bridge,
        snapshot: Snapshot,
        points: Sequence[OperatingPoint],
        chosen: int | None,
        hidden: frozenset[int],
        options: SpaceOptions,
        curve: ScoreCurve | None,
    ) -> None:
        share = snapshot.share if self.balance.share is None else self.balance.share
        shown = [p for p in points if p.run not in hidden]
        mine = next((p for p in points if p.run == chosen), None)
        across, up = _curves(mine, curve, share)
        areas = self._areas(bridge, snapshot, shown, mine, across, options)
        step = self.balance.threshold.step
        if mine is not None and curve is not None and step is not None:
            shown.append(at_threshold(mine, curve, step, share))
        still = self.balance.slider.isSliderDown() or self.balance.threshold.slider.isSliderDown()
        caption = self._caption(bridge, snapshot, share)
        self.legend.set_equal(options.iso)
        self.legend.set_curve(chosen if across else None)
        roc = roc_space(
            shown,
            iso=options.iso,
            prevalence=share,
            curves=across,
            areas=areas,
            orientation=options.orientation,
            caption=caption,
        )
        other = precision_recall_space(
            shown,
            iso=options.iso,
            prevalence=share,
            curves=up,
            areas=[hull_in_precision_recall(area, share) for area in areas if area.run is None],
            caption=caption,
        )
        source, moved = source_of(bridge), moved_names(bridge.settings, bridge.session.identity)
        for view, name, figure in ((self.roc, "roc", roc), (self.precision_recall, "precision-recall", other)):
            rests = [] if source is None else picture(name).rests(source, PictureOptions())
            shown_figure = resting_on(figure, rests).without(hidden).emphasizing(chosen)
            view.set_figure(shown_figure.with_names_at(moved.get(name, {})), at_once=still)

    def _draw_outcomes(self, snapshot: Snapshot, points: Sequence[OperatingPoint], chosen: int | None) -> None:
        point = next((p for p in points if p.run == chosen), None)
        if point is None or chosen is None:
            return
        counts = snapshot.counts_of(chosen)
        self.outcomes.show_run(point, counts, self.balance.share)
        self.measures.show_rows(measure_rows(point, counts, self.balance.share))

    def _caption(self, bridge: Bridge, snapshot: Snapshot, share: float) -> str:
        answers = count_of(snapshot.answers, "judged answer")
        if self.balance.share is None:
            return tr("{answers}, {n:.1f} % correct; {gold}", answers=answers, n=100 * share, gold=bridge.gold)
        return tr("{answers}, {n:.1f} % assumed correct; {gold}", answers=answers, n=100 * share, gold=bridge.gold)

    def _areas(
        self,
        bridge: Bridge,
        snapshot: Snapshot,
        shown: Sequence[OperatingPoint],
        mine: OperatingPoint | None,
        across: Sequence[Line],
        options: SpaceOptions,
    ) -> list[Line]:
        areas: list[Line] = []
        board = bridge.scoreboard
        if options.hull and board is not None:
            areas.append(self._hull_of(board, snapshot, shown))
        if options.area and mine is not None:
            areas.append(curve_area(across[0]) if across else point_area(mine))
        return areas

    def _hull_of(self, board: Scoreboard, snapshot: Snapshot, shown: Sequence[OperatingPoint]) -> Line:
        """Return the hull of these runs; cached until a count moves, since it considers every threshold."""
        runs = tuple(p.run for p in shown)
        if self._hull is None or self._hull[0] is not snapshot or self._hull[1] != runs:
            known = (board.curve(run) for run in runs)
            hull = hull_area(shown, [curve for curve in known if curve is not None])
            self._hull = snapshot, runs, hull
        return self._hull[2]

    # --- layout --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        above = QWidget()
        upper = QHBoxLayout(above)
        plots = self.plots
        _fill(QHBoxLayout(plots), self.roc, self.precision_recall)
        _fill(QVBoxLayout(self._column), self.runs, self.legend, stretch=(1, 0), left=1)
        _fill(upper, plots, self._column, stretch=(1, 0))
        lower = Surface("win", "top")
        lower.setMinimumHeight(_PANEL)
        lower.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        _fill(QHBoxLayout(lower), self.outcomes, self.measures, self.balance, stretch=(9, 0, 11))
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(FoldingPanel(above, lower, tr("Outcomes, measures and class balance"), _PLOTS))
        order = (self.roc, self.precision_recall, self.runs.table, self.balance.slider, self.balance.threshold.slider)
        for first, then in pairwise(order):
            QWidget.setTabOrder(first, then)


def _curves(point: OperatingPoint | None, curve: ScoreCurve | None, share: float) -> tuple[list[Line], list[Line]]:
    """Return a run's curve over all thresholds in both spaces; empty if it gives no scores."""
    if point is None or curve is None:
        return [], []
    across = roc_line(point.name, point.run, curve)
    return [across], [precision_recall_line(point.name, point.run, curve, share)]


def _fill(layout: QHBoxLayout | QVBoxLayout, *widgets: QWidget, stretch: Sequence[int] = (), left: int = 0) -> None:
    """Add widgets to a layout without gaps between them; equal shares unless `stretch` differs."""
    layout.setContentsMargins(left, 0, 0, 0)
    layout.setSpacing(0)
    for widget, share in zip(widgets, stretch or (1,) * len(widgets), strict=True):
        layout.addWidget(widget, share)
