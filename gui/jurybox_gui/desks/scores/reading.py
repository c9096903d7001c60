"""From the boards to the rows of the live table, and what stands below it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from jurybox.analysis.intervals import FEWEST_UNITS
from jurybox.measures.ranks import best_first, ranks_of
from jurybox.results.columns import Beside
from jurybox.scoring import UNJUDGED_TOLD, RunScore
from jurybox.scoring.coverage import thin_short_of
from jurybox.scoring.ties import hangs_on_order
from jurybox_gui.desks.scores.options import NOBODY
from jurybox_gui.tables.score_table import NO_BOUNDS, Row, ScoreTable, read_rows, with_beside

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from jurybox.measures import Measure
    from jurybox.scoring import Scoreboard
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.scores.later import Later

_LATER = RunScore(math.nan, "it is being computed", 0, 0, 0)


@dataclass(frozen=True)
class Reading:
    """What the live table shows: boards, measures, and who is ranked."""

    bridge: Bridge
    board: Scoreboard
    measures: tuple[Measure, ...]
    main: int
    golds: tuple[str, ...]
    people: str

    def wanted(self) -> Mapping[Hashable, list[Callable[[], object]]]:
        """Return what has to be computed before a column can be read at once: one call for each run."""
        runs, main = self.board.runs, self.measures[self.main]
        found: dict[Hashable, list[Callable[[], object]]] = {
            one.name: [partial(self.board.score, one, run) for run in runs]
            for one in self.measures
            if one != main
        }
        for name in self.golds:
            found[name, main.name] = [partial(self._score_beside, name, run) for run in runs]
        return found

    def rows(self, later: Later, *, among_runs: bool) -> list[Row]:
        """Return the rows, best first, with what is ready by now.

        `among_runs`: places under other gold standards are counted among submitted runs only.
        """
        catalog, main = self.bridge.session.catalog, self.measures[self.main]
        names = [(run.name, run.origin == "baseline") for run in catalog.runs]
        ready = {one.name for one in self.measures if one == main or one.name in later.ready}
        rows = read_rows(self.board, self.measures, self.main, names, ready, _LATER)
        if all((gold, main.name) in later.ready for gold in self.golds):
            boards = [(board, one) for board, one in map(self._beside, self.golds) if board is not None]
            stored = len(catalog.runs)
            rows = with_beside(rows, boards, self.board, main, lambda run: run < stored or not among_runs)
        made = [self._with_later(row, rows, at, later) for at, row in enumerate(rows)]
        return self._with_expected(made) if self.bridge.settling.on else made

    def _with_expected(self, rows: list[Row]) -> list[Row]:
        """Return rows while answers are judged in the order that settles most.

        They show expected scores of its measure, best first, and of all others nothing but bounds.
        """
        settling, main = self.bridge.settling, self.measures[self.main]
        expected, made = settling.expected(main), []
        for row in rows:
            scores = [one._replace(value=math.nan, reason=settling.why_no_means) for one in row.scores]
            if row.run in expected:
                scores[self.main] = row.scores[self.main]._replace(value=expected[row.run], reason="")
            made.append(
                replace(row, rank=None, scores=tuple(scores), beside=(), mark="", interval=None, move=0)
            )
        values = [expected.get(row.run, math.nan) for row in made]
        ranks = ranks_of(values, main.direction).tolist()
        order = best_first(values, main.direction).tolist()
        return [replace(made[at], rank=None if math.isnan(ranks[at]) else int(ranks[at])) for at in order]

    def _with_later(self, row: Row, rows: list[Row], at: int, later: Later) -> Row:
        """Return a row with its bounds, interval and mark, as far as they are there and still hold."""
        bounds = later.bounds.get(row.run, NO_BOUNDS)
        standing, below = later.standings.get(row.run, (None, None))
        if standing is None:
            return replace(row, bounds=bounds)
        next_ = rows[at + 1].run if at + 1 < len(rows) else None
        mark = standing.mark if below == next_ else ""
        return replace(row, bounds=bounds, interval=standing.interval, mark=mark)

    def _beside(self, name: str) -> tuple[Scoreboard | None, Measure]:
        """Return the board of what stands beside, and the measure: its own or the one that ranks."""
        beside = Beside.parse(name)
        board = self.bridge.board(str(beside.gold), humans=self.people != NOBODY)
        return board, beside.measure or self.measures[self.main]

    def _score_beside(self, name: str, run: int) -> None:
        board, one = self._beside(name)
        if board is not None:
            board.score(one, run)


def thin_columns(table: ScoreTable) -> str:
    """Return which columns rest on less than half of their units, and on how many; "" for none."""
    found = []
    for column in range(table.columnCount()):
        each = table.coverage_of(column)
        if any(coverage.is_thin for coverage in each):
            found.append(f"{table.named(column)} ({thin_short_of(each)})")
    return f"less than half is scored: {', '.join(found)}" if found else ""


def legend(board: Scoreboard, later: Later, order: str = "", thin: str = "") -> str:
    """Return what stands below the table: marks, gold standard, and what unjudged answers count.

    `thin`: which columns rest on little; `order`: what is said of an order of judging that makes plain means
    unfair.
    """
    if order:
        return (
            f"{order}. Scores are expected ones, with bounds; plain means would be unfair; {board.gold_text}"
        )
    parts = [part for part in (thin, board.unchanged_text.removesuffix(".")) if part]
    tests = {standing.test for standing, _ in later.standings.values()} - {""}
    if tests:
        test = " and ".join(f"{test} test" for test in sorted(tests))
        told = ", of a moment ago" if later.stale else ""
        parts.append(
            f"* ** beats the run below (p < .05, .01), † ‡ the run below beats it; two-sided {test}, "
            f"uncorrected{told}"
        )
    if later.told:
        parts.append(later.told)
    drawn = {standing.interval.method for standing, _ in later.standings.values() if standing.interval}
    if drawn - {"none"}:
        parts.append(f"intervals: bootstrap, {later.draws:,} draws")
    elif drawn:
        parts.append(f"no intervals with fewer than {FEWEST_UNITS} units")
    parts.append(board.gold_text)
    if "ranked" in board.kinds:
        parts.append(UNJUDGED_TOLD[board.unjudged])
    if hangs_on_order(board.kinds):
        parts.append("ties in submitted order")
    return "; ".join(parts)
