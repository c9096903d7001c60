"""The data of the Spaces desk and the live strip, read from the scoreboard: comparable, without Qt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.figures import OperatingPoint
from jurybox.language import tr, trn
from jurybox.measures.inputs import Counts
from jurybox.measures.ranks import best_first
from jurybox_gui.core.next_best import UNFAIR
from jurybox_gui.live_strip.live import progress_text

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_BASELINE = "baseline"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every run's present outcomes and operating point, in the collection's order of runs.

    `share` is that of correct answers among those judged, NaN before the first one. `sentence` says why
    nothing can be shown, with `aside` on what to do; both are empty if something can be shown. `waiting`
    counts the answers that still need labels, `excluded` those that no label can bring in. `foreign`: no run
    decides about answers here, so that another picture must be shown.
    """

    points: tuple[OperatingPoint, ...] = ()
    counts: tuple[Counts, ...] = ()
    answers: int = 0
    waiting: int = 0
    excluded: int = 0
    share: float = math.nan
    sentence: str = ""
    aside: str = ""
    foreign: bool = False

    @property
    def progress(self) -> str:
        """The number of judged answers, of all answers, and of excluded ones."""
        return "" if self.sentence else progress_text(self.answers, self.waiting, self.excluded, "answer")

    @property
    def is_thin(self) -> bool:
        """Whether less than half of the answers is judged."""
        return 2 * self.answers < self.answers + self.waiting + self.excluded

    @property
    def runs(self) -> tuple[int, ...]:
        """The runs shown, by position in the collection."""
        return tuple(point.run for point in self.points)

    def at_share(self, share: float | None) -> tuple[OperatingPoint, ...]:
        """Return the points at another share of correct answers, or as judged for None."""
        from jurybox.figures import at_prevalence

        if share is None or not self.points:
            return self.points
        return tuple(at_prevalence(self.points, share))

    def counts_of(self, run: int) -> Counts:
        """Return the outcomes of a run; ValueError if it is not shown."""
        return self.counts[self.runs.index(run)]


def ranking(points: Iterable[OperatingPoint]) -> list[OperatingPoint]:
    """Return the points by F, highest first; ties in the collection's order, undefined ones last."""
    given = sorted(points, key=lambda p: p.run)
    return [given[at] for at in best_first([p.f for p in given]).tolist()]


def read_snapshot(bridge: Bridge) -> Snapshot:
    """Read the present snapshot, without withdrawn runs."""
    board, session = bridge.scoreboard, bridge.session
    if board is None:
        return Snapshot(
            sentence=tr("Runs and scores are hidden while this collection is being judged."),
            aside=tr("The organizer can open it when judging is done."),
        )
    if bridge.next_best.on:
        return Snapshot(sentence=UNFAIR[0], aside=UNFAIR[1])
    runs = [(at, session.catalog.runs[at]) for at in board.runs]
    if not runs:
        return Snapshot(
            sentence=tr("There is no run to place yet."),
            aside=tr("Import the files of the runs, or drop them on this window."),
        )
    counts = board.counts_of_runs()
    answers, positives = counts[0].total, counts[0].positives  # the same for every run
    if not answers:
        return _nothing_complete(bridge, board.waiting)
    if positives in {0, answers}:
        return _one_class(answers, correct=positives > 0)
    from jurybox.figures import operating_points  # not needed beside the first answer of most collections

    points = operating_points(
        [(run.name, at, c, run.origin == _BASELINE) for (at, run), c in zip(runs, counts, strict=True)]
    )
    return Snapshot(points, counts, answers, board.waiting, board.left_out, positives / answers)


def _nothing_complete(bridge: Bridge, waiting: int) -> Snapshot:
    if not (bridge.session.catalog.responses.decision >= 0).any():
        return Snapshot(
            sentence=tr("No run says yes or no about an answer."),
            aside=tr("The two spaces show such decisions; choose another picture above, or with {spaces.next}."),
            foreign=True,
        )
    return Snapshot(
        sentence=_why_incomplete(waiting),
        aside=tr("Points appear as soon as a correct and an incorrect answer are judged."),
    )


def _one_class(answers: int, *, correct: bool) -> Snapshot:
    if correct:
        sentence = trn(
            "The one judged answer is correct: no run has a place yet.",
            "All {n} judged answers are correct: no run has a place yet.",
            answers,
        )
        return Snapshot(sentence=sentence, aside=tr("Points appear as soon as an incorrect answer is judged."))
    sentence = trn(
        "The one judged answer is incorrect: no run has a place yet.",
        "All {n} judged answers are incorrect: no run has a place yet.",
        answers,
    )
    return Snapshot(sentence=sentence, aside=tr("Points appear as soon as a correct answer is judged."))


def _why_incomplete(waiting: int) -> str:
    if waiting == 0:
        return tr("No unit is complete yet: none of the answers chosen can be scored.")
    return trn(
        "No unit is complete yet: {n} answer waits for its labels.",
        "No unit is complete yet: {n} answers wait for their labels.",
        waiting,
    )
