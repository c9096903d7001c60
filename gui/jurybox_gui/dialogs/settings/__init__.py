"""The settings of the person at this computer."""

from jurybox_gui.dialogs.settings.sheet import SettingsSheet

__all__ = ["SettingsSheet"]
