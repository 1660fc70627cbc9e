"""Directories of a control group (cgroups(7)): one per controller in version 1, a single one in version 2."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["ControlGroup", "control_group_directories", "groups_apart"]

_MEMBERS = "cgroup.procs"
_MOST_GROUPS = 64
"""Groups below one that are looked into: one with more is no single service's."""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A control group by its directories; in version 2 both are the same, None: that controller is not there.

    Of a service that others run they may differ in version 2, too: each is the group that has the limit.
    """

    version: int
    cpu: Path | None
    memory: Path | None


def control_group_directories(
    groups: Path = Path("/proc/self/cgroup"), mounts_file: Path = Path("/proc/self/mountinfo")
) -> dict[str, Path]:
    """Return the directories of the groups that the file `groups` lists: for `cpu` and `memory`, by controller.

    Version 2 has the empty name. Groups that cannot be seen from here are left out.
    """
    mounts: dict[str, tuple[str, str]] = {}
    for line in _text(mounts_file).splitlines():
        before, _, after = line.partition(" - ")
        fields, kind, options = before.split(" "), after.split(" ")[0], after.split(" ")[-1]
        if len(fields) < 5:
            continue
        root, point = _unescaped(fields[3]), _unescaped(fields[4])
        if kind == "cgroup2":
            mounts.setdefault("", (root, point))
        elif kind == "cgroup":
            mounts |= {name: (root, point) for name in options.split(",") if name in ("cpu", "memory")}
    own = {}
    for line in _text(groups).splitlines():
        number, _, rest = line.partition(":")
        names, _, path = rest.partition(":")
        for name in {""} if number == "0" else mounts.keys() & set(names.split(",")):
            root, point = mounts.get(name, ("", ""))
            # What stands above the mount or outside of it cannot be seen from here.
            if root and Path(path).is_relative_to(root) and ".." not in path:
                own[name] = Path(point) / Path(path).relative_to(root)
    return own


def groups_apart(directory: Path, own: Path | None, processes: Collection[int]) -> list[Path]:
    """The group in `directory` and those above it, upwards, as long as they hold nobody but `processes`.

    None of them is the root of its hierarchy, nor holds the group `own` of the one who asks; a process that cannot be
    seen from here is somebody else.
    """
    found = []
    for place in (directory, *directory.parents):
        if not (place.parent / _MEMBERS).exists() or (own is not None and own.is_relative_to(place)):
            break
        groups = list(islice(_groups_below(place), _MOST_GROUPS + 1))
        if len(groups) > _MOST_GROUPS or not all(set(_members(group)) <= set(processes) for group in groups):
            break
        found.append(place)
    return found


def _groups_below(place: Path) -> Iterator[Path]:
    for directory, _, _ in os.walk(place):
        yield Path(directory)


def _members(group: Path) -> list[int]:
    try:
        return [int(word) for word in read_kernel_file(group / _MEMBERS).split()]
    except (OSError, ValueError):
        return [0]


def _unescaped(field: str) -> str:
    return field.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
