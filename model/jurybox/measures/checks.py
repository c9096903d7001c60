"""The checks that every measure makes on what it is given; a refusal names the argument and its value.

Shared by all families: whole counts, shares between 0 and 1, labels, lists of equal length, and the quotient of
arrays.
"""

import math
from collections.abc import Iterable, Sequence, Sized
from operator import index
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from jurybox.language import tr
from jurybox.lists import comma_list

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Number = SupportsIndex | SupportsFloat
Labels = Sequence[int] | Sequence[bool] | npt.NDArray[Any]
"""One 0 or 1 for each thing."""
Values = Sequence[float] | Sequence[int] | npt.NDArray[Any]

NAN = math.nan
"""The one value of an undefined measure."""


def quotient(above: npt.NDArray[Any], below: npt.NDArray[Any]) -> Floats:
    """Return the quotients, NaN where the lower number is 0."""
    found: Floats = above / (below if below.all() else np.where(below > 0, below, np.nan))
    return found


def count(name: str, value: Number) -> int:
    """Return `value` as a whole number of at least 0."""
    if type(value) is int and value >= 0:
        return value
    try:
        whole = index(value) if isinstance(value, SupportsIndex) else int(float(value))
    except (ValueError, OverflowError):
        whole = -1
    if whole < 0 or whole != value:
        msg = tr("{name} = {value!r} is not a whole number of 0 or more", name=name, value=value)
        raise ValueError(msg)
    return whole


def within(part_name: str, part: int, whole_name: str, whole: int) -> None:
    """Refuse a part that is larger than its whole."""
    if part > whole:
        msg = tr(
            "the counts do not add up: {part_name} = {part} is more than {whole_name} = {whole}",
            part_name=part_name,
            part=part,
            whole_name=whole_name,
            whole=whole,
        )
        raise ValueError(msg)


def share(name: str, value: Number, *, undefined: bool = False) -> float:
    """Return `value` as a number in [0, 1]; NaN is allowed only with `undefined`."""
    number = float(value)
    if 0.0 <= number <= 1.0 or (undefined and math.isnan(number)):
        return number
    msg = tr("{name} = {value!r} is outside [0, 1]", name=name, value=value)
    raise ValueError(msg)


def positive(name: str, value: Number) -> float:
    """Return `value` as a finite number above 0."""
    number = float(value)
    if 0.0 < number < math.inf:
        return number
    msg = tr("{name} = {value!r} is not a number above 0", name=name, value=value)
    raise ValueError(msg)


def finite(name: str, value: Number) -> float:
    """Return `value` as a finite number, which may be below 0."""
    number = float(value)
    if math.isfinite(number):
        return number
    msg = tr("{name} = {value!r} is not a number", name=name, value=value)
    raise ValueError(msg)


def not_negative(name: str, value: Number) -> float:
    """Return `value` as a finite number of at least 0."""
    number = float(value)
    if 0.0 <= number < math.inf:
        return number
    msg = tr("{name} = {value!r} is not a number of 0 or more", name=name, value=value)
    raise ValueError(msg)


def rank_cutoff(cutoff: Number | None) -> int | None:
    """Return a cutoff as a rank of at least 1, or None for no cutoff."""
    if cutoff is None:
        return None
    rank = count("cutoff", cutoff)
    if rank == 0:
        msg = tr("cutoff = 0 keeps no rank; the first rank is 1")
        raise ValueError(msg)
    return rank


def one_of(name: str, value: str, known: Iterable[str]) -> str:
    """Return `value` if it is one of the known words."""
    words = list(known)
    if value in words:
        return value
    msg = tr("{name} = {value!r} is not known; it can be {words}", name=name, value=value, words=comma_list(words))
    raise ValueError(msg)


def same_length(**lists: Sized) -> int:
    """Return the common length of several lists."""
    lengths = {name: len(values) for name, values in lists.items()}
    if len(set(lengths.values())) > 1:
        listed = comma_list(tr("{name} has {length}", name=name, length=length) for name, length in lengths.items())
        msg = tr("the lists differ in length: {listed}", listed=listed)
        raise ValueError(msg)
    return next(iter(lengths.values()))


def yes_or_no(name: str, values: Labels) -> npt.NDArray[np.bool_]:
    """Return a list of 0 and 1 as booleans."""
    array = np.asarray(values)
    if array.dtype.kind in "US":  # a word among the numbers would turn them all into words
        array = np.asarray(values, dtype=object)
    _one_dimension(name, array)
    if array.dtype == np.bool_:
        return array
    if array.size == 0:
        return np.zeros(0, dtype=np.bool_)
    yes = np.asarray(array == 1, dtype=np.bool_)
    good = np.asarray(yes == array, dtype=np.bool_)
    if not good.all():
        msg = tr("{name} contains {value!r}, which is neither 0 nor 1", name=name, value=array[~good].tolist()[0])
        raise ValueError(msg)
    return yes


def numbers(name: str, values: Values) -> Floats:
    """Return a list as floating-point numbers, none of them NaN."""
    array = np.asarray(values, dtype=np.float64)
    _one_dimension(name, array)
    if np.isnan(array).any():
        msg = tr("{name} contains nan at position {at}", name=name, at=int(np.isnan(array).argmax()))
        raise ValueError(msg)
    return array


def shares(name: str, values: Values) -> Floats:
    """Return a list of numbers in [0, 1]."""
    array = numbers(name, values)
    bad = (array < 0.0) | (array > 1.0)
    if bad.any():
        msg = tr("{name} contains {value!r}, which is outside [0, 1]", name=name, value=float(array[bad][0]))
        raise ValueError(msg)
    return array


def gains_of(name: str, values: Values) -> Floats:
    """Return a list of gains, each finite and at least 0."""
    array = np.asarray(values, dtype=np.float64)
    _one_dimension(name, array)
    bad = ~((array >= 0.0) & (array < math.inf))
    if bad.any():
        msg = tr("{name} contains {value!r}, which is not a gain of 0 or more", name=name, value=float(array[bad][0]))
        raise ValueError(msg)
    return array


def _one_dimension(name: str, array: npt.NDArray[Any]) -> None:
    if array.ndim != 1:
        msg = tr("{name} is not one plain list: its shape is {shape}", name=name, shape=array.shape)
        raise ValueError(msg)
