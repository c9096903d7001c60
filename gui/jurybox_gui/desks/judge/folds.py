"""Which side columns there is room for, and which are wanted in spite of that."""

from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.tokens import Grid


class Folds:
    """Hides the right column below 1100 px of window and the queue below 900, until they are asked for."""

    def __init__(self, queue: QWidget, side: QWidget) -> None:
        self._queue, self._side = queue, side
        self._queue_wanted = self._side_wanted = False
        self._width = Grid.FOLD_SIDE

    def fit(self, window_width: int) -> None:
        """Fold or unfold for a window of this width; what was asked for counts until there is room again."""
        self._width = window_width
        self._queue_wanted &= window_width < Grid.FOLD_QUEUE
        self._side_wanted &= window_width < Grid.FOLD_SIDE
        self._queue.setVisible(window_width >= Grid.FOLD_QUEUE or self._queue_wanted)
        self._side.setVisible(window_width >= Grid.FOLD_SIDE or self._side_wanted)

    def want_queue(self, *, shown: bool) -> None:
        """Show the queue although the window is narrow, or no longer."""
        self._queue_wanted = shown
        self.fit(self._width)

    def want_side(self, *, shown: bool) -> None:
        """Show the right column although the window is narrow, or no longer."""
        self._side_wanted = shown
        self.fit(self._width)
