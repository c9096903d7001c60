"""What comes before scores: runs that share no question with the judgments, and how little is judged.

Where less than nine tenths is judged, with where the ranking could end if all answers were.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.collection.findings import shown
from jurybox.collection.id_forms import alike, listed
from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.measures import Measure
from jurybox.results.cells import score_text
from jurybox.scoring.coverage import ROUNDED
from jurybox.scoring.results import Bounds, JudgedShare, RunRow, RunScore
from jurybox.scoring.scoreboard import Scoreboard

_OF_ITSELF = "Judged"
"""The measure that is itself a share of judged answers, and needs no warning of it."""
_MOST_RUNS = 3
"""Runs that share no question with the judgments, said one by one."""


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
    """Return the sentences that come before anything else in a result.

    That labels are those of models, which runs share no question with the judgments, and how little is judged; ""
    where nothing is to be said.
    """
    chosen = list(measures)
    found = little_judged(board, chosen)
    return sentences((*said_first(board, chosen), "" if found is None else found.text))


def said_first(board: Scoreboard, measures: Iterable[Measure]) -> list[str]:
    """Return the sentences that come before that on how little is judged."""
    return [*filter(None, [board.models_text]), *unshared(board, measures)]


def unshared(board: Scoreboard, measures: Iterable[Measure]) -> list[str]:
    """Return a sentence for each stored run that scores 0 because it answers no question that is scored.

    Not while questions that it answers may still be judged: then as many are scored as it answers, or their ids
    differ in form alone. For the first of the measures by which that is so.
    """
    for one in measures:
        zeros = [run for run in board.runs if not board.is_made(run) and _is_zero(board.score(one, run))]
        said = _unshared_by(board, one, zeros) if zeros else []
        if said:
            return said
    return []


def _is_zero(score: RunScore) -> bool:
    return score.units > 0 and score.value == 0.0


def _unshared_by(board: Scoreboard, one: Measure, runs: Sequence[int]) -> list[str]:
    catalog, found = board.catalog, board.unit_values(one)
    if found.unit == "series":
        return []
    kind = board.kind_of(one)
    scored = {*(found.units if found.unit == "question" else catalog.answer_question[found.units]).tolist()}
    said = []
    for run in runs:
        given = np.unique(catalog.responses.question[catalog.responses.of_run(run)]).tolist()
        answered = {at for at in given if catalog.questions[at].kind == kind}
        if not scored or not scored.isdisjoint(answered) or (given and not answered):
            continue  # a run of another kind of question is not meant
        judged, own = (sorted(catalog.questions[at].name for at in some) for some in (scored, answered))
        forms = alike(judged, own)
        if forms or len(scored) >= len(answered):
            said.append(_says_unshared(board.name_of(run), judged, own, forms))
    if len(said) > _MOST_RUNS:
        more = len(said) - _MOST_RUNS
        said[_MOST_RUNS:] = [trn("The same is true of {n} more run.", "The same is true of {n} more runs.", more)]
    return said


def _says_unshared(run: str, judged: Sequence[str], own: Sequence[str], forms: str) -> str:
    if not own:
        return tr("Run {run} has no response to any question.", run=shown(run))
    said = trn(
        "Run {run} does not answer the {n} judged question: judged {judged}, answered {answered}. {alike}",
        "Run {run} answers none of the {n} judged questions: judged {judged}, answered {answered}. {alike}",
        len(judged),
        run=shown(run),
        judged=listed(judged),
        answered=listed(own),
        alike=forms,
    )
    return said.strip()
