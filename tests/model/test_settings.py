"""Settings are kept whatever the paths in them are called, and leave nothing else behind."""

import json
import os
from pathlib import Path

import pytest

from jurybox.settings import Settings


def test_a_path_with_bytes_that_are_no_text_is_remembered(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(b"/somewhere/caf\xe9.jury"))
    Settings(tmp_path / "settings.json").remember(odd)
    assert Settings(tmp_path / "settings.json")["recent"] == [str(odd)]


def test_a_collection_is_remembered_wherever_the_program_is_started_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings(tmp_path / "settings.json")
    settings.remember(Path("small.jury"))
    settings.remember(tmp_path / "small.jury")
    assert settings["recent"] == [str(tmp_path / "small.jury")]


def test_a_full_disk_leaves_the_old_settings_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(tmp_path / "settings.json")
    settings["theme"] = "dark"
    before = (tmp_path / "settings.json").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(json, "dump", full)
    settings["theme"] = "light"
    assert settings["theme"] == "light"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert (tmp_path / "settings.json").read_bytes() == before
