"""Pictures of questions and rankings: two measures of each question, ranks under several measures."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Line
from jurybox.language import tr, tr_noop, trc, trn
from jurybox.lists import sentences
from jurybox.measures.ranks import best_first, ranks_of
from jurybox.numbers import score_text, ticks_between

_MOST_TICKS = 15
_MOST_RANKS = 15
"""The most ranks of which each is written at the axis."""


def question_scatter(
    questions: Sequence[str],
    across: ArrayLike,
    up: ArrayLike,
    measures: tuple[str, str],
    *,
    tau: float = math.nan,
    by_rank: bool = False,
    caption: str = "",
) -> Figure:
    """Describe each question's average, or with `by_rank` its rank, by two measures (Sakai 2010, Fig. 7-11).

    `across` and `up` are averages over the runs, one for each question; questions with a NaN are left
    out and counted in the caption. `tau` is Kendall's tau-b of the two rankings of questions. Ranks count
    from 1, the highest average, and tied questions share the better rank.
    """
    x, y = (np.asarray(v, dtype=np.float64) for v in (across, up))
    known = ~(np.isnan(x) | np.isnan(y))
    names = tuple(name for name, is_known in zip(questions, known.tolist(), strict=True) if is_known)
    x, y = x[known], y[known]
    if by_rank:
        x, y = ranks_of(x), ranks_of(y)
        across_axis, up_axis = (Axis.fitted(tr("rank by {name}", name=name), [1.0, len(names)]) for name in measures)
    else:
        sides = zip(measures, (x, y), strict=True)
        across_axis, up_axis = (
            Axis.fitted(tr("mean {name}", name=name), side.tolist(), include=(0.0, 1.0)) for name, side in sides
        )
    cloud = Line(trn("{n} question", "{n} questions", len(names)), x, y, names=names, joined=False, dots=True)
    remarks = [caption, "" if math.isnan(tau) else tr("Kendall tau-b {score}.", score=score_text(tau))]
    if len(names) < len(questions):
        remarks.append(
            trn(
                "{n} question without both scores is left out.",
                "{n} questions without both scores are left out.",
                len(questions) - len(names),
            )
        )
    return Figure(
        tr("Questions by {across} and {up}", across=measures[0], up=measures[1]),
        across_axis,
        up_axis,
        clouds=(cloud,),
        caption=sentences(remarks),
    )


def rank_lines(
    runs: Sequence[tuple[str, int]],
    rankings: Sequence[str],
    values: ArrayLike,
    *,
    title: str = tr("Ranks"),
    caption: str = "",
) -> Figure:
    """Describe each run's rank under several measures or gold standards (Sakai 2010, Figures 12 to 15).

    `runs`: names and positions; `values` (runs, rankings), higher is better. Rank 1 is on top.
    """
    data = np.asarray(values, dtype=np.float64).reshape(len(runs), len(rankings))
    ranks = np.stack([ranks_of(column) for column in data.T], axis=1) if len(rankings) else data
    places = np.arange(len(rankings), dtype=np.float64)
    lines = (Line(name, places, ranks[n], run=run, dots=True) for n, (name, run) in enumerate(runs))
    return Figure(
        title,
        Axis.of_names("", rankings),
        _rank_axis(len(runs)),
        curves=tuple(line for line in lines if not np.isnan(line.y).all()),
        caption=caption,
        square=False,
    )


def critical_difference_diagram(
    names: Sequence[str],
    runs: Sequence[int],
    ranks: Sequence[float],
    groups: Sequence[Sequence[int]],
    *,
    critical: float = math.nan,
    title: str = "",
    caption: str = "",
) -> Figure:
    """Describe mean ranks of runs and the groups without a significant difference (Demsar 2006, Figure 1).

    `names`, `runs`, `ranks`: one element each; `groups`: positions in these. Each run has a line of its own,
    the best mean rank on top; under them each group is a line from its best mean rank to its worst. Above,
    where it is known, is a line as long as the `critical` difference.
    """
    order = np.argsort(np.asarray(ranks), kind="stable").tolist()
    lines, rows = [], []
    if not math.isnan(critical):
        length = tr("critical difference {critical:.2f}", critical=critical)
        lines.append(Line.through(length, (1, 1 + critical), (0, 0), dots=True))
        rows.append(length)
    for n in order:
        lines.append(Line.through(names[n], (ranks[n],), (len(rows),), run=runs[n], dots=True))
        rows.append(names[n])
    for at, group in enumerate(groups, 1):
        ends = [min(ranks[n] for n in group), max(ranks[n] for n in group)]
        name = tr("no difference {at}", at=at) if len(groups) > 1 else tr("no difference")
        lines.append(Line.through(name, ends, (len(rows), len(rows)), dots=True))
        rows.append(name)
    most = max(float(len(runs)), 1 + (0.0 if math.isnan(critical) else critical))
    ticks = range(1, math.floor(most) + 1, math.ceil(most / _MOST_TICKS))
    return Figure(
        title,
        Axis(tr("mean rank"), 0.5, most + 0.5, tuple(map(float, ticks))),
        Axis.of_names("", rows, backwards=True),
        curves=tuple(lines),
        caption=caption,
        square=False,
    )


def mean_lines(
    runs: Sequence[str],
    measures: Sequence[str],
    values: ArrayLike,
    *,
    title: str = tr("Means"),
    caption: str = "",
    joined: bool = False,
) -> Figure:
    """Describe every measure's score of each run, the runs by the first measure (Sakai 2010, Figure 1).

    `values` (measures, runs). Runs that the first measure does not score come last. Each measure has a marker
    in ink, since colors are those of runs. `joined`: the scores of a measure are joined by a line in a color
    of its own, as in the paper, though there is nothing between two runs.
    """
    data = np.asarray(values, dtype=np.float64).reshape(len(measures), len(runs))
    order = best_first(data[0]) if len(measures) else np.arange(len(runs))
    places = np.arange(len(runs), dtype=np.float64)
    lines = (
        Line(name, places, data[n][order], hue=n, dots=True, joined=joined, ink=not joined)
        for n, name in enumerate(measures)
    )
    return Figure(
        title,
        Axis.of_names(trc("axis", "run"), [runs[n] for n in order.tolist()]),
        Axis.fitted(trc("axis", "score"), data.ravel().tolist(), include=(0.0, 1.0)),
        curves=tuple(lines),
        caption=caption,
        square=False,
    )


def score_by_share(
    shares: ArrayLike, runs: Sequence[tuple[str, int]], values: ArrayLike, measure: str, *, caption: str = ""
) -> Figure:
    """Describe how each run's score moved over the campaign: against the share of answers judged by then.

    `shares` in [0, 1], growing; `values` (runs, shares), NaN while a score is undefined.
    """
    data = np.asarray(values, dtype=np.float64).reshape(len(runs), np.size(shares))
    lines = (Line.through(name, shares, data[n], run=run) for n, (name, run) in enumerate(runs))
    return Figure(
        tr("{measure} while judging went on", measure=measure),
        Axis(tr("share judged")),
        Axis.fitted(measure, data.ravel().tolist(), include=(0.0, 1.0)),
        curves=tuple(lines),
        caption=caption,
        square=False,
    )


def rank_chart(
    runs: Sequence[tuple[str, int]],
    ranks: Sequence[Sequence[float]],
    *,
    first: float = 0.0,
    last: float | None = None,
    name: str = tr_noop("labels"),
    unit: str = "",
    caption: str = "",
) -> Figure:
    """Describe each run's rank while judging went on, as lines that cross where runs change places.

    `runs`: names and positions; `ranks[n]`: the ranks of run n at equal distances, NaN while it has none;
    all equally long. The x axis runs from `first` to `last`, by default by one for each rank. Rank 1 is on
    top. ValueError for runs with different numbers of ranks.
    """
    lengths = {len(each) for each in ranks}
    if len(lengths) > 1:
        raise ValueError(f"runs have {sorted(lengths)} ranks; all need equally many")
    count = max(lengths, default=0)
    end = first + max(count - 1, 0) if last is None else last
    across = np.linspace(first, end, count) if count > 1 else np.full(count, end)
    lines = (Line.through(run_name, across, each, run=run) for (run_name, run), each in zip(runs, ranks, strict=True))
    low, high = (first, end) if end > first else (first, first + 1.0)
    return Figure(
        tr("Ranks while judging"),
        Axis(tr(name), low, high, ticks_between(low, high), unit),
        _rank_axis(len(runs)),
        curves=tuple(line for line in lines if not np.isnan(line.y).all()),
        caption=caption,
        square=False,
    )


def _rank_axis(runs: int) -> Axis:
    """Return the axis of the ranks of some runs, rank 1 on top; where there are many, not all are written."""
    lowest = max(runs, 1)
    step = next((step for step in (1, 5, 10, 20, 50) if lowest <= _MOST_RANKS * step), lowest)
    ticks = (1.0, *(float(rank) for rank in range(max(step, 2), lowest + 1, step)))
    return Axis(tr("rank"), lowest + 0.5, 0.5, ticks)
