"""Labels under one hand: no two actions want one key, shared functions keep one key, and own keys stay."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox_gui.actions.chords import chord
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.key_presets import PRESETS, KeyPreset, keys_of, preset_in_force, with_preset
from jurybox_gui.actions.registry import check_keys
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.dialogs.settings import SettingsSheet
from jurybox_gui.dialogs.shortcuts import KeysEditor
from jurybox_gui.shell.campaign_actions import CAMPAIGN_ACTIONS
from jurybox_gui.shell.replay import REPLAY_ACTIONS
from jurybox_gui.shell.window_actions import SHELL_ACTIONS

Come = Callable[..., Person]
PRINTED, RIGHT, LEFT = PRESETS


@pytest.fixture(scope="module")
def specs() -> list[AnyAction]:
    """Every action of every desk."""
    desks = [one for desk in DESKS for one in import_module(DESKS[desk].partition(":")[0]).ACTIONS]
    return [*SHELL_ACTIONS, *CAMPAIGN_ACTIONS, *REPLAY_ACTIONS, *desks]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.name)
def test_no_two_actions_want_one_key(preset: KeyPreset, specs: list[AnyAction]) -> None:
    keys = keys_of(preset, specs)
    check_keys(specs, keys)
    assert preset_in_force(specs, keys) is preset
    for at, letter in enumerate(preset.labels, start=1):
        assert keys[f"judge.label.{at}"] == keys[f"disagreements.give.{at}"] == (letter, str(at))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.name)
def test_a_shared_function_still_has_one_key(preset: KeyPreset, specs: list[AnyAction]) -> None:
    keys = keys_of(preset, specs)
    for shared in Shared:
        here = [spec for spec in specs if spec.shares is shared]
        first = {keys.get(spec.id, spec.keys)[0] for spec in here}
        assert len(first) == 1, shared
        others = {
            (spec.desk, chord(key))
            for spec in specs
            if spec.shares is not shared and spec.desk in {one.desk for one in here}
            for key in keys.get(spec.id, spec.keys)
        }
        assert not others & {(spec.desk, chord(key)) for spec in here for key in first}, shared


def test_keys_of_ones_own_stay_unless_the_preset_needs_them(specs: list[AnyAction]) -> None:
    own = {"judge.note": ("Y",), "scores.export": ("J",), "judge.whole": (";",), "judge.label.2": ("P",)}
    right = with_preset(RIGHT, specs, own)
    assert right["judge.note"] == ("Y",)
    assert right["scores.export"] == ("J",)  # no label is given there
    assert "judge.whole" not in right  # its own key gives the fourth label now
    assert right["judge.label.2"] == ("K", "2")
    check_keys(specs, right)
    left = with_preset(LEFT, specs, right)
    assert left == {**keys_of(LEFT, specs), "judge.note": ("Y",), "scores.export": ("J",)}
    assert with_preset(PRINTED, specs, left) == {"judge.note": ("Y",), "scores.export": ("J",)}
    assert preset_in_force(specs, own) is None


@pytest.mark.sweep
def test_a_preset_is_chosen_in_settings_and_every_cap_follows(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    assert [one.accessibleName()[-5:] for one in person.desk.center.bar.buttons.values()] == ["key 1", "key 2", "key K"]
    person.window.registry.trigger("edit.settings")
    person.settle()
    (sheet,) = person.window.findChildren(SettingsSheet)
    assert sheet.presets.currentText() == "Digits and letters"
    sheet.presets.setFocus()
    QTest.keyClicks(QApplication.focusWidget(), "Right")
    sheet.presets.activated.emit(sheet.presets.currentIndex())
    person.settle()
    assert sheet.presets.currentText() == "Right hand: J K L ;"
    person.press("Esc")
    assert [one.accessibleName().rpartition("key ")[2] for one in person.desk.center.bar.buttons.values()] == [
        "J",
        "K",
        "Ctrl+Shift+K",
    ]
    here = person.desk.queue_cursor.answer
    person.press("K")
    assert person.session.content_of(here).label == "incorrect"
    person.window.registry.trigger("edit.keys")
    person.settle()
    (editor,) = person.window.findChildren(KeysEditor)
    assert editor.presets.currentText() == "Right hand: J K L ;"
    assert next(row.keys for row in editor.rows.rows("Second label (Incorrect)")) == ("K", "2")
    editor.all.click()
    person.settle()
    assert editor.presets.currentText() == "Digits and letters"
    assert person.program.settings["keys"] == {}


def test_keys_that_were_changed_under_another_plan_stay(come: Come, tmp_path: Path, home: Path) -> None:
    path = demo_file(tmp_path / "demo.jury")
    person = come(path, assessor="visitor")
    mine = {"judge.label.1": ["L"], "judge.label.2": ["G"], "judge.guidelines": [], "judge.skip": ["E"]}
    person.program.settings["keys"] = mine
    person.close()
    again = come(path, assessor="visitor")
    registry = again.window.registry
    assert {one: list(registry.keys(one)) for one in mine} == mine
    assert registry.keys("judge.mark") == ()  # its key gives the first label
    for key, label in (("L", "correct"), ("G", "incorrect")):
        here = again.desk.queue_cursor.answer
        again.press(key)
        assert again.session.content_of(here).label == label


def test_a_key_is_changed_with_the_mouse_alone(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    person.window.registry.trigger("edit.keys")
    person.settle()
    (editor,) = person.window.findChildren(KeysEditor)
    assert editor.model.row(0).where == "Judge"  # the desk in front comes first
    box = editor.view.visualRect(editor.model.index(1))
    QTest.mouseClick(editor.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.right() - 40, box.center().y()))
    assert editor.waiting == editor.model.row(1).action == "judge.label.2"
    QTest.keyClicks(QApplication.focusWidget(), "'")
    assert person.program.settings["keys"] == {"judge.label.2": ["'"]}
    editor.view.customContextMenuRequested.emit(editor.view.visualRect(editor.model.index(1)).center())
    menu = QApplication.activePopupWidget()
    assert [one.text() for one in menu.actions()] == ["Change key", "Remove key", "Default key"]
    menu.actions()[2].trigger()
    menu.close()
    assert person.program.settings["keys"] == {}
