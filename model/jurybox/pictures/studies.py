"""Pictures of studies: from the records of `jurybox.analysis.studies.records`, kept ones or made now."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from jurybox.analysis.studies.assessors import panel_of
from jurybox.analysis.studies.pairs import REQUIRED_RATE
from jurybox.analysis.studies.records import Record, all_drawn_from, bin_of_size, of_groups
from jurybox.analysis.studies.requests import Request, Study
from jurybox.analysis.studies.study import run_study
from jurybox.errors import Refused
from jurybox.figures import (
    Figure,
    SizeCurve,
    error_rate_by_size,
    exchanged_assessors,
    measure_by_size,
    stability_curves,
    swap_curves,
)
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.numbers import short_text
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource
from jurybox.pictures.units import usual_measures
from jurybox.scoring.coverage import Resting, resting
from jurybox.watch import Stopped
from jurybox.wording import plural

_BIN = 0.01
_FROM, _BINS = 0.01, 5
"""As in Voorhees 2005, Figure 4: the first five bins from .01 up in which anything falls, and the one whose
size for 5 % is told."""
_MOST = 3


def study_figure(records: Sequence[Record], runs: Mapping[str, int] | None = None) -> Figure:
    """Return the picture of one or more records of the same study.

    Stability and swap show a curve for each record (measure), assessors a box; error rate and collection
    size show the first one. `runs` are positions of runs by name, for their colors. ValueError for no
    record, for different studies and for one without a picture.
    """
    studies = {record["study"] for record in records}
    if len(studies) != 1:
        raise ValueError(f"a picture shows one study, not {len(studies)}")
    (study,) = studies
    if study not in _FIGURES:
        raise ValueError(f"there is no picture of the study {study}")
    return _FIGURES[study](records, runs or {})


def _caption(*records: Record) -> str:
    """Return how a study was done; of several measures, what each was drawn from."""
    record, drawn = records[0], all_drawn_from(records)
    return tr(
        "{record:,} trials, seed {record2}; {drawn}, {record3} runs; {record4}.",
        record=record["trials"],
        record2=record["seed"],
        drawn=drawn,
        record3=record["runs"],
        record4=record["gold"],
    )


def _stability(records: Sequence[Record], runs: Mapping[str, int]) -> Figure:
    del runs
    curves = {
        record["measure"]: (
            [_number(point["ties"]) for point in record["points"]],
            [_number(point["error_rate"]) for point in record["points"]],
        )
        for record in records
    }
    first = records[0]
    caption = tr(
        "{variant}, fuzziness 1 to 10 %; {caption}",
        variant=tr(first["variant"]).capitalize(),
        caption=_caption(*records),
    )
    return stability_curves(curves, caption=caption)


def _swap(records: Sequence[Record], runs: Mapping[str, int]) -> Figure:
    del runs
    curves = {
        record["measure"]: (
            [bin_["low"] for bin_ in record["bins"]],
            [_number(bin_["rate"]) for bin_ in record["bins"]],
        )
        for record in records
    }
    return swap_curves(
        curves, REQUIRED_RATE, caption=tr("Two sets in each trial; {caption}", caption=_caption(*records))
    )


def _error_rate(records: Sequence[Record], runs: Mapping[str, int]) -> Figure:
    del runs
    first = records[0]
    found = bin_of_size(first)
    bins: list[SizeCurve] = []
    enough: list[float] = []
    for row in first["bins"]:
        points = [(point["size"], _number(point["rate"])) for point in row["points"]]
        if row["low"] < _FROM - _BIN / 2 or all(math.isnan(rate) for _, rate in points):
            continue
        fit = row["fit"] or {"a": math.nan, "b": math.nan, "size_for_5_percent": None}
        sizes, rates = [size for size, _ in points], [rate for _, rate in points]
        if len(bins) >= _BINS and row is not found:
            continue
        high = math.inf if row is first["bins"][-1] else row["low"] + _BIN
        bins.append(SizeCurve(row["low"], high, sizes, rates, fit["a"], fit["b"]))
        enough.append(_number(fit["size_for_5_percent"]))
    units = float(first["units"])
    until = max([units, *(min(2 * units, size) for size in enough if not math.isnan(size))])
    bare = comma_list(short_text(one.low) for one in bins if math.isnan(one.a))
    without = tr(", no curve fits the bins from {bare}", bare=bare) if bare else ""
    caption = tr(
        "Error rate of {first}, dashed where extrapolated{without}; {caption}",
        first=first["measure"],
        without=without,
        caption=_caption(first),
    )
    return error_rate_by_size(bins, until, REQUIRED_RATE, unit=plural(first["unit"]), caption=caption)


def _collection_size(records: Sequence[Record], runs: Mapping[str, int]) -> Figure:
    first = records[0]
    names = [run["run"] for run in first["points"][0]["runs"]] if first["points"] else []
    curves = {
        name: tuple(
            [point["size"] if part == "size" else _number(point["runs"][at][part]) for point in first["points"]]
            for part in ("size", "mean", "low", "high")
        )
        for at, name in enumerate(names)
    }
    known = {name: (a, b, c, d) for name, (a, b, c, d) in curves.items()}
    looks = [runs.get(name, at) for at, name in enumerate(names)]
    caption = tr("Mean and middle 95 % over random collections; {caption}", caption=_caption(first))
    return measure_by_size(known, first["measure"], runs=looks, unit=plural(first["unit"]), caption=caption)


def _assessors(records: Sequence[Record], runs: Mapping[str, int]) -> Figure:
    del runs
    first = records[0]
    who = tr("groups of {first} of {first2} assessors", first=first["size"], first2=len(first["assessors"]))
    shared = "" if first["disjoint"] else tr(", which may share some")
    taus = {record["measure"]: [_number(tau) for tau in record["taus"]] for record in records}
    known = of_groups(first)
    few = f" {known}." if known else ""
    caption = tr(
        "Orders of runs under two {who}{shared}, {first}; {caption}{few}",
        who=who,
        shared=shared,
        first=first["group_gold"],
        caption=_caption(*records),
        few=few,
    )
    return exchanged_assessors(taus, caption=caption)


_FIGURES: dict[str, Callable[[Sequence[Record], Mapping[str, int]], Figure]] = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}


def _number(value: float | None) -> float:
    """Return a number of a record, in which what is undefined may have become None."""
    return math.nan if value is None else float(value)


def _why_not(source: PictureSource) -> str:
    if len(source.board.stored) < 2:
        return tr("a study compares two runs at least.")
    return "" if usual_measures(source) else tr("no measure has a score so far.")


def _why_nobody(source: PictureSource) -> str:
    people = panel_of(source.collection)
    return _why_not(source) or ("" if len(people) > 1 else tr("there is nobody to exchange for another."))


def _made_now(study: Study, most: int) -> Callable[[PictureSource, PictureOptions], Figure]:
    """Return what does a study with its usual trials and draws it."""

    def draw(source: PictureSource, options: PictureOptions) -> Figure:
        board = source.board
        chosen = (options.measures or usual_measures(source))[:most]
        records = []
        refused: Refused | None = None
        for one in chosen:
            try:
                records.append(run_study(board, Request(study, one), source.watch))
            except Stopped:
                raise
            except Refused as error:
                # Among the default measures there may be one without studies of units.
                if options.measures:
                    raise
                refused = error
        if not records:
            raise refused or Refused(tr("There is no measure to study."))
        named = {source.board.name_of(run): run for run in source.board.stored}
        return study_figure(records, named).emphasizing(options.run)

    return draw


def _rests(most: int) -> Callable[[PictureSource, PictureOptions], list[Resting]]:
    """Return the note on what the scores of the drawn study rest on."""

    def found(source: PictureSource, options: PictureOptions) -> list[Resting]:
        chosen = (options.measures or usual_measures(source))[:most]
        return [resting(source.board, one, source.board.stored) for one in chosen]

    return found


STUDY_PICTURES = (
    Picture(
        "stability",
        tr("Stability"),
        tr("error rate against ties of measures, on random sets"),
        _why_not,
        _made_now("stability", _MOST),
        _rests(_MOST),
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "swap",
        tr("Swap rate"),
        tr("how often runs swap, by their difference"),
        _why_not,
        _made_now("swap", _MOST),
        _rests(_MOST),
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "error-rate",
        tr("Error rate by test-set size"),
        tr("how many units an order of runs takes, extrapolated"),
        _why_not,
        _made_now("error-rate", 1),
        _rests(1),
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "collection-size",
        tr("Measure by collection size"),
        tr("where a measure settles, and how far it spreads"),
        _why_not,
        _made_now("collection-size", 1),
        _rests(1),
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "assessors",
        tr("Exchange of assessors"),
        tr("how much the order of runs depends on who judged"),
        _why_nobody,
        _made_now("assessors", _MOST),
        _rests(_MOST),
        measures_asked=1,
        slow=True,
    ),
)
