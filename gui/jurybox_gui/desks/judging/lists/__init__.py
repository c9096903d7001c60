"""The list desk: the Judge desk for list questions."""

from jurybox_gui.desks.judging.lists.actions import ACTIONS
from jurybox_gui.desks.judging.lists.desk import ListDesk

__all__ = ["ACTIONS", "ListDesk"]
