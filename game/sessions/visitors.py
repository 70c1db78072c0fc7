"""Who asks, as limits see them: a browser by the key that it keeps, else an address; and the crowd that it belongs to.

Thirty students behind one address are thirty visitors, since each browser keeps a key (``plyground.web.visiting``). Who
shows none is counted with all others of the address who show none. Those with a key are besides counted together with
their crowd: the address, or the class that they are in, or the competition whose link they opened. A crowd may ask as
much as ``CROWD`` visitors who each ask all they may, so whoever collects keys uses up what their own crowd has and
nobody else's. Anybody can make crowds, so those from one address have ``ADDRESS`` visitors' permissions at most.
"""

from __future__ import annotations

import ipaddress

CROWD, ADDRESS = 20, 60
"""As many visitors' permissions have a crowd together, and an address with all crowds that its visitors belong to."""


class Visitor(str):
    """The name of a visitor, for limits alone: a text like any other that knows its ``crowd`` and ``address`` too."""

    crowd: str
    address: str

    def __new__(cls, name: str, crowd: str = "", address: str = "") -> Visitor:
        made = super().__new__(cls, name)
        made.crowd, made.address = crowd, address
        return made


def address_of(who: str) -> str:
    """The address from which somebody asks."""
    return who.address if isinstance(who, Visitor) else who


def crowd_of(who: str) -> str:
    """The crowd with which somebody is counted; empty without one."""
    return who.crowd if isinstance(who, Visitor) else ""


def network(address: str) -> str:
    """What one customer of a network has: an IPv4 address, or the first 64 bits of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
