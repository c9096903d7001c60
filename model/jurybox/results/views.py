"""What one view of the scores is asked for and what it shows: a table, and a picture where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.frozen import Frozen
from jurybox.analysis.samples import by_whole_questions, gather
from jurybox.analysis.significance import Correction
from jurybox.analysis.standings import Test, ToTest, prepare_tests
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.measures import Measure
from jurybox.measures.ranks import ranks_of
from jurybox.results.columns import Column, GoldColumn
from jurybox.results.frame import coverage_lines, own_notes, unit_counts
from jurybox.results.if_judged import warning
from jurybox.results.provenance import Find, nothing
from jurybox.results.scores import board_notes
from jurybox.scoring import Scoreboard, UnitValues
from jurybox.scoring.coverage import Coverage, Resting, of_runs, resting
from jurybox.watch import Watch

if TYPE_CHECKING:
    import pandas as pd

    Rests = tuple[Resting, ...]
    Units = dict[str, tuple[Coverage, ...]]


@dataclass(frozen=True)
class ResultView:
    """A table, and a picture of the same numbers, or None.

    `strong`: (row, column) of the cells that stand out, such as the highest of a column; `behind`: what a
    cell is made of.
    """

    frame: pd.DataFrame
    figure: Figure | None = None
    strong: frozenset[tuple[int, int]] = frozenset()
    behind: Find = nothing

    @property
    def picture(self) -> Figure | None:
        """The picture with the caption of the table, and with what its numbers rest on."""
        if self.figure is None:
            return None
        own, notes = self.figure.caption, sentences(own_notes(self.frame))
        whole = replace(self.figure, caption=notes if own in notes else sentences((own, notes)))
        return whole.resting(coverage_lines(self.frame), unit_counts(self.frame))


@dataclass(frozen=True, eq=False)
class ViewRequest:
    """The judgments of one moment, and what is to be shown of them.

    `main`: the measure that ranks, one of `measures`; `gold_columns`: what is shown under further gold
    standards; `run`: the run that is taken apart; `other`: the run it is compared with, None for the one
    below it; `without`: whether the run stays out of how hard questions are; `up`: the head of the column
    that questions are compared by, "" for the first that can be; `test`, `correction`: how runs are tested
    against each other.
    """

    frozen: Frozen
    measures: tuple[Measure, ...]
    main: Measure
    gold_columns: tuple[GoldColumn, ...] = ()
    run: int | None = None
    other: int | None = None
    without: bool = False
    up: str = ""
    test: Test = ""
    correction: Correction = "holm"
    watch: Watch = field(default_factory=Watch)

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""
        return self.frozen.collection.catalog

    @cached_property
    def board(self) -> Scoreboard:
        """The scores under the gold standard in force."""
        board = self.frozen.board()
        board.track(self.measures)
        return board

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What is shown of each run: the measure that ranks, the other measures, and the gold columns."""
        others = (one for one in self.measures if one != self.main)
        found = [Column(one, self.board) for one in (self.main, *others)]
        boards = {gold: self.frozen.board(gold) for gold in {one.gold for one in self.gold_columns}}
        for gold, board in boards.items():
            board.track([one.measure or self.main for one in self.gold_columns if one.gold == gold])
        found += [Column(one.measure or self.main, boards[one.gold], str(one.gold)) for one in self.gold_columns]
        return tuple({one.head: one for one in found}.values())

    @cached_property
    def tested(self) -> ToTest:
        """The ranking by the main measure, ready for tests; Refused, with the reason, without any."""
        gather(self.board, self.main, whole_questions=True)
        return prepare_tests(self.board, self.main)

    @property
    def out(self) -> str:
        """The caption's note on the run left out of question difficulty; "" if there is none."""
        is_left_out = self.without and self.run is not None and self.run < len(self.catalog.runs)
        return f", {self.board.name_of(self.run)} left out" if is_left_out and self.run is not None else ""

    def units(self, columns: Sequence[Column], runs: Sequence[int], heads: Sequence[str] = ()) -> Units:
        """Return what columns of scores rest on, a row a run; `heads`: theirs, if others than usual."""
        named = zip(heads or [one.head for one in columns], columns, strict=True)
        return {head: of_runs(one.board, one.measure, runs) for head, one in named}

    def rests(self, columns: Iterable[Column] | None = None, runs: Iterable[int] | None = None) -> Rests:
        """Return what scores rest on that have no column of their own: of the main measure unless said."""
        chosen = self.columns[:1] if columns is None else tuple(columns)
        shown = tuple(self.board.runs if runs is None else runs)
        return tuple(resting(one.board, one.measure, shown, one.head) for one in chosen)

    def names(self, runs: Sequence[int]) -> tuple[str, ...]:
        """Return the names of runs."""
        return tuple(map(self.board.name_of, runs))

    def ranked(self) -> tuple[int, ...]:
        """Return the runs in the order of the table."""
        return tuple(row.run for row in self.board.standing(self.main))

    def notes(self, *parts: str) -> list[str]:
        """Return notes that end with the gold standard, what is unjudged counts, and the tie rule.

        They begin with how little is judged, where that is so.
        """
        lead = warning(self.board, [self.main])
        return [*filter(None, (lead, *parts)), *board_notes(self.board, [one.measure for one in self.columns])]


def by_question(request: ViewRequest, board: Scoreboard, one: Measure) -> UnitValues:
    """Return a measure's scores of each question, answers of a question averaged.

    Refused for a measure that is not a mean, or one over series.
    """
    found = board.unit_values(one)
    if not len(found.units) and len(board.waiting_units(one)) and board.kind_of(one) in one.averaged:
        raise Refused(tr("{one} has no scores of questions yet: no question is completely judged.", one=one))
    if found.unit == "series" or not len(found.units):
        raise Refused(
            tr("{one} is scored by series only here, not question by question. Choose another measure.", one=one)
            if found.unit == "series"
            else tr(
                "{one} is scored for whole runs only here, not question by question. Choose another measure.", one=one
            )
        )
    return by_whole_questions(found, request.catalog)


def of_submitted(request: ViewRequest, found: UnitValues) -> UnitValues:
    """Return the scores of submitted runs: judges and the asker do not make questions hard.

    Nor does the run that is taken apart where it is to stay out (`without`).
    """
    out, stored = request.run if request.without else None, len(request.catalog.runs)
    kept = [at for at, run in enumerate(found.runs) if run < stored and run != out]
    runs = tuple(found.runs[at] for at in kept)
    return replace(found, runs=runs, values=found.values[:, kept])


def best_of(rows: Sequence[Sequence[object]], columns: Iterable[int], first: int = 0) -> frozenset[tuple[int, int]]:
    """Return the positions of the highest scores of these columns; rows are counted from `first`."""
    found = set()
    for column in columns:
        found |= {(first + at, column) for at in highest_of([row[column] for row in rows])}
    return frozenset(found)


def highest_of(cells: Sequence[object]) -> list[int]:
    """Return the places of the highest scores of a row or column, all that tie; other cells do not count."""
    scores = [cell if isinstance(cell, float) else np.nan for cell in cells]
    return np.flatnonzero(ranks_of(scores) == 1).tolist()
