"""The judgments of one moment, for work on another thread: later judgments do not enter it."""

from dataclasses import dataclass
from typing import Self

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard, Unjudged


class FrozenLedger(Ledger):
    """A ledger as it is now, to be read on another thread while the first one grows."""

    def __init__(self, ledger: Ledger) -> None:
        vars(self).update(vars(ledger))
        self.labels, self.adjudications = ledger.labels.copy(), ledger.adjudications.copy()
        # Columns with numpy views cannot grow meanwhile, so these are copies.
        self._columns = {name: column[:] for name, column in ledger._columns.items()}
        self._codes = {name: column[:] for name, column in ledger._codes.items()}
        self._at = ledger._at[:]
        self.board = ledger.board.copy()


@dataclass(frozen=True, eq=False)
class Frozen:
    """The input of scoreboards, with a ledger of its own; gold standard and selection as they were.

    The one snapshot of a collection that work on another thread gets. Making it copies the labels; a board
    made from it costs a full pass, on whichever thread.
    """

    catalog: Catalog
    ledger: FrozenLedger
    facts: Facts
    gold: Gold
    unjudged: Unjudged = "wait"
    questions: frozenset[int] | None = None
    humans: bool = False

    @classmethod
    def of(cls, board: Scoreboard, catalog: Catalog, ledger: Ledger, facts: Facts) -> Self:
        """Freeze the input of a scoreboard."""
        humans = any(run >= len(catalog.runs) for run in board.runs)
        kept = FrozenLedger(ledger)
        return cls(catalog, kept, facts, board.gold, board.unjudged, board.questions, humans)

    def board(self, gold: Gold | None = None) -> Scoreboard:
        """Return the scores of that moment, under this gold standard or another. Refused as for a board."""
        board = Scoreboard(
            self.catalog,
            self.ledger,
            self.facts,
            self.gold if gold is None else gold,
            unjudged=self.unjudged,
            humans=self.humans,
        )
        board.select(self.questions)
        return board
