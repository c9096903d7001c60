"""A label typed on stage, if a scheme has more labels than there are digit keys."""

from __future__ import annotations

from jurybox.collection.entries import STATES
from jurybox.language import tr
from jurybox_gui.desks.label_schemes import Choices


class TypedLabel:
    """Holds the text typed so far; only beginnings of labels can be typed."""

    def __init__(self) -> None:
        self.text = ""

    def clear(self) -> None:
        """Start again."""
        self.text = ""

    def take(self, key: str, choices: Choices) -> bool:
        """Type a character, or remove the last one; return whether the key does either."""
        if key == "Backspace" and self.text:
            self.text = self.text[:-1]
            return True
        longer = self.text + key.casefold()
        if len(key) == 1 and any(word.casefold().startswith(longer) for word in _words(choices)):
            self.text = longer
            return True
        return False

    def whole(self, choices: Choices) -> str:
        """Return the label that was typed, "" if the text is not a label."""
        return next((word for word in _words(choices) if word.casefold() == self.text), "")

    def prompt(self, choices: Choices) -> str:
        """Return the prompt with the text typed so far."""
        words = _words(choices)
        return tr("Type a label, {low} to {high}, then Enter: {typed}▏", low=words[-1], high=words[0], typed=self.text)


def _words(choices: Choices) -> list[str]:
    return [label.word for label in choices.labels if label.word not in STATES]
