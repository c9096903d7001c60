"""The source of a cell in a view, for the way from a number to the judgments behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from jurybox.measures import Measure

TABLE, AGAINST, PAIRS, TUKEY = "table", "against", "pairs", "tukey"
"""Where the next step is seen: the live table with a run explained, two runs by question, all pairs tested,
all pairs by Tukey's intervals."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The next step down from a cell; None leaves a part unchanged.

    `view`: the view that shows it; `questions`: those behind the number; `unit`: the question or series whose
    score it is; `run` and `other`: the runs; `measure` and `gold`: their measure and gold standard.
    """

    view: str = TABLE
    questions: frozenset[int] | None = None
    unit: int | None = None
    run: int | None = None
    other: int | None = None
    measure: Measure | None = None
    gold: str | None = None


Find: TypeAlias = "Callable[[int, int], Behind | None]"
"""From row and column of a cell to what it is made of, None for a cell that is not a number."""


def nothing(row: int, column: int) -> Behind | None:
    """Return that there is nothing behind a cell."""
    del row, column
    return None
