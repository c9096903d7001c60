"""Which characters of a text no font on this computer can show: an assessor must not judge gaps."""

import unicodedata

from PySide6.QtGui import QFont, QTextLayout

from jurybox.language import tr, trn
from jurybox.lists import comma_list

# Only this much of an answer is examined, so that a huge one does not block the window.
PREFIX = 20_000
_MOST_NAMED, _MOST_LISTED = 3, 12
# Separators, controls and marks have no glyph of their own, or none that can stand alone.
_SILENT = {"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}


class GlyphCoverage:
    """Remembers for one font which characters have a glyph, so that each is laid out only once."""

    def __init__(self, face: QFont) -> None:
        self._face = face
        self._known: dict[str, bool] = {}

    def missing(self, text: str) -> dict[str, int]:
        """Return the characters in the first `PREFIX` of `text` that cannot be shown, with counts."""
        prefix = text[:PREFIX]
        gaps: dict[str, int] = {}
        for sign in set(prefix):
            if not self._shows(sign):
                gaps[sign] = prefix.count(sign)
        return gaps

    def _shows(self, sign: str) -> bool:
        known = self._known.get(sign)
        if known is None:
            known = sign.isascii() or unicodedata.category(sign) in _SILENT or _has_glyph(sign, self._face)
            self._known[sign] = known
        return known


def _has_glyph(sign: str, face: QFont) -> bool:
    """Lay out one character; fonts use glyph 0 for a character they lack."""
    layout = QTextLayout(sign, face)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    return bool(runs) and all(0 not in run.glyphIndexes() for run in runs)


def missing_sentence(gaps: dict[str, int]) -> str:
    """Return the sentence that reports missing characters, empty if there are none."""
    total = sum(gaps.values())
    if not total:
        return ""
    which = comma_list((f"U+{ord(sign):04X}" for sign in sorted(gaps)), _MOST_NAMED)
    return trn(
        "{n} character cannot be shown on this computer: {which}",
        "{n} characters cannot be shown on this computer: {which}",
        total,
        which=which,
    )


def missing_names(gaps: dict[str, int]) -> str:
    """Return their Unicode names, one per line, and a remedy; empty if nothing is missing."""
    if not gaps:
        return ""
    lines = [f"U+{ord(sign):04X} {unicodedata.name(sign, '?')}" for sign in sorted(gaps)[:_MOST_LISTED]]
    if len(gaps) > _MOST_LISTED:
        lines.append("…")
    return "\n".join([*lines, tr("Install a font that has them, and start Jurybox again.")])
