"""The Scores desk: runs by measures, live, with the bounds of their final scores."""

from jurybox_gui.desks.scores.actions import ACTIONS
from jurybox_gui.desks.scores.desk import ScoresDesk

__all__ = ["ACTIONS", "ScoresDesk"]
