"""Reading the help inside the window."""

from jurybox_gui.dialogs.help.reader import HelpReader, with_keys

__all__ = ["HelpReader", "with_keys"]
