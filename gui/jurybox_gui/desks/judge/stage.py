"""What the Judge desk shows: the work, a sentence where there is none, or the page at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout

from jurybox_gui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from jurybox_gui.desks.judge.speech import Speech


class Stage(QStackedLayout):
    """Shows one of three pages; at the last one nothing can be said, and `left` tells of a click."""

    left = Signal()

    def __init__(self, desk: QWidget, work: QWidget, speech: Speech) -> None:
        super().__init__(desk)
        self._speech = speech
        self._work = work
        self.empty = EmptyState("", parent=desk)
        self.pause = EmptyState("", action="judge.next-open", does="Go on", parent=desk)
        self.pause.pressed.connect(self.left)
        for page in (work, self.empty, self.pause):
            self.addWidget(page)

    def show_empty(self, told: tuple[str, str] | None) -> None:
        """Show a sentence and what to do, or, for None, that there is work."""
        if told is not None:
            self.empty.set_text(*told)
            self.setCurrentWidget(self.empty)
        elif not self._speech.paused:
            self.setCurrentWidget(self._work)

    def show_pause(self, told: tuple[str, str]) -> None:
        """Show how a round went, until one goes on."""
        self._speech.paused = True
        self.pause.set_text(*told)
        self.setCurrentWidget(self.pause)

    def resume(self) -> None:
        """Show the work again."""
        if self._speech.paused:
            self._speech.paused = False
            self.setCurrentWidget(self._work)
