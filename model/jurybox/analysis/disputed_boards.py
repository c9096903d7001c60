"""What people say of nuggets, matches and equal answers where they differ, as words by assessor."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES, LABEL_OF_CODE
from jurybox.collection.facts import ORGANISER
from jurybox.collection.ledger import Ledger
from jurybox.collection.nugget_state import SETTLED, NuggetState
from jurybox.collection.nuggets import CurrentNugget, current_nuggets

Said = tuple[tuple[int, str], ...]
Codes = NDArray[np.int8]
Positions = NDArray[np.int64]
Views = tuple[tuple[int, frozenset[int]], ...]

_VITAL = LABEL_CODES["vital"]
_RIGHT = [LABEL_CODES["correct"], LABEL_CODES["inexact"]]
_NOT_GIVEN = 127


def votes_on(board: NuggetState, line: CurrentNugget, people: Collection[int]) -> dict[int, int]:
    """Return what people say of a nugget as it stands, by code.

    Of nuggets that were merged a person's vote on the one that stands counts, else the best.
    """
    votes: dict[int, int] = {}
    for part in reversed(line.parts):
        for who, code in board.votes.get(part, {}).items():
            if who in people and code > 0 and (part == line.nugget or votes.get(who) != _VITAL):
                votes[who] = code
    return votes


def vote_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, Said, str]]:
    """Yield nuggets whose votes differ: (nugget, votes, what was settled)."""
    board, known = ledger.board, set(people)
    for line in current_nuggets(catalog.nuggets, board, question):
        votes = votes_on(board, line, known)
        if len(set(votes.values())) > 1:
            said = tuple((who, LABEL_OF_CODE[code]) for who, code in sorted(votes.items()))
            yield line.nugget, said, LABEL_OF_CODE.get(board.settled_votes.get(line.nugget, 0), "")


def matches_by_line(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> tuple[list[int], tuple[CurrentNugget, ...], Codes, Codes]:
    """Return answers, nuggets as they stand, matches (people, answers, nuggets), settled ones.

    Of nuggets that were merged the best match counts. -1 where there is no label.
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
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, int, Said, str]]:
    """Yield pairs of answer and nugget whose matches differ: (answer, nugget, matches, what was settled)."""
    answers, lines, given, settled = matches_by_line(catalog, ledger, people, question)
    low = np.where(given < 0, _NOT_GIVEN, given).min(axis=0, initial=_NOT_GIVEN)
    for at, place in np.argwhere(given.max(axis=0, initial=-1) > low).tolist():
        column = given[:, at, place]
        said = tuple(
            (people[row], LABEL_OF_CODE[int(column[row])]) for row in np.flatnonzero(column > 0).tolist()
        )
        yield answers[at], lines[place].nugget, said, LABEL_OF_CODE.get(int(max(settled[at, place], 0)), "")


def grouped_by(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> tuple[list[int], Positions]:
    """Return who grouped answers of a question, and the answers that were to be grouped.

    These are the answers that somebody calls correct or inexact, or that nobody labeled. The organiser, who
    speaks for imported files, is asked only where nobody else is.
    """
    answers: Positions = catalog.answers_of(question).astype(np.int64)
    given = [ledger.board.groups.get(answer, {}) for answer in answers.tolist()]
    at_work = sorted({who for names in given for who in names} & set(people))
    members = [who for who in at_work if who != catalog.assessor_named.get(ORGANISER, -1)]
    said = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
    wanted = np.isin(said, _RIGHT).any(axis=0) | ~(said > 0).any(axis=0)
    return members or at_work, answers[wanted]


def group_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, Views, frozenset[int]]]:
    """Yield answers that people group differently: (answer, who puts what with it, what was settled)."""
    board = ledger.board
    members, wanted = grouped_by(catalog, ledger, people, question)
    if len(members) < 2:
        return
    answers = catalog.answers_of(question).tolist()
    groups = {answer: board.groups[answer] for answer in answers if board.groups.get(answer)}
    together = {who: _sets(answers, {a: g.get(who) for a, g in groups.items()}) for who in members}
    settled = _sets(answers, {a: board.settled_groups.get(a) for a in answers})
    for answer in wanted.tolist():
        views = tuple((who, together[who][answer]) for who in members)
        if len({view for _, view in views}) > 1:
            has = board.settled_groups.get(answer) is not None
            yield answer, views, settled[answer] if has else frozenset()


def _sets(answers: Sequence[int], names: dict[int, str | None]) -> dict[int, frozenset[int]]:
    """Return for each answer those in one group with it, itself among them."""
    members: dict[str, set[int]] = {}
    for answer, name in names.items():
        if name is not None:
            members.setdefault(name, set()).add(answer)
    frozen = {name: frozenset(group) for name, group in members.items()}
    return {
        answer: frozenset((answer,)) if (name := names.get(answer)) is None else frozen[name]
        for answer in answers
    }
