"""Which language runtime a process runs, as far as that bears on its memory: by the files it has mapped (proc(5))."""

import os
from collections.abc import Iterable

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["waits_for_collector"]

_COLLECTED = (
    b"libjvm.so",
    b"libcoreclr.so",
    b"libmonosgen",
    b"libnode.so",
    b"libruby",
    b"libpypy",
    b"beam.smp",
)
"""Files of runtimes whose heap may fill for hours before it is collected as a whole."""
_COLLECTED_PROGRAMS = frozenset({"java", "node", "deno", "bun", "dotnet", "mono", "ruby", "pypy3", "beam.smp"})


def waits_for_collector(process_ids: Iterable[int]) -> bool | None:
    """Whether any of these processes frees garbage by a collector at times of its own; None: no telling.

    Go collects every two minutes at the latest and CPython frees most at once: neither is one of them. A runtime that
    is part of its program, as in a native image of GraalVM, is not seen.
    """
    told = [_of_process(process_id) for process_id in process_ids]
    if any(told):
        return True
    return None if not told or None in told else False


def _of_process(process_id: int) -> bool | None:
    try:
        program = os.path.basename(os.readlink(f"/proc/{process_id}/exe")).removesuffix(" (deleted)")
        mapped = read_kernel_file(f"/proc/{process_id}/maps")
    except OSError:
        return None
    return program in _COLLECTED_PROGRAMS or any(file in mapped for file in _COLLECTED)
