"""The command `score`: runs by measures under a gold standard; by run, unit, category or series."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox.cli.asking import measure_named
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_json, print_rows, say_notes, score_text
from jurybox.cli.score_units import by_unit, explain_one, print_tie_range
from jurybox.collection.state import State
from jurybox.gold import Gold, gold_in_force, good_questions
from jurybox.measures import Measure
from jurybox.reports.forms import Table
from jurybox.scoring import UNJUDGED, UNJUDGED_TOLD, Scoreboard, usual_measures, usual_unjudged
from jurybox.scoring.coverage import coverage, of_runs
from jurybox.scoring.ties import TIES, TIES_TOLD, hangs_on_order, ordered

BOUNDS_TOLD = "In brackets: the lowest and the highest score once the pending units are judged too{}."
DECIDED = ", and disputes are decided"
OUTER_TOLD = "~ stands before bounds that no score can pass, but that may not be reached."


@click.command()
@collection
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option("--gold", help="The gold standard; else the collection's own.")
@click.option(
    "--by", type=click.Choice(["run", "unit", "series", "category"]), default="run", show_default=True
)
@click.option(
    "--unjudged",
    type=click.Choice(UNJUDGED),
    help="What becomes of unjudged answers of ranked lists; else nonrelevant where imported judgments are "
    "all there is, and wait where people still judge.",
)
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="submitted",
    show_default=True,
    help="How answers of equal score or confidence stand.",
)
@click.option("--bounds", is_flag=True, help="Show between what each score can still end.")
@click.option("--good-questions", "good", is_flag=True, help="Only questions that the whole panel rated A.")
@click.option("--humans", is_flag=True, help="Also the judges, and the asker, as runs on ranked questions.")
@click.option(
    "--tie-range",
    is_flag=True,
    help="With --humans: Hit@1 and nG@1 over all orders of answers that a judge rated alike.",
)
@click.option("--explain", nargs=2, metavar="RUN QUESTION", help="Show a score down to its numbers.")
@formats("table", "json", "csv", "latex", "markdown")
def score(
    file: Path,
    names: Sequence[str],
    gold: str | None,
    by: str,
    unjudged: Any,  # noqa: ANN401 - one of UNJUDGED, as click checks
    ties: Any,  # noqa: ANN401 - one of TIES, as click checks
    *,
    bounds: bool,
    good: bool,
    humans: bool,
    tie_range: bool,
    explain: tuple[str, str] | None,
    form: str,
) -> None:
    """Score the runs of a collection."""
    asked = [measure_named(name) for name in dict.fromkeys(names)]
    with closing(State(file)) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        made_from = ordered(state, ties), state.ledger, state.facts
        unjudged = unjudged or usual_unjudged(*made_from)
        board = Scoreboard(*made_from, chosen, unjudged=unjudged, humans=humans)
        if good:
            board.select(good_questions(*made_from))
        if explain:
            explain_one(state, board, asked, *explain, form=form)
            return
        measures = asked or usual_measures(board)
        board.track(measures)
        if tie_range:
            print_tie_range(board, asked, form)
        elif by == "run":
            _by_run(board, measures, form, TIES_TOLD[ties], bounds=bounds)
        elif by == "unit":
            by_unit(state, board, measures, form)
        else:
            _by_group(state, board, measures, by, form, bounds=bounds)


def _by_run(board: Scoreboard, measures: Sequence[Measure], form: str, ties: str, *, bounds: bool) -> None:
    if form == "json":
        print_json(_as_object(board, measures))
        return
    table = runs_by_measures(board, measures, form, bounds=bounds)
    if form == "csv":
        print_rows(*table.with_columns, form)
        return
    print_rows(table.head, table.rows_for_people, form)
    say_notes(_notes(board, measures, table, ties, bounds=bounds), form)


def _notes(
    board: Scoreboard, measures: Sequence[Measure], table: Table, ties: str, *, bounds: bool
) -> Iterator[str]:
    """Yield what must be known to read the table, in whatever form it is printed."""
    yield f"Gold standard {board.gold_text}."
    yield from table.coverage_lines
    if board.unchanged_text:
        yield board.unchanged_text
    if "ranked" in board.kinds:
        yield f"Ranked lists: {UNJUDGED_TOLD[board.unjudged]} (--unjudged)."
    if bounds:
        decided = any(board.bounds(one, run).decided for one in measures for run in board.runs[:1])
        yield BOUNDS_TOLD.format(DECIDED if decided else "")
    if hangs_on_order(filter(None, map(board.kind_of, measures))):
        yield ties
    yield from _undefined(board, measures)
    if bounds and _any_outer(board, measures):
        yield OUTER_TOLD


def _any_outer(board: Scoreboard, measures: Sequence[Measure]) -> bool:
    return any(not board.bounds(one, run).exact for one in measures for run in board.runs)


def runs_by_measures(board: Scoreboard, measures: Sequence[Measure], form: str, *, bounds: bool) -> Table:
    """Return runs by measures with what every column rests on."""
    head = ("run", *_heads(measures, form, bounds=bounds))
    runs = [row.run for row in board.standing(measures[0])]
    step = 3 if bounds and form == "csv" else 1
    rests = {1 + step * at: of_runs(board, one, runs) for at, one in enumerate(measures)}
    rows = tuple(map(tuple, _rows(board, measures, form, bounds=bounds)))
    return Table("scores", "Runs by measures", head, rows, coverage=rests)


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
            value = board.score(one, row.run).value
            if not bounds:
                cells.append(value)
                continue
            between = board.bounds(one, row.run)
            if form == "csv":
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


def _as_object(board: Scoreboard, measures: Sequence[Measure]) -> dict[str, Any]:
    return {
        "gold": board.gold_text,
        "unjudged": board.unjudged,
        "runs": [
            {"run": board.name_of(run), "measure": {str(one): _cell(board, one, run) for one in measures}}
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


def _by_group(
    state: State, board: Scoreboard, measures: Sequence[Measure], by: str, form: str, *, bounds: bool
) -> None:
    groups: list[dict[str, Any]] = []
    counted = measures if form == "csv" else measures[:1]
    rows: list[list[object]] = []
    outer = False
    for name, questions in _groups(state, by, board.questions):
        board.select(questions)
        if form == "json":
            groups.append({by: name, **_as_object(board, measures)})
        else:
            for row, cells in zip(
                board.standing(measures[0]), _rows(board, measures, form, bounds=bounds), strict=True
            ):
                each = (coverage(board, one, row.run) for one in counted)
                counts = (part for on in each for part in (on.units, on.pending, on.excluded))
                rows.append([name, cells[0], *counts, *cells[1:]])
            outer = outer or (bounds and _any_outer(board, measures))
    if form == "json":
        print_json({"gold": board.gold_text, "unjudged": board.unjudged, f"by_{by}": groups})
    else:
        head = [by, "run", *(name for one in counted for name in _count_heads(one, measures))]
        print_rows([*head, *_heads(measures, form, bounds=bounds)], rows, form, left=(0, 1))
        notes = [f"Gold standard {board.gold_text}."]
        notes += [f"Units, pending and excluded are those of {measures[0]}."] if len(measures) > 1 else []
        say_notes([*notes, *([OUTER_TOLD] if outer else [])], form)


def _count_heads(one: Measure, measures: Sequence[Measure]) -> list[str]:
    """Return the heads of what is counted of a measure; with its name where there are several."""
    return [f"{one} {what}" if len(measures) > 1 else what for what in ("units", "pending", "excluded")]


def _groups(state: State, by: str, selected: frozenset[int] | None) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield the names of categories or series, and their questions among those that are selected."""
    members: dict[str, set[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        if selected is not None and at not in selected:
            continue
        series = None if question.series is None else state.catalog.series[question.series].name
        name = (question.category if by == "category" else series) or "(none)"
        members.setdefault(name, set()).add(at)
    for name, questions in members.items():
        yield name, frozenset(questions)
