"""The command `score`: runs by measures under a gold standard; by run, unit, category or series."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox import results
from jurybox.analysis.kept_out import count_by_reason
from jurybox.cli.asking import measure_named
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_frame, print_json
from jurybox.cli.score_units import explain_one, print_tie_range, print_units
from jurybox.collection.catalog import NO_GROUP
from jurybox.collection.state import State
from jurybox.gold import good_questions
from jurybox.measures import Measure
from jurybox.results.if_judged import warning
from jurybox.results.scores import rows_of_runs
from jurybox.scoring import UNJUDGED_WAYS, Scoreboard, usual_measures
from jurybox.scoring.results import JudgedShare
from jurybox.scoring.ties import TIES


@click.command()
@collection
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--by", type=click.Choice(["run", "unit", "series", "category"]), default="run", show_default=True)
@click.option(
    "--unjudged",
    type=click.Choice(UNJUDGED_WAYS),
    help="What unjudged answers of ranked lists count as; else nonrelevant where judgments were imported "
    "first and nobody is assigned, and wait where people judge.",
)
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="submitted",
    show_default=True,
    help="How answers of equal score or confidence are ordered.",
)
@click.option("--bounds", is_flag=True, help="Show the bounds of each score: the range where it can end.")
@click.option("--good-questions", "good", is_flag=True, help="Only questions that the whole panel rated A.")
@click.option("--humans", is_flag=True, help="Also the judges, and the asker, as runs on ranked questions.")
@click.option(
    "--tie-range",
    is_flag=True,
    help="With --humans: Hit@1, mean and nG@1 over all orders of answers that a judge rated alike.",
)
@click.option("--explain", nargs=2, metavar="RUN QUESTION", help="Show a score down to its numbers.")
@formats("table", "json", "csv", "latex", "markdown")
def score(
    file: Path,
    names: Sequence[str],
    gold: str | None,
    by: str,
    unjudged: Any,  # noqa: ANN401 - one of UNJUDGED_WAYS, as click checks
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
    named = [measure_named(name) for name in dict.fromkeys(names)]
    with closing(State(file)) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged, ties=ties, humans=humans)
        if good:
            board.select(good_questions(state.collection))
        if explain:
            explain_one(state, board, named, *explain, form=form)
            return
        measures = named or usual_measures(board)
        board.track(measures)
        if tie_range:
            print_tie_range(board, named, form)
        elif by == "run" and form == "json":
            print_json(_as_object(board, measures))
        elif by == "run":
            print_frame(rows_of_runs(board, measures, bounds=bounds, ties=ties), form)
        elif by == "unit":
            print_units(state, board, measures, form)
        else:
            _by_group(state, board, measures, by, form, bounds=bounds)


def _as_object(board: Scoreboard, measures: Sequence[Measure]) -> dict[str, Any]:
    return {
        "gold": board.gold_text,
        **({"frozen": board.frozen_text} if board.frozen_text else {}),
        "unjudged": board.unjudged,
        **({"warning": said} if (said := warning(board, measures)) else {}),
        **({"not_scored": dict(reasons)} if (reasons := count_by_reason(board)) else {}),
        "runs": [
            {"run": board.name_of(run), "measure": {str(one): _cell(board, one, run) for one in measures}}
            for run in board.runs
        ],
    }


def _cell(board: Scoreboard, one: Measure, run: int) -> dict[str, Any]:
    found, between = board.score(one, run), board.bounds(one, run)
    judged, decided = board.judged(one, run), board.decided_share(one, run)
    return {
        "value": found.value,
        "reason": found.reason or None,
        "units": found.units,
        "waiting": found.waiting,
        "left_out": found.left_out,
        "low": between.low,
        "high": between.high,
        "exact": between.exact,
        **({} if decided is None else {"coverage": _share(decided)}),
        **({} if judged is None else {"judged": judged.share, "if_all_judged": _ends(board, one, run)}),
    }


def _share(decided: JudgedShare) -> dict[str, object]:
    """Return how much of what a run returned the frozen gold standard decides."""
    share = decided.share if decided.returned else None
    return {"judged": decided.judged, "returned": decided.returned, "share": share}


def _ends(board: Scoreboard, one: Measure, run: int) -> dict[str, object]:
    """Return between what the score of a run could end if all answers were judged."""
    between = board.bounds(one, run, if_all_judged=True)
    return {"low": between.low, "high": between.high, "exact": between.exact}


def _by_group(
    state: State, board: Scoreboard, measures: Sequence[Measure], by: str, form: str, *, bounds: bool
) -> None:
    members = dict(_groups(state, by, board.questions))
    if form != "json":
        print_frame(results.groups(board, by, members, measures, bounds=bounds), form)
        return
    groups: list[dict[str, Any]] = []
    for name, questions in members.items():
        board.select(questions)
        groups.append({by: name, **_as_object(board, measures)})
    print_json({"gold": board.gold_text, "unjudged": board.unjudged, f"by_{by}": groups})


def _groups(state: State, by: str, selected: frozenset[int] | None) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield the names of categories or series, and their questions among those that are selected."""
    members: dict[str, set[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        if selected is not None and at not in selected:
            continue
        series = None if question.series is None else state.catalog.series[question.series].name
        name = (question.category if by == "category" else series) or NO_GROUP
        members.setdefault(name, set()).add(at)
    for name, questions in members.items():
        yield name, frozenset(questions)
