"""Nuggets under a gold standard: which are vital, which answers hold them, what they weigh.

The rules, for one question:

    nuggets      one list; those deleted, split or merged into another are not on it. Of nuggets that were
                 merged an assessor's best match counts, and their vote on the one that stands, else the best
    importance   vital if more than half of the votes say so; who cannot tell is counted and does not. The
                 votes are those of the judges (`jurybox.collection.judges`); where no judge voted on a
                 nugget, those of all people and of its author, as a list brings its own. Nobody is asked to
                 vote: only who is on a stored panel and has voted on a nugget of somebody else in this
                 question is waited for on the others.
    match        yes if more than half of those who are to match this answer say yes; partial if more than
                 half say yes or partial (`jurybox.gold.matchers`). Who cannot tell is counted and says
                 neither. Where all who match the question are others, nobody ever will: it is left out
    adjudication wins, but under `assessor:NAME`, where that person's votes and matches stand alone; a nugget
                 that they did not vote on has the importance of the list (the vote of its author or of the
                 organizer, who speaks for imported files), else that of all votes
    weight       votes for vital / the largest such count in the question; weights that a file brought win,
                 scaled down to at most 1

What is undecided is -1 (importance), a low end below the high end (matches), or None (weights). For bounds
(`Gold.for_bounds`) so is what has no majority, or can come to have none: a decision can still be any.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges, panel_of, stand_ins
from jurybox.collection.kept_labels import as_frozen
from jurybox.collection.nugget_state import SETTLED
from jurybox.collection.nuggets import CurrentNugget, current_nuggets
from jurybox.collection.organizer import ORGANIZER
from jurybox.gold.gold import Gold
from jurybox.gold.matchers import Matchers
from jurybox.gold.panel import IS_MISSING, MISSING, Mask
from jurybox.language import tr
from jurybox.lists import clauses

Codes = NDArray[np.int8]
Counts = NDArray[np.int64]

VITAL, OKAY, UNDECIDED = 1, 0, -1
NO, PARTIAL, YES = 0, 1, 2
"""How far an answer contains a nugget, in halves."""

_VITAL, _OKAY = LABEL_CODES["vital"], LABEL_CODES["okay"]
_YES, _PARTIAL, _NO = (LABEL_CODES[word] for word in ("yes", "partial", "no"))
_HALVES = {_YES: YES, _PARTIAL: PARTIAL, _NO: NO}


@dataclass(frozen=True)
class NuggetTruth:
    """The nuggets of one question under a gold standard.

    `importance` of each line: `VITAL`, `OKAY` or `UNDECIDED`. `low`, `high`: the least and greatest extent to
    which each answer contains each nugget, shape (answers, lines), in halves; equal if decided. `weights`: of
    each line, in [0, 1]; None while votes are missing. `stays_out`: for each answer, whether nobody will
    match it and not everything is decided.
    """

    lines: tuple[CurrentNugget, ...]
    importance: tuple[int, ...]
    weights: tuple[float, ...] | None
    low: Codes
    high: Codes
    stays_out: Mask


_Listed = tuple[tuple[CurrentNugget, ...], tuple[int, ...], tuple[float, ...] | None]


class NuggetGold:
    """A gold standard of nuggets. The ledger may grow while it is in use, the catalog only by nuggets.

    `without`: an assessor whose votes and matches are not waited for, as if they were not on the panel.
    """

    def __init__(self, collection: Collection, gold: Gold, *, without: int | None = None) -> None:
        collection = as_frozen(collection, gold.frozen)
        catalog, ledger, facts = collection
        self._catalog, self._ledger = catalog, ledger
        self._alone = catalog.assessor_named.get(gold.assessor) if gold.whose == "assessor" else None
        self._for_bounds = gold.for_bounds and self._alone is None
        self._stored = frozenset(panel_of(catalog, facts)) - {without}
        self._panel = frozenset(judges(catalog, facts)) - {without}
        self._stand_ins = frozenset(stand_ins(catalog))
        self._organizer = catalog.assessor_named.get(ORGANIZER)
        self.matchers = Matchers(collection, gold)
        self._kept: dict[int, tuple[int, _Listed]] = {}

    def of(self, question: int, answers: Sequence[int]) -> NuggetTruth:
        """Return the gold values of a question's nuggets, and of these answers to it."""
        lines, importance, weights = self._nuggets(question)
        return NuggetTruth(lines, importance, weights, *self._matches(question, answers, lines))

    def _nuggets(self, question: int) -> _Listed:
        """Return the nuggets with their importance and weights; kept until a wording or a vote changes."""
        version = self._ledger.board.versions.get(question, 0)
        kept = self._kept.get(question)
        if kept is not None and kept[0] == version:
            return kept[1]
        lines = current_nuggets(self._catalog.nuggets, self._ledger.board, question)
        votes, waited = [self._votes(line) for line in lines], self.waited_for(lines)
        missing = [sum(one.get(who, 0) in MISSING for who in waited) for one in votes]
        each = zip(lines, votes, missing, strict=True)
        importance = tuple(self._importance(*one) for one in each)
        listed = lines, importance, self._weights(lines, votes, missing)
        self._kept[question] = version, listed
        return listed

    # Votes

    def _votes(self, line: CurrentNugget) -> dict[int, int]:
        """Return the codes of the votes on a nugget that count, by assessor."""
        board, found = self._ledger.board.votes, dict[int, int]()
        for part in reversed(line.parts):
            for who, code in board.get(part, {}).items():
                weaker = code <= 0 < found.get(who, 0)
                if part == line.nugget or code == _VITAL:
                    found[who] = found[who] if weaker else code
                else:
                    found.setdefault(who, code)
        own = {self._catalog.nuggets[part].author for part in line.parts}
        everybody = {*self._stand_ins, *own}
        # A single assessor need not vote either: the list's own importance applies until they do.
        turns: list[Container[int | None]] = [self._panel, everybody]
        if self._alone is not None:
            turns = [{self._alone}, {self._organizer, *own}, everybody]
        for voters in turns:
            votes = {who: code for who, code in found.items() if who in voters}
            if any(code in (_VITAL, _OKAY, CONFLICT) for code in votes.values()):
                return votes
        return votes

    def _has_voted(self, votes: dict[int, int]) -> bool:
        """Return whether anybody of the panel has voted."""
        return any(who in self._panel and code in (_VITAL, _OKAY, CONFLICT) for who, code in votes.items())

    def waited_for(self, lines: Sequence[CurrentNugget]) -> frozenset[int]:
        """Return whose votes are waited for: of a stored panel those who vote on nuggets of others."""
        if self._alone is not None:
            return frozenset()
        votes, nuggets = self._ledger.board.votes, self._catalog.nuggets
        return frozenset(
            who
            for line in lines
            for who, code in votes.get(line.nugget, {}).items()
            if who in self._stored and who != nuggets[line.nugget].author
            if code > 0 or code == CONFLICT
        )

    def _importance(self, line: CurrentNugget, votes: dict[int, int], missing: int) -> int:
        settled = self._ledger.board.settled_votes.get(line.nugget, 0)
        if self._alone is None and settled in (_VITAL, _OKAY):
            return VITAL if settled == _VITAL else OKAY
        vital = sum(code == _VITAL for code in votes.values())
        given = sum(code in (_VITAL, _OKAY) for code in votes.values())
        voters = missing + sum(code not in MISSING for code in votes.values())
        if not given or settled == CONFLICT or (missing and not self._has_voted(votes)):
            # The votes of others stop counting at the panel's first vote, and the panel's are waited for.
            return UNDECIDED
        if 2 * vital > voters:
            return VITAL
        is_okay = 2 * (given - vital) > voters if self._for_bounds else 2 * (vital + missing) <= voters
        return OKAY if is_okay else UNDECIDED

    def _weights(
        self, lines: Sequence[CurrentNugget], votes: Sequence[dict[int, int]], missing: Sequence[int]
    ) -> tuple[float, ...] | None:
        vital = [sum(code == _VITAL for code in one.values()) for one in votes]
        most = max(vital, default=0)
        shares = [count / most if most else 0.0 for count in vital]
        given = [self._catalog.nuggets[line.nugget].weight for line in lines]
        if any(weight is not None for weight in given):
            heaviest = max(1.0, *(weight or 0.0 for weight in given))
            return tuple(
                share if weight is None else weight / heaviest for share, weight in zip(shares, given, strict=True)
            )
        known = all(any(code in (_VITAL, _OKAY) for code in one.values()) for one in votes)
        return tuple(shares) if known and not any(missing) else None

    # Matches

    def why_unmatched(self, question: int, answer: int) -> str:
        """Return who has not matched an answer with all nuggets, in one clause."""
        people, is_theirs = self.matchers.of(question)
        if not people:
            return tr("nobody has matched it yet")
        lines, _, _ = self._nuggets(question)
        is_matcher = is_theirs[:, np.searchsorted(self._catalog.answers_of(question), [answer])][:, 0]
        parts = [line.nugget for line in lines]
        codes = self._ledger.board.matches_of(question).of([answer], parts, people)
        missing = np.count_nonzero(IS_MISSING[codes[:, 0].view(np.uint8)], axis=1)
        notes = [
            tr(
                "{name} has not matched it with {count} of {parts} nuggets",
                name=self._catalog.assessors[who].name,
                count=count,
                parts=len(parts),
            )
            for who, count, mine in zip(people, missing.tolist(), is_matcher.tolist(), strict=True)
            if mine and count
        ]
        return clauses(notes) or tr("decisions on its matches contradict each other")

    def _matches(
        self, question: int, answers: Sequence[int], lines: Sequence[CurrentNugget]
    ) -> tuple[Codes, Codes, Mask]:
        """Return the low and high ends of the matches, and which answers stay out."""
        people, is_theirs = self.matchers.of(question)
        is_theirs = is_theirs[:, np.searchsorted(self._catalog.answers_of(question), answers)]
        parts = [part for line in lines for part in line.parts]
        codes = self._ledger.board.matches_of(question).of(answers, parts, [SETTLED, *people])
        if len(parts) > len(lines):
            codes = _best_of(codes, lines)
        low, high = (_open_to_decisions if self._for_bounds else _range_of)(codes[1:], is_theirs)
        nobody = np.logical_not(is_theirs.any(axis=0)) if people else np.zeros(len(answers), dtype=np.bool_)
        if self._alone is not None:
            return self._without_late(answers, low, high, nobody)
        settled = codes[0]
        for code, halves in _HALVES.items():
            low[settled == code] = high[settled == code] = halves
        low[settled == CONFLICT], high[settled == CONFLICT] = NO, YES
        stays_out = nobody & ~np.isin(settled, [*_HALVES, CONFLICT]).all(axis=1)
        return self._without_late(answers, low, high, stays_out)

    def _without_late(
        self, answers: Sequence[int], low: Codes, high: Codes, stays_out: Mask
    ) -> tuple[Codes, Codes, Mask]:
        """Return the ends of matches where those that nobody decided before a frozen gold standard are no match."""
        if self._catalog.late is None:
            return low, high, stays_out
        late = self._catalog.late.wrong[np.asarray(answers, dtype=np.int64)]
        high[late], stays_out[late] = low[late], False
        return low, high, stays_out


def _best_of(codes: Codes, lines: Sequence[CurrentNugget]) -> Codes:
    """Return the codes of lines from those of their parts: the best label, else what the line itself has."""
    starts = np.cumsum([0, *(len(line.parts) for line in lines[:-1])])
    worth = np.where(codes > 0, codes, np.int8(127))
    best = np.minimum.reduceat(worth, starts, axis=2)
    return np.where(best < 127, best, codes[:, :, starts]).astype(np.int8)


def _range_of(codes: Codes, is_theirs: Mask) -> tuple[Codes, Codes]:
    """Return the least and greatest extent of matches, from codes (members, answers, nuggets).

    `is_theirs`: which answers each member matches. With nobody, one who is still to come.
    """
    codes, is_theirs = _or_one_to_come(codes, is_theirs)
    full = np.count_nonzero(codes == _YES, axis=0)
    some = full + np.count_nonzero(codes == _PARTIAL, axis=0)
    missing = np.count_nonzero(IS_MISSING[codes.view(np.uint8)] & is_theirs[:, :, None], axis=0)
    members = is_theirs.sum(axis=0)[:, None]
    return _halves(full, some, members), _halves(full + missing, some + missing, members)


def _open_to_decisions(codes: Codes, is_theirs: Mask) -> tuple[Codes, Codes]:
    """Return the same if a match is open until more than half of those who match the answer say one thing.

    Labels can create a tie, and a decision of that can be anything.
    """
    codes, is_theirs = _or_one_to_come(codes, is_theirs)
    members = is_theirs.sum(axis=0)[:, None]
    low, high = np.full((2, *codes.shape[1:]), NO, dtype=np.int8)
    high[:] = YES
    for code, halves in _HALVES.items():
        decided = 2 * np.count_nonzero(codes == code, axis=0) > members
        low[decided] = high[decided] = halves
    return low, high


def _or_one_to_come(codes: Codes, is_theirs: Mask) -> tuple[Codes, Mask]:
    if len(codes):
        return codes, is_theirs
    return np.zeros((1, *codes.shape[1:]), np.int8), np.ones((1, codes.shape[1]), np.bool_)


def _halves(full: Counts, some: Counts, members: Counts) -> Codes:
    return (1 * (2 * some > members) + 1 * (2 * full > members)).astype(np.int8)
