"""The Spaces desk: ROC space and precision-recall space of the same runs, linked and live."""

from jurybox_gui.desks.spaces.actions import ACTIONS
from jurybox_gui.desks.spaces.desk import SpacesDesk

__all__ = ["ACTIONS", "SpacesDesk"]
