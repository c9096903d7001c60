"""Gives every opened stage an audience, and ends the vote with the last of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from jurybox_gui.audience.control import AudienceControl
from jurybox_gui.audience.vote import PhoneVote
from jurybox_gui.stage.window import StageWindow

_STARTS_OVER_MS, _IS_COPIED_MS = 50, 20_000
"""A stage that starts over is closed and reopened: at once, or when a fresh copy is made. Phones stay
connected."""


class AudienceHost(QObject):
    """One per program: `attach` is called with each new stage."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.vote = PhoneVote(self)
        self.control: AudienceControl | None = None
        self._end = QTimer(self, singleShot=True, interval=_STARTS_OVER_MS)
        self._end.timeout.connect(self.vote.stop)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def attach(self, window: StageWindow) -> None:
        """Give a stage its audience; phones invited to the previous stage stay."""
        self._end.stop()
        self._end.setInterval(_STARTS_OVER_MS)
        self.control = AudienceControl(window, self.vote)
        window.closed.connect(self._closed)

    def expect_stage(self) -> None:
        """Keep the phones until a slow stage arrives, for instance on a fresh copy of a demo."""
        self._end.setInterval(_IS_COPIED_MS)

    def close(self) -> None:
        """End the vote now and wait until the server has stopped."""
        self._end.stop()
        self.control = None
        self.vote.stop(wait=True)

    def _closed(self) -> None:
        self.control = None
        if self.vote.server is not None:
            self._end.start()
