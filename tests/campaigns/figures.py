"""Numbers as they are printed and as they should be, by what they are of; and what differs between them."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Key = tuple[str, ...]
Number = Fraction | float | int | str | None
Figures = dict[Key, Number]
"""A number by what it is of, such as ("units", "F1", "run0"); None: undefined."""


@dataclass(frozen=True)
class Printed:
    """A number as it is painted: rounded to so many digits behind the point."""

    text: str

    def agrees(self, exact: Number) -> bool:
        """Whether this is how a number is printed; a dash is undefined."""
        if exact is None or isinstance(exact, str):
            return self.text in (("-", "–", "") if exact is None else (exact,))
        try:
            shown = float(self.text.replace("−", "-").replace(",", ""))
        except ValueError:
            return False
        digits = len(self.text.partition(".")[2])
        return abs(shown - float(exact)) <= 0.5 * 10**-digits + 1e-9


@dataclass
class Compared:
    """How many numbers were compared, by screen or table, and which differ."""

    count: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def compare(
        self, where: str, shown: Mapping[Key, Number | Printed], right: Mapping[Key, Number], *, whole: bool
    ) -> None:
        """Compare what a screen shows with what it should; with `whole` it must show all of it, too."""
        for key, ours in shown.items():
            self.count[where] += 1
            if key not in right:
                self.wrong.append(f"{where}: {key} is {ours}, and should not be there")
            elif not same(ours, right[key]):
                self.wrong.append(f"{where}: {key} is {ours}, not {_told(right[key])}")
        for key in right if whole else ():
            if key not in shown:
                self.wrong.append(f"{where}: {key} is missing; it is {_told(right[key])}")

    def by_screen(self) -> dict[str, int]:
        """How many numbers were compared on each screen or by each command, all gold standards together."""
        found = Counter[str]()
        for where, count in self.count.items():
            found[where.partition(" ")[0]] += count
        return dict(found)


def same(ours: "Number | Printed", theirs: Number) -> bool:
    """Whether two numbers are one; both may be undefined."""
    if isinstance(ours, Printed):
        return ours.agrees(theirs)
    if ours is None or theirs is None or isinstance(ours, str) or isinstance(theirs, str):
        return ours == theirs
    return math.isclose(float(ours), float(theirs), rel_tol=1e-10, abs_tol=1e-10)


def _told(number: Number) -> str:
    return f"{float(number)} ({number})" if isinstance(number, Fraction) else str(number)
