"""Scores of series and of the three types of question as wholes."""

from collections.abc import Callable
from fractions import Fraction

from oracle.factoid import Factoid
from oracle.lists import Lists
from oracle.nuggets import Nuggets
from oracle.tables import Score, mean


class Series(Factoid, Lists, Nuggets):
    """Series weighted by their parts."""

    def series(self, run: str, *, exact: bool = False) -> Score:
        """The weighted scores of series, averaged over them."""
        return mean(self.one_series(run, name, exact=exact) for name in self.all_series())

    def of_series(self) -> dict[str, Callable[[str], Score]]:
        """Scores of series, and of the three types as wholes."""
        return {
            "series": self.series,
            "series(weights=exact)": lambda run: self.series(run, exact=True),
            "by-type": self.by_type,
        }

    def all_series(self) -> list[str]:
        """The names of the series."""
        return list(dict.fromkeys(row["series"] for row in self.tables.questions.values() if row.get("series")))

    def members(self, series: str, kind: str) -> list[str]:
        """The questions of a kind in a series."""
        return [one for one in self.asked(kind) if self.tables.questions[one].get("series") == series]

    def state_of_parts(self, series: str) -> str:
        """What keeps the questions that the score of a series needs from being scored: OUT before WAITS."""
        factoid, lists, other = (self.members(series, kind) for kind in ("factoid", "list", "other"))
        states = {one: self.state_of_factoid(one) for one in factoid}
        states |= {one: self.state_of_list(one) for one in lists}
        states |= {one: self.state_of_other(one) for one in other if self.importance(one)}
        return self.state([state for one, state in states.items() if not self.is_left_out(one)])

    def one_series(self, run: str, series: str, *, exact: bool) -> Score:
        """The score of a series; None while a part of it waits, and for one that is left out."""
        if self.state_of_parts(series):
            return None
        factoid, lists, other = (self.members(series, kind) for kind in ("factoid", "list", "other"))
        accuracy = mean(self.is_right(run, one) for one in factoid if not self.state_of_factoid(one))
        f_list = mean(self.list_f(run, one) for one in lists if not self.state_of_list(one))
        f_other = mean(self.nugget_f(run, one, 3) for one in other if not self.state_of_other(one))
        if accuracy is None or f_other is None:
            return None
        if not [one for one in lists if not self.state_of_list(one) and self.known(one)]:
            two = (Fraction(2, 3), Fraction(1, 3)) if exact else (Fraction("0.67"), Fraction("0.33"))
            return two[0] * accuracy + two[1] * f_other
        return None if f_list is None else accuracy / 2 + f_list / 4 + f_other / 4

    def is_right(self, run: str, question: str) -> Fraction:
        """One factoid question of accuracy."""
        rows = self.returned(run, question)
        return Fraction(bool(rows) and self.right(rows[0]) is True)

    def by_type(self, run: str) -> Score:
        """The three types weighted as wholes."""
        parts = [self.of_factoid()["accuracy"](run), self.of_list()["F-list"](run), self.of_other()["F(3)"](run)]
        if any(part is None for part in parts):
            return None
        first, second, third = (part or Fraction(0) for part in parts)
        return first / 2 + second / 4 + third / 4
