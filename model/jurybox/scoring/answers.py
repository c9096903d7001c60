"""The tally of validation answers: for every run, its decisions against what the gold standard can say.

`groups[column, decision, outcomes]` counts units by the run's decision and by the bits of the outcomes
that are still possible (`jurybox.gold`); 0 stands for a unit that is not selected. Units of which only
*correct* or only *incorrect* is left are the counts that scores rest on; the others are what bounds range
over. One unit moves one number for each run, and the pairs of runs with scores.
"""

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Counts
from jurybox.scoring.pairs import PairCount
from jurybox.scoring.results import Sizes
from jurybox.scoring.submitted import Positions, Small, Submitted

OUTCOMES = 8
ROWS = 3
Groups = NDArray[np.int64]

FEW, WORTH_OF_ONE = 32, 5_000
"""Up to this many units at once are moved one by one, or one for so many decisions; else all are counted."""

_TRUTH_OF = np.full(OUTCOMES, -1, dtype=np.int8)
_TRUTH_OF[[CAN_BE_CORRECT, CAN_BE_INCORRECT]] = 1, 0
_SCORED = (CAN_BE_CORRECT, CAN_BE_INCORRECT)


def count_groups(rows: Small, outcomes: Small) -> Groups:
    """Return how many units of each column are in each row (units x columns) with each set of outcomes.

    `outcomes` has one element per unit, or per unit and column. The result has shape (columns, rows, 8).
    """
    columns = rows.shape[1]
    cells = np.arange(columns) * ROWS + rows
    cells = cells * OUTCOMES + (outcomes if outcomes.ndim == 2 else outcomes[:, None])
    counted = np.bincount(cells.ravel(), minlength=columns * ROWS * OUTCOMES)
    return counted.reshape(columns, ROWS, OUTCOMES)


class AnswerTally:
    """Counts, pairs and groups of all runs over validation answers."""

    def __init__(self, submitted: Submitted, outcomes: Small) -> None:
        self._submitted = submitted
        self._columns = np.arange(len(submitted.runs))
        self._pairs: dict[int, PairCount | None] = {}
        self._counts: dict[int, Counts] = {}
        self._sizes: Sizes | None = None
        self.restart(outcomes)

    def restart(self, outcomes: Small) -> None:
        """Count everything anew for these possible outcomes of every unit."""
        self._counts.clear()
        self._sizes = None
        self.outcomes = outcomes.copy()
        self.groups = count_groups(self._submitted.decisions, self.outcomes)
        self._of: list[int] = np.bincount(self.outcomes, minlength=OUTCOMES).tolist()
        for pairs in self._pairs.values():
            if pairs is not None:
                pairs.restart(self.truth)

    def move(self, units: Positions, outcomes: Small) -> bool:
        """Take in the possible outcomes of some units; return whether a count that scores rest on moved."""
        self._counts.clear()
        self._sizes = None
        before = self.outcomes[units]
        counted = _TRUTH_OF[before] != _TRUTH_OF[outcomes]
        if len(units) > max(FEW, self._submitted.decisions.size // WORTH_OF_ONE):
            everything = self.outcomes.copy()
            everything[units] = outcomes
            self.restart(everything)
        else:
            self.outcomes[units] = outcomes
            for unit, old, new in zip(units.tolist(), before.tolist(), outcomes.tolist(), strict=True):
                self._move_one(unit, old, new)
        return bool(counted.any())

    def _move_one(self, unit: int, old: int, new: int) -> None:
        rows = self._submitted.decisions[unit]
        self.groups[self._columns, rows, old] -= 1
        self.groups[self._columns, rows, new] += 1
        self._of[old] -= 1
        self._of[new] += 1
        was, now = int(_TRUTH_OF[old]), int(_TRUTH_OF[new])
        if was != now:
            for pairs in self._pairs.values():
                if pairs is not None:
                    pairs.move(unit, was, now)

    @property
    def truth(self) -> Small:
        """1, 0 or -1 (not scored) for every unit."""
        return _TRUTH_OF[self.outcomes]

    @property
    def sizes(self) -> Sizes:
        """How many units are scored, wait, and are left out."""
        if self._sizes is None:
            scored = self._of[CAN_BE_CORRECT] + self._of[CAN_BE_INCORRECT]
            out = self._of[CAN_STAY_OUT]
            self._sizes = Sizes(scored, sum(self._of[1:]) - scored - out, out)
        return self._sizes

    def data(self, column: int, *, with_pairs: bool = False) -> Counts:
        """Return the counts of a run; `with_pairs` asks for 2 U too, which is counted when first asked."""
        if with_pairs and column not in self._pairs:
            self.pairs(column)
            self._counts.pop(column, None)
        if column not in self._counts:
            yes, no, silent = self.groups[column].tolist()
            (a, b, c), (d, e, f) = ((yes[at], no[at], silent[at]) for at in _SCORED)
            pairs = self._pairs.get(column)
            self._counts[column] = Counts(a, b, c, d, e, f, None if pairs is None else pairs.pairs)
        return self._counts[column]

    def pairs(self, column: int) -> PairCount | None:
        """Return the pair count of a run, None if it gives neither score nor confidence."""
        if column not in self._pairs:
            scores = self._submitted.scores(column)
            self._pairs[column] = None if scores is None else PairCount(scores, self.truth)
        return self._pairs[column]
