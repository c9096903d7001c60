"""One cell of a table as text: scores as the papers print them, any other text in one line."""

import math
import unicodedata

_UNSAFE = frozenset(("Cc", "Cs", "Zl", "Zp"))
_FEW = 0.1
"""Below this a p-value is printed with two significant digits."""
_LARGE = 100
"""Numbers from here up, such as sizes that are estimated, are printed without decimals."""


def one_line(text: str) -> str:
    """Return text in one line: line ends and control characters as escapes."""
    return "".join(_escaped(mark) if unicodedata.category(mark) in _UNSAFE else mark for mark in text)


def _escaped(mark: str) -> str:
    return mark.encode("unicode_escape", "surrogatepass").decode("ascii")


def score_text(value: float | None) -> str:
    """Return a score as it is printed in tables: `.648`, `1.000`, and a dash where it is undefined."""
    from jurybox.figures.numbers import score_text as number_text  # figures load numpy, which takes time

    return "-" if value is None or math.isnan(value) else number_text(value)


def p_text(value: float) -> str:
    """Return a p-value: small ones with two significant digits, others as a score."""
    return f"{value:.2g}" if value < _FEW else score_text(value)


def cell_text(value: object) -> str:
    """Return a cell as it is printed for people: "" for None, a dash for NaN, no decimals from 100 up."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= _LARGE else score_text(value)
    return one_line(str(value))


def short(text: str | None, most: int = 60) -> str:
    """Return the beginning of a text that is too long for a column."""
    return "" if text is None else text if len(text) <= most else f"{text[: most - 1]}…"
