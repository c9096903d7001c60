"""What another label of one answer would do to the order of runs: done, scored anew, every pair looked at."""

import copy
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from oracle.naive import Oracle
from oracle.panels import GA_LEVELS, judges
from oracle.tables import OUT, WAITS, Score, Tables
from oracle_organizer.plain_units import other_world

Subject = tuple[str, str]
Scores = dict[str, Score]
SCHEMES = {
    "validation": ("correct", "incorrect"),
    "factoid": ("correct", "inexact", "unsupported", "incorrect"),
    "list": ("correct", "inexact", "unsupported", "incorrect"),
    "ranked": ("A", "B", "C"),
}


@dataclass(frozen=True)
class Change:
    """What happens to the order of the runs when one answer is judged otherwise."""

    flips: frozenset[tuple[str, str]]
    made: int
    broken: int
    effect: float


class Disputed:
    """All alternatives of the answers of one kind under a gold standard, by (answer, label or -assessor)."""

    def __init__(self, tables: Tables, gold: str, kind: str) -> None:
        self.tables, self.gold, self.kind = tables, gold, kind
        self.oracle = Oracle(tables, gold)
        self.oracle.labels.of = cache(self.oracle.labels.of)
        self.oracle.graded.labels = copy.copy(self.oracle.graded.labels)
        self.oracle.graded.labels.of = cache(self.oracle.graded.labels.of)
        self.oracle.graded.of = cache(self.oracle.graded.of)
        whose = self.oracle.graded.gold.split("+")[0].split(":")[0]
        self.by_votes = kind == "ranked" and whose in ("GA", "GAW", "LOO", "UFA", "UFBA", "BA")
        self.whose = whose

    @property
    def subjects(self) -> Iterator[Subject]:
        """The answers of the kind that count."""
        for question in self.oracle.asked(self.kind):
            if not self.oracle.is_left_out(question):
                yield from ((question, answer) for answer in self.tables.pool[question])

    def given(self, subject: Subject) -> dict[str, str]:
        """The labels of an answer by the judges."""
        panel = self.oracle.labels.panel
        said = {who: panel.said(who, subject) for who in panel.stored or judges(self.tables)}
        return {who: label for who, label in said.items() if label in SCHEMES[self.kind]}

    def alternatives(self) -> Iterator[tuple[Subject, str, Oracle]]:
        """Every alternative, and the oracle in whose world it holds."""
        for subject in self.subjects:
            if not self.by_votes:
                labels = (self.oracle.graded if self.kind == "ranked" else self.oracle).labels
                now = labels.of(subject)
                given = set(self.given(subject).values())
                # A decision gives a label to what its assessors differ about, and nobody has decided yet.
                undecided = labels.gold.startswith("adjudicated") and len(given) > 1
                for label in SCHEMES[self.kind]:
                    if (now not in (WAITS, OUT) or undecided) and label != now and label in given:
                        yield subject, label, self._with_label(subject, label)
            elif self.whose in ("GA", "GAW", "LOO"):
                yield from self._without_votes(subject)
            elif self.whose in ("UFA", "UFBA"):
                yield from self._without_favorites(subject)

    def _with_label(self, subject: Subject, label: str) -> Oracle:
        other = other_world(self.oracle)
        other.labels, other.graded = copy.copy(self.oracle.labels), copy.copy(self.oracle.graded)
        other.graded.labels = copy.copy(self.oracle.graded.labels)
        other.labels.of = other.graded.labels.of = _but(self.oracle_label, subject, label)
        other.graded.of = lambda asked: type(other.graded).of(other.graded, asked)
        return other

    def oracle_label(self, subject: Subject) -> str:
        """The gold label now."""
        return (self.oracle.graded if self.kind == "ranked" else self.oracle).labels.of(subject)

    def _without_votes(self, subject: Subject) -> Iterator[tuple[Subject, str, Oracle]]:
        members = self.oracle.graded.panel.members(subject)
        said = [self.oracle.graded.panel.said(who, subject) for who in members]
        if self.oracle.graded.of(subject) in (WAITS, OUT) or len(set(said)) < 2:
            return
        for at, who in enumerate(members):
            rest = said[:at] + said[at + 1 :]
            level = level_of(rest, len(members), ga=self.whose == "GA")
            yield subject, f"-{who}", self._with_levels(_but(self.oracle.graded.of, subject, level))

    def _without_favorites(self, subject: Subject) -> Iterator[tuple[Subject, str, Oracle]]:
        """Without a label that made a favorite, or kept others from it: as if that had been no label."""
        pool = [(subject[0], answer) for answer in self.tables.pool[subject[0]]]
        graded = self.oracle.graded
        if any(graded.of(one) in (WAITS, OUT) for one in pool):
            return
        for who in graded.panel.people:
            if graded.panel.said(who, subject) in ("A", "B"):
                other = copy.copy(graded)
                other.panel = copy.copy(graded.panel)
                mine = {**graded.panel.labels[who], subject: "junk"}
                other.panel.labels = {**graded.panel.labels, who: mine}
                levels = {one: type(graded).of(other, one) for one in pool}
                yield (
                    subject,
                    f"-{who}",
                    self._with_levels(
                        lambda asked, levels=levels: levels.get(asked, None) if asked in levels else graded.of(asked)
                    ),
                )

    def _with_levels(self, of: Callable[[Subject], Any]) -> Oracle:
        other = other_world(self.oracle)
        other.graded = copy.copy(self.oracle.graded)
        other.graded.of = of
        return other

    def scores(self, oracle: Oracle, measure: str) -> Scores:
        """The scores of all runs."""
        score = oracle.scores(self.kind)[measure]
        return {run: score(run) for run in self.tables.runs}

    def changes(self, measure: str, best: int) -> dict[tuple[Subject, str], Change]:
        """What every alternative changes; `best`: 1 where more is better, -1 where less is."""
        now = self.scores(self.oracle, measure)
        return {
            (subject, told): change(now, self.scores(oracle, measure), best)
            for subject, told, oracle in self.alternatives()
        }

    def size(self, subject: Subject) -> float:
        """How far the assessors of an answer are apart: the mean distance of two of their labels."""
        labels, scheme = list(self.given(subject).values()), SCHEMES[self.kind]
        pairs = list(itertools.combinations(labels, 2))
        far = (
            (lambda a, b: abs(scheme.index(a) - scheme.index(b)) / (len(scheme) - 1))
            if self.kind == "ranked"
            else (lambda a, b: float(a != b))
        )
        return sum(far(a, b) for a, b in pairs) / len(pairs) if pairs else 0.0


def _but(of: Callable[[Subject], Any], subject: Subject, instead: Any) -> Callable[[Subject], Any]:
    return lambda asked: instead if asked == subject else of(asked)


def level_of(rest: Sequence[str], size: int, *, ga: bool) -> int:
    """The level of a pattern whose missing letters are filled in as the given ones are.

    Filled by largest remainders; of equal ones the lower letter gets the place.
    """
    shares = {letter: Fraction(list(rest).count(letter) * size, len(rest)) for letter in "CBA"}
    seats = {letter: int(share) for letter, share in shares.items()}
    for letter in sorted("CBA", key=lambda one: (seats[one] - shares[one], "CBA".index(one))):
        if sum(seats.values()) < size:
            seats[letter] += 1
    return GA_LEVELS.get("A" * seats["A"] + "B" * seats["B"], 0) if ga else 2 * seats["A"] + seats["B"]


def change(now: Mapping[str, Score], then: Mapping[str, Score], best: int) -> Change:
    """Compare all pairs of runs now and then, to a billionth."""
    flips, made, broken = set(), 0, 0
    moved = [abs(float(now[run]) - float(then[run])) for run in now if None not in (now[run], then[run])]
    for a, b in itertools.combinations(now, 2):
        if None in (now[a], now[b], then[a], then[b]):
            continue
        before, after = best * order(now[a], now[b]), best * order(then[a], then[b])
        if before * after < 0:
            flips.add((a, b) if before > 0 else (b, a))
        made += before != 0 and after == 0
        broken += before == 0 and after != 0
    return Change(frozenset(flips), made, broken, max(moved, default=0.0))


def order(a: Any, b: Any) -> int:
    """Which of two scores is the larger: 1, 0 or -1."""
    steps = round(Fraction(a) * 10**9) - round(Fraction(b) * 10**9)
    return (steps > 0) - (steps < 0)
