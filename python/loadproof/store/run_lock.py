"""Says that a living process writes a run; the kernel forgets it with the process, however that ends."""

import errno
import fcntl
import os
from contextlib import suppress
from types import TracebackType
from typing import Self

from loadproof.errors import RunDirectoryError
from loadproof.store.run_directory import RunDirectory

__all__ = ["RunLock", "is_under_way"]


class RunLock:
    """A context manager, held for as long as a run is written; entering raises RunDirectoryError where another is.

    A file system without locks is taken as one where nobody else writes.
    """

    def __init__(self, directory: RunDirectory) -> None:
        """Takes nothing yet."""
        self._path = directory.path
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        with suppress(OSError):
            # Of the directory itself, so that no file of a run says what only a living process can.
            self._descriptor = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if self._descriptor is None:
            return self
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._close()
            if error.errno == errno.EWOULDBLOCK:
                raise RunDirectoryError(
                    f"{self._path}: the run is still under way, its process lives. "
                    "Cure: wait for its end, or end it with Ctrl-C, and continue it then"
                ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_under_way(directory: RunDirectory) -> bool:
    """Return True if a living process writes the run; False if the file system has no locks."""
    try:
        descriptor = os.open(directory.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        # Closing gives it back. A run that begins takes its lock before its database is made: nobody asks before that.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno == errno.EWOULDBLOCK
    finally:
        os.close(descriptor)
    return False
