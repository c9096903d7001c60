"""The type of the program: its own fonts, the same on every computer, sized in pixels."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from jurybox.resources import BOLD, BOLDER, FONT_FAMILIES, MONO_FAMILY, font_files

_DECLARED = {600: BOLD, 650: BOLDER}


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Register the fonts of the program, once; return their families in order of preference.

    A script that none of them covers uses a font of the computer. Emoji fonts are bundled too: Qt would
    otherwise search for a color font on the computer first, and lines and pictures would differ between
    computers. Raises RuntimeError for a font that cannot be read.
    """
    for file in font_files():
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise RuntimeError(f"The font {file} cannot be read; install Jurybox again.")
    QFontDatabase.setApplicationEmojiFontFamilies([FONT_FAMILIES[-1]])
    return FONT_FAMILIES


@lru_cache(maxsize=256)
def font(px: int, weight: int = 400, *, tabular: bool = False, italic: bool = False, mono: bool = False) -> QFont:
    """Return the font of the program at `px` pixels.

    `weight` is one of the available ones: 400, 500, 600 or 650, in italics 400 or 600. The returned font is
    marked bold for the last two, so that a fallback script is bold too, synthesized if it has only a regular
    face. `tabular` gives figures of one width, for numbers and times; `mono` gives letters of one width, for
    code. Needs a QApplication. All callers share the same object: copy it before changing it.
    """
    names = families()
    made = QFont([MONO_FAMILY, *names] if mono else list(names))
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(_DECLARED.get(weight, weight)))
    made.setItalic(italic)
    # With hinting, advances are rounded to whole pixels, lines become four percent wider, and the rounding
    # depends on the computer; so does the subpixel order of antialiasing.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
