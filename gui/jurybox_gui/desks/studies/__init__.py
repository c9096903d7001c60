"""The Studies desk: how far a score, and an order of runs, can be trusted."""

from jurybox_gui.desks.studies.desk import ACTIONS, StudiesDesk

__all__ = ["ACTIONS", "StudiesDesk"]
