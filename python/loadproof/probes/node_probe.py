"""Reads another machine by the page of its node_exporter, in the words of the probe `host`.

https://github.com/prometheus/node_exporter names the metrics; the collectors cpu, meminfo, diskstats, netdev, netclass
and vmstat are on unless somebody switched them off.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from loadproof.model.machine_series import (
    CPU_BUSY,
    CPU_STOLEN,
    DISK_BUSY,
    MACHINE_SERIES,
    MEMORY_AVAILABLE,
    NETWORK_BUSY,
    SWAPPED_IN,
    SWAPPED_OUT,
)
from loadproof.model.message import Listing, Message, count, listed
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.prometheus_page import get_page
from loadproof.probes.prometheus_text import Sample, parse_page
from loadproof.probes.reading import Reading
from loadproof.study.probe_settings import NODE, MachineSettings
from loadproof.system.devices import is_made_disk, is_made_link, link_speed
from loadproof.system.growth import per_second

__all__ = ["NodeProbe"]

_TIMEOUT_S = 1.0
_MIB = 2**20
_PAGE_BYTES = 4096
"""Size of a page of memory on the usual kernels; node_exporter counts swap in pages, and does not tell their size."""
_MOST_SAMPLES = 20_000
"""Samples of the metrics below: 1,000 cores have 8,000."""
_CPU, _TIME = "node_cpu_seconds_total", "node_time_seconds"
_TOTAL, _AVAILABLE = "node_memory_MemTotal_bytes", "node_memory_MemAvailable_bytes"
_SWAPS = {SWAPPED_IN: "node_vmstat_pswpin", SWAPPED_OUT: "node_vmstat_pswpout"}
_DISK_TIME = "node_disk_io_time_seconds_total"
_DISK_BYTES = {
    "disk_read_mib_per_s": "node_disk_read_bytes_total",
    "disk_written_mib_per_s": "node_disk_written_bytes_total",
}
_LINK_BYTES = {
    "network_received_mib_per_s": "node_network_receive_bytes_total",
    "network_sent_mib_per_s": "node_network_transmit_bytes_total",
}
_SPEED = "node_network_speed_bytes"
_METRICS = (_CPU, _TIME, _TOTAL, _AVAILABLE, *_SWAPS.values(), _DISK_TIME, *_DISK_BYTES.values(), *_LINK_BYTES.values())
_WANTED = {
    CPU_BUSY: _CPU,
    MEMORY_AVAILABLE: _AVAILABLE,
    DISK_BUSY: _DISK_TIME,
    "network_received_mib_per_s": _LINK_BYTES["network_received_mib_per_s"],
}
"""Series that every machine has, with the metric that each is made of; the speed of a link is often unknown."""
_IDLE = ("idle", "iowait", "steal")
_Counters = Mapping[tuple[str, str], float]
"""Values by device and mode; either may be empty."""


class NodeProbe:
    """One page. Rates and shares from the second page on; a counter that was reset gives none on the next page."""

    slow = True

    def __init__(self, settings: MachineSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` puts values into the gaps of the URL; asked at every reading."""
        self.name = f"{NODE}:{settings.name}"
        self._settings = settings
        self._filled = filled
        self._before: Mapping[str, _Counters] = {}
        self._before_s = 0.0
        self._pages = 0
        self._malformed = 0
        self._seen: set[str] = set()

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure when there is no page, or a page of too many samples."""
        text = get_page(self._filled(self._settings.url, self._settings.name), _TIMEOUT_S)
        page = parse_page(text, (*_METRICS, _SPEED))
        if len(page.samples) > _MOST_SAMPLES:
            raise ProbeFailure(Message("page-samples-too-many", most=count(_MOST_SAMPLES)))
        self._pages += 1
        self._malformed += page.malformed
        now = _by_metric(page.samples)
        before, at_s = self._before, _only(now, _TIME)
        # The clock of the page, if it has one: a page that comes late was made before that.
        at_s = now_s if at_s is None else at_s
        values = {name: value for name, value in _series(before, now, at_s - self._before_s) if math.isfinite(value)}
        self._before, self._before_s = now, at_s
        self._seen |= values.keys()
        return [Reading(self.name, name, MACHINE_SERIES[name], value) for name, value in values.items()]

    def shortfalls(self) -> Sequence[Message]:
        """Series that no two pages had, and lines that were not of the format."""
        found = []
        if self._pages > 1:
            for name, metric in _WANTED.items():
                if name not in self._seen:
                    metrics = listed((metric,), Listing.AND)
                    found.append(Message("page-without-series", series=name, metrics=metrics))
        if self._malformed:
            found.append(Message("page-lines-malformed", count=count(self._malformed)))
        return found


def _by_metric(samples: Sequence[Sample]) -> dict[str, dict[tuple[str, str], float]]:
    """Samples that are counts or sizes: neither negative nor infinite, but for the speed of a link, which may be -1."""
    found: dict[str, dict[tuple[str, str], float]] = {metric: {} for metric in (*_METRICS, _SPEED)}
    for sample in samples:
        labels = dict(sample.labels)
        key = labels.get("cpu", labels.get("device", "")), labels.get("mode", "")
        if math.isfinite(sample.value) and (sample.value >= 0.0 or sample.metric == _SPEED):
            found[sample.metric][key] = sample.value
    return found


def _only(page: Mapping[str, _Counters], metric: str) -> float | None:
    return page.get(metric, {}).get(("", ""))


def _series(
    before: Mapping[str, _Counters], now: Mapping[str, _Counters], elapsed_s: float
) -> Iterator[tuple[str, float]]:
    total, available = _only(now, _TOTAL), _only(now, _AVAILABLE)
    if total and available is not None:
        yield MEMORY_AVAILABLE, min(1.0, available / total)
    if not before or elapsed_s <= 0.0:
        return
    yield from _cpu_shares(before[_CPU], now[_CPU])
    for name, metric in _SWAPS.items():
        pages = per_second(_only(before, metric), _only(now, metric), elapsed_s)
        if pages is not None:
            yield name, pages * _PAGE_BYTES / _MIB
    disks = _real(now[_DISK_TIME], is_made_disk)
    busy = _growths(before[_DISK_TIME], now[_DISK_TIME], disks, elapsed_s)
    if busy:
        yield DISK_BUSY, min(1.0, max(busy.values()))
    for name, metric in _DISK_BYTES.items():
        if moved := _growths(before[metric], now[metric], disks, elapsed_s):
            yield name, sum(moved.values()) / _MIB
    yield from _link_series(before, now, elapsed_s)


def _cpu_shares(before: _Counters, now: _Counters) -> Iterator[tuple[str, float]]:
    """Yield shares of the time of all cores; the kernel says itself that its times of waiting may go back.

    Where the time of work goes back the machine was started anew.
    """
    both = before.keys() & now.keys()
    grown = {key: now[key] - before[key] for key in both}
    if any(growth < 0.0 for (_, mode), growth in grown.items() if mode not in ("idle", "iowait")):
        return
    by_mode: dict[str, float] = {}
    for (_, mode), growth in grown.items():
        by_mode[mode] = by_mode.get(mode, 0.0) + max(0.0, growth)
    total = sum(by_mode.values())
    if total <= 0.0:
        return
    idle = sum(by_mode.get(mode, 0.0) for mode in _IDLE)
    yield CPU_BUSY, (total - idle) / total
    yield CPU_STOLEN, by_mode.get("steal", 0.0) / total
    yield "iowait_share", by_mode.get("iowait", 0.0) / total


def _link_series(
    before: Mapping[str, _Counters], now: Mapping[str, _Counters], elapsed_s: float
) -> Iterator[tuple[str, float]]:
    links = _real(now[_LINK_BYTES["network_received_mib_per_s"]], is_made_link)
    shares = []
    for name, metric in _LINK_BYTES.items():
        moved = _growths(before[metric], now[metric], links, elapsed_s)
        if moved:
            yield name, sum(moved.values()) / _MIB
        for key, bytes_per_s in moved.items():
            speed = link_speed(now[_SPEED].get(key, -1.0))
            if speed is not None:
                shares.append(bytes_per_s / speed)
    if shares:
        yield NETWORK_BUSY, min(1.0, max(shares))


def _real(devices: _Counters, is_made: Callable[[str], bool]) -> set[tuple[str, str]]:
    """Return the devices that are hardware by their names; all of them where none is, but for the loopback."""
    real = {key for key in devices if not is_made(key[0])}
    return real or {key for key in devices if key[0] != "lo"}


def _growths(
    before: _Counters, now: _Counters, of: set[tuple[str, str]], elapsed_s: float
) -> dict[tuple[str, str], float]:
    """Return the growth per second of each counter that both pages have, without those that were reset."""
    grown = {key: per_second(before[key], now[key], elapsed_s) for key in of & before.keys() & now.keys()}
    return {key: growth for key, growth in grown.items() if growth is not None}
