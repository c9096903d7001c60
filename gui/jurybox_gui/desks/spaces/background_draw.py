"""Pictures that score again and again, drawn on another thread; what is shown stays until they are done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.frozen import Frozen
from jurybox.errors import Refused
from jurybox_gui.core.tasks import LatestTask, time_left
from jurybox_gui.desks.spaces.drawing import draw_frozen

if TYPE_CHECKING:
    from jurybox.pictures import PictureOptions
    from jurybox.watch import Progress
    from jurybox_gui.core.live_collection import Bridge


class BackgroundDraw(QObject):
    """Draws one picture at a time. Emits `drawn(figure)`, `refused(sentence)` and `progressed(sentence)`."""

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

    def draw(self, bridge: Bridge, choice: str, options: PictureOptions) -> None:
        """Begin to draw the judgments of this moment; without the assessors as runs."""
        board, session = bridge.scoreboard, bridge.session
        if board is None:
            return
        frozen = replace(Frozen.of(board, session.catalog, session.ledger, session.facts), humans=False)
        self._task.start(partial(draw_frozen, frozen, session.path, choice, options), self.drawn.emit)
        self.progressed.emit("Drawing…")

    def stop(self) -> None:
        """Drop what is being drawn."""
        self._task.cancel()

    def _progressed(self, progress: Progress) -> None:
        share, left = 100 * progress.done // max(1, progress.total), time_left(progress.left)
        self.progressed.emit(f"Drawing… {share} %{f', {left}' if left else ''}")
