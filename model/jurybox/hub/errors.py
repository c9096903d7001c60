"""Errors between a file and its hub: no network, or a refusal by the hub."""

from jurybox.errors import Refused


class Unreachable(Refused):
    """The hub cannot be reached at the moment; nothing is lost, and trying again later helps.

    `asked`: the server answered and got the password, so that it may have refused in a message in its own
    language, which the program cannot interpret.
    """

    def __init__(self, text: str, *, asked: bool = False) -> None:
        super().__init__(text)
        self.asked = asked


class TooSlow(Unreachable):
    """A step took longer than the hub, or this program, allows; a smaller one may succeed."""


class HubRefused(Refused):
    """The hub, or its rules, refuse: a password, an invitation, a version, a connection in the clear."""


class PartRefused(Refused):
    """A part at the hub, or a pack of it, with which a file could not be opened: nothing of it was taken in."""


class Ended(HubRefused):
    """Trying again is of no use before somebody changed something: withdrawn, or another version."""


class SyncStopped(Refused):
    """The caller stopped the work; what had arrived is kept, and the next call continues there."""
