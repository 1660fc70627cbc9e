"""Files that a stand keeps on disk while it runs, so that the next run can clear what a dead run left."""

import hashlib
import json
import os
import secrets
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from loadproof.injections.traces import HeldInjection
from loadproof.model.message import Message, count
from loadproof.stand.group_removal import remove_groups
from loadproof.system.atomic_write import OWNER_ONLY, made_directory, write_file
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.path_lookup import paths_or_none
from loadproof.system.process_identity import ProcessIdentity, kill_all, process_ids

__all__ = [
    "MARK",
    "HeldToggle",
    "Lease",
    "carries_mark",
    "clear_leftovers",
    "kill_marked",
    "marked_processes",
    "state_directory",
]

MARK = "LOADPROOF_STAND"
"""The environment variable that every process of a stand carries: the lease's token, and what it belongs to."""

_LARGEST = 1 << 20
_ROUNDS = 50
_UNDO_PATIENCE_S = 10.0
"""For a supervisor that is just switching off what was on."""


@dataclass(frozen=True, slots=True)
class HeldToggle:
    """Feature that was switched on, and the supervisor that switches it off if the controller cannot."""

    kind: str
    """`url` or `command`."""
    supervisor: ProcessIdentity


@dataclass(slots=True)
class Lease:
    """The file of one stand; holds no commands and no environment, so no secrets.

    It says whose it is (the controller), where (boot and process namespace), and what is to be cleared: processes that
    carry the token, the identities that were started, and directories of control groups whose names hold the token.
    Of a feature that may be on it says by what kind of step it was switched, and never by which; of an injection that
    may be in force its kind and ids. Two threads write it: that of the run and that of its injections.
    """

    path: Path
    token: str
    owner: ProcessIdentity
    processes: list[ProcessIdentity]
    groups: list[str]
    toggle: HeldToggle | None = None
    """Feature that may be on; None: no feature is on."""
    injections: list[HeldInjection] = field(default_factory=list)
    """Injections that may be in force."""
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False, compare=False)

    @property
    def receipt(self) -> Path:
        """The empty file by which a supervisor says that it has switched off what was on."""
        return self.path.with_suffix(".undone")

    @classmethod
    def take(cls, directory: Path) -> "Lease":
        """A new lease of this process in `directory`, on disk before anything is started.

        Raises FileWriteError, and OSError without /proc.
        """
        made_directory(directory, mode=0o700)
        owner = ProcessIdentity.of(os.getpid())
        if owner is None:
            raise OSError("this process cannot see itself in /proc")
        token = secrets.token_hex(16)
        lease = cls(directory / f"{token}.json", token, owner, [], [])
        lease.write()
        return lease

    def write(self) -> None:
        """Puts the present state on disk, whole or not at all. Raises FileWriteError."""
        with self._lock:
            state = {
                "place": _place(),
                "token": self.token,
                "owner": asdict(self.owner),
                "processes": [asdict(process) for process in self.processes],
                "groups": self.groups,
                "toggle": None if self.toggle is None else asdict(self.toggle),
                "injections": [asdict(injection) for injection in self.injections],
            }
            write_file(self.path, json.dumps(state), mode=OWNER_ONLY)

    def injection_receipt(self, name: str) -> Path:
        """The empty file by which a supervisor reports that it has undone the injection `name`."""
        # The name is hashed: it comes from a study, and ends up in a path.
        return self.path.with_suffix(f".{hashlib.sha256(name.encode()).hexdigest()[:16]}.undone")

    def hold_injection(self, held: HeldInjection) -> None:
        """Note an injection that may be in force from now on, in place of its last entry. Raises FileWriteError."""
        with self._lock:
            others = [one for one in self.injections if one.traces.name != held.traces.name]
            (self.path.parent / held.receipt).unlink(missing_ok=True)
            self.injections = [*others, held]
            self.write()

    def drop_injection(self, name: str) -> None:
        """Forget an injection of which nothing is left. Raises FileWriteError."""
        with self._lock:
            self.injections = [one for one in self.injections if one.traces.name != name]
            self.injection_receipt(name).unlink(missing_ok=True)
            self.write()

    def release(self) -> None:
        """Remove the file, unless an injection was not undone: the next start then tries again, and reports it."""
        if not self.injections:
            self.drop()

    def drop(self) -> None:
        """Removes the file: everything has gone."""
        self.path.unlink(missing_ok=True)
        self.receipt.unlink(missing_ok=True)
        for injection in self.injections:
            (self.path.parent / injection.receipt).unlink(missing_ok=True)


def state_directory(environment: Mapping[str, str]) -> Path:
    """Return the directory of the leases of this user (XDG Base Directory Specification)."""
    given = environment.get("XDG_STATE_HOME", "")
    root = Path(given) if given.startswith("/") else Path.home() / ".local/state"
    return root / "loadproof/stands"


def clear_leftovers(directory: Path, environment: Mapping[str, str] | None = None) -> list[Message]:
    """Clears what the dead left according to their leases in `directory`; says what.

    One sentence for each lease and for each injection that may have been in force. `environment` is the user's, for
    what has to log in to clear an injection.

    What is not provably ours stays: leases of another boot or process namespace, of other users, or that cannot be
    read; and processes that have an id from a lease but started at another moment.
    """
    cleared = []
    for path in (path for path in paths_or_none(directory) if path.suffix == ".json"):
        lease = _read(path)
        if lease is not None and not lease.owner.alive:
            cleared += _clear(lease, os.environ if environment is None else environment)
            lease.drop()
    return cleared


def marked_processes(mark: str) -> set[int]:
    """Ids of the processes of this user whose environment was given the mark, or one that begins with `mark/`."""
    return {process_id for process_id in process_ids() if carries_mark(process_id, mark)}


def carries_mark(process_id: int, mark: str) -> bool:
    """Return True if the process is of this user and its environment has the mark, or one that begins with `mark/`."""
    line = f"{MARK}={mark}".encode()
    try:
        place = Path(f"/proc/{process_id}")
        if place.stat().st_uid != os.geteuid():
            return False
        environment = (place / "environ").read_bytes()
    except OSError:
        return False
    return any(part == line or part.startswith(line + b"/") for part in environment.split(b"\0"))


def kill_marked(mark: str) -> int:
    """Kills all processes that `marked_processes` finds, until there are none; how many there were."""
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        found = marked_processes(mark)
        if not found:
            break
        kill_all(found)
        killed |= found
    return len(killed)


def _clear(lease: Lease, environment: Mapping[str, str]) -> list[Message]:
    _await_supervisors(lease)
    # Before the processes are killed: their directories and sessions are what the traces name.
    has_receipt = {one.receipt for one in lease.injections if (lease.path.parent / one.receipt).exists()}
    killed = sum(identity.kill() for identity in lease.processes)
    killed += kill_marked(lease.token)
    groups = 0
    for group in map(Path, lease.groups):
        # The token in its name was drawn by us; nothing else is called so.
        if lease.token[:16] not in group.name:
            continue
        with suppress(OSError):
            kill_all({int(line) for line in (group / "cgroup.procs").read_text(encoding="ascii").split()})
        groups += remove_groups([str(group)])
    process = str(lease.owner.process_id)
    cleared = Message("leftovers-cleared", process=process, count=count(killed), groups=count(groups))
    if lease.toggle is not None:
        state = "off" if lease.receipt.exists() else "unknown"
        cleared = Message("leftovers-with-toggle", cleared=cleared, kind=lease.toggle.kind, state=state)
    if not lease.injections:
        return [cleared]
    # Not at the top: most runs leave nothing.
    from loadproof.injections.clearing import clear, undone_by_supervisor

    prefix = f"loadproof-{lease.token[:16]}"
    injections = [
        undone_by_supervisor(one.traces) if one.receipt in has_receipt else clear(one.traces, environment, prefix)
        for one in lease.injections
    ]
    return [cleared, *injections]


def _await_supervisors(lease: Lease) -> None:
    """Wait for supervisors that are just undoing what the dead controller held."""
    began_s = time.monotonic()
    held = [] if lease.toggle is None else [(lease.toggle.supervisor, _UNDO_PATIENCE_S)]
    held += [(one.supervisor, max(_UNDO_PATIENCE_S, one.within_s + 1.0)) for one in lease.injections]
    for supervisor, patience_s in held:
        while supervisor.alive and time.monotonic() < began_s + patience_s:
            time.sleep(0.05)


def _read(path: Path) -> Lease | None:
    try:
        with open_regular_file(path, _LARGEST, follows_links=False) as file:
            if os.fstat(file.fileno()).st_uid != os.geteuid():
                return None
            state: dict[str, Any] = json.loads(file.read().decode("ascii"))
        if state["place"] != _place() or path.stem != state["token"]:
            return None
        return Lease(
            path,
            str(state["token"]),
            _identity(state["owner"]),
            [_identity(process) for process in state["processes"]],
            [str(group) for group in state["groups"]],
            _toggle(state.get("toggle")),
            [HeldInjection.from_state(injection) for injection in state.get("injections") or ()],
        )
    except (FileError, OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _identity(state: Mapping[str, Any]) -> ProcessIdentity:
    return ProcessIdentity(int(state["process_id"]), int(state["start_ticks"]))


def _toggle(state: Mapping[str, Any] | None) -> HeldToggle | None:
    return None if state is None else HeldToggle(str(state["kind"]), _identity(state["supervisor"]))


def _place() -> str:
    """The boot and the process namespace: outside of them, a process id means nothing."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return f"{boot} {os.readlink('/proc/self/ns/pid')}"
