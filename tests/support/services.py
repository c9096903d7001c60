"""All that Jurybox does with a measure, asked of one measure on one scoreboard."""

import math
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from jurybox import results
from jurybox.analysis.disagreements.label_effects import disagreements
from jurybox.analysis.intervals import intervals
from jurybox.analysis.next_best import next_best_answers
from jurybox.analysis.samples import gather
from jurybox.analysis.standings import standings
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.errors import Refused
from jurybox.measures import Measure
from jurybox.scoring import Bounds, Explanation, RunScore, Scoreboard


@dataclass
class Served:
    """What the services said of one measure; `refused`: the sentences of those that refuse it."""

    scores: list[RunScore] = field(default_factory=list)
    bounds: list[Bounds] = field(default_factory=list)
    differences: list[Bounds] = field(default_factory=list)
    explained: list[Explanation] = field(default_factory=list)
    intervals: list[tuple[float, float]] = field(default_factory=list)
    marks: list[Any] = field(default_factory=list)
    study: dict[str, Any] | None = None
    next_best: tuple[list[int], list[float]] | None = None
    effects: dict[tuple[int, str], float] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)


def serve(board: Scoreboard, one: Measure) -> Served:
    """Ask every service for a measure; only `Refused`, with its sentence, is a way to have none."""
    found = Served()
    kind = board.kind_of(one)
    assert kind is not None
    for run in board.runs:
        score, bounds = board.score(one, run), board.bounds(one, run)
        found.scores.append(score)
        found.bounds.append(bounds)
        assert score.defined or score.reason
        if score.defined:
            assert one.low <= score.value <= one.high
            assert bounds.low - 1e-9 <= score.value <= bounds.high + 1e-9 or score.waiting
        _explain(board, one, run, found)
    waits = any(score.waiting for score in found.scores)
    assert bool(len(board.waiting_units(one))) == waits, "tables say from these units that something is pending"
    found.differences = [board.difference(one, board.runs[0], run) for run in board.runs[1:]]
    frame = results.runs(board, [one])
    assert str(one) in frame.columns
    _draw(board, one, found)
    try:
        best = next_best_answers(board, one)
        found.next_best = best.answers.tolist(), best.scores.tolist()
    except Refused as error:
        found.refused["next best"] = str(error)
    try:
        asked = disagreements(board, kind, one)
        for row in asked.answers:
            for turn in row.turns:
                found.effects[row.answer, f"{turn.label} {turn.left_out}"] = turn.effect
    except Refused as error:
        found.refused["effects"] = str(error)
    return found


def _explain(board: Scoreboard, one: Measure, run: int, found: Served) -> None:
    whole = board.explain(one, run)
    assert whole.score.result_text in whole.with_numbers
    assert whole.formula
    assert [name for name, _ in whole.counts] == list(whole.meanings)
    found.explained.append(whole)
    for unit in [*board.unit_values(one).units[:4].tolist(), *board.waiting_units(one)[:4].tolist()]:
        with suppress(KeyError):  # a score for whole runs only has none of a unit to explain
            found.explained.append(board.explain(one, run, unit))


def _draw(board: Scoreboard, one: Measure, found: Served) -> None:
    try:
        drawn = gather(board, one, whole_questions=True)
    except Refused as error:
        found.refused["samples"] = str(error)
        return
    now = drawn.data.evaluate(np.ones((1, drawn.data.units)))[0]
    expected = [board.score(one, run).value for run in drawn.runs]
    assert now.tolist() == pytest.approx(expected, abs=1e-12, nan_ok=True)
    if drawn.data.units > 1:
        found.intervals = [(each.low, each.high) for each in intervals(drawn.data, draws=60, seed=1)]
    rows = standings(board, one, draws=60, seed=1)
    found.marks = [(row.row.run, row.row.rank) for row in rows]
    try:
        found.study = dict(run_study(board, Request("stability", one, trials=20, seed=1)))
    except Refused as error:
        found.refused["study"] = str(error)


def same(a: float, b: float) -> bool:
    """Whether two numbers are equal up to rounding, or both undefined."""
    return (math.isnan(a) and math.isnan(b)) or abs(a - b) < 1e-9
