"""Reading the help inside the window."""

from jurybox_gui.dialogs.help.keys import FIXED, with_keys
from jurybox_gui.dialogs.help.reader import HelpReader

__all__ = ["FIXED", "HelpReader", "with_keys"]
