"""Runs by measures as an item model: rows ranked by the chosen measure, no widgets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox.cli.printing import score_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.measures import Measure
    from jurybox.scoring import Bounds, RunScore, Scoreboard

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

RANK, MOVE, RUN, MAIN, RANGE = range(5)
FIXED = 5
_HEADS = ("Rank", "Move", "Run")
_SILENT, _WAITING = "silent", "waiting"
SORTED_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Row:
    """One run as it is shown: scores and bounds in the order of the measures; `move` is up if positive.

    `silent`: answers that it does not decide, None where its answers are no decisions.
    """

    run: int
    name: str
    rank: int | None
    move: int
    baseline: bool
    scores: tuple[RunScore, ...]
    bounds: tuple[Bounds, ...]
    silent: int | None


def read_rows(
    board: Scoreboard, measures: Sequence[Measure], main: int, names: Sequence[tuple[str, bool]]
) -> list[Row]:
    """Read the rows of a table, best first; `names` are (name, is a baseline) by run."""
    decides = board.kind_of(measures[main]) == "validation"
    rows = []
    for standing in board.standing(measures[main]):
        run = standing.run
        rows.append(
            Row(
                run,
                standing.name,
                standing.rank,
                0,
                run < len(names) and names[run][1],
                tuple(board.score(measure, run) for measure in measures),
                tuple(board.bounds(measure, run) for measure in measures),
                board.counts(run).unanswered if decides else None,
            )
        )
    return rows


class ScoreTable(QAbstractTableModel):
    """The table; columns are rank, move, run, the chosen measure, its range, the others, silent, waiting."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.measures: tuple[Measure, ...] = ()
        self.main = 0

    @property
    def tail(self) -> tuple[str, ...]:
        """The heads of the last columns, which hold whole numbers."""
        decides = any(row.silent is not None for row in self.rows)
        return (_SILENT, _WAITING) if decides else (_WAITING,)

    @property
    def others(self) -> list[int]:
        """The measures beside the chosen one, by position."""
        return [at for at in range(len(self.measures)) if at != self.main]

    def measure_of(self, column: int) -> int | None:
        """Return the measure that a column shows."""
        if column in {MAIN, RANGE}:
            return self.main if self.measures else None
        at = column - FIXED
        return self.others[at] if 0 <= at < len(self.others) else None

    def set_rows(self, rows: list[Row], measures: tuple[Measure, ...], main: int) -> None:
        """Show rows; what moved is told row by row, other columns or another number of rows as a reset."""
        same = len(rows) == len(self.rows) and measures == self.measures and main == self.main
        same = same and [row.silent is None for row in rows[:1]] == [r.silent is None for r in self.rows[:1]]
        if not same:
            self.beginResetModel()
            self.rows, self.measures, self.main = rows, measures, main
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
        return 0 if parent.isValid() else FIXED + max(0, len(self.measures) - 1) + len(self.tail)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the head of a column."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        if section < len(_HEADS):
            return _HEADS[section]
        if section == RANGE:
            return ""
        at = self.measure_of(section)
        if at is not None:
            return self.measures[at].name
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
            return range_words(row.bounds[self.main])
        if at is not None:
            return score_text(row.scores[at].value)
        return str(row.scores[self.main].waiting if column == self.columnCount() - 1 else row.silent)

    def words(self, index: Index) -> str:
        """Return what a cell says in full, such as why a score is undefined; empty where it says all."""
        row, column = self.rows[index.row()], index.column()
        at = self.measure_of(column)
        if column == RUN:
            return row.name
        if column in {RANK, MOVE} or at is None:
            return ""
        score, bounds = row.scores[at], row.bounds[at]
        told = score_text(score.value) if score.defined else f"undefined: {score.reason}"
        if bounds.low < bounds.high:
            told += f"; {range_words(bounds)} when all is judged"
        return f"{self.measures[at].name} {told}"


def range_words(bounds: Bounds) -> str:
    """Return bounds in words, such as `.412 to .655`; an outer bound says so."""
    if math.isnan(bounds.low):
        return "undefined"
    words = f"{score_text(bounds.low)} to {score_text(bounds.high)}"
    return words if bounds.exact else f"within {words}"
