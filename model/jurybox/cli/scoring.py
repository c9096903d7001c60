"""The command `score`: runs by measures under a gold standard; by run, unit, category or series."""

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from jurybox.cli.common import collection, formats, print_json, print_table, score_text
from jurybox.collection.file import check_is_ours
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_in_force
from jurybox.measures import Measure, measure
from jurybox.scoring import UNJUDGED, Scoreboard

DEFAULT_MEASURES = ("F1", "precision", "recall", "accuracy", "c@1", "AUC-point", "AUC")


@click.command()
@collection
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option("--gold", help="The gold standard; else the collection's own.")
@click.option(
    "--by", type=click.Choice(["run", "unit", "series", "category"]), default="run", show_default=True
)
@click.option("--unjudged", type=click.Choice(UNJUDGED), default="wait", show_default=True)
@click.option("--bounds", is_flag=True, help="Show between what each score can still end.")
@click.option("--explain", nargs=2, metavar="RUN QUESTION", help="Show a score down to its numbers.")
@formats("table", "json", "csv", "latex", "markdown")
def score(
    file: Path,
    names: Sequence[str],
    gold: str | None,
    by: str,
    unjudged: Any,  # noqa: ANN401 - one of UNJUDGED, as click checks
    *,
    bounds: bool,
    explain: tuple[str, str] | None,
    form: str,
) -> None:
    """Score the runs of a collection."""
    check_is_ours(file)
    state = State(file)
    try:
        measures = [_measure(name) for name in names or DEFAULT_MEASURES]
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        board = Scoreboard(state.catalog, state.ledger, state.facts, chosen, unjudged=unjudged)
        if explain:
            _explain(state, board, measures, *explain)
        elif by == "run":
            _by_run(state, board, measures, form, bounds=bounds)
        elif by == "unit":
            _by_unit(state, board, measures, form)
        else:
            _by_group(state, board, measures, by, form)
    finally:
        state.close()


def _measure(name: str) -> Measure:
    try:
        return measure(name)
    except ValueError as error:
        raise Refused(str(error)) from error


def _by_run(state: State, board: Scoreboard, measures: Sequence[Measure], form: str, *, bounds: bool) -> None:
    if form == "json":
        print_json(_as_object(state, board, measures))
        return
    head = ["run", *(str(m) for m in measures)]
    rows: list[list[Any]] = []
    for run in _ordered(board, measures[0]):
        cells: list[Any] = [state.catalog.runs[run].name]
        for one in measures:
            value = board.score(one, run).value
            cells.append(f"{score_text(value)} {_range(board, one, run)}" if bounds else value)
        rows.append(cells)
    _print(head, rows, form)
    if form == "table":
        left_out = f", {board.left_out} left out" if board.left_out else ""
        click.echo(f"Gold standard {board.gold}; {board.units} units, {board.waiting} waiting{left_out}.")


def _as_object(state: State, board: Scoreboard, measures: Sequence[Measure]) -> dict[str, Any]:
    return {
        "gold": str(board.gold),
        "unjudged": board.unjudged,
        "runs": [
            {
                "run": state.catalog.runs[run].name,
                "measure": {str(one): _cell(board, one, run) for one in measures},
            }
            for run in board.runs
        ],
    }


def _cell(board: Scoreboard, one: Measure, run: int) -> dict[str, Any]:
    found, between = board.score(one, run), board.bounds(one, run)
    return {
        "value": found.value,
        "reason": found.reason or None,
        "units": found.units,
        "waiting": found.waiting,
        "left_out": found.left_out,
        "low": between.low,
        "high": between.high,
        "exact": between.exact,
    }


def _by_unit(state: State, board: Scoreboard, measures: Sequence[Measure], form: str) -> None:
    """List what each judged answer counts for each run: 1 right, 0 wrong, none where silent or unjudged."""
    units = [
        {"unit": unit, "run": state.catalog.runs[run].name, **{str(one): value for one in measures}}
        for run in board.runs
        for unit, value in board.units_of(run)
    ]
    if form == "json":
        print_json({"gold": str(board.gold), "units": units})
        return
    head = ["unit", "run", *(str(one) for one in measures)]
    _print(head, [[unit[key] for key in head] for unit in units], form)


def _by_group(state: State, board: Scoreboard, measures: Sequence[Measure], by: str, form: str) -> None:
    groups = []
    for name, questions in _groups(state, by):
        board.select(questions)
        groups.append({by: name, **_as_object(state, board, measures)})
    if form == "json":
        print_json({"gold": str(board.gold), "unjudged": board.unjudged, f"by_{by}": groups})
        return
    head = [by, "units", "run", *(str(one) for one in measures)]
    rows = [
        [group[by], cell["measure"][str(measures[0])]["units"], cell["run"]]
        + [cell["measure"][str(one)]["value"] for one in measures]
        for group in groups
        for cell in group["runs"]
    ]
    _print(head, rows, form)


def _groups(state: State, by: str) -> Iterator[tuple[str, frozenset[int]]]:
    members: dict[str, set[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        series = None if question.series is None else state.catalog.series[question.series].name
        name = (question.category if by == "category" else series) or "(none)"
        members.setdefault(name, set()).add(at)
    for name, questions in members.items():
        yield name, frozenset(questions)


def _explain(state: State, board: Scoreboard, measures: Sequence[Measure], run: str, question: str) -> None:
    catalog = state.catalog
    if run not in catalog.run_named:
        raise Refused(f"There is no run {run!r}; there are: {', '.join(catalog.run_named)}.")
    if question not in catalog.question_named:
        raise Refused(f"There is no question {question!r} in {state.local.get('name', 'the collection')}.")
    board.select(frozenset((catalog.question_named[question],)))
    for one in measures:
        told = board.explain(one, catalog.run_named[run])
        click.echo(
            f"{one} of {run} on {question}: {score_text(told.score.value)} {told.score.reason}".rstrip()
        )
        click.echo(f"  {told.formula}\n  {told.with_numbers}")
        click.echo("  " + ", ".join(f"{name} {count}" for name, count in told.counts))


def _ordered(board: Scoreboard, by: Measure) -> list[int]:
    return [row.run for row in board.standing(by)]


def _range(board: Scoreboard, one: Measure, run: int) -> str:
    between = board.bounds(one, run)
    mark = "" if between.exact else "~"
    return f"[{mark}{score_text(between.low)}, {score_text(between.high)}]"


def _print(head: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> None:
    if form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(head)
        writer.writerows([["" if value != value else value for value in row] for row in rows])
    elif form == "markdown":
        click.echo("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
        for row in rows:
            click.echo("| " + " | ".join(_text(value).replace("|", "\\|") for value in row) + " |")
    elif form == "latex":
        _print_latex(head, rows)
    else:
        print_table(head, rows, right=[at for at, _ in enumerate(head) if at])


def _print_latex(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    click.echo(f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}\n\\toprule")
    click.echo(" & ".join(map(_latex, head)) + " \\\\\n\\midrule")
    for row in rows:
        click.echo(" & ".join(_latex(_text(value)) for value in row) + " \\\\")
    click.echo("\\bottomrule\n\\end{tabular}")


def _latex(text: str) -> str:
    for mark in "\\&%$#_{}~^":
        text = text.replace(
            mark, {"\\": "\\textbackslash ", "~": "\\textasciitilde ", "^": "\\^{}"}.get(mark, f"\\{mark}")
        )
    return text


def _text(value: object) -> str:
    return score_text(value) if isinstance(value, float) else str(value)
