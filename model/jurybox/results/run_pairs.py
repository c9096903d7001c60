"""Tables of two runs: every pair under a measure, two runs under several measures, and where two differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.intervals import DRAWS
from jurybox.analysis.samples import gather
from jurybox.analysis.significance import holm_matrix, randomization_test, sign_test
from jurybox.analysis.standings import finish_pairs, pair_p_values, prepare_tests
from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox.measures.ranks import signs_of
from jurybox.results.cells import score_text
from jurybox.results.frame import COUNTED, make_frame
from jurybox.results.pair_facts import all_between, between, matrix_of
from jurybox.results.scores import board_notes, measures_named
from jurybox.scoring.coverage import lines_of, of_runs, resting

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from jurybox.analysis.standings import ToTest
    from jurybox.measures import Measure
    from jurybox.results.scores import Names
    from jurybox.scoring import Scoreboard
    from jurybox.watch import Watch

_ORDERS = (
    "low, high: between what the difference can still end when all is judged; the order of the two is open "
    "while 0 lies between."
)
LEVEL = 0.05
"""Below this p-value two runs differ significantly."""
_ENDS = ("low", "high", "order", "bounds")


def pairs(
    board: Scoreboard,
    by: Measure | str,
    *,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return all pairs of runs by a measure, each run against those ranked below it.

    Columns: difference of the scores; units won, lost and tied by the first run, None for a measure without
    scores of units; p-value of the two-sided sign test (else of randomization with `draws`), alone and with
    Holm's correction for all pairs; low and high bound of the difference once all is judged, whether the
    order is open or settled, and whether these bounds are exact. Refused for a measure that cannot be tested.
    """
    one = measure(by) if isinstance(by, str) else by
    gather(board, board.catalog, one, whole_questions=True)
    tested = prepare_tests(board, board.catalog, one)
    columns, p, test = pair_p_values(tested, draws=draws, seed=seed, watch=watch)
    corrected = holm_matrix(p)
    ranked = [row.run for row in tested.rows if row.run in columns]
    bounds = all_between(board, one, [run for run in ranked if not board.is_made(run)], watch)
    score = {row.run: row.score.value for row in tested.rows}
    rows = []
    for at, first in enumerate(ranked):
        for other, second in enumerate(ranked[at + 1 :], start=at + 1):
            a, b = columns.index(first), columns.index(second)
            won: tuple[int | None, ...] = (None,) * 3
            if len(tested.values):
                signs = sign_test(tested.values[:, a], tested.values[:, b], one.direction)
                won = signs.wins, signs.losses, signs.ties
            known = bounds.get((at, other))
            ends = (
                (None, None, "", "")
                if known is None
                else (known.bounds.low, known.bounds.high, known.state, known.exactly)
            )
            names = board.name_of(first), board.name_of(second)
            difference = score[first] - score[second]
            rows.append((*names, difference, *won, float(p[a, b]), float(corrected[a, b]), *ends))
    head = ("run", "other", "difference", "wins", "losses", "ties", "p", "corrected p", *_ENDS)
    notes = [
        f"Run minus other; gold standard {board.gold_text}.",
        f"Two-sided {test} test; corrected p: with Holm's correction for all {len(rows):,} pairs.",
        _ORDERS,
        board.unchanged_text,
    ]
    return make_frame(
        "pairs",
        f"All pairs of runs by {one}",
        head,
        rows,
        (0, 1, 10, 11),
        notes,
        rests=(resting(board, one, ranked),),
        index=2,
        p_values=("p", "corrected p"),
    )


def p_values(
    board: Scoreboard,
    by: Measure | str,
    *,
    by_lot: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return runs by runs: Holm's adjusted p-values of all pairs, best runs first, beside their scores.

    By the sign test where the measure has scores of units, else, or if `by_lot`, by randomization. None on
    the diagonal. Refused, with the reason, for a measure that cannot be tested.
    """
    one = measure(by) if isinstance(by, str) else by
    gather(board, board.catalog, one, whole_questions=True)
    tested = prepare_tests(board, board.catalog, one)
    return p_values_of(board, tested, by_lot=by_lot, draws=draws, seed=seed, watch=watch)


def p_values_of(
    board: Scoreboard,
    tested: ToTest,
    *,
    by_lot: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return the same of a ranking that is prepared for tests."""
    one = tested.measure
    runs, p, test = finish_pairs(tested, by_lot=by_lot, draws=draws, seed=seed, watch=watch)
    score = {row.run: row.score.value for row in tested.rows}
    ranked = [row.run for row in tested.rows if row.run in runs]
    places = [runs.index(run) for run in ranked]
    names = [board.name_of(run) for run in ranked]
    rows = [
        (name, score[run], *(None if at == other else float(p[at, other]) for other in places))
        for name, run, at in zip(names, ranked, places, strict=True)
    ]
    known = p[np.triu_indices(len(runs), 1)]
    known = known[~np.isnan(known)]
    drawn = f" of {draws:,} draws" if test == "randomization" else ""
    note = (
        f"Two-sided {test} test{drawn}, p-values corrected for all {len(known):,} pairs (Holm); "
        f"{int(np.count_nonzero(known < LEVEL)):,} pairs differ at .05."
        f"{_too_few_draws(draws, len(known)) if drawn else ''}"
    )
    head, units = ("run", str(one), *names), {str(one): of_runs(board, one, ranked)}
    notes = (note, *board_notes(board))
    return make_frame("pairs", f"All pairs of runs by {one}", head, rows, (0,), notes, units=units)


def _too_few_draws(draws: int, pairs: int) -> str:
    """Return what is said where even a difference no draw reaches cannot be found among so many pairs."""
    least = pairs / (draws + 1)
    if least < LEVEL:
        return ""
    return (
        f" So few draws cannot tell: no p-value of {pairs:,} pairs can come below "
        f"{score_text(min(1.0, least))} with {draws:,}."
    )


def open_pairs(
    board: Scoreboard, by: Measure | str, *, watch: Watch | None = None, most: float = math.inf
) -> pd.DataFrame:
    """Return runs by runs: in words how the difference of each pair can still end, best runs first.

    `most`: as in `all_between`, how often waiting units are looked at for tighter bounds.
    """
    one = measure(by) if isinstance(by, str) else by
    runs = [row.run for row in board.standing(one) if not board.is_made(row.run)]
    names = [board.name_of(run) for run in runs]
    head, rows, caption = matrix_of(names, all_between(board, one, runs, watch, most))
    title = f"Which pairs of runs can still change places by {one}"
    notes, rests = (caption, *board_notes(board)), (resting(board, one, runs),)
    return make_frame("open", title, head, rows, range(len(head)), notes, rests=rests)


def compare(
    board: Scoreboard,
    run: int,
    other: int,
    measures: Sequence[Measure | str] = (),
    *,
    test: str | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return two runs, by position, under each of some measures: difference, test, bounds and order.

    `test`: "sign" or "randomization"; None: the sign test, and randomization for measures without scores of
    units. NaN for wins, losses and ties without such scores. CSV has what both scores rest on in columns.
    Refused for the sign test of a measure without scores of units.
    """
    chosen = measures_named(board, measures)
    names = board.name_of(run), board.name_of(other)
    rows = [
        _compared(board, one, run, other, test=test, draws=draws, seed=seed, watch=watch) for one in chosen
    ]
    head = ("measure", "difference", "wins", "losses", "ties", "p", "test", *_ENDS)
    counted = [f"{name} {what}" for name in names for what in COUNTED]
    notes = [
        f"{names[0]} minus {names[1]}; gold standard {board.gold_text}.",
        _ORDERS,
        *lines_of((str(one), of_runs(board, one, (run, other))) for one in chosen),
        board.unchanged_text,
    ]
    return make_frame(
        "compare",
        f"{names[0]} against {names[1]}",
        (*head, *counted),
        rows,
        (0, 6, 9, 10),
        notes,
        exact_only=counted,
        p_values=("p",),
    )


def _compared(
    board: Scoreboard,
    one: Measure,
    a: int,
    b: int,
    *,
    test: str | None,
    draws: int,
    seed: int,
    watch: Watch | None,
) -> tuple[object, ...]:
    values = board.unit_values(one)
    by_units = len(values.units) > 0
    if test == "sign" and not by_units:
        raise Refused(f"{one} has no score per unit, so there is no sign test; ask for --test randomization.")
    difference = board.score(one, a).value - board.score(one, b).value
    counts: tuple[float, ...] = (math.nan,) * 3
    p = math.nan
    if by_units:
        first, second = (values.values[:, values.runs.index(run)] for run in (a, b))
        signs = sign_test(first, second, one.direction)
        counts, p = (signs.wins, signs.losses, signs.ties), signs.p
    chosen = test or ("sign" if by_units else "randomization")
    if chosen == "randomization":
        found = gather(board, board.catalog, one, whole_questions=True)
        both = found.data.paired(found.runs.index(a), found.runs.index(b))
        p = randomization_test(both, draws=draws, seed=seed, watch=watch).p
    ends = between(board.difference(one, a, b))
    counted = (part for on in of_runs(board, one, (a, b)) for part in (on.units, on.pending, on.excluded))
    bounds = (ends.bounds.low, ends.bounds.high, ends.state, ends.exactly)
    return (str(one), difference, *counts, p, chosen, *bounds, *counted)


def units_apart(board: Scoreboard, names: Names, run: int, other: int, by: Measure | str) -> pd.DataFrame:
    """Return the units on which two runs have different scores by a measure; `names`: those of units."""
    one = measure(by) if isinstance(by, str) else by
    found = board.unit_values(one)
    rows = []
    if len(found.units):
        first, second = (found.values[:, found.runs.index(at)] for at in (run, other))
        differ = signs_of(first - second) != 0  # so is what only one of them has a score of
        for unit, a, b in zip(found.units[differ], first[differ], second[differ], strict=True):
            rows.append((names[found.unit][unit], float(a), float(b)))
    head = ("unit", board.name_of(run), board.name_of(other))
    notes = (f"{len(rows)} units differ by {one}.",)
    return make_frame("units-apart", f"Units on which two runs differ by {one}", head, rows, notes=notes)
