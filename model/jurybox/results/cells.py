"""One cell of a table as text: scores as the papers print them, any other text in one line."""

import math
import unicodedata

from jurybox.language import grouped
from jurybox.numbers import score_text as number_text

_UNSAFE = frozenset(("Cc", "Cs", "Zl", "Zp"))
_LEAST_P = 0.001
"""P-values below this are printed as being below it."""
_LEVELS = (0.05, 0.01)
"""A p-value below one of these is not printed as if it reached it."""
_LARGE = 100
"""Numbers from here up, such as sizes that are estimated, are printed without decimals."""


def one_line(text: str) -> str:
    """Return text in one line: line ends and control characters as escapes."""
    if text.isprintable():  # nothing of _UNSAFE is, and a report has hundreds of thousands of cells
        return text
    return "".join(_escaped(mark) if unicodedata.category(mark) in _UNSAFE else mark for mark in text)


def _escaped(mark: str) -> str:
    return mark.encode("unicode_escape", "surrogatepass").decode("ascii")


def score_text(value: float | None) -> str:
    """Return a score as it is printed in tables: `.648`, `1.000`, and a dash where it is undefined."""
    return "-" if value is None or math.isnan(value) else number_text(value)


def p_text(value: float, least: float = 0.0) -> str:
    """Return a p-value as scores are printed: `.035`, `<.001`; a dash if it is undefined.

    `least`: the smallest possible p-value of a test with its number of draws; p is then only known to be at
    most that: `≤.004`. One just below .05 or .01 has a fourth digit rather than being rounded up to it.
    """
    if value < _LEAST_P:
        return "<.001"
    text = score_text(value)
    if any(value < level and text == score_text(level) for level in _LEVELS):
        text = f"{math.floor(value * 10_000) / 10_000:.4f}"[1:]
    return f"≤{text}" if value <= least * (1 + 1e-9) else text


def p_phrase(value: float) -> str:
    """Return a p-value in a sentence: `p = .035`, `p < .001`."""
    return "p < .001" if value < _LEAST_P else f"p = {p_text(value)}"


def cell_text(value: object) -> str:
    """Return a cell as it is printed for people: "" for None, a dash for NaN, no decimals from 100 up.

    Thousands of counts are separated, as in sentences.
    """
    if value is None:
        return ""
    if isinstance(value, int):
        return grouped(value) if not isinstance(value, bool) else str(value)
    if isinstance(value, float):
        return grouped(value, ".0f") if abs(value) >= _LARGE else score_text(value)
    return one_line(str(value))


def short(text: str | None, most: int = 60) -> str:
    """Return the beginning of a text that is too long for a column."""
    return "" if text is None else text if len(text) <= most else f"{text[: most - 1]}…"
