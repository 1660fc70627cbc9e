"""The built stands as targets of the tests, and the processes that belong to them."""

import time
from pathlib import Path

from bench.accuracy.truth_server import TruthServer, truth_server

__all__ = ["children_of", "known_truth", "wait_until_gone"]


def known_truth(place: Path, mode: str, *options: object) -> TruthServer:
    """`known-truth MODE OPTIONS` on a free port; its own messages go to a file in `place`."""
    return truth_server(place / f"{mode}.log", mode, *map(str, options))


def children_of(parent: int, name: str) -> list[int]:
    """Processes called `name` whose parent is `parent`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        status = _status_of(entry)
        if status is not None and status[0] == name and status[2] == parent:
            found.append(int(entry.parent.name))
    return found


def wait_until_gone(process_id: int, within_s: float) -> bool:
    """Whether the process ends within `within_s`; one that only waits to be reaped has ended."""
    deadline_s = time.monotonic() + within_s
    while True:
        status = _status_of(Path(f"/proc/{process_id}/stat"))
        if status is None or status[1] == "Z":
            return True
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.01)


def _status_of(entry: Path) -> tuple[str, str, int] | None:
    """Name (at most 15 characters), state and parent by proc(5); None when there is no such process."""
    try:
        text = entry.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    name, _, rest = text.partition("(")[2].rpartition(")")
    state, parent, *_ = rest.split()
    return name, state, int(parent)
