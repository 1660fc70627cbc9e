"""A control group for one service, with its limits (cgroups(7)); below our own, so that limits above still hold."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from loadproof.model.message import Message
from loadproof.study.stand_settings import Limits
from loadproof.system.control_group import ControlGroup, control_group_directories

__all__ = ["ServiceGroup", "make_service_group", "possible_directories"]

_PERIOD_US = 100_000
_LEAST_QUOTA_US = 1_000
_PROC = Path("/proc/self")


@dataclass(frozen=True, slots=True)
class ServiceGroup:
    """The group that was made, if any, and why a limit could not be set: `cpu_refused`, `memory_refused`."""

    group: ControlGroup | None
    cpu_refused: Message | None = None
    memory_refused: Message | None = None

    @property
    def directories(self) -> tuple[Path, ...]:
        """Each directory of the group once."""
        if self.group is None:
            return ()
        return tuple(dict.fromkeys(place for place in (self.group.cpu, self.group.memory) if place is not None))

    @property
    def oom_file(self) -> Path | None:
        """The file that counts processes of the group that were killed for want of memory."""
        if self.group is None or self.group.memory is None:
            return None
        return self.group.memory / ("memory.events" if self.group.version == 2 else "memory.oom_control")


def make_service_group(name: str, limits: Limits, proc: Path = _PROC) -> ServiceGroup:
    """A new group `name` with `limits`, below that of the process `proc`; as much of it as there are rights for."""
    own = control_group_directories(proc / "cgroup", proc / "mountinfo")
    if "cpu" not in own and "memory" not in own and "" in own:
        return _version_2(own[""], name, limits)
    return _version_1(own, name, limits)


def possible_directories(name: str, proc: Path = _PROC) -> list[Path]:
    """Every directory that `make_service_group` may make, to be written down before it does."""
    own = control_group_directories(proc / "cgroup", proc / "mountinfo")
    parents = [own[controller] for controller in ("cpu", "memory") if controller in own]
    if not parents and "" in own:
        parents = [place for place in (own[""], *own[""].parents) if (place / "cgroup.subtree_control").is_file()]
    return [parent / name for parent in parents]


def _version_1(own: dict[str, Path], name: str, limits: Limits) -> ServiceGroup:
    cpu, cpu_refused = _made(own.get("cpu"), "cpu", name, lambda place: _limit_cpu_1(place, limits.cpus))
    memory, memory_refused = _made(
        own.get("memory"), "memory", name, lambda place: _limit_memory_1(place, limits.memory_bytes)
    )
    group = None if cpu is None and memory is None else ControlGroup(1, cpu, memory)
    return _judged(group, limits, cpu_refused, memory_refused)


def _made(
    parent: Path | None, controller: str, name: str, limit: Callable[[Path], None]
) -> tuple[Path | None, Message | None]:
    if parent is None:
        return None, Message("no-control-group", controller=controller)
    place = parent / name
    try:
        place.mkdir()
    except OSError as error:
        return None, _refused(place, error)
    try:
        limit(place)
    except OSError as error:
        _remove(place)
        return None, _refused(error.filename or place, error)
    return place, None


def _limit_cpu_1(place: Path, cpus: float | None) -> None:
    if cpus is not None:
        _write(place / "cpu.cfs_period_us", _PERIOD_US)
        _write(place / "cpu.cfs_quota_us", _quota_us(cpus))


def _limit_memory_1(place: Path, memory_bytes: int | None) -> None:
    if memory_bytes is not None:
        _write(place / "memory.limit_in_bytes", memory_bytes)
        # Memory and swap together; not there where the kernel does not count swap.
        if (place / "memory.memsw.limit_in_bytes").exists():
            _write(place / "memory.memsw.limit_in_bytes", memory_bytes)


def _version_2(own: Path, name: str, limits: Limits) -> ServiceGroup:
    """In version 2 a group with processes hands nothing on: the place is our own group, or the nearest above it."""
    wanted = {controller for controller, limit in _limits_of(limits).items() if limit is not None}
    refused = Message("control-group-hands-nothing-on", place=str(own))
    for parent in (own, *own.parents):
        if not (parent / "cgroup.subtree_control").is_file():
            break
        handed_on = set(_read(parent / "cgroup.subtree_control").split())
        if not wanted <= handed_on or not handed_on & {"cpu", "memory"}:
            continue
        try:
            place = parent / name
            place.mkdir()
        except OSError as error:
            refused = _refused(parent, error)
            continue
        try:
            _limit_2(place, limits)
        except OSError as error:
            _remove(place)
            refused = _refused(error.filename or place, error)
            continue
        group = ControlGroup(2, place if "cpu" in handed_on else None, place if "memory" in handed_on else None)
        return ServiceGroup(group)
    return _judged(None, limits, refused, refused)


def _limit_2(place: Path, limits: Limits) -> None:
    if limits.cpus is not None:
        _write(place / "cpu.max", f"{_quota_us(limits.cpus)} {_PERIOD_US}")
    if limits.memory_bytes is not None:
        _write(place / "memory.max", limits.memory_bytes)
        if (place / "memory.swap.max").exists():
            _write(place / "memory.swap.max", 0)


def _limits_of(limits: Limits) -> dict[str, float | None]:
    return {"cpu": limits.cpus, "memory": limits.memory_bytes}


def _judged(group: ControlGroup | None, limits: Limits, cpu: Message | None, memory: Message | None) -> ServiceGroup:
    """Return `group` with each refusal whose limit was asked for."""
    return ServiceGroup(
        group,
        cpu if limits.cpus is not None else None,
        memory if limits.memory_bytes is not None else None,
    )


def _refused(place: object, error: OSError) -> Message:
    return Message("file-refused", place=str(place), why=str(error.strerror))


def _quota_us(cpus: float) -> int:
    return max(_LEAST_QUOTA_US, round(cpus * _PERIOD_US))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _write(path: Path, value: object) -> None:
    # Without creating: a file that is not there is a limit that this group does not have.
    with path.open("r+", encoding="ascii") as file:
        file.write(str(value))


def _remove(place: Path) -> None:
    try:
        place.rmdir()
    except OSError:
        return
