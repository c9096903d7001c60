"""Who judges what: questions are dealt to assessors whole, evenly, and reproducibly for a seed."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.wording import count_of

Pair = tuple[int, int]
"""An assessor and a question, by position."""


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to assign: the answers of each question, and who judges or has judged it.

    `judged` are the pairs with entries, which keep the question with the assessor; `done` is the number of
    its judged answers. `assigned` are the present assignments, None if there are none and so everybody judges
    everything.
    """

    answers: Mapping[int, int]
    judged: frozenset[Pair] = frozenset()
    assigned: frozenset[Pair] | None = None
    done: Mapping[Pair, int] = field(default_factory=dict)
    series: Mapping[int, int] = field(default_factory=dict)
    """The series of questions, for those in one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to deal: to whom, to how many of them each question, and which questions (None: all).

    Every question of `calibration` goes to everybody. With `add`, present assignments stay, and only the
    assessors named here count towards the number for each question; else only judged questions stay.

    Nobody gets more than `most_questions` questions or `most_answers` answers in total, including those they
    keep; None: no limit. Kept questions stay even above the limit.

    With `together`, all questions of a series go to the same assessors, except the calibration set.
    """

    assessors: tuple[int, ...]
    overlap: int = 1
    questions: frozenset[int] | None = None
    calibration: frozenset[int] = frozenset()
    seed: int = 0
    add: bool = False
    most_questions: int | None = None
    most_answers: int | None = None
    together: bool = False

    @property
    def has_limit(self) -> bool:
        """Whether there is a limit for an assessor."""
        return self.most_questions is not None or self.most_answers is not None


@dataclass(frozen=True, slots=True)
class Share:
    """An assessor's share: questions, answers, and how many of these answers are judged already."""

    questions: int
    answers: int
    judged: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The result of a plan: every resulting pair, and the figures shown before it is stored."""

    pairs: frozenset[Pair]
    shares: Mapping[int, Share] = field(default_factory=dict)
    nobody: int = 0
    """Questions without an assessor."""
    new: int = 0
    dropped: int = 0
    """Pairs that are new, and pairs that were removed."""
    short: tuple[int, ...] = ()
    """Questions that go to fewer assessors than planned, since the others have reached their limits."""


def deal(plan: Plan, work: Work) -> Dealt:
    """Return who judges what.

    Questions are dealt largest first; with a limit, those of the calibration set before the others. Each goes
    to the assessors with the fewest answers so far; ties go to those who share the fewest questions with the
    ones already chosen, then at random. An assessor who has judged a question keeps it and counts towards its
    number; a series that is kept together goes to whoever has judged one of its questions. Questions outside
    the plan stay with their assessors. Where the plan, dealt before anything was judged, gives the present
    assignments, nothing moves. Raises Refused for an impossible plan.
    """
    _check(plan, work)
    if work.assigned and work.judged <= work.assigned:
        pairs, short = _deal(plan, replace(work, judged=frozenset()))
        if pairs == work.assigned:
            return replace(_dealt(pairs, work), short=short)
    pairs, short = _deal(plan, work)
    return replace(_dealt(pairs, work), short=short)


def _deal(plan: Plan, work: Work) -> tuple[frozenset[Pair], tuple[int, ...]]:
    """Return every resulting pair, and the questions that go to fewer assessors than planned."""
    wanted = set(work.answers) if plan.questions is None else set(plan.questions)
    wanted |= plan.calibration
    now = work.assigned or frozenset()
    kept = {pair for pair in now if pair[1] not in wanted}
    kept |= {pair for pair in work.judged if pair[1] in wanted}
    if plan.add:
        kept |= {pair for pair in now if pair[1] in wanted}
    dealing = _Dealing(plan, work, kept)
    first = plan.calibration if plan.has_limit else frozenset()
    lots = _lots_to_deal(plan, work, wanted)
    for questions in sorted(lots, key=lambda one: one[0] not in first):
        dealing.give(questions, everybody=questions[0] in plan.calibration)
    return frozenset(dealing.pairs), tuple(sorted(dealing.short))


def habits(pairs: Iterable[Pair], calibration: frozenset[int], series: Mapping[int, int]) -> tuple[int, bool]:
    """Return how these pairs were dealt: assessors of most questions, and whether most series are together.

    Questions of the calibration set say nothing about either; without other questions: (0, False).
    """
    judges: dict[int, set[int]] = {}
    for who, question in pairs:
        if question not in calibration:
            judges.setdefault(question, set()).add(who)
    if not judges:
        return 0, False
    overlap = Counter(map(len, judges.values())).most_common(1)[0][0]
    of_series: dict[int, list[frozenset[int]]] = {}
    for question, people in judges.items():
        if question in series:
            of_series.setdefault(series[question], []).append(frozenset(people))
    whole = [len(set(groups)) == 1 for groups in of_series.values() if len(groups) > 1]
    return overlap, 2 * sum(whole) > len(whole)


def pick(questions: Iterable[int], count: int, seed: int) -> frozenset[int]:
    """Return this many of these questions, drawn at random. Refused if there are too few."""
    listed = sorted(questions, key=lambda question: lot(seed, "calibration", question))
    if count > len(listed):
        those = count_of(len(listed), "question")
        raise Refused(
            tr("{those} can be in a calibration set, so {count:,} cannot be drawn.", those=those, count=count)
        )
    return frozenset(listed[:count])


def lot(seed: int, *what: object) -> bytes:
    """Return a pseudo-random number: the same for a seed and items, on every machine and in every version."""
    return hashlib.sha256(repr((seed, *what)).encode()).digest()


class _Dealing:
    """Deals one question after the other and keeps the count, in arrays over the assessors."""

    def __init__(self, plan: Plan, work: Work, kept: Iterable[Pair]) -> None:
        self.pairs = set(kept)
        self._plan, self._answers = plan, work.answers
        people = max((*plan.assessors, *(who for who, _ in self.pairs))) + 1
        self._asked = np.zeros(people, dtype=bool)
        self._asked[list(plan.assessors)] = True
        self._load = np.zeros(people, dtype=np.int64)
        self._questions = np.zeros(people, dtype=np.int64)
        self._most = [
            (count, most, own)
            for count, most, own in (
                (self._questions, plan.most_questions, False),
                (self._load, plan.most_answers, True),
            )
            if most is not None
        ]
        self.short: list[int] = []
        self._together = np.zeros((people, people), dtype=np.int64)
        self._by_question: dict[int, list[int]] = {}
        for who, question in sorted(self.pairs):
            self._seat(who, question)

    def give(self, questions: Sequence[int], *, everybody: bool) -> None:
        """Give questions that go together to the best-suited assessors, until each has its judges."""
        have = list(dict.fromkeys(who for one in questions for who in self._by_question.setdefault(one, [])))
        free = self._asked.copy()
        free[have] = False
        if len(questions) > 1:
            have = [who for who in have if self._asked[who] and self._completes(who, questions)]
        counted = int(np.count_nonzero(self._asked[have])) if self._plan.add else len(have)
        asked = int(np.count_nonzero(free))
        free &= self._has_room(questions)
        left = int(np.count_nonzero(free))
        wanted = asked if everybody else min(asked, self._plan.overlap - counted)
        if left < wanted:
            self.short += questions
        lots = _lots(lot(self._plan.seed, questions[0]), len(free))
        for _ in range(min(left, wanted)):
            best = self._best(np.flatnonzero(free), have, lots)
            free[best] = False
            self._seat_at(best, questions)

    def _has_room(self, questions: Sequence[int]) -> NDArray[np.bool_]:
        """Return for every assessor whether these questions are within their limit."""
        room = np.ones(len(self._asked), dtype=bool)
        for count, most, by_answers in self._most:
            room &= count + (sum(map(self._weight, questions)) if by_answers else len(questions)) <= most
        return room

    def _completes(self, who: int, questions: Sequence[int]) -> bool:
        """Give an assessor the questions they lack, if they are within the limit."""
        lacking = [one for one in questions if who not in self._by_question[one]]
        has_room = bool(self._has_room(lacking)[who])
        if has_room:
            self._seat_at(who, lacking)
        return has_room

    def _best(self, free: NDArray[np.intp], have: Sequence[int], lots: NDArray[np.uint64]) -> int:
        """Return the assessor with the fewest answers, then the fewest shared questions, then at random."""
        for keys in (self._load, self._together[have].sum(axis=0), lots):
            free = free[keys[free] == keys[free].min()]
        return int(free[0])

    def _seat_at(self, who: int, questions: Sequence[int]) -> None:
        for question in questions:
            self.pairs.add((who, question))
            self._seat(who, question)

    def _seat(self, who: int, question: int) -> None:
        have = self._by_question.setdefault(question, [])
        self._together[who, have] += 1
        self._together[have, who] += 1
        have.append(who)
        self._load[who] += self._weight(question)
        self._questions[who] += 1

    def _weight(self, question: int) -> int:
        return max(1, self._answers.get(question, 0))


def _lots(seed: bytes, count: int) -> NDArray[np.uint64]:
    """Return this many pseudo-random numbers for one question, evenly scattered (splitmix64's finalizer)."""
    numbers = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    numbers += np.uint64(int.from_bytes(seed[:8], "big"))
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def _lots_to_deal(plan: Plan, work: Work, wanted: Iterable[int]) -> list[list[int]]:
    """Return the questions in the order in which they are dealt, those of the same people together."""
    found: dict[object, list[int]] = {}
    for question in sorted(wanted):
        series = work.series.get(question)
        alone = not plan.together or series is None or question in plan.calibration
        found.setdefault(("question", question) if alone else ("series", series), []).append(question)
    return sorted(
        found.values(), key=lambda those: (-sum(work.answers.get(one, 0) for one in those), lot(plan.seed, those[0]))
    )


def _check(plan: Plan, work: Work) -> None:
    if not plan.assessors:
        raise Refused(tr("Nobody was named to judge. Nothing was changed; name the assessors."))
    if not 1 <= plan.overlap <= len(plan.assessors):
        raise Refused(
            tr(
                "Each question cannot go to {overlap} of {assessors} assessors. Nothing was changed; "
                "choose a number from 1 to {assessors}.",
                overlap=plan.overlap,
                assessors=len(plan.assessors),
            )
        )
    for most, what in ((plan.most_questions, "questions"), (plan.most_answers, "answers")):
        if most is not None and most < 1:
            raise Refused(
                tr("At most {most} {what} each leaves nothing to assign. Nothing was changed.", most=most, what=what)
            )
    unknown = ((plan.questions or frozenset()) | plan.calibration) - set(work.answers)
    if unknown:
        raise ValueError(f"there is no question at position {min(unknown)}")


def _dealt(pairs: frozenset[Pair], work: Work) -> Dealt:
    counts: dict[int, list[int]] = {}
    for who, question in sorted(pairs):
        mine = counts.setdefault(who, [0, 0, 0])
        answers = work.answers.get(question, 0)
        mine[0] += 1
        mine[1] += answers
        mine[2] += work.done.get((who, question), 0)
    shares = {who: Share(*mine) for who, mine in counts.items()}
    before = work.assigned or frozenset()
    reached = {question for _, question in pairs}
    return Dealt(pairs, shares, len(set(work.answers) - reached), len(pairs - before), len(before - pairs))
