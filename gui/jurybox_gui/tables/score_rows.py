"""The rows of the live table of Scores, read from the scoreboard: no item model, no widget."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from jurybox.analysis.intervals import Interval
from jurybox.measures import Measure
from jurybox.scoring import Bounds, Coverage, RunRow, RunScore, Scoreboard, coverage
from jurybox.scoring.results import JudgedShare

NO_BOUNDS = Bounds(math.nan, math.nan, exact=True)


@dataclass(frozen=True, slots=True)
class GoldScore:
    """A run under another gold standard: its score there, and how many places it rises compared with here.

    Ranks there may be by another measure, too.
    """

    score: RunScore
    rose: int
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Joined:
    """A line that joins a run with others: its lane from 0, its number among the lines, and its meaning."""

    lane: int
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of the table: a run's scores in the order of the measures; `move` is up if positive.

    `bounds` and `interval` (None: none yet) are those of the measure that ranks; `mark`: the test against the
    run below; `gold_scores`: under each further gold standard. `silent`: the number of answers it does not
    decide, None if its answers are not decisions. `is_person`: a judge or the asker, not a submitted run.
    """

    run: int
    name: str
    rank: int | None
    move: int
    baseline: bool
    scores: tuple[RunScore, ...]
    silent: int | None
    bounds: Bounds = NO_BOUNDS
    gold_scores: tuple[GoldScore, ...] = ()
    mark: str = ""
    interval: Interval | None = None
    coverage: tuple[Coverage | None, ...] = ()
    """What each of the scores rests on; None while it is being computed."""
    is_person: bool = False
    joined: tuple[Joined, ...] = ()
    """The lines that join it with runs it is not shown to differ from; none if another column sorts."""
    ranges: tuple[Bounds | None, ...] = ()
    """The bounds of each of the scores; None while they are being computed."""
    judged: tuple[JudgedShare | None, ...] = ()
    """How much is judged of what each of the scores looks at; None for scores of anything but ranked lists."""
    if_judged: Bounds = NO_BOUNDS
    """Where the measure that ranks could end if all were judged; undefined where nearly all is, or not known yet."""

    @property
    def range(self) -> Bounds:
        """What is drawn as the range of the measure that ranks: where it can still end, or if all were judged."""
        return self.bounds if math.isnan(self.if_judged.low) else self.if_judged


def read_rows(
    board: Scoreboard,
    measures: Sequence[Measure],
    main: int,
    names: Sequence[tuple[str, bool]],
    ready: Container[str],
    later: RunScore,
) -> list[ScoreRow]:
    """Read the rows of a table, best first; `names` are (name, is a baseline) by run.

    Measures that are not `ready`, by name, have the score `later` for now.
    """
    decides = board.is_of_decisions(measures[main])
    rows = []
    for standing in board.standing(measures[main]):
        run = standing.run
        scores = tuple(board.score(one, run) if one.name in ready else later for one in measures)
        submitted = run < len(names)
        silent = board.counts(run, pairs=False).unanswered if decides and submitted else None
        baseline = submitted and names[run][1]
        pairs = zip(measures, scores, strict=True)
        rests = tuple(coverage(board, one, run, score) if one.name in ready else None for one, score in pairs)
        judged = tuple([None if each is None else each.judged for each in rests])
        known = run, standing.name, standing.rank, 0, baseline, scores, silent
        rows.append(ScoreRow(*known, coverage=rests, is_person=not submitted, judged=judged))
    return rows


def ranks_of(rows: Sequence[RunRow], counted: Callable[[int], bool]) -> dict[int, int]:
    """Return the rank of every counted run, among those only; undefined ones have none."""
    defined = [row for row in rows if row.rank is not None and counted(row.run)]
    before = [sum(1 for other in defined if (other.rank or 0) < (row.rank or 0)) for row in defined]
    return {row.run: 1 + place for row, place in zip(defined, before, strict=True)}


def with_gold_scores(
    rows: list[ScoreRow],
    boards: Sequence[tuple[Scoreboard, Measure]],
    board: Scoreboard,
    one: Measure,
    counted: Callable[[int], bool],
) -> list[ScoreRow]:
    """Return the rows with their scores under other gold standards, and their shifts between the orders.

    `boards`: each with the measure that ranks there; `counted`: which runs places are counted among.
    """
    if not boards:
        return rows
    here = ranks_of(board.standing(one), counted)
    found: list[list[GoldScore]] = [[] for _ in rows]
    for other, by in boards:
        there = ranks_of(other.standing(by), counted)
        for at, row in enumerate(rows):
            ranked = row.run in here and row.run in there
            rose = here[row.run] - there[row.run] if ranked else 0
            score = other.score(by, row.run)
            found[at].append(GoldScore(score, rose, coverage(other, by, row.run, score)))
    return [replace(row, gold_scores=tuple(some)) for row, some in zip(rows, found, strict=True)]
