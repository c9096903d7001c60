"""Tables of two runs: every pair under a measure, two runs under several measures, and where two differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jurybox.analysis.effect_size import LEVEL as TEST_LEVEL
from jurybox.analysis.effect_size import POWER, cohens_d, effect_interval, units_needed
from jurybox.analysis.intervals import DRAWS, Interval
from jurybox.analysis.samples import by_whole_questions, gather
from jurybox.analysis.significance import (
    CORRECTIONS,
    Correction,
    corrected_matrix,
    paired_differences,
    randomization_test,
    sign_test,
    t_test,
    wilcoxon_test,
)
from jurybox.analysis.standings import (
    TESTS,
    Test,
    ToTest,
    finish_pairs,
    limit_note,
    no_unit_scores,
    pair_p_values,
    prepare_tests,
)
from jurybox.errors import Refused
from jurybox.language import grouped, tr, trc, trn
from jurybox.lists import clauses, comma_list
from jurybox.measures import Measure, measure
from jurybox.measures.ranks import signs_of
from jurybox.results.cells import score_text
from jurybox.results.frame import COUNTED, make_frame
from jurybox.results.if_judged import warning
from jurybox.results.pair_facts import AS_FROZEN, all_between, between, matrix_of, pairs_caption
from jurybox.results.scores import MeasureNames, Names, board_notes, measures_named, rule_note
from jurybox.scoring import Scoreboard, UnitValues
from jurybox.scoring.coverage import lines_of, of_runs, resting
from jurybox.scoring.unit_table import Scores
from jurybox.watch import Watch
from jurybox.wording import count_of, plural

if TYPE_CHECKING:
    import pandas as pd


_ORDERS = tr(
    "low, high: the range where the difference can still end when all is judged and decided; the order "
    "of the two is open while the range includes 0."
)
_ORDERS_BY_RULE = tr(
    "low, high: the range where the difference can still end when all is decided, with unjudged answers counted "
    "as now; the order of the two is open while the range includes 0."
)
LEVEL = 0.05
"""Below this p-value two runs differ significantly."""
_ENDS = ("low", "high", "order", "bounds")


def _orders(board: Scoreboard) -> str:
    if board.is_closed:
        return AS_FROZEN
    return _ORDERS_BY_RULE if rule_note(board) else _ORDERS


def pairs(
    board: Scoreboard,
    by: Measure | str,
    *,
    test: Test = "",
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return all pairs of runs by a measure, each run against those ranked below it.

    Columns: difference of the scores; units won, lost and tied by the first run, and Cohen's d of the
    differences of questions, None for a measure without scores of units; two-sided p-value of the `test` (""
    for the sign test, else randomization with `draws`), alone and corrected for all pairs by Holm and by
    Benjamini and Hochberg (None for Tukey's, which is for all pairs); low and high bound of the difference
    once all is judged, whether the order is open or settled, and whether these bounds are exact. Refused for
    a measure that cannot be tested so.
    """
    one = measure(by) if isinstance(by, str) else by
    gather(board, one, whole_questions=True)
    tested = prepare_tests(board, one)
    columns, p, done = pair_p_values(tested, test=test, draws=draws, seed=seed, watch=watch)
    corrected = [None if done == "tukey" else corrected_matrix(p, how) for how in CORRECTIONS]
    ranked = [row.run for row in tested.rows if row.run in columns]
    bounds = all_between(board, one, [run for run in ranked if not board.is_made(run)], watch)
    score = {row.run: row.score.value for row in tested.rows}
    rows = []
    for at, first in enumerate(ranked):
        for other, second in enumerate(ranked[at + 1 :], start=at + 1):
            a, b = columns.index(first), columns.index(second)
            won: tuple[float | None, ...] = (None,) * 4
            if len(tested.values):
                signs = sign_test(tested.values[:, a], tested.values[:, b], one.direction)
                effect = cohens_d(paired_differences(tested.by_question[:, a], tested.by_question[:, b]))
                won = signs.wins, signs.losses, signs.ties, effect
            known = bounds.get((at, other))
            ends = (
                (None, None, "", "")
                if known is None
                else (known.bounds.low, known.bounds.high, known.state, known.exactly)
            )
            names = board.name_of(first), board.name_of(second)
            difference = score[first] - score[second]
            each = (None if how is None else float(how[a, b]) for how in corrected)
            rows.append((*names, difference, *won, float(p[a, b]), *each, *ends))
    least = _least(done, draws)
    head = ("run", "other", "difference", "wins", "losses", "ties", "d", "p", "Holm p", "BH p", *_ENDS)
    corrections = tr(
        "Holm p, BH p: corrected for all {pairs} by Holm, and by Benjamini and Hochberg.",
        pairs=count_of(len(rows), "pair"),
    )
    effects = tr(
        "d: Cohen's d, the mean of the differences of {unit_of_questions} over their standard deviation.",
        unit_of_questions=plural(tested.unit_of_questions),
    )
    notes = [
        tr("Run minus other; gold standard {gold_text}.", gold_text=board.gold_words),
        _pairs_note(tested, done, draws),
        "" if done == "tukey" else corrections,
        effects if len(tested.values) else "",
        _orders(board),
        rule_note(board),
        board.unchanged_text,
        board.frozen_text,
    ]
    return make_frame(
        "pairs",
        tr("All pairs of runs by {one}", one=one),
        head,
        rows,
        (0, 1, 12, 13),
        notes,
        rests=(resting(board, one, ranked),),
        index=2,
        p_values={"p": least, "Holm p": least * len(rows), "BH p": 0.0},
        lead=warning(board, [one]),
    )


def _pairs_note(tested: ToTest, done: Test, draws: int) -> str:
    """Return the test of all pairs in words, with the units that it rests on."""
    if done == "randomization":
        found = tested.found
        over = "" if found is None else tr(" over {units}", units=count_of(len(found.units), found.unit))
        return tr("Two-sided {tests} of {draws:,} draws{over}.", tests=TESTS[done], draws=draws, over=over)
    values, unit = (tested.values, tested.unit) if done == "sign" else (tested.by_question, tested.unit_of_questions)
    averaged = tr(" (answers of a question averaged)") if unit != tested.unit else ""
    return tr(
        "Two-sided {tests}{over}{averaged}.",
        tests=TESTS[done],
        over=_over(values, unit, blocks=done == "tukey"),
        averaged=averaged,
    )


def _over(values: Scores, unit: str, *, blocks: bool) -> str:
    """Return on how many units tests of all pairs rest; `blocks`: on those that all runs have a score of."""
    known = (~np.isnan(values)).astype(np.int64)
    if blocks:
        left = int((known.min(axis=1) == 0).sum())
        who = tr("undefined for one of the runs")
        kept = count_of(len(values) - left, unit)
        if left:
            return tr(" over {units}, {left:,} left out: {who}", units=kept, left=left, who=who)
        return tr(" over {units}", units=kept)
    both = (known.T @ known)[np.triu_indices(known.shape[1], 1)]
    least, most = (int(both.min()), int(both.max())) if len(both) else (len(values),) * 2
    if least == most == len(values):
        return tr(" over {units}", units=count_of(most, unit))
    between = count_of(most, unit)
    if least != most:
        between = tr("{least:,} to {units}", least=least, units=between)
    return tr(
        " over {between} of {values:,}; those undefined for either run are left out",
        between=between,
        values=len(values),
    )


def p_values(
    board: Scoreboard,
    by: Measure | str,
    *,
    test: Test = "",
    correction: Correction = "holm",
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return runs by runs: corrected p-values of all pairs, best runs first, beside their scores.

    `test`: "" for the sign test where the measure has scores of units, else randomization. None on the
    diagonal. Refused, with the reason, for a measure that cannot be tested so.
    """
    one = measure(by) if isinstance(by, str) else by
    gather(board, one, whole_questions=True)
    tested = prepare_tests(board, one)
    how = {"draws": draws, "seed": seed}
    return p_values_of(board, tested, test=test, correction=correction, watch=watch, **how)


def p_values_of(
    board: Scoreboard,
    tested: ToTest,
    *,
    test: Test = "",
    correction: Correction = "holm",
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return the same of a ranking that is prepared for tests."""
    one = tested.measure
    runs, p, done = finish_pairs(tested, test=test, correction=correction, draws=draws, seed=seed, watch=watch)
    score = {row.run: row.score.value for row in tested.rows}
    ranked = [row.run for row in tested.rows if row.run in runs]
    places = [runs.index(run) for run in ranked]
    names = [board.name_of(run) for run in ranked]
    rows = [
        (name, score[run], *(None if at == other else float(p[at, other]) for other in places))
        for name, run, at in zip(names, ranked, places, strict=True)
    ]
    every = p[np.triu_indices(len(runs), 1)]
    known = every[~np.isnan(every)]
    by_what = "Tukey" if done == "tukey" else CORRECTIONS[correction]
    missing = len(every) - len(known)
    times = len(known) if correction == "holm" else 1
    few = limit_note(tested, done, draws, pairs=times)
    note = tr(  # not shown
        "{pairs_note}; p-values corrected for all {known:,} pairs ({by_what}); {differ}.",
        pairs_note=_pairs_note(tested, done, draws).rstrip(".。"),
        known=len(known),
        by_what=by_what,
        differ=_differ(int(np.count_nonzero(known < LEVEL))),
    )
    undefined = (
        tr(
            "{missing:,} pairs cannot be tested (-): equal, or the same difference, on every "
            "question, or too few questions.",
            missing=missing,
        )
        if missing
        else ""
    )
    head, units = ("run", str(one), *names), {str(one): of_runs(board, one, ranked)}
    smallest = _least(done, draws) * times
    is_floored = bool((known <= smallest * (1 + 1e-9)).any()) and bool(smallest)
    floor = tr("≤: the smallest p-value that {draws:,} draws can show, after the correction.", draws=draws) * is_floored
    notes = (f"{note[:1].upper()}{note[1:]}", few, floor, undefined, *board_notes(board, [one]))
    least = dict.fromkeys(names, smallest)
    title, lead = tr("All pairs of runs by {one}", one=one), warning(board, [one])
    return make_frame("pairs", title, head, rows, (0,), notes, units=units, p_values=least, lead=lead)


def _differ(pairs: int) -> str:
    return trn("{n} pair differs at .05", "{n} pairs differ at .05", pairs)


def _least(test: Test, draws: int) -> float:
    """Return the smallest p-value of a randomization test if p is only known to be at most that; else 0."""
    return 1 / (draws + 1) if test == "randomization" else 0.0


def open_pairs(
    board: Scoreboard, by: Measure | str, *, watch: Watch | None = None, most: float = math.inf
) -> pd.DataFrame:
    """Return runs by runs, in words, how the difference of each pair can still end, best runs first.

    `most`: as in `all_between`, the most checks of pending units for tighter bounds.
    """
    one = measure(by) if isinstance(by, str) else by
    runs = [row.run for row in board.standing(one) if not board.is_made(row.run)]
    names = [board.name_of(run) for run in runs]
    head, rows, caption = matrix_of(names, all_between(board, one, runs, watch, most))
    title = tr("Which pairs of runs can still change places by {one}", one=one)
    notes, rests = (caption, *board_notes(board, [one])), (resting(board, one, runs),)
    return make_frame("open", title, head, rows, range(len(head)), notes, rests=rests, lead=warning(board, [one]))


def pairs_still_open(
    board: Scoreboard, by: Measure | str, *, watch: Watch | None = None, most: float = math.inf
) -> pd.DataFrame:
    """Return the pairs of runs whose order is still open, each run against those ranked below it.

    Columns: difference of the scores so far, between what it can end, and whether both ends can be reached.
    The notes count the pairs that are settled; `most`: as in `open_pairs`, which has these, too.
    """
    one = measure(by) if isinstance(by, str) else by
    runs = [row.run for row in board.standing(one) if not board.is_made(row.run)]
    found = all_between(board, one, runs, watch, most)
    names, score = [board.name_of(run) for run in runs], [board.score(one, run).value for run in runs]
    rows = [
        (names[a], names[b], score[a] - score[b], at.bounds.low, at.bounds.high, at.exactly)
        for (a, b), at in found.items()
        if a < b and at.state == "open"
    ]
    head = ("run", "other", "difference", "low", "high", "bounds")
    title = tr("Pairs of runs that can still change places by {one}", one=one)
    caption, sofar = pairs_caption(found, tr("run minus other")), tr("Difference: that of the scores so far.")
    notes, rests = (caption, sofar, *board_notes(board, [one])), (resting(board, one, runs),)
    lead = warning(board, [one])
    return make_frame("open", title, head, rows, (0, 1, 5), notes, rests=rests, index=2, lead=lead)


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """Two runs tested against each other by one measure.

    `wins`, `losses`, `ties`: units, NaN for a measure without scores of units. `units`: on how many `unit`s
    the `test` rests, `left_out`: how many are undefined for one of the runs; `reason`: why `p` is NaN.
    `effect`: Cohen's d of the differences of questions, between `ends`; `needed`: how many questions would
    show it, None if none would.
    """

    test: Test
    p: float
    unit: str
    units: int
    left_out: int
    reason: str = ""
    wins: float = math.nan
    losses: float = math.nan
    ties: float = math.nan
    effect: float = math.nan
    ends: Interval | None = None
    needed: int | None = None
    averaged: bool = False

    @property
    def effect_text(self) -> str:
        """The effect, its interval, and how many questions would show it; empty without scores of units."""
        if self.ends is None:
            return ""
        if math.isnan(self.effect):
            return tr("d is undefined")
        low, high = self.ends.low, self.ends.high
        ends = "" if math.isnan(low) else f" [{score_text(low)}, {score_text(high)}]"
        needed = trc("number of questions", "none") if self.needed is None else grouped(self.needed)
        return tr(
            "d = {score}{ends}; questions needed for such an effect: {needed}",
            score=score_text(self.effect),
            ends=ends,
            needed=needed,
        )

    @property
    def text(self) -> str:
        """The test, and on what it rests, in words."""
        test, units = TESTS[self.test], count_of(self.units, self.unit)
        said = [
            tr("two-sided {test} over {units} (answers of a question averaged)", test=test, units=units)
            if self.averaged
            else tr("two-sided {test} over {units}", test=test, units=units)
        ]
        if self.left_out:
            said.append(
                trn(
                    "{n} left out: undefined for one of the runs",
                    "{n} left out: undefined for one of the runs",
                    self.left_out,
                )
            )
        why = tr("p is undefined: {reason}", reason=self.reason) if self.reason else ""
        return clauses((comma_list(said), why))


NEEDED = tr(
    "needed: questions, or series, for the paired t test to have a power of {score} at "
    "{score_text2} if the true effect is d; to plan with, since d itself is uncertain.",
    score=score_text(POWER),
    score_text2=score_text(TEST_LEVEL),
)


def two_runs_tested(
    board: Scoreboard,
    one: Measure,
    a: int,
    b: int,
    *,
    test: Test = "",
    whole_questions: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> TwoRuns:
    """Return two runs, by position, tested by a measure; "": by signs, else by randomization.

    `whole_questions`: signs are counted by question, too, where the measure scores answers. Refused for a
    test that needs scores of units where the measure has none, and for Tukey's.
    """
    if test == "tukey":
        raise Refused(tr("Tukey's HSD test is of all pairs of runs. Choose another test for two runs."))
    values = board.unit_values(one)
    by_units, unit = len(values.units) > 0, values.unit
    if whole_questions:
        values = by_whole_questions(values, board.catalog)
    if not by_units and test not in {"", "randomization"}:
        raise no_unit_scores(one, test)
    chosen: Test = test or ("sign" if by_units else "randomization")
    facts = _of_units(board, one, values, a, b, draws, seed) if by_units else {}
    if chosen == "randomization":
        drawn = gather(board, one, whole_questions=True)
        both = drawn.data.paired(drawn.runs.index(a), drawn.runs.index(b))
        p = randomization_test(both, draws=draws, seed=seed, watch=watch).p
        return TwoRuns(chosen, p, drawn.unit, len(drawn.units), 0, **facts)
    if chosen == "sign":
        signs = sign_test(*_columns(values, a, b), one.direction)
        rests = signs.wins + signs.losses + signs.ties
        averaged = values.unit != unit
        return TwoRuns(chosen, signs.p, values.unit, rests, signs.left_out, averaged=averaged, **facts)
    whole = by_whole_questions(values, board.catalog)
    found = (t_test if chosen == "t" else wilcoxon_test)(*_columns(whole, a, b))
    averaged = whole.unit != unit
    return TwoRuns(chosen, found.p, whole.unit, found.units, found.left_out, found.reason, averaged=averaged, **facts)


def _columns(values: UnitValues, a: int, b: int) -> tuple[Scores, Scores]:
    first, second = (values.values[:, values.runs.index(run)] for run in (a, b))
    return first, second


def _of_units(
    board: Scoreboard, one: Measure, values: UnitValues, a: int, b: int, draws: int, seed: int
) -> dict[str, Any]:
    """Return what the scores of units say beside a test: wins, losses, ties, and the effect."""
    signs = sign_test(*_columns(values, a, b), one.direction)
    whole = by_whole_questions(values, board.catalog)
    differences = paired_differences(*_columns(whole, a, b))
    effect = cohens_d(differences)
    return {
        "wins": signs.wins,
        "losses": signs.losses,
        "ties": signs.ties,
        "effect": effect,
        "ends": effect_interval(differences, draws=draws, seed=seed),
        "needed": units_needed(effect),
    }


def compare(
    board: Scoreboard,
    run: int,
    other: int,
    measures: MeasureNames = (),
    *,
    test: Test | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> pd.DataFrame:
    """Return two runs, by position, under each of some measures: difference, test, effect, bounds and order.

    `test`: "sign", "t", "wilcoxon" or "randomization"; None or "": the sign test, and randomization for
    measures without scores of units. NaN for wins, losses, ties and d without such scores. `tested`, `left
    out`: on how many units the test rests; `needed`: how many questions would show the effect. CSV has what
    both scores rest on in columns. Refused for any other test of a measure without scores of units.
    """
    chosen = measures_named(board, measures)
    names = board.name_of(run), board.name_of(other)
    tested = [
        two_runs_tested(board, one, run, other, test=test or "", draws=draws, seed=seed, watch=watch) for one in chosen
    ]
    rows = [_compared(board, one, run, other, found) for one, found in zip(chosen, tested, strict=True)]
    about = ("p", "test", "tested", "left out", "d", "d low", "d high", "needed")
    head = ("measure", "difference", "wins", "losses", "ties", *about, *_ENDS)
    counted = [f"{name} {what}" for name in names for what in COUNTED]
    notes = [
        tr(
            "{names} minus {names2}; gold standard {gold_text}.",
            names=names[0],
            names2=names[1],
            gold_text=board.gold_words,
        ),
        *(f"{one}: {found.text}." for one, found in zip(chosen, tested, strict=True)),
        *_effect_notes(tested, draws, seed),
        _orders(board),
        *lines_of((str(one), of_runs(board, one, (run, other))) for one in chosen),
        rule_note(board),
        board.unchanged_text,
        board.frozen_text,
    ]
    return make_frame(
        "compare",
        tr("{a} against {b}", a=names[0], b=names[1]),
        (*head, *counted),
        rows,
        (0, 6, 15, 16),
        notes,
        exact_only=("d low", "d high", *counted),
        ranges={"d": ("d low", "d high", [True] * len(rows))},
        p_values={"p": 0.0},
        lead=warning(board, chosen),
    )


def _effect_notes(tested: Sequence[TwoRuns], draws: int, seed: int) -> list[str]:
    """Return what d and needed are; nothing where no measure has them."""
    if all(found.ends is None for found in tested):
        return []
    effects = tr(
        "d: Cohen's d, the mean of the differences of questions over their standard deviation; "
        "95 % interval by bootstrap (BCa, {draws:,} draws, seed {seed}), none below ten "
        "questions.",
        draws=draws,
        seed=seed,
    )
    return [effects, NEEDED]


def _compared(board: Scoreboard, one: Measure, a: int, b: int, found: TwoRuns) -> tuple[object, ...]:
    difference = board.score(one, a).value - board.score(one, b).value
    counts = (found.wins, found.losses, found.ties)
    between_ends = (math.nan, math.nan) if found.ends is None else (found.ends.low, found.ends.high)
    about = (found.p, found.test, found.units, found.left_out, found.effect, *between_ends, found.needed)
    ends = between(board.difference(one, a, b))
    counted = (part for on in of_runs(board, one, (a, b)) for part in (on.units, on.pending, on.excluded))
    bounds = (ends.bounds.low, ends.bounds.high, ends.state, ends.exactly)
    return (str(one), difference, *counts, *about, *bounds, *counted)


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
    notes = (tr("{rows} units differ by {one}.", rows=len(rows), one=one),)
    return make_frame("units-apart", tr("Units on which two runs differ by {one}", one=one), head, rows, notes=notes)
