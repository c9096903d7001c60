"""Pictures of series and questions: boxes, bars, hardness, scatter plots, means and ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.correlations import kendall
from jurybox.analysis.critical_difference import PostHoc, mean_ranks
from jurybox.analysis.hardness import thirds, unit_means
from jurybox.analysis.standings import prepare_tests
from jurybox.collection.catalog import NO_GROUP
from jurybox.collection.judges import judges, panel_of
from jurybox.errors import Refused
from jurybox.figures import (
    Figure,
    bars_of_runs,
    best_of_teams,
    boxes_by_series,
    critical_difference_diagram,
    hardness_by_category,
    mean_lines,
    question_scatter,
    rank_lines,
)
from jurybox.gold import Gold
from jurybox.gold.choosing import has_quality, takes_ga
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.measures import USUAL, Measure, measure
from jurybox.numbers import score_text
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource, score_intervals
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import Resting, resting
from jurybox.scoring.default_measures import measures_by_default
from jurybox.scoring.results import UnitValues
from jurybox.wording import plural

Rests = Callable[[PictureSource, PictureOptions], list[Resting]]

_SERIES = measure("series")
_SHOWN = 6
_ALL = "all"


def usual_measures(source: PictureSource) -> tuple[Measure, ...]:
    """Return the measures that are usual for this collection's questions and defined for some run."""
    kinds = {q.kind for q in source.collection.catalog.questions}
    catalog, _, facts = source.collection
    found = measures_by_default(catalog, facts, [kind for kind in USUAL if kind in kinds])
    if any(q.series is not None for q in source.collection.catalog.questions):
        found = (*found, measure("series"))
    return tuple(m for m in found if _defined(source, m))


def by_question(source: PictureSource, one: Measure) -> UnitValues | None:
    """Return a measure's scores of each question, None where it has none or they are of other units."""
    values = source.board.unit_values(one)
    return values if values.unit == "question" and len(values.units) else None


def _defined(source: PictureSource, one: Measure) -> bool:
    return any(not math.isnan(source.board.score(one, run).value) for run in source.board.runs)


def _first(source: PictureSource, options: PictureOptions, count: int = 1) -> tuple[Measure, ...]:
    """Return the measures to show: those chosen, else the default ones that have scores of questions."""
    if len(options.measures) >= count:
        return options.measures[:count]
    usual = [m for m in usual_measures(source) if by_question(source, m) is not None]
    return tuple(dict.fromkeys((*options.measures, *usual)))[:count]


def _why_no_scores(source: PictureSource) -> str:
    if not source.board.runs:
        return tr("it has no run.")
    return "" if usual_measures(source) else tr("no measure has a score so far.")


def _why_no_questions(source: PictureSource) -> str:
    reason = _why_no_scores(source)
    if reason:
        return reason
    if not _first(source, PictureOptions()):
        return tr("no measure has a score of each question so far.")
    return ""


def _why_no_two(source: PictureSource) -> str:
    reason = _why_no_questions(source)
    return reason or (
        "" if len(_first(source, PictureOptions(), 2)) == 2 else tr("two measures of questions are needed.")
    )


def _why_no_series(source: PictureSource) -> str:
    if not source.collection.catalog.series:
        return tr("no question of this collection belongs to a series.")
    return "" if _defined(source, _SERIES) else tr("no series has a score so far.")


def _why_no_teams(source: PictureSource) -> str:
    if not any(source.collection.catalog.runs[run].team for run in source.board.stored):
        return tr("no run names its team.")
    return _why_no_scores(source)


def _series(source: PictureSource, options: PictureOptions) -> Figure:
    values = source.board.unit_values(_SERIES)
    order = np.argsort(values.units, kind="stable")
    names = [source.collection.catalog.series[at].name for at in values.units[order].tolist()]
    caption = tr("{runs} runs; {gold}.", runs=len(values.runs), gold=source.gold)
    del options
    return boxes_by_series(names, values.values[order].T, tr("per-series score"), caption=caption)


def _bar_measure(source: PictureSource, options: PictureOptions) -> Measure:
    if options.measures:
        return options.measures[0]
    usual = usual_measures(source)
    return _SERIES if _SERIES in usual else usual[0]


def _one_bar(source: PictureSource, options: PictureOptions) -> tuple[Measure, ...]:
    return (_bar_measure(source, options),)


def _bars(
    source: PictureSource, options: PictureOptions, one: Measure, runs: Sequence[int], names: Sequence[str], title: str
) -> Figure:
    values = [source.board.score(one, run).value for run in runs]
    between = score_intervals(source, options, one)
    said = [tr("Gold standard: {gold}.", gold=source.gold)]
    if between:
        said.append(
            tr(
                "Lines: 95 % intervals, bootstrap, {draws:,} draws, seed {seed}.",
                draws=options.draws,
                seed=options.seed,
            )
        )
    return bars_of_runs(
        names,
        runs,
        values,
        str(one),
        title=title,
        caption=sentences(said),
        baselines=[run for run in runs if source.is_baseline(run)],
        intervals=between,
    )


def _runs(source: PictureSource, options: PictureOptions) -> Figure:
    one = _bar_measure(source, options)
    runs = source.board.runs
    return _bars(source, options, one, runs, [source.board.name_of(run) for run in runs], tr("Runs by {one}", one=one))


def _teams(source: PictureSource, options: PictureOptions) -> Figure:
    one, runs = _bar_measure(source, options), source.board.stored
    teams = [source.collection.catalog.runs[run].team for run in runs]
    best = best_of_teams(teams, [source.board.score(one, run).value for run in runs])
    names = [
        f"{teams[n]}: {source.board.name_of(runs[n])}" if teams[n] else source.board.name_of(runs[n]) for n in best
    ]
    return _bars(source, options, one, [runs[n] for n in best], names, tr("Best run of each team by {one}", one=one))


def _rests(chosen: Callable[[PictureSource, PictureOptions], Iterable[Measure]]) -> Rests:
    """Return the note on what the scores by the chosen measures rest on."""

    def found(source: PictureSource, options: PictureOptions) -> list[Resting]:
        return [resting(source.board, one, source.board.runs) for one in chosen(source, options)]

    return found


def _of_questions(source: PictureSource, one: Measure) -> UnitValues:
    values = by_question(source, one)
    if values is None:
        raise Refused(tr("{one} has no score of each question here; choose another measure.", one=one))
    return values


def _hardness(source: PictureSource, options: PictureOptions) -> Figure:
    (one,) = _first(source, options)
    values = _of_questions(source, one)
    means = unit_means(values.values)
    classes = thirds(means)
    known = classes >= 0
    without = NO_GROUP if source.collection.catalog.categories else _ALL
    counts: dict[str, list[int]] = {}
    for at, hardness in zip(values.units[known].tolist(), classes[known].tolist(), strict=True):
        category = source.collection.catalog.questions[at].category or without
        counts.setdefault(category, [0, 0, 0])[hardness] += 1
    caption = tr(
        "Thirds of {sum:,} questions by their mean over {runs} runs; {gold}.",
        sum=int(known.sum()),
        runs=len(values.runs),
        gold=source.gold,
    )
    return hardness_by_category(dict(sorted(counts.items())), str(one), caption=caption)


def _scatter(source: PictureSource, options: PictureOptions) -> Figure:
    one, other = _first(source, options, 2)
    rows = [
        dict(zip(v.units.tolist(), unit_means(v.values).tolist(), strict=True))
        for v in (_of_questions(source, one), _of_questions(source, other))
    ]
    units = sorted(rows[0].keys() | rows[1].keys())
    across, up = ([row.get(at, math.nan) for at in units] for row in rows)
    known = [(a, b) for a, b in zip(across, up, strict=True) if not math.isnan(a + b)]
    tau = kendall([a for a, _ in known], [b for _, b in known])
    names = [source.collection.catalog.questions[at].name for at in units]
    caption = tr("Gold standard: {gold}.", gold=source.gold)
    return question_scatter(names, across, up, (str(one), str(other)), tau=tau, caption=caption)


def _chosen(source: PictureSource, options: PictureOptions) -> tuple[Measure, ...]:
    return options.measures or usual_measures(source)[:_SHOWN]


def _scores(source: PictureSource, measures: Sequence[Measure], runs: Sequence[int]) -> NDArray[np.float64]:
    return np.array([[source.board.score(one, run).value for run in runs] for one in measures])


def _named(source: PictureSource, runs: Sequence[int]) -> list[tuple[str, int]]:
    return [(source.board.name_of(run), run) for run in runs]


def _means(source: PictureSource, options: PictureOptions) -> Figure:
    measures, runs = _chosen(source, options), source.board.runs
    names = [source.board.name_of(run) for run in runs]
    caption = tr("Runs by {measures}; {gold}.", measures=measures[0], gold=source.gold)
    return mean_lines(names, [str(m) for m in measures], _scores(source, measures, runs), caption=caption)


def _ranks(source: PictureSource, options: PictureOptions) -> Figure:
    measures, runs = _chosen(source, options), source.board.runs
    signs = np.array([1.0 if one.direction == "higher" else -1.0 for one in measures])
    values = (_scores(source, measures, runs) * signs[:, None]).T
    caption = tr("Tied runs share the better rank; {gold}.", gold=source.gold)
    names = [str(m) for m in measures]
    figure = rank_lines(_named(source, runs), names, values, title=tr("Ranks by measure"), caption=caption)
    return figure.emphasizing(options.run)


def gold_standards(source: PictureSource) -> list[Gold]:
    """Return the gold standards by which the runs can be ranked here: those of the collection's kinds."""
    people = [
        source.collection.catalog.assessors[at].name
        for at in judges(source.collection.catalog, source.collection.facts)
    ]
    if source.collection.catalog.has_graded and not has_quality(source.collection.catalog, source.collection.facts):
        scheme = source.collection.facts.graded_scheme(source.collection.catalog.kinds)
        names = ["median", *(["mean"] if scheme.measurement == "interval" else [])]
        names += ["adjudicated", "majority", *(f"assessor:{name}" for name in people)]
        names += ["BA"] if source.collection.catalog.answer_best.any() else []
    elif source.collection.catalog.has_graded:
        panel = panel_of(source.collection.catalog, source.collection.facts)
        names = ["GA"] if takes_ga(source.collection.catalog, panel) else []
        names += ["GAW"] if panel else []
        names += [f"LOO:{source.collection.catalog.assessors[at].name}" for at in panel]
        names += ["BA"] if source.collection.catalog.answer_best.any() else []
    else:
        names = ["adjudicated+strict", "majority+strict", "majority+lenient"]
        names += [f"assessor:{name}+strict" for name in people]
    return [Gold.parse(name) for name in names]


def _under_golds(source: PictureSource, one: Measure) -> Iterator[tuple[Scoreboard, list[float]]]:
    """Yield the scores of the stored runs under each gold standard that gives some run a score."""
    for gold in gold_standards(source):
        board = Scoreboard(source.collection, gold, unjudged=source.board.unjudged)
        board.select(source.board.questions)
        scores = [board.score(one, run).value for run in source.board.stored]
        if not all(math.isnan(score) for score in scores):
            yield board, scores


def _gold_rests(source: PictureSource, options: PictureOptions) -> list[Resting]:
    one = _chosen(source, options)[0]
    return [resting(board, one, source.board.stored, f"{one} ({board.gold})") for board, _ in _under_golds(source, one)]


def _gold_ranks(source: PictureSource, options: PictureOptions) -> Figure:
    one, runs = _chosen(source, options)[0], source.board.stored
    columns, names = [], []
    for board, scores in _under_golds(source, one):
        columns.append(scores)
        names.append(str(board.gold))
    values = np.array(columns).T if columns else np.empty((len(runs), 0))
    title, caption = (tr("Ranks by {one} under each gold standard", one=one), tr("Tied runs share the better rank."))
    return rank_lines(_named(source, runs), names, values, title=title, caption=caption).emphasizing(options.run)


def _why_no_ranks(source: PictureSource) -> str:
    reason = _why_no_questions(source)
    return reason or ("" if len(source.board.runs) > 2 else tr("three runs are needed."))


def _mean_ranks(post_hoc: PostHoc) -> Callable[[PictureSource, PictureOptions], Figure]:
    """Return what draws mean ranks with the groups by a test of all pairs."""

    def draw(source: PictureSource, options: PictureOptions) -> Figure:
        (one,) = _first(source, options)
        tested = prepare_tests(source.board, one)
        if tested.found is None or not len(tested.values):
            raise Refused(tr("{one} has no score of each question here; choose another measure.", one=one))
        found = mean_ranks(tested.by_question, post_hoc, direction=one.direction)
        if found.reason:
            raise Refused(tr("Mean ranks by {one} cannot be tested: {reason}.", one=one, reason=found.reason))
        left = (
            tr(", {left_out:,} left out as undefined for one of them", left_out=found.left_out)
            if found.left_out
            else ""
        )
        p = "p < .001" if found.p < 0.001 else f"p = {score_text(found.p)}"
        caption = tr(
            "Mean ranks of {ranks} runs over {size:,} {unit_of_questions}{left}. Friedman's "
            "test: {statistic:.2f}, {p}. Ties on a question count as the mean of their ranks. "
            "{post_hoc} {gold}.",
            ranks=len(found.ranks),
            size=found.size,
            unit_of_questions=plural(tested.unit_of_questions),
            left=left,
            statistic=found.statistic,
            p=p,
            post_hoc=_POST_HOC[post_hoc],
            gold=source.gold,
        )
        return critical_difference_diagram(
            tested.found.names,
            tested.found.runs,
            found.ranks.tolist(),
            found.groups,
            critical=found.critical,
            title=tr("Mean ranks by {one}", one=one),
            caption=caption,
        ).emphasizing(options.run)

    return draw


_POST_HOC: dict[PostHoc, str] = {
    "nemenyi": (
        tr(
            "Runs joined by a line do not differ significantly at 0.05: by Nemenyi's test, their "
            "mean ranks are less than the critical difference apart (Demsar 2006)."
        )
    ),
    "wilcoxon-holm": (
        tr(
            "Runs joined by a line do not differ significantly at 0.05: by Wilcoxon's signed-rank "
            "test of each pair, corrected for all pairs by Holm."
        )
    ),
}

UNITS = (
    Picture("runs", tr("Runs"), tr("a bar for each run's score"), _why_no_scores, _runs, _rests(_one_bar), 1),
    Picture(
        "teams",
        tr("Best run of each team"),
        tr("a bar for the best run of each team"),
        _why_no_teams,
        _teams,
        _rests(_one_bar),
        measures_asked=1,
    ),
    Picture(
        "series",
        tr("Scores by series"),
        tr("a box for each series, over all runs"),
        _why_no_series,
        _series,
        _rests(lambda _, __: (_SERIES,)),
    ),
    Picture(
        "hardness",
        tr("Hardness by category"),
        tr("easy, medium and hard questions of each category, of all together without categories"),
        _why_no_questions,
        _hardness,
        _rests(_first),
        measures_asked=1,
    ),
    Picture(
        "questions",
        tr("Two measures of each question"),
        tr("each question by two measures"),
        _why_no_two,
        _scatter,
        _rests(lambda source, options: _first(source, options, 2)),
        measures_asked=2,
    ),
    Picture("means", tr("Means"), tr("every measure of each run"), _why_no_scores, _means, _rests(_chosen), 1),
    Picture(
        "ranks",
        tr("Ranks by measure"),
        tr("each run's rank under several measures"),
        _why_no_scores,
        _ranks,
        _rests(_chosen),
        measures_asked=1,
    ),
    Picture(
        "gold-ranks",
        tr("Ranks by gold standard"),
        tr("each run's rank under each gold standard"),
        _why_no_scores,
        _gold_ranks,
        _gold_rests,
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "critical-difference",
        tr("Critical difference"),
        tr("mean ranks over questions, joined where Nemenyi's test finds no difference"),
        _why_no_ranks,
        _mean_ranks("nemenyi"),
        _rests(_first),
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "mean-ranks",
        tr("Mean ranks, Wilcoxon"),
        tr("mean ranks over questions, joined where Wilcoxon's tests, corrected by Holm, find no difference"),
        _why_no_ranks,
        _mean_ranks("wilcoxon-holm"),
        _rests(_first),
        measures_asked=1,
        slow=True,
    ),
)
