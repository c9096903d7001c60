"""The label of a panel by majority, adjudication or estimate, and the labels still possible.

A completion gives every missing label of a panel member who judges an answer any label of its scheme. A label
is missing if it was not given, was skipped or deferred, or is in conflict until that is resolved; *cannot
tell* and *junk* are entries without a label. Their assessors still count among those who judge the answer: a
majority is more than half of all of them, and no label is unanimous. Only an estimate ignores them.
"""

from collections.abc import Container, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import CONFLICT
from jurybox.collection.collection import Collection
from jurybox.collection.kept_labels import as_frozen
from jurybox.gold.dawid_skene import FLAT, Crowd, crowds_of
from jurybox.gold.gold import Gold
from jurybox.gold.multiple_choice import ClosedLists
from jurybox.gold.panel import IS_MISSING, Codes, Mask, Panel, Positions
from jurybox.gold.why import why_open
from jurybox.kinds import KIND_NAMES
from jurybox.language import tr

Tally = NDArray[np.int64]

_RULES = {"adjudicated": tr("disputed"), "majority": tr("no majority"), "dawid-skene": tr("no label more probable")}
"""What labels that differ are called, by whose labels count."""


class Labels(NamedTuple):
    """For each requested answer: its possible labels, one row each, and whether it can stay without one.

    An answer with a single label that cannot stay out is decided.
    """

    reachable: Mask
    stays_out: Mask


class _VoteCounts(NamedTuple):
    """Of each answer: how many judge it, how many gave each label of the scheme, how many are missing."""

    members: Tally
    given: Tally
    missing: Tally


class _DecidedLabels(NamedTuple):
    """Of each answer: the label that is decided, those that a completion can decide, if it can stay open."""

    decided: Mask
    reachable: Mask
    stays_out: Mask


class LabelStandard:
    """One scheme's labels under an assessor, a majority, an adjudication or an estimate.

    The ledger may grow while it is in use; the catalog may not. Answers whose question has none of the
    scheme's labels, or is left unjudged on purpose, stay out. `alike`: labels of the scheme that mean the
    same to the caller, as positions: people who give several of these agree or make a majority, and all given
    ones count as decided. For correctness the mapping comes first: two of three who consider an answer wrong
    are a majority, whether incorrect or unsupported, so that a majority decides whatever is unanimous.
    `kinds`: for each label, the kinds of question it applies to; none: all whose scheme has it.
    """

    def __init__(
        self,
        collection: Collection,
        gold: Gold,
        scheme: Sequence[str],
        alike: Sequence[Sequence[int]] = (),
        kinds: Sequence[Container[str]] = (),
    ) -> None:
        collection = as_frozen(collection, gold.frozen)
        catalog, ledger, facts = collection
        alone = set(range(len(scheme))) - {at for some in alike for at in some}
        self._alike = [list(some) for some in alike if len(some)] + [[at] for at in sorted(alone)]
        self._collection, self._gold = collection, gold
        self._rule = _RULES.get(gold.whose, "")
        self.panel = Panel(self._collection, self._gold)
        self._ledger = ledger
        self._question = catalog.answer_question
        self._closed = ClosedLists(catalog)
        self._words = tuple(scheme)
        self._scheme: Codes = ledger.codes.of_all(scheme)[:, None]
        asked_of = kinds or [[kind for kind in KIND_NAMES if label in facts.scheme_of(kind).words] for label in scheme]
        of_kind = np.array([[kind in those for kind in KIND_NAMES] for those in asked_of])
        judged = ~catalog.on_purpose
        self._allowed: Mask = of_kind[:, catalog.kind_of_question] & judged
        self._adjudicated = gold.whose == "adjudicated"
        self._for_bounds = gold.for_bounds
        self._is_estimated = gold.is_estimated
        self._crowds: tuple[Crowd, ...] = ()
        self._unsure: list[bool] = []
        self._estimate()

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who makes the standard, and so every answer.

        An estimate changes with every label; it is made again here.
        """
        changed = self.panel.follow(answers)
        if changed:
            self.panel = Panel(self._collection, self._gold)
        if self._is_estimated and len(answers):
            before = [crowd.estimate for crowd in self._crowds], self._unsure
            self._estimate()
            now = [crowd.estimate for crowd in self._crowds], self._unsure
            return changed or before != now
        return changed

    def _estimate(self) -> None:
        """Estimate what the labels of the panel mean; for bounds, note in which schemes one is missing."""
        if not self._is_estimated:
            return
        self._crowds = crowds_of(self._collection, self.panel)
        self._unsure = [self._for_bounds and bool(self._missing(crowd.answers).any()) for crowd in self._crowds]

    def _missing(self, answers: Positions) -> Tally:
        """Return how many labels of these answers are missing."""
        return self._votes(answers, np.ones((len(self._scheme), len(answers)), dtype=np.bool_)).missing

    def spread(self, answers: Positions) -> Positions:
        """Return these answers and those whose outcome depends on their labels: of closed lists, all."""
        return self._closed.spread(answers)

    def asked_of(self) -> Positions:
        """Return the answers that can get a label of the scheme at all; the others stay out."""
        is_asked: Mask = np.logical_or.reduce(self._allowed)
        return np.flatnonzero(is_asked[self._question])

    def said_of(self, answers: Positions) -> bytes | None:
        """Return all that one answer's outcome depends on; None for several, and where others' labels count.

        Of how many labels and people it tells, its length says.
        """
        if len(answers) != 1 or self._is_estimated or self._closed or self.panel.awaited:
            return None
        codes = self.panel.labels(answers)
        allowed = self._allowed[:, self._question[answers]]
        parts = codes, self.panel.members(answers, codes), allowed, self._ledger.adjudications[answers]
        return b"".join([part.tobytes() for part in parts])

    def of(self, answers: Positions) -> Labels:
        """Return the possible labels of the answers at these positions."""
        allowed = self._allowed[:, self._question[answers]]
        votes = self._votes(answers, allowed)
        if self._is_estimated:
            return self._most_probable(answers, votes, allowed)
        rule = _unanimous if self._adjudicated else _majority
        outcome = rule(votes, allowed, self._alike)
        if self._for_bounds and self._adjudicated:
            outcome = _open_to_decisions(outcome, votes, allowed)
        if self._adjudicated:
            outcome = self._settled(answers, allowed, outcome)
        is_open = ~outcome.decided.any(axis=0)
        return Labels(np.where(is_open, outcome.reachable, outcome.decided), is_open & outcome.stays_out)

    def why(self, answer: int) -> str:
        """Return why an answer has no label, in one clause: whose is missing, or who gave which."""
        answers = np.array([answer])
        settled = int(self._ledger.adjudications[answer]) if self._adjudicated else 0
        if settled == CONFLICT:
            return tr("two decisions contradict each other")
        if not IS_MISSING[np.uint8(settled % 256)]:
            return tr("it was decided as {replace}", replace=self._ledger.codes.word(settled).replace("-", " "))
        codes = self.panel.labels(answers)
        if self._closed and not self.panel.awaited:
            codes = self._closed.completed(self._ledger.labels, self.panel.people, answers, codes)
        return why_open(self._collection, self.panel, answer, codes, rule=self._rule, others=bool(self._rule))

    def _most_probable(self, answers: Positions, votes: _VoteCounts, allowed: Mask) -> Labels:
        """Return the most probable labels by the estimate, those that are alike taken together.

        While a label of an answer is missing, any label is possible; for bounds, while one is missing
        anywhere. A complete answer stays out if nobody gave a label, and if two are equally probable.
        """
        probability = np.zeros(allowed.shape)
        row_of = np.full(len(self._question), -1)
        open_ones = votes.missing > 0
        for crowd, unsure in zip(self._crowds, self._unsure, strict=True):
            row_of[:] = -1
            row_of[crowd.answers] = np.arange(len(crowd.answers))
            rows = row_of[answers]
            mine = np.flatnonzero(rows >= 0)
            known = np.nan_to_num(crowd.estimate.posterior[rows[mine]])
            for at, word in enumerate(self._words):
                if word in crowd.scheme.words:
                    place = crowd.scheme.words.index(word)
                    probability[at, mine] = known[:, place] * allowed[at, mine]
            open_ones[mine] |= unsure & known.any(axis=1)
        together = np.stack([probability[some].sum(axis=0) for some in self._alike])
        best = together.max(axis=0)
        is_best = together >= best - FLAT
        decided = np.zeros_like(allowed)
        settled = np.flatnonzero((best > 0) & (is_best.sum(axis=0) == 1) & ~open_ones)
        for some, mine in zip(self._alike, is_best, strict=True):
            columns = settled[mine[settled]]
            label = np.array(some)[probability[np.ix_(some, columns)].argmax(axis=0)]
            decided[label, columns] = True
        return Labels(np.where(open_ones, allowed, decided), open_ones | ~decided.any(axis=0))

    def _votes(self, answers: Positions, allowed: Mask) -> _VoteCounts:
        codes = self.panel.labels(answers)
        if self.panel.awaited:
            one = np.ones(len(answers), dtype=np.int64)
            return _VoteCounts(one, np.zeros(allowed.shape, dtype=np.int64), one)
        if self._closed:
            codes = self._closed.completed(self._ledger.labels, self.panel.people, answers, codes)
        members = self.panel.members(answers, codes)
        given = (codes == self._scheme[:, None]).sum(axis=1)
        missing = (IS_MISSING[codes.view(np.uint8)] & members).sum(axis=0)
        return _VoteCounts(members.sum(axis=0), given * allowed, missing)

    def _settled(self, answers: Positions, allowed: Mask, outcome: _DecidedLabels) -> _DecidedLabels:
        """Let adjudications win; one that contradicts another is open, one without a label leaves out."""
        codes = self._ledger.adjudications[answers]
        if self._closed:
            rows = self._ledger.adjudications[None]
            codes = self._closed.completed(rows, np.zeros(1, dtype=np.int64), answers, codes[None])[0]
        settled = (codes == CONFLICT) | ~IS_MISSING[codes.view(np.uint8)]
        if not settled.any():
            return outcome
        conflict = codes == CONFLICT
        return _DecidedLabels(
            np.where(settled, (codes == self._scheme) & allowed, outcome.decided),
            np.where(settled, conflict & allowed, outcome.reachable),
            np.where(settled, ~(conflict & allowed.any(axis=0)), outcome.stays_out),
        )


def _majority(votes: _VoteCounts, allowed: Mask, alike: Sequence[Sequence[int]]) -> _DecidedLabels:
    """Return the label that more than half of those who judge the answer gave, and can still give.

    Labels that are alike are counted together. It is open for good only if the missing labels fit in below
    half of each of them.
    """
    members, given, missing = votes
    together = _together(given, alike)
    reachable = (2 * (together + missing) > members) & allowed
    room = np.zeros(len(members), dtype=np.int64)
    for some in alike:
        below = np.maximum(members // 2 - together[some[0]], 0)
        room += np.where(allowed[some].any(axis=0), below, 0)
    decided = (2 * together > members) & (given > 0)
    return _DecidedLabels(decided, reachable, (room >= missing) | ~reachable.any(axis=0))


def _unanimous(votes: _VoteCounts, allowed: Mask, alike: Sequence[Sequence[int]]) -> _DecidedLabels:
    """Return the label that all who judge the answer gave, and can still give; or those that are alike."""
    members, given, missing = votes
    agreed = _together(given, alike)
    decided = (agreed == members) & (given > 0) & allowed
    reachable = (agreed + missing == members) & (members > 0) & allowed
    return _DecidedLabels(decided, reachable, (members != 1) | ~reachable.any(axis=0))


def _open_to_decisions(outcome: _DecidedLabels, votes: _VoteCounts, allowed: Mask) -> _DecidedLabels:
    """Let undecided answers with several judges get any label, and also stay out.

    Labels can create a disagreement, and a decision of that can be any label, or none at all.
    """
    is_open = ~outcome.decided.any(axis=0) & (votes.members > 1) & allowed.any(axis=0)
    reachable = np.where(is_open, allowed, outcome.reachable)
    return _DecidedLabels(outcome.decided, reachable, outcome.stays_out | is_open)


def _together(given: Tally, alike: Sequence[Sequence[int]]) -> Tally:
    """Return for each label how many gave it or one that is alike."""
    together = given.copy()
    for some in alike:
        together[some] = given[some].sum(axis=0)
    return together
