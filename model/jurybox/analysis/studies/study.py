"""A study by name on a scoreboard: preparing it, running it, and its record."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jurybox import __version__
from jurybox.analysis.samples import Gathered, gather, refused_as
from jurybox.analysis.studies import assessor_study, collection_size, error_rate, stability, swap
from jurybox.analysis.studies.assessors import AssessorGroups, groups_of
from jurybox.analysis.studies.pairs import REQUIRED_RATE
from jurybox.analysis.studies.records import Record, state_of
from jurybox.analysis.studies.requests import STUDIES, TRIALS, Request, Study
from jurybox.analysis.studies.workers import Workers
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import coverage
from jurybox.watch import Watch


@dataclass(frozen=True)
class Prepared:
    """A study that can run on another thread: nothing in it changes any more, and it holds no file."""

    request: Request
    found: Gathered
    trials: int
    head: Record
    groups: AssessorGroups | None


def prepare(board: Scoreboard, request: Request) -> Prepared:
    """Gather the data of a study. Refused with a sentence if it is impossible."""
    if request.study not in STUDIES:
        raise Refused(
            tr("{study!r} is not a study; choose from {studies}.", study=request.study, studies=comma_list(STUDIES))
        )
    found = gather(board, request.measure)
    _check_scored(board, request, found)
    trials = TRIALS[request.study] if request.trials is None else request.trials
    questions = board.catalog.questions
    chosen = None if board.questions is None else [questions[at].name for at in sorted(board.questions)]
    head: Record = {
        "study": request.study,
        "measure": str(request.measure),
        "gold": board.gold_text,
        "unjudged": board.unjudged,
        "questions": chosen,
        "unit": found.unit,
        "units": len(found.units),
        **_rests_on(board, found),
        "runs": len(found.runs),
        "trials": trials,
        "seed": request.seed,
        "version": __version__,
        "state": state_of(request.study, found, board),
    }
    groups = groups_of(board, request.measure) if request.study == "assessors" else None
    return Prepared(request, found, trials, head, groups)


def _check_scored(board: Scoreboard, request: Request, found: Gathered) -> None:
    """Refuse a study without data, with what is scored and under which gold standard."""
    halves = request.study in ("stability", "swap") and request.size is None
    units = found.data.units
    if units >= (2 if halves else 1) or request.study == "assessors":
        return
    reason = "" if units or not found.runs else board.score(request.measure, found.runs[0]).reason
    gold = f"{board.gold_words} ({reason})" if reason else board.gold_words
    raise Refused(
        tr(
            "The study cannot be run: only one {unit} has a score by {measure} under the gold standard "
            "{gold}. Nothing was changed.",
            unit=tr(found.unit),
            measure=request.measure,
            gold=gold,
        )
        if units
        else tr(
            "The study cannot be run: no {unit} has a score by {measure} under the gold standard "
            "{gold}. Nothing was changed.",
            unit=tr(found.unit),
            measure=request.measure,
            gold=gold,
        )
    )


def _rests_on(board: Scoreboard, samples: Gathered) -> dict[str, int | None]:
    """Return the number of units, and how many units that are not drawn from are pending and excluded.

    Units that only some runs lack are not drawn from either; the run with the fewest units gives the reason.
    None if scores count other units.
    """
    each = [coverage(board, samples.measure, run) for run in samples.runs]
    units = len(samples.units)
    least = min(each, key=lambda one: one.units, default=None)
    if least is None or not least.unit.endswith(samples.unit) or least.parts or least.total < units:
        return {"total": None, "pending": None, "excluded": None}
    pending = min(least.pending, least.total - units)
    return {"total": least.total, "pending": pending, "excluded": least.total - units - pending}


def finish(prepared: Prepared, watch: Watch | None = None, workers: Workers | None = None) -> Record:
    """Run a prepared study and return its record. Refused if it is impossible, or is stopped.

    `workers`: who runs the trials, by default this process; the record is the same.
    """
    with refused_as(tr("The study cannot be run")):
        how = {"trials": prepared.trials, "seed": prepared.request.seed, "watch": watch, "workers": workers}
        done = _DONE[prepared.request.study](prepared, how)
    return prepared.head | done


def run_study(
    board: Scoreboard, request: Request, watch: Watch | None = None, workers: Workers | None = None
) -> Record:
    """Run a study and return its record. Refused with a sentence if it is impossible."""
    return finish(prepare(board, request), watch, workers)


_How = dict[str, Any]
"""How many trials, the seed, who watches, and who works."""


def _stability(prepared: Prepared, how: _How) -> Record:
    request, found = prepared.request, prepared.found
    size = found.data.units // 2 if request.size is None else request.size
    result = stability(found.data, size, variant=request.variant, margin=request.margin, **how)
    points = zip(result.fuzziness, result.error_rates.tolist(), result.ties.tolist(), strict=True)
    return {
        "variant": result.variant,
        "margin": result.margin,
        "size": size,
        "sets": result.sets,
        "skipped": result.skipped,
        "points": [{"fuzziness": f / 100, "error_rate": rate, "ties": ties} for f, rate, ties in points],
    }


def _swap(prepared: Prepared, how: _How) -> Record:
    request, found = prepared.request, prepared.found
    result = swap(found.data, request.size, **how)
    columns = (result.lows.tolist(), result.count.tolist(), result.swaps.tolist(), result.rates.tolist())
    return {
        "variant": "disjoint",
        "size": result.size,
        "skipped": result.skipped,
        "bins": [
            {"low": low, "count": count, "swaps": swaps, "rate": rate}
            for low, count, swaps, rate in zip(*columns, strict=True)
        ],
        "required": result.required,
        "highest": result.highest,
        "relative": result.relative,
        "sensitivity": result.sensitivity,
        "reason": result.reason or None,
    }


def _error_rate(prepared: Prepared, how: _How) -> Record:
    request, found = prepared.request, prepared.found
    result = error_rate(found.data, request.sizes, **how)
    units = found.data.units
    bins = []
    for at, (low, fit) in enumerate(zip(result.lows.tolist(), result.fits, strict=True)):
        row: Record = {
            "low": low,
            "points": [
                {"size": size, "cases": int(n), "errors": int(e), "rate": int(e) / int(n) if n else math.nan}
                for size, n, e in zip(result.sizes, result.cases[:, at], result.errors[:, at], strict=True)
            ],
            "fit": None,
        }
        if fit is not None:
            row["fit"] = {
                "a": fit.a,
                "b": fit.b,
                "covariance": fit.covariance.tolist(),
                "rate_at_all": fit.at(units),
                "rate_at_all_error": fit.error_at(units),
                "size_for_5_percent": fit.size_for(REQUIRED_RATE),
                "size_for_5_percent_error": fit.size_error_for(REQUIRED_RATE),
            }
        bins.append(row)
    return {"sizes": list(result.sizes), "skipped": int(result.skipped.sum()), "bins": bins}


def _collection_size(prepared: Prepared, how: _How) -> Record:
    request, found = prepared.request, prepared.found
    result = collection_size(found.data, request.sizes, **how)
    return {
        "sizes": list(result.sizes),
        "points": [
            {
                "size": size,
                "runs": [
                    {
                        "run": name,
                        "mean": float(result.mean[at, run]),
                        "spread": float(result.spread[at, run]),
                        "low": float(result.low[at, run]),
                        "high": float(result.high[at, run]),
                        "undefined": int(result.undefined[at, run]),
                    }
                    for run, name in enumerate(found.names)
                ],
            }
            for at, size in enumerate(result.sizes)
        ],
    }


def _assessors(prepared: Prepared, how: _How) -> Record:
    request, found, groups = prepared.request, prepared.found, prepared.groups
    if groups is None:
        raise Refused(tr("No assessors were prepared for the exchange."))
    size = max(1, len(groups.names) // 2) if request.size is None else request.size
    result = assessor_study(groups.score, len(groups.names), size, **how)
    return {
        "assessors": list(groups.names),
        "size": size,
        "disjoint": result.disjoint,
        "pairs_of_groups": result.pairs,
        "labeled": groups.labeled[0],
        "labeled_by_several": groups.labeled[1],
        "group_gold": str(groups.gold),
        "mean_tau": result.mean,
        "undefined": result.undefined,
        "taus": result.taus.tolist(),
        "by_run": [
            {"run": name, "lowest": float(low), "highest": float(high)}
            for name, low, high in zip(found.names, result.lowest, result.highest, strict=True)
        ],
    }


_DONE: dict[Study, Callable[[Prepared, _How], Record]] = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}
