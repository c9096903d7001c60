"""The start page: recent collections, demos, and where to drop files."""

from jurybox_gui.desks.start.page import StartPage

__all__ = ["StartPage"]
