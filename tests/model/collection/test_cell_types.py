"""One cell: what is a number, a word, a moment, and what only looks like one."""

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.collection.cell_types import (
    ACTIVE_SECONDS,
    FIRST_MOMENT,
    LABELS,
    LAST_MOMENT,
    MOMENT,
    REAL,
    SECONDS,
    UNIT,
    WHOLE,
    YES_NO,
    CellType,
    looks_like_number,
    moment,
    moment_text,
    real,
)


def read(cell: CellType, text: str) -> object:
    assert cell.parse
    return cell.parse(text)


@pytest.mark.parametrize(
    ("cell", "text", "value"),
    [
        (WHOLE, "0", 0),
        (WHOLE, "007", 7),
        (REAL, "-3e-2", -0.03),
        (REAL, ".5", 0.5),
        (REAL, "5.", 5.0),
        (UNIT, "1", 1.0),
        (UNIT, "0.0", 0.0),
        (SECONDS, "1e-9", 1e-9),
        (ACTIVE_SECONDS, "0", 0.0),
        (YES_NO, "yes", 1),
        (YES_NO, "no", 0),
        (LABELS, "U", "unsupported"),
        (LABELS, "-1", "incorrect"),
        (LABELS, "3", "inexact"),
        (LABELS, "A", "A"),
    ],
)
def test_what_is_read(cell: CellType, text: str, value: object) -> None:
    assert read(cell, text) == value


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (WHOLE, "١٢"),
        (WHOLE, "1_000"),
        (WHOLE, "+1"),
        (WHOLE, "-1"),
        (WHOLE, "1.0"),
        (WHOLE, " 1"),
        (WHOLE, "1\n"),
        (WHOLE, "1234567890"),
        (REAL, "1e999"),
        (REAL, "inf"),
        (REAL, "nan"),
        (REAL, "0x10"),
        (REAL, "1,5"),
        (REAL, "1_0.5"),
        (REAL, "٣.٥"),
        (REAL, "."),
        (REAL, "1e"),
        (REAL, "9" * 400),
        (UNIT, "1.0000001"),
        (UNIT, "-0.1"),
        (SECONDS, "0"),
        (SECONDS, "-1"),
        (ACTIVE_SECONDS, "-0.5"),
        (YES_NO, "Yes"),
        (YES_NO, "1"),
        (LABELS, "a"),
        (LABELS, "Correct"),
        (MOMENT, "2024-05-31T14:03:59Z "),
        (MOMENT, "31.5.2024"),
        (MOMENT, "2024-13-01"),
        (MOMENT, "2024-05-31T25:00Z"),
        (MOMENT, "2024-05-31T10:00.5Z"),
        (MOMENT, "٢٠٢٤-05-31"),
        (MOMENT, "1717164239"),
    ],
)
def test_what_is_refused(cell: CellType, text: str) -> None:
    try:
        value = read(cell, text)
    except ValueError:
        return
    raise AssertionError(f"{text!r} was read as {value!r}")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("1970-01-01", 0),
        ("1970-01-01T00:00:00.001Z", 1),
        ("1970-01-01 01:00+01:00", 0),
        ("1970-01-01T01:00:00+0100", 0),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2024-02-29T12:00:00,5-02:30", 1709217000500),
        ("2026-04-13T06:20:23Z", 1776061223000),
        ("2106-02-07T06:28:16Z", 4294967296000),
    ],
)
def test_moments(text: str, at: int) -> None:
    assert moment(text) == at


@given(st.integers(min_value=FIRST_MOMENT, max_value=LAST_MOMENT))
def test_every_moment_is_read_back(at: int) -> None:
    assert moment(moment_text(at)) == at


@pytest.mark.parametrize("at", [FIRST_MOMENT - 1, LAST_MOMENT + 1])
def test_a_moment_that_some_place_could_not_show_is_refused(at: int) -> None:
    text = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).isoformat()
    with pytest.raises(ValueError):  # noqa: PT011 - it says nothing: its caller does
        moment(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_read_back_to_the_last_bit(number: float) -> None:
    back = real(repr(number))
    assert (back, math.copysign(1, back)) == (number, math.copysign(1, number))
    assert looks_like_number(repr(number))
