"""A study by name, on a scoreboard: what to do, doing it, and the record of it that is kept and printed.

A record is plain data, as JSON holds it: the study's name, measure and parameters, the gold standard, the
program's version, a fingerprint of what it was drawn from, and the results. It is out of date as soon as
the same fingerprint, taken again, is another one (`is_stale`).
"""

import copy
import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

import numpy as np

from jurybox import __version__
from jurybox.analysis.data import Scores
from jurybox.analysis.gather import Gathered, gather, told_as
from jurybox.analysis.studies import (
    assessor_study,
    collection_size,
    error_rate,
    stability,
    swap,
)
from jurybox.analysis.studies.stability import Margin, Variant
from jurybox.analysis.watch import Watch
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for
from jurybox.measures import Measure, measure
from jurybox.scoring import Scoreboard

Study = Literal["stability", "swap", "error-rate", "collection-size", "assessors"]
STUDIES: tuple[Study, ...] = get_args(Study)
TRIALS: dict[Study, int] = {
    "stability": 1000,
    "swap": 1000,
    "error-rate": 50,
    "collection-size": 200,
    "assessors": 100,
}
"""How many trials a study has where none are asked for."""
FIVE_PERCENT = 0.05

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What to study: None stands for the usual value of that study.

    `size`: units in a set (assessors in a group, for the study of assessors), by default half of all;
    `sizes`: of the studies over several sizes.
    """

    study: Study
    measure: Measure
    variant: Variant = "one-subset"
    margin: Margin = "larger"
    trials: int | None = None
    size: int | None = None
    sizes: tuple[int, ...] | None = None
    seed: int = 0


@dataclass(frozen=True)
class Material:
    """What studies are made from: a scoreboard, and the collection behind it."""

    board: Scoreboard
    catalog: Catalog
    ledger: Ledger
    facts: Facts


@dataclass(frozen=True)
class Prepared:
    """A study that can be done on another thread: nothing in it changes any more, and it holds no file."""

    request: Request
    found: Gathered
    trials: int
    head: Record
    made_from: Material


def prepare(made_from: Material, request: Request) -> Prepared:
    """Gather what a study is drawn from; Refused with a sentence where it cannot be done."""
    if request.study not in STUDIES:
        raise Refused(f"{request.study!r} is no study; known are {', '.join(STUDIES)}.")
    found = gather(made_from.board, made_from.catalog, request.measure)
    trials = TRIALS[request.study] if request.trials is None else request.trials
    head: Record = {
        "study": request.study,
        "measure": str(request.measure),
        "gold": made_from.board.gold_text,
        "unit": found.unit,
        "units": len(found.units),
        "runs": len(found.runs),
        "trials": trials,
        "seed": request.seed,
        "version": __version__,
        "state": fingerprint(found),
    }
    kept = _frozen(made_from) if request.study == "assessors" else made_from
    return Prepared(request, found, trials, head, kept)


def finish(prepared: Prepared, watch: Watch | None = None) -> Record:
    """Do a study that was prepared and return its record; Refused where it cannot be done, or is stopped."""
    request, found = prepared.request, prepared.found
    with told_as("The study cannot be done"):
        done = _DONE[request.study](prepared.made_from, request, found, prepared.trials, watch)
    return prepared.head | done


def run_study(made_from: Material, request: Request, watch: Watch | None = None) -> Record:
    """Do a study and return its record; Refused with a sentence where it cannot be done."""
    return finish(prepare(made_from, request), watch)


def _frozen(made_from: Material) -> Material:
    """Return the same with a scoreboard and labels of its own, which no judgment changes any more."""
    ledger = copy.copy(made_from.ledger)
    ledger.labels, ledger.adjudications = ledger.labels.copy(), ledger.adjudications.copy()
    ledger.board = copy.deepcopy(ledger.board)
    board = Scoreboard(
        made_from.catalog, ledger, made_from.facts, made_from.board.gold, unjudged=made_from.board.unjudged
    )
    board.select(made_from.board.questions)
    return Material(board, made_from.catalog, ledger, made_from.facts)


def _stability(
    made_from: Material, request: Request, found: Gathered, trials: int, watch: Watch | None
) -> Record:
    del made_from
    size = request.size or found.data.units // 2
    result = stability(
        found.data,
        size,
        variant=request.variant,
        margin=request.margin,
        trials=trials,
        seed=request.seed,
        watch=watch,
    )
    points = zip(result.fuzziness, result.error_rates.tolist(), result.ties.tolist(), strict=True)
    return {
        "variant": result.variant,
        "margin": result.margin,
        "size": size,
        "sets": result.sets,
        "skipped": result.skipped,
        "points": [{"fuzziness": f / 100, "error_rate": rate, "ties": ties} for f, rate, ties in points],
    }


def _swap(made_from: Material, request: Request, found: Gathered, trials: int, watch: Watch | None) -> Record:
    del made_from
    result = swap(found.data, request.size, trials=trials, seed=request.seed, watch=watch)
    columns = (result.lows.tolist(), result.count.tolist(), result.swaps.tolist(), result.rates.tolist())
    none = "" if result.required == result.required else "in no bin do at most 5 % of the pairs swap"
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
        "reason": none or None,
    }


def _error_rate(
    made_from: Material, request: Request, found: Gathered, trials: int, watch: Watch | None
) -> Record:
    del made_from
    result = error_rate(found.data, request.sizes, trials=trials, seed=request.seed, watch=watch)
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
                "size_for_5_percent": fit.size_for(FIVE_PERCENT),
                "size_for_5_percent_error": fit.size_error_for(FIVE_PERCENT),
            }
        bins.append(row)
    return {"sizes": list(result.sizes), "skipped": int(result.skipped.sum()), "bins": bins}


def _collection_size(
    made_from: Material, request: Request, found: Gathered, trials: int, watch: Watch | None
) -> Record:
    del made_from
    result = collection_size(found.data, request.sizes, trials=trials, seed=request.seed, watch=watch)
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


def _assessors(
    made_from: Material, request: Request, found: Gathered, trials: int, watch: Watch | None
) -> Record:
    people = panel_of(made_from)
    size = request.size or max(1, len(people) // 2)
    gold, score = scores_by_panel(made_from, request.measure, people)
    result = assessor_study(score, len(people), size, trials=trials, seed=request.seed, watch=watch)
    return {
        "assessors": [made_from.catalog.assessors[at].name for at in people],
        "size": size,
        "disjoint": result.disjoint,
        "group_gold": str(gold),
        "mean_tau": result.mean,
        "undefined": result.undefined,
        "taus": result.taus.tolist(),
        "by_run": [
            {"run": name, "lowest": float(low), "highest": float(high)}
            for name, low, high in zip(found.names, result.lowest, result.highest, strict=True)
        ],
    }


_Done = Callable[[Material, Request, Gathered, int, Watch | None], Record]
_DONE: dict[Study, _Done] = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}


def panel_of(made_from: Material) -> tuple[int, ...]:
    """Return whose labels a gold standard could be made of: the panel, else all people with a label."""
    persons = [
        at
        for at, (one, labels) in enumerate(
            zip(made_from.catalog.assessors, made_from.ledger.labels, strict=True)
        )
        if one.kind == "person" and np.any(labels > 0)
    ]
    return made_from.facts.panel or tuple(persons)


def scores_by_panel(
    made_from: Material, measure: Measure, people: Sequence[int]
) -> tuple[Gold, Callable[[tuple[int, ...]], Scores]]:
    """Return the gold standard of a group, and what scores all runs when only that group had judged.

    Groups are places in `people`. GA, which wants four, becomes GAW; an adjudication, which wins over any
    group, and a single assessor become the majority.
    """
    kind = made_from.board.kind_of(measure) or "factoid"
    gold = gold_for(kind, made_from.board.gold, made_from.catalog, made_from.facts)
    if gold.whose == "BA":
        raise Refused("The asker's best answer does not hang on who judged, so there is nothing to exchange.")
    if gold.whose in ("GA", "LOO"):
        gold = Gold("GAW")
    if gold.whose in ("adjudicated", "assessor"):
        gold = Gold("majority", gold.mapping)
    runs = [run for run in made_from.board.runs if run < len(made_from.catalog.runs)]

    def score(group: tuple[int, ...]) -> Scores:
        facts = replace(made_from.facts, panel=tuple(people[at] for at in group))
        own = Scoreboard(made_from.catalog, made_from.ledger, facts, gold, unjudged=made_from.board.unjudged)
        own.select(made_from.board.questions)
        return np.array([own.score(measure, run).value for run in runs])

    return gold, score


def fingerprint(found: Gathered) -> str:
    """Return a short text that is another one as soon as anything is that a study was drawn from."""
    digest = hashlib.sha256(repr((str(found.measure), found.unit, found.names)).encode())
    for part in (found.units, *found.data.arrays()):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:16]


def is_stale(made_from: Material, record: Record) -> bool:
    """Return whether what a study was drawn from has changed since, or cannot be gathered any more."""
    try:
        found = gather(made_from.board, made_from.catalog, measure(str(record["measure"])))
    except (Refused, ValueError, KeyError):
        return True
    return fingerprint(found) != record.get("state") or record.get("gold") != made_from.board.gold_text


def as_json(record: Record) -> Record:
    """Return a record as JSON can hold it: what is undefined is None."""
    return cast("Record", _plain(record))


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
