"""The nugget board: what the Judge desk is for Other questions."""

from jurybox_gui.desks.nuggets.actions import ACTIONS
from jurybox_gui.desks.nuggets.desk import NuggetDesk

__all__ = ["ACTIONS", "NuggetDesk"]
