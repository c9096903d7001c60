"""Effect of each disagreement: how far another label would move run scores, and which runs would swap.

Scores and ranks before a decision are those of the scoreboard, and the effect of a decision is its effect
alone: other open disagreements stay open. So a disagreement has no effect while others keep its question out
of the scores. Labels of answers are handled by `jurybox.analysis.disagreements.label_effects`; for nuggets,
matches and equal answers every other label is tried in turn.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.disagreements.dispute_kinds import DISPUTE_KINDS, What
from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn, find_disputes
from jurybox.analysis.disagreements.label_effects import disagreements
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers, settled_name
from jurybox.analysis.disagreements.what_if import find_flips
from jurybox.analysis.frozen import Frozen
from jurybox.changes import Changes, changes
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.ledger import Ledger
from jurybox.collection.nugget_state import SETTLED, NuggetState
from jurybox.errors import Refused
from jurybox.kinds import DISPLAY_ORDER, KINDS, kinds_with_scheme
from jurybox.language import tr
from jurybox.measures import Measure, TimedRun
from jurybox.scoring import Scoreboard, coverage
from jurybox.scoring.unit_table import Scores
from jurybox.watch import Watch

_ON_BOARDS: tuple[What, ...] = ("importance", "match", "distinct")
"""What is decided on boards, where it has an effect of its own."""
_LABELED = tuple(kind for kind in DISPLAY_ORDER if KINDS[kind].is_labeled)
Key = tuple[str, int, int, int]
Effects = dict[Key, Dispute]


@dataclass(frozen=True)
class Survey:
    """All disputed questions by position, with effects by `measure`.

    `why`: what could not be computed, without a full stop; `known`: the keys of computed effects. `runs`: the
    ranked runs, by position; `people`: the assessors involved, by position; `whats`: the kinds of
    disagreement, `kinds`: the kinds of question whose labels are disputed. `rests`: on what scores by the measure
    rest, where that is not everything; effects are on these scores.
    """

    questions: dict[int, QuestionDisputes]
    measure: Measure | None
    runs: tuple[int, ...]
    why: str = ""
    people: tuple[int, ...] = ()
    whats: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    known: frozenset[Key] = frozenset()
    rests: str = ""


def survey(frozen: Frozen, measure: Measure | None, watch: Watch | None = None) -> Survey:
    """Return all disagreements in the chosen questions, and their effect by a measure."""
    catalog = frozen.collection.catalog
    by_question = find_disputes(frozen.collection, frozen.questions)
    disputes = [each for one in by_question.values() for each in one.disputes]
    people = tuple(sorted({who for each in disputes for who, _ in each.labels}))
    whats = frozenset(each.what for each in disputes)
    kinds = frozenset(catalog.questions[each.question].kind for each in disputes if each.kind.is_answer_label)
    if measure is None:
        return Survey(by_question, None, (), "", people, whats, kinds)
    found, runs, why = effects(frozen, measure, disputes, watch)
    known = frozenset(found)
    board = frozen.board()
    each = [coverage(board, measure, run) for run in board.runs]
    least = min(each, key=lambda one: one.units, default=None)
    rests = "" if least is None or least.units == least.total else least.text
    return Survey(with_effects(by_question, found), measure, runs, why, people, whats, kinds, known, rests)


def with_effects(
    by_question: Mapping[int, QuestionDisputes], found: Mapping[Key, Dispute]
) -> dict[int, QuestionDisputes]:
    """Return questions with the effects found for their disagreements, otherwise unchanged."""
    return {
        question: replace(one, disputes=tuple(_with(each, found.get(each.key)) for each in one.disputes))
        for question, one in by_question.items()
    }


def _with(dispute: Dispute, found: Dispute | None) -> Dispute:
    if found is None:
        return dispute
    return replace(dispute, turns=found.turns)


def effects(
    frozen: Frozen, measure: Measure, disputes: Sequence[Dispute], watch: Watch | None = None
) -> tuple[Effects, tuple[int, ...], str]:
    """Return disagreements with their effects by key, the ranked runs, and why some have none."""
    board = frozen.board()
    runs = tuple(board.runs)
    if none := _why_none(board, measure, runs):
        return {}, runs, none
    found: Effects = {}
    why = ""
    mine = {each.answer: each for each in disputes if each.kind.is_answer_label}
    for kind in _LABELED if mine else ():
        if kind not in board.kinds or kind not in measure.kinds:
            continue
        try:
            of_kind = disagreements(board, kind, measure, watch=watch)
        except Refused as refusal:
            why = str(refusal).rstrip(".。")
            continue
        for row in of_kind.answers:
            if row.answer in mine:
                each = mine[row.answer]
                found[each.key] = replace(each, turns=row.turns)
    on_boards = {what for what in _ON_BOARDS if _is_scored(what, measure)}
    found |= _tried(frozen, measure, runs, [each for each in disputes if each.what in on_boards], watch)
    return found, runs, why


def effects_together(
    frozen: Frozen, measure: Measure, decided: Sequence[Sequence[tuple[Dispute, str]]]
) -> tuple[tuple[Turn, ...], tuple[int, ...], str]:
    """Return the joint effect of several decisions on one question, for each of some sets of them.

    A set has disagreements with the label that each would get; an empty set changes nothing. Also return the
    ranked runs, by position, and why nothing could be computed (there are no effects then).
    """
    board = frozen.board()
    runs = tuple(board.runs)
    why = _why_none(board, measure, runs)
    if why:
        return (), runs, why
    before, then = _scores_of(frozen, measure, runs, decided)
    return _turns([""] * len(decided), before, then, runs, measure), runs, ""


def _scores_of(
    frozen: Frozen,
    measure: Measure,
    runs: Sequence[int],
    decided: Sequence[Sequence[tuple[Dispute, str]]],
    *,
    joins: bool = False,
    watch: Watch | None = None,
) -> tuple[Scores, Scores]:
    """Return the scores of runs now, and under each of some sets of decisions (rows), from a scoreboard of its own.

    `joins`: equal answers come into a group that one of them was put into before.
    """
    own = copy.copy(frozen.collection.ledger)
    own.adjudications = own.adjudications.copy()
    own.board = _own_board(own.board, {each.question for some in decided for each, _ in some})
    scores = replace(frozen, collection=frozen.collection._replace(ledger=own)).board()
    watch = watch or Watch()
    watch.expect(len(decided))

    def now() -> list[float]:
        return [scores.score(measure, run).value for run in runs]

    before, then, left = now(), [], Changes()
    for some in decided:
        with _in_force(own, some, joins=joins) as change:
            with suppress(Refused):
                scores.update(left | change)
            then.append(now())
        left = change
        watch.step(1)
    return np.array(before), np.array(then).reshape(-1, len(runs))


def _turns(
    labels: Sequence[str], before: Scores, then: Scores, runs: Sequence[int], measure: Measure
) -> tuple[Turn, ...]:
    """Return the effect of each label on the scores; `then` has a row for each."""
    flips = find_flips(before, then, lower_is_better=measure.direction == "lower")
    return tuple(
        Turn(
            label,
            -1,
            float(flips.effect[at]),
            tuple((runs[a], runs[b]) for a, b in flips.pairs.get(at, ())),
            int(flips.made[at]),
            int(flips.broken[at]),
            before,
            flips.then[at],
        )
        for at, label in enumerate(labels)
    )


def _why_none(board: Scoreboard, measure: Measure, runs: Sequence[int]) -> str:
    if len(runs) < 2:
        return tr("there are no two runs to rank")
    if board.gold.frozen:
        return tr("the gold standard is frozen, so labels and decisions do not move its scores")
    if board.kind_of(measure) is None:
        return tr("{measure} scores nothing here", measure=measure)
    return tr("{measure} only orders the runs", measure=measure) if TimedRun in measure.accepts else ""


@contextmanager
def _in_force(ledger: Ledger, decided: Sequence[tuple[Dispute, str]], *, joins: bool) -> Iterator[Changes]:
    """Put several decisions of a question in force during the context, and say what they touch."""
    board, before = ledger.board, ledger.adjudications.copy()
    votes, groups = dict(board.settled_votes), dict(board.settled_groups)
    matched = [each for each, _ in decided if each.what == "match"]
    matches = [int(board.matches[each.question].at(each.answer, each.nugget)[0]) for each in matched]
    questions, answers = frozenset(each.question for each, _ in decided), set[int]()
    for each, word in decided:
        answers |= {each.answer} - {-1}
        if each.kind.is_answer_label:
            ledger.adjudications[each.answer] = ledger.codes.of(word)
        elif each.kind.is_grouping:
            chosen = EqualAnswers.of_word(word)
            name = settled_name(board, each.answer, chosen) if joins else chosen.instance
            name = name or f"\0{min(chosen.answers)}"
            board.settled_groups.update(dict.fromkeys(chosen.answers, name))
            answers |= chosen.answers
        elif each.what == "importance":
            board.settled_votes[each.nugget] = LABEL_CODES[word]
        elif each.what == "match":
            board.matches[each.question].put(SETTLED, each.answer, each.nugget, LABEL_CODES[word])
    _count_on(board, questions)
    yield changes("labels", "adjudications", questions=questions, answers=frozenset(answers))
    ledger.adjudications[:] = before
    board.settled_votes, board.settled_groups = votes, groups
    for each, code in zip(matched, matches, strict=True):
        board.matches[each.question].put(SETTLED, each.answer, each.nugget, code)
    _count_on(board, questions)


def _count_on(board: NuggetState, questions: Iterable[int]) -> None:
    for question in questions:
        board.versions[question] = board.versions.get(question, 0) + 1


def _is_scored(what: What, measure: Measure) -> bool:
    """Return whether a measure scores any kind of question in which this can be disputed."""
    return not set(kinds_with_scheme(DISPUTE_KINDS[what].scheme)).isdisjoint(measure.kinds)


def _tried(
    frozen: Frozen, measure: Measure, runs: Sequence[int], disputes: Sequence[Dispute], watch: Watch | None
) -> Effects:
    """Return the effect on the scores of every label given on boards, compared with the present."""
    if not disputes:
        return {}
    words = [[word for word in each.choices if word != each.settled] for each in disputes]
    decided = [[(each, word)] for each, some in zip(disputes, words, strict=True) for word in some]
    before, then = _scores_of(frozen, measure, runs, decided, joins=True, watch=watch)
    ends = np.cumsum([len(some) for some in words])[:-1]
    each_then = np.split(then, ends)
    return {
        each.key: replace(each, turns=_turns(some, before, scores, runs, measure))
        for each, some, scores in zip(disputes, words, each_then, strict=True)
    }


def _own_board(board: NuggetState, questions: set[int]) -> NuggetState:
    own = copy.copy(board)
    own.settled_votes, own.settled_groups = dict(board.settled_votes), dict(board.settled_groups)
    own.matches = {
        question: copy.deepcopy(matches) if question in questions else matches
        for question, matches in board.matches.items()
    }
    own.versions = dict(board.versions)
    return own
