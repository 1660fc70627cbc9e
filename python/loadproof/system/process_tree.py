"""A process and all that descend from it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_files import ProcessKey, ProcessStat, read_process_stat

__all__ = ["ProcessTree", "TreeScan"]


@dataclass(frozen=True, slots=True)
class TreeScan:
    """The members at one moment, and which of them were not there at the scan before."""

    members: dict[ProcessKey, ProcessStat]
    born: frozenset[ProcessKey]


class ProcessTree:
    """Follows a process and its descendants from scan to scan, without the process that scans and what it started.

    A member stays one when its parent ends. One that was born and lost its parent between two scans is only found
    through `group_list`, the file of a control group that lists its processes.
    """

    def __init__(self, root: int, group_list: Path | None = None) -> None:
        """Nothing is read yet."""
        self._root = root
        self._group_list = group_list
        self._listed: frozenset[int] = frozenset()
        self._members: dict[int, ProcessKey] = {}
        self._first = True

    def scan(self) -> TreeScan:
        """Read now; no members when all are gone.

        Cheap: only ids that were not there at the scan before, and the members, are looked into.
        """
        listed = frozenset(int(name) for name in os.listdir("/proc") if name.isdigit())
        fresh = listed - self._listed
        members: dict[int, ProcessStat] = {}
        for process_id in self._expected():
            stat = read_process_stat(process_id)
            if stat is None:
                continue
            if self._members.get(process_id, stat.key) == stat.key:
                members[process_id] = stat
            else:
                fresh |= {process_id}
        self._adopt(members, fresh - members.keys())
        former = set(self._members.values())
        born = frozenset(stat.key for stat in members.values() if stat.key not in former and stat.key[0] in fresh)
        self._listed = listed
        self._members = {process_id: stat.key for process_id, stat in members.items()}
        scan = TreeScan({stat.key: stat for stat in members.values()}, frozenset() if self._first else born)
        self._first = False
        return scan

    def _expected(self) -> set[int]:
        expected = set(self._members)
        if self._first:
            expected.add(self._root)
        return expected | set(self._grouped())

    def _grouped(self) -> Iterator[int]:
        if self._group_list is None:
            return
        try:
            text = read_kernel_file(self._group_list)
        except OSError:
            return  # The group may be removed at any time; the tree is then what is known of it.
        yield from (int(word) for word in text.split() if word.isdigit() and word != b"0")

    @staticmethod
    def _adopt(members: dict[int, ProcessStat], fresh: frozenset[int]) -> None:
        """Adds those of `fresh` that descend from members."""
        # A test that serves in its own process and starts the load beside it is not what it measures with.
        fresh -= {os.getpid()}
        strangers = {stat.key[0]: stat for stat in map(read_process_stat, fresh) if stat is not None}
        while found := [process_id for process_id, stat in strangers.items() if stat.parent in members]:
            members.update((process_id, strangers.pop(process_id)) for process_id in found)
