"""A row of buttons made of key caps with their functions."""

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton

_PAIR = 2
"""Up to this many keys are printed in full; with more, the modifiers are printed once."""
Hint = tuple[str | tuple[str, ...], str]
"""The action, or several that belong together such as up and down; and two or three words on their function.
"""


class HintRow(QWidget):
    """Quiet buttons side by side, from the left, in more lines if there is no room.

    `above`: space above them, px.
    """

    def __init__(self, *hints: Hint, parent: QWidget | None = None, above: int = 4) -> None:
        super().__init__(parent)
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self.setSizePolicy(wraps)
        self._line = FlowLayout(self, gap=8, tight=2)
        self._line.setContentsMargins(0, above, 0, 0)
        for hint in hints:
            self.add(*hint)

    def put_first(self, button: QWidget) -> None:
        """Insert a button before the hints, for something more frequent than they are."""
        self._line.insert_widget(0, button)

    def add(self, actions: str | tuple[str, ...], words: str) -> QWidget:
        """Add a hint after the others and return it."""
        return self.put(hint_buttons(actions, words))

    def put(self, made: QWidget) -> QWidget:
        """Add a hint made elsewhere after the others and return it."""
        self._line.addWidget(made)
        return made


def hint_buttons(actions: str | tuple[str, ...], words: str) -> QWidget:
    """Return a button with a key and words; for several actions, one per key, the words on the last."""
    if isinstance(actions, str):
        return HintButton(words, action=actions)
    several = QWidget()
    several.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    line = QHBoxLayout(several)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(0)
    before: HintButton | None = None
    for action in actions:
        button = HintButton(words if action == actions[-1] else "", action=action)
        button.one_of_several = True
        if before is not None and len(actions) > _PAIR:
            button.after, before.then = before, button
        before = button
        line.addWidget(button)
    return several
