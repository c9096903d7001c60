"""What the Judge desk shows: the work, a sentence where there is none, or the page at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout

from jurybox.campaign.seats import organizes
from jurybox_gui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from jurybox.judging.queue import Queue
    from jurybox.session import Session
    from jurybox_gui.desks.judging.answer.labeling import AnswerLabeling

_IMPORT = (
    "Drop files on the window, or import a folder with {file.import}, files with {file.import-files}. "
    "Which tables there are, with their columns, is in the help: {help.read}, Files and formats."
)


class PageStack(QStackedLayout):
    """Shows one of three pages; at the last one nothing can be said, and `left` is emitted on a click."""

    left = Signal()

    def __init__(self, desk: QWidget, work: QWidget, labeling: AnswerLabeling) -> None:
        super().__init__(desk)
        self._labeling = labeling
        self._work = work
        self.empty = EmptyState("", parent=desk)
        self.pause = EmptyState("", action="judge.next-open", does="Go on", parent=desk)
        self.pause.pressed.connect(self.left)
        for page in (work, self.empty, self.pause):
            self.addWidget(page)

    def show_empty(self, sentences: tuple[str, str] | None) -> None:
        """Show a sentence and what to do, or, for None, that there is work."""
        if sentences is not None:
            self.empty.set_text(*sentences)
            self.setCurrentWidget(self.empty)
        elif not self._labeling.paused:
            self.setCurrentWidget(self._work)

    def show_pause(self, sentences: tuple[str, str]) -> None:
        """Show how a round went, until one goes on."""
        self._labeling.paused = True
        self.pause.set_text(*sentences)
        self.setCurrentWidget(self.pause)

    def resume(self) -> None:
        """Show the work again."""
        if self._labeling.paused:
            self._labeling.paused = False
            self.setCurrentWidget(self._work)


def what_to_do(session: Session, queue: Queue | None) -> tuple[str, str] | None:
    """Return a sentence and what to do, or None where there is something to judge.

    Actions in braces are shown as their keys.
    """
    if not session.catalog.questions:
        return "This collection is empty.", _IMPORT
    if not session.catalog.answer_count:
        return (
            "No answer is here yet.",
            "Import runs with {file.import-files} to judge their answers here.",
        )
    if queue is None:
        return "Nobody sits here yet.", (
            "Say who judges with {file.join}, and the queue appears. If you organize it: {campaign.organise}."
        )
    if not len(queue) and organizes(session):
        return (
            "You organize this collection.",
            "{campaign.page} goes to the Campaign page, {file.join} lets an assessor judge.",
        )
    if not len(queue):
        name = session.catalog.assessors[queue.assessor].name
        return (
            f"Nothing is assigned to {name}.",
            "The organizer hands out the work; what is handed out later appears here by itself.",
        )
    return None
