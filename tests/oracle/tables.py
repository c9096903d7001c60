"""The exported tables of a collection, and numbers that are exact or undefined."""

import csv
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

Row = dict[str, str]
Number = Fraction | float
Score = Number | None
HALF = Fraction(1, 2)
WAITS, OUT = "waits", "out"
MISSING = ("", "skipped", "deferred")
RANKED_GOLDS = ("GA", "GAW", "LOO", "UFA", "UFBA", "BA")


def mean(values: Iterable[Score]) -> Score:
    """The mean of what is defined; None without anything."""
    found = [value for value in values if value is not None]
    if not found:
        return None
    if all(isinstance(value, Fraction | int) for value in found):
        return sum(map(Fraction, found), Fraction()) / len(found)
    return math.fsum(map(float, found)) / len(found)


def mean_or_none(values: Sequence[Score]) -> Score:
    """The mean; None where one of them is undefined."""
    return None if None in values else mean(values)


def share(part: Number, whole: Number) -> Score:
    """A quotient; None with 0 below."""
    if whole == 0:
        return None
    return part / whole if isinstance(part, float) or isinstance(whole, float) else Fraction(part) / whole


class Tables:
    """The exported tables of a collection, by name."""

    def __init__(self, folder: Path) -> None:
        self.rows: dict[str, list[Row]] = {}
        for path in sorted(folder.glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                self.rows[path.stem] = list(csv.DictReader(file))
        self.questions = {row["question"]: row for row in self.of("questions")}
        self._decide()
        self.pool: dict[str, list[str]] = {name: [] for name in self.questions}
        self.answers: dict[tuple[str, str], Row] = {}
        gone = {
            row["key"].removeprefix("withdrawn:")
            for row in self.of("collection")
            if row["key"].startswith("withdrawn:") and row["value"] == "yes"
        }
        self.runs = [row["run"] for row in self.of("runs") if row["run"] not in gone]
        self.unasked = self._unasked(gone)
        judged = {(row["question"], row["answer"]) for row in self.of("judgments")}
        for row in self.of("answers"):
            subject = row["question"], row["answer"]
            is_ranked = self.questions[row["question"]]["kind"] == "ranked"
            if subject not in self.unasked or (is_ranked and subject in judged):
                self.pool[row["question"]].append(row["answer"])
                self.answers[subject] = row

    def _decide(self) -> None:
        """Let questions be as was decided later: whether NIL is right, and which are dropped."""
        for row in self.of("collection"):
            what, _, name = row["key"].partition(":")
            if what == "nil" and row["value"]:
                self.questions[name]["nil_correct"] = "yes" if row["value"] == "right" else "no"
            elif what == "dropped" and row["value"]:
                self.questions[name]["status"] = "unjudged"

    def _unasked(self, gone: set[str]) -> set[tuple[str, str]]:
        """The answers that only withdrawn runs returned; not options and best answers, which are from no run."""
        returned: dict[tuple[str, str], bool] = {}
        for row in self.of("responses"):
            subject = row["question"], row["answer"]
            returned[subject] = returned.get(subject, False) or row["run"] not in gone
        closed = {row["question"] for row in self.of("options")}
        best = {(row["question"], row["answer"]) for row in self.of("answers") if row.get("best") == "yes"}
        return {one for one, stays in returned.items() if not stays and one[0] not in closed and one not in best}

    def of(self, table: str) -> list[Row]:
        """The rows of a table; none where it is not there."""
        return self.rows.get(table, [])

    def said_as(self, kind: str) -> dict[str, dict[tuple[str, str], str]]:
        """What each assessor says of answers, a label or a state."""
        said: dict[str, dict[tuple[str, str], str]] = {}
        for row in self.of("judgments"):
            if (row.get("kind") or "judgment") == kind and row["answer"]:
                what = row["label"] or row.get("state") or ""
                said.setdefault(row["assessor"], {})[row["question"], row["answer"]] = what
        return said
