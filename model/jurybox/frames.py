"""Everything that the window shows, for notebooks, as pandas frames with a row for each observation.

    from jurybox import frames

    frames.scores("campaign.jury", "nDCG@10")

Each function takes the path of a collection, or one that is open (`jurybox.results.opened`), which saves
reading it again, and returns a frame in long form: no index, a column for each thing by which one groups,
filters or merges, texts and categories included. Nothing is rounded. NaN is an undefined number, "" a text
that is not there. `frame.attrs` has a caption and notes, which say on how many units scores rest; print them
with `jurybox.results.writing`. Tables laid out for reading, such as runs by measures, are in
`jurybox.results`.

Options that several functions share:

* `measures`: measures or their names, or one of them, by default those shown first; ValueError for an unknown
  name.
* `gold`, `unjudged`: as in `jurybox.results.scoreboard`, by default the current ones; Refused for a gold
  standard that the collection does not have.

Functions
    scores, unit_scores, coverage, answers, labels, ratings, lengths, agreement, disagreements, rank_changes,
    points, studies
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox import results
from jurybox.analysis.disagreements.effects import survey
from jurybox.analysis.frozen import Frozen
from jurybox.analysis.intervals import DRAWS, Interval
from jurybox.analysis.label_matrix import usual_scheme
from jurybox.analysis.standings import Standing, standings
from jurybox.collection.catalog import Catalog, ranks_to_sort_by
from jurybox.collection.judges import not_people
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names, stretches
from jurybox.figures.tabulate import rows_of as drawn_rows
from jurybox.gold import gold_named
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures import Measure
from jurybox.measures import measure as measure_named
from jurybox.pictures import PictureOptions, PictureSource, picture
from jurybox.pictures.units import gold_standards
from jurybox.results.agreement import Agreements
from jurybox.results.disagreements import subject_of_dispute, why_no_effect, word_of
from jurybox.results.frame import make_frame, rows_of
from jurybox.results.scores import MeasureNames, board_notes, measures_named
from jurybox.scoring import Scoreboard, Unjudged
from jurybox.scoring.coverage import coverage as coverage_of
from jurybox.scoring.coverage import resting
from jurybox.watch import Watch

if TYPE_CHECKING:
    import pandas as pd

    Source = Path | str | State

_NAN = float("nan")
_QUESTION = ("question", "kind", "series", "category")
"""What is known of a question, beside its text."""
_LABELS = ("judgment", "repeat", "adjudication", "match", "importance", "distinct")
"""The kinds of entries of the log that label something."""


@contextmanager
def _opened(source: Source) -> Iterator[State]:
    """Open a collection for reading, unless it is open already."""
    if isinstance(source, State):
        yield source
    else:
        with results.opened(source) as state:
            yield state


def scores(
    source: Source,
    measures: MeasureNames = (),
    *,
    gold: str | None = None,
    unjudged: Unjudged | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the score of each run by each measure, with rank, 95 % interval, bounds and what it rests on.

    Columns: measure, run, team, rank (None for an undefined score), score, CI low, CI high (NaN where there
    is no interval), method, mark (against the run below), lowest, highest (bounds once all is judged), units,
    pending, excluded, reason (why a score is undefined). `draws` and `seed`: of the intervals;
    with 0 draws there are neither intervals nor marks, which is quick.

    >>> frame = scores("validation.jury", ["F1", "c@1"], draws=99)
    >>> best = frame[frame["rank"] == 1].set_index("measure")
    >>> print(best.run["F1"], round(best.score["F1"], 3), best.units["F1"])
    tarn-2 0.624 962
    """
    with _opened(source) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged)
        chosen = measures_named(board, measures)
        rows: list[tuple[object, ...]] = []
        for one in chosen:
            listed = (
                standings(board, one, draws=draws, seed=seed)
                if draws
                else [Standing(row, None) for row in board.standing(one)]
            )
            for each in listed:
                row, bounds = each.row, board.bounds(one, each.row.run)
                on, between = coverage_of(board, one, row.run), each.interval
                interval = (between.low, between.high, between.method) if between else (_NAN, _NAN, "")
                named = str(one), row.name, _team(state, row.run)
                ends = bounds.low, bounds.high, on.units, on.pending, on.excluded
                rows.append((*named, row.rank, row.score.value, *interval, each.mark, *ends, row.score.reason))
        head = _head(
            ("measure", "run", "team", "rank", "score", "CI low", "CI high", "method", "mark"),
            ("lowest", "highest", "units", "pending", "excluded", "reason"),
        )
        words, notes = (0, 1, 2, 7, 8, 14), board_notes(board)
        rests = [resting(board, one, board.runs) for one in chosen]
        return make_frame("scores", tr("Scores"), head, rows, words, notes, rests=rests, index=0)


def unit_scores(
    source: Source, measures: MeasureNames = (), *, gold: str | None = None, unjudged: Unjudged | None = None
) -> pd.DataFrame:
    """Return what each answer, question or series that is scored counts for each run by each measure.

    Columns: measure, unit ("answer", "question" or "series"), question, kind, series, category, text (of the
    question), answer ("" unless the unit is one), run, score (NaN where the unit is undefined for the run).
    Units that wait for labels are left out; the notes count them, and name measures that are not a mean over
    units.

    >>> frame = unit_scores("community.jury", "nDCG")
    >>> frame.groupby("category").score.mean().round(3).idxmin()
    'Kitchen'
    """
    with _opened(source) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged)
        chosen, about = measures_named(board, measures), _Questions(state)
        names, owner = answer_names(state.reader), state.catalog.answer_question
        rows: list[tuple[object, ...]] = []
        without: list[str] = []
        for one in chosen:
            found = board.unit_values(one)
            without += [] if len(found.units) else [str(one)]
            runs = [board.name_of(run) for run in found.runs]
            for unit, values in zip(found.units.tolist(), found.values.tolist(), strict=True):
                if found.unit == "series":
                    at: tuple[object, ...] = ("", "", state.catalog.series[unit].name, "", "", "")
                elif found.unit == "answer":
                    at = (*about.of(owner[unit]), about.texts[owner[unit]], names[unit])
                else:
                    at = (*about.of(unit), about.texts[unit], "")
                rows += [(str(one), found.unit, *at, run, value) for run, value in zip(runs, values, strict=True)]
        head = ("measure", "unit", *_QUESTION, "text", "answer", "run", "score")
        notes = [
            *board_notes(board),
            tr("No mean over units: {without}.", without=comma_list(without)) if without else "",
        ]
        rests = [resting(board, one, board.runs) for one in chosen]
        return make_frame(
            "unit-scores", tr("Scores of single units"), head, rows, range(9), notes, rests=rests, index=0
        )


def coverage(
    source: Source, measures: MeasureNames = (), *, gold: str | None = None, unjudged: Unjudged | None = None
) -> pd.DataFrame:
    """Return on how many units each score rests: measure, run, unit, units, pending, excluded, share."""
    with _opened(source) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged)
        rows = []
        for one in measures_named(board, measures):
            for run in board.runs:
                on = coverage_of(board, one, run)
                share = on.units / on.total if on.total else _NAN
                rows.append((str(one), board.name_of(run), on.unit, on.units, on.pending, on.excluded, share))
        head = ("measure", "run", "unit", "units", "pending", "excluded", "share")
        notes = board_notes(board)
        return make_frame("coverage", tr("What scores are based on"), head, rows, range(3), notes, index=0)


def answers(source: Source, *, gold: str | None = None, unjudged: Unjudged | None = None) -> pd.DataFrame:
    """Return all pooled answers with texts, truth under a gold standard, and how often each was returned.

    Columns: question, kind, series, category, question text, answer (the name; `#12` for the 12th answer if
    it has none), text, document, support, truth and level (as in `jurybox.results.answers`), responses (that
    give it), labels (of assessors, repeats apart).
    """
    import numpy as np

    with _opened(source) as state:
        board, catalog, about = (results.scoreboard(state, gold, unjudged=unjudged), state.catalog, _Questions(state))
        known = [row[-2:] for row in rows_of(results.answers(state, board))]
        given = catalog.responses.answer[catalog.responses.answer >= 0]
        returned = np.bincount(given, minlength=catalog.answer_count).tolist()
        labeled = (state.ledger.labels > 0).sum(axis=0).tolist()
        texts = _texts(state.reader, "answer", "text, coalesce(document, ''), coalesce(support, '')")
        owners, names = catalog.answer_question.tolist(), answer_names(state.reader)
        rows = [
            (*about.of(owner), about.texts[owner], *columns)
            for owner, *columns in (
                (owner, name, *text, *truth, times, labels)
                for owner, name, text, truth, times, labels in zip(
                    owners, names, texts, known, returned, labeled, strict=True
                )
            )
        ]
        head = _head(
            (*_QUESTION, "question text", "answer", "text", "document", "support", "truth", "level"),
            ("responses", "labels"),
        )
        return make_frame("answers", tr("Pooled answers"), head, rows, range(10), board_notes(board), index=0)


def labels(source: Source) -> pd.DataFrame:
    """Return every current label: who gave it to what, when, in how long, with the note and all texts.

    Columns: assessor, assessor kind, type (judgment, repeat, adjudication, match, importance, distinct: a
    group of equal answers), question, kind, series, category, question text, answer ("" for what concerns the
    question or a nugget), text, document, nugget (its text), label, state (skipped, deferred, cannot-tell or
    junk, where there is no label), grade (of a label of an answer, NaN for others), note, time (ISO, UTC; of
    imported labels that of the import unless the file said), seconds (of active work, NaN if unknown), and
    conflict: whether the same assessor also gave another label to the same thing, so that neither counts.

    >>> frame = labels("series.jury")
    >>> frame[frame.type == "match"].label.value_counts().index.tolist()
    ['no', 'yes']
    """
    with _opened(source) as state:
        catalog, about = state.catalog, _Questions(state)
        names = answer_names(state.reader)
        texts = _texts(state.reader, "answer", "text, coalesce(document, '')")
        grades = {
            kind: {label.word: float(label.grade) for label in state.facts.scheme_of(kind).labels}
            for kind in {question.kind for question in catalog.questions}
        }
        found = list(_entries(state.reader))
        seen: dict[object, int] = {}
        for entry in found:
            seen[entry.subject] = seen.get(entry.subject, 0) + 1
        rows = []
        for each in found:
            answer = -1 if each.answer is None else each.answer - 1
            who, question = catalog.assessors[each.assessor - 1], each.question - 1
            kind = catalog.questions[question].kind
            is_of_answer = answer >= 0 and each.nugget is None and each.fact is None
            is_of_answer &= each.type != "distinct"
            grade = grades[kind].get(each.label or "", _NAN) if is_of_answer else _NAN
            nugget = "" if each.nugget is None else _wording(state, each.nugget - 1)
            rows.append(
                (who.name, who.kind, each.type, *about.of(question), about.texts[question])
                + (("", "", "") if answer < 0 else (names[answer], *texts[answer]))
                + (nugget, each.label or "", each.state or "", grade, each.note or "", _moment(each.at))
                + (_NAN if each.seconds is None else each.seconds, seen[each.subject] > 1)
            )
        head: tuple[str, ...] = (
            "assessor",
            "assessor kind",
            "type",
            *_QUESTION,
            "question text",
            "answer",
            "text",
            "document",
        )
        head += ("nugget", "label", "state", "grade", "note", "time", "seconds", "conflict")
        words = (*range(14), 15, 16)
        return make_frame("labels", tr("Current labels"), head, rows, words, index=0)


def ratings(source: Source, cutoff: int | None = None) -> pd.DataFrame:
    """Return the mean rating of the answers of each run, by each assessor and by all, on ordered scales.

    A rating is the grade of a label, such as 2, 1 and 0 for A, B and C. Columns: kind (of question), run,
    team, assessor ("" for all: the mean over answers of the mean of their raters), answers (of the run that
    were rated), of (all its answers), mean, sd (over answers, NaN for one alone). Each answer counts once for
    a run; `cutoff`: only the first so many that it gives to a question, which says more where each run ranks
    all answers. Adjudications and repeats are not ratings. Runs without a rated answer have NaN.

    >>> frame = ratings("community.jury", cutoff=1)
    >>> frame[frame.assessor == ""].sort_values("mean").run.iloc[-1]
    'cedar-1'
    """
    import numpy as np

    with _opened(source) as state:
        catalog, ledger = state.catalog, state.ledger
        given, rows = catalog.responses, []
        kinds = dict.fromkeys(question.kind for question in catalog.questions)
        ordered = [kind for kind in kinds if state.facts.scheme_of(kind).is_ordinal]
        of_kind = np.array([question.kind for question in catalog.questions], dtype=object)
        kept = (given.answer >= 0) & (given.answered == 1)
        kept &= True if cutoff is None else _places(catalog, kept) < cutoff
        for kind in ordered:
            scheme = state.facts.scheme_of(kind)
            grade = np.full(ledger.labels.shape, np.nan)
            for label in scheme.labels:
                grade[ledger.labels == ledger.codes.of(label.word)] = label.grade
            asked = of_kind[catalog.answer_question] == kind
            raters = [at for at in range(len(grade)) if not np.isnan(grade[at, asked]).all()]
            for at, run in enumerate(catalog.runs):
                pool = np.unique(given.answer[kept & (given.run == at) & (of_kind[given.question] == kind)])
                if not len(pool):
                    continue
                mine = grade[:, pool]
                counts = (~np.isnan(mine)).sum(axis=0)
                every = np.nansum(mine, axis=0)[counts > 0] / counts[counts > 0]
                each = [(catalog.assessors[who].name, mine[who][~np.isnan(mine[who])]) for who in raters]
                for name, values in (("", every), *each):
                    mean = float(values.mean()) if len(values) else _NAN
                    spread = float(values.std(ddof=1)) if len(values) > 1 else _NAN
                    rows.append((kind, run.name, run.team or "", name, len(values), len(pool), mean, spread))
        head = ("kind", "run", "team", "assessor", "answers", "of", "mean", "sd")
        left = [kind for kind in kinds if kind not in ordered]
        notes = [tr("Labels of {left} questions have no order and no mean.", left=comma_list(left))] if left else []
        notes += [tr("Only the answers at ranks 1 to {cutoff:,} of each run.", cutoff=cutoff)] if cutoff else []
        rated = [at for at, each in enumerate(catalog.assessors) if any(row[3] == each.name for row in rows)]
        notes += (
            [tr("Not only people: {others} among the raters.", others=others)]
            if (others := not_people(catalog, rated))
            else []
        )
        return make_frame("ratings", tr("Mean rating by run"), head, rows, range(4), notes, index=0)


def _places(catalog: Catalog, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each response how many of the same run to the same question come before it."""
    import numpy as np

    given = catalog.responses
    lists = given.run.astype(np.int64) * max(1, len(catalog.questions)) + given.question
    order = np.lexsort((ranks_to_sort_by(given.rank), ~kept, lists))
    starts = np.flatnonzero(np.r_[True, np.diff(lists[order]) > 0]) if len(order) else order
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    return places


def lengths(source: Source) -> pd.DataFrame:
    """Return how long the response of each run to each question is, all its answers together.

    Columns: run, team, question, kind, series, category, answers, characters (without white space, as nugget
    precision counts them), words (separated by white space). The text is the run's own where it gave one,
    else that of the pooled answer. Questions that a run left unanswered, or answered with NIL, are left out.

    >>> lengths("series.jury").groupby("kind").characters.median().to_dict()
    {'factoid': 11.0, 'list': 19.5, 'other': 404.0}
    """
    with _opened(source) as state:
        catalog, about = state.catalog, _Questions(state)
        texts = _texts(state.reader, "answer", "text")
        totals: dict[tuple[int, int], list[int]] = {}
        columns = "run, question, answer, text"
        for batch in stretches(state.reader, "response", f"{columns}, nil, answered"):
            for run, question, answer, own, nil, answered in batch:
                if nil or not answered or (answer is None and own is None):
                    continue
                parts = (texts[answer - 1][0] if own is None else own).split()
                total = totals.setdefault((run - 1, question - 1), [0, 0, 0])
                total[0] += 1
                total[1] += sum(map(len, parts))
                total[2] += len(parts)
        rows = [
            (catalog.runs[run].name, catalog.runs[run].team or "", *about.of(question), *total)
            for (run, question), total in totals.items()
        ]
        head = ("run", "team", *_QUESTION, "answers", "characters", "words")
        return make_frame("lengths", tr("Length of responses"), head, rows, range(6), index=0)


def agreement(source: Source, scheme: str | None = None, *, draws: int = DRAWS, seed: int = 0) -> pd.DataFrame:
    """Return the coefficients of agreement over all, by category, by label and by pair of assessors.

    `scheme`: the label scheme, by default the one that most answers have; `draws` and `seed`: of the
    intervals.
    Columns: scheme, part ("all", "category", "label", "pair"), name (of category or label), a, b (assessors
    of a pair), coefficient, value (NaN if undefined), CI low, CI high (NaN where there is none), items.
    """
    with _opened(source) as state:
        about = scheme or usual_scheme(state.catalog, state.facts)
        found = results.find_agreements(state.collection, about, draws=draws, seed=seed, as_runs=False)
        rows = [(about, *row) for row in _agreements(found)]
        head = ("scheme", "part", "name", "a", "b", "coefficient", "value", "CI low", "CI high", "items")
        return make_frame("agreement", tr("Agreement"), head, rows, range(6), found.notes, index=0)


def _agreements(found: Agreements) -> Iterator[tuple[object, ...]]:
    """Yield part, name, two assessors, coefficient, value, interval and items."""
    report, nobody = found.report, ("", "")
    whole = report.overall
    for figure in found.figures:
        between = _ends(report.intervals.get(figure))
        yield "all", "", *nobody, figure, getattr(whole, figure).value, *between, whole.items
    for at, (category, part) in enumerate(report.categories):
        known = report.category_intervals[at] if at < len(report.category_intervals) else {}
        for figure in found.figures:
            between = _ends(known.get(figure))
            yield "category", category, *nobody, figure, getattr(part, figure).value, *between, part.items
    for at, (label, own, alpha) in enumerate(report.labels):
        given, between = whole.labels[at], _ends(*report.label_intervals[at : at + 1])
        yield "label", label, *nobody, "agreement", own.value, _NAN, _NAN, given
        yield "label", label, *nobody, "alpha", alpha.value, *between, given
    for pair in report.pairs:
        two = ("pair", "", found.name_of(pair.a), found.name_of(pair.b))
        yield *two, "raw", pair.raw.value, _NAN, _NAN, pair.items
        yield *two, "kappa", pair.kappa.value, pair.low, pair.high, pair.items
        for what, one in (("kappa_linear", pair.linear), ("kappa_quadratic", pair.quadratic)):
            if one is not None:
                yield *two, what, one.value, _NAN, _NAN, pair.items


def _ends(between: Interval | None = None) -> tuple[float, float]:
    return (between.low, between.high) if between else (_NAN, _NAN)


def disagreements(
    source: Source, measure: Measure | str | None = None, *, gold: str | None = None, unjudged: Unjudged | None = None
) -> pd.DataFrame:
    """Return each label of each thing in dispute, with how far apart people are, and what depends on it.

    `measure`: the measure for effects and flips, which take a while to compute in a large collection; without
    one they are NaN. Columns: what (the kind of thing), question, kind, series, category, question text,
    about (answer or nugget, or both), text (of the answer), assessor, label, settled (the decision, "" for
    none), size (0 to 1), effect (the largest change of a run's score), flips (pairs of runs that could swap).
    """
    with _opened(source) as state:
        board, about = results.scoreboard(state, gold, unjudged=unjudged), _Questions(state)
        one = measure_named(measure) if isinstance(measure, str) else measure
        frozen = Frozen(state.collection.frozen(), board.gold, board.unjudged)
        found = survey(frozen, one)
        names = answer_names(state.reader)
        rows: list[tuple[object, ...]] = []
        texts = _texts(state.reader, "answer", "text")
        for disputed in found.questions.values():
            for each in disputed.disputes:
                text = texts[each.answer][0] if each.answer >= 0 else ""
                effects = (each.effect, float(each.flips)) if each.turns else (_NAN, _NAN)
                known = (*about.of(each.question), about.texts[each.question])
                subject, settled = subject_of_dispute(state, names, each), word_of(names, each, each.settled)
                for who, label in each.labels:
                    said = (state.catalog.assessors[who].name, word_of(names, each, label), settled)
                    rows.append((each.what, *known, subject, text, *said, each.size, *effects))
        head: tuple[str, ...] = ("what", *_QUESTION, "question text", "about", "text", "assessor", "label")
        basis = (
            [tr("Effects and flips by {one}; gold standard {gold_text}.", one=one, gold_text=board.gold_words)]
            if one
            else []
        )
        notes = [*basis, *why_no_effect(found)]
        head += ("settled", "size", "effect", "flips")
        return make_frame("disagreements", tr("Disagreements"), head, rows, range(11), notes, index=0)


def rank_changes(
    source: Source, measure: Measure | str | None = None, golds: Sequence[str] = (), *, unjudged: Unjudged | None = None
) -> pd.DataFrame:
    """Return the score and rank of each run under each gold standard, and how many ranks it moves.

    `measure`: by default the first of those shown; `golds`: by default all that the collection has; those
    under which no run has a score are left out. Columns: measure, gold, run, score, rank (None if
    undefined), change: the current rank minus this one, so a run that rises has a positive number.
    """
    with _opened(source) as state:
        board = results.scoreboard(state, unjudged=unjudged)
        one = measures_named(board, () if measure is None else measure)[0]
        named = [gold_named(name, state.facts) for name in golds] or gold_standards(PictureSource(board))
        before = {row.run: row.rank for row in board.standing(one)}
        rows, rests = [], []
        for gold in named:
            other = Scoreboard(state.collection, gold, unjudged=board.unjudged)
            listed = other.standing(one)
            if all(row.rank is None for row in listed):
                continue
            rests.append(resting(other, one, other.runs, f"{one} ({other.gold})"))
            for row in listed:
                known = before.get(row.run)
                change = None if row.rank is None or known is None else known - row.rank
                rows.append((str(one), str(other.gold), row.name, row.score.value, row.rank, change))
        head = ("measure", "gold", "run", "score", "rank", "change")
        notes = [tr("Current: {gold_text}.", gold_text=board.gold_words)]
        return make_frame("rank-changes", f"Ranks by {one}", head, rows, range(3), notes, rests=rests, index=0)


def points(
    source: Source,
    name: str = "roc",
    measures: MeasureNames = (),
    *,
    gold: str | None = None,
    unjudged: Unjudged | None = None,
) -> pd.DataFrame:
    """Return all that a picture of the Spaces desk draws: points, curves, iso lines, bars and boxes.

    `name`: that of `jurybox plot`; Refused, with all names, for an unknown one, and with the reason for one
    that the collection does not have. Columns: picture, layer, name (such as the run), role, x, y, value (of
    an iso line or a bar, NaN for others).

    >>> frame = points("validation.jury", "roc")
    >>> sorted(frame[(frame.layer == "point") & (frame.role == "submitted")].name)[:2]
    ['ember-1', 'heron-1']
    """
    with _opened(source) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged)
        chosen = measures_named(board, measures) if measures else ()
        drawn = PictureSource(board, watch=Watch())
        figure = picture(name).figure(drawn, PictureOptions(measures=tuple(chosen)))
        rows = [
            (name, layer, called, role, x, y, _NAN if value is None else float(value))
            for layer, called, role, x, y, value in drawn_rows(figure)
            if layer != "coverage"
        ]
        head = ("picture", "layer", "name", "role", "x", "y", "value")
        notes = [figure.caption, figure.x.label and f"x: {figure.x.label}; y: {figure.y.label}."]
        return make_frame("points", figure.title, head, rows, range(4), notes, index=0)


def studies(source: Source) -> pd.DataFrame:
    """Return every number of the studies that are kept in a collection.

    Columns: study (its full name), kind (stability, swap, ...), measure, part ("" for a number of the whole
    study), at (where in it, such as `fuzziness 0.05` or `size 20, run lcc1`), figure, value. Empty where no
    study is kept; run one with `jurybox study` or on the Studies desk.
    """
    with _opened(source) as state:
        rows = [
            (name, str(record["study"]), str(record["measure"]), *number)
            for name, record in sorted(state.facts.studies.items())
            for number in _numbers(record)
        ]
        head = ("study", "kind", "measure", "part", "at", "figure", "value")
        return make_frame("studies", tr("Studies kept in the collection"), head, rows, range(6), index=0)


_ASKED = ("seed", "study", "measure", "gold", "unjudged", "version", "state", "questions", "sizes")
"""What a record of a study holds that is not a result."""


def _numbers(
    part: Mapping[str, Any], name: str = "", at: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, str, float]]:
    """Yield part, place, figure and value of each number; the first key of an item is its place."""
    for key, value in part.items():
        if not name and key in _ASKED:
            continue
        if isinstance(value, dict):
            yield from _numbers(value, f"{name}.{key}".strip("."), at)
        elif isinstance(value, list):
            below = f"{name}.{key}".strip(".")
            for place, item in enumerate(value):
                if isinstance(item, dict):
                    first = next(iter(item))
                    rest = {other: each for other, each in item.items() if other != first}
                    yield from _numbers(rest, below, (*at, f"{first} {item[first]}"))
                elif isinstance(item, (int, float)) and not isinstance(item, bool):
                    yield name, ", ".join((*at, f"{key} {place + 1}")), key, float(item)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield name, ", ".join(at), key, float(value)


def _head(*parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the heads of columns that do not fit into a line."""
    return tuple(name for part in parts for name in part)


class _Questions:
    """What rows say of a question: its name, kind, series and category; and its text."""

    def __init__(self, state: State) -> None:
        catalog = state.catalog
        series = {None: ""} | {at: one.name for at, one in enumerate(catalog.series)}
        self._known = [(one.name, one.kind, series[one.series], one.category or "") for one in catalog.questions]
        self.texts: list[str] = [text for (text,) in _texts(state.reader, "question", "text")]

    def of(self, question: int) -> tuple[str, str, str, str]:
        """Return name, kind, series and category of a question."""
        return self._known[question]


class _LabelEntry(NamedTuple):
    """A label of the log, by rows of its tables."""

    assessor: int
    type: str
    question: int
    answer: int | None
    nugget: int | None
    fact: str | None
    label: str | None
    state: str | None
    note: str | None
    seconds: float | None
    at: int

    @property
    def subject(self) -> tuple[object, ...]:
        """What says the same of the same thing."""
        return self.assessor, self.type, self.question, self.answer, self.nugget, self.fact


def _entries(db: sqlite3.Connection) -> Iterator[_LabelEntry]:
    """Yield the labels in force, in the order in which they arrived."""
    columns = (
        "assessor, kind, question, answer, nugget, fact, label, state, note, seconds, at, "
        "EXISTS (SELECT 1 FROM superseded s WHERE s.entry = entry.id)"
    )
    for batch in stretches(db, "entry", columns):
        for *entry, is_replaced in batch:
            found = _LabelEntry(*entry)
            if found.type in _LABELS and not is_replaced and (found.label or found.state):
                yield found


def _texts(db: sqlite3.Connection, table: str, columns: str) -> list[tuple[str, ...]]:
    return [row for batch in stretches(db, table, columns) for row in batch]


def _wording(state: State, nugget: int) -> str:
    """Return the text of a nugget, also of one that was merged since."""
    texts = state.ledger.board.wordings.get(nugget)
    return min(texts) if texts else state.catalog.nuggets[nugget].name


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def _team(state: State, run: int) -> str:
    runs = state.catalog.runs
    return (runs[run].team or "") if run < len(runs) else ""
