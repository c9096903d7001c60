"""The tool row of the Spaces desk: beside gold standard and questions its iso lines and orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.desks.choices import ISO_LINES, NO_LINES, ORIENTATIONS
from jurybox_gui.desks.tool_row import ToolRow
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from jurybox.figures import Orientation


class SpacesTools(ToolRow):
    """Two more choices, which hold for this desk alone, and at the right how much is judged."""

    look_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.iso = self.add_choice("Iso lines", ISO_LINES)
        self.orientation = self.add_choice("Orientation", ORIENTATIONS)
        self._progress = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True, elide=True)
        self._progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._progress.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.add_end(self._progress)
        self.iso.currentIndexChanged.connect(lambda _: self.look_chosen.emit())
        self.orientation.currentIndexChanged.connect(lambda _: self.look_chosen.emit())

    @property
    def iso_family(self) -> str | None:
        """The measure of the iso lines, None for none."""
        family = str(self.iso.currentData())
        return None if family == NO_LINES else family

    @property
    def facing(self) -> Orientation:
        """How the ROC space is turned."""
        return "paper" if self.orientation.currentData() == "paper" else "usual"

    def set_progress(self, progress: str) -> None:
        """Say at the right how much is judged."""
        self._progress.setText(progress)
