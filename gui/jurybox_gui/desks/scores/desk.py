"""The Scores desk: gold standard and questions above, runs by measures, the chosen run below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from jurybox.analysis.frozen import Frozen
from jurybox.changes import Changes
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.language import tr
from jurybox.results.provenance import PAIRS, TABLE
from jurybox.results.views import ViewRequest
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import unit_of
from jurybox.watch import Watch
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.next_best import UNFAIR
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.export import SheetExport
from jurybox_gui.desks.question_choices import chosen_questions
from jurybox_gui.desks.scores.background_scores import PAUSE_MS
from jurybox_gui.desks.scores.choice import MEASURE, PEOPLE, VIEW, Choice
from jurybox_gui.desks.scores.drill_down import DrillDown
from jurybox_gui.desks.scores.live import LiveTable
from jurybox_gui.desks.scores.options import OptionRow
from jurybox_gui.desks.scores.page import SheetPage
from jurybox_gui.desks.scores.toolbar import ScoreTools
from jurybox_gui.desks.scores.views import BY_NAME, COMPARING, OPEN, TESTED, WITHOUT, view_choices
from jurybox_gui.theme.theme import Theme
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    import pandas as pd


_LIVE, _EMPTY, _SHEET = range(3)
_MERE = frozenset(("saving", "labels", "adjudications"))
"""What changes with every label."""
_LABELED = frozenset(("labels", "adjudications"))


@final
class ScoresDesk(Desk):
    """Runs by measures; one measure ranks, its range is drawn, the chosen run is explained below.

    `choice`: what to show; any view other than the live table is a sheet made on another thread.
    """

    id: ClassVar[str] = "scores"
    icon: ClassVar[str] = "scores"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.choice = Choice(bridge, self)
        self.tools = ScoreTools(view_choices())
        self.options = OptionRow()
        self.live = LiveTable(bridge, self.choice, self._freeze)
        self.page = SheetPage()
        self.empty = EmptyState("")
        self.table_export = SheetExport(self, bridge.settings, self._tables, self._figure)
        self.drill_down = DrillDown(bridge, self.choice, self.live)
        self._after = self.live.background.slice
        self._pause = Pause(self, PAUSE_MS, self._show_sheet)
        self._acts: set[str] = set()
        self._pages = QStackedWidget(self)
        self._lay_out()
        self.connect_views()

    def activate(self) -> None:
        """Focus the table."""
        (self.live.view if self.choice.view == TABLE else self.page).setFocus()

    @property
    def board(self) -> Scoreboard | None:
        """The scores that are shown, None where they are hidden."""
        return self.bridge.board(humans=self.choice.humans)

    @property
    def has_table(self) -> bool:
        """Whether there is a table to copy or export."""
        if self.choice.view == TABLE:
            return self.board is not None and self.live.has_table
        return self.page.sheet is not None

    def table(self) -> pd.DataFrame | None:
        """Return the content as a table to copy or export, None if there is nothing."""
        if self.choice.view == TABLE:
            return None if self.board is None else self.live.table()
        return None if self.page.sheet is None else self.page.sheet.frame

    def _tables(self) -> list[pd.DataFrame]:
        table = self.table()
        return [] if table is None else [table]

    def _figure(self) -> Figure | None:
        sheet = self.page.sheet if self.choice.view != TABLE else None
        return None if sheet is None else sheet.picture

    # Choices

    def go_back(self) -> None:
        """Go back up one step of a drill-down; else explain the whole score, or show the table."""
        if self.drill_down.back():
            return
        if self.choice.view != TABLE:
            self.choice.show_view(TABLE)
        else:
            self.live.breakdown.choose(None)

    def go_down(self) -> None:
        """Show the details: a question on Judge, or what a cell of another view is made of."""
        if self.choice.view == TABLE:
            self.live.breakdown.go()
            return
        below = self.page.behind()
        if below is None:
            self._notice(tr("Choose a number first: click it, or press Shift and an arrow key."))
        else:
            self.drill_down.follow(below)

    def _choice_changed(self, what: str) -> None:
        if what in {MEASURE, PEOPLE}:
            self.live.forget_ranks()
        if what == MEASURE:
            self.live.breakdown.unit = None
            self.tools.show_measure(self.bridge.session.catalog, self.choice.one)
        self._follow_choice()
        self._read()
        if what == VIEW and self.isVisible():
            self.activate()

    def _follow_choice(self) -> None:
        """Show the choice, and release boards that are no longer shown."""
        choice = self.choice
        choice.follow_gold()
        self.tools.view.choose(choice.view)
        self.options.follow(self.bridge, choice.golds, choice.people)
        self.options.show_test(
            choice.test,
            choice.correction,
            tested=choice.view in TESTED or choice.view == TABLE,
            corrected=choice.view in {TABLE, PAIRS} and choice.test != "tukey",
        )
        self._show_more()
        self.bridge.forget_boards(choice.boards)

    # Views

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Note whether labels were given or undone: the sum of all changes does not tell."""
        if changes.what & _LABELED:
            self._acts.add(changes.act)
        super().on_changes(changes, initiator)

    def refresh(self, changes: Changes) -> None:
        """Read the scores again."""
        more = changes.what - _MERE
        if more:
            self.tools.follow(self.bridge)
            if "catalog" in changes.what and self.choice.follow_kinds():
                self.live.forget_ranks()
            self._follow_choice()
            self.tools.show_measure(self.bridge.session.catalog, self.choice.one)
        if changes.what - {"saving"}:
            before, acts = self.live.rows, self._acts
            self._acts = set()
            self._read(again=not more)
            if not more:
                self.live.tell_label(before, changes, undone=acts == {"undo"})
            elif "catalog" in changes.what or "facts" in changes.what:
                self.live.last_label.show_label(None)

    def _read(self, *, again: bool = False) -> None:
        """Show everything again; `again`: the content is only out of date."""
        board = self.board
        if board is None or not board.runs:
            self._stop()
            self._say(*_nothing(hidden=board is None))
            return
        try:
            self.live.read(board)
        except Refused as error:
            self._stop()
            self._say(str(error))
            return
        sizes = self.live.rows[0].scores[self.choice.main]
        are_judged = board.is_of_decisions(self.choice.one)
        unit = unit_of(board, self.choice.one)
        self.live.judged.show_counts(sizes.units, sizes.waiting, sizes.left_out, unit, are_judged=are_judged)
        if self.choice.view == TABLE:
            self.page.stop()
            self._pages.setCurrentIndex(_LIVE)
            self.live.show_rows()
        else:
            self.live.background.stop()
            self._pages.setCurrentIndex(_SHEET)
            self._show_sheet(again=again)

    def _stop(self) -> None:
        self.live.background.stop()
        self.page.stop()

    def _order_changed(self) -> None:
        """Read the scores again, now or when the desk is next shown: expected scores replace plain means."""
        self.live.forget_ranks()
        self.redraw_all()

    def _freeze(self) -> Frozen:
        from jurybox.analysis.frozen import Frozen

        if self.board is None:
            raise Refused(tr("Runs and scores are hidden while this collection is being judged."))
        return Frozen.of(self.board)

    def _show_sheet(self, *, again: bool = False) -> None:
        """Have the view made; after a label only when judging pauses, and until then it is marked."""
        view = BY_NAME[self.choice.view]
        if view.make is None:
            return
        self.page.show_keys(compare=view.name in COMPARING, leave=view.name in WITHOUT)
        if self.bridge.next_best.on and view.name != OPEN:
            self._say(*UNFAIR)
        elif again and self.page.sheet is not None:
            self.page.mark_stale()
            self._pause.start()
        else:
            self._pause.stop()
            of, ask = self._asked()
            board = self.board
            self.page.runs = {} if board is None else {board.name_of(run): run for run in board.runs}
            self.page.show_view(view.title, of, view.make, ask)

    def _asked(self) -> tuple[object, Callable[[Watch], ViewRequest]]:
        """Return the identity of this sheet, and the function that makes it of the present judgments."""
        from jurybox.results.columns import GoldColumn
        from jurybox.results.views import ViewRequest

        choice, frozen, run = self.choice, self._freeze(), self.live.chosen
        gold_columns = tuple(GoldColumn.parse(name, self.bridge.session.facts) for name in choice.golds)
        measures, one, other = choice.measures, choice.one, choice.other
        without, up, how = choice.without, choice.up, (choice.test, choice.correction)

        def ask(watch: Watch) -> ViewRequest:
            return ViewRequest(frozen, measures, one, gold_columns, run, other, without, up, *how, watch)

        shown = (choice.view, self.bridge.gold, gold_columns, self.bridge.questions, choice.people, one, run)
        return (*shown, other, up, *how), ask

    def _run_selected(self, _run: object) -> None:
        if not self.live.rows or self.board is None:
            return
        if self.choice.view == TABLE:
            self.live.show_again()
        else:
            self._read()

    def open_choice(self, combo: Combo) -> None:
        """Open a chooser by its key, even if its row is hidden."""
        if not combo.isVisible():
            self.tools.more.setChecked(True)
        combo.showPopup()

    def _show_more(self) -> None:
        """Show the second row of choosers if requested, and if a test must be chosen."""
        self.options.setVisible(self.tools.more.isChecked() or self.choice.view in TESTED)
        self.tools.show_more(self.options.set_count)
        self._show_sort()

    def _show_sort(self) -> None:
        """Show by what the table can be sorted, and by what it is sorted now."""
        view = self.live.view
        self.options.show_sort(view.table.columns, view.sort, shown=self.choice.view == TABLE)

    def _sort_by(self, column: str) -> None:
        """Sort by a column, or by score; the present sort column reverses the order."""
        view = self.live.view
        found = next((each for each in view.table.columns if each.id == (column or "rank")), None)
        if found is not None and (column or view.sort is not None):
            view.sort_by(found)

    def find_run(self) -> None:
        """Focus the field that finds runs in the table."""
        if self.choice.view != TABLE:
            self.choice.show_view(TABLE)
        self.live.last_label.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _leave_find(self) -> None:
        """Show all runs again."""
        self.live.last_label.find_field.clear()
        self.activate()

    def _say(self, sentence: str, aside: str = "", offers: Sequence[tuple[str, str]] = ()) -> None:
        self.empty.set_text(sentence, aside, offers)
        self._pages.setCurrentIndex(_EMPTY)

    def _notice(self, sentence: str) -> None:
        """Show a sentence in place of the legend, or above another view, until something changes."""
        (self.live.say if self.choice.view == TABLE else self.page.notes.setText)(sentence)

    # Internals

    def connect_views(self) -> None:
        """Connect the views with the bridge and with each other."""
        bridge, choice = self.bridge, self.choice
        self.tools.gold_chosen.connect(choice.name_gold)
        self.tools.questions_chosen.connect(lambda some: bridge.select_questions(chosen_questions(bridge, some)))
        self.tools.measure_chosen.connect(choice.name_measure)
        self.tools.view_chosen.connect(choice.show_view)
        self.tools.more.toggled.connect(lambda _: self._show_more())
        self.options.sort_chosen.connect(self._sort_by)
        self.live.view.sort_changed.connect(self._show_sort)
        self.options.gold_column_chosen.connect(choice.toggle_gold_column)
        self.options.people_chosen.connect(choice.rank_people)
        self.options.unjudged_chosen.connect(bridge.set_unjudged)
        self.options.test_chosen.connect(choice.test_by)
        self.options.correction_chosen.connect(choice.correct_by)
        choice.changed.connect(self._choice_changed)
        self.page.run_chosen.connect(bridge.select_run)
        self.page.opened.connect(self.go_down)
        self.live.last_label.find_field.left.connect(self._leave_find)
        self.live.last_label.find_field.returnPressed.connect(self.activate)
        self.drill_down.hint_changed.connect(self.live.show_note)
        bridge.run_selected.connect(self._run_selected)
        bridge.next_best.changed.connect(self._order_changed)
        choice.refused.connect(self._notice)
        self.table_export.reported.connect(self._notice)

    def _lay_out(self) -> None:
        for widget in (self.live, self.empty, self.page):
            self._pages.addWidget(widget)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.tools)
        whole.addWidget(self.options)
        whole.addWidget(self._pages, 1)


def _nothing(*, hidden: bool) -> tuple[str, str, Sequence[tuple[str, str]]]:
    if hidden:
        return (
            tr("Runs and scores are hidden while this collection is being judged."),
            tr("The organizer can open it when judging is done."),
            (),
        )
    return (
        tr("No runs to score yet"),
        tr("Import the tables of the runs, or drop them on this window."),
        [(tr("Import files…"), "file.import")],
    )
