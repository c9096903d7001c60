"""The paper that a picture is printed on: size, colors, resolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox_gui.theme.tokens import DARK, LIGHT, Tokens

if TYPE_CHECKING:
    from jurybox.figures import Figure

_DPI = 300
_MM = 72 / 25.4
_SQUARE, _WIDE = (124.0, 118.0), (168.0, 105.0)
_ROW = 6.0
_ROWS_FROM = 12


@dataclass(frozen=True, slots=True)
class Paper:
    """How a picture is printed: its size in millimeters (None: fitting), its theme, with a caption or not.

    `ground` None leaves the ground clear (white in a PNG).
    """

    size: tuple[float, float] | None = None
    dark: bool = False
    caption: bool = True
    dpi: int = _DPI

    @property
    def tokens(self) -> Tokens:
        """The colors of the theme."""
        return DARK if self.dark else LIGHT

    @property
    def ground(self) -> str:
        """The color of the paper."""
        return DARK.surf if self.dark else "#FFFFFF"

    def size_in_points(self, figure: Figure) -> tuple[float, float]:
        """Return width and height in points; pictures of many horizontal bars grow with their rows."""
        if self.size is not None:
            return self.size[0] * _MM, self.size[1] * _MM
        wide, high = _SQUARE if figure.square else _WIDE
        rows = len(figure.y.names)
        return wide * _MM, (high + _ROW * max(0, rows - _ROWS_FROM)) * _MM
