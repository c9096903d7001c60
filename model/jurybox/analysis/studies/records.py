"""The record of a study: plain data, as in JSON, stored in the collection and printed.

It has the study's name, measure and parameters, the gold standard, the program's version, a fingerprint of
what it was drawn from, and the results. It is out of date as soon as the fingerprint changes.
"""

import hashlib
import math
from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np

from jurybox.analysis.samples import Gathered, gather
from jurybox.analysis.studies.assessors import said_by_people
from jurybox.analysis.studies.requests import Request, Study
from jurybox.errors import Refused
from jurybox.gold import gold_named
from jurybox.language import tr, trn
from jurybox.lists import clauses
from jurybox.measures import Measure, measure
from jurybox.scoring import Coverage, Scoreboard
from jurybox.wording import count_of

Record = dict[str, Any]
_REPEATED = 2
"""The number of trials per different pair of groups from which a picture of trials shows repetitions."""


def name_of(record: Record) -> str:
    """Return the name under which a record is stored, made from the request.

    So the same study run again replaces the old one, and any other is stored beside it.
    """
    sizes = record.get("sizes")
    chosen = record.get("questions")
    parts = [
        f"{record['study']} {record['measure']}",
        str(record["variant"]) if record["study"] == "stability" else "",
        "larger magnitude" if record.get("margin") == "larger-magnitude" else "",
        f"size {record['size']}" if "size" in record else "",
        f"sizes {sizes[0]} to {sizes[-1]} ({len(sizes)})" if sizes else "",
        f"{record['trials']} trials",
        f"seed {record['seed']}",
        str(record["gold"]),
        "" if record.get("unjudged", "wait") == "wait" else f"unjudged {record['unjudged']}",
        "" if chosen is None else f"questions {_short(repr(chosen))}",
    ]
    return ", ".join(part for part in parts if part)


def measure_of(name: object) -> Measure | None:
    """Return the measure that a record names, possibly as an earlier version did; None if unknown."""
    try:
        return measure(str(name))
    except ValueError:
        return None


def drawn_from(record: Record) -> str:
    """Return what a study of a measure was drawn from.

    Such as `sets of 91, drawn from 183 of 230 questions, 19 pending, 28 excluded`. Each measure draws from
    the units that it scores. Records of earlier versions lack the number of units, or why some are left out.
    """
    units, unit, total = int(record["units"]), str(record["unit"]), record.get("total")
    rests = count_of(units, unit)
    if total is not None and record.get("pending") is not None:
        rests = Coverage(unit, units, int(record["pending"]), int(record["excluded"])).text
    elif total is not None and total != units:
        rests = tr("{units:,} of {all_units}", units=units, all_units=count_of(total, unit))
    sets = record["study"] in ("stability", "swap")
    return tr("sets of {size:,}, drawn from {units}", size=record["size"], units=rests) if sets else rests


def of_groups(record: Record) -> str:
    """Return what must be known of the groups of an exchange of assessors, in clauses; "" if nothing must.

    That trials repeat few pairs of groups, such as `4 assessors make 3 different pairs of such groups, which 100
    trials repeat`; and that few answers were labeled by two or more of the people.
    """
    return clauses(filter(None, (_repeated_groups(record), _judged_apart(record))))


def _repeated_groups(record: Record) -> str:
    pairs, trials = record.get("pairs_of_groups"), int(record["trials"])
    if pairs is None or pairs * _REPEATED > trials:  # missing in records of earlier versions
        return ""
    return trn(
        "{assessors} make {n} pair of such groups, which {trials:,} trials repeat",
        "{assessors} make {n} different pairs of such groups, which {trials:,} trials repeat",
        pairs,
        assessors=count_of(len(record["assessors"]), "assessor"),
        trials=trials,
    )


def _judged_apart(record: Record) -> str:
    labeled, several = int(record.get("labeled", 0)), int(record.get("labeled_by_several", 0))
    if 2 * several >= labeled:
        return ""
    return tr(
        "{several:,} of {labeled:,} labeled answers have labels of two or more of them, so the groups differ above all "
        "in which answers they judged",
        several=several,
        labeled=labeled,
    )


def bin_of_size(record: Record) -> Record | None:
    """Return the first bin whose size for 5 % errors has an error below half of it, None for none."""
    return next((one for one in record["bins"] if one["low"] > 0 and _is_certain(one["fit"] or {})), None)


def _is_certain(fit: Record) -> bool:
    size, error = fit.get("size_for_5_percent"), fit.get("size_for_5_percent_error")
    return size is not None and error is not None and bool(2 * error < size)  # NaN is less than nothing


def all_drawn_from(records: Sequence[Record]) -> str:
    """Return the same for several measures, each separately if they differ."""
    each = {str(record["measure"]): drawn_from(record) for record in records}
    if len(set(each.values())) == 1:
        return next(iter(each.values()))
    return clauses(f"{name}: {value}" for name, value in each.items())


def request_of(record: Record) -> Request:
    """Return the request of a record."""
    sizes = record.get("sizes")
    return Request(
        record["study"],
        measure(str(record["measure"])),
        variant=record["variant"] if record["study"] == "stability" else "one-subset",
        margin=record.get("margin", "larger"),
        trials=record["trials"],
        size=record.get("size"),
        sizes=tuple(sizes) if sizes else None,
        seed=record["seed"],
    )


def state_of(study: Study, samples: Gathered, board: Scoreboard) -> str:
    """Return a short fingerprint that changes with anything that a study was drawn from."""
    digest = hashlib.sha256(repr((str(samples.measure), samples.unit, samples.names)).encode())
    for part in (samples.units, *samples.data.arrays()):
        digest.update(np.ascontiguousarray(part).tobytes())
    if study == "assessors":
        digest.update(said_by_people(board).encode())
    return digest.hexdigest()[:16]


def out_of_date(board: Scoreboard, records: Iterable[Record]) -> list[bool]:
    """Return for each record whether its source has changed, or can no longer be gathered.

    Each is checked as requested, under its own gold standard and with its own questions, whatever is shown
    now.
    """
    boards: dict[object, Scoreboard] = {}
    return [_is_out_of_date(board, record, boards) for record in records]


def _is_out_of_date(now: Scoreboard, record: Record, boards: dict[object, Scoreboard]) -> bool:
    try:
        board = _as_asked(now, record, boards)
        found = gather(board, measure(str(record["measure"])))
        return state_of(record["study"], found, board) != record.get("state")
    except (Refused, ValueError, KeyError):
        return True


def _as_asked(board: Scoreboard, record: Record, boards: dict[object, Scoreboard]) -> Scoreboard:
    """Return the present collection with a scoreboard as the record's was."""
    names = record.get("questions")
    at = {question.name: position for position, question in enumerate(board.catalog.questions)}
    chosen = None if names is None else frozenset(at[name] for name in names)
    basis = str(record["gold"]), record.get("unjudged", "wait"), chosen
    if basis == (board.gold_text, board.unjudged, board.questions):
        return board
    if basis not in boards:
        names = [basis[0]] if basis[0] in board.collection.facts.frozen else basis[0].split(";")
        gold = gold_named(names[0], board.collection.facts)
        own = Scoreboard(board.collection, gold, unjudged=basis[1])
        own.select(chosen)
        boards[basis] = own
    return boards[basis]


def as_json(record: Record) -> Record:
    """Return a record in JSON types: undefined values are None."""
    return cast("Record", _plain(record))


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
