"""Agreement as tables to be read: pairs, labels, categories, confusion, assessors, drift, models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from jurybox.analysis.agreement import confusion
from jurybox.figures import Table
from jurybox.reports.forms import score_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.analysis.agreement import Consistency, Figure, PairAgreement
    from jurybox.analysis.gather_agreement import AgreementReport, AssessorReport
    from jurybox.analysis.gather_models import ModelReport
    from jurybox.analysis.intervals import Interval
    from jurybox.analysis.left_out import LeftOut
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
        "Who calls an answer correct says that there is one; who labelled all of them and found none, that "
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
    "models": "models against people",
}
"""The tables there are, by their names."""

MATRIX_MOST, _HEAD_MOST = 14, 16
"""Assessors whose pairs are shown as a matrix, and letters of a name over its column."""
_NOTHING = "–"


@dataclass(frozen=True)
class Reports:
    """What was worked out: people alone in `whole` and `each`; `models` apart; `judges` as runs."""

    whole: AgreementReport
    each: tuple[AssessorReport, ...]
    models: tuple[ModelReport, ...]
    judges: tuple[LeftOut, ...] = ()


class Part(NamedTuple):
    """One part: its tables, and a sentence on how to read them, with reasons where a figure is undefined."""

    tables: tuple[Table, ...]
    told: str


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
            return _assessors(catalog, reports)
        case "drift":
            return _drift(catalog, reports, two[0])
        case "judges":
            return _judges(catalog, reports)
        case _:
            return _models(catalog, reports)


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
    why = _reasons([pair.kappa for pair in report.pairs])
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
            cells.append("" if one == other or pair is None else _text(pair.kappa if above else pair.raw))
        matrix.append(tuple(cells))
    told = f"Above the diagonal Cohen’s kappa, below it the share of equal labels.{why}"
    heads = (name if len(name) <= _HEAD_MOST else f"{name[: _HEAD_MOST - 1]}…" for name in named)
    return Part((Table(("", *heads), tuple(matrix)), listed), told)


def _listed(catalog: Catalog, pairs: Sequence[PairAgreement]) -> Table:
    rows = tuple(
        (
            catalog.assessors[pair.a].name,
            catalog.assessors[pair.b].name,
            f"{pair.items:,}",
            _text(pair.raw),
            _text(pair.kappa),
            _ends(pair.low, pair.high),
        )
        for pair in pairs
    )
    return Table(("Assessor", "and", "things", "raw", "kappa", "interval"), rows)


def _labels(report: AgreementReport) -> Part:
    given = report.whole.labels
    rows = tuple(
        (word, f"{given[at]:,}", _text(own), _text(alpha), *_between(report.label_intervals[at : at + 1]))
        for at, (word, own, alpha) in enumerate(report.labels)
    )
    told = (
        "Agreement of a label: where one has given it, how often a second gives it too. "
        "Its alpha is that of this label against all others together."
    )
    why = _reasons([figure for _, own, alpha in report.labels for figure in (own, alpha)])
    return Part((Table(("Label", "given", "agreement", "alpha", "interval"), rows),), told + why)


def _categories(report: AgreementReport) -> Part:
    rows = tuple(
        (
            name,
            f"{found.items:,}",
            *(_text(getattr(found, figure)) for figure in FIGURES),
            *_between([one["alpha_nominal"] for one in report.category_intervals[at : at + 1]]),
        )
        for at, (name, found) in enumerate(report.categories)
    )
    figures = [getattr(found, figure) for _, found in report.categories for figure in FIGURES]
    told = "Questions of each category alone; the interval is that of nominal alpha."
    told = told if rows else "The questions have no categories."
    head = ("Category", "things", *FIGURES.values(), "interval")
    return Part((Table(head, rows),), told + _reasons(figures))


def _two(catalog: Catalog, report: AgreementReport, two: tuple[int | None, int | None]) -> Part:
    found = pair_to_show(report, two)
    if found is None:
        return Part((), "No two of these assessors labelled the same thing.")
    matrix, (a, b) = report.matrix, found
    labels = [matrix.labels[matrix.assessors.index(who)] for who in (a, b)]
    table = confusion(labels[0], labels[1], len(matrix.words))
    one, other = (catalog.assessors[who].name for who in (a, b))
    pair = next(pair for pair in report.pairs if {pair.a, pair.b} == {a, b})
    why = _reasons([pair.kappa])
    told = (
        f"Rows: what {one} said; columns: what {other} said of the same {pair.items:,} things. "
        f"Equal: {_text(pair.raw)}; Cohen’s kappa: {_text(pair.kappa)}.{why} "
        "Choose others with P and Shift+P."
    )
    return Part((_table(matrix.words, table.tolist(), f"{one} / {other}"),), told)


def _assessors(catalog: Catalog, reports: Reports) -> Part:
    rows = tuple(
        (
            catalog.assessors[one.assessor].name,
            f"{one.labels:,}",
            *_consistency(one.others),
            *_consistency(one.repeats),
        )
        for one in reports.each
    )
    head = ("Assessor", "labels", "compared", "equal", "kappa", "shown again", "the same", "kappa")
    told = (
        "Each is left out in turn and compared with the majority of the others; where they are split, not. "
        "The last three: what was shown to them a second time."
    )
    why = _reasons([one.others.kappa for one in reports.each])
    return Part((Table(head, rows),), told + why)


def _judges(catalog: Catalog, reports: Reports) -> Part:
    if not reports.judges:
        return Part((), "Judges are scored as runs on ranked questions, where two of them or more labelled.")
    rows = tuple(
        (
            catalog.assessors[one.assessor].name,
            each.measure,
            score_text(each.score),
            f"{each.rank} of {each.runs}",
            score_text(each.left_out),
            f"{each.left_out_rank}{_arrow(each.rank - each.left_out_rank)}",
            ", ".join(each.passed) or _NOTHING,
        )
        for one in reports.judges
        for each in one.standings
    )
    told = (
        "Each judge’s own order of the answers is scored like a run: with all labels of the panel (GAW), "
        "then with the judge’s own left out; at the end the runs that pass the judge then (Sakai et al. "
        "2010, Tables 22 to 28)."
    )
    head = ("Judge", "measure", "score", "rank", "left out", "rank then", "passed by")
    return Part((Table(head, rows),), told)


def _arrow(places: int) -> str:
    return f" ↑{places}" if places > 0 else f" ↓{-places}" if places < 0 else ""


def _drift(catalog: Catalog, reports: Reports, who: int | None) -> Part:
    words = reports.whole.matrix.words
    tables = []
    for one in reports.each:
        if who not in {None, one.assessor}:
            continue
        rows = tuple(
            (
                f"{part.first + 1:,} to {part.last + 1:,}",
                f"{part.compared:,}",
                _text(part.raw),
                f"{score_text(part.low)} to {score_text(part.high)}" if part.compared else _NOTHING,
                *(score_text(share) for share in part.shares),
            )
            for part in one.drift
        )
        head = (catalog.assessors[one.assessor].name, "compared", "equal", "interval", *words)
        tables.append(Table(head, rows))
    told = (
        "The labels of each assessor in the order of time, in ten parts: how many equal the majority of the "
        "others, with its 95 % interval, and the share of each label."
    )
    return Part(tuple(tables), told)


def _models(catalog: Catalog, reports: Reports) -> Part:
    if not reports.models:
        return Part((), "No assessor of this collection is a model.")
    rows = tuple(
        (catalog.assessors[one.assessor].name, f"{one.labels:,}", *_consistency(one.people))
        for one in reports.models
    )
    words = reports.whole.matrix.words
    tables = [Table(("Model", "labels", "compared", "equal", "kappa"), rows)]
    tables += [
        _table(words, one.people.table.tolist(), f"{catalog.assessors[one.assessor].name} / people")
        for one in reports.models
    ]
    told = "Models are in no figure above and in no gold standard unless chosen. Here each meets most people."
    return Part(tuple(tables), told + _reasons([one.people.kappa for one in reports.models]))


def sorted_by(table: Table, column: int, *, descending: bool) -> Table:
    """Return a table with its rows by a column, numbers by their worth, what is undefined last."""
    sign = -1 if descending else 1

    def worth(row: tuple[str, ...]) -> tuple[int, float, str]:
        number = _number(row[column])
        if row[column] == _NOTHING:
            return (2, 0.0, "")
        return (1, 0.0, row[column]) if number is None else (0, sign * number, "")

    rows = sorted(table.texts(), key=worth)
    if descending and all(_number(row[column]) is None for row in rows):
        rows.reverse()
    arrow = " ▾" if descending else " ▴"
    head = (f"{name}{arrow}" if at == column else name for at, name in enumerate(table.head))
    return Table(tuple(head), tuple(rows))


def _number(text: str) -> float | None:
    try:
        return float(text.split(" ", maxsplit=1)[0].replace(",", ""))
    except ValueError:
        return None


def _table(words: Sequence[str], cells: Sequence[Sequence[int]], corner: str) -> Table:
    return Table(
        (corner, *words),
        tuple((word, *(f"{n:,}" for n in row)) for word, row in zip(words, cells, strict=True)),
    )


def _consistency(one: Consistency) -> tuple[str, str, str]:
    return f"{one.items:,}", _text(one.raw), _text(one.kappa)


def _ends(low: float, high: float) -> str:
    return f"{score_text(low)} to {score_text(high)}" if low == low else _NOTHING


def _between(found: Sequence[Interval]) -> tuple[str]:
    """Return an interval as a cell, a dash where there is none."""
    return (_ends(found[0].low, found[0].high) if found else _NOTHING,)


def _text(figure: Figure) -> str:
    return score_text(figure.value) if figure.value == figure.value else _NOTHING


def _reasons(figures: Sequence[Figure]) -> str:
    """Return why some are undefined, as sentences."""
    reasons = dict.fromkeys(figure.reason for figure in figures if figure.reason)
    return "".join(f" Undefined ({_NOTHING}): {reason}." for reason in reasons)
