"""Agreement of one assessor at a time as tables: against the others, over time, as runs, others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.figures import DataTable
from jurybox.results.cells import score_text
from jurybox_gui.desks.disagreements.agreement_cells import (
    NOTHING,
    Part,
    consistency_cells,
    ends_cell,
    figure_cell,
    reasons_of,
    table_of,
)

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox_gui.desks.disagreements.agreement_cells import Reports


_NAMED = 6
"""Assessors named in a sentence."""
_KINDS = {"key": "answer key", "model": "model", "asker": "asker"}


def assessors_part(catalog: Catalog, reports: Reports) -> Part:
    """Return each assessor against the majority of the others and against their own earlier labels."""
    rows = tuple(
        (
            catalog.assessors[one.assessor].name,
            f"{one.labels:,}",
            *consistency_cells(one.others),
            *consistency_cells(one.repeats),
        )
        for one in reports.each
    )
    head = ("Assessor", "labels", "compared", "equal", "kappa", "shown again", "the same", "kappa")
    told = (
        "Each is left out in turn and compared with the majority of the others; where they are split, not. "
        "The last three: what was shown to them a second time."
    )
    why = reasons_of([one.others.kappa for one in reports.each])
    return Part((DataTable(head, rows),), told + why)


def judges_part(catalog: Catalog, reports: Reports) -> Part:
    """Return judges as runs: score and rank with their own labels, and without them."""
    if not reports.judges:
        return Part((), "Judges are scored as runs on ranked questions, where two of them or more labeled.")
    rows = tuple(
        (
            catalog.assessors[one.assessor].name,
            each.measure,
            score_text(each.score),
            f"{each.rank} of {each.runs}",
            score_text(each.left_out),
            f"{each.left_out_rank}{_arrow(each.rank - each.left_out_rank)}",
            f"{one.questions:,} of {one.questions + one.not_judged:,}"
            if one.not_judged
            else f"{one.questions:,}",
            ", ".join(each.passed) or NOTHING,
        )
        for one in reports.judges
        for each in one.standings
    )
    told = (
        "Each judge’s own order of the answers is scored like a run: with all labels of the panel (GAW), "
        "then with the judge’s own left out; at the end the runs that pass the judge then (Sakai et al. "
        "2010, Tables 22 to 28). Only questions that the judge labeled count, for all runs of the row."
    )
    head = ("Judge", "measure", "score", "rank", "left out", "rank then", "questions", "passed by")
    return Part((DataTable(head, rows),), told)


def _arrow(places: int) -> str:
    return f" ↑{places}" if places > 0 else f" ↓{-places}" if places < 0 else ""


def drift_part(catalog: Catalog, reports: Reports, who: int | None) -> Part:
    """Return the labels of every assessor, or of one, in the order of time."""
    words = reports.whole.matrix.words
    tables = []
    for one in reports.each:
        if who not in {None, one.assessor}:
            continue
        rows = tuple(
            (
                f"{part.first + 1:,} to {part.last + 1:,}",
                f"{part.compared:,}",
                figure_cell(part.raw),
                ends_cell(part.low, part.high),
                *(score_text(share) for share in part.shares),
            )
            for part in one.drift
        )
        head = (catalog.assessors[one.assessor].name, "compared", "equal", "interval", *words)
        tables.append(DataTable(head, rows))
    told = (
        "The labels of each assessor in the order of time, in ten parts: how many equal the majority of the "
        "others, with its 95 % interval (from ten on), and the share of each label."
    )
    untimed = [catalog.assessors[one.assessor].name for one in reports.each if not one.timed]
    if untimed:
        more = len(untimed) - _NAMED
        named = ", ".join(untimed[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        told += f" Imported labels have no times; these are in the order of their file: {named}."
    return Part(tuple(tables), told)


def others_part(catalog: Catalog, reports: Reports) -> Part:
    """Return everybody who is not a judge (keys, models, people off the panel) against the judges."""
    if not reports.others:
        return Part((), "Every assessor of these labels is a judge.")
    rows = tuple(
        (
            catalog.assessors[one.assessor].name,
            _KINDS.get(one.kind, "not on the panel"),
            f"{one.labels:,}",
            *consistency_cells(one.judges),
        )
        for one in reports.others
    )
    words = reports.whole.matrix.words
    tables = [DataTable(("Assessor", "kind", "labels", "compared", "equal", "kappa"), rows)]
    tables += [
        table_of(words, one.judges.table.tolist(), f"{catalog.assessors[one.assessor].name} / judges")
        for one in reports.others
    ]
    told = (
        "Keys, models and people off the panel count in no figure above and in no majority. Each is compared "
        "with the label that more than half of the judges gave."
    )
    return Part(tuple(tables), told + reasons_of([one.judges.kappa for one in reports.others]))
