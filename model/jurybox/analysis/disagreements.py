"""Where assessors differ, and what hangs on it: answers and questions by size, by effect, by flips.

The score of every run is worked out for every other label that one of an answer's assessors gave (for what
that means under each gold standard see `jurybox.analysis.alternatives`): counts and rankings many at a
time, other measures on a private scoreboard, one by one.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.alternatives import Alternatives, To, alternatives, by_answer, given_labels
from jurybox.analysis.data import Scores
from jurybox.analysis.flips import Flips, disagreement_sizes, find_flips, worst_first
from jurybox.analysis.gather import said_of, scores_given
from jurybox.analysis.watch import Watch
from jurybox.analysis.whatif import areas_if, decisions_if, rankings_if
from jurybox.changes import changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import LABEL_CODES, Ledger
from jurybox.errors import Refused
from jurybox.gold import Graded, Panel, gold_for
from jurybox.measures import Counts, Kind, Measure, Ranking, TimedRun
from jurybox.scoring import Scoreboard

if TYPE_CHECKING:
    from jurybox.scoring.rankings import RankingTally

Positions = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Turn:
    """One alternative of an answer and the pairs of runs it turns: (now above, now below), by position.

    `label`: what the answer would be; "" where the label of the assessor `left_out` is left out. `now`,
    `then`: the scores of all runs that are ranked, before and after; None where nothing would change.
    """

    label: str
    left_out: int
    effect: float
    pairs: tuple[tuple[int, int], ...]
    made: int
    broken: int
    now: Scores | None = field(default=None, compare=False, repr=False)
    then: Scores | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DisputedAnswer:
    """An answer whose assessors differ, or whose gold label is another than one of theirs.

    `counts`: how many gave each label of the scheme; `size`: how far they are apart, 0 to 1; `effect`: the
    largest change of a run's score by another label; `flips`, `made`, `broken`: pairs of runs that one of
    the alternatives turns, ties or unties (the most by any one of them); `turns`: alternative by alternative.
    """

    answer: int
    question: int
    counts: tuple[int, ...]
    size: float
    effect: float
    flips: int
    made: int
    broken: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class DisputedQuestion:
    """A question with disputed answers: how many, the largest size and effect, and the flips of all."""

    question: int
    answers: tuple[DisputedAnswer, ...]
    size: float
    effect: float
    flips: int


@dataclass(frozen=True)
class Disagreements:
    """Disputed answers of one kind of question, in the order of the collection; `measure` may be None."""

    kind: Kind
    scheme: tuple[str, ...]
    measure: Measure | None
    answers: tuple[DisputedAnswer, ...]

    def questions(self) -> tuple[DisputedQuestion, ...]:
        """Return one row for each question, in the order of the collection."""
        of: dict[int, list[DisputedAnswer]] = {}
        for row in self.answers:
            of.setdefault(row.question, []).append(row)
        return tuple(
            DisputedQuestion(
                question,
                tuple(rows),
                max(row.size for row in rows),
                max(row.effect for row in rows),
                sum(row.flips for row in rows),
            )
            for question, rows in sorted(of.items())
        )


def by_size(rows: tuple[DisputedAnswer, ...]) -> tuple[DisputedAnswer, ...]:
    """Return the rows with the largest disagreement first, then the largest effect."""
    return tuple(rows[at] for at in worst_first([r.size for r in rows], [r.effect for r in rows]).tolist())


def by_effect(rows: tuple[DisputedAnswer, ...]) -> tuple[DisputedAnswer, ...]:
    """Return the rows with the largest effect on a run's score first, then the largest disagreement."""
    return tuple(rows[at] for at in worst_first([r.effect for r in rows], [r.size for r in rows]).tolist())


def by_flips(rows: tuple[DisputedAnswer, ...]) -> tuple[DisputedAnswer, ...]:
    """Return the rows that turn the most pairs of runs first, then the largest effect."""
    return tuple(rows[at] for at in worst_first([r.flips for r in rows], [r.effect for r in rows]).tolist())


def disagreements(
    catalog: Catalog,
    ledger: Ledger,
    facts: Facts,
    board: Scoreboard,
    kind: Kind,
    measure: Measure | None = None,
    *,
    to: To = "given",
    watch: Watch | None = None,
) -> Disagreements:
    """Return every disputed answer of the selected questions of a kind, and what hangs on it.

    Without a measure there is no effect and no flip. With `to` "any" also answers nobody differs about, of
    which a label of the scheme that nobody gave would turn two runs. The scoreboard is asked, and not
    changed. Refused for a measure that does not score this kind of question, or that cannot be worked out
    for what its gold standard leaves out.
    """
    given = given_labels(catalog, ledger, facts, kind)
    found = alternatives(catalog, ledger, facts, board.gold, kind, to)
    if board.questions is not None:
        found = _some(found, np.isin(catalog.answer_question[found.answers], list(board.questions)))
    flips, rows = (
        (None, {}) if measure is None else _flips(catalog, ledger, facts, board, measure, found, watch)
    )
    turns = dict(by_answer(found))
    sizes = disagreement_sizes(given.counts, ordered=kind == "ranked")
    row_of = {answer: at for at, answer in enumerate(given.answers.tolist())}
    disputed = given.answers[given.disputed].tolist()
    if board.questions is not None:
        disputed = [answer for answer in disputed if int(catalog.answer_question[answer]) in board.questions]
    made = [
        _row(catalog, given.counts, sizes, row_of, found, flips, rows, answer, turns.get(answer))
        for answer in sorted({*disputed, *turns})
    ]
    wanted = [row for row in made if row.size > 0 or row.flips or (to == "given" and _counts(row))]
    return Disagreements(kind, given.scheme, measure, tuple(wanted))


def _counts(row: DisputedAnswer) -> bool:
    """Return whether an answer that nobody differs about is another in gold, or moves a run by one label."""
    return row.effect > 0 or any(turn.label for turn in row.turns)


def _row(
    catalog: Catalog,
    counts: Positions,
    sizes: Scores,
    row_of: dict[int, int],
    found: Alternatives,
    flips: Flips | None,
    rows: dict[int, int],
    answer: int,
    its: Positions | None,
) -> DisputedAnswer:
    turns = tuple(_turn(found, flips, rows, at) for at in ([] if its is None else its.tolist()))
    row = row_of[answer]
    return DisputedAnswer(
        answer,
        int(catalog.answer_question[answer]),
        tuple(counts[row].tolist()),
        float(sizes[row]),
        max((turn.effect for turn in turns), default=0.0),
        max((len(turn.pairs) for turn in turns), default=0),
        max((turn.made for turn in turns), default=0),
        max((turn.broken for turn in turns), default=0),
        turns,
    )


_WORDS = {code: word for word, code in LABEL_CODES.items()}


def _turn(found: Alternatives, flips: Flips | None, rows: dict[int, int], at: int) -> Turn:
    label, out = _WORDS[int(found.codes[at])], int(found.left_out[at])
    row = rows.get(at)
    if flips is None or row is None:
        return Turn(label, out, 0.0, (), 0, 0)
    pairs = flips.pairs.get(row, ())
    numbers = float(flips.effect[row]), pairs, int(flips.made[row]), int(flips.broken[row])
    return Turn(label, out, *numbers, flips.now, flips.then[row])


def _some(found: Alternatives, kept: NDArray[np.bool_]) -> Alternatives:
    return Alternatives(found.answers[kept], found.outcomes[kept], found.codes[kept], found.left_out[kept])


def _flips(
    catalog: Catalog,
    ledger: Ledger,
    facts: Facts,
    board: Scoreboard,
    measure: Measure,
    found: Alternatives,
    watch: Watch | None,
) -> tuple[Flips, dict[int, int]]:
    """Return the flips of all alternatives that matter, and their rows by alternative; runs by position."""
    kind = board.kind_of(measure)
    if kind is None:
        raise Refused(f"{measure} scores nothing here, so nothing can turn by it.")
    watch = watch or Watch()
    if kind == "validation" and Counts in measure.accepts:
        now, then, matters = _decisions(board, catalog, measure, found)
    elif kind == "ranked" and Ranking in measure.accepts and (found.outcomes >= 0).all():
        # Not of factoid questions: there an answer that turns can turn NIL, which other runs gave.
        tally = cast("RankingTally", board.tally(measure, kind))
        gains = Graded(catalog, ledger, facts, board.gold).gains[found.outcomes]
        asked = catalog.answer_question[found.answers].astype(np.int64)
        moves = np.flatnonzero(tally.gain[found.answers] != gains)
        now, then, of = rankings_if(tally, measure, found.answers[moves], asked[moves], gains[moves])
        matters = moves[of]
    else:
        if TimedRun in measure.accepts or (
            kind == "ranked" and (found.outcomes >= 0).any() and (found.left_out >= 0).any()
        ):
            raise Refused(f"{measure} cannot be worked out with one label left out; ask for another measure.")
        now, then = _one_by_one(catalog, ledger, facts, board, measure, found, watch)
        matters = np.arange(len(found))
    counted = find_flips(now, then, lower_is_better=measure.direction == "lower")
    runs = board.runs
    pairs = {
        row: tuple((runs[above], runs[below]) for above, below in turned)
        for row, turned in counted.pairs.items()
    }
    named = replace(counted, pairs=pairs)
    return named, dict(zip(matters.tolist(), range(len(matters)), strict=True))


def _decisions(
    board: Scoreboard, catalog: Catalog, measure: Measure, found: Alternatives
) -> tuple[Scores, Scores, Positions]:
    decided = [board.decided(run) for run in board.runs if run < len(catalog.runs)]
    answers = decided[0][0] if decided else np.empty(0, dtype=np.int64)
    unit_of = np.full(catalog.answer_count, -1)
    unit_of[answers] = np.arange(len(answers))
    truth = board.truth[answers]
    units = unit_of[found.answers]
    matters = np.flatnonzero((units >= 0) & (truth[units] != found.outcomes)) if len(answers) else units[:0]
    if measure.base == "AUC":
        return (*areas_if(truth, scores_given(board, board.runs, answers), units[matters]), matters)
    return (*decisions_if(measure, truth, said_of(decided, truth), units[matters]), matters)


def _one_by_one(
    catalog: Catalog,
    ledger: Ledger,
    facts: Facts,
    board: Scoreboard,
    measure: Measure,
    found: Alternatives,
    watch: Watch,
) -> tuple[Scores, Scores]:
    """Return the scores now and for each alternative, from a scoreboard of its own."""
    private = copy.copy(ledger)
    private.labels, private.adjudications = ledger.labels.copy(), ledger.adjudications.copy()
    own = Scoreboard(catalog, private, facts, board.gold, unjudged=board.unjudged)
    own.select(board.questions)
    runs = board.runs
    now = np.array([own.score(measure, run).value for run in runs])
    then = np.empty((len(found), len(runs)))
    watch.expect(len(found))
    people = _who(catalog, ledger, facts, board, measure)
    for at in range(len(found)):
        answer = int(found.answers[at])
        told = changes(
            "labels",
            questions=frozenset((int(catalog.answer_question[answer]),)),
            answers=frozenset((answer,)),
        )
        for _ in _otherwise(private, found, at, people):
            own.update(told)
            then[at] = [own.score(measure, run).value for run in runs]
        own.update(told)
        watch.step(1)
    return now, then


def _who(
    catalog: Catalog, ledger: Ledger, facts: Facts, board: Scoreboard, measure: Measure
) -> Positions | None:
    """Return whose labels decide, None where an adjudication does."""
    gold = gold_for(board.kind_of(measure) or "factoid", board.gold, catalog, facts)
    return None if gold.whose == "adjudicated" else Panel(catalog, ledger, facts, gold).people


def _otherwise(private: Ledger, found: Alternatives, at: int, people: Positions | None) -> Iterator[None]:
    """Have an alternative said while the caller looks, then take it back."""
    answer, code, out = int(found.answers[at]), found.codes[at], int(found.left_out[at])
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
