"""Tables of studies: the points of one kind of study of several measures, and the studies that are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jurybox.analysis.studies.error_rate import FEWEST_CASES
from jurybox.analysis.studies.records import Record, all_drawn_from, of_groups, out_of_date
from jurybox.language import tr
from jurybox.results.frame import make_frame
from jurybox.results.heads import OF_MEASURES
from jurybox.scoring import Scoreboard

if TYPE_CHECKING:
    import pandas as pd


_Parts = tuple["Sequence[str]", "list[list[object]]", "Sequence[int]", int]
"""Head, rows, columns of words, and how many columns name a row."""
_KEPT = ("study", "measure", "trials", "seed", "gold", "version")


def study(records: Sequence[Record]) -> pd.DataFrame:
    """Return the numbers of one or more records of the same kind of study, each of another measure."""
    one = records[0]
    head, rows, words, index = _PARTS[one["study"]](records)
    note = tr(
        "{one} trials, seed {one2}; {all_drawn_from}, {one3} runs; gold standard {one4}.",
        one=one["trials"],
        one2=one["seed"],
        all_drawn_from=all_drawn_from(records),
        one3=one["runs"],
        one4=one["gold"],
    )
    say = _NOTES.get(one["study"])
    notes = [note, say(one) if say else ""]
    measures = ", ".join(str(each["measure"]) for each in records)
    caption = f"Study {one['study']} of {measures}"
    cells = zip(*(_numbers(column) for column in zip(*rows, strict=True)), strict=True)
    return make_frame(f"study-{one['study']}", caption, head, cells, words, notes, index=index)


def _numbers(column: Sequence[object]) -> Sequence[object]:
    """Return a column of numbers with NaN for None, which records that were kept have for it."""
    numbers = any(isinstance(cell, float) for cell in column) or set(column) == {None}
    return [float("nan") if cell is None else cell for cell in column] if numbers else column


def studies_kept(board: Scoreboard) -> pd.DataFrame:
    """Return the studies that are kept in a collection, and whether they are out of date."""
    kept = sorted(board.collection.facts.studies.items())
    stale = out_of_date(board, [dict(record) for _, record in kept])
    rows = [
        (name, *(record.get(key) for key in _KEPT), "yes" if old else "")
        for (name, record), old in zip(kept, stale, strict=True)
    ]
    head = ("name", *_KEPT, "out of date")
    return make_frame("studies", tr("Studies that were kept"), head, rows, (0, 1, 2, 5, 6, 7))


def _stability(records: Sequence[Record]) -> _Parts:
    head = ["fuzziness", *(f"{one['measure']} {what}" for one in records for what in OF_MEASURES)]
    sizes = [(one["size"], one["units"]) for one in records]
    points = zip(*(one["points"] for one in records), strict=True)
    rows: list[list[object]] = [
        [
            row[0]["fuzziness"],
            *(
                value
                for one, drawn in zip(row, sizes, strict=True)
                for value in (one["error_rate"], one["ties"], *drawn)
            ),
        ]
        for row in points
    ]
    return head, rows, (), 1


def _swap(records: Sequence[Record]) -> _Parts:
    figures = ("size", "units", "required", "highest", "relative", "sensitivity")
    rows: list[list[object]] = [
        [one["measure"], *(one[name] for name in figures), one["reason"] or ""] for one in records
    ]
    return ("measure", "set size", *figures[1:], "reason"), rows, (0, 7), 1


def _error_rate(records: Sequence[Record]) -> _Parts:
    head = ("measure", "difference", "cases", "a", "b", "at all units", "±", "units for 5 %", "± units")
    names = ("a", "b", "rate_at_all", "rate_at_all_error", "size_for_5_percent", "size_for_5_percent_error")
    rows: list[list[object]] = []
    for one in records:
        for each in one["bins"]:
            fit = each["fit"] or {}
            cases = sum(point["cases"] for point in each["points"])
            if cases:
                figures = (fit.get(name, float("nan")) for name in names)
                rows.append([one["measure"], each["low"], cases, *figures])
    return head, rows, (0,), 2


def _collection_size(records: Sequence[Record]) -> _Parts:
    columns = ("run", "mean", "spread", "low", "high", "undefined")
    rows: list[list[object]] = [
        [one["measure"], point["size"], *(run[name] for name in columns)]
        for one in records
        for point in one["points"]
        for run in point["runs"]
    ]
    return ("measure", "size", *columns), rows, (0, 2), 3


def _assessors(records: Sequence[Record]) -> _Parts:
    columns = ("group_gold", "size", "mean_tau", "undefined")
    rows: list[list[object]] = [[one["measure"], *(one[name] for name in columns)] for one in records]
    return ("measure", "gold of a group", "assessors in it", "mean tau", "undefined"), rows, (0, 1), 1


_PARTS: dict[str, Callable[[Sequence[Record]], _Parts]] = {
    "stability": _stability,
    "swap": _swap,
    "error-rate": _error_rate,
    "collection-size": _collection_size,
    "assessors": _assessors,
}


def _assessors_note(record: Record) -> str:
    known = of_groups(record)
    return f"{known}." if known else ""


def _error_rate_note(record: Record) -> str:
    if all(one["fit"] for one in record["bins"] if any(point["cases"] for point in one["points"])):
        return ""
    return tr(
        "a and b are of the curve a exp(-b size). A dash: fewer than three sizes with "
        "{fewest_cases} comparisons, or error rates that do not fall as sets grow.",
        fewest_cases=FEWEST_CASES,
    )


_NOTES: dict[str, Callable[[Record], str]] = {"assessors": _assessors_note, "error-rate": _error_rate_note}
"""What must be known to read the numbers of a kind of study, "" for nothing."""
