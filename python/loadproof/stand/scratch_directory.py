"""A temporary directory that a later run clears when its own was killed."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["scratch_directory"]

_LOCK = "owner.lock"


@contextmanager
def scratch_directory(prefix: str) -> Iterator[Path]:
    """A new directory for as long as the context lasts; first clears those of this prefix whose owner is dead.

    The owner holds a lock on a file in it, which the kernel takes away with the process however that ends.
    """
    _clear_leftovers(prefix)
    with tempfile.TemporaryDirectory(prefix=prefix) as place:
        directory = Path(place)
        unlocked = directory / f"{_LOCK}.new"
        with unlocked.open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # It gets its name once it is locked: without the lock another run would take it for a leftover.
            unlocked.rename(directory / _LOCK)
            yield directory


def _clear_leftovers(prefix: str) -> None:
    for place in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        try:
            if place.is_symlink() or place.lstat().st_uid != os.geteuid():
                continue
            with (place / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(place, ignore_errors=True)
        except OSError:
            # Its owner lives, or it is not provably ours: it stays.
            continue
