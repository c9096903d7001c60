"""The Disagreements desk: what the judges disagree on, worst first, and where it is resolved."""

from jurybox_gui.desks.disagreements.actions import ACTIONS
from jurybox_gui.desks.disagreements.desk import DisagreementsDesk

__all__ = ["ACTIONS", "DisagreementsDesk"]
