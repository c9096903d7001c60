"""Pictures of runs that answer questions: the non-response space and the answer-time space."""

from __future__ import annotations

import math

import numpy as np

from jurybox.errors import Refused
from jurybox.figures import NON_RESPONSE_FAMILIES, Answering, Figure, Timed, answer_time_space, non_response_space
from jurybox.gold.why import listed
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures import measure
from jurybox.measures.answer_time import effective_times
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource, rests_on

_C_AT_1, _MRR, _ACCURACY = measure("c@1"), measure("MRR"), measure("accuracy")
_TOLERANCE = 1e-6


def run_seconds(source: PictureSource, run: int) -> float | None:
    """Return the seconds a run took: its own, else the sum over its questions, None if neither is known.

    Raises Refused where both are given and differ.
    """
    own = source.collection.catalog.runs[run].seconds
    parts = [seconds for (at, _), seconds in source.collection.catalog.run_times.items() if at == run]
    whole = math.fsum(parts) if parts else None
    if own is not None and whole is not None and abs(own - whole) > _TOLERANCE * max(own, whole):
        name = source.collection.catalog.runs[run].name
        raise Refused(
            tr(
                "The run {name!r} took {own:g} s, but {whole:g} s over its questions; correct one of "
                "the two and import it again.",
                name=name,
                own=own,
                whole=whole,
            )
        )
    return own if own is not None else whole


def timed_runs(source: PictureSource) -> list[Timed]:
    """Return MRR and effective time of each run whose time is known, in the order of the collection."""
    seconds = {run: run_seconds(source, run) for run in source.board.stored}
    known = [run for run in source.board.stored if seconds[run]]
    times = effective_times([seconds[run] for run in known])
    board = source.board
    return [
        Timed(board.name_of(run), run, board.score(_MRR, run).value, float(time), source.is_baseline(run))
        for run, time in zip(known, times, strict=True)
    ]


def answering_runs(source: PictureSource) -> list[Answering]:
    """Return how many questions each run answered rightly, wrongly or not, and what it kept back.

    A candidate of an unanswered question counts once its answer is judged.
    """
    kept_back = _candidates(source)
    return [_answering(source, run, *kept_back.get(run, (0, 0))) for run in source.board.stored]


def _answering(source: PictureSource, run: int, candidates: int, right: int) -> Answering:
    counts = dict(source.board.explain(_C_AT_1, run).counts)
    correct, silent = int(counts["correct"]), int(counts["unanswered"])
    return Answering(
        source.board.name_of(run),
        run,
        correct,
        source.board.score(_C_AT_1, run).units - correct - silent,
        silent,
        candidates,
        right,
        source.is_baseline(run),
    )


def _candidates(source: PictureSource) -> dict[int, tuple[int, int]]:
    """Return for each run how many scored questions it left unanswered have a judged candidate, a right one.

    The first candidate of a question counts.
    """
    given, board = source.collection.catalog.responses, source.board
    rows = np.flatnonzero((given.answered == 0) & (given.answer >= 0))
    counted = board.unit_values(_ACCURACY)
    if not rows.size or counted.unit != "question":
        return {}
    scored = np.zeros(len(source.collection.catalog.questions), dtype=np.bool_)
    scored[counted.units] = True
    rows = rows[scored[given.question[rows]] & (board.truth[given.answer[rows]] >= 0)]
    _, first = np.unique(np.stack((given.run[rows], given.question[rows])), axis=1, return_index=True)
    runs, right = given.run[rows[first]], board.truth[given.answer[rows[first]]]
    return {int(run): (int((runs == run).sum()), int(right[runs == run].sum())) for run in np.unique(runs).tolist()}


def _why_no_answers(source: PictureSource) -> str:
    if not source.board.stored:
        return tr("it has no run.")
    scores = [source.board.score(_C_AT_1, run) for run in source.board.stored]
    if all(math.isnan(score.value) for score in scores):
        return tr("c@1 is undefined for all runs: {reason}.", reason=scores[0].reason)
    return ""


def _why_no_times(source: PictureSource) -> str:
    if not source.board.stored:
        return tr("it has no run.")
    if not any(run_seconds(source, run) for run in source.board.stored):
        return tr("no run says how many seconds it took.")
    scores = [source.board.score(_MRR, run) for run in source.board.stored]
    if all(math.isnan(score.value) for score in scores):
        return tr("MRR is undefined for all runs: {reason}.", reason=scores[0].reason)
    return ""


def _non_response(source: PictureSource, options: PictureOptions) -> Figure:
    runs = answering_runs(source)
    iso = tuple(dict.fromkeys(("c@1", *(part for part in (options.iso or "").split(",") if part))))
    unknown = [name for name in iso if name not in NON_RESPONSE_FAMILIES]
    if unknown:
        raise Refused(
            tr(
                "There are no iso lines of {unknown} here; there are: {non_response_families}.",
                unknown=unknown[0],
                non_response_families=comma_list(NON_RESPONSE_FAMILIES),
            )
        )
    kept = (
        tr(" A line from a run leads to where answering all questions with its candidates would bring it.")
        if options.candidates and any(run.candidates for run in runs)
        else ""
    )
    figure = non_response_space(
        runs,
        iso=iso,
        candidates=options.candidates,
        caption=tr(
            "Thin lines join equal {listed}.{kept} Gold standard: {gold}.",
            listed=listed(iso),
            kept=kept,
            gold=source.gold,
        ),
    )
    return figure.emphasizing(options.run)


def _answer_time(source: PictureSource, options: PictureOptions) -> Figure:
    runs = timed_runs(source)
    caption = tr(
        "Further right and further down is better; thin lines join equal MRRT at r = {r:.4g}. "
        "Time as a share of the slowest run's; {gold}.",
        r=options.r,
        gold=source.gold,
    )
    left_out = len(source.board.stored) - len(runs)
    if left_out:
        caption += tr(" {left_out} runs without a time are left out.", left_out=left_out)
    return answer_time_space(runs, options.r, caption=caption).emphasizing(options.run)


ANSWERING = (
    Picture(
        "non-response",
        tr("Non-response space"),
        tr("share of questions left unanswered against accuracy, with lines of equal c@1"),
        _why_no_answers,
        _non_response,
        rests_on("c@1"),
    ),
    Picture(
        "answer-time",
        tr("Answer-time space"),
        tr("MRR against effective time, with iso-ranking curves"),
        _why_no_times,
        _answer_time,
        rests_on("MRR"),
    ),
)
