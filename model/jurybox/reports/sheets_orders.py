"""Views of orders: ranks under measures and gold standards, how alike orders are, means, two measures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.correlations import correlation_matrix, discordant, kendall
from jurybox.analysis.hardness import unit_means
from jurybox.analysis.rankings import ranks
from jurybox.errors import Refused
from jurybox.figures import mean_lines, question_scatter, rank_lines
from jurybox.reports.forms import Table, score_text
from jurybox.reports.sheet import (
    Asked,
    Sheet,
    best_of,
    by_group,
    by_question,
    categories_of,
    is_better,
    of_submitted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def rank_by_measures(asked: Asked) -> Sheet:
    """Return every run's rank by each measure shown (Sakai 2010, Figures 12 to 15)."""
    heads = [str(one) for one in asked.measures]
    return _ranks(asked, "ranks", "Ranks by measure", heads, _by_measures(asked))


def rank_by_golds(asked: Asked) -> Sheet:
    """Return every run's rank by the main measure under each gold standard shown."""
    heads = [name for name, _ in asked.boards]
    if len(heads) < 2:
        raise Refused("Only one gold standard is shown. Press B to choose another one beside it.")
    title = f"Ranks by {asked.main} under each gold standard"
    return _ranks(asked, "gold-ranks", title, heads, _by_golds(asked))


def _ranks(asked: Asked, name: str, title: str, heads: list[str], values: Floats) -> Sheet:
    runs = asked.board.runs
    place = {run: at for at, run in enumerate(runs)}
    columns = [ranks(column).tolist() for column in values.T]
    rows = tuple(
        (asked.board.name_of(run), *(column[place[run]] or None for column in columns))
        for run in asked.ranked()
    )
    figure = rank_lines([(asked.board.name_of(run), run) for run in runs], heads, values, title=title)
    table = Table(name, title, ("run", *heads), rows, (0,), asked.caption("Equal scores have equal ranks."))
    return Sheet(table, figure.emphasizing(asked.run))


def how_alike(asked: Asked) -> Sheet:
    """Return Kendall's tau-b between the orders of runs: measures, gold standards, ways to average."""
    found = dict(zip((str(one) for one in asked.measures), _by_measures(asked).T, strict=True))
    for (gold, _), column in zip(asked.boards[1:], _by_golds(asked)[:, 1:].T, strict=True):
        found[f"{asked.main} ({gold})"] = column
    found |= _averages(asked)
    heads = list(found)
    values = np.column_stack(list(found.values()))
    tau = correlation_matrix(values, "tau-b")
    rows = tuple((head, *tau[at].tolist()) for at, head in enumerate(heads))
    first = values[:, asked.measures.index(asked.main)]
    known = ~np.isnan(values).any(axis=1)
    swaps = [f"{head} {discordant(first[known], column[known])}" for head, column in found.items()]
    told = (
        f"Kendall's tau-b of the orders of {len(asked.board.runs)} runs. "
        f"Pairs in another order than by {asked.main}: {', '.join(swaps[:12])}."
    )
    return Sheet(
        Table("alike", "How alike the orders are", ("order", *heads), rows, (0,), asked.caption(told))
    )


def _averages(asked: Asked) -> dict[str, Floats]:
    """Return the main measure averaged over categories and over series, instead of over questions."""
    found: dict[str, Floats] = {}
    in_series = [question.series for question in asked.catalog.questions]
    try:
        names, group = categories_of(asked)
        found[f"{asked.main}, mean over categories"] = _average(asked, group, len(names))
    except Refused:
        pass
    if asked.catalog.series:
        try:
            mean = _average(asked, lambda at: in_series[at], len(asked.catalog.series))
            found[f"{asked.main}, mean over series"] = mean
        except Refused:
            pass
    return found


def _average(asked: Asked, group: Callable[[int], int | None], groups: int) -> Floats:
    made = asked.tested
    values = by_group(asked, made, group, groups)
    known = values[~np.isnan(values).all(axis=1)]
    runs = made.found.runs if made.found is not None else ()
    column = np.full(len(asked.board.runs), np.nan)
    for at, run in enumerate(runs):
        column[asked.board.runs.index(run)] = known[:, at].mean() if len(known) else math.nan
    return column * is_better(asked.main)


def means(asked: Asked) -> Sheet:
    """Return every measure of each run, the runs by the main one (Sakai 2010, Figure 1)."""
    measures = (asked.main, *(one for one in asked.measures if one != asked.main))
    runs = asked.ranked()
    values = np.array([[asked.board.score(one, run).value for run in runs] for one in measures])
    heads = [str(one) for one in measures]
    rows = tuple((name, *values[:, at].tolist()) for at, name in enumerate(asked.names(runs)))
    title = f"Means, runs by {asked.main}"
    figure = mean_lines(asked.names(runs), heads, values, title=title)
    told = asked.caption("The highest score of each column is bold.")
    table = Table("means", title, ("run", *heads), rows, (0,), told)
    return Sheet(table, figure, best_of(rows, range(1, 1 + len(heads))))


def two_measures(asked: Asked) -> Sheet:
    """Return every question's mean over the runs by two measures (Sakai 2010, Figures 7 to 11).

    The main measure and the next one shown that has scores of questions.
    """
    found = [of_submitted(asked, by_question(asked, asked.board, asked.main))]
    other = None
    for one in (each for each in asked.measures if each != asked.main):
        try:
            found.append(of_submitted(asked, by_question(asked, asked.board, one)))
        except Refused:
            continue
        other = one
        break
    if other is None:
        raise Refused(f"Beside {asked.main}, no measure shown is scored question by question.")
    columns = [dict(zip(one.units.tolist(), unit_means(one.values).tolist(), strict=True)) for one in found]
    units = sorted(columns[0].keys() & columns[1].keys())
    values = np.array([[column[at] for at in units] for column in columns])
    known = ~np.isnan(values).any(axis=0)
    tau = kendall(values[0, known], values[1, known])
    names = [asked.catalog.questions[at].name for at in units]
    order = np.argsort(-np.nan_to_num(values[0]), kind="stable").tolist()
    rows = tuple((names[at], *values[:, at].tolist()) for at in order)
    title = f"Questions by {asked.main} and {other}"
    told = f"Means over {len(found[0].runs)} runs; Kendall's tau-b of the two orders {score_text(tau)}."
    heads = (str(asked.main), str(other))
    figure = question_scatter(names, values[0], values[1], heads, tau=tau)
    return Sheet(Table("questions", title, ("question", *heads), rows, (0,), asked.caption(told)), figure)


def _by_measures(asked: Asked) -> Floats:
    """Return scores by run and measure, higher better."""
    columns = [
        [asked.board.score(one, run).value * is_better(one) for run in asked.board.runs]
        for one in asked.measures
    ]
    return np.array(columns, dtype=np.float64).T


def _by_golds(asked: Asked) -> Floats:
    """Return scores of the main measure by run and gold standard, higher better."""
    sign = is_better(asked.main)
    columns = [
        [board.score(asked.main, run).value * sign for run in asked.board.runs] for _, board in asked.boards
    ]
    return np.array(columns, dtype=np.float64).T
