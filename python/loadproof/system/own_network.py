"""Test for addresses outside this machine and private networks, by routes and the registries of IANA."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["outside_address"]

_PRIVATE = tuple(
    map(
        ip_network,
        (
            *("127.0.0.0/8", "::1/128", "0.0.0.0/32", "::/128"),
            # RFC 1918, RFC 3927, RFC 4193, RFC 4291.
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"),
        ),
    )
)


def outside_address(host: str, port: int) -> str | None:
    """The first address of `host` that is neither this machine's nor private; None: there is none, or no address.

    Nothing is sent but what the resolver asks for a name.

    >>> outside_address("127.0.0.1", 80), outside_address("192.0.2.1", 80), outside_address("::ffff:10.0.0.1", 80)
    (None, '192.0.2.1', None)
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # Who wants to reach it says so, in words.
        return None
    for family, _, _, _, address in found:
        if family in (socket.AF_INET, socket.AF_INET6):
            shown = str(address[0])
            if not _is_private(shown) and not _is_ours(family, shown):
                return shown
    return None


def _is_private(shown: str) -> bool:
    address: IPv4Address | IPv6Address = ip_address(shown.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in network for network in _PRIVATE if network.version == address.version)


def _is_ours(family: int, shown: str) -> bool:
    """Return True if the address is this machine's own. To connect a datagram socket sends nothing."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((shown, 9))
            return str(asking.getsockname()[0]) == shown
    except OSError:
        return False
