"""Judges as runs against the others: the score and rank of each, without its own labels.

A judge's own ranking (A first, then B, then C) is scored beside the submitted runs and the other judges, once
with all labels of the panel (GAW) and once with its own left out, over the questions that this judge labeled:
elsewhere it has no ranking, and leaving it out changes nothing. Source: Sakai et al. 2010, section 4, Tables
22 and 25-28.
"""

from typing import NamedTuple

import numpy as np

from jurybox.collection.collection import Collection
from jurybox.gold import Gold, Panel
from jurybox.gold.panel import has_labeled
from jurybox.measures import measure
from jurybox.measures.ranks import ranks
from jurybox.scoring import Scoreboard
from jurybox.watch import Watch

MEASURES = ("nG@1", "nDCG", "Q")


class LeftOutStanding(NamedTuple):
    """A judge's score and rank among this many runs by one measure: with and without its own labels.

    NaN and 0 if a score is undefined. `passed`: names of submitted runs that are ranked before it without its
    own labels but not with them.
    """

    measure: str
    score: float
    rank: int
    left_out: float
    left_out_rank: int
    runs: int
    passed: tuple[str, ...]


class LeftOut(NamedTuple):
    """A judge by position, how it compares by each of the `MEASURES`, and over how many `questions`.

    Over those that this judge labeled and that are scored with all labels of the panel; `not_judged` of the
    selected ranked questions have no label of this judge.
    """

    assessor: int
    standings: tuple[LeftOutStanding, ...]
    questions: int
    not_judged: int


def left_out(
    collection: Collection, *, questions: frozenset[int] | None = None, watch: Watch | None = None
) -> tuple[LeftOut, ...]:
    """Return how every member of the panel ranks as a run.

    Empty without ranked questions, or for one member.
    """
    catalog, ledger = collection.catalog, collection.ledger
    people = Panel(collection, Gold("GAW")).people.tolist()
    judges = [who for who in people if ledger.labels[who].any()]
    if len(judges) < 2 or not catalog.has_graded:
        return ()
    watch = watch or Watch()
    watch.expect(len(judges) + 1)

    graded = set(np.flatnonzero(catalog.is_graded).tolist())
    chosen = graded if questions is None else graded & questions
    whole = Scoreboard(collection, Gold("GAW"), humans=True)
    watch.step(1)
    found, stored = [], len(catalog.runs)
    for who in judges:
        name = catalog.assessors[who].name
        run = next((run for run in whole.runs if whole.name_of(run) == f"judge {name}"), None)
        judged = catalog.answer_question[has_labeled(ledger.labels[who])]
        own_questions = frozenset(judged.tolist()) & chosen
        if run is not None and own_questions:
            without = Scoreboard(collection, Gold("LOO", assessor=name), humans=True)
            for board in (whole, without):
                board.select(own_questions)
            standings = tuple(_standing(whole, without, run, one, stored) for one in MEASURES)
            units = whole.score(measure(MEASURES[0]), run).units
            found.append(LeftOut(who, standings, units, len(chosen) - len(own_questions)))
        watch.step(1)
    return tuple(found)


def _standing(whole: Scoreboard, without: Scoreboard, run: int, name: str, stored: int) -> LeftOutStanding:
    chosen, at = measure(name), whole.runs.index(run)
    scores = [np.array([board.score(chosen, one).value for one in board.runs]) for board in (whole, without)]
    places = [ranks(one) for one in scores]
    before = [one < one[at] for one in places]
    submitted = [row for row, one in enumerate(whole.runs) if one < stored]
    passed = tuple(whole.name_of(whole.runs[row]) for row in submitted if before[1][row] and not before[0][row])
    numbers = (float(scores[0][at]), int(places[0][at]), float(scores[1][at]), int(places[1][at]))
    return LeftOutStanding(name, *numbers, len(whole.runs), passed)
