"""Small file system in memory for a temporary tablespace: mounted, and unmounted even if the bench is killed."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.error import BenchError

__all__ = ["MountRefused", "small_space"]

_UNDO = 'trap "" INT TERM HUP; read _; umount -l "$1" 2>/dev/null; rmdir "$1"'
"""Waits for the end of its input, which comes with the end of the bench, however that ends."""
_LONGEST_UNDO_S = 10.0


class MountRefused(BenchError):
    """No right to mount a file system."""


@contextmanager
def small_space(size_bytes: int) -> Iterator[Path]:
    """Mount an empty file system of `size_bytes` in memory, open to all users. Raises MountRefused."""
    program = shutil.which("mount")
    if program is None:
        raise MountRefused("mount is missing. Cure: install util-linux")
    place = tempfile.mkdtemp(prefix="loadproof-space-")
    undo = subprocess.Popen(["sh", "-c", _UNDO, "sh", place], stdin=subprocess.PIPE, start_new_session=True)
    assert undo.stdin is not None
    try:
        options = f"size={size_bytes},mode=777,nosuid,nodev,noexec"
        mounted = subprocess.run(
            [program, "-t", "tmpfs", "-o", options, "loadproof", place], capture_output=True, text=True, check=False
        )
        if mounted.returncode != 0:
            said = " ".join(mounted.stderr.split())
            raise MountRefused(f"a tmpfs cannot be mounted at {place} ({said}). Cure: run the bench as root")
        yield Path(place)
    finally:
        undo.stdin.close()
        undo.wait(_LONGEST_UNDO_S)
