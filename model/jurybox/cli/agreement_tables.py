"""The tables that `agreement` prints: by figure, label, category, pair, assessor, time, others, as runs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jurybox.analysis.agreement import Consistency, confusion
from jurybox.analysis.gather_agreement import AgreementReport, AssessorReport
from jurybox.analysis.gather_others import OtherReport
from jurybox.analysis.intervals import Interval
from jurybox.analysis.left_out import LeftOut
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused

FIGURES = {
    "raw": "raw agreement",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "fleiss_kappa": "Fleiss' kappa",
}


class Told(NamedTuple):
    """What was computed: the judges together, each of them, others apart, and judges as runs."""

    catalog: Catalog
    whole: AgreementReport
    each: Sequence[AssessorReport]
    others: Sequence[OtherReport]
    judges: Sequence[LeftOut]


class Table(NamedTuple):
    """The head, the rows, and which columns hold words."""

    head: Sequence[str]
    rows: list[list[object]]
    left: Sequence[int] = (0,)


def _figures(told: Told) -> Table:
    rows: list[list[object]] = []
    for name, title in FIGURES.items():
        between = told.whole.intervals.get(name)
        ends = (between.low, between.high) if between else (float("nan"), float("nan"))
        rows.append([title, getattr(told.whole.whole, name).value, *ends])
    return Table(("agreement", "value", "low", "high"), rows)


def _labels(told: Told) -> Table:
    given = told.whole.whole.labels
    rows: list[list[object]] = [
        [word, given[at], own.value, alpha.value, *_ends(told.whole.label_intervals, at)]
        for at, (word, own, alpha) in enumerate(told.whole.labels)
    ]
    return Table(("label", "given", "agreement", "alpha", "low", "high"), rows)


def _categories(told: Told) -> Table:
    rows: list[list[object]] = [
        [
            name,
            found.items,
            *(getattr(found, figure).value for figure in FIGURES),
            *_ends([one["alpha_nominal"] for one in told.whole.category_intervals], at),
        ]
        for at, (name, found) in enumerate(told.whole.categories)
    ]
    head = ("category", "things", "raw", "alpha nominal", "alpha ordinal", "Fleiss", "low", "high")
    return Table(head, rows)


def _pairs(told: Told) -> Table:
    named = told.catalog.assessors
    rows: list[list[object]] = [
        [
            named[pair.a].name,
            named[pair.b].name,
            pair.items,
            pair.raw.value,
            pair.kappa.value,
            pair.low,
            pair.high,
        ]
        for pair in told.whole.pairs
    ]
    return Table(("assessor", "and", "things", "raw", "kappa", "low", "high"), rows, (0, 1))


def _assessors(told: Told) -> Table:
    rows: list[list[object]] = [
        [told.catalog.assessors[one.assessor].name, one.labels, *_same(one.others), *_same(one.repeats)]
        for one in told.each
    ]
    head = ("assessor", "labels", "compared", "with the others", "kappa")
    return Table((*head, "shown again", "with themselves", "kappa again"), rows)


def _drift(told: Told) -> Table:
    rows: list[list[object]] = [
        [
            told.catalog.assessors[one.assessor].name,
            part.first + 1,
            part.last + 1,
            part.compared,
            part.raw.value,
            part.low,
            part.high,
            *part.shares,
        ]
        for one in told.each
        for part in one.drift
    ]
    head = ("assessor", "first", "last", "compared", "with the others", "low", "high")
    return Table((*head, *told.whole.matrix.words), rows)


def _others(told: Told) -> Table:
    rows: list[list[object]] = [
        [told.catalog.assessors[one.assessor].name, one.kind, one.labels, *_same(one.judges)]
        for one in told.others
    ]
    return Table(("assessor", "kind", "labels", "compared", "with the judges", "kappa"), rows, (0, 1))


def _left_out(told: Told) -> Table:
    rows: list[list[object]] = [
        [
            told.catalog.assessors[one.assessor].name,
            each.measure,
            each.score,
            each.rank,
            each.left_out,
            each.left_out_rank,
            each.runs,
            one.questions,
            one.not_judged,
            ", ".join(each.passed),
        ]
        for one in told.judges
        for each in one.standings
    ]
    head = (
        "judge",
        "measure",
        "GAW",
        "rank",
        "left out",
        "rank then",
        "of",
        "questions",
        "not judged",
        "passed by",
    )
    return Table(head, rows, (0, 1, 9))


TABLES: dict[str, Callable[[Told], Table]] = {
    "figure": _figures,
    "label": _labels,
    "category": _categories,
    "pair": _pairs,
    "assessor": _assessors,
    "drift": _drift,
    "other": _others,
    "left-out": _left_out,
}


def two_of(told: Told, names: tuple[str, str]) -> tuple[Table, list[list[int]]]:
    """Return how often the first of two assessors gave a label (rows) where the second gave another.

    Refused for a name of somebody who gave no such label.
    """
    matrix, rows = told.whole.matrix, []
    for name in names:
        who = told.catalog.assessor_named.get(name, -1)
        if who not in matrix.assessors:
            raise Refused(f"{name!r} has given no label of {matrix.scheme}. Nothing was changed.")
        rows.append(matrix.labels[matrix.assessors.index(who)])
    cells: list[list[int]] = confusion(rows[0], rows[1], len(matrix.words)).tolist()
    made: list[list[object]] = [[word, *row] for word, row in zip(matrix.words, cells, strict=True)]
    return Table((" / ".join(names), *matrix.words), made), cells


def _ends(found: Sequence[Interval], at: int) -> tuple[float, float]:
    return (found[at].low, found[at].high) if found else (float("nan"), float("nan"))


def _same(found: Consistency) -> list[object]:
    return [found.items, found.raw.value, found.kappa.value]
