"""The addresses of this computer by network interface, asked of the system; nothing is sent anywhere.

The usual methods open a socket to a remote address. `getifaddrs` (POSIX.1, in the C library) lists the
configured interfaces without sending a packet.
"""

import ctypes
import ipaddress
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from jurybox.errors import Refused
from jurybox.language import tr

_AF_INET = 2
_UP = 0x1
_LOOPBACK = 0x8
_SYSTEM = Path("/sys/class/net")
_ORDER = ("wireless", "wired", "other", "virtual", "loopback")
_WORDS = {
    "wireless": "Wi-Fi",
    "wired": tr("cable"),
    "other": tr("network"),
    "virtual": tr("virtual"),
    "loopback": tr("this computer only"),
}


class Interface(NamedTuple):
    """An interface that is up, with one of its IPv4 addresses.

    `medium`: wireless, wired, virtual (of containers and virtual machines), loopback, or other.
    """

    name: str
    address: str
    medium: str

    @property
    def title(self) -> str:
        """Its name in the choice: `192.168.0.17, Wi-Fi (wlan0)`."""
        return tr("{address}, {medium} ({name})", address=self.address, medium=_WORDS[self.medium], name=self.name)


class _SocketAddress(ctypes.Structure):
    _fields_ = (("family", ctypes.c_ubyte * 2), ("port", ctypes.c_ushort), ("address", ctypes.c_ubyte * 4))


class _InterfaceEntry(ctypes.Structure):
    pass


_InterfaceEntry._fields_ = (
    ("next", ctypes.POINTER(_InterfaceEntry)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.POINTER(_SocketAddress)),
)


def interfaces() -> tuple[Interface, ...]:
    """Return the interfaces that are up and have an IPv4 address, wireless ones first, loopback last.

    Raises Refused if the system does not list them.
    """
    found = {
        Interface(name, address, _medium(name, is_loopback=is_loopback)) for name, address, is_loopback in _listed()
    }
    order = sorted(found, key=lambda one: (_ORDER.index(one.medium), one.name, one.address))
    return tuple(order)


def _listed() -> list[tuple[str, str, bool]]:
    """Return name and address of each interface that is up, and whether it is a loopback interface."""
    try:
        system = ctypes.CDLL(None, use_errno=True)
        ask, free = system.getifaddrs, system.freeifaddrs
    except (OSError, AttributeError) as error:
        raise Refused(tr("This system does not list its network interfaces.")) from error
    first = ctypes.POINTER(_InterfaceEntry)()
    free.argtypes = (ctypes.POINTER(_InterfaceEntry),)
    if ask(ctypes.byref(first)):
        raise Refused(tr("The network interfaces of this computer could not be listed."))
    try:
        found, entry = [], first
        while bool(entry):  # false for a null pointer
            one = entry.contents
            if one.flags & _UP and one.address and _family(one.address.contents) == _AF_INET:
                address = str(ipaddress.IPv4Address(bytes(one.address.contents.address)))
                found.append((one.name.decode(errors="replace"), address, bool(one.flags & _LOOPBACK)))
            entry = one.next
    finally:
        free(first)
    return found


def _family(address: _SocketAddress) -> int:
    """Return the family of an address: Linux has it in two bytes, BSD and macOS in the second."""
    is_linux = sys.platform.startswith("linux")
    return int.from_bytes(bytes(address.family), sys.byteorder) if is_linux else int(address.family[1])


def _medium(name: str, *, is_loopback: bool) -> str:
    if is_loopback:
        return "loopback"
    place = _SYSTEM / name
    with suppress(OSError):
        if (place / "wireless").exists() or (place / "phy80211").exists():
            return "wireless"
        if place.exists():
            return "wired" if (place / "device").exists() else "virtual"
    return "other"
