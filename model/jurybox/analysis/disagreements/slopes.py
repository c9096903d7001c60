"""The ranking now and after each decision about one item, as ranks for a slope chart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.disagreements.disputes import Turn
from jurybox.analysis.disagreements.effects import Survey
from jurybox.measures.ranks import ranks
from jurybox.scoring.unit_table import Scores

Ranks = NDArray[np.int64]


@dataclass(frozen=True)
class Slopes:
    """Some runs (rows, the best now first) with their ranks and scores now and after each decision.

    `runs`: positions; `ranks`, `scores`: shape (runs, 1 + decisions), the first column is now; equal scores
    share the better rank, and a rank of 0 is that of an undefined score. `moved`: which runs change places,
    by row.
    """

    runs: tuple[int, ...]
    ranks: Ranks
    scores: Scores
    moved: tuple[bool, ...]


def ranks_now(survey: Survey) -> dict[int, int]:
    """Return the rank of each run (by position) before any decision; empty if no effect is known."""
    disputes = (each for one in survey.questions.values() for each in one.disputes)
    now = next((turn.now for each in disputes for turn in each.turns if turn.now is not None), None)
    if now is None or survey.measure is None:
        return {}
    return dict(zip(survey.runs, ranks(now, survey.measure.direction).tolist(), strict=True))


def slopes(
    runs: Sequence[int], turns: Sequence[Turn | None], *, lower_is_better: bool = False, most: int = 6
) -> Slopes | None:
    """Return the runs that decisions swap and their neighbors, up to a maximum; None if none swaps.

    `turns`: the effect of each decision, in the order of the columns; None for one without an effect.
    """
    known = [turn for turn in turns if turn is not None and turn.now is not None]
    if not any(turn.pairs for turn in known) or known[0].now is None:
        return None
    now = known[0].now
    after = [now if turn is None or turn.then is None else turn.then for turn in turns]
    scores = np.column_stack((now, *after))
    places = np.column_stack([ranks(column, "lower" if lower_is_better else "higher") for column in scores.T])
    turned = {run for turn in known for pair in turn.pairs for run in pair}
    moved = np.array([run in turned for run in runs], dtype=np.bool_)
    shown = _shown(places[:, 0], moved, np.ptp(places, axis=1), most)
    return Slopes(tuple(runs[row] for row in shown), places[shown], scores[shown], tuple(moved[shown].tolist()))


def _shown(rank: Ranks, moved: NDArray[np.bool_], range_: Ranks, most: int) -> list[int]:
    """Return the rows to show by present rank: those that move, furthest first, then their neighbors."""
    order = sorted(range(len(rank)), key=lambda row: (rank[row] == 0, rank[row], row))
    place = {row: at for at, row in enumerate(order)}
    movers = sorted(np.flatnonzero(moved).tolist(), key=lambda row: (-range_[row], place[row]))[:most]
    others = [row for row in order if not moved[row] and rank[row]]
    others.sort(key=lambda row: (min(abs(place[row] - place[one]) for one in movers), place[row]))
    chosen = movers + others[: max(0, min(5, most) - len(movers))]
    return sorted(chosen, key=place.__getitem__)
