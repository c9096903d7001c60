"""The columns of a table of runs: measures under the gold standard in force, and others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_named
from jurybox.language import tr
from jurybox.measures import Measure, measure
from jurybox.scoring import Scoreboard

UNDER = " under "
"""The word between a measure and a gold standard, as in `Hit@1 under BA`."""


_NOTHING_FROZEN = Facts()


def column_head(text: str, main: Measure) -> str:
    """Return the head of the column that a text names, as `str` of a `GoldColumn` writes it."""
    name, under, gold = text.partition(UNDER)
    return f"{name} ({gold})" if under and ":" not in name else f"{main} ({text})"


@dataclass(frozen=True, slots=True)
class GoldColumn:
    """A measure under another gold standard than the one in force; None: the measure that ranks.

    `str` writes it as `Hit@1 under BA`, or `BA` for the measure that ranks, and `parse` reads that back.
    """

    gold: Gold
    measure: Measure | None = None

    @classmethod
    def parse(cls, text: str, facts: Facts = _NOTHING_FROZEN) -> Self:
        """Return what a text names; Refused, with what is wrong, for anything else.

        `facts`: of the collection, whose frozen gold standards have names.

        A name that does not begin with a measure is a gold standard, whatever else is in it.
        """
        name, under, gold = text.partition(UNDER)
        if not under or ":" in name or text in facts.frozen:
            return cls(gold_named(text, facts))
        try:
            return cls(gold_named(gold, facts), measure(name.strip()))
        except ValueError as error:
            raise Refused(tr("{error}. Write it as Hit@1 under BA.", error=error)) from error

    def head(self, main: Measure) -> str:
        """Return the head of its column, where `main` is the measure that ranks."""
        return f"{self.measure or main} ({self.gold})"

    def __str__(self) -> str:
        return str(self.gold) if self.measure is None else f"{self.measure}{UNDER}{self.gold}"


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """Scores of one measure under one gold standard; `gold`: "" for the one in force."""

    measure: Measure
    board: Scoreboard
    gold: str = ""

    @property
    def head(self) -> str:
        """The measure, and the gold standard where it is another than the one in force."""
        return f"{self.measure} ({self.gold})" if self.gold else str(self.measure)

    def scores(self, runs: Sequence[int]) -> NDArray[np.float64]:
        """Return the scores of runs, NaN where they are undefined."""
        return np.array([self.board.score(self.measure, run).value for run in runs], dtype=np.float64)

    def better(self, runs: Sequence[int]) -> NDArray[np.float64]:
        """Return the same so that higher is better for every measure."""
        return self.scores(runs) * is_better(self.measure)


def is_better(one: Measure) -> float:
    """Return 1 if higher scores of a measure are better, else -1."""
    return 1.0 if one.direction == "higher" else -1.0
