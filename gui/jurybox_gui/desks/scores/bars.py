"""The counts in the bars below the table: one bar per question (or series), easy ones first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.lists import labeled
from jurybox.measures import Measure
from jurybox.numbers import score_text
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import coverage
from jurybox.wording import count_of

Shape = Literal["up", "down", "dashed", "outlined", "faint", "wave"]
"""How a part is drawn: up or down from the base line, dashed or outlined on top of the upper parts, or faint.
"""


class BarPart(NamedTuple):
    """A part of a bar: its name, the token of its color, and its shape, which identifies it without color."""

    name: str
    ink: str
    shape: Shape


DECISIONS = (
    BarPart(tr("right"), "good", "up"),
    BarPart(tr("wrong"), "bad", "down"),
    BarPart(tr("silent"), "slate", "dashed"),
    BarPart(tr("not counted"), "mid", "outlined"),
)


def scored_parts(best: float) -> tuple[BarPart, ...]:
    """Return the parts of the bars of scores, of which `best` is the highest possible."""
    return (
        BarPart(tr("score"), "good", "up"),
        BarPart(tr("missing to {best:g}", best=best), "line", "faint"),
        BarPart(tr("undefined"), "mid", "outlined"),
    )


@dataclass(frozen=True)
class UnitBars:
    """Bars in order, easy units first; `parts[n]`: shares of bar n by `legend`; `tell(n)` describes it.

    `units` are positions of questions, or of series, according to `unit`. `summary` describes all bars in
    words, `order` their number and sort order. `all_runs`: the same for all runs, from 0 to 1 for each bar,
    named `of_all`; `pending`: the number of units without a bar.
    """

    unit: str
    units: NDArray[np.int64]
    parts: NDArray[np.float64]
    legend: tuple[BarPart, ...]
    tell: Callable[[int], str]
    summary: str
    order: str
    all_runs: NDArray[np.float64]
    of_all: str
    pending: int = 0


def unit_bars(board: Scoreboard, one: Measure, run: int) -> UnitBars:
    """Return the bars of a run: decisions by question if runs decide, else its score on every unit."""
    catalog = board.catalog
    if board.is_of_decisions(one):
        return _decision_bars(board, one, run)
    found = board.unit_values(one)
    series = found.unit == "series"
    known = catalog.series if series else catalog.questions
    means = np.nan_to_num(found.values).mean(axis=1)
    order = np.argsort(-means, kind="stable")
    units = found.units[order]
    mine = found.values[order, found.runs.index(run)]
    low, high = board.span(one)
    span = max(high - low, 1e-12)
    tall = np.clip((np.nan_to_num(mine) - low) / span, 0.0, 1.0)
    lost = np.isnan(mine)
    parts = np.stack([np.where(lost, 0.0, tall), np.where(lost, 0.0, 1 - tall), lost * 1.0], axis=1)

    def tell(at: int) -> str:
        return labeled(known[int(units[at])].name, f"{one.name} {score_text(float(mine[at]))}")

    rests = coverage(board, one, run)
    scored = _count(rests.units, series=series)
    summary = (
        tr(
            "{units} scored, {pending:,} pending, {excluded:,} excluded",
            units=scored,
            pending=rests.pending,
            excluded=rests.excluded,
        )
        if rests.excluded
        else tr("{units} scored, {pending:,} pending", units=scored, pending=rests.pending)
    )
    all_runs = np.clip((means[order] - low) / span, 0.0, 1.0)
    in_order = tr("{units}, sorted by the mean of all runs", units=_count(len(units), series=series))
    return UnitBars(
        found.unit,
        units,
        parts,
        scored_parts(high),
        tell,
        summary,
        in_order,
        all_runs,
        tr("mean of all runs"),
        rests.pending,
    )


def _decision_bars(board: Scoreboard, one: Measure, run: int) -> UnitBars:
    """Count a run's decisions by question, and sort questions by all runs' right decisions.

    Only questions of the kind that the measure scores. Array operations only: it runs with every label, over
    all answers.
    """
    catalog = board.catalog
    counts = _by_question(board, run)
    pooled = catalog.pooled_question
    answers = np.bincount(pooled[pooled >= 0], minlength=len(counts))
    counts[:, 3] = np.maximum(0, answers - counts[:, :3].sum(axis=1))
    kind, chosen = board.kind_of(one), board.questions
    scored = catalog.asks(lambda asked: asked.name == kind)
    shown = np.flatnonzero(answers) if chosen is None else np.array(sorted(chosen), dtype=np.int64)
    shown = shown[scored[shown]]
    easiness = _easiness(board)[shown]
    order = np.argsort(-easiness, kind="stable")
    units, counts = shown[order], counts[shown][order]

    def tell(at: int) -> str:
        right, wrong, silent, waiting = counts[at].tolist()
        name = catalog.questions[int(units[at])].name
        return labeled(name, _decisions_in_words(right, wrong, silent, waiting))

    summary = _decisions_in_words(*counts.sum(axis=0).tolist())
    parts = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    in_order = tr("{units}, sorted by the share of right decisions of all runs", units=_count(len(units), series=False))
    all_runs = np.clip(easiness[order], 0.0, 1.0)
    return UnitBars("question", units, parts, DECISIONS, tell, summary, in_order, all_runs, tr("share of all runs"))


def _decisions_in_words(right: int, wrong: int, silent: int, waiting: int) -> str:
    return tr(
        "{right:,} right, {wrong:,} wrong, {silent:,} silent, {waiting:,} not counted",
        right=right,
        wrong=wrong,
        silent=silent,
        waiting=waiting,
    )


def _count(units: int, *, series: bool) -> str:
    return count_of(units, "series") if series else count_of(units, "question")


def _by_question(board: Scoreboard, run: int) -> NDArray[np.int64]:
    """Count by question a run's right decisions, wrong ones, and missing ones; a last column is left at 0."""
    catalog = board.catalog
    answers, values = board.decided(run)
    cells = catalog.answer_question[answers] * len(DECISIONS) + np.where(values < 0, 2, 1 - values)
    size = len(catalog.questions) * len(DECISIONS)
    return np.bincount(cells, minlength=size).reshape(-1, len(DECISIONS))


def _easiness(board: Scoreboard) -> NDArray[np.float64]:
    """Return by question the share of right decisions over all runs, -1 if no answer is scored."""
    catalog = board.catalog
    answers, rightly = board.decided_rightly()
    asked, count = catalog.answer_question[answers], len(catalog.questions)
    decisions = np.bincount(asked, minlength=count) * max(1, len(board.runs))
    shares = np.bincount(asked, weights=rightly, minlength=count) / np.maximum(1, decisions)
    return np.where(decisions, shares, -1.0)


def binned(parts: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return at most this many bars: neighbors are averaged if there are more units than pixels."""
    if len(parts) <= most:
        return parts
    starts = np.arange(most) * len(parts) // most
    sizes = np.diff(np.append(starts, len(parts)))
    return np.add.reduceat(parts, starts, axis=0) / sizes[:, None]
