"""Views of runs in pairs: all pairs tested, two runs question by question, how far pairs are apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.correlations import pearson
from jurybox.analysis.significance import share_above, sign_test
from jurybox.analysis.standings import affordable_swaps
from jurybox.errors import Refused
from jurybox.figures import Axis, Figure, Line
from jurybox.measures import measure
from jurybox.measures.ranks import best_first
from jurybox.results.cells import score_text
from jurybox.results.frame import make_frame, rows_of
from jurybox.results.pair_facts import between, kept_swaps
from jurybox.results.provenance import AGAINST, PAIRS, Behind
from jurybox.results.run_pairs import LEVEL, p_values_of
from jurybox.results.run_pairs import open_pairs as open_pairs_of
from jurybox.results.views import Asked, Sheet, by_question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jurybox.analysis.samples import Scores
    from jurybox.measures import Measure
    from jurybox.results.pair_facts import Swap
    from jurybox.results.provenance import Find

STEPS = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2)
"""Differences for which the share of pairs is told."""
_OTHER = 3
"""The column of the second of two runs."""


def all_pairs(asked: Asked, *, by_lot: bool = False) -> Sheet:
    """Return Holm's adjusted p-values of all pairs of runs, best runs first.

    By the sign test where the measure has scores of units, else, or if `by_lot`, by randomization.
    """
    count = len(asked.board.runs)
    swaps = affordable_swaps(asked.tested, count * (count - 1) // 2)
    frame = p_values_of(asked.board, asked.tested, by_lot=by_lot, draws=swaps, watch=asked.watch)
    shown = [asked.board.runs[asked.names(asked.board.runs).index(name)] for name in frame.index]
    strong = frozenset(
        (at, column)
        for at, row in enumerate(rows_of(frame))
        for column, cell in enumerate(row[2:], start=2)
        if isinstance(cell, float) and cell < LEVEL
    )
    return Sheet(frame, strong=strong, behind=_two_runs(shown, 2))


def _two_runs(runs: Sequence[int], first: int) -> Find:
    """Return what stands behind a matrix of runs, whose columns of runs begin at `first`."""

    def find(row: int, column: int) -> Behind:
        if column < first or row == column - first:
            return Behind(run=runs[row])
        return Behind(AGAINST, run=runs[row], other=runs[column - first])

    return find


def open_pairs(asked: Asked) -> Sheet:
    """Return for all pairs of runs between what their difference can still end, best runs first."""
    runs = [run for run in asked.ranked() if run < len(asked.catalog.runs)]
    frame = open_pairs_of(asked.board, asked.main, watch=asked.watch)
    strong = frozenset(
        (at, column)
        for at, row in enumerate(rows_of(frame))
        for column, cell in enumerate(row[1:], start=1)
        if str(cell).startswith("open")
    )
    return Sheet(frame, strong=strong, behind=_two_runs(runs, 1))


def run_against_run(asked: Asked) -> Sheet:
    """Return the scores of two runs on every question, the largest difference first, tested by signs.

    By a measure that exists for whole runs only, the two scores by every measure shown, with the bounds of
    their difference.
    """
    first, second = _two(asked)
    try:
        found = by_question(asked, asked.board, asked.main)
    except Refused as error:
        return _whole_runs(asked, first, second, str(error))
    if not {first, second} <= set(found.runs):
        raise Refused("Only runs can be compared question by question, where judges have no scores.")
    a, b = (found.values[:, found.runs.index(run)] for run in (first, second))
    questions = [asked.catalog.questions[at] for at in found.units.tolist()]
    names = asked.names((first, second))
    apart = a - b
    order = best_first(apart).tolist()
    rows = tuple(
        (questions[at].name, questions[at].category or "", float(a[at]), float(b[at]), float(apart[at]))
        for at in order
    )
    told = _tested(names, a, b, asked.main)
    told += f" {_ends(asked, first, second)}"
    title = f"{names[0]} against {names[1]} by {asked.main}"
    head = ("question", "category", *names, "difference")
    rests = asked.rests(runs=(first, second))
    frame = make_frame("against", title, head, rows, (0, 1), asked.notes(told), rests=rests)
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

    def find(row: int, column: int) -> Behind:
        return Behind(unit=int(found.units[order[row]]), run=second if column == _OTHER else first)

    return Sheet(frame, Figure(title, across, up, clouds=(cloud,), caption=told), behind=find)


def _whole_runs(asked: Asked, first: int, second: int, why: str) -> Sheet:
    """Return the whole scores of two runs by every measure shown, and how their differences can end.

    `why`: why there are no scores of questions.
    """
    names, rows = asked.names((first, second)), []
    columns = [each for each in asked.columns if not each.gold]
    for one in (each.measure for each in columns):
        a, b = (asked.board.score(one, run).value for run in (first, second))
        found = between(asked.board.difference(one, first, second))
        rows.append(
            (
                str(one),
                a,
                b,
                a - b,
                float(found.bounds.low),
                float(found.bounds.high),
                found.exactly,
                found.state,
            )
        )
    frame = make_frame(
        "against",
        f"{names[0]} against {names[1]}",
        ("measure", *names, "difference", "lowest", "highest", "bounds", "order"),
        tuple(rows),
        (0, 6, 7),
        asked.notes(why, _ends(asked, first, second)),
        rests=asked.rests(columns, (first, second)),
    )

    def find(row: int, column: int) -> Behind:
        return Behind(run=second if column == _OTHER - 1 else first, measure=measure(str(rows[row][0])))

    return Sheet(frame, behind=find)


def _tested(names: Sequence[str], a: Scores, b: Scores, one: Measure) -> str:
    """Return the test of two runs in words; the correlation is over questions that both have scores of."""
    test, known = sign_test(a, b, one.direction), ~(np.isnan(a) | np.isnan(b))
    alike = pearson(a[known], b[known])
    told = "" if math.isnan(alike) else f" Pearson {score_text(alike)}."
    return (
        f"{names[0]} wins {test.wins:,}, {names[1]} wins {test.losses:,}, {test.ties:,} ties; "
        f"two-sided sign test p = {_p_text(test.p)}.{told}"
    )


def _ends(asked: Asked, first: int, second: int) -> str:
    """Return in a sentence between what the difference of two runs can still end."""
    found = between(asked.board.difference(asked.main, first, second))
    if found.state == "undefined":
        return "The difference stays undefined whatever is judged or decided."
    if found.bounds.low == found.bounds.high:
        return f"Nothing that is still unjudged or disputed can change the difference of {found.ends}."
    places = "the two can still change places" if found.state == "open" else "their order is settled"
    judged = "judged and decided" if found.bounds.decided else "judged"
    return f"When all is {judged}, the difference ends at {found.ends} ({found.exactly} bounds): {places}."


def pairs_apart(asked: Asked) -> Sheet:
    """Return for every measure which share of the pairs of runs is at least so far apart (Voorhees 3.2).

    The required difference is that of a swap study kept in the collection, made of what is shown here.
    """
    runs = [run for run in asked.board.runs if run < len(asked.catalog.runs)]
    kept = kept_swaps(asked)
    rows = []
    for one in asked.measures:
        scores = np.array([asked.board.score(one, run).value for run in runs])
        shares = [share_above(scores, step) for step in STEPS]
        study = kept.get(str(one))
        needed = None if study is None else study.required
        last = (None, None) if needed is None else (needed, share_above(scores, needed))
        told = "none" if study is None else study.told
        rows.append((str(one), int(np.count_nonzero(~np.isnan(scores))), *shares, *last, told))
    head = ("measure", "runs", *(f"≥ {score_text(step)[:3]}" for step in STEPS), "required", "share", "study")
    caption = asked.notes(
        "Share of the pairs of runs whose scores differ by at least so much. Required: the difference at "
        "which at most 5 % of pairs swap, from a swap study kept in this collection under the same gold "
        "standard and of the same questions.",
        *_missing(asked, kept),
    )
    rests = asked.rests([one for one in asked.columns if not one.gold], runs)
    left = (0, len(head) - 1)
    frame = make_frame("apart", "How far runs are apart", head, tuple(rows), left, caption, rests=rests)

    def find(row: int, column: int) -> Behind:
        del column
        return Behind(PAIRS, measure=asked.measures[row])

    return Sheet(frame, behind=find)


def _missing(asked: Asked, kept: Mapping[str, Swap]) -> list[str]:
    """Return sentences about studies that are out of date, require nothing, or are not there."""
    told = []
    stale = [name for name, study in kept.items() if study.stale]
    if stale:
        told.append(
            f"Out of date, since judgments or runs have changed after it: the study of {', '.join(stale)}; "
            "do it again on Studies."
        )
    told += [
        f"The study of {name} requires no difference: {study.reason}."
        for name, study in kept.items()
        if study.reason
    ]
    missing = [str(one) for one in asked.measures if str(one) not in kept]
    if missing:
        told.append(
            f"No such study is kept of {', '.join(missing)}: choose swap on Studies (Ctrl+5) with this gold "
            "standard and keep it, or run jurybox study swap with --keep."
        )
    return told


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
