"""The live table of the Scores desk: the present rows, and below them the chosen run explained."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.analysis.frozen import Frozen
from jurybox.analysis.intervals import FEWEST_UNITS
from jurybox.analysis.significance import CORRECTIONS, TEST_NAMES
from jurybox.analysis.standings import TESTS
from jurybox.analysis.stretches import lanes_of
from jurybox.changes import Changes
from jurybox.language import tr, trn
from jurybox.lists import bracketed, clauses, comma_list, sentences
from jurybox.measures import Measure
from jurybox.measures.ranks import best_first, ranks_of
from jurybox.results.columns import GoldColumn
from jurybox.results.if_judged import LittleJudged, little_judged, said_first
from jurybox.scoring import UNJUDGED_MEANS, Bounds, RunScore, Scoreboard
from jurybox.scoring.coverage import thin_short_of
from jurybox.scoring.ties import hangs_on_order
from jurybox.wording import capitalized, count_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.gold_choices import comparison_words
from jurybox_gui.desks.scores.background_scores import BackgroundScores, UnseparatedRuns
from jurybox_gui.desks.scores.choice import Choice
from jurybox_gui.desks.scores.last_label import LastLabel, moved_runs, said_in
from jurybox_gui.desks.scores.last_label_line import LastLabelLine
from jurybox_gui.desks.scores.options import BESIDE_THEM, NOBODY
from jurybox_gui.desks.scores.run_breakdown import RunBreakdown
from jurybox_gui.desks.scores.run_detail import RunDetail
from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.desks.scores.toolbar import JudgedBar
from jurybox_gui.tables.score_columns import ScoreColumn, column_coverage, score_columns, score_frame
from jurybox_gui.tables.score_rows import NO_BOUNDS, Joined, ScoreRow, read_rows, with_gold_scores
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.folding import FoldingPanel
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import text_width
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    import pandas as pd


_BAR_LEAST = 1100
"""In a desk narrower than this, px, the bar of judged units gives way to words."""
_AIR = 12
"""Free space below the last run, px."""
_TABLE = 330
"""The height of the table with eight runs and the lines around them, px."""


class LiveTable(QWidget):
    """Reads a scoreboard and shows it; slower results come from the `background`.

    `rows` are read for other views, too, which use their order; `freeze` returns the judgments at the moment
    of the call.
    """

    def __init__(self, bridge: Bridge, choice: Choice, freeze: Callable[[], Frozen]) -> None:
        super().__init__()
        self._bridge, self._choice, self._freeze = bridge, choice, freeze
        self.rows: list[ScoreRow] = []
        self.view = ScoreView(self)
        self.legend = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.detail = RunDetail(self)
        self.breakdown = RunBreakdown(bridge, self.detail)
        self.background = BackgroundScores(self)
        self._reading: LiveRows | None = None
        self._note = ""
        self._fit = Pause(self, 0, self._fit_to_size)
        # the bar that scrolls sideways takes room
        self.view.horizontalScrollBar().rangeChanged.connect(lambda *_: self._fit.start())
        self._fitted = 0
        """How many runs the parts were fitted to last."""
        self._ranks: dict[int, int | None] = {}
        self._notice = ""
        self._little: LittleJudged | None = None
        self._first: tuple[str, ...] = ()
        self.warning = Banner("", kind="warning")
        self.not_scored = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.last_label = LastLabelLine()
        self.judged = JudgedBar()
        self._lay_out()
        self.detail.unit_chosen.connect(self.breakdown.click)
        self.view.run_chosen.connect(bridge.select_run)
        self.view.measure_chosen.connect(choice.rank_by)
        self.view.sort_changed.connect(self.show_again)
        self.background.changed.connect(self._show_background)
        self.background.moved_on.connect(self._show_legend)
        self.last_label.find_field.textChanged.connect(lambda _: self.show_again())
        self.background.paused.connect(lambda: self.breakdown.list_not_scored(listed=True))

    @property
    def runs(self) -> list[int]:
        """The runs of the table, best first."""
        return [row.run for row in self.rows]

    @property
    def chosen(self) -> int | None:
        """The run explained below: the one chosen on any desk, else the best."""
        runs = self.runs
        if self._bridge.selected_run in runs:
            return self._bridge.selected_run
        return runs[0] if runs else None

    @property
    def has_table(self) -> bool:
        """Whether there are rows to copy or export."""
        return self._reading is not None and bool(self.rows)

    def table(self) -> pd.DataFrame | None:
        """Return the content as a table to copy or export, None if there is nothing."""
        if not self.has_table:
            return None
        return score_frame(self._columns(), self.rows, (self.notes,))

    def step(self, way: int) -> None:
        """Choose the run above (-1) or below (1)."""
        rows = self.view.table.rows
        if rows:
            at = self.view.table.row_of(self.chosen)
            self._bridge.select_run(rows[max(0, min(at + way, len(rows) - 1))].run)

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the legend until a choice or judgment; later results wait."""
        self._notice = sentence
        self._show_legend()

    # Reading and showing

    def forget_ranks(self) -> None:
        """Mark no run as risen or fallen next time: the next ranking is of something else."""
        self._ranks = {}
        self.last_label.show_label(None)

    def tell_label(self, before: Sequence[ScoreRow], changes: Changes, *, undone: bool) -> None:
        """Show above the table a label and the runs it moved since the rows `before`."""
        if not before:
            return
        time, said = said_in(self._bridge.session, changes, undone=undone)
        moved = moved_runs(before, self.rows, self._choice.main)
        self.last_label.show_label(LastLabel(time, said, moved, self._choice.one.name))

    def read(self, board: Scoreboard) -> None:
        """Read the rows. Refused: a gold standard that does not apply here."""
        choice = self._choice
        reading = LiveRows(self._bridge, board, choice.measures, choice.main, choice.golds, choice.people)
        self.background.prepare(board, reading.wanted())
        rows = reading.rows(self.background, among_runs=choice.people == BESIDE_THEM)
        self.rows = [replace(row, move=self._moved(row)) for row in rows]
        self._ranks = {row.run: row.rank for row in rows}
        self._reading = reading
        self.last_label.set_frozen(frozen=bool(board.gold.frozen))
        on = not self._bridge.next_best.on
        self._little = little_judged(board, [choice.one], self.background.if_judged) if on else None
        self._first = tuple(said_first(board, [choice.one])) if on else ()

    def _show_warning(self) -> None:
        """Say above the table whose labels count, which runs have no judged question, and whether little is judged.

        With where the ranking could end then, as far as that is known.
        """
        said = [*self._first]
        if self._little is not None:
            self._little = replace(self._little, ranges=self.background.if_judged)
            said += [self._little.title, self._little.aside]
        self.warning.setVisible(bool(said))
        if said:
            self.warning.set_text(said[0], sentences(said[1:]))

    def show_rows(self) -> None:
        """Show the rows read, and have the rest computed."""
        self.breakdown.list_not_scored(listed=False)
        self.show_again()
        bridge, choice = self._bridge, self._choice
        shown = (bridge.gold, bridge.questions, bridge.unjudged, choice.people, choice.one)
        self.background.follow(
            choice.one,
            self.chosen,
            (*shown, choice.test, choice.correction),
            self._freeze,
            others=[one for one in choice.measures if one != choice.one],
            tested=(choice.test, choice.correction),
            if_judged=self._little is not None or self._expects_unjudged(),
        )
        self._show_warning()

    def _show_not_scored(self) -> None:
        """Say below the table what keeps questions out, and where they are listed."""
        said = self.background.not_scored
        way = tr("List: Show what keeps questions out of the scores, on Campaign.")
        self.not_scored.setVisible(bool(said))
        self.not_scored.setText(sentences((said, way)) if said else "")

    def _expects_unjudged(self) -> bool:
        """Return whether expected scores are shown, which take in answers that a rule settles for now."""
        board = None if self._reading is None else self._reading.board
        return self._bridge.next_best.on and board is not None and board.has_graded and board.unjudged != "wait"

    def show_again(self, *, same_scores: bool = False) -> None:
        """Show the rows and the chosen run below; `same_scores`: only background results are new."""
        if self._reading is None:
            return
        choice, run, next_best = self._choice, self.chosen, self._bridge.next_best
        board, stale = self._reading.board, self.background.stale
        if not same_scores:
            self._notice = ""
        columns = self._columns()
        rows = self.view.in_order(self.rows, columns)
        found = self._found(rows)
        rows = rows if found is None else found
        # From all runs, not only those found, so that nothing jumps while somebody types.
        if len(self.rows) != self._fitted or self.detail.isHidden() != next_best.on:
            self._fitted = len(self.rows)
            self._fit.start()
        self.view.show_rows(rows, columns, choice.main, run, stale=stale)
        self._show_legend()
        self.detail.setVisible(not next_best.on)
        if run is None or next_best.on:
            return
        bounds = self.background.bounds.get(run)
        if same_scores:
            self.breakdown.show_bounds(bounds)
        else:
            self.breakdown.show(board, choice.one, run, bounds)

    def _found(self, rows: list[ScoreRow]) -> list[ScoreRow] | None:
        """Return the rows whose run or team contains all the words typed, None if nothing is typed."""
        words, runs = self.last_label.find_field.text().casefold().split(), self._bridge.session.catalog.runs
        if not words:
            return None
        teams = [run.team or "" for run in runs]

        def text(row: ScoreRow) -> str:
            return f"{row.name} {teams[row.run] if row.run < len(teams) else ''}".casefold()

        return [row for row in rows if all(word in text(row) for word in words)]

    def _columns(self) -> tuple[ScoreColumn, ...]:
        choice = self._choice
        return score_columns(
            choice.measures,
            choice.main,
            choice.golds,
            lambda name: comparison_words(self._bridge.session.catalog, self._bridge.session.facts, name),
            self._bounds_of,
            self._span_of,
            self.rows,
        )

    def _bounds_of(self, one: Measure, run: int) -> Bounds:
        return NO_BOUNDS if self._reading is None else self._reading.board.bounds(one, run)

    def _span_of(self, one: Measure) -> tuple[float, float]:
        return (one.low, one.high) if self._reading is None else self._reading.board.span(one)

    def _moved(self, row: ScoreRow) -> int:
        """Return how many places a run rose (or fell, negative) with the last label."""
        before = self._ranks.get(row.run)
        return 0 if before is None or row.rank is None else before - row.rank

    def _show_background(self) -> None:
        """Show what arrived in slices or from another thread."""
        if self._reading is None or not self.rows:
            return
        moves = {row.run: row.move for row in self.rows}
        rows = self._reading.rows(self.background, among_runs=self._choice.people == BESIDE_THEM)
        self.rows = [replace(row, move=moves.get(row.run, 0)) for row in rows]
        self._show_warning()
        self._show_not_scored()
        self.show_again(same_scores=True)

    @property
    def notes(self) -> str:
        """All notes of the table, as a file has them; "" before anything is read."""
        if self._reading is None:
            return ""
        thin = thin_columns(self.view.table)
        outside = outside_bounds(self.view.table)
        reading, order = self._reading, self._bridge.next_best.text
        notes = notes_text(reading.board, self.background, reading.measures, order, thin, outside)
        little = "" if self._little is None else self._little.text
        return sentences((*self._first, little, notes, self.background.not_scored))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _BAR_LEAST
        self.judged.setMaximumWidth(self.judged.minimumSizeHint().width() if narrow else 16_777_215)
        self._fit.start()

    def showEvent(self, event: QShowEvent) -> None:
        # Fit the parts to each other: rows may have arrived while the table was hidden.
        super().showEvent(event)
        self._fit.start()

    def _fit_to_size(self) -> None:
        """Give the chosen run the room that rows leave, and shorten the legend to what fits."""
        if self.isVisible():
            room = self.detail.height() + self.view.spare_with(len(self.rows)) - _AIR
            self.detail.take_room(room if self.detail.isVisible() else 0)
        self._show_legend()

    def show_note(self, note: str) -> None:
        """Show a note before the legend until it is "" again, such as what Esc does."""
        self._note = note
        self._show_legend()

    def _show_legend(self) -> None:
        column = self.view.sorted_by(self.view.table.columns)
        order = tr("Sorted by {heading}; click Rank to sort by score.", heading=column.shown_heading) if column else ""
        found = self._found(self.rows)
        if found is not None:
            typed = self.last_label.find_field.text().strip()
            some = (
                tr("{found:,} of {runs} shown.", found=len(found), runs=count_of(len(self.rows), "run"))
                if found
                else ""
            )
            order = sentences((order, some or tr("No run matches “{typed}”.", typed=typed)))
        self.legend.setText(self._notice or sentences((self._note, order, self._short_legend())))
        said = self._notice or self.notes
        set_tip(self.legend, "\n".join(dict.fromkeys(filter(None, (self.legend.text(), said)))))

    def _short_legend(self) -> str:
        """Return as much of the legend as fits; the rest is in the notes."""
        if self._reading is None:
            return ""
        order, background = self._bridge.next_best.text, self.background
        if order:
            return tr("{order}. Expected scores with their final ranges.", order=order)
        parts = [
            thin_columns(self.view.table),
            self._reading.board.unchanged_text.rstrip(".。"),
            background.progress_text,
            tr("too little is judged to show that runs differ") if background.lines.why_none else "",
            background.frozen_text.rstrip(".。"),
        ]
        said = [tr("{sentence}.", sentence=capitalized(part)) for part in parts if part]
        marks, lines = marks_text(self.view.table.rows), lines_text(self.view.table.rows)
        said += [tr("{sentence}.", sentence=capitalized(part)) for part in marks]
        room, face = self.legend.contentsRect().width(), self.legend.font()
        whole = [sentences([*said, line]) for line in lines] or [sentences(said)]
        return next((words for words in whole if text_width(words, face) <= room), whole[-1])

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.legend.setContentsMargins(Grid.TABLE_MARGIN, 4, Grid.TABLE_MARGIN, 5)
        table = QWidget()
        upper = QVBoxLayout(table)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.setSpacing(0)
        upper.addWidget(self.warning)
        upper.addWidget(self.last_label)
        upper.addWidget(self.view, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, Grid.TABLE_MARGIN, 0)
        foot.addWidget(self.legend, 1)
        foot.addWidget(self.judged)
        foot.addSpacing(16)
        foot.addWidget(HintButton(tr("About these numbers"), action="help.read"))
        upper.addLayout(foot)
        self.not_scored.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 5)
        self.not_scored.hide()
        upper.addWidget(self.not_scored)
        column.addWidget(FoldingPanel(table, self.detail, tr("The chosen run, question by question"), _TABLE))


_LINES, _LINES_BRIEF = (
    tr("Runs joined by a line do not differ significantly."),
    tr("Line: no significant difference."),
)
_PENDING = RunScore(math.nan, "computing", 0, 0, 0)


@dataclass(frozen=True)
class LiveRows:
    """The content of the live table: boards, measures, and who is ranked."""

    bridge: Bridge
    board: Scoreboard
    measures: tuple[Measure, ...]
    main: int
    golds: tuple[str, ...]
    people: str

    def wanted(self) -> Mapping[Hashable, list[Callable[[], object]]]:
        """Return what must be computed before a column can be read at once: one call for each run."""
        runs, main = self.board.runs, self.measures[self.main]
        found: dict[Hashable, list[Callable[[], object]]] = {
            one.name: [partial(self.board.score, one, run) for run in runs] for one in self.measures if one != main
        }
        for name in self.golds:
            found[name, main.name] = [partial(self._score_gold_column, name, run) for run in runs]
        return found

    def rows(self, background: BackgroundScores, *, among_runs: bool) -> list[ScoreRow]:
        """Return the rows, best first, with what is ready so far.

        `among_runs`: ranks under other gold standards are counted among submitted runs only.
        """
        catalog, main = self.bridge.session.catalog, self.measures[self.main]
        names = [(run.name, run.origin == "baseline") for run in catalog.runs]
        ready = {one.name for one in self.measures if one == main or one.name in background.ready}
        rows = read_rows(self.board, self.measures, self.main, names, ready, _PENDING)
        if all((gold, main.name) in background.ready for gold in self.golds):
            boards = [(board, one) for board, one in map(self._gold_column, self.golds) if board is not None]
            stored = len(catalog.runs)
            rows = with_gold_scores(rows, boards, self.board, main, lambda run: run < stored or not among_runs)
        made = [self._with_background(row, rows, at, background) for at, row in enumerate(rows)]
        made = with_lines(made, background.lines)
        return self._with_expected(made) if self.bridge.next_best.on else made

    def _with_expected(self, rows: list[ScoreRow]) -> list[ScoreRow]:
        """Return rows for the time in which the most informative answers are judged first.

        They have expected scores of the order's measure, best first, and only bounds of all others.
        """
        next_best, main = self.bridge.next_best, self.measures[self.main]
        expected, made = next_best.expected(main), []
        for row in rows:
            scores = [one._replace(value=math.nan, reason=next_best.why_no_means) for one in row.scores]
            if row.run in expected:
                scores[self.main] = row.scores[self.main]._replace(value=expected[row.run], reason="")
            made.append(
                replace(
                    row,
                    rank=None,
                    scores=tuple(scores),
                    gold_scores=(),
                    mark="",
                    interval=None,
                    move=0,
                    joined=(),
                    ranges=(),
                )
            )
        values = [expected.get(row.run, math.nan) for row in made]
        ranks = ranks_of(values, main.direction).tolist()
        order = best_first(values, main.direction).tolist()
        return [replace(made[at], rank=None if math.isnan(ranks[at]) else int(ranks[at])) for at in order]

    def _with_background(self, row: ScoreRow, rows: list[ScoreRow], at: int, background: BackgroundScores) -> ScoreRow:
        """Return a row with its bounds, interval and mark, if they are there and still valid."""
        bounds = background.bounds.get(row.run, NO_BOUNDS)
        if_judged, ranges = background.if_judged.get(row.run, NO_BOUNDS), row.ranges
        if background.ranges:
            ranges = tuple(background.ranges.get((one.name, row.run)) for one in self.measures)
        standing, below = background.standings.get(row.run, (None, None))
        if standing is None:
            return replace(row, bounds=bounds, if_judged=if_judged, ranges=ranges)
        next_ = rows[at + 1].run if at + 1 < len(rows) else None
        mark = standing.mark if below == next_ else ""
        interval = standing.interval
        return replace(row, bounds=bounds, if_judged=if_judged, ranges=ranges, interval=interval, mark=mark)

    def _gold_column(self, name: str) -> tuple[Scoreboard | None, Measure]:
        """Return the board of a column to compare with, and its measure: its own or the one that ranks."""
        column = GoldColumn.parse(name, self.bridge.session.facts)
        board = self.bridge.board(str(column.gold), humans=self.people != NOBODY)
        return board, column.measure or self.measures[self.main]

    def _score_gold_column(self, name: str, run: int) -> None:
        board, one = self._gold_column(name)
        if board is not None:
            board.score(one, run)


def with_lines(rows: list[ScoreRow], lines: UnseparatedRuns) -> list[ScoreRow]:
    """Return rows with the lines that join them; a line that a newer order splits is dropped."""
    place, names = {row.run: at for at, row in enumerate(rows)}, {row.run: row.name for row in rows}
    spans = [sorted(place[run] for run in line if run in place) for line in lines.runs]
    whole = [at for at, span in enumerate(spans) if len(span) == len(lines.runs[at]) == span[-1] - span[0] + 1]
    whole.sort(key=lambda at: spans[at][0])
    lanes = lanes_of(tuple((spans[at][0], spans[at][-1]) for at in whole))
    joined: dict[int, tuple[Joined, ...]] = {}
    for at, lane in zip(whole, lanes, strict=True):
        words = tr(
            "No significant difference between {runs} ({test})",
            runs=comma_list(names[run] for run in lines.runs[at]),
            test=test_words(lines),
        )
        for run in lines.runs[at]:
            joined[run] = (*joined.get(run, ()), Joined(lane, at, words))
    return [replace(row, joined=joined[row.run]) if row.run in joined else row for row in rows]


def test_words(lines: UnseparatedRuns) -> str:
    """Return the test behind lines, such as `sign test, Holm, p >= .05`, "" if nothing was tested."""
    if not lines.test:
        return ""
    of = [trn("{n} draw", "{n} draws", lines.draws)] if lines.draws else []
    corrected = [] if lines.test == "tukey" else [CORRECTIONS[lines.correction]]
    return comma_list((TESTS[lines.test], *of, *corrected, "p ≥ .05"))


def thin_columns(table: ScoreTable) -> str:
    """Return which columns rest on less than half of their units, with their number; "" for none."""
    thin: dict[str, list[str]] = {}
    for column in table.columns:
        each = column_coverage(column, table.rows)
        if any(coverage.is_thin for coverage in each):
            thin.setdefault(thin_short_of(each), []).append(column.name)
    found = [bracketed(comma_list(names), rests) for rests, names in thin.items()]
    return tr("less than half is scored: {columns}", columns=clauses(found)) if found else ""


def outside_bounds(table: ScoreTable) -> str:
    """Return why scores of the measure that ranks are outside their bounds; "" if none is."""
    main = next((column.measure for column in table.columns if column.id == "main"), None)
    if main is None or not any(row.range.leave_out(row.scores[main].value) for row in table.rows):
        return ""
    return tr("the final range counts pending units, too: a score can be outside it")


def marks_text(rows: Sequence[ScoreRow]) -> list[str]:
    """Return the meaning of the marks shown, nothing for others."""
    marks, found = {row.mark for row in rows}, []
    if marks & {"*", "**"}:
        found.append(tr("* beats the run below (p < .05, ** .01)"))
    if marks & {"†", "‡"}:
        found.append(tr("† the run below wins more units (p < .05, ‡ .01)"))
    return found


def lines_text(rows: Sequence[ScoreRow]) -> tuple[str, ...]:
    """Return the meaning of lines beside ranks, in full and in brief; nothing if no runs are joined."""
    return (_LINES, _LINES_BRIEF) if any(row.joined for row in rows) else ()


def _tests_in_words(background: BackgroundScores) -> list[str]:
    """Return what marks and lines rest on, or why there are none."""
    parts = []
    tests = {standing.test for standing, _ in background.standings.values()} - {""}
    if tests:
        test = comma_list(TEST_NAMES.get(test, test) for test in sorted(tests))
        marks = tr("* and **: beats the run below (p < .05, .01), † and ‡: the run below beats it")
        found = tr("two-sided {test}, uncorrected", test=test)
        parts += [marks, tr("{test}, not updated yet", test=found) if background.stale else found]
    if background.lines.runs:
        parts.append(
            tr("runs joined by a line do not differ significantly ({test})", test=test_words(background.lines))
        )
    if background.lines.why_none:
        parts.append(background.lines.why_none.removesuffix("."))
    return parts


def notes_text(
    board: Scoreboard,
    background: BackgroundScores,
    measures: Sequence[Measure],
    order: str = "",
    thin: str = "",
    outside: str = "",
) -> str:
    """Return the notes of the table: marks, lines, gold standard, and how unjudged answers count.

    `measures`: those shown; `order`: a note on an order of judging that makes plain means unfair; `thin`:
    which columns rest on few units; `outside`: why scores are outside their bounds.
    """
    if order:
        return tr(
            "{order}. Expected scores with final ranges; plain means would be unfair; {gold_text}",
            order=order,
            gold_text=board.gold_words,
        )
    parts = [part for part in (thin, outside, board.unchanged_text.rstrip(".。")) if part]
    parts += _tests_in_words(background)
    if background.progress_text:
        parts.append(background.progress_text)
    drawn = {standing.interval.method for standing, _ in background.standings.values() if standing.interval}
    if drawn - {"none"}:
        parts.append(tr("intervals: bootstrap, {draws:,} draws", draws=background.draws))
    elif drawn:
        parts.append(tr("no intervals with fewer than {units} units", units=FEWEST_UNITS))
    parts.append(board.gold_words)
    if background.frozen_text:
        parts.append(f"{background.frozen_text[0].lower()}{background.frozen_text[1:].rstrip('.。')}")
    if board.has_graded:
        parts.append(UNJUDGED_MEANS[board.unjudged])
    if hangs_on_order(board.catalog, board.kinds, measures):
        parts.append(tr("ties in submitted order"))
    return clauses(parts)
