"""What can go wrong between a file and its hub: no network, or a hub that says no."""

from jurybox.errors import Refused


class Unreachable(Refused):
    """The hub cannot be reached at the moment; nothing is lost, and trying again later helps.

    `asked`: the server was there and was told the password, so that it may well have refused in words of its
    own language, which nobody here reads.
    """

    def __init__(self, text: str, *, asked: bool = False) -> None:
        super().__init__(text)
        self.asked = asked


class HubRefused(Refused):
    """The hub, or its rules, refuse: a password, an invitation, a version, a connection in the clear."""


class WrongPassword(HubRefused):
    """The server does not accept a password; it does not say whether it is wrong, or was until yesterday."""


class Ended(HubRefused):
    """Trying again is of no use before somebody changed something: withdrawn, or another version."""


class Stopped(Refused):
    """Whoever asked for the work stopped it; what had arrived is kept, and the next call goes on there."""
