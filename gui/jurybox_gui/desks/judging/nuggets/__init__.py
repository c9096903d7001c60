"""The nugget board: the Judge desk for Other questions."""

from jurybox_gui.desks.judging.nuggets.actions import ACTIONS
from jurybox_gui.desks.judging.nuggets.desk import NuggetDesk

__all__ = ["ACTIONS", "NuggetDesk"]
