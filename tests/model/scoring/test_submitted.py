"""What runs said is read once and shared; counting units by products of matrices is counting."""

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from small import small_collection

from jurybox.scoring.tallies.counted import count_groups
from jurybox.scoring.tallies.submitted import NO, YES, Submitted
from jurybox.session import open_session


def test_boards_share_what_runs_said_until_nobody_has_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    session = open_session(small_collection(tmp_path_factory.mktemp("shared") / "a.jury"))
    catalog, nobody = session.catalog, frozenset[int]()
    one = Submitted.of(catalog, nobody, "validation")
    assert Submitted.of(catalog, nobody, "validation") is one
    assert Submitted.of(replace(catalog), nobody, "validation") is one
    fewer = Submitted.of(catalog, frozenset((0,)), "validation")
    assert fewer is not one
    assert fewer.runs == one.runs[1:]
    other = replace(catalog, responses=replace(catalog.responses))
    assert Submitted.of(other, nobody, "validation") is not one
    kept = weakref.ref(one)
    del one
    gc.collect()
    assert kept() is None
    assert Submitted.of(catalog, nobody, "validation").is_of(catalog, nobody)
    session.close()


def test_how_many_runs_say_yes_and_no_is_counted_by_answer(tmp_path_factory: pytest.TempPathFactory) -> None:
    session = open_session(small_collection(tmp_path_factory.mktemp("said") / "a.jury"))
    submitted = Submitted.of(session.catalog, frozenset(), "validation")
    for counted, row in zip(submitted.said, (YES, NO), strict=True):
        assert counted.tolist() == [sum(said == row for said in some) for some in submitted.decisions]
    session.close()


@pytest.mark.parametrize("units", [0, 1, 700])
def test_units_are_counted_as_units_of_each_column(units: int) -> None:
    draw = np.random.default_rng(units)
    rows = draw.integers(0, 3, (units, 5)).astype(np.int8)
    outcomes = draw.integers(0, 8, units).astype(np.int8)
    found = count_groups(rows, outcomes)
    assert found.dtype == np.int64
    assert np.array_equal(found, count_groups(rows, np.repeat(outcomes[:, None], 5, axis=1)))
    for column in range(5):
        for row in range(3):
            mine = outcomes[rows[:, column] == row]
            assert found[column, row].tolist() == [int((mine == each).sum()) for each in range(8)]
