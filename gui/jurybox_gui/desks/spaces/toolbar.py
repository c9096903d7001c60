"""The tool row of the Spaces desk: the picture and its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from jurybox.figures import NON_RESPONSE_FAMILIES, Orientation
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox_gui.desks.spaces.drawing import SPACES, measures_taken, options_picture, picture_choices
from jurybox_gui.desks.toolbar import ToolRow
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.combo import Choices
from jurybox_gui.widgets.side_note import SideNote
from jurybox_gui.widgets.tips import set_tip, tip_text

_NO_LINES = "none"
_ISO_LINES: Choices = [
    ("F(1)", "F(1)"),
    ("F(2)", "F(2)"),
    ("F(0.5)", "F(0.5)"),
    (tr("accuracy"), "accuracy"),
    (tr("AUC of the point"), "AUC-point"),
    (tr("none"), _NO_LINES),
]
_ORIENTATIONS: Choices = [(tr("standard"), "usual"), (tr("as in the paper"), "paper")]
_ESTIMATORS: Choices = [
    ("c@1", ""),
    *((tr("c@1 and {measure}", measure=name), name) for name in NON_RESPONSE_FAMILIES[1:]),
]
_USUAL = tr("default")


class SpacesTools(ToolRow):
    """The picture, and the options that concern it; on the right, how much is judged."""

    look_chosen = Signal()
    picture_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = self.add_choice(tr("Picture"), picture_choices())
        self.iso = self.add_choice(tr("Iso lines"), _ISO_LINES)
        self.orientation = self.add_choice("ROC", _ORIENTATIONS)
        self.estimator = self.add_choice(tr("Iso lines"), _ESTIMATORS)
        self.measure = self.add_choice(tr("Measure"), [(_USUAL, None)])
        self.against = self.add_choice(tr("Against"), [(_USUAL, None)])
        self._progress = SideNote()
        self.add_note(self._progress)
        for combo in (self.iso, self.orientation, self.estimator, self.measure, self.against):
            combo.currentIndexChanged.connect(lambda _: self.look_chosen.emit())
        self.picture.currentIndexChanged.connect(self._picture_changed)
        self._show_choices_of(SPACES)

    @property
    def choice(self) -> str:
        """The picture chosen."""
        return str(self.picture.currentData())

    def choose(self, choice: str) -> None:
        """Choose a picture without a signal."""
        blocked = self.picture.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.picture.choose(choice)
        self.picture.blockSignals(blocked)
        self._show_choices_of(choice)

    def mark_pictures(self, why_not: Callable[[str], str]) -> None:
        """Dim the listed pictures that cannot be drawn here, with the reason; they can still be chosen."""
        dimmed = QBrush(color(theme().tokens.text3))
        for at in range(self.picture.count()):
            reason = why_not(str(self.picture.itemData(at)))
            self.picture.setItemData(at, dimmed if reason else None, Qt.ItemDataRole.ForegroundRole)
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
                self.picture.setItemData(
                    at, tip_text(tr("Not available: {reason}", reason=reason)) if reason else None, role
                )

    def step_picture(self, step: int) -> None:
        """Choose the next picture of the list, or with a negative `step` the previous one."""
        self.picture.setCurrentIndex((self.picture.currentIndex() + step) % self.picture.count())

    @property
    def has_roc(self) -> bool:
        """Whether the chosen picture has a ROC space, whose axes can be swapped."""
        return options_picture(self.choice) in {SPACES, "roc"}

    def turn_roc(self) -> None:
        """Swap the axes of the ROC space."""
        self.orientation.setCurrentIndex(1 - self.orientation.currentIndex())

    @property
    def iso_family(self) -> str | None:
        """The measure of the iso lines, None for none."""
        family = str(self.iso.currentData())
        return None if family == _NO_LINES else family

    @property
    def orientation_chosen(self) -> Orientation:
        """The orientation of the ROC space."""
        return "paper" if self.orientation.currentData() == "paper" else "usual"

    @property
    def estimators(self) -> str:
        """The measure of the second family of iso lines in the non-response space, "" for none."""
        return str(self.estimator.currentData() or "")

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the chosen measures, for choices that the picture has; none for the default."""
        taken = (self.measure, self.against)[: measures_taken(self.choice)]
        names = [combo.currentData() for combo in taken]
        return tuple(str(name) for name in names if name and names[0])

    def set_measures(self, measures: Sequence[Measure]) -> None:
        """List these measures."""
        choices: Choices = [(_USUAL, None), *((str(one), str(one)) for one in measures)]
        for combo in (self.measure, self.against):
            if [combo.itemText(n) for n in range(combo.count())] != [text for text, _ in choices]:
                combo.set_choices(choices, combo.currentData())

    def set_progress(self, progress: str, *, thin: bool = False) -> None:
        """Show on the right how much is judged; in the color of a warning if that is `thin`."""
        self._progress.set_text(progress, "mid" if thin else "text2")
        set_tip(self._progress, progress)

    def _picture_changed(self, _at: int) -> None:
        self._show_choices_of(self.choice)
        self.picture_chosen.emit(self.choice)

    def _show_choices_of(self, choice: str) -> None:
        """Show the options that concern a picture."""
        name, measures = options_picture(choice), measures_taken(choice)
        shown = {
            self.iso: name in {SPACES, "roc"},
            self.orientation: name in {SPACES, "roc"},
            self.estimator: name == "non-response",
            self.measure: measures > 0,
            self.against: measures > 1,
        }
        for combo, visible in shown.items():
            self.show_choice(combo, shown=visible)
