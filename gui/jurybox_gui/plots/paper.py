"""The paper that a picture is printed on: width, type, colors or grays, resolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from jurybox.language import tr
from jurybox_gui.theme.tokens import DARK, LIGHT, Tokens, ink_style, run_style

if TYPE_CHECKING:
    from jurybox.figures import Figure

_DPI = 300
_MM = 72 / 25.4
_MOST_NAMES = 16  # pictures with more categories side by side, such as questions, are as wide as a page
_SQUARE, _WIDE, _TWO = 124.0, 168.0, 174.0
_AREA, _FEW_AREAS = 0.13, 4  # the opacity of an area, and of how many that lie over each other


class PaperPreset(NamedTuple):
    """A size for a place where pictures are printed, in millimeters; without a height, as high as needed."""

    width: float
    height: float | None
    dpi: float
    fits: str


PRESETS = {
    "column": PaperPreset(84, None, 600, tr("one column of ACM, IEEE and most journals")),
    "text": PaperPreset(122, None, 600, tr("the text of LNCS and other pages of one column")),
    "page": PaperPreset(174, None, 600, tr("both columns of ACM, IEEE and most journals")),
    "slide": PaperPreset(160, 90, 304.8, tr("a slide or a poster, 16:9; PNG of 1920 by 1080")),
}
"""Letters have the same size in all of them: 7 to 9 points at the given width."""

FITTING = "fitting"
"""The name of the choice without a preset."""
GRAYS = 8
_ON_LIGHT, _ON_DARK = (4.0, 72.0), (96.0, 30.0)
# Neighbors in the order of runs are far apart in lightness.
_ORDER = (0, 5, 2, 7, 3, 6, 1, 4)
_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 1.6), (1.4, 1.4), (5, 1.4, 1.4, 1.4), (2.6, 1.2))


class Look(NamedTuple):
    """How a run, or another line with a look of its own, is printed; no dashes: a solid line."""

    color: str
    marker: str
    filled: bool
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """How a picture is printed: size in millimeters (None: fitting; a height of None too), type, colors.

    `gray` prints without colors: runs are distinguished by lightness, marker and dashes, parts of bars by
    lightness. `title` and `caption` can be left out if the text around the picture has them. The background
    of a light picture is white.
    """

    size: tuple[float, float | None] | None = None
    dark: bool = False
    caption: bool = True
    dpi: float = _DPI
    title: bool = True
    serif: bool = False
    gray: bool = False

    @classmethod
    def preset(cls, name: str, **how: bool) -> Paper:
        """Return the paper of a preset, "" for one that fits. KeyError for an unknown preset."""
        if not name:
            return cls(**how)  # type: ignore[arg-type]  # each of `how` is a flag
        found = PRESETS[name]
        return cls((found.width, found.height), dpi=found.dpi, **how)

    @classmethod
    def of_report(cls, figure: Figure) -> Paper:
        """Return the paper of a picture in a report, whose text contains its title and its caption."""
        name = "page" if len(figure.x.names) > _MOST_NAMES else "column"
        return cls.preset(name, title=False, caption=False)

    @property
    def tokens(self) -> Tokens:
        """The colors of the theme, or grays of the same lightness."""
        tokens = DARK if self.dark else LIGHT
        return _without_colors(tokens) if self.gray else tokens

    @property
    def ground(self) -> str:
        """The color of the paper."""
        return self.tokens.surf if self.dark else "#FFFFFF"

    def look(self, number: int | None, *, ink: bool = False) -> Look:
        """Return the look of a run, or of another line of this number; plain ink for None.

        `ink`: only the marker follows the number.
        """
        if number is None:
            return Look(self.tokens.text2, "circle", filled=True)
        if ink:
            return Look(*ink_style(number, self.tokens))
        style = run_style(number, self.tokens)
        return Look(*style, dashes=_DASHES[number % len(_DASHES)] if self.gray else ())

    def shade(self, tone: str, strength: float) -> str:
        """Return an ink or a label color, blended with the color of the paper; 1 is unblended."""
        ink = self.tokens.text2 if tone == "ink" else str(getattr(self.tokens, tone))
        return blended(ink, self.ground, strength)

    def steps(self, count: int) -> tuple[str, ...]:
        """Return this many grays, darkest first, as far apart in lightness as possible."""
        first, last = (92.0, 22.0) if self.dark else (18.0, 93.0)
        between = max(count - 1, 1)
        return tuple(gray_of(first + (last - first) * n / between) for n in range(count))

    def width(self, figures: Sequence[Figure]) -> float:
        """Return the width in points: as requested, else what fits the pictures."""
        if self.size is not None:
            return self.size[0] * _MM
        return (_TWO if len(figures) > 1 else _SQUARE if figures[0].square else _WIDE) * _MM

    @property
    def height(self) -> float | None:
        """The requested height in points, None for what the pictures need."""
        return None if self.size is None or self.size[1] is None else self.size[1] * _MM


def area_opacity(areas: int) -> float:
    """Return how opaque areas are, on the screen and in print; many that lie over each other are fainter."""
    return _AREA * min(1.0, _FEW_AREAS / max(1, areas))


def blended(ink: str, ground: str, strength: float) -> str:
    """Return one color blended with another; 1 is only the first."""
    pairs = zip(_parts(ink), _parts(ground), strict=True)
    return "#{:02x}{:02x}{:02x}".format(*(round(u + (i - u) * strength) for i, u in pairs))


def lightness(code: str) -> float:
    """Return the CIE lightness L* of a color, 0 (black) to 100 (white), as a gray print shows it."""
    light = _luminance(code)
    return 116 * light ** (1 / 3) - 16 if light > (6 / 29) ** 3 else light * (29 / 3) ** 3


def gray_of(light: float) -> str:
    """Return the gray of a lightness L* from 0 to 100 (CIE 1976)."""
    root = (light + 16) / 116
    luminance = root**3 if root > 6 / 29 else 3 * (6 / 29) ** 2 * (root - 4 / 29)
    share = 12.92 * luminance if luminance <= 0.0031308 else 1.055 * luminance ** (1 / 2.4) - 0.055
    return "#" + f"{round(255 * share):02x}" * 3


def _parts(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _luminance(code: str) -> float:
    shares = (part / 255 for part in _parts(code))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=2)
def _without_colors(tokens: Tokens) -> Tokens:
    """Return a theme in gray: each color keeps its lightness, runs get eight well-separated grays."""
    named = tokens._asdict()
    grays = {name: gray_of(lightness(code)) for name, code in named.items() if isinstance(code, str)}
    first, last = _ON_DARK if tokens.dark else _ON_LIGHT
    runs = tuple(gray_of(first + (last - first) * at / (GRAYS - 1)) for at in _ORDER)
    return tokens._replace(runs=runs, **grays)  # type: ignore[arg-type]  # each of them is a color
