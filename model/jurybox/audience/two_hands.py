"""Two people at one keyboard: left A S D F, right J K L, with each label on the same finger."""

from jurybox.errors import Refused
from jurybox.label_schemes import LabelScheme
from jurybox.language import tr

SIDES = ("left", "right")
"""The assessors under whose names the two judge."""
_KEYS = {"left": "ASDF", "right": "JKLH"}
"""Keys by the position of the label; a fourth label of the right hand is next to J."""


class TwoHands:
    """Who gave which label to the answer shown; both must give one before the next answer.

    Raises Refused for a scheme with more labels than one hand has keys.
    """

    def __init__(self, scheme: LabelScheme) -> None:
        most = min(map(len, _KEYS.values()))
        if len(scheme.labels) > most:
            raise Refused(
                tr(
                    "Two people can share a keyboard for up to {most} labels; {scheme!r} has "
                    "{labels}. Invite the audience, or enter a show of hands.",
                    most=most,
                    scheme=scheme.name,
                    labels=len(scheme.labels),
                )
            )
        self.scheme = scheme
        self.given: dict[str, str] = {}

    def keys(self, side: str) -> tuple[tuple[str, str], ...]:
        """Return the keys of a side, each with its label, the best label first."""
        return tuple(zip(_KEYS[side], self.scheme.words, strict=False))

    def press(self, key: str) -> str | None:
        """Handle a key; return the side that pressed it, None for a key of neither side."""
        for side in SIDES:
            for known, word in self.keys(side):
                if known == key.upper():
                    self.given[side] = word
                    return side
        return None

    @property
    def is_complete(self) -> bool:
        """Whether both have given a label."""
        return len(self.given) == len(SIDES)

    def clear(self) -> None:
        """Start on the next answer."""
        self.given = {}
