"""The Scores desk: gold standard and questions above, runs by measures, the chosen run below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox_gui.actions.spec import ActionSpec
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.choices import questions_of, usual_measures
from jurybox_gui.desks.scores.bars import unit_bars
from jurybox_gui.desks.scores.detail import Detail
from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.desks.scores.telling import tell_unit, tell_whole
from jurybox_gui.desks.scores.top import ScoreTools
from jurybox_gui.item_models.score_table import Row, read_rows
from jurybox_gui.pieces.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jurybox.changes import Changes
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.desks.scores.bars import UnitBars
    from jurybox_gui.theme.theme import Theme

_RUNS, _MEASURES = "Choose a run", "Choose a measure"
_UNITS, _ROWS = "Take one question apart", "Move through the rows"

ACTIONS = (
    ActionSpec("scores.up", "Run above", "scores", ("Up",), group="Runs", row=_RUNS, repeat=True),
    ActionSpec("scores.down", "Run below", "scores", ("Down",), group="Runs", row=_RUNS, repeat=True),
    ActionSpec(
        "scores.left", "Measure before", "scores", ("Left",), group="Measures", row=_MEASURES, repeat=True
    ),
    ActionSpec(
        "scores.right", "Measure after", "scores", ("Right",), group="Measures", row=_MEASURES, repeat=True
    ),
    ActionSpec(
        "scores.last_unit", "Question before", "scores", (",",), group="Explain", row=_UNITS, repeat=True
    ),
    ActionSpec(
        "scores.next_unit", "Next question", "scores", (".",), group="Explain", row=_UNITS, repeat=True
    ),
    ActionSpec("scores.show_unit", "Show this question on Judge", "scores", ("Return",), group="Explain"),
    ActionSpec("scores.whole", "Explain the whole score again", "scores", ("Esc",), group="Explain"),
    ActionSpec("scores.less", "Rows above", "scores", ("PgUp",), group="Explain", row=_ROWS, repeat=True),
    ActionSpec("scores.more", "Rows below", "scores", ("PgDown",), group="Explain", row=_ROWS, repeat=True),
    ActionSpec("scores.gold", "Choose the gold standard", "scores", ("G",), group="What is scored"),
    ActionSpec("scores.questions", "Choose the questions", "scores", ("Q",), group="What is scored"),
)


class ScoresDesk(Desk):
    """Runs by measures; one measure ranks, its range is drawn, the chosen run is taken apart below."""

    id: ClassVar[str] = "scores"
    title: ClassVar[str] = "Scores"
    icon: ClassVar[str] = "scores"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.setAccessibleName("Scores")
        self.measures = usual_measures(bridge.session.catalog)
        self._usual = self.measures
        self._bars: UnitBars | None = None
        self._unit: int | None = None
        self.main = 0
        self.tools = ScoreTools()
        self.view = ScoreView()
        self.detail = Detail()
        self.empty = EmptyState("")
        self._rows: list[Row] = []
        self._ranks: dict[int, int | None] = {}
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
            "scores.up": lambda: self._step(-1),
            "scores.down": lambda: self._step(1),
            "scores.left": lambda: self.rank_by((self.main - 1) % len(self.measures)),
            "scores.right": lambda: self.rank_by((self.main + 1) % len(self.measures)),
            "scores.next_unit": lambda: self._step_unit(1),
            "scores.last_unit": lambda: self._step_unit(-1),
            "scores.show_unit": self._go_to_unit,
            "scores.whole": lambda: self._choose_unit(None),
            "scores.more": lambda: self.detail.panel.scroll(3),
            "scores.less": lambda: self.detail.panel.scroll(-3),
            "scores.gold": self.tools.gold.showPopup,
            "scores.questions": self.tools.questions.showPopup,
        }

    def activate(self) -> None:
        """Give the keyboard to the table."""
        self.view.setFocus()

    def possible(self) -> Mapping[str, Question]:
        """Return when a question can be shown, or left."""
        return {
            "scores.show_unit": lambda: self._unit is not None,
            "scores.whole": lambda: self._unit is not None,
        }

    @property
    def chosen(self) -> int | None:
        """The run taken apart: the one chosen on any desk, else the best."""
        shown = [row.run for row in self._rows]
        if self.bridge.selected_run in shown:
            return self.bridge.selected_run
        return shown[0] if shown else None

    def rank_by(self, at: int) -> None:
        """Rank the runs by another of the measures shown."""
        self.main, self._unit = at, None
        self.tools.show_measure(self.bridge.session.catalog, self.measures[at])
        self._ranks = {}
        self._read()

    def refresh(self, changes: Changes) -> None:
        """Read the scores again."""
        if changes.what - {"saving", "labels", "adjudications"}:
            self.tools.follow(self.bridge)
            self._follow_kinds(changes)
            self.tools.show_measure(self.bridge.session.catalog, self.measures[self.main])
        if changes.what - {"saving"}:
            self._read()

    # --- inside --------------------------------------------------------------------------------

    def _read(self) -> None:
        board, session = self.bridge.scoreboard, self.bridge.session
        if board is None or not board.runs:
            self.empty.set_text(*_nothing(hidden=board is None))
            self._pages.setCurrentIndex(1)
            return
        self._pages.setCurrentIndex(0)
        names = [(run.name, run.origin == "baseline") for run in session.catalog.runs]
        rows = read_rows(board, self.measures, self.main, names)
        self._rows = [replace(row, move=self._moved(row)) for row in rows]
        self._ranks = {row.run: row.rank for row in rows}
        self.view.show_rows(self._rows, self.measures, self.main, self.chosen)
        sizes = rows[0].scores[self.main]
        done = "judged" if board.kind_of(self.measures[self.main]) == "validation" else "complete"
        self.tools.judged.show_counts(sizes.units, sizes.waiting, sizes.left_out, done)
        self._show_detail()

    def _moved(self, row: Row) -> int:
        """Return by how many places a run rose (or fell, negative) with the last label."""
        before = self._ranks.get(row.run)
        return 0 if before is None or row.rank is None else before - row.rank

    def _show_detail(self) -> None:
        board, run = self.bridge.scoreboard, self.chosen
        if board is None or run is None:
            return
        one = self.measures[self.main]
        kind = board.kind_of(one)
        self.detail.setVisible(kind is not None)
        if kind is None:
            return
        session = self.bridge.session
        self._bars = bars = unit_bars(board, session.catalog, one, run)
        place = self._place()
        if place is None or self._unit is None:
            told = tell_whole(board, session, one, run)
        else:
            told = tell_unit(board, session, one, run, self._unit)
        self.detail.show_run(board.name_of(run), run, bars, told, place)

    def _place(self) -> int | None:
        """Return where the bar of the chosen question or series stands, None if it is not shown."""
        if self._bars is None or self._unit is None:
            return None
        found = np.flatnonzero(self._bars.units == self._unit)
        return int(found[0]) if len(found) else None

    def _step(self, way: int) -> None:
        if not self._rows:
            return
        at = self.view.table.row_of(self.chosen)
        self.bridge.select_run(self._rows[max(0, min(at + way, len(self._rows) - 1))].run)

    def _run_selected(self, _run: object) -> None:
        if self._rows:
            self.view.show_rows(self._rows, self.measures, self.main, self.chosen)
            self._show_detail()

    def _measure_named(self, name: str) -> None:
        chosen = measure(name)
        if chosen not in self.measures:
            self.measures = (*self.measures, chosen)
        self.rank_by(self.measures.index(chosen))

    def _gold_chosen(self, name: str) -> None:
        try:
            self.bridge.set_gold(name)
        except Refused as error:
            self.empty.set_text(str(error))
            self._pages.setCurrentIndex(1)

    def _bar_clicked(self, place: int) -> None:
        """Take the question of a bar apart; a second click goes to it."""
        if place == self._place():
            self._go_to_unit()
        elif self._bars is not None:
            self._choose_unit(int(self._bars.units[place]))

    def _choose_unit(self, unit: int | None) -> None:
        self._unit = unit
        self._show_detail()

    def _step_unit(self, way: int) -> None:
        """Take the question of the next bar apart, the first one at first."""
        if self._bars is None or not len(self._bars.units):
            return
        place = self._place()
        last = len(self._bars.units) - 1
        at = (0 if way > 0 else last) if place is None else max(0, min(place + way, last))
        self._choose_unit(int(self._bars.units[at]))

    def _go_to_unit(self) -> None:
        """Go to the first answer of the question, or of the first question of the series."""
        catalog, unit = self.bridge.session.catalog, self._unit
        if unit is None or self._bars is None:
            return
        asked = [unit]
        if self._bars.unit == "series":
            asked = [at for at, question in enumerate(catalog.questions) if question.series == unit]
        for question in asked:
            answers = catalog.answers_of(question)
            if len(answers):
                self.bridge.goto(int(answers[0]))
                return

    def _follow_kinds(self, changes: Changes) -> None:
        """Show other measures where an import brought other kinds of question."""
        usual = usual_measures(self.bridge.session.catalog)
        if "catalog" in changes.what and usual != self._usual:
            self._usual = self.measures = usual
            self.main, self._ranks = 0, {}

    def _connect(self) -> None:
        self.tools.gold_chosen.connect(self._gold_chosen)
        self.tools.questions_chosen.connect(
            lambda choice: self.bridge.select_questions(questions_of(self.bridge.session.catalog, choice))
        )
        self.tools.measure_chosen.connect(self._measure_named)
        self.view.run_chosen.connect(self.bridge.select_run)
        self.view.measure_chosen.connect(self.rank_by)
        self.bridge.run_selected.connect(self._run_selected)
        self.detail.unit_chosen.connect(self._bar_clicked)

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.detail)
        self._pages.addWidget(page)
        self._pages.addWidget(self.empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.tools)
        whole.addWidget(self._pages, 1)


def _nothing(*, hidden: bool) -> tuple[str, str]:
    if hidden:
        return (
            "Runs and scores are hidden while this collection is being judged.",
            "The organiser can open it when judging is done.",
        )
    return "There is no run to score yet.", "Import the tables of the runs, or drop them on this window."
