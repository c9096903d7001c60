"""The title of a study, its result in one sentence, and its numbers as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from jurybox.analysis.studies.records import Record, all_drawn_from, bin_of_size, of_groups
from jurybox.language import grouped, tr, trn
from jurybox.lists import comma_list, sentences
from jurybox.numbers import score_text
from jurybox.wording import count_of

TITLES = {
    "stability": tr("Stability and ties"),
    "swap": tr("Swap method"),
    "error-rate": tr("Error rate by size"),
    "collection-size": tr("Measure by collection size"),
    "assessors": tr("Exchange of assessors"),
}
_UNITS = {"answer": tr("answers"), "question": tr("questions"), "series": tr("series")}
_VARIANTS = {"one-subset": tr("one subset"), "disjoint": tr("disjoint")}
ABOUT = {
    "stability": tr("On random sets of units: how often do two runs swap order, and how often do they tie?"),
    "swap": tr("On two sets without a common unit: how large must a difference of scores be to trust the order?"),
    "error-rate": tr("How often do two sets disagree about two runs, and how many units are enough?"),
    "collection-size": tr("How does a measure change as the collection grows, and how much does it vary?"),
    "assessors": tr("How much does the ranking depend on who judged?"),
}


def title_of(records: Sequence[Record]) -> str:
    """Return the title of a study in the list."""
    study = str(records[0]["study"])
    return TITLES.get(study, study)


def measures_of(records: Sequence[Record]) -> str:
    """Return the measures that were studied."""
    return comma_list(record["measure"] for record in records)


def sentence_of(records: Sequence[Record]) -> str:
    """Return the result in plain words; one sentence for each measure, at most three."""
    say = _SENTENCES.get(records[0]["study"], lambda _record: "")
    return sentences(say(record) for record in records[:3])


def request_text(*records: Record) -> str:
    """Return the request of a study, drawn from and made by, in one line; for each measure its own."""
    record = records[0]
    sizes = record.get("sizes")
    sets = [
        tr("sets of {first:,} to {last:,}", first=sizes[0], last=sizes[-1]) if sizes else "",
        _VARIANTS.get(record["variant"], str(record["variant"])) if record["study"] == "stability" else "",
        tr("margin of the larger magnitude") if record.get("margin") == "larger-magnitude" else "",
        trn("{n} trial", "{n} trials", record["trials"]),
        tr("seed {seed}", seed=record["seed"]),
        _drawn_from(records),
        count_of(record["runs"], "run"),
        str(record.get("group_gold", record["gold"])),
        tr("version {version}", version=record["version"]),
    ]
    text = comma_list(part for part in sets if part)
    return text[0].upper() + text[1:] + "."


def _drawn_from(records: Sequence[Record]) -> str:
    drawn = all_drawn_from(records)
    return drawn if records[0].get("questions") is None else tr("{drawn} (of a selection)", drawn=drawn)


def _stability(record: Record) -> str:
    point = next((p for p in record["points"] if math.isclose(p["fuzziness"], 0.05)), record["points"][0])
    return tr(
        "With {measure} and a margin of {margin}, {errors} of the pairs swap order and {ties} tie.",
        measure=record["measure"],
        margin=f"{point['fuzziness'] * 100:.0f} %",
        errors=_share(point["error_rate"]),
        ties=_share(point["ties"]),
    )


def _swap(record: Record) -> str:
    one, reason = record["measure"], record["reason"]
    if _missing(record["required"]):
        return tr("With {measure} no difference is large enough: {reason}.", measure=one, reason=reason)
    if record["required"] == 0:
        if reason:
            return tr("With {measure} this study requires no difference: {reason}.", measure=one, reason=reason)
        return tr("With {measure} this study requires no difference.", measure=one)
    return tr(
        "With {measure} a difference of {needed} is needed; {reach} of the pairs have it.",
        measure=one,
        needed=score_text(record["required"], 2),
        reach=_share(record["sensitivity"]),
    )


def _error_rate(record: Record) -> str:
    one, each, last = record["measure"], bin_of_size(record), record["bins"][-1]
    if each is None:
        return tr("With {measure} these comparisons do not show how many units are enough.", measure=one)
    fit, low = each["fit"], score_text(each["low"], 2)
    values = {
        "measure": one,
        "low": low,
        "size": " ± ".join(grouped(fit[name], ".0f") for name in ("size_for_5_percent", "size_for_5_percent_error")),
        "units": _units(record),
        "all": record["units"],
        "now": _share(fit["rate_at_all"]),
    }
    if each is last:
        return tr(
            "With {measure} and a difference of {low} or more, {size} {units} give 5 % errors; all {all:,} give {now}.",
            **values,
        )
    return tr(
        "With {measure} and a difference of {low} to {high}, {size} {units} give 5 % errors; all {all:,} give {now}.",
        high=score_text(each["low"] + 0.01, 2),
        **values,
    )


def _collection_size(record: Record) -> str:
    if not record["points"]:
        return tr("There are too few {units}.", units=_units(record))
    last, first = record["points"][-1], record["points"][0]
    spreads = [[r["spread"] for r in point["runs"] if not _missing(r["spread"])] for point in (first, last)]
    if not all(spreads):
        return tr("{measure} is undefined on most of these sets.", measure=record["measure"])
    few, many = (score_text(sum(each) / len(each)) for each in spreads)
    return tr(
        "{measure} spreads by {few} at {first} and {many} at {last} units.",
        measure=record["measure"],
        few=few,
        first=first["size"],
        many=many,
        last=last["size"],
    )


def _assessors(record: Record) -> str:
    values = {
        "measure": record["measure"],
        "size": record["size"],
        "assessors": count_of(len(record["assessors"]), "assessor"),
    }
    if _missing(record["mean_tau"]):
        return tr("With {measure} no two groups of {size} of {assessors} can be compared.", **values)
    sentence = tr(
        "With {measure} the orders under two groups of {size} of {assessors} agree by tau {tau}",
        tau=score_text(record["mean_tau"]),
        **values,
    )
    known = of_groups(record)
    return f"{sentence}; {known}." if known else f"{sentence}."


def _units(record: Record) -> str:
    return _UNITS.get(record["unit"], str(record["unit"]))


_SENTENCES = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}


def _share(value: float | None) -> str:
    return tr("an unknown share") if _missing(value) else f"{100 * float(value or 0.0):.1f} %"


def _missing(value: float | None) -> bool:
    return value is None or math.isnan(value)
