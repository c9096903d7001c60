"""How long a regular expression may take: a bound by its shape, so that a wild one is never run.

A matcher that tries one way after the other needs, at worst, as many steps as there are ways in which the
parts of an expression can share a text among them. That number is bounded here from the parsed expression;
`(a+)+` has no bound, `.*a.*b` one that grows with the square of the text.
"""

from importlib import import_module
from typing import Any, TypeAlias

_parser: Any = import_module("re._parser")  # the parsed form has no other name in the standard library
Parsed: TypeAlias = Any
"""What the parser makes of an expression: pairs of an operation and what it is given."""
_WAYS_MOST = 1e12

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_INSIDE = ("SUBPATTERN", "ASSERT", "ASSERT_NOT", "ATOMIC_GROUP")


def steps(pattern: str, length: int) -> float:
    """Bound the steps of a search in a text of that length; infinite where nothing bounds them.

    Raises re.error for what is no regular expression.
    """
    return length * _ways(_parser.parse(pattern), float(length))


def _ways(parsed: Parsed, length: float) -> float:
    """Bound in how many ways a sequence can match from one place on."""
    ways = 1.0
    for op, given in parsed:
        ways = min(ways * _ways_of(str(op), given, length), float("inf"))
    return ways


def _ways_of(op: str, given: Parsed, length: float) -> float:
    if op in _REPEATS:
        least, most, body = given
        return _repeated(int(least), min(float(most), length), _ways(body, length), length)
    if op == "BRANCH":
        return float(sum(_ways(each, length) for each in given[1]))
    if op in _INSIDE:
        return _ways(given[-1], length)
    if op == "GROUPREF_EXISTS":
        return float(sum(_ways(each, length) for each in given[1:] if each is not None))
    return 1.0


def _repeated(least: int, most: float, ways: float, length: float) -> float:
    """Bound the ways of a repetition: how often, times the ways of the body each time."""
    if ways <= 1.0:
        return max(1.0, most - least + 1)
    if most >= length:
        return float("inf")
    told = (most - least + 1) * ways**most if most * ways < _WAYS_MOST else float("inf")
    return max(1.0, told)
