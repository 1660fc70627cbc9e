"""Catalog of the series that probes read: their names, units and bounds.

A probe of a service, a database or a page has a name of its own after its kind, such as `process:api`; the catalog
writes this name in capitals: `process:SERVICE`. Capitals in the name of a series stand for a core or a device:
`disk_DEVICE_busy_share`. A study names the series of its Prometheus pages; here are the series that are read from each
page without being named.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

__all__ = ["CATALOG", "KnownSeries", "known_series", "probe_forms", "series_names"]

_PLACEHOLDER = re.compile(r"[A-Z]+")


@dataclass(frozen=True, slots=True)
class KnownSeries:
    """Series of a probe, or several series that differ in the name of a core or a device."""

    name: str
    """Name, with capitals in place of a core or a device."""
    unit: str
    """Unit of the values; empty: a count or a mean number."""
    lowest: float | None
    """Lowest value that is possible; None: no bound."""
    highest: float | None
    """Highest value that is possible; None: no bound."""
    is_rare: bool = False
    """True if most seconds have no reading, such as the live set, which is read once per collection."""

    def has_name(self, name: str) -> bool:
        """Return True if `name` is the name of this series, or fits its pattern.

        >>> series = KnownSeries("disk_DEVICE_busy_share", "share", 0.0, 1.0)
        >>> series.has_name("disk_sda_busy_share"), series.has_name("disk_busy_share")
        (True, False)
        """
        return self.device_in(name) is not None

    def device_in(self, name: str) -> str | None:
        """Return the core or device that `name` has in place of the capitals; None: it does not fit.

        >>> KnownSeries("disk_DEVICE_busy_share", "share", 0.0, 1.0).device_in("disk_dm-0_busy_share")
        'dm-0'
        >>> KnownSeries("steal_share", "share", 0.0, 1.0).device_in("steal_share")
        ''
        """
        parts = (re.escape(part) for part in _PLACEHOLDER.split(self.name))
        found = re.fullmatch(r"(\S+)".join(parts), name)
        return None if found is None else "".join(found.groups())


def _series(unit: str, *names: str, highest: float | None = None, is_rare: bool = False) -> Iterator[KnownSeries]:
    return (KnownSeries(name, unit, 0.0, highest, is_rare) for name in names)


def _shares(*names: str) -> Iterator[KnownSeries]:
    return _series("share", *names, highest=1.0)


_OF_A_MACHINE = (
    *_shares("cpu_busy_share", "steal_share", "iowait_share"),
    *_shares("memory_available_share", "disk_busy_share", "network_busy_share"),
    *_series("MiB/s", "swap_in_mib_per_s", "swap_out_mib_per_s", "disk_read_mib_per_s", "disk_written_mib_per_s"),
    *_series("MiB/s", "network_received_mib_per_s", "network_sent_mib_per_s"),
)

CATALOG: Mapping[str, tuple[KnownSeries, ...]] = {
    "host": (
        *_OF_A_MACHINE,
        *_shares("memory_pressure_share"),
        *_series("MiB", "memory_available_mib", "memory_used_mib", "memory_shared_mib"),
        *_shares("cpu_CORE_busy_share", "disk_DEVICE_busy_share"),
        *_series("MiB/s", "disk_DEVICE_read_mib_per_s", "disk_DEVICE_written_mib_per_s"),
        *_series("MiB/s", "network_DEVICE_received_mib_per_s", "network_DEVICE_sent_mib_per_s"),
    ),
    "node:NAME": _OF_A_MACHINE,
    "generator": (
        *_series("cores", "cpu_cores"),
        *_series("MiB", "pss_mib", "other_memory_mib"),
        *_series("", "threads", "descriptors"),
    ),
    "process:SERVICE": (
        *_series("cores", "cpu_cores"),
        *_series("MiB", "pss_mib", "other_memory_mib"),
        *_series("", "processes", "threads", "descriptors"),
        *_series("MiB/s", "read_mib_per_s", "written_mib_per_s"),
        *_series("1/s", "voluntary_switches_per_s", "involuntary_switches_per_s"),
    ),
    "cgroup:SERVICE": (
        *_series("cores", "cpu_cores", "cpu_limit_cores"),
        *_shares("throttled_share", "memory_pressure_share"),
        *_series("MiB", "memory_mib", "memory_limit_mib", "page_cache_mib"),
        *_series("", "oom_kills"),
        *_series("1/s", "file_refaults_per_s", "anon_refaults_per_s"),
    ),
    "java:SERVICE": (
        *_series("MiB", "live_set_mib", "heap_used_after_collection_mib", "direct_mib", is_rare=True),
        *_series("MiB", "live_set_max_mib", "heap_max_mib", "heap_committed_mib"),
        *_series("MiB", "eden_mib", "survivor_mib", "young_mib", "old_mib", "heap_mib", "metaspace_mib"),
        *_series("MiB/s", "allocated_mib_per_s", "promoted_mib_per_s", is_rare=True),
        # Shares of a second without an upper bound: a pause of three seconds is counted when it ends, at once.
        *_series("share", "gc_pause_share", "safepoint_share"),
        *_series("1/s", "major_collections_per_s", "safepoints_per_s", "contended_locks_per_s"),
        *_series("", "full_collections", is_rare=True),
        *_series("", "classes", "java_threads", "threads_running", "threads_waiting_disk"),
        *_series("cores", "service_cores", "collector_cores", "compiler_cores", "vm_cores", "busiest_thread_cores"),
    ),
    "prometheus:SERVICE": (
        *_series("MiB", "live_set_mib", is_rare=True),
        *_series("MiB", "heap_max_mib"),
        *_series("share", "gc_pause_share"),
        *_series("1/s", "major_collections_per_s"),
    ),
    "postgres:NAME": (
        *_series("", "sessions_total", "sessions_limit"),
        *_series("", "sessions_active", "sessions_idle", "sessions_idle_in_transaction"),
        *_series("", "sessions_waiting_lock", "sessions_waiting_lwlock", "sessions_waiting_io"),
        *_series("", "sessions_waiting_other", "locks_waiting"),
        *_series("1/s", "statements_per_s", "commits_per_s", "rollbacks_per_s"),
        *_series("ms", "statement_ms"),
        *_series("", "statements_running", "deadlocks", "checkpoints"),
        *_shares("hit_share"),
        *_series("1/s", "relations_created_per_s"),
        *_series("MiB/s", "temporary_mib_per_s", "wal_mib_per_s"),
        *_series("MiB", "temporary_space_free_mib"),
        # Without an upper bound: a server that does nothing uses less processor time than a look at it.
        *_series("share", "own_cpu_share"),
        # Once in 10 s of a trial.
        *_series("share", "jit_share", highest=1.0, is_rare=True),
        *_series("", "temporary_relations", is_rare=True),
        *_series("MiB", "temporary_relation_mib", is_rare=True),
    ),
    "mariadb:NAME": (
        *_series("", "sessions_total", "sessions_limit", "sessions_active", "sessions_waiting_lock"),
        *_series("1/s", "statements_per_s", "lock_waits_per_s"),
        *_series("", "slow_statements", "lock_wait_s_per_s", "connections_refused"),
        *_shares("hit_share"),
    ),
    "redis:NAME": (
        *_series("cores", "main_thread_cores", "cpu_cores"),
        *_series("1/s", "commands_per_s", "evictions_per_s"),
        *_series("", "clients", "clients_limit", "clients_blocked", "connections_refused"),
        *_series("B", "memory_bytes", "memory_limit_bytes"),
        *_shares("hit_share"),
    ),
    "simulated:SERVICE": (
        *_series("MiB", "memory_mib", "live_set_mib"),
        *_series("", "busy_workers", "queued_calls"),
    ),
    "machine": (
        *_series("cores", "ours_cores", "kernel_cores", "foreign_cores", "stolen_cores", "waited_cores", "cost_cores"),
    ),
    "machine:PROGRAM": (*_series("cores", "foreign_cores"),),
    "probes": (
        *_series("cores", "cost_cores"),
        *_series("ms", "round_ms"),
    ),
}
"""Series by probe. A new probe is one entry here."""


def known_series(probe: str, name: str) -> KnownSeries | None:
    """Return the series `name` of a probe such as `process:api`; None if its probe has no such series.

    An exact name goes before a pattern.

    >>> known_series("host", "disk_sda_busy_share").highest, known_series("process:api", "pss_mib").unit
    (1.0, 'MiB')
    >>> known_series("process", "pss_mib"), known_series("redis:cache", "sessions_active")
    (None, None)
    """
    found = CATALOG.get(_form_of(probe) or "", ())
    exact = (series for series in found if series.name == name)
    return next(exact, None) or next((series for series in found if series.has_name(name)), None)


def series_names(probe: str) -> tuple[str, ...]:
    """Return the names of all series of a probe, with capitals in place of cores and devices.

    >>> series_names("probes"), series_names("prober")
    (('cost_cores', 'round_ms'), ())
    """
    return tuple(series.name for series in CATALOG.get(_form_of(probe) or "", ()))


def probe_forms() -> tuple[str, ...]:
    """Return the names of all probes, with capitals in place of the name of a service.

    >>> probe_forms()[:3]
    ('host', 'node:NAME', 'generator')
    """
    return tuple(CATALOG)


def _form_of(probe: str) -> str | None:
    kind, colon, own_name = probe.partition(":")
    if not colon:
        return probe if probe in CATALOG else None
    forms = (form for form in CATALOG if form.startswith(f"{kind}:"))
    return next(forms, None) if own_name else None
