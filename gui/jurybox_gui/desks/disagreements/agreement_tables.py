"""Which tables of agreement are shown for a choice of part and assessors, and in which order of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox import results
from jurybox.figures import DataTable
from jurybox.results.cells import short
from jurybox.results.frame import rows_of
from jurybox.results.writing import shown

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.analysis.gather_agreement import AgreementReport
    from jurybox.results.agreement import Agreements

SCHEME_NAMES = {
    "validation": "answers, correct or not",
    "quality": "answers, A to C",
    "correctness": "answers, correct to incorrect",
    "match": "what answers hold of nuggets",
    "importance": "nuggets, vital or okay",
    "groups": "which answers are equal",
    "question-quality": "questions, A to C",
    "nil": "whether no answer is right",
}
"""What agreement is worked out on, as it is called."""

PARTS = {
    "pairs": "pair by pair",
    "labels": "label by label",
    "categories": "category by category",
    "confusion": "two assessors",
    "assessors": "each against the others",
    "drift": "over time",
    "judges": "judges as runs",
    "others": "others against the judges",
}
"""The tables there are, by their names."""

MATRIX_MOST, _HEAD_MOST = 14, 16
"""Assessors whose pairs are shown as a matrix, and letters of a name over its column."""


def frames_of(found: Agreements, part: str, two: tuple[int | None, int | None]) -> list[pd.DataFrame]:
    """Return the tables of a part; `two` are the assessors chosen, for the parts about one or two of them."""
    match part:
        case "pairs":
            if len(found.whole.matrix.assessors) > MATRIX_MOST:
                return [results.agreement_by_pair(found, two[0])]
            return [results.agreement_matrix(found), results.agreement_by_pair(found)]
        case "labels":
            return [results.agreement_by_label(found)]
        case "categories":
            return [results.agreement_by_category(found)]
        case "confusion":
            pair = pair_to_show(found.whole, two)
            return [] if pair is None else [results.confusion(found, *pair)]
        case "assessors":
            return [results.agreement_by_assessor(found)]
        case "drift":
            return [results.agreement_over_time(found, two[0])]
        case "judges":
            return [results.judges_left_out(found)]
        case _:
            tables = (results.confusion_with_judges(found, one) for one in found.others)
            return [results.agreement_of_others(found), *tables]


def notes_of(found: Agreements, frames: list[pd.DataFrame]) -> str:
    """Return how to read some tables, without what is said of all tables of these labels."""
    if not frames:
        return "No two of these assessors labeled the same thing."
    notes = dict.fromkeys(note for frame in frames for note in frame.attrs["notes"])
    return " ".join(note for note in notes if note not in found.notes)


def table_of(frame: pd.DataFrame, sort: tuple[int, bool] | None = None) -> DataTable:
    """Return a frame as it is painted; `sort`: its rows by a column, undefined ones last, and downwards."""
    head, rows, _ = shown(frame, undefined="–")
    if sort is None:
        return DataTable(tuple(short(name, _HEAD_MOST) for name in head), tuple(map(tuple, rows)))
    import pandas as pd

    column, descending = sort
    values = pd.Series([row[column] for row in rows_of(frame)])
    order = values.sort_values(ascending=not descending, kind="stable").index
    head[column] += " ▾" if descending else " ▴"
    return DataTable(tuple(head), tuple(tuple(rows[at]) for at in order))


def pair_to_show(report: AgreementReport, two: tuple[int | None, int | None]) -> tuple[int, int] | None:
    """Return the two assessors chosen, as far as they are, else those who agree least."""
    wanted = [who for who in two if who is not None]
    known = [pair for pair in report.pairs if all(who in (pair.a, pair.b) for who in wanted)]
    if not known:
        return None
    worst = min(known, key=lambda pair: (pair.kappa.value != pair.kappa.value, pair.kappa.value))
    first = wanted[0] if wanted else worst.a
    return first, worst.b if first == worst.a else worst.a
