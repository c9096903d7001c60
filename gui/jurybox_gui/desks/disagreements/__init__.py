"""The Disagreements desk: what the judges differ about, worst first, settled in place."""

from jurybox_gui.desks.disagreements.actions import ACTIONS
from jurybox_gui.desks.disagreements.desk import DisagreementsDesk

__all__ = ["ACTIONS", "DisagreementsDesk"]
