"""The layout of the Judge desk: its three pages, columns that fold, and the view settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from jurybox_gui.desks.judging.answer.center import Center
    from jurybox_gui.desks.judging.answer.labeling import AnswerLabeling
    from jurybox_gui.desks.judging.answer.notices import EmptyPage
    from jurybox_gui.desks.judging.answer.side_column import AnswerSideColumn
    from jurybox_gui.desks.judging.queue_column import QueueColumn


class PageStack(QStackedLayout):
    """Shows one of three pages; on the last one nothing can be judged, and a click emits `left`."""

    left = Signal()

    def __init__(self, desk: QWidget, work: QWidget, labeling: AnswerLabeling) -> None:
        super().__init__(desk)
        self._labeling = labeling
        self._work = work
        self.empty = EmptyState("", parent=desk)
        self.pause = EmptyState("", action="judge.next-open", does=tr("Go on"), parent=desk)
        self.pause.pressed.connect(self.left)
        for page in (work, self.empty, self.pause):
            self.addWidget(page)

    def show_empty(self, page: EmptyPage | None) -> None:
        """Show a sentence and what to do, or, for None, the work."""
        if page is not None:
            self.empty.set_text(*page)
            self.setCurrentWidget(self.empty)
        elif not self._labeling.paused:
            self.setCurrentWidget(self._work)

    def show_pause(self, sentences: tuple[str, str]) -> None:
        """Show the result of a round until the assessor continues."""
        self._labeling.paused = True
        self.pause.set_text(*sentences)
        self.setCurrentWidget(self.pause)

    def resume(self) -> None:
        """Show the work again."""
        if self._labeling.paused:
            self._labeling.paused = False
            self.setCurrentWidget(self._work)


class ResponsiveColumns:
    """Hides the right column below 1100 px of window width and the queue below 900, unless requested."""

    def __init__(self, queue: QWidget, side: QWidget) -> None:
        self._queue, self._side = queue, side
        self._queue_wanted = self._side_wanted = False
        self._width = Grid.FOLD_SIDE

    def fit(self, window_width: int) -> None:
        """Fold or unfold for a window of this width; a request counts until there is room again."""
        self._width = window_width
        self._queue_wanted &= window_width < Grid.FOLD_QUEUE
        self._side_wanted &= window_width < Grid.FOLD_SIDE
        self._queue.setVisible(window_width >= Grid.FOLD_QUEUE or self._queue_wanted)
        self._side.setVisible(window_width >= Grid.FOLD_SIDE or self._side_wanted)

    def want_queue(self, *, shown: bool) -> None:
        """Request the queue although the window is narrow, or end the request."""
        self._queue_wanted = shown
        self.fit(self._width)

    def want_side(self, *, shown: bool) -> None:
        """Request the right column although the window is narrow, or end the request."""
        self._side_wanted = shown
        self.fit(self._width)


class ViewSettings:
    """The effects of the keys that change the view; lasting ones are stored in the settings."""

    def __init__(
        self, settings: Settings, queue: QueueColumn, center: Center, side: AnswerSideColumn, columns: ResponsiveColumns
    ) -> None:
        self._settings = settings
        self._queue = queue
        self._center = center
        self._side = side
        self._columns = columns

    def apply(self) -> None:
        """Show texts according to the settings."""
        self._center.set_text_size(self._settings["text_size"])
        self._center.reader.pane.set_spacing(self._settings["line_spacing"])
        self._center.reader.tell_height()
        self._center.set_wide(wide=self._settings["wide_text"])

    def toggle_document(self) -> None:
        """Show the whole document, or the supporting text again."""
        reader = self._center.reader
        reader.show_document(on=not reader.shows_document)

    def toggle_wide(self) -> None:
        """Let lines be longer than 78 characters, or not."""
        self._settings["wide_text"] = not self._settings["wide_text"]

    def toggle_guidelines(self) -> None:
        """Fold or unfold the guidelines; in a window too narrow for them, show their column."""
        if self._side.guidelines_in_view():
            self._side.guidelines.folded = True
        else:
            self._columns.want_side(shown=True)
            self._side.show_guidelines()

    def toggle_strip(self) -> None:
        """Show the ranking beside the answer, or hide it."""
        self._settings["live_strip"] = not self._settings["live_strip"]

    def search_queue(self) -> None:
        """Focus the search in the queue."""
        self._columns.want_queue(shown=True)
        self._queue.open_search()

    def leave_search(self) -> None:
        """Fold the queue again where the window is narrow."""
        self._columns.want_queue(shown=False)

    def fit(self, window_width: int) -> None:
        """Fold the columns that do not fit."""
        self._columns.fit(window_width)
