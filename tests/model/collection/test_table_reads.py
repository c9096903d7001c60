"""Columns are read as SQLite's rows have them, to the last bit, and what cannot be a column is refused."""

import math
import sqlite3
from collections.abc import Iterable
from contextlib import closing

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.collection.table_reads import LAST_ROW, STRETCH, floats, integers, small_integers

REALS = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12).map(lambda millionths: millionths / 1e6),
    st.integers(-(10**9), 10**9).map(lambda n: n / 1e4),
    st.floats(allow_nan=False, allow_infinity=False),
)


def table(rows: Iterable[tuple[object, object]], *, strict: bool = True) -> sqlite3.Connection:
    """Return a table of two columns, an integer and a real, with ids from 1."""
    db = sqlite3.connect(":memory:")
    kinds = ("INTEGER", "REAL") if strict else ("", "")
    db.execute(f"CREATE TABLE t (id INTEGER PRIMARY KEY, n {kinds[0]}, x {kinds[1]}){' STRICT' * strict}")
    db.executemany("INSERT INTO t (n, x) VALUES (?, ?)", rows)
    return db


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(REALS, max_size=30))
def test_reals_are_read_to_the_last_bit(numbers: list[float | None]) -> None:
    with closing(table((0, one) for one in numbers)) as db:
        stored = [math.nan if x is None else x for (x,) in db.execute("SELECT x FROM t ORDER BY id")]
        assert floats(db, "t", "x").tobytes() == np.array(stored, dtype=np.float64).tobytes()


def test_exact_and_other_reals_lie_in_stretches_of_their_own() -> None:
    numbers = [at / 1e4 for at in range(STRETCH)] + [None, 1 / 3, -0.25] + [math.pi] * STRETCH
    with closing(table((0, one) for one in numbers)) as db:
        assert np.array_equal(floats(db, "t", "x"), np.array(numbers, dtype=np.float64), equal_nan=True)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30), st.integers(0, 30))
def test_integers_of_any_size_are_read_after_any_row(numbers: list[int], after: int) -> None:
    with closing(table((one, None) for one in numbers)) as db:
        assert integers(db, "t", "n", "id", after=after)[0].tolist() == numbers[after:]


@pytest.mark.parametrize("number", [LAST_ROW, -LAST_ROW])
def test_a_number_larger_than_any_row_is_refused_where_half_the_memory_holds_it(number: int) -> None:
    with closing(table([(number, None), (0, None)])) as db:
        assert small_integers(db, "t", "n")[0].tolist() == [number, 0]
        db.execute("UPDATE t SET n = n * 2")
        with pytest.raises(ValueError, match="larger than any row"):
            small_integers(db, "t", "n")


@pytest.mark.parametrize(
    "forged", [("1,2", None), (None, "1,2"), (1.5, 2), (None, 1), (b"1,2", None), ("", None), ("x", None)]
)
def test_a_text_a_real_or_nothing_is_never_taken_for_other_cells(forged: tuple[object, object]) -> None:
    """A table that was forged byte by byte holds what its kinds of columns forbid."""
    with closing(table([(1, 0.0), (forged[0], 0.0), (forged[1], 0.0), (4, 0.0)], strict=False)) as db:
        try:
            found = integers(db, "t", "n")[0].tolist()
        except ValueError:
            return
        assert (found[0], found[3], len(found)) == (1, 4, 4)


@pytest.mark.parametrize("forged", ["1,2", "x", b"1", "inf"])
def test_a_text_among_reals_is_refused_or_read_as_the_number_it_is(forged: object) -> None:
    with closing(table([(0, 0.5), (0, forged), (0, 0.25)], strict=False)) as db:
        try:
            found = floats(db, "t", "x").tolist()
        except (ValueError, TypeError):
            return
        assert (found[0], found[2], len(found)) == (0.5, 0.25, 3)
