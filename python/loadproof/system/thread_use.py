"""Processor use of each thread of a process, by /proc/PID/task (proc(5)); threads that are gone are left out."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_files import ProcessKey, parsed_stat

__all__ = ["ThreadUse", "inner_numbers", "thread_uses"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ThreadUse:
    """One thread."""

    name: str
    """Name that the thread gives itself, 15 bytes at most."""
    cpu_s: float
    """Since it began; the kernel counts hundredths of a second as a rule."""
    state: str
    """At this instant, as the kernel has it: `R` on a processor or waiting for one, `D` waiting for a disk, `S`."""


def thread_uses(process_id: int) -> Mapping[ProcessKey, ThreadUse]:
    """By the number of each thread and its start, as a number is used again.

    One file for each thread, some 15 µs: of thousands it is expensive. Raises OSError where the process is gone or may
    not be read.

    >>> import threading
    >>> threading.get_native_id() in {number for number, _ in thread_uses(os.getpid())}
    True
    """
    found = {}
    for number in os.listdir(f"/proc/{process_id}/task"):
        try:
            text = read_kernel_file(f"/proc/{process_id}/task/{number}/stat")
        except OSError:
            continue
        told = parsed_stat(int(number), text)
        if told is not None:
            state = text[text.rfind(b")") + 2 :][:1].decode("ascii", "replace")
            found[told.key] = ThreadUse(told.name, told.own_ticks / _TICKS_PER_S, state)
    return found


def inner_numbers(process_id: int, numbers: Mapping[ProcessKey, ThreadUse]) -> dict[int, int]:
    """The number that each thread has where the process runs, such as in a container, by that which it has here."""
    found = {}
    for number, _ in numbers:
        try:
            status = read_kernel_file(f"/proc/{process_id}/task/{number}/status")
        except OSError:
            continue
        line = next((line for line in status.splitlines() if line.startswith(b"NSpid:")), b"")
        words = line.split()[1:]
        found[number] = int(words[-1]) if words and words[-1].isdigit() else number
    return found
