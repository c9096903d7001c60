"""What every score rests on: units used, excluded and pending of a measure and a run, and exact ranks.

A unit is pending while a label that is still to come can bring it in, excluded where nothing can: it is left
unjudged on purpose, nobody could judge it, or the measure is undefined on it. All else is used.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oracle.naive import Oracle
from oracle.tables import OUT, WAITS, Score

DROPPED = "dropped"
LOWER_IS_BETTER = ("fpr",)
NEEDS_RELEVANT = ("nG@1", "nDCG", "Q", "AP", "GMAP", "AvgRec@10", "infAP")
BY_QUESTION = ("qa_accuracy", "qa_rej_accuracy", "estimated_qa")
CLOSE = 1e-12
"""Two floating-point scores nearer than this are one: those of nDCG and MRRT, which are not fractions."""


@dataclass(frozen=True)
class Units:
    """How many units a score rests on, and how many it leaves out for now and for good."""

    used: int
    excluded: int
    pending: int


class Counted(Oracle):
    """The oracle that counts."""

    def rests_on(self, kind: str, name: str, run: str) -> Units:
        """The units of a measure on a kind of question ("series": on series) for a run."""
        of_kind: Callable[[str, str], Iterable[str]] | None = getattr(self, f"_units_of_{kind}", None)
        assert of_kind is not None, f"write _units_of_{kind} in tests/oracle/counted.py"
        states = list(of_kind(name, run))
        return Units(states.count(""), states.count(OUT) + states.count(DROPPED), states.count(WAITS))

    def _units_of_factoid(self, name: str, run: str) -> list[str]:
        return [self.state_of_factoid(one) for one in self.asked("factoid")]

    def _units_of_list(self, name: str, run: str) -> list[str]:
        return [self.state_of_list(one) or ("" if self.known(one) else DROPPED) for one in self.asked("list")]

    def _units_of_other(self, name: str, run: str) -> list[str]:
        states = {one: self.state_of_other(one) for one in self.asked("other")}
        defined: dict[str, Callable[[str], Score]] = {
            "nugget-recall": lambda one: self.supported(run, one, okay=Fraction(0), strict=True),
            "nugget-precision": lambda one: self.nugget_precision(run, one),
            "F(3)": lambda one: self.nugget_f(run, one, 3),
            "F1": lambda one: self.nugget_f(run, one, 1),
            "F-pyramid(3)": lambda one: self.pyramid(run, one),
        }
        for stem, okay in (("vital", Fraction(0)), ("all", Fraction(1)), ("weighted", Fraction(1, 2))):
            for end in ("", "-strict"):
                defined[stem + end] = lambda one, okay=okay: self.supported(run, one, okay=okay, strict=True)
        return [state or (DROPPED if defined[name](one) is None else "") for one, state in states.items()]

    def _units_of_ranked(self, name: str, run: str) -> list[str]:
        relevant = name in NEEDS_RELEVANT
        return [self._ranked_state(one, relevant=relevant) for one in self.asked("ranked")]

    def _with_answers(self, kind: str) -> list[str]:
        """The questions of a kind that have answers: to select among none is not a unit."""
        return [one for one in self.asked(kind) if self.tables.pool[one]]

    def _ranked_state(self, question: str, *, relevant: bool) -> str:
        pool = self.tables.pool[question]
        if self.is_left_out(question) or not pool:
            return OUT  # nobody can rank among none
        levels = [self.graded.of((question, answer)) for answer in pool]
        return self.state(levels) or (DROPPED if relevant and not any(levels) else "")

    def _units_of_validation(self, name: str, run: str) -> list[str]:
        if name in BY_QUESTION:
            return [self._validated_state(one) for one in self._with_answers("validation")]
        if name.startswith("citation-"):
            return [self.state_of_citations(one) for one in self._with_answers("validation")]
        left = [OUT for one in self.asked("validation") if self.is_left_out(one) for _ in self.tables.pool[one]]
        return left + ["" if one in (True, False) else str(one) for one in self.validated.values()]

    def _validated_state(self, question: str) -> str:
        pool = self.tables.pool[question]
        if self.is_left_out(question):
            return OUT
        return self.state([self.validated[question, answer] for answer in pool])

    def _units_of_series(self, name: str, run: str) -> list[str]:
        if name == "by-type":
            lists = self._units_of_list("F-list", run)
            return [*self._units_of_factoid("accuracy", run), *lists, *self._units_of_other("F(3)", run)]
        return [self.state_of_series(run, one) for one in self.all_series()]

    def state_of_series(self, run: str, series: str) -> str:
        """Whether a series is scored: out with any part that is out, and where it cannot have a score."""
        counts = any(not self.is_left_out(one) for one in self.members(series, "factoid"))
        counts &= any(
            not self.is_left_out(one)
            and bool(self.importance(one))
            and (bool(self.state_of_other(one)) or self.nugget_f(run, one, 3) is not None)
            for one in self.members(series, "other")
        )
        if not counts:
            return OUT
        state = self.state_of_parts(series)
        return state or (OUT if self.one_series(run, series, exact=False) is None else "")


def ranks(scores: dict[str, Score], *, lower: bool = False) -> dict[str, int | None]:
    """The rank of every run: exactly tied runs share the better rank, undefined ones have none."""
    known = {run: score for run, score in scores.items() if score is not None}
    return {run: None if run not in known else 1 + _better(known, run, lower=lower) for run in scores}


def _better(known: dict[str, Fraction | float], run: str, *, lower: bool) -> int:
    sign = -1 if lower else 1
    return sum(sign * (score - known[run]) > CLOSE for score in known.values())


def in_order(scores: dict[str, Score], shown: Sequence[str], *, lower: bool = False) -> bool:
    """Whether runs are listed best first, undefined ones last."""
    places = ranks(scores, lower=lower)
    listed = [places[run] if places[run] is not None else len(scores) + 1 for run in shown]
    return listed == sorted(listed)  # type: ignore[type-var]
