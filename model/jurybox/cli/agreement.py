"""The command `agreement`: coefficients with intervals, by label, category, pair and assessor."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox.analysis.agreement import Agreement, Consistency, Figure
from jurybox.analysis.gather_agreement import (
    SCHEMES,
    AgreementReport,
    AssessorReport,
    agreement_report,
    assessor_reports,
    label_matrix,
    usual_scheme,
)
from jurybox.cli.asking import watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_json, print_rows, say
from jurybox.collection.catalog import Catalog
from jurybox.collection.state import State

_FIGURES = {
    "raw": "raw agreement",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "fleiss_kappa": "Fleiss' kappa",
}


@click.command()
@collection
@click.option("--scheme", type=click.Choice(list(SCHEMES)), help="Which labels; else those of most answers.")
@click.option(
    "--by", type=click.Choice(["figure", "label", "category", "pair", "assessor"]), default="figure",
    show_default=True, help="What a table lists; JSON has all.",
)  # fmt: skip
@click.option("--models", is_flag=True, help="Also the labels of assessors that are models.")
@click.option("--draws", default=1000, show_default=True, help="Of the intervals, over questions; 0: none.")
@click.option("--seed", default=0, show_default=True, help="Of the draws.")
@formats("table", "json", "csv", "latex", "markdown")
def agreement(
    file: Path, scheme: str | None, by: str, *, models: bool, draws: int, seed: int, form: str
) -> None:
    """Say how far assessors agree."""
    with closing(State(file)) as state:
        matrix = label_matrix(
            state.catalog, state.ledger, state.facts, scheme or usual_scheme(state.catalog), models=models
        )
        report = agreement_report(
            state.catalog, matrix, draws=draws, seed=seed, watch=watch_on_terminal("Intervals")
        )
        each = assessor_reports(state.ledger, matrix) if form == "json" or by == "assessor" else ()
        if form == "json":
            print_json(_as_object(state.catalog, report, each))
            return
        head, rows, left = _TABLES[by](state.catalog, report, each)
        print_rows(head, rows, form, left=left)
        if form == "table":
            whole = report.whole
            say(f"{matrix.scheme}: {whole.items} answers have several labels; {whole.assessors} assessors.")
            say(*_reasons(whole))


def _reasons(whole: Agreement) -> list[str]:
    found = {name: getattr(whole, name).reason for name in _FIGURES}
    return [f"{_FIGURES[name]} is undefined: {reason}." for name, reason in found.items() if reason]


_Table = tuple[Sequence[str], list[list[object]], Sequence[int]]


def _figures(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> _Table:
    del catalog, each
    rows: list[list[object]] = []
    for name, title in _FIGURES.items():
        between = report.intervals.get(name)
        ends = (between.low, between.high) if between else (float("nan"), float("nan"))
        rows.append([title, getattr(report.whole, name).value, *ends])
    return ("agreement", "value", "low", "high"), rows, (0,)


def _labels(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> _Table:
    del catalog, each
    given = report.whole.labels
    rows: list[list[object]] = [
        [word, given[at], own.value, alpha.value] for at, (word, own, alpha) in enumerate(report.labels)
    ]
    return ("label", "given", "agreement", "alpha"), rows, (0,)


def _categories(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> _Table:
    del catalog, each
    rows: list[list[object]] = [
        [name, found.items, *(getattr(found, figure).value for figure in _FIGURES)]
        for name, found in report.categories
    ]
    return ("category", "answers", "raw", "alpha nominal", "alpha ordinal", "Fleiss"), rows, (0,)


def _pairs(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> _Table:
    del each
    named = catalog.assessors
    rows: list[list[object]] = [
        [named[pair.a].name, named[pair.b].name, pair.items, pair.raw.value, pair.kappa.value]
        for pair in report.pairs
    ]
    return ("assessor", "and", "answers", "raw", "kappa"), rows, (0, 1)


def _assessors(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> _Table:
    del report
    rows: list[list[object]] = [
        [
            catalog.assessors[one.assessor].name,
            one.labels,
            one.others.items,
            one.others.raw.value,
            one.others.kappa.value,
            one.repeats.items,
            one.repeats.raw.value,
        ]
        for one in each
    ]
    head = ("assessor", "labels", "compared", "with the others", "kappa", "shown again", "with themselves")
    return head, rows, (0,)


_TABLES = {
    "figure": _figures,
    "label": _labels,
    "category": _categories,
    "pair": _pairs,
    "assessor": _assessors,
}


def _as_object(catalog: Catalog, report: AgreementReport, each: Sequence[AssessorReport]) -> dict[str, Any]:
    whole = report.whole
    return {
        "scheme": report.matrix.scheme,
        "items": whole.items,
        "assessors": whole.assessors,
        **{name: getattr(whole, name).value for name in _FIGURES},
        "intervals": {
            name: {"low": one.low, "high": one.high, "method": one.method}
            for name, one in report.intervals.items()
        },
        "pairs": [
            {
                "a": catalog.assessors[pair.a].name,
                "b": catalog.assessors[pair.b].name,
                "items": pair.items,
                "kappa": pair.kappa.value,
                "raw": pair.raw.value,
                **_why(pair.kappa),
            }
            for pair in report.pairs
        ],
        "labels": [
            {"label": word, "given": given, "agreement": own.value, "alpha": alpha.value}
            for (word, own, alpha), given in zip(report.labels, whole.labels, strict=True)
        ],
        "categories": [
            {"category": name, "items": found.items, **{fig: getattr(found, fig).value for fig in _FIGURES}}
            for name, found in report.categories
        ],
        "each": [_assessor_object(catalog, one) for one in each],
        "reason": next(
            (getattr(whole, name).reason for name in _FIGURES if getattr(whole, name).reason), None
        ),
    }


def _assessor_object(catalog: Catalog, one: AssessorReport) -> dict[str, Any]:
    return {
        "assessor": catalog.assessors[one.assessor].name,
        "labels": one.labels,
        "others": _consistency(one.others),
        "repeats": _consistency(one.repeats),
        "drift": [
            {
                "first": part.first,
                "last": part.last,
                "compared": part.compared,
                "raw": part.raw.value,
                "low": part.low,
                "high": part.high,
                "shares": list(part.shares),
            }
            for part in one.drift
        ],
    }


def _consistency(found: Consistency) -> dict[str, Any]:
    values = {"items": found.items, "raw": found.raw.value, "kappa": found.kappa.value}
    return {**values, "confusion": found.table.tolist(), **_why(found.kappa)}


def _why(figure: Figure) -> dict[str, str]:
    return {"reason": figure.reason} if figure.reason else {}
