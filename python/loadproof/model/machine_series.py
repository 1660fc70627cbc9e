"""Series that describe a machine in the same words, whichever probe reads them: `host`, or `node:NAME` of another."""

from collections.abc import Mapping

__all__ = [
    "CPU_BUSY",
    "CPU_STOLEN",
    "DISK_BUSY",
    "LOCAL_MACHINE",
    "MACHINE_SERIES",
    "MEMORY_AVAILABLE",
    "NETWORK_BUSY",
    "SWAPPED_IN",
    "SWAPPED_OUT",
]

LOCAL_MACHINE = "host"
"""Name of the machine that loadproof runs on, and of its probe."""
CPU_BUSY = "cpu_busy_share"
CPU_STOLEN = "steal_share"
MEMORY_AVAILABLE = "memory_available_share"
SWAPPED_IN = "swap_in_mib_per_s"
SWAPPED_OUT = "swap_out_mib_per_s"
DISK_BUSY = "disk_busy_share"
"""Busy time of the busiest disk; a disk that is made of other disks does not count."""
NETWORK_BUSY = "network_busy_share"
"""Share of the link speed, of the fullest direction of all links whose speed is known."""

MACHINE_SERIES: Mapping[str, str] = {
    CPU_BUSY: "",
    CPU_STOLEN: "",
    "iowait_share": "",
    MEMORY_AVAILABLE: "",
    SWAPPED_IN: "MiB/s",
    SWAPPED_OUT: "MiB/s",
    DISK_BUSY: "",
    "disk_read_mib_per_s": "MiB/s",
    "disk_written_mib_per_s": "MiB/s",
    NETWORK_BUSY: "",
    "network_received_mib_per_s": "MiB/s",
    "network_sent_mib_per_s": "MiB/s",
}
"""Unit of each series; shares from 0 to 1 have none."""
