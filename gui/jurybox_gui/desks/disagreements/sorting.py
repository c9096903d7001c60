"""Which disagreements are listed, and in what order; uses no widget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from jurybox.analysis.disagreements.disputes import WORST_FIRST, Dispute, Order, QuestionDisputes, differing_from

State = Literal["open", "swaps", "settled", "all"]


@dataclass(frozen=True, slots=True)
class DisputeFilter:
    """Which disagreements are listed: open, resolved or both, of one kind, between two assessors.

    The state "swaps" lists the open ones whose decision could swap two runs by the chosen measure. `what` ""
    means every kind; `one` and `other` are assessors, None for anybody; `questions` None means all.
    """

    state: State = "open"
    what: str = ""
    one: int | None = None
    other: int | None = None
    questions: frozenset[int] | None = None

    def fits(self, dispute: Dispute) -> bool:
        """Return whether a disagreement is listed."""
        if self.what and dispute.what != self.what:
            return False
        if self.questions is not None and dispute.question not in self.questions:
            return False
        if self.state != "all" and bool(dispute.settled) != (self.state == "settled"):
            return False
        if self.state == "swaps" and not dispute.flips:
            return False
        if self.one is None and self.other is None:
            return True
        said = dict(dispute.labels)
        people = [who for who in (self.one, self.other) if who is not None]
        if any(who not in said for who in people):
            return False
        if len(people) == 2 and people[0] != people[1]:
            return said[people[0]] != said[people[1]]
        return bool(differing_from(dispute, people[0]))


def sorted_disputes(
    questions: Mapping[int, QuestionDisputes], dispute_filter: DisputeFilter, order: Order
) -> list[Dispute]:
    """Return the listed disagreements: open ones first, each part worst first, or by what completes a question."""
    key = WORST_FIRST[order]

    def left(one: QuestionDisputes) -> int:
        return one.left if order == "fewest" else 0

    found = [
        ((bool(each.settled), left(one), *key(each), one.question, at), each)
        for one in questions.values()
        for at, each in enumerate(one.disputes)
        if dispute_filter.fits(each)
    ]
    found.sort(key=itemgetter(0))
    return [each for _, each in found]


def count_all(questions: Iterable[QuestionDisputes]) -> tuple[int, int, int]:
    """Return the number of disagreements, of resolved ones, and of open ones that could swap runs."""
    disputes = settled = turning = 0
    for one in questions:
        disputes += len(one.disputes)
        settled += one.settled
        turning += one.turning
    return disputes, settled, turning
