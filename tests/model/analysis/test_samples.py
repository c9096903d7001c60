"""What is gathered from a scoreboard scores as the scoreboard does, for every measure and kind."""

from itertools import product

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mixed_worlds import mixed_worlds
from worlds import World, make_catalog, worlds

from jurybox.analysis.samples import gather
from jurybox.analysis.significance import randomization_test
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.order_tables import area_table

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def board_of(world: World) -> Scoreboard:
    for edit in world.edits:
        edit.to(world.book)
    try:
        return Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    except Refused:
        assume(False)
        raise


def check_all(world: World) -> None:
    board = board_of(world)
    for one in board.measures:
        for whole in (False, True):
            if one.base in ("MRRT", "by-type", "confidence-correlation"):
                with pytest.raises(Refused, match=r"no test|not a mean|nothing here"):
                    gather(board, one, whole_questions=whole)
                continue
            found = gather(board, one, whole_questions=whole)
            got = found.data.evaluate(np.ones((1, len(found.units)), dtype=np.int8))[0]
            expected = [board.score(one, run).value for run in found.runs]
            assert got == pytest.approx(expected, abs=1e-12, nan_ok=True)
            assert list(found.names) == [board.name_of(run) for run in found.runs]
            if whole and len(found.runs) > 1:
                apart = randomization_test(found.data.paired(0, 1), draws=3).difference
                assert apart == pytest.approx(expected[0] - expected[1], abs=1e-12, nan_ok=True)


@given(mixed_worlds())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_everything_gathered_scores_as_the_scoreboard_does(world: World) -> None:
    check_all(world)


@given(worlds())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_decisions_gathered_score_as_the_scoreboard_does(world: World) -> None:
    check_all(world)


def test_what_cannot_be_drawn_from_is_refused() -> None:
    catalog = make_catalog(["validation"], [0], runs=1, assessors=["person"])
    board = board_of(World(catalog, Facts(), [], "adjudicated"))
    with pytest.raises(Refused, match="MRR scores nothing here"):
        gather(board, measure("MRR"))


@settings(deadline=None, max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1), units=st.integers(1, 9), answers=st.integers(1, 40))
def test_pairs_counted_by_unit_are_those_of_the_answers(seed: int, units: int, answers: int) -> None:
    lot = np.random.default_rng(seed)
    truth, unit = lot.integers(0, 2, answers), lot.integers(0, units, answers)
    scores = lot.integers(0, 6, (answers, 3)).astype(float)
    scores[lot.random(scores.shape) < 0.2] = np.nan
    scores[:, 2] = np.nan
    weights = lot.integers(0, 4, (5, units))
    by_unit, by_answer = area_table(truth, scores, unit, units), area_table(truth, scores)
    found = by_unit.evaluate(weights)
    np.testing.assert_array_equal(found, by_answer.evaluate(weights[:, unit]))
    np.testing.assert_array_equal(found[:1], by_unit.evaluate(weights[:1]))  # not counted by unit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jurybox.scoring.order_tables.BUDGET", 1)  # one answer in a piece
        np.testing.assert_array_equal(found, area_table(truth, scores, unit, units).evaluate(weights))
    assert np.isnan(found[:, 2]).all()


@settings(deadline=None, max_examples=examples(60))
@given(seed=st.integers(0, 2**32 - 1), units=st.integers(1, 5), answers=st.integers(1, 30))
def test_swapping_units_moves_the_difference_of_auc_by_the_same_steps(seed: int, units: int, answers: int) -> None:
    lot = np.random.default_rng(seed)
    truth, unit = lot.integers(0, 2, answers), lot.integers(0, units, answers)
    scores = lot.integers(0, 5, (answers, 2)).astype(float)
    scores[lot.random(scores.shape) < 0.2] = np.nan
    scores[0] = 1.0  # a run without any score has no AUC
    both = area_table(truth, scores, unit, units).paired(0, 1)
    counts = [range(most + 1) for most in both.copies.tolist()] if both.copies is not None else [range(2)] * both.units
    found = both.differences(np.array(list(product(*counts)), dtype=np.int8))
    expected = []
    for swapped in product((False, True), repeat=units):
        columns = np.where(np.array(swapped)[unit][:, None], scores[:, ::-1], scores)
        first, second = area_table(truth, columns).evaluate(np.ones((1, answers), dtype=np.int8))[0]
        expected.append(first - second)
    distinct = [sorted({round(each, 9) + 0.0 for each in ways if each == each}) for ways in (found, expected)]
    assert distinct[0] == pytest.approx(distinct[1], abs=1e-8)
