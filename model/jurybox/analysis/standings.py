"""A ranking as papers print it: scores with intervals, and a mark where a run beats the one below it.

The order of the table and the means come from the scoreboard. Marks between neighbors are uncorrected: `*`
and `**` where the upper run wins significantly more units, a dagger and a double dagger where the run below
does. A measure without scores of units is tested by swapping responses question by question.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.anova import tukey_p, two_way_anova
from jurybox.analysis.intervals import DRAWS, Interval, intervals
from jurybox.analysis.samples import Gathered, gather, mean_by_group
from jurybox.analysis.significance import (
    TEST_NAMES,
    Correction,
    Mark,
    corrected_matrix,
    mark,
    randomization_test,
    sign_matrix,
    sign_test,
    t_test,
    wilcoxon_test,
)
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.measures import Measure, Unit
from jurybox.scoring import Scoreboard
from jurybox.scoring.results import RunRow
from jurybox.scoring.unit_table import Positions, Scores, SumTable, mean_table
from jurybox.watch import Watch
from jurybox.wording import count_of

_SIGN_MARKS = tr(
    "* and **: wins significantly more units than the run below (.05, .01); † and ‡: the run "
    "below does, against the means. P: two-sided, uncorrected, against the run below."
)
_SWAP_MARKS = tr(
    "* and **: significantly better than the run below (.05, .01). P: two-sided, "
    "uncorrected, against the run below, by randomization of {draws:,} draws, since "
    "{measure} has no scores of single units."
)

Test = Literal["", "sign", "t", "wilcoxon", "randomization", "tukey"]
TESTS: dict[Test, str] = {
    "": tr("sign test, else randomization"),
    "sign": TEST_NAMES["sign"],
    "t": TEST_NAMES["t"],
    "wilcoxon": TEST_NAMES["wilcoxon"],
    "randomization": TEST_NAMES["randomization"],
    "tukey": tr("Tukey HSD test"),
}
"""The tests of all pairs of runs. The first: randomization for measures without scores of units."""

_DRAWN = 1_000_000_000
"""Scores of units drawn in total."""
_SWAPS = 2_000_000_000
"""Responses swapped in total, in about a minute."""
_KINDS_OF_UNITS = 200
"""The approximate joint cost of identical units if only counts are compared (`SumTable.is_counted`)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A run in a ranking.

    Tested against the run below: `p`, `wins`, `losses` (None for the last, or untested). `test`: sign or
    randomization; `interval`: None if the measure has none, as MRRT.
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
    """A ranking with the data of its tests and intervals: arrays of its own, which no label changes.

    `found`: None if the measure has neither; `values`: the scores of units by unit and run, empty if it has
    none; `unit`: the kind of these units; `group`: the question of each, or another identity of units.
    """

    measure: Measure
    rows: tuple[RunRow, ...]
    found: Gathered | None
    values: Scores
    unit: Unit
    group: Positions

    @property
    def by_question(self) -> Scores:
        """The scores of whole questions, or series: answers of one question are not independent."""
        return mean_by_group(self.values, self.group)[1] if self.unit == "answer" else self.values

    @property
    def unit_of_questions(self) -> Unit:
        """The unit of `by_question`."""
        return "question" if self.unit == "answer" else self.unit

    def column(self, run: int) -> int | None:
        """Return the column of a run, None if it cannot be tested."""
        return self.found.runs.index(run) if self.found is not None and run in self.found.runs else None

    def part(self, rows: tuple[RunRow, ...], drawn: NDArray[np.bool_], scored: NDArray[np.bool_]) -> "ToTest":
        """Return another ranking over some of the units: those `drawn` from and those in `values`."""
        found = self.found
        if found is not None:
            found = replace(found, units=found.units[drawn], data=found.data.part(drawn))
        if not len(self.values):
            return replace(self, rows=rows, found=found)
        return replace(self, rows=rows, found=found, values=self.values[scored], group=self.group[scored])


def prepare_tests(board: Scoreboard, measure: Measure) -> ToTest:
    """Return the data for testing the ranking by a measure; the rest can run on another thread."""
    catalog = board.catalog
    rows = board.standing(measure)
    try:
        found = gather(board, measure, whole_questions=True)
    except Refused:
        return ToTest(measure, rows, None, np.empty((0, 0)), measure.unit, np.empty(0, dtype=np.int64))
    of_units = board.unit_values(measure)
    if len(of_units.runs) > len(found.runs) and found.data.is_mean:
        # Judges and the asker are tested as runs are.
        names = tuple(map(board.name_of, of_units.runs))
        found = replace(found, runs=of_units.runs, names=names, data=mean_table(of_units.values))
    values = of_units.values[:, : len(found.runs)].copy()
    group = catalog.answer_question[of_units.units] if of_units.unit == "answer" else of_units.units
    return ToTest(measure, rows, found, values, of_units.unit, group.astype(np.int64))


def standings(
    board: Scoreboard, measure: Measure, *, draws: int = DRAWS, seed: int = 0, watch: Watch | None = None
) -> tuple[Standing, ...]:
    """Return the ranking by a measure, with intervals and marks; `draws` of intervals and randomization."""
    return finish_tests(prepare_tests(board, measure), draws=draws, seed=seed, watch=watch)


def marks_notes(measure: Measure, tests: Container[str], draws: int) -> tuple[str, ...]:
    """Return the caption's note on the marks in a ranking by a measure, and on the tests behind them.

    `tests`: those that were run, as in `Standing`; `draws`: of each randomization test.
    """
    if "randomization" in tests:
        return (_SWAP_MARKS.format(draws=draws, measure=measure),)
    return (_SIGN_MARKS,) if "sign" in tests else ()


_LEVEL = 0.05
_EXACT: frozenset[str] = frozenset(("sign", "wilcoxon", "randomization"))
"""Tests whose p-values have a floor, from the number of ways to choose signs of units."""


class LimitNote(str):
    """The note that no p-value of a test can be below .05."""

    __slots__ = ()


def limit_note(prepared: ToTest, test: str, draws: int, pairs: int = 1) -> str:
    """Return a note if no p-value of a test can be below .05, "" if one can.

    With n units, two of the 2 ** n sign choices differ most, and randomization has the observed difference
    and this many `draws`. `pairs`: the factor by which p-values are multiplied in the correction.
    """
    if test not in _EXACT or prepared.found is None:
        return ""
    values, unit = (
        (prepared.values, prepared.unit) if test == "sign" else (prepared.by_question, prepared.unit_of_questions)
    )
    units = len(values)
    if test == "randomization":
        units, unit = len(prepared.found.units), prepared.found.unit
    of_units = 2.0 ** (1 - units)
    of_draws = 1 / (draws + 1) if test == "randomization" else 0.0
    least = min(1.0, pairs * max(of_units, of_draws))
    if least < _LEVEL:
        return ""
    of_pairs = tr(" of {pairs:,} pairs", pairs=pairs) if pairs > 1 else ""
    floor = tr("no p-value{of_pairs} can come below {least:.3f}", of_pairs=of_pairs, least=least).replace("0.", ".")
    if of_units >= of_draws:
        said = tr("{count} cannot show a significant difference: {floor}.", count=count_of(units, unit), floor=floor)
        return LimitNote(said)
    return LimitNote(tr("So few draws cannot tell: {floor} with {draws:,}.", floor=floor, draws=draws))


def affordable_swaps(prepared: ToTest, pairs: int, most: int = 10_000) -> int:
    """Return how many draws swapping responses of that many pairs can take interactively, at least 1,000."""
    data = None if prepared.found is None else prepared.found.data
    units = _KINDS_OF_UNITS if isinstance(data, SumTable) and data.is_counted else 1 if data is None else data.units
    return max(min(1000, most), min(most, _SWAPS // max(1, units * pairs)))


def affordable_draws(prepared: ToTest, most: int = 10_000) -> int:
    """Return how many draws intervals can take interactively, at least 1,000."""
    cells = 1 if prepared.found is None else prepared.found.data.units * prepared.found.data.runs
    return max(min(1000, most), min(most, _DRAWN // max(1, cells)))


def finish_tests(
    prepared: ToTest, *, draws: int = DRAWS, swaps: int | None = None, seed: int = 0, watch: Watch | None = None
) -> tuple[Standing, ...]:
    """Run the tests and draw the intervals of a prepared ranking.

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
    prepared: ToTest, ranking: Sequence[Standing], *, swaps: int = 10_000, seed: int = 0, watch: Watch | None = None
) -> tuple[Standing, ...]:
    """Return a ranking with each run tested against the one below it, by sign test or randomization."""
    done, watch = list(ranking), watch or Watch()
    stop = watch.quiet()
    watch.expect(len(done) - 1)
    for at, (upper, lower) in enumerate(pairwise(prepared.rows)):
        if upper.score.defined and lower.score.defined:
            done[at] = _against(prepared, done[at], lower.run, swaps, seed, stop)
        watch.step(1)
    return tuple(done)


def _against(prepared: ToTest, standing: Standing, lower: int, swaps: int, seed: int, stop: Watch) -> Standing:
    """Return a standing tested against a run below; unchanged if one of the two cannot be tested."""
    first, second = prepared.column(standing.row.run), prepared.column(lower)
    if prepared.found is None or first is None or second is None:
        return standing
    if len(prepared.values):
        test = sign_test(prepared.values[:, first], prepared.values[:, second], prepared.measure.direction)
        return Standing(standing.row, standing.interval, test.mark, test.p, test.wins, test.losses, test="sign")
    p = _swapped(prepared.found, first, second, swaps, seed, stop)
    return replace(standing, mark=mark(1, 0, p), p=p, test="randomization")


def _possible(prepared: ToTest, test: Test) -> tuple[Gathered, Test]:
    """Return what is tested and how, the default test for "". Refused, with the reason, if impossible."""
    if prepared.found is None:
        raise Refused(tr("{measure} cannot be tested here.", measure=prepared.measure))
    if len(prepared.values):
        return prepared.found, test or "sign"
    if test not in {"", "randomization"}:
        raise no_unit_scores(prepared.measure, test)
    return prepared.found, "randomization"


def no_unit_scores(measure: Measure, test: Test) -> Refused:
    """Return the refusal of a test that needs scores of units, for a measure of whole runs."""
    return Refused(
        tr(
            "{measure} has no score per unit, so there is no {tests}. Choose the randomization test.",
            measure=measure,
            tests=TESTS[test],
        )
    )


def pair_p_values(
    prepared: ToTest, *, test: Test = "", draws: int = DRAWS, seed: int = 0, watch: Watch | None = None
) -> tuple[tuple[int, ...], Scores, Test]:
    """Return the runs shown, the p-values of all pairs, NaN if undefined, and the test used.

    They are uncorrected, except Tukey's, which are for all pairs. The paired t test, Wilcoxon's and Tukey's
    are over whole questions. Refused, with the reason, for a measure that cannot be tested that way.
    """
    found, chosen = _possible(prepared, test)
    count = len(found.runs)
    p = np.full((count, count), np.nan)
    if chosen == "sign":
        table = sign_matrix(prepared.values, prepared.measure.direction)
        p[:] = [[each.p for each in row] for row in table]
        return found.runs, p, chosen
    if chosen == "tukey":
        return found.runs, tukey_p(two_way_anova(prepared.by_question), watch), chosen
    questions = prepared.by_question
    watch = watch or Watch()
    stop = watch.quiet()
    watch.expect(count * (count - 1) // 2)
    for a in range(count):
        for b in range(a + 1, count):
            if chosen == "randomization":
                p[a, b] = _swapped(found, a, b, draws, seed, stop)
            else:
                test_of_two = t_test if chosen == "t" else wilcoxon_test
                p[a, b] = test_of_two(questions[:, a], questions[:, b]).p
            p[b, a] = p[a, b]
            watch.step(1)
    return found.runs, p, chosen


def finish_pairs(
    prepared: ToTest,
    *,
    test: Test = "",
    correction: Correction = "holm",
    draws: int = DRAWS,
    seed: int = 0,
    watch: Watch | None = None,
) -> tuple[tuple[int, ...], Scores, Test]:
    """Return the same corrected for all pairs, as Tukey's are already."""
    runs, p, done = pair_p_values(prepared, test=test, draws=draws, seed=seed, watch=watch)
    return runs, p if done == "tukey" else corrected_matrix(p, correction), done


def _swapped(samples: Gathered, a: int, b: int, draws: int, seed: int, watch: Watch | None) -> float:
    both = samples.data.paired(a, b)
    return randomization_test(both, draws=draws, seed=seed, watch=watch).p
