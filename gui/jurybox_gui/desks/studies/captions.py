"""What a study is called, what its result says in one sentence, and its numbers as a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from jurybox.analysis.studies.records import all_drawn_from, bin_of_size, repeated_groups
from jurybox.figures.numbers import score_text
from jurybox.language import tr
from jurybox.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.analysis.studies.records import Record

TITLES = {
    "stability": "Stability and ties",
    "swap": "Swap method",
    "error-rate": "Error rate by size",
    "collection-size": "Measure by collection size",
    "assessors": "Exchange of assessors",
}
ABOUT = {
    "stability": tr("On random sets of units: how often do two runs swap order, and how often do they tie?"),
    "swap": tr(
        "On two sets without a common unit: how large must a difference of scores be to trust the order?"
    ),
    "error-rate": tr("How often do two sets disagree about two runs, and how many units are enough?"),
    "collection-size": tr("How does a measure change as the collection grows, and how much does it vary?"),
    "assessors": tr("How much does the ranking depend on who judged?"),
}


def title_of(records: Sequence[Record]) -> str:
    """Return what a study is called in the list."""
    study = str(records[0]["study"])
    return TITLES.get(study, study)


def measures_of(records: Sequence[Record]) -> str:
    """Return the measures that were studied."""
    return ", ".join(record["measure"] for record in records)


def sentence_of(records: Sequence[Record]) -> str:
    """Return what the result says, in plain words; one sentence for each measure, at most three."""
    say = _SENTENCES.get(records[0]["study"], lambda _record: "")
    return " ".join(say(record) for record in records[:3])


def request_text(*records: Record) -> str:
    """Return what a study was asked with, drawn from and made by, in one line; of each measure its own."""
    record = records[0]
    sizes = record.get("sizes")
    sets = [
        f"sets of {sizes[0]:,} to {sizes[-1]:,}" if sizes else "",
        str(record["variant"]).replace("-", " ") if record["study"] == "stability" else "",
        "margin of the larger magnitude" if record.get("margin") == "larger-magnitude" else "",
        f"{record['trials']:,} trials",
        f"seed {record['seed']}",
        all_drawn_from(records) + ("" if record.get("questions") is None else " (of a selection)"),
        f"{record['runs']} runs",
        str(record.get("group_gold", record["gold"])),
        f"version {record['version']}",
    ]
    text = ", ".join(part for part in sets if part)
    return text[0].upper() + text[1:] + "."


def _stability(record: Record) -> str:
    point = next((p for p in record["points"] if math.isclose(p["fuzziness"], 0.05)), record["points"][0])
    errors, ties = _share(point["error_rate"]), _share(point["ties"])
    margin = f"{point['fuzziness'] * 100:.0f} %"
    return tr(
        "With {record} and a margin of {margin}, {errors} of the pairs swap order and {ties} tie.",
        record=record["measure"],
        margin=margin,
        errors=errors,
        ties=ties,
    )


def _swap(record: Record) -> str:
    if _missing(record["required"]):
        return tr(
            "With {record} no difference is large enough: {record2}.",
            record=record["measure"],
            record2=record["reason"],
        )
    if record["required"] == 0:
        why = f": {record['reason']}" if record["reason"] else ""
        return tr("With {record} this study requires no difference{why}.", record=record["measure"], why=why)
    needed, reach = score_text(record["required"], 2), _share(record["sensitivity"])
    return tr(
        "With {record} a difference of {needed} is needed; {reach} of the pairs have it.",
        record=record["measure"],
        needed=needed,
        reach=reach,
    )


def _error_rate(record: Record) -> str:
    each, last = bin_of_size(record), record["bins"][-1]
    if each is None:
        return tr(
            "With {record} these comparisons do not show how many units are enough.", record=record["measure"]
        )
    fit, low = each["fit"], score_text(each["low"], 2)
    span = f"of {low} or more" if each is last else f"of {low} to {score_text(each['low'] + 0.01, 2)}"
    many = (
        f"{fit['size_for_5_percent']:,.0f} ± {fit['size_for_5_percent_error']:,.0f} {plural(record['unit'])}"
    )
    now = f"all {record['units']:,} give {_share(fit['rate_at_all'])}"
    return tr(
        "With {record} and a difference {span}, {many} give 5 % errors; {now}.",
        record=record["measure"],
        span=span,
        many=many,
        now=now,
    )


def _collection_size(record: Record) -> str:
    if not record["points"]:
        return tr("There are too few {record}.", record=plural(record["unit"]))
    last, first = record["points"][-1], record["points"][0]
    spreads = [[r["spread"] for r in point["runs"] if not _missing(r["spread"])] for point in (first, last)]
    if not all(spreads):
        return tr("{record} is undefined on most of these sets.", record=record["measure"])
    few, many = (score_text(sum(each) / len(each)) for each in spreads)
    return tr(
        "{record} spreads by {few} at {first} and {many} at {last} units.",
        record=record["measure"],
        few=few,
        first=first["size"],
        many=many,
        last=last["size"],
    )


def _assessors(record: Record) -> str:
    groups = f"groups of {record['size']} of {len(record['assessors'])} assessors"
    if _missing(record["mean_tau"]):
        return tr("With {record} no two {groups} can be compared.", record=record["measure"], groups=groups)
    tau = score_text(record["mean_tau"])
    repeated = repeated_groups(record)
    few = f"; {repeated}" if repeated else ""
    return tr(
        "With {record} the orders under two {groups} agree by tau {tau}{few}.",
        record=record["measure"],
        groups=groups,
        tau=tau,
        few=few,
    )


_SENTENCES = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}


def _share(value: float | None) -> str:
    return "an unknown share" if _missing(value) else f"{100 * float(value or 0.0):.1f} %"


def _missing(value: float | None) -> bool:
    return value is None or math.isnan(value)
