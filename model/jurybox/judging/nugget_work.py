"""One assessor's work on an Other question: its nuggets, their labels, each response's scores.

Responses are the pooled answers of the question. The importance shown is the assessor's own vote; for a
nugget without one, the list's own, which the organizer gave, and if everything may be seen, that of the gold
standard. Scores are those of one response under the assessor's own matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES, LABEL_OF_CODE
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.collection.nuggets import CurrentNugget, current_nuggets, given_by_line
from jurybox.collection.organizer import ORGANIZER
from jurybox.gold import Gold
from jurybox.gold.nuggets import OKAY, VITAL, NuggetGold
from jurybox.measures import Measure, NuggetResponse, Score

Codes = NDArray[np.int8]

VITAL_CODE, OKAY_CODE = LABEL_CODES["vital"], LABEL_CODES["okay"]
YES, PARTIAL, NO = (LABEL_CODES[word] for word in ("yes", "partial", "no"))
_WORDS = {VITAL: "vital", OKAY: "okay"}
_GROUPS = {"vital": 0, "okay": 1, "": 2}


@dataclass(frozen=True, slots=True)
class ResponseMatches:
    """A nugget on the board: `importance` vital, okay or empty; `own`: the assessor's vote, or empty.

    `matched`: how many responses contain it by the assessor's matches; `twice`: which entries are in
    conflict, "votes" of the assessor or "wordings" of the nugget, else empty.
    """

    line: CurrentNugget
    importance: str
    own: str
    matched: int
    twice: str = ""


class NuggetWork:
    """What one assessor sees of the board of one question. Rebuilt after a change; it stores nothing.

    `rows`: vital nuggets first, then okay ones, then those without a vote, each in the order in which they
    were added. `codes[response, row]`: the assessor's matches as in `LABEL_CODES`, 0 where nothing is said;
    `given[response, row]`: whether nothing is asked any more, as also where they cannot tell.
    """

    def __init__(
        self, catalog: Catalog, ledger: Ledger, question: int, assessor: int, *, gold: tuple[Facts, Gold] | None = None
    ) -> None:
        self.question = question
        self.answers: list[int] = catalog.answers_of(question).tolist()
        self._code = catalog.assessors[assessor].code.hex()
        self._checks = ledger.board.checks
        lines = current_nuggets(catalog.nuggets, ledger.board, question)
        votes = [_vote(ledger, line, assessor) for line in lines]
        known = [""] * len(lines) if all(votes) else _others(catalog, ledger, question, lines, gold, assessor)
        shown = [own or other for own, other in zip(votes, known, strict=True)]
        order = sorted(range(len(lines)), key=lambda at: (_GROUPS[shown[at]], at))
        self.lines = [lines[at] for at in order]
        self.codes = self._read(ledger, assessor)
        self.given: NDArray[np.bool_] = np.zeros((len(self.answers), 0), dtype=np.bool_)
        if self.lines:
            self.given = given_by_line(ledger.board, question, self.lines, self.answers, assessor)
        held = np.count_nonzero(self.codes == YES, axis=0).tolist()
        twice = [_twice(ledger, line, assessor) for line in lines]
        self.rows = [
            ResponseMatches(lines[at], shown[at], votes[at], held[place], twice[at]) for place, at in enumerate(order)
        ]

    def _read(self, ledger: Ledger, assessor: int) -> Codes:
        parts = [part for line in self.lines for part in line.parts]
        codes: Codes = ledger.board.matches_of(self.question).of(self.answers, parts, [assessor])[0]
        if len(parts) == len(self.lines):
            return codes
        starts = np.cumsum([0, *(len(line.parts) for line in self.lines[:-1])])
        worth = np.where(codes > 0, codes, np.int8(127))
        best = np.minimum.reduceat(worth, starts, axis=1)
        found: Codes = np.where(best < 127, best, codes[:, starts]).astype(np.int8)
        return found

    def is_done(self, response: int) -> bool:
        """Return whether the assessor has matched all nuggets with a response."""
        return bool(self.lines) and bool(self.given[response].all())

    def unmatched(self, response: int) -> int:
        """Return how many nuggets the assessor has not matched with a response."""
        return len(self.lines) - int(np.count_nonzero(self.given[response]))

    def matched(self, response: int, row: int) -> str:
        """Return yes, partial, no, a state, "conflict" where two matches are in force, or nothing."""
        return LABEL_OF_CODE.get(int(self.codes[response, row]), "conflict")

    def to_check(self, response: int, row: int) -> bool:
        """Return whether a match was given for another wording of the nugget."""
        return (self.answers[response], self.lines[row].nugget, self._code) in self._checks

    def counts(self, response: int, length: int) -> NuggetResponse:
        """Return the counts of a response of this length; nuggets without a vote do not count."""
        vital = np.array([row.importance == "vital" for row in self.rows], dtype=np.bool_)
        okay = np.array([row.importance == "okay" for row in self.rows], dtype=np.bool_)
        yes, partial = self.codes[response] == YES, self.codes[response] == PARTIAL
        return NuggetResponse(
            vital=int(vital.sum()),
            okay=int(okay.sum()),
            vital_matched=int((vital & yes).sum()),
            okay_matched=int((okay & yes).sum()),
            vital_partial=int((vital & partial).sum()),
            okay_partial=int((okay & partial).sum()),
            length=length,
        )

    def score(self, measure: Measure, response: int, length: int) -> Score:
        """Return what a measure of nuggets gives a response."""
        return measure.evaluate(self.counts(response, length))


def matched_with_all(
    catalog: Catalog, ledger: Ledger, question: int, answers: Sequence[int], assessor: int
) -> NDArray[np.bool_]:
    """Return which of these answers an assessor has matched with every nugget; none without nuggets."""
    lines = current_nuggets(catalog.nuggets, ledger.board, question)
    if not lines:
        return np.zeros(len(answers), dtype=np.bool_)
    given = given_by_line(ledger.board, question, lines, answers, assessor)
    done: NDArray[np.bool_] = np.logical_and.reduce(given, axis=1)
    return done


def length_of(text: str) -> int:
    """Return the length of a response: its characters, without white space (Voorhees 2005, section 2.3)."""
    return sum(not mark.isspace() for mark in text)


def _vote(ledger: Ledger, line: CurrentNugget, assessor: int) -> str:
    code = ledger.board.votes.get(line.nugget, {}).get(assessor, 0)
    return LABEL_OF_CODE[code] if code in (VITAL_CODE, OKAY_CODE) else ""


def _twice(ledger: Ledger, line: CurrentNugget, assessor: int) -> str:
    board = ledger.board
    if len(board.wordings.get(line.nugget, ())) > 1:
        return "wordings"
    return "votes" if board.votes.get(line.nugget, {}).get(assessor) == CONFLICT else ""


def _others(
    catalog: Catalog,
    ledger: Ledger,
    question: int,
    lines: Sequence[CurrentNugget],
    gold: tuple[Facts, Gold] | None,
    assessor: int,
) -> list[str]:
    """Return the importance that a nugget has without the assessor, who may have voted on others."""
    if gold is not None:
        found = NuggetGold(Collection(catalog, ledger, gold[0]), gold[1], without=assessor).of(question, [])
        return [_WORDS.get(importance, "") for importance in found.importance]
    organizer = catalog.assessor_named.get(ORGANIZER)
    return ["" if organizer is None else _vote(ledger, line, organizer) for line in lines]
