"""How numbers are printed in pictures and tables, and which numbers label an axis."""

import math
import sys
from functools import lru_cache
from numbers import Integral

from jurybox.language import grouped

UNDEFINED = "undefined"
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_SLACK = 1e-9


@lru_cache(maxsize=4096)
def score_text(value: float, places: int = 3) -> str:
    """Write a number as scores are printed: `.648`, `1.000`, `-.250`; NaN as `undefined`.

    What rounds to 0 has no sign: `.000`. What is written once is known: of all that pictures and tables say
    again after a label, little has moved.
    """
    if math.isnan(value):
        return UNDEFINED
    text = f"{value:z.{places}f}"
    whole, _, part = text.partition(".")
    return f"{whole.removesuffix('0')}.{part}" if whole in {"0", "-0"} and part else text


def short_text(value: float) -> str:
    """Write the value of a tick or an iso line as short as it goes: `0`, `.2`, `.25`, `1`, `1,500`."""
    text = grouped(value, ".4f").rstrip("0").rstrip(".")
    if text in {"-0", "-"}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def count_text(value: float, places: int = 3) -> str:
    """Write a value of any size: whole numbers as `1,500`, others as scores are.

    A count of one is `1`, given as a whole number; given with a fraction, 1.0, it is a score.
    """
    if math.isnan(value):
        return UNDEFINED
    given: object = value  # numpy's whole numbers are not instances of int
    whole = isinstance(given, Integral) or (float(value).is_integer() and abs(value) > 1)
    return grouped(int(value)) if whole else score_text(value, places)


def tick_step(low: float, high: float, about: int = 5) -> float:
    """Return the round step (1, 2, 2.5 or 5 times a power of ten) that gives about this many ticks.

    ValueError unless `low < high`.
    """
    if not low < high:
        raise ValueError(f"an axis cannot run from {low} to {high}")
    # Below the smallest normal number the logarithm and the power would be of nothing.
    rough = max((high - low) / about, sys.float_info.min * 10)
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(step for step in _STEPS if step * power >= rough * (1 - _SLACK))


def ticks_between(low: float, high: float, about: int = 5) -> tuple[float, ...]:
    """Return the multiples of a round step from `low` to `high`, both included where they are multiples."""
    step = tick_step(low, high, about)
    first, last = math.ceil(low / step - _SLACK), math.floor(high / step + _SLACK)
    digits = max(0, 2 - math.floor(math.log10(step)))
    return tuple(round(n * step, digits) + 0.0 for n in range(first, last + 1))
