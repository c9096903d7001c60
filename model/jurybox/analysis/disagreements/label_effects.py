"""Disagreements on labels and their effect on runs: answers and questions by size, effect and flips.

The score of every run is computed for every other label that one of an answer's assessors gave (for what that
means under each gold standard see `jurybox.analysis.disagreements.alternatives`): counts and rankings many at
a time, other measures on a private scoreboard, one by one.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.disagreements.alternatives import Alternatives, To, alternatives, by_answer, given_labels
from jurybox.analysis.disagreements.disputes import Dispute, Turn, dispute_of
from jurybox.analysis.disagreements.what_if import (
    Flips,
    areas_if,
    decisions_if,
    disagreement_sizes,
    find_flips,
    rankings_if,
)
from jurybox.analysis.samples import gather
from jurybox.changes import changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.judges import judges
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import Panel, gold_for
from jurybox.gold.labels import LabelStandard
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.measures import Counts, Kind, Measure, Ranking, Rating, TimedRun
from jurybox.scoring import Scoreboard
from jurybox.scoring.tallies.grades import LevelGrades
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.registry import input_of
from jurybox.scoring.unit_table import Scores, form_of
from jurybox.watch import Watch

Positions = NDArray[np.int64]
Moves = dict[int, tuple[Flips, int]]
"""The effects of alternatives, and the row of each by alternative; those without an effect are left out."""


@dataclass(frozen=True)
class Disagreements:
    """Disputed answers of one kind of question, in the order of the collection; `measure` may be None."""

    kind: Kind
    scheme: tuple[str, ...]
    measure: Measure | None
    answers: tuple[Dispute, ...]


def disagreements(
    board: Scoreboard, kind: Kind, measure: Measure | None = None, *, to: To = "given", watch: Watch | None = None
) -> Disagreements:
    """Return every disputed answer of the selected questions of a kind, with its effect.

    Without a measure, and under a frozen gold standard, there is no effect and no flip. With `to` "any", unanimous
    answers are included if a label of the scheme that nobody gave would swap two runs. The scoreboard is read, not
    changed. Refused for a measure that does not score this kind of question, or that cannot be computed for what its
    gold standard leaves out.
    """
    collection = board.collection
    catalog, ledger, facts = collection
    given = given_labels(collection, kind)
    found = alternatives(collection, board.gold, kind, to)
    if board.questions is not None:
        found = _some(found, np.isin(catalog.answer_question[found.answers], list(board.questions)))
    moves = {} if measure is None or board.gold.frozen else _flips(board, measure, found, watch)
    turns, people = dict(by_answer(found)), judges(catalog, facts)
    scheme = facts.scheme_of(kind)
    sizes = disagreement_sizes(given.counts, ordered=scheme.is_ordinal, grades=scheme.intervals)
    row_of = {answer: at for at, answer in enumerate(given.answers.tolist())}
    disputed = given.answers[given.disputed].tolist()
    if board.questions is not None:
        disputed = [answer for answer in disputed if int(catalog.answer_question[answer]) in board.questions]
    made = [
        replace(
            dispute_of(catalog, ledger, people, given.scheme, answer, float(sizes[row_of[answer]])),
            turns=tuple(_turn(ledger, found, moves, at) for at in turns.get(answer, _NONE).tolist()),
        )
        for answer in sorted({*disputed, *turns})
    ]
    wanted = [row for row in made if row.size > 0 or row.flips or (to == "given" and _counts(row))]
    return Disagreements(kind, given.scheme, measure, tuple(wanted))


def _counts(row: Dispute) -> bool:
    """Return whether a unanimous answer has another gold value, or moves a run, by one label."""
    return row.effect > 0 or any(turn.label for turn in row.turns)


_NONE = np.empty(0, dtype=np.int64)


def _turn(ledger: Ledger, alternatives: Alternatives, moves: Moves, at: int) -> Turn:
    label, out = ledger.codes.word(int(alternatives.codes[at])), int(alternatives.left_out[at])
    if at not in moves:
        return Turn(label, out, 0.0, (), 0, 0)
    flips, row = moves[at]
    pairs = flips.pairs.get(row, ())
    numbers = float(flips.effect[row]), pairs, int(flips.made[row]), int(flips.broken[row])
    return Turn(label, out, *numbers, flips.now, flips.then[row])


def _some(alternatives: Alternatives, kept: NDArray[np.bool_] | Positions) -> Alternatives:
    return Alternatives(
        alternatives.answers[kept],
        alternatives.outcomes[kept],
        alternatives.codes[kept],
        alternatives.left_out[kept],
        None if alternatives.ratings is None else alternatives.ratings[kept],
    )


def _flips(board: Scoreboard, measure: Measure, alternatives: Alternatives, watch: Watch | None) -> Moves:
    """Return the effect of the relevant alternatives on the scores of the board; runs by position.

    Answers of ranked questions that nobody has decided, which bring their whole question into the scores, are
    tried one by one, the others many at a time.
    """
    collection = board.collection
    kind = board.kind_of(measure)
    if kind is None:
        raise Refused(tr("{measure} scores nothing here, so no two runs can swap.", measure=measure))
    every, is_open = (np.arange(len(alternatives)), _undecided(board, kind, alternatives))
    watch, moves = watch or Watch(), Moves()

    def note(now: Scores, then: Scores, which: Positions) -> None:
        counted = find_flips(now, then, lower_is_better=measure.direction == "lower")
        runs = board.runs
        pairs = {row: tuple((runs[a], runs[b]) for a, b in turned) for row, turned in counted.pairs.items()}
        named = replace(counted, pairs=pairs)
        moves.update((at, (named, row)) for row, at in enumerate(which.tolist()))

    by, is_graded = input_of(measure, kind), KINDS[kind].is_graded
    if by is Counts and not form_of(measure).of_pairs:
        note(*_decisions(board, measure, alternatives))
        return moves
    if by is Counts:
        note(*_areas(board, measure, alternatives, every[~is_open]))
        rest = every[is_open]
    elif by in (Ranking, Rating) and is_graded and (alternatives.outcomes >= 0).all():
        # Not for correctness: there a changed answer can change NIL, which other runs gave.
        tally = cast("RankingTally", board.tally(measure, kind))
        grades, rated = cast("LevelGrades", tally.grades), alternatives.ratings
        gains = grades.worths[alternatives.outcomes] if rated is None else np.maximum(rated, grades.lowest)
        note(*_graded(collection.catalog, tally, gains, measure, alternatives, every[~is_open]))
        rest = every[is_open]
    else:
        if TimedRun in measure.accepts or (
            is_graded and (alternatives.outcomes >= 0).any() and (alternatives.left_out >= 0).any()
        ):
            raise Refused(
                tr("{measure} cannot be worked out with one label left out; ask for another measure.", measure=measure)
            )
        rest = every
    if len(rest) and board.gold.is_estimated:
        raise Refused(
            tr(
                "Under {gold} every label changes the estimate of all answers, so the effect of one "
                "on {measure} cannot be worked out. Choose another gold standard.",
                gold=board.gold,
                measure=measure,
            )
        )
    if len(rest):
        note(*_one_by_one(board, measure, _some(alternatives, rest), watch), rest)
    return moves


def _undecided(board: Scoreboard, kind: Kind, alternatives: Alternatives) -> NDArray[np.bool_]:
    """Return which alternatives belong to answers without a gold label: only under *adjudicated*."""
    collection = board.collection
    gold = gold_for(kind, board.gold, collection.catalog, collection.facts)
    if gold.whose != "adjudicated" or not len(alternatives):
        return np.zeros(len(alternatives), dtype=np.bool_)
    labels = LabelStandard(collection, gold, collection.facts.scheme_of(kind).words).of(alternatives.answers)
    unsettled: NDArray[np.bool_] = (np.count_nonzero(labels.reachable, axis=0) != 1) | labels.stays_out
    return unsettled


def _decisions(board: Scoreboard, measure: Measure, alternatives: Alternatives) -> tuple[Scores, Scores, Positions]:
    answers, said = board.submitted()
    scored = board.decided(board.runs[0])[0] if board.runs else answers[:0]
    truth = np.full(len(answers), -1, dtype=np.int8)
    truth[np.isin(answers, scored)] = board.truth[answers[np.isin(answers, scored)]]
    units = np.full(len(board.truth), -1)
    units[answers] = np.arange(len(answers))
    units = units[alternatives.answers]
    wanted = units >= 0
    wanted[wanted] = truth[units[wanted]] != alternatives.outcomes[wanted]
    matters = np.flatnonzero(wanted)
    return (*decisions_if(measure, truth, said, units[matters], alternatives.outcomes[matters]), matters)


def _areas(
    board: Scoreboard, measure: Measure, alternatives: Alternatives, which: Positions
) -> tuple[Scores, Scores, Positions]:
    found = gather(board, measure)
    answers, (truth, given) = found.units, found.data.arrays()
    unit_of = np.full(len(board.truth), -1)
    unit_of[answers] = np.arange(len(answers))
    units = unit_of[alternatives.answers[which]]
    scored = units >= 0
    scored[scored] = truth[units[scored]] != alternatives.outcomes[which][scored]
    return (*areas_if(truth, given, units[scored], measure), which[scored])


def _graded(
    catalog: Catalog,
    tally: "RankingTally",
    gains: Scores,
    measure: Measure,
    alternatives: Alternatives,
    which: Positions,
) -> tuple[Scores, Scores, Positions]:
    question_of = catalog.answer_question[alternatives.answers].astype(np.int64)
    now_seen = tally.seen(alternatives.answers[which], tally.form(measure))
    moves = which[now_seen != gains[which]]
    now, then, of = rankings_if(tally, measure, alternatives.answers[moves], question_of[moves], gains[moves])
    return now, then, moves[of]


def _one_by_one(board: Scoreboard, measure: Measure, alternatives: Alternatives, watch: Watch) -> tuple[Scores, Scores]:
    """Return the scores now and for each alternative, from a scoreboard of its own."""
    collection = board.collection
    catalog, ledger = collection.catalog, collection.ledger
    private = copy.copy(ledger)
    private.labels, private.adjudications = ledger.labels.copy(), ledger.adjudications.copy()
    own = Scoreboard(collection._replace(ledger=private), board.gold, unjudged=board.unjudged)
    own.select(board.questions)
    runs = board.runs
    now = np.array([own.score(measure, run).value for run in runs])
    then = np.empty((len(alternatives), len(runs)))
    watch.expect(len(alternatives))
    people = _who(board, measure)
    for at in range(len(alternatives)):
        answer = int(alternatives.answers[at])
        change = changes(
            "labels", questions=frozenset((int(catalog.answer_question[answer]),)), answers=frozenset((answer,))
        )
        for _ in _otherwise(private, alternatives, at, people):
            own.update(change)
            then[at] = [own.score(measure, run).value for run in runs]
        own.update(change)
        watch.step(1)
    return now, then


def _who(board: Scoreboard, measure: Measure) -> Positions | None:
    """Return whose labels decide, None if an adjudication does."""
    collection = board.collection
    gold = gold_for(board.kind_of(measure), board.gold, collection.catalog, collection.facts)
    return None if gold.whose == "adjudicated" else Panel(collection, gold).people


def _otherwise(private: Ledger, alternatives: Alternatives, at: int, people: Positions | None) -> Iterator[None]:
    """Enter an alternative during the context, then withdraw it."""
    answer, code, out = int(alternatives.answers[at]), alternatives.codes[at], int(alternatives.left_out[at])
    if people is None:
        before = private.adjudications[answer].copy()
        private.adjudications[answer] = code
        yield
        private.adjudications[answer] = before
        return
    rows = people if out < 0 else np.array([out])
    labels = private.labels[rows, answer].copy()
    private.labels[rows, answer] = code if out < 0 else LABEL_CODES["junk"]
    yield
    private.labels[rows, answer] = labels
