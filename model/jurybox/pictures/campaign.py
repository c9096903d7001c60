"""Pictures of the campaign: how each run's score and rank moved while more and more was judged."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from jurybox.changes import Changes, changes
from jurybox.collection.entries import Entry
from jurybox.collection.ledger import Ledger
from jurybox.figures import Figure, rank_chart, score_by_share
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.measures.ranks import ranks_of
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource
from jurybox.pictures.units import usual_measures
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import Resting, resting

_STOPS = 100


def _why_not(source: PictureSource) -> str:
    if not source.board.stored:
        return tr("it has no run.")
    return "" if usual_measures(source) else tr("no measure has a score so far.")


def _campaign(source: PictureSource, options: PictureOptions) -> Figure:
    """Show each run's score while judging went on."""
    one, count, shares, values = _played_again(source, options)
    runs = [(source.board.name_of(run), run) for run in source.board.stored]
    caption = tr("{count:,} entries of the log in the order of their arrival; {gold}.", count=count, gold=source.gold)
    return score_by_share(shares, runs, values, str(one), caption=caption).emphasizing(options.run)


def _bump(source: PictureSource, options: PictureOptions) -> Figure:
    """Show each run's rank while judging went on, at equal numbers of entries."""
    one, count, _, values = _played_again(source, options)
    runs = [(source.board.name_of(run), run) for run in source.board.stored]
    ranks = np.stack([ranks_of(column, one.direction) for column in values.T], axis=1)
    caption = tr(
        "By {one}; {count:,} entries of the log in the order of their arrival; {gold}.",
        one=one,
        count=count,
        gold=source.gold,
    )
    figure = rank_chart(runs, ranks.tolist(), last=float(count), name="entries", caption=caption)
    return figure.emphasizing(options.run)


def _played_again(
    source: PictureSource, options: PictureOptions
) -> tuple[Measure, int, list[float], NDArray[np.float64]]:
    """Play the log again from its beginning, in the order in which entries arrived, with stops between.

    Returns the measure, the number of entries, the share judged at each stop, and scores (runs, stops).
    """
    one = (options.measures or usual_measures(source))[0]
    catalog = source.collection.catalog
    ledger = Ledger(len(catalog.assessors), catalog.answer_count)
    replayed = source.collection._replace(ledger=ledger)
    board = Scoreboard(replayed, source.board.gold, unjudged=source.board.unjudged)
    board.select(source.board.questions)
    entries = list(source.entries())
    shares, columns = [], []
    source.watch.expect(_STOPS + 1)
    for part in _parts(entries):
        source.watch.step(1)
        board.update(_played(ledger, part))
        scores = [board.score(one, run) for run in source.board.stored]
        first = scores[0]
        whole = first.units + first.waiting + first.left_out
        shares.append(first.units / whole if whole else math.nan)
        columns.append([score.value for score in scores])
    values = np.array(columns, dtype=np.float64).T.reshape(len(source.board.stored), len(shares))
    return one, len(entries), shares, values


def _rests(source: PictureSource, options: PictureOptions) -> list[Resting]:
    one = (options.measures or usual_measures(source))[0]
    return [resting(source.board, one, source.board.stored)]


def _parts(entries: list[Entry]) -> Iterator[list[Entry]]:
    """Divide the log into about equal parts, nothing being the first."""
    yield []
    size, rest = max(1, math.ceil(len(entries) / _STOPS)), iter(entries)
    while part := list(islice(rest, size)):
        yield part


def _played(ledger: Ledger, part: list[Entry]) -> Changes:
    """Add entries; return what they touch."""
    for entry in part:
        ledger.add(entry)
    answers = frozenset(e.subject.answer for e in part if e.subject.answer is not None)
    questions = frozenset(e.subject.question for e in part if e.subject.question is not None)
    return changes("labels", "adjudications", answers=answers, questions=questions)


CAMPAIGN = (
    Picture(
        "campaign",
        tr("Scores during judging"),
        tr("each run's score while judging went on"),
        _why_not,
        _campaign,
        _rests,
        measures_asked=1,
        slow=True,
    ),
    Picture(
        "bump",
        tr("Ranks while judging"),
        tr("each run's rank while judging went on, as lines that cross"),
        _why_not,
        _bump,
        _rests,
        measures_asked=1,
        slow=True,
    ),
)
