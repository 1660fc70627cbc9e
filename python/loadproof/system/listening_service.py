"""The services behind processes that listen: which of them belong together, and what is known of each (proc(5))."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from loadproof.system.control_group import ControlGroup, control_group_directories, groups_apart
from loadproof.system.control_group_counters import read_control_group
from loadproof.system.hidden_credentials import hidden_words
from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_files import ProcessStat, read_process_stat
from loadproof.system.process_identity import ProcessIdentity, descendants_of

__all__ = ["ListeningService", "ancestors_of", "listening_services"]

_MOST_ANCESTORS = 64
_MOST_COMMAND_BYTES = 4096
_MOST_WORDS = 40
_LONGEST_WORD = 200
_NEVER_A_SERVICE = ("init", "systemd", "launchd")
"""Programs that listen in place of the services they start (systemd.socket(5)): parents of unrelated processes."""


@dataclass(frozen=True, slots=True)
class ListeningService:
    """A service that others run, by the root of its processes."""

    name: str
    """First word of the name that the root process gives itself; `service` if there is none."""
    process: ProcessIdentity
    control_group: ControlGroup | None
    """One that holds this service alone; None: it shares its groups with others, or with us."""
    program: str
    """The file that it runs; empty where it is not told."""
    command: tuple[str, ...] = field(repr=False)
    """Command with secrets: show only `command_shown`; empty if the command cannot be read."""

    @property
    def process_id(self) -> int:
        """The root of its processes."""
        return self.process.process_id

    @property
    def command_shown(self) -> str:
        """In one line, with `***` for what looks like a secret."""
        words = ["".join(sign if sign.isprintable() else "·" for sign in word) for word in self.command]
        return " ".join(word[:_LONGEST_WORD] for word in hidden_words(words))


def listening_services(listening: Collection[int]) -> list[ListeningService]:
    """The services to which the processes `listening` belong, the eldest first; without those that have ended.

    Listening processes of which one descends from another are one service, of the eldest. So are workers that share
    nothing but a parent that runs the same program in the same process group, such as workers with SO_REUSEPORT.
    """
    found = [_service(root) for root in _roots(listening)]
    services = [service for service in found if service is not None]
    return sorted(services, key=lambda service: (service.process.start_ticks, service.process_id))


def ancestors_of(process_id: int) -> list[int]:
    """The parent of a process, its parent, and so on; without the first process of all.

    >>> set(ancestors_of(os.getpid())) - {os.getppid()} == set(ancestors_of(os.getppid()))
    True
    """
    found: list[int] = []
    stat = _stat(process_id)
    while stat is not None and stat.parent > 1 and len(found) < _MOST_ANCESTORS:
        found.append(stat.parent)
        stat = _stat(stat.parent)
    return found


def _roots(listening: Collection[int]) -> set[int]:
    lines = {one: [one, *ancestors_of(one)] for one in listening if one != os.getpid() and _may_be_service(one)}
    eldest = {[elder for elder in line if elder in lines][-1] for line in lines.values()}
    parents = {one: _parents_of_workers(lines[one]) for one in eldest}
    return {next((parent for parent in line if _has_more(parent, one, parents)), one) for one, line in parents.items()}


def _has_more(parent: int, child: int, parents: Mapping[int, Collection[int]]) -> bool:
    """Return True if `parent` is also the parent of other processes that listen."""
    return any(parent in line for other, line in parents.items() if other != child)


def _parents_of_workers(line: Collection[int]) -> list[int]:
    """Return the ancestors of a process that run the same program in the same process group, up to the first other.

    `line` is the process and its ancestors. Ancestors of this process are left out: a process that started both the
    service and the load is no part of the service.
    """
    first, *elders = line
    kind, ours = _kind(first), {os.getpid(), *ancestors_of(os.getpid())}
    found = []
    for elder in elders:
        if kind is None or not kind[0] or elder in ours or not _may_be_service(elder) or _kind(elder) != kind:
            break
        found.append(elder)
    return found


def _kind(process_id: int) -> tuple[str, int] | None:
    """The program and the process group."""
    try:
        return _program(process_id), os.getpgid(process_id)
    except OSError:
        return None


def _may_be_service(process_id: int) -> bool:
    stat = _stat(process_id)
    return stat is not None and process_id != 1 and stat.name not in _NEVER_A_SERVICE


def _stat(process_id: int) -> ProcessStat | None:
    try:
        return read_process_stat(process_id)
    except OSError:
        return None


def _service(root: int) -> ListeningService | None:
    process, stat = ProcessIdentity.of(root), _stat(root)
    if process is None or stat is None:
        return None
    # Some write more there, such as "gunicorn: master".
    name = next(iter("".join(sign if sign.isalnum() or sign in "_.+-" else " " for sign in stat.name).split()), "")
    return ListeningService(name or "service", process, _own_group(root), _program(root), _command(root))


def _own_group(root: int) -> ControlGroup | None:
    """Return the nearest groups that hold only the processes of `root`, by controller; a group with a limit goes first.

    None: `root` shares its groups with other processes or with this one, or the groups cannot be seen.
    """
    of_root, ours = control_group_directories(Path(f"/proc/{root}/cgroup")), control_group_directories()
    version, keys = (1, ("cpu", "memory")) if of_root.keys() & {"cpu", "memory"} else (2, ("", ""))
    if all(of_root.get(key) in (None, ours.get(key)) for key in keys):
        return None
    processes = {root, *descendants_of(root), *ancestors_of(root)}
    cpu, memory = (groups_apart(of_root[key], ours.get(key), processes) if key in of_root else [] for key in keys)
    if not cpu and not memory:
        return None
    return ControlGroup(version, _limited(version, "cpu", cpu), _limited(version, "memory", memory))


def _limited(version: int, controller: str, groups: Collection[Path]) -> Path | None:
    for place in groups:
        try:
            if controller == "cpu":
                limit = read_control_group(ControlGroup(version, place, None)).cpu_limit_cores
            else:
                limit = read_control_group(ControlGroup(version, None, place)).memory_limit_bytes
        except OSError:
            continue
        if limit is not None:
            return place
    return next(iter(groups), None)


def _program(process_id: int) -> str:
    try:
        return os.readlink(f"/proc/{process_id}/exe")
    except OSError:
        return ""


def _command(process_id: int) -> tuple[str, ...]:
    try:
        text = read_kernel_file(f"/proc/{process_id}/cmdline")[:_MOST_COMMAND_BYTES]
    except OSError:
        return ()
    return tuple(text.decode("utf-8", "replace").split("\0")[:-1][:_MOST_WORDS])
