"""Reads the whole machine."""

from collections.abc import Callable, Iterator, Sequence

from loadproof.model.machine_series import (
    DISK_BUSY,
    LOCAL_MACHINE,
    MEMORY_AVAILABLE,
    NETWORK_BUSY,
    SWAPPED_IN,
    SWAPPED_OUT,
)
from loadproof.model.message import Message, count
from loadproof.probes.reading import Reading
from loadproof.system.devices import Devices, read_devices
from loadproof.system.growth import per_second
from loadproof.system.host_counters import CoreTimes, HostCounters, read_host

__all__ = ["HostProbe"]

_MIB = 2**20
_MOST_DEVICES = 16
"""Most devices that are read of each kind: hundreds of virtual devices would fill the store."""
_DEVICES_EVERY_S = 60.0
"""Hardware changes rarely, and to ask a driver for the speed of its link may take milliseconds."""


class HostProbe:
    """Processors, memory, disks and network interfaces: each device, and the sums of `model.machine_series`."""

    name = LOCAL_MACHINE
    slow = False

    def __init__(
        self,
        read_counters: Callable[[], HostCounters] = read_host,
        hardware: Callable[[], Devices] = read_devices,
    ) -> None:
        """`read_counters` and `hardware` are for tests."""
        self._read_counters = read_counters
        self._hardware = hardware
        self._devices = Devices(frozenset(), {})
        self._devices_due_s = float("-inf")
        self._before: HostCounters | None = None
        self._before_s = 0.0
        self._left_out = 0

    def read(self, now_s: float) -> list[Reading]:
        """Rates and shares from the second reading on. Raises OSError without /proc/stat."""
        now = self._read_counters()
        if now_s >= self._devices_due_s:
            self._devices, self._devices_due_s = self._hardware(), now_s + _DEVICES_EVERY_S
        values: list[tuple[str, str, float | None]] = [
            (name, "MiB", None if size is None else size / _MIB)
            for name, size in (
                ("memory_available_mib", now.memory_available_bytes),
                ("memory_used_mib", now.memory_used_bytes),
                ("memory_shared_mib", now.memory_shared_bytes),
            )
        ]
        if now.memory_available_bytes is not None and now.memory_total_bytes:
            values.append((MEMORY_AVAILABLE, "", min(1.0, now.memory_available_bytes / now.memory_total_bytes)))
        if self._before is not None:
            elapsed_s = now_s - self._before_s
            values += _core_shares(self._before, now)
            values += _disk_rates(self._before, now, elapsed_s)
            values += _network_rates(self._before, now, elapsed_s)
            values += _swap_rates(self._before, now, elapsed_s)
            values += _disk_sums(self._before, now, self._devices, elapsed_s)
            values += _network_sums(self._before, now, self._devices, elapsed_s)
            waited = per_second(self._before.memory_waited_s, now.memory_waited_s, elapsed_s)
            values.append(("memory_pressure_share", "", None if waited is None else min(1.0, waited)))
        self._left_out = max(0, len(now.disks) - _MOST_DEVICES) + max(0, len(now.networks) - _MOST_DEVICES)
        self._before, self._before_s = now, now_s
        return [Reading(self.name, name, unit, value) for name, unit, value in values if value is not None]

    def shortfalls(self) -> Sequence[Message]:
        """Devices that were left out."""
        if not self._left_out:
            return ()
        return (Message("devices-left-out", count=count(self._left_out), most=count(_MOST_DEVICES)),)


def _core_shares(before: HostCounters, now: HostCounters) -> Iterator[tuple[str, str, float | None]]:
    for core, times in now.cores.items():
        former = before.cores.get(core)
        total = times.total - former.total if former else 0
        if former is None or total <= 0:
            continue
        name = "cpu_busy_share" if core == "cpu" else f"cpu_{core.removeprefix('cpu')}_busy_share"
        yield name, "", _share(times.busy - former.busy, total)
        if core == "cpu":
            yield from _lost_shares(former, times, total)


def _lost_shares(former: CoreTimes, times: CoreTimes, total: int) -> Iterator[tuple[str, str, float]]:
    yield "steal_share", "", _share(times.steal - former.steal, total)
    yield "iowait_share", "", _share(times.iowait - former.iowait, total)


def _share(part: int, total: int) -> float:
    """The kernel says itself that its times of waiting may go back."""
    return min(1.0, max(0.0, part / total))


def _disk_rates(before: HostCounters, now: HostCounters, elapsed_s: float) -> Iterator[tuple[str, str, float | None]]:
    for name, disk in list(now.disks.items())[:_MOST_DEVICES]:
        former = before.disks.get(name)
        if former is None:
            continue
        busy = per_second(former.busy_ms / 1e3, disk.busy_ms / 1e3, elapsed_s)
        yield f"disk_{name}_busy_share", "", None if busy is None else min(1.0, busy)
        yield f"disk_{name}_read_mib_per_s", "MiB/s", _mib_rate(former.read_bytes, disk.read_bytes, elapsed_s)
        yield f"disk_{name}_written_mib_per_s", "MiB/s", _mib_rate(former.written_bytes, disk.written_bytes, elapsed_s)


def _network_rates(
    before: HostCounters, now: HostCounters, elapsed_s: float
) -> Iterator[tuple[str, str, float | None]]:
    for name, network in list(now.networks.items())[:_MOST_DEVICES]:
        former = before.networks.get(name)
        if former is None:
            continue
        received = _mib_rate(former.received_bytes, network.received_bytes, elapsed_s)
        yield f"network_{name}_received_mib_per_s", "MiB/s", received
        yield f"network_{name}_sent_mib_per_s", "MiB/s", _mib_rate(former.sent_bytes, network.sent_bytes, elapsed_s)


def _swap_rates(before: HostCounters, now: HostCounters, elapsed_s: float) -> Iterator[tuple[str, str, float | None]]:
    for name, former, latter in (
        (SWAPPED_IN, before.swapped_in_bytes, now.swapped_in_bytes),
        (SWAPPED_OUT, before.swapped_out_bytes, now.swapped_out_bytes),
    ):
        if former is not None and latter is not None:
            yield name, "MiB/s", _mib_rate(former, latter, elapsed_s)


def _disk_sums(
    before: HostCounters, now: HostCounters, devices: Devices, elapsed_s: float
) -> Iterator[tuple[str, str, float | None]]:
    """Yield the busy share of the busiest disk, and what all disks moved; a disk that was just added is left out."""
    both = [(before.disks[name], now.disks[name]) for name in devices.disks & before.disks.keys() & now.disks.keys()]
    busy = [per_second(former.busy_ms / 1e3, disk.busy_ms / 1e3, elapsed_s) for former, disk in both]
    known = [share for share in busy if share is not None]
    if known:
        yield DISK_BUSY, "", min(1.0, max(known))
        read = [_mib_rate(former.read_bytes, disk.read_bytes, elapsed_s) or 0.0 for former, disk in both]
        written = [_mib_rate(former.written_bytes, disk.written_bytes, elapsed_s) or 0.0 for former, disk in both]
        yield "disk_read_mib_per_s", "MiB/s", sum(read)
        yield "disk_written_mib_per_s", "MiB/s", sum(written)


def _network_sums(
    before: HostCounters, now: HostCounters, devices: Devices, elapsed_s: float
) -> Iterator[tuple[str, str, float | None]]:
    """Yield what all links moved in each direction, and the share of the fullest direction in the speed of its link."""
    received_mib, sent_mib, shares, is_known = 0.0, 0.0, [], False
    for name in devices.links.keys() & before.networks.keys() & now.networks.keys():
        former, network, speed = before.networks[name], now.networks[name], devices.links[name]
        received = per_second(former.received_bytes, network.received_bytes, elapsed_s)
        sent = per_second(former.sent_bytes, network.sent_bytes, elapsed_s)
        if received is None or sent is None:
            continue
        is_known = True
        received_mib, sent_mib = received_mib + received / _MIB, sent_mib + sent / _MIB
        if speed is not None:
            shares.append(max(received, sent) / speed)
    if is_known:
        yield "network_received_mib_per_s", "MiB/s", received_mib
        yield "network_sent_mib_per_s", "MiB/s", sent_mib
    if shares:
        yield NETWORK_BUSY, "", min(1.0, max(shares))


def _mib_rate(before: int, now: int, elapsed_s: float) -> float | None:
    return per_second(before / _MIB, now / _MIB, elapsed_s)
