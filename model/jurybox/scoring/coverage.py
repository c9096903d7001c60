"""On how many units a score rests, and how many are pending or excluded: said beside every score.

Every table, desk, export and report asks here, so that none of them can count otherwise.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from jurybox.kinds import KINDS
from jurybox.language import tr, trn
from jurybox.lists import clauses, comma_list
from jurybox.measures import Measure, Parts
from jurybox.scoring.results import JudgedShare, RunScore
from jurybox.scoring.scoreboard import Scoreboard
from jurybox.wording import count_of, plural

ROUNDED = 1e-9
"""What is added before a share in per cent is rounded down: 29 of 100 is 29 %."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the score of a run rests on.

    `unit`: what is counted, such as "list question"; `units` of them are scored, `pending` ones can still
    come in, `excluded` ones cannot under this gold standard, or are undefined for the run. `parts`: the same
    by type of question, where a score puts several types together. `judged`: how much is judged of the answers
    that a score of ranked lists looks at, or under a frozen gold standard of all that a run returned; None for any
    other, and no part of the comparison, since runs differ.
    """

    unit: str
    units: int
    pending: int
    excluded: int
    parts: tuple["Coverage", ...] = ()
    judged: JudgedShare | None = field(default=None, compare=False)

    def __deepcopy__(self, memo: object) -> "Coverage":
        """Return itself, which is immutable: pandas copies a frame's attributes at each step."""
        return self

    @property
    def total(self) -> int:
        """All units of the kind among the selected questions."""
        return self.units + self.pending + self.excluded

    @property
    def is_thin(self) -> bool:
        """Whether it rests on less than half of the units, or of those of one part."""
        return 2 * self.units < self.total or any(part.is_thin for part in self.parts)

    @property
    def short(self) -> str:
        """Such as `84 of 230`."""
        return tr("{units:,} of {total:,}", units=self.units, total=self.total)

    @property
    def named(self) -> str:
        """Such as `84 of 230 factoid questions`."""
        return tr("{units:,} of {all_units}", units=self.units, all_units=count_of(self.total, self.unit))

    @property
    def text(self) -> str:
        """Such as `84 of 230 factoid questions, 146 excluded`, part by part where there are parts."""
        if self.parts:
            return clauses(part.text for part in self.parts)
        said = [self.named]
        if self.pending:
            said.append(trn("{n} pending", "{n} pending", self.pending))
        if self.excluded:
            said.append(trn("{n} excluded", "{n} excluded", self.excluded))
        return comma_list(said)

    @property
    def full(self) -> str:
        """The same, and how much of the answers it looks at is judged, if not all is."""
        return clauses(filter(None, (self.text, judged_of([self]))))

    @property
    def thin(self) -> "tuple[Coverage, ...]":
        """The parts that rest on less than half of their units; without parts itself."""
        return tuple(part for part in self.parts if part.is_thin) or (self,)


def coverage(board: Scoreboard, one: Measure, run: int, score: RunScore | None = None) -> Coverage:
    """Return what the score of a run rests on; `score`: where it is at hand already."""
    found = score or board.score(one, run)
    return _counted(unit_of(board, one), found, _parts(board, one, run), judged_share(board, one, run))


def judged_share(board: Scoreboard, one: Measure, run: int) -> JudgedShare | None:
    """Return how much is judged of what a score looks at; under a frozen gold standard of all that a run returned.

    None for scores of anything but ranked lists under any other gold standard.
    """
    judged = board.judged(one, run)
    is_of_lists = judged is not None and board.unjudged != "wait"
    return judged if is_of_lists else board.decided_share(one, run) or judged


def _counted(
    unit: str, score: RunScore, parts: tuple[Coverage, ...] = (), judged: JudgedShare | None = None
) -> Coverage:
    return Coverage(unit, score.units, score.waiting, score.left_out, parts, judged)


def unit_of(board: Scoreboard, one: Measure) -> str:
    """Return what a measure counts here: answer, series, question, with the type among several types."""
    kind = board.kind_of(one)
    if kind is None:
        return one.unit
    if _puts_together(one):
        return "question"
    unit = one.unit_of(kind)
    return KINDS[kind].noun if unit == "question" else unit


def _puts_together(one: Measure) -> bool:
    """Return whether a measure puts the scores of the types of question together for a whole run."""
    return Parts in one.accepts and not one.averaged


def _parts(board: Scoreboard, one: Measure, run: int) -> tuple[Coverage, ...]:
    if not _puts_together(one) or board.is_made(run):
        return ()
    return tuple(_counted(KINDS[kind].noun, score) for kind, score in board.parts(one, run).items())


def of_runs(board: Scoreboard, one: Measure, runs: Iterable[int]) -> tuple[Coverage, ...]:
    """Return what the scores of runs rest on, in the order of the runs."""
    return tuple(coverage(board, one, run) for run in runs)


class Resting(NamedTuple):
    """What a column, or a picture, rests on: the coverage of each run's score, with the names of the runs."""

    name: str
    each: tuple[Coverage, ...]
    runs: tuple[str, ...]

    @property
    def least(self) -> Coverage:
        """The coverage of the run with the fewest units, of those that the measure applies to."""
        known = [one for one in self.each if one.total] or list(self.each)
        return min(known, key=lambda one: one.units, default=Coverage("unit", 0, 0, 0))

    @property
    def least_judged(self) -> JudgedShare | None:
        """How much is judged for the run with the smallest share; None for scores of anything but ranked lists."""
        known = [one.judged for one in self.each if one.judged is not None]
        return min(known, key=lambda one: one.share if one.returned else 1.0, default=None)

    @property
    def numbers(self) -> list[tuple[str, str, int]]:
        """Rows of a name, what is counted and the count; of every run where runs differ, as `accuracy, lcc1`.

        A run that the measure does not apply to has none.
        """
        known = [(run, one) for run, one in zip(self.runs, self.each, strict=True) if one.total]
        if known and all(one == known[0][1] for _, one in known):
            known = [("", known[0][1])]
        return [
            (f"{self.name}, {run}" if run else self.name, what, count)
            for run, one in known
            for what, count in (("units", one.units), ("pending", one.pending), ("excluded", one.excluded))
        ]


def resting(board: Scoreboard, one: Measure, runs: Iterable[int], name: str = "") -> Resting:
    """Return what the scores of runs by a measure rest on; `name`: else that of the measure."""
    runs = tuple(runs)
    return Resting(name or str(one), of_runs(board, one, runs), tuple(map(board.name_of, runs)))


def short_of(each: Sequence[Coverage]) -> str:
    """Return what a column rests on: `84 of 230`, or `80 to 84 of 230` where runs differ."""
    each = [one for one in each if one.total]
    if not each:
        return ""
    units = sorted({one.units for one in each})
    total = max(one.total for one in each)
    if len(units) == 1:
        return tr("{units:,} of {total:,}", units=units[0], total=total)
    return tr("{least:,} to {most:,} of {total:,}", least=units[0], most=units[-1], total=total)


def text_of(each: Sequence[Coverage]) -> str:
    """Return the same in full, with what is pending and excluded, and for which run most is missing."""
    each = [one for one in each if one.total]  # a run that the measure does not apply to rests on nothing
    if not each:
        return ""
    least = min(each, key=lambda one: one.units)
    if all(one == least for one in each):
        return least.text
    return tr(
        "{short_of} {unit}, the run with fewest {least}",
        short_of=short_of(each),
        unit=plural(least.unit),
        least=least.text,
    )


def _thinnest(each: Sequence[Coverage]) -> tuple[Coverage, ...]:
    """Return what is thin in the score of several types that rests on least; empty without such a score."""
    thin = [one.thin for one in each if one.is_thin and one.parts]
    return min(thin, key=lambda parts: sum(part.units for part in parts), default=())


def thin_text_of(each: Sequence[Coverage]) -> str:
    """Return what a thin column rests on: of a score of several types, the types that are thin.

    Such as `23 of 56 list questions, 33 excluded`, of the run with the fewest units of these types.
    """
    return clauses(part.text for part in _thinnest(each)) or text_of(each)


def thin_short_of(each: Sequence[Coverage]) -> str:
    """Return the same without what is missing: `23 of 56 list questions`, or `84 of 230`."""
    return comma_list(part.named for part in _thinnest(each)) or short_of(each)


def percent(share: float) -> str:
    """Return a share in whole per cents, rounded down: only what is complete is 100 %."""
    return tr("{n} %", n=math.floor(100 * share + ROUNDED))


def judged_columns(columns: Sequence[Sequence[JudgedShare | None]]) -> dict[int, str]:
    """Return which columns of scores have one beside them of how much is judged, with its head.

    A column of ranked lists has, where not all is judged; of those that look equally deep, the first.
    """
    found: dict[int, str] = {}
    for at, judged in enumerate(columns):
        known = [one for one in judged if one is not None and one.returned]
        if any(one.judged < one.returned for one in known) and all(judged != columns[other] for other in found):
            found[at] = judged_head(known[0])
    return found


def judged_head(judged: JudgedShare) -> str:
    """Return the head of a column of shares judged, by the depth that scores look to."""
    return tr("judged") if judged.depth is None else tr("top {depth} judged", depth=judged.depth)


def judged_of(each: Sequence[Coverage]) -> str:
    """Return how much is judged of the answers that scores look at: `22 % to 73 % of the top 10 judged`.

    "" where all is, and for scores of anything but ranked lists.
    """
    found = [one.judged for one in each if one.judged is not None and one.judged.returned]
    if all(one.judged == one.returned for one in found):
        return ""
    least, most = (percent(end(one.share for one in found)) for end in (min, max))
    depth = found[0].depth
    share = least if least == most else tr("{least} to {most}", least=least, most=most)
    if depth is None:
        return tr("{share} of the answers returned judged", share=share)
    return tr("{share} of the top {depth} judged", share=share, depth=depth)


def lines_of(columns: Iterable[tuple[str, Sequence[Coverage]]]) -> list[str]:
    """Return a sentence for each coverage that columns (name, coverage by run) have; thin ones last.

    Such as `accuracy, c@1 rest on 84 of 230 factoid questions, 146 excluded.`
    """
    named: dict[tuple[bool, str], list[str]] = {}
    for name, each in columns:
        if any(one.total for one in each):
            thin = any(one.is_thin for one in each)
            text = clauses(filter(None, (thin_text_of(each) if thin else text_of(each), judged_of(each))))
            named.setdefault((thin, text), []).append(name)
    return [
        (
            (
                tr("{names} rests on less than half: {text}.", names=comma_list(names), text=text)
                if thin
                else tr("{names} rests on {text}.", names=comma_list(names), text=text)
            )
            if len(names) == 1
            else (
                tr("{names} rest on less than half: {text}.", names=comma_list(names), text=text)
                if thin
                else tr("{names} rest on {text}.", names=comma_list(names), text=text)
            )
        )
        for (thin, text), names in sorted(named.items(), key=lambda item: item[0][0])
    ]
