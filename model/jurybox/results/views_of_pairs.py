"""Views of runs in pairs: all pairs tested, two runs question by question, how far pairs are apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from jurybox.analysis.correlations import pearson
from jurybox.analysis.significance import share_above
from jurybox.analysis.standings import Test, affordable_swaps
from jurybox.errors import Refused
from jurybox.figures import Axis, Figure, Line
from jurybox.language import tr
from jurybox.lists import clauses, comma_list, sentences
from jurybox.measures import measure
from jurybox.measures.ranks import best_first
from jurybox.results.cells import score_text
from jurybox.results.frame import make_frame, rows_of
from jurybox.results.pair_facts import KeptSwap, between, kept_swaps
from jurybox.results.provenance import AGAINST, PAIRS, TUKEY, Behind, Find
from jurybox.results.run_pairs import LEVEL, p_values_of, two_runs_tested
from jurybox.results.run_pairs import open_pairs as open_pairs_of
from jurybox.results.variance import power, tukey_of
from jurybox.results.views import ResultView, ViewRequest, by_question
from jurybox.scoring import UNJUDGED_MEANS
from jurybox.scoring.unit_table import Scores
from jurybox.wording import count_of

STEPS = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2)
"""Differences for which the share of pairs is shown."""
_P, _TUKEY_P = 5, 3
"""The column of p in the frame of Tukey's test, and where it is shown: both ends are in the column before."""
_OTHER = 3
"""The column of the second of two runs."""


def all_pairs(request: ViewRequest) -> ResultView:
    """Return corrected p-values of all pairs of runs, best runs first, by the test that is chosen.

    As usual by the sign test where the measure has scores of units, else by randomization.
    """
    count = len(request.board.runs)
    swaps = affordable_swaps(request.tested, count * (count - 1) // 2)
    frame = p_values_of(
        request.board,
        request.tested,
        test=request.test,
        correction=request.correction,
        draws=swaps,
        watch=request.watch,
    )
    shown = [request.board.runs[request.names(request.board.runs).index(name)] for name in frame.index]
    strong = frozenset(
        (at, column)
        for at, row in enumerate(rows_of(frame))
        for column, cell in enumerate(row[2:], start=2)
        if isinstance(cell, float) and cell < LEVEL
    )
    return ResultView(frame, strong=strong, behind=_two_runs(shown, 2))


def tukey_pairs(request: ViewRequest) -> ResultView:
    """Return Tukey's HSD test of all pairs after a two-way analysis of variance, best runs first."""
    frame = tukey_of(request.board, request.tested, watch=request.watch)
    rows = rows_of(frame)
    strong = frozenset((at, _TUKEY_P) for at, row in enumerate(rows) if row[_P] < LEVEL)
    run_named = dict(zip(request.names(request.board.runs), request.board.runs, strict=True))

    def find(row: int, column: int) -> Behind:
        del column
        return Behind(AGAINST, run=run_named[rows[row][0]], other=run_named[rows[row][1]])

    return ResultView(frame, strong=strong, behind=find)


def questions_needed(request: ViewRequest) -> ResultView:
    """Return how many questions show a difference of two runs, for every measure that is shown."""
    frame = power(request.board, request.measures)
    names = [str(row[0]) for row in rows_of(frame)]

    def find(row: int, column: int) -> Behind:
        del column
        return Behind(TUKEY, measure=measure(names[row]))

    return ResultView(frame, behind=find)


def _two_runs(runs: Sequence[int], first: int) -> Find:
    """Return what is behind a matrix of runs, whose columns of runs begin at `first`."""

    def find(row: int, column: int) -> Behind:
        if column < first or row == column - first:
            return Behind(run=runs[row])
        return Behind(AGAINST, run=runs[row], other=runs[column - first])

    return find


def open_pairs(request: ViewRequest) -> ResultView:
    """Return for all pairs of runs between what their difference can still end, best runs first."""
    runs = [run for run in request.ranked() if run < len(request.catalog.runs)]
    frame = open_pairs_of(request.board, request.main, watch=request.watch)
    strong = frozenset(
        (at, column)
        for at, row in enumerate(rows_of(frame))
        for column, cell in enumerate(row[1:], start=1)
        if str(cell).startswith("open")
    )
    return ResultView(frame, strong=strong, behind=_two_runs(runs, 1))


def run_against_run(request: ViewRequest) -> ResultView:
    """Return the scores of two runs on every question, the largest difference first, tested by signs.

    By a measure that exists for whole runs only, the two scores by every measure shown, with the bounds of
    their difference.
    """
    first, second = _two(request)
    try:
        found = by_question(request, request.board, request.main)
    except Refused as error:
        return _whole_runs(request, first, second, str(error))
    if not {first, second} <= set(found.runs):
        raise Refused(tr("Only runs can be compared question by question, where judges have no scores."))
    a, b = (found.values[:, found.runs.index(run)] for run in (first, second))
    questions = [request.catalog.questions[at] for at in found.units.tolist()]
    names = request.names((first, second))
    differences = a - b
    order = best_first(differences).tolist()
    rows = tuple(
        (questions[at].name, questions[at].category or "", float(a[at]), float(b[at]), float(differences[at]))
        for at in order
    )
    caption = _tested(request, first, second, a, b)
    caption += f" {_ends(request, first, second)}"
    title = tr("{a} against {b} by {measure}", a=names[0], b=names[1], measure=request.main)
    head = ("question", "category", *names, "difference")
    rests = request.rests(runs=(first, second))
    frame = make_frame("against", title, head, rows, (0, 1), request.notes(caption), rests=rests)
    known = ~(np.isnan(a) | np.isnan(b))
    cloud = Line(
        count_of(int(known.sum()), "question"),
        a[known],
        b[known],
        names=tuple(one.name for one, is_known in zip(questions, known.tolist(), strict=True) if is_known),
        joined=False,
        dots=True,
    )
    across, up = (
        Axis.fitted(f"{name}: {request.main}", values[known].tolist(), include=(0.0, 1.0))
        for name, values in zip(names, (a, b), strict=True)
    )

    def find(row: int, column: int) -> Behind:
        return Behind(unit=int(found.units[order[row]]), run=second if column == _OTHER else first)

    return ResultView(frame, Figure(title, across, up, clouds=(cloud,), caption=caption), behind=find)


def _whole_runs(request: ViewRequest, first: int, second: int, why: str) -> ResultView:
    """Return the whole scores of two runs by every measure shown, and how their differences can end.

    `why`: why there are no scores of questions.
    """
    names, rows = request.names((first, second)), []
    columns = [each for each in request.columns if not each.gold]
    for one in (each.measure for each in columns):
        a, b = (request.board.score(one, run).value for run in (first, second))
        found = between(request.board.difference(one, first, second))
        rows.append(
            (str(one), a, b, a - b, float(found.bounds.low), float(found.bounds.high), found.exactly, found.state)
        )
    frame = make_frame(
        "against",
        tr("{a} against {b}", a=names[0], b=names[1]),
        ("measure", *names, "difference", "lowest", "highest", "bounds", "order"),
        tuple(rows),
        (0, 6, 7),
        request.notes(why, _ends(request, first, second)),
        rests=request.rests(columns, (first, second)),
    )

    def find(row: int, column: int) -> Behind:
        return Behind(run=second if column == _OTHER - 1 else first, measure=measure(str(rows[row][0])))

    return ResultView(frame, behind=find)


def _tested(request: ViewRequest, first: int, second: int, a: Scores, b: Scores) -> str:
    """Return the test of two runs in words; the correlation is over questions that both have scores of."""
    test: Test = "t" if request.test == "tukey" else request.test
    found = two_runs_tested(
        request.board,
        request.main,
        first,
        second,
        test=test,
        whole_questions=True,
        draws=affordable_swaps(request.tested, 1),
        watch=request.watch,
    )
    known = ~(np.isnan(a) | np.isnan(b))
    alike = pearson(a[known], b[known])
    names = request.names((first, second))
    won = tr(
        "{names} wins {wins:,}, {names2} wins {losses:,}, {ties}",
        names=names[0],
        wins=found.wins,
        names2=names[1],
        losses=found.losses,
        ties=count_of(int(found.ties), "tie"),
    )
    parts = (
        tr(
            "{result}.",
            result=clauses((won, comma_list((found.text, *([] if found.reason else [f"p = {_p_text(found.p)}"]))))),
        ),
        tr("Tukey's test is of all pairs.") if request.test == "tukey" else "",
        tr("Cohen's {effect}.", effect=found.effect_text) if found.effect_text else "",
        "" if math.isnan(alike) else tr("Pearson {score}.", score=score_text(alike)),
    )
    return sentences(parts)


def _ends(request: ViewRequest, first: int, second: int) -> str:
    """Return in a sentence between what the difference of two runs can still end."""
    found = between(request.board.difference(request.main, first, second))
    if found.state == "undefined":
        return tr("The difference stays undefined whatever is judged or decided.")
    if found.bounds.low == found.bounds.high:
        if request.board.unjudged != "wait" and request.board.has_graded:
            return tr(
                "Nothing that is disputed can change the difference of {ends}; {unjudged_means}.",
                ends=found.ends,
                unjudged_means=UNJUDGED_MEANS[request.board.unjudged],
            )
        return tr("Nothing that is still unjudged or disputed can change the difference of {ends}.", ends=found.ends)
    places = tr("the two can still change places") if found.state == "open" else tr("their order is settled")
    ends = (
        tr("{ends} (exact bounds)", ends=found.ends)
        if found.bounds.exact
        else tr("{ends} (outer bounds)", ends=found.ends)
    )
    if found.bounds.decided:
        return tr("When all is judged and decided, the difference ends at {ends}: {places}.", ends=ends, places=places)
    return tr("When all is judged, the difference ends at {ends}: {places}.", ends=ends, places=places)


def pairs_apart(request: ViewRequest) -> ResultView:
    """Return for every measure which share of the pairs of runs is at least so far apart (Voorhees 3.2).

    The required difference is that of a swap study kept in the collection, made of what is shown here.
    """
    runs = request.board.stored
    kept = kept_swaps(request)
    rows = []
    for one in request.measures:
        scores = np.array([request.board.score(one, run).value for run in runs])
        shares = [share_above(scores, step) for step in STEPS]
        study = kept.get(str(one))
        needed = None if study is None else study.required
        last = (None, None) if needed is None else (needed, share_above(scores, needed))
        state = "none" if study is None else study.state
        rows.append((str(one), int(np.count_nonzero(~np.isnan(scores))), *shares, *last, state))
    head = ("measure", "runs", *(f"≥ {score_text(step)[:3]}" for step in STEPS), "required", "share", "study")
    caption = request.notes(
        tr(
            "Share of the pairs of runs whose scores differ by at least this much. Required: the "
            "difference at which at most 5 % of pairs swap, from a swap study kept in this collection "
            "under the same gold standard and of the same questions."
        ),
        *_missing(request, kept),
    )
    rests = request.rests([one for one in request.columns if not one.gold], runs)
    left = (0, len(head) - 1)
    frame = make_frame("apart", tr("How much runs differ"), head, tuple(rows), left, caption, rests=rests)

    def find(row: int, column: int) -> Behind:
        del column
        return Behind(PAIRS, measure=request.measures[row])

    return ResultView(frame, behind=find)


def _missing(request: ViewRequest, kept: Mapping[str, KeptSwap]) -> list[str]:
    """Return sentences about studies that are out of date, require nothing, or are not there."""
    sentences = []
    stale = [name for name, study in kept.items() if study.stale]
    if stale:
        sentences.append(
            tr(
                "The study of {stale} is out of date: judgments or runs have changed since. Run it again on Studies.",
                stale=comma_list(stale),
            )
        )
    sentences += [
        tr("The study of {name} requires no difference: {reason}.", name=name, reason=study.reason)
        for name, study in kept.items()
        if study.reason
    ]
    missing = [str(one) for one in request.measures if str(one) not in kept]
    if missing:
        sentences.append(
            tr(
                "No such study of {missing} is kept: choose swap on Studies (Ctrl+5) with this gold "
                "standard and keep it, or run jurybox study swap with --keep.",
                missing=comma_list(missing),
            )
        )
    return sentences


def _two(request: ViewRequest) -> tuple[int, int]:
    """Return the run taken apart and the one it is compared with, the next in the table if unsaid."""
    order = request.ranked()
    if len(order) < 2:
        raise Refused(tr("Two runs are needed."))
    first = request.run if request.run in order else order[0]
    if request.other in order and request.other != first:
        return int(first), int(request.other)
    at = order.index(first)
    return int(first), order[at + 1] if at + 1 < len(order) else order[at - 1]


def _p_text(p: float) -> str:
    return f"{p:.4f}".replace("0.", ".", 1) if p >= 0.0001 else "< .0001"
