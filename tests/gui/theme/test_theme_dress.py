"""The theme dresses the application, follows the system until somebody chooses, and finds its files."""

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import jurybox_gui
from jurybox.resources import BOLD, asset
from jurybox_gui.theme import theme as theme_module
from jurybox_gui.theme.fonts import families, font
from jurybox_gui.theme.icons import app_icon, icon, pixmap
from jurybox_gui.theme.palette import color, palette
from jurybox_gui.theme.style import style_sheet
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import DARK, LIGHT, Tokens

ICONS = sorted(path.stem for path in asset("icons").glob("*.svg"))


@pytest.fixture
def fresh(qapp: QApplication) -> Iterator[Theme]:
    made = Theme()
    made.choose("light")
    made.apply(qapp)
    yield made
    made.choose("light")


def test_choosing_changes_the_palette_of_what_is_shown(qtbot: QtBot, fresh: Theme) -> None:
    widget, later = QWidget(), QWidget()
    for each in (widget, later):
        qtbot.addWidget(each)
    widget.show()
    with qtbot.waitSignal(fresh.changed):
        fresh.choose("dark")
    assert fresh.dark
    later.show()
    assert later.palette().color(QPalette.ColorRole.Window) == QColor(DARK.win)
    assert widget.palette().color(QPalette.ColorRole.Window) == QColor(DARK.win)
    with qtbot.assertNotEmitted(fresh.changed):
        fresh.choose("dark")
    fresh.toggle()
    assert fresh.choice == "light"
    assert widget.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.win)


def test_the_system_is_followed_until_somebody_chooses(fresh: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme_module, "_system_is_dark", lambda: True)
    fresh._system_changed(Qt.ColorScheme.Dark)
    assert not fresh.dark
    fresh.choose("system")
    assert fresh.dark
    monkeypatch.setattr(theme_module, "_system_is_dark", lambda: False)
    fresh._system_changed(Qt.ColorScheme.Light)
    assert not fresh.dark


def test_a_dressed_application_is_not_dressed_again(qtbot: QtBot, fresh: Theme, qapp: QApplication) -> None:
    with qtbot.assertNotEmitted(fresh.changed):
        fresh.apply(qapp)
    fresh.choose("dark")
    with qtbot.assertNotEmitted(fresh.changed):
        fresh.apply(qapp)
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.win)


def test_motion_can_be_switched_off(fresh: Theme) -> None:
    assert not fresh.reduced_motion
    fresh.reduced_motion = True
    assert fresh.reduced_motion


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_the_palette_and_the_style_sheet_use_only_tokens(tokens: Tokens) -> None:
    known = {str(getattr(tokens, name)).lower() for name in Tokens._fields if name not in {"dark", "runs"}}
    made = palette(tokens)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.Base, QPalette.ColorRole.Highlight):
        assert made.color(role).name() in known
    sheet = style_sheet(tokens)
    used = {code.lower() for code in re.findall("#[0-9A-Fa-f]{6}", sheet)}
    assert used
    assert used <= known


def test_a_color_can_be_clear() -> None:
    assert color("#102030", 0.5).alphaF() == pytest.approx(0.5, abs=0.01)
    assert color("#102030").alphaF() == 1


@pytest.mark.sweep
def test_nobody_changes_a_color_or_a_font_that_others_paint_with_too() -> None:
    for file in sorted(Path(jurybox_gui.__file__).parent.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                assert not _shared(function) & _changed(function), f"{file}: {function.name}"


def _shared(function: ast.FunctionDef) -> set[str]:
    """Return the names under which a function has what `color` and `font` gave it."""
    return {
        target.id
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call)
        if isinstance(each.value.func, ast.Name) and each.value.func.id in {"color", "font"}
        for target in each.targets
        if isinstance(target, ast.Name)
    }


def _changed(function: ast.FunctionDef) -> set[str]:
    """Return the names on which a function calls a setter."""
    return {
        each.func.value.id
        for each in ast.walk(function)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
        if each.func.attr.startswith("set") and isinstance(each.func.value, ast.Name)
    }


def test_figures_are_of_one_width_and_no_letter_is_hinted(qapp: QApplication) -> None:
    metrics = QFontMetricsF(font(13, tabular=True))
    assert len({round(metrics.horizontalAdvance(digit), 3) for digit in "0123456789"}) == 1
    face = font(17, 600, italic=True)
    assert face.pixelSize() == 17
    assert face.italic()
    assert face.weight() == BOLD
    assert face.families() == list(families())
    assert QFontInfo(font(13)).family()


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_one_color_on_the_grid(qapp: QApplication, name: str) -> None:
    drawing = ET.parse(asset(f"icons/{name}.svg")).getroot()
    paints = {el.get(k) for el in drawing.iter() for k in ("fill", "stroke")} - {None, "none"}
    if name == "jurybox":
        assert len(paints) == 2
        return
    assert drawing.get("viewBox") == "0 0 24 24"
    assert paints == {"currentColor"}
    shown = pixmap(name, 20, "#FF0000", 2.0).toImage()
    assert shown.width() == 40
    seen = [shown.pixelColor(x, y) for x in range(40) for y in range(40)]
    inked = [at for at in seen if at.alpha() > 200]
    assert inked
    assert all(at.red() > 240 and at.green() < 16 for at in inked)


def test_icons_are_sharp_at_every_scale(qapp: QApplication) -> None:
    assert icon("judge").pixmap(20, 20).width() >= 20
    assert not app_icon().isNull()
    assert pixmap("judge", 16, "#000000", 3.0).devicePixelRatio() == 3.0
