"""Errors between a file and its hub: no network, or a refusal by the hub."""

from typing import TYPE_CHECKING

from jurybox.errors import Refused

if TYPE_CHECKING:
    from jurybox.hub.address import Address


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


class UnknownServer(HubRefused):
    """This computer does not know the server at `address`; nothing was sent, not even a request."""

    may_ask = True
    """Whether a person can help, here by agreeing."""

    def __init__(self, text: str, address: "Address") -> None:
        super().__init__(text)
        self.address = address


class WrongPassword(HubRefused):
    """The server at `address` does not accept the password, or wants one and this computer keeps none.

    It does not say whether a password is wrong, or was right until yesterday.
    """

    def __init__(self, text: str, address: "Address") -> None:
        super().__init__(text)
        self.address = address

    @property
    def may_ask(self) -> bool:
        """Whether a person can help by typing the password: not if they just typed it, nor if no person knows it."""
        return not self.address.password and not self.address.is_assessor


class Ended(HubRefused):
    """Trying again is of no use before somebody changed something: withdrawn, or another version."""


class SyncStopped(Refused):
    """The caller stopped the work; what had arrived is kept, and the next call continues there."""
