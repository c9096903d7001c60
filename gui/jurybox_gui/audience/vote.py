"""The vote of an audience, which outlives a stage that starts over: book, server, and who votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from jurybox.audience.verdict import AUDIENCE
from jurybox.audience.votes import VoteBook
from jurybox.watch import Watch
from jurybox_gui.core.tasks import Task

if TYPE_CHECKING:
    from jurybox.audience.server import AudienceServer


class PhoneVote(QObject):
    """What phones vote on, and the server while they may.

    `name`: the assessor under whom votes are entered.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.book = VoteBook()
        self.server: AudienceServer | None = None
        self.name = AUDIENCE

    def stop(self, *, wait: bool = False) -> None:
        """Tell the phones that the vote is over and stop listening; the next vote has a new book."""
        server, self.server = self.server, None
        self.book.end()
        self.book = VoteBook()
        if server is None:
            return
        if wait:
            server.stop()
            return

        def work(_: Watch) -> None:
            server.stop()

        Task(work).start()
