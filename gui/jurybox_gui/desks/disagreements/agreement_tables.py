"""The tables of agreement: their names, frames and notes, and how a frame is shown and sorted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from jurybox import results
from jurybox.analysis.agreement_report import AgreementReport
from jurybox.figures import Figure, agreement_matrix
from jurybox.language import tr, tr_head
from jurybox.lists import sentences
from jurybox.results.agreement import Agreements
from jurybox.results.cells import short
from jurybox.results.frame import rows_of
from jurybox.results.writing import ShownTable, shown
from jurybox_gui.desks.disagreements.wording import first_names

if TYPE_CHECKING:
    import pandas as pd


PARTS = {
    "pairs": tr("pair by pair"),
    "labels": tr("label by label"),
    "categories": tr("category by category"),
    "confusion": tr("two assessors"),
    "assessors": tr("each against the others"),
    "drift": tr("over time"),
    "judges": tr("judges as runs"),
    "others": tr("others against the judges"),
    "errors": tr("estimated errors"),
    "estimates": tr("estimated labels"),
}
"""The name of each table."""

_HEADS = {tr_head("things"): tr("items"), tr_head("and"): tr("with")}
"""Column heads on screen, where those of exported tables differ."""

_WHOLE = {
    "labels": ("agreement_by_label",),
    "categories": ("agreement_by_category",),
    "assessors": ("agreement_by_assessor",),
    "judges": ("judges_left_out",),
    "errors": ("estimated_prevalences", "estimated_errors"),
}
"""The functions of `jurybox.results` for the parts about all assessors."""

MATRIX_MOST, _HEAD_MOST = 14, 16
"""The most assessors shown as a matrix of pairs, and the most letters of a name above its column."""
ESTIMATES_MOST = 500
"""The most estimated labels shown in a window."""


_OF_ALL = (
    "agreement_figures",
    "agreement_matrix",
    "agreement_by_pair",
    "agreement_by_label",
    "agreement_by_category",
    "agreement_by_assessor",
    "agreement_over_time",
    "judges_left_out",
    "agreement_of_others",
    "estimated_prevalences",
    "estimated_errors",
    "estimated_labels",
)
"""The functions of `jurybox.results` whose tables are exported all together."""


def all_frames(agreements: Agreements, two: tuple[int | None, int | None]) -> list[pd.DataFrame]:
    """Return every nonempty table of agreement, the figures first; `two`: the chosen assessors."""
    frames = [getattr(results, name)(agreements) for name in _OF_ALL]
    pair = pair_to_show(agreements.report, two)
    frames += [] if pair is None else [results.confusion(agreements, *pair)]
    frames += [results.confusion_with_judges(agreements, one) for one in agreements.others]
    return [frame for frame in frames if not frame.attrs["void"]]


def columns_of(frame: pd.DataFrame) -> int:
    """Return the number of columns of a frame shown as a table, including those of its index."""
    return frame.index.nlevels + frame.shape[1]


def frames_of(agreements: Agreements, part: str, two: tuple[int | None, int | None]) -> list[pd.DataFrame]:
    """Return the tables of a part; `two` are the chosen assessors, for the parts about one or two of them."""
    if part in _WHOLE:
        return [getattr(results, name)(agreements) for name in _WHOLE[part]]
    match part:
        case "pairs":
            if len(agreements.report.matrix.assessors) > MATRIX_MOST:
                return [results.agreement_by_pair(agreements, two[0])]
            return [results.agreement_matrix(agreements), results.agreement_by_pair(agreements)]
        case "confusion":
            pair = pair_to_show(agreements.report, two)
            return [] if pair is None else [results.confusion(agreements, *pair)]
        case "drift":
            return [results.agreement_over_time(agreements, two[0])]
        case "estimates":
            return [results.estimated_labels(agreements, ESTIMATES_MOST)]
        case _:
            tables = (results.confusion_with_judges(agreements, one) for one in agreements.others)
            return [results.agreement_of_others(agreements), *tables]


def picture_of(agreements: Agreements, *, briefly: bool = False) -> Figure:
    """Return the matrix of pairs as a picture: Cohen's kappa above the diagonal, raw agreement below it.

    `briefly`: call assessors by the first word of their names, where no two share it.
    """
    people = agreements.report.matrix.assessors
    place = {who: at for at, who in enumerate(people)}
    pairs = {(min(place[one.a], place[one.b]), max(place[one.a], place[one.b])): one for one in agreements.report.pairs}
    names = [agreements.name_of(who) for who in people]
    return agreement_matrix(
        [short(name, _HEAD_MOST) for name in (first_names(names) if briefly else names)],
        {at: one.kappa.value for at, one in pairs.items()},
        {at: one.raw.value for at, one in pairs.items()},
        what=(tr("Cohen's kappa"), tr("raw agreement")),
        caption=agreements.notes[0].capitalize(),
    )


def notes_of_tables(agreements: Agreements, frames: list[pd.DataFrame]) -> str:
    """Return the notes of some tables, without those common to all tables of these labels."""
    if not frames:
        return tr("No two of these assessors labeled the same thing.")
    notes = dict.fromkeys(note for frame in frames for note in frame.attrs["notes"])
    return sentences(note for note in notes if note not in agreements.notes)


def sorted_by(frame: pd.DataFrame, sort: tuple[int, bool] | None) -> pd.DataFrame:
    """Return a frame sorted by a column, descending or not, undefined last; unchanged if `sort` is None."""
    if sort is None:
        return frame
    import pandas as pd

    column, descending = sort
    values = pd.Series([row[column] for row in rows_of(frame)])
    order = values.sort_values(ascending=not descending, kind="stable").index
    return frame.iloc[order.to_numpy()]


def table_of(frame: pd.DataFrame, sort: tuple[int, bool] | None = None) -> ShownTable:
    """Return a frame ready to paint, with the sorted column marked; `sort` as in `sorted_by`."""
    head, rows, words, _ = shown(frame, undefined="–")
    head = [short(_HEADS.get(name, name), _HEAD_MOST) for name in head]
    if sort is not None:
        column, descending = sort
        head[column] += " ▾" if descending else " ▴"
    return ShownTable(head, rows, words)


def pair_to_show(report: AgreementReport, two: tuple[int | None, int | None]) -> tuple[int, int] | None:
    """Return the assessors of rows and columns: the chosen ones, else the two who agree least.

    None if no two matching assessors labeled the same item.
    """
    known = [
        (math.isnan(pair.kappa.value), pair.kappa.value, rows, columns)
        for pair in report.pairs
        for rows, columns in ((pair.a, pair.b), (pair.b, pair.a))
        if two[0] in (None, rows) and two[1] in (None, columns)
    ]
    return min(known, key=lambda one: one[:2])[2:] if known else None
