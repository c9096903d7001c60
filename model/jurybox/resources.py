"""Where icons, fonts, help pages and demos are: beside the package, else in the checkout."""

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "assets", _PACKAGE.parents[1] / "assets")


@lru_cache(maxsize=1)
def _root() -> Path:
    for place in _PLACES:
        if (place / "icons").is_dir():
            return place
    raise FileNotFoundError("The assets of Jurybox are missing; install it again.")


def asset(path: str) -> Path:
    """Return the path of one asset, such as `icons/judge.svg`.

    A wheel and a frozen build carry the folder inside the package; an editable install does not, so the
    checkout is tried second. Raises FileNotFoundError when neither is there.
    """
    return _root() / path


FONT_FAMILIES = ("Jurybox Inter", "Jurybox Mono", "Jurybox Emoji")
"""The families of `font_files` in the order they are tried: text, then signs that it lacks, then emoji."""

MONO_FAMILY = FONT_FAMILIES[1]


BOLD, BOLDER = 700, 750
"""The weights that the faces drawn at 600 and 650 say they have: see `packaging/make_fonts.py`."""


def font_files() -> tuple[Path, ...]:
    """Return the font files that come with the program, for the window and for pictures."""
    return tuple(sorted(asset("fonts").glob("*.ttf")))
