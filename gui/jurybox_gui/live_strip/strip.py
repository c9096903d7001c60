"""The live strip beside the answer in open mode: the ranking and both spaces, small."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from jurybox.changes import Changes
from jurybox.language import tr, trc
from jurybox.lists import sentences
from jurybox.measures import Kind
from jurybox_gui.actions.menus import menu_of
from jurybox_gui.actions.registry import registry_of
from jurybox_gui.core.live_view import LiveView
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.live_strip.live import Live, read_live
from jurybox_gui.live_strip.ranking import RankedRun, RankingView, places_of
from jurybox_gui.live_strip.snapshot import Snapshot, read_snapshot
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.plots.view import FigureView

_SIDE_BY_SIDE = 400
_SPACES_AFTER_MS = 300
_FOOT, _GAP, _LEAST_SPACES, _LOW_SPACES = 8, 4, 116, 134
_MENU = ("view.scores", "view.spaces", "judge.strip")
QWIDGETSIZE_MAX = 16_777_215  # defined in Qt, missing in PySide
_ITS_ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
_NO_ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
"""Size policies of ranking and spaces, shown and hidden: a stack is as high as its highest page."""


@final
class LiveStrip(LiveView):
    """Takes no focus; a click on a run chooses it on all desks.

    The spaces are made a moment after the strip is first shown: their painters take longer to load than a
    window takes to open.
    """

    height_wanted = Signal(int, int)
    """Emitted when the scores were read again, with its `heights`."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.setAccessibleName(tr("Live"))
        self.snapshot: Snapshot | None = None
        self.live = Live()
        self._kind: Kind | None = None
        self.ranking = RankingView()
        self.views: tuple[FigureView, ...] = ()
        self._before: tuple[RankedRun, ...] = ()
        self._later = Pause(self, _SPACES_AFTER_MS, self._load_spaces)
        self._loading = LatestTask(self)
        self._sentence = PlainLabel("", px=Px.BASE, role="text2", wrap=True)
        self._spaces = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._pages = QStackedLayout(self)  # without a parent it would show its first page as a window
        self._content = Surface("win")
        self._lay_out()
        self.ranking.run_chosen.connect(bridge.select_run)
        self.ranking.run_hovered.connect(self._hover)
        bridge.run_selected.connect(self._redraw)

    def show_kind(self, kind: Kind) -> None:
        """Rank by the default measure of the kind of question that is being judged."""
        if kind != self._kind:
            self._kind = kind
            if self.isVisible():
                self._before = ()
                self._read()

    def refresh(self, changes: Changes) -> None:
        """Read the scores again; draw if a score moved, and remove old arrows after each label."""
        labeled = bool(changes.what & {"labels", "adjudications"})
        before = self.ranking.places
        moved = self._read(before if labeled else None)
        if moved and not labeled:
            self._before = ()

    def _read(self, before: tuple[RankedRun, ...] | None = None) -> bool:
        """Read and draw; `before` is the ranking to which arrows show the difference."""
        live, snapshot = read_live(self.bridge, self._kind), read_snapshot(self.bridge)
        moved = (live, snapshot) != (self.live, self.snapshot)
        if not moved and before is None:
            return False
        self.live, self.snapshot = live, snapshot
        self._content.setSizePolicy(_NO_ROOM if live.sentence else _ITS_ROOM)
        self._pages.setCurrentIndex(1 if live.sentence else 0)
        self._sentence.setText(sentences((live.sentence, live.aside)))
        if not live.sentence:
            if before is not None:
                self._before = before
            self._draw()
            if not self.views and not snapshot.sentence:
                self._later.start()
        self.height_wanted.emit(*self.heights)
        return moved

    @property
    def heights(self) -> tuple[int, int]:
        """The height it asks for and the one that shows everything, px; 0 for a sentence.

        It asks for all there is with the spaces, which can be side by side, else for its rows.
        """
        if not self.live.rows:
            return 0, 0
        rows = self.ranking.sizeHint().height()
        if self._has_spaces:
            return QWIDGETSIZE_MAX, rows + _GAP + _LOW_SPACES
        return rows + _FOOT, rows + _FOOT

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Offer what is about runs: the menu of the desk would judge the answer shown.
        registry = registry_of(self)
        if registry is not None:
            menu_of(registry, self, _MENU).popup(event.globalPos())

    # --- internals --------------------------------------------------------------------------------

    @property
    def _has_spaces(self) -> bool:
        return self.snapshot is not None and not self.snapshot.sentence

    def _fit(self) -> None:
        rows = self.ranking.sizeHint().height()
        left = self.height() - rows - _FOOT - _GAP
        least = _LEAST_SPACES if self._has_spaces else -_GAP
        self.ranking.setMinimumHeight(rows if left >= least else max(0, rows + left - least))
        beside = self.width() >= _SIDE_BY_SIDE or left < 2 * _LEAST_SPACES
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._spaces.direction() != way:
            self._spaces.setDirection(way)
            self._draw()

    def _chosen(self) -> int | None:
        chosen = self.bridge.selected_run
        return chosen if chosen is not None and any(row.run == chosen for row in self.live.rows) else None

    def _redraw(self, _run: object) -> None:
        self._draw()

    def _draw(self) -> None:
        snapshot, live = self.snapshot, self.live
        if snapshot is None or live.sentence:
            return
        chosen = self._chosen()
        self.ranking.show_places(places_of(live.rows, self._before), chosen, live.progress, live.head)
        self._fit()
        for view in self.views:
            view.setVisible(not snapshot.sentence)
        if self.views and not snapshot.sentence:
            from jurybox.figures import precision_recall_space, roc_space

            roc = roc_space(snapshot.points, prevalence=snapshot.share)
            other = precision_recall_space(snapshot.points, prevalence=snapshot.share)
            if self._spaces.direction() == QBoxLayout.Direction.LeftToRight:
                roc, other = (replace(roc, title="ROC"), replace(other, title=trc("narrow", "Precision-recall")))
            for view, figure in zip(self.views, (roc, other), strict=True):
                view.set_figure(figure.emphasizing(chosen))

    def _load_spaces(self) -> None:
        """Load the figures off the window's thread, if the program has not done so yet."""
        self._loading.start(lambda _: import_module("jurybox.figures"), self._add_spaces)

    def _add_spaces(self, _loaded: object) -> None:
        from jurybox_gui.plots.view import FigureView

        if self.views:
            return
        self.views = (FigureView(compact=True, ground="win"), FigureView(compact=True, ground="win"))
        for view in self.views:
            view.run_chosen.connect(self.bridge.select_run)
            view.run_hovered.connect(self._hover)
            # As high as the strip allows, no more: what is below the strip must stay in sight.
            view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
            self._spaces.addWidget(view, 1)
        self._draw()

    def _hover(self, run: int | None) -> None:
        self.ranking.set_hovered(run)
        for view in self.views:
            view.set_hovered(run)

    def _lay_out(self) -> None:
        self.setMinimumWidth(Grid.SIDE - 36)
        message_page = Surface("win")
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, _FOOT)
        column.setSpacing(_GAP)
        # Half of the height, but at most that of its rows.
        column.addWidget(self.ranking, 1, Qt.AlignmentFlag.AlignTop)
        self._spaces.setContentsMargins(0, 0, 0, 0)
        self._spaces.setSpacing(0)
        column.addLayout(self._spaces, 1)
        words = QVBoxLayout(message_page)
        words.setContentsMargins(Grid.TABLE_MARGIN, 2, Grid.TABLE_MARGIN, 0)
        words.addWidget(self._sentence)
        words.addStretch(1)
        self._pages.addWidget(self._content)
        self._pages.addWidget(message_page)
