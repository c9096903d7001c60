"""The settings of the user of this computer."""

from jurybox_gui.dialogs.settings.sheet import SettingsSheet

__all__ = ["SettingsSheet"]
