"""Ties an audience to every stage that is opened, and ends the vote with the last of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from jurybox_gui.audience.control import AudienceControl
from jurybox_gui.audience.vote import Vote
from jurybox_gui.core.pending import Delay

if TYPE_CHECKING:
    from jurybox_gui.stage.window import StageWindow

_STARTS_OVER_MS = 50
"""A stage that starts over is closed and opened at once; phones stay for that long."""


class AudienceHost(QObject):
    """One for a program: `attach` is called with each stage that is made."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.vote = Vote(self)
        self.control: AudienceControl | None = None
        self._end = Delay(self, _STARTS_OVER_MS, self.vote.stop)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def attach(self, window: StageWindow) -> None:
        """Give a stage its audience; phones that were invited to the stage before stay."""
        self._end.stop()
        self.control = AudienceControl(window, self.vote)
        window.closed.connect(self._closed)

    def close(self) -> None:
        """End the vote now and wait until nothing listens."""
        self._end.stop()
        self.control = None
        self.vote.stop(wait=True)

    def _closed(self) -> None:
        self.control = None
        if self.vote.server is not None:
            self._end.start()
