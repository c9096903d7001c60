"""The Scores desk: gold standard and questions above, runs by measures, the chosen run below."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox.reports.forms import latex_file, markdown_file
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.choices import chosen_questions, usual_measures
from jurybox_gui.desks.scores.actions import ACTIONS, DESK
from jurybox_gui.desks.scores.apart import Apart
from jurybox_gui.desks.scores.asking import ask_gold, ask_measure
from jurybox_gui.desks.scores.detail import Detail
from jurybox_gui.desks.scores.later import PAUSE_MS, Later, watch_of
from jurybox_gui.desks.scores.options import BESIDE_THEM, NOBODY, OptionRow
from jurybox_gui.desks.scores.page import SheetPage
from jurybox_gui.desks.scores.reading import Reading, legend
from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.desks.scores.taking import PICTURES, ask_where, live_table, text_of, write_table
from jurybox_gui.desks.scores.top import ScoreTools
from jurybox_gui.desks.scores.views import AGAINST, BY_NAME, HARDNESS, TABLE, VIEWS, view_choices
from jurybox_gui.desks.spaces.export import TakeAway
from jurybox_gui.pieces.empty_state import EmptyState
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.tokens import Grid, Px

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from jurybox.analysis.frozen import Frozen
    from jurybox.changes import Changes
    from jurybox.reports.forms import Table
    from jurybox.reports.sheet import Asked
    from jurybox.scoring import Scoreboard
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import ActionSpec, Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.item_models.score_table import Row
    from jurybox_gui.tasks import Task
    from jurybox_gui.theme.theme import Theme


class ScoresDesk(Desk):
    """Runs by measures; one measure ranks, its range is drawn, the chosen run is taken apart below.

    `golds`: the gold standards beside the one in force; `view`: what is shown, the live table or another;
    `people`: whether judges and the asker are ranked with the runs.
    """

    id: ClassVar[str] = DESK
    title: ClassVar[str] = "Scores"
    icon: ClassVar[str] = "scores"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.setAccessibleName("Scores")
        self.measures = usual_measures(bridge.session.catalog)
        self._usual = self.measures
        self.main = 0
        self.golds: tuple[str, ...] = ()
        self.view_name, self.people = TABLE, NOBODY
        self.other: int | None = None
        self.without = False
        self.tools = ScoreTools()
        self.options = OptionRow(view_choices())
        self.view = ScoreView()
        self.legend = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.detail = Detail()
        self.apart = Apart(bridge, self.detail)
        self.page = SheetPage()
        self.empty = EmptyState("")
        self.later = Later(self)
        self.taking = TakeAway(self)
        self._after = self.later.slice
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._show_sheet)
        self._rows: list[Row] = []
        self._ranks: dict[int, int | None] = {}
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._connect()
        bridge.settling.changed.connect(self._order_changed)

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of this desk."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        tools, options, apart = self.tools, self.options, self.apart
        named: dict[str, Handler] = {
            "up": lambda: self._step(-1),
            "down": lambda: self._step(1),
            "left": lambda: self.rank_by((self.main - 1) % len(self.measures)),
            "right": lambda: self.rank_by((self.main + 1) % len(self.measures)),
            "less_measures": self._leave_out,
            "next_unit": lambda: apart.step(1),
            "last_unit": lambda: apart.step(-1),
            "show_unit": apart.go,
            "whole": self._back,
            "more": lambda: self._scroll(1),
            "less": lambda: self._scroll(-1),
            "gold": tools.gold.showPopup,
            "beside": options.beside.showPopup,
            "questions": tools.questions.showPopup,
            "measure": tools.measure.showPopup,
            "any_measure": self._ask_measure,
            "any_gold": self._ask_gold,
            "unjudged": options.unjudged.showPopup,
            "people": options.people.showPopup,
            "against": self._next_other,
            "without": self._turn_without,
            "copy": lambda: self._copy(text_of),
            "latex": lambda: self._copy(latex_file),
            "markdown": lambda: self._copy(markdown_file),
            "export": self._export,
        }
        named |= {f"view_{one.name}": partial(self.show_view, one.name) for one in VIEWS}
        return {f"{DESK}.{name}": handler for name, handler in named.items()}

    def activate(self) -> None:
        """Give the keyboard to the table."""
        (self.view if self.view_name == TABLE else self.page).setFocus()

    def possible(self) -> Mapping[str, Question]:
        """Return when a question can be shown or left, and what another view is needed for."""
        session = self.bridge.session
        ranked = any(question.kind == "ranked" for question in session.catalog.questions)
        found: dict[str, Question] = {
            "show_unit": lambda: self.view_name == TABLE and self.apart.unit is not None,
            "whole": lambda: self.view_name != TABLE or self.apart.unit is not None,
            "less_measures": lambda: len(self.measures) > 1,
            "against": lambda: self.view_name == AGAINST,
            "without": lambda: self.view_name == HARDNESS,
            "unjudged": lambda: ranked,
            "people": lambda: ranked,
        }
        for name in ("next_unit", "last_unit"):
            found[name] = lambda: self.view_name == TABLE
        for name in ("copy", "latex", "markdown", "export"):
            found[name] = lambda: self.table() is not None
        return {f"{DESK}.{name}": question for name, question in found.items()}

    @property
    def board(self) -> Scoreboard | None:
        """The scores that are shown, None where they are hidden."""
        return self.bridge.board(humans=self.people != NOBODY)

    @property
    def chosen(self) -> int | None:
        """The run taken apart: the one chosen on any desk, else the best."""
        shown = [row.run for row in self._rows]
        if self.bridge.selected_run in shown:
            return self.bridge.selected_run
        return shown[0] if shown else None

    def table(self) -> Table | None:
        """Return what is shown as a table that can be taken along, None if there is nothing."""
        if self.view_name != TABLE:
            return None if self.page.sheet is None else self.page.sheet.table
        board = self.board
        if board is None or not self._rows:
            return None
        stored = len(self.bridge.session.catalog.runs)
        people = frozenset(row.run for row in self._rows if row.run >= stored)
        told = legend(board, self.later)
        return live_table(self._rows, self.measures, self.main, self.golds, people, told)

    # What is chosen

    def rank_by(self, at: int) -> None:
        """Rank the runs by another of the measures shown."""
        self.main, self.apart.unit = at, None
        self.tools.show_measure(self.bridge.session.catalog, self.measures[at])
        self._ranks = {}
        self._read()

    def show_view(self, name: str) -> None:
        """Show another view."""
        self.view_name = name
        self._follow_choices()
        self._read()
        if self.isVisible():
            self.activate()

    def put_beside(self, name: str) -> None:
        """Show another gold standard beside the one in force, or no longer; "": none at all."""
        if not name:
            self.golds = ()
        elif name in self.golds:
            self.golds = tuple(gold for gold in self.golds if gold != name)
        else:
            self.golds = (*self.golds, name)
        self._follow_choices()
        self._read()

    def rank_people(self, people: str) -> None:
        """Rank judges and the asker with the runs, or not."""
        self.people, self._ranks = people, {}
        self._follow_choices()
        self._read()

    def _leave_out(self) -> None:
        kept = tuple(one for at, one in enumerate(self.measures) if at != self.main)
        if kept:
            self.measures = kept
            self.rank_by(min(self.main, len(kept) - 1))

    def _ask_measure(self) -> None:
        ask_measure(self.window(), self.bridge.session.catalog, self._measure_named)

    def _ask_gold(self) -> None:
        ask_gold(self.window(), self.bridge.session.catalog, self._gold_chosen)

    def _measure_named(self, name: str) -> None:
        try:
            chosen = measure(name)
        except ValueError as error:
            self._notice(f"{error}.")
            return
        if chosen not in self.measures:
            self.measures = (*self.measures, chosen)
        self.rank_by(self.measures.index(chosen))

    def _gold_chosen(self, name: str) -> None:
        try:
            self.bridge.set_gold(name)
        except Refused as error:
            self._notice(str(error))

    def _next_other(self) -> None:
        """Compare with the next run of the table."""
        runs = [row.run for row in self._rows if row.run != self.chosen]
        if runs:
            at = runs.index(self.other) if self.other in runs else -1
            self.other = runs[(at + 1) % len(runs)]
            self._read()

    def _turn_without(self) -> None:
        self.without = not self.without
        self._read()

    def _back(self) -> None:
        """Explain the whole score again; from another view back to the table."""
        if self.view_name != TABLE:
            self.show_view(TABLE)
        else:
            self.apart.choose(None)

    def _scroll(self, way: int) -> None:
        if self.view_name == TABLE:
            self.detail.panel.scroll(3 * way)
        else:
            self.page.scroll_rows(12 * way)

    def _step(self, way: int) -> None:
        if not self._rows:
            return
        at = self.view.table.row_of(self.chosen)
        self.bridge.select_run(self._rows[max(0, min(at + way, len(self._rows) - 1))].run)

    # What is shown

    def refresh(self, changes: Changes) -> None:
        """Read the scores again."""
        if changes.what - {"saving", "labels", "adjudications"}:
            self.tools.follow(self.bridge)
            self._follow_kinds(changes)
            self._follow_choices()
            self.tools.show_measure(self.bridge.session.catalog, self.measures[self.main])
        if changes.what - {"saving"}:
            self._read(again=not changes.what - {"saving", "labels", "adjudications"})

    def _follow_choices(self) -> None:
        """Show what is chosen, and let go of boards that nobody shows."""
        self.golds = tuple(gold for gold in self.golds if gold != self.bridge.gold)
        self.options.follow(self.bridge, self.view_name, self.golds, self.people)
        humans = self.people != NOBODY
        wanted = {(gold, humans) for gold in (self.bridge.gold, *self.golds)}
        self.bridge.forget_boards(frozenset(wanted))

    def _read(self, *, again: bool = False) -> None:
        """Show everything anew; `again`: what is shown is only out of date."""
        board = self.board
        if board is None or not board.runs:
            self.later.stop()
            self.page.stop()
            self._say(*_nothing(hidden=board is None))
            return
        try:
            self._read_rows(board)
        except Refused as error:
            self._say(str(error))
            return
        if self.view_name == TABLE:
            self.page.stop()
            self._pages.setCurrentIndex(0)
            self._show_rows()
            self._follow_later()
        else:
            self.later.stop()
            self._pages.setCurrentIndex(2)
            self._show_sheet(again=again)

    def _read_rows(self, board: Scoreboard) -> None:
        reading = Reading(self.bridge, board, self.measures, self.main, self.golds, self.people)
        self.later.prepare(board, reading.wanted())
        rows = reading.rows(self.later, among_runs=self.people == BESIDE_THEM)
        self._rows = [replace(row, move=self._moved(row)) for row in rows]
        self._ranks = {row.run: row.rank for row in rows}
        self._reading = reading
        sizes = rows[0].scores[self.main]
        done = "judged" if board.kind_of(self.measures[self.main]) == "validation" else "complete"
        self.tools.judged.show_counts(sizes.units, sizes.waiting, sizes.left_out, done)

    def _moved(self, row: Row) -> int:
        """Return by how many places a run rose (or fell, negative) with the last label."""
        before = self._ranks.get(row.run)
        return 0 if before is None or row.rank is None else before - row.rank

    def _show_rows(self) -> None:
        board = self.board
        if board is None:
            return
        self.view.table.bounds_of = board.bounds
        golds, stale = self.golds, self.later.stale
        self.view.show_rows(self._rows, self.measures, self.main, self.chosen, golds, stale=stale)
        self.legend.setText(legend(board, self.later, self.bridge.settling.told))
        run = self.chosen
        self.detail.setVisible(not self.bridge.settling.on)
        if run is not None and not self.bridge.settling.on:
            self.apart.show(board, self.measures[self.main], run, self.later.bounds.get(run))

    def _follow_later(self) -> None:
        bridge, one = self.bridge, self.measures[self.main]
        shown = (bridge.gold, bridge.questions, bridge.unjudged, self.people, one)
        self.later.follow(one, self.chosen, shown, self._freeze)

    def _order_changed(self) -> None:
        """Read anew, now or when the desk is seen again: expected scores take the place of plain means."""
        self._ranks = {}
        self._everything()

    def _came_later(self) -> None:
        """Show what came in slices or from another thread."""
        if self.view_name != TABLE or self.board is None or not self._rows:
            return
        moves = {row.run: row.move for row in self._rows}
        rows = self._reading.rows(self.later, among_runs=self.people == BESIDE_THEM)
        self._rows = [replace(row, move=moves.get(row.run, 0)) for row in rows]
        self._show_rows()

    def _freeze(self) -> Frozen:
        from jurybox.analysis.frozen import Frozen

        session, board = self.bridge.session, self.board
        if board is None:
            raise Refused("Runs and scores are hidden while this collection is being judged.")
        return Frozen.of(board, session.catalog, session.ledger, session.facts)

    def _show_sheet(self, *, again: bool = False) -> None:
        """Have the view made; after a label only when judging pauses, until then it is marked."""
        view = BY_NAME[self.view_name]
        if view.make is None:
            return
        if self.bridge.settling.on:
            self._say(
                "While answers are judged in the order that settles most, plain means are unfair.",
                "The table shows expected scores and bounds; O on Judge goes back to the plain order.",
            )
            return
        if again and self.page.sheet is not None:
            self.page.mark_stale()
            self._pause.start()
            return
        self._pause.stop()
        from jurybox.gold import Gold
        from jurybox.reports.sheet import Asked

        frozen, measures, main = self._freeze(), self.measures, self.measures[self.main]
        golds = tuple(map(Gold.parse, self.golds))
        run, other, without = self.chosen, self.other, self.without

        def ask(task: Task) -> Asked:
            return Asked(frozen, measures, main, golds, run, other, without, watch_of(task))

        of = (view.name, self.bridge.gold, golds, self.bridge.questions, self.people, main, run, other)
        self.page.show_view(view.title, of, view.make, ask)

    def _run_selected(self, _run: object) -> None:
        if not self._rows:
            return
        if self.view_name == TABLE:
            self._show_rows()
        else:
            self._read()

    def _follow_kinds(self, changes: Changes) -> None:
        """Show other measures where an import brought other kinds of question."""
        usual = usual_measures(self.bridge.session.catalog)
        if "catalog" in changes.what and usual != self._usual:
            self._usual = self.measures = usual
            self.main, self._ranks = 0, {}

    def _say(self, *words: str) -> None:
        self.empty.set_text(*words)
        self._pages.setCurrentIndex(1)

    # What is taken along

    def _copy(self, form: Callable[[Table], str]) -> None:
        table = self.table()
        if table is not None:
            QGuiApplication.clipboard().setText(form(table))
            self._notice("The table is on the clipboard.")

    def _export(self) -> None:
        table = self.table()
        sheet = self.page.sheet if self.view_name != TABLE else None
        figure = None if sheet is None else sheet.figure
        if table is None:
            return

        def write(path: Path) -> None:
            if figure is not None and path.suffix.lower() in PICTURES:
                self.taking.write((figure,), path)
                return
            try:
                write_table(table, path)
                self._notice(f"Written: {path}")
            except Refused as error:
                self._notice(str(error))

        ask_where(self, table.name, drawn=figure is not None, then=write)

    def _notice(self, sentence: str) -> None:
        """Say a sentence where the legend is, or above another view, until something changes."""
        (self.legend if self.view_name == TABLE else self.page.told).setText(sentence)

    # Inside

    def _connect(self) -> None:
        bridge = self.bridge
        self.tools.gold_chosen.connect(self._gold_chosen)
        self.tools.questions_chosen.connect(
            lambda choice: bridge.select_questions(chosen_questions(bridge, choice))
        )
        self.tools.measure_chosen.connect(self._measure_named)
        self.options.view_chosen.connect(self.show_view)
        self.options.beside_chosen.connect(self.put_beside)
        self.options.people_chosen.connect(self.rank_people)
        self.options.unjudged_chosen.connect(bridge.set_unjudged)
        self.view.run_chosen.connect(bridge.select_run)
        self.view.measure_chosen.connect(self.rank_by)
        self.page.run_chosen.connect(bridge.select_run)
        bridge.run_selected.connect(self._run_selected)
        self.detail.unit_chosen.connect(self.apart.click)
        self.later.changed.connect(self._came_later)
        self.taking.told.connect(self._notice)

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        self.legend.setContentsMargins(Grid.TABLE_MARGIN, 4, Grid.TABLE_MARGIN, 5)
        column.addWidget(self.legend)
        column.addWidget(self.detail)
        for widget in (page, self.empty, self.page):
            self._pages.addWidget(widget)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.tools)
        whole.addWidget(self.options)
        whole.addWidget(self._pages, 1)


def _nothing(*, hidden: bool) -> tuple[str, str]:
    if hidden:
        return (
            "Runs and scores are hidden while this collection is being judged.",
            "The organiser can open it when judging is done.",
        )
    return "There is no run to score yet.", "Import the tables of the runs, or drop them on this window."
