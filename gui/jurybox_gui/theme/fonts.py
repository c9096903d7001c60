"""The type of the program: its own fonts, the same on every computer, sized in pixels."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from jurybox.resources import BOLD, BOLDER, FONT_FAMILIES, MONO_FAMILY, font_files

_DECLARED = {600: BOLD, 650: BOLDER}


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Register the fonts of the program, once; return their families in the order they are tried.

    A script that none of them has comes from the computer. Emoji come from here too: Qt would else look
    for a colored font of the computer first, and lines and pictures would differ from one to the next.
    Raises RuntimeError for a font that cannot be read.
    """
    for file in font_files():
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise RuntimeError(f"The font {file} cannot be read; install Jurybox again.")
    QFontDatabase.setApplicationEmojiFontFamilies([FONT_FAMILIES[-1]])
    return FONT_FAMILIES


@lru_cache(maxsize=256)
def font(
    px: int, weight: int = 400, *, tabular: bool = False, italic: bool = False, mono: bool = False
) -> QFont:
    """Return the font of the program at `px` pixels.

    `weight` is as drawn: 400, 500, 600 or 650, in italics 400 or 600. The font made says bold for the last
    two, so that a script from the computer is bold beside them, thickened where it has only a regular
    face. `tabular` gives figures of one width, for numbers and times; `mono` letters of one width, for
    code. Needs a QApplication. All who ask for a font get the same object: copy it to change it.
    """
    names = families()
    made = QFont([MONO_FAMILY, *names] if mono else list(names))
    made.setPixelSize(px)
    made.setWeight(QFont.Weight(_DECLARED.get(weight, weight)))
    made.setItalic(italic)
    # With hinting advances round to whole pixels, lines come out four percent wider, and how they are
    # rounded is up to the computer; so is the order of colors that letters are smoothed with.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
