"""Every sign that the program writes itself is in its own fonts, in each weight: no box on any computer."""

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QTextLayout
from PySide6.QtWidgets import QApplication

from jurybox.resources import FONT_FAMILIES, asset
from jurybox_gui.theme.fonts import font
from jurybox_gui.widgets.coverage import GlyphCoverage

ROOT = Path(__file__).parents[3]
# Scripts that come from the computer.
FOREIGN = ("CJK", "HIRAGANA", "KATAKANA", "ARABIC", "IDEOGRAPHIC", "FULLWIDTH", "LEFT CORNER", "RIGHT CORNER")
FOREIGN += ("LEFT WHITE CORNER", "RIGHT WHITE CORNER")
FACES = [(400, False), (500, False), (600, False), (650, False), (400, True), (600, True)]


def strings() -> Iterator[str]:
    """Yield the signs beyond ASCII of the program's own strings, but none that is written as an escape."""
    for package in ("gui/jurybox_gui", "model/jurybox"):
        for file in (ROOT / package).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    beyond = {sign for sign in node.value if not sign.isascii()}
                    yield "".join(s for s in beyond if s in source or unicodedata.category(s)[0] in "PS")


def texts(what: str) -> Iterator[str]:
    if what == "program":
        yield from strings()
        return
    for file in asset(what).rglob("*"):
        if file.suffix in {".md", ".csv"}:
            yield file.read_text(encoding="utf-8")


def signs(what: str) -> set[str]:
    """Return the signs beyond ASCII that are in these texts and of no script that the computer brings."""
    found = {sign for text in texts(what) for sign in text if not sign.isascii()}
    found -= {"\ufffc"}  # an object in a text: always replaced before it is shown
    return {sign for sign in found if not unicodedata.name(sign, "").startswith(FOREIGN)}


@pytest.mark.parametrize("what", ["program", "help", "demos"])
@pytest.mark.sweep
def test_every_sign_of_our_own_is_in_our_own_fonts(qapp: QApplication, what: str) -> None:
    ours = signs(what)
    assert len(ours) >= 10
    for weight, italic in FACES:
        face = font(13, weight, italic=italic)
        assert GlyphCoverage(face).missing("".join(ours)) == {}
        # Where the computer has fonts, it must not have been one of them.
        assert {family for sign in ours for family in _families_of(sign, face)} <= set(FONT_FAMILIES)


def test_a_sign_of_a_script_that_no_font_has_is_noticed(qapp: QApplication) -> None:
    """Private use: the notice above an answer that cannot be shown stays for such."""
    assert GlyphCoverage(font(17)).missing("a\U0010fffd\U0010fffd") == {"\U0010fffd": 2}


def _families_of(sign: str, face: QFont) -> Iterator[str]:
    layout = QTextLayout(sign, face)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    for run in layout.glyphRuns():
        yield run.rawFont().familyName()
