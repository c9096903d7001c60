"""Printed cells of the papers against recomputed values, with the misprints listed and counted."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def rounded(value: float | Fraction, printed: str) -> str:
    """Return a value with as many decimals as the paper prints, halves up; fractions are exact."""
    places = len(printed.partition(".")[2])
    exact = Fraction(value) if isinstance(value, Fraction) else Fraction(repr(value))
    return str(
        (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
            Decimal(1).scaleb(-places), ROUND_HALF_UP
        )
    )


def agrees(value: float | Fraction, printed: str) -> bool:
    """Whether a paper that computed this value would print that."""
    return Decimal(rounded(value, printed)) == Decimal(printed)


def compare(
    paper: str, cells: Mapping[str, tuple[float, str]], misprints: Mapping[str, str] | None = None
) -> None:
    """Assert that every cell agrees but the misprints, and that each of those really does not."""
    wrong = {name: (value, printed) for name, (value, printed) in cells.items() if not agrees(value, printed)}
    known = misprints or {}
    assert set(wrong) == set(known), {name: wrong.get(name) for name in set(wrong) ^ set(known)}
    print(f"{paper}: {len(cells)} cells, {len(cells) - len(wrong)} agree, {len(wrong)} misprints")
    for name, reason in known.items():
        value, printed = wrong[name]
        print(f"  {name}: printed {printed}, recomputed {value:.4f}: {reason}")
