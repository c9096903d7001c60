"""Changing the keys of any action."""

from jurybox_gui.dialogs.shortcuts.editor import KeysEditor
from jurybox_gui.dialogs.shortcuts.preset_choice import PresetChoice

__all__ = ["KeysEditor", "PresetChoice"]
