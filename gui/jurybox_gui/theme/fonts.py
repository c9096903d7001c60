"""The type of the window: the system's own font, sized in pixels, with figures that line up."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from jurybox.resources import asset

# The face a bare Linux falls back to is a tenth wider than any other UI font; its own condensed
# cut is of the usual width.
_WIDE, _CONDENSED = "DejaVu Sans", "DejaVu Sans Condensed"


@lru_cache(maxsize=1)
def bundled_families() -> tuple[str, ...]:
    """Register the font files that a frozen build carries in `fonts/`; return their families."""
    folder = asset("fonts")
    files = sorted(p for p in folder.glob("*") if p.suffix in {".ttf", ".otf", ".ttc"})
    families: list[str] = []
    for file in files:
        number = QFontDatabase.addApplicationFont(str(file))
        if number >= 0:
            families += QFontDatabase.applicationFontFamilies(number)
    return tuple(families)


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Return the families in the order they are tried: the system's first, then the bundled ones."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    first = tuple(system.families())
    if QFontInfo(system).family() == _WIDE and _CONDENSED in QFontDatabase.families():
        first = (_CONDENSED, *first)
    return first + tuple(name for name in bundled_families() if name not in first)


@lru_cache(maxsize=256)
def _font(px: int, weight: int, *, tabular: bool, italic: bool) -> QFont:
    made = QFont(list(families()))
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    # With hinting advances round to whole pixels and lines come out four percent wider.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def font(px: int, weight: int = 400, *, tabular: bool = False, italic: bool = False) -> QFont:
    """Return the window's font at `px` pixels.

    `weight` is 400 to 700; `tabular` gives figures of one width, for numbers and times. Needs a
    QApplication.
    """
    return QFont(_font(px, weight, tabular=tabular, italic=italic))
