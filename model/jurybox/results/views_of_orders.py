"""Views of orders: ranks under measures and gold standards, how alike orders are, means, two measures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.correlations import correlation_matrix, discordant, kendall
from jurybox.analysis.hardness import unit_means
from jurybox.errors import Refused
from jurybox.figures import mean_lines, question_scatter, rank_lines
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures.ranks import best_first, ranks, ranks_of
from jurybox.results.cells import score_text
from jurybox.results.columns import Column, is_better
from jurybox.results.frame import make_frame
from jurybox.results.provenance import Behind, Find
from jurybox.results.question_groups import QuestionGroups, by_group, categories_of, series_of
from jurybox.results.views import ResultView, ViewRequest, best_of, by_question, of_submitted
from jurybox.scoring import UnitValues

Floats = NDArray[np.float64]


def rank_by_measures(request: ViewRequest) -> ResultView:
    """Return every run's rank by each measure shown and each gold column (Sakai 2010, Figures 12 to 15)."""
    heads = [one.head for one in request.columns]
    return _ranks(request, "ranks", tr("Ranks, runs by {main}", main=request.main), request.columns, heads)


def rank_by_golds(request: ViewRequest) -> ResultView:
    """Return every run's rank by the main measure, and by what is shown under other gold standards."""
    columns = [request.columns[0], *(one for one in request.columns if one.gold)]
    if len(columns) < 2:
        raise Refused(tr("Only one gold standard is shown. Press B to compare with another one."))
    here = str(request.board.gold)
    if all(one.measure == request.main for one in columns):
        title, heads = (
            tr("Ranks by {main} under each gold standard", main=request.main),
            [one.gold or here for one in columns],
        )
    else:
        title = tr("Ranks under each gold standard")
        heads = [one.head if one.gold else f"{one.head} ({here})" for one in columns]
    return _ranks(request, "gold-ranks", title, columns, heads)


def _ranks(request: ViewRequest, name: str, title: str, columns: Sequence[Column], heads: list[str]) -> ResultView:
    runs, order = request.board.runs, request.ranked()
    place = {run: at for at, run in enumerate(runs)}
    values = np.column_stack([one.better(runs) for one in columns])
    ranked = [ranks(column).tolist() for column in values.T]
    rows = tuple((request.board.name_of(run), *(column[place[run]] or None for column in ranked)) for run in order)
    figure = rank_lines([(request.board.name_of(run), run) for run in runs], heads, values, title=title)
    notes, units = request.notes(tr("Tied runs share the better rank.")), request.units(columns, order, heads)
    frame = make_frame(name, title, ("run", *heads), rows, (0,), notes, units=units)
    return ResultView(frame, figure.emphasizing(request.run), behind=_scores_of(order, columns))


def _scores_of(runs: Sequence[int], columns: Sequence[Column]) -> Find:
    """Return what is behind a table of runs by columns: the run's score in that column."""

    def find(row: int, column: int) -> Behind:
        one = columns[max(0, column - 1)]
        return Behind(run=runs[row], measure=one.measure, gold=one.gold or None)

    return find


def how_alike(request: ViewRequest) -> ResultView:
    """Return Kendall's tau-b between the orders of runs: measures, gold standards, ways to average."""
    runs, columns = request.board.runs, request.columns
    found = {one.head: one.better(runs) for one in columns} | _averages(request)
    heads = list(found)
    values = np.column_stack(list(found.values()))
    tau = correlation_matrix(values, "tau-b")
    rows = tuple((head, *tau[at].tolist()) for at, head in enumerate(heads))
    first = values[:, 0]
    known = ~np.isnan(values).any(axis=1)
    swaps = [f"{head} {discordant(first[known], column[known])}" for head, column in found.items()]
    caption = tr(
        "Kendall's tau-b between the rankings of {runs} runs. Pairs ranked otherwise than by {main}: {swaps}.",
        runs=len(runs),
        main=request.main,
        swaps=comma_list(swaps[1:12]),
    )
    head = ("order", *heads)
    rests = request.rests(columns)
    frame = make_frame("alike", tr("Agreement of rankings"), head, rows, (0,), request.notes(caption), rests=rests)
    return ResultView(frame, behind=_ranked_by(columns))


def _ranked_by(columns: Sequence[Column]) -> Find:
    """Return what is behind a table of orders: the runs in that order; nothing for another average."""

    def find(row: int, column: int) -> Behind | None:
        del column
        if row >= len(columns):
            return None
        return Behind(measure=columns[row].measure, gold=columns[row].gold or None)

    return find


def _averages(request: ViewRequest) -> dict[str, Floats]:
    """Return the main measure averaged over categories and over series, instead of over questions."""
    found: dict[str, Floats] = {}
    for groups_of in (categories_of, series_of):
        try:
            groups = groups_of(request)
            found[f"{request.main}, mean over {groups.many}"] = _average(request, groups)
        except Refused:
            continue
    return found


def _average(request: ViewRequest, groups: QuestionGroups) -> Floats:
    prepared = request.tested
    values = by_group(request, prepared, groups)
    known = values[~np.isnan(values).all(axis=1)]
    runs = prepared.found.runs if prepared.found is not None else ()
    column = np.full(len(request.board.runs), np.nan)
    for at, run in enumerate(runs):
        column[request.board.runs.index(run)] = known[:, at].mean() if len(known) else math.nan
    return column * is_better(request.main)


def means(request: ViewRequest) -> ResultView:
    """Return every column of each run, the runs by the main measure (Sakai 2010, Table 5 and Figure 1)."""
    runs, columns = request.ranked(), request.columns
    values = np.array([one.scores(runs) for one in columns])
    heads = [one.head for one in columns]
    rows = tuple((name, *values[:, at].tolist()) for at, name in enumerate(request.names(runs)))
    title = tr("Means, runs by {main}", main=request.main)
    figure = mean_lines(request.names(runs), heads, values, title=title)
    notes, units = (request.notes(tr("The highest score of each column is bold.")), request.units(columns, runs))
    frame = make_frame("means", title, ("run", *heads), rows, (0,), notes, units=units)
    strong = best_of(rows, range(1, 1 + len(heads)))
    return ResultView(frame, figure, strong, _scores_of(runs, columns))


def two_measures(request: ViewRequest) -> ResultView:
    """Return every question's mean over the runs, and its rank, by two columns (Sakai 2010, Figures 7 to 11).

    Across: the main measure under the gold standard in force; up: the column that is chosen, be it another
    measure, another gold standard or both, else the first one that has scores of questions.
    """
    across, (up, found) = request.columns[0], _up(request)
    sides = [of_submitted(request, by_question(request, across.board, across.measure)), found]
    columns = [dict(zip(one.units.tolist(), unit_means(one.values).tolist(), strict=True)) for one in sides]
    units = sorted(columns[0].keys() & columns[1].keys())
    values = np.array([[column[at] for at in units] for column in columns])
    better = values * [[is_better(across.measure)], [is_better(up.measure)]]
    known = ~np.isnan(values).any(axis=0)
    tau = kendall(better[0, known], better[1, known])
    ranked = np.full(values.shape, np.nan)
    ranked[:, known] = [ranks_of(side[known]) for side in better]
    names = [request.catalog.questions[at].name for at in units]
    order = best_first(better[0]).tolist()
    cells = [_cells(values[side], ranked[side]) for side in (0, 1)]
    rows = tuple((names[at], *cells[0][at], *cells[1][at]) for at in order)
    heads = (across.head, up.head)
    caption = tr(
        "Means over {runs} runs{out}; rank 1 has the highest mean, tied questions share the better "
        "rank; Kendall's tau-b {score}.",
        runs=len(found.runs),
        out=request.out,
        score=score_text(tau),
    )
    figure = question_scatter(names, better[0], better[1], heads, tau=tau, by_rank=True)
    head = ("question", heads[0], "rank", heads[1], "rank there")
    title = tr("Questions by {heads} and {heads2}", heads=heads[0], heads2=heads[1])

    def find(row: int, column: int) -> Behind:
        one = up if column > 2 else across
        return Behind(unit=units[order[row]], measure=one.measure, gold=one.gold or None)

    rests = request.rests((across, up), found.runs)
    frame = make_frame("questions", title, head, rows, (0,), request.notes(caption), rests=rests)
    return ResultView(frame, figure, behind=find)


def _cells(means: Floats, places: Floats) -> list[tuple[float, str | None]]:
    """Return of each question its mean, and its rank without needless digits."""
    pairs = zip(means.tolist(), places.tolist(), strict=True)
    return [(mean, None if math.isnan(place) else f"{place:g}") for mean, place in pairs]


def _up(request: ViewRequest) -> tuple[Column, UnitValues]:
    """Return the column that questions are compared by, with their scores. Refused if there is none."""
    chosen = [one for one in request.columns[1:] if one.head == request.up]
    for one in chosen or request.columns[1:]:
        try:
            return one, of_submitted(request, by_question(request, one.board, one.measure))
        except Refused:
            if chosen:
                raise
    raise Refused(
        tr(
            "Besides {main}, nothing shown is scored question by question. Press M "
            "for another measure, or B for another gold standard.",
            main=request.main,
        )
    )
