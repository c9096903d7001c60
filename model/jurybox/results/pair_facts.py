"""Facts about pairs of runs: how their difference can still end, and which difference studies require."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from jurybox.analysis.studies.records import measure_of, out_of_date
from jurybox.language import tr, trc, trn
from jurybox.lists import comma_list, sentences
from jurybox.measures import Measure
from jurybox.measures.ranks import TIE
from jurybox.results.cells import score_text
from jurybox.results.views import ViewRequest
from jurybox.scoring import Bounds, Scoreboard
from jurybox.watch import Watch

Rows = tuple[tuple[str, ...], ...]
State = Literal["open", "settled", "equal", "undefined"]
AS_FROZEN = tr("The gold standard is frozen, so no label or decision changes a difference.")
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of the difference of two runs, and what follows for their order."""

    state: State
    bounds: Bounds

    @property
    def ends(self) -> str:
        """Both ends, one where there is no other."""
        low, high = self.bounds.low, self.bounds.high
        if low == high:
            return score_text(low)
        return tr("{low} to {high}", low=score_text(low), high=score_text(high))

    @property
    def exactly(self) -> str:
        """Whether both ends can be reached, in a word."""
        return "exact" if self.bounds.exact else "outer"

    def turned(self) -> Between:
        """Return the same of the two runs the other way round."""
        return Between(self.state, Bounds(0.0 - self.bounds.high, 0.0 - self.bounds.low, self.bounds.exact))

    @property
    def words(self) -> str:
        """The conclusion, with the bounds; outer bounds are marked.

        For a decided pair the bounds are enough.
        """
        if self.state == "undefined":
            return tr("undefined")
        said = self.ends if self.bounds.exact else tr("within {bounds}", bounds=self.ends)
        if self.state == "open":
            return tr("open {bounds}", bounds=said)
        return tr("equal {bounds}", bounds=said) if self.state == "equal" else said


def between(bounds: Bounds) -> Between:
    """Return the conclusion from the bounds of a difference: open as long as they include 0.

    Ends no further from 0 than a tie (`jurybox.measures.ranks`) are 0.
    """
    low, high = (0.0 if abs(end) <= TIE else end for end in (bounds.low, bounds.high))
    bounds = replace(bounds, low=low, high=high)
    state: State = "open" if bounds.low <= 0 <= bounds.high else "settled"
    if math.isnan(bounds.low):
        state = "undefined"
    elif bounds.low == bounds.high == 0:
        state = "equal"
    return Between(state, bounds)


_CHEAP = 5_000
"""Up to this many checks of pending units, a few seconds, all differences are bounded directly."""
Pairs = dict[tuple[int, int], Between]


def all_between(
    board: Scoreboard, one: Measure, runs: Sequence[int], watch: Watch | None = None, most: float = math.inf
) -> Pairs:
    """Return how the difference of every pair of runs can still end, by their positions in `runs`.

    If the bounds of the two scores do not overlap, they suffice as an outer bound of the difference, unless
    there are so few pairs that all can be bounded directly. The differences of other pairs are bounded
    directly, as long as no more than `most` pending units have to be checked for that, each once per pair.
    """
    watch, count = watch or Watch(), len(runs)
    alone = [board.bounds(one, run) for run in runs]
    found = {(a, b): between(_outer_difference(alone[a], alone[b])) for a in range(count) for b in range(a + 1, count)}
    waiting = len(board.bounding(one).waiting_units(one))
    cheap = len(found) * waiting <= min(_CHEAP, most)
    done = {"undefined"} if cheap else {"settled", "undefined"}
    meet = [pair for pair, known in found.items() if known.state not in done]
    if len(meet) * waiting <= most:
        watch.expect(len(meet))
        for a, b in meet:
            found[a, b] = between(board.difference(one, runs[a], runs[b]))
            watch.step(1)
    return found | {(b, a): known.turned() for (a, b), known in found.items()}


def _outer_difference(a: Bounds, b: Bounds) -> Bounds:
    """Return the bounds of a difference that follow from those of both scores; exact where neither moves."""
    fixed = a.low == a.high and b.low == b.high
    exact = fixed and a.exact and b.exact
    return Bounds(a.low - b.high, a.high - b.low, exact=exact, decided=a.decided or b.decided)


def matrix_of(names: Sequence[str], pairs: Pairs) -> tuple[tuple[str, ...], Rows, str]:
    """Return the head and rows of a matrix of pairs, and its note for the caption."""
    places = range(len(names))
    rows = tuple(
        (name, *("" if at == other else pairs[at, other].words for other in places)) for at, name in enumerate(names)
    )
    return ("run", *names), rows, pairs_caption(pairs, tr("row minus column"))


def pairs_caption(pairs: Pairs, what: str) -> str:
    """Return the caption's note on how pairs can end; `what`: which run minus which the bounds are of."""
    upper = [one for (at, other), one in pairs.items() if at < other]
    states = [one.state for one in upper]
    counted = comma_list(_counted(states.count(state), state) for state in STATES if state in states)
    if upper and all(one.bounds.frozen for one in upper):
        return sentences([tr("Pairs: {counted}.", counted=counted), AS_FROZEN])
    outer = sum(1 for one in upper if not one.bounds.exact)
    if not outer:
        exact = tr("which can be reached")
    elif outer < len(upper):
        exact = trn(
            "outer ones, which may not be reached, for {n} pair, exact ones for the others",
            "outer ones, which may not be reached, for {n} pairs, exact ones for the others",
            outer,
        )
    else:
        exact = trn(
            "outer ones, which may not be reached, for {n} pair",
            "outer ones, which may not be reached, for {n} pairs",
            outer,
        )
    decided = any(one.bounds.decided for one in upper)
    return sentences(
        [
            tr("Pairs: {counted}.", counted=counted or trc("pairs", "none")),
            tr(
                "Bounds of the difference, {what}, over all ways to complete the judging and to decide "
                "what is disputed, {exact}; where they include 0 the pair is open: the two can still "
                "change places. All others are settled.",
                what=what,
                exact=exact,
            )
            if decided
            else tr(
                "Bounds of the difference, {what}, over all ways to complete the judging, {exact}; "
                "where they include 0 the pair is open: the two can still change places. All others "
                "are settled.",
                what=what,
                exact=exact,
            ),
        ]
    )


def _counted(count: int, state: State) -> str:
    match state:
        case "open":
            return trc("pairs", "{count:,} open", count=count)
        case "settled":
            return trc("pairs", "{count:,} settled", count=count)
        case "equal":
            return trc("pairs", "{count:,} equal", count=count)
        case "undefined":
            return trc("pairs", "{count:,} undefined", count=count)


@dataclass(frozen=True, slots=True)
class KeptSwap:
    """What a kept swap study requires; None where no difference is enough; `stale`: it is out of date.

    `reason`: why no difference is required, where none is.
    """

    required: float | None
    reason: str
    trials: int
    stale: bool

    @property
    def state(self) -> str:
        """The state of the study in a table."""
        return tr("out of date") if self.stale else tr("kept")


def kept_swaps(request: ViewRequest) -> dict[str, KeptSwap]:
    """Return the kept swap study of each measure that was made of just what is shown.

    That is with the same gold standard, questions and way to treat what is unjudged. Of several one that is
    up to date, then the one with the most trials.
    """
    frozen, board = request.frozen, request.board
    wanted = [record for record in map(dict, frozen.collection.facts.studies.values()) if _fits(request, record)]
    stale = out_of_date(board, wanted)
    found: dict[str, KeptSwap] = {}
    for record, old in zip(wanted, stale, strict=True):
        needed = record.get("required")
        required = None if needed is None or math.isnan(needed) else float(needed)
        study = KeptSwap(required, str(record.get("reason") or ""), int(record["trials"]), old)
        name = str(measure_of(record["measure"]))
        if name not in found or _worth(study) > _worth(found[name]):
            found[name] = study
    return found


def _worth(study: KeptSwap) -> tuple[bool, int]:
    return not study.stale, study.trials


def _fits(request: ViewRequest, record: Mapping[str, object]) -> bool:
    """Return whether a record is of a swap study of what is shown."""
    board, names = request.board, [question.name for question in request.catalog.questions]
    chosen = None if board.questions is None else [names[at] for at in sorted(board.questions)]
    return (
        record.get("study") == "swap"
        and measure_of(record.get("measure")) in {*request.measures}
        and (record.get("gold"), record.get("unjudged", "wait"), record.get("questions"))
        == (board.gold_text, board.unjudged, chosen)
    )
