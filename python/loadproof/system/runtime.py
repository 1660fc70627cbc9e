"""Language runtime of a process, as far as its memory depends on it: by program name and mapped files (proc(5))."""

import os
from collections.abc import Iterable
from enum import StrEnum

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["Collector", "collector_of"]


class Collector(StrEnum):
    """Garbage collector that runs at times of its own, so that the service's memory may hold any amount of garbage."""

    JAVA = "java"
    NODE = "node"
    DOTNET = "dotnet"
    OTHER = "other"
    NONE = "none"
    """No such collector: unused memory is freed at once, or soon in any case (C, Rust, Go, CPython)."""
    UNKNOWN = "unknown"

    @property
    def is_there(self) -> bool:
        """True if there is a collector for certain."""
        return self not in (Collector.NONE, Collector.UNKNOWN)


_FILES = {
    b"libjvm.so": Collector.JAVA,
    b"libcoreclr.so": Collector.DOTNET,
    b"libmonosgen": Collector.OTHER,
    b"libnode.so": Collector.NODE,
    b"libruby": Collector.OTHER,
    b"libpypy": Collector.OTHER,
    b"beam.smp": Collector.OTHER,
}
"""Files of runtimes whose heap may fill for hours before it is collected as a whole."""
_PROGRAMS = {
    "java": Collector.JAVA,
    "node": Collector.NODE,
    "dotnet": Collector.DOTNET,
    **dict.fromkeys(("deno", "bun", "mono", "ruby", "pypy3", "beam.smp"), Collector.OTHER),
}


def collector_of(process_ids: Iterable[int]) -> Collector:
    """The collector of the first of these processes that has one.

    Go collects every two minutes at the latest and CPython frees most at once: neither has one of these. A runtime that
    is part of its program, as in a native image of GraalVM, is not seen.
    """
    told = [_of_process(process_id) for process_id in process_ids]
    collectors = [collector for collector in told if collector.is_there]
    if collectors:
        return collectors[0]
    return Collector.UNKNOWN if not told or Collector.UNKNOWN in told else Collector.NONE


def _of_process(process_id: int) -> Collector:
    try:
        program = os.path.basename(os.readlink(f"/proc/{process_id}/exe")).removesuffix(" (deleted)")
        mapped = read_kernel_file(f"/proc/{process_id}/maps")
    except OSError:
        return Collector.UNKNOWN
    by_file = (collector for file, collector in _FILES.items() if file in mapped)
    return _PROGRAMS.get(program) or next(by_file, Collector.NONE)
