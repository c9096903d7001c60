"""The judgments of one moment, for work on another thread: later judgments do not enter it."""

from dataclasses import dataclass
from typing import Self

from jurybox.collection.collection import Collection
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard, Unjudged


@dataclass(frozen=True, eq=False)
class Frozen:
    """The input of scoreboards, with a ledger of its own; gold standard and selection as they were.

    The one snapshot of a collection that work on another thread gets. Making it copies the labels; a board
    made from it costs a full pass, on whichever thread.
    """

    collection: Collection
    gold: Gold
    unjudged: Unjudged = "wait"
    questions: frozenset[int] | None = None
    humans: bool = False

    @classmethod
    def of(cls, board: Scoreboard) -> Self:
        """Freeze the input of a scoreboard."""
        humans = any(map(board.is_made, board.runs))
        return cls(board.collection.frozen(), board.gold, board.unjudged, board.questions, humans)

    def board(self, gold: Gold | None = None) -> Scoreboard:
        """Return the scores of that moment, under this gold standard or another. Refused as for a board."""
        chosen = self.gold if gold is None else gold
        board = Scoreboard(self.collection, chosen, unjudged=self.unjudged, humans=self.humans)
        board.select(self.questions)
        return board
