"""What the last label did to the ranking, in one sentence: exactly what happened, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from jurybox.gold.why import listed
from jurybox.language import tr, trn
from jurybox.lists import clauses
from jurybox.scoring.results import RunRow

_MOST = 3
"""The most rank changes that are named; an audience reads no more at a glance."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference between two rankings of the same runs, by names.

    `passes`: a run that was behind another one and is now ahead of it, with that one; runs that rose furthest
    first. `level`: pairs of which the first was behind and is tied now. `leads`: pairs that were tied and of
    which the first is ahead now. `rose`: by how many ranks each run rose, or fell, by position; runs that
    kept their rank are not in it. `scored`: whether any score or rank differs at all. `leaders`: the runs
    that were first or are now; what happens to them is said first.
    """

    passes: tuple[tuple[str, str], ...] = ()
    level: tuple[tuple[str, str], ...] = ()
    leads: tuple[tuple[str, str], ...] = ()
    rose: Mapping[int, int] | None = None
    scored: bool = False
    leaders: frozenset[str] = frozenset()

    @property
    def turned(self) -> bool:
        """Whether the order of two runs has changed."""
        return bool(self.passes or self.level or self.leads)


def effect_of(before: Sequence[RunRow], after: Sequence[RunRow]) -> Effect:
    """Return what differs between two rankings; runs without a rank in either are left out of the pairs."""
    old = {row.run: row for row in before}
    ranked = [row for row in after if row.rank is not None and row.run in old]
    known = [(row, rank) for row in ranked if (rank := old[row.run].rank) is not None]
    rose = {row.run: rank - row.rank for row, rank in known if row.rank is not None and rank != row.rank}
    passes, level, leads = [], [], []
    for one, rank in sorted(known, key=lambda pair: (-rose.get(pair[0].run, 0), pair[0].rank)):
        for other, other_rank in known:
            if one.run == other.run or one.rank is None or other.rank is None:
                continue
            pair = one.name, other.name
            if rank > other_rank and one.rank < other.rank:
                passes.append(pair)
            elif rank > other_rank and one.rank == other.rank:
                level.append(pair)
            elif rank == other_rank and one.rank < other.rank:
                leads.append(pair)
    scored = [_shown(row) for row in before] != [_shown(row) for row in after]
    leaders = frozenset(row.name for row in (*before, *after) if row.rank == 1)
    return Effect(tuple(passes), tuple(level), tuple(leads), rose, scored, leaders)


def _shown(row: RunRow) -> tuple[int, int | None, float | None]:
    value = row.score.value
    return row.run, row.rank, None if math.isnan(value) else value


def changes_in_words(effect: Effect, most: int = _MOST) -> str:
    """Return the rank changes as a clause, "" without any: `tarn-1 passes heron-2; elm-1 ties with time`.

    At most `most` are named; those of the leaders come first.
    """
    found = [*_grouped(effect.passes, _passes), *_grouped(effect.level, _ties), *_grouped(effect.leads, _leads)]
    found.sort(key=lambda clause: effect.leaders.isdisjoint(clause[0]))
    named, more = clauses(words for _, words in found[:most]), len(found) - most
    return tr("{changes}; and {more} more", changes=named, more=more) if more > 0 else named


def _passes(who: Sequence[str], other: str) -> str:
    return trn("{who} passes {other}", "{who} pass {other}", len(who), who=listed(who), other=other)


def _ties(who: Sequence[str], other: str) -> str:
    return trn("{who} ties with {other}", "{who} tie with {other}", len(who), who=listed(who), other=other)


def _leads(who: Sequence[str], other: str) -> str:
    return trn(
        "{who} breaks the tie with {other}", "{who} break the tie with {other}", len(who), who=listed(who), other=other
    )


def _grouped(
    pairs: Sequence[tuple[str, str]], clause: Callable[[Sequence[str], str], str]
) -> list[tuple[set[str], str]]:
    """Return clauses, each with its runs; equal effects of several runs are combined."""
    by_who: dict[str, list[str]] = {}
    for who, whom in pairs:
        by_who.setdefault(who, []).append(whom)
    same: dict[tuple[str, ...], list[str]] = {}
    for who, passed in by_who.items():
        same.setdefault(tuple(passed), []).append(who)
    return [({*who, *passed}, clause(who, listed(passed))) for passed, who in same.items()]


def effect_in_words(effect: Effect, about: str, reason: str = "", most: int = _MOST) -> str:
    """Return what a label did as a sentence that begins with what the label was `about`.

    `reason`: why the label counts for nothing yet, "" where it counts.
    """
    changes = changes_in_words(effect, most)
    if changes:
        return tr("{about}; {changes}.", about=about, changes=changes)
    if reason:
        return tr("{about}; {reason}.", about=about, reason=reason)
    return (
        tr("{about}; scores move, no rank changes.", about=about)
        if effect.scored
        else tr("{about}; no score moves.", about=about)
    )
