"""The command `score`: runs by measures under a gold standard; by run, unit, category or series."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox.cli.common import collection, formats
from jurybox.cli.names import answer_names
from jurybox.cli.printing import print_json, print_rows, say, score_text
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_in_force
from jurybox.measures import Counts, Measure, measure
from jurybox.scoring import UNJUDGED, Scoreboard

DEFAULT_MEASURES = ("F1", "precision", "recall", "accuracy", "c@1", "AUC-point", "AUC")
_UNIT_COUNTS = {1: Counts(yes_correct=1), 0: Counts(yes_incorrect=1), None: Counts(silent_incorrect=1)}
"""A run that says one thing: something right, something wrong, nothing."""


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
    measures = [_measure(name) for name in dict.fromkeys(names or DEFAULT_MEASURES)]
    with closing(State(file)) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        board = Scoreboard(state.catalog, state.ledger, state.facts, chosen, unjudged=unjudged)
        if explain:
            _explain(state, board, measures, *explain, form=form)
        elif by == "run":
            _by_run(state, board, measures, form, bounds=bounds)
        elif by == "unit":
            _by_unit(state, board, measures, form)
        else:
            _by_group(state, board, measures, by, form, bounds=bounds)


def _measure(name: str) -> Measure:
    try:
        return measure(name)
    except ValueError as error:
        told = str(error)
        start = "There is" if told.startswith("there is") else f"{name}: {told[:8]}"
        raise Refused(f"{start}{told[8:]}.") from error


def _by_run(state: State, board: Scoreboard, measures: Sequence[Measure], form: str, *, bounds: bool) -> None:
    if form == "json":
        print_json(_as_object(state, board, measures))
        return
    head = ["run", *_heads(measures, form, bounds=bounds)]
    print_rows(head, list(_rows(board, measures, form, bounds=bounds)), form)
    if form == "table":
        left_out = f", {board.left_out} left out" if board.left_out else ""
        say(f"Gold standard {board.gold}; {board.units} units, {board.waiting} waiting{left_out}.")
        say(*_undefined(board, measures))


def _undefined(board: Scoreboard, measures: Sequence[Measure]) -> Iterator[str]:
    """Yield why scores are undefined that stand as a dash in the table."""
    for one in measures:
        runs: dict[str, list[str]] = {}
        for row in board.standing(one):
            if row.score.reason:
                runs.setdefault(row.score.reason, []).append(row.name)
        for reason, names in runs.items():
            whose = "of all runs" if len(names) == len(board.runs) else f"of {_listed(names)}"
            yield f"{one} {whose} is undefined: {reason}."


def _listed(names: Sequence[str], most: int = 3) -> str:
    return (
        ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"
    )


def _rows(
    board: Scoreboard, measures: Sequence[Measure], form: str, *, bounds: bool
) -> Iterator[list[object]]:
    """Yield a row for each run, best first."""
    for row in board.standing(measures[0]):
        cells: list[object] = [row.name]
        for one in measures:
            value, between = board.score(one, row.run).value, board.bounds(one, row.run)
            if not bounds:
                cells.append(value)
            elif form == "csv":
                cells += [value, between.low, between.high]
            else:
                mark = "" if between.exact else "~"
                cells.append(
                    f"{score_text(value)} [{mark}{score_text(between.low)}, {score_text(between.high)}]"
                )
        yield cells


def _heads(measures: Sequence[Measure], form: str, *, bounds: bool) -> list[str]:
    if bounds and form == "csv":
        return [f"{one}{end}" for one in measures for end in ("", " low", " high")]
    return [str(one) for one in measures]


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
    """List what each judged answer counts for each run, under measures whose mean over units is the score."""
    values = {str(one): _unit_values(one) for one in measures}
    named = answer_names(state.reader)
    units: list[dict[str, Any]] = []
    for run in board.runs:
        for answer, right in board.units_of(run):
            question = state.catalog.questions[state.catalog.answer_question[answer]].name
            unit = {"unit": f"{question}/{named[answer]}", "run": state.catalog.runs[run].name}
            units.append(unit | {name: known.get(right) for name, known in values.items()})
    if form != "json":
        head = ["unit", "run", *values]
        print_rows(head, [[unit[key] for key in head] for unit in units], form, left=(0, 1))
        return
    without = [name for name, known in values.items() if not known]
    reason = {"reason": f"no mean over answers: {', '.join(without)}"} if without else {}
    print_json({"gold": str(board.gold), "units": [unit | reason for unit in units]})


def _unit_values(one: Measure) -> dict[int | None, float]:
    """Return what an answer counts that a run decides rightly (1), wrongly (0), or not (None).

    Empty for measures that are no mean over answers, such as F1 and c@1.
    """
    if "validation" not in one.averaged or Counts not in one.accepts:
        return {}
    return {right: one.evaluate(counts).value for right, counts in _UNIT_COUNTS.items()}


def _by_group(
    state: State, board: Scoreboard, measures: Sequence[Measure], by: str, form: str, *, bounds: bool
) -> None:
    groups: list[dict[str, Any]] = []
    rows: list[list[object]] = []
    for name, questions in _groups(state, by):
        board.select(questions)
        if form == "json":
            groups.append({by: name, **_as_object(state, board, measures)})
        else:
            found = _rows(board, measures, form, bounds=bounds)
            rows += [[name, run, board.units, *cells] for run, *cells in found]
    if form == "json":
        print_json({"gold": str(board.gold), "unjudged": board.unjudged, f"by_{by}": groups})
    else:
        head = [by, "run", "units", *_heads(measures, form, bounds=bounds)]
        print_rows(head, rows, form, left=(0, 1))


def _groups(state: State, by: str) -> Iterator[tuple[str, frozenset[int]]]:
    members: dict[str, set[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        series = None if question.series is None else state.catalog.series[question.series].name
        name = (question.category if by == "category" else series) or "(none)"
        members.setdefault(name, set()).add(at)
    for name, questions in members.items():
        yield name, frozenset(questions)


def _explain(
    state: State, board: Scoreboard, measures: Sequence[Measure], run: str, question: str, *, form: str
) -> None:
    catalog = state.catalog
    if run not in catalog.run_named:
        raise Refused(f"There is no run {run!r}; there are: {', '.join(catalog.run_named) or 'none'}.")
    if question not in catalog.question_named:
        raise Refused(f"There is no question {question!r} in {state.local.get('name', 'the collection')}.")
    if catalog.run_named[run] not in board.runs:
        raise Refused(f"The run {run!r} was withdrawn and is not scored.")
    board.select(frozenset((catalog.question_named[question],)))
    told = [board.explain(one, catalog.run_named[run]) for one in _explainable(measures)]
    if form == "json":
        explained = {
            str(each.measure): {
                "value": each.score.value,
                "reason": each.score.reason or None,
                "formula": each.formula,
                "with_numbers": each.with_numbers,
                "counts": dict(each.counts),
            }
            for each in told
        }
        print_json({"gold": str(board.gold), "run": run, "question": question, "measure": explained})
        return
    for each in told:
        value = " ".join(filter(None, (score_text(each.score.value), each.score.reason)))
        say(f"{each.measure} of {run} on {question}: {value}")
        say(f"  {each.formula}", f"  {each.with_numbers}")
        say("  " + ", ".join(f"{name} {count}" for name, count in each.counts))


def _explainable(measures: Sequence[Measure]) -> Sequence[Measure]:
    """Return the measures; refused if one scores other questions than these."""
    for one in measures:
        if "validation" not in one.kinds:
            raise Refused(f"{one} is no measure of validation questions, so there is nothing to explain.")
    return measures
