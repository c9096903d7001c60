"""How good the question itself is: three quiet buttons under it, each with its key."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox_gui.desks.label_schemes import QUESTION_QUALITY
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.tips import set_tip


def quality_action(label: str) -> str:
    """Return the id of the action that calls the question itself so."""
    return f"judge.question.{label.lower()}"


class QualityRow(QWidget):
    """Buttons that rate the question; `rated(label)` is emitted with "" where the one given is clicked."""

    rated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, HintButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(PlainLabel("The question itself", px=Px.ASIDE, role="text2"))
        for label, name, meaning in QUESTION_QUALITY:
            button = HintButton(name, action=quality_action(label), own_click=True, state=label)
            button.clicked.connect(lambda _on, label=label: self._clicked(label))
            set_tip(button, meaning)
            self.buttons[label] = button
            row.addWidget(button)
        row.addStretch(1)

    def set_given(self, given: str) -> None:
        """Mark what the question is called; nothing for ""."""
        for label, button in self.buttons.items():
            button.given = label == given

    def set_writable(self, *, writable: bool) -> None:
        """Let the buttons work or not."""
        for button in self.buttons.values():
            button.setEnabled(writable)

    def _clicked(self, label: str) -> None:
        self.rated.emit("" if self.buttons[label].given else label)
