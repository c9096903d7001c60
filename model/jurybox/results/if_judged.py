"""Where a ranking could end if all answers were judged: said first where less than nine tenths is."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.measures import Measure
from jurybox.results.cells import score_text
from jurybox.scoring.coverage import ROUNDED
from jurybox.scoring.results import Bounds, JudgedShare, RunRow
from jurybox.scoring.scoreboard import Scoreboard

_OF_ITSELF = "Judged"
"""The measure that is itself a share of judged answers, and needs no warning of it."""


@dataclass(frozen=True)
class LittleJudged:
    """A ranking of which less than nine tenths is judged for some run; `rows`: the submitted runs, best first.

    `ranges`: where each could end if all were judged, by run; of some only, as long as they are computed.
    """

    measure: Measure
    rows: tuple[RunRow, ...]
    judged: tuple[JudgedShare, ...]
    ranges: Mapping[int, Bounds]

    @property
    def _share(self) -> str:
        """What is not judged: of all runs, or of the one with least where all together have enough."""
        depth = self.judged[0].depth
        whole = JudgedShare(sum(one.judged for one in self.judged), sum(one.returned for one in self.judged), depth)
        if whole.is_little:
            return _unjudged(whole)
        least = min((one for one in self.judged if one.is_little), key=lambda one: one.share)
        return _unjudged(least, self.rows[self.judged.index(least)].name)

    @property
    def title(self) -> str:
        """The first sentence: how much is unjudged, and who could come first if all were judged."""
        bounds = [self.ranges[row.run] for row in self.rows if row.run in self.ranges]
        share, name = self._share, str(self.measure)
        if len(bounds) < len(self.rows):
            return tr("{share}.", share=share)
        known = [one if self.measure.direction == "higher" else _turned(one) for one in bounds if one.low == one.low]
        best = max((one.low for one in known), default=0.0)
        could = sum(one.high >= best for one in known)
        if len(known) < 2:
            return tr("{share}, by which {measure} could change if all were judged.", share=share, measure=name)
        if could == len(known):
            return tr(
                "{share}: any of the {runs} runs could come first by {measure} if all were judged.",
                share=share,
                runs=could,
                measure=name,
            )
        return trn(
            "{share}: {n} of {runs} runs could come first by {measure} if all were judged.",
            "{share}: {n} of {runs} runs could come first by {measure} if all were judged.",
            could,
            share=share,
            runs=len(known),
            measure=name,
        )

    @property
    def aside(self) -> str:
        """The second sentence: where the leading run could end, and how many places are unjudged."""
        first, places = self.rows[0], sum(one.returned for one in self.judged)
        missing = places - sum(one.judged for one in self.judged)
        count = tr("{missing:,} of {places:,} places are unjudged.", missing=missing, places=places)
        ends = self.ranges.get(first.run)
        if ends is None or not first.score.defined or ends.low != ends.low:
            return count
        low, high, score = score_text(ends.low), score_text(ends.high), score_text(first.score.value)
        if low == high == score:
            end = tr("{run} would stay at {score}.", run=first.name, score=score)
        else:
            end = tr(
                "{run}, with {score}, could end between {low} and {high}.",
                run=first.name,
                score=score,
                low=low,
                high=high,
            )
        return sentences((end, count))

    @property
    def text(self) -> str:
        """Both sentences."""
        return sentences((self.title, self.aside))


def _unjudged(one: JudgedShare, run: str = "") -> str:
    """Return how much is not judged, of a run or of all."""
    part = _rest(one.share)
    match one.depth, bool(run):
        case None, False:
            return tr("{part} of the answers returned are unjudged", part=part)
        case None, True:
            return tr("{part} of the answers of {run} are unjudged", part=part, run=run)
        case 1, False:
            return tr("{part} of the answers at rank 1 are unjudged", part=part)
        case 1, True:
            return tr("{part} of the answers of {run} at rank 1 are unjudged", part=part, run=run)
        case depth, False:
            return tr("{part} of the top {depth} is unjudged", part=part, depth=depth)
        case depth, _:
            return tr("{part} of the top {depth} of {run} is unjudged", part=part, depth=depth, run=run)


def _rest(share: float) -> str:
    """Return what is left of a share in per cent, so that both add up to 100."""
    return tr("{n} %", n=100 - math.floor(100 * share + ROUNDED))


def _turned(one: Bounds) -> Bounds:
    return Bounds(-one.high, -one.low, exact=one.exact)


def little_judged(
    board: Scoreboard, measures: Iterable[Measure], ranges: Mapping[int, Bounds] | None = None
) -> LittleJudged | None:
    """Return the first of some measures whose ranking rests on little that is judged; None where none does.

    `ranges`: where runs could end by it if all were judged, as far as that is known; None: computed here.
    """
    stored = board.stored
    for one in measures:
        if one.base != _OF_ITSELF and rests_on_little(board, one, stored):
            rows = tuple(row for row in board.standing(one) if not board.is_made(row.run))
            judged = tuple(each for row in rows if (each := board.judged(one, row.run)) is not None)
            if ranges is None:
                ranges = {row.run: board.bounds(one, row.run, if_all_judged=True) for row in rows}
            return LittleJudged(one, rows, judged, ranges)
    return None


def rests_on_little(board: Scoreboard, one: Measure, runs: Sequence[int]) -> bool:
    """Return whether for some of these runs less than nine tenths of what a score rests on is judged."""
    return any(found is not None and found.is_little for found in (board.judged(one, run) for run in runs))


def warning(board: Scoreboard, measures: Iterable[Measure]) -> str:
    """Return the sentences that come before anything else in a result; "" where nearly all is judged."""
    found = little_judged(board, measures)
    return "" if found is None else found.text
