"""Tablespace of temporary tables and files in a directory of its own, on request in a file system of a fixed size.

A tablespace is an entry in the data directory that outlives its server. So each start first removes that of the start
before it, whatever became of it, and makes one anew if it is to have one.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from stand_server.account import Account
from stand_server.directory import cache, check_open, is_locked, opened_lock
from stand_server.fault import BAD_INPUT, Fault, InUse

from postgres_stand.programs import Programs
from postgres_stand.single_user import run_alone
from postgres_stand.temporary_space_guard import is_mounted, unmount

__all__ = ["TABLESPACE", "TemporarySpace", "check_space", "held_space"]

TABLESPACE = "temporary_space"
_MOUNT = "loadproof-temporary-space"
"""Name of the mounted file system: what has it is ours, and may be unmounted."""
_NOTE = "temporary-space"
"""File in the data directory that names the directory of its tablespace."""
_MARK = ".loadproof-temporary-space"
"""File in the directory of the tablespace that says that it is ours, and may be emptied."""
_CURE = "Cure: give another --temporary-space"
_LONGEST_UNMOUNT_S = 10.0
# One statement a line, as a server without clients reads them.
_MAKE = f"CREATE TABLESPACE {TABLESPACE} LOCATION '{{location}}'\nGRANT CREATE ON TABLESPACE {TABLESPACE} TO PUBLIC"


@dataclass(frozen=True)
class TemporarySpace:
    """Directory of the tablespace; `size_bytes` is the size of the file system in memory that is mounted there."""

    path: Path
    size_bytes: int | None = None


@contextmanager
def held_space(
    space: TemporarySpace | None, data: Path, programs: Programs, account: Account
) -> Iterator[Mapping[str, str]]:
    """Settings of a server whose temporary tables go to the space, which is empty; none without one.

    The caller holds the data directory, on which no server runs. Raises `Fault`.
    """
    if space is not None and space.path.is_relative_to(data):
        raise Fault(f"{space.path} is in the data directory. {_CURE}", BAD_INPUT)
    _clear(data, programs, account)
    if space is None:
        yield {}
        return
    with _locked(space.path):
        # What a server on another data directory left there.
        _unmount(space.path)
        if space.path.exists():
            _empty(space.path)
        made = _make_directory(space.path, account)
        try:
            with _mounted(space, account):
                # Before the server knows of it: what is killed in between is cleared by the next start.
                (data / _NOTE).write_text(json.dumps({"path": str(space.path), "made": made}))
                location = str(space.path).replace("'", "''")
                run_alone(programs, account, data, _MAKE.format(location=location), {})
                yield {"temp_tablespaces": TABLESPACE}
        finally:
            _empty(space.path)
            if made:
                with suppress(OSError):
                    space.path.rmdir()


def check_space(space: TemporarySpace, account: Account) -> None:
    """Raise `Fault` if a server of this account cannot have the space here: before anything is made."""
    path = space.path
    check_open(path, account, "--temporary-space")
    if not path.parent.is_dir() or (path.exists() and not path.is_dir()):
        raise Fault(f"{path} is no directory, and cannot become one. {_CURE}", BAD_INPUT)
    if space.size_bytes is None:
        return
    if os.geteuid() != 0:
        cure = "Cure: leave --temporary-space-size out, and give a directory on a file system of this size"
        raise Fault(f"only root can mount a file system of a size at {path}. {cure}", BAD_INPUT)
    available = _available_bytes()
    if space.size_bytes > available / 2:
        text = f"--temporary-space-size is more than half of the {available / 2**20:.0f} MiB of memory that is free"
        raise Fault(f"{text}. Cure: a smaller one", BAD_INPUT)


def _available_bytes() -> int:
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 0


def _clear(data: Path, programs: Programs, account: Account) -> None:
    """Remove the tablespace of the start before, and what its server left in it."""
    note = data / _NOTE
    if not note.exists():
        return
    try:
        said = json.loads(note.read_text())
        left, made = Path(said["path"]), bool(said["made"])
    except (ValueError, KeyError, TypeError) as error:
        raise Fault(f"{note} is damaged. Cure: remove {data}; it is made anew") from error
    with _locked(left):
        _unmount(left)
        # A server that was killed replays its log at its next start, and wants the directory for that, which may have
        # gone with all that it was in.
        missing = [place for place in (left, *left.parents) if not place.exists()]
        left.mkdir(parents=True, exist_ok=True)
        if missing and account.dropped:
            os.chown(left, account.user, account.group)
        _empty(left)
        run_alone(programs, account, data, f"DROP TABLESPACE IF EXISTS {TABLESPACE}", {})
        for place in missing or ([left] if made else []):
            with suppress(OSError):
                place.rmdir()
        note.unlink()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Nobody else has the directory meanwhile. The lock lies in the cache: beside the directory it would stay."""
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    descriptor = opened_lock(cache() / f"temporary-space-{name}")
    try:
        if not is_locked(descriptor):
            raise InUse(f"{path} is in use by another server. Cure: stop that, or give another --temporary-space")
        yield
    finally:
        os.close(descriptor)


def _make_directory(path: Path, account: Account) -> bool:
    """Make the directory if there is none, and give it to the server's user; True if it was made."""
    made = not path.exists()
    mark = path / _MARK
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        found = next((one.name for one in path.iterdir()), None)
        if found is not None and not mark.exists():
            raise Fault(f"{path} has files of others, such as {found}. {_CURE}", BAD_INPUT)
        mark.touch()
        if account.dropped:
            os.chown(path, account.user, account.group)
    except OSError as error:
        raise Fault(f"{path} cannot be made ({error.strerror}). {_CURE}", BAD_INPUT) from error
    return made


def _empty(path: Path) -> None:
    """Remove what our server left, and the mark with it; nothing from a directory without the mark."""
    mark = path / _MARK
    if mark.exists():
        for one in path.glob("PG_*"):
            shutil.rmtree(one, ignore_errors=True)
        mark.unlink()


@contextmanager
def _mounted(space: TemporarySpace, account: Account) -> Iterator[None]:
    """A file system in memory of the size, if the space has one. A guard unmounts it, whatever becomes of us."""
    if space.size_bytes is None:
        yield
        return
    guard = subprocess.Popen(
        [sys.executable, "-I", str(Path(__file__).with_name("temporary_space_guard.py")), str(space.path), _MOUNT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"PATH": os.environ.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")},
        start_new_session=True,
        cwd="/",
    )
    try:
        owner = f"uid={account.user},gid={account.group},mode=0700"
        options = f"size={space.size_bytes},{owner},nosuid,nodev,noexec"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, _MOUNT, str(space.path)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode != 0:
            cure = "Cure: leave --temporary-space-size out, or allow mounts (CAP_SYS_ADMIN)"
            raise Fault(f"{space.path} cannot be mounted ({' '.join(done.stderr.split())}). {cure}")
        yield
    finally:
        with suppress(subprocess.TimeoutExpired):
            guard.communicate(timeout=_LONGEST_UNMOUNT_S)
        # The guard may have been killed.
        _unmount(space.path)


def _unmount(path: Path) -> None:
    try:
        unmount(str(path), _MOUNT)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Fault(f"{path} cannot be unmounted ({error}). Cure: umount {path} as root") from error
    if is_mounted(str(path), _MOUNT):
        raise Fault(f"{path} is still mounted. Cure: umount {path} as root")
