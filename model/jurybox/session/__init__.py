"""The open collection: runs every command, keeps undo, saves in the background, reports what changed.

Nothing else writes to a collection. A session belongs to one thread; reports from the writer's thread arrive
through `post`. A label is in force here the moment it is given and *pending* until the writer has it on the
disk; then it is *saved*.
"""

from jurybox.collection.organizer import ORGANIZER
from jurybox.session.saving import CHECKING, Post, Saver, Saving
from jurybox.session.session import Listener, Remembered, Session, open_session

__all__ = ["CHECKING", "ORGANIZER", "Listener", "Post", "Remembered", "Saver", "Saving", "Session", "open_session"]
