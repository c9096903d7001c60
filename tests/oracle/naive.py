"""Scores of a collection worked out from its exported tables alone, with dictionaries and loops.

An oracle: it follows the written definitions one by one, keeps nothing, shares no code with the program,
and is exact where numbers are fractions. A score is a Fraction or a float, None where it is undefined.
"""

from collections.abc import Callable

from oracle.panels import GA_LEVELS
from oracle.ranked import Ranked
from oracle.series import Series
from oracle.tables import OUT, WAITS, Score, Tables
from oracle.validation import Validation

__all__ = ["GA_LEVELS", "OUT", "WAITS", "Oracle", "Score", "Tables"]


class Oracle(Ranked, Series, Validation):
    """All measures of all runs under one gold standard for each kind of question."""

    def scores(self, kind: str) -> dict[str, Callable[[str], Score]]:
        """The measures of a kind of question, by name; each scores a run by its name."""
        of_kind: Callable[[], dict[str, Callable[[str], Score]]] | None = getattr(self, f"of_{kind}", None)
        assert of_kind is not None, f"write of_{kind} in a class of tests/oracle, such as of_ranked in ranked.py"
        return of_kind()
