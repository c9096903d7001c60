"""Who judges what: questions are dealt to assessors, whole, evenly, and always the same way for a seed."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from jurybox.errors import Refused

Pair = tuple[int, int]
"""An assessor and a question, by position."""


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to deal: how many answers each question has, and who judges or has judged it.

    `assigned` are the pairs that are assigned now, None where nothing is and so everybody judges everything.
    """

    answers: Mapping[int, int]
    judged: frozenset[Pair] = frozenset()
    assigned: frozenset[Pair] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How to deal: to whom, to how many of them each question, and which questions (None: all).

    Every question of `calibration` goes to everybody. With `add` what is assigned now stays, and only the
    assessors named here count among those each question goes to; else only what has been judged stays.
    """

    assessors: tuple[int, ...]
    overlap: int = 1
    questions: frozenset[int] | None = None
    calibration: frozenset[int] = frozenset()
    seed: int = 0
    add: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """What one assessor gets: questions, answers, and how many of these answers are judged already."""

    questions: int
    answers: int
    judged: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a plan comes to: every pair there will be, and what is told of it before it is stored."""

    pairs: frozenset[Pair]
    shares: Mapping[int, Share] = field(default_factory=dict)
    nobody: int = 0
    """Questions that nobody is to judge."""
    new: int = 0
    dropped: int = 0
    """Pairs that were not there before, and pairs that were and are not any more."""


def deal(plan: Plan, work: Work) -> Dealt:
    """Return who is to judge what.

    Questions are taken the largest first, and each goes to those with the fewest answers so far; where
    several have equally few, to those who share the fewest questions with the ones chosen already, then by
    lot. Who has judged a question keeps it and counts among those it goes to. Questions that the plan
    does not speak of stay with whom they are. Raises Refused for a plan that cannot be.
    """
    _check(plan, work)
    wanted = set(work.answers) if plan.questions is None else set(plan.questions)
    wanted |= plan.calibration
    now = work.assigned or frozenset()
    kept = {pair for pair in now if pair[1] not in wanted}
    kept |= {pair for pair in work.judged if pair[1] in wanted}
    if plan.add:
        kept |= {pair for pair in now if pair[1] in wanted}
    dealing = _Dealing(plan, work, kept)
    for question in _order(wanted, work.answers, plan.seed):
        dealing.give(question, everybody=question in plan.calibration)
    return _told(frozenset(dealing.pairs), work)


def pick(questions: Iterable[int], count: int, seed: int) -> frozenset[int]:
    """Return so many questions, drawn by lot: a calibration set. Raises Refused where there are too few."""
    listed = sorted(questions, key=lambda question: lot(seed, "calibration", question))
    if count > len(listed):
        raise Refused(f"There are {len(listed):,} questions, so {count:,} cannot be drawn from them.")
    return frozenset(listed[:count])


def lot(seed: int, *what: object) -> bytes:
    """Return a lot: the same for the same seed and things, on every machine and in every version."""
    return hashlib.sha256(repr((seed, *what)).encode()).digest()


class _Dealing:
    """Deals one question after the other and keeps the count."""

    def __init__(self, plan: Plan, work: Work, kept: Iterable[Pair]) -> None:
        self.pairs = set(kept)
        self._plan, self._answers = plan, work.answers
        self._load: Counter[int] = Counter()
        self._together: Counter[frozenset[int]] = Counter()
        self._by_question: dict[int, list[int]] = {}
        for who, question in sorted(self.pairs):
            self._seat(who, question)

    def give(self, question: int, *, everybody: bool) -> None:
        """Give a question to those who fit best, until it has so many judges as the plan says."""
        have = self._by_question.setdefault(question, [])
        free = [who for who in self._plan.assessors if who not in have]
        counted = [who for who in have if who in self._plan.assessors] if self._plan.add else have
        missing = len(free) if everybody else self._plan.overlap - len(counted)
        for _ in range(min(missing, len(free))):
            best = min(free, key=lambda who: self._rank(who, have, question))
            free.remove(best)
            self.pairs.add((best, question))
            self._seat(best, question)

    def _rank(self, who: int, have: Sequence[int], question: int) -> tuple[int, int, bytes]:
        shared = sum(self._together[frozenset((who, other))] for other in have)
        return self._load[who], shared, lot(self._plan.seed, who, question)

    def _seat(self, who: int, question: int) -> None:
        have = self._by_question.setdefault(question, [])
        for other in have:
            self._together[frozenset((who, other))] += 1
        have.append(who)
        self._load[who] += max(1, self._answers.get(question, 0))


def _order(questions: Iterable[int], answers: Mapping[int, int], seed: int) -> list[int]:
    return sorted(questions, key=lambda question: (-answers.get(question, 0), lot(seed, question)))


def _check(plan: Plan, work: Work) -> None:
    if not plan.assessors:
        raise Refused("Nobody was named to judge. Nothing was changed; name the assessors.")
    if not 1 <= plan.overlap <= len(plan.assessors):
        raise Refused(
            f"Each question cannot go to {plan.overlap} of {len(plan.assessors)} assessors. Nothing was "
            f"changed; choose a number from 1 to {len(plan.assessors)}."
        )
    unknown = ((plan.questions or frozenset()) | plan.calibration) - set(work.answers)
    if unknown:
        raise ValueError(f"there is no question at position {min(unknown)}")


def _told(pairs: frozenset[Pair], work: Work) -> Dealt:
    shares: dict[int, Share] = {}
    for who in sorted({who for who, _ in pairs}):
        mine = [question for other, question in pairs if other == who]
        done = [question for question in mine if (who, question) in work.judged]
        counted = (sum(work.answers.get(question, 0) for question in part) for part in (mine, done))
        shares[who] = Share(len(mine), *counted)
    before = work.assigned or frozenset()
    reached = {question for _, question in pairs}
    return Dealt(pairs, shares, len(set(work.answers) - reached), len(pairs - before), len(before - pairs))
