"""The command `agreement`: coefficients with intervals, by label, category, pair, assessor and model."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox.analysis.agreement import Coefficient, Consistency
from jurybox.analysis.agreement_report import AssessorReport
from jurybox.analysis.intervals import DRAWS, Interval
from jurybox.analysis.label_matrix import SCHEMES, usual_scheme
from jurybox.cli.asking import watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.catalog import Catalog
from jurybox.collection.state import State
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.results.agreement import BY, Agreements, confusion, find_agreements, named_in


@click.command()
@collection
@click.option(
    "--scheme",
    "--of",
    metavar="NAME",
    help=tr(
        "What to compare: {schemes}, or a label scheme of the collection; default: the one with most labels.",
        schemes=comma_list(SCHEMES),
    ),
)
@click.option("--by", type=click.Choice(list(BY)), default="figure", show_default=True,
              help="The table to print; JSON has all tables.")  # fmt: skip
@click.option(
    "--two", nargs=2, metavar="A B", help="Two assessors, people or models: how often each pair of their labels occurs."
)
@click.option("--models", is_flag=True, help="Count models among the judges.")
@click.option(
    "--draws",
    default=DRAWS,
    show_default=True,
    help="Draws of the bootstrap over questions, for intervals; 0: no intervals.",
)
@click.option("--seed", default=0, show_default=True, help="Random seed of the draws.")
@formats("table", "json", "csv", "latex", "markdown")
def agreement(
    file: Path,
    scheme: str | None,
    by: str,
    *,
    two: tuple[str, str] | None,
    models: bool,
    draws: int,
    seed: int,
    form: str,
) -> None:
    """Print how much judges agree; keys, models and people outside the panel are separate (--by other)."""
    with closing(State(file)) as state:
        found = find_agreements(
            state.collection,
            scheme or usual_scheme(state.catalog, state.facts),
            models=models,
            draws=draws,
            seed=seed,
            as_runs=form == "json" or by == "left-out",
            watch=watch_on_terminal("Intervals"),
        )
        table = BY[by](found) if two is None else confusion(found, *(named_in(found, name) for name in two))
        if form == "json":
            print_json(_as_object(found) | ({} if two is None else {"confusion": table.to_numpy().tolist()}))
        else:
            print_frame(table, form)


def _as_object(tables: Agreements) -> dict[str, Any]:
    catalog, report = tables.catalog, tables.report
    whole = report.overall
    return {
        "scheme": report.matrix.scheme,
        "of": report.matrix.about.noun,
        "items": whole.items,
        "assessors": whole.assessors,
        **{name: getattr(whole, name).value for name in tables.figures},
        "intervals": {name: _between([one]) for name, one in report.intervals.items()},
        "no_interval": report.no_interval or None,
        "pairs": [
            {
                "a": catalog.assessors[pair.a].name,
                "b": catalog.assessors[pair.b].name,
                "items": pair.items,
                "kappa": pair.kappa.value,
                "raw": pair.raw.value,
                "low": pair.low,
                "high": pair.high,
                **{
                    name: one.value
                    for name, one in (("kappa_linear", pair.linear), ("kappa_quadratic", pair.quadratic))
                    if one is not None
                },
                **_why(pair.kappa),
            }
            for pair in report.pairs
        ],
        "labels": [
            {
                "label": word,
                "given": given,
                "agreement": own.value,
                "alpha": alpha.value,
                **_between(report.label_intervals[at : at + 1]),
            }
            for at, ((word, own, alpha), given) in enumerate(zip(report.labels, whole.labels, strict=True))
        ],
        "categories": [
            {
                "category": name,
                "items": found.items,
                **{fig: getattr(found, fig).value for fig in tables.figures},
                "intervals": {
                    figure: _between([one])
                    for each in report.category_intervals[at : at + 1]
                    for figure, one in each.items()
                },
            }
            for at, (name, found) in enumerate(report.categories)
        ],
        "each": [_assessor_object(catalog, one) for one in tables.each],
        "others": [
            {
                "assessor": catalog.assessors[one.assessor].name,
                "kind": one.kind,
                "labels": one.labels,
                **_consistency(one.judges),
            }
            for one in tables.others
        ],
        "left_out": [
            {
                "assessor": catalog.assessors[one.assessor].name,
                **each._asdict(),
                "questions": one.questions,
                "not_judged": one.not_judged,
            }
            for one in tables.judges
            for each in one.standings
        ],
        "reason": next((getattr(whole, name).reason for name in tables.figures if getattr(whole, name).reason), None),
    }


def _assessor_object(catalog: Catalog, one: AssessorReport) -> dict[str, Any]:
    return {
        "assessor": catalog.assessors[one.assessor].name,
        "labels": one.labels,
        "others": _consistency(one.others),
        "repeats": _consistency(one.repeats),
        "untimed": one.untimed,
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


def _consistency(consistency: Consistency) -> dict[str, Any]:
    values = {"items": consistency.items, "raw": consistency.raw.value, "kappa": consistency.kappa.value}
    return {**values, "confusion": consistency.table.tolist(), **_why(consistency.kappa)}


def _between(intervals: Sequence[Interval]) -> dict[str, Any]:
    """Return an interval as an object; nothing where none was asked for."""
    return {key: value for one in intervals for key, value in
            (("low", one.low), ("high", one.high), ("method", one.method))}  # fmt: skip


def _why(figure: Coefficient) -> dict[str, str]:
    return {"reason": figure.reason} if figure.reason else {}
