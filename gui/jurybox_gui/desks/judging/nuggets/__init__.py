"""The nugget board: what the Judge desk is for Other questions."""

from jurybox_gui.desks.judging.nuggets.actions import ACTIONS
from jurybox_gui.desks.judging.nuggets.desk import NuggetDesk

__all__ = ["ACTIONS", "NuggetDesk"]
