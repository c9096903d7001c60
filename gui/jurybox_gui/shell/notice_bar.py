"""The bar above the desks: a message until it is closed, and the progress of long work; Esc ends both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.widgets.progress import ProgressLine

if TYPE_CHECKING:
    from jurybox_gui.widgets.banner import Banner, Choice, Kind


class NoticeBar(QWidget):
    """The message and the progress of a window; emits `stop_requested` to stop the work shown."""

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner: Banner | None = None
        self._is_remark = False
        self.progress = ProgressLine()
        self.progress.stop_requested.connect(self.stop_requested)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._line = QWidget(self)  # hidden, it drops its margins too
        self._line.hide()
        line = QHBoxLayout(self._line)
        line.setContentsMargins(16, 5, 16, 5)
        line.addWidget(self.progress)
        self._column.addWidget(self._line)

    @property
    def message(self) -> str:
        """The sentence shown, if any."""
        return "" if self.banner is None else self.banner.sentence.text()

    def tell(self, sentence: str, aside: str, choices: Sequence[Choice], kind: Kind) -> None:
        """Show a message until it is closed or replaced."""
        from jurybox_gui.widgets.banner import Banner  # not before the window is painted for the first time

        self.clear_message()
        self._is_remark = kind in {"good", "note"}
        self.banner = Banner(
            sentence,
            aside,
            [*choices, (tr("Close"), "Esc", self.clear_message)],
            kind=kind,
            closable=True,
            beside=not choices,
        )
        self.banner.closed.connect(self.clear_message)
        self._column.insertWidget(0, self.banner)

    def clear_message(self) -> None:
        """Remove the message."""
        if self.banner is not None:
            self._column.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None

    def clear_remark(self) -> None:
        """Remove a message about something done; an error or a warning stays."""
        if self._is_remark:
            self.clear_message()

    def show_progress(self, text: str, done: int, total: int, *, stops: bool = True) -> None:
        """Show the progress of long work, and Esc if that `stops` it; an empty text hides the line."""
        self._line.setVisible(bool(text))
        self.progress.set_progress(text, done, total, stops=stops)

    def leave(self) -> bool:
        """Handle Esc: stop the work shown, else close the message; return whether it did anything."""
        if self.progress.isVisible() and self.progress.stops:
            self.stop_requested.emit()
        elif self.banner is not None:
            self.clear_message()
        else:
            return False
        return True
