"""Runs by measures as an item model: rows ranked by the chosen measure, no widgets."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox.measures import plural
from jurybox.results.cells import score_text
from jurybox.results.columns import UNDER
from jurybox.scoring import Bounds, Coverage, coverage
from jurybox.scoring.coverage import lines_of
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from jurybox.analysis.intervals import Interval
    from jurybox.measures import Measure
    from jurybox.scoring import RunRow, RunScore, Scoreboard

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

RANK, MOVE, RUN, MAIN, RANGE = range(5)
FIXED = 5
_HEADS = ("Rank", "Move", "Run")
_SILENT, _WAITING = "silent", "pending"


NO_BOUNDS = Bounds(math.nan, math.nan, exact=True)


@dataclass(frozen=True, slots=True)
class BesideScore:
    """A run under another gold standard: its score there, and how many places higher it stands here.

    There it may be ranked by another measure, too.
    """

    score: RunScore
    rose: int
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One run as it is shown: scores in the order of the measures; `move` is up if positive.

    `bounds` and `interval` (None: none yet) are those of the measure that ranks; `mark`: against the run
    below; `beside`: under each further gold standard. `silent`: answers that it does not decide, None where
    its answers are no decisions.
    """

    run: int
    name: str
    rank: int | None
    move: int
    baseline: bool
    scores: tuple[RunScore, ...]
    silent: int | None
    bounds: Bounds = NO_BOUNDS
    beside: tuple[BesideScore, ...] = ()
    mark: str = ""
    interval: Interval | None = None
    coverage: tuple[Coverage | None, ...] = ()
    """What each of the scores rests on; None while it is being computed."""


def read_rows(
    board: Scoreboard,
    measures: Sequence[Measure],
    main: int,
    names: Sequence[tuple[str, bool]],
    ready: Container[str],
    later: RunScore,
) -> list[ScoreRow]:
    """Read the rows of a table, best first; `names` are (name, is a baseline) by run.

    Measures that are not `ready`, by name, show the score `later` for now.
    """
    decides = board.kind_of(measures[main]) == "validation"
    rows = []
    for standing in board.standing(measures[main]):
        run = standing.run
        scores = tuple(board.score(one, run) if one.name in ready else later for one in measures)
        silent = board.counts(run, pairs=False).unanswered if decides and run < len(names) else None
        baseline = run < len(names) and names[run][1]
        pairs = zip(measures, scores, strict=True)
        rests = tuple(coverage(board, one, run, score) if one.name in ready else None for one, score in pairs)
        rows.append(ScoreRow(run, standing.name, standing.rank, 0, baseline, scores, silent, coverage=rests))
    return rows


def ranks_of(rows: Sequence[RunRow], counted: Callable[[int], bool]) -> dict[int, int]:
    """Return the rank of every run that is counted, among those only; undefined ones have none."""
    defined = [row for row in rows if row.rank is not None and counted(row.run)]
    before = [sum(1 for other in defined if (other.rank or 0) < (row.rank or 0)) for row in defined]
    return {row.run: 1 + place for row, place in zip(defined, before, strict=True)}


def with_beside(
    rows: list[ScoreRow],
    boards: Sequence[tuple[Scoreboard, Measure]],
    board: Scoreboard,
    one: Measure,
    counted: Callable[[int], bool],
) -> list[ScoreRow]:
    """Return the rows with their scores under other gold standards, and the places between the two orders.

    `boards`: each with the measure that ranks there; `counted`: which runs places are counted among.
    """
    if not boards:
        return rows
    here = ranks_of(board.standing(one), counted)
    found: list[list[BesideScore]] = [[] for _ in rows]
    for other, by in boards:
        there = ranks_of(other.standing(by), counted)
        for at, row in enumerate(rows):
            ranked = row.run in here and row.run in there
            rose = there[row.run] - here[row.run] if ranked else 0
            score = other.score(by, row.run)
            found[at].append(BesideScore(score, rose, coverage(other, by, row.run, score)))
    return [replace(row, beside=tuple(some)) for row, some in zip(rows, found, strict=True)]


class ScoreTable(QAbstractTableModel):
    """The table; columns are rank, move, run, the chosen measure, its range, the others, silent, waiting.

    Between the other measures and the last columns stands the chosen measure under further gold standards.
    `bounds_of` is asked for the bounds of other measures when a cell is pointed at.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ScoreRow] = []
        self.measures: tuple[Measure, ...] = ()
        self.main = 0
        self.golds: tuple[str, ...] = ()
        self.called: Callable[[str], str] = str
        """What a gold standard is called in heads and tips."""
        self.others: tuple[int, ...] = ()
        """The measures beside the chosen one, by position."""
        self.tail: tuple[str, ...] = (_WAITING,)
        """The heads of the last columns, which hold whole numbers."""
        self.bounds_of: Callable[[Measure, int], Bounds] = lambda _one, _run: NO_BOUNDS

    def measure_of(self, column: int) -> int | None:
        """Return the measure that a column shows."""
        if column in {MAIN, RANGE}:
            return self.main if self.measures else None
        at = column - FIXED
        return self.others[at] if 0 <= at < len(self.others) else None

    def gold_of(self, column: int) -> int | None:
        """Return the further gold standard that a column shows, by position."""
        at = column - FIXED - len(self.others)
        return at if 0 <= at < len(self.golds) else None

    def coverage_of(self, column: int) -> tuple[Coverage, ...]:
        """Return what the scores of a column rest on, row by row; nothing while they are computed."""
        gold = self.gold_of(column)
        if gold is not None:
            return tuple(row.beside[gold].coverage for row in self.rows if row.beside)
        at = self.measure_of(column) if column != RANGE else None
        if at is None:
            return ()
        found = [row.coverage[at] if at < len(row.coverage) else None for row in self.rows]
        return tuple(one for one in found if one is not None) if None not in found else ()

    def named(self, column: int) -> str:
        """Return the name of a column of scores, such as `accuracy`, or `accuracy under BA`."""
        gold = self.gold_of(column)
        if gold is None:
            at = self.measure_of(column)
            return "" if at is None else str(self.measures[at])
        name = self.golds[gold]
        return name if UNDER in name else f"{self.measures[self.main].name}{UNDER}{self.called(name)}"

    def set_rows(
        self, rows: list[ScoreRow], measures: tuple[Measure, ...], main: int, golds: tuple[str, ...] = ()
    ) -> None:
        """Show rows; what moved is told row by row, other columns or another number of rows as a reset."""
        same = len(rows) == len(self.rows) and measures == self.measures and main == self.main
        same = same and golds == self.golds
        tail = (_SILENT, _WAITING) if any(row.silent is not None for row in rows) else (_WAITING,)
        if not (same and tail == self.tail):
            self.beginResetModel()
            self.rows, self.measures, self.main, self.golds = rows, measures, main, golds
            self.others = tuple(at for at in range(len(measures)) if at != main)
            self.tail = tail
            self.endResetModel()
            return
        before, self.rows = self.rows, rows
        for at, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at, 0), self.index(at, self.columnCount() - 1))

    def row_of(self, run: int | None) -> int:
        """Return the row of a run, -1 if it is not shown."""
        return next((at for at, row in enumerate(self.rows) if row.run == run), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of runs."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else FIXED + len(self.others) + len(self.golds) + len(self.tail)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the head of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole:
            each = self.coverage_of(section)
            return tip_text(" ".join(lines_of([(self.named(section), each)]))) if each else None
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        if section < len(_HEADS):
            return _HEADS[section]
        if section == RANGE:
            return ""
        at = self.measure_of(section)
        if at is not None:
            return self.measures[at].name
        gold = self.gold_of(section)
        if gold is not None:
            return self.called(self.golds[gold])
        return self.tail[section - self.columnCount()] if self.measures else ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, and for screen readers the range in words."""
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        row, column = self.rows[index.row()], index.column()
        at = self.measure_of(column)
        if column == RANK:
            return "" if row.rank is None else str(row.rank)
        if column == MOVE:
            return "" if not row.move else f"{'up' if row.move > 0 else 'down'} {abs(row.move)}"
        if column == RUN:
            return row.name
        if column == RANGE:
            return range_words(row.bounds)
        if at is not None:
            return score_text(row.scores[at].value)
        gold = self.gold_of(column)
        if gold is not None:
            return score_text(row.beside[gold].score.value) if row.beside else "-"
        if column == self.columnCount() - 1:
            return str(row.scores[self.main].waiting)
        return "" if row.silent is None else str(row.silent)

    def words(self, index: Index) -> str:
        """Return what a cell says in full, such as why a score is undefined; empty where it says all."""
        row, column = self.rows[index.row()], index.column()
        at = self.measure_of(column)
        if column == RUN:
            return row.name
        if column in {RANK, MOVE}:
            return ""
        gold = self.gold_of(column)
        if gold is not None and row.beside:
            return self._words_beside(row, gold)
        if at is None:
            return ""
        bounds = row.bounds if at == self.main else self.bounds_of(self.measures[at], row.run)
        told = _score_words(row.scores[at])
        rests = row.coverage[at] if at < len(row.coverage) else None
        if rests is not None:
            told += f", over {rests.text}"
        if bounds.low < bounds.high:
            told += f"; {range_words(bounds)}{once_judged(rests, bounds)}"
        if at == self.main and row.interval is not None and not math.isnan(row.interval.low):
            between = row.interval
            told += f"; 95 % interval {score_text(between.low)} to {score_text(between.high)}"
        return f"{self.measures[at].name} {told}"

    def _words_beside(self, row: ScoreRow, gold: int) -> str:
        found = row.beside[gold]
        told = f"{self.named(FIXED + len(self.others) + gold)} {_score_words(found.score)}"
        told += f", over {found.coverage.text}" if found.coverage.total else ""
        if not found.rose:
            return told
        places = "1 place" if abs(found.rose) == 1 else f"{abs(found.rose)} places"
        return f"{told}; {places} {'higher' if found.rose > 0 else 'lower'} here than there"


ONCE_JUDGED, ONCE_DECIDED = "once all is judged", "once all is judged and decided"
"""What bounds are over; the second under an adjudication."""


def once_judged(rests: Coverage | None, bounds: Bounds) -> str:
    """Return what bounds are over, such as ` once the 58 pending series are judged too`."""
    if rests is None or not rests.pending:
        return f" {ONCE_DECIDED if bounds.decided else ONCE_JUDGED}"
    unit = rests.unit if rests.pending == 1 else plural(rests.unit)
    told = f" once the {rests.pending:,} pending {unit} {'is' if rests.pending == 1 else 'are'} judged too"
    return f"{told} and disputes are decided" if bounds.decided else told


def _score_words(score: RunScore) -> str:
    return score_text(score.value) if score.defined else f"undefined: {score.reason}"


def range_words(bounds: Bounds) -> str:
    """Return bounds in words, such as `.412 to .655`; an outer bound says so."""
    if math.isnan(bounds.low):
        return "undefined"
    words = f"{score_text(bounds.low)} to {score_text(bounds.high)}"
    return words if bounds.exact else f"within {words}"
