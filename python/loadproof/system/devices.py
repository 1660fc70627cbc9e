"""Disks and network interfaces of this machine that are hardware, by sysfs, and the speed of each link.

A disk that is made of other disks, a bridge or a `veth` moves bytes that another device moves, too: a sum over all
devices would count them twice.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["Devices", "is_made_disk", "is_made_link", "link_speed", "read_devices"]

_BYTES_OF_MEGABIT = 125_000
_MADE_DISKS = ("dm-", "md", "loop", "ram", "zram", "sr", "fd", "nbd")
_MADE_LINKS = (
    *("lo", "veth", "br-", "bridge", "docker", "virbr", "vnet", "tun", "tap", "wg", "dummy", "ifb", "bond", "team"),
    *("cni", "flannel", "cali", "cilium", "lxc", "kube", "vxlan", "gre", "sit", "ip6tnl", "podman"),
)


@dataclass(frozen=True, slots=True)
class Devices:
    """Hardware of one machine, by the names of the devices in /proc."""

    disks: frozenset[str]
    links: Mapping[str, float | None]
    """Speed of each network interface, bytes/s in each direction; None: the kernel states no speed."""


def read_devices(blocks: Path = Path("/sys/block"), networks: Path = Path("/sys/class/net")) -> Devices:
    """Read now. What cannot be read is left out.

    Where no interface is hardware, as in a container, the interfaces count that do not look made by software.
    """
    disks = {name.replace("!", "/") for name in _names(blocks) if not _is_stacked(blocks / name)}
    names = _names(networks)
    real = [name for name in names if (networks / name / "device").exists()]
    real = real or [name for name in names if not is_made_link(name)]
    return Devices(
        frozenset(name for name in disks if not name.startswith(("loop", "ram", "zram", "sr", "fd"))),
        {name: link_speed(_megabits(networks / name / "speed") * _BYTES_OF_MEGABIT) for name in real},
    )


def is_made_disk(name: str) -> bool:
    """Return True if the name of a block device is one that the kernel gives to devices made by software.

    >>> [is_made_disk(name) for name in ("vda", "nvme0n1", "dm-0", "md127")]
    [False, False, True, True]
    """
    return name.startswith(_MADE_DISKS)


def is_made_link(name: str) -> bool:
    """Return True if the name of a network interface is one that software usually gives; a VLAN has a dot.

    >>> [is_made_link(name) for name in ("eth0", "enp3s0", "lo", "veth3f2a", "eth0.12")]
    [False, False, True, True, True]
    """
    return name.startswith(_MADE_LINKS) or "." in name


def link_speed(bytes_per_s: float) -> float | None:
    """Return the speed of a link, bytes/s; None if the kernel does not know it, and states -1 Mbit/s or 0.

    >>> link_speed(125e6), link_speed(-125000.0)
    (125000000.0, None)
    """
    return float(bytes_per_s) if bytes_per_s > 0 else None


def _names(place: Path) -> list[str]:
    try:
        return sorted(os.listdir(place))
    except OSError:
        return []


def _is_stacked(disk: Path) -> bool:
    return bool(_names(disk / "slaves"))


def _megabits(speed: Path) -> int:
    try:
        return int(read_kernel_file(speed))
    except (OSError, ValueError):
        return -1
