"""Agreement as tables to be read: pairs, labels, categories, confusion, assessors, drift, others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.analysis.agreement import confusion
from jurybox.figures import DataTable
from jurybox_gui.desks.disagreements.agreement_cells import (
    Part,
    Reports,
    ends_cell,
    figure_cell,
    interval_cells,
    reasons_of,
    table_of,
)
from jurybox_gui.desks.disagreements.agreement_each import (
    assessors_part,
    drift_part,
    judges_part,
    others_part,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.analysis.agreement import PairAgreement
    from jurybox.analysis.gather_agreement import AgreementReport
    from jurybox.collection.catalog import Catalog

FIGURES = {
    "fleiss_kappa": "Fleiss’ kappa",
    "alpha_ordinal": "Krippendorff’s alpha, ordinal",
    "alpha_nominal": "Krippendorff’s alpha, nominal",
    "raw": "raw agreement",
}
"""The figures of agreement, as they are called."""

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

NOTES = {
    "groups": (
        "Answers are looked at two by two, the same or apart: raw agreement is the Rand index, and kappa of "
        "two assessors the adjusted one (Rand 1971; Hubert and Arabie 1985; Warrens 2008)."
    ),
    "nil": (
        "Who calls an answer correct says that there is one; who labeled all of them and found none, that "
        "there is not."
    ),
}
"""How what is not said as a label is counted."""

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


def part_of(catalog: Catalog, reports: Reports, part: str, two: tuple[int | None, int | None]) -> Part:
    """Return the tables of a part; `two` are the assessors chosen, for the part about two of them."""
    match part:
        case "pairs":
            return _pairs(catalog, reports.whole, two[0])
        case "labels":
            return _labels(reports.whole)
        case "categories":
            return _categories(reports.whole)
        case "confusion":
            return _two(catalog, reports.whole, two)
        case "assessors":
            return assessors_part(catalog, reports)
        case "drift":
            return drift_part(catalog, reports, two[0])
        case "judges":
            return judges_part(catalog, reports)
        case _:
            return others_part(catalog, reports)


def pair_to_show(report: AgreementReport, two: tuple[int | None, int | None]) -> tuple[int, int] | None:
    """Return the two assessors chosen, as far as they are, else those who agree least."""
    wanted = [who for who in two if who is not None]
    known = [pair for pair in report.pairs if all(who in (pair.a, pair.b) for who in wanted)]
    if not known:
        return None
    worst = min(known, key=lambda pair: (pair.kappa.value != pair.kappa.value, pair.kappa.value))
    first = wanted[0] if wanted else worst.a
    return first, worst.b if first == worst.a else worst.a


def _pairs(catalog: Catalog, report: AgreementReport, who: int | None) -> Part:
    people = report.matrix.assessors
    named = [catalog.assessors[who].name for who in people]
    known = {(pair.a, pair.b): pair for pair in report.pairs}
    short = report.why_no_pair_intervals
    why = reasons_of([pair.kappa for pair in report.pairs]) + (f" {short}" if short else "")
    why += " Intervals by kappa’s large-sample error (Fleiss, Cohen and Everitt 1969)."
    many = len(people) > MATRIX_MOST
    mine = (pair for pair in report.pairs if who in {None, pair.a, pair.b} or not many)
    listed = _listed(catalog, sorted(mine, key=lambda pair: -pair.items))
    if many:
        return Part((listed,), f"Cohen’s kappa of the pairs that share anything, most first.{why}")
    matrix = []
    for row, one in zip(named, people, strict=True):
        cells = [row]
        for other in people:
            pair = known.get((one, other)) or known.get((other, one))
            above = people.index(other) > people.index(one)
            cells.append(
                "" if one == other or pair is None else figure_cell(pair.kappa if above else pair.raw)
            )
        matrix.append(tuple(cells))
    told = f"Above the diagonal Cohen’s kappa, below it the share of equal labels.{why}"
    heads = (name if len(name) <= _HEAD_MOST else f"{name[: _HEAD_MOST - 1]}…" for name in named)
    return Part((DataTable(("", *heads), tuple(matrix)), listed), told)


def _listed(catalog: Catalog, pairs: Sequence[PairAgreement]) -> DataTable:
    rows = tuple(
        (
            catalog.assessors[pair.a].name,
            catalog.assessors[pair.b].name,
            f"{pair.items:,}",
            figure_cell(pair.raw),
            figure_cell(pair.kappa),
            ends_cell(pair.low, pair.high),
        )
        for pair in pairs
    )
    return DataTable(("Assessor", "and", "things", "raw", "kappa", "interval"), rows)


def _labels(report: AgreementReport) -> Part:
    given = report.whole.labels
    rows = tuple(
        (
            word,
            f"{given[at]:,}",
            figure_cell(own),
            figure_cell(alpha),
            *interval_cells(report.label_intervals[at : at + 1]),
        )
        for at, (word, own, alpha) in enumerate(report.labels)
    )
    told = (
        "Agreement of a label: where one has given it, how often a second gives it too. "
        "Its alpha is that of this label against all others together."
    )
    why = reasons_of([figure for _, own, alpha in report.labels for figure in (own, alpha)])
    return Part((DataTable(("Label", "given", "agreement", "alpha", "interval"), rows),), told + why)


def _categories(report: AgreementReport) -> Part:
    rows = tuple(
        (
            name,
            f"{found.items:,}",
            *(figure_cell(getattr(found, figure)) for figure in FIGURES),
            *interval_cells([one["alpha_nominal"] for one in report.category_intervals[at : at + 1]]),
        )
        for at, (name, found) in enumerate(report.categories)
    )
    figures = [getattr(found, figure) for _, found in report.categories for figure in FIGURES]
    told = "Questions of each category alone; the interval is that of nominal alpha."
    told = told if rows else "The questions have no categories."
    head = ("Category", "things", *FIGURES.values(), "interval")
    short = " ".join(filter(None, (told, report.why_no_intervals)))
    return Part((DataTable(head, rows),), short + reasons_of(figures))


def _two(catalog: Catalog, report: AgreementReport, two: tuple[int | None, int | None]) -> Part:
    found = pair_to_show(report, two)
    if found is None:
        return Part((), "No two of these assessors labeled the same thing.")
    matrix, (a, b) = report.matrix, found
    labels = [matrix.labels[matrix.assessors.index(who)] for who in (a, b)]
    table = confusion(labels[0], labels[1], len(matrix.words))
    one, other = (catalog.assessors[who].name for who in (a, b))
    pair = next(pair for pair in report.pairs if {pair.a, pair.b} == {a, b})
    why = reasons_of([pair.kappa])
    told = (
        f"Rows: what {one} said; columns: what {other} said of the same {pair.items:,} things. "
        f"Equal: {figure_cell(pair.raw)}; Cohen’s kappa: {figure_cell(pair.kappa)}.{why} "
        "Choose others with {disagreements.one} and {disagreements.other}."
    )
    return Part((table_of(matrix.words, table.tolist(), f"{one} / {other}"),), told)
