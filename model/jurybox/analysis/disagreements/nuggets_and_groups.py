"""Disagreements on nuggets, matches and equal answers, as words by assessor."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES, LABEL_OF_CODE
from jurybox.collection.collection import Collection
from jurybox.collection.ledger import Ledger
from jurybox.collection.nugget_state import SETTLED, NuggetState
from jurybox.collection.nuggets import CurrentNugget, current_nuggets, known_instances
from jurybox.collection.organizer import ORGANIZER

AssessorLabels = tuple[tuple[int, str], ...]
"""(assessor, label) of everybody who gave one, by position."""
Codes = NDArray[np.int8]
Positions = NDArray[np.int64]


class EqualAnswers(NamedTuple):
    """Answers that somebody says are equal, and the known instance they say these are ("" if none).

    As a label of a disagreement it is the positions joined by commas, then `=` and the instance. An assessor
    who grouped the answer with none has the label `NOT_GROUPED`.
    """

    answers: frozenset[int]
    instance: str = ""

    @property
    def word(self) -> str:
        """Return the label that stands for it."""
        joined = ",".join(map(str, sorted(self.answers)))
        return f"{joined}={self.instance}" if self.instance else joined

    @classmethod
    def of_word(cls, word: str) -> "EqualAnswers":
        """Return what a label stands for; no answers for `NOT_GROUPED`."""
        answers, _, instance = word.partition("=")
        return cls(frozenset(map(int, answers.split(","))) if answers else frozenset(), instance)

    def distance(self, other: "EqualAnswers", answer: int) -> float:
        """Return how far two are apart, 0 to 1; an ungrouped answer counts as alone."""
        a, b = ({*each.answers, answer, each.instance} - {""} for each in (self, other))
        return 1 - len(a & b) / len(a | b)


NOT_GROUPED = ""
Views = tuple[tuple[int, EqualAnswers], ...]

_VITAL = LABEL_CODES["vital"]
_NOT_GIVEN = 127


def votes_on(board: NuggetState, line: CurrentNugget, people: Container[int]) -> dict[int, int]:
    """Return each person's vote on a nugget in its present form, by code.

    For merged nuggets a person's vote on the result counts, else their best vote.
    """
    votes: dict[int, int] = {}
    for part in reversed(line.parts):
        for who, code in board.votes.get(part, {}).items():
            if who in people and code > 0 and (part == line.nugget or votes.get(who) != _VITAL):
                votes[who] = code
    return votes


def vote_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int, *, undisputed: bool = False
) -> Iterator[tuple[int, AssessorLabels, str]]:
    """Yield nuggets with different votes: (nugget, votes, decision); with `undisputed` every nugget."""
    board, known = ledger.board, set(people)
    for line in current_nuggets(catalog.nuggets, board, question):
        votes = votes_on(board, line, known)
        if undisputed or len(set(votes.values())) > 1:
            labels = tuple((who, LABEL_OF_CODE[code]) for who, code in sorted(votes.items()))
            yield line.nugget, labels, LABEL_OF_CODE.get(board.settled_votes.get(line.nugget, 0), "")


def matches_by_line(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> tuple[list[int], tuple[CurrentNugget, ...], Codes, Codes]:
    """Return answers, present nuggets, matches (people, answers, nuggets), decisions.

    For merged nuggets the best match counts. -1: no label.
    """
    lines = current_nuggets(catalog.nuggets, ledger.board, question)
    answers = catalog.answers_of(question).tolist()
    if not lines:
        nothing = np.empty((len(people) + 1, len(answers), 0), dtype=np.int8)
        return answers, lines, nothing[:-1], nothing[-1]
    parts = [part for line in lines for part in line.parts]
    codes = ledger.board.matches_of(question).of(answers, parts, [*people, SETTLED])
    starts = np.cumsum([0, *(len(line.parts) for line in lines[:-1])])
    best = np.minimum.reduceat(np.where(codes > 0, codes, np.int8(_NOT_GIVEN)), starts, axis=2)
    best[best == _NOT_GIVEN] = -1
    return answers, lines, best[:-1], best[-1]


def match_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int, *, undisputed: bool = False
) -> Iterator[tuple[int, int, AssessorLabels, str]]:
    """Yield pairs of answer and nugget with different matches: (answer, nugget, matches, decision).

    With `undisputed` every pair that somebody matched.
    """
    answers, lines, given, settled = matches_by_line(catalog, ledger, people, question)
    low = np.where(given < 0, _NOT_GIVEN, given).min(axis=0, initial=_NOT_GIVEN)
    high = given.max(axis=0, initial=-1)
    for at, place in np.argwhere(high > 0 if undisputed else high > low).tolist():
        column = given[:, at, place]
        labels = tuple((people[row], LABEL_OF_CODE[int(column[row])]) for row in np.flatnonzero(column > 0).tolist())
        yield answers[at], lines[place].nugget, labels, LABEL_OF_CODE.get(int(max(settled[at, place], 0)), "")


def grouped_by(collection: Collection, people: Sequence[int], question: int) -> tuple[list[int], Positions]:
    """Return who grouped answers of a question, and the answers to be grouped.

    These are the answers that nobody labeled, or to which somebody gave a label that counts as correct for a
    lenient gold standard: *correct* and *inexact*, or those of the collection's own scheme. The organizer,
    who stands for imported files, counts only if nobody else does.
    """
    catalog, ledger, facts = collection
    answers: Positions = catalog.answers_of(question).astype(np.int64)
    given = [ledger.board.groups.get(answer, {}) for answer in answers.tolist()]
    at_work = sorted({who for names in given for who in names} & set(people))
    members = [who for who in at_work if who != catalog.assessor_named.get(ORGANIZER, -1)]
    said = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
    scheme = facts.scheme_of(catalog.questions[question].kind)
    right = ledger.codes.of_all(scheme.relevant("lenient"))
    wanted = np.isin(said, right).any(axis=0) | ~(said > 0).any(axis=0)
    return members or at_work, answers[wanted]


def group_views(
    collection: Collection, people: Sequence[int], question: int, *, undisputed: bool = False
) -> Iterator[tuple[int, Views, EqualAnswers, float]]:
    """Yield answers grouped differently: (answer, who and what, decision, distance).

    With `undisputed`, answers that everybody grouped alike are included. Somebody who grouped only other
    answers counts as having left this one alone.
    """
    board = collection.ledger.board
    members, wanted = grouped_by(collection, people, question)
    if len(members) < (1 if undisputed else 2):
        return
    answers = collection.catalog.answers_of(question).tolist()
    known = known_instances(collection.catalog.instances, board, question)
    groups = {answer: board.groups[answer] for answer in answers if board.groups.get(answer)}
    together = {who: _equal({a: g.get(who) for a, g in groups.items()}, known) for who in members}
    settled = _equal({a: board.settled_groups.get(a) for a in answers}, known)
    nothing = EqualAnswers(frozenset())
    for answer in wanted.tolist():
        views = tuple((who, together[who].get(answer, nothing)) for who in members)
        distances = [a.distance(b, answer) for (_, a), (_, b) in combinations(views, 2)]
        is_grouped = undisputed and any(view.answers for _, view in views)
        if any(distances) or is_grouped:
            size = sum(distances) / max(1, len(distances))
            yield answer, views, settled.get(answer, nothing), size


def settled_name(board: NuggetState, answer: int, chosen: EqualAnswers) -> str | None:
    """Return the group that a decision puts answers into; None if a new one is needed.

    It is that of the known instance, else one that others of them were put into before.
    """
    others = (board.settled_groups.get(each) for each in sorted(chosen.answers - {answer}))
    return chosen.instance or next((name for name in others if name), None)


def _equal(names: Mapping[int, str | None], known: Container[str]) -> dict[int, EqualAnswers]:
    """Return for each grouped answer those in its group, itself included."""
    members: dict[str, set[int]] = {}
    for answer, name in names.items():
        if name is not None:
            members.setdefault(name, set()).add(answer)
    equal = {name: EqualAnswers(frozenset(group), name if name in known else "") for name, group in members.items()}
    return {answer: equal[name] for answer, name in names.items() if name is not None}
