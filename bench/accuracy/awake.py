"""Keeps processors awake: one that sleeps comes back late, in a virtual machine when its host finds the time."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["kept_awake"]

_LATENCY = Path("/dev/cpu_dma_latency")


@contextmanager
def kept_awake() -> Iterator[bool]:
    """While open, idle processors wait and do not sleep, where this user may ask for it: True when they do.

    The kernel's interface for it (Documentation/power/pm_qos_interface.rst): the file holds the request, 0 µs, as long
    as it is open. No process runs for it.
    """
    try:
        request = os.open(_LATENCY, os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        os.write(request, struct.pack("@i", 0))
        yield True
    finally:
        os.close(request)
