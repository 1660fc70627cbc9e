"""The processes that a command starts for itself, told apart from the services and commands of its stand."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadproof.stand.lease import marked_processes
from loadproof.system.process_identity import children_of

__all__ = ["is_supervisor", "left_behind", "own_processes", "standing_still", "tokens_in"]

_SUPERVISOR = b"loadproof.stand.supervisor"


_LONGEST_STOP_S = 10.0


@contextmanager
def standing_still(process_id: int) -> Iterator[None]:
    """A process none of whose threads runs; the kernel stops them one by one, and until then the others answer."""
    os.kill(process_id, signal.SIGSTOP)
    try:
        until_s = time.monotonic() + _LONGEST_STOP_S
        while not _has_stopped(process_id):
            assert time.monotonic() < until_s, f"process {process_id} did not stop"
            time.sleep(0.01)
        yield
    finally:
        os.kill(process_id, signal.SIGCONT)


def _has_stopped(process_id: int) -> bool:
    stats = (task.read_text(encoding="ascii") for task in Path(f"/proc/{process_id}/task").glob("*/stat"))
    return all(stat.rpartition(")")[2].split()[0] == "T" for stat in stats)


def is_supervisor(process_id: int) -> bool:
    """True if the process is the supervisor of a service or of a command."""
    try:
        return _SUPERVISOR in Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return False


def own_processes(controller: int) -> list[int]:
    """Ids of the children that a command under way has started for itself, in the order in which they started.

    What a supervisor starts is the stand's.
    """
    return sorted(_own(controller))


def _own(process_id: int) -> Iterator[int]:
    for child in children_of(process_id):
        yield child
        if not is_supervisor(child):
            yield from _own(child)


def tokens_in(state: Path) -> set[str]:
    """The tokens that all processes and control groups of the stands of `state` carry."""
    tokens = set()
    for lease in state.glob("**/*.json"):
        try:
            tokens.add(str(json.loads(lease.read_text(encoding="ascii"))["token"]))
        except (OSError, ValueError, KeyError):
            # It was dropped just now.
            continue
    return tokens


def left_behind(state: Path, tokens: set[str], scratch: Path) -> list[str]:
    """What is left of stands with these tokens: processes, control groups, leases; and directories in `scratch`."""
    left = [f"process {process_id}" for token in tokens for process_id in marked_processes(token)]
    left += [group for token in tokens for group in _groups(token)]
    left += [str(lease) for lease in state.glob("**/*.json")]
    return left + [str(found) for found in scratch.glob("loadproof-*")]


def _groups(token: str) -> Iterator[str]:
    # Groups of others come and go meanwhile, which ends a glob with an error.
    for place, names, _ in os.walk("/sys/fs/cgroup"):
        yield from (f"{place}/{name}" for name in names if name.startswith(f"loadproof-{token[:16]}-"))
