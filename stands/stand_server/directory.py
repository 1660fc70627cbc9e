"""Data directories of servers: where they are, and that one server at a time has each."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stand_server.account import Account
from stand_server.fault import BAD_INPUT, Fault, InUse

__all__ = ["cache", "check_open", "check_reach", "fresh_directory", "is_locked", "opened_lock"]

_MOST_AT_ONCE = 16
# The kernel's limit for the path of a socket.
_LONGEST_SOCKET_PATH = 107


def cache() -> Path:
    """Directory of the data of all stands: below /var/cache for root, else below the user's cache."""
    if os.geteuid() == 0:
        return Path("/var/cache/loadproof")
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "loadproof"


def opened_lock(path: Path) -> int:
    """Descriptor of the lock file beside the directory `path`. Raises Fault if it cannot be written."""
    lock = path.with_name(path.name + ".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        cure = "Cure: give another --data, or make its parent writable"
        raise Fault(f"{lock} cannot be written ({error.strerror}). {cure}", BAD_INPUT) from error


def is_locked(descriptor: int) -> bool:
    """True if the lock is ours now; False if another process has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def check_reach(path: Path, socket: str, account: Account) -> None:
    """Raise Fault if `path` is too long for the file `socket` in it, or closed to the server's user."""
    longest = _LONGEST_SOCKET_PATH - len(socket) - 1
    if len(os.fsencode(path)) > longest:
        cure = f"Cure: give a --data of at most {longest} bytes"
        raise Fault(f"{path} is too long for the server's socket in it. {cure}", BAD_INPUT)
    check_open(path, account, "--data")


def check_open(path: Path, account: Account, option: str) -> None:
    """Raise Fault if a parent of `path` is closed to the server's user; `option` is the one that names `path`."""
    for place in path.parents:
        if account.dropped and place.exists() and not _may_enter(place, account):
            cure = f"Cure: open it (chmod o+x), or give another {option}"
            raise Fault(f"{place} is closed to the user {account.name} who runs the server. {cure}", BAD_INPUT)


@contextmanager
def fresh_directory(said: str | None, name: str, socket: str, account: Account) -> Iterator[Path]:
    """An empty directory of the server's user, removed at the end; nobody else serves from it meanwhile.

    `said` is that of `--data`; without it the first of `name`, `name`-2 and so on in the cache that no server has.
    """
    names = [name, *(f"{name}-{number}" for number in range(2, _MOST_AT_ONCE + 1))]
    paths = [cache() / one for one in names] if said is None else [Path(said).absolute()]
    for path in paths:
        check_reach(path, socket, account)
        descriptor = opened_lock(path)
        if not is_locked(descriptor):
            os.close(descriptor)
            continue
        try:
            _make_empty(path, account, said)
            yield path
            shutil.rmtree(path, ignore_errors=True)
        finally:
            os.close(descriptor)
        return
    raise InUse(f"{paths[-1]} is in use by another server. Cure: stop that, or give another --data")


def _make_empty(path: Path, account: Account, said: str | None) -> None:
    """Remove what a server that was killed left; never files of a directory that a user named."""
    try:
        if said is not None and path.exists() and any(path.iterdir()):
            raise Fault(f"{path} has files. Cure: give the name of a directory that is not there", BAD_INPUT)
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(mode=0o700)
        if account.dropped:
            os.chown(path, account.user, account.group)
    except OSError as error:
        raise Fault(f"{path} cannot be made: {error.strerror}. Cure: give another --data", BAD_INPUT) from error


def _may_enter(place: Path, account: Account) -> bool:
    status = place.stat()
    shift = 6 if status.st_uid == account.user else 3 if status.st_gid == account.group else 0
    return bool(status.st_mode >> shift & 1)
