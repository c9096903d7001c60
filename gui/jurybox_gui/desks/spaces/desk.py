"""The Spaces desk: both spaces of the same runs side by side, their list, outcomes and what-if."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from jurybox.figures import precision_recall_space, roc_space
from jurybox_gui.actions.spec import ActionSpec
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.choices import questions_of
from jurybox_gui.desks.spaces.balance import Balance
from jurybox_gui.desks.spaces.data import Snapshot, curves_of, ranking, read_snapshot
from jurybox_gui.desks.spaces.legend import Legend
from jurybox_gui.desks.spaces.looks import SpacesTools
from jurybox_gui.desks.spaces.outcomes import MeasureRows, Outcomes, measure_rows
from jurybox_gui.desks.spaces.panel import Ground
from jurybox_gui.desks.spaces.run_list import RunList
from jurybox_gui.pieces.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from jurybox.changes import Changes
    from jurybox.figures import OperatingPoint
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.theme.theme import Theme

_COLUMN, _WIDE_COLUMN = 232, 320
_WIDE = 1500
_NARROW = 940
_PANEL = 160

ACTIONS = (
    ActionSpec("spaces.up", "Run above", "spaces", ("Up",), group="Runs", row="Choose a run", repeat=True),
    ActionSpec(
        "spaces.down", "Run below", "spaces", ("Down",), group="Runs", row="Choose a run", repeat=True
    ),
    ActionSpec(
        "spaces.less",
        "Fewer correct answers: what if",
        "spaces",
        ("[",),
        group="Class balance",
        row="1 % fewer or more correct answers",
        repeat=True,
    ),
    ActionSpec(
        "spaces.more",
        "More correct answers: what if",
        "spaces",
        ("]",),
        group="Class balance",
        row="1 % fewer or more correct answers",
        repeat=True,
    ),
    ActionSpec("spaces.judged", "Class balance as judged", "spaces", ("0",), group="Class balance"),
)


class SpacesDesk(Desk):
    """Both spaces, linked: one hover, one chosen run, one set of colors; nothing here asks a file."""

    id: ClassVar[str] = "spaces"
    title: ClassVar[str] = "Spaces"
    icon: ClassVar[str] = "spaces"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        from jurybox_gui.plots.view import FigureView

        super().__init__(bridge, theme, parent)
        self.snapshot: Snapshot | None = None
        self._fallback: int | None = None
        self.tools = SpacesTools()
        self.roc, self.precision_recall = FigureView(), FigureView()
        self.runs = RunList()
        self.legend = Legend()
        self.outcomes, self.measures, self.balance = Outcomes(), MeasureRows(), Balance()
        self.empty = EmptyState("")
        self._column = Ground("win", "left")
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._connect()

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of this desk."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        return {
            "spaces.up": lambda: self._step(-1),
            "spaces.down": lambda: self._step(1),
            "spaces.less": lambda: self.balance.step(-1),
            "spaces.more": lambda: self.balance.step(1),
            "spaces.judged": self.balance.reset,
        }

    def activate(self) -> None:
        """Give the keyboard to the ROC space."""
        self.roc.setFocus()

    @property
    def chosen(self) -> int | None:
        """The run whose outcomes are shown: the one chosen on any desk, else the first best one."""
        if self.snapshot is None or not self.snapshot.points:
            return None
        if self.bridge.selected_run in self.snapshot.runs:
            return self.bridge.selected_run
        if self._fallback not in self.snapshot.runs:
            self._fallback = ranking(self.snapshot.points)[0].run
        return self._fallback

    def refresh(self, changes: Changes) -> None:
        """Read the scores again; draw only if a count moved."""
        if changes.what - {"saving", "labels", "adjudications"}:
            self.tools.follow(self.bridge)
        snapshot = read_snapshot(self.bridge)
        if snapshot == self.snapshot:
            return
        self.snapshot = snapshot
        self._pages.setCurrentIndex(1 if snapshot.sentence else 0)
        self.tools.set_progress(snapshot.progress)
        if snapshot.sentence:
            self.empty.set_text(snapshot.sentence, snapshot.aside)
            return
        self.balance.set_judged(snapshot.share)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Widen the column of runs on a wide desk, take it away on a narrow one."""
        super().resizeEvent(event)
        self._column.setFixedWidth(_WIDE_COLUMN if self.width() >= _WIDE else _COLUMN)
        self._column.setVisible(self.width() >= _NARROW)

    # --- drawing -------------------------------------------------------------------------------

    def _points(self) -> tuple[OperatingPoint, ...]:
        return self.snapshot.at_share(self.balance.share) if self.snapshot else ()

    def _draw(self) -> None:
        if self.snapshot is None or self.snapshot.sentence:
            return
        points, chosen = self._points(), self.chosen
        self._draw_spaces(points, chosen)
        self.runs.set_points(ranking(points), chosen)
        self._draw_outcomes(points, chosen)

    def _draw_spaces(self, points: tuple[OperatingPoint, ...], chosen: int | None) -> None:
        if self.snapshot is None:
            return
        iso, orientation = self.tools.iso_family, self.tools.facing
        share = self.snapshot.share if self.balance.share is None else self.balance.share
        still = self.balance.slider.isSliderDown()
        caption = self._caption(share)
        self.legend.set_equal(iso)
        across, up = curves_of(self.bridge, chosen, share)
        self.legend.set_curve(chosen if across else None)
        roc = roc_space(
            points, iso=iso, prevalence=share, curves=across, orientation=orientation, caption=caption
        )
        other = precision_recall_space(points, iso=iso, prevalence=share, curves=up, caption=caption)
        self.roc.set_figure(roc.emphasizing(chosen), at_once=still)
        self.precision_recall.set_figure(other.emphasizing(chosen), at_once=still)

    def _draw_outcomes(self, points: tuple[OperatingPoint, ...], chosen: int | None) -> None:
        if self.snapshot is None or chosen is None:
            return
        point = next(p for p in points if p.run == chosen)
        counts = self.snapshot.counts_of(chosen)
        self.outcomes.show_run(point, counts)
        self.measures.show_rows(measure_rows(point, counts, self.balance.share))

    def _caption(self, share: float) -> str:
        answers = self.snapshot.answers if self.snapshot else 0
        supposed = "" if self.balance.share is None else ", supposed"
        return f"{answers:,} judged answers, {100 * share:.1f} % correct{supposed}; {self.bridge.gold}"

    # --- choosing and pointing -----------------------------------------------------------------

    def _step(self, rows: int) -> None:
        run = self.runs.neighbor(self.chosen, rows)
        if run is not None:
            self.bridge.select_run(run)

    def _hover(self, run: int | None) -> None:
        for view in (self.roc, self.precision_recall):
            view.set_hovered(run)
        self.runs.set_hovered(run)

    def _choose_questions(self, choice: str) -> None:
        self.bridge.select_questions(questions_of(self.bridge.session.catalog, choice))

    def _draw_anew(self, _what: object = None) -> None:
        self._draw()

    def _connect(self) -> None:
        for source in (self.roc, self.precision_recall, self.runs):
            source.run_chosen.connect(self.bridge.select_run)
            source.run_hovered.connect(self._hover)
        self.bridge.run_selected.connect(self._draw_anew)
        self.balance.share_changed.connect(self._draw_anew)
        self.tools.look_chosen.connect(self._draw)
        self.tools.gold_chosen.connect(self.bridge.set_gold)
        self.tools.questions_chosen.connect(self._choose_questions)

    # --- layout --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        plots = Ground("surf")
        _fill(QHBoxLayout(plots), self.roc, self.precision_recall)
        _fill(QVBoxLayout(self._column), self.runs, self.legend, stretch=(1, 0), left=1)
        _fill(upper, plots, self._column, stretch=(1, 0))
        lower = Ground("win", "top")
        lower.setFixedHeight(_PANEL)
        _fill(QHBoxLayout(lower), self.outcomes, self.measures, self.balance, stretch=(9, 0, 11))
        content = QWidget()
        page = QVBoxLayout(content)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(upper, 1)
        page.addWidget(lower)
        self._pages.addWidget(content)
        ground = Ground("surf")
        _fill(QVBoxLayout(ground), self.empty)
        self._pages.addWidget(ground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self._pages, 1)
        order = (self.roc, self.precision_recall, self.runs.table, self.balance.slider)
        for first, then in pairwise(order):
            QWidget.setTabOrder(first, then)


def _fill(
    layout: QHBoxLayout | QVBoxLayout, *widgets: QWidget, stretch: Sequence[int] = (), left: int = 0
) -> None:
    """Put widgets into a layout without any room between them; equal shares unless `stretch` differs."""
    layout.setContentsMargins(left, 0, 0, 0)
    layout.setSpacing(0)
    for widget, share in zip(widgets, stretch or (1,) * len(widgets), strict=True):
        layout.addWidget(widget, share)
