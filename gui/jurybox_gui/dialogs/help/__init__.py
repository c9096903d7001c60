"""Reading the help inside the window."""

from jurybox_gui.dialogs.help.reader import HelpReader

__all__ = ["HelpReader"]
