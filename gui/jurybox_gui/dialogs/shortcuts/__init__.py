"""Changing the keys of any action."""

from jurybox_gui.dialogs.shortcuts.editor import KeysEditor

__all__ = ["KeysEditor"]
