"""The live table of the Scores desk: the rows of this moment, and below them the chosen run taken apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox_gui.core.choices import beside_words
from jurybox_gui.desks.scores.apart import Apart
from jurybox_gui.desks.scores.detail import Detail
from jurybox_gui.desks.scores.later import Later
from jurybox_gui.desks.scores.options import BESIDE_THEM
from jurybox_gui.desks.scores.reading import Reading, legend, thin_columns
from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.desks.scores.taking import live_table
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.folding import FoldingPanel
from jurybox_gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from jurybox.analysis.frozen import Frozen
    from jurybox.scoring import Scoreboard
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.scores.choice import Choice
    from jurybox_gui.tables.score_table import Row

_TABLE = 310
"""The height of the table with eight runs and the lines around them, px."""


class LiveTable(QWidget):
    """Reads a scoreboard and shows it; what takes longer comes `later`.

    `rows` are read for other views, too, which go by their order; `freeze` returns the judgments of the
    moment it is called.
    """

    def __init__(self, bridge: Bridge, choice: Choice, freeze: Callable[[], Frozen]) -> None:
        super().__init__()
        self._bridge, self._choice, self._freeze = bridge, choice, freeze
        self.rows: list[Row] = []
        self.view = ScoreView(self)
        self.view.table.called = lambda name: beside_words(bridge.session.catalog, name)
        self.legend = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.detail = Detail(self)
        self.apart = Apart(bridge, self.detail)
        self.later = Later(self)
        self._reading: Reading | None = None
        self._note = ""
        self._ranks: dict[int, int | None] = {}
        self._notice = ""
        self._lay_out()
        self.detail.unit_chosen.connect(self.apart.click)
        self.view.run_chosen.connect(bridge.select_run)
        self.view.measure_chosen.connect(choice.rank_by)
        self.later.changed.connect(self._came_later)
        self.later.moved_on.connect(self._show_legend)
        self.later.paused.connect(lambda: self.apart.list_not_scored(listed=True))

    @property
    def runs(self) -> list[int]:
        """The runs of the table, best first."""
        return [row.run for row in self.rows]

    @property
    def chosen(self) -> int | None:
        """The run taken apart: the one chosen on any desk, else the best."""
        runs = self.runs
        if self._bridge.selected_run in runs:
            return self._bridge.selected_run
        return runs[0] if runs else None

    @property
    def has_table(self) -> bool:
        """Whether there are rows to copy or export."""
        return self._reading is not None and bool(self.rows)

    def table(self) -> pd.DataFrame | None:
        """Return what is shown as a table that can be taken along, None if there is nothing."""
        if not self.has_table:
            return None
        choice, stored = self._choice, len(self._bridge.session.catalog.runs)
        people = frozenset(run for run in self.runs if run >= stored)
        return live_table(self.rows, choice.measures, choice.main, choice.golds, people, self._told())

    def step(self, way: int) -> None:
        """Choose the run above (-1) or below (1)."""
        if self.rows:
            at = self.view.table.row_of(self.chosen)
            self._bridge.select_run(self.rows[max(0, min(at + way, len(self.rows) - 1))].run)

    def say(self, sentence: str) -> None:
        """Say a sentence where the legend is, until something is chosen or judged; what comes later waits."""
        self._notice = sentence
        self._show_legend()

    # Reading and showing

    def forget_ranks(self) -> None:
        """Let no run be told to have risen or fallen: the next order is one of something else."""
        self._ranks = {}

    def read(self, board: Scoreboard) -> None:
        """Read the rows; Refused where a gold standard is none here."""
        choice = self._choice
        reading = Reading(self._bridge, board, choice.measures, choice.main, choice.golds, choice.people)
        self.later.prepare(board, reading.wanted())
        rows = reading.rows(self.later, among_runs=choice.people == BESIDE_THEM)
        self.rows = [replace(row, move=self._moved(row)) for row in rows]
        self._ranks = {row.run: row.rank for row in rows}
        self._reading = reading

    def show_rows(self) -> None:
        """Show what was read, and have the rest computed."""
        self.apart.list_not_scored(listed=False)
        self.show_again()
        bridge, choice = self._bridge, self._choice
        shown = (bridge.gold, bridge.questions, bridge.unjudged, choice.people, choice.one)
        self.later.follow(choice.one, self.chosen, shown, self._freeze)

    def show_again(self, *, same_scores: bool = False) -> None:
        """Show the rows and the chosen run below; `same_scores`: only what came later is new."""
        if self._reading is None:
            return
        choice, run, settling = self._choice, self.chosen, self._bridge.settling
        board, stale = self._reading.board, self.later.stale
        if not same_scores:
            self._notice = ""
        self.view.table.bounds_of = board.bounds
        self.view.show_rows(self.rows, choice.measures, choice.main, run, choice.golds, stale=stale)
        self._show_legend()
        self.detail.setVisible(not settling.on)
        if run is None or settling.on:
            return
        bounds = self.later.bounds.get(run)
        if same_scores:
            self.apart.show_bounds(bounds)
        else:
            self.apart.show(board, choice.one, run, bounds)

    def _moved(self, row: Row) -> int:
        """Return by how many places a run rose (or fell, negative) with the last label."""
        before = self._ranks.get(row.run)
        return 0 if before is None or row.rank is None else before - row.rank

    def _came_later(self) -> None:
        """Show what came in slices or from another thread."""
        if self._reading is None or not self.rows:
            return
        moves = {row.run: row.move for row in self.rows}
        rows = self._reading.rows(self.later, among_runs=self._choice.people == BESIDE_THEM)
        self.rows = [replace(row, move=moves.get(row.run, 0)) for row in rows]
        self.show_again(same_scores=True)

    def _told(self) -> str:
        if self._reading is None:
            return ""
        thin = thin_columns(self.view.table)
        return legend(self._reading.board, self.later, self._bridge.settling.told, thin)

    def show_note(self, note: str) -> None:
        """Say something before the legend until it is "" again, such as what Esc does."""
        self._note = note
        self._show_legend()

    def _show_legend(self) -> None:
        self.legend.setText(self._notice or f"{self._note} {self._told()}".strip())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.legend.setContentsMargins(Grid.TABLE_MARGIN, 4, Grid.TABLE_MARGIN, 5)
        table = QWidget()
        upper = QVBoxLayout(table)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.setSpacing(0)
        upper.addWidget(self.view, 1)
        upper.addWidget(self.legend)
        column.addWidget(FoldingPanel(table, self.detail, "The chosen run, question by question", _TABLE))
