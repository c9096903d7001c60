"""Tables of the variance of scores: by run and question, Tukey's intervals of all pairs, questions needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jurybox.analysis.anova import Anova, tukey_p, tukey_reach, two_way_anova
from jurybox.analysis.effect_size import LEVEL, POWER, effect_detected, units_needed
from jurybox.analysis.samples import gather
from jurybox.analysis.standings import ToTest, prepare_tests
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import clauses, sentences
from jurybox.measures import Measure, measure
from jurybox.results.cells import p_phrase, score_text
from jurybox.results.frame import make_frame
from jurybox.results.if_judged import warning
from jurybox.results.scores import MeasureNames, board_notes, measures_named
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import resting
from jurybox.watch import Watch
from jurybox.wording import count_of, plural

if TYPE_CHECKING:
    import pandas as pd


DIFFERENCES = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Differences for which the questions needed are shown, unless others are asked for."""


def anova(board: Scoreboard, by: Measure | str) -> pd.DataFrame:
    """Return the analysis of variance of the scores by a measure: run, question and error.

    Columns: sum of squares, degrees of freedom, mean square, F and p; None where there is none. Questions
    that are undefined for a run are left out, and counted in the notes. Refused for a measure without scores
    of units, and for too few runs or questions.
    """
    tested = _prepared(board, by)
    found = _analyzed(tested)
    noun = tested.unit_of_questions
    parts = (("run", found.runs), (noun, found.questions), ("error", found.error))
    rows = [
        (name, part.squares, part.df, part.mean_square, *(_or_none(each) for each in (part.f, part.p)))
        for name, part in parts
    ]
    head = ("source", "sum of squares", "df", "mean square", "F", "p")
    notes = (_rests(tested, found), *board_notes(board))
    shown = [row.run for row in tested.rows if row.run in _runs(tested)]
    rests = (resting(board, tested.measure, shown),)
    title = tr("Analysis of variance by {measure}", measure=tested.measure)
    lead = warning(board, [tested.measure])
    return make_frame("anova", title, head, rows, (0,), notes, rests=rests, p_values={"p": 0.0}, lead=lead)


def tukey(board: Scoreboard, by: Measure | str, *, watch: Watch | None = None) -> pd.DataFrame:
    """Return all pairs of runs with Tukey's HSD test after the analysis of variance, best runs first.

    Columns: difference of the means over the questions that all runs have a score of, its simultaneous 95 %
    interval, the p-value for all pairs, and the difference over the standard deviation of the error.
    Refused as `anova` is.
    """
    return tukey_of(board, _prepared(board, by), watch=watch)


def tukey_of(board: Scoreboard, tested: ToTest, *, watch: Watch | None = None) -> pd.DataFrame:
    """Return the same of a ranking that is prepared for tests."""
    found, runs = _analyzed(tested), _runs(tested)
    p, reach = tukey_p(found, watch), tukey_reach(found)
    ranked = [row.run for row in tested.rows if row.run in runs]
    deviation = math.sqrt(found.error.mean_square)
    rows = []
    for at, first in enumerate(ranked):
        for second in ranked[at + 1 :]:
            a, b = runs.index(first), runs.index(second)
            apart = float(found.means[a] - found.means[b])
            ends = (apart - reach, apart + reach, float(p[a, b]), apart / deviation)
            rows.append((board.name_of(first), board.name_of(second), apart, *ends))
    differ = sum(row[5] < LEVEL for row in rows)
    noun = plural(tested.unit_of_questions)
    explained = tr(
        "Tukey's HSD test, for all {pairs} together; {differ:,} differ at .05. difference: of "
        "the means over these {noun}, with its simultaneous 95 % interval; effect: the "
        "difference over the standard deviation of the error (Sakai 2018).",
        pairs=count_of(len(rows), "pair"),
        differ=differ,
        noun=noun,
    )
    text = anova_text(found, tested.unit_of_questions)
    notes = (_rests(tested, found), text, explained, *board_notes(board))
    return make_frame(
        "tukey",
        tr("Analysis of variance and Tukey's HSD test by {measure}", measure=tested.measure),
        ("run", "other", "difference", "low", "high", "p", "effect"),
        rows,
        (0, 1),
        notes,
        rests=(resting(board, tested.measure, ranked),),
        index=2,
        exact_only=("low", "high"),
        ranges={"difference": ("low", "high", [True] * len(rows))},
        p_values={"p": 0.0},
        lead=warning(board, [tested.measure]),
    )


def anova_text(found: Anova, unit: str) -> str:
    """Return the tests of an analysis of variance in a sentence."""
    parts = (("runs", found.runs), (plural(unit), found.questions))
    told = (f"{name} F({part.df:,}, {found.error.df:,}) = {part.f:.2f}, {p_phrase(part.p)}" for name, part in parts)
    return tr("Analysis of variance: {told}.", told=clauses(told))


def power(
    board: Scoreboard,
    measures: MeasureNames = (),
    *,
    differences: Sequence[float] = DIFFERENCES,
    level: float = LEVEL,
    power: float = POWER,
) -> pd.DataFrame:
    """Return for each measure how many questions the paired t test needs to find a difference of two runs.

    The spread of differences is that of the runs here: sqrt(2 MS) of the error of a two-way analysis of
    variance. Columns: questions the spread rests on, the spread, the smallest difference that so many
    questions find with that power, and for each of `differences` the questions needed. A measure without
    scores of units has NaN and None, and the notes say why. Refused if no measure has any. ValueError for a
    `level` or `power` that is not between 0 and 1, or a difference that is not above 0.
    """
    if not all(one > 0 for one in differences):
        msg = f"differences = {differences} is not allowed; they are above 0"
        raise ValueError(msg)
    rows, reasons, rests = [], [], []
    for one in measures_named(board, measures):
        try:
            tested = _prepared(board, one)
            found = _analyzed(tested)
        except Refused as error:
            reasons.append(str(error))
            continue
        least = effect_detected(found.size, level=level, power=power) * found.spread
        needed = [units_needed(each / found.spread, level=level, power=power) for each in differences]
        rows.append((str(one), found.size, found.left_out, found.spread, least, *needed))
        shown = [row.run for row in tested.rows if row.run in _runs(tested)]
        rests.append(resting(board, one, shown))
    if not rows:
        raise Refused(sentences(reasons))
    head = ("measure", "questions", "left out", "spread", "found now", *(f"{each:g}" for each in differences))
    asked = tr(
        "Questions, or series, that the two-sided paired t test needs to find a true difference "
        "of two runs with a power of {score} at level {score_text2}.",
        score=score_text(power),
        score_text2=score_text(level),
    )
    columns = tr(
        "spread: the standard deviation of differences of two runs that the error of a two-way "
        "analysis of variance expects; found now: the smallest true difference that the "
        "questions here find so; left out: questions that are undefined for one of the runs."
    )
    notes = (asked, columns, *reasons, *board_notes(board))
    lead = warning(board, measures_named(board, measures))
    return make_frame("power", tr("Questions needed"), head, rows, (0,), notes, rests=rests, lead=lead)


def _prepared(board: Scoreboard, by: Measure | str) -> ToTest:
    one = measure(by) if isinstance(by, str) else by
    gather(board, one, whole_questions=True)
    return prepare_tests(board, one)


def _analyzed(tested: ToTest) -> Anova:
    """Return the analysis of variance; Refused, with the reason, where nothing can be tested."""
    if not len(tested.values):
        raise Refused(
            tr("{measure} has no score per unit, so its variance cannot be analyzed.", measure=tested.measure)
        )
    found = two_way_anova(tested.by_question)
    if found.reason:
        raise Refused(
            tr("The variance of {measure} cannot be analyzed: {reason}.", measure=tested.measure, reason=found.reason)
        )
    return found


def _runs(tested: ToTest) -> tuple[int, ...]:
    return () if tested.found is None else tested.found.runs


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def _rests(tested: ToTest, found: Anova) -> str:
    averaged = tr(" (answers of a question averaged)") if tested.unit_of_questions != tested.unit else ""
    left = (
        tr("; {left_out:,} left out: undefined for one of the runs", left_out=found.left_out) if found.left_out else ""
    )
    units = count_of(found.size, tested.unit_of_questions)
    return tr(
        "Two-way analysis of variance of {runs} over {units}{averaged}{left}.",
        runs=count_of(len(found.means), "run"),
        units=units,
        averaged=averaged,
        left=left,
    )
