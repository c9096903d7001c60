"""What the desktop says of animations: KDE in a file, GNOME by a program; nobody who knows, nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jurybox_gui.theme.motion import desktop_asks_for_less_motion


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    desktop_asks_for_less_motion.cache_clear()
    yield
    desktop_asks_for_less_motion.cache_clear()


@pytest.mark.parametrize(
    ("factor", "asks"), [("AnimationDurationFactor=0", True), ("AnimationDurationFactor=0.5", False), ("", False)]
)
def test_plasma_keeps_it_in_a_file(factor: str, asks: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    (tmp_path / "kdeglobals").write_text(f"[General]\nA=1\n[KDE]\n{factor}\n", encoding="utf-8")
    assert desktop_asks_for_less_motion() is asks


@pytest.mark.parametrize(("said", "asks"), [("false", True), ("true", False)])
def test_gnome_is_asked_by_its_program(said: str, asks: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    program = tmp_path / "gsettings"
    program.write_text(
        f'#!/bin/sh\n[ "$*" = "get org.gnome.desktop.interface enable-animations" ] && echo {said}\n', encoding="utf-8"
    )
    program.chmod(0o755)
    assert desktop_asks_for_less_motion() is asks


@pytest.mark.parametrize("desktop", ["", "KDE", "GNOME"])
def test_where_nobody_knows_things_slide(desktop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
    assert desktop_asks_for_less_motion() is False
