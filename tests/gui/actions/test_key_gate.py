"""A key pressed before the answer was on the screen is not a judgment of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox_gui.actions.gate import KeyGate, monotonic_ms

WRAP = 1 << 32


def gate(painted: float = 10_000.0) -> KeyGate:
    made = KeyGate()
    made.shut()
    made.painted_at(painted)
    return made


def test_only_keys_after_the_painting_pass() -> None:
    one = gate(10_000.0)
    assert not one.admits(9_990, now=10_005.0)
    assert one.admits(10_001, now=10_005.0)
    assert one.admits(10_400, now=10_401.0)


def test_a_key_of_the_very_millisecond_of_the_painting_passes_since_stamps_are_cut() -> None:
    assert gate(10_000.9).admits(10_000, now=10_003.0)
    assert not gate(10_001.0).admits(10_000, now=10_003.0)


def test_nothing_passes_before_the_painting() -> None:
    one = gate()
    one.shut()
    assert not one.open
    assert not one.admits(20_000, now=20_001.0)
    assert not one.admits(0)
    one.painted_at(20_010.0)
    assert not one.admits(20_005, now=20_020.0)
    assert one.admits(20_011, now=20_020.0)


def test_the_first_painting_counts_not_a_repaint() -> None:
    one = gate(10_000.0)
    one.painted_at(12_000.0)
    assert one.admits(11_000, now=12_001.0)


def test_without_a_stamp_only_an_unpainted_answer_refuses() -> None:
    one = gate()
    assert one.admits(0)


def test_a_remote_display_has_another_clock() -> None:
    one = KeyGate()
    one.painted_at(1_000_000.0)
    # The display's clock is 500,000,000 ms ahead; keys arrive 5 to 400 ms late.
    skew = 500_000_000
    one.admits(900_000 + skew, now=900_005.0)
    one.shut()
    one.painted_at(1_000_100.0)
    assert not one.admits(1_000_050 + skew, now=1_000_300.0)
    assert one.admits(1_000_200 + skew, now=1_000_300.0)


@given(
    now=st.floats(0, 1e11),
    waited=st.integers(0, 5_000),
    painted_ago=st.integers(0, 5_000),
    skew=st.sampled_from([0, 0, 123_456_789, 3_000_000_000]),
)
def test_the_order_of_key_and_painting_decides(now: float, waited: int, painted_ago: int, skew: int) -> None:
    one = KeyGate()
    start = round(now)
    # One earlier key that was handled at once tells what clock the stamps come from.
    one.admits((start + skew) % WRAP or 1, now=float(start))
    later = start + 10_000
    one.painted_at(float(later - painted_ago))
    stamp = (later - waited + skew) % WRAP
    if stamp in {0, 1}:
        return
    assert one.admits(stamp, now=float(later)) is (waited <= painted_ago)


def test_the_clock_runs() -> None:
    first = monotonic_ms()
    assert monotonic_ms() >= first > 0


@pytest.mark.parametrize("late", [0.0, 58_000.0])
def test_the_same_clock_is_known_from_the_first_key(late: float) -> None:
    one = gate(100_000.0)
    assert not one.admits(99_000, now=100_001.0 + late)
