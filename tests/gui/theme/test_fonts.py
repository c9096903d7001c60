"""The fonts of the program: each weight is drawn as one, the same with and without fonts on the computer."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QRawFont, QTextLayout
from PySide6.QtWidgets import QApplication

from jurybox.figures import Figure
from jurybox.figures.axis import Axis
from jurybox.resources import BOLD, BOLDER, FONT_FAMILIES, asset
from jurybox_gui.plots.print_painter import print_figure
from jurybox_gui.theme.fonts import font

NO_FONTS = '<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'
SAMPLE = "Hamburgefonstiv .648 1.000 β² ↑ → ▾ ✓ ☕\ufe0f 🫖 Привет"
FACES = [(400, False), (500, False), (600, False), (650, False), (400, True), (600, True)]


def drawn(weight: int, *, italic: bool) -> bytes:
    picture = QImage(700, 40, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    painter = QPainter(picture)
    painter.setFont(font(20, weight, italic=italic))
    painter.drawText(4, 28, SAMPLE)
    painter.end()
    return bytes(picture.constBits())


def digests() -> list[str]:
    return [hashlib.sha256(drawn(weight, italic=italic)).hexdigest() for weight, italic in FACES]


def families_of(text: str, face: QFont) -> set[tuple[str, bool]]:
    """Return the families a text is drawn with, each with whether it has all glyphs."""
    layout = QTextLayout(text, face)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return {(run.rawFont().familyName(), 0 not in run.glyphIndexes()) for run in layout.glyphRuns()}


@pytest.mark.parametrize(("weight", "italic"), FACES)
def test_each_weight_and_italic_is_a_face_of_its_own(qapp: QApplication, weight: int, *, italic: bool) -> None:
    raw = QRawFont.fromFont(font(13, weight, italic=italic))
    assert raw.familyName() == FONT_FAMILIES[0]
    assert raw.weight() == {600: BOLD, 650: BOLDER}.get(weight, weight)
    assert (raw.style() == QFont.Style.StyleItalic) == italic
    assert len(set(digests())) == len(FACES)
    widths = [QFontMetricsF(font(100, heavy)).horizontalAdvance(SAMPLE) for heavy in (400, 500, 600, 650)]
    assert widths == sorted(set(widths))


def ink(paint: Callable[[QPainter], object]) -> int:
    picture = QImage(200, 60, QImage.Format.Format_Grayscale8)
    picture.fill(255)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return sum(255 - one for one in bytes(picture.constBits()))


def ink_of(text: str, weight: int) -> int:
    def paint(painter: QPainter) -> None:
        painter.setFont(font(40, weight))
        painter.drawText(10, 44, text)

    return ink(paint)


def test_a_script_of_the_computer_is_bold_beside_bold_letters(qapp: QApplication) -> None:
    """Qt thickens what it is asked for in bold where the computer has only a regular face."""
    if not QFontDatabase.families(QFontDatabase.WritingSystem.Japanese):
        pytest.skip("no font here has Japanese")
    for weight in (600, 650):
        assert ink_of("設定", weight) > 1.1 * ink_of("設定", 400)


@pytest.mark.parametrize(("file", "weight"), [("Medium", 500), ("SemiBold", 600), ("SemiBold650", 650)])
def test_letters_of_the_program_are_as_black_as_drawn(qapp: QApplication, file: str, weight: int) -> None:
    raw = QRawFont(str(asset("fonts") / f"JuryboxInter-{file}.ttf"), 40)
    (glyph,) = raw.glyphIndexesForString("H")
    shape = raw.pathForGlyph(glyph).translated(10, 44)
    filled = ink(lambda painter: painter.fillPath(shape, QColor(0, 0, 0)))
    assert ink_of("H", weight) == pytest.approx(filled, rel=0.04)


def test_figures_line_up_in_tables_only(qapp: QApplication) -> None:
    def wide(text: str, *, tabular: bool) -> float:
        return QFontMetricsF(font(13, tabular=tabular)).horizontalAdvance(text)

    assert wide("111", tabular=True) == wide("888", tabular=True)
    assert wide("111", tabular=False) < wide("888", tabular=False)


def test_code_has_letters_of_one_width(qapp: QApplication) -> None:
    metrics = QFontMetricsF(font(13, mono=True))
    assert metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("WWWW")
    assert metrics.height() == QFontMetricsF(font(13)).height()


def test_an_answer_is_shown_letter_by_letter(qapp: QApplication) -> None:
    """Inter has forms that depend on the neighbors, such as an arrow for "->"."""
    layout = QTextLayout("->", font(17))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    (run,) = layout.glyphRuns()
    assert len(run.glyphIndexes()) == 2
    raw = run.rawFont()
    assert run.glyphIndexes() == raw.glyphIndexesForString("-") + raw.glyphIndexesForString(">")


def test_a_script_that_they_lack_comes_from_the_computer(qapp: QApplication) -> None:
    scripts = {"日本": QFontDatabase.WritingSystem.Japanese, "نظام": QFontDatabase.WritingSystem.Arabic}
    for text, script in scripts.items():
        there = bool(QFontDatabase.families(script))
        found = families_of(text, font(17))
        if there:
            assert all(whole and family not in FONT_FAMILIES for family, whole in found)
        else:
            assert found == {(FONT_FAMILIES[0], False)}


def test_letters_look_the_same_on_a_computer_without_fonts(qapp: QApplication, tmp_path: Path) -> None:
    """In two processes, since fontconfig is read once; with none, whatever is drawn is the program's own."""
    (tmp_path / "fonts.conf").write_text(NO_FONTS, encoding="utf-8")
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; from PySide6.QtWidgets import QApplication;"
        "app = QApplication([]); from test_fonts import digests; print(*digests())"
    )
    here = Path(__file__).parent
    bare = subprocess.run(
        [sys.executable, "-c", code, str(here)],
        env=os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert bare.stdout.split() == digests()


def test_printed_pictures_have_the_same_fonts() -> None:
    figure = Figure("F(1) and β² → ✓", Axis("recall"), Axis("precision"))
    printed = print_figure(figure, "pdf")
    assert b"JuryboxInterSemiBold" in printed
    assert b"JuryboxInterRegular" in printed
    assert b"DejaVu" not in printed


def test_every_font_has_its_license_beside_it() -> None:
    for file in asset("fonts").glob("*.ttf"):
        terms = file.with_name(f"{file.stem.partition('-')[0]}-OFL.txt").read_text(encoding="utf-8")
        assert terms.startswith("Copyright 20")
        assert "SIL Open Font License, Version 1.1" in terms
