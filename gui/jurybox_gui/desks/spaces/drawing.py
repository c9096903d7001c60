"""The pictures that the desk lists, and how one is drawn: from the window's scores, a paper, or later."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.frozen import Frozen
from jurybox.collection.entries import Entry
from jurybox.collection.file import open_reading
from jurybox.collection.log import read_entries
from jurybox.errors import Refused
from jurybox.figures import Crossing, Figure, Timed, crossings
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures import Measure
from jurybox.pictures import PAPER_PICTURES, PICTURES, PictureOptions, PictureSource, paper_picture, picture
from jurybox.pictures.units import usual_measures
from jurybox.watch import Progress, Watch
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.next_best import UNFAIR
from jurybox_gui.core.tasks import LatestTask, time_left
from jurybox_gui.widgets.combo import Choices

SPACES = "spaces"
"""The two spaces side by side; they count as one choice."""
_PAPER = "paper:"
_SIDE_BY_SIDE = frozenset(("roc", "precision-recall"))


def picture_choices() -> Choices:
    """Return every picture by its title: those of a collection, then those of the papers."""
    choices: Choices = [(tr("ROC and precision-recall"), SPACES)]
    choices += [(one.title, one.name) for one in PICTURES if one.name not in _SIDE_BY_SIDE]
    return choices + [(one.title, _PAPER + one.name) for one in PAPER_PICTURES]


def options_picture(choice: str) -> str:
    """Return the collection picture whose options and panels a choice has: itself, except for papers."""
    return paper_picture(choice.removeprefix(_PAPER)).options_of if choice.startswith(_PAPER) else choice


def measures_taken(choice: str) -> int:
    """Return how many measures a picture takes."""
    return 0 if choice == SPACES or choice.startswith(_PAPER) else picture(choice).measures_asked


def is_slow(choice: str) -> bool:
    """Return whether a picture is drawn on another thread because it scores again and again."""
    return choice != SPACES and not choice.startswith(_PAPER) and picture(choice).slow


def source_of(bridge: Bridge) -> PictureSource | None:
    """Return the scores of the window; None if the collection hides them."""
    return None if bridge.scoreboard is None else PictureSource(bridge.scoreboard)


def first_choice(bridge: Bridge) -> str:
    """Return the first picture that this collection has; the two spaces if it has none."""
    source = source_of(bridge)
    if source is None:
        return SPACES
    names = (one.name for one in PICTURES if one.name != "roc" and not one.why_not(source))
    found = next(names, SPACES)
    return SPACES if found in _SIDE_BY_SIDE else found


def why_not(bridge: Bridge, choice: str) -> str:
    """Return why a picture is not available, "" if it is."""
    if choice.startswith(_PAPER):
        return ""
    source = source_of(bridge)
    if source is None:
        return tr("Runs and scores are hidden while this collection is being judged.")
    if bridge.next_best.on:
        return UNFAIR[0]
    return picture("roc" if choice == SPACES else choice).why_not(source)


def draw(bridge: Bridge, choice: str, options: PictureOptions) -> Figure:
    """Draw a picture now. Refused if it is not available, ValueError for an unknown option."""
    if choice.startswith(_PAPER):
        return paper_picture(choice.removeprefix(_PAPER)).figure(options)
    source = source_of(bridge)
    if source is None:
        raise Refused(tr("Runs and scores are hidden while this collection is being judged."))
    return picture(choice).figure(source, options)


def draw_frozen(frozen: Frozen, path: Path, choice: str, options: PictureOptions, watch: Watch) -> Figure:
    """Draw a picture of frozen judgments on another thread; the log is read from the file.

    It reports progress to the watch, and stops when that is stopped.
    """

    def entries() -> list[Entry]:
        with closing(open_reading(path)) as db:
            return [entry for _, entry in read_entries(db, "1", ())]

    return picture(choice).figure(PictureSource(frozen.board(), entries, watch), options)


def measures_for(bridge: Bridge, choice: str) -> tuple[Measure, ...]:
    """Return the measures that can be chosen for a picture of this collection."""
    source = None if choice.startswith(_PAPER) else source_of(bridge)
    return () if source is None else usual_measures(source)


def timed_in(figure: Figure) -> tuple[list[Crossing], dict[int, str]]:
    """Return where the runs of an answer-time space swap, and their names."""
    runs = [Timed(p.name, p.run, p.x, p.y) for p in figure.points if p.drawn]
    return crossings(runs), {run.run: run.name for run in runs}


class BackgroundDraw(QObject):
    """Draws slow pictures on another thread, one at a time, only the newest.

    Emits `drawn(figure)`, `refused(sentence)` and `progressed(sentence)`.
    """

    drawn = Signal(object)
    refused = Signal(str)
    progressed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task = LatestTask(
            self,
            progress=self._progressed,
            refused=lambda error: self.refused.emit(str(error)),
            refusals=(Refused, ValueError),
        )

    @property
    def is_busy(self) -> bool:
        """Whether a picture is being drawn."""
        return self._task.is_running

    def start(self, bridge: Bridge, choice: str, options: PictureOptions) -> None:
        """Start to draw the present judgments, without the assessors as runs."""
        if bridge.scoreboard is None:
            return
        frozen = replace(Frozen.of(bridge.scoreboard), humans=False)
        self._task.start(partial(draw_frozen, frozen, bridge.session.path, choice, options), self.drawn.emit)
        self.progressed.emit(tr("Drawing…"))

    def stop(self) -> None:
        """Drop the picture being drawn."""
        self._task.cancel()

    def _progressed(self, progress: Progress) -> None:
        share, left = 100 * progress.done // max(1, progress.total), time_left(progress.left)
        drawn = tr("Drawing… {share} %", share=share)
        self.progressed.emit(comma_list(filter(None, (drawn, left))))
