"""Tables of scores: runs by measures, single units, categories and series, ranges over ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jurybox.analysis.intervals import DRAWS
from jurybox.analysis.kept_out import count_by_reason, option_of_gold, said_of
from jurybox.analysis.standings import Standing, finish_tests, limit_note, marks_notes, prepare_tests
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import comma_list, or_list
from jurybox.measures import Measure, Unit, measure
from jurybox.results.frame import COUNTED, Rows, make_frame, make_rows
from jurybox.results.if_judged import warning
from jurybox.scoring import UNJUDGED_MEANS, Scoreboard, Table, usual_measures
from jurybox.scoring.coverage import coverage, of_runs, unit_of
from jurybox.scoring.results import JudgedShare
from jurybox.scoring.tie_range import measures_at_one, range_over_ties
from jurybox.scoring.ties import TIES_NOTES, Ties, hangs_on_order
from jurybox.wording import plural

if TYPE_CHECKING:
    import pandas as pd


Names = dict["Unit", "Sequence[str]"]

MeasureNames: TypeAlias = "Measure | str | Sequence[Measure | str]"
"""Measures or their names, or one alone."""

_BOUNDS = tr("In brackets: the lowest and the highest score once the pending units are judged too{}.")
_FROZEN = tr("In brackets: the score itself, twice; the gold standard is frozen, so nothing can change it.")
_OUTSIDE = tr("Scores count only what is judged, so a score may be outside its bounds.")
_DECIDED = tr(", and disputes are decided")
_WAY_OUT = tr(
    "To score before everything is judged, let unjudged answers count as not relevant "
    "(--unjudged nonrelevant, or Shift+U on Scores), or look at the bounds."
)
_OUTER = tr("~ marks bounds that no score can pass, but that may not be reached.")


class NoMean(str):
    """A note on the measures that have no mean over units."""

    __slots__ = ()


def measures_named(board: Scoreboard, names: MeasureNames) -> list[Measure]:
    """Return measures by name, each once; without names the default ones of the kinds of question here.

    Raises ValueError for a name that is not a measure.
    """
    return _measures(names) or usual_measures(board)


def _measures(names: MeasureNames) -> list[Measure]:
    several = [names] if isinstance(names, (str, Measure)) else names
    return list(dict.fromkeys(measure(one) if isinstance(one, str) else one for one in several))


def runs(
    board: Scoreboard, measures: MeasureNames = (), *, bounds: bool = False, ties: Ties = "submitted"
) -> pd.DataFrame:
    """Return runs by measures, best run by the first measure first; NaN where a score is undefined.

    `measures`: measures or their names, or one of them, such as "nDCG@10"; by default the usual ones.
    `bounds`: with a low and a high column for each, the bounds of the score once everything is judged.
    `ties`: how equal scores of answers were ordered, which the notes say. With judges as runs there are
    columns of the units that each score rests on, one where the measures agree about them. Raises ValueError
    for an unknown measure.
    """
    return rows_of_runs(board, measures, bounds=bounds, ties=ties).frame()


def rows_of_runs(board: Scoreboard, measures: MeasureNames, *, bounds: bool = False, ties: Ties = "submitted") -> Rows:
    """Return the same, to be printed."""
    chosen = measures_named(board, measures)
    shown = [row.run for row in board.standing(chosen[0])]
    head, ranges = _heads(board, chosen, shown, bounds=bounds)
    counted = _units_by_run(board, chosen, shown)
    return make_rows(
        "scores",
        tr("Runs by measures"),
        ("run", *head, *counted),
        [
            (board.name_of(run), *_cells(board, chosen, run, bounds=bounds), *numbers)
            for run, *numbers in zip(shown, *counted.values(), strict=True)
        ],
        notes=_notes(board, chosen, TIES_NOTES[ties], shown, bounds=bounds),
        units={str(one): of_runs(board, one, shown) for one in chosen},
        exact_only=[end for low, high, _ in ranges.values() for end in (low, high)],
        ranges=ranges,
        best={str(one): one.direction for one in chosen},
        lead=warning(board, chosen),
    )


def _units_by_run(board: Scoreboard, measures: Sequence[Measure], shown: Sequence[int]) -> dict[str, list[int]]:
    """Return columns of the units behind each score where judges are among the runs: each has its own.

    A judge is scored on the questions that they labeled, which the range in the row of units hides.
    """
    if not any(board.is_made(run) for run in shown):
        return {}
    found = {f"{one} units": [board.score(one, run).units for run in shown] for one in measures}
    first, *others = found.values()
    return found if any(each != first for each in others) else {"units": first}


def _cells(board: Scoreboard, measures: Sequence[Measure], run: int, *, bounds: bool) -> Iterator[float]:
    for one in measures:
        yield board.score(one, run).value
        if bounds:
            between = board.bounds(one, run)
            yield between.low
            yield between.high


def _heads(
    board: Scoreboard, measures: Sequence[Measure], shown: Sequence[int], *, bounds: bool
) -> tuple[list[str], dict[str, tuple[str, str, Sequence[bool]]]]:
    """Return the heads of scores, and which of them are the ends of which."""
    if not bounds:
        return [str(one) for one in measures], {}
    ranges: dict[str, tuple[str, str, Sequence[bool]]] = {
        str(one): (f"{one} low", f"{one} high", [board.bounds(one, run).exact for run in shown]) for one in measures
    }
    return [part for name, (low, high, _) in ranges.items() for part in (name, low, high)], ranges


def _notes(
    board: Scoreboard, measures: Sequence[Measure], ties: str, shown: Sequence[int], *, bounds: bool
) -> Iterator[str]:
    """Yield what must be known to read the table, in whatever form it is printed."""
    yield tr("Gold standard {gold_text}.", gold_text=board.gold_words)
    yield board.frozen_text
    yield board.gains_text
    yield board.unchanged_text
    if board.has_graded:
        yield tr("Ranked lists: {unjudged_means}.", unjudged_means=UNJUDGED_MEANS[board.unjudged])
    if bounds and board.is_closed:
        yield _FROZEN
    elif bounds:
        decided = any(board.bounds(one, run).decided for one in measures for run in shown[:1])
        yield _BOUNDS.format(_DECIDED if decided else "")
        if any(board.bounds(one, run).leave_out(board.score(one, run).value) for one in measures for run in shown):
            yield _OUTSIDE
    if hangs_on_order(board.catalog, filter(None, map(board.kind_of, measures)), measures):
        yield ties
    if said := said_of(count_by_reason(board)):
        yield tr("{said} List: jurybox left-out{of_gold}.", said=said, of_gold=option_of_gold(board))
    yield from _undefined(board, measures)
    if any(_only_waits(board, one, shown) for one in measures):
        yield _WAY_OUT
    if bounds and any(not board.bounds(one, run).exact for one in measures for run in shown):
        yield _OUTER


def _only_waits(board: Scoreboard, one: Measure, shown: Sequence[int]) -> bool:
    """Return whether no run has a score because ranked questions have unjudged answers."""
    kind = board.kind_of(one)
    waits = board.unjudged == "wait" and kind is not None and KINDS[kind].is_graded
    return waits and not any(board.score(one, run).units for run in shown) and len(board.waiting_units(one)) > 0


def _undefined(board: Scoreboard, measures: Sequence[Measure]) -> Iterator[str]:
    """Yield why scores are undefined that are a dash in the table."""
    for one in measures:
        named: dict[str, list[str]] = {}
        for row in board.standing(one):
            if row.score.reason:
                named.setdefault(row.score.reason, []).append(row.name)
        for reason, names in named.items():
            if len(names) == len(board.runs):
                yield tr("{one} of all runs is undefined: {reason}.", one=one, reason=reason)
            else:
                listed = comma_list(names, 3)
                yield tr("{one} of {runs} is undefined: {reason}.", one=one, runs=listed, reason=reason)


def board_notes(board: Scoreboard, measures: Sequence[Measure] = ()) -> list[str]:
    """Return the notes of a table of any scores: gold standard, what is unjudged counts, and the tie rule.

    `measures`: those shown, if they are known: some need the tie rule for single answers, too.
    """
    gold = tr("Gold standard: {gold_text}.", gold_text=board.gold_words)
    ties = TIES_NOTES["submitted"] if hangs_on_order(board.catalog, board.kinds, measures) else ""
    notes = (gold, board.frozen_text, board.gains_text, board.unchanged_text, rule_note(board), ties)
    return [note for note in notes if note]


def rule_note(board: Scoreboard) -> str:
    """Return what unjudged answers of ranked lists count as, where a rule says so; "" where they wait."""
    if board.unjudged == "wait" or not board.has_graded:
        return ""
    return tr("Ranked lists: {unjudged_means}.", unjudged_means=UNJUDGED_MEANS[board.unjudged])


def ranking(board: Scoreboard, by: Measure | str, *, draws: int = DRAWS, seed: int = 0) -> pd.DataFrame:
    """Return runs by a measure with ranks, 95 % intervals, and marks and tests against the run below.

    `draws`: of intervals and of randomization tests. With the bounds of the scores where something is still
    to be judged. None where there is no rank, interval or test.
    """
    one = measure(by) if isinstance(by, str) else by
    tested = prepare_tests(board, one)
    rows = finish_tests(tested, draws=draws, seed=seed)
    head = ["run", "rank", str(one), "mark", "CI low", "CI high", "method", "p", "test"]
    cells = [_ranked(row) for row in rows]
    tests = {row.test for row in rows}
    notes = [*marks_notes(one, tests, draws), *(limit_note(tested, test, draws) for test in sorted(tests - {""}))]
    if any(row.interval for row in rows):
        notes.append(tr("CI: 95 %, bootstrap over {drawn}, BCa unless stated otherwise.", drawn=_drawn(board, one)))
    if board.kind_of(one) is not None and len(board.waiting_units(one)):
        head += ["lowest", "highest"]
        bounds = [board.bounds(one, row.row.run) for row in rows]
        cells = [(*cell, between.low, between.high) for cell, between in zip(cells, bounds, strict=True)]
        notes.append(
            tr(
                "Lowest and highest: bounds of the score once all that is pending is judged; the score "
                "counts only what is judged, and may be outside."
            )
        )
    reasons = dict.fromkeys(row.row.score.reason for row in rows if row.row.score.reason)
    notes += [tr("Undefined: {reason}.", reason=reason) for reason in reasons]
    units = {str(one): of_runs(board, one, [row.row.run for row in rows])}
    all_notes = (*notes, *board_notes(board))
    best = {str(one): one.direction}
    words, p_of = (0, 3, 6, 8), {"p": 1 / (draws + 1) if "randomization" in tests else 0.0}
    caption = tr("Runs by {one}", one=one)
    return make_frame(
        "scores",
        caption,
        head,
        cells,
        words,
        all_notes,
        units=units,
        p_values=p_of,
        best=best,
        lead=warning(board, [one]),
    )


def _ranked(standing: Standing) -> tuple[object, ...]:
    row, between = standing.row, standing.interval
    ends = (between.low, between.high, between.method) if between else (None, None, "")
    return row.name, row.rank, row.score.value, standing.mark, *ends, standing.p, standing.test


def _drawn(board: Scoreboard, one: Measure) -> str:
    """Return what a bootstrap draws: questions with all their answers, or whole series."""
    unit = unit_of(board, one)
    return plural(unit) if unit == "series" else tr("questions with all their answers")


def groups(
    board: Scoreboard,
    by: str,
    members: Mapping[str, frozenset[int]],
    measures: MeasureNames = (),
    *,
    bounds: bool = False,
) -> pd.DataFrame:
    """Return runs by measures within each group of questions; the index is group and run.

    `by`: what the groups are, such as "category"; `members`: the questions of each. Each measure has columns
    of units, pending and excluded; for people only the first. The selection of the board is the same after.
    """
    chosen = measures_named(board, measures)
    before, rows = board.questions, []
    exact: dict[str, list[bool]] = {str(one): [] for one in chosen}
    judged: dict[str, list[JudgedShare | None]] = {str(one): [] for one in chosen}
    lead = warning(board, chosen)
    try:
        for name, questions in members.items():
            board.select(questions)
            for row in board.standing(chosen[0]):
                each = [coverage(board, one, row.run) for one in chosen]
                for one, on in zip(chosen, each, strict=True):
                    judged[str(one)].append(on.judged)
                counts = (part for on in each for part in (on.units, on.pending, on.excluded))
                rows.append((name, row.name, *counts, *_cells(board, chosen, row.run, bounds=bounds)))
                for one in chosen if bounds else ():
                    exact[str(one)].append(board.bounds(one, row.run).exact)
    finally:
        board.select(before)
    counted = [f"{one} {what}" if len(chosen) > 1 else what for one in chosen for what in COUNTED]
    head, ranges = _heads(board, chosen, (), bounds=bounds)
    ranges = {one: (low, high, exact[one]) for one, (low, high, _) in ranges.items()}
    notes = [tr("Gold standard {gold_text}.", gold_text=board.gold_words), board.frozen_text]
    notes += [tr("Units, pending and excluded are those of {chosen}.", chosen=chosen[0])] if len(chosen) > 1 else []
    notes += [_OUTER] if not all(known for each in exact.values() for known in each) else []
    ends = [end for low, high, _ in ranges.values() for end in (low, high)]
    return make_frame(
        f"scores-by-{by}",
        tr("Runs by measures, for each {by}", by=by),
        (by, "run", *counted, *head),
        rows,
        (0, 1),
        notes,
        index=2,
        exact_only=(*counted[len(COUNTED) :], *ends),
        ranges=ranges,
        lead=lead,
        judged={one: each for one, each in judged.items() if any(share is not None for share in each)},
    )


def units(board: Scoreboard, names: Names, measures: MeasureNames = ()) -> pd.DataFrame:
    """Return what every unit that is scored counts for each run; the index is unit and run.

    `names`: those of answers, questions and series, by position (`names_of`). Only measures that are means
    over units have values; None where a unit has none by a measure. The notes name the others.
    """
    chosen = measures_named(board, measures)
    found = {str(one): board.unit_values(one) for one in chosen}
    rows: dict[tuple[int, Unit, int], dict[str, float]] = {}
    for at in range(len(board.runs)):
        for name, values in found.items():
            if at >= len(values.runs):
                continue
            for unit, value in zip(values.units.tolist(), values.values[:, at].tolist(), strict=True):
                rows.setdefault((at, values.unit, unit), {})[name] = value
    without = [name for name, values in found.items() if not len(values.units)]
    kinds = sorted({tr(plural(values.unit)) for values in found.values() if len(values.units)})
    reason = (
        NoMean(tr("No mean over {kinds}: {without}.", kinds=or_list(kinds) or tr("units"), without=comma_list(without)))
        if without
        else ""
    )
    return make_frame(
        "units",
        tr("Units by run"),
        ("unit", "run", *found),
        [
            (names[kind][unit], board.name_of(board.runs[at]), *(values.get(name) for name in found))
            for (at, kind, unit), values in rows.items()
        ],
        (0, 1),
        (tr("Gold standard {gold_text}.", gold_text=board.gold_words), board.frozen_text, reason),
        index=2,
        lead=warning(board, chosen),
    )


def behind_score(table: Table, names: Mapping[str, Sequence[str]], caption: str) -> pd.DataFrame:
    """Return the rows that a score is made of, or that it leaves out.

    `names`: those of answers and of questions by position, which take the place of the positions.
    """
    rows = [
        [
            names[head][cell] if head in names and isinstance(cell, (int, np.integer)) else cell
            for head, cell in zip(table.head, row, strict=True)
        ]
        for row in table.rows
    ]
    return make_frame("behind-score", caption, table.head, rows, range(len(table.head)), index=0)


def tie_range(board: Scoreboard, measures: MeasureNames = ()) -> pd.DataFrame:
    """Return the range of judges' scores as runs, over all orders of the answers that they rated alike.

    Refused where judges are not among the runs, and for a measure that has no such range.
    """
    chosen = _measures(measures) or measures_at_one()
    judge_runs = [run for run in board.runs if board.is_made(run)] if board.has_graded else []
    if not judge_runs:
        raise Refused(tr("There is no judge as a run. Use --humans, in a collection with ranked questions."))
    try:
        rows = [
            (
                board.name_of(run),
                str(one),
                board.score(one, run).value,
                *range_over_ties(board, one, run),
                board.score(one, run).units,
            )
            for run in judge_runs
            for one in chosen
        ]
    except ValueError as error:
        raise Refused(f"{error}.") from error
    note = tr(
        "Gold standard {gold_text}; over all orders of answers that a judge rated alike.", gold_text=board.gold_words
    )
    head = ("run", "measure", "value", "low", "high", "units")
    return make_frame(
        "tie-range", tr("Judges as runs, over ties"), head, rows, (0, 1), (note, board.frozen_text), index=2
    )
