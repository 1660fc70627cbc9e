"""A server that was killed on the same data directory: what of it is left, and what it left behind."""

import time
from pathlib import Path

__all__ = ["clear_predecessor"]

_SHARED_MEMORY = Path("/proc/sysvipc/shm")
_PROCESSES = Path("/proc")
_LONGEST_WAIT_S = 20.0
_ROUND_S = 0.05


def clear_predecessor(data: Path) -> None:
    """Waits until nobody of the server that is noted in `data` lives, then removes its note and socket.

    The caller holds the data directory, so that no stand serves from it. PostgreSQL itself refuses to start beside a
    session of a killed server, beside a zombie that nobody reaps, and where the number has passed to another process.
    """
    note = data / "postmaster.pid"
    try:
        lines = note.read_text().splitlines()
    except OSError:
        return
    process = lines[0] if lines else ""
    block = lines[6].split()[1] if len(lines) > 6 else ""
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    while _serves(process, data) or _attached(block):
        if time.monotonic() > deadline_s:
            # PostgreSQL says better than we what stands in the way.
            return
        time.sleep(_ROUND_S)
    for left in (*data.glob(".s.PGSQL.*"), note):
        left.unlink(missing_ok=True)


def _serves(process: str, data: Path) -> bool:
    """Whether this process is a server on this directory; a zombie has no command line."""
    try:
        command = (_PROCESSES / process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return bytes(data) in command


def _attached(block: str) -> bool:
    """Whether a process still has this block of shared memory: column 2 is its id, column 7 how many have it."""
    rows = (line.split() for line in _SHARED_MEMORY.read_text().splitlines()[1:])
    return any(row[1] == block and row[6] != "0" for row in rows)
