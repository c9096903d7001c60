"""The cells of tables of agreement: figures, intervals and reasons in words, and tables put in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from jurybox.figures import DataTable
from jurybox.results.cells import score_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.analysis.agreement import Consistency, Figure
    from jurybox.analysis.gather_agreement import AgreementReport, AssessorReport
    from jurybox.analysis.gather_others import OtherReport
    from jurybox.analysis.intervals import Interval
    from jurybox.analysis.left_out import LeftOut

NOTHING = "–"


@dataclass(frozen=True)
class Reports:
    """What was computed: the judges in `whole` and `each`; all `others` apart; `judges` as runs."""

    whole: AgreementReport
    each: tuple[AssessorReport, ...]
    others: tuple[OtherReport, ...]
    judges: tuple[LeftOut, ...] = ()


class Part(NamedTuple):
    """One part: its tables, and a sentence on how to read them, with reasons where a figure is undefined."""

    tables: tuple[DataTable, ...]
    told: str


def sorted_by(table: DataTable, column: int, *, descending: bool) -> DataTable:
    """Return a table with its rows by a column, numbers by their worth, what is undefined last."""
    sign = -1 if descending else 1

    def worth(row: tuple[str, ...]) -> tuple[int, float, str]:
        number = _number(row[column])
        if row[column] == NOTHING:
            return (2, 0.0, "")
        return (1, 0.0, row[column]) if number is None else (0, sign * number, "")

    rows = sorted(table.texts(), key=worth)
    if descending and all(_number(row[column]) is None for row in rows):
        rows.reverse()
    arrow = " ▾" if descending else " ▴"
    head = (f"{name}{arrow}" if at == column else name for at, name in enumerate(table.head))
    return DataTable(tuple(head), tuple(rows))


def _number(text: str) -> float | None:
    try:
        return float(text.split(" ", maxsplit=1)[0].replace(",", ""))
    except ValueError:
        return None


def table_of(words: Sequence[str], cells: Sequence[Sequence[int]], corner: str) -> DataTable:
    """Return a matrix of counts with the words of a scheme at both sides."""
    return DataTable(
        (corner, *words),
        tuple((word, *(f"{n:,}" for n in row)) for word, row in zip(words, cells, strict=True)),
    )


def consistency_cells(one: Consistency) -> tuple[str, str, str]:
    """Return how many were compared, how many are equal, and kappa."""
    return f"{one.items:,}", figure_cell(one.raw), figure_cell(one.kappa)


def ends_cell(low: float, high: float) -> str:
    """Return an interval from its ends, a dash where it is undefined."""
    return f"{score_text(low)} to {score_text(high)}" if low == low else NOTHING


def interval_cells(found: Sequence[Interval]) -> tuple[str]:
    """Return an interval as a cell, a dash where there is none."""
    return (ends_cell(found[0].low, found[0].high) if found else NOTHING,)


def figure_cell(figure: Figure) -> str:
    """Return a figure, a dash where it is undefined."""
    return score_text(figure.value) if figure.value == figure.value else NOTHING


def reasons_of(figures: Sequence[Figure]) -> str:
    """Return why some are undefined, as sentences."""
    reasons = dict.fromkeys(figure.reason for figure in figures if figure.reason)
    return "".join(f" Undefined ({NOTHING}): {reason}." for reason in reasons)
