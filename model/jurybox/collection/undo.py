"""Undo and redo found again from the log: each step, what it did, and where one stands.

A step is one entry or several that belong together (`part` counts on). Undoing and redoing add entries of
their own, so the log alone tells after a restart what can be undone and what redone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from jurybox.collection.ledger import ACT_CODES

_DO, _UNDO, _REDO = ACT_CODES["do"], ACT_CODES["undo"], ACT_CODES["redo"]


@dataclass
class Steps:
    """The steps of one assessor that can be undone and redone; a step is the positions of its entries."""

    done: list[list[int]] = field(default_factory=list)
    undone: list[list[int]] = field(default_factory=list)

    def feed(self, position: int, act: int, part: int) -> None:
        """Take in the next entry of the assessor."""
        if act == _DO:
            if part:
                self.done[-1].append(position)
            else:
                self.done.append([position])
                self.undone.clear()
        elif act == _UNDO and not part and self.done:
            self.undone.append(self.done.pop())
        elif act == _REDO and not part and self.undone:
            self.done.append(self.undone.pop())

    def feed_all(self, positions: Iterable[int], acts: Iterable[tuple[int, int]]) -> None:
        """Take in entries in the order in which they arrived."""
        for position, (act, part) in zip(positions, acts, strict=True):
            self.feed(position, act, part)
