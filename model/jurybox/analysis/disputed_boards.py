"""What people say of nuggets, matches and equal answers where they differ, as words by assessor."""

from collections.abc import Iterator, Sequence

import numpy as np

from jurybox.collection.board import SETTLED
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES, LABEL_OF_CODE
from jurybox.collection.facts import ORGANISER
from jurybox.collection.ledger import Ledger
from jurybox.collection.nuggets import board_of

Said = tuple[tuple[int, str], ...]
Views = tuple[tuple[int, frozenset[int]], ...]

_VITAL = LABEL_CODES["vital"]
_NOT_GIVEN = 127


def vote_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, Said, str]]:
    """Yield nuggets whose votes differ: (nugget, votes, what was settled).

    Of nuggets that were merged a person's vote on the one that stands counts, else the best.
    """
    board, known = ledger.board, set(people)
    for line in board_of(catalog.nuggets, board, question):
        votes: dict[int, int] = {}
        for part in reversed(line.parts):
            for who, code in board.votes.get(part, {}).items():
                if who in known and code > 0 and (part == line.nugget or votes.get(who) != _VITAL):
                    votes[who] = code
        if len(set(votes.values())) > 1:
            said = tuple((who, LABEL_OF_CODE[code]) for who, code in sorted(votes.items()))
            yield line.nugget, said, LABEL_OF_CODE.get(board.settled_votes.get(line.nugget, 0), "")


def match_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, int, Said, str]]:
    """Yield pairs of answer and nugget whose matches differ: (answer, nugget, matches, what was settled).

    Of nuggets that were merged the best match counts.
    """
    lines = board_of(catalog.nuggets, ledger.board, question)
    if not lines:
        return
    answers = catalog.answers_of(question).tolist()
    parts = [part for line in lines for part in line.parts]
    codes = ledger.board.matches_of(question).of(answers, parts, [*people, SETTLED])
    starts = np.cumsum([0, *(len(line.parts) for line in lines[:-1])])
    worth = np.minimum.reduceat(np.where(codes > 0, codes, np.int8(_NOT_GIVEN)), starts, axis=2)
    given = np.where(worth[:-1] < _NOT_GIVEN, worth[:-1], -1)
    low = np.where(given < 0, _NOT_GIVEN, given).min(axis=0, initial=_NOT_GIVEN)
    for at, place in np.argwhere(given.max(axis=0, initial=-1) > low).tolist():
        column = given[:, at, place]
        said = tuple(
            (people[row], LABEL_OF_CODE[int(column[row])]) for row in np.flatnonzero(column > 0).tolist()
        )
        settled = int(worth[-1, at, place])
        yield (
            answers[at],
            lines[place].nugget,
            said,
            LABEL_OF_CODE[settled] if settled < _NOT_GIVEN else "",
        )


def group_views(
    catalog: Catalog, ledger: Ledger, people: Sequence[int], question: int
) -> Iterator[tuple[int, Views, frozenset[int]]]:
    """Yield answers that people group differently: (answer, who puts what with it, what was settled).

    Asked are those who grouped anything in the question, of answers that somebody calls correct or inexact
    or that nobody labelled; the organiser, who speaks for imported files, only where nobody else did.
    """
    board, labels = ledger.board, ledger.labels
    answers = catalog.answers_of(question).tolist()
    organiser = catalog.assessor_named.get(ORGANISER, -1)
    groups = {answer: board.groups[answer] for answer in answers if board.groups.get(answer)}
    at_work = sorted({who for given in groups.values() for who in given if who in set(people)})
    members = [who for who in at_work if who != organiser]
    if len(members) < 2:
        return
    together = {who: _sets(answers, {a: g.get(who) for a, g in groups.items()}) for who in members}
    settled = _sets(answers, {a: board.settled_groups.get(a) for a in answers})
    right = (LABEL_CODES["correct"], LABEL_CODES["inexact"])
    for answer in answers:
        said = labels[list(people), answer]
        if (said > 0).any() and not np.isin(said, right).any():
            continue
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
