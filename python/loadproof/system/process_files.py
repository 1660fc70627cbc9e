"""Files of /proc on one process (proc(5)). If the process is gone, its stat is None; other functions raise OSError."""

import os
import time
from dataclasses import dataclass

from loadproof.system.kernel_file import numbers_by_name, read_kernel_file

__all__ = [
    "ProcessKey",
    "ProcessStat",
    "ProportionalMemory",
    "descriptor_count",
    "parsed_stat",
    "process_cpu_s",
    "proportional_memory",
    "proportional_memory_bytes",
    "read_process_stat",
    "run_delays_ns",
    "thread_switches",
    "transferred_bytes",
]

ProcessKey = tuple[int, int]
"""Process id and start in ticks since boot: an id is used again, the pair is not."""

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_KERNEL_THREAD = 0x00200000
"""PF_KTHREAD among the flags of a process."""
_ALL_THREADS = 2
"""CPUCLOCK_SCHED: the clock counts what the scheduler gave, of all threads."""


@dataclass(frozen=True, slots=True)
class ProcessStat:
    """One line of /proc/PID/stat; processor times in clock ticks (`SC_CLK_TCK`, 10 ms as a rule)."""

    key: ProcessKey
    parent: int
    zombie: bool
    own_ticks: int
    """User and system time of its threads, also of those that have ended."""
    waited_ticks: int
    """The same of its children that have ended and were waited for, and of theirs."""
    threads: int
    resident_bytes: int
    name: str = ""
    """Name that the process gives itself, 15 bytes at most; printable."""
    is_kernel: bool = False
    """A thread of the kernel."""
    cpu: int = 0
    """The processor on which it ran last."""
    policy: int = 0
    """Scheduling policy, such as `os.SCHED_IDLE`."""
    faults: int = 0
    """Pages that had to come from a disk."""


def read_process_stat(process_id: int) -> ProcessStat | None:
    """Read now; None when there is no such process."""
    try:
        text = read_kernel_file(f"/proc/{process_id}/stat")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return parsed_stat(process_id, text)


def parsed_stat(process_id: int, text: bytes) -> ProcessStat | None:
    """Return the values in a text of /proc/PID/stat; None if the text was cut off."""
    # The name in parentheses may hold anything, also spaces and parentheses.
    end = text.rfind(b")")
    fields = text[end + 2 :].split()
    if len(fields) < 37:
        return None
    return ProcessStat(
        key=(process_id, int(fields[19])),
        parent=int(fields[1]),
        zombie=fields[0] in (b"Z", b"X"),
        own_ticks=int(fields[11]) + int(fields[12]),
        waited_ticks=int(fields[13]) + int(fields[14]),
        threads=int(fields[17]),
        resident_bytes=int(fields[21]) * _PAGE_BYTES,
        name=_plain(text[text.find(b"(") + 1 : end]),
        is_kernel=bool(int(fields[6]) & _KERNEL_THREAD),
        cpu=int(fields[36]),
        policy=int(fields[38]) if len(fields) > 38 else 0,
        faults=int(fields[9]),
    )


def _plain(name: bytes) -> str:
    text = name.decode("utf-8", "replace")
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "·" for sign in text)


def process_cpu_s(process_id: int) -> float:
    """Processor time of all threads of a process in s, to the nanosecond, ended threads included. Raises OSError.

    The clock is that of clock_getcpuclockid(3): ticks of /proc/PID/stat are 10 ms each, a percent of a short reading.
    """
    return time.clock_gettime((~process_id << 3) | _ALL_THREADS)


def descriptor_count(process_id: int) -> int:
    """Open descriptors. Raises OSError."""
    place = f"/proc/{process_id}/fd"
    # Since Linux 6.2 the size of the directory is the count; older kernels say 0.
    counted = os.stat(place).st_size
    if counted:
        return counted
    # Of one's own process a listing holds the descriptor through which it is made.
    return len(os.listdir(place)) - (process_id == os.getpid())


@dataclass(frozen=True, slots=True)
class ProportionalMemory:
    """PSS of a process in bytes: its own pages, and of shared pages the part of each sharer.

    A page that one process has mapped three times counts once, where the resident memory (RSS) counts it three times.
    """

    whole: int
    of_shared_memory: int | None
    """The part in shared memory (tmpfs, memfd), where ZGC has its heap; None: kernels before 5.3 do not say it."""


def proportional_memory(process_id: int) -> ProportionalMemory:
    """Return the proportional memory of a process. Walks all mappings: expensive. Raises OSError."""
    numbers = numbers_by_name(read_kernel_file(f"/proc/{process_id}/smaps_rollup"))
    if "Pss" not in numbers:
        raise ProcessLookupError(f"process {process_id} has no memory any more")
    shared_kib = numbers.get("Pss_Shmem")
    return ProportionalMemory(numbers["Pss"] * 1024, None if shared_kib is None else shared_kib * 1024)


def proportional_memory_bytes(process_id: int) -> int:
    """Return the PSS of a process, bytes. Walks all mappings: expensive. Raises OSError."""
    return proportional_memory(process_id).whole


def transferred_bytes(process_id: int) -> tuple[int, int]:
    """Bytes it read from and wrote to disks, its waited-for children included. Raises OSError."""
    numbers = numbers_by_name(read_kernel_file(f"/proc/{process_id}/io"))
    return numbers.get("read_bytes", 0), numbers.get("write_bytes", 0)


def thread_switches(process_id: int) -> dict[int, tuple[int, int]]:
    """By thread: voluntary and involuntary context switches.

    /proc/PID/status itself tells those of the first thread only. One file per thread: expensive. Raises OSError when
    the process is gone; threads that end meanwhile are left out.
    """
    switches = {}
    for thread in os.listdir(f"/proc/{process_id}/task"):
        try:
            text = read_kernel_file(f"/proc/{process_id}/task/{thread}/status")
        except OSError:
            continue
        numbers = numbers_by_name(text[text.rfind(b"\nvoluntary_ctxt_switches") :])
        if len(numbers) == 2:
            switches[int(thread)] = (numbers["voluntary_ctxt_switches"], numbers["nonvoluntary_ctxt_switches"])
    return switches


def run_delays_ns(process_id: int) -> dict[int, int]:
    """By thread: nanoseconds for which it was ready to run and had no processor, since it began (sched-stats).

    /proc/PID/schedstat itself tells that of the first thread only. One file per thread: expensive. Raises OSError when
    the process is gone, or where this kernel does not tell; threads that end meanwhile are left out.
    """
    delays = {}
    for thread in os.listdir(f"/proc/{process_id}/task"):
        try:
            words = read_kernel_file(f"/proc/{process_id}/task/{thread}/schedstat").split()
        except FileNotFoundError:
            if not os.path.exists("/proc/self/schedstat"):
                raise
            continue
        except OSError:
            continue
        # A kernel that keeps no such account says 0 0 0, of threads that ran too.
        if len(words) == 3 and words[2] != b"0":
            delays[int(thread)] = int(words[1])
    return delays
