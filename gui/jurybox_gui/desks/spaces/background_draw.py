"""Pictures that score again and again, drawn on another thread; what is shown stays until they are done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.errors import Refused
from jurybox_gui.core.tasks import Task
from jurybox_gui.desks.spaces.drawing import draw_from_file

if TYPE_CHECKING:
    from jurybox.pictures import PictureOptions
    from jurybox_gui.core.live_collection import Bridge


class BackgroundDraw(QObject):
    """Draws one picture at a time: `drawn` brings the figure, `refused` a sentence, `told` how far it is."""

    drawn = Signal(object)
    refused = Signal(str)
    told = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a picture is being drawn."""
        return self._task is not None

    def draw(self, bridge: Bridge, choice: str, options: PictureOptions) -> None:
        """Begin to draw from the file."""
        self.stop()
        path, gold, questions = bridge.session.path, bridge.gold, bridge.questions
        task = Task(partial(draw_from_file, path, gold, questions, choice, options), self)
        task.progress.connect(self._progress)
        task.done.connect(self._done)
        task.failed.connect(self._failed)
        self.told.emit("Drawing…")
        self._task = task.start()

    def stop(self) -> None:
        """Let be what is being drawn."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _progress(self, left: str, done: int, total: int) -> None:
        self.told.emit(f"Drawing… {100 * done // max(1, total)} %{f', {left}' if left else ''}")

    def _done(self, figure: object) -> None:
        self._task = None
        self.drawn.emit(figure)

    def _failed(self, error: Exception) -> None:
        self._task = None
        if not isinstance(error, (Refused, ValueError)):
            raise error
        self.refused.emit(str(error))
