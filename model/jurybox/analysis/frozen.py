"""The judgments of one moment, for work on another thread: nothing that is judged later gets into it."""

import copy
from dataclasses import dataclass
from typing import Self

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard, Unjudged


@dataclass(frozen=True, eq=False)
class Frozen:
    """What scoreboards are made of, with labels of its own; gold standard and selection of the one it is of.

    Making it costs a copy of the labels; a board made from it costs a full pass, on whichever thread.
    """

    catalog: Catalog
    ledger: Ledger
    facts: Facts
    gold: Gold
    unjudged: Unjudged
    questions: frozenset[int] | None
    humans: bool

    @classmethod
    def of(cls, board: Scoreboard, catalog: Catalog, ledger: Ledger, facts: Facts) -> Self:
        """Freeze what a scoreboard is made of."""
        kept = copy.copy(ledger)
        kept.labels, kept.adjudications = ledger.labels.copy(), ledger.adjudications.copy()
        kept.board = copy.deepcopy(ledger.board)
        humans = any(run >= len(catalog.runs) for run in board.runs)
        return cls(catalog, kept, facts, board.gold, board.unjudged, board.questions, humans)

    def board(self, gold: Gold | None = None) -> Scoreboard:
        """Return the scores of that moment, under this gold standard or another; Refused as a board is."""
        made = Scoreboard(
            self.catalog,
            self.ledger,
            self.facts,
            self.gold if gold is None else gold,
            unjudged=self.unjudged,
            humans=self.humans,
        )
        made.select(self.questions)
        return made
