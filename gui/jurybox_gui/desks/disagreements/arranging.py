"""Which disputed things are shown and in what order; knows no widget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jurybox.analysis.disputes import Asked, Dispute

Order = Literal["flips", "effect", "size"]
ORDERS: tuple[Order, ...] = get_args(Order)
State = Literal["open", "settled", "all"]

_Key = tuple[float, ...]
_KEYS: dict[Order, Callable[[Dispute], _Key]] = {
    "flips": lambda one: (-one.flips, -one.effect, -one.size),
    "effect": lambda one: (-one.effect, -one.size),
    "size": lambda one: (-one.size, -one.effect),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown: things that are open, settled or both, of one kind, where two people differ.

    `what` "" is every kind; `one` and `other` are assessors, None for anybody.
    """

    state: State = "open"
    what: str = ""
    one: int | None = None
    other: int | None = None

    def fits(self, dispute: Dispute) -> bool:
        """Return whether a thing is shown."""
        if self.what and dispute.what != self.what:
            return False
        if self.state != "all" and bool(dispute.settled) != (self.state == "settled"):
            return False
        said = dict(dispute.said)
        people = [who for who in (self.one, self.other) if who is not None]
        if any(who not in said for who in people):
            return False
        if len(people) == 2 and people[0] != people[1]:
            return said[people[0]] != said[people[1]]
        return not people or any(word != said[people[0]] for word in said.values())


def arranged(asked: Mapping[int, Asked], shown: Shown, order: Order) -> list[Asked]:
    """Return the questions with what is shown of them, worst first, and inside them worst first.

    A question stands where its worst thing stands; by flips where the sum of its flips puts it.
    """
    key = _KEYS[order]
    found = []
    for one in asked.values():
        disputes = tuple(sorted((each for each in one.disputes if shown.fits(each)), key=key))
        if disputes:
            found.append(replace(one, disputes=disputes))

    def worst(one: Asked) -> _Key:
        total = (-float(one.flips),) if order == "flips" else ()
        return (*total, *key(one.disputes[0]), -len(one.disputes), one.question)

    return sorted(found, key=worst)
