"""The open collection: runs every command, keeps undo, saves in the background, tells what changed.

Nobody else writes to a collection. A session belongs to one thread; what happens on the writer's thread
is handed over through `post`. A label is in force here the moment it is given and *pending* until the
writer has it on the disk; then it is *saved*.

The session is made in stories, each on top of the one before: what is open and what is said
(`opened`), saving and the work of others (`following`), bulk work (`bulk`), commands and undo (`session`).
"""

from jurybox.session.following import CHECKING, Listener, Post, Saving
from jurybox.session.opened import Remembered
from jurybox.session.opening import open_session
from jurybox.session.session import ORGANISER, Session

__all__ = ["CHECKING", "ORGANISER", "Listener", "Post", "Remembered", "Saving", "Session", "open_session"]
