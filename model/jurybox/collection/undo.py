"""Undo and redo restored from the log: each step, its effect, and the present position.

A step is one entry or several that belong together (`part` counts on). Undoing and redoing add entries of
their own, so the log alone determines after a restart what can be undone and redone. The step that an undo
reverted follows from its subject: a step that somebody else has overruled is skipped.
"""

from dataclasses import dataclass, field

from jurybox.collection.codes import ACT_CODES
from jurybox.collection.entries import Subject
from jurybox.collection.ledger import Ledger

_DO, _UNDO, _REDO = ACT_CODES["do"], ACT_CODES["undo"], ACT_CODES["redo"]


@dataclass
class Steps:
    """The steps of one assessor that can be undone and redone; a step is the positions of its entries."""

    done: list[list[int]] = field(default_factory=list)
    undone: list[list[int]] = field(default_factory=list)

    def feed(self, position: int, act: int, part: int, ledger: Ledger) -> None:
        """Take in the next entry of the assessor."""
        if act == _DO:
            if part and self.done:
                self.done[-1].append(position)
            else:
                self.done.append([position])
                self.undone.clear()
        elif act == _UNDO and not part:
            _move(position, self.done, self.undone, ledger)
        elif act == _REDO and not part:
            _move(position, self.undone, self.done, ledger)

    def feed_all(self, positions: list[int], ledger: Ledger) -> None:
        """Take in entries in the order in which they arrived."""
        acts = ledger.acts(positions)
        if set(acts) == {(_DO, 0)}:  # nothing was taken back, of very many entries, it may be
            self.done += ([position] for position in positions)
            self.undone.clear()
            return
        for position, (act, part) in zip(positions, acts, strict=True):
            self.feed(position, act, part, ledger)


def _move(position: int, source: list[list[int]], target: list[list[int]], ledger: Ledger) -> None:
    """Move the last step about the subject of this entry."""
    about = _about(position, ledger)
    for at in range(len(source) - 1, -1, -1):
        if any(_about(one, ledger) == about for one in source[at]):
            target.append(source.pop(at))
            return


def _about(position: int, ledger: Ledger) -> tuple[int, Subject]:
    return ledger.kind_of(position), ledger.subject_of(position)


class StepBook:
    """The steps of every assessor, read from the log when first needed."""

    def __init__(self) -> None:
        self._steps: dict[int, Steps] = {}

    def of(self, assessor: int, ledger: Ledger) -> Steps:
        """Return the steps of an assessor."""
        if assessor not in self._steps:
            steps = self._steps[assessor] = Steps()
            steps.feed_all(ledger.entered_by(assessor).tolist(), ledger)
        return self._steps[assessor]

    def add(self, position: int, assessor: int, ledger: Ledger) -> None:
        """Take in an entry that was just put into the ledger."""
        if assessor in self._steps:
            self._steps[assessor].feed(position, *ledger.acts([position])[0], ledger)

    def forget(self) -> None:
        """Read everything from the log again, after the ledger was replaced."""
        self._steps.clear()
