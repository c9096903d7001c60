"""A picture by name: what it shows, whether this collection has it, and how it is drawn from the scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from jurybox.collection.collection import Collection
from jurybox.collection.entries import Entry
from jurybox.errors import Refused
from jurybox.figures import Figure, Orientation
from jurybox.language import tr
from jurybox.measures import Measure, measure
from jurybox.scoring import UNJUDGED_MEANS, Scoreboard
from jurybox.scoring.coverage import Resting, lines_of, resting
from jurybox.watch import Watch


def _no_entries() -> Iterable[Entry]:
    return ()


@dataclass(frozen=True)
class PictureSource:
    """Where a picture comes from: the scores of this moment and what they were made of.

    `entries` gives the log in the order of arrival; only the picture of the campaign asks for it. `watch`
    hears how far slow pictures are, and stops them.
    """

    board: Scoreboard
    entries: Callable[[], Iterable[Entry]] = field(default=_no_entries, compare=False)
    watch: Watch = field(default_factory=Watch, compare=False)

    @property
    def collection(self) -> Collection:
        """The collection whose scores these are."""
        return self.board.collection

    @property
    def gold(self) -> str:
        """How the scores are made, for captions: the gold standard, and what unjudged answers count as."""
        text, unjudged = self.board.gold_words, self.board.unjudged
        waits = unjudged == "wait" or not self.board.has_graded
        return text if waits else f"{text}; {UNJUDGED_MEANS[unjudged]}"

    def is_baseline(self, run: int) -> bool:
        """Return whether a run is one that the organizers made."""
        return run < len(self.collection.catalog.runs) and self.collection.catalog.runs[run].origin == "baseline"


@dataclass(frozen=True)
class PictureOptions:
    """What can be chosen for a picture; each takes what concerns it.

    `iso`: measure of the iso lines, "" for none, None for the default ones; `share`: supposed share of
    correct answers; `r`: weight of time; `run`: the run that is emphasized and whose curve is drawn; `step`:
    number of the threshold on that run's scores at which it is shown, too; `areas`, `hull`, `candidates`:
    whether they are drawn; `crosses`: whether the 95 % intervals of both measures of the two spaces are;
    `measures`: what is shown, the first ones first; `draws`, `seed`: of the intervals of scores, which are
    drawn at random; without draws there are none.
    """

    iso: str | None = None
    orientation: Orientation = "usual"
    share: float | None = None
    r: float = 1.0
    run: int | None = None
    step: int | None = None
    areas: bool = False
    hull: bool = False
    candidates: bool = True
    crosses: bool = False
    measures: tuple[Measure, ...] = ()
    draws: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture that any collection of the right kind has.

    `why_not` returns a sentence if this collection does not have it, else ""; `draw` may only be called if it
    returned "". `rests` returns for every score shown the number of units it rests on. `measures_asked`: how
    many measures a window asks for, 0 if the content is fixed; a picture of several, such as means, shows all
    of `PictureOptions.measures`. `slow`: it scores repeatedly, so that a window draws it on another thread.
    """

    name: str
    title: str
    about: str
    why_not: Callable[[PictureSource], str]
    draw: Callable[[PictureSource, PictureOptions], Figure]
    rests: Callable[[PictureSource, PictureOptions], Iterable[Resting]]
    measures_asked: int = 0
    slow: bool = False

    def figure(self, source: PictureSource, options: PictureOptions | None = None) -> Figure:
        """Return the picture; raises Refused with the reason where this collection does not have it."""
        reason = self.why_not(source)
        if reason:
            raise Refused(tr("There is no picture {name} of this collection: {reason}", name=self.name, reason=reason))
        options = options or PictureOptions()
        if options.measures and not self.measures_asked:
            raise Refused(tr("No measure can be chosen for the picture {name}.", name=self.name))
        return resting_on(self.draw(source, options), self.rests(source, options))


def resting_on(figure: Figure, rests: Iterable[Resting]) -> Figure:
    """Return a picture with what its scores rest on, in its caption and in its data."""
    known = [one for one in rests if any(each.total for each in one.each)]
    counts = [row for one in known for row in one.numbers]
    return figure.resting(lines_of((one.name, one.each) for one in known), counts)


def rests_on(*names: str) -> Callable[[PictureSource, PictureOptions], list[Resting]]:
    """Return the note on what scores by these measures rest on."""

    def found(source: PictureSource, options: PictureOptions) -> list[Resting]:
        del options
        return [resting(source.board, measure(name), source.board.stored) for name in names]

    return found


def score_intervals(source: PictureSource, options: PictureOptions, one: Measure) -> dict[int, tuple[float, float]]:
    """Return the 95 % interval of each run's score, where it has one; none if they are not asked for."""
    from jurybox.analysis.standings import prepare_tests, with_intervals

    if not options.draws:
        return {}
    prepared = prepare_tests(source.board, one)
    done = with_intervals(prepared, draws=options.draws, seed=options.seed, watch=source.watch)
    found = ((each.row.run, each.interval) for each in done)
    return {run: (it.low, it.high) for run, it in found if it is not None and not math.isnan(it.low)}


def share_of_correct(source: PictureSource) -> float:
    """Return the share of correct answers among the judged ones, NaN where nothing is judged."""
    counts = [source.board.counts(run) for run in source.board.runs]
    total = max((c.total for c in counts), default=0)
    return max(c.positives for c in counts) / total if total else math.nan
