"""Metrics of exporters that have the values of a series, as expressions of Prometheus in its base units.

Each name is from the source of the exporter, at the version that the table names. Base units are seconds, bytes and
shares from 0 to 1, so that a limit in MiB or ms is converted. In an expression `[W]` is the window of a rate,
`avg_over_time(x[A])` the mean of a level over the seconds of a rule, and DEVICE, CORE and DATABASE are the value of a
label. Prometheus adds the labels job and instance to each target, so that sums are by these.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

__all__ = ["EXPORTERS", "UNMAPPED", "WITHOUT_EXPORTER", "Exporter"]

_BY = "by (job, instance)"


@dataclass(frozen=True, slots=True)
class Exporter:
    """Exporter of Prometheus with the expressions of the series that it has."""

    name: str
    version: str
    """Version whose source the names are from."""
    source: str
    """Place of the names in its repository."""
    expressions: Mapping[str, str]
    """Expression by the name of a series."""
    remark: str = ""
    """Difference to the values of our probe, as a sentence; empty: none."""


def _cpu_share(modes: str, cores: str = "") -> str:
    """Share of CPU time in `modes`, a matcher of the label mode."""
    part, whole = (",".join(filter(None, matchers)) for matchers in ((modes, cores), (cores,)))
    part_rate, whole_rate = (f"sum {_BY} (rate(node_cpu_seconds_total{{{one}}}[W]))" for one in (part, whole))
    return f"{part_rate} / {whole_rate}".replace("{}", "")


def _level(selector: str) -> str:
    return f"avg_over_time({selector}[A])"


_BUSY = 'mode!~"idle|iowait|steal"'
_DEVICE = 'device="DEVICE"'
# Names that the kernel and usual software give to devices that are made of other devices.
_DISKS = 'device!~"(dm-|md|loop|ram|zram|sr|fd|nbd).*"'
_LINKS = (
    'device!~"(lo|veth|br-|bridge|docker|virbr|vnet|tun|tap|wg|dummy|ifb|bond|team|cni|flannel|cali|cilium|lxc|kube|'
    'vxlan|gre|sit|ip6tnl|podman).*|.*[.].*"'
)
_PAGE_BYTES = 4096


def _all_of(metric: str, devices: str) -> str:
    return f"sum {_BY} (rate({metric}{{{devices}}}[W]))"


_OF_A_MACHINE = {
    "cpu_busy_share": _cpu_share(_BUSY),
    "steal_share": _cpu_share('mode="steal"'),
    "iowait_share": _cpu_share('mode="iowait"'),
    "memory_available_share": f"{_level('node_memory_MemAvailable_bytes')} / {_level('node_memory_MemTotal_bytes')}",
    "disk_busy_share": f"max {_BY} (rate(node_disk_io_time_seconds_total{{{_DISKS}}}[W]))",
    "swap_in_mib_per_s": f"rate(node_vmstat_pswpin[W]) * {_PAGE_BYTES}",
    "swap_out_mib_per_s": f"rate(node_vmstat_pswpout[W]) * {_PAGE_BYTES}",
    "disk_read_mib_per_s": _all_of("node_disk_read_bytes_total", _DISKS),
    "disk_written_mib_per_s": _all_of("node_disk_written_bytes_total", _DISKS),
    "network_received_mib_per_s": _all_of("node_network_receive_bytes_total", _LINKS),
    "network_sent_mib_per_s": _all_of("node_network_transmit_bytes_total", _LINKS),
}
NODE_EXPORTER = Exporter(
    "node_exporter",
    "1.12.1",
    "github.com/prometheus/node_exporter collector/fixtures/e2e-output.txt, collector/meminfo_linux.go",
    {
        **_OF_A_MACHINE,
        "cpu_CORE_busy_share": _cpu_share(_BUSY, 'cpu="CORE"'),
        "memory_available_mib": _level("node_memory_MemAvailable_bytes"),
        "memory_used_mib": " - ".join(
            _level(f"node_memory_{name}_bytes") for name in ("MemTotal", "MemFree", "Buffers", "Cached", "SReclaimable")
        ),
        "memory_shared_mib": _level("node_memory_Shmem_bytes"),
        "memory_pressure_share": "rate(node_pressure_memory_waiting_seconds_total[W])",
        "disk_DEVICE_busy_share": f"rate(node_disk_io_time_seconds_total{{{_DEVICE}}}[W])",
        "disk_DEVICE_read_mib_per_s": f"rate(node_disk_read_bytes_total{{{_DEVICE}}}[W])",
        "disk_DEVICE_written_mib_per_s": f"rate(node_disk_written_bytes_total{{{_DEVICE}}}[W])",
        "network_DEVICE_received_mib_per_s": f"rate(node_network_receive_bytes_total{{{_DEVICE}}}[W])",
        "network_DEVICE_sent_mib_per_s": f"rate(node_network_transmit_bytes_total{{{_DEVICE}}}[W])",
    },
)

# A state without a session has a sample of 0 without a type of backend.
_CLIENTS = 'backend_type=~"client backend|"'
_ACTIVE = 'state=~"active|fastpath function call"'


def _sessions(*matchers: str) -> str:
    labels = ",".join((*matchers, _CLIENTS))
    return f"sum {_BY} ({_level(f'pg_stat_activity_count{{{labels}}}')})"


def _of_database(name: str) -> str:
    return f'rate(pg_stat_database_{name}{{datname="DATABASE"}}[W])'


POSTGRES_EXPORTER = Exporter(
    "postgres_exporter",
    "0.20.1",
    "github.com/prometheus-community/postgres_exporter collector/pg_stat_activity.go, pg_stat_database.go, "
    "pg_setting.go",
    {
        "sessions_total": _sessions(),
        "sessions_active": _sessions(_ACTIVE),
        "sessions_idle": _sessions('state="idle"'),
        "sessions_idle_in_transaction": _sessions('state=~"idle in transaction.*"'),
        "sessions_waiting_lock": _sessions('state="active"', 'wait_event_type="Lock"'),
        "sessions_waiting_lwlock": _sessions('state="active"', 'wait_event_type="LWLock"'),
        "sessions_waiting_io": _sessions('state="active"', 'wait_event_type="IO"'),
        "sessions_waiting_other": _sessions('state="active"', 'wait_event_type!~"Lock|LWLock|IO|Client|"'),
        "commits_per_s": _of_database("xact_commit"),
        "rollbacks_per_s": _of_database("xact_rollback"),
        "hit_share": f"{_of_database('blks_hit')} / ({_of_database('blks_hit')} + {_of_database('blks_read')})",
        "deadlocks": _of_database("deadlocks"),
        "temporary_mib_per_s": _of_database("temp_bytes"),
    },
)


def _status(name: str) -> str:
    return f"mysql_global_status_{name}"


_PAGES_MISSED = f"rate({_status('innodb_buffer_pool_reads')}[W])"
_PAGES_READ = f"rate({_status('innodb_buffer_pool_read_requests')}[W])"
MYSQLD_EXPORTER = Exporter(
    "mysqld_exporter",
    "0.20.0",
    "github.com/prometheus/mysqld_exporter collector/global_status.go, global_variables.go",
    {
        "sessions_total": _level(_status("threads_connected")),
        "sessions_limit": _level("mysql_global_variables_max_connections"),
        "sessions_active": _level(_status("threads_running")),
        "sessions_waiting_lock": _level(_status("innodb_row_lock_current_waits")),
        "statements_per_s": f"rate({_status('queries')}[W])",
        "slow_statements": f"rate({_status('slow_queries')}[W])",
        "lock_waits_per_s": f"rate({_status('innodb_row_lock_waits')}[W])",
        # The server counts milliseconds.
        "lock_wait_s_per_s": f"rate({_status('innodb_row_lock_time')}[W]) / 1000",
        "hit_share": f"1 - {_PAGES_MISSED} / {_PAGES_READ}",
        "connections_refused": f'rate({_status("connection_errors_total")}{{error="max_connections"}}[W])',
    },
    remark="Its own session and statements are counted.",
)


def _redis_cores(suffix: str) -> str:
    return f"rate(redis_cpu_user_{suffix}[W]) + rate(redis_cpu_sys_{suffix}[W])"


_FOUND, _MISSED = "rate(redis_keyspace_hits_total[W])", "rate(redis_keyspace_misses_total[W])"
REDIS_EXPORTER = Exporter(
    "redis_exporter",
    "1.88.0",
    "github.com/oliver006/redis_exporter exporter/exporter.go",
    {
        "main_thread_cores": _redis_cores("main_thread_seconds_total"),
        "cpu_cores": _redis_cores("seconds_total"),
        "commands_per_s": "rate(redis_commands_processed_total[W])",
        "clients": _level("redis_connected_clients"),
        "clients_limit": _level("redis_max_clients"),
        "clients_blocked": _level("redis_blocked_clients"),
        "memory_bytes": _level("redis_memory_used_bytes"),
        # 0: there is no limit.
        "memory_limit_bytes": f"({_level('redis_memory_max_bytes')} > 0)",
        "evictions_per_s": "rate(redis_evicted_keys_total[W])",
        "hit_share": f"{_FOUND} / ({_FOUND} + {_MISSED})",
        "connections_refused": "rate(redis_rejected_connections_total[W])",
    },
    remark="Its own connection and commands are counted.",
)

EXPORTERS: Mapping[str, Exporter] = {
    "host": NODE_EXPORTER,
    "node": replace(NODE_EXPORTER, expressions=_OF_A_MACHINE),
    "postgres": POSTGRES_EXPORTER,
    "mariadb": MYSQLD_EXPORTER,
    "redis": REDIS_EXPORTER,
}
"""Exporter by the kind of a probe."""

_OF_STATEMENTS = "postgres_exporter counts only the statements that took most time, and none unless it is told to"
_OF_CATALOGS = "it is read from the catalogs of the database, which postgres_exporter does not read"
UNMAPPED: Mapping[tuple[str, str], str] = {
    ("host", "network_busy_share"): "the speed of a link is often unknown, and -1 then",
    ("node", "network_busy_share"): "the speed of a link is often unknown, and -1 then",
    ("postgres", "sessions_limit"): "it is a setting; postgres_exporter has its parts as pg_settings_*",
    ("postgres", "locks_waiting"): "pg_locks_count of postgres_exporter has locks that were given, too",
    ("postgres", "checkpoints"): "the metric depends on the version of PostgreSQL",
    ("postgres", "statements_per_s"): _OF_STATEMENTS,
    ("postgres", "statement_ms"): _OF_STATEMENTS,
    ("postgres", "statements_running"): _OF_STATEMENTS,
    ("postgres", "jit_share"): _OF_STATEMENTS,
    ("postgres", "relations_created_per_s"): _OF_CATALOGS,
    ("postgres", "temporary_relations"): _OF_CATALOGS,
    ("postgres", "temporary_relation_mib"): _OF_CATALOGS,
    ("postgres", "wal_mib_per_s"): "postgres_exporter has the size of the WAL on disk, not what is written",
    ("postgres", "temporary_space_free_mib"): "it is read from the file system of the server, as node_exporter does",
    ("postgres", "own_cpu_share"): "it is the cost of the probe itself",
}
"""Reason why the exporter has no expression for a series, by kind of probe and name."""

_OF_A_RUN = "it is read only while a load runs"
WITHOUT_EXPORTER: Mapping[str, str] = {
    "process": "the metric depends on how the service exports its process",
    "cgroup": "the labels of its container in cAdvisor are not known",
    "java": "the metric depends on the library that exports the VM",
    "prometheus": "the study has no series of this name for this page",
    "generator": _OF_A_RUN,
    "machine": _OF_A_RUN,
    "probes": _OF_A_RUN,
    "simulated": "a simulated service has no metrics",
}
"""Reason why no exporter has the series of a probe, by the kind of the probe."""
