"""A ranking as papers print it: scores with intervals, and a mark where a run beats the one below it.

The order of the table and the means come from the scoreboard. Marks between neighbors are uncorrected: `*`
and `**` where the upper run wins significantly more units, a dagger and a double dagger where the run below
does. A measure without scores of units is tested by swapping responses question by question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.intervals import DRAWS, Interval, intervals
from jurybox.analysis.samples import CountData, Gathered, MeanData, Scores, gather
from jurybox.analysis.significance import Mark, holm_matrix, mark, randomization_test, sign_matrix, sign_test
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.results import RunRow
from jurybox.watch import Watch

MARKS = (
    "* and **: wins significantly more units than the run below (0.05, 0.01); † and ‡: the run below does, "
    "against the means. Two-sided, uncorrected."
)
"""The caption of every table with marks."""

_DRAWN = 1_000_000_000
"""Scores of units drawn in all."""
_SWAPS = 2_000_000_000
"""Responses swapped in all, in about a minute."""
_KINDS_OF_UNITS = 200
"""About as much as units that are alike cost together where only counts are compared (`CountData.paired`)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A run in a ranking; against the run below it `p`, `wins` and `losses` (None for the last, or untested).

    `test`: sign or randomization; `interval`: None where the measure has none, as MRRT.
    """

    row: RunRow
    interval: Interval | None
    mark: Mark = ""
    p: float | None = None
    wins: int | None = None
    losses: int | None = None
    test: str = ""


@dataclass(frozen=True, eq=False)
class ToTest:
    """A ranking and what its tests and intervals are drawn from: arrays of its own, which no label changes.

    `found`: None where the measure has neither; `values`: the scores of units by unit and run, no units where
    it has none.
    """

    measure: Measure
    rows: tuple[RunRow, ...]
    found: Gathered | None
    values: Scores

    def column(self, run: int) -> int | None:
        """Return the column of a run, None if it cannot be tested."""
        return self.found.runs.index(run) if self.found is not None and run in self.found.runs else None

    def part(self, rows: tuple[RunRow, ...], drawn: NDArray[np.bool_], scored: NDArray[np.bool_]) -> "ToTest":
        """Return another ranking over some of the units: those `drawn` from and those in `values`."""
        found = self.found
        if found is not None:
            found = replace(found, units=found.units[drawn], data=found.data.part(drawn))
        return ToTest(self.measure, rows, found, self.values[scored] if len(self.values) else self.values)


def prepare_tests(board: Scoreboard, catalog: Catalog, measure: Measure) -> ToTest:
    """Return what the ranking by a measure is tested on; the rest can be done on another thread."""
    rows = board.standing(measure)
    try:
        found = gather(board, catalog, measure, whole_questions=True)
    except Refused:
        return ToTest(measure, rows, None, np.empty((0, 0)))
    of_units = board.unit_values(measure)
    if len(of_units.runs) > len(found.runs) and isinstance(found.data, MeanData):
        # Judges and the asker are tested as runs are.
        names = tuple(map(board.name_of, of_units.runs))
        found = replace(found, runs=of_units.runs, names=names, data=MeanData(of_units.values))
    return ToTest(measure, rows, found, of_units.values[:, : len(found.runs)].copy())


def standings(
    board: Scoreboard,
    catalog: Catalog,
    measure: Measure,
    *,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[Standing, ...]:
    """Return the ranking by a measure, with intervals and marks; `draws` of intervals and randomization."""
    return finish_tests(prepare_tests(board, catalog, measure), draws=draws, seed=seed, watch=watch)


def affordable_swaps(prepared: ToTest, pairs: int, most: int = 10_000) -> int:
    """Return how often responses of that many pairs can be swapped while somebody waits, at least 1,000."""
    data = None if prepared.found is None else prepared.found.data
    units = _KINDS_OF_UNITS if isinstance(data, CountData) else 1 if data is None else data.units
    return max(min(1000, most), min(most, _SWAPS // max(1, units * pairs)))


def affordable_draws(prepared: ToTest, most: int = 10_000) -> int:
    """Return of how many draws intervals can be while somebody waits, at least 1,000."""
    cells = 1 if prepared.found is None else prepared.found.data.units * prepared.found.data.runs
    return max(min(1000, most), min(most, _DRAWN // max(1, cells)))


def finish_tests(
    prepared: ToTest,
    *,
    draws: int = DRAWS,
    swaps: int | None = None,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[Standing, ...]:
    """Do the tests and draw the intervals of a ranking that was prepared.

    `swaps`: draws of each randomization test, None for as many as of intervals.
    """
    done = with_intervals(prepared, draws=draws, seed=seed, watch=watch)
    return with_marks(prepared, done, swaps=draws if swaps is None else swaps, seed=seed, watch=watch)


def with_intervals(
    prepared: ToTest, *, draws: int = 10_000, seed: int = 0, watch: Watch | None = None
) -> tuple[Standing, ...]:
    """Return a ranking with intervals and without marks."""
    if prepared.found is None:
        return tuple(Standing(row, None) for row in prepared.rows)
    drawn = intervals(prepared.found.data, draws=draws, seed=seed, watch=watch)
    between = dict(zip(prepared.found.runs, drawn, strict=True))
    return tuple(Standing(row, between.get(row.run)) for row in prepared.rows)


def with_marks(
    prepared: ToTest,
    ranking: Sequence[Standing],
    *,
    swaps: int = 10_000,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[Standing, ...]:
    """Return a ranking with each run tested against the one below it, by signs or by randomization."""
    done, watch = list(ranking), watch or Watch()
    stop = watch.quiet()
    watch.expect(len(done) - 1)
    for at, (upper, lower) in enumerate(pairwise(prepared.rows)):
        if upper.score.defined and lower.score.defined:
            done[at] = _against(prepared, done[at], lower.run, swaps, seed, stop)
        watch.step(1)
    return tuple(done)


def _against(
    prepared: ToTest, standing: Standing, lower: int, swaps: int, seed: int, stop: Watch
) -> Standing:
    """Return a standing tested against a run below; as it is where one of the two cannot be tested."""
    first, second = prepared.column(standing.row.run), prepared.column(lower)
    if prepared.found is None or first is None or second is None:
        return standing
    if len(prepared.values):
        test = sign_test(prepared.values[:, first], prepared.values[:, second], prepared.measure.direction)
        return Standing(
            standing.row, standing.interval, test.mark, test.p, test.wins, test.losses, test="sign"
        )
    p = _swapped(prepared.found, first, second, swaps, seed, stop)
    return replace(standing, mark=mark(1, 0, p), p=p, test="randomization")


def pair_p_values(
    prepared: ToTest,
    *,
    by_lot: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[tuple[int, ...], Scores, str]:
    """Return the runs shown, the uncorrected p-values of all pairs, and the test: sign or randomization.

    `by_lot`: by randomization, whether there are scores of units or not. Refused, with the reason, for a
    measure that cannot be tested.
    """
    found = prepared.found
    if found is None:
        raise Refused(f"{prepared.measure} cannot be tested here.")
    count = len(found.runs)
    p = np.full((count, count), np.nan)
    if len(prepared.values) and not by_lot:
        table = sign_matrix(prepared.values, prepared.measure.direction)
        p[:] = [[test.p for test in row] for row in table]
        return found.runs, p, "sign"
    watch = watch or Watch()
    stop = watch.quiet()
    watch.expect(count * (count - 1) // 2)
    for a in range(count):
        for b in range(a + 1, count):
            p[a, b] = p[b, a] = _swapped(found, a, b, draws, seed, stop)
            watch.step(1)
    return found.runs, p, "randomization"


def finish_pairs(
    prepared: ToTest,
    *,
    by_lot: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[tuple[int, ...], Scores, str]:
    """Return the same with Holm's correction for all pairs."""
    runs, p, test = pair_p_values(prepared, by_lot=by_lot, draws=draws, seed=seed, watch=watch)
    return runs, holm_matrix(p), test


def _swapped(samples: Gathered, a: int, b: int, draws: int, seed: int, watch: Watch | None) -> float:
    both = samples.data.paired(a, b)
    return randomization_test(both, draws=draws, seed=seed, watch=watch).p
