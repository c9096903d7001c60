"""Every study of a collection file, beside loops that read its exported tables and score each set anew."""

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import naive_studies as naive
import numpy as np
import pytest
from oracle_organizer.by_chance import chance
from oracle_organizer.judged_tables import Judged
from oracle_organizer.plain_units import PlainUnits, tables_of
from sweeps import swept

from jurybox.analysis.draws import draw_sets, generator
from jurybox.analysis.samples import Gathered, gather
from jurybox.analysis.studies import collection_size, error_rate, stability, swap
from jurybox.analysis.studies.records import Record
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

CASES = [
    ("validation", "c@1"), ("validation", "UF"), ("validation", "F1"), ("validation", "AUC"),
    ("validation", "estimated_qa"), ("factoid", "c@1"), ("factoid", "CWS"), ("factoid", "MRR"),
    ("ranked", "nDCG"), ("ranked", "Hit@1"), ("list", "F-list"), ("other", "F(3)"),
    *swept([("series", "series")]),
]  # fmt: skip
FEW = [("validation", "UF"), ("validation", "F1"), ("factoid", "c@1"), ("ranked", "nDCG")]
QUESTIONS = {"validation": 14, "factoid": 30, "ranked": 30}
FUZZY = [Fraction(f, 100) for f in range(1, 11)]
SEED, TRIALS = 7, 10


@dataclass(frozen=True)
class Case:
    """One measure of one collection: what the program draws from, and the plain scores of the same units."""

    found: Gathered
    plain: PlainUnits
    material: Scoreboard

    def score(self, run: int, units: Sequence[int]) -> Any:
        return self.plain.score(run, units)

    @property
    def runs(self) -> int:
        return len(self.plain.runs)

    @property
    def units(self) -> int:
        return len(self.plain.units)

    def record(self, study: str, **asked: Any) -> Record:
        """The record of a study that the program makes."""
        return run_study(self.material, Request(study, measure(self.plain.measure), seed=SEED, **asked))  # type: ignore[arg-type]


@cache
def _file(kind: str) -> Path:
    made = "series" if kind in ("list", "other") else kind
    if made != kind:
        return _file(made)
    folder = Path(mkdtemp(prefix="jurybox-judged-"))
    return Judged(3, made, QUESTIONS.get(made, 48), missing=0.04).file(folder / f"{made}.jury")


@cache
def case(kind: str, name: str) -> Case:
    """Return a case; the units of both sides must be the same things in the same order."""
    path, gold = _file(kind), "GAW" if kind == "ranked" else "majority+strict"
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        board.select(frozenset(at for at, one in enumerate(state.catalog.questions) if kind in (one.kind, "series")))
        found = gather(board, measure(name))
        plain = PlainUnits(tables_of(path), gold, kind, name)
        told = [state.catalog.questions[at].name for at in range(len(state.catalog.questions))]
        if found.unit == "question":
            assert [told[at] for at in found.units] == [name for name, _ in plain.units]
        assert len(found.units) == len(plain.units)
        return Case(found, plain, board)


def drawn(seed: Sequence[int], trials: int, units: int, size: int, sets: int) -> list[list[list[int]]]:
    """Return the program's own draws, as lists of units by set and trial."""
    found = draw_sets(generator(*seed), trials, units, size, sets)
    return [[np.flatnonzero(one).tolist() for one in trial] for trial in np.swapaxes(found, 0, 1)]


def nan(value: Any) -> float:
    return math.nan if value is None else float(value)


@pytest.mark.parametrize(("kind", "name"), CASES)
@pytest.mark.sweep
def test_stability_of_a_file_on_the_same_draws(kind: str, name: str) -> None:
    one = case(kind, name)
    size = one.units // 3
    for variant, sets in (("one-subset", 1), ("disjoint", 3)):
        if sets > 1 and one.found.data.is_mean:
            continue
        record = one.record("stability", trials=TRIALS, size=size, variant=variant)
        trials = drawn([SEED], TRIALS, one.units, size, sets)
        expected = naive.stability(one.score, one.runs, trials, FUZZY)
        assert record["sets"] == sets
        assert record["skipped"] == expected["skipped"]
        for at, point in enumerate(record["points"]):
            assert point["fuzziness"] == float(FUZZY[at])
            assert point["error_rate"] == pytest.approx(expected["rates"][at], abs=1e-14, nan_ok=True)
            assert point["ties"] == pytest.approx(expected["ties"][at], abs=1e-14, nan_ok=True)
        assert all(equal >= TRIALS - expected["skipped"] for equal in expected["equal"][one.runs - 2])


@pytest.mark.parametrize(("kind", "name"), CASES)
@pytest.mark.sweep
def test_swaps_of_a_file_on_the_same_draws(kind: str, name: str) -> None:
    one = case(kind, name)
    size = one.units // 2
    record = one.record("swap", trials=TRIALS)
    expected = naive.swap(one.score, one.runs, drawn([SEED], TRIALS, one.units, size, 2))
    assert record["size"] == size
    assert [row["count"] for row in record["bins"]] == expected["count"]
    assert [row["swaps"] for row in record["bins"]] == expected["swaps"]
    assert [row["low"] for row in record["bins"]] == [at / 100 for at in range(21)]
    for row, count, swaps in zip(record["bins"], expected["count"], expected["swaps"], strict=True):
        assert row["rate"] == pytest.approx(swaps / count if count else math.nan, nan_ok=True)
    for figure in ("required", "highest", "relative", "sensitivity"):
        assert record[figure] == pytest.approx(nan(expected[figure]), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_error_rates_of_a_file_on_the_same_draws(kind: str, name: str) -> None:
    one = case(kind, name)
    sizes = tuple(sorted({2, one.units // 4, one.units // 2}))
    record, skipped = one.record("error-rate", trials=TRIALS // 2, sizes=sizes), 0
    for at, size in enumerate(sizes):
        trials = drawn([SEED, size], TRIALS // 2, one.units, size, 2)
        cases, errors, undefined = naive.pair_bins(one.score, one.runs, trials)
        assert [row["points"][at]["cases"] for row in record["bins"]] == cases
        assert [row["points"][at]["errors"] for row in record["bins"]] == errors
        skipped += undefined
    assert record["skipped"] == skipped


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_sizes_of_a_file_on_the_same_draws(kind: str, name: str) -> None:
    one = case(kind, name)
    sizes = (2, one.units // 2, one.units)
    record = one.record("collection-size", trials=TRIALS // 2, sizes=sizes)
    for size, point in zip(sizes, record["points"], strict=True):
        trials = drawn([SEED, size], TRIALS // 2, one.units, size, 1)
        expected = naive.collection_size(one.score, one.runs, trials)
        for run, (mean, spread, undefined) in zip(point["runs"], expected, strict=True):
            assert run["mean"] == pytest.approx(mean, rel=1e-12, nan_ok=True)
            assert run["spread"] == pytest.approx(spread, rel=1e-9, abs=1e-12, nan_ok=True)
            assert run["undefined"] == undefined


def own_draws_agree(one: Case, trials: int, sets_of: int = 3) -> None:
    """Compare every study of pairs with loops over draws of another generator."""
    stability_by_chance(one, trials, one.units // 2, 1)
    if not one.found.data.is_mean:
        stability_by_chance(one, trials, one.units // sets_of, sets_of)
    bins_by_chance(one, trials)
    sizes_by_chance(one, trials)


def stability_by_chance(one: Case, trials: int, size: int, sets: int) -> None:
    variant = "one-subset" if sets == 1 else "disjoint"
    ours = stability(one.found.data, size, variant=variant, trials=4 * trials, seed=SEED)  # type: ignore[arg-type]
    theirs = [
        naive.stability(one.score, one.runs, [trial], FUZZY)
        for trial in naive.own_trials(99, one.units, size, sets, trials)
    ]
    for what in ("greater", "lesser", "equal"):
        counts = getattr(ours, what)
        for pair, place in np.ndindex(counts.shape):
            own = [trial[what][pair][place] for trial in theirs]
            chance(own, counts[pair, place] / (4 * trials), 4 * trials, 1.0)


def bins_by_chance(one: Case, trials: int) -> None:
    pairs, half = one.runs * (one.runs - 1) // 2, one.units // 2
    small = max(2, one.units // 4)
    swaps = swap(one.found.data, half, trials=4 * trials, seed=SEED)
    errors = error_rate(one.found.data, (small,), trials=4 * trials, seed=SEED)
    found = (half, swaps.count, swaps.swaps), (small, errors.cases[0], errors.errors[0])
    for size, cases, reversals in found:
        theirs = [
            naive.pair_bins(one.score, one.runs, [trial]) for trial in naive.own_trials(98, one.units, size, 2, trials)
        ]
        for at in range(21):
            for part, counts in ((0, cases), (1, reversals)):
                own = [trial[part][at] / pairs for trial in theirs]
                chance(own, counts[at] / pairs / (4 * trials), 4 * trials, 1 / pairs)


def sizes_by_chance(one: Case, trials: int) -> None:
    size = max(2, one.units // 5)
    ours = collection_size(one.found.data, (size,), trials=4 * trials, seed=SEED)
    drawn_ones = naive.own_trials(97, one.units, size, 1, trials)
    for run in range(one.runs):
        values = [one.score(run, units) for (units,) in drawn_ones]
        known = [float(value) for value in values if value is not None]
        chance([float(value is None) for value in values], ours.undefined[0, run] / (4 * trials), 4 * trials, 1.0)
        if len(known) > trials // 2:
            chance(known, ours.mean[0, run], 4 * trials - int(ours.undefined[0, run]), 1.0)
            middle = math.fsum(known) / len(known)
            squares = [(value - middle) ** 2 for value in known]
            chance(squares, ours.spread[0, run] ** 2, 4 * trials, 1.0)


@pytest.mark.parametrize(("kind", "name"), FEW)
def test_rates_of_a_file_on_other_draws_agree_within_chance(kind: str, name: str) -> None:
    own_draws_agree(case(kind, name), 40)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_rates_of_a_file_on_many_other_draws_agree_within_chance(kind: str, name: str) -> None:
    own_draws_agree(case(kind, name), 1000)
