"""The printed figures of a paper beside the recomputed ones: cells, tables, pages, and how many agree.

A cell is *equal* if our value, printed as in the paper, gives the same figure, a *misprint* if it does not
for a known reason, and *not recomputable* if its data were never printed. There is no other case: a cell that
differs for no known reason, or agrees although it is listed as a misprint, is our error.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Literal, NamedTuple, Self

from jurybox.language import tr

Verdict = Literal["equal", "misprint", "not recomputable"]
Value = float | Fraction | str
VERDICTS: tuple[Verdict, ...] = ("equal", "misprint", "not recomputable")

SHOWN_DIGITS = 4
"""Our value beside a misprint has at least this many decimals, and two more than the printed one."""


class Filled(str):
    """A text with values: English for programs; `in_words` returns it in the language in force."""

    __slots__ = ("text", "values")

    def __new__(cls, text: str, **values: object) -> Self:
        """Fill values into an English text, which the catalogs know with its names in braces."""
        made = super().__new__(cls, text.format(**values))
        made.text, made.values = text, values
        return made

    text: str
    values: Mapping[str, object]


def in_words(text: str) -> str:
    """Return a text of a page as people see it, in the language in force."""
    return tr(text.text, **text.values) if isinstance(text, Filled) else tr(text) if text else ""


class Printed(NamedTuple):
    """One printed figure and ours: None where it cannot be recomputed."""

    row: str
    column: str
    printed: str
    ours: Value | None


@dataclass(frozen=True, slots=True)
class PaperCell:
    """One figure of a paper. `shown` is our value as the paper would print it, "" if there is none."""

    row: str
    column: str
    printed: str
    ours: Value | None
    shown: str
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table of a paper, or figures in its text; `note`: how our values were computed.

    Texts are in English.
    """

    title: str
    note: str
    cells: tuple[PaperCell, ...]

    def count(self, verdict: Verdict) -> int:
        """Return how many cells are of that kind."""
        return sum(cell.verdict == verdict for cell in self.cells)

    def cell(self, row: str, column: str) -> PaperCell:
        """Return the cell of a row and column; KeyError if there is none."""
        for cell in self.cells:
            if (cell.row, cell.column) == (row, column):
                return cell
        raise KeyError((row, column))


@dataclass(frozen=True, slots=True)
class PaperPage:
    """Everything recomputable in one paper; `lost`: data that its text no longer has."""

    name: str
    title: str
    paper: str
    tables: tuple[PaperTable, ...]
    lost: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[PaperCell, ...]:
        """The cells of all tables."""
        return tuple(cell for table in self.tables for cell in table.cells)

    def count(self, verdict: Verdict) -> int:
        """Return how many cells are of that kind."""
        return sum(table.count(verdict) for table in self.tables)


def rounded(value: float | Fraction, printed: str) -> str:
    """Return a value with as many decimals as the paper prints, halves up; fractions are exact."""
    places = len(printed.partition(".")[2])
    exact = Fraction(value) if isinstance(value, Fraction) else Fraction(repr(value))
    quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
    return str(quotient.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def agrees(value: Value, printed: str) -> bool:
    """Return whether a paper that computed this value would print that."""
    if isinstance(value, str):
        return value == printed
    return Decimal(rounded(value, printed)) == Decimal(printed)


def table(
    title: str,
    note: str,
    printed: Iterable[Printed],
    *,
    misprints: Mapping[tuple[str, str], str] | None = None,
    lost: str = "",
) -> PaperTable:
    """Build a table.

    `misprints` are reasons by row and column, `lost`: why cells without our value have none. Raises
    ValueError if a cell differs without a reason, or if there is a reason for a cell that agrees or is
    missing.
    """
    reasons = dict(misprints or {})
    cells = tuple(_cell(figure, reasons.pop((figure.row, figure.column), ""), lost) for figure in printed)
    if reasons:
        raise ValueError(f"{title}: there is no cell {next(iter(reasons))}")
    twice = [key for key, many in Counter((cell.row, cell.column) for cell in cells).items() if many > 1]
    if twice:
        raise ValueError(f"{title}: two cells {twice[0]}")
    return PaperTable(title, note, cells)


def _cell(figure: Printed, reason: str, lost: str) -> PaperCell:
    row, column, printed, ours = figure
    if ours is None:
        if reason or not lost:
            raise ValueError(f"{row}, {column}: not recomputed, and nothing says why")
        return PaperCell(row, column, printed, None, "", "not recomputable", lost)
    if agrees(ours, printed) == bool(reason):
        raise ValueError(f"{row}, {column}: printed {printed}, recomputed {ours}, reason {reason!r}")
    shown = ours if isinstance(ours, str) else rounded(ours, printed)
    if reason:
        shown = _exact(ours, printed)
    return PaperCell(row, column, printed, ours, shown, "misprint" if reason else "equal", reason)


def _exact(value: Value, printed: str) -> str:
    """Return a number as printed beside a misprint: whole, or with more decimals than are printed."""
    if isinstance(value, str):
        return value
    whole = Fraction(value)
    places = max(SHOWN_DIGITS, len(printed.partition(".")[2]) + 2)
    return str(whole) if whole.denominator == 1 else rounded(value, "." + "0" * places)
