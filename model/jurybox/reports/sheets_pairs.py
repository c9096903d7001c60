"""Views of runs in pairs: all pairs tested, two runs question by question, how far pairs are apart."""

from __future__ import annotations

import math

import numpy as np

from jurybox.analysis.correlations import pearson
from jurybox.analysis.significance import share_above, sign_test
from jurybox.analysis.standings import affordable_swaps, finish_pairs
from jurybox.errors import Refused
from jurybox.figures import Axis, Figure, Line
from jurybox.reports.forms import Table, score_text
from jurybox.reports.sheet import Asked, Sheet, by_question

STEPS = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2)
"""Differences for which the share of pairs is told."""
_LEVEL = 0.05


def all_pairs(asked: Asked, *, by_lot: bool = False) -> Sheet:
    """Return Holm's adjusted p-values of all pairs of runs, best runs first.

    By the sign test where the measure has scores of units, else, or if `by_lot`, by randomization.
    """
    count = len(asked.board.runs)
    swaps = affordable_swaps(asked.tested, count * (count - 1) // 2)
    runs, p, test = finish_pairs(asked.tested, by_lot=by_lot, draws=swaps, watch=asked.watch)
    drawn = f" of {swaps:,} draws" if test == "randomization" else ""
    places = [runs.index(run) for run in asked.ranked() if run in runs]
    names = asked.names([runs[at] for at in places])
    score = {row.run: row.score.value for row in asked.tested.rows}
    rows = tuple(
        (name, score[runs[at]], *(None if at == other else float(p[at, other]) for other in places))
        for name, at in zip(names, places, strict=True)
    )
    known = p[np.triu_indices(len(runs), 1)]
    known = known[~np.isnan(known)]
    told = (
        f"Two-sided {test} test{drawn}, p-values corrected for all {len(known):,} pairs (Holm); "
        f"{int(np.count_nonzero(known < _LEVEL)):,} pairs differ at .05."
    )
    title = f"All pairs of runs by {asked.main}"
    strong = frozenset(
        (at, column)
        for at, row in enumerate(rows)
        for column, cell in enumerate(row[2:], start=2)
        if isinstance(cell, float) and cell < _LEVEL
    )
    table = Table("pairs", title, ("run", str(asked.main), *names), rows, (0,), asked.caption(told))
    return Sheet(table, strong=strong)


def run_against_run(asked: Asked) -> Sheet:
    """Return the scores of two runs on every question, the largest difference first, tested by signs."""
    first, second = _two(asked)
    found = by_question(asked, asked.board, asked.main)
    if not {first, second} <= set(found.runs):
        raise Refused("Only runs can be compared question by question, where judges have no scores.")
    a, b = (found.values[:, found.runs.index(run)] for run in (first, second))
    questions = [asked.catalog.questions[at] for at in found.units.tolist()]
    names = asked.names((first, second))
    apart = a - b
    order = np.argsort(np.where(np.isnan(apart), np.inf, -apart), kind="stable").tolist()
    rows = tuple(
        (questions[at].name, questions[at].category or "", float(a[at]), float(b[at]), float(apart[at]))
        for at in order
    )
    test = sign_test(a, b, asked.main.direction)
    told = (
        f"{names[0]} wins {test.wins:,}, {names[1]} wins {test.losses:,}, {test.ties:,} ties; "
        f"two-sided sign test p = {_p_text(test.p)}. Pearson {score_text(pearson(a, b))}."
    )
    title = f"{names[0]} against {names[1]} by {asked.main}"
    head = ("question", "category", *names, "difference")
    table = Table("against", title, head, rows, (0, 1), asked.caption(told))
    known = ~(np.isnan(a) | np.isnan(b))
    cloud = Line(
        f"{int(known.sum()):,} questions",
        a[known],
        b[known],
        names=tuple(one.name for one, is_known in zip(questions, known.tolist(), strict=True) if is_known),
        joined=False,
        dots=True,
    )
    across, up = (
        Axis.fitted(f"{name}: {asked.main}", values[known].tolist(), include=(0.0, 1.0))
        for name, values in zip(names, (a, b), strict=True)
    )
    return Sheet(table, Figure(title, across, up, clouds=(cloud,), caption=told))


def pairs_apart(asked: Asked) -> Sheet:
    """Return for every measure which share of the pairs of runs is at least so far apart (Voorhees 3.2)."""
    runs = [run for run in asked.board.runs if run < len(asked.catalog.runs)]
    rows = []
    required = _required(asked)
    for one in asked.measures:
        scores = np.array([asked.board.score(one, run).value for run in runs])
        shares = [share_above(scores, step) for step in STEPS]
        needed = required.get(str(one))
        last = (None, None) if needed is None else (needed, share_above(scores, needed))
        rows.append((str(one), int(np.count_nonzero(~np.isnan(scores))), *shares, *last))
    head = ("measure", "runs", *(f"≥ {score_text(step)[:3]}" for step in STEPS), "required", "share")
    told = (
        "Share of the pairs of runs whose scores differ by at least so much. Required: the difference at "
        "which at most 5 % of pairs swap, from a swap study kept in this collection."
    )
    return Sheet(Table("apart", "How far runs are apart", head, tuple(rows), (0,), asked.caption(told)))


def _required(asked: Asked) -> dict[str, float]:
    """Return the required difference of each measure, as the kept studies found it."""
    found = {}
    for record in asked.frozen.facts.studies.values():
        needed = record.get("required") if isinstance(record, dict) else None
        if isinstance(needed, float) and not math.isnan(needed):
            found[str(record["measure"])] = needed
    return found


def _two(asked: Asked) -> tuple[int, int]:
    """Return the run taken apart and the one it is compared with, the next in the table if unsaid."""
    order = asked.ranked()
    if len(order) < 2:
        raise Refused("Two runs are needed.")
    first = asked.run if asked.run in order else order[0]
    if asked.other in order and asked.other != first:
        return int(first), int(asked.other)
    at = order.index(first)
    return int(first), order[at + 1] if at + 1 < len(order) else order[at - 1]


def _p_text(p: float) -> str:
    return f"{p:.4f}".replace("0.", ".", 1) if p >= 0.0001 else "< .0001"
